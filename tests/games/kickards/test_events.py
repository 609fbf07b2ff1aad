"""Kickards: every event card is played, every word of the vocabulary does what it says (KC-161, KC-162, KC-171)."""

from __future__ import annotations

import pytest

from matchday.games.kickards import GAME
from matchday.games.kickards.rules.chances import mean_chance, position_odds
from matchday.games.kickards.state import (
    COLOUR,
    DONE,
    LIVE,
    PASS,
    PLAY_COACH,
    Aim,
    Bonus,
    Event,
    Phase,
    Place,
    ShotKind,
)
from tests.games.kickards.play import ATT, BOX, CARD, DEF, KIND, Turn, attack, rolled, shot, use


def played(event: str, *cards: str, against: tuple[str, ...] = (), **options) -> Turn:
    """Resolve an event and stop at the attacker's purchases; nobody has a VAR token."""
    cards = cards or ("P01",)
    turn = Turn(attack=[*cards, "P03", "P09"], defence=[*against, "P03", "P09"], event=event, **options)
    turn.stars(ATT, 4, 0, 4).stars(DEF, 0, 3, 0)
    turn.table.var_left[:] = 0
    turn.lay(*cards).defend(*against)
    while turn.phase == Phase.STARS:
        turn.play(turn.waiting[0], turn.legal(turn.waiting[0])[-1])
    turn.pass_until(Phase.BUY, Phase.CHOICE)
    return turn


def act(turn: Turn):
    return turn.table.acts[LIVE]


def shoot(turn: Turn, wanted=lambda _: True) -> Turn:
    """Buy nothing and go on until the turn is over, with dice that give what is wanted."""
    assert turn.phase == Phase.BUY
    turn.table.stars[DEF] = 0
    return turn.until(wanted, ATT, DONE)


@pytest.mark.parametrize(
    ("event", "points"),
    [("E01", 10), ("E07", 20), ("E23", -10), ("E36", -5), ("E38", -15)],
)
def test_percentages(event, points):
    turn = played(event)
    assert int(act(turn).pct) == points
    found = shoot(turn, rolled(4))
    assert shot(found)[2] == 36 + points


def test_rebound_event():
    turn = shoot(played("E02"), lambda other: other.saw(Event.K6, 4) and len(other.events(Event.SHOT)) == 2)
    assert turn.events(Event.SHOT)[1][3] == ShotKind.REPEAT


def test_k6_up_and_down():
    assert shoot(played("E03"), rolled(3)).saw(Event.ROW, CARD["P01"], 4)
    assert shoot(played("E32"), rolled(4)).saw(Event.ROW, CARD["P01"], 3)


def test_k6_limits():
    assert shoot(played("E04"), rolled(1)).saw(Event.K6, 1, 3)
    assert shoot(played("E33"), rolled(6)).saw(Event.K6, 6, 4)
    turn = played("E33")
    assert [position_odds(turn.table, position) for position in range(1, 7)] == [1, 1, 1, 3, 0, 0]


@pytest.mark.rule("KC-R12")
def test_event_limits_come_after_all_moves():
    turn = played("E33")
    turn.table.bonus[ATT, Bonus.PLUS1] = 1
    found = shoot(turn, rolled(3))
    found.play(ATT, use(Bonus.PLUS1))
    assert found.saw(Event.USED, ATT, Bonus.PLUS1, 3, 4)
    turn.table.nudges = 1
    assert shoot(turn, rolled(4)).saw(Event.K6, 4, 4)


@pytest.mark.parametrize(("event", "chance"), [("E05", 75), ("E06", 32), ("E09", 46)])
def test_flat_shots(event, chance):
    turn = played(event)
    assert int(act(turn).aim) == Aim.FLAT
    assert mean_chance(turn.box, turn.table) == 100 * chance
    found = shoot(turn)
    assert shot(found)[2] == chance
    assert not found.events(Event.K6)


def test_corner_kick_shoots_again_after_a_miss():
    turn = shoot(played("E08"), lambda other: other.saw(Event.K6, 4) and len(other.events(Event.SHOT)) == 2)
    assert turn.events(Event.SHOT)[1][2:4] == (18, ShotKind.FOLLOW_UP)
    goal = shoot(played("E08"), lambda other: other.saw(Event.K6, 4) and shot(other)[1] <= shot(other)[2])
    assert len(goal.events(Event.SHOT)) == 1
    assert goal.score() == [1, 0]
    lost = shoot(played("E08", "P08"), rolled(2))
    assert not lost.events(Event.SHOT)  # no shot was taken


def branch(event: str, die: int, **options) -> Turn:
    turn = Turn(event=event, attack=("P01", "P03"), defence=("P03",), **options).stars(ATT, 4, 0, 4)
    turn.table.var_left[:] = 0
    turn.lay("P01").defend()
    return turn.until(lambda other: other.saw(Event.DIE, die), ATT, PASS)


