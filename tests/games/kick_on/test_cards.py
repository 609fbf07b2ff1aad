"""Every card of the first set, and every ability, at work (KO-005, KO-009, section 6 of the specification)."""

from __future__ import annotations

import pytest

from matchday.games.kick_on import GAME
from matchday.games.kick_on.rules.penalties import penalty_attack, penalty_defence
from matchday.games.kick_on.rules.totals import squad_defence
from matchday.games.kick_on.state import EVERYONE_BACK, Event, Op
from tests.games.kick_on.stand import DONE, OWN, PASS, RIVAL, Phase, Stage, Stand, box_with

CARDS = "20 E01, 3 J01, 3 J02, 3 J03, 3 J04, 3 J05, 3 J06, 3 J08, 3 J09, 1 J10"
ENGLAND = f"P45 P47 P48 P49 P51 P52 P53 / P46 P50 P54 / {CARDS}"
"""0 GK 0/7 wall 1, 1 DF 0/6 aerial 1, 2 DF 0/5 block 1, 3 DF 1/4, 4 MF 1/2 captain, 5 MF 1/1, 6 FW 5/1 aerial 2."""

# ---------------------------------------------------------------- Plays

PLAYS = [
    ("J01", (3, 6), 7 + 1),
    ("J02", (3, 6), 7 + 2),
    ("J03", (3, 6), 7 + 1),
    ("J04", (3, 6), 7 + 4),
    ("J05", (3, 6), 7 + 1),
    ("J06", (3, 6), 7 + 1),
    ("J07", (3, 6), 7),
    ("J08", (3, 6), 7 + 2),
    ("J09", (3, 5, 6), 9 + 2),
    ("J10", (3, 6), 7 + 3),
    ("J11", (1, 2, 6), 5 + 4 + 1),
    ("J12", (3, 6), 7 + 5),
    ("J13", (3, 6), 7 + 3),
    ("J14", (3, 6), 7 + 1),
    ("J15", (3, 6), 7 + 1),
    ("J16", (3, 6), 7 + 2),
    ("J17", (3, 5, 6), 9 + 3),
    ("J18", (3, 6), 7 + 3),
    ("J19", (3, 6), 7),
    ("J20", (3, 6), 7 + 2),
    ("J21", (3, 6), 7),
    ("J22", (3, 6), 7 + 2),
    ("J23", (6,), 4 + 7),
    ("J24", (3, 6), 7 + 1),
    ("J24", (2, 3, 6), 7 + 1 + 4),
    ("J25", (3, 6), 7 + 1 + 2),
    ("J25", (6,), 4 + 1),
    ("J26", (3, 6), 7 + 3),
    ("J27", (3, 6), 7 + 4),
    ("J28", (3, 6), 7 + 2),
]


def launch(play: str, attackers: tuple[int, ...], rest: str = "E01", rival: str = "E01", **options) -> Stand:
    """Seat 0 attacks with a Play; stops where the attackers are all declared."""
    stand = Stand(hands=(f"{play} {rest}", rival), energy=(9, 9), **options)
    stand.cards(0, play).pass_windows()
    if stand.phase == Phase.DISCARD_CHOICE:
        stand.cards(0, "E01")
    if stand.phase == Phase.TALK:
        stand.play(0, PASS)
    stand.own(0, *attackers).play(0, DONE)
    while stand.phase in {Phase.KEEP, Phase.BAN}:
        stand.play(0, DONE)
    return stand


@pytest.mark.rule("KO-009")
@pytest.mark.parametrize(("play", "attackers", "total"), PLAYS)
def test_the_attack_of_every_play(play, attackers, total):
    assert launch(play, attackers).attack_total == total


def test_every_play_is_in_the_table_above():
    assert {play for play, _, _ in PLAYS} == {f"J{number:02}" for number in range(1, 29)}


@pytest.mark.rule("KO-009")
@pytest.mark.parametrize(("play", "most"), [("J02", 3), ("J04", 2), ("J08", 2), ("J10", 2), ("J23", 1), ("J01", 5)])
def test_plays_that_limit_the_attackers(play, most):
    stand = Stand(hands=(f"{play} E01", ""), energy=(9, 0))
    stand.cards(0, play).play(0, PASS)
    stand.own(0, *range(1, most + 1))
    assert stand.legal(0) == [DONE]


