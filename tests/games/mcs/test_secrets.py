"""What a seat cannot know, and what it does know must hold in every world it imagines."""

from __future__ import annotations

import pytest

from matchday.engine.dice import Dice, set_key
from matchday.engine.log import SPECTATOR
from matchday.engine.record import copy_of, raw
from matchday.games.mcs.state import ATTACK, DEFENCE, Event, Phase
from tests.games.mcs.track import CODES, FOUR_WAY, GAME, PAIRS, Track, card
from tests.kit import random_match


def imagine(position, seat: int, seed: int = 0):
    """One world that fits what a seat knows."""
    dice, table = Dice.new(), position.hidden(seat)
    set_key(dice, seed, 0)
    position.runner.redeal(position.box, table, seat, dice)
    return table


def imagined_hand(table, seat: int) -> set[str]:
    return {CODES[number] for number in table.hand[seat, : table.hand_count[seat]]}


@pytest.mark.parametrize("options", [{}, PAIRS, FOUR_WAY, {"players": 3}, {"defence_optional": False}])
def test_imagined_worlds_look_the_same_and_lose_no_card(options):
    for ply, (position, seat, _) in enumerate(random_match(GAME, 4, heats=5, **options)):
        for viewer in (seat, 0, SPECTATOR):
            table = imagine(position, viewer, ply)
            assert GAME.components(position.box, table) == [1] * 48
            again = copy_of(table)
            position.runner.hide(position.box, again, viewer)
            assert raw(again) == raw(position.hidden(viewer))


def test_worlds_differ_in_what_is_hidden():
    track = Track(laps="S")
    hands = [frozenset(imagined_hand(imagine(track, 0, seed), 1)) for seed in range(40)]
    assert len(set(hands)) > 30
    assert all(imagined_hand(imagine(track, 0, seed), 0) == set(track.hand("host")) for seed in range(5))


def test_a_card_stolen_from_me_stays_where_it_went():
    track = Track(laps="BS", hands={"host": "zO 3T", "guest": "51T 33V 42V"})
    track.do("host", "zO").do("guest", "pass")
    (stolen,) = set(track.hand("host")) - {"3T"}
    for seed in range(30):
        assert stolen in imagined_hand(imagine(track, 1, seed), 0), "the victim knows it"
    assert any(stolen not in imagined_hand(imagine(track, SPECTATOR, seed), 0) for seed in range(30))
    assert not track.hidden(SPECTATOR).known.any()


def test_once_the_stolen_card_is_played_nothing_is_known_of_it():
    track = Track(laps="BB", hands={"host": "zO", "guest": "51T 33V"})
    track.do("host", "zO").do("guest", "pass")
    (stolen,) = track.hand("host")
    assert track.table.known[card(stolen)] != 0
    track.do("host", stolen)
    assert track.table.known[card(stolen)] == 0


def test_a_third_seat_loses_track_of_a_card_when_the_thief_is_robbed():
    hands = {"R": "zO", "B": "51T", "Y": "zV 0V 0T", "W": ""}
    track = Track("R19 B17 Y13 W10", laps="BBS", hands=hands, **FOUR_WAY)
    track.do("R", "zO").do("B", "pass").do("Y", "pass").do("R", "victim:1")
    assert all("51T" in imagined_hand(imagine(track, 1, seed), 0) for seed in range(20)), "blue knows red has it"
    track.table.hand[0, :2] = sorted([card("51T"), card("fO")])
    track.table.hand_count[0] = 2
    place = list(track.table.cards).index(card("fO"))
    track.table.deck_count -= 1
    track.table.cards[place] = track.table.cards[track.table.deck_count]
    track.table.cards[track.table.deck_count] = 0
    track.do("R", "pass").do("Y", "zV")
    while track.phase == Phase.BEAT:
        track.do(track.waiting[0], "pass")
    if track.phase == Phase.VICTIM:
        track.do("Y", "victim:0")
    holders = set()
    for seed in range(60):
        table = imagine(track, 1, seed)
        holders |= {seat for seat in (0, 2, 3) if "51T" in imagined_hand(table, seat)}
        assert any("51T" in imagined_hand(table, seat) for seat in (0, 2)), "it is with one of the two"
    assert holders == {0, 2}


