"""Words, the view and the terminal's picture."""

from __future__ import annotations

import copy
import io

import pytest
from rich.console import Console

from matchday.engine.log import SPECTATOR
from matchday.engine.speech import LANGUAGES, Say
from matchday.games.mcs import view, words
from matchday.games.mcs.state import ACTIONS, ATTACK, COLOURS, DEFECT, DEFENCE, FALL, Event, Phase
from tests.games.mcs.track import FOUR_WAY, GAME, PAIRS, Track, card
from tests.kit import random_match

NAMES = ["Ann", "Bob", "Cid", "Dot"]


def text_of(track: Track, seat: int, language: str = "en") -> str:
    console = Console(width=140, record=True, file=io.StringIO())
    console.print(GAME.draw(Say(language), track.box, track.hidden(seat), seat, NAMES))
    return console.export_text()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", [{}, PAIRS, FOUR_WAY, {"players": 3}])
def test_everything_can_be_said_and_drawn(language, options):
    say = Say(language)
    for position, seat, action in random_match(GAME, 8, heats=5, **options):
        hidden = position.hidden(seat)
        assert words.action(say, position.box, hidden, seat, action)
        ask, _, then = words.prompt(say, position.box, hidden, seat).partition("\n")
        assert ask[-1] in ".?"
        assert then or options == FOUR_WAY, "every question says what follows"
        for kind, *args in position.events():
            assert "{" not in words.event(say, position.box, NAMES, kind, tuple(args))
        if position.table.counter % 5 == 0:
            assert view.zones(say, position.box, hidden, seat)
            assert view.counters(say, position.box, hidden, seat)
            GAME.draw(say, position.box, hidden, seat, NAMES)


def test_polish_and_spanish_are_not_english():
    sentences = {words.event(Say(language, "mcs"), GAME.box(), NAMES, Event.OPENED, (0, 0)) for language in LANGUAGES}
    assert sentences == {
        "Ann opens the bend: 5:1 Double win, amber ●.",
        "Ann otwiera wiraż: 5:1 Podwójna wygrana, bursztynowy ●.",
        "Ann abre la curva: 5:1 Doble victoria, ámbar ●.",
    }


@pytest.mark.parametrize(("count", "text"), [(1, "dobrana 1 karta"), (3, "dobrane 3 karty"), (5, "dobranych 5 kart")])
def test_polish_plurals(count, text):
    assert text in words.event(Say("pl", "mcs"), GAME.box(), NAMES, Event.DREW_CARDS, (0, count))


def test_notation_is_the_specifications():
    box = GAME.box()
    known = {words.notation(box, action) for action in range(ACTIONS)}
    assert {"33O", "pass", "decline", "done", "pick:R19", "target:W", "overtake:Y", "victim:2", "order:R1,B2"} <= known


def test_reports_use_the_sports_notation():
    track = Track("R19 B17 W14 Y01", laps="F").finish_heat()
    marks = [words.heat_mark(track.box, track.table, 0, colour) for colour in range(COLOURS)]
    assert marks == ["3", "2*", "0", "1"]
    assert words.rider_marks(track.box, track.table, 0) == "3"
    track.table.results[1] = [1 * 8 + 3 + DEFECT, 1 * 8 + 0, 1 * 8 + 3 + FALL, 1 * 8 + 1]
    track.table.heat = 2
    marks = [words.heat_mark(track.box, track.table, 1, colour) for colour in range(COLOURS)]
    assert marks == ["d", "3", "u", "2"]
    assert words.rider_marks(track.box, track.table, 0) == "3,d"


def test_no_bonus_points_where_everyone_rides_alone():
    track = Track("R19 B17 W14 Y01", laps="F", **FOUR_WAY).finish_heat()
    assert words.heat_mark(track.box, track.table, 0, 1) == "2"