@pytest.mark.parametrize(("play", "most"), [("J06", 4), ("J19", 3), ("J28", 4)])
def test_plays_that_limit_the_defenders(play, most):
    stand = launch(play, (6,))
    stand.own(1, *range(1, most + 1))
    assert stand.legal(1) == [DONE]


def test_through_ball_bans_a_defender():
    stand = Stand(hands=("J07 E01", ""), energy=(9, 0))
    stand.cards(0, "J07").play(0, PASS)
    stand.own(0, 6).play(0, DONE)
    assert (stand.phase, stand.rivals(0)) == (Phase.BAN, [1, 2, 3, 4, 5, 6])
    stand.play(0, RIVAL + 2)
    assert stand.legal(0) == [DONE]
    stand.play(0, DONE)
    assert stand.players(1) == [1, 3, 4, 5, 6]


@pytest.mark.parametrize(("play", "number"), [("J09", 1), ("J14", 1), ("J26", 2)])
def test_plays_that_keep_attackers_free(play, number):
    stand = Stand(hands=(f"{play} E01", ""), energy=(9, 0))
    stand.cards(0, play).play(0, PASS)
    stand.own(0, 1, 3, 5, 6).play(0, DONE)
    assert (stand.phase, stand.players(0)) == (Phase.KEEP, [3, 5, 6])  # 1 has Lungs and stays free anyway
    stand.own(0, *(3, 5)[:number])
    assert stand.legal(0) == [DONE]
    stand.play(0, DONE)
    assert [stand.has_attacked(0, slot) for slot in (1, 3, 5, 6)] == [False, False, number < 2, True]


@pytest.mark.parametrize("play", ["J10", "J12", "J28"])
def test_plays_against_which_no_foul_can_be_played(play):
    stand = launch(play, (6,), rival="F04 S07").defend(1)
    assert stand.playable(1) == ["S07"]


@pytest.mark.parametrize("play", ["J13", "J15"])
def test_plays_that_silence_strategies(play):
    stand = launch(play, (6,), rival="F04 S07 S12").defend(1)
    assert stand.playable(1) == ["F04"]


@pytest.mark.rule("KO-R13")
@pytest.mark.parametrize(("play", "more"), [("J08", 2), ("J12", 2), ("J22", 1), ("J01", 0)])
def test_plays_that_add_damage(play, more):
    stand = launch(play, (6,))
    stand.next_dice(6, 6)
    stand.defend().pass_windows()
    assert stand.score() == [1, 0]
    assert stand.table.deck_count[1] == 30 - 12 - more


@pytest.mark.parametrize("play", ["J16", "J21", "J26"])
def test_plays_that_draw(play):
    stand = Stand(hands=(f"{play} E01", ""))
    stand.cards(0, play)
    assert stand.hand(0) == ["E01", "J01"]


def test_long_ball_costs_a_card_of_ones_choice():
    stand = Stand(hands=("J18 E01 S04", ""))
    stand.cards(0, "J18")
    assert (stand.phase, stand.playable(0)) == (Phase.DISCARD_CHOICE, ["E01", "S04"])
    stand.cards(0, "S04")
    assert stand.showers(0) == ["S04"]


def test_high_press_tires_the_rival():
    stand = Stand(hands=("J20 E01", ""), energy=(4, 3))
    stand.cards(0, "J20")
    assert (stand.ready(1), stand.tired(1)) == (2, 1)


def test_counter_attack_counts_the_spent_at_the_declaration():
    for spent, bonus in ((0b110, 4), (0b10, 1)):
        stand = Stand(hands=("J05 E01", ""))
        stand.table.attacked[1] = spent
        stand.attack(6, play="J05")
        assert stand.attack_total == 4 + bonus
        stand.table.attacked[1] = 0
        assert stand.attack_total == 4 + bonus


# ---------------------------------------------------------------- Strategies


