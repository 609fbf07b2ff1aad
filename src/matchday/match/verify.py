"""Checking a match file for fair play, offline: what it proves, what it does not, and where it was changed.

What is said of the dice needs no rules: `web/src/lib/check.ts` says the same in the browser, finding by finding, and
`tests/fixtures/dice.json` holds both to it. What is said of the moves is found by playing them again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from matchday.engine.game import Game
from matchday.engine.runner import Runner
from matchday.engine.speech import Say
from matchday.match.fair import AnyFair, Fair, FirstFair, Opening, shown_words
from matchday.match.files import BadFile, MatchFile, parse_file, replayed
from matchday.match.match import Match
from matchday.match.seating import HUMAN

Verdict: TypeAlias = Literal["proven", "broken", "open"]
Part: TypeAlias = Literal["dice", "moves"]


@dataclass(frozen=True)
class Finding:
    """One thing that a file proves, breaks, or leaves open."""

    verdict: Verdict
    code: str
    text: str
    line: int = 0
    seat: int | None = None
    part: Part = "dice"


@dataclass(frozen=True)
class Kept:
    """What a player, or a player's browser, has kept from before the deal. What is kept must be in the file."""

    commitment: str = ""
    hashes: tuple[str, ...] | None = None
    seat: int | None = None
    words: str | None = None
    nonce: str | None = None

    @property
    def has_opening(self) -> bool:
        """Whether one's own words or nonce are known."""
        return self.words is not None or self.nonce is not None

    def is_own(self, seat: int, opening: Opening) -> bool:
        """Tell whether an opening is one's own, sign by sign."""
        is_there = self.seat in {None, seat} and self.words in {None, opening.words}
        return is_there and self.nonce in {None, opening.nonce}


NOTHING = Kept()


def verify(
    text: str, say: Say, kept: Kept = NOTHING, *, runner_for: Callable[[Game], Runner] = Runner
) -> list[Finding]:
    """Check a match file; with what a player has kept, more is proven."""
    try:
        found = parse_file(text)
    except BadFile as error:
        return [Finding("broken", "bad_file", error.reason(say), error.line)]
    dice = check_dice(found, say, kept)
    try:
        match = replayed(found, runner_for=runner_for)
    except BadFile as error:
        return [*dice, broken_move(found, error, say)]
    return [*dice, *check_moves(match, found, say)]


def is_fair(findings: list[Finding]) -> bool:
    """Tell whether nothing is broken."""
    return all(finding.verdict != "broken" for finding in findings)


# ---------------------------------------------------------------- the dice


def check_dice(found: MatchFile, say: Say, kept: Kept) -> list[Finding]:
    """Check where the luck of a match came from."""
    fair = found.fair
    if fair is None:
        return list(without_secret(say, kept))
    findings = [*check_commitment(found, fair, say, kept), check_seed(found, fair, say)]
    if isinstance(fair, FirstFair):
        return [*findings, *check_first_edition(fair, say, kept)]
    findings += [*check_hashes(found, fair, say), *compare_hashes(found, say, kept)]
    findings += check_openings(fair, say, kept)
    return [*findings, *conclusion(findings, say)]


def without_secret(say: Say, kept: Kept) -> Iterator[Finding]:
    """A file that does not say where its seed came from proves nothing; what one has kept must be in it."""
    yield Finding(
        "open", "no_secret", say("The file does not say where its seed came from: somebody may have known the dice.")
    )
    if kept.commitment:
        yield Finding(
            "broken", "commitment_missing", say("You were shown a commitment before the match, and the file has none.")
        )
    yield from without_hashes(say, kept)
    if kept.has_opening:
        yield missing_words(say)


def without_hashes(say: Say, kept: Kept) -> Iterator[Finding]:
    """Hashes that were shown must be in the file."""
    if kept.hashes is not None:
        yield Finding(
            "broken",
            "hashes_missing",
            say("You were shown the hashes of all seats before the deal, the file has none."),
        )


