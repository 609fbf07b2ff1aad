"""Everything that crosses the wire, typed: bodies and answers of the REST calls, messages of the socket.

What comes in is read strictly; what games with calls of their own need as well is in `engine/calls.py`.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

import msgspec
from pydantic import Field, TypeAdapter

from matchday.bots.levels import DEFAULT as DEFAULT_LEVEL
from matchday.engine.calls import Incoming, Language, Model, Value
from matchday.engine.changes import Change
from matchday.engine.view import Ended, PlayerKind, Sent, View
from matchday.server.dice import DiceKind

Ply: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=14)]
What: TypeAlias = Literal["undo", "draw", "rematch"]
"""What needs consent."""
HEX = "^[0-9a-f]{64}$"


# ---------------------------------------------------------------- REST


class Health(Model):
    """Whether the server can be used."""

    status: Literal["ok", "no database"]
    version: str
    tables: int
    """Matches in memory."""
    people: int
    """Open sockets."""


class OfferedValue(Model):
    """One value that an option takes."""

    value: bool | int | str
    label: str
    seats: int | None = None
    """How many seats the table has with it, where that is another number than without."""


class GameOption(Model):
    """A variant or house rule."""

    name: str
    label: str
    meaning: str
    default: bool | int | str
    values: list[OfferedValue] | None
    """Closed values, the default first; none for a number or a text."""
    at_least: int
    at_most: int
    """The range of a number; both 0 where it is none."""
    variant: bool
    """True for the rulebook's own variants, false for house rules."""
    rule: str
    """The clause it belongs to."""
    secret_of: int | None
    """The seat that alone knows the value, until play shows it."""
    free: bool
    """Whether any other text is taken besides the values, such as a deck written out."""
    asked: bool
    """False where it follows from who sits where, and nobody need choose."""


class LevelInfo(Model):
    """A bot to play against."""

    level: str
    label: str
    meaning: str
    default: bool


class PresetInfo(Model):
    """A ready-made way to play."""

    name: str
    label: str
    meaning: str
    options: dict[str, bool | int | str]
    """What it changes; nothing for the rulebook as printed, which is the first."""


class TeamInfo(Model):
    """Who plays on a seat, before anybody has sat down there."""

    name: str
    main: str
    trim: str
    """Their two colours, as #rrggbb."""


class CoverInfo(Model):
    """What is told of a game before it is played."""

    title: str
    """The short one."""
    tag: str
    stock: str
    players: str
    learn: int
    """Minutes until one can play; 0 where nobody knows."""
    length: int
    """Minutes that a match takes; 0 where nobody knows."""
    mark: str
    """The sign on the backs of its cards."""
    bar: str
    """The colour behind the title; empty where the client's own will do."""
    colours: dict[str, str]
    """The client's colours that this game has otherwise, by their names."""
    art: str | None
    """The address of the picture, where somebody has drawn one."""


class GameInfo(Model):
    """A game to choose."""

    name: str
    title: str
    blurb: str
    seats: int
    options: list[GameOption]
    levels: list[LevelInfo]
    cover: CoverInfo
    teams: list[TeamInfo]
    """Seat by seat."""
    presets: list[PresetInfo]
    automat: str | None
    """The option with which the game plays the other side by itself, wherever it has not its default."""
    first_at_home: dict[str, bool | int | str]
    """Options that have the first seat at home, for whoever has asked already who sits there."""
    home_by_lot: bool
    """The rules draw lots for it: a seat is chosen by its team, not as home or away."""


class SeatOrder(Incoming):
    """Who shall sit on a seat."""

    kind: Literal["human", "bot", "friend"] = "human"
    """A friend is invited by a link; whoever makes the match gets the tokens of all other people."""
    name: str = Field(default="", max_length=200)
    level: str = Field(default=DEFAULT_LEVEL, max_length=40)


