"""The clock (4.4, DF-008, DF-010, R-16, R-34): nominal seconds, the host's time, the end of a half."""

import pytest

from matchday.games.super_goal import GAME, words
from matchday.games.super_goal.rules import default_action
from matchday.games.super_goal.state import Champion, Event, Mode, Phase
from tests.games.super_goal.pitch import AWAY, HOME, NOTATION, SECOND, Match, loaded, pitch
from tests.kit import random_match

SAVE, TACKLE, FOUL, ASSIST = Champion.AMAZING_SAVE, Champion.MIRACLE_TACKLE, Champion.FOUL, Champion.ASSIST


@pytest.mark.rule("DF-008")
@pytest.mark.parametrize(
    ("drawing", "dice", "actions", "seconds"),
    [
        ("5 . o . . .", {"pass": "F 1"}, ["roll:pass"], 8),
        ("5 . o . . .", {"pass": "S 1"}, ["roll:pass", "left"], 8),
        ("5 . o . . .", {"pass": "F 1 ?", "defender": "miss"}, ["roll:pass"], 8 + 6),
        ("5 . o . . .", {"pass": "F 1 X", "control": "S 1"}, ["roll:pass"], 8 + 6 + 8),
        ("5 . o . . .", {"pass": "F 1 ?", "defender": "foul"}, ["roll:pass"], 8 + 6 + 10),
        ("5 o . . . .", {"pass": "S 1"}, ["roll:pass", "left"], 8 + 10),
        ("9 . o . . .", {"pass": "F 3"}, ["roll:pass"], 8 + 10),
        ("10 . o . . .", {"shot": "on_target", "keeper": "save"}, ["shot"], 8 + 8 + 10),
        ("10 . o . . .", {"shot": "on_target", "keeper": "punch"}, ["shot"], 8 + 8),
        ("10 . o . . .", {"shot": "perfect"}, ["shot"], 8 + 30),
        ("9 . o . . .", {"shot": "post", "defender": "foul", "penalty": "goal"}, ["shot"], 8 + 6 + 10 + 20 + 30),
    ],
)
def test_nominal_seconds_of_each_event(drawing, dice, actions, seconds):
    match = pitch(drawing, dice=dice).do(*actions)
    assert match.table.clock == 1000 * seconds


@pytest.mark.rule("DF-008", "DF-R34")
def test_champion_plays_and_the_whistle_rule_cost_time_the_first_kick_off_does_not():
    assert Match(GAME).table.clock == 0
    assist = pitch("5 . o . . .", champion=(HOME, ASSIST), dice={"champion": "assist"}).do("champion")
    assert assist.table.clock == 10_000
    tackle = pitch("5 . o . . .", champion=(AWAY, TACKLE), dice={"champion": "assist"}, auto_forced=False)
    assert tackle.do("champion").table.clock == 16_000
    foul = pitch("5 . o . . .", champion=(AWAY, FOUL), dice={"champion": "assist"}).do("champion")
    assert foul.table.clock == 20_000
    passed = pitch("5 . o . . .", champion=(AWAY, FOUL)).do("pass")
    assert passed.table.clock == 0
    dice = {"shot": "post", "defender": "foul", "control": "F 2 ?"}
    assert pitch("10 . o . . .", dice=dice, boskov=True).do("shot").table.clock == 8_000 + 6_000 + 6_000
    card = pitch("2 . o . . .", champion=(AWAY, SAVE), dice={"pass": "F 1 ?", "defender": "foul"})
    card.table.fouls[AWAY] = 1
    assert card.do("roll:pass").table.clock == 8_000 + 6_000 + 10_000 + 10_000


@pytest.mark.rule("DF-008")
def test_a_designer_may_rescale_nominal_time():
    match = pitch("5 . o . . .", dice={"pass": "F 1"}, nominal={"arrow": 4_000}).do("roll:pass")
    assert match.table.clock == 4_000


@pytest.mark.rule("DF-008")
def test_the_hosts_time_replaces_nominal_time_for_that_action_only():
    match = pitch("3 . o . . .", dice={"pass": "F 1", "control": "F 1"}).do("roll:pass", elapsed=3_456)
    assert match.table.clock == 3_456
    assert match.table.elapsed == -1
    match.do("roll:control")
    assert match.table.clock == 3_456 + 8_000


