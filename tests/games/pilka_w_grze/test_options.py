"""Options: each value is there, plays to the end and keeps the cards; wrong ones are refused in words."""

from __future__ import annotations

import pytest

from matchday.engine.errors import OptionError
from matchday.engine.options import parse_options
from matchday.engine.speech import Say
from matchday.games.pilka_w_grze import GAME, words
from matchday.games.pilka_w_grze.state import Event, Phase
from tests.games.pilka_w_grze.table import Duel, dealt
from tests.kit import random_match

# The table of the specification, the default first.
TABLE = {
    "deck": ("paired", "mixed"),
    "starter": ("random", "seat0", "seat1", "youngest"),
    "must_block": (False, True),
    "attacker_may_stop": (True, False),
    "dribble_across_turns": (False, True),
    "specials_redraw": ("both", "attacker"),
    "half_end": ("exchange", "turn"),
    "second_half_end": ("as_first", "pile_empty"),
    "setpiece_saved": ("turnover", "play_on"),
    "corner_chain": (False, True),
    "tactics_timing": ("any_point", "turn_start"),
    "sub_timing": ("any_defence", "reply_only"),
    "long_shot_saved": ("box", "midfield"),
    "short_sub": ("refused", "allowed"),
    "level_score": ("golden_goal", "draw"),
    "shoot_on_entry": (False, True),
    "formations": (False, True),
    "tactics": (False, True),
    "surprise_shots": (False, True),
}
EVERYTHING_ELSE = {name: values[-1] for name, values in TABLE.items()}


@pytest.mark.rule("PG-44")
@pytest.mark.parametrize(("name", "values"), TABLE.items())
def test_every_option_has_its_values_with_the_default_first(name, values):
    option = GAME.options[name]

    assert option.values == values
    assert option.default == values[0]
    assert option.variant == (name in {"formations", "tactics", "surprise_shots"})


@pytest.mark.rule("PG-R27")
def test_the_limit_of_restarts_is_any_number():
    option = GAME.options["et_limit"]

    assert option.default == 3
    assert all(option.accepts(number) for number in (0, 1, 3, 50))
    assert not option.accepts(-1)
    assert not option.accepts(True)


def test_there_are_no_other_options_than_those_of_the_table_and_who_is_youngest():
    assert set(GAME.options) == {*TABLE, "et_limit", "youngest"}


@pytest.mark.rule("PG-44")
@pytest.mark.parametrize(
    "options",
    [{name: value} for name, values in TABLE.items() for value in values[1:]]
    + [
        {"formations": True, "tactics": True, "surprise_shots": True},
        {"formations": True, "surprise_shots": True},
        {"tactics": True, "surprise_shots": True},
        {"formations": True, "tactics": True, "deck": "mixed"},
        {"et_limit": 0},
        EVERYTHING_ELSE,
    ],
    ids=lambda options: "-".join(options) if len(options) < 5 else "everything else",
)
def test_a_match_with_it_ends_and_keeps_its_cards(options):
    position = None
    plies = 0
    for position, seat, action in random_match(GAME, 7, **options):
        plies += 1
        legal = position.legal(seat)

        assert action in legal
        assert legal == sorted(set(legal))
    duel = object.__new__(Duel)
    duel.__dict__.update(position.__dict__)
    duel.count_cards()

    assert duel.phase == Phase.OVER
    assert plies <= GAME.plies(duel.box)
    assert sum(duel.result()) == 1.0
    if duel.table.half < 3 and options.get("level_score") != "draw":
        assert duel.goals[0] != duel.goals[1]


@pytest.mark.rule("PG-44", "PG-45", "PG-48", "PG-56")
def test_the_three_variants_combine_in_one_match():
    seen = set()
    for seed in range(6):
        for position, _, _ in random_match(GAME, seed, formations=True, tactics=True, surprise_shots=True):
            seen |= {event[0] for event in position.events()}

    assert {Event.FORMATIONS, Event.TACTIC, Event.SHOT_FACE_DOWN} <= seen


def test_wrong_options_are_refused_all_at_once_with_a_proposal():
    with pytest.raises(OptionError) as raised:
        dealt(dek="mixed", must_block="maybe", et_limit=-2)

    assert raised.value.problems == [
        'no option "dek"; did you mean "deck"?',
        "must_block: 'maybe' is none of: false, true",
        "et_limit: '-2' is none of: a whole number from 0 to 99",
    ]


def test_options_can_be_written():
    options = parse_options(GAME.options, ["deck=mixed", "tactics=on", "et_limit=5", "half_end=turn"])

    assert (options["deck"], options["tactics"], options["et_limit"], options["half_end"]) == ("mixed", True, 5, "turn")
    assert options["formations"] is False


def test_every_option_and_value_has_words():
    say = Say()
    for name, option in GAME.options.items():
        label, meaning = words.option(say, name)

        assert label
        assert meaning.endswith(".")
        for value in option.values or (option.default,):
            assert words.value(say, name, value)


@pytest.mark.rule("PG-R10")
def test_the_end_of_the_second_half_is_told_as_the_end_of_a_turn():
    for language, turn in (("en", "at the end of the turn"), ("pl", "z końcem tury"), ("es", "al acabar el turno")):
        assert turn in words.option(Say(language, "pilka_w_grze"), "second_half_end")[1]
