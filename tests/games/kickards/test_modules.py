"""Kickards: two-man action, nationality, game control, the order of a turn (KC-130 to KC-160, KC-170)."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from matchday.engine.log import SPECTATOR
from matchday.engine.speech import Say
from matchday.games.kickards import GAME, view, words
from matchday.games.kickards.faces import whole
from matchday.games.kickards.rules.chances import goal_chance
from matchday.games.kickards.state import (
    BID,
    BUY,
    CARDS,
    CONTROL,
    CONTROL_DOWN,
    DONE,
    LIVE,
    PASS,
    UNKNOWN,
    Bonus,
    Event,
    Phase,
    Place,
)
from tests.games.kickards.play import ATT, CARD, DEF, Turn, rolled, shot, use


def two_men(shooter: str, *support: str, **options) -> Turn:
    turn = Turn(attack=(shooter, *support, "P03"), two_man=True, **options)
    turn.lay(shooter, *support).defend()
    while turn.phase == Phase.STARS:
        turn.play(ATT, turn.legal(ATT)[-1])
    return turn


@pytest.mark.rule("KC-130")
def test_two_man_actions_need_exactly_two_cards_and_the_module():
    assert int(two_men("P08", "P28").table.acts[LIVE].line_up) == 10
    assert int(two_men("P08", "P28", "P01").table.acts[LIVE].line_up) == 0
    off = Turn(attack=("P08", "P28")).lay("P08", "P28").defend()
    assert int(off.table.acts[LIVE].line_up) == 0


@pytest.mark.rule("KC-131", "KC-132")
@pytest.mark.parametrize(("shooter", "support"), [("P08", "P28"), ("P11", "P32")])
def test_wings(shooter, support):
    assert int(two_men(shooter, support).table.acts[LIVE].line_up) == 10


@pytest.mark.rule("KC-133")
def test_midfield_pair_may_add_one():
    turn = two_men("P17", "P23")
    assert int(turn.table.bonus[ATT, Bonus.PLUS1]) == 1
    turn = turn.pass_until(Phase.BUY)
    found = turn.until(rolled(3), ATT, DONE)
    assert use(Bonus.PLUS1) in found.legal(ATT)
    assert PASS in found.legal(ATT)


@pytest.mark.rule("KC-134", "KC-R17")
@pytest.mark.parametrize("option", ["reroll_k6", "reroll_miss", "two_shots"])
def test_centre_forward_and_playmaker(option):
    turn = two_men("P01", "P15", cf_am=option)
    assert int(turn.table.bonus[ATT, Bonus.REROLL_K6]) == int(option == "reroll_k6")
    assert int(turn.table.bonus[ATT, Bonus.REROLL_MISS]) == int(option == "reroll_miss")
    assert int(turn.table.acts[LIVE].more_shots) == int(option == "two_shots")


@pytest.mark.rule("KC-135")
def test_roles_matter():
    assert int(two_men("P28", "P08").table.acts[LIVE].line_up) == 0
    assert not two_men("P15", "P01").events(Event.TWO_MAN)


@pytest.mark.rule("KC-136", "KC-143", "KC-142")
def test_pair_and_nationality_add_up():
    """KC-143: P01 and P15 share a flag and are CF + AM."""
    turn = two_men("P01", "P15", nationality=True)
    assert int(turn.table.acts[LIVE].line_up) == 5
    assert int(turn.table.bonus[ATT, Bonus.REROLL_K6]) == 1
    assert goal_chance(turn.box, turn.table, 36, 0) == 41


def nations(attack: tuple[str, ...], defence: tuple[str, ...] = ()) -> Turn:
    turn = Turn(attack=(*attack, "P03"), defence=(*defence, "P03"), nationality=True)
    turn.lay(*attack).defend(*defence)
    return turn


@pytest.mark.rule("KC-140", "KC-142")
def test_two_of_a_flag():
    turn = nations(("P01", "P15"))
    assert int(turn.table.acts[LIVE].line_up) == 5
    assert int(nations(("P01",), ("P01", "P15")).table.acts[LIVE].line_up) == -5
    assert int(nations(("P01", "P02")).table.acts[LIVE].line_up) == 0
    off = Turn(attack=("P01", "P15")).lay("P01", "P15").defend()
    assert int(off.table.acts[LIVE].line_up) == 0


@pytest.mark.rule("KC-141")
def test_more_of_a_flag_and_more_flags():
    assert int(nations(("P01", "P15", "P22")).table.acts[LIVE].line_up) == 10
    assert int(nations(("P01", "P15", "P22", "P24")).table.acts[LIVE].line_up) == 20
    five = nations(("P01", "P15", "P22", "P24", "P32"))
    assert (int(five.table.acts[LIVE].line_up), int(five.table.acts[LIVE].more_shots)) == (20, 1)
    defence = nations(("P02",), ("P01", "P15", "P22", "P24", "P32"))
    assert (int(defence.table.acts[LIVE].line_up), int(defence.table.acts[LIVE].halvings)) == (-20, 1)
    pairs = nations(("P01", "P15", "P02", "P14"))
    assert int(pairs.table.acts[LIVE].line_up) == 10


# ---------------------------------------------------------------------------------------------- control


def auction(red: int = 3, green: int = 3, **options) -> Turn:
    """Both are about to bid: the attacker has red stars and one blue, the defender green ones."""
    turn = Turn(control=True, **options).stars(ATT, red - 1, 0, 1).stars(DEF, 0, green, 0)
    return turn.lay("P01").defend()


@pytest.mark.rule("KC-150", "KC-158", "KC-170")
def test_the_auction_comes_after_stars_and_before_the_coach_card():
    turn = Turn(control=True)
    turn.keep(ATT, "E01")
    turn.keep(DEF, "E38")
    turn.lay("P01").defend()
    assert turn.phase == Phase.BID
    turn.play(ATT, BID)
    assert turn.phase == Phase.COACH


@pytest.mark.rule("KC-152", "KC-007")
def test_bids_are_secret_until_both_are_in():
    turn = auction()
    assert (turn.phase, turn.waiting) == (Phase.BID, [ATT, DEF])
    assert turn.legal(ATT) == [BID, BID + 1, BID + 2, BID + 3]
    turn.play(ATT, BID + 2)
    assert turn.legal(ATT) == [BID, BID + 1]  # then the blue star
    turn.play(ATT, BID + 1)
    assert turn.waiting == [DEF]
    assert turn.purse(ATT) == [3, 0, 1]
    seen = turn.hidden(DEF)
    assert [int(count) for count in seen.bid[ATT]] == [UNKNOWN, UNKNOWN, UNKNOWN]
    assert not turn.events(Event.CHOSE_BID, seat=DEF)
    other = auction()
    other.play(ATT, BID).play(ATT, BID)
    assert other.hidden(DEF).tobytes() == seen.tobytes()


@pytest.mark.rule("KC-152")
def test_all_colours_of_a_bid_are_shown_at_once_with_what_is_left_to_buy():
    """One panel asks for them all: each number of each colour, and the bonuses that the stars kept would pay for."""

    def bids(turn: Turn) -> dict[str, view.Piece]:
        zones = {zone.id: zone for zone in view.zones(Say(), turn.box, turn.hidden(ATT), ATT)}
        return {piece.id: piece for piece in zones[f"bids.{ATT}"].pieces}

    turn = auction()
    red, blue = turn.purse(ATT)[0], turn.purse(ATT)[2]
    shown = bids(turn)
    assert list(shown) == [f"bid.0.0.{n}" for n in range(red + 1)] + [f"bid.0.2.{n}" for n in range(blue + 1)]
    assert view.elements(turn.box, turn.hidden(ATT), ATT, BID + 1) == ["bid.0.0.1"]
    assert "+10 % goal chance" in shown["bid.0.0.0"].facts["affords"]
    assert not shown[f"bid.0.0.{red}"].facts.get("affords")
    turn.play(ATT, BID + 2)
    assert list(bids(turn)) == [f"bid.0.2.{n}" for n in range(blue + 1)]
    assert view.elements(turn.box, turn.hidden(ATT), ATT, BID + 1) == ["bid.0.2.1"]


@pytest.mark.rule("KC-153", "KC-R28")
def test_the_token_moves_by_the_difference_and_all_bids_are_gone():
    turn = auction()
    turn.play(ATT, BID + 3).play(ATT, BID + 1).play(DEF, BID + 1)
    assert int(turn.table.control) == 3
    assert turn.purse(ATT) == [0, 0, 0]
    assert turn.purse(DEF) == [0, 2, 0]
    assert turn.events(Event.BIDS, seat=SPECTATOR)[0][:3] == (4, 1, 3)
    far = auction(red=9)
    far.play(ATT, BID + 9).play(ATT, BID).play(DEF, BID)
    assert int(far.table.control) == 6
    away = auction(green=5, sides="seat1")
    away.play(ATT, BID).play(ATT, BID).play(DEF, BID + 4)
    assert int(away.table.control) == 4  # seat 1 is at home here


def controlled(place: int, **options) -> Turn:
    """Stand before the attacker's purchases with the token in this place."""
    turn = Turn(attack=("P01", "P02", "P03"), control=True, **options).stars(ATT, 3, 0, 0)
    turn.lay("P01").defend()
    turn.play(ATT, BID)
    turn.table.control = place
    if turn.phase != Phase.BUY:
        turn.table.phase, turn.table.waiting, turn.table.step = Phase.BUY, 1 << ATT, 0
    return turn


