"""What a box file tells of a game before it is played; all of it may be left out."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from shutil import copy

import pytest

from matchday.engine.boxfile import BoxReader
from matchday.engine.cover import MARKS, PRINTED, TEAMS, Cover, read_cover, texts
from matchday.engine.errors import BoxError, OptionError
from matchday.engine.options import Option
from matchday.engine.speech import Say
from matchday.games import GAMES, OURS, learnt_soonest
from matchday.games import game as find_game

KNOWN = {
    "blind": Option("blind", default=False, values=(False, True)),
    "limit": Option("limit", default=3, at_least=0, at_most=9),
}
WHOLE = """
[cover]
title = "Ludo"
tag = "Round and round"
stock = "Four cones"
players = "2 players"
learn = 2
length = 20
mark = "die"
bar = "#112233"
teams = [{ main = "#ff0000", trim = "#ffffff" }, { main = "#00ff00", trim = "#000000" }]
[cover.colours]
ink-a = "#abcdef"
[[preset]]
name = "quick"
label = "Quick"
meaning = "Soon over."
options = { limit = 1 }
[seating]
automat = "blind"
first_at_home = { limit = 4 }
home_by_lot = true
[stages]
table = { blind = true }
"""
WRONG = """
[cover]
tagg = "x"
learn = 0
bar = "red"
mark = "stone"
teams = [{ main = "#ff0000" }]
[cover.colours]
inc-a = "#abcdef"
[[preset]]
name = "quick"
label = "Quick"
meaning = "Soon over."
options = { limmit = 1 }
[[preset]]
name = "quick"
label = "As printed"
meaning = "Nothing."
[[preset]]
name = "slow"
label = "Slow"
meaning = "It takes\\nlong."
options = { limit = 3 }
[seating]
automat = "blnd"
[stages]
table = { blind = 1 }
knokout = {}
"""


def read(text: str) -> Cover:
    reader = BoxReader(tomllib.loads(text))
    found = read_cover(reader, KNOWN)
    reader.finish()
    return found


def test_a_box_file_that_says_nothing_has_a_cover_all_the_same():
    assert read("") == Cover(teams=TEAMS, presets=(PRINTED,))


def test_everything_is_read():
    cover = read(WHOLE)
    assert (cover.title, cover.tag, cover.stock, cover.players) == (
        "Ludo",
        "Round and round",
        "Four cones",
        "2 players",
    )
    assert (cover.learn, cover.length, cover.mark, cover.bar) == (2, 20, "die", "#112233")
    assert cover.colours == {"ink-a": "#abcdef"}
    assert [team.main for team in cover.teams] == ["#ff0000", "#00ff00"]
    assert cover.presets[0] == PRINTED
    assert cover.preset("quick").options == {"limit": 1}
    assert (cover.automat, cover.first_at_home, cover.stages) == ("blind", {"limit": 4}, {"table": {"blind": True}})
    assert cover.home_by_lot
    assert not read('[seating]\nautomat = "blind"\n').home_by_lot


def test_a_game_may_say_in_its_own_words_what_the_printed_rules_are():
    cover = read('[[preset]]\nname = "printed"\nlabel = "As printed"\nmeaning = "The clock runs."\n')
    assert [preset.meaning for preset in cover.presets] == ["The clock runs."]


def test_every_problem_is_told_at_once():
    with pytest.raises(BoxError) as caught:
        read(WRONG)
    assert caught.value.problems == [
        'box.toml: cover: no key "tagg" here; did you mean "tag"?',
        'box.toml: cover.colours: no key "inc-a" here; did you mean "ink-a"?',
        'box.toml: seating: automat: no option "blnd"; did you mean "blind"?',
        f"box.toml: cover: mark: 'stone' is no sign that can be drawn; known: {', '.join(MARKS)}",
        "box.toml: cover: learn: 0 is outside 1 to 1440",
        "box.toml: cover: bar: 'red' is no colour; write it like #1986ab",
        "box.toml: cover.teams 1: trim: missing; write it like #1986ab",
        'box.toml: preset 1: options: no option "limmit"; did you mean "limit"?',
        'box.toml: preset 2: there is a preset "quick" already',
        'box.toml: preset 2: "printed" is the one without options',
        "box.toml: preset 3: meaning: write it in one line",
        "box.toml: preset 3: options: limit is 3 anyway",
        'box.toml: stages: no key "knokout" here; did you mean "knockout"?',
        "box.toml: stages: table: blind: '1' is none of: false, true",
    ]


def test_the_client_can_draw_every_mark():
    sprite = (Path(__file__).parents[2] / "web" / "src" / "art" / "sprite.svg").read_text(encoding="utf-8")
    assert [mark for mark in MARKS if f'id="i-{mark}"' not in sprite] == []


def test_what_is_no_preset_is_refused_with_those_that_there_are():
    with pytest.raises(OptionError, match='no preset "quik"; did you mean "quick"'):
        read(WHOLE).preset("quik")


def test_texts_to_translate_are_those_that_are_said():
    assert list(texts(tomllib.loads(WHOLE))) == ["Round and round", "Four cones", "2 players", "Quick", "Soon over."]


@pytest.mark.parametrize("name", GAMES)
def test_the_cover_of_every_game_can_be_read_and_shown(name):
    game = find_game(name)
    assert len(game.cover.teams) >= int(game.box().seats)
    assert all(game.box(preset.options) is not None for preset in game.cover.presets)
    assert all(game.box(options) is not None for options in game.cover.stages.values())


@pytest.mark.parametrize("name", GAMES)
def test_a_designers_box_needs_no_cover_and_a_wrong_one_is_told(name):
    game = find_game(name)
    bare = {key: value for key, value in game.box_data.items() if key not in {"cover", "preset", "seating", "stages"}}
    assert game.box(None, bare).tobytes() == game.box().tobytes()
    with pytest.raises(BoxError, match='cover: no key "tga"'):
        game.box(None, {**bare, "cover": {"tga": "x"}})


def test_a_game_without_a_picture_has_none(tmp_path):
    game = find_game("kickards")
    copy(game.folder / "box.toml", tmp_path)
    words = Say("es", game.name)("Rebound")
    assert replace(game, folder=tmp_path).art is None
    assert game.art
    assert Say("es", game.name)("Rebound") == words != "Rebound"  # a copy does not change what the game says


def test_the_game_to_begin_with_is_learnt_soonest():
    assert learnt_soonest().cover.learn == min(find_game(name).cover.learn for name in OURS)