def test_substitution_double_change_and_golden_substitute():
    for card, number in (("S01", 1), ("S24", 2), ("S28", 1)):
        stand = Stand(hands=(f"{card} E01", ""))
        stand.cards(0, card)
        for leaving, entering in ((6, 9), (5, 8))[:number]:
            assert stand.phase == Phase.SUB_OUT
            stand.own(0, leaving)
            if stand.phase == Phase.SUB_IN:
                stand.own(0, entering)
        assert stand.phase == Phase.TALK
        assert stand.is_on(0, 9)
        assert len(stand.hand(0)) == (2 if card == "S28" else 1)


def test_a_substitution_may_be_passed_but_not_announced_in_vain():
    stand = Stand(hands=("S01 E01", ""))
    stand.cards(0, "S01").play(0, PASS)
    assert stand.phase == Phase.TALK
    nobody = Stand(hands=("S01 S24 S28 E01", ""))
    nobody.table.gone[0] = 0b1110000000
    assert nobody.playable(0) == ["S28"]  # it draws in any case


def test_advantage_annuls_a_foul_and_the_attack_goes_on():
    stand = Stand(hands=("J01 S03 E01", "F02 E01"))
    stand.attack(6).defend(1)
    stand.foul("F02", 1)
    stand.cards(0, "S03").passes(1)
    assert stand.phase == Phase.DEFENCE_WINDOW
    assert "F02" in stand.showers(1)
    assert stand.is_on(1, 1)


@pytest.mark.parametrize(("card", "drawn"), [("S04", 2), ("S05", 3), ("S16", 1)])
def test_strategies_that_draw(card, drawn):
    stand = Stand(hands=(f"{card} S07", ""))
    stand.cards(0, card)
    if card == "S05":
        assert stand.phase == Phase.DISCARD_CHOICE
        stand.cards(0, "S07")
    elif card == "S16":
        assert stand.phase == Phase.RAMP_CHOICE  # asked even without Energy in hand
        stand.play(0, PASS)
    assert stand.hand(0).count("J01") == drawn


def test_offside_trap_stops_the_attack():
    stand = Stand(hands=("J01 E01", "S06"))
    stand.attack(6).defend(1)
    stand.cards(1, "S06").passes(0)
    assert stand.phase == Phase.CLOSE
    assert stand.has_attacked(0, 6)


@pytest.mark.parametrize(
    ("card", "defenders", "more"), [("S07", (1,), 2), ("S08", (1, 2, 3), 1), ("S08", (1, 2, 3, 4), 4), ("S09", (1,), 4)]
)
def test_strategies_that_strengthen_the_defence(card, defenders, more):
    stand = Stand(hands=("J01 E01", card))
    stand.attack(6).defend(*defenders)
    before = stand.defence_total
    stand.cards(1, card).passes(0)
    assert stand.defence_total == before + more


@pytest.mark.parametrize(("card", "more"), [("S10", 2), ("S11", 3)])
def test_strategies_that_strengthen_the_attack(card, more):
    stand = Stand(hands=(f"J01 {card}", "E01"))
    stand.attack(6).defend(1)
    stand.play(1, PASS)
    before = stand.attack_total
    stand.cards(0, card).passes(1)
    assert stand.attack_total == before + more


def rolled(hands: tuple[str, str], one: int, two: int) -> Stand:
    """A shot whose dice have just been rolled."""
    stand = Stand(hands=hands, energy=(9, 9))
    stand.attack(6).defend()
    stand.play(1, PASS)
    stand.next_dice(one, two)
    stand.play(0, PASS)
    return stand


def test_saving_hands_rolls_the_higher_die_again():
    stand = rolled(("J01 E01", "S12"), 2, 5)
    stand.play(0, PASS)
    stand.next_dice(1)
    stand.cards(1, "S12").pass_windows()
    assert stand.score() == [1, 0]
    assert list(stand.events(Event.GOAL)[0][1:4]) == [3, 5, 6]


def test_rebound_rolls_the_lower_die_again():
    stand = rolled(("J01 S13", "E01"), 1, 1)
    stand.next_dice(4)
    stand.cards(0, "S13").pass_windows()
    assert stand.score() == [1, 0]


