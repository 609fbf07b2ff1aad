"""The rules of a game in words: help on any clause, in the reader's language.

A game's folder holds `reference/<language>.md`. A clause is a paragraph that begins with its id in bold, `**PG-13** …`;
everything up to the next clause or heading belongs to it. A language without a file reads English.

For a newcomer `learn/<language>.md` tells the game in order: a lesson is a heading, `## Attack and answer (PG-13)`,
with the clause to read on at, its pictures, `![card RW1/LFD1]()`, named by kind and code of a face, and its text.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, cast

from matchday.engine.boxfile import did_you_mean
from matchday.engine.errors import NoReference, UnknownClause
from matchday.engine.game import Game

CLAUSE = re.compile(r"\*\*([A-Z]{2,4}-[A-Z]?\d+[a-z]?)\*\*\s*(.*)")
HEADING = re.compile(r"#+\s+(.*)")
ORIGIN = re.compile(r"\s*\(([SID])(?:(?:[;,:]\s*|\s+)([^()]*))?\)(\.?)$")
CHAPTER = re.compile(r"##\s+(.*?)(?:\s+\(([A-Z]{2,4}-[A-Z]?\d+[a-z]?)\))?$")
PICTURE = re.compile(r"!\[(\S+) (.+?)\]\(\)\s*")


@dataclass(frozen=True)
class Clause:
    """One clause of the rules."""

    id: str
    section: str
    text: str
    """Markdown, without the id."""

    @property
    def origin(self) -> Literal["", "S", "I", "D"]:
        """The letter at its end: stated by the rulebook, inferred from it, decided by us; empty without one."""
        found = ORIGIN.search(self.text)
        return cast('Literal["S", "I", "D"]', found[1]) if found else ""

    @property
    def note(self) -> str:
        """What the editors have written beside that letter, for referees."""
        found = ORIGIN.search(self.text)
        return found[2] or "" if found else ""

    @property
    def body(self) -> str:
        """The text without letter and note."""
        return ORIGIN.sub(r"\3", self.text)


@dataclass(frozen=True)
class Chapter:
    """One step of a game as it is told to a newcomer."""

    title: str
    clause: str
    """Where to read on; empty where nothing is said."""
    pictures: tuple[tuple[str, str], ...]
    """Kind and code of faces."""
    text: str
    """Markdown."""


def reference_path(game: Game, language: str) -> Path:
    """Find the rules in a language, or in English."""
    for known in (language, "en"):
        path = game.folder / "reference" / f"{known}.md"
        if path.exists():
            return path
    raise NoReference(f"{game.name} has no rules reference: write {game.folder.name}/reference/en.md")


def clauses(game: Game, language: str = "en") -> dict[str, Clause]:
    """Give every clause by its id, in the order of the rules."""
    return read_clauses(reference_path(game, language))


@cache
def read_clauses(path: Path) -> dict[str, Clause]:
    """Read a reference file."""
    found: dict[str, Clause] = {}
    section, number, lines = "", "", [""]
    for line in [*path.read_text(encoding="utf-8").splitlines(), "# "]:
        heading, clause = HEADING.match(line), CLAUSE.match(line)
        if not heading and not clause:
            lines.append(line)
            continue
        if number:
            if number in found:
                raise NoReference(f"{path.name}: {number} stands there twice")
            found[number] = Clause(number, section, "\n".join(lines).strip())
        number, lines = "", []
        if clause:
            number, lines = clause[1], [clause[2]]
        elif heading:
            section = heading[1].strip()
    return found


def chapters(game: Game, language: str = "en") -> tuple[Chapter, ...]:
    """Tell a game in order, in a language or in English; nothing for a game that has not written it down."""
    for known in (language, "en"):
        path = game.folder / "learn" / f"{known}.md"
        if path.exists():
            return read_chapters(path)
    return ()


@cache
def read_chapters(path: Path) -> tuple[Chapter, ...]:
    """Read what a newcomer is told."""
    found = []
    for part in re.split(r"^(?=## )", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, text = part.partition("\n")
        title = CHAPTER.match(heading)
        if title is None:
            raise NoReference(f"{path.name}: {heading!r} is no heading")
        pictures = tuple((kind, code) for kind, code in PICTURE.findall(text))
        found.append(Chapter(title[1], title[2] or "", pictures, PICTURE.sub("", text).strip()))
    return tuple(found)


def clause(game: Game, language: str, number: str) -> Clause:
    """Give one clause; the id may be written in small letters, and without its zeros."""
    known = clauses(game, language)
    wanted = plain_id(number)
    for name, found in known.items():
        if plain_id(name) == wanted:
            return found
    raise UnknownClause(f'no rule "{number}"; {did_you_mean(number.upper(), known)}')


def plain_id(number: str) -> str:
    """Write an id so that `pg-7` and `PG-07` are the same."""
    return re.sub(r"(?<!\d)0+(?=\d)", "", number.strip().upper())


def search(game: Game, language: str, words: str) -> list[Clause]:
    """Find a clause by its id, or all that hold the words: those that begin with one first, then by how often.

    Case and accents do not matter, and the beginning of a word is enough: languages inflect.
    """
    wanted = [re.escape(word) for word in plain_text(words).split()]
    if not wanted:
        return []
    known = clauses(game, language)
    for name, found in known.items():
        if plain_id(name) == plain_id(words):
            return [found]
    ranked = []
    for found in known.values():
        text = plain_text(f"{found.id} {found.section} {found.text}")
        hits = [len(re.findall(rf"(?<!\w){word}", text)) for word in wanted]
        if all(hits):
            begins = bool(re.match("|".join(wanted), plain_text(found.text)))
            ranked.append(((not begins, -sum(hits)), found))
    return [found for _, found in sorted(ranked, key=lambda pair: pair[0])]


def plain_text(text: str) -> str:
    """Write a text in small letters without accents."""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