class ClockOrder(Incoming):
    """What is agreed about time. Whoever has none left loses."""

    kind: Literal["move", "budget", "days"]
    """So much for each move; so much for all, and an increment after each move; or days for each move."""
    seconds: Annotated[int, Field(ge=5, le=60 * 86_400)]
    increment: Annotated[int, Field(ge=0, le=3600)] = 0


class ClockInfo(Model):
    """What was agreed about time."""

    kind: Literal["move", "budget", "days"]
    seconds: int
    increment: int


class MatchOrder(Incoming):
    """A match to be made."""

    game: str = Field(max_length=40)
    options: dict[Annotated[str, Field(max_length=60)], Value] = Field(default={}, max_length=200)
    seats: list[SeatOrder] = Field(max_length=14)
    seed: str | None = Field(default=None, max_length=200)
    """For trying things out alone; dice are fair only without it."""
    hot_seat: bool = False
    gather: bool = False
    """Wait until everyone is ready before anything is dealt; so it is whenever friends are invited."""
    spectators: bool = True
    """Whether anyone who knows the match's address may watch while it is played."""
    clock: ClockOrder | None = None


class Today(Model):
    """The match of the day: what to order, and what it is called."""

    date: str
    game: str
    title: str
    team: str
    """The person's side, by its name …"""
    seat: int
    """… and by its seat."""
    rival: str
    """The opponent's level, in words."""
    seed: str
    seats: list[SeatOrder]


class BranchOrder(Incoming):
    """A match to be played on from a ply of another."""

    ply: Ply
    seats: list[SeatOrder] = Field(max_length=14)
    hot_seat: bool = False
    spectators: bool = True
    clock: ClockOrder | None = None


class JoinOrder(Incoming):
    """An invitation, used."""

    code: str = Field(max_length=200)
    name: str = Field(default="", max_length=200)


class InviteOrder(Incoming):
    """An invitation to be made."""

    seat: SeatNumber | None = None
    """A seat that nobody has taken yet; one's own if left out."""
    handover: bool = False
    """For one's own seat: whether one's own tokens open it no more once the invitation is used."""


class Invitation(Model):
    """A code that gives a token for a seat, once."""

    seat: int
    code: str


class ReadyOrder(Incoming):
    """Somebody is ready to begin, and has sealed what they add to the dice."""

    hash: str = Field(pattern=HEX, max_length=64)
    """Of the opening: words, a nonce and these options, for this commitment and this seat. See `docs/fair-dice.md`."""
    options: dict[Annotated[str, Field(max_length=60)], Value] = Field(default={}, max_length=20)
    """What belongs to the seat alone (`secret_of`), such as its deck: nobody else is told."""


class OpenOrder(Incoming):
    """What somebody has sealed, opened: everyone's hash is fixed."""

    words: str = Field(default="", max_length=1000)
    """Any words in one line; they are kept sign by sign."""
    nonce: str = Field(pattern=HEX, max_length=64)
    """256 bits that nobody could guess."""


class FillOrder(Incoming):
    """A bot for a seat that nobody has taken."""

    seat: SeatNumber
    level: str = Field(default=DEFAULT_LEVEL, max_length=40)


class SeatKey(Model):
    """A seat with its token, told once."""

    seat: int
    token: str | None
    invite: str | None = None
    """The code of the invitation, for a friend's seat."""


class Created(Model):
    """A new match."""

    id: str
    seats: list[SeatKey]


class Uploaded(Model):
    """A match read from a file, to be replayed."""

    id: str


class VerdictFinding(Model):
    """One thing that a match file proves, breaks, or leaves open."""

    verdict: Literal["proven", "broken", "open"]
    code: str
    """What was found, for programs."""
    part: Literal["dice", "moves"]
    """What is said of the dice anybody can compute from the file; what is said of the moves was found by the rules."""
    text: str
    line: int | None
    seat: int | None


class Verdict(Model):
    """What a match file says about fair play."""

    fair: bool
    """Whether nothing in it is broken."""
    findings: list[VerdictFinding]


