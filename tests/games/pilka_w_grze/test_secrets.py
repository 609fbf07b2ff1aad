"""What a seat cannot know, and how it is imagined."""

from __future__ import annotations

from collections import Counter

import pytest

from matchday.engine.dice import Dice, set_key
from matchday.engine.log import SPECTATOR
from matchday.engine.record import copy_of, raw
from matchday.games.pilka_w_grze import GAME
from matchday.games.pilka_w_grze.state import UNKNOWN, Event, Phase
from tests.games.pilka_w_grze.table import Duel, lay
from tests.kit import random_match

ATTACKS = "RW LW ONE THR LNG"
VARIANTS = {"formations": True, "tactics": True, "surprise_shots": True}


def looks_alike(one, other, seat):
    """Whether a seat (or a spectator) cannot tell two tables apart."""
    return raw(one.hidden(seat)) == raw(other.hidden(seat))


def imagined(duel, seat, number=1):
    """The table as a seat imagines it, with the dice of this number."""
    twin, dice = duel.copy(), Dice.new()
    set_key(dice, 5, number)
    twin.table = duel.hidden(seat)
    twin.runner.redeal(twin.box, twin.table, seat, dice)
    twin.count_cards()
    assert raw(twin.hidden(seat)) == raw(duel.hidden(seat))
    return twin


def hands(duel, seat, of, times=200):
    """How often each hand of the seat `of` is imagined by `seat`."""
    return Counter(" ".join(imagined(duel, seat, number).hand(of)) for number in range(times))


def fits_counts(found, expected):
    """Whether counts agree with weights: chi-square below what one in ten thousand exceeds (up to 9 degrees)."""
    times, total = sum(found.values()), sum(expected.values())
    square = sum((found[key] - times * n / total) ** 2 / (times * n / total) for key, n in expected.items())
    return set(found) <= set(expected) and square < 34


# ---------------------------------------------------------------- hide, secret by secret


def test_the_other_hand_and_the_pile_are_hidden():
    one = lay(ATTACKS, "/LFD1 /RFD1 /PRS1 /DBL2 /OFF1", half=2, pile="RW2 LW2 ONE2")
    other = lay(ATTACKS, "RW2 LW2 ONE2 /DBL2 /OFF1", half=2, pile="/LFD1 /RFD1 /PRS1")
    other.table.discard[:] = one.table.discard
    other.table.boxed[:] = one.table.boxed
    other.count_cards()

    assert looks_alike(one, other, 0)
    assert looks_alike(one, other, SPECTATOR)
    assert not looks_alike(one, other, 1)


def test_one_s_own_hand_is_seen():
    duel = lay(ATTACKS, "/LFD1 /RFD1 /PRS1 /DBL2 /OFF1")

    for seat in range(2):
        assert (duel.hidden(seat).hand[seat] == duel.table.hand[seat]).all()
        assert set(duel.hidden(seat).hand[1 - seat, :5]) == {UNKNOWN}
        assert set(duel.hidden(seat).deck[: duel.table.deck_count]) == {UNKNOWN}


def test_the_generator_is_hidden():
    hidden = lay(ATTACKS, "/LFD /RFD").hidden(0)

    assert not hidden.key.any()
    assert hidden.counter == 0


def test_the_order_of_the_face_down_cards_is_hidden_even_by_length():
    duel = lay(ATTACKS, "/LFD /RFD", pile=10)
    other = duel.copy()
    count = int(duel.table.deck_count)
    other.table.deck[:count] = duel.table.deck[:count][::-1]

    assert all(looks_alike(duel, other, seat) for seat in (0, 1, SPECTATOR))


@pytest.mark.rule("PG-26")
def test_cards_chosen_for_a_shot_are_secret_until_they_are_laid():
    start = lay("LNG RW1 LW2 DRI", "/LFD1 /RFD1 /PRS1 /DBL2", ball="OPP").attack("LNG").decline()
    tables = [start.copy(), start.copy().do(0, "RW1"), start.copy().do(0, "DRI", "RW1")]

    for other in tables[1:]:
        assert looks_alike(tables[0], other, 1)
        assert looks_alike(tables[0], other, SPECTATOR)
        assert not looks_alike(tables[0], other, 0)
        assert other.events(Event.CHOSE, seat=0)
        assert not other.events(seat=1)


@pytest.mark.rule("PG-27")
def test_cards_chosen_for_a_save_are_secret_until_they_are_laid():
    start = lay("LNG RW1 LW2 DRI", "/LFD1 /RFD1 /PRS1 /DBL2", ball="OPP").attack("LNG").decline().shoot("RW1", "LW2")
    one, other = start.copy().save("/LFD1"), start.copy().save("/DBL2")

    assert looks_alike(one, other, 0)
    assert looks_alike(one, start, 0)
    assert not looks_alike(one, other, 1)
    assert not one.events(seat=0)


