"""`matchday new`: a game to begin with, complete and green. Its template is Spot Kick, which the tests play too."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from typing import Annotated

import typer

from matchday.engine.errors import MatchdayError
from matchday.games import GAMES

PACKAGE = Path(__file__).parents[1]
CHECKOUT = PACKAGE.parents[1]
TEMPLATE = Path(__file__).parent / "template"
NAME = "spot_kick"
LISTED = re.compile(r'^    "(\w+)": "matchday\.games\.\1",$', re.MULTILINE)


def new(
    name: Annotated[str, typer.Argument(help="Small letters, digits and _, such as river_race.")],
    folder: Annotated[
        Path | None,
        typer.Argument(help="Where a package of its own begins; left out in a checkout of matchday, the game is ours."),
    ] = None,
) -> None:
    """Begin a game: write all its files, to be changed one by one while `matchday check` stays green."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{2,39}", name) or keyword.iskeyword(name):
        raise MatchdayError(
            f'"{name}" cannot name a game: three small letters or more, digits and _, such as river_race'
        )
    if name in GAMES:
        raise MatchdayError(f'there is a game "{name}": {GAMES[name]}')
    if folder is None and Path.cwd().is_relative_to(CHECKOUT) and (CHECKOUT / "tests" / "conformance").is_dir():
        write(name, {NAME: PACKAGE / "games" / name, "tests": CHECKOUT / "tests" / "games" / name})
        enlist(name, PACKAGE / "games" / "__init__.py")
        print(f"matchday check {name}        what must hold, and what a release still wants")
        print(f"make bless GAME={name}       once the rules stand: its golden playthroughs")
        print("make words docs              its catalogues and its page of rules")
        return
    home = Path(name.replace("_", "-")) if folder is None else folder
    write(name, {NAME: home / name, "tests": home / "tests", "pyproject.toml": home / "pyproject.toml"})
    print(f"pip install --editable {home}   brings it to matchday")
    print(f"matchday check {name}           what must hold, and what a release still wants")
    print(f"pytest {home}                   its own tests")


def write(name: str, places: dict[str, Path]) -> None:
    """Write parts of the template to their places, under the new name; nothing that is there is touched."""
    for place in places.values():
        if place.exists():
            raise MatchdayError(f"{place} is there already")
    for part, place in places.items():
        source = TEMPLATE / part
        for path in [source] if source.is_file() else sorted(source.rglob("*.*")):
            if path.is_file() and "__pycache__" not in path.parts:
                target = Path(renamed(str(place / path.relative_to(source)), name))
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(renamed(path.read_text(encoding="utf-8"), name), encoding="utf-8", newline="\n")
        print(f"{place}: written")


def renamed(text: str, name: str) -> str:
    """Put a game's names in place of the template's: as code, as a package, as a title, and before its clauses."""
    letters = "".join(word[0] for word in name.split("_") if word)[:2]
    prefix = (
        (letters if len(letters) == 2 and letters.isalpha() else re.sub(r"[\d_]", "", name)[:2]).upper().ljust(2, "X")
    )
    title = name.replace("_", " ").title()
    for old, new_text in (
        (NAME, name),
        ("spot-kick", name.replace("_", "-")),
        ("Spot Kick", title),
        ("SK-", f"{prefix}-"),
    ):
        text = text.replace(old, new_text)
    return text.replace("version=1,", "version=0,  # a draft; 1 is the first release")


def enlist(name: str, path: Path) -> None:
    """Add the line of a game to the end of the list of ours."""
    text = path.read_text(encoding="utf-8")
    place = [*LISTED.finditer(text)][-1].end() + 1
    line = f'    "{name}": "matchday.games.{name}",\n'
    path.write_text(text[:place] + line + text[place:], encoding="utf-8", newline="\n")