@pytest.mark.rule("DF-008")
def test_a_nominal_table_takes_no_notice_of_the_host():
    match = pitch("3 . o . . .", dice={"pass": "F 1"}, clock_mode="nominal").do("roll:pass", elapsed=3_456)
    assert match.table.clock == 8_000


@pytest.mark.rule("DF-008")
@pytest.mark.parametrize("least", [1_200, 3_000])
def test_nobody_acts_before_the_dice_can_be_followed(least):
    dice = {"pass": "F 1", "cross": "F 1 ?", "defender": "miss"}
    match = pitch("3 . o . . .", dice=dice, min_roll_ms=least)
    match.do("roll:pass", elapsed=0)
    assert match.table.clock == 0  # nothing had been rolled before
    match.do("roll:cross", elapsed=0)
    assert match.table.clock == least
    match.do("roll:pass", elapsed=10)
    assert match.table.clock == 3 * least  # two dice were rolled before


@pytest.mark.rule("DF-008")
@pytest.mark.parametrize(("limit", "window"), [(8_000, 1_500), (5_000, 900)])
def test_a_decision_costs_no_more_than_its_limit(limit, window):
    options = {"act_limit_ms": limit, "window_ms": window}
    act = pitch("3 . o . . .", dice={"pass": "F 1"}, **options).do("roll:pass", elapsed=60_000)
    assert act.table.clock == limit
    act.do("roll:pass", elapsed=2**31 - 1)
    assert act.table.clock == 2 * limit + 1_200
    interrupt = pitch("3 . o . . .", champion=(AWAY, TACKLE), **options).do("pass", elapsed=60_000)
    assert interrupt.table.clock == window
    side = pitch("3 . o . . .", dice={"pass": "S 1"}, **options).do("roll:pass", "left", elapsed=60_000)
    assert side.table.clock == 2 * limit + 1_200
    bar = pitch("10 . o . . .", dice={"shot": "crossbar"}, **options).do("shot", "roll:keeper", elapsed=60_000)
    assert bar.table.clock == 2 * limit + 1_200
    dice = {"shot": "on_target"}
    keeper = pitch("10 . o . . .", champion=(AWAY, SAVE), dice=dice, **options).do("shot", "champion", elapsed=60_000)
    assert keeper.table.clock == limit + 1_200 + window


UNFORCED = {"auto_forced": False}
QUESTIONED = {"drawing": "5 . o . . .", "dice": {"pass": "F 1 ?"}}
LOOSE = {"drawing": "9 . o . . .", "dice": {"shot": "post"}}
SHOT = {"drawing": "10 . o . . .", "dice": {"shot": "on_target"}}
PERFECT = {"drawing": "10 . o . . .", "dice": {"shot": "perfect"}}
LIMITS = {
    "tackle or leave it": (QUESTIONED | {"defender_may_decline": True}, ["roll:pass"], 8_000),
    "tackle": (QUESTIONED | UNFORCED, ["roll:pass"], 8_000),
    "tackle by a champion": (QUESTIONED | {"champion": (AWAY, FOUL)}, ["pass", "roll:pass"], 1_500),
    "rebound": (LOOSE | UNFORCED, ["shot"], 8_000),
    "rebound for a champion": (LOOSE | {"champion": (AWAY, TACKLE)}, ["pass", "shot"], 1_500),
    "save": (SHOT | UNFORCED, ["shot"], 8_000),
    "save by a champion": (SHOT | {"champion": (AWAY, SAVE)}, ["shot"], 1_500),
    "last chance": (PERFECT | UNFORCED, ["shot"], 8_000),
    "last chance of a champion": (PERFECT | {"champion": (AWAY, SAVE)}, ["shot"], 1_500),
}


@pytest.mark.rule("DF-008", "DF-091", "DF-R32")
@pytest.mark.parametrize("case", LIMITS)
def test_a_short_limit_is_for_windows_of_the_champion_die_alone(case):
    position, actions, limit = LIMITS[case]
    match = pitch(**position).do(*actions)
    assert GAME.deadline(match.box, match.table)[0] == limit + 1_200
    before = int(match.table.clock)
    match.do(words.notation(match.box, default_action(match.table)), elapsed=60_000)
    assert match.table.clock == before + limit + 1_200