def check_commitment(found: MatchFile, fair: AnyFair, say: Say, kept: Kept) -> Iterator[Finding]:
    """Check that the secret was fixed before the first move."""
    line = found.lines["Secret"]
    if found.tags.get("Commitment") != fair.commitment:
        text = say("The secret is not the one of the commitment in the file.")
        yield Finding("broken", "commitment_broken", text, line)
    elif kept.commitment and kept.commitment != fair.commitment:
        text = say("The secret is not the one of the commitment that you were shown.")
        yield Finding("broken", "commitment_other", text, line)
    elif kept.commitment:
        text = say("The secret was fixed before the match: it fits the commitment you were shown.")
        yield Finding("proven", "commitment_kept", text)
    else:
        yield Finding("proven", "commitment_fits", say("The secret fits the commitment in the file."))
        text = say("Compare the commitment with the one you saw before the first move: {hex}", hex=fair.commitment)
        yield Finding("open", "commitment_compare", text)


def check_seed(found: MatchFile, fair: AnyFair, say: Say) -> Finding:
    """Check that the seed was mixed from what the file says, and from nothing else."""
    if found.tags.get("Seed") != fair.seed:
        text = say("The seed is not the mixture of the secret and what the seats have added.")
        return Finding("broken", "seed_broken", text, found.lines.get("Seed", found.lines["Secret"]))
    text = say("The seed is mixed from the secret and what the seats have added, and from nothing else.")
    return Finding("proven", "seed_mixed", text)


def check_first_edition(fair: FirstFair, say: Say, kept: Kept) -> Iterator[Finding]:
    """Words of the first edition were given openly, one after the other."""
    yield from without_hashes(say, kept)
    own = Opening(kept.words or "", "")
    if kept.nonce is not None or (kept.has_opening and own.words not in fair.words):
        yield missing_words(say)
    elif not any(fair.words):
        yield server_alone(say)
    else:
        text = say(
            "These are dice of the first edition: words were not sealed before they were given. That protects against "
            "players, and not against a host, who could have given words of his own after yours."
        )
        yield Finding("open", "first_edition", text)


def check_hashes(found: MatchFile, fair: Fair, say: Say) -> Iterator[Finding]:
    """Check that every seat has opened what it had sealed."""
    seats = len(found.seats)
    if not len(found.hashes) == len(found.words) == len(found.nonces) == len(found.players) == seats:
        text = say("The file does not have a hash, words and a nonce for every seat.")
        yield Finding("broken", "tags_uneven", text, found.lines["Dice"])
        return
    wrong = [seat for seat, (one, two) in enumerate(zip(found.hashes, fair.hashes, strict=True)) if one != two]
    for seat in wrong:
        text = say("What seat {seat} has opened is not what its hash had sealed.", seat=seat)
        yield Finding("broken", "hash_broken", text, found.lines[f"Hash {seat}"], seat)
    for number, brought in enumerate(found.brought):
        if brought.partition(" ")[2] not in found.options:
            text = say("The match was not played with what a seat had sealed: {brought}", brought=brought[:60])
            yield Finding("broken", "brought_broken", text, found.lines[f"Brought {number}"])
    if not any(found.hashes):
        yield server_alone(say)
        return
    if not wrong:
        yield Finding("proven", "hashes_fit", say("Every seat has opened what its hash had sealed."))
    for seat, (sealed, kind) in enumerate(zip(found.hashes, found.players, strict=True)):
        if not sealed and kind == HUMAN:
            text = say("Seat {seat} has added nothing, though no bot sits there.", seat=seat)
            yield Finding("open", "seat_without", text, seat=seat)


def compare_hashes(found: MatchFile, say: Say, kept: Kept) -> Iterator[Finding]:
    """Compare the hashes with those that were shown before anybody opened."""
    if kept.hashes is None:
        if any(found.hashes):
            text = say(
                "Compare the hashes with those you were shown before the deal, or with those of the other players."
            )
            yield Finding("open", "hashes_compare", text)
    elif list(kept.hashes) == found.hashes:
        text = say("All hashes are those that you were shown before anybody opened theirs.")
        yield Finding("proven", "hashes_kept", text)
    else:
        pairs = zip(kept.hashes, found.hashes, strict=False)
        seat = next((seat for seat, (one, two) in enumerate(pairs) if one != two), None)
        line = found.lines["Dice"] if seat is None else found.lines[f"Hash {seat}"]
        text = say("The hashes are not those that you were shown before the deal.")
        yield Finding("broken", "hashes_other", text, line, seat)