@pytest.mark.rule("KC-154")
def test_spaces_up_to_the_token_are_unlocked_for_its_side():
    assert CONTROL + 2 in controlled(2).legal(ATT)
    assert CONTROL + 2 not in controlled(1).legal(ATT)
    assert CONTROL + 2 not in controlled(-4).legal(ATT)
    assert CONTROL + 6 in controlled(6).legal(ATT)


@pytest.mark.rule("KC-155", "KC-156", "KC-160")
def test_a_bonus_moves_the_token_back_at_once():
    turn = controlled(5)
    turn.play(ATT, CONTROL + 2)
    assert int(turn.table.control) == 3
    assert int(turn.table.hand_count[ATT]) == 3
    turn.play(ATT, CONTROL + 2)
    assert int(turn.table.control) == 1
    assert CONTROL + 2 not in turn.legal(ATT)
    assert [int(space.cost) for space in GAME.box().space[1:7]] == [1, 2, 2, 3, 4, 6]


@pytest.mark.rule("KC-155")
def test_k6_bonuses_of_the_track_are_used_at_the_position():
    turn = controlled(5)
    found = turn.until(rolled(3), ATT, DONE)
    assert found.legal(ATT) == [PASS, CONTROL + 3, CONTROL + 5, CONTROL_DOWN + 5]
    down = found.copy().play(ATT, CONTROL_DOWN + 5)
    assert down.saw(Event.CONTROL, ATT, 5, -1, 1)
    assert down.saw(Event.K6, 3, 2)
    again = found.copy().play(ATT, CONTROL + 3)
    assert int(again.table.control) in {3, 0} or again.phase == Phase.PERCENT
    assert again.saw(Event.K6)