def test_the_table_shows_order_marks_and_chain():
    track = Track("W18 R15 B12 Y01", laps="BB", hands={"host": "3O uG", "guest": "zG 0G"})
    track.do("guest", "pass").do("host", "3O").do("guest", "pass").do("guest", "pass").do("host", "uG")
    screen = text_of(track, 1)
    assert "Igor Prostecki" in screen
    assert "3: first place safe" in screen
    assert "Fall, graphite ◆" in screen
    zones = {zone.id: zone for zone in view.zones(Say(), track.box, track.hidden(1), 1)}
    assert [piece.face for piece in zones["order"].pieces] == ["W18", "R15", "B12", "Y01"]
    assert zones["order"].pieces[0].marks == ["first"]
    assert [piece.face for piece in zones["chain"].pieces] == ["uG"]
    assert zones["used"].count == 1
    assert [piece.face for piece in zones["hand.1"].pieces] == ["0G", "zG"]
    assert [piece.face for piece in zones["hand.0"].pieces] == []


def test_trouble_and_riders_out_are_shown():
    track = Track("W18 R15 B12 Y01", laps="BBS", hands={"host": "dV uG", "guest": ""})
    track.do("host", "dV", "target:W")
    zones = {zone.id: zone for zone in view.zones(Say(), track.box, track.hidden(0), 0)}
    assert [(piece.face, piece.marks) for piece in zones["out"].pieces] == [("W18", ["defect"])]
    assert "Out: White (d)" in text_of(track, 0)


def test_a_face_down_attack_is_seen_by_its_owner_only():
    track = Track(laps="S", hands={"host": "zV", "guest": "uT 51O"}).do("guest", "uT")
    for seat, face in ((0, None), (1, "uT"), (SPECTATOR, None)):
        zones = {zone.id: zone for zone in view.zones(Say(), track.box, track.hidden(seat), seat)}
        assert zones["straight"].pieces[0].face == face
        assert zones["hand.1"].count == 1


def test_lap_decks_show_what_is_still_to_come():
    track = Track("", laps="")
    zones = {zone.id: zone for zone in view.zones(Say(), track.box, track.table, 0)}
    assert zones["lap.1"].count == 15
    assert [(piece.face, piece.facts["left"]) for piece in zones["lap.2"].pieces] == [
        ("straight", 4),
        ("bend", 4),
        ("finish", 4),
    ]


def test_choices_point_at_pieces_and_say_what_follows():
    track = Track("W18 Y13 R09 B06", laps="BS", hands={"host": "51V", "guest": ""}).do("host", "51V")
    (first, _) = track.legal(0)
    assert view.detail(Say(), track.box, track.table, 0, first) == "Red, Blue, White, Yellow"
    attack = Track(laps="S", hands={"host": "", "guest": "uT"})
    assert view.elements(attack.box, attack.table, 1, card("uT")) == ["hand.1.0"]
    picking = Track("")
    assert view.elements(picking.box, picking.table, 0, picking.legal(0)[1]) == ["pool.R.1"]


def test_a_rider_is_picked_for_good_whoever_has_picked_before():
    def told(track: Track, seat: int) -> set[bool]:
        return {view.final(track.box, track.hidden(seat), seat, action) for action in track.legal(seat)}

    track = Track("")
    assert (told(track, 0), told(track, 1)) == ({True}, {True}), "the rival's pick would end all taking back"
    track.do("host", "pick:R09", "pick:B02")
    assert told(track, 1) == {True}, "it is asked the same way, however quick the rival was"


def test_an_arrangement_is_pressed_as_the_order_it_leads_to():
    track = Track("W18 Y13 R09 B06", laps="BS", hands={"host": "51V", "guest": ""}).do("host", "51V")
    pressed = [view.elements(track.box, track.table, 0, action) for action in track.legal(0)]
    assert pressed == [["order.RBWY"], ["order.BRWY"]]
    places = view.facts(track.box, track.table, 0, track.legal(0)[0])
    assert places == {"place.1": "R", "place.2": "B", "place.3": "W", "place.4": "Y"}


def test_the_top_card_tells_the_orders_it_can_lead_to_and_what_could_beat_it():
    track = Track("R19 W18 B12 Y01", laps="B", hands={"host": "51V uG", "guest": "3O dV"}).do("host", "51V")
    zones = {zone.id: zone for zone in view.zones(Say(), track.box, track.hidden(1), 1)}
    facts = zones["chain"].pieces[-1].facts
    assert [[facts[f"order.{number}.{place}"] for place in range(1, 5)] for number in (1, 2)] == [[*"RBWY"], [*"BRWY"]]
    assert "order.3.1" not in facts
    assert [piece.facts.get("why") for piece in zones["hand.1"].pieces] == ["not violet, not 5:1 Double win", None]
    counters = {counter.id: counter.value for counter in view.counters(Say(), track.box, track.hidden(1), 1)}
    assert (counters["unseen.edge"], counters["unseen.effect"]) == (10, 3)