def test_lucky_charm_rolls_both_dice_again_for_either_side():
    stand = rolled(("J01 S26", "E01"), 1, 1)
    stand.next_dice(6, 6)
    stand.cards(0, "S26").pass_windows()
    assert stand.score() == [1, 0]
    other = rolled(("J01 E01", "S26"), 6, 6)
    other.play(0, PASS)
    other.next_dice(1, 1)
    other.cards(1, "S26").pass_windows()
    assert other.score() == [0, 0]


def test_video_referee_annuls_a_strategy():
    stand = Stand(hands=("S04 E01", "S14"))
    stand.cards(0, "S04").cards(1, "S14").pass_windows()
    assert stand.hand(0) == ["E01"]
    assert stand.showers(0) == ["S04"]


def test_fitness_work_needs_tired_energy():
    stand = Stand(hands=("S15 E01", ""))
    assert stand.playable(0) == []
    stand.set_energy(0, 1, 3)
    stand.cards(0, "S15")
    assert (stand.ready(0), stand.tired(0)) == (3, 1)


def test_pre_season_adds_energy_without_its_effect():
    stand = Stand(hands=("S16 E02 J01", ""), energy=(1, 0))
    stand.cards(0, "S16")
    stand.cards(0, "E02")
    assert stand.ready(0) == 1
    assert len(stand.hand(0)) == 2  # one drawn by the card, none by Crowd energy


def test_playbook_shows_a_play_from_the_deck():
    stand = Stand(hands=("S17 E01", "E01"))
    stand.set_deck(0, "S04 J27 J01 F04")
    stand.cards(0, "S17").pass_windows()
    assert stand.playable(0) == ["J01", "J27"]
    stand.cards(0, "J27")
    assert stand.hand(0) == ["E01", "J27"]
    assert stand.is_public(Event.SEARCHED)
    hidden = stand.hidden(1)
    assert stand.name(hidden.hand[0, 0]) == "J27"  # it was shown
    nothing = Stand(hands=("S17 E01", ""))
    nothing.set_deck(0, "S04 F04")
    nothing.cards(0, "S17")
    assert nothing.events(Event.FOUND_NONE)


def test_spying_shows_the_hand_to_its_owner_alone():
    stand = Stand(hands=("S18 E01", "F04 S07 S09"))
    stand.cards(0, "S18").pass_windows()
    assert (stand.phase, stand.playable(0)) == (Phase.PEEK_CHOICE, ["S07", "S09", "F04"])
    assert len(stand.events(Event.SAW, seat=0)) == 3
    assert not stand.events(Event.SAW, seat=1)
    assert not stand.events(Event.SAW, seat=15)
    stand.cards(0, "F04")
    assert stand.showers(1) == ["F04"]
    assert [stand.name(card) for card in stand.hidden(0).hand[1, :2]] == ["S07", "S09"]
    assert list(stand.hidden(15).hand[1, :2]) == [127, 127]


def test_hostile_ground_needs_ready_energy():
    stand = Stand(hands=("S19 E01", ""), energy=(4, 3))
    stand.cards(0, "S19")
    assert (stand.ready(1), stand.tired(1)) == (1, 2)
    assert "S19" not in Stand(hands=("S19 E01", ""), energy=(4, 0)).playable(0)


@pytest.mark.rule("KO-R31")
def test_physiotherapist_puts_cards_under_the_deck():
    stand = Stand(hands=("S20 E01", ""), deck=(2, 30))
    stand.set_deck(0, "J02 J03").set_showers(0, "F04 S09 S20 J27")
    stand.cards(0, "S20")
    assert stand.playable(0) == ["J27", "S09", "F04"]  # never a card that recovers
    stand.cards(0, "F04")
    assert stand.report() == ["A, under the deck: Tactical foul."]
    stand.cards(0, "S09").play(0, PASS)
    assert set(stand.deck(0)[:2]) == {"F04", "S09"}
    assert int(stand.table.layers[0, 0]) == 2
    stand.passes(0, 0)  # the turn's card comes from the top
    assert set(stand.hand(0)) & {"J02", "J03"}
    assert not set(stand.hand(0)) & {"F04", "S09"}


