"""`matchday play`: a match in the terminal."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from matchday.bots.levels import DEFAULT, KINDS
from matchday.bots.warming import WarmRunner
from matchday.cli.parts import BoxPath, Language, OptionTexts, PresetName, box_data, chosen_options, speaker
from matchday.engine.errors import MatchdayError
from matchday.engine.options import Options
from matchday.games import game

app = typer.Typer()


@app.command()
def play(
    game_name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Asked for if left out.")] = None,
    *,
    language: Language = "en",
    seat: Annotated[int, typer.Option(help="Your seat, from 0.")] = 0,
    opponent: Annotated[
        str | None,
        typer.Option("--opponent", "--bot", help=f"{', '.join(KINDS)} or human; one for all other seats, or a,b,c."),
    ] = None,
    preset: PresetName = None,
    option: OptionTexts = None,
    box: BoxPath = None,
    seed: Annotated[str | None, typer.Option(help="Any text: the same seed deals the same match.")] = None,
    name: Annotated[str, typer.Option(help="Your name.")] = "",
    save: Annotated[Path | None, typer.Option(help="Where to keep the match.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved match.")] = None,
    of_the_day: Annotated[
        bool, typer.Option("--of-the-day", help="The match that everybody plays today (UTC): its game, deal and side.")
    ] = False,
) -> None:
    """Play in the terminal, against bots or with friends at one screen."""
    from matchday.match.daily import match_of, today
    from matchday.match.files import read_match
    from matchday.match.match import Match
    from matchday.match.seating import AUTOMAT, BOT, HUMAN, automat_seat, facing
    from matchday.terminal.menu import Menu
    from matchday.terminal.play import Terminal, saves_folder, who_sits

    say = speaker(language)
    if resume:
        match = read_match(resume, box_data(box))
        match.fair = None  # whoever has read the file may know what comes
        match.runner = WarmRunner(match.game)
        if match.over:
            raise MatchdayError(f"the match is over; look at it with: matchday replay {resume}")
        Terminal(match, [who_sits(each) for each in match.kinds], say.at(match.game.name), save or resume).run()
        return
    if of_the_day:
        if game_name or seed or opponent or preset or option or box:
            raise MatchdayError("the date decides what the match of the day is: leave out everything but --of-the-day")
        daily = match_of(today())
        game_name, seed, seat, opponent = daily.game.name, daily.seed, daily.seat, daily.rival
    menu = Menu(say)
    asked = game_name is None
    chosen = menu.choose_game() if game_name is None else game(game_name)
    options: Options = menu.choose_options(chosen) if asked else chosen_options(chosen, preset, option)
    data = box_data(box)
    match = Match(chosen, facing(chosen, options, [seat]), seed, data=data, runner=WarmRunner(chosen))
    automat = automat_seat(chosen, match.box)
    if automat is not None and opponent:
        raise MatchdayError("the Automat plays by its own cards, alone against one person: leave out --opponent")
    rival = opponent or (menu.choose_opponent() if asked and automat is None else DEFAULT)
    players = seat_players(match.seats, seat, rival)
    match.names[seat] = name
    match.kinds = [kind if kind == HUMAN else f"{BOT}{kind}" for kind in players]
    if automat is not None:
        match.kinds[automat] = AUTOMAT
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    path = save or saves_folder() / f"{chosen.name}-{stamp}-{secrets.token_hex(2)}.match"
    Terminal(match, players, say.at(chosen.name), path).run()


def seat_players(seats: int, own: int, opponents: str) -> list[str]:
    """Give each seat its player."""
    from matchday.match.seating import HUMAN

    if not 0 <= own < seats:
        raise MatchdayError(f"seat {own} is not at this table: 0 to {seats - 1}")
    kinds = opponents.split(",")
    for kind in kinds:
        if kind not in {*KINDS, HUMAN}:
            raise MatchdayError(f'no opponent "{kind}"; known: {", ".join([*KINDS, HUMAN])}')
    if len(kinds) not in {1, seats - 1}:
        raise MatchdayError(f"{len(kinds)} opponents for {seats - 1} other seats: name one for all, or one for each")
    rest = iter(kinds * (seats - 1) if len(kinds) == 1 else kinds)
    return [HUMAN if seat == own else next(rest) for seat in range(seats)]
