"""A tournament on a page for the terminal: rounds, tables, the bracket, and what comes next."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.cells import cell_len, set_cell_size
from rich.columns import Columns
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from matchday.engine.options import show_value
from matchday.engine.speech import Say, mark
from matchday.games import game as find_game
from matchday.tournament.options import always_decides, match_options
from matchday.tournament.playing import match_file
from matchday.tournament.schedules import Slot
from matchday.tournament.standings import Result
from matchday.tournament.tournament import Course, Format, Round, Stage, Standing, Tie, Tournament, course

FORMATS = {
    Format.KNOCKOUT: mark("Knock-out"),
    Format.LEAGUE: mark("League"),
    Format.GROUPS: mark("Groups and knock-out"),
    Format.SWISS: mark("Swiss system"),
}
LATE_ROUNDS = {2: mark("Final"), 4: mark("Semi-finals"), 8: mark("Quarter-finals")}
LONG = 40
"""More matches than these are not listed all, unless one asks for it."""
GAP = 8
"""Columns between two rounds of a bracket: the score and the lines."""
NARROWEST_NAME, WIDEST_NAME = 8, 20


@dataclass
class Sheet:
    """One tournament, told in one language."""

    tournament: Tournament
    say: Say
    console: Console
    path: Path

    def __post_init__(self) -> None:
        self.course: Course = course(self.tournament)

    def show(self, *, everything: bool = False) -> None:
        """Print all of it."""
        self.show_head()
        self.show_rounds(everything=everything)
        self.show_standings()
        if self.course.bracket:
            self.show_bracket()
        self.show_next()

    def line(self, text: str = "", style: str = "") -> None:
        """Print a line that may wrap; names are no markup."""
        self.console.print(Text(text, style))

    # ------------------------------------------------------------ head

    def show_head(self) -> None:
        """Tell what is played, by whom, and with which options."""
        it = self.tournament
        title = find_game(it.game).words.title(self.say)
        count = self.say.count("{n} entrant", "{n} entrants", len(it.entrants))
        played = self.say("{played} of {all} matches played", played=len(it.results), all=matches_in_all(it))
        self.line(it.name, "bold")
        self.line(" · ".join([title, self.say(FORMATS[it.format]), count, played]), "dim")
        if it.options:
            game = find_game(it.game)
            say = self.say.at(it.game)
            given = [
                f"{game.words.option(say, name)[0]}: {game.words.value(say, name, value)}" for name, value in it.options
            ]
            self.line(" · ".join(given), "dim")

    # ------------------------------------------------------------ rounds

    def show_rounds(self, *, everything: bool) -> None:
        """List the rounds; of many only the last one played and the next."""
        known = [each for each in self.course.rounds if any(tie.home and tie.away for tie in each.ties)]
        rounds = known
        if not everything and len(self.course.ties) > LONG:
            now = next((place for place, each in enumerate(rounds) if not each.is_done), len(rounds) - 1)
            rounds = rounds[max(0, now - 1) : now + 1]
        for each in rounds:
            self.line()
            self.line(self.round_title(each), "bold")
            self.console.print(self.round_grid(each))
            if each.resting:
                rests = self.say("At rest: {names}", names=", ".join(each.resting))
                self.line(f"  {rests}", "dim")
        if len(rounds) < len(known):
            self.line()
            self.line(self.say("All rounds: --all"), "dim")

    def round_title(self, each: Round) -> str:
        """Name a round."""
        size = len(each.slots)
        if size in LATE_ROUNDS:
            return self.say(LATE_ROUNDS[size])
        return self.say("Round of {n}", n=size) if size else self.say("Round {n}", n=each.number)

    def round_grid(self, each: Round) -> Grid:
        """List the matches of a round by table."""
        grid = Grid.grid(padding=(0, 2, 0, 0))
        ties = [tie for tie in each.ties if tie.home and tie.away]
        notes = [self.notes(tie) for tie in ties]
        for _ in range(1 + max(map(len, notes))):
            grid.add_column(no_wrap=True, style="dim")
        grid.add_column(justify="right", no_wrap=True, min_width=self.name_width)
        grid.add_column(justify="center", no_wrap=True)
        grid.add_column(no_wrap=True)
        for tie, noted in zip(ties, notes, strict=True):
            home, away = (
                Text(name, "bold" if tie.result and tie.result.won_by == name else "") for name in (tie.home, tie.away)
            )
            score = self.score_text(tie.result) if tie.result else "–"
            blank = [""] * (len(grid.columns) - 3 - len(noted))
            grid.add_row(*blank, *map(Text, noted), home, Text(score), away)
        return grid

    def notes(self, tie: Tie) -> list[str]:
        """Tell the table and the group of a match, where there are several."""
        table = [self.say("table {n}", n=tie.table)] if self.tournament.copies > 1 else []
        kind = self.say("third place") if tie.third_place else tie.group
        return [*table, kind] if kind else table

    @property
    def name_width(self) -> int:
        """The width of the longest name, within reason."""
        return min(WIDEST_NAME, max(cell_len(name) for name in self.tournament.names))

    def score_text(self, result: Result) -> str:
        """Write a score, with what decided the match where the goals do not tell."""
        score = f"{result.score[0]}:{result.score[1]}"
        if result.extra:
            score = self.say("{score} a.e.t.", score=score)
        return f"{score} ({result.winner})" if result.winner else score

    # ------------------------------------------------------------ tables

    def show_standings(self) -> None:
        """Draw the tables, side by side where there is room."""
        if self.course.standings:
            self.line()
            grids = [self.standing_grid(standing) for standing in self.course.standings]
            self.console.print(Columns(grids, padding=(1, 3)) if len(grids) > 1 else grids[0])

    def standing_grid(self, standing: Standing) -> Grid:
        """Draw one table; those who go on from a group are bold."""
        heads = [mark("P"), mark("W"), mark("D"), mark("L"), mark("Goals"), mark("Pts")]
        cells = [
            [line.played, line.won, line.drawn, line.lost, f"{line.goals}:{line.against}", line.points]
            for line in standing.lines
        ]
        for head, values in (
            (mark("Rests"), [line.rests for line in standing.lines]),
            (mark("Opp."), [line.opponents for line in standing.lines]),
            (mark("Fouls"), [line.fouls for line in standing.lines]),
        ):
            if any(values):
                heads.append(head)
                cells = [[*row, value] for row, value in zip(cells, values, strict=True)]
        title = self.say("Group {letter}", letter=standing.group) if standing.group else ""
        grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim")
        grid.add_column("", justify="right", no_wrap=True)
        grid.add_column(Text(title, "bold"), min_width=self.name_width, overflow="ellipsis", no_wrap=True)
        for head in heads:
            grid.add_column(self.say(head), justify="right", no_wrap=True)
        for place, (line, row) in enumerate(zip(standing.lines, cells, strict=True), start=1):
            advances = bool(standing.group) and place <= self.tournament.advance
            grid.add_row(f"{place}", Text(line.name), *map(str, row), style="bold" if advances else "")
        return grid

    # ------------------------------------------------------------ the bracket

    def show_bracket(self) -> None:
        """Draw the bracket, as wide as the names and the screen let it."""
        self.line()
        rounds = self.course.bracket
        for row in bracket_rows(rounds, self.course.champion, self.console.width):
            self.console.print(Text(row), soft_wrap=True)

    # ------------------------------------------------------------ what comes next

    def show_next(self) -> None:
        """Tell who has won, or who plays now and how."""
        self.line()
        if self.course.champion:
            self.line(self.say("Winner: {name}", name=self.course.champion), "bold green")
            return
        due = self.course.due
        self.line(self.say("To be played now"), "bold")
        bots = [tie for tie in due if self.is_of_bots(tie)]
        people = [tie for tie in due if tie not in bots]
        for tie in due:
            table = f"  ({self.say('table {n}', n=tie.table)})" if self.tournament.copies > 1 else ""
            self.line(f"  {tie.home} – {tie.away}{table}")
        self.line()
        if bots:
            self.command(self.say("The matches of bots:"), ["matchday", "tournament", "play", str(self.path)])
        if people:
            self.show_how(people[0])

    def is_of_bots(self, tie: Tie) -> bool:
        """Tell whether both sides are bots."""
        return bool(self.tournament.bot(tie.home) and self.tournament.bot(tie.away))

    def show_how(self, tie: Tie) -> None:
        """Give the commands for a match of people: here, or on paper."""
        it, game = self.tournament, find_game(self.tournament.game)
        seats = [it.bot(tie.home), it.bot(tie.away)]
        own = 1 if seats[0] else 0
        file = self.path.parent / match_file(self.path, tie)
        words = ["matchday", "play", it.game, "--name", (tie.home, tie.away)[own]]
        words += ["--seat", "1"] if own else []
        words += ["--opponent", seats[1 - own] or "human"]
        for name, value in match_options(it, tie.stage).items():
            if value != game.options[name].default and game.options[name].secret_of is None:
                words += ["-o", f"{name}={show_value(value)}"]
        self.command(
            self.say("{home} – {away} at this screen:", home=tie.home, away=tie.away), [*words, "--save", str(file)]
        )
        names = [] if any(seats) else ["--home", tie.home, "--away", tie.away]
        self.command(self.say("and then:"), ["matchday", "tournament", "record", str(self.path), str(file), *names])
        on_paper = ["matchday", "tournament", "result", str(self.path), tie.home, tie.away, "2:1"]
        self.command(self.say("or, played on paper:"), on_paper)
        if tie.stage == Stage.KNOCKOUT and not always_decides(it, tie.stage):
            self.line(self.say("If it ends level, play it again: a knock-out match needs a winner."), "dim")

    def command(self, label: str, words: Sequence[str]) -> None:
        """Print a command that can be copied."""
        self.line(label, "dim")
        self.console.print(Text(f"  {shlex.join(words)}"), soft_wrap=True)


def matches_in_all(tournament: Tournament) -> int:
    """Tell how many matches a tournament has."""
    count = len(tournament.entrants)
    if tournament.format == Format.LEAGUE:
        return count * (count - 1) // (1 if tournament.double else 2)
    if tournament.format == Format.SWISS:
        return tournament.swiss_rounds * (count // 2)
    third = int(tournament.third_place)
    if tournament.format == Format.KNOCKOUT:
        return count - 1 + third
    small, large = divmod(count, tournament.group_count)
    in_groups = (tournament.group_count - large) * small * (small - 1) // 2 + large * (small + 1) * small // 2
    return in_groups + tournament.group_count * tournament.advance - 1 + third


# ---------------------------------------------------------------- drawing a bracket


def bracket_rows(rounds: Sequence[Round], champion: str, width: int) -> list[str]:
    """Draw a bracket in columns, one for each round and one for the winner.

    Byes are left out, and so are first rounds for which the screen is too narrow.
    """
    shown = list(rounds)
    while len(shown) > 1 and room(len(shown) + 1, width) < NARROWEST_NAME:
        shown.pop(0)
    columns: list[Sequence[Slot]] = [*(each.slots for each in shown), [champion]]
    longest = max(cell_len(name) for slots in columns for name in slots if name is not None)
    wide = max(1, min(room(len(columns), width), WIDEST_NAME, longest))
    canvas = [[" "] * (len(columns) * (wide + GAP)) for _ in range(2 * len(columns[0]) - 1)]
    for number, slots in enumerate(columns):
        left, step = number * (wide + GAP), 2 << number
        for place, name in enumerate(slots):
            rival = None if number == len(shown) else slots[place ^ 1]
            if name is None or (rival is None and number < len(shown)):
                continue
            row = place * step + step // 2 - 1
            put(canvas[row], left, set_cell_size(shortened(name or "?", wide), wide))
            if rival is not None:
                score = goals_of(shown[number], name, rival)
                put(canvas[row], left + wide, f"{score:>3} ─" if score else " ────")
                join(canvas, row, left + wide + 5, step, upper=place % 2 == 0)
    return "\n".join("".join(row).rstrip() for row in canvas).strip("\n").split("\n")


def room(columns: int, width: int) -> int:
    """Tell how wide names can be in so many columns."""
    return (width - GAP * (columns - 1)) // columns


def put(row: list[str], left: int, text: str) -> None:
    """Write into a row of cells; a wide sign takes two."""
    cells = [cell for sign in text for cell in [sign, ""][: max(1, cell_len(sign))]]
    row[left : left + len(cells)] = cells


def join(canvas: list[list[str]], row: int, left: int, step: int, *, upper: bool) -> None:
    """Draw the line from a slot to the next round; the upper one of two draws the way on."""
    half = step // 2
    canvas[row][left] = "┐" if upper else "┘"
    for between in range(1, half):
        canvas[row + between if upper else row - between][left] = "│"
    if upper:
        put(canvas[row + half], left, "├─ ")


def goals_of(each: Round, name: str, rival: str) -> str:
    """Give the goals of one side of a match of the bracket; "" while it is open."""
    for tie in each.ties:
        if tie.result and not tie.third_place and {tie.home, tie.away} == {name, rival}:
            return str(tie.result.score[0 if tie.home == name else 1])
    return ""


def shortened(name: str, width: int) -> str:
    """Cut a name that is too long."""
    return name if cell_len(name) <= width else f"{set_cell_size(name, width - 1).rstrip()}…"