def test_behind_a_face_down_attack_there_is_always_an_attack_card():
    track = Track(laps="S", hands={"host": "zV 3T 42O dO dT", "guest": "uT zT wO wG 51T"}).do("guest", "uT")
    laid = set()
    for seed in range(60):
        table = imagine(track, 0, seed)
        number = int(table.attack) - 1
        assert track.box.cards[number].kind == ATTACK
        assert number in table.hand[1, : table.hand_count[1]]
        laid.add(CODES[number])
    assert len(laid) > 12


def test_a_pass_proves_nothing_where_defence_is_free():
    track = Track(laps="SS", hands={"host": "zV 3T", "guest": "uT"}).do("guest", "uT").do("host", "pass")
    kinds = {int(track.box.cards[number].kind) for seed in range(40) for number in imagine(track, 1, seed).hand[0, :2]}
    assert kinds == {ATTACK, DEFENCE}


@pytest.mark.rule("MC-R07")
def test_a_forced_pass_proves_a_hand_without_defence():
    track = Track(laps="SS", hands={"host": "51O 33O", "guest": "uT"}, defence_optional=False)
    track.do("guest", "uT").do("host", "pass")
    assert track.table.green_at_most[0] == 0
    for seed in range(40):
        table = imagine(track, 1, seed)
        assert all(track.box.cards[number].kind == ATTACK for number in table.hand[0, :2])


@pytest.mark.rule("MC-R07")
def test_cards_gained_since_may_be_defences():
    track = Track(laps="SF", hands={"host": "51O", "guest": "uT"}, defence_optional=False)
    track.do("guest", "uT").do("host", "pass").finish_heat()
    assert track.table.green_at_most[0] == 4
    greens = {
        sum(int(track.box.cards[number].kind == DEFENCE) for number in imagine(track, 1, seed).hand[0, :5])
        for seed in range(80)
    }
    assert max(greens) <= 4
    assert len(greens) > 2


def test_a_locked_in_pick_is_imagined_from_the_pool():
    track = Track("").do("host", "pick:R09", "pick:B02")
    picks = {(int(table.pick[0]), int(table.pick[1])) for table in (imagine(track, 1, seed) for seed in range(120))}
    assert len(picks) > 15
    assert all(1 <= red <= 5 and 1 <= blue <= 5 for red, blue in picks)
    assert not any(imagine(Track(""), 1, 3).pick[:2]), "who has not locked in has picked nothing for all we know"


def test_half_a_pick_looks_like_none():
    track = Track("")
    before = raw(track.hidden(1))
    track.do("host", "pick:R09")
    assert raw(track.hidden(1)) == before


def test_marks_for_exchange_are_told_to_nobody_else():
    track = Track(laps="F")
    before = raw(track.hidden(1))
    track.do("host", track.hand("host")[0])
    assert raw(track.hidden(1)) == before
    assert track.events(seat=1) == []


def test_drawn_and_stolen_cards_are_told_only_to_those_who_see_them():
    for position, _, _ in random_match(GAME, 6, heats=5, players=4, four_players="fourway"):
        for seat in (0, 1, 2, 3, SPECTATOR):
            for kind, *args in position.events(seat=seat):
                if kind in {Event.DREW, Event.LAID, Event.PICKED, Event.MARKED}:
                    assert args[0] == seat
                if kind == Event.STOLE:
                    assert seat in args[:2]


@pytest.mark.parametrize("options", [{}, PAIRS, FOUR_WAY, {**PAIRS, "partners_share_hands": True}])
def test_what_is_known_is_true_and_holds_in_every_imagined_world(options):
    facts = 0
    for seed in range(8):
        for ply, (position, _, _) in enumerate(random_match(GAME, 20 + seed, heats=10, **options)):
            table = position.table
            known = [(number, int(mask)) for number, mask in enumerate(table.known) if mask]
            for number, mask in known:
                holder = next(
                    seat
                    for seat in range(int(position.box.seats))
                    if number in table.hand[seat, : table.hand_count[seat]]
                )
                for viewer in range(int(position.box.seats)):
                    hands = mask >> 4 * viewer & 15
                    if not hands:
                        continue
                    facts += 1
                    assert hands >> holder & 1, "what a viewer knows is true"
                    if ply % 9 == 0:
                        world = imagine(position, viewer, ply)
                        found = [
                            seat
                            for seat in range(int(position.box.seats))
                            if number in world.hand[seat, : world.hand_count[seat]]
                        ]
                        assert len(found) == 1
                        assert hands >> found[0] & 1
    assert facts > 20
