"""What a person reads and sees: every sentence in every language, odds, the terminal's picture."""

import io

import pytest
from rich.console import Console

from matchday.engine.speech import LANGUAGES, Say
from matchday.games.super_goal import GAME, view, words
from matchday.games.super_goal.faces import faces
from matchday.games.super_goal.state import ACTIONS, Champion, Event, Goal, Mode, Penalty, Phase
from tests.games.super_goal.pitch import AWAY, HOME, SECOND, pitch
from tests.kit import random_match

NAMES = ["Alfa", "Beta"]


def drawing(match, seat=HOME, language="en"):
    console = Console(width=120, file=io.StringIO())
    console.print(GAME.draw(Say(language), match.box, match.hidden(seat), seat, NAMES))
    return console.file.getvalue()


def actions_of(match):
    (seat,) = match.waiting
    return {words.notation(match.box, action): action for action in match.legal(seat)}


def detail(match, notation):
    (seat,) = match.waiting
    return view.detail(Say(), match.box, match.table, seat, actions_of(match)[notation])


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_said_and_shown_in_every_language(language):
    say, told = Say(language, GAME.name), set()
    options = {"tournament": True, "auto_forced": False, "att_interrupt_on_question": True, "boskov": True}
    for seed in (3, 4):
        for match, seat, _action in random_match(GAME, seed, defender_may_decline=True, **options):
            table = match.hidden(seat)
            assert words.prompt(say, match.box, table, seat)
            assert words.phase(say, match.box, table)
            for action in match.legal(seat):
                assert words.action(say, match.box, table, seat, action)
                view.detail(say, match.box, table, seat, action)
                ids = view.elements(match.box, table, seat, action)
                pieces = {piece.id for zone in view.zones(say, match.box, table, seat) for piece in zone.pieces}
                assert set(ids) <= pieces
            for kind, *args in match.events():
                text = words.event(say, match.box, NAMES, kind, tuple(args))
                assert text
                assert "{" not in text
                told.add(Event(kind))
            view.counters(say, match.box, table, seat)
        assert words.prompt(say, match.box, match.table, 0)
        assert words.phase(say, match.box, match.table)
    assert len(told) > 15


def test_catalogues_are_complete():
    english, others = Say("en"), [Say("pl", GAME.name), Say("es", GAME.name)]
    texts = [*words.PHASES.values(), *words.MEANINGS.values(), *words.POWERS.values(), *words.GOALS.values()]
    texts += [text for pair in words.OPTIONS.values() for text in pair]
    for text in texts:
        for say in others:
            assert say(text) != english(text) or text == "Penalty", (say.language, text)


def test_a_cell_has_one_name_from_the_stands():
    assert words.cell_name(HOME, 3, 6) == words.cell_name(AWAY, 3, 6) == "c6"
    assert words.cell_name(HOME, 1, 9) == words.cell_name(AWAY, 5, 3) == "a9"


def test_notation_is_unique_and_names_only_what_can_be_declared():
    names = [words.notation(GAME.box(), action) for action in range(ACTIONS)]
    assert len(set(names)) == ACTIONS
    assert sum(not name.startswith("#") for name in names) == 3 * 5 + 10


@pytest.mark.parametrize(
    ("position", "mode", "action", "text"),
    [
        ("4 . o . . .", Mode.OPEN, "roll:control", "6 % to lose the ball"),
        ("4 . o . . .", Mode.OPEN, "roll:pass", "28 % to lose the ball"),
        ("4 . o . . .", Mode.OPEN, "roll:cross", "50 % to lose the ball"),
        ("4 . . o . .", Mode.OPEN, "roll:cross", "78 % to lose the ball"),
        ("11 . o . . .", Mode.OPEN, "roll:control", "83 % to lose the ball"),
        ("11 . o . . .", Mode.OPEN, "roll:control:rev", "6 % to lose the ball"),
        ("10 . o . . .", Mode.OPEN, "shot", "33 % goal, 6 % penalty"),
        ("9 . o . . .", Mode.DIRECT_FK, "shot", "22 % goal, 6 % penalty"),
        ("9 . o . . .", Mode.OPEN, "shot", "19 % goal, 11 % penalty"),
        ("8 o . . . .", Mode.DIRECT_FK, "shot", "19 % goal, 11 % penalty"),
        ("9 o . . . .", Mode.OPEN, "shot", "15 % goal, 11 % penalty"),
        # Before the attacker's own goal a clearance may go in, or out for a corner (DF-125).
        ("1 . . o . .", Mode.OPEN, "roll:control", "7 % to lose the ball, 1 % own goal"),
        ("1 . o . . .", Mode.OPEN, "roll:control", "6 % to lose the ball"),
    ],
)
def test_odds_beside_the_dice(position, mode, action, text):
    assert detail(pitch(position, mode), action) == text


