"""Golden playthroughs: whole matches as text, ply by ply, kept in the repository and read in the diff.

`make bless GAME=<name>` rewrites those of one game; nothing else does.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.speech import Say
from matchday.match.match import Match
from matchday.match.views import view

GOLDEN = Path(__file__).parents[1] / "golden"


def numbers(event) -> str:
    """Write an event as the client gets it: `kick_off half=1 seat=0`."""
    return " ".join([event.kind, *(f"{name}={number}" for name, number in event.args.items())])


def playthrough(game, seed: int, options) -> str:
    """Write a random match: for each ply who may do what, what was done, and what each seat was told."""
    match, dice, say = Match(game, options, f"golden {seed}"), Dice.new(), Say("en")
    set_key(dice, seed, 1)
    lines = [f"{game.name}, rules version {game.version}, seed golden {seed}, {options}"]
    while True:
        for seat in [*range(match.seats), None]:
            shown = view(match, seat, since=match.ply)
            who = "spectator" if seat is None else f"seat {seat}"
            lines.extend(f"  {who}: {event.text} [{event.rule}] {numbers(event)}" for event in shown.events)
        lines.append(f"  table {match.digest()[:16]} phase {shown.phase} clock {shown.clock} score {match.score()}")
        if match.over:
            break
        for seat in match.waiting:
            legal = " ".join(game.words.notation(match.box, action) for action in match.legal(seat))
            shown = view(match, seat)
            asked = " ".join(filter(None, (shown.prompt, shown.consequence)))
            lines.append(f"  seat {seat} is asked: {asked} Legal: {legal}")
        seat = match.waiting[roll(dice, len(match.waiting))]
        actions = match.legal(seat)
        action = actions[roll(dice, len(actions))]
        lines.append(f"{match.ply + 1}. seat {seat} {game.words.notation(match.box, action)}")
        lines.append(f"  = {game.words.action(say, match.box, match.table, seat, action)}")
        match.play(seat, action)
    return "\n".join([*lines, f"result {match.result()}", ""])


@pytest.mark.parametrize("variants", [False, True], ids=["basic", "variants"])
def test_golden_playthrough(game, variants, request):
    options = {name: option.values[1] for name, option in game.options.items() if option.variant and option.values}
    path = GOLDEN / game.name / f"{'variants' if variants else 'basic'}.txt"
    text = playthrough(game, 1, options if variants else {})
    if request.config.getoption("--bless") == game.name:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if game.is_draft and not path.is_file():
        pytest.skip(f"a draft: a release wants make bless GAME={game.name}")
    assert path.is_file(), f"no playthrough: make bless GAME={game.name}"
    assert text == path.read_text(encoding="utf-8")
