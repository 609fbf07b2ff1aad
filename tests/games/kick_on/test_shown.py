"""What coaches are shown and told: scores by home and away, forecasts that hold, labels that do what they say."""

from __future__ import annotations

import io
from itertools import combinations

import pytest
from rich.console import Console

from matchday.engine.speech import LANGUAGES, Say
from matchday.games.kick_on import view, words
from matchday.games.kick_on.decks import SHORT_POSITIONS
from matchday.games.kick_on.rules.attackers import play_terms
from matchday.games.kick_on.rules.questions import count_bits
from matchday.games.kick_on.rules.totals import defence_total, squad_defence
from matchday.games.kick_on.state import EVERYONE_BACK, Event, Op, Phase
from tests.games.kick_on.stand import DONE, GAME, OWN, PASS, RIVAL, Stand
from tests.kit import Position

ENGLISH = Say("en", GAME.name)


def counters(stand: Stand, seat: int) -> dict[str, view.Counter]:
    return {each.id: each for each in view.counters(ENGLISH, stand.box, stand.hidden(seat), seat)}


def prompt(stand: Stand, seat: int) -> str:
    return words.prompt(ENGLISH, stand.box, stand.hidden(seat), seat)


def label(stand: Stand, seat: int, action: int) -> str:
    return words.action(ENGLISH, stand.box, stand.hidden(seat), seat, action)


def detail(stand: Stand, seat: int, action: int) -> str:
    return view.detail(ENGLISH, stand.box, stand.hidden(seat), seat, action)


def drawn(stand: Stand, seat: int, language: str, width: int) -> str:
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(GAME.draw(Say(language, GAME.name), stand.box, stand.hidden(seat), seat, ["Ola", "Ida"]))
    return console.export_text()


# ---------------------------------------------------------------- the report


@pytest.mark.rule("KO-057")
def test_a_chosen_defender_is_told_by_the_clause_of_the_defence():
    stand = Stand(hands=("J01 E01", "E01"))
    stand.attack(6)
    stand.own(1, 2)
    ((kind, *_),) = stand.events(seat=1)
    assert (kind, words.event_rule(kind)) == (Event.CHOSE_DEFENDER, "KO-057")
    assert not stand.events(seat=0)


@pytest.mark.rule("KO-055", "KO-009")
def test_attackers_and_those_whom_a_play_names_have_clauses_of_their_own():
    stand = Stand(hands=("J07 E01", "E01"))
    stand.cards(0, "J07").pass_windows().play(0, PASS)
    stand.own(0, 6)
    assert [words.event_rule(kind) for kind, *_ in stand.events(seat=0)] == ["KO-055"]
    stand.play(0, DONE, RIVAL + 1)
    assert [words.event_rule(kind) for kind, *_ in stand.events(seat=0)] == ["KO-009"]
    stand.play(0, DONE)
    assert "B: Radosław Grodek may not defend." in stand.report()
    assert stand.is_public(Event.BANNED)


def test_a_score_names_both_sides_the_home_side_first():
    stand = Stand(hands=("J01", ""), energy=(6, 0))
    stand.table.home = 1
    stand.table.goals[:] = 1, 2
    stand.attack(6).next_dice(6, 6).defend()
    assert "Goal for A! 5 and 12 on the dice beat 6." in stand.report()
    assert "B 2:2 A." in stand.report()


def test_full_time_and_shoot_out_name_both_sides_the_home_side_first():
    stand = Stand(hands=("E01", "E01"), deck=(1, 30))
    stand.table.home = 1
    stand.table.goals[:] = 3, 1
    stand.passes(0, 0)
    assert stand.report()[-1] == "Full time: B 1:3 A."
    kick = Stand(hands=("E01", "E01"), deck=(1, 30))
    kick.table.home = 1
    kick.passes(0, 0)
    while kick.phase == Phase.SHOOTOUT_PICK:
        kick.play(kick.waiting[0], kick.legal(kick.waiting[0])[0])
    told = [text for text in kick.report() if text.startswith("Shoot-out:")]
    assert told[0] in {"Shoot-out: B 1:0 A.", "Shoot-out: B 0:1 A.", "Shoot-out: B 0:0 A."}


