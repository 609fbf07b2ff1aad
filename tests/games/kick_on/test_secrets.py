"""What a seat may know (section 4, Hidden; KO-R29), and what it may imagine."""

from __future__ import annotations

from collections import Counter

import pytest

from matchday.engine.dice import Dice, set_key
from matchday.engine.log import SPECTATOR
from matchday.engine.record import copy_of, raw
from matchday.engine.speech import Say
from matchday.games.kick_on.decks import card_set
from matchday.games.kick_on.state import DECK, UNKNOWN, Rarity, Stage
from tests.games.kick_on.stand import GAME, PASS, Stand, box_with
from tests.kit import random_match


def imagine(stand, seat, number=0, box=None):
    """One world that the seat cannot tell from the real one."""
    dice = Dice.new()
    set_key(dice, number, 3)
    world = stand.hidden(seat)
    stand.runner.redeal(stand.box if box is None else box, world, seat, dice)
    return world


def test_a_hand_is_hidden_from_the_rival_and_from_spectators():
    stand = Stand(hands=("J01 S04", "F04 S07 S09"))
    assert list(stand.hidden(0).hand[1, :3]) == [UNKNOWN] * 3
    assert list(stand.hidden(1).hand[0, :2]) == [UNKNOWN] * 2
    assert list(stand.hidden(SPECTATOR).hand[:, 0]) == [UNKNOWN] * 2
    assert list(stand.hidden(1).hand[1, :3]) == list(stand.table.hand[1, :3])
    assert int(stand.hidden(0).hand_count[1]) == 3


def test_a_coach_knows_what_is_left_in_his_deck_but_not_its_order():
    one, two = Stand(hands=("J01", "")), Stand(hands=("J01", ""))
    one.set_deck(0, "J01 S04 F04 J02")
    two.set_deck(0, "F04 J02 J01 S04")
    assert raw(one.hidden(0)) == raw(two.hidden(0))
    assert raw(one.hidden(1)) == raw(two.hidden(1))
    assert sorted(one.hidden(0).pile[0, :4]) == sorted(one.table.pile[0, :4])
    assert list(one.hidden(1).pile[0, :4]) == [UNKNOWN] * 4


def test_neither_the_generator_nor_unused_bytes_tell_anything():
    stand = Stand(hands=("J01", "F04"))
    for seat in (0, 1, SPECTATOR):
        hidden = stand.hidden(seat)
        assert not hidden.key.any()
        assert hidden.counter == 0


def test_cards_that_were_shown_stay_known_until_they_are_played():
    stand = Stand(hands=("S17 E01", "E01"))
    stand.set_deck(0, "J27 J01 S04")
    stand.cards(0, "S17").pass_windows()
    stand.cards(0, "J27")
    hidden = stand.hidden(1)
    assert [stand.name(hidden.hand[0, 0]), int(hidden.hand[0, 1])] == ["J27", UNKNOWN]
    for number in range(5):
        world = imagine(stand, 1, number)
        assert stand.codes["J27"] in world.hand[0]
    stand.cards(0, "J27").pass_windows()
    assert stand.hidden(1).hand[0, 0] == UNKNOWN
    assert not stand.table.known[0]


def test_of_two_equal_cards_the_known_one_is_played():
    stand = Stand(hands=("S04 S04 E01", ""))
    stand.table.known[0] = 0b100  # the second Team talk was shown
    stand.cards(0, "S04")
    assert int(stand.table.known[0]) == 0


def test_what_lies_openly_under_the_deck_is_known_to_both():
    stand = Stand(hands=("S20 E01", "E01"))
    stand.set_deck(0, "J02 J03").set_showers(0, "F04 S09")
    stand.cards(0, "S20").pass_windows()
    stand.cards(0, "F04", "S09")
    for seat in (0, 1, SPECTATOR):
        assert {stand.name(card) for card in stand.hidden(seat).pile[0, :2]} == {"F04", "S09"}
    assert list(stand.hidden(1).pile[0, 2:4]) == [UNKNOWN] * 2


def test_a_layer_drawn_from_unseen_is_no_longer_known():
    stand = Stand(hands=("E01", "E01"))
    stand.set_deck(0, "F04 S09")
    stand.table.layers[0, 0] = 2
    stand.passes(0, 0)
    assert stand.table.deck_count[0] == 1
    assert int(stand.hidden(1).pile[0, 0]) == UNKNOWN
    assert int(stand.hidden(0).pile[0, 0]) != UNKNOWN


def test_a_search_shuffles_so_that_what_is_put_under_the_deck_afterwards_is_known():
    stand = Stand(hands=("S17 S20 E01", "E01"))
    stand.set_deck(0, "J02 J27 F04").set_showers(0, "S09")
    stand.table.layers[0, 0] = 2
    stand.table.dipped[0] = 1  # one of three was drawn unseen
    stand.cards(0, "S17").pass_windows()
    stand.cards(0, "J27")
    stand.cards(0, "S20").pass_windows()
    stand.cards(0, "S09").play(0, PASS)
    assert stand.name(stand.hidden(1).pile[0, 0]) == "S09"
    assert list(stand.hidden(1).pile[0, 1:3]) == [UNKNOWN] * 2


