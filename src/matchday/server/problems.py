"""The server's own named errors. Each knows its code and its HTTP status; its text is translated when it is said."""

from __future__ import annotations

from typing import ClassVar

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from matchday.engine.errors import (
    BoxError,
    BrokenGame,
    IllegalAction,
    MatchdayError,
    MatchFileError,
    NoReference,
    NotYourMove,
    OptionError,
    StaleMatch,
    UndoRefused,
    UnknownGame,
    UnknownPuzzle,
)
from matchday.engine.speech import LANGUAGES, Say, mark
from matchday.match.files import LARGEST, BadFile
from matchday.match.lessons import UnknownLesson


class ServerError(MatchdayError):
    """Base of the server's own errors."""

    code: ClassVar[str] = "bad_request"
    status: ClassVar[int] = 422
    headers: ClassVar[dict[str, str]] = {}

    def __init__(self, text: str, **values: object) -> None:
        self.text, self.values = text, values
        super().__init__(text.format(**values))

    def said(self, say: Say) -> str:
        """Put it into words of a language."""
        return say(self.text, **self.values)


class BadRequest(ServerError):
    """Something that cannot be done as it was asked for."""


class NoSuchMatch(ServerError):
    """No match of that id."""

    code, status = "not_found", 404

    def __init__(self) -> None:
        super().__init__(mark("There is no such match."))


class WrongToken(ServerError):
    """The token opens no seat of this match."""

    code, status = "bad_token", 401

    def __init__(self) -> None:
        super().__init__(mark("This link opens no seat of this match."))


class WrongCode(ServerError):
    """An invitation that was never made, or is used up."""

    code, status = "bad_code", 404

    def __init__(self) -> None:
        super().__init__(mark("This invitation was used already, or there never was one."))


class NoSpectators(ServerError):
    """Whoever holds no seat may not watch this match while it is played."""

    code, status = "no_spectators", 403

    def __init__(self) -> None:
        super().__init__(mark("Only those who play may watch this match."))


class NotDealt(ServerError):
    """The match waits for people, and nothing is dealt yet."""

    code, status = "not_dealt", 409

    def __init__(self) -> None:
        super().__init__(mark("The match has not begun: it waits until everyone is ready."))


class NotPossible(ServerError):
    """Something that cannot be agreed on, or is not on offer."""

    code, status = "not_possible", 409


class StillSecret(ServerError):
    """What is asked for may be known only when the match is over."""

    code, status = "not_over", 409


class Outdated(ServerError):
    """The match was played by other rules or with another box, and cannot be replayed."""

    code, status = "outdated", 409

    def __init__(self) -> None:
        super().__init__(mark("This match was played by an older version of the rules and cannot be opened."))


class Unreadable(Outdated):
    """What is stored of the match makes no sense."""

    def __init__(self) -> None:
        ServerError.__init__(self, mark("What is stored of this match cannot be read."))


class NotStored(ServerError):
    """The database did not take a change, so nothing has changed."""

    code, status = "not_stored", 503

    def __init__(self) -> None:
        super().__init__(mark("The move could not be stored; nothing was changed."))


class NotKnown(NotStored):
    """The line to the database broke while it stored a change, and it has not answered since."""

    def __init__(self) -> None:
        ServerError.__init__(
            self,
            mark("It is not known whether this was stored: the line to the database broke. Look before you try again."),
        )


class Conflict(ServerError):
    """Somebody else has changed the match meanwhile."""

    code, status = "stale", 409

    def __init__(self) -> None:
        super().__init__(mark("The match has moved on; nothing was changed."))


class TooOften(ServerError):
    """Somebody does something faster than people do."""

    code, status = "too_often", 429

    def __init__(self) -> None:
        super().__init__(mark("That was too often; wait a moment."))


class TooMuch(ServerError):
    """An address has made or sent as much as one may in a day."""

    code, status = "too_often", 429

    def __init__(self) -> None:
        super().__init__(mark("That is enough from here for today: older matches can still be played."))


