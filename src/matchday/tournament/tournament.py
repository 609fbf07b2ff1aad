"""A tournament as data: entrants, format and results; from them follow its rounds, tables and who plays next.

Everything drawn by lot comes from the seed and the entrants' names, so that a tournament can be repeated and checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from matchday.engine.errors import MatchdayError
from matchday.engine.options import Value
from matchday.engine.speech import Say
from matchday.match.match import key_of
from matchday.tournament import schedules
from matchday.tournament.schedules import Pair, Slot
from matchday.tournament.standings import Line, Lot, Result, TieBreak, swiss_table, table

MOST = 64
GROUP_SIZES = (3, 5)


class Format(StrEnum):
    """The four formats."""

    KNOCKOUT = "knockout"
    LEAGUE = "league"
    GROUPS = "groups"
    SWISS = "swiss"


class Stage(StrEnum):
    """What a match counts for: a table, where it may be drawn, or a knock-out, where it may not."""

    TABLE = "table"
    KNOCKOUT = "knockout"


FEWEST = {Format.KNOCKOUT: 2, Format.LEAGUE: 2, Format.GROUPS: 6, Format.SWISS: 4}
STAGES = {
    Format.KNOCKOUT: (Stage.KNOCKOUT,),
    Format.LEAGUE: (Stage.TABLE,),
    Format.GROUPS: (Stage.TABLE, Stage.KNOCKOUT),
    Format.SWISS: (Stage.TABLE,),
}


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, ready to be said in any language."""

    told: str
    values: Mapping[str, object]

    def said(self, say: Say) -> str:
        """Put it into words."""
        return say(self.told, **self.values)


def problem(told: str, **values: object) -> Problem:
    """Make a problem of a marked text."""
    return Problem(told, values)


class TournamentError(MatchdayError):
    """What is wrong with a tournament or with what was asked of it; all of it at once."""

    def __init__(self, problems: Sequence[Problem], where: str = "") -> None:
        self.problems, self.where = list(problems), where
        super().__init__(self.said(Say("en")))

    def said(self, say: Say) -> str:
        """List it in a language."""
        return "\n".join(f"{self.where}: {each.said(say)}" if self.where else each.said(say) for each in self.problems)


def refusal(told: str, **values: object) -> TournamentError:
    """Make an error of one marked text."""
    return TournamentError([problem(told, **values)])


@dataclass(frozen=True)
class Entrant:
    """A person, or a bot of some kind."""

    name: str
    bot: str = ""


