"""What a seat cannot know, and what it does know must hold in every world it imagines."""

from __future__ import annotations

import copy

import pytest

from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.log import SPECTATOR
from matchday.engine.record import copy_of, raw
from matchday.engine.runner import Runner
from matchday.games.mcs.rules.moves import put_in_hand
from matchday.games.mcs.state import ATTACK, DEFENCE, HAND, PASS, Event, Phase
from tests.games.mcs.track import CODES, FOUR_WAY, GAME, PAIRS, SOLO, Track, card
from tests.kit import Position, random_match


def imagine(position, seat: int, seed: int = 0):
    """One world that fits what a seat knows."""
    dice, table = Dice.new(), position.hidden(seat)
    set_key(dice, seed, 0)
    position.runner.redeal(position.box, table, seat, dice)
    return table


def imagined_hand(table, seat: int) -> set[str]:
    return {CODES[number] for number in table.hand[seat, : table.hand_count[seat]]}


def move_to_hand(track: Track, who: str, code: str) -> None:
    """Give one more card from the deck."""
    table, seat = track.table, track.seat(who)
    place = list(table.cards[: table.deck_count]).index(card(code))
    table.deck_count -= 1
    table.cards[place] = table.cards[table.deck_count]
    table.cards[table.deck_count] = 0
    table.hand[seat, : table.hand_count[seat] + 1] = sorted([*table.hand[seat, : table.hand_count[seat]], card(code)])
    table.hand_count[seat] += 1


def box_of_thieves() -> dict:
    """A box in which most bends move a card from hand to hand, and hands are small."""
    data = copy.deepcopy(GAME.box_data)
    for effect in data["effect"]:
        if effect["symbol"] not in {"f", "5:1", ">"}:
            effect["play"] = ["steal 1"]
    for lap in data["lap"]:
        lap.update(straight=10, bend=20, finish=1)
    for row in data["formats"].values():
        row["hand"] = [4, 4, 4, 4]
    return data


def holder_of(table, number: int) -> int:
    """The seat that holds a card, -1 if none does."""
    return next((seat for seat in range(4) if number in table.hand[seat, : table.hand_count[seat]]), -1)


def count_greens(position, table, seat: int) -> int:
    return sum(int(position.box.cards[number].kind == DEFENCE) for number in table.hand[seat, : table.hand_count[seat]])


def assert_possible(position, viewer: int, world) -> None:
    """Nothing that a viewer knows is different in a world, and no rule is broken in it."""
    box, hidden = position.box, position.hidden(viewer)
    assert GAME.components(box, world) == [1] * 48
    assert max(world.cards[: world.deck_count], default=0) < box.total, "every card is a card"
    again = copy_of(world)
    position.runner.hide(box, again, viewer)
    assert raw(again) == raw(hidden), "it looks the same"
    if world.attack:
        laid = int(world.attack) - 1
        assert box.cards[laid].kind == ATTACK
        assert holder_of(world, laid) == world.seat_of[world.order[world.place]]
    for number in range(int(box.total)):
        hands = int(hidden.known[number]) >> 4 * viewer & 15 if viewer < SPECTATOR else 0
        assert not hands or hands >> holder_of(world, number) & 1, "a known card is where it is known to be"
    for seat in range(int(box.seats)):
        assert count_greens(position, world, seat) <= world.green_at_most[seat]
        assert list(world.hand[seat, : world.hand_count[seat]]) == sorted(
            set(world.hand[seat, : world.hand_count[seat]])
        )
        assert not world.hand[seat, world.hand_count[seat] :].any()


def quiet_match(seed: int, dice, **options):
    """Play at random, but seldom beat a card or attack: so thefts succeed, and stolen cards stay in their hands."""
    position = Position(GAME, seed, **options)
    while waiting := position.waiting:
        yield position
        seat = waiting[roll(dice, len(waiting))]
        actions = position.legal(seat)
        if position.phase in {Phase.BEAT, Phase.ATTACK} and roll(dice, 4):
            actions = [PASS]
        position.play(seat, actions[roll(dice, len(actions))])


def play_on(position, world, dice) -> None:
    """Go on at random in an imagined world: a broken one does not last long."""
    twin = position.copy()
    twin.table = copy_of(world)
    for _ in range(8):
        if not twin.waiting:
            break
        seat = twin.waiting[0]
        actions = twin.legal(seat)
        twin.play(seat, actions[roll(dice, len(actions))])
    assert GAME.components(twin.box, twin.table) == [1] * 48


EVERY_FORMAT = [{}, SOLO, PAIRS, {**PAIRS, "partners_share_hands": True}, FOUR_WAY]


@pytest.mark.rule("MC-022", "MC-R01")
@pytest.mark.parametrize("drawn", [range(8), range(8)[::-1], (3, 7, 0, 5, 1, 6, 2, 4)])
def test_a_hand_is_sorted_in_whatever_order_its_cards_came_up_to_the_last(drawn):
    track = Track("", hands={}, **SOLO)
    for number in drawn:
        put_in_hand(track.table, 0, number)
    assert (HAND, track.hand("host")) == (8, CODES[:8])