@pytest.mark.rule("PG-R30")
def test_boxed_hands_are_hidden_from_the_other_seat():
    def half_time(card, other):
        duel = lay(f"RW {card} ONE", "/LFD", pile=0, seed=3).attack("RW").answer("/LFD")
        place = next(n for n in range(duel.table.boxed_hand_count[0]) if duel.table.boxed_hand[0, n] < 14)
        duel.table.boxed_hand[0, place] = duel.kinds(other)[0]
        return duel

    one, other = half_time("LW1", "LW1"), half_time("LW1", "LW2")

    assert looks_alike(one, other, 1)
    assert not looks_alike(one, other, 0)


@pytest.mark.rule("PG-54")
def test_what_a_clearance_could_be_paid_with_is_hidden():
    # The payer holds one flank, the other, or both: the rival sees only that he is paying.
    start = lay(ATTACKS, "/LFD1 /PRS1 /PRS1", half=2, pile="LW1/RFD1 ONE2", tactics_left=("", "CLR")).attack("ONE")
    tables = []
    for hand in ("RW1/LFD1 ONE1/PRS1 ONE1/PRS1", "LW1/RFD1 ONE1/PRS1 ONE1/PRS1", "RW1/LFD1 LW1/RFD1 ONE1/PRS1"):
        duel = start.copy()
        duel.table.hand[1, :3] = sorted(duel.kinds(card)[0] for card in hand.split())
        duel.play(1, 105)
        tables.append(duel)

    assert all(duel.phase == Phase.PAY for duel in tables)
    assert all(looks_alike(tables[0], other, seat) for other in tables[1:] for seat in (0, SPECTATOR))


@pytest.mark.rule("PG-05", "PG-R07")
def test_what_is_left_in_a_corner_on_an_empty_pile_is_hidden():
    # Nothing is tested there and no ball is dead: the last card is an attack or a special, and the rival cannot tell.
    def corner(card):
        duel = lay(f"RW LW ONE COR {card}", "/LFD /RFD /PRS /DBL /OFF", ball="OPP", half=2, pile=0)
        return duel.exchanges("RW /LFD", "LW /RFD", "ONE /PRS").respond("COR")

    one, other = corner("THR2/DBL1"), corner("DRI")
    other.table.discard[:] = one.table.discard
    other.table.boxed[:] = one.table.boxed

    assert one.table.hand[0, 0] != other.table.hand[0, 0]
    assert looks_alike(one, other, 1)
    assert looks_alike(one, other, SPECTATOR)


def test_views_of_alike_tables_are_equal_whatever_is_drawn():
    # Two piles and hands that differ lead to different matches, but nothing told differs before a card is shown.
    for seed in range(3):
        duel = lay(ATTACKS, "/LFD1 /RFD1 /PRS1 /DBL2 /OFF1", pile=20, seed=seed)
        other = imagined(duel, 0)
        for table in (duel, other):
            table.attack("RW").do(1, "decline")

        assert duel.events(seat=SPECTATOR) == other.events(seat=SPECTATOR)


# ---------------------------------------------------------------- redeal


@pytest.mark.parametrize("options", [{}, VARIANTS, {**VARIANTS, "deck": "mixed", "must_block": True}], ids=str)
def test_what_is_imagined_looks_the_same_and_is_a_possible_table(options):
    for seed in range(2):
        for ply, (position, _, _) in enumerate(random_match(GAME, seed, **options)):
            if ply % 5:
                continue
            duel = object.__new__(Duel)
            duel.__dict__.update(position.__dict__)
            for seat in (0, 1, SPECTATOR):
                twin = imagined(duel, seat, ply)
                for side in range(2):
                    hand = list(twin.table.hand[side, : twin.table.hand_count[side]])

                    assert hand == sorted(hand)
                    if side == seat:
                        assert hand == list(duel.table.hand[side, : duel.table.hand_count[side]])
                assert all(twin.legal(mover) for mover in twin.waiting)


def test_every_possible_hand_is_imagined_equally_often():
    duel = lay(ATTACKS, "/LFD1 /RFD1", half=2, pile="ONE1/PRS3 THR2/DBL3")
    cards = ["RW1/LFD1", "LW1/RFD1", "ONE1/PRS3", "THR2/DBL3"]
    expected = {f"{one} {other}": 1 for place, one in enumerate(cards) for other in cards[place + 1 :]}

    assert len(expected) == 6
    assert fits_counts(hands(duel, 0, 1, 600), expected)