def test_a_straight_shows_who_fights_whom_and_which_lap_card_lies():
    track = Track("W18 R15 B12 Y01", laps="S", hands={"host": "uT 51O", "guest": "zV"})
    zones = {zone.id: zone for zone in view.zones(Say(), track.box, track.hidden(0), 0)}
    assert [piece.marks for piece in zones["order"].pieces] == [["defends"], ["attacks"], [], []]
    assert [piece.marks for piece in zones["lap.1"].pieces] == [["now"], [], []]


def test_the_clock_names_heat_and_lap():
    track = Track("")
    assert view.clock(Say(), track.box, track.table) == "Heat 1 of 15"
    assert view.clock(Say(), (track := Track(laps="S")).box, track.table) == "Heat 1 of 15, lap 1"


def test_between_heats_no_lap_is_shown():
    def lap(track: Track) -> tuple[int, int | None]:
        return next((c.value, c.of) for c in view.counters(Say(), track.box, track.hidden(0), 0) if c.id == "lap")

    track = Track(laps="SSSB", hands={"host": "wO 51O", "guest": ""})
    assert lap(track) == (1, 4)
    while track.phase != Phase.OPEN:
        track.do("host", "pass")
    assert lap(track) == (4, 4)
    assert lap(track.do("host", "wO")) == (5, 5), "the extra bend"
    assert track.do("host", "pass").phase == Phase.PICK
    assert track.table.heat == 2
    assert lap(track) == (0, 4)
    assert lap(Track("", colours="choose", **FOUR_WAY)) == (0, 4)


@pytest.mark.rule("MC-R07")
@pytest.mark.parametrize(
    ("free", "hand", "said"),
    [
        (True, "zV 51O", "Stop Bakhjul, or let him by?"),
        (False, "zV 51O", "Stop Bakhjul: you must defend."),
        (True, "51O", "No defence card: Bakhjul goes past Żwirecki."),
        (False, "51O", "No defence card: Bakhjul goes past Żwirecki."),
    ],
)
def test_the_defender_is_offered_what_he_may_do(free, hand, said):
    track = Track(laps="S", hands={"host": hand, "guest": "uT"}, defence_optional=free).do("guest", "uT")
    assert words.prompt(Say(), track.box, track.hidden(0), 0).startswith(f"{said}\n")
    assert ("pass" in track.choices("host")) == ("must" not in said)


@pytest.mark.rule("MC-063")
def test_the_last_who_may_open_reads_that_the_bend_ends_otherwise():
    def said(track: Track) -> str:
        return words.prompt(Say(), track.box, track.hidden(track.waiting[0]), track.waiting[0])

    track = Track(laps="B")
    assert said(track).endswith("Left, the next manager may open.")
    assert said(track.do("host", "pass")).endswith("Unopened, the bend ends quietly.")
    alone = {"laps": "B", "hands": {"host": "51O", "guest": ""}}
    assert said(Track(**alone)).endswith("Unopened, the bend ends quietly."), "the other holds no card"
    assert said(Track(**alone, auto_pass_when_unable=False)).endswith("Left, the next manager may open.")


@pytest.mark.rule("MC-R12")
def test_a_rider_who_cannot_overtake_says_why():
    track = Track("R19 W14 B12 Y01", laps="BB", hands={"host": "0V ovT", "guest": ""}).do("host", "0V", "ovT")
    reasons = [view.why_not_rider(Say(), track.box, track.table, 0, colour) for colour in range(COLOURS)]
    assert reasons == ["he leads", "", "he is left behind", ""]
    safe = Track("R19 W14 B12 Y01", laps="BB", hands={"host": "3O ovT", "guest": ""}).do("host", "3O", "ovT")
    reasons = [view.why_not_rider(Say(), safe.box, safe.table, 0, colour) for colour in range(COLOURS)]
    assert reasons == ["he leads", "", "", "the place ahead is safe"]


