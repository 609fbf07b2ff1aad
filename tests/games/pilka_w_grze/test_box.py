"""The box: its components as the rules specify them, and box files that are wrong."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest

from matchday.engine.boxfile import read_toml
from matchday.engine.errors import BoxError
from matchday.engine.record import read_text
from matchday.games.pilka_w_grze import GAME
from matchday.games.pilka_w_grze.state import VOCABULARY
from tests.games.pilka_w_grze.table import Duel, dealt

# The two decks, a card a word, as in the specification's component data: attack, balls, defence, gloves.
PAIRED = """
RW1LFD1 LW1RFD3 ONE2PRS2 LNG1OFF2 RW1LFD1 LW1RFD3 ONE3PRS1 LNG1OFF3 RW1LFD2 LW1RFD3 ONE3PRS1 LNG1OFF3
RW1LFD2 LW2RFD1 ONE3PRS2 LNG1OFF3 RW1LFD2 LW2RFD1 THR1DBL2 LNG2OFF1 RW1LFD2 LW2RFD1 THR1DBL2 LNG2OFF2
RW1LFD3 LW2RFD1 THR1DBL3 LNG2OFF2 RW1LFD3 LW2RFD2 THR1DBL3 LNG3OFF1 RW1LFD3 LW2RFD2 THR2DBL1 DRI4FOU1
RW2LFD1 LW3RFD1 THR2DBL1 DRI4FOU1 RW2LFD1 LW3RFD1 THR2DBL1 DRI4FOU1 RW2LFD1 LW3RFD2 THR2DBL2 DRI4FOU1
RW2LFD1 ONE1PRS1 THR2DBL2 COR2FOU1 RW2LFD2 ONE1PRS1 THR2DBL2 COR2FOU1 RW2LFD2 ONE1PRS2 THR2DBL3 COR2FOU1
RW3LFD1 ONE1PRS2 THR3DBL1 COR2FOU1 RW3LFD1 ONE1PRS2 THR3DBL1 FRK2FOU1 RW3LFD2 ONE1PRS3 THR3DBL1 FRK2FOU1
LW1RFD1 ONE1PRS3 THR3DBL2 FRK2FOU1 LW1RFD1 ONE2PRS1 THR3DBL2 FRK2FOU1 LW1RFD2 ONE2PRS1 LNG1OFF1 PEN3FOU1
LW1RFD2 ONE2PRS1 LNG1OFF2 PEN3FOU1 LW1RFD2 ONE2PRS2 LNG1OFF2 PEN3FOU1 LW1RFD2 ONE2PRS2 LNG1OFF2 PEN3FOU1
"""
MIXED = """
RW1LFD1 LW2PRS1 ONE2OFF3 LNG1DBL1 RW1LFD3 LW2PRS2 ONE1FOU1 LNG1DBL3 RW2LFD2 LW3PRS2 ONE2FOU1 LNG1OFF1
RW1RFD1 LW1DBL1 ONE3FOU1 LNG1OFF2 RW1RFD2 LW1DBL2 THR2LFD1 LNG1FOU1 RW3RFD1 LW1DBL2 THR2LFD3 LNG3FOU1
RW2PRS1 LW1OFF1 THR2RFD1 DRI4LFD1 RW2PRS2 LW2OFF3 THR2RFD3 DRI4RFD1 RW3PRS2 LW1FOU1 THR1PRS3 DRI4PRS1
RW1DBL1 LW2FOU1 THR2PRS2 DRI4DBL2 RW1DBL2 LW2FOU1 THR3PRS1 DRI4OFF1 RW1DBL2 LW3FOU1 THR1DBL1 DRI4OFF2
RW1OFF1 ONE1LFD2 THR3DBL3 COR2LFD1 RW2OFF3 ONE2LFD1 THR1OFF2 COR2LFD1 RW1FOU1 ONE2LFD2 THR1OFF2 COR2RFD1
RW2FOU1 ONE1RFD2 THR2FOU1 COR2RFD1 RW2FOU1 ONE2RFD1 THR3FOU1 FRK2LFD2 RW3FOU1 ONE2RFD2 THR3FOU1 FRK2RFD2
LW1LFD1 ONE1PRS1 LNG1LFD2 FRK2PRS3 LW1LFD2 ONE3PRS1 LNG2LFD3 FRK2DBL1 LW3LFD1 ONE1DBL3 LNG1RFD2 PEN3LFD2
LW1RFD1 ONE1DBL3 LNG2RFD3 PEN3RFD2 LW1RFD3 ONE3DBL2 LNG1PRS3 PEN3PRS1 LW2RFD2 ONE1OFF2 LNG2PRS2 PEN3DBL2
"""


def cards(duel: Duel) -> Counter[str]:
    """The deck of a box, as written above."""
    return Counter(
        {duel.card_text(card).replace("/", ""): int(duel.box.cards[card].copies) for card in range(int(duel.box.kinds))}
    )


def problems(data: dict[str, Any]) -> list[str]:
    """What a box file is told."""
    with pytest.raises(BoxError) as raised:
        GAME.box({}, data)
    return raised.value.problems


@pytest.fixture
def data() -> dict[str, Any]:
    """The game's own box file, to be spoilt."""
    return copy.deepcopy(GAME.box_data)