@pytest.mark.parametrize(("die", "aim"), [(4, Aim.K6), (5, Aim.FLAT)])
def test_handball(die, aim):
    turn = branch("E10", die)
    assert int(act(turn).aim) == aim


@pytest.mark.rule("KC-161", "KC-R30")
@pytest.mark.parametrize("die", [1, 4, 5, 6])
def test_offside_trap(die):
    """The failed trap is 5-6 and the shot comes from position six; 1-4 is offside."""
    turn = branch("E11", die)
    assert bool(act(turn).no_shot) == (die <= 4)
    if die >= 5:
        found = shoot(turn)
        assert found.saw(Event.ROW, CARD["P01"], 6)
        assert not found.events(Event.K6)
        assert shot(found)[2] == 42


@pytest.mark.rule("KC-162", "KC-R30")
@pytest.mark.parametrize(("die", "chance"), [(1, 14), (3, 14), (4, 16), (5, 16), (6, 18)])
def test_ball_recovery_table(die, chance):
    found = shoot(played("E12"), rolled(die))
    assert shot(found)[2] == chance
    assert not found.events(Event.ROW)


@pytest.mark.rule("KC-R30")
@pytest.mark.parametrize(("die", "chance"), [(2, 14), (5, 16), (6, 18)])
def test_ball_recovery_read_the_other_way(die, chance):
    turn = played("E12", odbior="def")
    turn.table.acts[LIVE].pct = 30
    found = shoot(turn, lambda other: other.saw(Event.DIE, die))
    assert shot(found)[0] == DEF
    assert shot(found)[2:4] == (chance, ShotKind.RIVAL)


@pytest.mark.parametrize(("event", "seat"), [("E13", 0), ("E14", 1)])
def test_fans_give_their_side_a_star(event, seat):
    turn = played(event)
    assert (turn.phase, turn.waiting) == (Phase.CHOICE, [seat])
    before = turn.purse(seat)[2]
    turn.play(seat, COLOUR + 2)
    assert turn.purse(seat)[2] == before + 1


@pytest.mark.parametrize(
    ("event", "shooter", "points"),
    [
        ("E15", "P06", 10), ("E15", "P11", 10), ("E15", "P28", 10), ("E15", "P32", 10), ("E15", "P01", 0),
        ("E16", "P01", 10), ("E16", "P06", 0),
        ("E17", "P12", 14), ("E17", "P16", 14), ("E17", "P20", 14), ("E17", "P01", 0),
        ("E18", "P24", 16), ("E18", "P28", 16), ("E18", "P32", 16), ("E18", "P20", 0),
    ],
)  # fmt: skip
def test_events_for_some_shooters(event, shooter, points):
    assert int(act(played(event, shooter)).pct) == points


def test_overload_needs_more_cards():
    assert int(act(played("E19", "P01", "P02")).k6) == 1
    assert int(act(played("E19", "P01", against=("P02",))).k6) == 0


def test_solo_run_needs_a_lone_shooter():
    assert int(act(played("E20")).pct) == 14
    assert int(act(played("E20", "P01", "P02")).pct) == 0


@pytest.mark.rule("KC-171")
def test_siege_is_two_shots_at_ten_less():
    found = shoot(played("E21"), rolled(4))
    assert [args[2] for args in found.events(Event.SHOT)] == [26, 26]


def test_advantage_gives_a_free_reroll():
    turn = played("E22")
    assert int(turn.table.bonus[ATT, Bonus.REROLL_K6]) == 1
    found = shoot(turn, rolled(1))
    assert use(Bonus.REROLL_K6) in found.legal(ATT)


@pytest.mark.rule("KC-171")
def test_great_save_halves():
    assert shot(shoot(played("E24"), rolled(4)))[2] == 18


def test_offside_event():
    turn = played("E25")
    assert int(act(turn).no_shot) == 1
    found = turn.pass_until()
    assert not found.events(Event.SHOT)


@pytest.mark.parametrize("die", [3, 4])
def test_foul_in_attack(die):
    assert bool(act(branch("E26", die)).no_shot) == (die == 3)


@pytest.mark.rule("KC-R13")
def test_red_card_event_sends_the_shooter_off():
    turn = played("E27", cards="full")
    turn.pass_until()
    assert turn.at(ATT, "P01") == Place.SENT_OFF
    assert [int(count) for count in turn.table.reds] == [1, 0]


