"""What a seat sees, from hidden tables only, and the words for it."""

from __future__ import annotations

import io
from collections import Counter

import numpy as np
import pytest
from rich.console import Console

from matchday.engine.dice import Dice
from matchday.engine.log import SPECTATOR
from matchday.engine.speech import Say
from matchday.games.pilka_w_grze import GAME, view, words
from matchday.games.pilka_w_grze.secrets import unseen
from matchday.games.pilka_w_grze.state import DECK, DEFENCES, Event, Phase
from tests.games.pilka_w_grze.table import dealt, lay
from tests.kit import Position, random_match

SAY = Say()
NAMES = ["The Reds", "The Yellows"]
ATTACKS = "RW LW ONE THR LNG"
ANSWERS = "/LFD /RFD /PRS /DBL /OFF"
LANGUAGES = [SAY, Say("pl", "pilka_w_grze"), Say("es", "pilka_w_grze")]
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


def prompt(duel, seat, say=SAY):
    return words.prompt(say, duel.box, duel.hidden(seat), seat)


def why(duel, seat, text):
    """Why a card of this hand cannot be played now."""
    (reason,) = {
        piece.facts.get("why", "") for piece in zones(duel, seat)[f"hand.{seat}"].pieces if piece.face.startswith(text)
    }
    return reason


