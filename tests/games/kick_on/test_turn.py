"""Phases A to E: what a turn is made of (KO-050 to KO-066)."""

from __future__ import annotations

import pytest

from matchday.games.kick_on import rules
from matchday.games.kick_on.rules.chain import foulers
from matchday.games.kick_on.rules.penalties import penalty_defence
from matchday.games.kick_on.rules.totals import squad_defence
from matchday.games.kick_on.state import EVERYONE_BACK, Event
from matchday.games.kick_on.view import place_of
from tests.games.kick_on.stand import DONE, OWN, PASS, Phase, Stage, Stand


def settle(attack: int, defence: int, one: int, two: int, **options):
    """A shot with these totals and dice."""
    stand = Stand(hands=("J01", ""), **options)
    stand.attack(6)
    table = stand.table
    table.waiting = 0
    table.stage = Stage.ROLL_WINDOW
    table.passes = 2
    table.attack_total, table.defence_total = attack, defence
    table.dice[:] = one, two
    rules.run_on(stand.box, table, stand.log)
    return stand


@pytest.mark.rule("KO-050")
def test_turns_alternate_and_each_begins_with_energy():
    stand = Stand(hands=("J01", "J01 J01"))
    stand.play(0, PASS)
    assert stand.phase == Phase.CLOSE
    stand.play(0, PASS)
    assert (stand.waiting, stand.phase, int(stand.table.active)) == ([1], Phase.ENERGY, 1)
    stand.play(1, PASS)
    assert stand.phase == Phase.TALK
    stand.passes(1, 1)
    assert (stand.waiting, stand.phase) == ([0], Phase.ENERGY)
    assert stand.table.turn == 5


@pytest.mark.rule("KO-021", "KO-051", "KO-R05")
def test_a_new_turn_regroups_players_and_energy():
    stand = Stand(hands=("J01", "J01"))
    stand.set_energy(1, 1, 3, captain=2)
    stand.table.attacked[1] = stand.table.attack_zone[1] = 0b1100000
    stand.table.dropped[1] = 0b0010000
    stand.passes(0, 0)
    assert stand.ready(1) == 5
    assert stand.tired(1) == 0
    assert not stand.table.attacked[1]
    assert not stand.table.attack_zone[1]
    assert not stand.table.dropped[1]


@pytest.mark.rule("KO-021")
def test_paid_energy_stays_tired_until_its_owner_plays_again():
    stand = Stand(hands=("J01 J01", ""), energy=(2, 0))
    stand.cards(0, "J01")
    assert (stand.ready(0), stand.tired(0)) == (1, 1)
    stand.passes(0, 0, 0)
    assert stand.table.active == 0
    assert (stand.ready(0), stand.tired(0)) == (2, 0)


@pytest.mark.rule("KO-015", "KO-052")
def test_one_energy_a_turn_and_it_is_optional():
    stand = Stand(hands=("E01 E02 J01", ""), energy=(0, 0)).go(Stage.ENERGY)
    assert stand.playable(0) == ["E01", "E02"]
    assert PASS in stand.legal(0)
    stand.cards(0, "E01")
    assert stand.phase == Phase.TALK
    assert stand.ready(0) == 1
    assert stand.playable(0) == ["J01"]
    assert stand.is_public(Event.ENERGY)


@pytest.mark.rule("KO-015", "KO-052")
def test_energy_is_asked_for_whether_or_not_the_hand_has_any():
    assert Stand(hands=("J01", "")).go(Stage.ENERGY).phase == Phase.ENERGY
    empty = Stand(hands=("S04", "")).set_hand(0, "").go(Stage.ENERGY)
    assert empty.table.turn == 5  # nobody is asked before a card is in hand again


@pytest.mark.rule("KO-053", "KO-011")
def test_the_talk_takes_several_strategies_and_a_play():
    stand = Stand(hands=("S04 S15 J01", ""), energy=(6, 0))
    stand.cards(0, "S04", "S15", "J01")
    assert stand.phase == Phase.TALK
    assert stand.showers(0) == ["S04", "S15"]
    assert list(stand.table.in_play[:1]) == [stand.codes["J01"]]