@pytest.mark.rule("KO-R29")
def test_open_deck_lists_show_the_heap_but_not_the_hand():
    stand = Stand(hands=("J01", "F04 S07"), deck=(10, 10), open_decklists=True)
    stand.set_deck(1, "J02 J03 J04")
    hidden = stand.hidden(0)
    assert list(hidden.hand[1, :2]) == [UNKNOWN] * 2
    heap = sorted(stand.name(card) for card in hidden.pile[1, :5])
    assert heap == ["F04", "J02", "J03", "J04", "S07"]
    zones = {zone.id: zone for zone in GAME.sight.zones(Say("en", GAME.name), stand.box, hidden, 0)}
    assert sorted(piece.face for piece in zones["deck.1"].pieces) == heap
    assert (zones["deck.1"].name, zones["deck.1"].count) == ("Deck, with the 2 unseen cards in hand", 3)
    assert zones["deck.0"].name == "Deck"
    hands = Counter()
    for number in range(60):
        world = imagine(stand, 0, number)
        found = [stand.name(card) for card in (*world.hand[1, :2], *world.pile[1, :3])]
        assert sorted(found) == heap
        hands[tuple(found[:2])] += 1
    assert len(hands) > 5
    closed = Stand(hands=("J01", "F04 S07"), deck=(10, 10)).hidden(0)
    assert not (set(closed.pile[1, :10]) - {UNKNOWN})


def test_an_imagined_deck_is_a_legal_one():
    """KO-030..032: the rival's seen and unseen cards together never break the limits of a deck."""
    known = card_set(box_with())
    for position, _, _ in random_match(GAME, 4, deck_0="garra", deck_1="samba"):
        if position.table.turn % 6 or position.table.stage != Stage.TALK:
            continue
        world = imagine(position, 0, int(position.table.turn), box_with())  # a box without the rival's deck
        cards = Counter(map(int, world.pile[1, : world.deck_count[1]]))
        cards.update(map(int, world.hand[1, : world.hand_count[1]]))
        cards.update(map(int, world.pile[1, DECK - world.shower_count[1] :]))
        for code, kind in known.cards.items():
            limit = 1 if known.rarities[code] == Rarity.LEGEND else 45 if code == "E01" else 3
            assert cards[kind] <= limit, code


@pytest.mark.parametrize("option", [{}, {"energy_copy_limit": 3}, {"legend_total_limit": 1}])
def test_imagined_decks_keep_to_house_rules(option):
    stand = Stand(hands=("E01", "E01"), deck=(30, 34), energy=(0, 0), **option)
    known = card_set(stand.box)
    for number in range(4):
        world = imagine(stand, 0, number)
        cards = [int(card) for card in (*world.pile[1, :34], *world.hand[1, :1])]
        legends = sum(
            known.rarities[code] == Rarity.LEGEND
            for code, kind in known.cards.items()
            for card in cards
            if card == kind
        )
        if "legend_total_limit" in option:
            assert legends <= 1
        if "energy_copy_limit" in option:
            assert cards.count(known.cards["E01"]) <= 3


def test_hiding_an_imagined_world_gives_what_was_hidden():
    options = [{}, {"open_decklists": True, "deck_0": "garra"}, {"deck_0": "mixta", "deck_1": "mixta"}]
    for number, chosen in enumerate(options):
        for ply, (position, _, _) in enumerate(random_match(GAME, number, **chosen)):
            if ply % 9:
                continue
            for seat in (0, 1, SPECTATOR):
                hidden = position.hidden(seat)
                again = imagine(position, seat, ply)
                position.runner.hide(position.box, again, seat)
                assert raw(again) == raw(hidden), (number, ply, seat)


def test_who_is_asked_does_not_depend_on_the_hand():
    """Two rivals with the same number of cards and Energy are asked the same questions, whatever they hold."""

    def asked(rival: str) -> list[tuple[int, int]]:
        stand = Stand(hands=("J01 E01 E01", rival), energy=(6, 6))
        seen = []
        stand.cards(0, "J01")
        for _ in range(12):
            seen.append((int(stand.table.phase), int(stand.table.waiting)))
            action = PASS if PASS in stand.legal(stand.waiting[0]) else stand.legal(stand.waiting[0])[-1]
            stand.play(stand.waiting[0], action)
        return seen

    assert asked("E01 E01 E01") == asked("S27 F04 S12")


def test_a_copy_shares_nothing():
    stand = Stand(hands=("J01", "F04"))
    twin = copy_of(stand.table)
    twin.hand[0, 0] = 9
    assert stand.table.hand[0, 0] != 9