@pytest.mark.rule("DF-063", "DF-072", "DF-073")
def test_odds_of_whoever_defends():
    bar = pitch("10 . o . . .", dice={"shot": "crossbar"}).do("shot")
    assert detail(bar, "roll:defender") == "33 % to win the ball, 17 % own goal"
    assert detail(bar, "roll:keeper") == "33 % to be saved, 33 % goal"
    tackle = pitch("4 . o . . .", dice={"pass": "F 1 ?"}, auto_forced=False).do("roll:pass")
    assert detail(tackle, "roll:defender") == "33 % to win the ball"


@pytest.mark.rule("DF-009", "DF-R18", "DF-R30")
def test_a_score_says_whose_it_is():
    def told(kind, *args):
        return words.event(Say(), GAME.box(), NAMES, kind, args)

    assert told(Event.GOAL, AWAY, Goal.OWN_GOAL, 1, 2) == "OWN GOAL, counted for Beta! Alfa 1:2 Beta"
    assert told(Event.HALF_TIME, 1, 0) == "Half-time: Alfa 1:0 Beta."
    assert told(Event.FULL_TIME, 2, 3) == "Full time: Alfa 2:3 Beta."
    assert told(Event.KICK, HOME, Penalty.GOAL, 4, 3) == "Alfa from the spot: in. Alfa 4:3 Beta"
    assert told(Event.WON_SHOOT_OUT, AWAY, 3, 4, 0) == "The shoot-out goes to Beta: Alfa 3:4 Beta."


@pytest.mark.rule("DF-R16")
def test_a_match_that_is_over_shows_no_restart_that_never_comes():
    match = pitch("10 . o . . .", half=SECOND, clock=460_000, dice={"shot": "wide"}).do("shot")
    assert (match.phase, match.mode) == (Phase.OVER, Mode.GOAL_KICK)
    assert "Goal kick" not in drawing(match)
    assert words.phase(Say(), match.box, match.table) == "Full time"


def test_the_picture_names_its_percentage_and_its_seconds():
    match = pitch("4 . o . . .", dice={"pass": "F 1"})
    assert "0 shots, 0 % of the ball" in drawing(match)
    assert "nominal seconds" not in drawing(match)  # nothing has been counted
    assert "nominal seconds" not in drawing(match.do("roll:pass", elapsed=2_000))
    assert "nominal seconds" in drawing(match.do("roll:pass"))


def test_a_penalty_scores_half_the_time():
    assert detail(pitch("10 . . o . .", Mode.PENALTY, auto_forced=False), "roll:penalty") == "50 % to score"


def test_two_cells_are_lit_and_one_is_drawn_outside():
    match = pitch("5 o . . . .", dice={"cross": "D 3 ?"}).do("roll:cross")
    say = Say()
    (pitch_zone, *_) = view.zones(say, match.box, match.table, HOME)
    ball, left, right = pitch_zone.pieces
    assert (ball.face, left.id, right.id) == ("a5", "out.left", "cell.d8")
    assert (left.marks, right.marks) == (["out"], [])
    assert left.name == "over the touchline: throw-in for the other side"
    assert right.name == "to d8, then the defender rolls"


