"""What a seat sees, from hidden tables only, and the words for it."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from matchday.engine.dice import Dice
from matchday.engine.log import SPECTATOR
from matchday.engine.speech import Say
from matchday.games.pilka_w_grze import GAME, view, words
from matchday.games.pilka_w_grze.state import Event, Phase
from tests.games.pilka_w_grze.table import dealt, lay
from tests.kit import Position, random_match

SAY = Say()
NAMES = ["The Reds", "The Yellows"]
ATTACKS = "RW LW ONE THR LNG"
ANSWERS = "/LFD /RFD /PRS /DBL /OFF"
VARIANTS = {"formations": True, "tactics": True, "surprise_shots": True}


def zones(duel, seat):
    return {zone.id: zone for zone in view.zones(SAY, duel.box, duel.hidden(seat), seat)}


def counters(duel, seat):
    return {counter.id: counter for counter in view.counters(SAY, duel.box, duel.hidden(seat), seat)}


def faces(zone):
    return [piece.face for piece in zone.pieces]


def detail(duel, seat, text):
    action = next(action for action in duel.legal(seat) if duel.fits(action, text))
    return view.detail(SAY, duel.box, duel.hidden(seat), seat, action)


def seen(position, seat):
    """All that a program or a person is shown."""
    table, box = position.hidden(seat), position.box
    page = io.StringIO()
    Console(file=page, width=130).print(view.draw(SAY, box, table, seat, NAMES))
    return (
        [zone.model_dump() for zone in view.zones(SAY, box, table, seat)],
        [counter.model_dump() for counter in view.counters(SAY, box, table, seat)],
        view.clock(SAY, box, table),
        page.getvalue(),
        position.events(seat=seat),
    )


# ---------------------------------------------------------------- zones and counters


@pytest.mark.rule("PG-05", "PG-R30")
def test_one_sees_one_s_own_hand_and_the_backs_of_the_other():
    duel = lay(ATTACKS, ANSWERS)

    assert faces(zones(duel, 0)["hand.0"]) == duel.hand(0)
    assert faces(zones(duel, 0)["hand.1"]) == [None] * 5
    assert faces(zones(duel, SPECTATOR)["hand.0"]) == [None] * 5
    assert zones(duel, SPECTATOR)["hand.1"].count == 5


def test_the_cards_of_the_turn_are_paired_and_say_how_they_ended():
    duel = lay(ATTACKS, "/LFD2 /FOU /PRS /DBL /OFF").exchanges("RW /LFD2", "LW /FOU").attack("ONE")
    pieces = zones(duel, SPECTATOR)["turn"].pieces

    assert [piece.id for piece in pieces] == [
        "turn.0.attack",
        "turn.0.answer",
        "turn.1.attack",
        "turn.1.answer",
        "turn.2.attack",
    ]
    assert pieces[0].marks == ["stopped"]
    assert pieces[1].face == "RW1/LFD2"
    assert pieces[2].marks == ["fouled"]
    assert pieces[4].marks == []


@pytest.mark.rule("PG-R30")
def test_the_discard_is_open_to_all():
    duel = lay(ATTACKS, ANSWERS, pile=20)
    shown = zones(duel, SPECTATOR)["discard"]

    assert shown.count == duel.table.discard.sum() == sum(int(piece.marks[0][1:]) for piece in shown.pieces)


@pytest.mark.rule("PG-48")
def test_tactic_cards_left_are_seen_with_both_sides():
    duel = lay(ATTACKS, ANSWERS, tactics_left=("QUI THW", "LSH"))

    assert faces(zones(duel, 1)["tactics.0"]) == ["QUI/INT", "THW/SUB"]
    assert faces(zones(duel, 1)["tactics.1"]) == ["LSH/CLR"]


@pytest.mark.rule("PG-45")
def test_formations_are_seen_after_the_reveal_and_one_s_own_choice_before():
    duel = dealt(formations=True).do(0, "3-4-3")

    assert [piece.marks for piece in zones(duel, 0)["formations"].pieces] == [[], [], ["chosen"], []]
    assert [piece.marks for piece in zones(duel, 1)["formations"].pieces] == [[], [], [], []]
    assert "formation.0" not in counters(duel, 1)

    duel.do(1, "4-4-2")

    assert counters(duel, 1)["formation.0"].text == "3-4-3"
    assert counters(duel, SPECTATOR)["formation.1"].text == "4-4-2"


def test_actions_used_of_the_limit_and_the_place_of_the_ball():
    duel = lay(ATTACKS, ANSWERS, ball="OWN", goals=(2, 1)).exchanges("RW /LFD")
    shown = counters(duel, SPECTATOR)

    assert (shown["actions"].value, shown["actions"].of) == (1, 3)
    assert shown["zone"].text == "their own box"
    assert (shown["goals.0"].value, shown["goals.1"].value) == (2, 1)


def test_what_is_unseen_of_each_defence_is_the_circled_number_less_what_was_seen():
    duel = lay("RW RW RW LW ONE", "/LFD /LFD /FOU /OFF /OFF", half=2, pile="RW RW PEN LW")

    assert (counters(duel, 0)["unseen.LFD"].value, counters(duel, 0)["unseen.LFD"].of) == (4, 18)
    assert counters(duel, 0)["unseen.FOU"].value == 2
    assert counters(duel, 1)["unseen.LFD"].value == 5
    assert counters(duel, SPECTATOR)["unseen.LFD"].value == 7


def test_choices_name_the_pieces_they_belong_to():
    duel = lay("RW1/LFD2 RW1/LFD2 LW ONE THR", ANSWERS)
    action = duel.kinds("RW1/LFD2")[0]

    assert view.elements(duel.box, duel.hidden(0), 0, action) == ["hand.0.0", "hand.0.1"]

    duel = dealt(formations=True)

    assert view.elements(duel.box, duel.hidden(0), 0, duel.legal(0)[2]) == ["formation.2"]


def test_every_choice_has_elements_that_are_shown():
    for ply, (position, seat, action) in enumerate(random_match(GAME, 5, **VARIANTS)):
        if ply % 4:
            continue
        table = position.hidden(seat)
        shown = {piece.id for zone in view.zones(SAY, position.box, table, seat) for piece in zone.pieces}

        assert set(view.elements(position.box, table, seat, action)) <= shown


# ---------------------------------------------------------------- labels at the decision


def test_an_attack_shows_its_counter_and_the_counters_and_fouls_unseen():
    duel = lay("RW RW RW LW ONE", "/LFD /LFD /FOU /OFF /OFF", half=2, pile="RW RW PEN LW")

    assert detail(duel, 0, "RW") == "Left-flank defence: 4 unseen; fouls unseen: 2"


@pytest.mark.rule("PG-33")
def test_a_dribble_shows_the_counter_of_what_it_copies():
    duel = lay("LW DRI ONE ONE ONE", "/RFD /OFF /OFF /OFF /OFF", half=2, pile="RW RW").exchanges("LW /RFD")

    assert detail(duel, 0, "DRI").startswith("Right-flank defence")


def test_a_shot_shows_its_running_total_and_a_save_too():
    duel = lay("LNG RW1 LW2 DRI", "/LFD1 /RFD1 /PRS3 /DBL2", ball="OPP").attack("LNG").decline().do(0, "RW1")

    assert detail(duel, 0, "DRI") == "total 5 balls"

    duel.do(0, "LW2", "shoot").save("/LFD1")

    assert detail(duel, 1, "/PRS3") == "total 4 gloves"


def test_the_prompt_of_a_save_tells_the_balls_unless_they_lie_face_down():
    duel = lay("LNG RW1 LW2 DRI", ANSWERS, ball="OPP").attack("LNG").decline().shoot("RW1", "LW2")

    assert words.prompt(SAY, duel.box, duel.hidden(1), 1) == "Save: lay 2 cards against 3 balls."

    duel = lay("LNG RW1 LW2 DRI", ANSWERS, ball="OPP", surprise_shots=True).attack("LNG").decline()
    duel.shoot("RW1", "LW2")

    assert words.prompt(SAY, duel.box, duel.hidden(1), 1) == "Save: lay 2 cards against the hidden shot."


# ---------------------------------------------------------------- the clock


@pytest.mark.parametrize(
    ("half", "pile", "text"),
    [
        (1, 38, "0′"),
        (1, 19, "22′"),
        (1, 1, "43′"),
        (1, 0, "45+′"),
        (2, 38, "45′"),
        (2, 19, "67′"),
        (2, 0, "90+′"),
        (3, 40, "Extra time, 40 cards"),
    ],
)
def test_the_pile_is_the_clock(half, pile, text):
    duel = lay(ATTACKS, ANSWERS, half=half, pile=pile)

    assert view.clock(SAY, duel.box, duel.hidden(0)) == text


# ---------------------------------------------------------------- nothing leaks


def test_tables_that_look_alike_are_shown_alike():
    dice = Dice.new()
    for ply, (position, _, _) in enumerate(random_match(GAME, 9, **VARIANTS)):
        if ply % 12:
            continue
        for seat in (0, 1, SPECTATOR):
            other = position.copy()
            other.runner.hide(other.box, other.table, seat)
            other.runner.redeal(other.box, other.table, seat, dice)

            assert seen(other, seat) == seen(position, seat)


def test_the_picture_shows_backs_for_what_is_hidden():
    duel = lay("RW3 RW3 RW3 DRI DRI", "/OFF /OFF /OFF /OFF /OFF")
    page = seen(duel, 1)[3]

    assert "Dribbling" not in page
    assert "Long switch" in page


# ---------------------------------------------------------------- words


def test_every_event_and_action_of_many_matches_has_words_and_a_clause():
    told = set()
    for seed in range(3):
        options = [{}, VARIANTS, {**VARIANTS, "deck": "mixed"}][seed % 3]
        for position, seat, action in random_match(GAME, seed, **options):
            table = position.hidden(seat)

            assert words.action(SAY, position.box, table, seat, action)
            assert words.prompt(SAY, position.box, table, seat).endswith(".")
            assert words.phase(SAY, position.box, table)
            for kind, *args in position.events(seat=seat):
                told.add(Event(kind))

                assert words.event(SAY, position.box, NAMES, kind, tuple(args))[-1] in ".!0123456789"
                assert words.event_rule(kind).startswith("PG-")

    assert len(told) > 20
    assert set(words.EVENTS) == set(Event)
    assert set(words.PHASES) >= {phase for phase in Phase if phase < Phase.TURN_START}


def test_notations_differ():
    for options in ({}, {"deck": "mixed"}):
        box = Position(GAME, 1, **options).box
        actions = [*range(int(box.kinds)), *range(96, 108), *range(108, 108 + int(box.formations))]
        notations = [words.notation(box, action) for action in actions]

        assert len(set(notations)) == len(notations)
        assert not [text for text in notations if " " in text or not text]


@pytest.mark.rule("PG-R34")
def test_the_cards_have_their_proper_names():
    duel = lay("RW COR LNG LNG LNG", ANSWERS, tactics=True)
    card = duel.kinds("COR")[0]

    assert words.attack_side(SAY, duel.box, card) == "Corner kick (2 balls)"
    assert words.attack_side(SAY, duel.box, duel.kinds("LNG1/OFF1")[0]) == "Long switch (1 ball)"
    assert words.tactic_name(SAY, duel.box, 3) == "Clearance"


@pytest.mark.rule("PG-50", "PG-54", "PG-55")
def test_a_tactic_card_says_what_it_costs_and_does():
    box = dealt().box

    assert words.tactic_text(SAY, box, 0) == (
        "with the ball in the attacker's own box; pay 2 cards “Long switch”; "
        "the ball goes to the defender's box; a new turn begins"
    )
    assert "pay 1 card “Left-flank defence” or 1 card “Right-flank defence”" in words.tactic_text(SAY, box, 3)
    assert words.tactic_text(SAY, box, 5) == "change your whole hand"
