"""Results of the lab on disc: a folder with `plan.json`, and Parquet files of matches and of decisions.

A file is written under another name first and renamed when it is whole, so nothing half-written is ever taken for a
result. Its name says which matches it holds, `0003-000000050000-000000050000` for variant 3 from match 50,000 on; what
is missing is known from the names alone. Every file carries the rules' version, the box and the plan it comes from.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matchday.engine.errors import MatchdayError
from matchday.games import game as game_named
from matchday.lab.plan import Plan, Variant, box_digest

if TYPE_CHECKING:
    import polars as pl

KINDS = ("matches", "decisions")
NAME = re.compile(r"(\d{4})-(\d{12})-(\d{12})\.parquet")
PART = ".part"
COUNT = "count_"
"""Begins the columns of what was counted."""
STAMP = "matchday"
WINDOW = 250_000
"""Rows that are looked at together."""
NEEDS = "the lab needs a few more packages: pip install 'matchday[lab]'"


def polars() -> Any:
    """Give the data frames; they come with an extra."""
    try:
        import polars as pl
    except ImportError as missing:
        raise MatchdayError(NEEDS) from missing
    return pl


@dataclass(frozen=True, order=True)
class Span:
    """Some matches of a variant, one after the other."""

    variant: int
    first: int
    count: int

    @property
    def end(self) -> int:
        """The number after the last."""
        return self.first + self.count

    @property
    def name(self) -> str:
        """The name of the file that holds them."""
        return f"{self.variant:04d}-{self.first:012d}-{self.count:012d}.parquet"


class Folder:
    """The folder of one run."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def note(self) -> Path:
        """Where the plan is written down."""
        return self.path / "plan.json"

    def open(self, plan: Plan) -> None:
        """Begin a run here, or go on with one of the same plan; refuse anything else."""
        if self.note.exists():
            self.refuse_other(plan)
        elif self.path.is_dir() and any(self.path.iterdir()):
            raise MatchdayError(f"{self.path} holds other files: name a new folder for the results")
        for kind in KINDS:
            try:
                (self.path / kind).mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise MatchdayError(f"{self.path} cannot be made: {error.strerror}: name another folder") from None
            for rest in (self.path / kind).glob(f"*{PART}"):
                rest.unlink()
        if not self.note.exists():
            write_whole(self.note, json.dumps(described(plan), indent=1).encode())

    def refuse_other(self, plan: Plan) -> None:
        """Refuse to put results of different things together, and say how they differ."""
        there = self.read_note()
        for part, words in (
            ("game", "another game"),
            ("rules", "another version of the rules"),
            ("box", "another box"),
        ):
            one, other = there["stamp"][part], plan.stamp[part]
            if one != other:
                raise MatchdayError(f"{self.path} holds results of {words} ({one}, not {other}): name a new folder")
        if there["stamp"] != plan.stamp:
            here = plan.as_dict()
            differing = [name for name in here if jsonable(here[name]) != there["plan"].get(name)]
            first = next(iter(differing), "plan")
            raise MatchdayError(
                f"{self.path} holds results of another plan ({first}: {short(there['plan'].get(first))} there, "
                f"{short(jsonable(here.get(first)))} here): name a new folder, or repeat the command it was made by"
            )

    def read_note(self) -> dict[str, Any]:
        """Read the plan that results were made by."""
        try:
            found = json.loads(self.note.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise MatchdayError(f"{self.path} holds no results: there is no plan.json") from None
        except ValueError:
            raise MatchdayError(f"{self.note} is not readable") from None
        if not isinstance(found, dict) or "stamp" not in found:
            raise MatchdayError(f"{self.note} is no plan of the lab")
        return found

    def done(self) -> list[Span]:
        """List what has been played."""
        names = [NAME.fullmatch(path.name) for path in (self.path / "matches").glob("*.parquet")]
        return sorted(Span(*map(int, name.groups())) for name in names if name)

    def missing(self, variants: int, matches: int) -> list[Span]:
        """List what is still to be played."""
        ahead = dict.fromkeys(range(variants), 0)
        gaps = []
        for span in self.done():
            if span.first > ahead[span.variant]:
                gaps.append(Span(span.variant, ahead[span.variant], span.first - ahead[span.variant]))
            ahead[span.variant] = max(ahead[span.variant], span.first + span.count)
        gaps += [Span(variant, first, matches - first) for variant, first in ahead.items() if first < matches]
        return sorted(gaps)

    def write(self, span: Span, stamp: dict[str, Any], matches: pl.DataFrame, decisions: pl.DataFrame) -> None:
        """Write some matches."""
        self.put(span, packed(matches, stamp), packed(decisions, stamp))

    def put(self, span: Span, matches: bytes, decisions: bytes) -> None:
        """Write the files of some matches: the decisions first, since the matches' file says that all is there."""
        if decisions:
            write_whole(self.path / "decisions" / span.name, decisions)
        write_whole(self.path / "matches" / span.name, matches)


def packed(frame: pl.DataFrame, stamp: dict[str, Any]) -> bytes:
    """Give a frame as a Parquet file that carries where it comes from; nothing for no rows."""
    if frame.is_empty():
        return b""
    buffer = io.BytesIO()
    frame.write_parquet(buffer, metadata={STAMP: json.dumps(stamp)})
    return buffer.getvalue()


@dataclass(frozen=True, eq=False)
class Results:
    """What a run came to, read back: some rows at a time, since there may be a billion."""

    path: Path
    game: str
    rules: int
    plan: dict[str, Any]
    stamp: dict[str, Any]
    variants: list[dict[str, Any]]
    parts: Sequence[tuple[Span, Path | pl.DataFrame]]
    """Where which matches are: files, or frames."""
    decisions: pl.DataFrame

    @property
    def labels(self) -> dict[int, str]:
        """What makes each variant different."""
        return {each["number"]: each["label"] for each in self.variants}

    @property
    def deals(self) -> int:
        """How often each deal was played."""
        return int(self.plan.get("deals", 1))

    @property
    def count(self) -> int:
        """How many matches there are."""
        return together(span for span, _ in self.parts)

    @property
    def matches(self) -> pl.DataFrame:
        """All rows at once: as much memory as they take."""
        return self.between(0, sys.maxsize).sort("variant", "match")

    @property
    def window(self) -> int:
        """How many matches of each variant are read at a time, whole deals."""
        return max(1, WINDOW // (len(self.variants) * self.deals)) * self.deals

    def windows(self, size: int | None = None) -> Iterator[dict[int, pl.DataFrame]]:
        """Go through the matches by their numbers: some of every variant at a time, by the variants' numbers."""
        size = size or self.window
        for first in range(0, max(span.end for span, _ in self.parts), size):
            yield self.split(first, first + size)

    def split(self, first: int, end: int) -> dict[int, pl.DataFrame]:
        """Read the matches with these numbers, variant by variant."""
        found = self.between(first, end).sort("variant", "match").partition_by("variant", as_dict=True)
        return {variant: matches for (variant,), matches in found.items()}

    def between(self, first: int, end: int) -> pl.DataFrame:
        """Read the matches with these numbers."""
        pl = polars()
        inside = pl.col("match").is_between(first, end - 1)
        chosen = [part for span, part in self.parts if span.first < end and span.end > first]
        frames = [(pl.scan_parquet(part) if isinstance(part, Path) else part.lazy()).filter(inside) for part in chosen]
        if not frames:
            return pl.DataFrame(schema={"variant": pl.UInt16, "match": pl.UInt64})
        # Variants may have different numbers of seats: columns that some have not are empty there.
        return pl.concat(frames, how="diagonal").collect()


def read_results(path: Path) -> Results:
    """Open what a folder holds; files of something else among them are refused."""
    pl = polars()
    folder = Folder(path)
    note = folder.read_note()
    parts = [(span, path / "matches" / span.name) for span in folder.done()]
    if not parts:
        raise MatchdayError(f"{path} holds no matches yet")
    for _, each in parts:
        try:
            found = json.loads(pl.read_parquet_metadata(each).get(STAMP, "{}"))
        except pl.exceptions.PolarsError:
            raise MatchdayError(f"{each} is damaged: remove it, and the same command plays its matches again") from None
        if found != note["stamp"]:
            words = "another version of the rules" if found.get("rules") != note["stamp"]["rules"] else "another plan"
            raise MatchdayError(f"{each} is of {words} than {folder.note}: results cannot be mixed")
    looked_at = [each for span, _ in parts if (each := path / "decisions" / span.name).exists()]
    decisions = pl.read_parquet(looked_at).sort("variant", "match", "ply") if looked_at else pl.DataFrame()
    stamp = note["stamp"]
    return Results(path, stamp["game"], stamp["rules"], note["plan"], stamp, note["variants"], parts, decisions)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file at once: it is there whole, or not at all."""
    part = path.with_name(path.name + PART)
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise MatchdayError(f"{path} cannot be written: {error.strerror}; what was written before is whole") from None


def described(plan: Plan) -> dict[str, Any]:
    """Describe a run for whoever finds its folder."""
    from matchday import __version__

    return {
        "stamp": plan.stamp,
        "matchday": __version__,
        "plan": jsonable(plan.as_dict()),
        "variants": [about(plan, variant) for variant in plan.variants],
        "phases": {int(phase): phase.name.lower() for phase in game_named(plan.game).phases},
    }


def about(plan: Plan, variant: Variant) -> dict[str, Any]:
    """Describe one variant."""
    return jsonable(
        {
            "number": variant.number,
            "label": variant.label,
            "seats": variant.seats,
            "options": variant.options,
            "set": variant.sets,
            "box": box_digest(plan.box(variant)),
        }
    )


def jsonable(value: Any) -> Any:
    """Give a value as it comes back from JSON."""
    return json.loads(json.dumps(value, default=str))


def short(value: Any) -> str:
    """Write a value in few signs."""
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "…"


def together(spans: Iterable[Span]) -> int:
    """Count the matches of some spans."""
    return sum(span.count for span in spans)


def cut(spans: Sequence[Span], size: int) -> Iterator[Span]:
    """Cut spans into pieces of at most this size, one after the other: there may be millions."""
    for span in spans:
        for first in range(span.first, span.first + span.count, size):
            yield Span(span.variant, first, min(size, span.first + span.count - first))