@pytest.mark.rule("KC-155", "KC-156")
def test_percentages_of_the_track_are_used_before_the_shot():
    turn = controlled(4)
    found = turn.until(lambda other: other.saw(Event.K6, 4), ATT, DONE)
    found.play(ATT, PASS)  # the re-roll
    assert (found.phase, found.legal(ATT)) == (Phase.PERCENT, [DONE, CONTROL + 1, CONTROL + 4])
    found.play(ATT, CONTROL + 4)
    assert int(found.table.control_pct) == 10
    assert found.legal(ATT) == [DONE, CONTROL + 1]
    found.play(ATT, CONTROL + 1)
    assert shot(found)[2] == 51
    assert found.events(Event.CHANCE)[0].by_control == 15
    defence = controlled(-4)
    defence.play(ATT, DONE)  # the defender may draw on the track
    defence = defence.until(lambda other: other.saw(Event.K6, 4), DEF, DONE)
    defence.play(DEF, PASS)
    defence.play(DEF, CONTROL + 4).play(DEF, DONE)
    assert shot(defence)[2] == 26


def track(turn: Turn, seat: int):
    """The control track as a seat sees it."""
    zones = {zone.id: zone for zone in view.zones(Say(), turn.box, turn.hidden(seat), seat)}
    return whole(Say(), turn.box, zones["track"].pieces)


