"""The greedy coach, the words and the view: what a person or a program gets to see and to hear."""

from __future__ import annotations

import pytest

from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.speech import LANGUAGES, Say
from matchday.games.kick_on import hints, view, words
from matchday.games.kick_on.state import EVERYONE_BACK, Event, Op, Phase
from matchday.match.match import Match
from matchday.match.views import view as view_of
from tests.games.kick_on.stand import DONE, GAME, OWN, PASS, RIVAL, Stand, box_with


def choice(stand: Stand, seat: int) -> int:
    """What the greedy coach answers, from what the seat may see."""
    dice = Dice.new()
    set_key(dice, 1, 1)
    return stand.runner.choose(stand.box, stand.hidden(seat), seat, dice)


@pytest.mark.parametrize(("gap", "ways"), [(-5, 35), (2, 35), (3, 33), (7, 15), (10, 3), (11, 1), (12, 1), (20, 1)])
def test_the_chance_of_a_goal_is_exact(gap, ways):
    assert hints.goal_chance(box_with(), 10, 10 + gap) == pytest.approx(ways / 36)


def test_greedy_attacks_an_open_goal_and_leaves_a_full_one_alone():
    stand = Stand(hands=("J27 E01", "E01"), energy=(6, 0))
    stand.table.attacked[1] = 0b1111110
    assert choice(stand, 0) == stand.codes["J27"]
    stand.cards(0, "J27")
    stand.play(0, PASS)
    chosen = choice(stand, 0)
    assert chosen >= OWN


def test_greedy_fouls_against_a_great_chance_only():
    stand = Stand(hands=("J27 E01", "F04 E01"), energy=(6, 6))
    stand.attack(3, 4, 5, 6, play="J27").defend()
    assert choice(stand, 1) == stand.codes["F04"]
    safe = Stand(hands=("J01 E01", "F04 E01"), energy=(6, 6))
    safe.attack(6).defend(1, 2, 3, 4, 5)
    assert choice(safe, 1) == PASS


def test_greedy_sends_everyone_back_and_names_a_clean_fouler():
    stand = Stand(hands=("J27 E01", "F02 E01"), energy=(6, 6))
    stand.table.attacked[1] = 0b1000000
    stand.attack(3, 4, 5, 6, play="J27")
    assert choice(stand, 1) == EVERYONE_BACK
    stand.defend(1, 3)
    stand.cards(1, "F02")
    assert (stand.phase, choice(stand, 1)) == (Phase.FOULER, OWN + 3)


def test_greedy_answers_a_foul_with_the_better_card():
    stand = Stand(hands=("J27 S02 S03", "F04 E01"), energy=(9, 9))
    stand.attack(3, 4, 5, 6, play="J27").defend(1, 2, 3)
    stand.foul("F04", 1)
    assert choice(stand, 0) in {stand.codes["S02"], stand.codes["S03"]}


def test_greedy_takes_the_best_taker_and_the_best_keeper():
    stand = Stand(hands=("J01 S02 E01", "F04 E01"), energy=(9, 9))
    stand.attack(6).defend(1)
    stand.foul("F04", 1)
    stand.cards(0, "S02").pass_windows()
    assert choice(stand, 0) == OWN + 6
    stand.table.phase = Phase.KEEPER_CHOICE
    assert choice(stand, 0) in {OWN, OWN + 1, OWN + 2}


def test_greedy_rolls_again_only_what_is_lost():
    stand = Stand(hands=("J01 S13", "E01"), energy=(9, 9))
    stand.attack(6).defend(1)
    stand.play(1, PASS)
    stand.next_dice(1, 5)
    stand.play(0, PASS)
    assert stand.phase == Phase.ROLL_WINDOW
    assert choice(stand, 0) == stand.codes["S13"]
    stand.table.dice[:] = 6, 6
    assert choice(stand, 0) == PASS


def test_greedy_discards_surplus_energy_first():
    stand = Stand(hands=("E01 E01 F04 S09 J27 S04 S12 S13", "E01"), energy=(9, 9))
    stand.passes(0, 0)
    assert stand.phase == Phase.HAND_LIMIT
    assert choice(stand, 0) == stand.codes["E01"]