@pytest.mark.parametrize(
    ("kind", "numbers", "told"),
    [
        (Event.GOAL, (12, 5, 20), "Goal for A! 5 and 12 against 20: two sixes always score."),
        (Event.GOAL, (12, 9, 20), "Goal for A! 9 and 12 on the dice beat 20."),
        (Event.KICK_IN, (0, 4, 4, 7), "A: Ulises Quintrel scores, 4 and 4 against 7."),
        (Event.KICK_IN, (0, 6, 0, 7), "A: Ulises Quintrel scores, a 6 always goes in."),
        (Event.KICK_OUT, (0, 3, 4, 7), "A: Ulises Quintrel does not score, 4 and 3 against 7."),
        (Event.KICK_OUT, (0, 1, 8, 7), "A: Ulises Quintrel does not score, a 1 never goes in."),
        (Event.PENALTY_GOAL, (0, 6, 1, 7), "Goal for A! Ulises Quintrel scores the penalty: a 6 always goes in."),
        (Event.PENALTY_MISSED, (0, 1, 8, 7), "A: Ulises Quintrel misses the penalty: a 1 never goes in."),
    ],
)
def test_a_shot_can_be_checked(kind, numbers, told):
    assert words.event(ENGLISH, Stand().box, ["A", "B"], kind, (0, *numbers)) == told


def test_the_view_tells_who_is_at_home_once_the_dice_have_fallen():
    stand = Stand()
    stand.table.home = 1
    assert (counters(stand, 0)["home"].value, counters(stand, 0)["home"].owner) == (1, 1)
    choosing = Position(GAME, 1, deck_0="mixta")
    shown = view.counters(ENGLISH, choosing.box, choosing.hidden(0), 0)
    assert "home" not in {each.id for each in shown}


# ---------------------------------------------------------------- forecasts


def test_before_anyone_is_chosen_the_defence_is_the_best_possible_and_says_so():
    stand = Stand(hands=("J27 E01", "E01"))
    stand.attack(3, 6, play="J27")
    assert stand.phase == Phase.DEFENDERS
    for seat in (0, 1):
        defence = counters(stand, seat)["defence"]
        assert (defence.name, defence.value) == ("Best possible defence", 6 + 5 + 5 + 4 + 2 + 1)
        assert defence.text == "at most 23"
    stand.own(1, 1)
    assert (counters(stand, 1)["defence"].name, counters(stand, 1)["defence"].value) == ("Defence", 6 + 5)
    assert counters(stand, 0)["defence"].name == "Best possible defence"  # the choice so far is nobody else's business
    stand.play(1, DONE)
    assert (counters(stand, 0)["defence"].name, counters(stand, 0)["defence"].value) == ("Defence", 6 + 5)


def test_the_best_possible_defence_counts_abilities():
    """A forward of defence 1 who is good in the air is worth more against a cross than another of defence 1."""
    team = "Air: P56 P58 P59 P60 P53 P61 P65 / P57 P63 P62 / 45 E01"
    stand = Stand(hands=("J22 E01", "E01"), deck_1=team)
    stand.attack(3, 6, play="J22")
    best = max(
        defence_total(stand.box, stand.table, sum(1 << slot for slot in chosen))
        for number in range(6)
        for chosen in combinations(range(1, 7), number)
    )
    assert counters(stand, 0)["defence"].value == best == 6 + 5 + 5 + 4 + 2 + 3


@pytest.mark.parametrize("aerial", [False, True])
@pytest.mark.parametrize("most", [5, 3, 2, 1])
def test_the_best_defenders_are_the_best_by_the_rules(aerial, most):
    """With Wall in goal, and Block, Aerial, Lungs and plain players before it: of whoever is able, the strongest."""
    stand = Stand(deck_1="Wall: P45 P47 P48 P49 P51 P52 P53 / P46 P54 P55 / 45 E01")
    for able in range(2, 0b10000000, 2):
        slots = [slot for slot in range(1, 7) if able >> slot & 1]
        best = max(
            squad_defence(stand.box, stand.table, 1, sum(1 << slot for slot in chosen), aerial)
            for number in range(min(most, len(slots)) + 1)
            for chosen in combinations(slots, number)
        )
        chosen = view.best_defenders(stand.box, stand.table, 1, able, most, aerial)
        assert count_bits(chosen) <= most
        assert chosen & ~able == 0
        assert squad_defence(stand.box, stand.table, 1, chosen, aerial) == best


def test_the_forecast_of_an_attack_is_what_the_best_defence_comes_to():
    stand = Stand(hands=("J27 E01", "E01"), energy=(6, 0))
    stand.cards(0, "J27").play(0, PASS)
    stand.own(0, 3, 6)
    told = counters(stand, 0)
    stand.play(0, DONE)
    assert told["defence"].name == "Best possible defence"
    assert counters(stand, 1)["defence"].value == told["defence"].value
    assert counters(stand, 1)["chance"].value == told["chance"].value


def test_nobody_reads_a_value_that_is_not_explained():
    stand = Stand(hands=("J27 E01", "E01"), energy=(6, 0))
    stand.cards(0, "J27").play(0, PASS)
    assert "worth" not in detail(stand, 0, OWN + 6)