def test_copies_count_in_what_is_imagined():
    duel = lay(ATTACKS, "/LFD2", half=2, pile="RW1/LFD2 LW1/RFD2 LW1/RFD2 LW1/RFD2")

    assert fits_counts(hands(duel, 0, 1, 500), {"RW1/LFD2": 2, "LW1/RFD2": 3})


def test_a_spectator_imagines_both_hands():
    duel = lay("RW1/LFD1", "LW1/RFD1", half=2, pile="ONE1/PRS3")
    found = Counter()
    for number in range(300):
        twin = imagined(duel, SPECTATOR, number)
        found[twin.hand(0)[0], twin.hand(1)[0]] += 1

    cards = ("RW1/LFD1", "LW1/RFD1", "ONE1/PRS3")
    assert fits_counts(found, {(one, other): 1 for one in cards for other in cards if one != other})


@pytest.mark.rule("PG-R30")
def test_a_boxed_hand_is_imagined_too():
    duel = lay("RW LW", "/LFD", pile=0).attack("RW").answer("/LFD")
    boxed = {int(imagined(duel, 1, number).table.boxed_hand[0, 0]) for number in range(40)}

    assert len(boxed) > 10


@pytest.mark.rule("PG-56")
def test_a_face_down_shot_is_imagined():
    duel = lay("LNG RW1 DRI", "/LFD1 /RFD1 /PRS1", half=2, pile="ONE1/PRS3", ball="OPP", surprise_shots=True)
    duel.attack("LNG").decline().shoot("DRI")
    found = Counter()
    for number in range(300):
        twin = imagined(duel, 1, number)
        found[duel.card_text(int(twin.table.laid[0, 0])), twin.hand(0)[0]] += 1

    cards = ("RW1/LFD1", "DRI4/FOU1", "ONE1/PRS3")
    assert fits_counts(found, {(one, other): 1 for one in cards for other in cards if one != other})


@pytest.mark.rule("PG-45")
def test_a_formation_not_yet_shown_is_imagined():
    duel = Duel(GAME, 1, **VARIANTS).do(0, "3-5-2")
    picks = Counter(int(imagined(duel, 1, number).table.pick[0]) for number in range(400))

    assert fits_counts(picks, {1: 1, 2: 1, 3: 1, 4: 1})
    assert all(imagined(duel, 1, number).table.pick[1] == 0 for number in range(5))


def test_the_imagined_generator_is_a_fresh_one():
    duel = lay(ATTACKS, "/LFD1 /RFD1", pile=10)
    keys = {tuple(imagined(duel, 0, number).table.key) for number in range(10)} | {tuple(duel.table.key)}

    assert len(keys) == 11


# ---------------------------------------------------------------- what play has proven


@pytest.mark.rule("PG-38")
def test_a_hand_that_was_tested_is_not_imagined_all_special():
    duel = lay(ATTACKS, "/LFD1 /RFD1", half=2, pile="DRI DRI")
    expected = {"RW1/LFD1 LW1/RFD1": 1, "RW1/LFD1 DRI4/FOU1": 2, "LW1/RFD1 DRI4/FOU1": 2}

    assert fits_counts(hands(duel, 0, 1, 500), expected)


@pytest.mark.rule("PG-38", "PG-R07")
def test_a_defender_who_is_not_tested_may_be_imagined_all_special():
    duel = lay(ATTACKS, "/LFD1 /RFD1", half=2, pile="DRI DRI", specials_redraw="attacker")

    assert "DRI4/FOU1 DRI4/FOU1" in hands(duel, 0, 1)


@pytest.mark.rule("PG-38", "PG-R08")
def test_on_an_empty_pile_a_ball_that_is_not_dead_proves_an_attack_in_hand_but_a_corner_does_not():
    duel = lay("RW LW ONE COR THR", "/LFD /RFD /PRS /DBL /OFF", ball="OPP", half=1, pile=0)

    assert duel.table.not_all_special == 0b01

    duel.exchanges("RW /LFD", "LW /RFD", "ONE /PRS").respond("COR")

    assert duel.table.not_all_special == 0
    assert any(hand.startswith(("DRI", "COR", "FRK", "PEN")) for hand in hands(duel, 1, 0))


@pytest.mark.rule("PG-38")
def test_the_proof_is_gone_once_an_ordinary_card_is_shown():
    duel = lay("RW1/LFD1 LW LW", "/LFD3 /RFD1", half=2, pile="DRI DRI DRI DRI").attack("RW")

    assert "DRI4/FOU1 DRI4/FOU1" in hands(duel, 1, 0)

    duel.answer("/LFD3")

    assert "DRI4/FOU1" in hands(duel, 0, 1)


