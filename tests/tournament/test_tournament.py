"""Whole tournaments by hand and at random: rounds, who plays next, who wins; results that fit and those that do not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matchday.engine.cover import STAGES
from matchday.games import GAMES, game
from matchday.tournament.checks import check
from matchday.tournament.entering import entered, find_tie
from matchday.tournament.options import always_decides, match_options
from matchday.tournament.sheet import matches_in_all
from matchday.tournament.standings import Result, TieBreak
from matchday.tournament.tournament import Entrant, Format, Stage, Tournament, TournamentError, course

pytestmark = pytest.mark.rule("PG-57")


def make(form: Format, count: int, **settings: object) -> Tournament:
    """Make a seeded tournament of A, B, C …"""
    names = [chr(ord("A") + number) if count <= 26 else f"{number:02}" for number in range(count)]
    return Tournament(
        "Cup", "pilka_w_grze", form, tuple(map(Entrant, names)), **{"seed": "7", "seeded": True, **settings}
    )


def enter(tournament: Tournament, *texts: str) -> Tournament:
    """Enter results written "A 2:1 B", one after the other."""
    for text in texts:
        home, score, away = text.split()
        tie, _ = find_tie(tournament, [home], [away])
        goals = tuple(map(int, score.split(":")))
        tournament = entered(tournament, Result(tie.round, home, away, goals))
    return tournament


def listed(tournament: Tournament) -> list[list[str]]:
    """Write the known matches of each round."""
    return [
        [f"{tie.home}{tie.away}" for tie in each.ties if tie.home and tie.away] for each in course(tournament).rounds
    ]


def refused(tournament: Tournament, *texts: str) -> str:
    with pytest.raises(TournamentError) as caught:
        enter(tournament, *texts)
    return str(caught.value)


# ---------------------------------------------------------------- formats by hand


def test_a_knockout_of_six_by_hand():
    cup = make(Format.KNOCKOUT, 6, third_place=True)
    # Eight places: A–bye, D–E, B–bye, C–F.
    assert listed(cup) == [["DE", "CF"], [], []]
    cup = enter(cup, "D 1:0 E")
    assert listed(cup) == [["DE", "CF"], ["AD"], []]
    # What can be played is due, whatever round it is of.
    assert [tie.home + tie.away for tie in course(cup).due] == ["CF", "AD"]
    cup = enter(cup, "F 3:2 C", "A 0:2 D", "B 1:0 F")
    assert listed(cup)[2] == ["AF", "DB"]
    assert [tie.third_place for tie in course(cup).rounds[2].ties] == [True, False]
    cup = enter(cup, "B 2:1 D")
    assert course(cup).champion == ""  # the third place is still open
    cup = enter(cup, "A 1:0 F")
    assert course(cup).champion == "B"
    assert course(cup).due == []
    assert len(cup.results) == matches_in_all(cup) == 6


def test_a_league_of_three_by_hand():
    league = make(Format.LEAGUE, 3)
    assert listed(league) == [["BC"], ["CA"], ["AB"]]
    assert [each.resting for each in course(league).rounds] == [("A",), ("B",), ("C",)]
    assert [tie.home + tie.away for tie in course(league).due] == ["BC"]
    league = enter(league, "A 2:2 B", "B 1:0 C", "A 1:0 C")
    lines = course(league).standings[0].lines
    # A and B: four points, a draw between them; A 3:2, B 3:2. Fouls and lots are left.
    assert [line.points for line in lines] == [4, 4, 0]
    assert course(league).champion == lines[0].name


def test_in_a_double_league_the_sides_change_and_with_them_the_kickoff():
    league = make(Format.LEAGUE, 2, double=True)
    assert listed(league) == [["AB"], ["BA"]]
    league = enter(league, "B 1:0 A", "A 2:1 B")
    assert [result.round for result in league.results] == [1, 2]
    assert "has its result, 2:1" in refused(league, "A 3:0 B")
    assert match_options(league, Stage.TABLE)["starter"] == "seat0"
    assert match_options(make(Format.LEAGUE, 2), Stage.TABLE)["starter"] == "random"


def test_groups_of_eight_by_hand():
    cup = make(Format.GROUPS, 8)
    # Snake: A, D, E, H and B, C, F, G; round robins of four with the last one fixed.
    assert listed(cup) == [["AH", "DE", "BG", "CF"], ["HD", "EA", "GC", "FB"], ["EH", "AD", "FG", "BC"]]
    assert [tie.group for tie in course(cup).rounds[0].ties] == ["A", "A", "B", "B"]
    won_by_the_first = [f"{min(pair)} 1:0 {max(pair)}" for pairs in listed(cup) for pair in pairs]
    cup = enter(cup, *won_by_the_first)
    assert [[line.name for line in each.lines] for each in course(cup).standings] == [list("ADEH"), list("BCFG")]
    assert listed(cup)[3:] == [["AC", "BD"], []]
    cup = enter(cup, "A 1:0 C", "B 0:1 D", "A 1:2 D")
    assert course(cup).champion == "D"
    assert len(cup.results) == matches_in_all(cup) == 15


def test_three_groups_send_six_to_a_bracket_with_byes_by_points_and_goals_per_match():
    cup = make(Format.GROUPS, 10, groups=3)
    # Snake: A, F, G / B, E, H / C, D, I, J; the last group plays three matches each, the others two.
    groups = [[line.name for line in each.lines] for each in course(cup).standings]
    assert sorted(map(sorted, groups)) == [list("AFG"), list("BEH"), list("CDIJ")]
    while course(cup).due and course(cup).due[0].stage == Stage.TABLE:
        tie = course(cup).due[0]
        first, second = sorted((tie.home, tie.away))
        score = {"A": "1:0", "B": "4:0", "C": "3:0"}.get(first, "1:0")
        cup = enter(cup, f"{first} {score} {second}")
    # Winners with three points a match: B has +4 a match (+8 in all), C +3 (+9 in all), A +1; runners-up: D won 2 of 3,
    # F and E 1 of 2, F 1:1, E 1:4.
    assert course(cup).bracket[0].slots == ("B", None, "D", "F", "C", None, "A", "E")


def test_swiss_by_hand():
    cup = make(Format.SWISS, 5, rounds=3)
    assert listed(cup) == [["AC", "BD"]]
    assert course(cup).rounds[0].resting == ("E",)
    cup = enter(cup, "A 1:0 C", "B 2:0 D")
    # A, B and E have three points: B (+2), A (+1), E (0); D rests, since E has; E floats to C.
    assert course(cup).rounds[1].resting == ("D",)
    assert listed(cup)[1] == ["BA", "EC"]


# ---------------------------------------------------------------- tables, options, entrants


def test_matches_are_dealt_to_the_tables_in_turn():
    league = make(Format.LEAGUE, 8, copies=3)
    assert [tie.table for tie in course(league).rounds[0].ties] == [1, 2, 3, 1]


def test_level_matches_are_drawn_in_tables_and_decided_in_knockouts():
    cup = make(Format.GROUPS, 6)
    assert match_options(cup, Stage.TABLE)["level_score"] == "draw"
    assert match_options(cup, Stage.KNOCKOUT)["level_score"] == "golden_goal"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_played_in_every_format(name):
    for form in Format:
        cup = replace(make(form, 8), game=name)
        check(cup)


def test_which_games_decide_every_match():
    names = ("kickards", "pilka_w_grze", "kick_on", "super_goal", "mcs")
    cups = {name: replace(make(Format.GROUPS, 8), game=name) for name in names}
    assert [name for name, cup in cups.items() if always_decides(cup, Stage.TABLE)] == ["super_goal"]
    assert [name for name, cup in cups.items() if not always_decides(cup, Stage.KNOCKOUT)] == ["mcs"]


@pytest.mark.rule("DF-011")
@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("options", [(), (("tournament", True),)])
def test_super_goal_has_short_halves_and_a_shoot_out_in_every_stage(form, options):
    cup = replace(make(form, 8, options=options), game="super_goal")
    check(cup)
    for stage in Stage:
        box = game("super_goal").box(match_options(cup, stage))
        assert (box.half_ms, box.tournament) == (300_000, 1)
        assert always_decides(cup, stage)


@pytest.mark.rule("DF-011", "DF-012")
def test_in_a_table_of_super_goal_the_shoot_out_wins_the_match():
    league = replace(make(Format.LEAGUE, 4), game="super_goal")
    assert "cannot end level: play it with tournament=true to its end" in refused(league, "A 1:1 D")
    tie, _ = find_tie(league, ["A"], ["D"])
    league = entered(league, Result(tie.round, "A", "D", (1, 1), winner="D"))
    lines = {line.name: line for line in course(league).standings[0].lines}
    assert (lines["D"].points, lines["A"].points) == (3, 0)
    # Whoever wants draws in a table may have them, but not in a knock-out.
    drawn = (("tournament", False),)
    league = enter(replace(make(Format.LEAGUE, 4, options=drawn), game="super_goal"), "A 1:1 D")
    assert [line.points for line in course(league).standings[0].lines].count(1) == 2
    with pytest.raises(TournamentError, match="in a knock-out tournament is true, not false"):
        check(replace(make(Format.GROUPS, 8, options=drawn), game="super_goal"))


def test_a_knockout_match_cannot_end_level():
    cup = make(Format.KNOCKOUT, 4)
    text = refused(cup, "A 1:1 D")
    assert "cannot end level: play it with level_score=golden_goal to its end" in text
    assert "play it again" in refused(replace(cup, game="mcs"), "A 45:45 D")
    cup = entered(cup, Result(1, "A", "D", (1, 1), extra=True, winner="D"))
    assert listed(cup)[1] == []
    assert course(cup).rounds[0].ties[0].result.won_by == "D"


def test_the_draw_comes_from_the_seed_and_not_from_the_order_of_names():
    cup = make(Format.KNOCKOUT, 16, seeded=False)
    turned = replace(cup, entrants=cup.entrants[::-1])
    assert course(cup) == course(turned)
    assert cup.draw != replace(cup, seed="8").draw
    assert sorted(cup.draw) == cup.names


@pytest.mark.parametrize(
    ("tournament", "texts"),
    [
        (make(Format.KNOCKOUT, 1), ["entrants: 1; the format knockout takes 2 to 64"]),
        (make(Format.LEAGUE, 65), ["entrants: 65; the format league takes 2 to 64"]),
        (make(Format.SWISS, 3), ["entrants: 3; the format swiss takes 4 to 64"]),
        (make(Format.GROUPS, 5), ["entrants: 5; the format groups takes 6 to 64"]),
        (make(Format.KNOCKOUT, 3, third_place=True), ["third_place: it takes 4 entrants"]),
        (make(Format.GROUPS, 6, groups=2, advance=3), ["advance: 3; of groups of 3 1 to 2 can go on"]),
        (make(Format.GROUPS, 12, groups=5), ["groups: 5;", "12 make 3 / 4 groups"]),
        (make(Format.GROUPS, 6, advance=1, third_place=True), ["third_place: it takes 4 entrants"]),
        (make(Format.SWISS, 8, rounds=9), ["8 entrants can play 1 to 4"]),
        (make(Format.SWISS, 8, double=True, groups=2), ["double: only for", "groups: only for"]),
        (
            make(Format.KNOCKOUT, 4, tie_break=TieBreak.GOAL_DIFFERENCE),
            ["tie_break: only for the format league, groups"],
        ),
        (make(Format.LEAGUE, 4, copies=0), ["copies: 0; 1 to 32 tables"]),
        (make(Format.LEAGUE, 4, options=(("level_score", "golden_goal"),)), ["level_score is draw, not golden_goal"]),
        (make(Format.KNOCKOUT, 4, options=(("level_score", "draw"),)), ["level_score is golden_goal, not draw"]),
        (
            make(Format.LEAGUE, 4, options=(("decks", 1), ("tactics", 3))),
            ['no option "decks"', "tactics: '3' is none of"],
        ),
        (
            replace(make(Format.LEAGUE, 4, options=(("players", 4),)), game="mcs"),
            ["has 2 seats, with these options it has 4"],
        ),
        (
            replace(make(Format.LEAGUE, 4, options=(("solo", "league"),)), game="kickards"),
            ["solo leaves one to the Automat"],
        ),
        (replace(make(Format.LEAGUE, 2), entrants=(Entrant("Ola"), Entrant("ola"))), ['the name "ola" stands twice']),
    ],
)
def test_what_cannot_be_held_is_refused_with_all_that_is_wrong(tournament, texts):
    with pytest.raises(TournamentError) as caught:
        check(tournament)
    for text in texts:
        assert text in str(caught.value)
    assert len(caught.value.problems) == len(texts) or len(texts) > 1


# ---------------------------------------------------------------- results


def test_results_are_found_by_name_and_either_way_round():
    league = enter(make(Format.LEAGUE, 4), "D 3:1 A")
    tie = course(league).rounds[0].ties[0]
    assert (tie.home, tie.away, tie.result.score) == ("A", "D", (1, 3))
    assert "has its result, 1:3; --replace" in refused(league, "A 0:0 D")


def test_a_result_can_be_replaced_while_nothing_was_built_on_it():
    cup = enter(make(Format.KNOCKOUT, 4), "A 1:0 D", "B 1:0 C")
    tie, _ = find_tie(cup, ["A"], ["D"], replacing=True)
    mended = entered(cup, Result(tie.round, "A", "D", (1, 2)), replacing=True)
    assert listed(mended)[1] == ["DB"]
    played = enter(cup, "A 1:0 B")
    with pytest.raises(TournamentError, match="round 2 has no match A – B; it has: D – B"):
        entered(played, Result(1, "A", "D", (1, 2)), replacing=True)


def test_what_fits_no_match_is_refused():
    cup = make(Format.KNOCKOUT, 4)
    assert "no match of A and B can be played now; next: A – D, B – C" in refused(cup, "A 1:0 B")
    with pytest.raises(TournamentError, match="the winner is one of the two"):
        entered(cup, Result(1, "A", "D", (1, 1), winner="B"))
    with pytest.raises(TournamentError, match="counts for a table and has no extra time"):
        entered(make(Format.LEAGUE, 2), Result(1, "A", "B", (2, 1), extra=True))
    twice = replace(cup, results=(Result(1, "A", "D", (1, 0)), Result(1, "D", "A", (1, 0))))
    with pytest.raises(TournamentError, match="two results of D – A"):
        check(twice)


@given(st.sampled_from(Format), st.integers(6, 13), st.booleans(), st.integers(1, 4), st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_a_tournament_runs_to_its_end(form, count, third, copies, dice):
    third = third and form in {Format.KNOCKOUT, Format.GROUPS}
    cup = make(form, count, seeded=False, third_place=third, copies=copies)
    while due := course(cup).due:
        playing = [name for tie in due for name in (tie.home, tie.away)]
        assert len(playing) == len(set(playing))
        for tie in dice.sample(due, dice.randint(1, len(due))):
            score = (dice.randint(0, 3), dice.randint(0, 3))
            winner = tie.home if score[0] == score[1] and tie.stage == Stage.KNOCKOUT else ""
            cup = replace(cup, results=(*cup.results, Result(tie.round, tie.home, tie.away, score, winner=winner)))
    check(cup)
    found = course(cup)
    assert found.champion
    assert len(cup.results) == matches_in_all(cup) == len(found.ties)
    for each in found.rounds:
        playing = [name for tie in each.ties for name in (tie.home, tie.away)]
        assert len(playing) == len(set(playing))
        assert all(1 <= tie.table <= copies for tie in each.ties)


def test_what_a_game_says_of_stages_is_about_the_stages_that_there_are():
    assert {*STAGES} == {*Stage, "double"}