def test_greedy_beats_random_play():
    from matchday.lab.simulate import simulate

    report = simulate(GAME, 30, seats=["greedy", "random"], threads=1)
    assert report.wins[0] > 25


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_and_player_is_told_in_words(language):
    say, box = Say(language, GAME.name), box_with()
    for card in range(int(box.kinds)):
        assert words.card_name(say, box, card)
        assert words.card_text(say, box, card) or box.cards[card].type == 0
        assert "{" not in words.card_text(say, box, card)
    for player in range(int(box.players_known)):
        assert "{" not in words.ability_text(say, box, player)


def test_a_card_reads_from_its_rows():
    say, box = Say("en", GAME.name), box_with()
    codes = Stand().codes
    assert words.card_text(say, box, codes["J05"]) == (
        "attack +1; if at least 2 rivals attacked in their turn: attack +3"
    )
    assert words.card_text(say, box, codes["F03"]) == (
        "stops the attack; a die of 5 or more injures an attacker of your choice; "
        "a die of 2 or less: red card for your fouler"
    )
    assert words.card_text(say, box, codes["F02"]) == "stops the attack; a die of 1: red card for your fouler"
    assert words.card_text(say, box, codes["F15"]) == (
        "stops the attack; injures an attacker of your choice; a die of 5 or less: red card for your fouler"
    )
    assert words.timing_text(say, box, codes["S01"]) == "in your team talk, when you defend, at the end of your turn"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_a_sentence(language):
    say, box = Say(language, GAME.name), box_with()
    for event in Event:
        args = (0, Op.RED, 1, 1, 1, 1) if event == Event.CHECKED else (0, 1, 1, 1, 1, 1)
        text = words.event(say, box, ["Ola", "Ida"], event, args)
        assert text
        assert "{" not in text


def test_names_are_translated_but_players_are_not():
    stand = Stand(hands=("J01 E01", ""))
    polish = Say("pl", GAME.name)
    assert words.card_name(polish, stand.box, stand.codes["J12"]) == "Przewrotka"
    assert words.player_name(stand.box, int(stand.table.squad[0, 6])) == "Borja Quintanal"


# ---------------------------------------------------------------- the view


def test_the_view_shows_the_chance_and_what_an_attack_uncovers():
    stand = Stand(hands=("J27 E01", "E01"), energy=(6, 0))
    stand.cards(0, "J27").play(0, PASS)
    stand.own(0, 3, 6)
    say = Say("en", GAME.name)
    shown = {counter.id: counter.value for counter in view.counters(say, stand.box, stand.hidden(0), 0)}
    assert shown["attack"] == 3 + 4 + 4
    assert shown["defence"] == 6 + 5 + 5 + 4 + 2 + 1
    assert shown["cover"] == 6 + 6 + 6 + 1 + 2
    assert "chance" in shown
    rival = {counter.id for counter in view.counters(say, stand.box, stand.hidden(1), 1)}
    assert "attack" not in rival
    told = view.detail(say, stand.box, stand.hidden(0), 0, OWN + 5)
    assert told == "attack 13 against 23 at most: goal 8 %; my defence next turn 19 at most"


def test_the_view_shows_what_an_attack_is_made_of():
    stand = Stand(hands=("J27 E01", "E01"), energy=(6, 0))
    stand.cards(0, "J27").play(0, PASS)
    stand.own(0, 3, 4, 6)
    say = Say("en", GAME.name)
    shown = {counter.id: counter for counter in view.counters(say, stand.box, stand.hidden(0), 0)}
    sums = [(shown[name].name, shown[name].text) for name in sorted(shown) if name.startswith("sum.")]
    assert sums == [("3 attackers, printed", "9"), ("Duo 1, Montiel", "+1"), ("Rabona", "+4")]
    assert sum(shown[name].value for name in shown if name.startswith("sum.")) == shown["attack"].value
    assert shown["needed"].value == shown["defence"].value - shown["attack"].value + 1
    assert shown["cover"].of == 6 + 6 + 6 + 2 + 2 + 1
    assert shown["cover"].text == "Cannot defend: Vilasec, Montiel, Quintanal."


