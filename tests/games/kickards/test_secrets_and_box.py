"""Kickards: what a seat can know, what a designer can change, what bots and viewers read."""

from __future__ import annotations

import copy

import pytest

from matchday.engine.dice import Dice, set_key
from matchday.engine.errors import BoxError
from matchday.engine.log import SPECTATOR
from matchday.engine.record import copy_of, read_text
from matchday.engine.speech import LANGUAGES, Say
from matchday.games.kickards import GAME, view, words
from matchday.games.kickards.state import (
    ACTIONS,
    DONE,
    OFFERED,
    SPECIAL,
    SPECIALS,
    UNKNOWN,
    Aim,
    Bonus,
    Event,
    Op,
    Phase,
    Place,
    Track,
)
from matchday.match.reference import reference_path
from tests.games.kickards.play import ATT, BOX, CARD, DEF, KIND, Turn, attack
from tests.kit import Position, random_match


def imagine(turn: Position, seat: int, seed: int):
    """One world that a seat may imagine."""
    dice, table = Dice.new(), copy_of(turn.hidden(seat))
    set_key(dice, seed, 0)
    turn.runner.redeal(turn.box, table, seat, dice)
    return table


@pytest.mark.rule("KC-007", "KC-R23")
def test_imagined_hands_hold_only_unseen_cards():
    turn = Turn()
    turn.table.where[DEF, CARD["P33"]] = Place.USED
    turn.table.deck_count[DEF] -= 1
    hands = set()
    for seed in range(30):
        table = imagine(turn, ATT, seed)
        assert int(table.where[DEF, CARD["P33"]]) == Place.USED
        hand = frozenset(card for card in range(35) if table.where[DEF, card] == Place.HAND)
        assert len(hand) == 11
        hands.add(hand)
    assert len(hands) == 30


def test_an_imagined_line_up_has_the_right_size_and_a_shooter():
    turn = Turn().lay("P01", "P12", "P08")
    for seed in range(20):
        table = imagine(turn, DEF, seed)
        laid = [card for card in range(35) if table.where[ATT, card] == Place.LAID]
        assert len(laid) == 3
        assert int(table.shooter) - 1 in laid


def test_a_card_known_to_be_in_hand_stays_in_hand_or_line_up():
    turn = Turn()
    turn.table.shown[ATT] = 1 << CARD["P01"]
    turn.lay("P02", "P04")
    places = set()
    for seed in range(60):
        places.add(int(imagine(turn, DEF, seed).where[ATT, CARD["P01"]]))
    assert places == {Place.HAND, Place.LAID}


def test_a_card_known_to_be_in_hand_is_seen_while_the_line_up_is_chosen():
    turn = Turn()
    turn.table.shown[:] = 1 << CARD["P01"]
    seen = turn.hidden(DEF)
    assert int(seen.where[ATT, CARD["P01"]]) == Place.HAND
    turn.play(ATT, CARD["P01"])
    assert turn.hidden(DEF).tobytes() == seen.tobytes()  # nobody sees that it was chosen
    assert int(imagine(turn, DEF, 1).where[ATT, CARD["P01"]]) == Place.HAND
    turn.play(ATT, CARD["P02"], DONE)
    assert int(turn.hidden(DEF).where[ATT, CARD["P01"]]) == UNKNOWN  # now it may lie there
    assert int(turn.hidden(ATT).where[DEF, CARD["P01"]]) == Place.HAND
    before = turn.hidden(ATT).tobytes()
    turn.play(DEF, CARD["P01"])
    assert turn.hidden(ATT).tobytes() == before


def test_an_imagined_coach_card_is_one_that_was_not_offered_to_me():
    position = Position(GAME, 5)
    position.table.offer[0] = (KIND["E30"] + 1, KIND["E31"] + 1, KIND["E39"] + 1)  # one copy each
    position.play(0, OFFERED).play(1, OFFERED)
    seen = set()
    for seed in range(150):
        table = imagine(position, 0, seed)
        seen.add(int(table.coach[1]) - 1)
    assert len(seen) > 20
    assert not seen & {KIND["E30"], KIND["E31"], KIND["E39"]}