@pytest.mark.rule("KO-008", "KO-053")
def test_no_attack_without_a_play():
    stand = Stand(hands=("S04", ""))
    stand.play(0, PASS)
    assert stand.phase == Phase.CLOSE
    with_play = Stand(hands=("J01", ""))
    with_play.cards(0, "J01")
    assert with_play.phase == Phase.ATTACKERS


@pytest.mark.rule("KO-054")
def test_attacking_is_optional_even_after_a_play():
    stand = Stand(hands=("J01 S04", ""))
    stand.cards(0, "J01").play(0, PASS)
    assert PASS in stand.legal(0)
    stand.play(0, PASS)
    assert stand.phase == Phase.CLOSE
    assert stand.events(Event.NO_ATTACK)
    assert not stand.table.attacked[0]
    stand.play(0, PASS)
    assert "J01" in stand.showers(0)


@pytest.mark.rule("KO-006", "KO-023", "KO-055")
def test_one_to_five_attackers_of_any_outfield_line():
    stand = Stand(hands=("J01", ""))
    stand.cards(0, "J01")
    assert stand.players(0) == [1, 2, 3, 4, 5, 6]
    assert DONE not in stand.legal(0)
    stand.own(0, 1, 2, 3, 4, 5)
    assert stand.legal(0) == [DONE]
    stand.play(0, DONE)
    assert int(stand.table.attack_zone[0]) == 0b111110
    assert place_of(stand.table, 0, 1) == "attack"


@pytest.mark.rule("KO-055")
def test_chosen_attackers_are_nobody_elses_business_until_declared():
    stand = Stand(hands=("J01", ""))
    stand.cards(0, "J01").own(0, 3)
    assert int(stand.hidden(0).chosen) == 0b1000
    assert int(stand.hidden(1).chosen) == 0
    assert not stand.events(Event.CHOSE, seat=1)
    stand.play(0, DONE)
    assert stand.is_public(Event.ATTACKER)


@pytest.mark.rule("KO-024", "KO-R09")
def test_a_forward_who_does_not_attack_drops_to_midfield():
    stand = Stand(hands=("J01", "J01"), deck_0="samba")
    stand.attack(5)
    assert place_of(stand.table, 0, 5) == "attack"
    assert place_of(stand.table, 0, 6) == "midfielders"
    idle = Stand(hands=("S04", "J01"), deck_0="samba")
    idle.play(0, PASS)
    assert [place_of(idle.table, 0, slot) for slot in (5, 6)] == ["midfielders", "midfielders"]
    idle.play(0, PASS)
    idle.passes(1, 1, 1)
    assert [place_of(idle.table, 0, slot) for slot in (5, 6)] == ["forwards", "forwards"]


@pytest.mark.rule("KO-056", "KO-057", "KO-022")
def test_the_rival_chooses_up_to_five_defenders_of_any_line():
    stand = Stand(hands=("J01", ""))
    stand.attack(6)
    assert (stand.waiting, stand.phase) == ([1], Phase.DEFENDERS)
    assert stand.players(1) == [1, 2, 3, 4, 5, 6]
    assert EVERYONE_BACK not in stand.legal(1)
    stand.own(1, 1, 2, 3, 4, 5)
    assert stand.legal(1) == [DONE]
    assert int(stand.hidden(0).chosen) == 0


@pytest.mark.rule("KO-056")
def test_without_an_attack_nobody_defends():
    stand = Stand(hands=("J01 S04", "J01"))
    stand.cards(0, "J01").pass_windows()
    stand.passes(0, 0)
    assert stand.phase == Phase.CLOSE
    assert not stand.table.defenders


@pytest.mark.rule("KO-022")
def test_defenders_stand_in_the_defence_zone_until_the_attack_is_over():
    stand = Stand(hands=("J01", "S07"))
    stand.attack(6).defend(1, 5)
    assert [place_of(stand.table, 1, slot) for slot in (1, 5, 6)] == ["defence", "defence", "forwards"]
    stand.pass_windows()
    assert place_of(stand.table, 1, 1) == "defenders"


