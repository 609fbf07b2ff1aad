"""The socket of a table: hello, then moves in, views out."""

from __future__ import annotations

import asyncio
import logging
import math
import re
import time
from contextlib import suppress
from typing import cast

from pydantic import ValidationError
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose
from uvicorn.protocols.utils import ClientDisconnected

from matchday.bots.advice import because, reason, warnings
from matchday.engine.calls import Language
from matchday.engine.errors import MatchdayError, NotYourMove, StaleMatch
from matchday.engine.speech import Say
from matchday.engine.text import LONGEST_TALK, plain
from matchday.server.connections import RECEIVED, Sockets, line_of
from matchday.server.limits import Bucket
from matchday.server.problems import (
    Busy,
    NoSpectators,
    NoSuchMatch,
    Outdated,
    TooOften,
    WrongToken,
    code_and_status,
    told,
)
from matchday.server.room import Room
from matchday.server.rooms import Rooms
from matchday.server.settings import LARGEST_MESSAGE
from matchday.server.store import hashed
from matchday.server.talk import PHRASES, Said
from matchday.server.turns import ASKER
from matchday.server.watching import TRIPS, Watcher
from matchday.server.wire import (
    CLIENT_MESSAGE,
    Answer,
    AskCoach,
    AskHint,
    Away,
    ChangeLanguage,
    CoachMessage,
    CoachNote,
    Concede,
    ErrorCode,
    ErrorMessage,
    FromClient,
    Hello,
    HintChoice,
    HintMessage,
    Look,
    MakeOffer,
    Pace,
    PingMessage,
    Play,
    Pong,
    Talk,
    Undo,
)

LOG = logging.getLogger(__name__)
TABLE = re.compile(r"/api/matches/([^/]+)/socket")

CLOSED_NO_MATCH = 4404
CLOSED_BAD_TOKEN = 4401
CLOSED_SILENT = 4408
CLOSED_NONSENSE = 1008
CLOSED_BROKEN = 1011
CLOSED_BUSY = 1013
MOST_NONSENSE = 50
"""Messages in a row that make no sense, after which a client is hung up on."""
LONGEST_REASON = 300
FIRST_PINGS, LATER_PINGS = 1.0, 10.0
"""Seconds between pings."""


class BadMessage(MatchdayError):
    """A message that cannot be read."""


async def tables(scope: Scope, receive: Receive, send: Send) -> None:
    """Open the socket of a table. There are no other sockets, so they need no way through the framework; nor does
    anybody wait in it for what comes in, which would keep 10 kB for each as long as it is open.
    """
    found = TABLE.fullmatch(scope["path"])
    if found is None:
        await WebSocketClose()(scope, receive, send)
        return
    await receive()
    await send({"type": "websocket.accept"})
    Conversation(line_of(scope), scope["app"].state.rooms, found[1]).begin()


