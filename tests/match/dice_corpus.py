"""Good and tampered match files, on which the check here and the one in the browser must agree finding by finding.

    python -m tests.match.dice_corpus

writes `tests/fixtures/dice.json`. Only what is said of the dice is compared: the files name no real game, so new rules
do not change them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from matchday.engine.speech import Say
from matchday.match.fair import Fair, FirstFair, Opening
from matchday.match.files import quoted
from matchday.match.verify import Kept, verify

TARGET = Path(__file__).parents[1] / "fixtures" / "dice.json"
SECRET = "5ec2e7" * 10
ODD_WORDS = {
    "two spaces": "a  b ",
    "family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "accents apart": "z\u0307o\u0301\u0142w",
    "quotes": 'say "hi" \\ o\'k ; [x] ',
    "right to left": "\u202eabc\u2066",
    "no-break": "\u00a0\u3000\ufeff",
    "astral": "\U00010ffd \U0001f3b2",
}
HER, HIS = Opening("lucky seven", "ab" * 32), Opening("", "cd" * 32)
BOTH = Fair(SECRET, (HER, HIS))
DECKS = Fair(SECRET, (replace(HER, brought=("deck_0=samba",)), replace(HIS, brought=("deck_1=a: 1 P1 / 2 J0",))))
WITH_BOT = Fair(SECRET, (HER, None, HIS))
ALONE = Fair(SECRET, (None, None))
FIRST = FirstFair(SECRET, ("lucky seven", "heads"))


def written(
    fair: Fair | FirstFair | None,
    *,
    options: tuple[str, ...] = (),
    names: tuple[str, ...] = (),
    kinds: tuple[str, ...] = (),
) -> str:
    """Write a file as the server does, of a game that there is not."""
    from matchday.match.files import seed_tags

    class Played:
        seed = fair.seed if fair else "seven"

    Played.fair = fair  # type: ignore[attr-defined]
    seats = len(fair.openings) if isinstance(fair, Fair) else 2
    named = names or tuple(
        "" if not isinstance(fair, Fair) or fair.openings[seat] else "bot x" for seat in range(seats)
    )
    lines = ['[Game "none"]', *(f"[Option {quoted(each)}]" for each in options)]
    lines += [*seed_tags(Played(), reveal=True), *(f"[Seat {quoted(each)}]" for each in named)]  # type: ignore[arg-type]
    lines += [f"[Kind {quoted(each)}]" for each in kinds]
    return "\n".join([*lines, '[Result "*"]', "", "1. 0 pass #0011aabb", "2. 1 x/y @12", ""])


def kept_by(fair: Fair, seat: int) -> Kept:
    """What the browser of a seat has kept of a match."""
    opening = fair.openings[seat]
    return Kept(fair.commitment, tuple(fair.hashes), seat, opening and opening.words, opening and opening.nonce)


def good() -> Iterator[tuple[str, str, Kept]]:
    """Files as they should be."""
    yield "all kept", written(BOTH), kept_by(BOTH, 0)
    yield "all kept, no words", written(BOTH), kept_by(BOTH, 1)
    yield "nothing kept", written(BOTH), Kept()
    yield "commitment kept", written(BOTH), Kept(BOTH.commitment)
    yield "words typed in", written(BOTH), Kept(words="lucky seven")
    yield "hashes kept", written(BOTH), Kept(hashes=tuple(BOTH.hashes))
    yield "another device", written(BOTH), Kept(BOTH.commitment, tuple(BOTH.hashes), 0)
    yield "with a bot", written(WITH_BOT), kept_by(WITH_BOT, 2)
    yield "decks", written(DECKS, options=("deck_0=samba", "deck_1=a: 1 P1 / 2 J0")), kept_by(DECKS, 1)
    yield "the server alone", written(ALONE, names=("Ola", "bot rookie")), Kept(ALONE.commitment)
    yield "the server alone, hashes kept", written(ALONE), Kept(ALONE.commitment, ("", ""))
    yield "somebody added nothing", written(WITH_BOT, names=("", "Ewa", "")), kept_by(WITH_BOT, 0)
    named, kinds = ("bot one", "", "bot two"), ("human", "bot legend", "human")
    yield "people who call themselves bots", written(WITH_BOT, names=named, kinds=kinds), kept_by(WITH_BOT, 2)
    kinds = ("human", "human", "human")
    yield "one of them added nothing", written(WITH_BOT, names=named, kinds=kinds), kept_by(WITH_BOT, 0)
    named = ("", "bot ", "")
    yield "a name that is no bot's", written(WITH_BOT, names=named), kept_by(WITH_BOT, 0)
    yield "the Automat", written(ALONE, names=("Ola", ""), kinds=("human", "automat")), Kept(ALONE.commitment)
    yield "first edition", written(FIRST), Kept(FIRST.commitment, words="heads")
    yield "first edition, nothing kept", written(FIRST), Kept()
    yield "first edition, no words", written(FirstFair(SECRET, ("", ""))), Kept()
    yield "a seed", written(None), Kept()
    for name, words in ODD_WORDS.items():
        fair = Fair(SECRET, (HER, replace(HIS, words=words)))
        yield f"words: {name}", written(fair), kept_by(fair, 1)
    whole = written(BOTH)
    yield "line ends of Windows", whole.replace("\n", "\r\n"), kept_by(BOTH, 0)
    yield "line ends of old", whole.replace("\n", "\r"), kept_by(BOTH, 0)
    yield (
        "a mark before, blanks and comments",
        "\ufeff; hello\n\n \t" + whole.replace("]\n[", "]  ; so\n\t["),
        kept_by(BOTH, 0),
    )


def cheats() -> Iterator[tuple[str, str, Kept]]:
    """Whole files that are right in themselves and are not what somebody was shown."""
    ground = Fair(SECRET, (replace(HER, words="lucky 399"), HIS))
    yield "the host grinds his own words", written(ground), kept_by(BOTH, 1)
    yield "the host grinds his own nonce", written(Fair(SECRET, (replace(HER, nonce="12" * 32), HIS))), kept_by(BOTH, 1)
    yield "the host changes the secret", written(Fair("07" * 32, BOTH.openings)), kept_by(BOTH, 1)
    yield "the host leaves out somebody", written(Fair(SECRET, (HER, None))), kept_by(BOTH, 1)
    yield "the host leaves out everybody", written(ALONE), kept_by(BOTH, 1)
    yield "the host puts in other words", written(Fair(SECRET, (HER, replace(HIS, words="ha")))), kept_by(BOTH, 1)
    yield "seats change places", written(Fair(SECRET, (HIS, HER))), kept_by(BOTH, 1)
    yield (
        "the host chooses a deck afterwards",
        written(DECKS, options=("deck_0=garra", "deck_1=a: 1 P1 / 2 J0")),
        kept_by(DECKS, 1),
    )
    other = Fair(SECRET, (replace(HER, brought=("deck_0=garra",)), *DECKS.openings[1:]))
    yield "and seals it anew", written(other, options=("deck_0=garra", "deck_1=a: 1 P1 / 2 J0")), kept_by(DECKS, 1)
    yield "the file of a chosen seed", written(None), kept_by(BOTH, 0)
    yield "passed off as the first edition", written(FirstFair(SECRET, ("lucky seven", ""))), kept_by(BOTH, 0)
    yield "first edition, other words", written(FIRST), Kept(FIRST.commitment, words="tails")
    yield "first edition, another commitment", written(FIRST), Kept("0" * 64)
    yield "hashes of fewer seats kept", written(WITH_BOT), replace(kept_by(WITH_BOT, 0), hashes=tuple(BOTH.hashes))


def tampered() -> Iterator[tuple[str, str, Kept]]:
    """Files in which something was changed by hand."""
    yield "a kind too few", written(WITH_BOT, kinds=("human", "bot x")), kept_by(WITH_BOT, 0)
    whole, kept = written(BOTH), kept_by(BOTH, 0)
    lines = whole.split("\n")
    for number, line in enumerate(lines):
        if line.startswith("["):
            name = f"{line[1:].partition(' ')[0]} in line {number + 1}"
            yield f"without {name}", "\n".join(lines[:number] + lines[number + 1 :]), kept
            yield f"twice {name}", "\n".join([*lines[:number], line, *lines[number:]]), kept
            yield (
                f"emptied {name}",
                "\n".join([*lines[:number], line.partition('"')[0] + '""]', *lines[number + 1 :]]),
                kept,
            )
    for name, old, new in (
        ("secret", "5ec2e7", "5ec2e8"),
        ("commitment", BOTH.commitment[:9], "0" * 9),
        ("commitment in capitals", BOTH.commitment, BOTH.commitment.upper()),
        ("a hash", BOTH.hashes[1][:9], "0" * 9),
        ("words", "lucky seven", "lucky eight"),
        ("words, a blank more", "lucky seven", "lucky  seven"),
        ("words, a blank behind", "lucky seven", "lucky seven "),
        ("words, written otherwise", "lucky seven", "lucky se\\u0076en"),
        ("a nonce", "abab", "abac"),
        ("the seed", BOTH.seed[:9], "0" * 9),
        ("the edition", '[Dice "2"]', '[Dice "3"]'),
        ("brought", "[Seed", '[Brought "0 deck_0=x"]\n[Seed'),
        ("brought by nobody", "[Seed", '[Brought "7 deck_0=x"]\n[Seed'),
        ("brought without a seat", "[Seed", '[Brought "x"]\n[Seed'),
        ("an unknown tag", "[Seed", '[Sead "1"]\n[Seed'),
        ("a tag that is none", "[Seed", "[Seed]\n[Seed"),
        ("a tag with signs", "[Seed", '[Se_d "1"]\n[Seed'),
        ("a tag behind a tag", "[Seed", '[Result "1"] x\n[Seed'),
        ("half a sign", "lucky seven", "\\ud83d"),
        ("the zero sign", "lucky seven", "\\u0000"),
        ("a bare tab", "lucky seven", "\t"),
        ("a wrong escape", "lucky seven", "\\x"),
        ("a line break inside", "lucky seven", "a\nb"),
        ("a break of another kind inside", "lucky seven", "a\u2028b\u0085c"),
        ("a tag after a move", "2. 1", '[Words ""]\n2. 1'),
        ("a move left out", "2. 1", "3. 1"),
        ("a move that is none", "2. 1 x/y", "2. 1"),
        ("a move with other numerals", "2. 1", "\u0662. 1"),
        ("a mark that is none", "#0011aabb", "#0011AABB"),
        ("the game", '[Game "none"]', ""),
    ):
        assert old in whole, name
        yield f"changed: {name}", whole.replace(old, new, 1), kept
    composed = Fair(SECRET, (HER, replace(HIS, words=ODD_WORDS["accents apart"])))
    yield (
        "accents put together",
        written(composed).replace(ODD_WORDS["accents apart"], "\u017c\u00f3\u0142w"),
        kept_by(composed, 1),
    )
    family = Fair(SECRET, (HER, replace(HIS, words=ODD_WORDS["family"])))
    yield "a family taken apart", written(family).replace("\\u200d", ""), kept_by(family, 1)
    decks = written(DECKS, options=("deck_0=samba", "deck_1=a: 1 P1 / 2 J0"))
    yield "a deck not brought", decks.replace('[Brought "0 deck_0=samba"]\n', ""), kept_by(DECKS, 1)
    yield "a deck of another seat", decks.replace('"0 deck_0=samba"', '"1 deck_0=samba"'), kept_by(DECKS, 1)
    twice = decks.replace("[Option", '[Option "deck_0=garra"]\n[Option', 1)
    yield "a deck twice", twice, kept_by(DECKS, 1)
    yield "words that are too long", whole.replace("lucky seven", "x" * 201), kept
    yield "words as long as may be", written(Fair(SECRET, (replace(HER, words="\U0001f3b2" * 200), HIS))), Kept()
    yield "too many tags", whole.replace("[Result", '[Seat ""]\n' * 200 + "[Result"), kept
    yield "a move that is too long", whole.replace("2. 1 x/y", f"2. 1 {'x' * 300}"), kept
    yield "no file at all", "hello", Kept()
    yield "nothing at all", "", kept


def cases() -> list[dict[str, Any]]:
    """Every case, with what is found here."""
    found = []
    for name, text, kept in (*good(), *cheats(), *tampered()):
        dice = [finding for finding in verify(text, Say(), kept) if finding.part == "dice"]
        findings = [[each.verdict, each.code, each.line, each.seat] for each in dice]
        found.append({"name": name, "text": text, "kept": asdict(kept), "findings": findings})
    assert len({case["name"] for case in found}) == len(found)
    return found


def dumped() -> str:
    """The fixture's text, a case a line."""
    rows = ",\n".join(json.dumps(case) for case in cases())
    return f"[\n{rows}\n]\n"


if __name__ == "__main__":
    TARGET.write_text(dumped(), encoding="ascii")
