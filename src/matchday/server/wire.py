"""Everything that crosses the wire, typed: bodies and answers of the REST calls, messages of the socket.

What comes in is read strictly: a wrong type, an unknown field or a number out of range is an error in words.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, TypeAdapter

from matchday.engine.view import Model, View

Language: TypeAlias = Literal["en", "pl", "es"]
OptionText: TypeAlias = Annotated[StrictStr, Field(max_length=20_000, pattern=r"^[^\x00]*$")]
Value: TypeAlias = StrictBool | Annotated[StrictInt, Field(ge=-(2**31), lt=2**31)] | OptionText
Ply: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=14)]


class Incoming(BaseModel):
    """Base of what clients send."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, use_attribute_docstrings=True)


# ---------------------------------------------------------------- REST


class Problem(Model):
    """What is wrong, in words."""

    code: str
    message: str
    line: int | None = None
    """Where in a match file."""


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


class LevelInfo(Model):
    """A bot to play against."""

    level: str
    label: str


class GameInfo(Model):
    """A game to choose."""

    name: str
    title: str
    blurb: str
    seats: int
    options: list[GameOption]
    levels: list[LevelInfo]


class SeatOrder(Incoming):
    """Who shall sit on a seat."""

    kind: Literal["human", "bot"] = "human"
    name: str = Field(default="", max_length=200)
    level: str = Field(default="greedy", max_length=40)


class MatchOrder(Incoming):
    """A match to be made."""

    game: str = Field(max_length=40)
    options: dict[Annotated[str, Field(max_length=60)], Value] = Field(default={}, max_length=200)
    seats: list[SeatOrder] = Field(max_length=14)
    seed: str | None = Field(default=None, max_length=200)
    hot_seat: bool = False


class BranchOrder(Incoming):
    """A match to be played on from a ply of another."""

    ply: Ply
    seats: list[SeatOrder] = Field(max_length=14)
    hot_seat: bool = False


class SeatKey(Model):
    """A seat with its token, told once, to whoever made the match."""

    seat: int
    token: str | None


class Created(Model):
    """A new match."""

    id: str
    seats: list[SeatKey]


class Uploaded(Model):
    """A match read from a file, to be replayed."""

    id: str


class Summary(Model):
    """A match in a list."""

    id: str
    game: str
    title: str
    names: list[str]
    score: list[int]
    over: bool
    waiting: list[int]
    updated: datetime
    ply: int
    seats: list[int]
    """The seats whose tokens were shown."""
    hot_seat: bool


class SeatInfo(Model):
    """Who sits on a seat."""

    seat: int
    name: str
    kind: Literal["human", "bot"]
    level: str


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
    open: bool
    """Whether everything may be shown: the match is over, or came from a file."""
    waiting: list[int]
    ply: int
    hot_seat: bool
    held: list[int]
    """The seats whose tokens were shown."""


class Rule(Model):
    """One clause of the rules."""

    id: str
    section: str
    text: str
    """Markdown."""


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
    elapsed: Annotated[float, Field(ge=0, le=1e12)] | None = None
    """Taken, never believed: the server has a clock of its own."""


class Undo(Incoming):
    """Take back the last choice."""

    type: Literal["undo"]
    ply: Ply


class AskHint(Incoming):
    """Ask what a bot would think of the choices."""

    type: Literal["hint"]


class ChangeLanguage(Incoming):
    """Speak another language from now on."""

    type: Literal["lang"]
    lang: Language


ClientMessage: TypeAlias = Annotated[Hello | Play | Undo | AskHint | ChangeLanguage, Field(discriminator="type")]
CLIENT_MESSAGE: TypeAdapter[Hello | Play | Undo | AskHint | ChangeLanguage] = TypeAdapter(ClientMessage)


# ---------------------------------------------------------------- socket: from the server


class ViewMessage(Model):
    """How the match stands. Everything that has happened from ply `since` on is in it."""

    type: Literal["view"] = "view"
    view: View
    since: int
    """Events from this ply on that the client already has are to be dropped: a choice was taken back."""
    limit: int | None = None
    """In play by the clock: milliseconds after which the plainest move is made for whoever is asked."""


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
]


class ErrorMessage(Model):
    """What was refused, and why; nothing has changed."""

    type: Literal["error"] = "error"
    code: ErrorCode
    message: str


class ThinkingMessage(Model):
    """A bot has begun to think."""

    type: Literal["thinking"] = "thinking"
    seat: int


class HintChoice(Model):
    """A legal action and what it is worth."""

    action: int
    label: str
    value: float | None
    """Expected share of the win; none where only an order is known."""


class HintMessage(Model):
    """The seat's legal actions, the best first."""

    type: Literal["hint"] = "hint"
    choices: list[HintChoice]


ServerMessage: TypeAlias = Annotated[
    ViewMessage | ErrorMessage | ThinkingMessage | HintMessage, Field(discriminator="type")
]
SERVER_MESSAGE: TypeAdapter[ViewMessage | ErrorMessage | ThinkingMessage | HintMessage] = TypeAdapter(ServerMessage)


def socket_schemas() -> dict[str, Any]:
    """Give the JSON schemas of the socket's messages, for the OpenAPI document."""
    schemas: dict[str, Any] = {}
    for name, adapter, mode in (
        ("ClientMessage", CLIENT_MESSAGE, "validation"),
        ("ServerMessage", SERVER_MESSAGE, "serialization"),
    ):
        found = adapter.json_schema(ref_template="#/components/schemas/{model}", mode=mode)  # type: ignore[arg-type]
        schemas.update(found.pop("$defs"))
        schemas[name] = found
    return schemas