@pytest.mark.rule("MC-130")
def test_whom_to_rob_is_named_by_his_helmet():
    track = Track(laps="BB", hands={"R": "zO", "B": "51O", "Y": "51V", "W": ""}, **FOUR_WAY)
    track.do("R", "zO").do("B", "pass").do("Y", "pass")
    said = [words.action(Say(), track.box, track.hidden(0), 0, action) for action in track.legal(0)]
    assert said == ["Blue", "Yellow"]


def test_falls_and_defects_are_described_as_the_box_has_them():
    def described(box) -> list[str]:
        return [words.describe_effect(Say(), box, effect) for effect in (6, 7)]

    assert described(GAME.box()) == [
        "a rival falls: last place if a bend follows, out if the finish follows",
        "a rival's engine fails: no card on a straight, out if a bend follows",
    ]
    data = copy.deepcopy(GAME.box_data)
    data["trouble"] = {
        "fall": {"straight": "out", "bend": "keep", "finish": "last"},
        "defect": {"straight": "keep", "bend": "keep", "finish": "keep"},
    }
    assert described(GAME.box({}, data)) == [
        "a rival falls: out if a straight follows, last place if the finish follows",
        "a rival's engine fails",
    ]


@pytest.mark.rule("MC-138", "MC-R20", "MC-R23")
def test_each_shuffle_of_lap_cards_names_its_clause():
    shuffles = (Event.LAPS_SHUFFLED, Event.RUN_OFF_LAPS, Event.LAP_SHUFFLED)
    assert [words.event_rule(kind) for kind in shuffles] == ["MC-138", "MC-R20", "MC-R23"]
    assert [words.event(Say(), GAME.box(), NAMES, kind, (3, 0, 0, 0, 0, 0)) for kind in shuffles] == [
        "All lap cards are shuffled again.",
        "All lap cards are shuffled again.",
        "The cards of lap 3 are shuffled again.",
    ]


@pytest.mark.rule("MC-R22")
def test_the_option_promises_that_an_empty_hand_is_passed_over_and_no_more():
    assert words.option(Say(), "auto_pass_when_unable")[1] == "Whoever holds no card is passed over."
    track = Track(laps="S", hands={"host": "zV", "guest": "3T zT"})
    assert (track.asked, track.choices("guest")) == ("Y", ["pass"]), "cards that do not fit are no empty hand"
    assert Track(laps="S", hands={"host": "zV", "guest": ""}).asked == "R", "white was passed over, blue is asked"


def test_the_programme_lists_every_heat():
    track = Track("R19 B17 W14 Y01", laps="F").finish_heat()
    zones = {zone.id: zone for zone in view.zones(Say(), track.box, track.hidden(0), 0)}
    (heat,) = zones["programme"].pieces
    assert heat.name == "Heat 1  5:1"
    assert [heat.facts[letter] for letter in "RBYW"] == ["3", "2*", "0", "1"]
    assert (heat.facts["B.rider"], heat.facts["B.list"]) == ("17 Marcel Koleina", "2*")
    assert track.phase == Phase.PICK
    assert "5:1" in text_of(track, 0)


def meanings(track: Track, seat: int = 0) -> dict[str, str]:
    """What the seat reads beside each card it may lay."""
    return {
        words.notation(track.box, action): view.detail(Say(), track.box, track.table, seat, action)
        for action in track.legal(seat)
    }


@pytest.mark.rule("MC-098", "MC-101", "MC-R05", "MC-R05b")
def test_a_card_promises_on_the_last_laps_only_what_comes():
    track = Track("R19 W14 B12 Y01", laps="B", hands={"host": "pV wV uG dV", "guest": "zG"})
    assert meanings(track)["pV"] == "the next lap is a straight; draw 1 card"
    assert meanings(track)["dV"] == "a rival's engine fails: no card on a straight, out if a bend follows"
    track.table.lap = 4
    assert meanings(track) == {
        "uG": "a rival falls: out, since the finish line comes next",
        "dV": "a rival's engine fails: no effect, since the finish line comes next",
        "pV": "one more lap, the last: straight; draw 1 card",
        "wV": "one more lap, the last: bend; draw 1 card",
        "pass": "",
    }
    track.table.lap = 5
    assert meanings(track)["pV"] == meanings(track)["wV"] == "no further lap; draw 1 card"
    assert "no effect" in meanings(track)["dV"]
    hand = {zone.id: zone for zone in view.zones(Say(), track.box, track.table, 0)}["hand.0"]
    assert {piece.face: piece.facts["meaning"] for piece in hand.pieces}["pV"] == "no further lap; draw 1 card"
    track.do("host", "wV")
    chain = {zone.id: zone for zone in view.zones(Say(), track.box, track.table, 0)}["chain"]
    assert chain.pieces[0].facts["meaning"] == "no further lap; draw 1 card"
    assert "no further lap; draw 1 card" in text_of(track, 1)