def test_an_imagined_coach_card_has_not_been_drawn():
    turn = Turn()
    turn.only("E01", "E02")
    turn.keep(DEF, "E01")
    assert {int(imagine(turn, ATT, seed).coach[DEF]) - 1 for seed in range(60)} == {KIND["E01"], KIND["E02"]}


def test_the_offer_is_imagined_while_it_is_open():
    position = Position(GAME, 5)
    table = imagine(position, SPECTATOR, 1)
    assert [int(card) for card in table.offer[0]] == sorted(int(card) for card in table.offer[0])
    assert UNKNOWN not in table.offer.tolist()[0]


# ---------------------------------------------------------------------------------------------- the box


def edited(change):
    data = copy.deepcopy(GAME.box_data)
    change(data)
    return GAME.box({}, data)


def test_a_designers_event_is_in_play_at_once():
    def change(data):
        data["event"].append(
            {"code": "E49", "name": "Dog on the pitch", "copies": 3, "var": False, "tone": 0, "play": ["pct -25"]}
        )

    box = edited(change)
    assert int(box.event_kinds) == 49
    assert words.event_name(Say("en"), box, 48) == "Dog on the pitch"
    assert words.event_text(Say("pl", "kickards"), box, 48) == "szansa na gola −25 %"


def test_another_percentage():
    box = edited(lambda data: data["footballer"][0]["rows"].__setitem__(3, "DRIVE C 50"))
    assert int(box.footballers[0].shots[3].a) == 50
    assert int(box.footballers[0].rating) > int(BOX.footballers[0].rating)


def test_every_mistake_is_reported_in_words():
    def change(data):
        data["event"][0]["play"] = ["pct"]
        data["event"][1]["play"] = ["repeet"]
        data["event"][4]["play"] = ["draw att 1"]  # it carries the icon
        data["event"][5]["play"] = ["flat 101"]
        data["event"][7]["play"] = ["shot 20"]
        data["footballer"][0]["rows"][0] = "LOGN C 12"
        data["footballer"][1]["rows"][0] = "REBOUND"
        data["footballer"][2]["rows"] = ["LONG C 1"] * 6
        data["control"][0]["cost"] = 2
        data["bonus"].pop()
        data["special"][0]["play"] = ["shot $1", "goal"]

    with pytest.raises(BoxError) as caught:
        edited(change)
    text = str(caught.value)
    for part in (
        'event E01: step 1: "pct" takes n',
        'no word "repeet"; did you mean "repeat"?',
        '"draw" cannot be undone',
        "101 is no percentage",
        '"shot" is for rows of a shot table only',
        'no row "LOGN"; did you mean "LONG"?',
        "REBOUND takes 1 numbers",
        "needs at least one special row (KC-072)",
        "cost: 2 is outside 1 to 1",
        '"halve" is missing',
        '"goal" is for events only',
    ):
        assert part in text, part


def test_the_names_of_the_box_are_known_to_the_translators():
    data = GAME.box_data
    found = {row["code"]: row["name"] for row in [*data["event"], *data["special"]]}
    assert found == words.NAMES
    assert len(data["special"]) <= SPECIALS


# ---------------------------------------------------------------------------------------------- words and view


def test_the_sum_of_a_chance_in_words():
    assert words.chance_sum((36, 0, 0, 10, 0, 0)) == "36 + 10 = 46 %"
    assert words.chance_sum((36, 0, 0, 0, 0, 0)) == "36 %"
    assert words.chance_sum((45, 0, -5, 0, 5, 2)) == "45 − 5 + 5 ÷2 ÷2 = 12 %"
    assert words.chance_sum((96, 20, 0, 0, 0, 0)) == "96 + 20 = 100 %"


def test_the_forecast_shows_every_position():
    turn = attack("P01", event="E01")
    shown = {counter.id: counter for counter in view.counters(Say(), turn.box, turn.hidden(DEF), DEF)}
    assert shown["forecast.4"].value == 46
    assert shown["forecast.4"].text == "36 + 10 = 46 %"
    assert shown["forecast.2"].text.startswith("Gambler!")
    assert "forecast.mean" in shown