# ---------------------------------------------------------------- what is in it


@pytest.mark.rule("PG-04", "PG-11", "PG-R05")
@pytest.mark.parametrize(
    ("deck", "listed", "balls", "gloves"), [("paired", PAIRED, 182, 158), ("mixed", MIXED, 185, 160)]
)
def test_the_decks_are_those_of_the_specification(deck, listed, balls, gloves):
    duel = dealt(deck=deck)
    found = cards(duel)

    assert found == Counter(listed.split())
    assert sum(found.values()) == 96
    assert sum(int(card.balls) * int(card.copies) for card in duel.box.cards) == balls
    assert sum(int(card.gloves) * int(card.copies) for card in duel.box.cards) == gloves


@pytest.mark.rule("PG-33")
@pytest.mark.parametrize("deck", ["paired", "mixed"])
def test_the_dribble_alone_has_four_balls(deck):
    duel = dealt(deck=deck)

    for card in range(int(duel.box.kinds)):
        attack, balls, _, _ = duel.parts(card)

        assert (balls == "4") == (attack == "DRI")


@pytest.mark.parametrize("deck", ["paired", "mixed"])
def test_the_wings_are_mirrors(deck):
    mirror = str.maketrans({"L": "R", "R": "L"})
    found = cards(dealt(deck=deck))
    swapped = Counter()
    for card, copies in found.items():
        for one, other in (("LW", "RW"), ("RW", "LW")):
            if card.startswith(one):
                card = other + card[2:]  # noqa: PLW2901 - one of the two
                break
        flank = card[-4:-1]
        swapped[card[:-4] + (flank.translate(mirror) if flank in {"LFD", "RFD"} else flank) + card[-1]] += copies

    assert swapped == found


def test_no_mixed_card_is_special_on_both_halves():
    specials = {card for card in cards(dealt(deck="mixed")) if card[:3] in {"DRI", "COR", "FRK", "PEN"}}

    assert len(specials) > 10
    assert not [card for card in specials if "FOU" in card]


@pytest.mark.rule("PG-45")
def test_the_four_formations_each_with_ten_outfield_players():
    box = dealt().box
    found = {read_text(box.formation_code[row]): tuple(box.formation[row + 1]) for row in range(int(box.formations))}

    assert found == {"4-3-3": (4, 3, 3), "4-4-2": (4, 4, 2), "3-4-3": (3, 4, 3), "3-5-2": (3, 5, 2)}
    assert tuple(box.formation[0]) == (3, 3, 3)


def test_every_word_of_the_vocabulary_is_used():
    used = {
        step.split()[0]
        for kind in ("attack", "defence", "tactic")
        for row in GAME.box_data[kind]
        for part in ("needs", "cost", "play")
        for step in row.get(part, [])
    }

    assert used == {word.word for word in VOCABULARY}


def test_a_changed_number_changes_the_game(data):
    data["hand"], data["actions"] = 4, [1, 2, 3]
    duel = Duel(GAME, 1, data)

    assert duel.hand_sizes == (4, 4)
    assert duel.table.limit == 2


# ---------------------------------------------------------------- what may be wrong with it


def test_all_problems_are_reported_at_once_with_place_and_proposal(data):
    data["hand"] = "five"
    data["attak"] = []
    data["attack"][0]["counter"] = "LDF"
    data["attack"][5]["needs"] = ["has_lst"]
    data["tactic"][0]["cost"] = ["discard_attack two LNG"]
    data["tactic"][3]["play"] = ["move owm", "new_turn"]
    data["formation"][1]["actions"] = [4, 4]
    data["decks"]["paired"][2]["gloves"] = 40
    data["decks"]["paired"][3]["colour"] = "red"
    found = problems(data)

    for expected in (
        "box.toml: hand: 'five' is not a whole number",
        'box.toml: no key "attak" here; did you mean "attack"?',
        'box.toml: attack RW: counter: no word "LDF"; did you mean "LFD"?',
        'box.toml: attack DRI: needs: step 1: no word "has_lst"; did you mean "has_last"?',
        'box.toml: tactic QUI: cost: step 1: "two" is not a whole number',
        'box.toml: tactic CLR: play: step 1: no zone "owm"; did you mean "own"?',
        "box.toml: formation 4-4-2: actions: three numbers, for example [3, 3, 3]",
        "box.toml: decks.paired card 3: gloves: 40 is outside 0 to 9",
    ):
        assert expected in found
    assert any(text.startswith('box.toml: decks.paired card 4: no key "colour" here') for text in found)