@pytest.mark.rule("PG-38")
def test_a_foul_leaves_the_proof():
    duel = lay("RW1/LFD1 LW LW", "PEN/FOU /RFD1", half=2, pile="DRI DRI DRI DRI").attack("RW").answer("/FOU")

    assert set(hands(duel, 0, 1)) == {"LW2/RFD1"}


@pytest.mark.rule("PG-38", "PG-R15")
def test_a_save_that_shows_the_ordinary_card_ends_the_proof():
    # Fouled in the box, a free kick saved with the only card that is no foul, and the attack goes on.
    pile = "LW2 LW2 PEN PEN PEN PEN"
    duel = lay("LNG LNG FRK", "/FOU /FOU /DBL3", ball="OPP", half=2, pile=pile, setpiece_saved="play_on")
    duel.attack("LNG").answer("/FOU").respond("FRK").save("/DBL3")

    assert duel.phase == Phase.ATTACK
    assert any("/FOU1" in hand for hand in hands(duel, 0, 1))


@pytest.mark.rule("PG-38", "PG-R06", "PG-56")
@pytest.mark.parametrize("surprise", [False, True])
def test_an_attack_opened_by_a_dribble_keeps_its_proof_until_the_shot_is_shown(surprise):
    options = {"dribble_across_turns": True, "surprise_shots": surprise, "ball": "OPP", "half": 2}
    duel = lay("DRI RW2 COR", "/OFF1 /OFF2 /OFF3", pile="COR COR ONE1/PRS3", **options)
    duel.table.last_type[0] = 1
    duel.attack("DRI").decline()

    assert all("RW2" in hand or "ONE1" in hand for hand in hands(duel, 1, 0))

    duel.shoot("RW2")
    found = Counter()
    for number in range(100):
        twin = imagined(duel, 1, number)
        found[duel.card_text(int(twin.table.laid[0, 0])), twin.hand(0)[0]] += 1

    assert ("RW2/LFD1", "COR2/FOU1") in found
    if surprise:
        assert ("COR2/FOU1", "COR2/FOU1") not in found
        assert ("COR2/FOU1", "ONE1/PRS3") in found


@pytest.mark.rule("PG-38", "PG-R09")
def test_a_whistle_in_mid_turn_ends_what_the_turn_has_proven():
    hand = "/FOU /FOU /FOU /FOU /DBL"
    duel = lay("RW LW ONE COR", hand, ball="OPP", half=2, pile="THR", formation=("4-3-3", "4-3-3"))
    duel.exchanges("RW /FOU", "LW /FOU").attack("ONE").answer("/FOU").respond("COR").attack("THR").answer("/FOU")

    assert duel.events(Event.FULL_TIME)
    assert duel.phase == Phase.FORMATION
    assert duel.table.not_all_special == 0
    assert not duel.table.cannot_answer.any()


@pytest.mark.rule("PG-R02")
def test_with_must_block_a_decline_proves_that_no_answer_is_held():
    start = lay(ATTACKS, "/RFD1 /PRS1", half=2, pile="RW1/LFD1 DRI THR1", ball="OPP", must_block=True).attack("RW")
    duel = start.decline()

    assert duel.phase == Phase.SHOT_ATTACK
    assert fits_counts(
        hands(duel, 0, 1, 400), {"LW1/RFD1 ONE1/PRS1": 1, "LW1/RFD1 THR1/DBL2": 1, "ONE1/PRS1 THR1/DBL2": 1}
    )


@pytest.mark.rule("PG-R02")
def test_without_must_block_a_decline_proves_nothing():
    duel = lay(ATTACKS, "/RFD1 /PRS1", half=2, pile="RW1/LFD1 DRI THR1", ball="OPP").attack("RW").decline()

    assert any("LFD" in hand for hand in hands(duel, 0, 1))


@pytest.mark.rule("PG-R24", "PG-50")
def test_who_is_paying_is_imagined_with_the_cards_to_pay():
    duel = lay("RW1 LNG1/OFF1 LNG1/OFF2", "/LFD", half=2, pile="LNG1/OFF3 RW2", ball="OWN", tactics_left=("QUI", ""))
    duel.attack("QUI")
    switches, others = ["LNG1/OFF1", "LNG1/OFF2", "LNG1/OFF3"], ["RW1/LFD1", "RW2/LFD1"]
    pairs = [f"{one} {two}" for one, two in (switches[:2], switches[::2], switches[1:])]
    expected = {f"{other} {pair}": 1 for other in others for pair in pairs} | {" ".join(switches): 1}

    assert fits_counts(hands(duel, 1, 0, 500), expected)

    duel.do(0, "LNG1/OFF2")

    assert all("LNG" in hand for hand in hands(duel, 1, 0, 60))