def test_second_chance_takes_a_foul_back():
    stand = Stand(hands=("S21 E01", "E01"))
    stand.set_showers(0, "F04 J27 F07")
    stand.cards(0, "S21").pass_windows()
    assert stand.playable(0) == ["F04", "F07"]
    stand.cards(0, "F07")
    assert stand.report() == ["A, back to the hand: Sliding tackle."]
    assert stand.hand(0) == ["E01", "F07"]
    assert stand.name(stand.hidden(1).hand[0, 0]) == "F07"
    assert "S21" not in Stand(hands=("S21 E01", "")).set_showers(0, "J27").playable(0)


def test_time_wasting_belongs_to_the_end_of_the_turn():
    stand = Stand(hands=("S22 E01", ""))
    assert stand.playable(0) == []
    stand.play(0, PASS)
    stand.cards(0, "S22")
    assert stand.table.deck_count[0] == 26
    assert stand.table.deck_count[1] == 30


def test_fall_back_frees_attackers():
    stand = Stand(hands=("S23 J01", "E01"))
    stand.attack(3, 5, 6).defend()
    stand.pass_windows()
    stand.cards(0, "S23").pass_windows()
    assert stand.players(0) == [3, 5, 6]
    stand.own(0, 3)
    assert stand.report() == ["A: Andreu Vilasec falls back and may defend."]
    assert stand.is_public(Event.FRESHENED)
    stand.own(0, 5)
    assert [stand.has_attacked(0, slot) for slot in (3, 5, 6)] == [False, False, True]
    assert "S23" not in Stand(hands=("S23 E01", "")).go(Stage.CLOSE).playable(0)


def test_mind_games_takes_a_random_card():
    stand = Stand(hands=("S25 E01", "F04 S07"))
    stand.cards(0, "S25").pass_windows()
    assert len(stand.hand(1)) == 1
    assert len(stand.showers(1)) == 1
    assert "S25" not in Stand(hands=("S25 E01", "")).playable(0)


def test_anticipation_stops_a_play():
    stand = Stand(hands=("J27 E01", "S27"))
    stand.cards(0, "J27").cards(1, "S27").pass_windows()
    assert not stand.table.in_play_count


# ---------------------------------------------------------------- Fouls

FOULS = [
    # card, dice, stopped, fouler sent off, attacker injured, fouler injured
    ("F01", (3, 2), True, False, False, False),
    ("F01", (2, 1), False, True, False, False),
    ("F02", (2,), True, False, False, False),
    ("F02", (1,), True, True, False, False),
    ("F03", (4, 3), True, False, False, False),
    ("F03", (5, 2), True, True, True, False),
    ("F04", (), True, False, False, False),
    ("F05", (2,), True, False, False, False),
    ("F06", (4, 3), True, True, True, False),
    ("F06", (3, 4), True, False, False, False),
    ("F07", (4,), True, False, False, False),
    ("F07", (3,), False, False, False, False),
    ("F08", (), True, False, False, False),
    ("F09", (3,), True, True, False, False),
    ("F09", (4,), True, False, False, False),
    ("F10", (), True, False, False, False),
    ("F11", (2, 4), True, False, True, False),
    ("F11", (1, 3), True, True, False, False),
    ("F12", (), True, False, False, False),
    ("F13", (6,), True, False, False, True),
    ("F13", (5,), True, False, False, False),
    ("F14", (3, 5), True, False, False, False),
    ("F14", (2, 6), False, False, True, False),
    ("F15", (1, 5), True, True, True, False),
    ("F15", (1, 6), True, False, True, False),
    ("F16", (), True, False, False, False),
]


@pytest.mark.rule("KO-013")
@pytest.mark.parametrize(("card", "dice", "stopped", "off", "hurt", "own_hurt"), FOULS)
def test_every_foul(card, dice, stopped, off, hurt, own_hurt):
    stand = Stand(hands=("J01 E01 E01", f"{card} E01"), energy=(9, 9))
    stand.attack(5, 6).defend(1, 4)
    if card == "F16":  # nobody can answer it
        stand.foul(card, 1)
    else:
        stand.foul(card, 1)
        assert stand.phase == Phase.RESPONSE
        if dice:
            stand.next_dice(*dice)
        stand.passes(0)
    if stand.phase == Phase.INJURE_TARGET:
        stand.play(1, RIVAL + 6)
        stand.play(0, PASS)
    assert bool(stand.table.attack_on) != stopped
    assert (stand.table.slots[1] == 6) == off
    assert stand.is_on(0, 6) != hurt
    assert stand.is_on(1, 1) != (off or own_hurt)
    assert card in stand.showers(1)