def test_a_purchase_says_what_it_changes():
    turn = attack("P01").stars(ATT, 2, 0, 0)
    assert turn.phase == Phase.BUY
    action = next(
        action for action in turn.legal(ATT) if "+10" in words.action(Say(), turn.box, turn.table, ATT, action)
    )
    assert view.detail(Say(), turn.box, turn.hidden(ATT), ATT, action).startswith("2 red stars; goal chance ")


def test_the_shop_shows_prices_reasons_and_what_a_bonus_would_change():
    turn = attack("P01").stars(ATT, 2, 0, 0)
    table = turn.hidden(ATT)
    before = table.tobytes()
    zones = {zone.id: zone for zone in view.zones(Say(), turn.box, table, ATT)}
    shop = {piece.face: piece.facts for piece in zones["shop.0"].pieces}
    assert set(shop) == {"draw2_discard1", "draw2", "reroll_k6", "plus10", "plus1", "reroll_miss"}
    assert shop["plus1"]["why"] == "needs 3 red stars"
    forecast = {counter.id: counter.value for counter in view.forecast(Say(), turn.box, table)}
    assert shop["plus10"]["after.4"] == forecast["forecast.4"] + 10
    assert shop["plus10"]["after.mean"] > forecast["forecast.mean"]
    assert "why" not in shop["plus10"]
    assert table.tobytes() == before
    assert [piece.facts["count"] for piece in zones["purse.0"].pieces] == [2, 0, 0]


def test_printed_stars_are_coloured_by_numbers_of_each_colour():
    turn = Turn(attack=("P12", "P17")).lay("P12", "P17")
    turn.defend()
    assert turn.phase == Phase.STARS
    table = turn.hidden(ATT)
    zones = {zone.id: zone for zone in view.zones(Say(), turn.box, table, ATT)}
    numbers = {piece.id: piece for piece in zones["colours.0"].pieces}
    assert len(numbers) == len(zones["colours.0"].pieces)
    for action in turn.legal(ATT):
        picked = [numbers[element] for element in view.elements(turn.box, table, ATT, action)]
        assert [piece.name for piece in picked] == words.action(Say(), turn.box, table, ATT, action).split(", ")
        assert all(piece.facts["count"] for piece in picked), "of a colour that has none nothing is picked"
        assert sum(piece.facts["count"] for piece in picked) == table.extras[ATT]


def test_partners_of_the_shooter_are_marked():
    turn = Turn(attack=("P07", "P31", "P05", "P12"), two_man=True, nationality=True)
    turn.play(ATT, CARD["P07"])
    zones = {zone.id: zone for zone in view.zones(Say(), turn.box, turn.hidden(ATT), ATT)}
    marks = {piece.face: piece.marks for piece in zones["hand.0"].pieces}
    assert marks["P07"] == ["chosen", "shooter"]
    assert marks["P31"] == ["flag", "pair"]  # a Brazilian left back beside a Brazilian left forward
    assert marks["P05"] == []


def test_what_is_in_force_is_listed():
    turn = attack("P01", event="E01").stars(ATT, 3, 0, 0).buy(ATT, Bonus.PLUS10)
    shown = [counter for counter in view.counters(Say(), turn.box, turn.hidden(DEF), DEF) if "force" in counter.id]
    assert [(counter.name, counter.text, counter.owner) for counter in shown] == [
        ("Good strike", "+10 %", None),
        ("+10 % goal chance", "", ATT),
    ]


def branches(row) -> list[list[Op]]:
    """The steps of a row, one list for each case that it tells apart."""
    found: list[list[Op]] = [[]]
    for step in row.play:
        op = Op(int(step.op))
        if op in {Op.ON, Op.IF}:
            found.append([])
        elif op not in {Op.END, Op.ROLL}:
            found[-1].append(op)
    return [steps for steps in found if steps]


def test_every_row_says_whether_there_is_a_shot():
    """Spec of the special rows: what gives no shot says so, in every case that the row tells apart."""
    for card in BOX.footballers[:35]:
        for row in card.shots:
            for steps in branches(row):
                assert {Op.SHOT, Op.NO_SHOT, Op.RISK} & set(steps), (read_text(card.code), steps)
    lost = BOX.footballers[CARD["P08"]].shots[1]
    assert words.row_text(Say(), BOX, lost) == "Ball lost! no shot"
    assert words.row_text(Say("pl", "kickards"), BOX, lost) == "Strata! bez strzału"
    diver = BOX.footballers[CARD["P07"]].shots[4]
    assert words.row_text(Say(), BOX, diver) == (
        "Diver! d6 1-2: attacker: yellow card, no shot; d6 3-4: shot at 14 %; d6 5-6: shot at 75 %"
    )


