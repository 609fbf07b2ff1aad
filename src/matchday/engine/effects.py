"""Effects as data: a step is one word of a closed vocabulary and at most two arguments.

A game lists its words with `Word`; box files write steps such as `"move opp"` or `"discard 2 LNG"`; rules execute the
rows with one branch a word. An argument is a number or a name from one of the game's own lists.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matchday.engine.boxfile import BoxReader, did_you_mean
from matchday.engine.record import Record, i16, u8


class Step(Record):
    """One compiled step; `op` 0 ends the list."""

    op: int = u8()
    a: int = i16()
    b: int = i16()


@dataclass(frozen=True)
class Word:
    """One word: its number, how it is written, what its arguments are ("n" or the name of a list), and its meaning."""

    number: int
    word: str
    takes: tuple[str, ...]
    meaning: str


def read_steps(
    reader: BoxReader,
    steps: Any,
    where: str,
    vocabulary: Sequence[Word],
    names: Mapping[str, Mapping[str, int]],
    rows: Sequence[Any],
) -> None:
    """Write a list of steps into rows; problems go to the reader with the step's number."""
    if not isinstance(steps, list):
        reader.problem(where, 'write steps as a list of texts, for example ["move opp"]')
        return
    if len(steps) > len(rows) - 1:
        reader.problem(where, f"at most {len(rows) - 1} steps, has {len(steps)}")
        return
    for number, step in enumerate(steps, start=1):
        read_step(reader, step, f"{where}: step {number}", vocabulary, names, rows[number - 1])


def read_step(
    reader: BoxReader,
    step: Any,
    where: str,
    vocabulary: Sequence[Word],
    names: Mapping[str, Mapping[str, int]],
    row: Any,
) -> None:
    """Write one step into its row."""
    if not isinstance(step, str) or not step.split():
        reader.problem(where, f"{step!r} is not a step")
        return
    word, *arguments = step.split()
    words = {known.word: known for known in vocabulary}
    if word not in words:
        reader.problem(where, f'no word "{word}"; {did_you_mean(word, words)}')
        return
    known = words[word]
    if len(arguments) != len(known.takes):
        reader.problem(
            where, f'"{word}" takes {" and ".join(known.takes) or "no argument"}, got {len(arguments)} arguments'
        )
        return
    values = [
        read_argument(reader, text, kind, where, names) for text, kind in zip(arguments, known.takes, strict=True)
    ]
    row.op = known.number
    row.a, row.b = (*values, 0, 0)[:2]


def read_argument(reader: BoxReader, text: str, kind: str, where: str, names: Mapping[str, Mapping[str, int]]) -> int:
    """Read a number, or a name from the list that the word asks for."""
    if kind == "n":
        try:
            value = int(text)
        except ValueError:
            reader.problem(where, f'"{text}" is not a whole number')
            return 0
        if not -(2**15) <= value < 2**15:
            reader.problem(where, f"{value} is too large")
            return 0
        return value
    if text not in names[kind]:
        reader.problem(where, f'no {kind} "{text}"; {did_you_mean(text, names[kind])}')
        return 0
    return names[kind][text]
