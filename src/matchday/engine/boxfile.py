"""Reading a box file: values checked one by one, every problem kept, all reported together in words."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from matchday.engine.errors import BoxError


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Propose the nearest known word, or list them all when none is near."""
    known = list(known)
    near = difflib.get_close_matches(word, known, n=1)
    return f'did you mean "{near[0]}"?' if near else f"known: {', '.join(known)}"


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; a syntax error becomes a `BoxError` with the place."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BoxError([f"{path.name}: not readable as TOML: {error}"]) from None
    except OSError as error:
        raise BoxError([f"{path.name}: cannot be read: {error.strerror}"]) from None


class BoxReader:
    """Looks values up in a box file's data and collects what is wrong with them."""

    def __init__(self, data: Mapping[str, Any], name: str = "box.toml") -> None:
        self.data, self.name = data, name
        self.problems: list[str] = []

    def problem(self, where: str, message: str) -> None:
        """Keep a problem: `box.toml: card 3: balls: …`; once, however often it is met."""
        text = ": ".join(part for part in (self.name, where, message) if part)
        if text not in self.problems:
            self.problems.append(text)

    def finish(self) -> None:
        """Raise all problems at once, if there are any."""
        if self.problems:
            raise BoxError(self.problems)

    def only_keys(self, row: Mapping[str, Any], known: Iterable[str], where: str) -> None:
        """Complain about keys that mean nothing here: a misspelt key must not pass as a default."""
        known = list(known)
        for key in row:
            if key not in known:
                self.problem(where, f'no key "{key}" here; {did_you_mean(key, known)}')

    def rows(
        self, key: str, at_least: int = 1, at_most: int | None = None, of: Mapping[str, Any] | None = None
    ) -> list[dict[str, Any]]:
        """Give the rows of `[[key]]`, at the top or of an inner table."""
        found = (self.data if of is None else of).get(key, [])
        if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
            self.problem(key, "write it as a list of tables")
            return []
        if len(found) < at_least:
            self.problem(key, f"needs at least {at_least}, has {len(found)}")
        if at_most is not None and len(found) > at_most:
            self.problem(key, f"takes at most {at_most}, has {len(found)}")
            return found[:at_most]
        return found

    def section(self, key: str) -> dict[str, Any]:
        """Give the table `[key]`."""
        found = self.data.get(key, {})
        if not isinstance(found, dict) or not found:
            self.problem("", f"the table [{key}] is missing")
            return {}
        return found

    def integer(self, row: Mapping[str, Any], key: str, where: str, low: int, high: int) -> int:
        """Give a whole number between two bounds."""
        value = row.get(key)
        if isinstance(value, bool) or not isinstance(value, int):
            self.problem(where, f"{key}: {'missing' if value is None else f'{value!r} is not a whole number'}")
            return low
        if not low <= value <= high:
            self.problem(where, f"{key}: {value} is outside {low} to {high}")
            return low
        return value

    def text(self, row: Mapping[str, Any], key: str, where: str) -> str:
        """Give a text that is not empty."""
        value = row.get(key)
        if not isinstance(value, str) or not value:
            self.problem(where, f"{key}: {'missing' if value is None else f'{value!r} is not a text'}")
            return ""
        return value

    def choice(self, row: Mapping[str, Any], key: str, where: str, known: Mapping[str, int]) -> int:
        """Give the number of a known word."""
        word = row.get(key)
        if isinstance(word, str) and word in known:
            return known[word]
        missing = word is None
        self.problem(
            where, f"{key}: " + ("missing" if missing else f'no word "{word}"; {did_you_mean(str(word), known)}')
        )
        return next(iter(known.values()), 0)
