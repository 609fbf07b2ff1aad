"""Set-up: PG-01 to PG-11."""

from __future__ import annotations

from collections import Counter

import pytest

from matchday.engine.log import SPECTATOR
from matchday.engine.speech import Say
from matchday.games.pilka_w_grze import GAME, draw, view
from matchday.games.pilka_w_grze.state import UNKNOWN, Event, Phase
from tests.games.pilka_w_grze.table import dealt, lay
from tests.kit import random_match

SAY = Say()


def zone(duel, name, seat=0):
    return next(zone for zone in view.zones(SAY, duel.box, duel.hidden(seat), seat) if zone.id == name)


@pytest.mark.rule("PG-01")
def test_the_basic_game_has_neither_formations_nor_tactic_cards():
    duel = dealt()

    assert duel.phase == Phase.ATTACK
    assert not duel.table.formation.any()
    assert not duel.table.tactics.any()
    assert all(option in duel.hand(duel.attacker) for option in duel.options())
    assert duel.table.limit == 3


@pytest.mark.rule("PG-02", "PG-R36")
def test_two_players_with_different_teams_seat_0_red_seat_1_yellow():
    duel = dealt()
    teams = [GAME.words.team(SAY, seat) for seat in range(2)]

    assert duel.box.seats == 2
    assert teams == ["The Reds", "The Yellows"]
    assert draw.COLOURS == ("red", "yellow")


@pytest.mark.rule("PG-03")
def test_the_ball_lies_in_midfield_at_kick_off():
    for starter in ("seat0", "seat1"):
        assert dealt(starter=starter).ball == "MID"


@pytest.mark.rule("PG-04", "PG-05")
def test_96_cards_in_two_piles_of_48_and_five_dealt_to_each():
    duel = dealt()
    duel.count_cards()

    assert duel.box.total == 96
    assert duel.hand_sizes == (5, 5)
    assert duel.pile == 38
    assert zone(duel, "pile").count == 38
    assert zone(duel, "second_pile").count == 48
    assert not duel.table.discard.any()


@pytest.mark.rule("PG-04")
def test_the_deal_is_shuffled_every_kind_as_often_as_it_is_in_the_deck():
    deals = 300
    seen = Counter(card[:-3] for seed in range(deals) for seat in range(2) for card in dealt(seed).hand(seat))
    duel, kinds = dealt(), Counter()
    for card in range(int(duel.box.kinds)):
        kinds[duel.card_text(card)[:-3]] += int(duel.box.cards[card].copies)

    square = sum((seen[kind] - deals * 10 * n / 96) ** 2 / (deals * 10 * n / 96) for kind, n in kinds.items())

    # 20 or so degrees of freedom; 60 is beyond one in ten thousand
    assert square < 60


@pytest.mark.rule("PG-05")
def test_hands_are_secret():
    duel = dealt()
    for seat in (0, 1, SPECTATOR):
        hidden = duel.hidden(seat)
        for side in range(2):
            shown = [int(card) for card in hidden.hand[side, :5]]

            assert (shown == [UNKNOWN] * 5) == (side != seat)
    assert {told.seat for told in duel.events(Event.DREW, seat=0)} == {0}
    assert {told.seat for told in duel.events(Event.DREW, seat=1)} == {1}
    assert not duel.events(Event.DREW, seat=SPECTATOR)


@pytest.mark.rule("PG-06")
def test_nobody_has_a_goal_at_the_start():
    assert dealt().score() == [0, 0]


@pytest.mark.rule("PG-07", "PG-23")
def test_used_cards_of_both_players_form_one_discard():
    duel = lay("RW1/LFD1 LW LW LW LW", "LW3/RFD1 /LFD3 /PRS /PRS /PRS", pile=38)
    before = int(duel.table.discard.sum())
    lfd3, rw1 = duel.discarded("/LFD3"), duel.discarded("RW1/LFD1")

    duel.attack("RW").answer("/LFD3").attack("stop")

    assert duel.table.discard.sum() == before + 2
    assert duel.discarded("/LFD3") == lfd3 + 1
    assert duel.discarded("RW1/LFD1") == rw1 + 1