@pytest.mark.rule("KC-R13")
def test_two_yellow_cards_are_a_red_one():
    turn = played("E28")
    assert [int(count) for count in turn.table.yellow] == [1, 0]
    assert int(act(turn).no_shot) == 0
    again = Turn(event="E28", cards="full")
    again.table.yellow[ATT] = 1
    again.table.var_left[:] = 0
    again.lay("P01").defend()
    again.pass_until()
    assert again.at(ATT, "P01") == Place.SENT_OFF
    assert [int(again.table.yellow[ATT]), int(again.table.reds[ATT])] == [0, 1]
    assert not again.events(Event.SHOT)


def test_tactical_foul():
    turn = played("E29", against=("P02",))
    assert int(turn.table.yellow[DEF]) == 1
    assert int(act(turn).pct) == -10


@pytest.mark.rule("KC-R13")
def test_last_man_foul():
    turn = played("E30", against=("P02",), cards="full")
    assert turn.at(DEF, "P02") == Place.SENT_OFF
    assert shot(shoot(turn))[2] == 32


def test_foul_in_the_box():
    turn = played("E31")
    assert int(turn.table.yellow[DEF]) == 1
    assert shot(shoot(turn))[2] == 75


def test_high_press_takes_two_stars_of_choice():
    turn = played("E34")
    assert (turn.phase, turn.waiting) == (Phase.CHOICE, [ATT])
    turn.play(ATT, COLOUR).play(ATT, COLOUR)
    assert turn.purse(ATT)[0] == 3
    few = Turn(event="E34").stars(ATT, 0, 0, 0)
    few.lay("P12").defend()
    few.colour(ATT, 0, 0)
    few.pass_until()
    assert few.purse(ATT) == [0, 0, 0]


def test_counter_attack():
    found = shoot(played("E35"), lambda other: other.saw(Event.K6, 4) and len(other.events(Event.SHOT)) == 2)
    assert found.events(Event.SHOT)[1][0] == DEF
    assert found.events(Event.SHOT)[1][2:4] == (18, ShotKind.RIVAL)
    goal = shoot(played("E35"), lambda other: other.saw(Event.GOAL, ATT) and other.saw(Event.K6, 4))
    assert len(goal.events(Event.SHOT)) == 1
    assert not shoot(played("E35", "P08"), rolled(2)).events(Event.SHOT)


@pytest.mark.parametrize(("die", "points"), [(1, -10), (3, -10), (4, 10), (6, 10)])
def test_swirling_wind(die, points):
    assert int(act(branch("E37", die)).pct) == points


@pytest.mark.parametrize("die", [5, 6])
def test_own_goal(die):
    turn = branch("E39", die)
    assert turn.score() == [int(die == 6), 0]
    assert bool(act(turn).no_shot) == (die == 6)


def test_injury_costs_a_card():
    turn = played("E40")
    assert turn.legal(ATT) == [CARD["P03"], CARD["P09"]]
    turn.play(ATT, CARD["P09"])
    assert turn.at(ATT, "P09") == Place.USED
    last = Turn(attack=("P01", "P02"), event="E40")
    last.lay("P01").defend()
    assert last.at(ATT, "P02") == Place.USED


@pytest.mark.rule("KC-171")
def test_substitutions_draw_two_and_discard_two():
    turn = played("E41")
    assert (turn.phase, turn.waiting) == (Phase.CHOICE, [ATT])
    turn.play(ATT, CARD["P03"]).play(ATT, CARD["P09"])
    assert turn.waiting == [DEF]
    turn.play(DEF, CARD["P03"]).play(DEF, CARD["P09"])
    assert [int(count) for count in turn.table.hand_count] == [2, 2]


@pytest.mark.parametrize(("event", "seat"), [("E42", ATT), ("E43", DEF)])
def test_draws(event, seat):
    turn = played(event)
    assert int(turn.table.hand_count[seat]) == 3
    assert int(turn.table.hand_count[1 - seat]) == 2


def test_tactical_talk_gives_two_stars():
    turn = played("E44")
    turn.play(ATT, COLOUR + 1).play(ATT, COLOUR + 2)
    assert turn.purse(ATT) == [5, 1, 5]


def test_compact_block_gives_green_stars():
    assert played("E45").purse(DEF)[1] == 5


@pytest.mark.parametrize(("event", "points"), [("E46", -10), ("E47", 10)])
def test_events_by_the_score(event, points):
    assert int(act(played(event)).pct) == 0
    turn = Turn(event=event)
    turn.table.goals[DEF] = 1
    turn.stars(ATT, 4, 0, 0).lay("P01").defend()
    turn.pass_until(Phase.BUY)
    assert int(act(turn).pct) == points


def test_play_on_does_nothing():
    assert shot(shoot(played("E48"), rolled(4)))[2] == 36


@pytest.mark.rule("KC-R33")
def test_a_coach_card_means_the_roles_of_the_turn():
    turn = Turn(cards="full")
    turn.keep(DEF, "E27")
    turn.lay("P01").defend()
    turn.play(DEF, PLAY_COACH)
    turn.pass_until()
    assert turn.at(ATT, "P01") == Place.SENT_OFF