@pytest.mark.rule("KC-154", "KC-155")
def test_the_track_is_shown_with_bonuses_prices_and_what_is_open():
    turn = controlled(3)
    mine = track(turn, ATT)
    assert [piece.name for piece in mine] == [
        "goal chance ±5 %",
        "draw 1 card",
        "roll the d6 again",
        "goal chance ±10 %",
        "d6 ±1",
        "draw 3 cards",
    ]
    assert [piece.facts["cost"] for piece in mine] == [1, 2, 2, 3, 4, 6]
    assert [piece.marks for piece in mine] == [["open"], ["open"], ["open", "token"], [], [], []]
    assert [piece.marks for piece in track(turn, DEF)] == [["rival"], ["rival"], ["rival", "token"], [], [], []]
    assert [piece.facts.get("why") for piece in mine] == [
        "to be used when the chance is known, before the shot",
        None,
        "to be used when the d6 lies on the table",
        *["the control token is not that far on your side"] * 3,
    ]
    assert track(turn, SPECTATOR)[2].marks == ["open", "token"]  # as the first seat has it
    zones = view.zones(Say(), GAME.box(), Turn().hidden(ATT), ATT)
    assert "track" not in {zone.id for zone in zones}


@pytest.mark.rule("KC-153")
@pytest.mark.parametrize("sides", ["seat0", "seat1"])
def test_the_token_counts_for_the_one_who_looks(sides):
    turn = controlled(3 if sides == "seat0" else -3, sides=sides)
    texts = []
    for seat in (ATT, DEF, SPECTATOR):
        counters = view.counters(Say(), turn.box, turn.hidden(seat), seat)
        texts += [counter.text for counter in counters if counter.id == "control"]
    assert texts == ["+3", "−3", "+3"]
    picture = Console(width=200, record=True, file=StringIO())
    picture.print(GAME.draw(Say(), turn.box, turn.hidden(DEF), DEF, ["A", "B"]))
    text = picture.export_text()
    assert "Game control −3" in text
    assert "2 draw 1 card (−2)" in text


@pytest.mark.rule("KC-153")
@pytest.mark.parametrize("sides", ["seat0", "seat1"])
def test_the_report_says_on_whose_side_the_token_stands(sides):
    turn = auction(sides=sides).play(ATT, BID + 2).play(ATT, BID).play(DEF, BID)
    (args,) = turn.events(Event.BIDS)
    assert words.event(Say(), turn.box, ["A", "B"], Event.BIDS, args) == "Bids: A 2, B 0. Game control: A +2."
    level = auction().play(ATT, BID + 1).play(ATT, BID).play(DEF, BID + 1)
    (args,) = level.events(Event.BIDS)
    assert words.event(Say(), level.box, ["A", "B"], Event.BIDS, args).endswith("Game control: nobody is ahead.")