@pytest.mark.rule("PG-08", "PG-R01")
def test_the_lot_gives_the_kick_off_to_either_seat():
    starters = Counter(dealt(seed).attacker for seed in range(200))

    assert 70 < starters[0] < 130
    assert starters[0] + starters[1] == 200


@pytest.mark.rule("PG-08", "PG-R01")
@pytest.mark.parametrize(
    ("options", "first"),
    [
        ({"starter": "seat0"}, 0),
        ({"starter": "seat1"}, 1),
        ({"starter": "youngest", "youngest": "seat0"}, 0),
        ({"starter": "youngest", "youngest": "seat1"}, 1),
    ],
)
def test_the_table_may_say_who_kicks_off(options, first):
    for seed in range(8):
        duel = dealt(seed, **options)

        assert duel.attacker == first
        assert duel.waiting == [first]


@pytest.mark.rule("PG-09")
def test_the_ball_shows_the_attackers_colour():
    duel = lay("RW LW ONE THR LNG", "/LFD /RFD /PRS /DBL /OFF", attacker=1)
    shown = {counter.id: counter for counter in view.counters(SAY, duel.box, duel.hidden(0), 0)}

    assert shown["attacker"].value == 1
    assert shown["attacker"].text == "The Yellows"

    duel.exchanges("RW /LFD", "LW /RFD", "ONE /PRS")
    shown = {counter.id: counter for counter in view.counters(SAY, duel.box, duel.hidden(0), 0)}

    assert shown["attacker"].text == "The Reds"


@pytest.mark.rule("PG-09")
def test_only_the_attacker_scores():
    goals = 0
    for seed in range(4):
        attacker, before = None, [0, 0]
        for position, _, _ in random_match(GAME, seed):
            for goal in position.events(Event.GOAL):
                goals += 1
                scorer = 0 if position.score()[0] > before[0] else 1

                assert goal.seat == attacker == scorer
            attacker, before = int(position.table.attacker), position.score()

    assert goals > 5


@pytest.mark.rule("PG-10", "PG-R05")
def test_only_the_half_in_use_counts():
    # The attacker's right-wing card has Pressing on its other half: it is still a right-wing attack,
    # and Pressing does not answer it. The defender's card is a penalty whose other half is Left-flank defence.
    duel = lay("RW2/PRS1 LW LW LW LW", "PEN3/LFD2 ONE1/PRS1 /RFD /RFD /RFD", deck="mixed").attack("RW2/PRS1")

    assert duel.options() == {"PEN3/LFD2", "decline"}

    duel.answer("PEN3/LFD2")

    assert duel.phase == Phase.ATTACK


@pytest.mark.rule("PG-10")
def test_balls_count_for_the_shooter_and_gloves_for_the_saver():
    # 1 ball with 3 gloves on its other half against 2 gloves with 3 balls on its other half: saved.
    duel = lay("RW LW1/RFD3", "ONE3/PRS2 THR3/DBL1", ball="OPP").attack("RW").decline().save("ONE3/PRS2")

    assert duel.events(Event.SAVED) == [(1, 1, 2)]


@pytest.mark.rule("PG-11")
@pytest.mark.parametrize("deck", ["paired", "mixed"])
def test_the_circled_numbers_count_the_cards_with_that_action(deck):
    duel = dealt(deck=deck)
    expected = {
        "paired": {"RW": 18, "LW": 18, "ONE": 16, "THR": 16, "LNG": 12, "DRI": 4, "COR": 4, "FRK": 4, "PEN": 4},
        "mixed": {"RW": 18, "LW": 18, "ONE": 16, "THR": 14, "LNG": 12, "DRI": 6, "COR": 4, "FRK": 4, "PEN": 4},
    }[deck] | {"LFD": 18, "RFD": 18, "PRS": 16, "DBL": 16, "OFF": 12, "FOU": 16}

    for face in GAME.faces(SAY, duel.box):
        if face.kind != "card":
            continue
        facts = face.facts
        assert facts["attack_count"] == expected[facts["attack"]]
        assert facts["defence_count"] == expected[facts["defence"]]