class Summary(Model):
    """A match in a list."""

    id: str
    game: str
    title: str
    names: list[str]
    """What the seats are called: a bot by its team."""
    kinds: list[PlayerKind]
    """What kind of player sits on each of them."""
    score: list[int]
    over: bool
    waiting: list[int]
    updated: datetime
    ply: int
    seats: list[int]
    """The seats whose tokens were shown."""
    hot_seat: bool
    dealt: bool


class SeatInfo(Sent, frozen=True):
    """Who sits on a seat."""

    seat: int
    name: str
    kind: Literal["human", "bot", "automat"]
    level: str
    taken: bool
    """False while the seat waits for whoever is invited."""
    ready: bool
    """False while people gather and this one is not ready."""
    opened: bool
    """False while people gather and this one has not opened what they have sealed; a bot has nothing to open."""
    here: bool
    """Whether somebody on this seat is connected now; a bot always is."""


class MatchInfo(Model):
    """A match as everyone may know it."""

    id: str
    game: str
    title: str
    options: dict[str, bool | int | str]
    """As a spectator knows them: secret ones at their default until the end."""
    seats: list[SeatInfo]
    score: list[int]
    over: bool
    ended: Ended | None
    """Set where it did not end by its rules."""
    open: bool
    """Whether everything may be shown: the match is over, or came from a file."""
    waiting: list[int]
    ply: int
    hot_seat: bool
    dealt: bool
    """False while people gather: there is nothing to look at yet."""
    dice: DiceKind
    """Whose the dice are: `joint` are mixed from the server's secret and what everyone has sealed first (`first`: from
    open words, as it was done before), `host` were drawn by the server alone, `known` ones somebody may know.
    """
    commitment: str | None
    """SHA-256 of the secret that the dice are mixed from, known before the deal."""
    hashes: list[str] | None
    """What everyone has sealed, once it is fixed; empty for bots."""
    own: dict[str, bool | int | str]
    """While people gather: what belongs to the seats whose tokens were shown, such as their decks."""
    spectators: bool
    """Whether anyone may watch while it is played."""
    clock: ClockInfo | None
    abandon_days: int | None
    """Days without a move after which the match is over and whoever was to move has lost; none where it waits on."""
    draws: bool
    """Whether a draw can be agreed on."""
    rematch: str | None
    """The match that the same people play next."""
    held: list[int]
    """The seats whose tokens were shown."""


class Outlook(Model):
    """How a match stands from somebody's own eyes."""

    ply: int
    chances: list[float] | None
    """Each seat's expected share of the win; none while the game is still being compiled."""


class CoursePoint(Model):
    """How a match stood after so many moves."""

    ply: int
    time: str
    """The match clock in a few signs."""
    public: list[float]
    """Each seat's expected share of the win, as a spectator saw it."""
    eyes: list[list[float]]
    """The same from each seat's own eyes."""


class TurningPoint(Model):
    """A move that changed the match."""

    ply: int
    seat: int
    """Who gained by it."""
    swing: float
    text: str


class LikelyMistake(Model):
    """A choice that was probably not the best, by what the seat knew."""

    ply: int
    """The match before the move."""
    seat: int
    played: str
    better: str
    loss: float
    """How much of the win it gave away."""
    chance: float
    """The expected share of the win with what would have been better."""


class Course(Model):
    """The course of a match that is over. Ask again while it is not ready."""

    ready: bool
    done: float
    """How much of the work is done, 0 to 1."""
    points: list[CoursePoint]
    turning: list[TurningPoint]
    mistakes: list[LikelyMistake]


class Rule(Model):
    """One clause of the rules."""

    id: str
    section: str
    text: str
    """Markdown."""
    origin: Literal["", "S", "I", "D"] = ""
    """Where it comes from: stated by the rulebook, inferred from it, decided by us; empty where nothing is said."""
    note: str = ""
    """What the editors say of that, for referees."""


