"""A learnt playing sense: by what a seat knows, the same choice everywhere, and only for the box it was learnt with."""

from __future__ import annotations

import json

import numpy as np
import pytest

from matchday.bots import thinking
from matchday.bots.learnt import NOTHING_LEARNT, box_digest, inputs_of, learnt_sense, net_for, together
from matchday.bots.sense import FILE, NEVER, ON, PARTS, Sense, Thought, prefer, read_sense, write_sense
from matchday.bots.sense import inputs_of as list_inputs
from matchday.bots.thinking import Decider
from matchday.bots.trials import Style
from matchday.bots.value import Net
from matchday.engine.inputs import starts
from matchday.engine.twin import plain_of
from matchday.games import GAMES
from matchday.games import game as find_game
from matchday.match.match import Match
from tests.bots.test_levels import lookalike
from tests.kit import after

WITH_CLUES = [name for name in GAMES if inputs_of(find_game(name), "clues")]
PLIES = range(0, 160, 5)


def some_sense(game, margin=0):
    """Weights that follow no plan."""
    sense = Sense.zeros(1)
    sense["rows"] = sum(inputs_of(game, "features").values()) + sum(inputs_of(game, "clues").values())
    sense["margin"] = margin
    for place, part in enumerate(PARTS):
        shape = sense[part][0].shape
        flat = (np.arange(1, 1 + int(np.prod(shape))) * (7919 + 2 * place)) % 201 - 100
        sense[part][0] = flat.reshape(shape)
    sense["wide"][0, int(sense["rows"][0]) :] = 0
    return sense


def net_with(sense):
    """A net of this sense alone."""
    net = Net.zeros(1)
    net["sense"][0, 0] = sense[0]
    return net


@pytest.fixture(params=[pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in WITH_CLUES])
def learner(request):
    return find_game(request.param)


def test_inputs_are_those_declared_and_tell_no_more_than_the_seat_knows(learner):
    known, clues = inputs_of(learner, "features"), inputs_of(learner, "clues")
    assert not known.keys() & clues.keys()
    sizes = known | clues
    first, found = starts(sizes), set()
    listed, out = plain_of(learner).door(list_inputs), np.zeros(ON, np.int16)
    for plies in PLIES:
        match = after(Match(learner, seed=f"clues {plies}"), plies)
        if match.over:
            continue
        seat = match.waiting[0]
        seen = []
        for world in (match, lookalike(match, seat)):
            count = listed(world.box_for(seat), world.hidden(seat), seat, out)
            seen.append(out[:count].tolist())
            assert count <= ON
        assert seen[0] == seen[1]
        assert all(0 <= each < sum(sizes.values()) for each in seen[0])
        found.update(int(np.searchsorted(first, each, "right")) - 1 for each in seen[0])
    assert len(found.intersection(range(len(known), len(sizes)))) > len(clues) // 2, "most clues are met in a match"


def test_worlds_that_look_alike_get_the_same_choice_with_a_sense(learner, monkeypatch):
    net = net_with(some_sense(learner))
    monkeypatch.setattr(thinking, "net_for", lambda *_: net)
    for plies in (0, 15, 40):
        match = after(Match(learner, seed="levels"), plies)
        seat = match.waiting[0]
        found = []
        for world in (match, lookalike(match, seat)):
            decider = Decider(learner, Style(effort=600, horizon=2, schooled=1), "compiled")
            found.append(repr(decider.run(world.box_for(seat), world.hidden(seat), seat, "x")))
        assert found[0] == found[1]


@pytest.mark.xdist_group("pilka_w_grze")
def test_plain_and_compiled_are_one_with_a_sense(monkeypatch):
    game = find_game("pilka_w_grze")
    net = net_with(some_sense(game))
    monkeypatch.setattr(thinking, "net_for", lambda *_: net)
    match, found = Match(game, seed="trials"), []
    while len(match.legal(match.asked)) < 3:
        match.play(match.asked, match.legal(match.asked)[-1])
    seat = match.asked
    for schooled in (1, 0):
        for mode in ("plain", "compiled"):
            decider = Decider(game, Style(effort=200, horizon=2, schooled=schooled), mode)
            found.append(repr(decider.run(match.box_for(seat), match.hidden(seat), seat, "x")))
    assert found[0] == found[1]
    assert found[2] == found[3]
    assert found[0] != found[2], "the sense was asked"


def test_another_action_is_preferred_only_where_it_is_ahead_by_the_margin(learner):
    ask, thought = plain_of(learner).door(prefer), Thought.new()
    changed = 0
    for plies in PLIES:
        match = after(Match(learner, seed="margin"), plies)
        if match.over:
            break
        seat = match.waiting[0]
        legal, hidden, box = match.legal(seat), match.hidden(seat), match.box_for(seat)
        bold = ask(box, hidden, seat, np.array(legal), len(legal), legal[0], some_sense(learner)[0], thought)
        assert bold in legal
        changed += bold != legal[0]
        shy = some_sense(learner, margin=NEVER)[0]
        assert ask(box, hidden, seat, np.array(legal), len(legal), legal[0], shy, thought) == legal[0]
    assert changed, "it wants something else now and then"


def test_weights_are_read_as_they_were_written_and_hold_for_their_box_alone(tmp_path):
    game = find_game("pilka_w_grze")
    sense, path = some_sense(game), tmp_path / FILE
    assert read_sense(json.loads(json.dumps(write_sense(sense)))).tobytes() == sense.tobytes()
    about = {
        "rules": game.version,
        "boxes": [box_digest(game.box())],
        "features": inputs_of(game, "features"),
        "clues": inputs_of(game, "clues"),
        "weights": write_sense(sense),
    }
    path.write_text(json.dumps(about))
    found = learnt_sense(game, path)
    assert found.weights.tobytes() == sense.tobytes()
    assert found.fits(game.box())
    assert not found.fits(game.box({"tactics": True}))
    assert together(None, found)["sense"][0, 0].tobytes() == sense[0].tobytes()
    assert together(None, None) is NOTHING_LEARNT
    assert net_for(game, game.box({"tactics": True})) is NOTHING_LEARNT
    for name, other in (("rules", game.version + 1), ("clues", {"chosen": 1})):
        path.with_name(name).write_text(json.dumps(about | {name: other}))
        assert learnt_sense(game, tmp_path / name) is None, f"other {name}"


@pytest.mark.parametrize("name", GAMES)
def test_what_is_in_the_package_belongs_to_the_game_as_it_is(name):
    """Weights of other rules or inputs would silently be left out; weights without use would be carried for nothing."""
    game = find_game(name)
    path = game.folder / FILE
    assert path.exists() == game.schooled
    if path.exists():
        found = learnt_sense(game)
        assert found, f"{name} has other rules or inputs than its sense: train again with --sense"
        assert found.fits(game.box())
        assert path.stat().st_size <= 300_000
        assert {"command", "seed", "rules", "matches", "rounds"} <= found.about.keys()
        assert all(point["v its past"] > 0.5 for point in found.about["curve"] if point["taken"])
        assert found.about["curve"][0]["taken"], "at least one round was"