@pytest.mark.rule("DF-008")
def test_a_move_made_for_whoever_does_not_answer_is_told():
    late, dice = 8_000, {"pass": "S 1", "control": "S 1"}
    rolled = pitch("3 . o . . .", dice=dice).do("roll:control", elapsed=late)
    assert rolled.events(Event.PLAYED_FOR)[0][:2] == (HOME, 1)
    assert rolled.do("left", elapsed=late + 1_200).events(Event.PLAYED_FOR)[0][:2] == (HOME, 0)
    for chosen, elapsed in (("roll:pass", late), ("roll:control", late - 1)):  # another die; in time
        assert not pitch("3 . o . . .", dice=dice).do(chosen, elapsed=elapsed).events(Event.PLAYED_FOR)
    assert (
        not pitch("3 . o . . .", dice=dice, clock_mode="nominal")
        .do("roll:control", elapsed=late)
        .events(Event.PLAYED_FOR)
    )
    window = pitch("3 . o . . .", champion=(AWAY, TACKLE)).do("pass", elapsed=60_000)
    assert not window.events(Event.PLAYED_FOR)  # to let a window pass is no move


@pytest.mark.rule("DF-008")
def test_half_time_starts_a_fresh_clock_with_nothing_owed():
    match = pitch("4 . o . . .", clock=449_000, dice={"pass": "F 3 X", "control": "F 1"}).do("roll:pass", elapsed=2_000)
    assert (int(match.table.half), int(match.table.clock)) == (2, 0)
    match.do("roll:control", elapsed=0)
    assert match.table.clock == 0


@pytest.mark.rule("DF-010", "DF-R39")
def test_added_time_is_counted_and_told_in_each_half():
    dice = {"pass": "F 1", "cross": "F 1 X", "control": "S 1"}
    match = pitch("4 . o . . .", clock=460_000, dice=dice).do("roll:pass")
    assert match.table.added > 0
    match.do("roll:cross")
    assert (int(match.table.half), int(match.table.added)) == (2, 0)
    match.table.clock = 460_000
    assert match.do("roll:pass").rolled(Event.TIME_UP) == 1


@pytest.mark.rule("DF-010", "DF-R16")
@pytest.mark.parametrize(
    ("drawing", "mode"),
    [
        ("6 . . o . .", Mode.KICKOFF),
        ("5 o . . . .", Mode.THROW_IN),
        ("11 o . . . .", Mode.CORNER),
        ("1 . o . . .", Mode.GOAL_KICK),
        ("1 . . o . .", Mode.KEEPER_KICK),
    ],
)
def test_a_restart_that_comes_after_time_is_not_taken(drawing, mode):
    match = pitch(drawing, mode, clock=449_000, dice={"control": "F 1"})
    match.table.stopped = 1
    in_time = match.copy().do("roll:control", elapsed=900)
    assert (int(in_time.table.half), in_time.rolled(Event.ROLLED)) == (1, 1)
    match.do("roll:control", elapsed=1_000)
    assert match.events(Event.TIME_UP)[0][:2] == (1, 1)
    assert match.rolled(Event.ROLLED) == 0
    assert (int(match.table.half), int(match.table.clock), match.mode) == (2, 0, Mode.KICKOFF)


@pytest.mark.rule("DF-010", "DF-R14", "DF-R16")
@pytest.mark.parametrize("answer", ["pass", "champion"])
def test_a_restart_before_which_time_runs_out_in_a_window_is_not_taken_either(answer):
    match = pitch("1 . o . . .", Mode.GOAL_KICK, champion=(AWAY, TACKLE), clock=449_000, dead_ball_interrupts=True)
    match.table.stopped = 1
    assert match.phase == Phase.INTERRUPT
    in_time = match.copy().do("pass", elapsed=900)
    assert (int(in_time.table.half), in_time.mode) == (1, Mode.GOAL_KICK)
    match.do(answer, elapsed=1_000)
    assert match.events(Event.TIME_UP)[0][:2] == (1, 1)
    assert match.rolled(Event.CHAMPION_USED) == 0
    assert (int(match.table.half), match.mode, match.holder) == (2, Mode.KICKOFF, (AWAY, TACKLE))