def test_a_taker_is_shown_with_his_chance_from_the_spot():
    stand = Stand(hands=("J01 S02 E01", "F04 E01"), energy=(9, 9))
    stand.attack(6).defend(1)
    stand.foul("F04", 1)
    stand.cards(0, "S02").pass_windows()
    assert stand.phase == Phase.PENALTY_TAKER
    assert detail(stand, 0, OWN + 6) == "Forward 4/1; Penalty taker: attack +2 from the spot; goal 83 %"  # 6 + 2 > 7
    assert detail(stand, 0, OWN + 2) == "Defender 0/6; goal 17 %"


def test_the_sums_of_a_defence_are_those_of_whoever_is_picked_now():
    """The best is proposed to who defends alone; with every pick sums and chance are told, on the buttons too."""
    stand = Stand(hands=("J27 E01", "E01"))
    stand.attack(3, 6, play="J27")

    def players(seat: int) -> dict[str, view.Piece]:
        zones = view.zones(ENGLISH, stand.box, stand.hidden(seat), seat)
        return {piece.id: piece for zone in zones for piece in zone.pieces if piece.kind == "player"}

    best = sorted(int(name.split(".")[2]) for name, piece in players(1).items() if "best" in piece.marks)
    assert not any("best" in piece.marks for piece in players(0).values())
    all_back = view.facts(stand.box, stand.hidden(1), 1, EVERYONE_BACK) if EVERYONE_BACK in stand.legal(1) else None
    for slot in best:
        told = view.facts(stand.box, stand.hidden(1), 1, OWN + slot)
        stand.own(1, slot)
        shown = counters(stand, 1)
        assert told == {name: shown[name].value for name in ("attack", "defence", "chance")}
        assert view.facts(stand.box, stand.hidden(1), 1, DONE) == told
        assert f"against {told['defence']}: {told['chance']} % to concede" in prompt(stand, 1)
    assert shown["defence"].value == 23
    assert all_back in (None, told)
    first = players(1)[f"player.1.{best[0]}"]
    left = defence_total(stand.box, stand.table, int(stand.table.chosen) ^ 1 << best[0])
    assert (first.facts["without"], first.facts["conceded"] > told["chance"]) == (left, True)
    assert not any("without" in piece.facts for piece in players(0).values())


# ---------------------------------------------------------------- prompts and labels


@pytest.mark.parametrize(
    ("play", "lungs", "told"),
    [
        ("J27", False, "."),
        ("J27", True, ", unless he has Lungs."),
        ("J14", False, ", but for 1 of your choice."),
        (
            "J26",
            True,
            ", but for 2 of your choice and whoever has Lungs.",
        ),
    ],
)
def test_the_prompt_knows_who_may_defend_although_he_attacks(play, lungs, told):
    stand = Stand(hands=(f"{play} E01", "E01"), energy=(6, 0))
    if not lungs:
        stand.table.pitch[0] ^= 1 << 1  # the one who has them
    stand.cards(0, play)
    stand.play(0, PASS)
    assert stand.phase == Phase.ATTACKERS
    most = play_terms(stand.box, stand.table, Op.MAX_ATT)
    asked = f"Send up to {most} forward, or nobody. Who attacks cannot defend in the rival's turn"
    assert prompt(stand, 0) == asked + told


def test_every_question_says_what_to_do_and_what_follows():
    """Verb and aim in one sentence, the consequence in another; and no question is as long as a clause."""
    seen = set()
    for seed in range(3):
        position = Position(GAME, seed, deck_0="mixta")
        while position.waiting:
            seat = position.waiting[0]
            asked = words.prompt(ENGLISH, position.box, position.hidden(seat), seat)
            first, stop, second = asked.partition(". ")
            assert all((first, stop, second.endswith("."))), (position.phase, asked)
            assert len(asked) <= 190, asked
            seen.add(position.phase)
            legal = position.legal(seat)
            position.play(seat, legal[(7 * len(seen) + int(position.table.turn)) % len(legal)])
    assert {Phase.ENERGY, Phase.TALK, Phase.ATTACKERS, Phase.DEFENDERS, Phase.CLOSE} <= seen


def test_the_pass_says_what_it_lets_happen():
    stand = Stand(hands=("J01 S11 E01", "F04 S07 E01"), energy=(9, 9))
    stand.attack(6).defend(1)
    assert (stand.phase, label(stand, 1, PASS)) == (Phase.DEFENCE_WINDOW, "Let the shot come")
    stand.play(1, PASS)
    assert (stand.phase, label(stand, 0, PASS)) == (Phase.DEFENCE_WINDOW, "Shoot")
    told = counters(stand, 0)
    assert f"{told['chance'].value} % for a goal" in prompt(stand, 0)