def seen(position, seat):
    """All that a program or a person is shown."""
    table, box = position.hidden(seat), position.box
    page = io.StringIO()
    Console(file=page, width=130).print(GAME.draw(SAY, box, table, seat, NAMES))
    return (
        view.zones(SAY, box, table, seat),
        view.counters(SAY, box, table, seat),
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

    assert shown.count == duel.table.discard.sum() == sum(int(piece.facts["copies"]) for piece in shown.pieces)


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


@pytest.mark.parametrize("options", [{}, VARIANTS])
def test_what_is_counted_as_unseen_are_the_cards_that_may_be_imagined(options):
    for position, _, _ in random_match(GAME, seed=11, **options):
        for seat in (0, 1, SPECTATOR):
            pool = np.zeros(DECK, np.uint8)
            cards = pool[: unseen(position.box, position.hidden(seat), seat, pool)]
            found = Counter(int(position.box.cards[card].defence) for card in cards)
            left = view.unseen_defences(SAY, position.box, position.hidden(seat), seat)
            assert left == [found[defence] for defence in range(DEFENCES)]


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

    duel.do(0, "LW2", "shoot")

    assert detail(duel, 1, "/LFD1") == "total 1 glove, 2 more needed"
    assert detail(duel, 1, "/PRS3") == "total 3 gloves, enough"

    duel.save("/LFD1")

    assert detail(duel, 1, "/RFD1") == "total 2 gloves, 1 more needed"
    assert detail(duel, 1, "/PRS3") == "total 4 gloves, enough"


@pytest.mark.rule("PG-56")
def test_against_a_hidden_shot_a_save_shows_its_total_alone():
    duel = lay("LNG RW1 LW2 DRI", ANSWERS, ball="OPP", surprise_shots=True).attack("LNG").decline()
    duel.shoot("RW1", "LW2").save("/LFD1")

    assert detail(duel, 1, "/RFD1") == "total 2 gloves"


def test_the_prompt_of_a_save_tells_the_balls_unless_they_lie_face_down():
    duel = lay("LNG RW1 LW2 DRI", ANSWERS, ball="OPP").attack("LNG").decline().shoot("RW1", "LW2")

    assert prompt(duel, 1) == "Save 3 balls with 2 cards.\nAs many gloves as balls are enough."

    duel.save("/LFD1")

    assert prompt(duel, 1) == ("Save 3 balls with 2 cards.\nChosen so far: 1 glove. 2 more gloves are needed.")

    duel = lay("LNG RW1 LW2 DRI", ANSWERS, ball="OPP", surprise_shots=True).attack("LNG").decline()
    duel.shoot("RW1", "LW2")

    assert prompt(duel, 1) == (
        "Lay 2 cards against a shot you cannot see.\nAll cards are turned together. As many gloves as balls are enough."
    )

    duel.save("/LFD1")

    assert prompt(duel, 1) == ("Lay 1 more card against a shot you cannot see.\nChosen so far: 1 glove.")


def label(duel, seat, text, say=SAY):
    action = next(action for action in duel.legal(seat) if duel.fits(action, text))
    return words.action(say, duel.box, duel.hidden(seat), seat, action)


@pytest.mark.rule("PG-R16")
def test_a_foul_in_the_box_is_played_on_while_an_action_is_left():
    duel = lay("RW LW ONE COR FRK", "/FOU /RFD /FOU /DBL /OFF", ball="OPP").attack("RW").answer("/FOU")

    assert prompt(duel, 0) == (
        "Fouled in the box. Take a set piece, or play on?\n"
        "A free kick or penalty shoots with cards off the pile; you keep yours."
    )
    assert label(duel, 0, "play on") == "Play on"


@pytest.mark.rule("PG-34", "PG-R16")
def test_after_a_foul_on_the_last_action_the_attack_ends_or_a_corner_is_taken():
    duel = lay("RW LW ONE COR FRK", "/LFD /RFD /FOU /DBL /OFF", ball="OPP").exchanges("RW /LFD", "LW /RFD")
    duel.attack("ONE").answer("/FOU")

    assert prompt(duel, 0).startswith("Fouled on your last action. Take a set piece or a corner, or end the attack?\n")
    for say, corner in zip(LANGUAGES, ("corner", "rożny", "córner"), strict=True):
        assert corner in prompt(duel, 0, say)
        assert label(duel, 0, "play on", say) == say("End the attack")


@pytest.mark.rule("PG-R18")
def test_after_a_foul_on_the_last_action_of_a_corner_no_second_corner_is_spoken_of():
    duel = lay("RW LW ONE COR COR", "/LFD /RFD /PRS /DBL /FOU", ball="OPP", half=2, pile="THR " * 9)
    duel.exchanges("RW /LFD", "LW /RFD", "ONE /PRS").respond("COR").exchanges("THR /DBL").attack("THR").answer("/FOU")

    assert duel.options() == {"play on"}
    assert prompt(duel, 0).startswith("Fouled on your last action. Take a set piece, or end the attack?\n")


@pytest.mark.rule("PG-R02")
def test_who_must_answer_is_not_asked_to_let_the_attack_through():
    for must, hand, asked in (
        (True, "/LFD /RFD", "Answer the attack: Right-wing attack."),
        (True, "/RFD /PRS", "You have no answer to this attack: Right-wing attack."),
        (False, "/LFD /RFD", "Answer the attack or let it through: Right-wing attack."),
    ):
        duel = lay(ATTACKS, hand, must_block=must).attack("RW")

        assert prompt(duel, 1).startswith(f"{asked}\nLet through, the ball ")
        assert duel.may("decline") == (asked != "Answer the attack: Right-wing attack.")


@pytest.mark.rule("PG-R03")
def test_an_attacker_without_a_card_to_go_on_with_is_asked_to_stop():
    duel = lay("RW COR COR FRK PEN", ANSWERS).exchanges("RW /LFD")

    assert duel.options() == {"stop"}
    assert prompt(duel, 0).startswith("Nothing left to attack with: stop the attack.\n")

    duel = lay("RW COR COR FRK PEN", ANSWERS, ball="OWN", saved=True, tactics_left=("THW", "")).exchanges("RW /LFD")

    assert duel.options() == {"stop", "THW"}
    assert prompt(duel, 0).startswith("Nothing left to attack with: use a tactic card or stop the attack.\n")


@pytest.mark.rule("PG-34", "PG-X12", "PG-R18")
def test_a_corner_card_says_what_it_waits_for():
    hand = "RW LW ONE COR COR"

    assert why(lay(hand, ANSWERS, ball="OWN"), 0, "COR") == "only in their box"
    assert why(lay(hand, ANSWERS, ball="MID"), 0, "COR") == "only in their box"

    for chain, reason in ((False, "one corner a turn"), (True, "once your last action is answered")):
        duel = lay(hand, ANSWERS, ball="OPP", half=2, pile="THR " * 9, corner_chain=chain)

        assert why(duel, 0, "COR") == "once your last action is answered"

        duel.exchanges("RW /LFD", "LW /RFD", "ONE /PRS").respond("COR")

        assert why(duel, 0, "COR") == reason


@pytest.mark.rule("PG-35", "PG-36", "PG-R17")
def test_a_set_piece_card_says_what_it_waits_for():
    for pile, reason in ((3, "after a foul in their box"), (0, "not on an empty pile")):
        duel = lay("RW LW ONE FRK PEN", ANSWERS, ball="OPP", pile=pile)

        assert why(duel, 0, "FRK") == why(duel, 0, "PEN") == reason


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


# ---------------------------------------------------------------- for people


def told(duel, *kinds):
    """What the report says of the last action."""
    return [words.event(SAY, duel.box, NAMES, kind, tuple(args)) for kind, *args in duel.events() if kind in kinds]


@pytest.mark.rule("PG-15", "PG-16", "PG-21")
def test_a_duel_is_told_in_one_line_with_attack_and_answer():
    duel = lay("RW LW ONE COR FRK", "/LFD1 /FOU /PRS /DBL /OFF").attack("RW").answer("/LFD1")

    assert told(duel, Event.ANSWERED) == ["Right-wing attack is stopped by The Yellows: Left-flank defence (1 glove)."]

    duel.attack("LW").answer("/FOU")

    assert told(duel, Event.FOULED) == ["Left-wing attack is stopped by The Yellows: tactical foul."]

    duel.attack("ONE").decline()

    assert told(duel, Event.ADVANCED) == ["One-two gets through, into the box! Still attacking: The Reds."]


@pytest.mark.rule("PG-22")
def test_an_answer_says_what_it_leaves_and_letting_through_what_follows():
    duel = lay("RW LW ONE", "/LFD2 /FOU1 /PRS3", ball="OPP").attack("RW")

    assert prompt(duel, 1) == (
        "Answer the attack or let it through: Right-wing attack.\n"
        "Let through, the rival shoots with up to 2 cards; you hold 6 gloves."
    )
    assert label(duel, 1, "decline") == "Let them shoot"
    assert detail(duel, 1, "/LFD2") == "Stops it. You keep 4 gloves."
    assert detail(duel, 1, "/FOU1") == "Stops it, but the rival may take a set piece. You keep 5 gloves."

    duel = lay("RW LW ONE", "/LFD2 /FOU1 /PRS3", ball="MID").attack("RW")

    assert label(duel, 1, "decline") == "Let it through"
    assert detail(duel, 1, "/FOU1") == "Stops it. You keep 5 gloves."


@pytest.mark.rule("PG-26", "PG-R33")
def test_the_buttons_of_shot_and_save_carry_their_sums():
    duel = lay("LNG RW1 LW2 DRI", ANSWERS, ball="OPP").attack("LNG").decline()

    assert prompt(duel, 0).startswith("Shoot: choose the cards whose balls shall count.\n")

    duel.do(0, "RW1")

    assert prompt(duel, 0).startswith("Shoot now, or add a card: 1 ball in 1 card.\n")
    assert label(duel, 0, "shoot") == "Shoot: 1 ball"


# ---------------------------------------------------------------- words


def test_every_event_and_action_of_many_matches_has_words_and_a_clause():
    told = set()
    for seed in range(3):
        options = [{}, VARIANTS, {**VARIANTS, "deck": "mixed"}][seed % 3]
        for position, seat, action in random_match(GAME, seed, **options):
            table = position.hidden(seat)

            assert words.action(SAY, position.box, table, seat, action)
            ask, _, then = words.prompt(SAY, position.box, table, seat).partition("\n")

            assert ask[-1] in ".?"
            assert then[-1:] == ".", "every question says what follows"
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

    polish = LANGUAGES[1]

    assert words.attack_side(polish, duel.box, card) == "Rzut rożny (2 piłki)"
    assert words.attack_side(polish, duel.box, duel.kinds("LNG1/OFF1")[0]) == "Długi przerzut (1 piłka)"
    assert words.tactic_name(polish, duel.box, 3) == "Wybicie piłki"


@pytest.mark.rule("PG-21", "PG-22", "PG-R31")
@pytest.mark.parametrize(
    ("ball", "on_entry", "shoots"),
    [("OWN", False, 0), ("MID", False, 0), ("OPP", False, 1), ("OWN", True, 0), ("MID", True, 1), ("OPP", True, 1)],
)
@pytest.mark.parametrize("attacker", [0, 1])
def test_whether_a_success_here_would_be_a_shot_is_told(ball, on_entry, shoots, attacker):
    duel = lay("RW LW THR", "/LFD", ball=ball, attacker=attacker, shoot_on_entry=on_entry)

    assert counters(duel, attacker)["success_shoots"].value == shoots

    duel.attack("THR").decline()

    assert (duel.phase == Phase.SHOT_ATTACK) == shoots


@pytest.mark.rule("PG-50", "PG-54", "PG-55")
def test_a_tactic_card_says_what_it_costs_and_does():
    box = dealt().box

    assert words.tactic_text(SAY, box, 0) == (
        "with the ball in the attacker's own box; pay 2 cards “Long switch”; "
        "the ball goes to the defender's box; a new turn begins"
    )
    assert "pay 1 card “Left-flank defence” or 1 card “Right-flank defence”" in words.tactic_text(SAY, box, 3)
    assert words.tactic_text(SAY, box, 5) == "change your whole hand"


@pytest.mark.rule("PG-52", "PG-R22")
def test_the_throw_says_that_the_save_was_in_the_previous_turn():
    for say, turn in zip(
        LANGUAGES, ("in the previous turn", "w poprzedniej turze", "en el turno anterior"), strict=True
    ):
        assert turn in words.tactic_text(say, dealt().box, 4)


@pytest.mark.rule("PG-53")
def test_an_interception_is_reported_with_who_has_the_ball():
    duel = lay(ATTACKS, "/PRS1 /PRS2 /LFD", ball="OPP", tactics_left=("", "INT")).attack("RW").answer("INT")
    duel.do(1, "/PRS1", "/PRS2")
    told = [words.event(SAY, duel.box, NAMES, kind, tuple(args)) for kind, *args in duel.events(seat=SPECTATOR)]

    assert told.index("The ball goes to The Yellows.") == 1


@pytest.mark.rule("PG-R08")
def test_a_dead_ball_is_reported_with_who_has_the_ball():
    duel = lay("COR FRK", "RW LW", ball="OPP", pile=0)
    told = [words.event(SAY, duel.box, NAMES, kind, tuple(args)) for kind, *args in duel.events(seat=SPECTATOR)]

    assert told == [
        "The Reds: nothing to attack with. Dead ball.",
        "The attack is repelled; the ball goes to The Yellows.",
    ]