@pytest.mark.rule("PG-R24")
def test_who_is_paying_can_pay_however_rare_the_cards_are():
    # Ten of the twelve Long switches have been played; the other two are in this hand of five, of some seventy cards.
    duel = lay("RW LW ONE LNG3 LNG2/OFF1", "/LFD /RFD", half=1, pile=20, ball="OWN", tactics_left=("QUI", ""))
    table = duel.table
    for card in duel.kinds("LNG"):  # change places with what lies in the discard
        for place in range(int(table.deck_count)):
            if table.deck[place] == card:
                other = next(kind for kind in range(35) if table.discard[kind] and kind not in duel.kinds("LNG"))
                table.deck[place] = other
                table.discard[other] -= 1
                table.discard[card] += 1
    duel.count_cards()
    duel.attack("QUI")

    for number in range(12):
        twin = imagined(duel, 1, number)

        assert len([card for card in twin.hand(0) if card.startswith("LNG")]) == 2
        assert twin.legal(0)


@pytest.mark.rule("PG-54", "PG-R24")
def test_who_pays_for_a_clearance_is_imagined_with_a_flank():
    duel = lay(ATTACKS, "/LFD1 /PRS1", half=2, pile="LW1/RFD1 ONE2", tactics_left=("", "CLR")).attack("ONE")
    duel.answer("CLR")

    assert all("LFD" in hand or "RFD" in hand for hand in hands(duel, 0, 1))
    assert any("LFD" not in hand for hand in hands(duel, 0, 1))
    assert any("RFD" not in hand for hand in hands(duel, 0, 1))


def test_hiding_twice_changes_nothing():
    duel = lay(ATTACKS, "/LFD1 /RFD1", pile=10)
    hidden = duel.hidden(0)
    again = copy_of(hidden)
    duel.runner.hide(duel.box, again, 0)

    assert raw(again) == raw(hidden)


@pytest.mark.rule("PG-38", "PG-R05", "PG-R07")
@pytest.mark.parametrize(
    ("deck", "shooter", "keeper"),
    [("paired", "DRI COR RW", "/FOU /LFD /FOU"), ("mixed", "DRI/LFD COR/RFD RW/LFD", "RW/FOU ONE/LFD LW/FOU")],
)
def test_specials_shown_in_a_shot_or_a_save_do_not_use_up_the_proof_of_an_ordinary_card(deck, shooter, keeper):
    """Special is what it is on the half that its holder uses, whatever is printed on the other one."""
    duel = lay(shooter, keeper, ball="OPP", half=2, pile=10, dribble_across_turns=True, deck=deck)
    duel.table.last_type[0] = 1

    assert duel.table.not_all_special == 0b11

    duel.attack("DRI").decline().shoot("COR", "shoot")

    assert duel.table.not_all_special == 0b11

    options = {"setpiece_saved": "play_on", "deck": deck}
    duel = lay("RW FRK LW", keeper, ball="OPP", half=2, pile="RW1 LW1 ONE1", **options)
    duel.attack("RW").answer("/FOU").respond("FRK").save("/FOU")

    assert duel.phase == Phase.ATTACK
    assert duel.table.not_all_special == 0b10


@pytest.mark.rule("PG-23")
def test_the_places_of_cards_that_have_left_the_turn_are_empty():
    duel = lay("RW LW ONE", "/LFD3 /RFD2 /PRS2", pile=20).exchanges("RW /LFD", "LW /RFD", "ONE /PRS")

    assert duel.table.actions_used == 0
    assert not duel.table.played.any()
    assert not duel.table.answer.any()


@pytest.mark.rule("PG-26", "PG-27", "PG-R30")
def test_places_that_cards_have_left_show_nothing_of_them():
    """Equal knowledge is equal bytes: a hand ends with zeros, and nothing stays chosen."""
    duel = lay("RW LW2 ONE2 THR2", "/LFD1 /PRS1 /DBL1 /DBL2", ball="OPP", pile=0)
    duel.attack("RW").decline().shoot("LW2", "ONE2", "shoot")

    assert not duel.table.hand[0, 1:].any()
    assert duel.table.chosen == 0

    duel.save("/LFD1", "/PRS1")

    assert not duel.table.hand[1, 2:].any()
    assert duel.table.chosen == 0
