"""3.1 Box, aim and components."""

from __future__ import annotations

import copy
import itertools
from collections import Counter

import pytest

from matchday.engine.errors import BoxError
from matchday.engine.record import read_text
from matchday.games.mcs.state import ATTACK, BEND, DEFENCE, FINISH, STRAIGHT, Format
from tests.games.mcs.track import FOUR_WAY, GAME, Track
from tests.kit import random_match


@pytest.mark.rule("MC-001")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_three_or_four_sit_at_the_table(players):
    assert GAME.box({"players": players}).seats == players


@pytest.mark.rule("MC-002")
def test_the_side_with_more_points_wins():
    track = Track(heats=5)
    track.table.points[:] = 20, 25, 22, 22
    assert track.score() == [45, 44]
    assert track.result() == [1.0, 0.0]
    track.table.points[:] = 20, 25, 23, 23
    assert track.result() == [0.0, 1.0]


@pytest.mark.rule("MC-003")
def test_four_play_in_pairs_or_each_alone():
    assert GAME.box({"players": 4}).format == Format.PAIRS
    assert GAME.box(FOUR_WAY).format == Format.FOURWAY
    pairs = Track(players=4)
    pairs.table.points[:] = 10, 20, 15, 14
    assert pairs.score() == [30, 30, 29, 29]
    alone = Track(**FOUR_WAY)
    alone.table.points[:] = 10, 20, 15, 14
    assert alone.score() == [10, 20, 15, 14]