@pytest.mark.rule("KO-058", "KO-R09")
def test_who_attacked_cannot_defend_in_the_rivals_next_turn():
    stand = Stand(hands=("J01", "J01 J01"))
    stand.attack(2, 3, 6).defend(1)
    assert stand.has_attacked(0, 3)
    stand.pass_windows()
    stand.passes(1)
    stand.cards(1, "J01").pass_windows()
    stand.play(1, PASS)
    stand.own(1, 6).play(1, DONE)
    assert (stand.waiting, stand.players(0)) == ([0], [1, 4, 5])
    assert EVERYONE_BACK in stand.legal(0)


@pytest.mark.rule("KO-R09")
def test_the_mark_is_set_even_if_the_attack_is_stopped():
    stand = Stand(hands=("J01 E01", "F04"))
    stand.attack(3, 6).defend(1, 2)
    stand.cards(1, "F04").own(1, 1).pass_windows()
    assert stand.phase == Phase.CLOSE
    assert stand.has_attacked(0, 3)
    assert stand.has_attacked(0, 6)
    assert not stand.table.attack_on


@pytest.mark.rule("KO-059", "KO-R08")
def test_the_window_alternates_defender_first_until_two_passes():
    stand = Stand(hands=("J01 S10 S10", "S07 S07"))
    stand.attack(6).defend(1)
    assert (stand.waiting, stand.phase) == ([1], Phase.DEFENCE_WINDOW)
    stand.play(1, PASS)
    assert stand.waiting == [0]
    stand.cards(0, "S10")
    while stand.phase == Phase.RESPONSE:
        stand.play(stand.waiting[0], PASS)
    assert (stand.waiting, stand.phase) == ([1], Phase.DEFENCE_WINDOW)
    stand.passes(1, 0)
    assert stand.phase != Phase.DEFENCE_WINDOW
    assert stand.events(Event.ROLLED)


@pytest.mark.rule("KO-060")
def test_no_dice_are_rolled_when_the_attack_was_stopped():
    stand = Stand(hands=("J01 E01", "S06"))
    stand.attack(6).defend(1)
    stand.cards(1, "S06").passes(0)
    assert stand.events(Event.STOPPED)
    assert not stand.events(Event.ROLLED)


@pytest.mark.rule("KO-060", "KO-061")
def test_two_dice_are_rolled_and_added_to_the_attack():
    stand = Stand(hands=("J01", ""))
    stand.attack(6).next_dice(6, 5)
    stand.defend()
    assert stand.events(Event.ROLLED) == [(0, 6, 5, 5, 6, 0)]
    assert stand.score() == [1, 0]


@pytest.mark.rule("KO-003", "KO-061")
def test_totals_are_printed_values_and_effects():
    stand = Stand(hands=("J01 E01", "S07"))
    stand.attack(3, 6).defend(1, 2)
    assert stand.attack_total == 3 + 4 + 1
    assert stand.defence_total == 6 + 5 + 5
    stand.cards(1, "S07").passes(0)
    assert stand.defence_total == 6 + 5 + 5 + 2


@pytest.mark.rule("KO-061", "KO-X4", "KO-X5")
@pytest.mark.parametrize(("one", "two", "goal"), [(1, 4, 0), (2, 4, 1)])
def test_the_sum_must_beat_the_defence(one, two, goal):
    stand = settle(10, 15, one, two)
    assert stand.score() == [goal, 0]
    assert stand.table.shower_count[1] == (6 if goal else 0)


@pytest.mark.rule("KO-062", "KO-020", "KO-X1")
def test_a_goal_with_ten_costs_ten_cards_of_the_deck():
    stand = settle(20, 15, 5, 5)
    assert stand.score() == [1, 0]
    assert stand.table.deck_count[1] == 30 - 10 - 1
    assert len(stand.showers(1)) == 10
    assert stand.table.deck_count[0] == 30 - 1


@pytest.mark.rule("KO-063", "KO-X2")
def test_double_one_never_scores():
    stand = settle(18, 16, 1, 1)
    assert stand.score() == [0, 0]
    assert "A: no goal, 18 and 2 against 16: two ones never score." in stand.report()
    assert settle(18, 16, 1, 2).score() == [1, 0]


@pytest.mark.rule("KO-064", "KO-X3")
def test_double_six_always_scores():
    stand = settle(5, 20, 6, 6)
    assert stand.score() == [1, 0]
    assert len(stand.showers(1)) == 12
    assert settle(5, 20, 6, 5).score() == [0, 0]


