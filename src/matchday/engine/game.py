"""`Game`: what every game fills in, and nothing more. The engine receives a `Game`; it never imports one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, Protocol

from matchday.engine import slots
from matchday.engine.boxfile import BoxReader, read_toml
from matchday.engine.cover import TABLES, Cover, read_cover
from matchday.engine.errors import IncompleteGame
from matchday.engine.log import EventKind
from matchday.engine.observing import Spot, meanings, observer
from matchday.engine.options import Option, Options, read_options, settle
from matchday.engine.record import Array, Record, i8, u8, u16, u64
from matchday.engine.speech import Say, speak_from
from matchday.engine.view import Counter, Face, Facts, Zone


class AnyBox(Record):
    """The fields that every game's box begins with."""

    seats: int = i8()


class AnyTable(Record):
    """The fields that every game's table begins with. A game with a clock adds `elapsed: int = i32()`: the host writes
    the milliseconds that the action took there before it calls `apply`, or -1 for the game's nominal time.
    """

    key: Array = u64(2)
    counter: int = u64()
    waiting: int = u16()  # bit mask of the seats that owe a decision; 0 when the match is over
    phase: int = u8()


class Rules(Protocol):
    """`rules.py` or `rules/`. `deal` gets an empty table: all zeros but the key, which is set before."""

    def deal(self, box: Any, table: Any, log: Any) -> None: ...
    def legal(self, box: Any, table: Any, seat: int, out: Any) -> int: ...
    def apply(self, box: Any, table: Any, seat: int, action: int, log: Any) -> None: ...
    def score(self, box: Any, table: Any, out: Any) -> None: ...
    def result(self, box: Any, table: Any, out: Any) -> None: ...


class Secrets(Protocol):
    """`secrets.py`."""

    def hide(self, box: Any, table: Any, seat: int) -> None: ...
    def redeal(self, box: Any, table: Any, seat: int, dice: Any) -> None: ...


class Hints(Protocol):
    """`hints.py`. A game may leave out `luck` and `hazard` (`slots.OPTIONAL`): they are 0 then."""

    def choose(self, box: Any, table: Any, seat: int, out: Any, count: int, dice: Any) -> int: ...
    def moment(self, box: Any, table: Any) -> int: ...
    def luck(self, box: Any, table: Any, seat: int) -> int: ...
    def hazard(self, box: Any, table: Any, seat: int) -> int: ...


class Features(Protocol):
    """`features.py`, which a game may leave out: what a learnt value looks at (`bots/value.py`)."""

    FEATURES: Mapping[str, int]
    """How many inputs each thing has that is looked at, in the order in which they are counted; the lead is first."""
    CLUES: Mapping[str, int]
    """The same of what matters to a decision beyond that, counted on from there; a game may leave out both it and
    `clues`."""

    def features(self, box: Any, table: Any, seat: int, out: Any) -> int: ...
    def clues(self, box: Any, table: Any, seat: int, out: Any, count: int) -> int: ...


class Words(Protocol):
    """`words.py`: everything that is said of the game. `say` carries the language.

    `box` and `table` are what the listener may know; `names` are the seats' names.
    """

    def title(self, say: Say) -> str: ...
    def blurb(self, say: Say) -> str: ...
    def notation(self, box: Any, action: int) -> str: ...
    def action(self, say: Say, box: Any, table: Any, seat: int, action: int) -> str: ...
    def prompt(self, say: Say, box: Any, table: Any, seat: int) -> str: ...
    def phase(self, say: Say, box: Any, table: Any) -> str: ...
    def event(self, say: Say, box: Any, names: list[str], kind: int, args: tuple[int, ...]) -> str: ...
    def event_rule(self, kind: int) -> str: ...
    def option(self, say: Say, name: str) -> tuple[str, str]: ...
    def value(self, say: Say, name: str, value: Any) -> str: ...
    def team(self, say: Say, seat: int) -> str: ...


class Sight(Protocol):
    """`view.py`: a hidden table as zones, counters and choices."""

    def zones(self, say: Say, box: Any, table: Any, seat: int) -> list[Zone]: ...
    def counters(self, say: Say, box: Any, table: Any, seat: int) -> list[Counter]: ...
    def elements(self, box: Any, table: Any, seat: int, action: int) -> list[str]: ...
    def detail(self, say: Say, box: Any, table: Any, seat: int, action: int) -> str: ...
    def clock(self, say: Say, box: Any, table: Any) -> str: ...


