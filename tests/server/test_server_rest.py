from __future__ import annotations

import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from shutil import copy
from typing import Any, get_args

import msgspec
import pytest
from sqlalchemy import select

import matchday
from matchday.bots.levels import LEVELS
from matchday.engine.calls import Language
from matchday.engine.cover import TABLES
from matchday.engine.speech import LANGUAGES
from matchday.engine.view import View
from matchday.games import GAMES, OURS
from matchday.games import game as find_game
from matchday.match.files import load_match
from matchday.server import api
from matchday.server.rows import Rows
from tests.server.house import BOT, GAME, HUMAN, House

RELEASED = [name for name in OURS if not find_game(name).is_draft]
"""A draft may leave out what is told of a game before it is played."""


@pytest.fixture(scope="module")
def finished(house):
    return house.make(HUMAN, BOT, seed="finished").play_out()


def test_health(house):
    told = house.http.get("/api/health").json()
    assert told["status"] == "ok"
    project = tomllib.loads((Path(matchday.__file__).parents[2] / "pyproject.toml").read_text())["project"]
    assert told["version"] == matchday.__version__ == project["version"]


def test_languages_are_those_of_the_catalogues():
    assert list(get_args(Language)) == list(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_rules_and_labels_in_every_language(house, language):
    games = house.http.get("/api/games", params={"lang": language}).json()
    assert [game["name"] for game in games] == list(GAMES)
    for game in games:
        assert game["seats"] >= 2
        assert [level["level"] for level in game["levels"]] == list(LEVELS)
        assert [level["level"] for level in game["levels"] if level["default"]] == ["amateur"]
        assert all(level["label"] and level["meaning"] for level in game["levels"])
        assert all(option["label"] and option["meaning"] for option in game["options"])
        assert all(preset["label"] and preset["meaning"] for preset in game["presets"])
        assert game["presets"][0]["options"] == {}
        assert [team["name"] for team in game["teams"]] == [team["name"] for team in game["teams"] if team["name"]]
        assert len(game["teams"]) >= game["seats"]
        assert game["cover"]["title"]
        if game["name"] in RELEASED:
            assert all(game["cover"][part] for part in ("tag", "stock", "players", "learn", "length"))
        assert all(
            option["values"] is None or option["default"] == option["values"][0]["value"] for option in game["options"]
        )
        rules = house.http.get(f"/api/rules/{game['name']}", params={"lang": language}).json()
        assert all(clause["id"] and clause["text"] for clause in rules)
        told = house.http.get(f"/api/rules/{game['name']}/chapters", params={"lang": language}).json()
        assert all(lesson["title"] and lesson["text"] for lesson in told)
        assert told or game["name"] not in RELEASED
    for name in ("", *GAMES):
        labels = house.http.get("/api/labels", params={"lang": language, "game": name}).json()
        assert all(labels.values())
        assert language != "en" or all(label.startswith("code:") for label in labels)


def test_what_is_said_of_a_game_is_said_in_the_persons_language(house):
    told = {language: house.http.get("/api/games", params={"lang": language}).json() for language in LANGUAGES}
    for games in [each for each in zip(*told.values(), strict=True) if each[0]["name"] in RELEASED]:
        assert len({game["cover"]["tag"] for game in games}) == 3
        assert len({game["presets"][0]["meaning"] for game in games}) == 3
        assert len({json.dumps(game["cover"]["colours"]) for game in games}) == 1


def test_the_cover_is_a_picture_that_may_be_kept_for_good(house):
    drawn = [art for game in house.http.get("/api/games").json() if (art := game["cover"]["art"])]
    assert len(drawn) == sum(find_game(name).art is not None for name in GAMES) > 0
    for art in drawn:
        answer = house.http.get(art)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.text.startswith("<svg")
    assert house.http.get("/api/games/chess/cover.svg").status_code == 404


def test_a_game_without_a_cover_is_offered_all_the_same(house, monkeypatch, tmp_path):
    copy(find_game("mcs").folder / "box.toml", tmp_path)
    bare = replace(find_game("mcs"), folder=tmp_path)
    source = find_game("mcs").box_data
    bare.__dict__["box_data"] = {key: value for key, value in source.items() if key not in TABLES}
    told = api.game_info(bare, "en")
    assert (told.cover.art, told.cover.tag, told.cover.learn) == (None, "", 0)
    assert told.cover.title == told.title
    assert told.cover.players == "For 2 players"
    assert [preset.label for preset in told.presets] == ["As printed"]
    assert len(told.teams) == 2
    monkeypatch.setattr(api, "find_game", lambda _name: bare)
    assert house.http.get("/api/games/mcs/cover.svg").status_code == 404


def test_labels_are_those_of_the_pages_or_of_one_table(house):
    pages = house.http.get("/api/labels", params={"lang": "pl"}).json()
    table = house.http.get("/api/labels", params={"lang": "pl", "game": "pilka_w_grze"}).json()
    assert (pages["Rematch"], table["Left flank"]) == ("Rewanż", "Lewa flanka")
    assert "Left flank" not in pages
    assert "Rematch" not in table
    assert house.http.get("/api/labels", params={"game": "chess"}).status_code == 404


def test_a_number_of_players_says_how_many_seats_it_makes(house):
    game = next(game for game in house.http.get("/api/games").json() if game["name"] == "mcs")
    players = next(option for option in game["options"] if option["name"] == "players")
    assert [value["seats"] for value in players["values"]] == [None, 3, 4]
    made = house.make(HUMAN, BOT, BOT, BOT, game="mcs", options={"players": 4})
    assert len(made.get().json()["seats"]) == 4
    wrong = {"game": "mcs", "seats": [HUMAN, BOT], "options": {"players": 4}}
    assert house.http.post("/api/matches", json=wrong).status_code == 422


@pytest.mark.parametrize("seat", [0, 1])
def test_the_automat_sits_opposite_the_person(house, seat):
    made = house.make(*((BOT, HUMAN) if seat else (HUMAN, BOT)), game="kickards", options={"solo": "league"})
    told = made.get().json()
    assert told["options"]["automat"] == f"seat{1 - seat}"
    assert told["waiting"] == [seat]
    assert [one["kind"] for one in told["seats"]] == (["automat", "human"] if seat else ["human", "automat"])
    assert "Automat" not in told["seats"][1 - seat]["name"]


@pytest.mark.parametrize(
    "seats", [[HUMAN, HUMAN], [HUMAN, {"kind": "friend"}], [{"kind": "friend"}, HUMAN]], ids=["beside", "link", "away"]
)
def test_nobody_sits_on_the_seat_of_the_automat(house, seats):
    order = {"game": "kickards", "seats": seats, "options": {"solo": "league"}, "hot_seat": seats == [HUMAN, HUMAN]}
    refused = house.http.post("/api/matches", json=order)
    assert refused.status_code == 422
    assert "one person plays alone" in refused.json()["message"]


def test_nobody_plays_on_from_a_file_on_the_seat_of_the_automat(house):
    made = house.make(HUMAN, BOT, game="kickards", options={"solo": "amateur"}, seed="solo").play_out()
    order = {"ply": 1, "seats": [BOT, HUMAN]}
    refused = house.http.post(f"/api/matches/{made.id}/branch", json=order)
    assert refused.status_code == 422
    assert "one person plays alone" in refused.json()["message"]
    order["seats"].reverse()
    assert house.http.post(f"/api/matches/{made.id}/branch", json=order).status_code == 201


def test_a_match_is_made_and_listed(house):
    made = house.make({"kind": "human", "name": " O\u202ela\x00 "}, {"kind": "bot", "level": "greedy"}, hot_seat=False)
    assert made.tokens[1] is None
    assert len(made.tokens[0]) * 6 >= 128
    listed = house.http.get("/api/matches", headers={"X-Seat-Tokens": f"nonsense,{made.tokens[0]}"}).json()
    assert [row["id"] for row in listed] == [made.id]
    assert (listed[0]["names"], listed[0]["kinds"]) == (["Ola", "The Yellows"], ["person", "bot"])
    assert listed[0]["seats"] == [0]
    assert (listed[0]["ply"], listed[0]["score"], listed[0]["over"]) == (0, [0, 0], False)
    assert house.http.get("/api/matches").json() == []
    about = made.get().json()
    assert about["seats"][1] == {
        "seat": 1,
        "name": "The Yellows",
        "kind": "bot",
        "level": "greedy",
        "taken": True,
        "ready": True,
        "opened": True,
        "here": True,
    }
    assert about["open"] is False


def test_a_person_called_like_a_bot_is_a_person(house):
    made = house.make({"kind": "human", "name": "bot greedy"}, HUMAN)
    people = [("bot greedy", "human"), ("Ola", "human")]
    assert [(seat["name"], seat["kind"]) for seat in made.get().json()["seats"]] == people
    listed = house.http.get("/api/matches", headers={"X-Seat-Tokens": made.tokens[0]}).json()
    assert listed[0]["names"] == ["bot greedy", "Ola"]
    text = made.play_out().get("/file").text
    again = house.http.post("/api/files", content=text, headers={"Content-Type": "text/plain"}).json()["id"]
    seats = house.http.get(f"/api/matches/{again}").json()["seats"]
    assert [(seat["name"], seat["kind"]) for seat in seats] == people


def test_tokens_are_kept_as_hashes_only(house):
    made = house.make(HUMAN, HUMAN)

    async def everything():
        async with house.rooms.store.engine.connect() as connection:
            tables = [await connection.execute(select(table)) for table in Rows.metadata.sorted_tables]
            return [str(row) for table in tables for row in table]

    stored = " ".join(house.inside(everything()))
    assert made.id in stored
    assert not any(token in stored for token in made.tokens)


@pytest.mark.parametrize(
    ("order", "status", "message"),
    [
        ({"game": "chess", "seats": [HUMAN, BOT]}, 404, 'no game "chess"'),
        ({"game": GAME, "seats": [HUMAN]}, 422, "the match has 2 seats, 1 were given"),
        ({"game": GAME, "seats": [HUMAN, {"kind": "bot", "level": "deep"}]}, 422, 'no bot "deep"'),
        ({"game": GAME, "seats": [HUMAN, BOT], "options": {"tactic": True}}, 422, 'did you mean "tactics"'),
        ({"game": GAME, "seats": [HUMAN, BOT], "options": {"tactics": 1}}, 422, "tactics"),
        ({"game": GAME, "seats": [HUMAN, BOT], "options": {"tactics": 0.5}}, 422, "options"),
        ({"game": GAME, "seats": [HUMAN, HUMAN], "seed": "1"}, 422, "Somebody may know the dice"),
        ({"game": GAME, "seats": [HUMAN, {"kind": "friend"}], "seed": "1", "hot_seat": True}, 422, "At one screen"),
        ({"game": GAME, "seats": [HUMAN, BOT], "seed": 1}, 422, "body.seed"),
        ({"game": GAME, "seats": [HUMAN, BOT], "colour": "red"}, 422, "body.colour"),
        ({"game": GAME, "seats": "both"}, 422, "body.seats"),
        ({"game": GAME, "seats": [HUMAN, {"kind": "dog"}]}, 422, "body.seats.1.kind"),
        ({"game": GAME, "seats": [{"kind": "human", "name": "\ud800"}, BOT]}, 422, "body"),
        ([], 422, "body"),
        (None, 422, "body"),
    ],
)
def test_wrong_orders_are_refused_in_words(house, order, status, message):
    body = json.dumps(order).encode()
    answer = house.http.post("/api/matches", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == status
    assert message in answer.json()["message"]


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"nul", b'{"game": NaN}', b"[" * 5000, b'"' + b"9" * 5000])
def test_garbled_bodies_are_refused(house, body):
    for path in ("/api/matches", "/api/matches/abc/branch"):
        answer = house.http.post(path, content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code in {400, 404, 422}
        assert answer.json()["message"]


def test_huge_bodies_are_refused(house):
    answer = house.http.post("/api/matches", content=b" " * 100_000, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    answer = house.http.post("/api/matches", content=iter([b" " * 50_000, b" " * 50_000]))
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "path",
    [
        "/api/matches/nobody",
        "/api/matches/nobody/view",
        "/api/matches/nobody/replay",
        "/api/matches/nobody/file",
        "/api/matches/%00/view",
        "/api/rules/chess",
        "/api/nothing",
    ],
)
def test_unknown_things_are_404(house, path):
    answer = house.http.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_errors_speak_the_persons_language(house):
    assert (
        house.http.get("/api/matches/nobody", headers={"Accept-Language": "pl-PL,en"}).json()["message"]
        == "Nie ma takiego meczu."
    )
    assert house.http.get("/api/matches/nobody", params={"lang": "es"}).json()["message"] == "No existe ese partido."


@pytest.mark.parametrize("query", [{"lang": "de"}, {"since": -1}, {"since": "x"}, {"since": 10**30}])
def test_wrong_queries_are_refused(house, finished, query):
    assert finished.get("/view", **query).status_code == 422


def test_a_view_is_for_the_seat_of_its_token(house):
    made = house.make(HUMAN, HUMAN)
    for seat in (0, 1, None):
        shown = made.get("/view", None if seat is None else made.tokens[seat])
        seen = msgspec.json.decode(shown.content, type=View)
        assert seen.seat == seat
        open_hands = [
            zone.id for zone in seen.zones if zone.id.startswith("hand.") and any(piece.face for piece in zone.pieces)
        ]
        assert open_hands == ([] if seat is None else [f"hand.{seat}"])
    other = house.make(HUMAN, HUMAN)
    for wrong in ("nonsense", other.tokens[0], "ż", made.tokens[0][:-1]):
        answer = house.http.get(f"/api/matches/{made.id}/view", headers={"Authorization": f"Bearer {wrong}".encode()})
        assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
    assert house.http.get(f"/api/matches/{made.id}/view", headers={"Authorization": "Basic x"}).status_code == 401


def test_while_a_match_goes_on_its_secrets_stay(house):
    made = house.make(HUMAN, HUMAN).play_out(6)
    assert made.get("/replay", ply=3).json()["seat"] is None
    assert made.get("/replay", made.tokens[1], seat=1, ply=3).json()["ply"] == 3
    for wrong in (made.get("/replay", seat=1), made.get("/replay", made.tokens[0], seat=1)):
        assert wrong.status_code == 401
    for wrong in (
        made.get("/replay", made.tokens[0], seat=0, open=True),
        made.get("/file", made.tokens[0]),
        house.http.post(f"/api/matches/{made.id}/branch", json={"ply": 1, "seats": [HUMAN, BOT]}),
    ):
        assert (wrong.status_code, wrong.json()["code"]) == (409, "not_over")


def test_a_finished_match_is_replayed_from_every_seat_and_open(finished):
    last = finished.get("/replay").json()
    assert last["over"]
    for seat in (0, 1):
        seen = finished.get("/replay", seat=seat, ply=4).json()
        assert (seen["ply"], seen["seat"]) == (4, seat)
        assert {event["ply"] for event in seen["events"]} <= {4}
    bare = finished.get("/replay", ply=4, open=True).json()
    hands = [zone for zone in bare["zones"] if zone["id"].startswith("hand.")]
    assert all(piece["face"] for zone in hands for piece in zone.get("pieces", []))
    assert bare["choices"] == []
    whole = finished.get("/replay", since=0, open=True).json()["events"]
    seen = [finished.get("/replay", seat=seat, since=0).json()["events"] for seat in (0, 1)]
    assert len(whole) >= max(map(len, seen))
    assert finished.get("/replay", ply=last["ply"] + 1).status_code == 422
    assert finished.get("/replay", seat=2).status_code == 422


def test_a_file_goes_out_and_comes_back(house, finished):
    answer = finished.get("/file")
    assert answer.headers["content-type"].startswith("text/plain")
    match = load_match(answer.text)
    assert match.over
    uploaded = house.http.post("/api/files", content=answer.text.encode())
    assert uploaded.status_code == 201
    again = uploaded.json()["id"]
    assert house.http.get(f"/api/matches/{again}/file").text == answer.text
    assert house.http.get(f"/api/matches/{again}/replay", params={"open": True, "ply": 2}).status_code == 200


def test_an_unfinished_file_is_a_replay_that_nobody_plays_on(house, finished):
    text = finished.get("/file").text
    head = [line for line in text.splitlines() if not line.startswith(("[Result", "[End"))]
    moves = next(number for number, line in enumerate(head) if line.startswith("1. "))
    answer = house.http.post("/api/files", content="\n".join(head[: moves + 9]).encode())
    about = house.http.get(f"/api/matches/{answer.json()['id']}").json()
    assert (about["ply"], about["over"], about["open"]) == (9, False, True)


def damaged(text: str) -> list[tuple[bytes, int, str]]:
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("1. "))
    swapped = [*lines[:first], *lines[first + 1 :]]
    return [
        (b"", 1, "no match file"),
        (b"\xff\x00\xfe", 1, "no text file"),
        (b"hello", 1, "a move is written"),
        ("\n".join(swapped).encode(), first + 1, "move 1 should stand here"),
        (re.sub(r"(?m)^3\. (\d) .*$", r"3. \1 nonsense", text).encode(), first + 3, "no action"),
        (re.sub(r'\[Seed ".*"\]', '[Seed "other"]', text).encode(), first + 1, ""),
        (text.replace("[Result", "[Resolt").encode(), 0, "no tag"),
        (re.sub(r'\[Seed ".*"\]', r'[Seed "\\ud800"]', text).encode(), 0, "no text"),
        (f"{text}\n{'9' * 6000}. 0 pass".encode(), 0, "a move is written"),
        (re.sub(r'\[Box ".*"\]', '[Box "0000"]', text).encode(), 3, "another box"),
    ]