OR = {"en": "or", "pl": "albo", "es": "o"}


def example(code: str):
    """A row of this code on any card."""
    rows = (row for card in BOX.footballers[:35] for row in card.shots)
    return next(row for row in rows if row.tint and read_text(BOX.special[row.kind - SPECIAL].code) == code)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tables_of_the_reference_say_what_rows_and_spaces_do(language):
    text = reference_path(GAME, language).read_text(encoding="utf-8")
    say = Say(language, "kickards")
    for special in GAME.box_data["special"]:
        row = example(special["code"])
        effect = words.steps_text(say, BOX, row.play)
        for letter, number in (("a", row.a), ("b", row.b)):
            if number:
                effect = effect.replace(f"{int(number)} %", f"{letter} %", 1)
        name = words.row_name(say, BOX, row)
        line = next(line for line in text.splitlines() if line.startswith(f"| {special['code']} |"))
        assert line.startswith(f"| {special['code']} | {name} | ")
        assert line.endswith(f" | {effect} |")
    for space in range(1, 7):
        up, down = (words.space_name(say, BOX, space, direction) for direction in (1, -1))
        if BOX.space[space].bonus[0].op == Track.NUDGE:  # the owner chooses the sign
            up = down = f"{up} {OR[language]} −1"
        assert f"| {space} | {up} | {down} | {int(BOX.space[space].cost)} |" in text


def test_a_hidden_hand_shows_backs():
    turn = Turn()
    zones = {zone.id: zone for zone in view.zones(Say(), turn.box, turn.hidden(ATT), ATT)}
    assert all(piece.face for piece in zones["hand.0"].pieces)
    assert len(zones["hand.1"].pieces) == 11
    assert not any(piece.face for piece in zones["hand.1"].pieces)


def test_every_step_of_the_vocabulary_can_be_said():
    for op in Op:
        if op in {Op.END, Op.ROLL, Op.ON, Op.IF, Op.THEN}:
            continue
        text = words.step_text(Say("es", "kickards"), BOX, op, 1, 2)
        assert text
        assert "{" not in text


def test_notations_differ():
    notations = [words.notation(BOX, action) for action in range(ACTIONS)]
    assert len(set(notations)) == ACTIONS


# ---------------------------------------------------------------------------------------------- the greedy bot


def test_greedy_never_chooses_what_is_not_legal_and_beats_random():
    won = 0
    for seed in range(6):
        position = Position(GAME, seed, two_man=True, nationality=True, control=True)
        dice = Dice.new()
        set_key(dice, seed, 3)
        while position.waiting:
            seat = position.waiting[0]
            if seat == 0:
                action = position.runner.choose(position.box, position.hidden(0), 0, dice)
            else:
                legal = position.legal(1)
                action = legal[int(dice.counter) % len(legal)]
                dice.counter += 1
            position.play(seat, action)
        won += position.result()[0]
    assert won >= 4


@pytest.mark.rule("KC-R01", "KC-R02", "KC-R03")
def test_seats_and_tokens():
    """Nothing favours home, one round number is the whole clock, and stars never run out."""
    copies = {code: int(BOX.event[KIND[code]].copies) for code in ("E13", "E14")}
    assert copies["E13"] == copies["E14"]
    turn = Turn().stars(ATT, 60, 60, 60)
    assert turn.lay("P01").defend().purse(ATT)[0] == 61
    assert int(turn.table.round_no) == 1
    assert int(turn.table.acts[0].aim) == Aim.K6


def test_random_matches_end_and_keep_their_cards():
    for seed in range(2):
        last = None
        for position, _, _ in random_match(GAME, seed, format="final", nationality=True):
            last = position
            for side in range(2):
                places = position.table.where[side, :35].tolist()
                assert places.count(Place.DECK) == int(position.table.deck_count[side])
        assert last is not None
        assert last.phase == Phase.OVER
        assert last.events(Event.WHISTLE) or last.events(Event.KICK)