class Chapter(Model):
    """One step of a game as it is told to a newcomer."""

    title: str
    clause: str
    """Where to read on; may be empty."""
    text: str
    """Markdown."""
    pictures: list[str]
    """Faces of the game's catalogue, kind and code with a point between them."""


# ---------------------------------------------------------------- socket: from the client


class Hello(Incoming):
    """The first message; a later one changes the seat, for two people at one screen."""

    type: Literal["hello"]
    token: str | None = Field(default=None, max_length=200)
    """Left out by a spectator."""
    lang: Language = "en"
    since: Ply = 0
    """The first ply whose events are wanted."""


class Play(Incoming):
    """A move, made for a ply."""

    type: Literal["play"]
    ply: Ply
    action: Annotated[int, Field(ge=0, le=1_000_000)]


class Undo(Incoming):
    """Take back the last choice."""

    type: Literal["undo"]
    ply: Ply


class AskHint(Incoming):
    """Ask what a bot would think of the choices."""

    type: Literal["hint"]


class AskCoach(Incoming):
    """Ask which of the present choices would lose much: for whoever plays alone against bots."""

    type: Literal["coach"]


class Look(Incoming):
    """Ask for a whole view: a step builds on another version than the one that is here."""

    type: Literal["look"]
    since: Ply = 0
    """The first ply whose events are wanted."""


class Concede(Incoming):
    """Give the match up. At a table of more people a bot takes the seat over."""

    type: Literal["concede"]
    ply: Ply


class Talk(Incoming):
    """Say something to the table: a phrase that everyone reads in their own language, or words of one's own."""

    type: Literal["say"]
    phrase: str | None = Field(default=None, max_length=40)
    text: str = Field(default="", max_length=1000)


class MakeOffer(Incoming):
    """Propose what needs everybody's consent: to take back one's last move, a draw, or another match."""

    type: Literal["offer"]
    what: What


class Answer(Incoming):
    """Answer what somebody has proposed."""

    type: Literal["answer"]
    what: What
    accept: bool


class Pong(Incoming):
    """The answer to a ping, to be given at once: so the server measures how long messages are on their way."""

    type: Literal["pong"]
    n: Annotated[int, Field(ge=0, le=1_000_000_000)]


class Away(Incoming):
    """Look elsewhere for a while, or be back. While nobody who plays looks on, time stands in a game that runs by the
    clock. Who moves is back.
    """

    type: Literal["away"]
    away: bool


class Pace(Incoming):
    """Say how moves are followed: one by one as they are shown, or at once, without animation. Bots whom nobody follows
    need not wait.
    """

    type: Literal["pace"]
    at_once: bool


class ChangeLanguage(Incoming):
    """Speak another language from now on."""

    type: Literal["lang"]
    lang: Language


FromClient: TypeAlias = (
    Hello
    | Look
    | Play
    | Undo
    | AskHint
    | AskCoach
    | ChangeLanguage
    | Concede
    | Talk
    | Pong
    | MakeOffer
    | Answer
    | Away
    | Pace
)
ClientMessage: TypeAlias = Annotated[FromClient, Field(discriminator="type")]
CLIENT_MESSAGE: TypeAdapter[FromClient] = TypeAdapter(ClientMessage)


# ---------------------------------------------------------------- socket: from the server


class Message(Sent, frozen=True, tag_field="type", tag=lambda name: name.removesuffix("Message").lower()):
    """Base of what the socket sends: `type` is the class's first word."""

    def written(self) -> bytes:
        """Give the message as it is sent."""
        return msgspec.json.encode(self)


class TimeInfo(Sent, frozen=True):
    """The clocks, as they stood when this was sent."""

    kind: Literal["move", "budget", "days"]
    left: list[int]
    """Milliseconds of each seat."""
    running: list[int]
    """The seats whose clocks run."""
    grace: list[int]
    """Milliseconds without a connection that will cost nothing, of each seat."""
    increment: int
    """Milliseconds."""