def test_damaged_files_get_the_line_and_the_reason(house, finished):
    for body, line, message in damaged(finished.get("/file").text):
        answer = house.http.post("/api/files", content=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_file"), body[:80]
        assert message in answer.json()["message"]
        assert answer.json()["line"] == line or line in {0, 1}
    assert house.http.post("/api/files", content=b"1" * 6_000_000).status_code == 413


def test_playing_on_from_a_ply(house, finished):
    order = {"ply": 5, "seats": [{"kind": "bot", "level": "greedy"}, {"kind": "human", "name": "Ela"}]}
    answer = house.http.post(f"/api/matches/{finished.id}/branch", json=order)
    assert answer.status_code == 201
    created = answer.json()
    token = created["seats"][1]["token"]
    headers = {"Authorization": f"Bearer {token}"}
    seen = house.http.get(f"/api/matches/{created['id']}/view", headers=headers).json()
    assert (seen["ply"], seen["seat"], seen["seats"][1]["name"]) == (5, 1, "Ela")
    assert finished.get().json()["over"]
    last = finished.get().json()["ply"]
    for ply in (last, last + 1):
        wrong = house.http.post(f"/api/matches/{finished.id}/branch", json={**order, "ply": ply})
        assert wrong.status_code == 422


def test_openapi_is_complete_and_typed(house):
    schema = house.http.get("/api/openapi.json").json()
    names = schema["components"]["schemas"]
    assert {"View", "Problem", "ClientMessage", "ServerMessage", "ViewMessage", "Play", "Summary"} <= set(names)
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            assert operation["description"]
            done = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
            content = next(iter(done["content"].values()))["schema"]
            assert content, path
            assert operation["responses"]["422"]["content"]["application/json"]["schema"] == {
                "$ref": "#/components/schemas/Problem"
            }
    refs = set(re.findall(r"#/components/schemas/([\w-]+)", str(schema)))
    assert refs <= set(names)


def test_the_client_is_served_and_nothing_beside_it(tmp_path):

    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<p>the lobby</p>")
    (static / "assets" / "a.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    house = House(str(tmp_path / "matches.db"), static=static)
    try:
        for path in ("/", "/match/abc"):
            assert house.http.get(path).text == "<p>the lobby</p>"
        page = house.http.get("/assets/a.js")
        assert "immutable" in page.headers["cache-control"]
        assert "script-src 'self';" in page.headers["content-security-policy"]
        for path in ("/missing.js", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%00.js"):
            assert house.http.get(path).status_code == 404
    finally:
        house.stop()


def test_without_a_built_client_the_page_says_so(tmp_path):
    house = House(str(tmp_path / "matches.db"), static=tmp_path / "nothing")
    try:
        assert "not built" in house.http.get("/").text
    finally:
        house.stop()


REFUSED_FILES = ["", "hello", "[Game]", '[Game "chess"]', '[Game "pilka_w_grze"]\n[Rules "0"]', '[Event "x"]']
REFUSED_DECKS = ["", "just a name", "name = [", 'name = "x"\ncards = ["many J09"]', "a / b / c / d"]


@pytest.mark.parametrize("language", ["pl", "es"])
def test_refusals_come_in_the_language_of_the_page(house, language):
    """Everything that can be refused to somebody in a browser; English has the details, the others say it as well."""
    made = house.make(HUMAN, HUMAN)
    other = house.make(HUMAN, HUMAN, gather=True)
    there, token = f"/api/matches/{made.id}", {"Authorization": f"Bearer {made.tokens[0]}"}
    waiting, first = f"/api/matches/{other.id}", {"Authorization": f"Bearer {other.tokens[0]}"}
    people = [HUMAN, BOT]
    calls: list[tuple[str, str, dict[str, Any]]] = [
        *(("POST", "/api/files", {"content": text}) for text in REFUSED_FILES),
        ("POST", "/api/files", {"content": b"\xff\xfe\x00"}),
        ("POST", "/api/files", {"content": b" " * 4_100_000}),
        *(("POST", "/api/games/kick_on/decks/read", {"json": {"text": text}}) for text in REFUSED_DECKS),
        ("POST", "/api/matches", {"json": {"game": "chess", "seats": people}}),
        ("POST", "/api/matches", {"json": {"game": GAME, "seats": people, "options": {"tactics": 7}}}),
        ("POST", "/api/matches", {"json": {"game": GAME, "seats": [HUMAN]}}),
        ("POST", "/api/matches", {"json": {"game": GAME, "seats": [HUMAN, {"kind": "bot", "level": "deep"}]}}),
        ("POST", "/api/matches", {"json": {"game": GAME, "seats": [HUMAN, HUMAN], "seed": "1"}}),
        ("POST", "/api/matches", {"json": {"game": GAME, "seats": [HUMAN, {"kind": "human", "name": "x" * 4000}]}}),
        ("POST", "/api/matches", {"json": {"game": "kick_on", "seats": people, "options": {"deck_0": "x: y"}}}),
        ("POST", "/api/matches", {"content": b" " * 100_000}),
        ("POST", f"{there}/join", {"json": {"code": "nonsense", "name": "Ola"}}),
        ("POST", f"{there}/ready", {"json": {"hash": "0" * 64}, "headers": token}),
        ("POST", f"{there}/open", {"json": {"nonce": "0" * 64}, "headers": token}),
        ("POST", f"{there}/open", {"json": {"nonce": "0" * 64, "words": "a\nb"}, "headers": token}),
        ("POST", f"{there}/branch", {"json": {"ply": 0, "seats": [HUMAN, HUMAN]}}),
        ("POST", "/api/matches", {"json": {"game": GAME, "seats": [HUMAN, {"kind": "friend"}], "hot_seat": True}}),
        ("POST", f"{there}/fill", {"json": {"seat": 1, "level": "greedy"}, "headers": token}),
        ("POST", f"{there}/invite", {"json": {"seat": 1}, "headers": token}),
        ("POST", f"{there}/invite", {"json": {}}),
        ("POST", f"{there}/branch", {"json": {"ply": 0, "seats": people}}),
        ("GET", f"{there}/file", {}),
        ("GET", f"{there}/analysis", {}),
        ("GET", f"{there}/replay", {"params": {"open": True}}),
        ("GET", f"{there}/replay", {"params": {"ply": 5}}),
        ("GET", f"{there}/replay", {"params": {"seat": 9}}),
        ("GET", f"{there}/replay", {"params": {"seat": 1}}),
        ("GET", f"{waiting}/view", {"headers": first}),
        ("GET", "/api/matches/nobody", {}),
        ("GET", "/api/rules/chess", {}),
        ("GET", "/api/nothing", {}),
        ("POST", "/api/matches", {"json": {}, "headers": {"Origin": "https://elsewhere.example"}}),
    ]
    for method, path, how in calls:
        told = {}
        for asked in ("en", language):
            headers = {**how.get("headers", {}), "Accept-Language": f"{asked}-XX,en;q=0.5"}
            answer = house.http.request(method, path, **{**how, "headers": headers})
            assert answer.status_code >= 400, (path, how)
            told[asked] = answer.json()["message"]
        assert told["en"] != told[language], (method, path, how)


@pytest.mark.parametrize("language", ["pl", "es"])
def test_a_broken_file_is_verified_in_the_language_of_the_page(house, language):
    for text in REFUSED_FILES:
        said = {}
        for asked in ("en", language):
            findings = house.http.post("/api/verify", content=text, params={"lang": asked}).json()["findings"]
            said[asked] = [each["text"] for each in findings if each["verdict"] == "broken"]
        assert len(said["en"]) == 1
        assert said["en"] != said[language]


def test_the_match_of_the_day_can_be_ordered_as_it_is_told(house):
    told = house.http.get("/api/today", params={"lang": "pl"}).json()
    assert told == house.http.get("/api/today", params={"lang": "pl"}).json()
    assert [seat["kind"] for seat in told["seats"]].count("human") == 1
    assert told["seats"][told["seat"]]["kind"] == "human"
    order = {name: told[name] for name in ("game", "seed", "seats")}
    one, two = (house.http.post("/api/matches", json=order).json()["id"] for _ in range(2))
    assert house.room(one).match.at(0).digest() == house.room(two).match.at(0).digest()