@pytest.mark.rule("KC-R13")
def test_red_cards_lower_the_limits():
    turn = Turn(cards="full")
    turn.table.reds[:] = (1, 2)
    turn.play(ATT, *(CARD[code] for code in ("P01", "P02", "P04", "P06")))
    assert turn.legal(ATT) == [DONE]
    turn.play(ATT, DONE)
    turn.play(DEF, *(CARD[code] for code in ("P01", "P02", "P04")))
    assert turn.legal(DEF) == [DONE]
    later = Turn(attack=(), defence=("P01",), cards="full")
    later.table.reds[:] = (1, 2)
    later.give(ATT, ("P02",))
    while int(later.table.round_no) < 4:
        later.play(later.waiting[0], PASS)
    assert [int(count) for count in later.table.hand_count] == [10, 9]


@pytest.mark.rule("KC-R13")
def test_cards_beyond_the_second_red_are_ignored():
    turn = Turn(event="E27", cards="full")
    turn.table.reds[ATT] = 2
    turn.table.var_left[:] = 0
    turn.stars(ATT, 0, 0, 4).lay("P01").defend()
    turn.pass_until(Phase.BUY)
    assert turn.at(ATT, "P01") == Place.LAID
    assert int(act(turn).no_shot) == 1  # what is printed with the card still holds


@pytest.mark.rule("KC-R13")
def test_the_second_red_clears_a_yellow_mark():
    turn = Turn(event="E27", cards="full")
    turn.table.reds[ATT], turn.table.yellow[ATT] = 1, 1
    turn.table.var_left[:] = 0
    turn.lay("P01").defend()
    turn.pass_until()
    assert [int(turn.table.reds[ATT]), int(turn.table.yellow[ATT])] == [2, 0]


@pytest.mark.rule("KC-R13")
def test_as_printed_cards_are_noted_and_send_nobody_off():
    turn = played("E27")
    turn.pass_until()
    assert turn.at(ATT, "P01") == Place.USED
    assert int(turn.table.reds[ATT]) == 1
    assert not turn.events(Event.SHOT)
    limits = Turn()
    limits.table.reds[ATT] = 2
    limits.play(ATT, *(CARD[code] for code in ("P01", "P02", "P04", "P06")))
    assert limits.legal(ATT) != [DONE]
    assert GAME.options["cards"].default == "cosmetic"


@pytest.mark.rule("KC-R13")
def test_the_defender_chooses_who_is_sent_off():
    turn = played("E30", against=("P01", "P02"), cards="full")
    assert (turn.phase, turn.waiting) == (Phase.CHOICE, [DEF])
    assert turn.legal(DEF) == [CARD["P01"], CARD["P02"]]
    turn.play(DEF, CARD["P02"])
    assert turn.at(DEF, "P02") == Place.SENT_OFF
    assert turn.at(DEF, "P01") == Place.LAID


def test_the_deck_of_events():
    assert sum(int(card.copies) for card in BOX.event[:48]) == 100
    assert sum(int(card.copies) for card in BOX.event[:48] if card.icon) == 24
    assert sum(int(card.copies) * int(card.tone) for card in BOX.event[:48]) == -4
    assert [int(chance) for chance in BOX.var_chance[:10]] == [20, 30, 40, 40, 50, 50, 50, 60, 70, 80]


@pytest.mark.parametrize("code", sorted(KIND))
def test_every_event_is_played_to_the_end_of_its_turn(code):
    turn = attack("P01", "P12", event=code, against=("P24",))
    for _ in range(40):
        if not turn.waiting or int(turn.table.att) != ATT:
            break
        turn.play(turn.waiting[0], turn.legal(turn.waiting[0])[0])
    assert int(turn.table.att) == DEF
    assert turn.table.bonus.sum() == 0


@pytest.mark.rule("KC-171")
def test_every_bonus_of_the_list_has_a_home():
    """Figure 23: stars, nationality, control track and one event together hold all of them."""
    box = GAME.box({"two_man": True, "nationality": True, "control": True})
    star_kinds = {(int(row.draw), int(row.discard)) for row in box.bonus[:4]}
    assert {(2, 1), (2, 0)} <= star_kinds
    assert [int(space.bonus[0].a) for space in box.space[1:7]] == [5, 1, 0, 10, 1, 3]
    assert [int(box.nation[0, cards].a) for cards in (2, 3, 4)] == [5, 5, 10]
    assert [int(box.nation[1, cards].a) for cards in (2, 3, 4)] == [-5, -5, -10]
    assert [(int(step.op), int(step.b)) for step in box.event[KIND["E41"]].play[:2]] == [(29, 2), (30, 2)]