def check_openings(fair: Fair, say: Say, kept: Kept) -> Iterator[Finding]:
    """Check that a player's own words and nonce were mixed in."""
    openings = [(seat, opening) for seat, opening in enumerate(fair.openings) if opening]
    if not kept.has_opening:
        words = shown_words(opening.words for _, opening in openings)
        if openings:
            text = say("Your own words are in the file only if you find them there: {words}", words=words or "–")
            yield Finding("open", "words_compare", text)
        return
    seat = next((seat for seat, opening in openings if kept.is_own(seat, opening)), None)
    if seat is None:
        yield missing_words(say)
    else:
        text = say("Your words were mixed in: nobody could know the seed before you opened them.")
        yield Finding("proven", "words_mixed", text, seat=seat)


def missing_words(say: Say) -> Finding:
    """What one has added is not there."""
    text = say("What you have added is not in the file: your words, or your nonce.")
    return Finding("broken", "words_missing", text)


def server_alone(say: Say) -> Finding:
    """Nobody has added anything."""
    return Finding("open", "server_alone", say("No seat has added anything: the host alone has drawn the dice."))


def conclusion(findings: list[Finding], say: Say) -> Iterator[Finding]:
    """Say against whom the dice are proven."""
    codes = {finding.code for finding in findings}
    if not is_fair(findings) or "hashes_fit" not in codes:
        return
    if codes >= {"commitment_kept", "hashes_kept", "words_mixed"}:
        text = say(
            "So nobody could choose these dice or know them before the deal: no player, no host, no host who plays."
        )
        yield Finding("proven", "all_proven", text)
    else:
        text = say(
            "So no player could choose these dice, if the host has told nobody his secret. Against the host they are "
            "proven only to whoever has kept the commitment, all hashes and words of their own from before the deal."
        )
        yield Finding("open", "players_only", text)


# ---------------------------------------------------------------- the moves


def broken_move(found: MatchFile, error: BadFile, say: Say) -> Finding:
    """Say at which ply a file stops being a match."""
    problem = error.reason(say)
    if error.line not in found.move_lines:
        return Finding("broken", "match_broken", problem, error.line, part="moves")
    ply = found.move_lines.index(error.line) + 1
    text = say("It differs at ply {ply}: {problem}", ply=ply, problem=problem)
    return Finding("broken", "move_broken", text, error.line, part="moves")


def check_moves(match: Match, found: MatchFile, say: Say) -> Iterator[Finding]:
    """Tell what the replay has shown; a move that does not fit has been found by loading the file."""
    text = say.count(
        "The one move is legal and leads to the result in the file.",
        "All {n} moves are legal and lead to the result in the file.",
        match.ply,
    )
    yield Finding("proven", "moves_legal", text, part="moves")
    if found.marks and all(found.marks):
        text = say("After every move the table is the one that the file has marked.")
        yield Finding("proven", "marks_fit", text, part="moves")
    yield from unsealed_decks(match, say)
    text = say("No file can show who sat at the table, or whether somebody told others what was hidden.")
    yield Finding("open", "who_sat", text, part="moves")


def unsealed_decks(match: Match, say: Say) -> Iterator[Finding]:
    """A deck that was not sealed with the words could have been chosen to suit the dice."""
    if not isinstance(match.fair, Fair):
        return
    for name, option in match.game.options.items():
        seat = option.secret_of
        opening = match.fair.openings[seat] if seat is not None and seat < len(match.fair.openings) else None
        if opening is None or match.options[name] == option.default:
            continue
        if not any(text.startswith(f"{name}=") for text in opening.brought):
            text = say("The deck of seat {seat} was not sealed: it could have been chosen after the dice.", seat=seat)
            yield Finding("open", "deck_unsealed", text, seat=seat, part="moves")