MODULES = ("state", "box", "rules", "secrets", "hints", "words", "view", "draw")
"""What every game's package consists of; `faces` may come on top."""


def never(box: Any) -> bool:
    """Say no to every box."""
    return False


def no_faces(say: Say, box: Any) -> list[Face]:
    """Print nothing: every piece carries all that is to be said of it."""
    return []


def no_facts(box: Any, table: Any, seat: int, action: int) -> Facts:
    """Know nothing of an action in numbers."""
    return {}


def no_reason(say: Say, box: Any, table: Any, seat: int, action: int) -> str:
    """Know no reason for an action but its chances."""
    return ""


def no_time(say: Say, box: Any, table: Any) -> str:
    """Have no clock that could be told shortly."""
    return ""


def never_named(box: Any, table: Any, seat: int, action: int) -> bool:
    """Let no action be called as its pieces are."""
    return False


def always_final(box: Any, table: Any, seat: int, action: int) -> bool:
    """Let no action be a mere step."""
    return True


@dataclass(frozen=True, eq=False)
class Game:
    """One rulebook."""

    name: str
    version: int
    """Raised whenever the same moves could lead to another table; match files carry it. 0 is a draft, which may still
    lack what only a release needs: golden playthroughs, translations."""
    box_type: type[AnyBox]
    table_type: type[AnyTable]
    phases: type[IntEnum]
    events: type[EventKind]
    read_box: Callable[[BoxReader, Options], Any]
    """Fills a box from a box file's data and settled options; problems go to the reader."""
    rules: Rules
    secrets: Secrets
    hints: Hints
    words: Words
    sight: Sight
    draw: Callable[..., Any]
    """(say, box, table, seat, names) -> a hidden table as a picture for the terminal, in `draw.py`.

    Where lessons lay out a part of the hand, `hand` names its faces: nothing else of it is drawn but what is chosen.
    """
    actions: int
    """Every action is below this number."""
    plies: Callable[[Any], int]
    """No match with this box takes more decisions; the function says why."""
    components: Callable[[Any, Any], Any]
    """(box, table) -> anything comparable that stays equal while components are conserved."""
    folder: Path
    deadline: Callable[[Any, Any], tuple[int, int] | None] | None = None
    """(box, table) -> the milliseconds that the present question may take and the action that the host plays then;
    None where nobody is hurried. Public: it depends on nothing hidden."""
    least: Callable[[Any, Any], int] | None = None
    """(box, table) -> the milliseconds that the game's clock counts for the present question at least. Public, as the
    deadline is."""
    features: Features | None = None
    """What a learnt value looks at; None where nothing can be learnt."""
    has_draws: Callable[[Any], bool] = never
    """(box) -> whether a match may end level, so that a draw can be agreed on."""
    faces: Callable[[Say, Any], list[Face]] = no_faces
    """(say, box) -> what is printed on every card, die and token of the box, each once. A view's pieces need not
    repeat it."""
    facts: Callable[[Any, Any, int, int], Facts] = no_facts
    """(box, table, seat, action) -> chances, costs and what is left, by their names. A game that has facts takes them
    as the last argument of `detail`, which says them in words."""
    because: Callable[[Say, Any, Any, int, int], str] = no_reason
    """(say, box, table, seat, action) -> why somebody would choose it, in a sentence of the game's own; nothing where
    the chances alone speak for it. The bench adds it to its hints."""
    time: Callable[[Say, Any, Any], str] = no_time
    """(say, box, table) -> the match clock in the few signs that fit beside a line: "73′", "5:12", "H8"; nothing where
    no time is counted."""
    final: Callable[[Any, Any, int, int], bool] = always_final
    """(box, table, seat, action) -> False if it is a step of a choice that the seat has still to complete, and that it
    can take back."""
    named: Callable[[Any, Any, int, int], bool] = never_named
    """(box, table, seat, action) -> True if it is called as its elements are: by their names, each once, with commas
    between. Over the wire it then comes without a label."""
    horizon: int = 0
    """How many moments of the match a bot's trial goes ahead: the fewest that show what a choice leads to (see
    docs/bots.md); 0 plays to the end."""
    far_horizon: int = 0
    """The same for a bot that has much time; 0 where looking farther gains nothing."""
    near: int = 0
    """How many moments a trial goes ahead whose end is valued by what was learnt (`learnt.json`); 0 where matches have
    not shown that to be better than the lead at the horizon."""
    schooled: bool = False
    """Whether a bot that has much time plays with the learnt sense (`sense.json`): where matches have shown that to be
    better."""
    doubt: float = 1.0
    """Standard errors by which a choice must beat that of the playing sense: more where that is hard to better."""
    automatic: int = 256
    """The first of the phases that never outlast an action: from here on nobody sees them, and they have no words."""

    @classmethod
    def of(cls, package: str, **own: Any) -> Game:
        """Gather a game from the modules of its package, each thing by the name that all games give it; `own` is what
        cannot be found so: its version, its bounds, what bots need to know.
        """
        name = package.rpartition(".")[2]
        if missing := [f"there is no {each}.py" for each in MODULES if not find_spec(f"{package}.{each}")]:
            raise IncompleteGame(name, missing)
        parts: dict[str, Any] = {each: import_module(f"{package}.{each}") for each in MODULES}
        if find_spec(f"{package}.faces"):
            own["faces"] = import_module(f"{package}.faces").faces
        if find_spec(f"{package}.features"):
            own["features"] = import_module(f"{package}.features")
        state, view = parts["state"], parts["view"]
        own |= {
            each: getattr(view, each) for each in ("facts", "because", "time", "final", "named") if hasattr(view, each)
        }
        return cls(
            name=name,
            folder=Path(str(state.__file__)).parent,
            box_type=state.Box,
            table_type=state.Table,
            phases=state.Phase,
            events=state.Event,
            actions=state.ACTIONS,
            read_box=parts["box"].read_box,
            rules=parts["rules"],
            secrets=parts["secrets"],
            hints=parts["hints"],
            words=parts["words"],
            sight=view,
            draw=parts["draw"].draw,
            **own,
        )

    def __post_init__(self) -> None:
        """Look that everything is there; whatever is missing is reported at once."""
        from matchday.engine.completeness import lacking

        if problems := lacking(self):
            raise IncompleteGame(self.name, problems)
        speak_from(self.name, self.folder)

    def slot(self, name: str) -> FunctionType:
        """Give the function that stands for a slot."""
        if name == slots.observe.__name__:
            return self.observe
        for part in (self.rules, self.secrets, self.hints, self.features):
            if hasattr(part, name):
                return getattr(part, name)
        return getattr(slots, name)  # one of `slots.OPTIONAL`

    @cached_property
    def observe(self) -> Any:
        """The function that writes what a seat knows, number by number."""
        return observer(self.table_type)

    @cached_property
    def observation(self) -> tuple[Spot, ...]:
        """What each of these numbers means."""
        phases = ", ".join(f"{phase.value} {phase.name}" for phase in self.phases if phase < self.automatic)
        spots = meanings(self.table_type)
        return tuple(replace(spot, meaning=phases) if spot.name == "phase" else spot for spot in spots)

    @property
    def is_draft(self) -> bool:
        """Whether the game is not released yet."""
        return self.version == 0

    @property
    def package(self) -> str:
        """The package that holds the game's modules, ours or another's."""
        return self.table_type.__module__.rpartition(".")[0]

    @cached_property
    def box_data(self) -> dict[str, Any]:
        """The game's own box file."""
        return read_toml(self.folder / "box.toml")

    @cached_property
    def options(self) -> dict[str, Option]:
        """The options that the game's own box file offers."""
        reader = BoxReader(self.box_data)
        found = read_options(reader)
        reader.finish()
        return found

    @cached_property
    def cover(self) -> Cover:
        """What the game's own box file tells of it before it is played."""
        reader = BoxReader(self.box_data)
        found = read_cover(reader, self.options)
        reader.finish()
        return found

    @cached_property
    def art(self) -> Path | None:
        """The picture on its cover, where somebody has drawn one."""
        path = self.folder / "cover.svg"
        return path if path.is_file() else None

    @property
    def has_clock(self) -> bool:
        """Whether the host's clock is part of each action."""
        return "elapsed" in self.table_type.fields

    def box(self, given: Mapping[str, Any] | None = None, data: Mapping[str, Any] | None = None) -> Any:
        """Make a box from options and, for designers, from another box file's data."""
        options = settle(self.options, given or {})
        known = self.box_data if data is None else data
        reader = BoxReader({key: value for key, value in known.items() if key not in TABLES})
        if data is not None:
            outside = BoxReader(data)
            read_options(outside)
            read_cover(outside, self.options)
            reader.problems += outside.problems
        box = self.read_box(reader, options)
        reader.finish()
        return box
