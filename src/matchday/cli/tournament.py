"""`matchday tournament …`: hold a tournament of people and bots."""

from __future__ import annotations

import os
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from matchday.bots.levels import KINDS, LEVELS
from matchday.bots.simple import LABELS
from matchday.cli.parts import Language, OptionTexts, PresetName, bar, chosen_options, speaker
from matchday.engine.errors import MatchdayError
from matchday.engine.speech import Say, mark
from matchday.games import GAMES, game, learnt_soonest
from matchday.tournament.entering import entered, entrant_named, find_tie
from matchday.tournament.files import (
    load_tournament,
    print_tournament,
    read_score,
    read_tournament,
    save_tournament,
)
from matchday.tournament.standings import Result, TieBreak
from matchday.tournament.tournament import Entrant, Format, Tournament, TournamentError, course, refusal

app = typer.Typer(no_args_is_help=True, help="Tournaments: new, show, record, result, play.")

TournamentPath = Annotated[Path, typer.Argument(metavar="FILE", help="The tournament file.")]
Replace = Annotated[bool, typer.Option("--replace", help="In place of the result that is there.")]


@contextmanager
def told_in(say: Say) -> Iterator[None]:
    """Tell what is wrong in the language that was asked for."""
    from matchday.match.files import BadFile

    try:
        yield
    except TournamentError as error:
        raise MatchdayError(error.said(say)) from None
    except BadFile as error:
        raise MatchdayError(error.said(say)) from None


@app.command()
def new(
    file: TournamentPath,
    *,
    game_name: Annotated[
        str | None, typer.Option("--game", help=f"One of: {', '.join(GAMES)}; the one learnt soonest if left out.")
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="The format.")] = Format.KNOCKOUT,
    entrant: Annotated[
        list[str] | None, typer.Option("--entrant", "-e", help="A name; NAME=KIND for a bot with a name.")
    ] = None,
    bot: Annotated[list[str] | None, typer.Option("--bot", "-b", help=f"A bot of a kind: {', '.join(KINDS)}.")] = None,
    name: Annotated[str, typer.Option(help="The tournament's name; the file's own if left out.")] = "",
    double: Annotated[bool, typer.Option("--double", help="League: every two meet twice, sides changed.")] = False,
    third_place: Annotated[bool, typer.Option("--third-place", help="Knock-out: a match for the third place.")] = False,
    groups: Annotated[int, typer.Option(help="Groups: how many; 0 makes groups of four at most.")] = 0,
    advance: Annotated[int, typer.Option(help="Groups: how many of each go on.")] = 2,
    rounds: Annotated[int, typer.Option(help="Swiss: how many rounds; 0 for one more than a knock-out takes.")] = 0,
    copies: Annotated[int, typer.Option(help="Tables that play side by side.")] = 1,
    tie_break: Annotated[
        TieBreak, typer.Option(help="League and groups: what comes after points.")
    ] = TieBreak.HEAD_TO_HEAD,
    seeded: Annotated[
        bool, typer.Option("--seeded", help="Entrants stand in the order of their strength; else the draw decides.")
    ] = False,
    seed: Annotated[str, typer.Option(help="Any text: the same seed draws the same lots.")] = "",
    preset: PresetName = None,
    option: OptionTexts = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    language: Language = "en",
) -> None:
    """Begin a tournament: write its file and draw the lots."""
    say = speaker(language)
    chosen = game(game_name) if game_name else learnt_soonest()
    settled = chosen_options(chosen, preset, option)
    given = dict.fromkeys(chosen.cover.preset(preset).options if preset else ())
    given.update(dict.fromkeys(text.partition("=")[0] for text in option or []))
    with told_in(say):
        if file.exists() and not force:
            raise refusal(mark("{file} is there already; --force writes over it"), file=file)
        found = Tournament(
            name=name or file.stem,
            game=chosen.name,
            format=form,
            entrants=read_entrants(entrant or [], bot or [], say),
            seed=seed or secrets.token_hex(4),
            seeded=seeded,
            double=double,
            third_place=third_place,
            groups=groups,
            advance=advance,
            rounds=rounds,
            copies=copies,
            tie_break=tie_break,
            options=tuple((name, settled[name]) for name in given),
        )
        try:
            read_tournament(print_tournament(found), "")
        except TournamentError as error:
            raise TournamentError(error.problems) from None
        save_tournament(found, file)
    show_sheet(found, say, file)


def read_entrants(names: list[str], bots: list[str], say: Say) -> tuple[Entrant, ...]:
    """Read the entrants; bots without a name go by their kind."""
    found = []
    for text in names:
        name, _, kind = text.rpartition("=")
        found.append(Entrant(name.strip(), kind) if name and kind in KINDS else Entrant(text.strip()))
    many, seen = Counter(bots), Counter[str]()
    for kind in bots:
        if kind not in KINDS:
            raise refusal(mark('no bot "{bot}"; known: {known}'), bot=kind, known=", ".join(KINDS))
        seen[kind] += 1
        label = say(LEVELS[kind].label if kind in LEVELS else LABELS[kind])
        found.append(Entrant(f"{label} {seen[kind]}" if many[kind] > 1 else label, kind))
    return tuple(found)