class ViewMessage(Message, frozen=True):
    """How the match stands. Everything that has happened from ply `since` on is in it."""

    version: int
    """Of the table; the next step builds on it."""
    view: View
    since: int
    """Events from this ply on that the client already has are to be dropped: a choice was taken back."""
    limit: int | None = None
    """In play by the clock: milliseconds after which the plainest move is made for whoever is asked."""
    time: TimeInfo | None = None
    """Where a clock was agreed on."""


class StepMessage(Message, frozen=True):
    """What is different since a version of the table. Whoever has another version asks for a whole view: `look`."""

    builds_on: int
    version: int
    change: Change
    since: int
    """As in a view."""
    limit: int | None = None
    time: TimeInfo | None = None


class GatheringMessage(Message, frozen=True):
    """The match waits for people: until everyone has sealed, then until everyone has opened; then views follow."""

    commitment: str
    hashes: list[str] | None
    """What everyone has sealed, once it is fixed: then everyone opens, and it is dealt."""
    seats: list[SeatInfo]


class PresenceMessage(Message, frozen=True):
    """Who is connected."""

    here: list[bool]
    """For each seat."""
    watching: int
    """Spectators."""


ErrorCode: TypeAlias = Literal[
    "stale",
    "illegal",
    "not_your_move",
    "undo_refused",
    "bad_message",
    "bad_token",
    "not_found",
    "outdated",
    "not_stored",
    "too_often",
    "busy",
    "bad_request",
    "no_spectators",
    "not_dealt",
    "not_possible",
]


class ErrorMessage(Message, frozen=True):
    """What was refused, and why; nothing has changed."""

    code: ErrorCode
    message: str


class ThinkingMessage(Message, frozen=True):
    """A bot has begun to think."""

    seat: int


class HintChoice(Sent, frozen=True):
    """A legal action and what it is worth."""

    action: int
    label: str
    value: float | None
    """Expected share of the win; none where only an order is known."""


class HintMessage(Message, frozen=True):
    """The seat's legal actions, the best first."""

    choices: list[HintChoice]
    reason: str = ""
    """Why the first of them, in a sentence or two, by its chances."""
    because: str = ""
    """Why, in the game's own words; nothing where only the chances speak for it."""


class CoachNote(Sent, frozen=True):
    """A choice that loses much, by what the seat knows."""

    action: int
    text: str
    """What it gives away, and what would keep it."""


class CoachMessage(Message, frozen=True):
    """What the coach would warn of at one question; nothing where no choice loses much."""

    ply: int
    best: int
    """The action that the coach would take."""
    notes: list[CoachNote]


class SaidMessage(Message, frozen=True):
    """Something was said at the table. Whoever comes to it is told the latest again."""

    seat: int
    text: str
    """In the listener's language, where it is a phrase."""
    phrase: str | None


class OfferMessage(Message, frozen=True):
    """Somebody has proposed something. It stands until it is answered or, but for another match, somebody moves."""

    what: What
    seat: int
    agreed: list[int]
    """The seats that agree so far."""
    ply: int
    """But for another match it stands at this ply alone."""


class DeclinedMessage(Message, frozen=True):
    """A proposal is off."""

    what: What
    seat: int
    """Who has declined or withdrawn it."""


class RematchMessage(Message, frozen=True):
    """The same people play again: the seat's token opens the seat there too."""

    id: str
    seat: int | None


class PingMessage(Message, frozen=True):
    """To be answered at once by a pong with the same number."""

    n: int


Note: TypeAlias = (
    ErrorMessage
    | ThinkingMessage
    | HintMessage
    | CoachMessage
    | SaidMessage
    | PresenceMessage
    | OfferMessage
    | DeclinedMessage
    | RematchMessage
    | PingMessage
)
ToClient: TypeAlias = ViewMessage | StepMessage | GatheringMessage | Note