class Busy(ServerError):
    """So many want something that it cannot be done now."""

    code, status = "busy", 503
    headers: ClassVar[dict[str, str]] = {"Retry-After": "5"}

    def __init__(self) -> None:
        super().__init__(mark("There is too much to do here at the moment; try again in a few seconds."))


class Gone(ServerError):
    """Whoever has asked has hung up, so nobody reads this."""

    code, status = "gone", 499

    def __init__(self) -> None:
        super().__init__(mark("Nobody waits for this any more."))


class NotOurPage(ServerError):
    """A page of somebody else's asks."""

    code, status = "foreign_page", 403

    def __init__(self) -> None:
        super().__init__(mark("Other pages may not ask this server for anything."))


class NotOurName(ServerError):
    """A request for a name that is not known to be this server's."""

    code, status = "foreign_host", 421

    def __init__(self, host: str) -> None:
        shown = "".join(sign for sign in host if sign.isprintable())[:80]
        super().__init__(
            mark('This server does not answer to the name "{host}". Whoever runs it can add it: --host-name.'),
            host=shown,
        )


class TooLarge(ServerError):
    """The body of a request is larger than any real one."""

    code, status = "too_large", 413

    def __init__(self) -> None:
        super().__init__(mark("That is larger than any real one."))


class FileTooLarge(TooLarge):
    """A match file is larger than any real one."""

    def __init__(self) -> None:
        told = mark("A match file has at most {largest} kB; the longest real ones have a third of that.")
        ServerError.__init__(self, told, largest=LARGEST // 1000)


class Unread(HTTPException):
    """A refusal while a body is read: the framework takes any error but its own for a broken body."""

    def __init__(self, refusal: ServerError) -> None:
        self.refusal = refusal
        super().__init__(refusal.status, str(refusal))


OTHERS: dict[type[MatchdayError], tuple[str, int]] = {
    UnknownGame: ("not_found", 404),
    NoReference: ("not_found", 404),
    UnknownLesson: ("not_found", 404),
    UnknownPuzzle: ("not_found", 404),
    StaleMatch: ("stale", 409),
    IllegalAction: ("illegal", 422),
    NotYourMove: ("not_your_move", 409),
    UndoRefused: ("undo_refused", 409),
    MatchFileError: ("bad_file", 422),
}
"""Code and status of errors from the layers below."""


def code_and_status(error: MatchdayError) -> tuple[str, int]:
    """Give an error's code and its HTTP status."""
    if isinstance(error, ServerError):
        return error.code, error.status
    for kind, known in OTHERS.items():
        if isinstance(error, kind):
            return known
    return "bad_request", 422


def told(error: MatchdayError, say: Say) -> str:
    """Put an error into words that a person understands. What comes from below is told in English in more detail."""
    match error:
        case ServerError() | BadFile():
            return error.said(say)
        case StaleMatch():
            return say("The match has moved on; nothing was changed.")
        case IllegalAction():
            return say("That is not possible now.")
        case NotYourMove(seat=-1):
            return say("Spectators only watch.")
        case NotYourMove():
            return say("It is not your move.")
        case UndoRefused():
            return say("Only your own last choice can be taken back, while nothing was shown or drawn.")
        case BrokenGame():
            return say("There is no such game.")  # why it cannot be loaded is told in the log
        case _ if say.language == "en":
            return str(error)
        case UnknownGame() | NoReference():
            return say("There is no such game.")
        case UnknownLesson():
            return say("There is no such lesson.")
        case UnknownPuzzle():
            return say("There is no such puzzle.")
        case OptionError():
            return say("The game cannot be played with these options.")
        case BoxError():
            return say(
                "This is no deck. A deck file names its starters, bench and cards; in one line a deck is written "
                '"starters / bench / cards". A card comes with its number, for example "3 J09".'
            )
    return say("That cannot be done as it was asked for.")


def language_of(asked: HTTPConnection) -> str:
    """Give the language that a request asks for, or that its browser speaks."""
    wishes = [asked.query_params.get("lang", ""), *asked.headers.get("accept-language", "").split(",")]
    return next((wish.strip()[:2].lower() for wish in wishes if wish.strip()[:2].lower() in LANGUAGES), "en")
