"""A plan of the lab: which game, who plays, with which options and numbers of the box, how often, from which seed.

Every list of values is one side of a grid, and every point of the grid is a *variant*. All variants play the same
numbers of matches from the same seed (common random numbers), so that what differs is the variant.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise, product
from pathlib import Path
from typing import Any

from matchday.bots.levels import KINDS, LEVELS
from matchday.bots.trials import Style
from matchday.engine.boxfile import did_you_mean, read_toml
from matchday.engine.cover import TABLES
from matchday.engine.errors import BoxError, MatchdayError
from matchday.engine.game import Game
from matchday.engine.options import Options, settle, show_value
from matchday.engine.record import raw
from matchday.games import game as game_named
from matchday.lab import numbers
from matchday.lab.recording import COUNTS
from matchday.lab.simulate import Player

WITHOUT = " without "
THINK = "think:"
DOUBLINGS = "doublings:"
OWN = re.compile(r"(.+\.py):(\w+)")
"""A bot of somebody's own: a file, and the class in it."""
GAIN = "score+"
KEYS = ("game", "matches", "seed", "seats", "options", "set", "decisions", "levels", "judge", "deals", "swap", "events")
MOST_VARIANTS = 10_000
MOST_MATCHES = 10**12 - 1
"""Of a variant, as far as names of files count."""
JUDGED_BY = ("greedy", "semi_pro", "professional")


@dataclass(frozen=True)
class Seat:
    """Who has a seat: a bot by its name, and what it may not play."""

    text: str
    player: Player
    barred: tuple[str, ...] = ()


@dataclass(frozen=True)
class Variant:
    """One point of the grid."""

    number: int
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    """As they were given; the others have their defaults."""
    sets: Mapping[str, Any]
    label: str
    """What makes it different from the others of the plan."""


@dataclass(frozen=True)
class Swap:
    """One copy of each card of a list is exchanged for a neutral one, card by card."""

    among: str
    neutral: str