def landings(match, action):
    """The landing cells of a roll: faces that lead there, steps to the right and up; and the pieces off the pitch."""
    (pitch_zone, *_) = view.zones(Say(), match.box, match.table, int(match.table.attacker))
    number = actions_of(match)[action]
    found = [piece for piece in pitch_zone.pieces if piece.facts.get("action") == number]
    cells = {
        (piece.facts["column"], piece.facts["row"]): (piece.facts["faces"], piece.facts["right"], piece.facts["up"])
        for piece in found
        if not piece.marks
    }
    return cells, [piece for piece in found if piece.marks == ["out"]]


def test_a_roll_shows_where_the_ball_can_land_and_how_often():
    cells, (out,) = landings(pitch("9 . o . . ."), "roll:pass")
    assert cells == {(2, 11): (1, 0, 1), (4, 11): (1, 1, 1), (4, 9): (1, 1, 0), (2, 8): (1, 0, -1)}
    assert out.name == "over the end line: goal kick for the other side"
    assert (out.facts["faces"], out.facts["question"], out.facts["lost"]) == (2, 1, 1)
    assert (out.facts["right"], out.facts["up"]) == (0, 1)


OWN_LINE = "over the attack's own end line: corner for the other side"
IN_OWN_GOAL = "into the attack's own goal: a goal for the other side"


@pytest.mark.rule("DF-122", "DF-123", "DF-R02", "DF-R09")
@pytest.mark.parametrize("rule", ["real", "special_cases_only"])
@pytest.mark.parametrize(
    ("drawing", "mode", "action", "real", "printed"),
    [
        ("1 . . o . .", Mode.KEEPER_KICK, "roll:pass:x2@2", IN_OWN_GOAL, IN_OWN_GOAL),
        ("1 . . o . .", Mode.KEEPER_KICK, "roll:pass", IN_OWN_GOAL, OWN_LINE),
        ("1 . . o . .", Mode.KEEPER_KICK, "roll:pass:x2", IN_OWN_GOAL, OWN_LINE),
        ("1 . . o . .", Mode.OPEN, "roll:pass", IN_OWN_GOAL, OWN_LINE),
        ("1 . o . . .", Mode.GOAL_KICK, "roll:pass", OWN_LINE, OWN_LINE),
        ("1 . . . o .", Mode.OPEN, "roll:pass", OWN_LINE, OWN_LINE),
    ],
)
def test_what_is_foretold_behind_the_own_line_is_what_happens(drawing, mode, action, real, printed, rule):
    match = pitch(drawing, mode, own_end_line=rule)
    expected = real if rule == "real" else printed
    (out,) = (piece for piece in landings(match, action)[1] if piece.facts["up"] == -1)
    assert (out.name, out.facts["faces"], out.facts["right"]) == (expected, 1, 0)
    assert ("17 % own goal" in detail(match, action)) == (expected == IN_OWN_GOAL)
    rolled = pitch(drawing, mode, dice={"pass": "B 1"}, own_end_line=rule).do(action)
    assert rolled.score() == [0, expected == IN_OWN_GOAL]
    assert rolled.mode == (Mode.KICKOFF if expected == IN_OWN_GOAL else Mode.CORNER)


def test_where_a_roll_can_land_is_shown_to_whoever_rolls():
    match = pitch("9 . o . . .", attacker=HOME)
    kinds = [{piece.kind for piece in view.zones(Say(), match.box, match.table, seat)[0].pieces} for seat in range(2)]
    assert kinds == [{"ball", "landing"}, {"ball"}]


def test_the_board_stays_as_it_is_when_the_other_side_attacks():
    cells, _ = landings(pitch("9 . o . . .", attacker=AWAY), "roll:pass")
    assert cells == {(4, 1): (1, 0, -1), (2, 1): (1, -1, -1), (2, 3): (1, -1, 0), (4, 4): (1, 0, 1)}


