"""What the server counts about itself, as Prometheus reads it. Nothing here names a match or a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Histogram:
    """How long something takes."""

    def __init__(self, name: str, meaning: str) -> None:
        self.name, self.meaning = name, meaning
        self.counts = [0] * (len(BUCKETS) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        """Count one."""
        self.counts[next((place for place, edge in enumerate(BUCKETS) if seconds <= edge), len(BUCKETS))] += 1
        self.sum += seconds

    def add(self, counts: Sequence[int], total: float) -> None:
        """Count what another has."""
        self.counts = [own + other for own, other in zip(self.counts, counts, strict=True)]
        self.sum += total

    def lines(self) -> Iterator[str]:
        """Write it down."""
        yield from head(self.name, self.meaning, "histogram")
        total = 0
        for edge, count in zip((*BUCKETS, "+Inf"), self.counts, strict=True):
            total += count
            yield f'{self.name}_bucket{{le="{edge}"}} {total}'
        yield f"{self.name}_sum {self.sum:.6f}"
        yield f"{self.name}_count {total}"


def head(name: str, meaning: str, kind: str) -> Iterable[str]:
    """Write what a metric is."""
    return (f"# HELP {name} {meaning}", f"# TYPE {name} {kind}")


class Told(NamedTuple):
    """What a worker has counted, as it is sent to the others."""

    tables: int
    sockets: int
    moves: list[tuple[tuple[str, str], int]]
    answers: list[tuple[int, int]]
    refused: list[tuple[str, int]]
    histograms: list[tuple[list[int], float]]


class Metrics:
    """Everything that is counted."""

    def __init__(self) -> None:
        self.moves: Counter[tuple[str, str]] = Counter()
        self.answers: Counter[int] = Counter()
        self.refused: Counter[str] = Counter()
        self.stored = Histogram("matchday_move_seconds", "Seconds from a move's receipt until it is stored.")
        self.thought = Histogram("matchday_bot_seconds", "Seconds that bots think, waiting for a thread included.")
        self.elsewhere: dict[str, Told] = {}
        """What other workers have told last."""

    def told(self, tables: int, sockets: int) -> Told:
        """Put what was counted here into what can be sent to another worker."""
        histograms = [(each.counts, each.sum) for each in (self.stored, self.thought)]
        return Told(
            tables,
            sockets,
            list(self.moves.items()),
            list(self.answers.items()),
            list(self.refused.items()),
            histograms,
        )

    def add(self, told: Told) -> None:
        """Count what another worker has counted."""
        self.moves.update(dict(told.moves))
        self.answers.update(dict(told.answers))
        self.refused.update(dict(told.refused))
        for own, (counts, total) in zip((self.stored, self.thought), told.histograms, strict=True):
            own.add(counts, total)

    def text(self, here: Told, version: str) -> str:
        """Write down what is counted here and what the other workers have told."""
        everything, all_told = Metrics(), (here, *self.elsewhere.values())
        for each in all_told:
            everything.add(each)
        tables, sockets = sum(each.tables for each in all_told), sum(each.sockets for each in all_told)
        return everything.written(tables, sockets, version)

    def written(self, tables: int, sockets: int, version: str) -> str:
        """Write all of it down."""
        lines = [
            *head("matchday_build_info", "The version that runs.", "gauge"),
            f'matchday_build_info{{version="{version}"}} 1',
            *head("matchday_tables", "Matches in memory.", "gauge"),
            f"matchday_tables {tables}",
            *head("matchday_sockets", "Open sockets.", "gauge"),
            f"matchday_sockets {sockets}",
            *head("matchday_moves_total", "Moves stored.", "counter"),
            *(f'matchday_moves_total{{game="{game}",by="{by}"}} {n}' for (game, by), n in sorted(self.moves.items())),
            *head("matchday_answers_total", "Answers by HTTP status.", "counter"),
            *(f'matchday_answers_total{{status="{status}"}} {n}' for status, n in sorted(self.answers.items())),
            *head("matchday_refused_total", "Messages of sockets that were refused, by code.", "counter"),
            *(f'matchday_refused_total{{code="{code}"}} {n}' for code, n in sorted(self.refused.items())),
            *self.stored.lines(),
            *self.thought.lines(),
        ]
        return "\n".join(lines) + "\n"
