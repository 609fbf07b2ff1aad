"""Checking a match file for fair play, offline: what it proves, what it does not, and where it was changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from matchday.engine.game import Game
from matchday.engine.runner import Runner
from matchday.engine.speech import Say
from matchday.match.fair import Fair
from matchday.match.files import BadFile, MatchFile, parse_file, replayed
from matchday.match.match import Match

Verdict: TypeAlias = Literal["proven", "broken", "open"]


@dataclass(frozen=True)
class Finding:
    """One thing that a file proves, breaks, or leaves open."""

    verdict: Verdict
    text: str
    line: int = 0


def verify(
    text: str, say: Say, *, commitment: str = "", words: str = "", runner_for: Callable[[Game], Runner] = Runner
) -> list[Finding]:
    """Check a match file; with the commitment and the words that a player remembers, more is proven."""
    try:
        found = parse_file(text)
    except BadFile as error:
        return [Finding("broken", error.reason(say), error.line)]
    dice = [*check_seed(found, say, commitment), *check_words(found, say, words)]
    try:
        match = replayed(found, runner_for=runner_for)
    except BadFile as error:
        return [*dice, broken_move(found, error, say)]
    return [*dice, *check_moves(match, found, say)]


def broken_move(found: MatchFile, error: BadFile, say: Say) -> Finding:
    """Say at which ply a file stops being a match."""
    problem = error.reason(say)
    if error.line not in found.move_lines:
        return Finding("broken", problem, error.line)
    ply = found.move_lines.index(error.line) + 1
    return Finding("broken", say("It differs at ply {ply}: {problem}", ply=ply, problem=problem), error.line)


def is_fair(findings: list[Finding]) -> bool:
    """Tell whether nothing is broken."""
    return all(finding.verdict != "broken" for finding in findings)


def check_seed(found: MatchFile, say: Say, remembered: str) -> Iterator[Finding]:
    """Check that the seed was fixed before the first move."""
    if "Secret" not in found.tags:
        yield Finding("open", say("The file has no secret and no words: the seed may have been chosen by the host."))
        return
    fair = Fair(found.tags["Secret"], tuple(found.words))
    line = found.lines["Secret"]
    if found.tags.get("Commitment") != fair.commitment:
        yield Finding("broken", say("The secret is not the one of the commitment in the file."), line)
    elif remembered and remembered.strip().lower() != fair.commitment:
        yield Finding("broken", say("The secret is not the one of the commitment that you were shown."), line)
    elif remembered:
        yield Finding("proven", say("The secret was fixed before the match: it fits the commitment you were shown."))
    else:
        yield Finding("proven", say("The secret fits the commitment in the file."))
        yield Finding(
            "open", say("Compare the commitment with the one you saw before the first move: {hex}", hex=fair.commitment)
        )
    if found.tags.get("Seed") == fair.seed:
        yield Finding(
            "proven", say("The seed is mixed from the secret and the words of every seat, and from nothing else.")
        )
    else:
        yield Finding("broken", say("The seed is not the mixture of the secret and the words."), line)


def check_words(found: MatchFile, say: Say, remembered: str) -> Iterator[Finding]:
    """Check that a player's own words were mixed in."""
    if not any(found.words):
        yield Finding("open", say("No seat has added words: the host alone has drawn the secret."))
    elif not remembered:
        yield Finding(
            "open",
            say(
                "Your own words are in the file only if you find them there: {words}",
                words=", ".join(filter(None, found.words)),
            ),
        )
    elif remembered in found.words:
        yield Finding("proven", say("Your words were mixed in: nobody could know the seed before you gave them."))
    else:
        yield Finding("broken", say("Your words are not among those in the file."), found.lines["Words"])


def check_moves(match: Match, found: MatchFile, say: Say) -> Iterator[Finding]:
    """Tell what the replay has shown; a move that does not fit has been found by loading the file."""
    yield Finding(
        "proven",
        say.count(
            "The one move is legal and leads to the result in the file.",
            "All {n} moves are legal and lead to the result in the file.",
            match.ply,
        ),
    )
    if found.marks and all(found.marks):
        yield Finding("proven", say("After every move the table is the one that the file has marked."))
    yield Finding(
        "open", say("No file can show who sat at the table, or whether somebody told others what was hidden.")
    )