def test_a_deck_of_the_wrong_size_is_refused(data):
    data["decks"]["paired"][0]["copies"] = 100

    assert problems(data) == ["box.toml: decks.paired: has 194 cards; it takes 20 to 128"]


def test_a_deck_that_cannot_attack_is_refused(data):
    for row in data["decks"]["paired"]:
        row["attack"] = "DRI"

    assert "box.toml: decks.paired: no card can open an attack" in problems(data)


def test_the_same_card_twice_is_refused(data):
    data["decks"]["paired"].append(dict(data["decks"]["paired"][0], copies=1))

    assert problems(data) == ["box.toml: decks.paired card 39: is the same as card 1; raise its copies instead"]


def test_the_same_code_twice_is_refused(data):
    data["defence"][1]["code"] = "LFD"

    assert 'box.toml: defence 2: the code "LFD" is taken' in problems(data)


@pytest.mark.parametrize(
    ("kind", "row", "part", "steps"),
    [
        ("tactic", 0, "needs", ["move opp"]),
        ("tactic", 0, "cost", ["at own"]),
        ("tactic", 0, "play", ["at own", "new_turn"]),
        ("tactic", 0, "play", ["attack"]),
        ("attack", 0, "play", ["move opp"]),
        ("attack", 0, "needs", ["redraw"]),
        ("defence", 0, "play", ["flip_shot 1"]),
    ],
)
def test_a_word_in_the_wrong_place_is_refused(data, kind, row, part, steps):
    data[kind][row][part] = steps
    code = data[kind][row]["code"]

    assert any(text.startswith(f"box.toml: {kind} {code}: {part}: step 1: no word") for text in problems(data))


@pytest.mark.parametrize(
    "step", ["flip_shot 0", "flip_shot 9", "flip_shot -1", "extra_actions 0", "extra_actions 20000"]
)
def test_numbers_that_no_table_can_hold_are_refused(data, step):
    data["attack"][7]["play"] = [step]

    assert any(text.startswith("box.toml: attack FRK: play: step 1: ") for text in problems(data))


def test_more_actions_than_a_table_can_hold_are_refused(data):
    data["attack"][6]["play"] = ["extra_actions 6"]

    assert problems(data) == [
        "box.toml: decks.paired: formations and corners together allow more than 24 actions in a turn"
    ]


def test_a_misspelt_key_of_a_formation_is_refused(data):
    data["formation"][0]["action"] = [1, 1, 1]

    assert problems(data) == ['box.toml: formation 4-3-3: no key "action" here; did you mean "actions"?']


@pytest.mark.parametrize(
    ("kind", "code"), [("tactic", "QUICK"), ("attack", "RIGHT"), ("formation", "4-3-3-1-1"), ("tactic", "ĄĄ")]
)
def test_a_code_that_does_not_fit_is_refused(data, kind, code):
    data[kind][0]["code"] = code

    assert any(text.startswith(f"box.toml: {kind}") and "code" in text for text in problems(data))


@pytest.mark.parametrize("play", [[], ["move opp"], ["redraw", "new_turn"], ["new_turn", "move opp"]])
def test_a_tactic_that_leads_nowhere_is_refused(data, play):
    data["tactic"][0]["play"] = play

    assert any(text.startswith("box.toml: tactic QUI: play:") for text in problems(data))


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a box file's data; the first rows of a list and a few options stand for all."""
    found = [path] if path else []
    inner = list(value.items()) if isinstance(value, dict) else []
    if isinstance(value, list):
        inner = list(enumerate(value[:2]))
    for key, part in inner if path != ("options",) else inner[::5]:
        found += paths(part, (*path, key))
    return found


def told_of(data: dict[str, Any]) -> list[str]:
    """What a box file is told; nothing, where it can be played."""
    try:
        GAME.box({}, data)
    except BoxError as error:
        return error.problems
    return []


SPOILT = ("gone", None, True, -1, 300, 1.5, "", "x y z", [], {}, [[1]], [{}])


def test_whatever_is_spoilt_the_file_is_read_to_its_end(data):
    for number, path in enumerate(paths(data)):
        for wrong in (SPOILT[number % len(SPOILT)], SPOILT[(5 * number + 3) % len(SPOILT)]):
            spoilt = copy.deepcopy(data)
            place = spoilt
            for key in path[:-1]:
                place = place[key]
            if wrong == "gone":
                del place[path[-1]]
            else:
                place[path[-1]] = wrong
            told = told_of(spoilt)

            assert all(text.startswith("box.toml: ") for text in told), (path, wrong)


def test_a_file_that_is_no_toml_is_refused_with_the_place(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("hand = \n", encoding="utf-8")

    with pytest.raises(BoxError, match=r"mine.toml: not readable as TOML: .*line 1"):
        read_toml(path)

    with pytest.raises(BoxError, match=r"other.toml: cannot be read"):
        read_toml(tmp_path / "other.toml")