@dataclass(frozen=True)
class Tournament:
    """All that a tournament file says."""

    name: str
    game: str
    format: Format
    entrants: tuple[Entrant, ...]
    seed: str = ""
    seeded: bool = False
    """Whether the entrants stand in the order of their strength; otherwise the draw decides."""
    double: bool = False
    third_place: bool = False
    groups: int = 0
    """How many groups; 0 for as many as make groups of four at most."""
    advance: int = 2
    """How many of each group go on."""
    rounds: int = 0
    """Rounds of a Swiss tournament; 0 for one more than a knock-out would take."""
    copies: int = 1
    """How many tables play side by side."""
    tie_break: TieBreak = TieBreak.HEAD_TO_HEAD
    options: tuple[tuple[str, Value], ...] = ()
    results: tuple[Result, ...] = ()

    @property
    def names(self) -> list[str]:
        """The entrants' names."""
        return [entrant.name for entrant in self.entrants]

    @property
    def group_count(self) -> int:
        """How many groups there are."""
        return self.groups or -(-len(self.entrants) // 4)

    @property
    def swiss_rounds(self) -> int:
        """How many rounds a Swiss tournament has."""
        return self.rounds or (len(self.entrants) - 1).bit_length() + 1

    @cached_property
    def known(self) -> dict[tuple[int, frozenset[str]], Result]:
        """The results by round and pair."""
        return {(result.round, result.pair): result for result in self.results}

    @cached_property
    def draw(self) -> list[str]:
        """The names as seeds: in the order given, or by lot."""
        return self.names if self.seeded else sorted(self.names, key=self.lot("draw"))

    def lot(self, what: str) -> Lot:
        """Give the lots that are drawn for something, one for each name."""
        return lambda name: key_of(f"{self.seed} {what} {name}")

    def bot(self, name: str) -> str:
        """Tell what kind of bot plays under a name; "" for a person."""
        return next(entrant.bot for entrant in self.entrants if entrant.name == name)


@dataclass(frozen=True)
class Tie:
    """One match of the schedule."""

    round: int
    home: str
    """ "" while it is not known who comes."""
    away: str
    stage: Stage
    group: str = ""
    number: int = 1
    """Its place in the round."""
    table: int = 1
    third_place: bool = False
    result: Result | None = None

    @property
    def is_open(self) -> bool:
        """Whether it can be played now."""
        return bool(self.home and self.away) and self.result is None


@dataclass(frozen=True)
class Round:
    """Matches that may be played side by side."""

    number: int
    stage: Stage
    ties: tuple[Tie, ...]
    resting: tuple[str, ...] = ()
    slots: tuple[Slot, ...] = ()
    """The places of a bracket from the top down."""

    @property
    def is_done(self) -> bool:
        """Whether every match has a result."""
        return all(tie.result for tie in self.ties)


@dataclass(frozen=True)
class Standing:
    """A table with its group, "" where all play in one."""

    group: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Course:
    """How a tournament stands."""

    rounds: tuple[Round, ...]
    standings: tuple[Standing, ...]
    champion: str
    """ "" until it is over."""

    @property
    def ties(self) -> list[Tie]:
        """All matches that are known of."""
        return [tie for each in self.rounds for tie in each.ties]

    @property
    def due(self) -> list[Tie]:
        """What has to be played next: in tables the first round that is not done, in a knock-out all that can be."""
        now = next((each for each in self.rounds if not each.is_done), None)
        if now is None:
            return []
        ties = self.ties if now.stage == Stage.KNOCKOUT else now.ties
        return [tie for tie in ties if tie.is_open]

    @property
    def bracket(self) -> list[Round]:
        """The rounds of the knock-out."""
        return [each for each in self.rounds if each.slots]


# ---------------------------------------------------------------- the course


def course(tournament: Tournament) -> Course:
    """Follow a tournament as far as its results go."""
    follow: Mapping[Format, Callable[[Tournament], Course]] = {
        Format.KNOCKOUT: knockout_course,
        Format.LEAGUE: league_course,
        Format.GROUPS: groups_course,
        Format.SWISS: swiss_course,
    }
    return follow[tournament.format](tournament)


def knockout_course(tournament: Tournament) -> Course:
    """A bracket of all entrants."""
    rounds = knockout_rounds(tournament, schedules.bracket(tournament.draw), 1)
    return Course(tuple(rounds), (), champion_of(rounds))


def league_course(tournament: Tournament) -> Course:
    """A round robin of all entrants."""
    plan = schedules.round_robin(tournament.draw, double=tournament.double)
    rounds = [table_round(tournament, number, [("", pairs)]) for number, pairs in enumerate(plan, start=1)]
    lines = ranked(tournament, tournament.names, rounds)
    return Course(tuple(rounds), (Standing("", lines),), lines[0].name if is_done(rounds) else "")


def groups_course(tournament: Tournament) -> Course:
    """Round robins in groups, then a bracket of the best."""
    groups = schedules.snake(tournament.draw, tournament.group_count)
    letters = [chr(ord("A") + number) for number in range(len(groups))]
    plans = [schedules.round_robin(group) for group in groups]
    rounds = [
        table_round(
            tournament,
            number + 1,
            [(letter, plan[number]) for letter, plan in zip(letters, plans, strict=True) if number < len(plan)],
        )
        for number in range(max(map(len, plans)))
    ]
    standings = tuple(
        Standing(letter, ranked(tournament, group, rounds)) for letter, group in zip(letters, groups, strict=True)
    )
    last = len(rounds)
    if is_done(rounds):
        rounds += knockout_rounds(tournament, qualified(tournament, standings), last + 1)
    return Course(tuple(rounds), standings, champion_of(rounds[last:]))


def swiss_course(tournament: Tournament) -> Course:
    """Rounds that are paired by the table, each when the one before is done."""
    rounds: list[Round] = []
    lines = swiss_lines(tournament, rounds)
    while len(rounds) < tournament.swiss_rounds and is_done(rounds):
        number = len(rounds) + 1
        order = tournament.draw if number == 1 else [line.name for line in lines]
        met = frozenset(tie.result.pair for each in rounds for tie in each.ties if tie.result)
        rested = {name for each in rounds for name in each.resting}
        pairs, rest = schedules.swiss_round(order, {line.name: line.points for line in lines}, met, rested)
        sides = [by_turns(pair, rounds) for pair in pairs]
        rounds.append(table_round(tournament, number, [("", sides)], (rest,) if rest else ()))
        lines = swiss_lines(tournament, rounds)
    over = len(rounds) == tournament.swiss_rounds and is_done(rounds)
    return Course(tuple(rounds), (Standing("", lines),), lines[0].name if over else "")


def is_done(rounds: Sequence[Round]) -> bool:
    """Tell whether all rounds so far are done."""
    return all(each.is_done for each in rounds)


def by_turns(pair: Pair, rounds: Sequence[Round]) -> Pair:
    """Let whoever was at home less often be at home, the higher-placed if both were as often."""
    homes = [tie.home for each in rounds for tie in each.ties]
    first, second = pair
    return (second, first) if homes.count(second) < homes.count(first) else pair


def results_of(rounds: Sequence[Round]) -> list[Result]:
    """Collect the results of some rounds, each as the schedule has its sides."""
    return [tie.result for each in rounds for tie in each.ties if tie.result]


def ranked(tournament: Tournament, names: Sequence[str], rounds: Sequence[Round]) -> tuple[Line, ...]:
    """Make the table of a league or group."""
    played = [result for result in results_of(rounds) if result.pair <= set(names)]
    return tuple(table(names, played, tournament.tie_break, tournament.lot("lots")))


def swiss_lines(tournament: Tournament, rounds: Sequence[Round]) -> tuple[Line, ...]:
    """Make the table of a Swiss tournament; who rests has the points when the round is done."""
    rested = [name for each in rounds if each.is_done for name in each.resting]
    rests = {name: rested.count(name) for name in rested}
    return tuple(swiss_table(tournament.names, results_of(rounds), rests, tournament.lot("lots")))


def table_round(
    tournament: Tournament,
    number: int,
    groups: Sequence[tuple[str, Sequence[Pair]]],
    resting: tuple[str, ...] | None = None,
) -> Round:
    """Deal the matches of a round to the tables."""
    ties = [Tie(number, home, away, Stage.TABLE, group) for group, pairs in groups for home, away in pairs]
    if resting is None:
        playing = {name for tie in ties for name in (tie.home, tie.away)}
        resting = tuple(name for name in tournament.draw if name not in playing)
    return Round(number, Stage.TABLE, dealt(tournament, ties), resting)


def dealt(tournament: Tournament, ties: Sequence[Tie]) -> tuple[Tie, ...]:
    """Give each match its table, in turn, and its result."""
    found = []
    for place, tie in enumerate(ties):
        result = tournament.known.get((tie.round, frozenset((tie.home, tie.away))))
        if result and result.home != tie.home:
            result = result.flipped()
        found.append(replace(tie, number=place + 1, table=place % tournament.copies + 1, result=result))
    return tuple(found)


# ---------------------------------------------------------------- knock-out


def knockout_rounds(tournament: Tournament, slots: Sequence[Slot], number: int) -> list[Round]:
    """Play a bracket as far as results go; the match for the third place comes before the final."""
    rounds: list[Round] = []
    losers: list[str] = []
    while len(slots) > 1:
        ties = [
            Tie(number, home, away, Stage.KNOCKOUT)
            for home, away in zip(slots[::2], slots[1::2], strict=True)
            if home is not None and away is not None
        ]
        if len(slots) == 2 and tournament.third_place:
            ties.insert(0, Tie(number, losers[0], losers[1], Stage.KNOCKOUT, third_place=True))
        played = dealt(tournament, ties)
        rounds.append(Round(number, Stage.KNOCKOUT, played, slots=tuple(slots)))
        losers = [tie.result.lost_by if tie.result else "" for tie in played if not tie.third_place]
        real = iter(tie for tie in played if not tie.third_place)
        slots = [
            home or away if home is None or away is None else winner_of(next(real))
            for home, away in zip(slots[::2], slots[1::2], strict=True)
        ]
        number += 1
    return rounds


def winner_of(tie: Tie) -> str:
    """Tell who goes on; "" while that is open."""
    return tie.result.won_by if tie.result else ""


def champion_of(rounds: Sequence[Round]) -> str:
    """Tell who has won the final."""
    return winner_of(rounds[-1].ties[-1]) if rounds and is_done(rounds) else ""


def qualified(tournament: Tournament, standings: Sequence[Standing]) -> list[Slot]:
    """Place those who go on in a bracket, so that two of one group do not meet at once where that can be helped."""
    best = [[line.name for line in standing.lines[: tournament.advance]] for standing in standings]
    count = len(best)
    if tournament.advance == 2 and count & (count - 1) == 0:
        return schedules.crossed(best)
    lot = tournament.lot("seeds")

    def strength(line: Line) -> tuple[Fraction, Fraction, Fraction]:
        return (
            Fraction(line.points, line.played),
            Fraction(line.difference, line.played),
            Fraction(line.goals, line.played),
        )

    seeds: list[str] = []
    for place in range(tournament.advance):
        lines = sorted((standing.lines[place] for standing in standings), key=lambda line: lot(line.name))
        seeds += [line.name for line in sorted(lines, key=strength, reverse=True)]
    group_of = {line.name: number for number, standing in enumerate(standings) for line in standing.lines}
    return schedules.bracket(schedules.kept_apart(seeds, group_of))
