"""Puzzles: `matchday puzzle` to solve them, `matchday puzzles mine`, `pick` and `rate` to find new ones."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from matchday.cli.parts import GameName, Language, OptionTexts, PresetName, bar, chosen_options, speaker
from matchday.engine.errors import MatchdayError
from matchday.games import game
from matchday.match.puzzles import FILE

app = typer.Typer()
"""For whoever solves them …"""
workshop = typer.Typer(help="Find puzzles in matches between bots.", no_args_is_help=True)
"""… and for whoever makes them."""

Want = Annotated[int, typer.Option(min=1, help="How many puzzles.")]


@app.command()
def puzzle(
    game_name: GameName,
    name: Annotated[str | None, typer.Argument(metavar="[PUZZLE]", help="One puzzle; all in turn if left out.")] = None,
    *,
    language: Language = "en",
) -> None:
    """Solve puzzles: find the choice that is clearly the best."""
    from matchday.match.puzzles import puzzle as find
    from matchday.match.puzzles import puzzles
    from matchday.terminal.puzzles import Solving

    chosen = game(game_name)
    wanted = [find(chosen, name)] if name else list(puzzles(chosen).values())
    if not wanted:
        raise MatchdayError(f"{chosen.name} has no puzzles yet; find some with: matchday puzzles mine {chosen.name}")
    Solving(wanted, speaker(language).at(chosen.name)).run()


@workshop.command()
def mine(
    game_name: GameName,
    *,
    want: Want = 100,
    seed: Annotated[int, typer.Option(help="Another seed deals other matches.")] = 1,
    work: Annotated[Path | None, typer.Option(help="The working file; what stands in it is not done again.")] = None,
    matches: Annotated[int | None, typer.Option(min=1, help="Stop after so many matches, whatever was found.")] = None,
    lead: Annotated[
        float, typer.Option(min=0.001, max=0.5, help="Share of the win by which the best choice must lead.")
    ] = 0.04,
    threads: Annotated[int | None, typer.Option(min=1, help="All cores if left out.")] = None,
    preset: PresetName = None,
    option: OptionTexts = None,
) -> None:
    """Look for puzzles in matches between bots. It can be stopped at any time and goes on where it was."""
    from matchday.lab.mining import Miner
    from matchday.lab.mining import mine as search

    chosen = game(game_name)
    options = chosen_options(chosen, preset, option)
    path = work or Path(f"{chosen.name}-{seed}.{FILE}")
    with Console(stderr=True).status(f"Preparing {chosen.name}: half a minute the first time, then from a cache"):
        Miner(chosen, seed, lead, options).warm_up()
    looked = found = 0
    with bar(chosen.name) as progress:
        task = progress.add_task("", total=want)
        try:
            for each in search(
                lambda: Miner(chosen, seed, lead, options), path, want, threads=threads, matches=matches
            ):
                looked += 1
                found += len(each.puzzles)
                progress.advance(task, len(each.puzzles))
        except KeyboardInterrupt:
            progress.stop()
    print(f"{found} puzzles in {looked} matches; they stand in {path}. Choose the best: matchday puzzles pick {path}")


@workshop.command()
def pick(
    files: Annotated[list[Path], typer.Argument(help="Working files of one game.")],
    *,
    want: Want = 50,
    out: Annotated[Path, typer.Option(help="Where to write them; a game keeps its own in its folder.")] = Path(FILE),
) -> None:
    """Choose the best of the puzzles that were found, and write them down."""
    from matchday.lab.mining import pick as choose
    from matchday.lab.mining import read_mined
    from matchday.match.puzzles import write_puzzles

    found = {each.id: each for path in files for mined in read_mined(path).values() for each in mined.puzzles}
    if len({each.game for each in found.values()}) > 1:
        raise MatchdayError("these are puzzles of several games; choose those of one game at a time")
    chosen = choose(found.values(), want)
    write_puzzles(out, chosen)
    print(f"{len(chosen)} of {len(found)} puzzles stand in {out}")


@workshop.command()
def rate(file: Annotated[Path, typer.Argument(help="Puzzles of one game, as they were picked.")]) -> None:
    """Ask every level anew how often it finds the answers: after a change of the bots the old counts are another's."""
    from matchday.lab.mining import Miner
    from matchday.match.puzzles import read_puzzles, write_puzzles

    if not file.is_file():
        raise MatchdayError(f"there is no file {file}")
    found = read_puzzles(file)
    miners = {name: Miner(game(name), 0) for name in {each.game for each in found}}
    with bar(file.name) as progress:
        write_puzzles(file, [miners[each.game].rated(each) for each in progress.track(found)])