@pytest.mark.rule("DF-010", "DF-R16")
@pytest.mark.parametrize(
    ("drawing", "mode", "stopped"),
    [
        ("5 . o . . .", Mode.OPEN, 0),
        ("9 . o . . .", Mode.FIRST, 1),
        ("5 . o . . .", Mode.FREE_KICK, 1),
        ("8 . o . . .", Mode.DIRECT_FK, 1),
        ("1 . . o . .", Mode.KEEPER_KICK, 0),
    ],
)
def test_in_play_or_after_a_foul_the_limit_ends_nothing(drawing, mode, stopped):
    match = pitch(drawing, mode, clock=449_000, dice={"control": "F 1"})
    match.table.stopped = stopped
    match.do("roll:control", elapsed=1_000)
    assert (int(match.table.half), match.rolled(Event.ROLLED), match.rolled(Event.TIME_UP)) == (1, 1, 1)


@pytest.mark.rule("DF-010", "DF-R39")
def test_time_that_runs_out_in_a_window_is_told_before_the_attacker_goes_on():
    dice = {"pass": "F 1", "cross": "F 1 X", "champion": "assist"}
    match = pitch("3 . o . . .", champion=(AWAY, TACKLE), clock=449_000, dice=dice)
    tackled = match.copy().do("champion", elapsed=1_000)
    assert (tackled.events(Event.TIME_UP)[0][:2], int(tackled.table.half)) == ((1, 1), 2)
    match.do("pass", elapsed=1_000)
    assert (match.events(Event.TIME_UP)[0][:2], int(match.table.added)) == ((1, 0), 1)
    match.do("roll:pass", elapsed=1_000)
    assert (match.rolled(Event.TIME_UP), int(match.table.added)) == (0, 2)
    match.do("pass", elapsed=1_000)
    assert (match.rolled(Event.TIME_UP), int(match.table.added)) == (0, 2)
    assert int(match.do("roll:cross", elapsed=1_000).table.half) == 2


@pytest.mark.rule("DF-010")
def test_nominal_time_has_no_such_whistle():
    match = pitch("1 . o . . .", Mode.GOAL_KICK, clock=449_000, dice={"control": "F 1"})
    match.table.stopped = 1
    match.do("roll:control")
    assert (int(match.table.half), match.rolled(Event.ROLLED)) == (1, 1)


ENDS = {
    "X": ("4 . o . . .", {"pass": "F 1 X"}, ["roll:pass"]),
    "interception": ("4 . o . . .", {"pass": "F 1 ?", "defender": "intercept"}, ["roll:pass"]),
    "goal": ("10 . o . . .", {"shot": "perfect"}, ["shot"]),
    "wide": ("10 . o . . .", {"shot": "wide"}, ["shot"]),
    "save": ("10 . o . . .", {"shot": "on_target", "keeper": "save"}, ["shot"]),
    "corner": ("10 . o . . .", {"shot": "on_target", "keeper": "tip"}, ["shot"]),
    "end line": ("11 . o . . .", {"pass": "F 1"}, ["roll:pass"]),
    "touchline": ("4 o . . . .", {"pass": "S 1"}, ["roll:pass", "left"]),
    "cleared out": ("2 o . . . .", {"pass": "F 1 ?", "defender": "clear"}, ["roll:pass"]),
    "own goal": ("9 . . o . .", {"pass": "F 1 ?", "defender": "miss_or_own_goal"}, ["roll:pass"]),
}
GOES_ON = {
    "nothing": ("4 . o . . .", {"pass": "F 1"}, ["roll:pass"]),
    "miss": ("4 . o . . .", {"pass": "F 1 ?", "defender": "miss"}, ["roll:pass"]),
    "clearance": ("4 . o . . .", {"pass": "F 1 ?", "defender": "clear"}, ["roll:pass"]),
    "free kick": ("4 . o . . .", {"pass": "F 1 ?", "defender": "foul"}, ["roll:pass"]),
    "direct free kick": ("8 . o . . .", {"pass": "F 1 ?", "defender": "foul"}, ["roll:pass"]),
    "punch": ("10 . o . . .", {"shot": "on_target", "keeper": "punch"}, ["shot"]),
    "own keeper's save": ("2 . . o . .", {"pass": "F 1 ?", "defender": "clear", "keeper": "save"}, ["roll:pass"]),
}