@pytest.mark.rule("MC-R05")
def test_a_fall_on_the_last_lap_is_void_if_so_agreed():
    track = Track(laps="B", hands={"host": "uG", "guest": ""}, lap4_pending="void")
    track.table.lap = 4
    assert meanings(track)["uG"] == "a rival falls: no effect, since the finish line comes next"


@pytest.mark.rule("MC-131")
def test_where_everyone_rides_alone_the_pair_is_told_to_have_a_rival_in_it():
    track = Track("R19 W14 B12 Y01", laps="B", hands={"R": "51V"}, **FOUR_WAY)
    told = "the rider of whoever laid it and a rival, red with blue or yellow with white, take places 1+2"
    assert meanings(track)["51V"] == told
    track.do("R", "51V")
    prompt = words.prompt(Say(), track.box, track.hidden(0), 0)
    assert prompt == "Place Red, which is yours, and the rival paired with it: Blue."
    pairs = Track("R19 W14 B12 Y01", laps="B", hands={"R": "51V"}, **PAIRS)
    assert meanings(pairs)["51V"] == "the pair of whoever laid it takes places 1+2"


@pytest.mark.rule("MC-113")
def test_the_exchange_says_how_many_cards_go():
    track = Track(laps="F", hands={"host": "zV uG", "guest": ""})
    labels = []
    for choice in ("zV", "uG"):
        labels.append(words.action(Say(), track.box, track.hidden(0), 0, track.legal(0)[-1]))
        track.do("host", choice)
    labels.append(words.action(Say(), track.box, track.hidden(0), 0, track.legal(0)[-1]))
    assert labels == ["Keep all cards", "Exchange 1 card", "Exchange 2 cards"]