def test_what_is_declared_is_one_answer_to_each_open_question():
    match = pitch("1 . . o . .", Mode.KEEPER_KICK)
    zones = {zone.id: zone for zone in view.zones(Say(), match.box, match.table, HOME)}
    names = [(piece.kind, piece.name) for piece in zones["declare"].pieces]
    assert names == [("size", "as rolled"), ("size", "doubled"), ("start", "from c1"), ("start", "from c2")]
    picked = view.elements(match.box, match.table, HOME, actions_of(match)["roll:pass:x2@2"])
    assert picked == ["die.pass", "declare.twice", "declare.c2"]


@pytest.mark.rule("DF-022", "DF-023", "DF-060", "DF-R04")
def test_a_die_that_is_not_rolled_now_says_why():
    def reasons(match, seat=HOME):
        zones = view.zones(Say(), match.box, match.table, seat)
        return {piece.id: piece.facts.get("why") for zone in zones for piece in zone.pieces if piece.kind == "die"}

    assert reasons(pitch("5 . o . . .", Mode.OPEN_NC))["die.control"] == "not twice running"
    assert (
        reasons(pitch("5 . o . . .", Mode.FIRST, auto_forced=False))["die.pass"]
        == "after the ball is won, the control die first"
    )
    assert reasons(pitch("5 . o . . ."))["die.shot"] == "not from this cell"
    assert reasons(pitch("8 . o . . .", Mode.FIRST, auto_forced=False))["die.shot"] == "not from this cell"
    won = reasons(pitch("10 . o . . .", Mode.FIRST))
    assert won["die.shot"] == won["die.cross"] == "after the ball is won, the control die first"
    assert reasons(pitch("10 . o . . .", Mode.FREE_KICK))["die.shot"] == "not straight from this restart"
    assert reasons(pitch("9 . o . . .", Mode.OPEN))["die.shot"] is None
    asked = pitch("5 . o . . .", dice={"pass": "F 3 ?"}, auto_forced=False).do("roll:pass")
    assert reasons(asked, AWAY)["die.defender"] is None
    assert reasons(pitch("5 . o . . ."), AWAY)["die.shot"] is None  # nothing is asked of them
    when = {face.code: face.facts["when"] for face in faces(Say(), asked.box)}
    assert when["defender"] == "on a “?”, against shots from outside, and on rebounds"
    assert when["control"] == when["cross"] == "when the ball is yours to play"


@pytest.mark.rule("DF-091")
def test_a_barred_die_says_so_and_the_champion_die_is_dimmed_without_a_window():
    def marks(match, piece):
        zones = view.zones(Say(), match.box, match.table, HOME)
        return next(found.marks for zone in zones for found in zone.pieces if found.id == piece)

    barred = pitch("5 . o . . .", Mode.OPEN_NC)
    assert marks(barred, "die.control") == ["barred"]
    assert marks(barred, "die.pass") == []
    assert marks(barred, "die.champion") == ["dimmed"]
    assert marks(pitch("5 . o . . .", champion=(HOME, Champion.ASSIST)), "die.champion") == []
    tackle = (HOME, Champion.MIRACLE_TACKLE)
    side = pitch("5 . o . . .", champion=tackle, dice={"pass": "D 1"}).do("roll:pass")
    assert (side.answers(), marks(side, "die.champion")) == ({"left", "right"}, ["dimmed"])
    dice = {"shot": "on_target", "defender": "foul"}
    kick = pitch("9 . . o . .", champion=tackle, dice=dice, auto_forced=False).do("shot", "roll:defender")
    assert (kick.answers(), marks(kick, "die.champion")) == ({"roll:penalty"}, ["dimmed"])
    (seat,) = barred.waiting
    assert "twice running" in words.prompt(Say(), barred.box, barred.table, seat)