@pytest.mark.rule("KO-064", "KO-X6", "KO-R12")
@pytest.mark.parametrize(("always", "goal"), [(True, 1), (False, 0)])
def test_double_six_at_a_gap_of_exactly_twelve(always, goal):
    assert settle(8, 20, 6, 6, double_six_always=always).score() == [goal, 0]
    assert settle(7, 20, 6, 6, double_six_always=always).score() == [1, 0]
    assert settle(9, 20, 6, 6, double_six_always=always).score() == [1, 0]


@pytest.mark.rule("KO-X9", "KO-066", "KO-R14", "KO-R35")
def test_damage_larger_than_the_deck_ends_the_match_at_once():
    stand = Stand(hands=("J01 S04", ""), deck=(30, 4))
    stand.attack(6).next_dice(5, 4)
    stand.defend().pass_windows()
    assert stand.score() == [1, 0]
    assert stand.waiting == []
    assert len(stand.showers(1)) == 4
    assert stand.hand(0) == ["S04"]
    assert stand.result() == [1.0, 0.0]


@pytest.mark.rule("KO-001", "KO-066")
def test_more_goals_win_when_a_deck_is_empty():
    stand = Stand(hands=("S04", ""), deck=(1, 30))
    stand.table.goals[:] = 1, 2
    stand.passes(0, 0)
    assert stand.waiting == []
    assert stand.result() == [0.0, 1.0]
    assert stand.events(Event.DECK_EMPTY) == [(0, 0, 0, 0, 0, 0)]


@pytest.mark.rule("KO-065")
@pytest.mark.parametrize("attacks", [True, False])
def test_a_turn_ends_with_one_card_drawn(attacks):
    stand = Stand(hands=("J01 S04", "E01"))
    if attacks:
        stand.attack(6).next_dice(1, 1)
        stand.defend().pass_windows()
    else:
        stand.play(0, PASS)
    before = len(stand.hand(0))
    stand.play(0, PASS)
    assert len(stand.hand(0)) == before + 1
    assert stand.table.deck_count[0] == 29
    assert stand.events(Event.DREW, seat=0)
    assert not stand.events(Event.DREW, seat=1)


@pytest.mark.rule("KO-047", "KO-X10")
def test_a_ninth_card_is_followed_by_a_discard_at_once():
    stand = Stand(hands=("S04 S04 S04 S07 S07 S07 S09 S09", "J01"))
    stand.passes(0, 0)
    assert (stand.waiting, stand.phase) == ([0], Phase.HAND_LIMIT)
    assert stand.playable(0) == ["J01", "S04", "S07", "S09"]
    stand.cards(0, "S07")
    assert len(stand.hand(0)) == 8
    assert stand.showers(0) == ["S07"]
    assert stand.waiting == [1]


@pytest.mark.rule("KO-047", "KO-R27")
def test_the_limit_is_checked_after_every_single_card():
    stand = Stand(hands=("S04 S07 S07 S07 S09 S09 S09 S12", ""))
    stand.cards(0, "S04")
    assert stand.phase == Phase.HAND_LIMIT
    assert len(stand.hand(0)) == 9
    stand.cards(0, "S12")
    assert stand.phase == Phase.TALK
    assert len(stand.hand(0)) == 8


@pytest.mark.rule("KO-R15")
def test_equal_turns_give_the_visitor_a_last_turn():
    stand = Stand(hands=("S04 J01", "J01"), deck=(1, 30), equal_turns=True)
    stand.table.goals[0] = 1
    stand.passes(0, 0)
    assert stand.table.last_turn
    assert stand.waiting == [1]
    stand.passes(1)
    stand.cards(1, "J01").pass_windows()
    stand.own(1, 6).play(1, DONE)
    stand.next_dice(6, 6)
    stand.play(0, EVERYONE_BACK) if EVERYONE_BACK in stand.legal(0) else stand.play(0, DONE)
    stand.pass_windows()
    assert stand.score() == [1, 1]
    assert stand.phase in {Phase.SHOOTOUT_PICK, Phase.CLOSE}