@pytest.mark.rule("MC-114")
def test_points_say_whose_they_are():
    args = (5, 7, 2, 4)
    told = words.event(Say(), GAME.box(), NAMES, Event.TOTALS, args)
    assert told == "It stands Host 12:6 Guest."
    assert words.event(Say(), GAME.box(FOUR_WAY), NAMES, Event.TOTALS, args) == (
        "It stands Red 5, Blue 7, Yellow 2, White 4."
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shown", [True, False])
def test_helmets_are_told_by_name_and_not_by_colour_alone(language, shown):
    track = Track("R19 W14 B12 Y01", laps="B", hands={"host": "zV", "guest": "uT"}, show_rider_pools=shown)
    say = Say(language, "mcs")
    console = Console(width=80, record=True, file=io.StringIO(), color_system=None)
    console.print(GAME.draw(say, track.box, track.hidden(0), 0, NAMES))
    screen = console.export_text()
    for colour, number in enumerate((19, 12, 1, 14)):
        name = words.helmet(say, colour)
        assert f"⬤ {name} {number}" in screen, "on the track"
        assert screen.count(name) == 2, "and beside its manager"


# ---------------------------------------------------------------- for people


def told(track: Track, *kinds: Event) -> list[str]:
    """What the report says of the last action."""
    return [words.event(Say(), track.box, NAMES, kind, tuple(args)) for kind, *args in track.events() if kind in kinds]


@pytest.mark.rule("MC-051", "MC-052")
def test_an_attempt_to_overtake_is_told_in_one_line_with_the_riders_names():
    clash = (Event.ATTACK_WON, Event.ATTACK_LOST)
    shut = Track(laps="S", hands={"host": "zV", "guest": "33O"}).do("guest", "33O").do("host", "zV")
    assert told(shut, *clash) == ["Żwirecki shuts A B and holds off Bakhjul."]
    past = Track(laps="S", hands={"host": "42O", "guest": "33O"}).do("guest", "33O").do("host", "42O")
    assert told(past, *clash) == ["Bakhjul finds A B open and passes Żwirecki."]
    open_door = Track(laps="S", hands={"host": "zV", "guest": "33O"}).do("guest", "33O").do("host", "pass")
    assert told(open_door, *clash) == ["Bakhjul passes Żwirecki, who has no answer."]


@pytest.mark.rule("MC-111")
def test_a_heat_is_told_with_the_hosts_points_first_and_everyone_who_scored():
    track = Track("W18 Y13 R09 B06", laps="B", hands={"host": "fO", "guest": ""}).do("host", "fO")
    assert told(track, Event.HEAT_RESULT) == ["Heat 1 ends 1:5. Prostecki 3, Łukowicz 2, Bandström 1, Grusgård 0."]
    alone = Track("W18 Y13 R09 B06", laps="B", hands={"R": "fO"}, **FOUR_WAY).do("R", "fO")
    assert told(alone, Event.HEAT_RESULT) == ["Heat 1: Prostecki 3, Łukowicz 2, Bandström 1, Grusgård 0."]
    nobody = words.event(Say(), track.box, NAMES, Event.HEAT_RESULT, (3, -1, -1, -1, -1, 0))
    assert nobody == "Heat 3: nobody finishes."


def test_a_card_on_the_straight_says_what_it_blocks_and_how_many_unseen_cards_that_stops():
    track = Track(laps="S", hands={"host": "zV 42O", "guest": "33O 51O"})
    attack = view.facts(track.box, track.hidden(1), 1, card("33O"))
    unseen = [one for one in range(48) if one not in {card("33O"), card("51O")}]
    defences = [int(track.box.cards[one].tracks) for one in unseen if track.box.cards[one].kind == DEFENCE]
    line = int(track.box.cards[card("33O")].tracks)
    shut = sum(not line & ~tracks for tracks in defences)
    assert attack == {"shut": shut, "of": len(defences)}
    assert view.detail(Say(), track.box, track.hidden(1), 1, card("33O")) == (
        f"Shut by {shut} of {len(defences)} unseen defences."
    )
    track.do("guest", "33O")
    defence = view.facts(track.box, track.hidden(0), 0, card("42O"))
    said = [view.detail(Say(), track.box, track.hidden(0), 0, card(code)) for code in ("42O", "zV")]
    assert said == [
        f"Blocks C D; open on A B. Stops {defence['shut']} of {defence['of']} unseen attacks.",
        f"Blocks every line. Stops {defence['of']} of {defence['of']} unseen attacks.",
    ]
    assert 0 < defence["shut"] < defence["of"]
    assert defence["of"] == sum(
        track.box.cards[one].kind == ATTACK for one in range(48) if one not in {card("zV"), card("42O")}
    ), "the card that lies face down is one of those that were not seen"


@pytest.mark.rule("MC-064")
def test_whoever_cannot_beat_the_top_card_is_told_so_and_what_follows():
    track = Track("R19 W18 B12 Y01", laps="B", hands={"host": "51V", "guest": "3O dV"}).do("host", "51V")
    stands = "\nIf it stands: the pair of whoever laid it takes places 1+2."
    prompt = words.prompt(Say(), track.box, track.hidden(1), 1)
    assert prompt == f"Beat it with violet ▲ or 5:1, or let it stand?{stands}"
    track = Track("R19 W18 B12 Y01", laps="B", hands={"host": "51V", "guest": "3O"}).do("host", "51V")
    prompt = words.prompt(Say(), track.box, track.hidden(1), 1)
    assert prompt == f"You cannot beat it: that takes violet ▲ or 5:1.{stands}"
    assert track.choices("guest") == ["pass"]


def test_clubs_have_names_and_the_lobby_makes_the_first_seat_the_host():
    assert len({words.team(Say(), seat) for seat in range(4)}) == 4
    assert not any(character.isdigit() for seat in range(4) for character in words.team(Say(), seat))
    assert GAME.cover.first_at_home == {"seating": "fixed"}
    assert [int(side) for side in Track("", **GAME.cover.first_at_home).table.side_of[:2]] == [0, 1]