@pytest.mark.rule("DF-104", "DF-105", "DF-R11", "DF-R27", "DF-R38")
@pytest.mark.parametrize(
    ("drawing", "options", "text", "mode"),
    [
        ("5 . o . . .", {}, "Here it gives only an ordinary free kick: no shot.", Mode.FREE_KICK),
        ("7 . o . . .", {}, "Here it gives only an ordinary free kick: no shot.", Mode.FREE_KICK),
        ("8 . o . . .", {}, "Here it gives a direct free kick, which may be shot.", Mode.DIRECT_FK),
        ("10 o . . . .", {}, "Here it gives a direct free kick, which may be shot.", Mode.DIRECT_FK),
        ("11 o . . . .", {}, "Here it gives a direct free kick, but no shot from this cell.", Mode.DIRECT_FK),
        ("8 . o . . .", {"simple": True}, "Here it gives only an ordinary free kick: no shot.", Mode.FREE_KICK),
        ("10 . o . . .", {}, "Here it gives a penalty.", Mode.PENALTY),
        ("10 . o . . .", {"boskov": True}, "Here it gives a penalty, if the whistle is blown.", Mode.PENALTY),
    ],
)
def test_the_champion_foul_says_what_it_gives_where_the_ball_lies(drawing, options, text, mode):
    dice = {"champion": "assist", "control": "F 1"}
    match = pitch(drawing, champion=(HOME, Champion.FOUL), dice=dice, auto_forced=False, **options)
    assert detail(match, "champion") == text
    match.do("champion")
    assert match.mode == mode
    assert ("shot" in match.answers()) == ("may be shot" in text)


@pytest.mark.rule("DF-104", "DF-106", "DF-R38")
def test_the_champion_foul_means_a_direct_free_kick_except_in_simple_mode():
    defended = pitch("5 . o . . .", champion=(AWAY, Champion.FOUL))
    simple = pitch("5 . o . . .", champion=(AWAY, Champion.FOUL), simple=True)
    for match, direct in ((defended, True), (simple, False)):
        text = detail(match, "champion")
        assert "Defence: a free kick for you" in text
        assert ("direct in the last four rows" in text) == direct
        assert ("direct" in drawing(match)) == direct
        (die,) = next(zone.pieces for zone in view.zones(Say(), match.box, match.table, HOME) if zone.id == "champion")
        assert die.facts["meaning"] == text


@pytest.mark.rule("DF-054", "DF-R25")
@pytest.mark.parametrize(
    ("power", "text"),
    [
        (Champion.AMAZING_SAVE, "defender, keeper, or Amazing save? The champion die would then go to the other side."),
        (Champion.ASSIST, "who clears it, defender or keeper? Both can fail; each die says how often."),
    ],
)
def test_off_the_crossbar_all_that_may_be_done_is_named(power, text):
    match = pitch("10 . o . . .", champion=(AWAY, power), dice={"shot": "crossbar"}).do("shot")
    assert ("champion" in match.answers()) == ("champion" in text)
    assert words.prompt(Say(), match.box, match.table, AWAY) == f"Off the bar: {text}"


@pytest.mark.rule("DF-024", "DF-R01")
def test_a_kick_off_after_a_goal_is_not_called_the_start_of_the_match():
    match = pitch("10 . o . . .", dice={"shot": "perfect"}).do("shot")
    assert words.phase(Say("pl", GAME.name), match.box, match.table) == "Rozpoczęcie od środka"
    assert words.phase(Say("es", GAME.name), match.box, match.table) == "Saque de centro"


def test_dice_carry_letters_and_their_six_faces():
    match = pitch("5 . o . . .")
    zones = {zone.id: zone for zone in view.zones(Say(), match.box, match.table, HOME)}
    printed = {face.code: face.facts for face in GAME.faces(Say(), match.box)}
    control = printed["control"]
    assert control["letter"] == "C"
    assert [control[f"side.{side}"] for side in range(1, 7)] == ["F1", "F1", "F2?", "D1", "D1", "S1"]
    names = [control[f"side.{side}.name"] for side in range(1, 7)]
    assert names[2:5] == ["2 cells forward, then the defender rolls", "1 cell diagonally", "1 cell diagonally"]
    assert not any(sign in name for name in names for sign in "↑↗↔↓?"), "faces are spoken in words"
    third = {name: control[f"side.3.{name}"] for name in ("arrow", "number", "question", "lost")}
    assert third == {"arrow": "forward", "number": 2, "question": 1, "lost": 0}
    assert (zones["dice.attack"].owner, zones["dice.defence"].owner) == (HOME, AWAY)
    letters = [printed[piece.face]["letter"] for zone in zones.values() for piece in zone.pieces if piece.kind == "die"]
    assert len(set(letters)) == 8


