"""What somebody is told at their first tables of a game: each kind of decision once, and what is what on the pieces.

The file `guide.toml` of a game's folder:

    [[decision]]          # three sentences at most: what is asked, why, what good players look at
    phase = "attack"      # as `Phase` of `state.py` has it, in small letters
    clause = "PG-13"
    marked = true         # what the bots would choose is marked; left out: it is not
    en = "…"
    pl = "…"
    es = "…"

    [[callout]]           # a few words on a part of a piece; where it is drawn is the client's business
    part = "count"
    en = "…"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from matchday.engine.boxfile import BoxReader, did_you_mean, read_toml
from matchday.engine.game import Game
from matchday.engine.speech import LANGUAGES
from matchday.match.lessons import Remark

DECISION = ("phase", "clause", "marked", *LANGUAGES)
CALLOUT = ("part", *LANGUAGES)


@dataclass(frozen=True)
class Decision:
    """What is said when a kind of decision is asked for the first time."""

    phase: str
    remark: Remark
    marked: bool = False
    """Whether what the bots would choose is marked."""


@dataclass(frozen=True)
class Callout:
    """What a part of a piece means."""

    part: str
    remark: Remark


@dataclass(frozen=True)
class Guide:
    """All that a game's guide says."""

    decisions: tuple[Decision, ...] = ()
    callouts: tuple[Callout, ...] = ()


@cache
def guide(game: Game) -> Guide:
    """Read the guide of a game; an empty one where it has none."""
    path = game.folder / "guide.toml"
    if not path.exists():
        return Guide()
    reader = BoxReader(read_toml(path), path.name)
    reader.only_keys(reader.data, ("decision", "callout"), "")
    known = [phase.name.lower() for phase in game.phases]
    decisions = tuple(
        read_decision(reader, row, f"decision {number}", known)
        for number, row in enumerate(reader.rows("decision", at_least=0), start=1)
    )
    callouts = []
    for number, row in enumerate(reader.rows("callout", at_least=0), start=1):
        reader.only_keys(row, CALLOUT, f"callout {number}")
        callouts.append(Callout(reader.text(row, "part", f"callout {number}"), read_texts(reader, row, "callout")))
    reader.finish()
    return Guide(decisions, tuple(callouts))


def read_decision(reader: BoxReader, row: Mapping[str, Any], where: str, known: list[str]) -> Decision:
    """Read what is said of one kind of decision."""
    reader.only_keys(row, DECISION, where)
    phase = reader.text(row, "phase", where)
    if phase and phase not in known:
        reader.problem(where, f'no phase "{phase}"; {did_you_mean(phase, known)}')
    return Decision(phase, read_texts(reader, row, where), row.get("marked") is True)


def read_texts(reader: BoxReader, row: Mapping[str, Any], where: str) -> Remark:
    """Read a text in every language; English must be there."""
    reader.text(row, "en", where)
    return Remark({each: row[each] for each in LANGUAGES if each in row}, str(row.get("clause", "")))