@pytest.mark.rule("DF-010", "DF-R16")
@pytest.mark.parametrize("end", ENDS)
def test_what_ends_a_half_after_time(end):
    drawing, dice, actions = ENDS[end]
    match = pitch(drawing, dice=dice, clock=460_000).do(*actions)
    assert int(match.table.half) == 2
    early = pitch(drawing, dice=dice, clock=1_000).do(*actions)
    assert int(early.table.half) == 1


@pytest.mark.rule("DF-010", "DF-R16")
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(("clock", "told"), [(449_000, 1), (460_000, 0)])
def test_a_half_that_ends_with_an_action_says_that_time_is_up_and_announces_no_restart(end, clock, told):
    drawing, dice, actions = ENDS[end]
    match = pitch(drawing, dice=dice, clock=clock)
    match.table.added = 1 - told  # after time the attacker was told before
    match.do(*actions)
    kinds = [event[0] for event in match.events()]
    assert (int(match.table.half), kinds.count(Event.RESTART)) == (2, 0)
    assert kinds.count(Event.TIME_UP) == told
    if told:
        assert match.events(Event.TIME_UP)[0][:2] == (1, 1)
        assert kinds.index(Event.TIME_UP) == kinds.index(Event.HALF_TIME) - 1


@pytest.mark.rule("DF-010", "DF-R16")
def test_time_that_runs_out_while_the_ball_is_fetched_ends_the_half_without_a_restart():
    dice = {"shot": "on_target", "keeper": "tip"}
    match = pitch("10 . o . . .", dice=dice, clock=450_000 - 8_000 - 8_000 - 1).do("shot")
    assert (int(match.table.half), match.rolled(Event.RESTART), match.rolled(Event.TIME_UP)) == (2, 0, 1)
    match = pitch("10 . o . . .", dice=dice, clock=450_000 - 8_000 - 8_000 - 10_000 - 1).do("shot")
    assert (match.mode, match.rolled(Event.RESTART), match.rolled(Event.TIME_UP)) == (Mode.CORNER, 1, 0)


@pytest.mark.rule("DF-010", "DF-R16")
@pytest.mark.parametrize("kind", GOES_ON)
def test_what_does_not_end_it(kind):
    drawing, dice, actions = GOES_ON[kind]
    match = pitch(drawing, dice=dice, clock=460_000).do(*actions)
    assert (int(match.table.half), match.attacker, match.table.added >= 1) == (1, HOME, True)


@pytest.mark.rule("DF-R16", "DF-R37")
@pytest.mark.parametrize("allowed", [False, True])
def test_a_corner_after_time(allowed):
    dice = {"shot": "on_target", "keeper": "tip", "pass": "B 3"}
    mine = pitch("10 . o . . .", dice=dice, clock=460_000, corner_after_time=allowed).do("shot")
    assert int(mine.table.half) == (1 if allowed else 2)
    assert mine.mode == (Mode.CORNER if allowed else Mode.KICKOFF)
    theirs = pitch("2 . o . . .", dice=dice, clock=460_000, corner_after_time=allowed).do("roll:pass")
    assert int(theirs.table.half) == 2  # the ball went to the other side
    live = pitch("10 . o . . .", dice=dice, clock=440_000, corner_after_time=allowed)
    live.do("shot", elapsed=5_000)
    live.do("roll:control", elapsed=8_000)
    assert int(live.table.half) == (1 if allowed else 2)


@pytest.mark.rule("DF-R39")
def test_the_referee_does_not_wait_for_ever():
    match = pitch("6 . . o . .", clock=460_000, dice={"pass": "F 1", "cross": "B 1"})
    decisions = 0
    while match.table.half == 1:
        match.do("roll:cross" if match.table.depth > 6 else "roll:pass")
        decisions += 1
    assert decisions == 200