def test_the_clock_in_words():
    say = Say()
    assert view.clock(say, *clocked(65_000)) == "1:05 / 7:30"
    assert view.clock(say, *clocked(460_000)) == "7:30+ until the ball is lost or out"
    over = pitch("4 . o . . .", clock=449_000, half=SECOND, dice={"pass": "F 3 X"}).do("roll:pass")
    assert over.phase == Phase.OVER
    assert view.clock(say, over.box, over.table) == "Full time"


def clocked(milliseconds):
    match = pitch("5 . o . . .", clock=milliseconds)
    return match.box, match.table


def test_the_terminal_draws_pitch_ball_direction_last_roll_and_champion_die():
    match = pitch("5 . o . . .", champion=(AWAY, Champion.AMAZING_SAVE), dice={"pass": "F 2"}).do("roll:pass")
    picture = drawing(match)
    rows = {
        line.split()[1]: line for line in picture.splitlines() if line.startswith("│") and line.split()[1].isdigit()
    }
    assert "⚽" in rows["7"]
    assert "▲" in rows["8"]
    assert "pass die: ↑2" in picture
    assert "Amazing save (Beta)" in picture
    assert "0:08 / 7:30" in picture
    away = drawing(pitch("5 . o . . .", attacker=AWAY))
    assert "▼" in away


@pytest.mark.parametrize(("attacker", "row"), [(HOME, "7"), (AWAY, "5")])
@pytest.mark.parametrize("seat", [HOME, AWAY])
def test_the_terminal_lights_both_landing_cells(seat, attacker, row):
    picture = drawing(pitch("6 . . o . .", attacker=attacker, dice={"pass": "D 1"}).do("roll:pass"), seat)
    lit = [line for line in picture.splitlines() if "◂" in line or "▸" in line]
    assert [line.split()[1] for line in lit] == [row]
    assert lit[0].index("◂") < lit[0].index("▸")


@pytest.mark.parametrize("seat", [HOME, AWAY])
def test_in_the_terminal_left_is_left_and_ones_own_goal_lies_below(seat):
    match = pitch("6 . . o . .", attacker=seat, dice={"pass": "S 1"}).do("roll:pass")
    lines = drawing(match, seat).splitlines()
    (lit,) = (line for line in lines if "⚽" in line)
    assert lit.index("◂") < lit.index("⚽") < lit.index("▸")
    letters = next(line for line in lines if " c " in line and "b" in line and "d" in line)
    left = view.elements(match.box, match.table, seat, actions_of(match)["left"])[0]  # cell.b6 or cell.d6
    assert letters.index(left[5]) < letters.index("c")
    numbers = [line.split()[1] for line in lines if line.startswith("│") and line.split()[1].isdigit()]
    assert numbers[-1] == ("1" if seat == HOME else "11")
    assert (NAMES[1 - seat] in lines[1], NAMES[seat] in lines[-1]) == (True, True)
    assert "▲" in "".join(drawing(pitch("5 . o . . .", attacker=seat), seat))


@pytest.mark.rule("DF-R14")
def test_no_die_is_shown_as_rolled_before_one_was():
    def last(match):
        zones = view.zones(Say(), match.box, match.table, HOME)
        return [piece.id for zone in zones for piece in zone.pieces if "last" in piece.marks]

    dice = {"champion": "assist", "pass": "F 1"}
    options = {"dead_ball_interrupts": True, "dice": dice}
    match = pitch("6 . . o . .", Mode.KICKOFF, champion=(AWAY, Champion.FOUL), **options)
    assert (last(match), "die: " in drawing(match)) == ([], False)
    match.do("champion")
    assert (match.mode, last(match), "die: " in drawing(match)) == (Mode.FREE_KICK, [], False)
    match.do("roll:pass")
    assert (last(match), "pass die: ↑1" in drawing(match)) == (["die.pass"], True)