@pytest.mark.rule("KC-155")
def test_a_bonus_of_the_track_says_what_it_costs():
    turn = controlled(5)
    seen = turn.hidden(ATT)
    draw = CONTROL + 2
    assert words.action(Say(), turn.box, seen, ATT, draw) == "Control: draw 1 card"
    assert view.detail(Say(), turn.box, seen, ATT, draw) == "the control token goes 2 spaces back"
    assert view.elements(turn.box, seen, ATT, draw) == ["track.2"]
    found = turn.until(rolled(4), ATT, DONE)
    assert view.elements(found.box, found.table, ATT, CONTROL_DOWN + 5) == ["track.5"]
    found.play(ATT, PASS)
    seen = found.hidden(ATT)
    before = seen.tobytes()
    assert view.detail(Say(), found.box, seen, ATT, CONTROL + 1) == (
        "the control token goes 1 space back; goal chance 36 % → 41 %"
    )
    assert seen.tobytes() == before
    lit = {element for action in found.legal(ATT) for element in view.elements(found.box, seen, ATT, action)}
    assert lit == {piece.id for piece in track(found, ATT) if "why" not in piece.facts}


@pytest.mark.rule("KC-157")
def test_the_token_stays_until_the_next_auction():
    turn = controlled(5).pass_until()
    assert int(turn.table.att) == DEF
    assert int(turn.table.control) == 5
    turn.play(DEF, PASS)
    assert int(turn.table.control) == 5  # KC-R22: no auction when nobody attacks


@pytest.mark.rule("KC-R22")
def test_declining_leaves_bars_and_token():
    turn = Turn(control=True).stars(ATT, 1, 2, 3).stars(DEF, 3, 0, 0)
    turn.table.control = 2
    turn.play(ATT, PASS)
    assert (turn.purse(ATT), turn.purse(DEF), int(turn.table.control)) == ([1, 2, 3], [3, 0, 0], 2)


def order_of_phases(seed: int) -> list[Phase]:
    """Play a turn in which everything is on offer; rows without a shot end it at the position."""
    turn = Turn(attack=("P24", "P02"), defence=("P25", "P02"), control=True, event="E28", seed=seed)
    turn.by_a_die("E28")
    turn.keep(ATT, "E01")
    turn.keep(DEF, "E38")
    turn.stars(ATT, 2, 0, 2).stars(DEF, 0, 2, 2)
    phases = [turn.phase]
    turn.lay("P24")
    phases.append(turn.phase)
    turn.defend("P25")
    while turn.waiting and int(turn.table.att) == ATT and turn.phase != Phase.VAR_GOAL:
        if phases[-1] != turn.phase:
            phases.append(turn.phase)
        seat = turn.waiting[0]
        reroll = BUY + Bonus.REROLL_K6
        if turn.phase == Phase.COACH:
            turn.table.control = 1
        turn.play(seat, reroll if reroll in turn.legal(seat) else turn.legal(seat)[0])
    return phases


@pytest.mark.rule("KC-170")
def test_the_order_of_a_turn():
    expected = [
        Phase.ATTACK,
        Phase.DEFEND,
        Phase.STARS,
        Phase.BID,
        Phase.COACH,
        Phase.EXCHANGE,
        Phase.VAR_BEFORE,
        Phase.VAR_AFTER,
        Phase.BUY,
        Phase.POSITION,
        Phase.PERCENT,
    ]
    found = [order_of_phases(seed) for seed in range(6)]
    assert expected in found
    assert all(phases == expected[: len(phases)] for phases in found)


@pytest.mark.rule("KC-R29")
def test_modules_in_any_combination():
    for two_man in (False, True):
        for nationality in (False, True):
            box = GAME.box({"two_man": two_man, "nationality": nationality, "control": not two_man})
            assert (bool(box.two_man), bool(box.nationality), bool(box.control)) == (two_man, nationality, not two_man)


def test_a_draw_needs_a_card_somewhere():
    turn = controlled(6)
    turn.stars(ATT, 0, 0, 4)
    for card in range(CARDS):
        if turn.table.where[ATT, card] == Place.DECK:
            turn.table.where[ATT, card] = Place.SENT_OFF
    turn.table.deck_count[ATT] = 0
    assert BUY + Bonus.DRAW2 not in turn.legal(ATT)
    assert CONTROL + 6 not in turn.legal(ATT)
    turn.table.where[ATT, CARD["P33"]] = Place.USED
    assert BUY + Bonus.DRAW2 in turn.legal(ATT)