@dataclass(frozen=True)
class Plan:
    """What is to be played. Whatever is wrong is told when it is made."""

    game: str
    matches: int = 10_000
    seed: int = 1
    seats: Sequence[Sequence[str]] = (("greedy",),)
    options: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    sets: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    decisions: int = 500
    """How many decisions of each variant are kept and looked at, about; 0 for none."""
    levels: Sequence[str] = JUDGED_BY
    """Whose choices are compared at those decisions."""
    judge: int = 50_000
    """How many decisions are played in trials to tell what the choices are worth; 0 for no judge."""
    deals: int = 1
    """How often each deal is played, with other dice after it: so the deal's luck is told from that of dice."""
    swap: Swap | None = None
    events: Sequence[str] = ()
    """What is counted in each match: events by their names, and `score+5` for five points that a seat has at once."""
    data: Mapping[str, Any] | None = field(default=None, repr=False)
    """Another box file's, for designers."""
    own: Mapping[str, Player] = field(default_factory=dict, repr=False, compare=False)
    """Bots of one's own, by the names that `seats` has for them."""

    def __post_init__(self) -> None:
        """Look that every variant can be played."""
        whole = {"matches": 1, "decisions": 0, "judge": 0, "deals": 1}
        for name, least in whole.items():
            value = getattr(self, name)
            if type(value) is not int or value < least:
                raise MatchdayError(f"{name} is a whole number from {least} on, not {value!r}")
        if self.matches > MOST_MATCHES:
            raise MatchdayError(f"matches is at most {MOST_MATCHES:,}, not {self.matches:,}")
        if type(self.seed) is not int or not -(2**63) <= self.seed < 2**63:
            raise MatchdayError(f"seed is a whole number of 64 bits, not {self.seed!r}")
        if len(self.events) > COUNTS:
            raise MatchdayError(f"{len(self.events)} events: at most {COUNTS} are counted at once")
        if len(set(self.events)) < len(self.events):
            raise MatchdayError(f"events: one is named twice in {', '.join(self.events)}")
        for name in self.events:
            counted_thing(self.rules, name)
        for level in self.levels:
            self.player(level)
        for variant in self.variants:
            box = self.box(variant)
            for seat in self.players(variant, int(box.seats)):
                barred_actions(self.rules, box, seat.barred)

    @property
    def rules(self) -> Game:
        """The game."""
        return game_named(self.game)

    @cached_property
    def base(self) -> Mapping[str, Any]:
        """The box file that all variants start from."""
        return self.rules.box_data if self.data is None else self.data

    @cached_property
    def variants(self) -> list[Variant]:
        """Every point of the grid; with swaps, each of them after the plain one."""
        sides: list[list[tuple[str, str, Any]]] = [[("seats", "", tuple(each)) for each in self.seats]]
        sides += [[("option", name, value) for value in values] for name, values in self.options.items()]
        sides += [[("set", name, value) for value in values] for name, values in self.sets.items()]
        size = 1
        for side in sides:
            size *= len(side)
        if size > MOST_VARIANTS:
            raise MatchdayError(f"the plan has {size:,} variants; at most {MOST_VARIANTS:,} fit into one")
        found: list[Variant] = []
        for point in product(*sides):
            seats = next(value for kind, _, value in point if kind == "seats")
            options = {name: value for kind, name, value in point if kind == "option"}
            sets = {name: value for kind, name, value in point if kind == "set"}
            varied = [each for side, each in zip(sides, point, strict=True) if len(side) > 1]
            label = ", ".join(part_label(kind, name, value) for kind, name, value in varied)
            for name, swapped in [("", {}), *self.swaps()]:
                full = ", ".join(filter(None, [label, name])) or "as planned"
                found.append(Variant(len(found), seats, options, {**sets, **swapped}, full))
        return found

    def swaps(self) -> list[tuple[str, dict[str, Any]]]:
        """List the changes that exchange one copy of a card for a neutral one."""
        if self.swap is None:
            return []
        among, neutral = self.swap.among, self.swap.neutral
        rows = numbers.read(self.base, among)
        if not isinstance(rows, list):
            raise MatchdayError(f"swap: {among} is no list of cards")
        found = []
        copies = {name: count_of(self.base, among, name) for name in row_names(rows)}
        if neutral not in copies:
            raise MatchdayError(f'swap: no "{neutral}" in {among}; {did_you_mean(neutral, copies)}')
        for name, (path, count) in copies.items():
            if name != neutral and count > 0:
                fewer = {path: count - 1} if count > 1 else {f"{among}.{name}": None}
                neutral_path, held = copies[neutral]
                # The row that goes is taken out last: places of other rows must not move before they are read.
                found.append((f"{name} → {neutral}", {neutral_path: held + 1, **fewer}))
        return found

    def data_of(self, variant: Variant) -> Mapping[str, Any] | None:
        """Give a variant's box file, or None where it is the game's own."""
        if not variant.sets:
            return self.data
        return numbers.changed(self.base, variant.sets)

    def options_of(self, variant: Variant) -> Options:
        """Give a variant's options, complete."""
        return settle(self.rules.options, variant.options)

    def box(self, variant: Variant) -> Any:
        """Make a variant's box; what does not fit is told in one line, with the change that did it."""
        try:
            return self.rules.box(self.options_of(variant), self.data_of(variant))
        except BoxError as error:
            wrong = "; ".join(f"{name}={numbers.shown(value)}" for name, value in variant.sets.items())
            raise MatchdayError(f"{wrong or self.game}: {'; '.join(error.problems[:3])}") from None

    def players(self, variant: Variant, seats: int) -> list[Seat]:
        """Give each seat its player; one serves all."""
        if len(variant.seats) not in {1, seats}:
            raise MatchdayError(f"{len(variant.seats)} bots for {seats} seats: name one for all, or one for each")
        found = [self.player(text) for text in variant.seats]
        return found * (seats if len(found) == 1 else 1)

    def player(self, text: str) -> Seat:
        """Read who plays: "professional", "think:16" (thousand decisions in trials), "greedy without CLR SUB", or
        "mine.py:Bot" for a class in a file.
        """
        name, _, barred = text.partition(WITHOUT)
        bars = tuple(barred.split())
        if name in self.own:
            return Seat(text, self.own[name], bars)
        if name in KINDS:
            return Seat(text, name, bars)
        if name.startswith(THINK) and name.removeprefix(THINK).isdecimal():
            game = self.rules
            effort = 1000 * int(name.removeprefix(THINK))
            return Seat(text, Style(effort=effort, horizon=game.horizon, doubt=game.doubt), bars)
        known = [*KINDS, *self.own, f"{THINK}16", "mine.py:Bot"]
        raise MatchdayError(f'no bot "{name}"; {did_you_mean(name, known)}')

    def as_dict(self) -> dict[str, Any]:
        """Give the plan as it is written beside its results."""
        plain = ("game", "matches", "seed", "decisions", "judge", "deals")
        return {name: getattr(self, name) for name in plain} | {
            "seats": [list(each) for each in self.seats],
            "options": dict(self.options),
            "set": dict(self.sets),
            "levels": list(self.levels),
            "swap": asdict(self.swap) if self.swap else None,
            "data": None if self.data is None else digest(self.data),
            **({"events": list(self.events)} if self.events else {}),
            **(
                {"bots": written}
                if (written := {name: written_in(name) for name in self.own if OWN.match(name)})
                else {}
            ),
        }

    @cached_property
    def stamp(self) -> dict[str, Any]:
        """Give what results must have in common to be one thing: rules, box and plan."""
        return {
            "game": self.game,
            "rules": self.rules.version,
            "box": digest({key: value for key, value in self.base.items() if key not in TABLES}),
            "plan": digest(self.as_dict()),
        }


