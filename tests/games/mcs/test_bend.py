"""3.6 The fight in the bend."""

from __future__ import annotations

import pytest

from matchday.engine.log import clear
from matchday.games.mcs.rules.moves import draw_cards
from matchday.games.mcs.state import Event, Phase
from tests.games.mcs.track import GAME, Track, card


@pytest.mark.rule("MC-060")
def test_any_card_may_be_played_in_a_bend():
    track = Track(laps="B", hands={"host": "51O zV", "guest": ""})
    assert track.choices("host") == ["51O", "zV", "pass"]


@pytest.mark.rule("MC-061")
@pytest.mark.parametrize(("riders", "opener"), [("R19 W14 B12 Y01", "R"), ("W18 R15 B12 Y01", "Y")])
def test_the_leaders_manager_opens(riders, opener):
    track = Track(riders, laps="B")
    assert (track.phase, track.asked) == (Phase.OPEN, opener)
    track.do(opener, track.choices(opener)[0])
    assert track.is_public(Event.OPENED), "the card lies face up"


@pytest.mark.rule("MC-062")
def test_the_right_to_open_passes_on():
    track = Track(laps="B").do("host", "pass")
    assert (track.phase, track.asked) == (Phase.OPEN, "Y")


@pytest.mark.rule("MC-063")
def test_if_both_decline_the_bend_ends_without_effect():
    track = Track(laps="BS").do("host", "pass").do("guest", "pass")
    assert len(track.events(Event.QUIET_BEND)) == 1
    assert (int(track.table.lap), track.order) == (2, "RWBY")


@pytest.mark.rule("MC-064")
def test_the_opponent_may_beat_also_after_declining_to_open():
    track = Track(laps="B", hands={"host": "51O", "guest": "42O 51V 33T"})
    track.do("host", "51O")
    assert (track.phase, track.asked) == (Phase.BEAT, "Y")
    late = Track(laps="B", hands={"host": "51O 42O", "guest": "33O"})
    late.do("host", "pass").do("guest", "33O")
    assert late.choices("host") == ["51O", "42O", "pass"]


@pytest.mark.rule("MC-065", "MC-066")
def test_a_card_is_beaten_by_its_colour_or_its_symbol():
    track = Track(laps="B", hands={"host": "51O", "guest": "42O 51V 33T fG"})
    track.do("host", "51O")
    assert track.choices("guest") == ["51V", "42O", "pass"]


@pytest.mark.rule("MC-065")
def test_by_the_colour_of_the_card_on_top_not_of_one_below():
    track = Track(laps="B", hands={"host": "51O zO", "guest": "51V"})
    track.do("host", "51O").do("guest", "51V")
    assert track.choices("host") == ["pass"], "amber lies below"


@pytest.mark.rule("MC-067")
def test_beating_cancels_the_effect_below():
    track = Track(laps="BF", hands={"host": "fO", "guest": "0O"})
    track.do("host", "fO").do("guest", "0O")
    assert len(track.events(Event.LOCKED_LAST)) == 1, "the card on top has its effect"
    assert track.events(Event.WAVED_OFF) == [], "the beaten one has none"


@pytest.mark.rule("MC-068")
def test_beating_alternates_until_somebody_stops():
    track = Track("W18 R15 Y13 B12", laps="BS", hands={"host": "42O 51V 3G", "guest": "dO 51O 0G"})
    assert track.asked == "Y"
    asked = []
    for action in ("dO", "42O", "51O", "51V"):
        asked.append(track.asked)
        track.do(track.waiting[0], action)
    assert asked == ["Y", "R", "Y", "R"]
    track.do("guest", "pass")
    assert track.events(Event.WON_BEND) == [(0, card("51V"), 0, 0, 0, 0)]
    assert track.choices("host") == ["order:R1,B2", "order:R2,B1"], "the last card must be carried out"


@pytest.mark.rule("MC-069")
def test_after_the_bend_the_next_lap_is_turned():
    track = Track(laps="BS", hands={"host": "3O", "guest": ""})
    track.do("host", "3O")
    assert next(args[:2] for args in track.events(Event.LAP)) == (2, 0)


@pytest.mark.rule("MC-070")
def test_all_cards_of_the_bend_are_discarded():
    track = Track(laps="BS", hands={"host": "3O", "guest": "0O zV"})
    track.do("host", "3O").do("guest", "0O")
    assert {"3O", "0O"} <= track.used
    assert track.table.chain_count == 0


@pytest.mark.rule("MC-071")
@pytest.mark.parametrize(("choice", "order"), [("order:R1,B2", "RBWY"), ("order:R2,B1", "BRWY")])
def test_the_example_of_the_rulebook(choice, order):
    track = Track("W18 R15 B12 Y01", laps="BS", hands={"host": "42O 51V", "guest": "dO 51O 33V 51G"})
    assert (track.order, track.asked) == ("WRBY", "Y")
    track.do("guest", "dO").do("host", "42O").do("guest", "51O").do("host", "51V")
    assert track.choices("guest") == ["51G", "33V", "pass"], "another 5:1 or another violet card"
    track.do("guest", "pass")
    assert track.choices("host") == ["order:R1,B2", "order:R2,B1"]
    track.do("host", choice)
    assert track.order == order
    assert track.table.trouble == 0, "the defect is void"


@pytest.mark.rule("MC-R08")
def test_cards_of_a_bend_that_is_over_are_in_a_rebuilt_deck():
    """p draws a card when its bend is over: its own chain is discarded first and may be drawn."""
    track = Track(laps="BF", hands={"host": "pO", "guest": ""})
    table = track.table
    rest = [number for number in range(48) if number != card("pO")]
    table.cards[:] = 0
    table.deck_count, table.used_count = 0, 47
    table.cards[1:] = rest
    track.do("host", "pO")
    assert (48, 0, 0, 0, 0, 0) in track.events(Event.REBUILT)


@pytest.mark.rule("MC-R08")
def test_cards_in_a_bend_being_fought_are_not_in_a_rebuilt_deck():
    track = Track(laps="B", hands={"host": "3O zV", "guest": "0O 0V"}).do("host", "3O").do("guest", "0O")
    table = track.table
    table.cards[:] = table.cards[::-1].copy()
    table.deck_count, table.used_count = 0, int(table.deck_count)
    assert (track.phase, int(table.chain_count)) == (Phase.BEAT, 2)
    clear(track.log)
    draw_cards(track.box, table, 0, 2, track.log)
    assert track.events(Event.REBUILT) == [(44, 0, 0, 0, 0, 0)], "all but two hands and the two cards of the bend"
    assert GAME.components(track.box, table) == [1] * 48
    assert not {card("3O"), card("0O")} & {int(number) for number in table.cards[: table.deck_count]}
