"""Every named error. Each says what is wrong and what would be right; none leaves anything changed."""

from __future__ import annotations

from collections.abc import Sequence


class MatchdayError(Exception):
    """Base of all errors that a person can cause and mend."""


class UnknownGame(MatchdayError):
    """No game of that name."""


class BrokenGame(UnknownGame):
    """A game from elsewhere that cannot be loaded."""


class IncompleteGame(MatchdayError):
    """A game lacks functions or words; all that it lacks at once."""

    def __init__(self, name: str, problems: Sequence[str]) -> None:
        self.problems = list(problems)
        super().__init__("\n".join([f"the game {name} is not complete:", *self.problems]))


class DoesNotCompile(MatchdayError):
    """A function of a game cannot be compiled; names the file, the line and what is not allowed there."""


class NoGpu(MatchdayError):
    """There is no GPU to play on, or nothing to reach it with."""


class BoxError(MatchdayError):
    """A box file is wrong; all of its problems at once."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(self.problems))


class OptionError(MatchdayError):
    """Options that the game does not have, or values they do not take; all at once."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(self.problems))


class IllegalAction(MatchdayError):
    """The action is not among the legal ones."""

    def __init__(self, action: int, legal: Sequence[int]) -> None:
        self.action, self.legal = action, list(legal)
        super().__init__(f"action {action} is not legal here; legal: {self.legal}")


class NotYourMove(MatchdayError):
    """The table does not wait for this seat."""

    def __init__(self, seat: int, waiting: Sequence[int]) -> None:
        self.seat, self.waiting = seat, list(waiting)
        whom = f"it waits for seat {' and '.join(map(str, waiting))}" if waiting else "the match is over"
        super().__init__(f"the table does not wait for seat {seat}: {whom}")


class StaleMatch(MatchdayError):
    """The move was made for another state of the match."""

    def __init__(self, expected: int, got: int) -> None:
        self.expected, self.got = expected, got
        super().__init__(f"the match is at ply {expected}, the move was made for ply {got}")


class UndoRefused(MatchdayError):
    """The last move cannot be taken back."""


class MatchFileError(MatchdayError):
    """A match file is damaged or foreign."""

    def __init__(self, line: int, message: str) -> None:
        self.line = line
        super().__init__(f"line {line}: {message}")


class NoReference(MatchdayError):
    """A game's rules reference is missing or cannot be read."""


class UnknownClause(MatchdayError):
    """No rule of that id."""


class UnknownPuzzle(MatchdayError):
    """No puzzle of that name."""


class PropertyBroken(MatchdayError):
    """A property that holds for every game was broken; names the match and ply that show it."""