@pytest.mark.rule("KO-R15")
def test_the_visitors_own_turn_still_ends_the_match_at_once():
    stand = Stand(hands=("J01", "S04 J01"), deck=(30, 1), equal_turns=True)
    stand.table.goals[0] = 1
    stand.passes(0, 0, 1, 1, 1)
    assert stand.waiting == []
    assert stand.result() == [1.0, 0.0]


@pytest.mark.rule("KO-R30")
@pytest.mark.parametrize(("allowed", "turn", "playable"), [(True, 1, ["J01"]), (False, 1, []), (False, 2, ["J01"])])
def test_an_attack_in_the_first_turn(allowed, turn, playable):
    stand = Stand(hands=("J01", ""), first_turn_attack=allowed)
    stand.table.turn = turn
    assert stand.playable(0) == playable


@pytest.mark.rule("KO-R10")
def test_at_least_one_defender_if_the_table_says_so():
    free = Stand(hands=("J01", "")).attack(6)
    assert DONE in free.legal(1)
    bound = Stand(hands=("J01", ""), min_defenders=1).attack(6)
    assert DONE not in bound.legal(1)
    bound.own(1, 1)
    assert DONE in bound.legal(1)


@pytest.mark.rule("KO-R11", "KO-R32")
def test_goalkeepers_attack_only_if_the_table_says_so():
    stand = Stand(hands=("J01", "F04"), keeper_may_attack=True)
    stand.cards(0, "J01").pass_windows()
    assert 0 in stand.players(0)
    stand.own(0, 0, 6).play(0, DONE)
    assert stand.has_attacked(0, 0)
    stand.table.active = 1
    assert squad_defence(stand.box, stand.table, 0, 0, aerial=False) == 0
    assert foulers(stand.box, stand.table) == 0
    assert penalty_defence(stand.box, stand.table, 0) == 6
    ordinary = Stand(hands=("J01", ""))
    ordinary.cards(0, "J01")
    assert 0 not in ordinary.players(0)


@pytest.mark.rule("KO-X12", "KO-051", "KO-021")
def test_the_visitors_first_turn_makes_his_energy_ready_again():
    stand = Stand(hands=("J01 E01", "F07 J01"), energy=(6, 1))
    stand.table.turn = 1
    stand.attack(6).defend()
    stand.cards(1, "F07")
    assert (stand.ready(1), stand.tired(1)) == (0, 1)
    stand.next_dice(6)
    stand.passes(0, 0)
    assert (int(stand.table.turn), stand.waiting) == (2, [1])
    assert (stand.ready(1), stand.tired(1)) == (1, 0)


def test_own_actions_are_numbered_by_squad_place():
    assert Stand(hands=("J01", "")).attack(6).events(Event.ATTACKER)[0][1] == int(Stand().table.squad[0, 6])
    assert OWN > PASS


@pytest.mark.parametrize("dice", [(5, 4), (1, 1)])
def test_luck_is_the_goal_less_its_chance(dice):
    """What bots take out of the score when they compare choices."""
    stand = Stand(hands=("J01", ""))
    stand.attack(6).next_dice(*dice).defend()
    [(_, _, _, attack, defence, _)] = stand.events(Event.ROLLED)
    throws = [(one, two) for one in range(1, 7) for two in range(1, 7)]
    scoring = [pair for pair in throws if pair == (6, 6) or (pair != (1, 1) and attack + sum(pair) > defence)]
    assert 0 < len(scoring) < 36
    assert stand.table.luck.tolist() == [10_000 * (dice in scoring) - 10_000 * len(scoring) // 36, 0]
    chance = len(scoring) / 36
    assert stand.table.hazard.tolist() == [int(10_000 * chance * (1 - chance)), 0]


@pytest.mark.rule("KO-R35")
@pytest.mark.parametrize("seat", [0, 1])
def test_cards_still_to_be_drawn_are_forgotten_when_a_deck_is_empty(seat):
    stand = Stand(hands=("E01", "E01"), deck=(1, 1))
    stand.table.goals[0] = 1
    stand.table.draws[seat] = 3
    stand.table.waiting = 0
    rules.run_on(stand.box, stand.table, stand.log)
    assert stand.phase == Phase.OVER
    assert list(stand.table.draws) == [0, 0]
    assert list(stand.table.deck_count) == [1 - int(number == seat) for number in range(2)]