class Conversation:
    """What is said over one socket."""

    def __init__(self, line: Sockets, rooms: Rooms, match_id: str) -> None:
        self.line, self.rooms, self.match_id = line, rooms, match_id
        self.address = ASKER.get()
        self.language: Language = "en"
        self.room: Room | None = None
        self.watcher: Watcher | None = None
        self.worker: asyncio.Task[None] | None = None
        """Who answers what has come in, as long as there is something."""
        self.teller: asyncio.Task[None] | None = None
        """Who tells what takes longer; until then nothing else is sent."""
        self.hint: asyncio.Task[None] | None = None
        self.coach: asyncio.Task[None] | None = None
        self.coached = (0, 0)
        """What the coach looks at: the state of the table, and the seat that is asked."""
        self.pings = 0
        self.timer: asyncio.TimerHandle | None = None
        """Rings when a hello should have come, then for the next ping."""
        self.nonsense = 0
        """Messages in a row that made no sense."""
        self.is_gone = False
        self.bucket = Bucket(rooms.settings.messages_burst, rooms.settings.messages_a_second)

    def begin(self) -> None:
        """Listen until the client goes."""
        seconds = self.rooms.settings.hello_seconds
        self.timer = asyncio.get_running_loop().call_later(seconds, self.hang_up, CLOSED_SILENT)
        self.line.listen(self.wake)

    def wake(self) -> None:
        """See to it that what has come in is answered. Nobody waits for a client to read on who is gone."""
        if self.worker is None:
            self.worker = asyncio.create_task(self.work())
            self.line.mind(self.worker)
        elif self.watcher and self.line.is_left:
            self.watcher.drained.set()

    async def work(self) -> None:
        """Answer one message after the other, as long as there are any."""
        ASKER.set(self.address)
        try:
            while not self.line.mail.empty():
                message = self.line.take()
                if message["type"] != RECEIVED:
                    self.end()
                elif self.is_gone:
                    continue
                elif self.watcher:
                    await self.heed(self.watcher, message.get("text"))
                else:
                    await self.greet(message.get("text"))
        except Exception:
            LOG.exception("a conversation broke off")
            self.line.transport.close()
        finally:
            self.worker = None

    def end(self) -> None:
        """Take note that the client is gone, and give up the place at the table."""
        self.is_gone, self.line.mail.on_filled = True, None
        self.drop_timer()
        for task in (self.teller, self.hint, self.coach):
            if task:
                task.cancel()
        self.leave()

    def drop_timer(self) -> None:
        """Wait for nothing."""
        if self.timer:
            self.timer.cancel()
            self.timer = None

    def leave(self) -> None:
        """Give up the place at the table."""
        if self.room and self.watcher:
            self.room.audience.leave(self.watcher)

    # ------------------------------------------------------------ listening

    def read(self, text: str | None) -> FromClient:
        """Read a message."""
        if text is None:
            raise BadMessage(self.say("Messages are JSON texts."))
        if len(text) > LARGEST_MESSAGE:
            raise BadMessage(self.say("The message is too long."))
        try:
            return CLIENT_MESSAGE.validate_json(text)
        except ValidationError as error:
            raise BadMessage(self.say("The message cannot be read: {reason}", reason=reason_of(error))) from None

    def read_hello(self, text: str | None) -> Hello:
        """Read the first message."""
        message = self.read(text)
        if not isinstance(message, Hello):
            raise BadMessage(self.say("The first message is a hello."))
        return message

    async def greet(self, text: str | None) -> None:
        """Take the hello; it says which seat looks."""
        self.drop_timer()
        try:
            message = self.read_hello(text)
            self.language = message.lang
            self.room = await self.rooms.get(self.match_id)
            await self.room.recognise(message.token)
            self.sit(message)
        except BadMessage as error:
            self.refuse("bad_message", str(error), CLOSED_NONSENSE)
        except (WrongToken, NoSpectators) as error:
            self.refuse(cast("ErrorCode", error.code), self.words_for(error), CLOSED_BAD_TOKEN)
        except (NoSuchMatch, Outdated) as error:
            self.refuse(cast("ErrorCode", error.code), self.words_for(error), CLOSED_NO_MATCH)
        except (Busy, TooOften) as error:
            self.refuse(cast("ErrorCode", error.code), self.words_for(error), CLOSED_BUSY)
        else:
            self.line.on_writable = self.send
            if self.room.time.may_be_timed:
                self.ping()

    def refuse(self, code: ErrorCode, text: str, status: int) -> None:
        """Say why there is no place at this table, and hang up."""
        self.line.write(ErrorMessage(code=code, message=text).written())
        self.hang_up(status)

    def sit(self, hello: Hello) -> None:
        """Take the seat that a token opens, or watch."""
        if self.room is None:
            return
        seat, key = self.room.eyes_of(hello.token), hashed(hello.token or "")
        self.leave()
        if self.watcher is None:
            self.watcher = Watcher(seat, hello.lang, hello.since, key)
            self.watcher.on_filled = self.send
        else:
            self.watcher.seat, self.watcher.since, self.watcher.language = seat, hello.since, hello.lang
            self.watcher.key = key
        self.watcher.look_anew()
        self.language = hello.lang
        self.room.audience.join(self.watcher)

    async def heed(self, watcher: Watcher, text: str | None) -> None:
        """Answer a message, and go on when the client has read most of what was sent."""
        try:
            message = self.read(text)
            if wait := max(self.bucket.borrow(), self.rooms.messages.of(self.address).borrow()):
                await asyncio.sleep(wait)
            await self.answer(message)
            self.nonsense = 0
        except MatchdayError as error:
            self.nonsense = self.nonsense + 1 if isinstance(error, BadMessage) else 0
            self.tell(error)
        if self.nonsense >= MOST_NONSENSE:
            self.hang_up(CLOSED_NONSENSE)
        if not self.line.is_left:  # what came before they went is answered without waiting, or nobody would ever go on
            await watcher.drained.wait()

    async def answer(self, message: FromClient) -> None:
        """Do what a message asks for."""
        if self.room is None or self.watcher is None:
            return
        match message:
            case Hello():
                self.sit(message)
            case Away():
                self.room.audience.turn_away(self.watcher, away=message.away)
            case Play():
                self.room.audience.turn_away(self.watcher, away=False)
                await self.room.play(self.own_seat(), message.action, message.ply)
            case Undo():
                await self.room.undo(self.own_seat(), message.ply)
            case Look():
                self.watcher.forget_from(message.since)
                self.watcher.look_anew()
            case AskHint():
                self.ask_hint(self.own_seat())
            case AskCoach():
                self.room.check_alone(self.own_seat())
                self.ask_coach(self.own_seat())
            case Concede():
                await self.room.concede(self.own_seat(), message.ply)
            case Talk():
                await self.room.say(self.words_of(message, self.own_seat()))
            case MakeOffer():
                await self.room.offers.propose(self.own_seat(), message.what)
            case Answer():
                await self.room.offers.answer(self.own_seat(), message.what, accept=message.accept)
            case Pong():
                self.watcher.pong(message.n, time.monotonic())
            case Pace():
                self.watcher.is_quick = message.at_once
            case ChangeLanguage():
                self.language = self.watcher.language = message.lang
                self.watcher.forget_from(0)
                self.watcher.look_anew()

    def own_seat(self) -> int:
        """Give the seat that this client plays."""
        if self.room is None or self.watcher is None or self.watcher.seat is None:
            raise NotYourMove(-1, [])
        return self.watcher.seat

    def words_of(self, message: Talk, seat: int) -> Said:
        """Read what somebody says."""
        text = plain(message.text, LONGEST_TALK)
        if message.phrase in PHRASES:
            return Said(seat, message.phrase)
        if message.phrase is not None or not text:
            raise BadMessage(self.say("There is nothing to say."))
        return Said(seat, None, text)

    # ------------------------------------------------------------ speaking

    def say(self, text: str, **values: object) -> str:
        """Speak the client's language."""
        return Say(self.language)(text, **values)

    def tell(self, error: MatchdayError) -> None:
        """Say what was refused. Whoever acted on an old state is shown the new one as well."""
        if self.watcher is None:
            return
        code = "bad_message" if isinstance(error, BadMessage) else code_and_status(error)[0]
        self.rooms.metrics.refused[code] += 1
        self.watcher.put(ErrorMessage(code=cast("ErrorCode", code), message=self.words_for(error)))
        if isinstance(error, StaleMatch):
            self.watcher.look_anew()

    def words_for(self, error: MatchdayError) -> str:
        """Put an error into words of the client's language."""
        return str(error) if isinstance(error, BadMessage) else told(error, Say(self.language))

    def send(self) -> None:
        """Send what there is, as far as the line takes it: a slow client delays nobody else. What takes longer to tell
        is told beside the event loop, and the rest afterwards.
        """
        if self.room is None or self.watcher is None or self.teller:
            return
        try:
            while self.watcher.outbox and self.line.takes_more:
                note = self.watcher.take()
                told = note.written() if note else self.room.audience.show(self.watcher)
                if told is None:
                    self.teller = asyncio.create_task(self.tell_beside(self.room, self.watcher))
                    return
                self.line.write(told)
        except Exception as error:  # noqa: BLE001 - whatever it is, the others are told
            self.give_up(error)
        if self.watcher.is_dismissed and not self.watcher.outbox:
            self.hang_up(CLOSED_BAD_TOKEN)

    async def tell_beside(self, room: Room, watcher: Watcher) -> None:
        """Tell how the match stands, then go on."""
        try:
            told = await room.audience.show_beside(watcher)
            if self.line.is_open:  # however slow it is: this counts as told now
                self.line.write(told)
        except Exception as error:  # noqa: BLE001 - whatever it is, the others are told
            self.give_up(error)
        self.teller = None
        self.send()

    def give_up(self, error: Exception) -> None:
        """Hang up on somebody who cannot be told how the match stands; when they come again that may be better."""
        LOG.error("a view could not be sent", exc_info=error)
        self.hang_up(CLOSED_BROKEN)

    def hang_up(self, code: int) -> None:
        """End the conversation, once."""
        if not self.is_gone:
            self.is_gone = True
            if self.watcher:
                self.watcher.drained.set()
            self.rooms.begin(self.close(code))

    async def close(self, code: int) -> None:
        """Say goodbye as soon as the line takes it."""
        with suppress(ClientDisconnected):
            await self.line.send({"type": "websocket.close", "code": code})

    def ping(self) -> None:
        """Measure how long messages are on their way, where that matters: a few times at first, then now and then."""
        if self.room and self.watcher and self.watcher.seat is not None and self.room.time.is_timed:
            self.pings += 1
            self.watcher.put(PingMessage(n=self.pings))
        delay = FIRST_PINGS if 0 < self.pings < TRIPS else LATER_PINGS
        self.timer = asyncio.get_running_loop().call_later(delay, self.ping)

    def ask_hint(self, seat: int) -> None:
        """Look for a hint beside the conversation, one at a time."""
        if self.room and seat not in self.room.match.waiting:
            raise NotYourMove(seat, self.room.match.waiting)
        if self.hint is None or self.hint.done():
            self.hint = asyncio.create_task(self.give_hint(seat))

    def ask_coach(self, seat: int) -> None:
        """Let the coach look at the present question beside the conversation, one at a time: the latest. Whoever asks
        once more meanwhile waits for the same answer: work that has begun is not begun anew.
        """
        if self.room is None:
            return
        if seat not in self.room.match.waiting:
            raise NotYourMove(seat, self.room.match.waiting)
        question = self.room.version, seat
        if self.coach and not self.coach.done():
            if self.coached == question:
                return
            self.coach.cancel()
        self.coached = question
        self.coach = asyncio.create_task(self.warn(seat))

    async def warn(self, seat: int) -> None:
        """Tell which choices lose much. It is told even if the person was quicker: then it says what was missed."""
        if self.room is None or self.watcher is None:
            return
        match = self.room.match
        try:
            found = await self.room.hint(seat)
        except MatchdayError as error:
            self.tell(error)
            return
        told = warnings(match, Say(self.language, match.game.name), seat, found)
        notes = [CoachNote(action=action, text=text) for action, text in told]
        if self.watcher.seat == seat:
            self.watcher.put(CoachMessage(ply=match.ply, best=found[0].action, notes=notes))

    async def give_hint(self, seat: int) -> None:
        """Rank the choices, in words."""
        if self.room is None or self.watcher is None:
            return
        match = self.room.match
        try:
            found = await self.room.hint(seat)
        except MatchdayError as error:
            self.tell(error)
            return
        if match is not self.room.match or self.watcher.seat != seat:
            return  # the table has changed: the answer is to no question any more
        words, say = match.game.words, Say(self.language, match.game.name)
        box, hidden = match.box_for(seat), match.hidden(seat)
        choices = [
            HintChoice(
                action=each.action,
                label=words.action(say, box, hidden, seat, each.action),
                value=None if math.isnan(each.value) else round(each.value, 3),
            )
            for each in found
        ]
        told = because(match, say, seat, found)
        why = reason(match, say, seat, found, named=bool(told))
        self.watcher.put(HintMessage(choices=choices, reason=why, because=told))


def reason_of(error: ValidationError) -> str:
    """Say in a line what is wrong with a message, without repeating it."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return (f"{where}: {first['msg']}" if where else first["msg"])[:LONGEST_REASON]