def test_every_foul_is_in_the_table_above():
    assert {card for card, *_ in FOULS} == {f"F{number:02}" for number in range(1, 17)}


def test_fouls_with_more_effects():
    for card, check in (
        ("F05", lambda stand: len(stand.hand(0)) == 3),
        ("F10", lambda stand: stand.tired(0) == 2),
        ("F12", lambda stand: stand.hand(1) == ["E01", "J01"]),
    ):
        stand = Stand(hands=("J01 E01 E01", f"{card} E01"), energy=(9, 9))
        stand.attack(6).defend(1)
        stand.foul(card, 1)
        stand.next_dice(6)
        stand.passes(0)
        assert check(stand), card


def test_obstruction_against_many_attackers():
    stand = Stand(hands=("J01 E01", "F08 E01"), energy=(9, 9))
    stand.attack(3, 4, 5, 6).defend(1)
    before = stand.defence_total
    stand.foul("F08", 1)
    stand.passes(0)
    assert stand.table.attack_on
    assert stand.defence_total == before + 3


@pytest.mark.rule("KO-R23")
def test_the_fouler_is_a_defender_or_the_goalkeeper():
    stand = Stand(hands=("J01 E01", "F04 E01"), energy=(9, 9))
    stand.attack(6).defend(1, 5)
    stand.cards(1, "F04")
    assert (stand.phase, stand.players(1)) == (Phase.FOULER, [1, 5])
    alone = Stand(hands=("J01 E01", "F04 E01"), energy=(9, 9))
    alone.attack(6).defend()
    alone.cards(1, "F04")
    assert int(alone.table.fouler) == 0
    assert alone.events(Event.FOULER)


# ---------------------------------------------------------------- Energy


@pytest.mark.parametrize(("card", "hand"), [("E01", ["E01", "J02"]), ("E02", ["E01", "J01", "J02"])])
def test_energy_cards(card, hand):
    stand = Stand(hands=(f"{card} E01 J02", ""), energy=(0, 0)).go(Stage.ENERGY)
    stand.cards(0, card)
    assert stand.hand(0) == hand
    assert stand.ready(0) == 1


def test_legendary_energy_adds_another_and_draws():
    stand = Stand(hands=("E03 E01 J02", ""), energy=(0, 0)).go(Stage.ENERGY)
    stand.cards(0, "E03")
    assert stand.phase == Phase.RAMP_CHOICE
    stand.cards(0, "E01")
    assert stand.ready(0) == 2
    assert stand.hand(0) == ["J01", "J02"]


@pytest.mark.rule("KO-R37")
def test_every_word_of_the_vocabulary_is_used_by_a_card_or_kept_for_designers():
    box = box_with()
    used = {int(step.op) for card in box.cards for step in card.steps if step.op}
    assert {Op(op).name for op in set(Op) - used - {Op.END}} == {"ATK_PER_GK"}


# ---------------------------------------------------------------- abilities


@pytest.mark.rule("KO-005")
def test_lungs_never_tire():
    stand = Stand(hands=("J01", "")).attack(1, 6)
    assert [stand.has_attacked(0, slot) for slot in (1, 6)] == [False, True]


@pytest.mark.rule("KO-005")
@pytest.mark.parametrize(("attackers", "total"), [((4, 6), 6), ((4, 5), 2 + 2 + 1)])
def test_duo_needs_another_of_his_position(attackers, total):
    assert Stand(hands=("J21", "")).attack(*attackers, play="J21").attack_total == total


@pytest.mark.parametrize(("attackers", "total"), [((5,), 5), ((5, 6), 10), ((4, 5, 6), 11)])
def test_solo_with_at_most_two_attackers(attackers, total):
    stand = Stand(hands=("J21", ""), deck_0="muralla").attack(*attackers, play="J21")
    assert stand.attack_total == total