@pytest.mark.rule("DF-010")
def test_at_the_end_no_further_window_opens_but_the_die_is_handed_over():
    match = pitch("5 . o . . .", champion=(AWAY, TACKLE), clock=460_000, dice={"champion": "miracle_tackle"})
    match.do("champion")
    assert match.events(Event.CHAMPION_ROLLED)[0][:2] == (HOME, TACKLE)
    assert (int(match.table.half), match.phase, match.mode) == (2, Phase.ACT, Mode.KICKOFF)


@pytest.mark.rule("DF-010", "DF-106")
def test_a_defending_foul_after_time_wins_the_ball_and_ends_the_half():
    match = pitch("5 . o . . .", champion=(AWAY, FOUL), clock=460_000, dice={"champion": "assist"}).do("champion")
    assert (int(match.table.half), match.mode, match.holder) == (2, Mode.KICKOFF, (HOME, ASSIST))


DEFAULTS = {
    "kick-off": ({"drawing": "6 . . o . .", "mode": Mode.KICKOFF}, [], "roll:control"),
    "control barred": ({"drawing": "6 . . o . .", "mode": Mode.OPEN_NC}, [], "roll:pass"),
    "keeper's kick": ({"drawing": "1 . . o . .", "mode": Mode.KEEPER_KICK}, [], "roll:control"),
    "corner": ({"drawing": "11 o . . . .", "mode": Mode.CORNER}, [], "roll:control"),
    "side": ({"drawing": "6 . . o . .", "dice": {"pass": "S 1"}}, ["roll:pass"], "left"),
    "interrupt": ({"drawing": "6 . . o . .", "champion": (AWAY, TACKLE)}, [], "pass"),
    "tackle": ({"drawing": "6 . . o . .", "dice": {"pass": "F 1 ?"}}, ["roll:pass"], "roll:defender"),
    "bar": ({"drawing": "10 . . o . .", "dice": {"shot": "crossbar"}}, ["shot"], "roll:defender"),
    "keeper": ({"drawing": "10 . . o . .", "dice": {"shot": "on_target"}}, ["shot"], "roll:keeper"),
    "last chance": ({"drawing": "10 . . o . .", "dice": {"shot": "perfect"}}, ["shot"], "concede"),
    "penalty": ({"drawing": "10 . . o . .", "mode": Mode.PENALTY}, [], "roll:penalty"),
}


@pytest.mark.rule("DF-008")
@pytest.mark.parametrize("case", DEFAULTS)
def test_what_is_played_for_whoever_stalls(case):
    position, actions, expected = DEFAULTS[case]
    match = pitch(**position, auto_forced=False).do(*actions)
    assert default_action(match.table) == NOTATION[expected]
    assert expected in match.answers()


@pytest.mark.rule("DF-008")
def test_what_is_played_for_whoever_stalls_is_always_legal():
    for match, seat, _action in random_match(GAME, 5, auto_forced=False, tournament=True):
        assert default_action(match.table) in match.legal(seat)


@pytest.mark.rule("DF-008")
def test_a_match_on_the_hosts_clock_comes_to_its_end_and_replays():
    def play(moves=None):
        match = Match(GAME, 11, data=loaded(half=40_000))
        played = []
        while match.waiting:
            (seat,) = match.waiting
            actions = match.legal(seat)
            number = len(played)
            action, elapsed = moves[number] if moves else (actions[number % len(actions)], (number * 977) % 9_000)
            match.table.elapsed = elapsed
            match.play(seat, action)
            played.append((action, elapsed))
        return match, played

    first, moves = play()
    again, _ = play(moves)
    assert first.phase == Phase.OVER
    assert int(first.table.half) == SECOND
    assert first.table.tobytes() == again.table.tobytes()


@pytest.mark.rule("DF-008")
def test_the_host_may_know_how_long_the_dice_take():
    dice = {"pass": "F 1", "cross": "F 1 ?", "defender": "miss"}
    match = pitch("3 . o . . .", dice=dice)
    assert GAME.least(match.box, match.table) == 0
    match.do("roll:pass", elapsed=0)
    assert GAME.least(match.box, match.table) == 1_200
    match.do("roll:cross", elapsed=0)
    assert GAME.least(match.box, match.table) == 2_400
    nominal = pitch("3 . o . . .", dice=dice, clock_mode="nominal").do("roll:pass")
    assert GAME.least(nominal.box, nominal.table) == 0