@pytest.mark.parametrize("forced", [False, True], ids=["free defence", "forced defence"])
@pytest.mark.parametrize("data", [None, box_of_thieves()], ids=["box", "thieves"])
@pytest.mark.parametrize("options", EVERY_FORMAT, ids=["duel", "solo", "pairs", "open pairs", "four-way"])
def test_every_imagined_world_is_possible(options, data, forced):
    dice = Dice.new()
    set_key(dice, 5, 5)
    unsure = 0
    for seed in range(5 if data and options == FOUR_WAY else 2):
        match = quiet_match(seed, dice, data=data, heats=5, defence_optional=not forced, **options)
        for ply, position in enumerate(match):
            table, seats = position.table, range(int(position.box.seats))
            for seat in seats:
                assert count_greens(position, table, seat) <= table.green_at_most[seat], "what is proven is true"
            for number in table.known.nonzero()[0]:
                masks = [int(table.known[number]) >> 4 * viewer & 15 for viewer in seats]
                assert all(mask >> holder_of(table, number) & 1 for mask in masks if mask), "what is known is true"
                unsure += sum(mask & (mask - 1) > 0 for mask in masks)
            if table.attack or table.known.any() or ply % 5 == 0:
                for viewer in (*seats, SPECTATOR):
                    world = imagine(position, viewer, ply)
                    assert_possible(position, viewer, world)
                    if ply % 7 == viewer:
                        play_on(position, world, dice)
    if data and options == FOUR_WAY:
        assert unsure > 100, "cards in one of several hands"


def shuffled_cards(dice) -> list[int]:
    """All cards in an order by lot."""
    left = list(range(48))
    return [left.pop(roll(dice, len(left))) for _ in range(48)]


@pytest.mark.rule("MC-044", "MC-R07")
def test_whatever_is_known_fits_some_world():
    """Hands, the deck and what is known of them by lot; all of it is true, so that one world at least is possible."""
    dice = Dice.new()
    set_key(dice, 7, 7)
    tight = 0
    track = Track("W18 R15 B12 Y01", laps="S", hands={"R": "51V", "B": "", "Y": "", "W": "zT"}, **FOUR_WAY)
    track.do("R", "51V")
    assert (track.phase, track.asked) == (Phase.DEFEND, "W")
    table, kinds = track.table, [int(row.kind) for row in track.box.cards]
    compiled = track.copy()
    compiled.table, compiled.runner = table, Runner(GAME, "compiled")
    for number in range(250):
        cards = shuffled_cards(dice)
        table.hand[:], table.cards[:], table.known[:] = 0, 0, 0
        laid = cards.pop(next(place for place in range(48) if kinds[cards[place]] == ATTACK))
        for seat in range(4):
            held = [laid] if seat == 0 else [cards.pop()]
            held += [cards.pop() for _ in range(roll(dice, 4))]
            table.hand[seat, : len(held)], table.hand_count[seat] = sorted(held), len(held)
            for index in held if seat != 3 else []:
                if roll(dice, 4):
                    table.known[index] = (1 << seat | roll(dice, 8)) << 12
            greens = sum(kinds[index] == DEFENCE for index in held)
            table.green_at_most[seat] = min(HAND, greens + roll(dice, 4))
        table.attack = laid + 1
        table.deck_count = roll(dice, len(cards) + 1)
        table.used_count = len(cards) - table.deck_count
        table.cards[: table.deck_count] = cards[: table.deck_count]
        table.cards[48 - table.used_count :] = cards[table.deck_count :]
        for seed in range(3 * number, 3 * number + 3):
            world = imagine(track, 3, seed)
            assert_possible(track, 3, world)
            assert raw(imagine(compiled, 3, seed)) == raw(world), "compiled code imagines the same"
        tight += sum(int(table.green_at_most[seat]) < table.hand_count[seat] for seat in range(3))
    assert tight > 200


@pytest.mark.rule("MC-044", "MC-R09")
def test_a_card_that_cannot_be_the_attack_is_with_the_other_of_the_two():
    """Blue took White's defence card, then Red robbed Blue and attacks with his only card."""
    track = Track("W18 R15 B12 Y01", laps="BBS", hands={"R": "zO", "B": "zV 51V", "Y": "", "W": "3T"}, **FOUR_WAY)
    track.do("W", "pass").do("R", "pass").do("B", "zV").pass_all().do("B", "victim:3")
    move_to_hand(track, "W", "zT")
    track.do("R", "zO").pass_all().do("R", "victim:1")
    assert track.hand("R") == ["51V"]
    assert int(track.table.known[card("3T")]) >> 12 == 0b0011, "it is with Red or with Blue"
    track.do("R", "51V")
    assert (track.phase, track.asked) == (Phase.DEFEND, "W")
    dice = Dice.new()
    for seed in range(40):
        world = imagine(track, 3, seed)
        assert_possible(track, 3, world)
        assert imagined_hand(world, 1) == {"3T"}
        play_on(track, world, dice)


@pytest.mark.rule("MC-089")
def test_a_card_is_not_in_a_hand_that_was_empty_since():
    track = Track("W18 R15 B12 Y01", laps="BBS", hands={"R": "zO", "B": "zV", "Y": "", "W": "3T"}, **FOUR_WAY)
    track.do("W", "pass").do("R", "pass").do("B", "zV").pass_all().do("B", "victim:3")
    track.do("R", "zO").do("B", "pass")
    assert (track.hand("R"), track.hand("B")) == (["3T"], [])
    for code in ("51V", "zT", "0V"):
        move_to_hand(track, "B", code)
    assert all("3T" in imagined_hand(imagine(track, 3, seed), 0) for seed in range(30)), "Blue had no card left"


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
    move_to_hand(track, "R", "fO")
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