def read_plan(path: Path) -> Plan:
    """Read a plan from a TOML file."""
    return plan_of(read_toml(path), path.name)


def plan_of(given: Mapping[str, Any], name: str = "plan", **more: Any) -> Plan:
    """Make a plan of what a file or a call says; a value that is no list counts as a list of one."""
    for key in given:
        if key not in KEYS:
            raise MatchdayError(f'{name}: no key "{key}" here; {did_you_mean(key, KEYS)}')
    if not isinstance(given.get("game"), str):
        raise MatchdayError(f"{name}: game is missing")
    fields = {key: value for key, value in given.items() if key not in {"set", "swap", "seats", "options"}}
    if "seats" in given:
        fields["seats"] = seats_of(given["seats"], name)
    for key, here in (("options", "options"), ("sets", "set")):
        sides = given.get(here, {})
        if not isinstance(sides, Mapping):
            raise MatchdayError(f'{name}: write {here} as a table, for example [{here}] and "name" = [1, 2]')
        fields[key] = {each: value if isinstance(value, list) else [value] for each, value in sides.items()}
        for each, values in fields[key].items():
            if not values:
                raise MatchdayError(f"{name}: {here}.{each} has no values")
    for key, example in (("events", '["goal", "score+5"]'), ("levels", '["greedy", "professional"]')):
        names = given.get(key, [])
        if not isinstance(names, list) or not all(isinstance(each, str) for each in names):
            raise MatchdayError(f"{name}: write {key} as a list of names, for example {example}")
    if "swap" in given:
        swap = given["swap"]
        texts = isinstance(swap, Mapping) and all(isinstance(each, str) for each in swap.values())
        if not texts or set(swap) != {"among", "neutral"}:
            raise MatchdayError(
                f'{name}: write swap as {{ among = "a list of cards", neutral = "the plainest of them" }}'
            )
        fields["swap"] = Swap(**swap)
    named = {text.partition(WITHOUT)[0] for each in fields.get("seats", []) for text in each}
    own = {text: load_bot(text) for text in named if OWN.fullmatch(text)}
    return Plan(**fields, **{**more, "own": {**more.get("own", {}), **own}})


def load_bot(text: str) -> Player:
    """Make a bot of somebody's own: "mine.py:Cautious", or "mine.py:name" for one that is made there."""
    path, _, name = text.rpartition(":")
    if not Path(path).is_file():
        raise MatchdayError(f'no bot "{text}": there is no file {path}')
    spec = spec_from_file_location(Path(path).stem, path)
    module = module_from_spec(spec)  # type: ignore[arg-type]  # a file that ends in .py has one
    try:
        spec.loader.exec_module(module)  # type: ignore[union-attr]
        bot = getattr(module, name)
        bot = bot() if isinstance(bot, type) else bot
    except Exception as error:  # whatever somebody's file does
        raise MatchdayError(f'no bot "{text}": {type(error).__name__}: {error}') from error
    if not callable(getattr(bot, "decide", None)):
        raise MatchdayError(f'no bot "{text}": it has no method decide(seat)')
    return bot