def test_done_says_what_is_done():
    stand = Stand(hands=("J26 J07 E01", "E01"), plays_per_turn="unlimited")
    stand.cards(0, "J26").pass_windows().cards(0, "J07").pass_windows().play(0, PASS)
    stand.own(0, 4, 6)
    assert label(stand, 0, DONE) == "Attack with 2 players"
    stand.play(0, DONE)
    assert (stand.phase, label(stand, 0, DONE)) == (Phase.KEEP, "Keep nobody free")
    stand.own(0, 4)
    assert label(stand, 0, DONE) == "Keep 1 attacker free to defend"
    stand.play(0, DONE)
    assert (stand.phase, label(stand, 0, DONE)) == (Phase.BAN, "Bar nobody")
    stand.play(0, RIVAL + 1)
    assert label(stand, 0, DONE) == "Bar 1 rival player from defending"
    stand.play(0, DONE)
    assert (stand.phase, label(stand, 1, DONE)) == (Phase.DEFENDERS, "Defend with the goalkeeper alone")
    stand.own(1, 2)
    assert label(stand, 1, DONE) == "Defend with 1 player"


def test_a_double_change_may_stop_after_the_first():
    stand = Stand(hands=("S24 E01", "E01"), energy=(6, 0))
    stand.cards(0, "S24")
    assert (stand.phase, label(stand, 0, PASS)) == (Phase.SUB_OUT, "No substitution")
    stand.own(0, 6, 9)
    assert (stand.phase, label(stand, 0, PASS)) == (Phase.SUB_OUT, "No more substitutions")


# ---------------------------------------------------------------- the line-up


def test_before_anyone_is_benched_nobody_stands_on_the_bench():
    position = Position(GAME, 1, deck_0="mixta")
    shown = {zone.id: zone for zone in view.zones(ENGLISH, position.box, position.hidden(0), 0)}
    assert (shown["squad.0"].count, shown["bench.0"].count, shown["squad.1"].count) == (10, 0, 10)
    assert view.clock(ENGLISH, position.box, position.hidden(0)) == "before kick-off"
    position.play(0, position.legal(0)[0])
    shown = {zone.id: zone for zone in view.zones(ENGLISH, position.box, position.hidden(0), 0)}
    assert (shown["squad.0"].count, shown["bench.0"].count) == (9, 1)
    while position.phase == Phase.LINEUP:
        position.play(0, position.legal(0)[0])
    shown = {zone.id: zone for zone in view.zones(ENGLISH, position.box, position.hidden(0), 0)}
    assert (shown["squad.0"].count, shown["bench.0"].count, shown["bench.1"].count) == (0, 3, 3)


# ---------------------------------------------------------------- the terminal


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 120])
def test_the_terminal_shows_abilities_positions_and_sums_whole(language, width):
    stand = Stand(hands=("J14 J13 S04 F03 E01", "E01 S07"))
    stand.table.home = 1
    stand.table.goals[:] = 2, 1
    stand.cards(0, "J14").pass_windows().play(0, PASS)
    stand.own(0, 4, 6)
    text, say = drawn(stand, 0, language, width), Say(language, GAME.name)
    for side in range(2):
        for player in map(int, stand.table.squad[side]):
            row = stand.box.players[player]
            badge = words.ability_badge(say, stand.box, player)
            shown = f"{words.surname(stand.box, player)} {row.attack}/{row.defence} {badge}".strip()
            assert shown in text
            assert f"{say(SHORT_POSITIONS[row.position])} {shown}" in text
    for each in view.attack_counters(say, stand.box, stand.hidden(0), 0):
        if each.id in {"attack", "defence", "chance", "cover"}:
            assert f"{each.name} {each.value}" in text
    for card in (stand.codes[code] for code in ("J13", "S04", "F03", "E01")):
        assert words.card_name(say, stand.box, card) in text
    assert "…" not in text
    assert f"Ida ({say('at home')})  1 : 2  Ola" in text


def test_the_terminal_says_in_words_who_attacked_and_who_announced():
    stand = Stand(hands=("J01 E01", "F04 S03 E01"))
    stand.attack(4, 6).defend(1, 2)
    stand.foul("F04", 1)
    text = drawn(stand, 0, "en", 100)
    assert "→ Ida: Tactical foul" in text
    assert "Quintanal 4/1 Penalty taker 2 (attacked)" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_draws_every_side(language):
    stand = Stand(hands=("J01 S04 F04 E01", "E01 S07"), energy=(6, 6))
    stand.attack(3, 6).defend(1)
    for seat in (0, 1, 15):
        text = drawn(stand, seat, language, 140)
        assert "Ola" in text
        assert "Quintanal" in text
