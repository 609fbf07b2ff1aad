"""Deck construction (KO-007, KO-016, KO-027 to KO-035): every code of the validator, two ways to write a deck."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from matchday.engine.errors import BoxError
from matchday.engine.options import seen_by, settle
from matchday.engine.speech import Say
from matchday.games.kick_on import GAME
from matchday.games.kick_on.box import find_deck
from matchday.games.kick_on.decks import (
    Deck,
    Limits,
    adapted,
    card_set,
    deck_file,
    deck_line,
    figures,
    odds,
    read_deck_file,
    read_deck_line,
    validate,
)
from matchday.games.kick_on.state import Position, Rarity, Type
from tests.games.kick_on.stand import box_with

KNOWN = card_set(box_with())
ENGLISH = Say("en", GAME.name)
STARTERS = ("P34", "P36", "P37", "P39", "P40", "P41", "P43")
BENCH = ("P35", "P38", "P42")
CARDS = ("E01",) * 15 + tuple(f"J{n:02}" for n in range(1, 16)) + tuple(f"S{n:02}" for n in range(1, 16))


def deck(cards=CARDS, starters=STARTERS, bench=BENCH, squad=None):
    return Deck("Test", starters + bench if squad is None else squad, starters, tuple(cards))


def codes(subject, limits=None):
    return [finding.code for finding in validate(KNOWN, subject, limits or Limits())]


def ready_made(name):
    from matchday.engine.boxfile import BoxReader

    return find_deck(BoxReader(GAME.box_data), KNOWN, Limits(), name, "deck")


@pytest.mark.rule("KO-030", "KO-031", "KO-032", "KO-033", "KO-034", "KO-035")
@pytest.mark.parametrize("name", ["toque", "muralla", "samba", "garra", "mixta"])
def test_the_ready_made_decks_are_legal(name):
    assert validate(KNOWN, ready_made(name), Limits()) == []


def test_a_legal_deck_has_no_finding():
    assert codes(deck()) == []


@pytest.mark.rule("KO-002")
def test_there_are_five_types_of_card():
    assert {kind.name for kind in set(KNOWN.types.values())} | {"PLAYER"} == {
        "PLAYER",
        "PLAY",
        "STRATEGY",
        "FOUL",
        "ENERGY",
    }
    assert Counter(KNOWN.types.values()) == {Type.ENERGY: 3, Type.PLAY: 28, Type.STRATEGY: 28, Type.FOUL: 16}
    assert len(KNOWN.players) == 66


@pytest.mark.rule("KO-016")
def test_rarity_has_four_grades():
    assert set(KNOWN.rarities.values()) == set(Rarity)
    assert len(Rarity) == 4


def test_e01_unknown_card():
    found = validate(KNOWN, deck((*CARDS[:-1], "S99")), Limits())
    assert [finding.code for finding in found] == ["E01_UNKNOWN_CARD"]
    assert found[0].ids == ("S99",)
    assert "S99" in found[0].text


@pytest.mark.rule("KO-030")
@pytest.mark.parametrize("number", [44, 46])
def test_e02_deck_size(number):
    cards = ("E01",) * (number - 30) + CARDS[15:]
    assert codes(deck(cards)) == ["E02_DECK_SIZE"]


@pytest.mark.rule("KO-030")
def test_e03_player_in_deck():
    found = validate(KNOWN, deck((*CARDS[:-1], "P01")), Limits())
    assert [(finding.code, finding.ids) for finding in found] == [("E03_PLAYER_IN_DECK", ("P01",))]


@pytest.mark.rule("KO-031", "KO-R01")
def test_e04_three_copies_but_any_number_of_basic_energy():
    assert codes(deck(("E01",) * 12 + ("J01",) * 3 + CARDS[15:])) == ["E04_TOO_MANY_COPIES"]
    assert codes(deck(("E01",) * 13 + ("J01",) * 2 + CARDS[15:])) == []
    assert codes(deck(("E01",) * 41 + ("E02",) * 4)) == ["E04_TOO_MANY_COPIES", "W01_NO_PLAY"]
    assert codes(deck(), Limits(energy_copies=3)) == ["E04_TOO_MANY_COPIES"]


@pytest.mark.rule("KO-016", "KO-032", "KO-R02")
def test_e05_one_copy_of_a_legend():
    legends = ("J12", "J26")  # J12 is in CARDS already
    assert codes(deck(("E01",) * 14 + legends[1:] + CARDS[15:])) == []
    assert codes(deck(("E01",) * 14 + legends[:1] + CARDS[15:])) == ["E05_LEGEND_COPIES"]
    two = deck(("E01",) * 14 + legends[1:] + CARDS[15:])
    assert codes(two, Limits(legend_total=1)) == ["E05_LEGEND_COPIES"]
    assert codes(deck(), Limits(legend_total=1)) == []


@pytest.mark.rule("KO-033")
def test_e06_squad_size():
    assert codes(deck(bench=("P35", "P38"))) == ["E06_SQUAD_SIZE"]
    assert "E06_SQUAD_SIZE" in codes(deck(bench=(*BENCH, "P44")))


def test_e07_not_a_player():
    assert codes(deck(bench=("P35", "P38", "J01"))) == ["E07_NOT_A_PLAYER"]


@pytest.mark.rule("KO-007")
def test_e08_every_player_is_unique():
    found = validate(KNOWN, deck(bench=("P35", "P38", "P43")), Limits())
    assert [finding.code for finding in found] == ["E08_DUPLICATE_PLAYER"]
    assert found[0].ids == ("P43",)
    twice = deck(starters=(*STARTERS[:-2], "P36", STARTERS[-1]), squad=STARTERS + BENCH)
    assert codes(twice) == ["E08_DUPLICATE_PLAYER"]


@pytest.mark.rule("KO-033", "KO-028")
def test_e09_two_goalkeepers():
    assert codes(deck(bench=("P38", "P42", "P44"))) == ["E09_GOALKEEPERS", "E13_BENCH_GOALKEEPER"]
    assert codes(deck(bench=("P35", "P45", "P42"))) == ["E09_GOALKEEPERS", "E13_BENCH_GOALKEEPER"]


@pytest.mark.rule("KO-034")
def test_e10_seven_starters():
    assert codes(deck(starters=STARTERS[:-2] + STARTERS[-1:], bench=(*BENCH, "P41"))) == ["E10_STARTERS_SIZE"]


def test_e11_starters_are_of_the_squad():
    subject = deck(starters=(*STARTERS[:-1], "P44"), squad=STARTERS + BENCH)
    assert codes(subject) == ["E11_STARTER_NOT_IN_SQUAD"]


@pytest.mark.rule("KO-027", "KO-034")
def test_e12_one_goalkeeper_starts():
    assert codes(deck(starters=("P38", *STARTERS[1:]), bench=("P34", "P35", "P42"))) == [
        "E12_STARTING_GOALKEEPER",
        "E13_BENCH_GOALKEEPER",
    ]


@pytest.mark.rule("KO-028")
def test_e13_one_goalkeeper_on_the_bench():
    assert "E13_BENCH_GOALKEEPER" in codes(deck(bench=("P38", "P42", "P44")))


@pytest.mark.rule("KO-027", "KO-035")
@pytest.mark.parametrize(
    ("code", "starters", "bench"),
    [
        ("E14_NO_DEFENDER", ("P34", "P39", "P40", "P41", "P43", "P42", "P44"), ("P35", "P36", "P37")),
        ("E15_NO_MIDFIELDER", ("P34", "P36", "P37", "P38", "P43", "P42", "P44"), ("P35", "P39", "P40")),
        ("E16_NO_FORWARD", ("P34", "P36", "P37", "P38", "P39", "P40", "P41"), ("P35", "P43", "P42")),
    ],
)
def test_e14_to_e16_each_line_needs_a_starter(code, starters, bench):
    assert codes(deck(starters=starters, bench=bench)) == [code]


@pytest.mark.rule("KO-035")
def test_the_ten_legal_formations():
    pool = {
        position: [code for code, at in KNOWN.positions.items() if at == position]
        for position in Position
        if position != 4
    }
    keepers = pool[Position.GK]
    legal = set()
    for lines in product(range(7), repeat=3):
        if sum(lines) != 6:
            continue
        fielded = [
            code for line, number in zip((1, 2, 3), lines, strict=True) for code in pool[Position(line)][:number]
        ]
        spare = [code for line in (1, 2, 3) for code in pool[Position(line)][6:7]][:2]
        if not codes(deck(starters=(keepers[0], *fielded), bench=(keepers[1], *spare))):
            legal.add("-".join(map(str, lines)))
    assert legal == {"4-1-1", "3-2-1", "3-1-2", "2-3-1", "2-2-2", "2-1-3", "1-4-1", "1-3-2", "1-2-3", "1-1-4"}


def test_e17_squad_points():
    assert codes(deck(), Limits(squad_points=27)) == []
    assert codes(deck(), Limits(squad_points=26)) == ["E17_SQUAD_POINTS"]


@pytest.mark.parametrize(("name", "points"), [("toque", 27), ("muralla", 23), ("samba", 25), ("garra", 25)])
def test_the_points_of_the_ready_made_squads(name, points):
    assert figures(KNOWN, ready_made(name), Limits()).points == points


def test_warnings():
    no_play = ("E01",) * 15 + tuple(f"S{n:02}" for n in range(1, 26)) + tuple(f"F{n:02}" for n in range(1, 6))
    assert codes(deck(no_play)) == ["W01_NO_PLAY"]
    few = ("E01",) * 7 + tuple(f"J{n:02}" for n in range(1, 24)) + tuple(f"S{n:02}" for n in range(1, 16))
    assert codes(deck(few)) == ["W02_LOW_ENERGY"]
    assert all(finding.is_warning for finding in validate(KNOWN, deck(few), Limits()))


def test_all_errors_come_at_once_in_the_order_of_their_codes():
    subject = Deck("Bad", ("P34", "P34", "J01", "X1"), ("P34", "P99"), ("P01", *("J12",) * 2, *("J01",) * 4))
    found = codes(subject)
    assert found == sorted(found)
    assert len(found) >= 12


def test_a_deck_file_reads_back():
    for name in ("toque", "mixta"):
        subject = ready_made(name)
        assert read_deck_file(deck_file(subject, KNOWN, ENGLISH), "file") == subject
        assert read_deck_line(deck_line(subject), "line") == subject
    for name in ("Boca: 2024", 'The "Reds" / Blues', "Łódź \\ źdźbło", ": :"):
        subject = replace(ready_made("toque"), name=name)
        assert read_deck_file(deck_file(subject, KNOWN, ENGLISH), "file") == subject
        assert read_deck_line(deck_line(subject), "line") == subject
    assert read_deck_file('name = "two\\nlines"', "file").name == "two lines"
    assert "# MF Andreu Vilasec" in deck_file(ready_made("toque"), KNOWN, ENGLISH)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cards = [", "not readable as TOML"),
        ("starter = []", 'no key "starter" here; did you mean "starters"?'),
        ('cards = ["three J01"]', "write a number and a card"),
        ("cards = 7", "write it as a list of texts"),
        ('bench = ["P01"]\nsquad = ["P01"]', "give either starters and bench, or a squad"),
    ],
)
def test_what_is_not_a_deck_is_said_in_words(text, message):
    with pytest.raises(BoxError) as caught:
        read_deck_file(text, "my.toml")
    assert message in str(caught.value)
    assert str(caught.value).startswith("my.toml: ")


@pytest.mark.parametrize("line", ["P01 P02", "a / b / c / d", "P01 / 3 x J01"])
def test_lines_that_are_no_decks(line):
    with pytest.raises(BoxError):
        read_deck_line(line, "deck_0")


def test_an_illegal_deck_is_not_played():
    with pytest.raises(BoxError) as caught:
        GAME.box({"deck_0": deck_line(deck(CARDS[:-1])), "deck_1": "no_such_deck"})
    assert "deck_0: Test: E02_DECK_SIZE" in str(caught.value)
    assert 'no deck "no_such_deck"' in str(caught.value)


def test_an_own_deck_is_played():
    box = GAME.box({"deck_0": deck_line(deck())})
    assert int(box.deck_count[0]) == 45
    assert [int(player) for player in box.squad[0]] == [KNOWN.players[code] for code in STARTERS + BENCH]


@pytest.mark.rule("KO-R01", "KO-R02")
def test_ready_made_decks_adapt_to_house_rules():
    for name, limits in product(
        ("toque", "muralla", "samba", "garra", "mixta"),
        (Limits(energy_copies=3), Limits(legend_total=1), Limits(energy_copies=3, legend_total=1)),
    ):
        subject = adapted(KNOWN, ready_made(name), limits)
        assert [f for f in validate(KNOWN, subject, limits) if not f.is_warning] == []
    assert adapted(KNOWN, ready_made("toque"), Limits()) == ready_made("toque")


@pytest.mark.rule("KO-R29")
def test_a_deck_is_secret_to_its_seat():
    options = settle(GAME.options, {"deck_0": "samba", "deck_1": "garra"})
    assert seen_by(GAME.options, options, 0) == {**options, "deck_1": "muralla"}
    assert seen_by(GAME.options, options, 1) == {**options, "deck_0": "toque"}


def test_the_odds_of_an_opening_hand():
    assert odds(45, 0, 7)[0] == 1
    assert sum(odds(45, 12, 7)) == pytest.approx(1)
    assert odds(10, 5, 2) == pytest.approx((10 / 45, 25 / 45, 10 / 45, 0, 0, 0, 0, 0)[:3])
    found = figures(KNOWN, ready_made("toque"), Limits())
    assert found.types == {Type.ENERGY: 14, Type.PLAY: 14, Type.STRATEGY: 11, Type.FOUL: 6}
    assert found.bonuses == (True, False, True)
    assert found.formation == "2-3-1"
    assert sum(found.opening[Type.PLAY]) == pytest.approx(1)


@pytest.mark.rule("KO-090")
def test_any_style_is_a_legal_deck():
    attacking = ("P34", "P36", "P39", "P43", "P42", "P44", "P33")
    cautious = ("P34", "P36", "P37", "P38", "P49", "P39", "P43")
    for starters in (attacking, cautious):
        bench = ("P35", "P40", "P41")
        assert codes(deck(starters=starters, bench=bench)) == []