@pytest.mark.rule("MC-004")
def test_twenty_riders_numbered_once_five_of_each_colour():
    box = GAME.box()
    assert sorted(box.number) == list(range(1, 21))
    assert [sum(map(int, box.number[colour * 5 : colour * 5 + 5])) for colour in range(4)] == [52, 53, 52, 53]
    host, guest = box.number[:10], box.number[10:]
    assert sum(int(one > other) for one in host for other in guest) == 50
    for colour in range(4):
        assert sorted((int(number) - 1) // 4 for number in box.number[colour * 5 : colour * 5 + 5]) == [0, 1, 2, 3, 4]


@pytest.mark.rule("MC-004")
def test_start_patterns_are_mirrored():
    box = GAME.box()
    colours = [[int(number) for number in box.number[colour * 5 : colour * 5 + 5]] for colour in range(4)]
    patterns = Counter(
        "".join("HHGG"[colour] for colour in sorted(range(4), key=lambda colour: -line[colour]))
        for line in itertools.product(*colours)
    )
    assert patterns == {"HHGG": 105, "GGHH": 105, "HGHG": 103, "GHGH": 103, "HGGH": 107, "GHHG": 102}


@pytest.mark.rule("MC-004")
def test_forty_lap_cards_in_four_groups():
    laps = GAME.box().laps
    assert [list(map(int, laps[lap, [STRAIGHT, BEND, FINISH]])) for lap in range(4)] == [
        [6, 6, 3],
        [4, 4, 4],
        [3, 2, 3],
        [2, 2, 1],
    ]
    assert int(laps.sum()) == 40


@pytest.mark.rule("MC-004")
def test_forty_eight_fight_cards_each_colour_and_symbol_once():
    box = GAME.box()
    assert box.total == 48
    assert len({(int(card.colour), int(card.effect)) for card in box.cards}) == 48
    assert Counter(int(card.kind) for card in box.cards) == {ATTACK: 24, DEFENCE: 24}
    for colour in range(4):
        assert Counter(int(card.kind) for card in box.cards if card.colour == colour) == {ATTACK: 6, DEFENCE: 6}
    for effect in range(12):
        assert Counter(int(card.kind) for card in box.cards if card.effect == effect) == {ATTACK: 2, DEFENCE: 2}
    symbols = [read_text(box.effects[effect].symbol) for effect in range(12)]
    assert symbols == ["5:1", "4:2", "3:3", "3", "0", ">", "u", "d", "f", "p", "w", "z"]


@pytest.mark.rule("MC-004")
def test_letters_are_spread_as_designed():
    box = GAME.box()
    for kind, sizes in ((ATTACK, {1: 8, 2: 12, 3: 4}), (DEFENCE, {2: 12, 3: 8, 4: 4})):
        masks = [int(card.tracks) for card in box.cards if card.kind == kind]
        assert Counter(mask.bit_count() for mask in masks) == sizes
        for size, copies in ((1, 2), (2, 2), (3, 1 if kind == ATTACK else 2)):
            found = Counter(mask for mask in masks if mask.bit_count() == size)
            assert set(found.values()) <= {copies}
    stops = [
        (int(attack.tracks).bit_count(), int(attack.tracks) & ~int(defence.tracks) == 0)
        for attack in box.cards
        for defence in box.cards
        if attack.kind == ATTACK and defence.kind == DEFENCE
    ]
    shares = {size: sum(s for n, s in stops if n == size) / sum(n == size for n, _ in stops) for size in (1, 2, 3)}
    assert {size: round(share, 2) for size, share in shares.items()} == {1: 0.67, 2: 0.42, 3: 0.25}


@pytest.mark.rule("MC-004")
def test_every_card_is_beaten_by_fourteen_others():
    box = GAME.box()
    for one in box.cards:
        others = [card for card in box.cards if card.colour == one.colour or card.effect == one.effect]
        assert len(others) - 1 == 14


@pytest.mark.rule("MC-004")
def test_two_coach_cards_say_what_each_symbol_does():
    from matchday.engine.speech import Say

    zone = next(zone for zone in GAME.sight.zones(Say(), GAME.box(), Track().table, 0) if zone.id == "coach")
    assert zone.count == 2
    assert [piece.face for piece in zone.pieces] == ["5:1", "4:2", "3:3", "3", "0", ">", "u", "d", "f", "p", "w", "z"]
    printed = {face.code: face.facts for face in GAME.faces(Say(), GAME.box()) if face.kind == "coach"}
    assert list(printed) == [piece.face for piece in zone.pieces]
    assert printed["3:3"]["meaning"] == "the pair of whoever laid it takes places 1+4 or 2+3"


@pytest.mark.rule("MC-005")
def test_upper_halves_fight_on_straights_and_lower_halves_in_bends():
    on_the_straight = Track(laps="S", hands={"host": "51O", "guest": "51T 33V"})
    assert on_the_straight.choices("guest") == ["33V", "pass"], "only letters count"
    in_the_bend = Track(laps="B", hands={"host": "51O dO", "guest": "51T"})
    in_the_bend.do("host", "51O")
    assert in_the_bend.choices("guest") == ["51T", "pass"], "an attack is beaten by a defence card of the same symbol"


def wrong(change) -> list[str]:
    data = copy.deepcopy(GAME.box_data)
    change(data)
    with pytest.raises(BoxError) as caught:
        GAME.box({}, data)
    return caught.value.problems


def test_a_wrong_box_names_every_problem():
    def spoil(data):
        data["points"] = [3, 2]
        data["formats"]["duel"]["heats"] = 7
        data["formats"]["solo"]["hand"] = [8, 7, 5, 5]
        data["lap"][0] = {"straight": 0, "bend": 0, "finish": 0}
        data["trouble"]["fall"]["bend"] = "lost"
        data["effect"][0]["play"] = ["arrange 1 1"]
        data["effect"][1]["play"] = ["draw 1", "steal 1"]
        data["effect"][2]["play"] = ["overtake", "pending fall"]
        data["effect"][3]["symbol"] = "0"
        data["components"]["riders"][0]["number"] = 15
        data["components"]["riders"][1]["colour"] = "blue"
        data["components"]["cards"][0]["tracks"] = "AE"
        data["components"]["cards"][1]["id"] = "51O"

    found = "\n".join(wrong(spoil))
    for text in (
        "points: write 4 whole numbers",
        "formats.duel: heats: 7 is not a whole number of series",
        "formats.solo: hand: the two colours of one manager share one hand",
        "lap 1: a deck needs at least one card",
        'trouble.fall: bend: no word "lost"; did you mean "last"?',
        "two different places from 1 to 4",
        "effect 4:2: an effect may gain one card at most",
        "effect 4:2: the choice comes before the other words",
        "effect 3:3: one effect asks for one choice",
        "effect 0: the symbol is taken",
        "number 15 is taken",
        "list 5 riders of each colour",
        '"AE" is not made of the letters',
        "card 51O: the id is taken",
    ):
        assert text in found, text


def test_hands_must_fit_the_table():
    def spoil(data):
        data["formats"]["pairs"]["hand"] = [8, 8, 8, 8]
        data["formats"]["duel"]["hand"] = [9, 9, 9, 9]

    found = "\n".join(wrong(spoil))
    assert "formats.pairs: hand: all hands together may hold 24 cards" in found
    assert "formats.duel: hand: 9 is outside 1 to 8" in found


def test_effects_are_data():
    """A designer's card: a double win that also draws a card needs no code."""
    data = copy.deepcopy(GAME.box_data)
    data["effect"][0]["play"] = ["arrange 1 2", "draw 1"]
    track = Track("W18 R15 B12 Y01", laps="BF", hands={"host": "51O", "guest": "zV"}, data=data)
    track.do("guest", "pass").do("host", "51O").do("guest", "pass").do("host", "order:R1,B2")
    assert track.table.points[0] == 3
    assert len(track.hand("host")) == 5


def test_more_points_for_the_winner_is_a_number_in_the_box():
    data = copy.deepcopy(GAME.box_data)
    data["points"] = [4, 2, 1, 0]
    track = Track("R19 W14 B12 Y01", laps="F", data=data).finish_heat()
    assert track.points == {"R": 4, "W": 2, "B": 1, "Y": 0}


def test_cards_are_conserved_in_a_match():
    for position, _, _ in random_match(GAME, 3, heats=5):
        assert GAME.components(position.box, position.table) == [1] * 48