def written_in(text: str) -> str:
    """Give a digest of the file that a bot of somebody's own is in: another text is another bot."""
    return hashlib.sha256(Path(text.rpartition(":")[0]).read_bytes()).hexdigest()[:16]


def seats_of(given: Any, name: str) -> list[list[str]]:
    """Read who plays: one for all, one for each seat, or a list of such."""
    if isinstance(given, str) and given.startswith(DOUBLINGS):
        return doublings(given)
    if isinstance(given, str):
        return [[given]]
    if isinstance(given, list) and given and all(isinstance(each, str) for each in given):
        return [list(given)]
    if isinstance(given, list) and given and all(isinstance(each, list) for each in given):
        return [[str(bot) for bot in each] for each in given]
    raise MatchdayError(f'{name}: write seats as ["greedy", "random"], or as a list of such')


def doublings(text: str) -> list[list[str]]:
    """Let everybody in a chain play the one who thinks twice as long, from both sides: "doublings:32" ends there."""
    most = text.removeprefix(DOUBLINGS)
    if not most.isdecimal() or int(most) < 2:
        raise MatchdayError(f'"{text}": write doublings:32 for thinking with 1, 2, 4 … 32 thousand decisions')
    steps = [f"{THINK}{1 << step}" for step in range(int(most).bit_length())]
    return [pair for one, two in pairwise(steps) for pair in ([one, two], [two, one])]


def part_label(kind: str, name: str, value: Any) -> str:
    """Say one choice of a variant."""
    if kind == "seats":
        return " v ".join(value)
    return f"{name}={show_value(value) if kind == 'option' else numbers.shown(value)}"


def row_names(rows: list[Any]) -> list[str]:
    """Name the rows of a list of cards, each differently."""
    names = numbers.names_in(rows)
    return [name if names.count(name) == 1 else str(place) for place, name in enumerate(names)]


def count_of(data: Mapping[str, Any], among: str, name: str) -> tuple[str, int]:
    """Tell how many copies of a card there are, and the name of that number."""
    row = numbers.read(data, among)[row_names(numbers.read(data, among)).index(name)]
    path = f"{among}.{name}.copies" if isinstance(row, Mapping) else f"{among}.{name}"
    return path, int(numbers.read(data, path))


def barred_actions(game: Game, box: Any, patterns: Sequence[str]) -> list[int]:
    """Find the actions of a game by their notation; `buy-*` is all that begins so."""
    if not patterns:
        return []
    known = notations(game, box)
    found = []
    for pattern in patterns:
        matching = [action for action, text in known.items() if fnmatchcase(text, pattern)]
        if not matching:
            raise MatchdayError(f'no action "{pattern}" in {game.name}; {did_you_mean(pattern, known.values())}')
        found += matching
    return found


def notations(game: Game, box: Any) -> dict[int, str]:
    """Give each action that is ever seen as it is written."""
    found = {action: game.words.notation(box, action) for action in range(game.actions)}
    return {action: text for action, text in found.items() if not text.startswith("#")}


def digest(value: Any) -> str:
    """Give a short digest of anything that JSON can hold."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()[:16]


def box_digest(box: Any) -> str:
    """Give a short digest of a box."""
    return hashlib.sha256(raw(box)).hexdigest()[:16]


def counted_thing(game: Game, name: str) -> tuple[int, int]:
    """Find what is to be counted: the number of a kind of event, or so many points at once; the other is 0."""
    if name.startswith(GAIN) and name.removeprefix(GAIN).isdecimal() and int(name.removeprefix(GAIN)):
        return 0, int(name.removeprefix(GAIN))
    kinds = {kind.name.lower(): int(kind) for kind in game.events}
    if name not in kinds:
        raise MatchdayError(f'no event "{name}" in {game.name}; {did_you_mean(name, [*kinds, f"{GAIN}2"])}')
    return kinds[name], 0


def is_slow(player: Player) -> bool:
    """Tell whether somebody takes milliseconds for a choice."""
    if isinstance(player, str):
        return player in LEVELS and LEVELS[player].effort > 0
    return not isinstance(player, Style) or player.effort > 0
