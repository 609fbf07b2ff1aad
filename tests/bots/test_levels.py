"""The levels: they see what their seat may know and nothing else, and a seed repeats their choices."""

from __future__ import annotations

import pytest

from matchday.bots.levels import LEVELS, make_bot
from matchday.bots.thinking import Decider
from matchday.bots.trials import PHASES, TABLES, TRIAL, Plan, Style, lay_out_luck
from matchday.engine.dice import Dice, set_key
from matchday.engine.errors import MatchdayError
from matchday.engine.twin import plain_of
from matchday.games import game as find_game
from matchday.match.match import Match
from tests.kit import after

STYLES = {
    "slips": Style(slip=1.0, glance=6),
    "trials": Style(effort=600, ends=6, horizon=2),
    "to the end": Style(effort=2000),
}


def lookalike(match: Match, seat: int) -> Match:
    """Give another match that this seat cannot tell from the first."""
    dice = Dice.new()
    set_key(dice, 2, 2)
    other = match.copy()
    other.table = match.hidden(seat)
    match.runner.redeal(match.box_for(seat), other.table, seat, dice)
    return other


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_worlds_that_look_alike_get_the_same_choice_and_statistics(game, style):
    for plies in (0, 15, 40):
        match = after(Match(game, seed="levels"), plies)
        if match.over:
            break
        seat = match.waiting[0]
        found = []
        for world in (match, lookalike(match, seat)):
            decider = Decider(game, style, "compiled")
            action = decider.decide(world.box_for(seat), world.hidden(seat), seat, "x")
            found.append((action, repr(decider.prospects())))
            assert action in match.legal(seat)
        assert found[0] == found[1]


def test_every_level_chooses_alike_in_worlds_that_look_alike(game):
    match = after(Match(game, seed="levels"), 15)
    seat = match.waiting[0]
    other = lookalike(match, seat)
    for level in LEVELS:
        bot = make_bot(level, "x", ready=lambda: True)
        assert bot.decide(match.seat(seat)) == bot.decide(other.seat(seat))


@pytest.mark.xdist_group("pilka_w_grze")
def test_plain_and_compiled_bots_are_one():
    game = find_game("pilka_w_grze")
    match = after(Match(game, {"formations": True, "tactics": True}, "trials"), 12)
    seat = match.waiting[0]
    for style in STYLES.values():
        plain, compiled = (Decider(game, style, mode) for mode in ("plain", "compiled"))
        for decider in (plain, compiled):
            decider.decide(match.box_for(seat), match.hidden(seat), seat, "x")
        assert repr(plain.prospects()) == repr(compiled.prospects())


@pytest.mark.xdist_group("kick_on")
def test_a_bot_without_compiled_code_plays_at_once():
    """Nothing is compiled here: each level answers with its playing sense, in plain Python."""
    game = find_game("kick_on")
    match = Match(game, seed="cold")
    seat = match.waiting[0]
    for level in LEVELS:
        bot = make_bot(level, "x", ready=lambda: False)
        assert bot.decide(match.seat(seat)) == bot.decide(match.seat(seat))
        assert bot.decide(match.seat(seat)) in match.legal(seat)


def test_no_such_level():
    with pytest.raises(MatchdayError, match='no bot "rokie"; did you mean "rookie"'):
        make_bot("rokie")


@pytest.mark.xdist_group("mcs")
@pytest.mark.parametrize(
    "options",
    [
        {"players": 4, "four_players": "fourway"},
        {"players": 4, "four_players": "pairs"},
        {"players": 3, "three_players": "solo_v_pair"},
        {"players": 3, "three_players": "fourway_bot"},
    ],
    ids=lambda options: "-".join(map(str, options.values())),
)
def test_more_than_two_at_a_table(options):
    """Every seat's choice is honest and repeatable, and its values are shares of the win."""
    match = after(Match(find_game("mcs"), options, "seats"), 30)
    for _ in range(2 * match.seats):
        seat = match.waiting[-1]
        found = []
        for world in (match, lookalike(match, seat)):
            decider = Decider(match.game, STYLES["trials"], "compiled")
            found.append(repr(decider.run(world.box_for(seat), world.hidden(seat), seat, "x")))
            assert all(0 <= each.value <= 1 for each in decider.prospects() if each.visits)
        assert found[0] == found[1]
        match.play(seat, int(decider.prospects()[0].action))


@pytest.mark.xdist_group("pilka_w_grze")
def test_all_who_choose_at_once_choose_by_what_they_know():
    """The last to be asked does not see what the first has chosen in secret."""
    game = find_game("pilka_w_grze")
    match = Match(game, {"formations": True}, "at once")
    assert len(match.waiting) == 2
    found = set()
    for action in match.legal(0):
        other = match.copy()
        other.play(0, action)
        decider = Decider(game, STYLES["trials"], "compiled")
        found.add(repr(decider.run(other.box_for(1), other.hidden(1), 1, "x")))
    assert len(found) == 1


def test_every_phase_has_luck_of_its_own(game):
    assert max(game.phases) < PHASES


@pytest.mark.xdist_group("kickards")
def test_one_more_purchase_does_not_change_the_dice_of_the_shot():
    """The luck of a trial hangs on the moment and the phase, not on how many numbers were drawn before."""
    game = find_game("kickards")
    match = after(Match(game, seed="luck"), 30)
    slots = plain_of(game)
    tables, plan = game.table_type.zeros(TABLES), Plan.new()
    tables[TRIAL] = match.table
    lay_out = slots.door(lay_out_luck)
    found = []
    for drawn in (0, 3):
        plan.moment = -1
        tables[TRIAL].counter += drawn
        lay_out(match.box, tables, plan)
        found.append(int(tables[TRIAL].counter))
        lay_out(match.box, tables, plan)
        assert int(tables[TRIAL].counter) != found[-1]  # asked again in the same phase, other numbers come
    assert found[0] == found[1]