def counted(stand: Stand, seat: int) -> dict[str, int]:
    shown = view.counters(Say("en", GAME.name), stand.box, stand.hidden(seat), seat)
    return {counter.id: counter.value for counter in shown}


def test_the_forecast_knows_whom_a_play_bans():
    stand = Stand(hands=("J07 E01", "F04 E01"))
    stand.cards(0, "J07").pass_windows().play(0, PASS)
    stand.own(0, 3, 4, 5, 6)
    shown = counted(stand, 0)
    assert shown["defence"] == 6 + 5 + 4 + 2 + 1 + 1
    stand.play(0, DONE)
    assert stand.phase == Phase.BAN
    stand.play(0, RIVAL + 1, DONE)  # one of the two best
    stand.defend(*stand.players(1))
    assert stand.phase == Phase.DEFENCE_WINDOW
    assert (stand.attack_total, stand.defence_total) == (shown["attack"], shown["defence"])


def test_the_forecast_knows_whom_a_play_keeps_back():
    stand = Stand(hands=("J14 E01", "E01"), energy=(6, 0))
    stand.cards(0, "J14").play(0, PASS)
    stand.own(0, 2)
    shown = {each.id: each for each in view.counters(Say("en", GAME.name), stand.box, stand.hidden(0), 0)}
    assert (shown["cover"].value, shown["cover"].text) == (shown["cover"].of, "")
    stand.own(0, 6)
    shown = {each.id: each for each in view.counters(Say("en", GAME.name), stand.box, stand.hidden(0), 0)}
    assert shown["cover"].text == "Cannot defend, with 1 kept back: Quintanal."
    stand.play(0, DONE)
    assert stand.phase == Phase.KEEP
    stand.own(0, 2)
    assert counted(stand, 0)["back.0"] == shown["cover"].value


def test_a_goalkeeper_who_attacks_leaves_his_goal_in_the_forecast():
    stand = Stand(hands=("J27 E01", "E01"), energy=(6, 0), keeper_may_attack=True)
    stand.cards(0, "J27").play(0, PASS)
    before = counted(stand, 0)["back.0"]
    stand.own(0, 0)
    assert counted(stand, 0)["cover"] == before - 6


def test_an_aerial_play_says_so():
    say = Say("en", GAME.name)
    codes = Stand().codes
    assert words.card_text(say, box_with(), codes["J22"]) == "aerial; attack +2; damage +1"
    tagged = [code for code, card in codes.items() if words.card_text(say, box_with(), card).startswith("aerial")]
    assert tagged == ["J03", "J11", "J18", "J22"]


def test_a_card_that_cannot_be_played_says_why():
    stand = Stand(hands=("E01 J26 F04 S04 S12 S15", "E01"), energy=(2, 6))
    hand = next(zone for zone in view.zones(Say("en", GAME.name), stand.box, stand.hidden(0), 0) if zone.id == "hand.0")
    why = {piece.face: piece.facts.get("why", "") for piece in hand.pieces}
    assert why == {
        "E01": "in phase A",
        "J26": "costs 3, you have 2",
        "F04": "when you defend",
        "S04": "",
        "S12": "after their dice",
        "S15": "it would do nothing now",
    }
    legal = {words.card_code(stand.box, action) for action in stand.legal(0) if action < PASS}
    assert legal == {face for face, reason in why.items() if not reason}
    rival = next(
        zone for zone in view.zones(Say("en", GAME.name), stand.box, stand.hidden(1), 1) if zone.id == "hand.1"
    )
    assert not any("why" in piece.facts for piece in rival.pieces)


def test_every_piece_of_a_choice_is_on_the_table():
    match = Match(GAME, {"deck_0": "garra", "deck_1": "mixta"}, "pieces")
    dice = Dice.new()
    set_key(dice, 2, 2)
    for _ in range(120):
        if match.over:
            break
        seat = match.waiting[0]
        shown = view_of(match, seat)
        pieces = {piece.id for zone in shown.zones for piece in zone.pieces}
        ids = [piece.id for zone in shown.zones for piece in zone.pieces]
        assert len(ids) == len(set(ids))
        for option in shown.choices:
            assert set(option.elements) <= pieces, option
            assert option.label
        actions = match.legal(seat)
        match.play(seat, actions[roll(dice, len(actions))])