def show_sheet(tournament: Tournament, say: Say, path: Path, *, everything: bool = False) -> None:
    """Print the sheet of a tournament."""
    from matchday.tournament.sheet import Sheet

    Sheet(tournament, say, Console(), path).show(everything=everything)


@app.command()
def show(
    file: TournamentPath,
    *,
    everything: Annotated[bool, typer.Option("--all", help="All rounds, however many.")] = False,
    language: Language = "en",
) -> None:
    """Show rounds, results, the table or the bracket, and who has to play next."""
    say = speaker(language)
    with told_in(say):
        tournament = load_tournament(file)
    show_sheet(tournament, say, file, everything=everything)


@app.command()
def record(
    file: TournamentPath,
    match_file: Annotated[Path, typer.Argument(metavar="MATCHFILE", help="A match file of a match that is over.")],
    *,
    home: Annotated[str, typer.Option(help="Who had the first seat, if the match file does not tell.")] = "",
    away: Annotated[str, typer.Option(help="Who had the second seat.")] = "",
    replacing: Replace = False,
    language: Language = "en",
) -> None:
    """Enter the result of a match that was played here or in the browser."""
    from matchday.match.files import read_match
    from matchday.tournament.playing import recorded

    say = speaker(language)
    with told_in(say):
        tournament = load_tournament(file)
        match = read_match(match_file)
        kept = os.path.relpath(match_file, file.parent).replace(os.sep, "/")
        tournament, result = recorded(tournament, match, file=kept, home=home, away=away, replacing=replacing)
        save_tournament(tournament, file)
    tell_result(tournament, result, say, file)


@app.command()
def result(
    file: TournamentPath,
    home: Annotated[str, typer.Argument(help="An entrant.")],
    away: Annotated[str, typer.Argument(help="Another.")],
    score: Annotated[str, typer.Argument(help="As 2:1, with the goals of extra time.")],
    *,
    extra: Annotated[bool, typer.Option("--extra", help="Extra time was played.")] = False,
    fouls: Annotated[str, typer.Option(help="Tactical fouls, as 3:4.")] = "0:0",
    winner: Annotated[str, typer.Option(help="Who won by lot or on penalties, or since the other gave up.")] = "",
    replacing: Replace = False,
    language: Language = "en",
) -> None:
    """Enter the result of a match that was played on paper."""
    say = speaker(language)
    with told_in(say):
        tournament = load_tournament(file)
        names = [entrant_named(tournament, name) for name in (home, away)]
        goals, counted = read_score(score), read_score(fouls)
        if goals is None or counted is None:
            told = mark('"{written}" is no score: write it like 2:1')
            raise refusal(told, written=score if goals is None else fouls)
        tie, _ = find_tie(tournament, names[:1], names[1:], replacing=replacing)
        by = entrant_named(tournament, winner) if winner else ""
        found = Result(tie.round, names[0], names[1], goals, extra=extra, fouls=counted, winner=by)
        if by and by == Result(tie.round, names[0], names[1], goals).won_by:
            found = Result(tie.round, names[0], names[1], goals, extra=extra, fouls=counted)
        tournament = entered(tournament, found, replacing=replacing)
        save_tournament(tournament, file)
    tell_result(tournament, found, say, file)


def tell_result(tournament: Tournament, result: Result, say: Say, path: Path) -> None:
    """Repeat a result that was entered, and tell what comes next."""
    from matchday.tournament.sheet import Sheet

    sheet = Sheet(tournament, say, Console(), path)
    text = sheet.score_text(result)
    sheet.line(say("Round {n}", n=result.round) + f": {result.home} – {result.away} {text}")
    sheet.show_standings()
    sheet.show_next()


@app.command()
def play(file: TournamentPath, *, language: Language = "en") -> None:
    """Play all matches of bots that are due, in compiled code; each is kept as a match file."""
    from matchday.tournament.playing import bots_due, play_bots, prepare
    from matchday.tournament.sheet import Sheet

    say = speaker(language)
    with told_in(say):
        tournament = load_tournament(file)
        due = bots_due(tournament)
        screen = Console(stderr=True)
        if not due:
            nobody = say("No match of bots is due.") if course(tournament).due else say("The tournament is over.")
            Console().print(Text(nobody))
            return
        with screen.status(say("Preparing: half a minute the first time, then from a cache")):
            prepare(tournament, due)
        played: list[Result] = []
        with bar(tournament.name.replace("[", "(")) as progress:
            task = progress.add_task("", total=len(due))

            def keep(now: Tournament, found: Result, left: int) -> None:
                save_tournament(now, file)
                played.append(found)
                more = left or len(bots_due(now))
                progress.update(task, completed=len(played), total=len(played) + more)

            tournament = play_bots(tournament, file, keep)
    sheet = Sheet(tournament, say, Console(), file)
    for found in played:
        sheet.line(say("Round {n}", n=found.round) + f": {found.home} – {found.away} {sheet.score_text(found)}")
    sheet.show_standings()
    if sheet.course.bracket:
        sheet.show_bracket()
    sheet.show_next()
