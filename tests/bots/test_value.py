"""What was learnt: the same chance everywhere, by what lies on the table, and only for the box it was learnt with."""

from __future__ import annotations

import json

import numpy as np
import pytest

from matchday.bots import thinking
from matchday.bots.learnt import NOTHING_LEARNT, box_digest, learnt, net_for
from matchday.bots.thinking import Decider
from matchday.bots.trials import Style
from matchday.bots.value import (
    ON,
    PARTS,
    Net,
    Sums,
    read_net,
    value,
    write_net,
)
from matchday.engine.inputs import starts
from matchday.engine.slots import features
from matchday.engine.twin import plain_of
from matchday.games import GAMES
from matchday.games import game as find_game
from matchday.match.match import Match
from tests.bots.test_levels import lookalike
from tests.kit import after

WITH_FEATURES = [name for name in GAMES if find_game(name).features]


def some_net(game):
    """A net with weights that follow no plan, the lead's rising."""
    net, sizes = Net.zeros(1), game.features.FEATURES
    net["rows"], net["leads"] = sum(sizes.values()), next(iter(sizes.values()))
    for place, part in enumerate(PARTS):
        shape = net[part][0].shape
        flat = (np.arange(1, 1 + int(np.prod(shape))) * (7919 + 2 * place)) % 201 - 100
        net[part][0] = flat.reshape(shape)
    net["wide"][0, int(net["rows"][0]) :] = 0
    return net


@pytest.fixture(params=[pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in WITH_FEATURES])
def learner(request):
    return find_game(request.param)


def test_inputs_are_those_that_were_declared(learner):
    sizes, found = learner.features.FEATURES, set()
    listed, out = plain_of(learner).door(features), np.zeros(ON, np.int16)
    first = starts(sizes)
    for plies in range(0, 120, 7):
        match = after(Match(learner, seed="inputs"), plies)
        if match.over:
            break
        for seat in range(match.seats):
            count = listed(match.box, match.table, seat, out)
            inputs = out[:count].tolist()
            assert len(set(inputs)) == count <= ON
            assert all(0 <= each < sum(sizes.values()) for each in inputs)
            assert inputs[0] < first[1], "the lead comes first"
            found.update(int(np.searchsorted(first, each, "right")) - 1 for each in inputs)
        scores = match.score()
        leads = [listed(match.box, match.table, seat, out) and int(out[0]) for seat in range(2)]
        assert leads[0] - leads[1] == 2 * (scores[0] - scores[1])
    assert len(found) > len(sizes) // 2, "most things are met in a match"


def test_worlds_that_look_alike_get_the_same_choice_with_a_net(learner, monkeypatch):
    net = some_net(learner)
    monkeypatch.setattr(thinking, "net_for", lambda *_: net)
    for plies in (0, 15, 40):
        match = after(Match(learner, seed="levels"), plies)
        seat = match.waiting[0]
        found = []
        for world in (match, lookalike(match, seat)):
            decider = Decider(learner, Style(effort=600, horizon=2, near=1), "compiled")
            found.append(repr(decider.run(world.box_for(seat), world.hidden(seat), seat, "x")))
        assert found[0] == found[1]


@pytest.mark.xdist_group("pilka_w_grze")
def test_plain_and_compiled_are_one_with_a_net(monkeypatch):
    game = find_game("pilka_w_grze")
    net = some_net(game)
    monkeypatch.setattr(thinking, "net_for", lambda *_: net)
    match, found = Match(game, seed="trials"), []
    while len(match.legal(match.asked)) < 3:
        match.play(match.asked, match.legal(match.asked)[-1])
    seat = match.asked
    for style in (Style(effort=200, horizon=2, near=1), Style(effort=200, horizon=2)):
        for mode in ("plain", "compiled"):
            decider = Decider(game, style, mode)
            found.append(repr(decider.run(match.box_for(seat), match.hidden(seat), seat, "x")))
    assert found[0] == found[1]
    assert found[2] == found[3]
    assert found[0] != found[2], "the net was asked"


def test_luck_is_taken_off_the_lead():
    game = find_game("pilka_w_grze")
    match, net, sums = after(Match(game, seed="luck"), 30), some_net(game), Sums.new()
    chance = plain_of(game).door(value)

    def seen(lucky):
        return chance(match.box, match.table, 0, net[0], sums, lucky)

    whole = [seen(lucky) for lucky in (-10_000, 0, 10_000)]
    assert seen(5_000) == pytest.approx((whole[1] + whole[2]) / 2)
    assert seen(-2_500) == pytest.approx(0.75 * whole[1] + 0.25 * whole[0])
    assert all(0 < each < 1 for each in whole)


def test_weights_are_read_as_they_were_written_and_hold_for_their_box_alone(tmp_path):
    game = find_game("pilka_w_grze")
    net, path = some_net(game), tmp_path / "learnt.json"
    assert read_net(json.loads(json.dumps(write_net(net)))).tobytes() == net.tobytes()
    about = {
        "rules": game.version,
        "boxes": [box_digest(game.box())],
        "features": dict(game.features.FEATURES),
        "weights": write_net(net),
    }
    path.write_text(json.dumps(about))
    found = learnt(game, path)
    assert found.weights.tobytes() == net.tobytes()
    assert found.fits(game.box())
    assert not found.fits(game.box({"tactics": True}))
    path.with_name("other").write_text(json.dumps(about | {"rules": game.version + 1}))
    assert learnt(game, tmp_path / "other") is None, "other rules"
    assert learnt(game, tmp_path / "none") is None
    assert net_for(game, game.box({"tactics": True})) is NOTHING_LEARNT


@pytest.mark.parametrize("name", GAMES)
def test_what_is_in_the_package_belongs_to_the_game_as_it_is(name):
    """Weights of other rules or inputs would silently be left out; weights without use would be carried for nothing."""
    game = find_game(name)
    path = game.folder / "learnt.json"
    assert path.exists() == bool(game.near)
    if path.exists():
        found = learnt(game)
        assert found, f"{name} has other rules or features than its weights: train again"
        assert found.fits(game.box())
        assert path.stat().st_size <= 300_000
        assert {"command", "seed", "rules", "curve", "loss", "calibration"} <= found.about.keys()