@pytest.mark.parametrize(("attackers", "total"), [((2, 6), 1 + 4 + 1), ((1, 2, 6), 1 + 4)])
def test_runner_as_the_only_attacking_defender(attackers, total):
    assert Stand(hands=("J21", ""), deck_0="samba").attack(*attackers, play="J21").attack_total == total


@pytest.mark.parametrize(
    ("play", "attack", "defence"), [("J22", 5 + 2 + 2, 7 + 6 + 1 + 5 + 1), ("J16", 5 + 2, 7 + 6 + 5 + 1)]
)
def test_aerial_in_attack_and_defence(play, attack, defence):
    stand = launch(play, (6,), deck_0=ENGLAND, deck_1=ENGLAND).defend(1, 2, 3)
    assert stand.attack_total == attack
    stand.table.defenders = 0b110
    assert stand.defence_total == defence + 1  # two defend: the goalkeeper's wall


@pytest.mark.parametrize("play", ["J03", "J11", "J18", "J22"])
def test_the_aerial_plays(play):
    box = box_with()
    aerial = {bytes(card.code).rstrip(b"\0").decode() for card in box.cards if card.aerial}
    assert play in aerial
    assert len(aerial) == 4


def test_block_beside_another_defender():
    stand = Stand(deck_0=ENGLAND)
    defence = squad_defence
    assert defence(stand.box, stand.table, 0, 0b1100, aerial=False) == 7 + 1 + 5 + 1 + 4
    assert defence(stand.box, stand.table, 0, 0b10100, aerial=False) == 7 + 1 + 5 + 2


def test_wall_with_at_most_two_outfield_defenders():
    stand = Stand(deck_0=ENGLAND)
    assert squad_defence(stand.box, stand.table, 0, 0b11000, aerial=False) == 7 + 1 + 4 + 2
    assert squad_defence(stand.box, stand.table, 0, 0b111000, aerial=False) == 7 + 4 + 2 + 1


def test_poacher_adds_damage():
    stand = Stand(hands=("J21 E01", "E01"), deck_0="samba")
    stand.attack(5, play="J21")
    stand.next_dice(6, 6)
    stand.defend().pass_windows()
    assert stand.table.deck_count[1] == 30 - 14


@pytest.mark.rule("KO-005")
def test_playmaker_draws_when_he_attacks():
    stand = Stand(hands=("J21 E01", ""), deck_0="garra")
    stand.cards(0, "J21").play(0, PASS)
    before = len(stand.hand(0))
    stand.own(0, 3).play(0, DONE)
    assert len(stand.hand(0)) == before + 1


def test_penalty_taker_and_saver():
    stand = Stand()
    assert penalty_attack(stand.box, stand.table, 0, 6) == 4 + 2
    assert penalty_defence(stand.box, stand.table, 1) == 6 + 1


def test_iron_cannot_be_injured():
    stand = Stand(hands=("J01 E01", "F13 E01"), energy=(9, 9))
    stand.attack(6).defend(2, 3)
    stand.foul("F13", 2)
    stand.next_dice(6)
    stand.passes(0)
    assert stand.is_on(1, 2)
    other = Stand(hands=("J01 E01", "F15 E01"), energy=(9, 9), deck_0="garra")
    other.attack(4, 5).defend(3)
    other.foul("F15", 3)
    other.next_dice(6)
    other.passes(0)
    assert not other.is_on(0, 5)  # the only one who can be
    assert other.phase == Phase.FREE_SUB


def test_fair_play_never_sees_red():
    stand = Stand(hands=("J01 E01", "F15 E01"), energy=(9, 9))
    stand.attack(6).defend(3)
    stand.foul("F15", 3)
    stand.next_dice(1, 1)
    stand.passes(0)
    assert [event[1] for event in stand.events(Event.CHECKED)] == [Op.INJURE_RIVAL]
    stand.play(0, PASS)
    assert stand.is_on(1, 3)
    assert not stand.events(Event.CHECKED)


@pytest.mark.rule("KO-005")
def test_super_sub_draws_on_entering_and_veteran_on_leaving():
    joker = Stand(hands=("S01 E01", ""), deck_0="muralla")
    joker.cards(0, "S01").own(0, 4, 9)
    assert joker.hand(0) == ["E01", "J01"]
    deck = f"P46 P47 P48 P49 P19 P52 P53 / P45 P50 P54 / {CARDS}"
    veteran = Stand(hands=("S01 E01", ""), deck_0=deck)
    veteran.cards(0, "S01").own(0, 0)
    assert veteran.hand(0) == ["E01", "J01"]


@pytest.mark.rule("KO-R33")
def test_an_emergency_keepers_aerial_and_block_do_not_work():
    stand = Stand(deck_0=ENGLAND)
    stand.table.keeper[0] = 1
    assert squad_defence(stand.box, stand.table, 0, 0, aerial=True) == 5
    stand.table.keeper[0] = 2
    assert squad_defence(stand.box, stand.table, 0, 0b1000, aerial=False) == 4 + 4


@pytest.mark.rule("KO-R33")
def test_an_emergency_keeper_keeps_goal_even_if_he_attacked():
    stand = Stand(keeper_may_attack=True)
    stand.table.keeper[0] = 3
    stand.table.attacked[0] = 1 << 3
    assert squad_defence(stand.box, stand.table, 0, 0, aerial=False) == 1


# ---------------------------------------------------------------- a designer's card set


def custom(change) -> list[str]:
    import copy

    from matchday.engine.errors import BoxError

    data = copy.deepcopy(GAME.box_data)
    change(data)
    try:
        GAME.box({}, data)
    except BoxError as error:
        return error.problems
    return []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data["play"][0].update(steps=["atk"]), '"atk" takes n, got 0 arguments'),
        (lambda data: data["play"][0].update(steps=["attack 1"]), 'no word "attack"'),
        (lambda data: data["play"][0].update(steps=["if_lines 3"]), '"if_lines" needs an effect behind it'),
        (lambda data: data["play"][0].update(steps=["if_lines 3", "draw 1"]), "may only govern atk"),
        (lambda data: data["play"][0].update(steps=["red 1"]), "belongs on Fouls"),
        (lambda data: data["foul"][0].update(steps=["keep 1"]), "belongs on Plays"),
        (lambda data: data["foul"][0].update(steps=["red 9"]), "a number that a die can show"),
        (lambda data: data["strategy"][0].update(timing=["later"]), 'no word "later"'),
        (lambda data: data["strategy"][1].update(timing=["talk"]), "belongs on Strategies of the timing"),
        (lambda data: data["player"][0].update(ability="duo"), '"duo" takes a number'),
        (lambda data: data["player"][0].update(ability="iron 2"), '"iron" takes no number'),
        (lambda data: data["player"][0].update(shirt="red-white"), "goalkeepers show none"),
        (lambda data: data["player"][2].update(nation="Atlantis"), 'no word "Atlantis"'),
        (lambda data: data["player"][1].update(id="P01"), 'the id "P01" is taken'),
        (lambda data: data["energy"][0].pop("basic"), "exactly one must be basic"),
        (lambda data: data["decks"]["toque"].update(cards=["45 E01x"]), "E01_UNKNOWN_CARD"),
        (lambda data: data["numbers"].update(hand_limit=99), "hand_limit: 99 is outside"),
    ],
)
def test_a_wrong_card_set_is_refused_in_words(change, message):
    problems = custom(change)
    assert any(message in problem for problem in problems), problems


def test_a_new_card_needs_no_code():
    def change(data):
        data["play"][0].update(name="Banana kick", steps=["if_attackers_at_most 1", "atk 9", "def -2"])

    import copy

    data = copy.deepcopy(GAME.box_data)
    change(data)
    stand = Stand(hands=("J01 E01", "E01"))
    stand.box = GAME.box({}, data)
    stand.attack(6).defend(1)
    assert stand.attack_total == 4 + 9
    assert stand.defence_total == 6 + 5 - 2


def test_choosing_everyone_back_is_one_action():
    stand = launch("J01", (6,))
    stand.table.attacked[1] = 1 << 6
    assert EVERYONE_BACK in stand.legal(1)
    stand.play(1, EVERYONE_BACK)
    assert int(stand.table.defenders) == 0b111110
    assert OWN > EVERYONE_BACK
