"""Play by link: invitations, seats that change hands, people who gather, spectators, and who is there."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import matchday
from matchday.engine.speech import Say
from matchday.games import game as find_game
from matchday.match.fair import Fair, Opening, new_secret
from matchday.match.files import load_match
from matchday.match.verify import verify as verify_text
from matchday.server.store import hashed
from tests.server.house import BOT, HUMAN, Guest, House, Made

FRIEND = {"kind": "friend"}


def post(made, what, token=None, **body):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return made.house.http.post(f"/api/matches/{made.id}/{what}", json=body, headers=headers)


def invited(house, *seats, **order) -> Made:
    answer = house.http.post("/api/matches", json={"game": "pilka_w_grze", "seats": list(seats), **order})
    assert answer.status_code == 201, answer.text
    made = Made(house, answer.json())
    made.invites = [seat["invite"] for seat in answer.json()["seats"]]
    return made


def begin(made) -> Made:
    """Everyone comes and is ready."""
    for seat, code in enumerate(made.invites):
        if code:
            made.tokens[seat] = post(made, "join", code=code, name=f"Guest {seat}").json()["token"]
    return made.begin()


def test_a_friend_comes_by_link_and_both_play(house):
    made = invited(house, HUMAN, FRIEND)
    assert made.tokens[1] is None
    assert len(made.invites[1]) * 6 >= 128
    before = made.get().json()
    assert (before["dealt"], [seat["taken"] for seat in before["seats"]]) == (False, [True, False])
    assert made.get("/view", made.tokens[0]).json()["code"] == "not_dealt"
    with made.sit(0) as host:
        gathering = host.until("gathering")
        assert gathering["commitment"] == before["commitment"]
        assert made.seal(0, "for luck").json()["hashes"] is None
        joined = post(made, "join", code=made.invites[1], name=" <b>Ela</b>\u202e ").json()
        assert joined["seat"] == 1
        made.tokens[1] = joined["token"]
        sealed = made.seal(1, "i moje").json()
        assert (sealed["dealt"], [seat["opened"] for seat in sealed["seats"]]) == (False, [False, False])
        while (gathering := host.until("gathering"))["hashes"] is None:
            pass
        assert gathering["hashes"] == sealed["hashes"]
        assert made.open(1).json()["dealt"] is False
        assert made.open(0).json()["dealt"] is True
        assert host.view()["seats"][1]["name"] == "<b>Ela</b>"
    made.play_out()
    match = load_match(made.get("/file").text)
    assert match.fair.openings == (made.openings[0], made.openings[1])
    assert match.fair.commitment == before["commitment"]
    assert match.seed == Fair(match.fair.secret, match.fair.openings).seed
    for seat in (0, 1):
        found = verify_text(made.get("/file").text, Say(), made.kept_by(seat))
        assert "all_proven" in {finding.code for finding in found}


def test_an_invitation_is_used_once(house):
    made = invited(house, HUMAN, FRIEND)
    assert post(made, "join", code=made.invites[1]).status_code == 201
    for code in (made.invites[1], "nonsense", made.tokens[0], ""):
        again = post(made, "join", code=code)
        assert (again.status_code, again.json()["code"]) == (404, "bad_code")
    other = invited(house, HUMAN, FRIEND)
    assert post(made, "join", code=other.invites[1]).status_code == 404


def test_a_lost_invitation_is_made_anew_and_the_old_one_is_void(house):
    made = invited(house, HUMAN, FRIEND)
    fresh = post(made, "invite", made.tokens[0], seat=1).json()
    assert post(made, "join", code=made.invites[1]).status_code == 404
    assert post(made, "join", code=fresh["code"]).json()["seat"] == 1
    assert post(made, "invite", made.tokens[0], seat=1).status_code == 422
    assert post(made, "invite", seat=1).status_code == 401


def test_a_private_link_opens_the_seat_on_another_device(house):
    made = house.make(HUMAN, HUMAN).play_out(2)
    code = post(made, "invite", made.tokens[0]).json()["code"]
    other = post(made, "join", code=code, name="Somebody else").json()
    assert other["seat"] == 0
    for token in (made.tokens[0], other["token"]):
        assert made.get("/view", token).json()["seat"] == 0
    assert made.get().json()["seats"][0]["name"] == "Ola"


def test_a_seat_that_is_handed_over_opens_to_nobody_else(house):
    made = house.make(HUMAN, HUMAN).play_out(2)
    with made.sit(0) as guest:
        guest.view()
        code = post(made, "invite", made.tokens[0], handover=True).json()["code"]
        fresh = post(made, "join", code=code, name="Ela").json()
        assert guest.error() == "bad_token"
        assert guest.closed() == 4401
    assert made.get("/view", made.tokens[0]).status_code == 401
    assert made.get("/view", fresh["token"]).json()["seat"] == 0
    assert made.get().json()["seats"][0]["name"] == "Ela"
    with made.sit(0) as guest:
        assert guest.closed() == 4401


def test_codes_and_tokens_are_never_told_to_others(house):
    made = invited(house, HUMAN, FRIEND)
    with made.sit(None) as watcher, made.sit(0) as host:
        host.until("gathering")
        begin(made)
        host.view()
        watcher.view()
        heard = " ".join(watcher.texts + host.texts) + made.get().text
    for secret in (*made.tokens, made.invites[1]):
        assert secret not in heard


def test_a_free_seat_is_filled_by_a_bot(house):
    made = invited(house, HUMAN, FRIEND, FRIEND, BOT, game="mcs", options={"players": 4})
    assert post(made, "fill", seat=2).status_code == 401
    filled = post(made, "fill", made.tokens[0], seat=2, level="rookie").json()
    assert [seat["kind"] for seat in filled["seats"]] == ["human", "human", "bot", "bot"]
    assert post(made, "join", code=made.invites[2]).status_code == 404
    assert post(made, "fill", made.tokens[0], seat=2).status_code == 422
    made.invites[2] = None
    begin(made)
    assert made.get().json()["dealt"]


def test_the_last_free_seat_filled_begins_the_match(house):
    made = invited(house, HUMAN, FRIEND)
    made.seal(0)
    assert post(made, "fill", made.tokens[0], seat=1).json()["hashes"][1] == ""
    assert made.open(0).json()["dealt"]


def test_alone_one_may_gather_too_for_words_of_ones_own(house):
    made = invited(house, HUMAN, BOT, gather=True)
    commitment = made.get().json()["commitment"]
    made.begin("mine")
    assert made.get().json()["dealt"]
    assert made.seal(0, "later").status_code == 422
    assert made.get().json()["commitment"] == commitment


def test_words_of_whoever_gives_up_stay_what_the_dice_were_made_of(house):
    made = invited(house, HUMAN, FRIEND, FRIEND, game="mcs", options={"players": 3})
    for seat in (1, 2):
        made.tokens[seat] = post(made, "join", code=made.invites[seat]).json()["token"]
    made.begin("hers", "his", "mine")
    with made.sit(1) as guest:
        guest.view()
        guest.send(type="concede", ply=0)
        while guest.view()["seats"][1]["name"] == "":
            pass
    house.rooms.rooms.clear()
    match = house.room(made.id).match
    assert match.fair.seed == match.seed
    assert match.fair.openings == tuple(made.openings.values())


def test_whoever_takes_a_seat_over_before_the_deal_speaks_for_himself(house):
    made = invited(house, HUMAN, FRIEND)
    made.seal(0, "mine")
    code = post(made, "invite", made.tokens[0], handover=True).json()["code"]
    fresh = post(made, "join", code=code, name="Ewa").json()["token"]
    assert [seat["ready"] for seat in made.get().json()["seats"]] == [False, False]
    assert made.seal(0, "late").status_code == 401
    made.tokens[0] = fresh
    assert house.room(made.id).sitters[0].hash == ""
    assert made.seal(0).json()["seats"][0]["ready"]


def test_spectators_may_be_kept_out_until_the_end(house):
    made = house.make(HUMAN, HUMAN, spectators=False)
    for what in ("/view", "/replay", "/chance"):
        assert (made.get(what).status_code, made.get(what).json()["code"]) == (403, "no_spectators")
    with made.sit(None) as watcher:
        assert watcher.error() == "no_spectators"
        assert watcher.closed() == 4401
    assert made.get("/view", made.tokens[0]).status_code == 200
    made.play_out()
    assert made.get("/replay").status_code == 200
    assert made.get("/view").json()["over"]


def test_everyone_is_told_who_is_there(house):
    made = house.make(HUMAN, HUMAN)
    with made.sit(0) as guest:
        assert guest.until("presence")["here"] == [True, False]
        with made.sit(1) as other:
            assert other.until("presence")["here"] == [True, True]
            assert guest.until("presence")["here"] == [True, True]
        assert guest.until("presence")["here"] == [True, False]
        with made.sit(None):
            assert guest.until("presence")["watching"] == 1
        assert [seat["here"] for seat in made.get().json()["seats"]] == [True, False]


def test_people_who_gather_survive_a_restart(tmp_path):
    house = House(str(tmp_path / "matches.db"))
    try:
        made = invited(house, HUMAN, FRIEND)
        made.seal(0, "before")
        commitment = made.get().json()["commitment"]
        house.restart()
        assert made.get().json()["commitment"] == commitment
        assert [seat["ready"] for seat in made.get().json()["seats"]] == [True, False]
        made.tokens[1] = post(made, "join", code=made.invites[1]).json()["token"]
        made.seal(1, "after")
        house.restart()
        assert made.get().json()["hashes"]
        assert made.open(0).json()["dealt"] is False
        house.restart()
        assert [seat["opened"] for seat in made.get().json()["seats"]] == [True, False]
        assert made.open(1).json()["dealt"]
        house.restart()
        made.play_out()
        assert [opening.words for opening in load_match(made.get("/file").text).fair.openings] == ["before", "after"]
    finally:
        house.stop()


def test_a_match_played_on_keeps_its_dice_through_a_restart(tmp_path):
    house = House(str(tmp_path / "matches.db"))
    try:
        made = begin(invited(house, HUMAN, FRIEND))
        made.play_out()
        order = {"ply": 5, "seats": [HUMAN, BOT]}
        again = house.http.post(f"/api/matches/{made.id}/branch", json=order).json()["id"]
        house.restart()
        assert house.http.get(f"/api/matches/{again}/view").json()["ply"] >= 5
    finally:
        house.stop()


def test_a_file_is_verified_offline(house, tmp_path):
    made = begin(invited(house, HUMAN, FRIEND)).play_out()
    file = tmp_path / "played.match"
    file.write_text(made.get("/file").text, encoding="utf-8")
    done = verify(file)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = file.read_text(encoding="utf-8").splitlines()
    fourth = next(number for number, line in enumerate(lines) if line.startswith("4. "))
    lines[fourth] = lines[fourth + 1].replace("5. ", "4. ", 1)
    file.write_text("\n".join(lines), encoding="utf-8")
    done = verify(file)
    assert done.returncode == 1
    assert "ply 4" in done.stdout + done.stderr


def verify(file):
    return subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "matchday", "verify", str(file)],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(Path(matchday.__file__).parents[1]), "PATH": ""},
    )


@pytest.mark.parametrize("order", [{"seed": "x", "gather": True}, {"seed": "x", "seats": [HUMAN, FRIEND]}])
def test_a_chosen_seed_is_no_fair_dice(house, order):
    body = {"game": "pilka_w_grze", "seats": [HUMAN, BOT], **order}
    assert house.http.post("/api/matches", json=body).status_code == 422


def test_a_guest_who_waits_sees_nothing_of_the_match(house):
    made = invited(house, HUMAN, FRIEND)
    with Guest(made) as stranger:
        stranger.hello(None)
        message = stranger.until("gathering")
        assert set(message) == {"type", "commitment", "hashes", "seats"}
        stranger.send(type="play", ply=0, action=0)
        assert stranger.error() in {"not_your_move", "not_dealt"}
        assert json.loads(stranger.texts[0])["type"] == "gathering"


# ---------------------------------------------------------------- decks of one's own


def own_deck(house, name: str, like: str) -> str:
    """Write a deck out as the deck desk does; gives the value of a deck's option."""
    known = {deck["option"]: deck["deck"] for deck in house.http.get("/api/games/kick_on/cards").json()["decks"]}
    checked = house.http.post("/api/games/kick_on/decks/check", json={**known[like], "name": name})
    return checked.json()["option"]


def two_coaches(house) -> Made:
    """Two people who are about to say that they are ready."""
    made = invited(house, HUMAN, FRIEND, game="kick_on")
    made.tokens[1] = post(made, "join", code=made.invites[1], name="Ela").json()["token"]
    return made


def test_everyone_brings_a_deck_of_their_own_and_nobody_else_is_told(house):
    made, deck = two_coaches(house), own_deck(house, "Ela’s eleven", "garra")
    assert made.seal(1, deck_1=deck).status_code == 200
    assert made.seal(0, deck_0="samba").json()["dealt"] is False
    assert made.open(1).status_code == 200
    assert made.open(0).json()["dealt"] is True
    with made.sit(0) as host, made.sit(None) as watcher:
        host.view()
        watcher.view()
        heard = " ".join(host.texts + watcher.texts) + made.get().text + made.get("/view", made.tokens[0]).text
    assert deck not in heard
    assert "Ela’s eleven" not in heard
    assert {name: made.get().json()["options"][name] for name in ("deck_0", "deck_1")} == defaults_of_decks()
    assert made.seal(1, deck_1="toque").status_code == 422
    with made.sit(0) as host:
        host.view()
        host.send(type="concede", ply=made.get().json()["ply"])
        assert host.view()["over"]
    played = load_match(made.get("/file").text)
    assert (played.options["deck_0"], played.options["deck_1"]) == ("samba", deck)


def defaults_of_decks() -> dict[str, str]:
    """What everyone is shown of decks that are secret."""
    return {name: option.default for name, option in find_game("kick_on").options.items() if name.startswith("deck_")}


@pytest.mark.parametrize(
    "options",
    [{"deck_0": "samba"}, {"draws_allowed": True}, {"nonsense": 1}, {"deck_1": "no deck at all"}, {"deck_1": 7}],
)
def test_only_a_legal_deck_of_ones_own_is_taken(house, options):
    made = two_coaches(house)
    refused = made.seal(1, **options)
    assert refused.status_code == 422, refused.text
    assert made.get().json()["seats"][1]["ready"] is False


def test_a_deck_that_was_brought_is_kept_through_a_restart(tmp_path):
    house = House(str(tmp_path / "matches.db"))
    try:
        made = two_coaches(house)
        made.seal(1, deck_1="mixta")
        house.restart()
        made.seal(0)
        for seat in (0, 1):
            assert made.open(seat).status_code == 200
        assert house.room(made.id).match.options["deck_1"] == "mixta"
        house.restart()
        assert house.room(made.id).match.options["deck_1"] == "mixta"
    finally:
        house.stop()


def test_no_invitation_of_the_one_before_opens_a_seat_that_was_handed_over(house):
    made = begin(invited(house, HUMAN, FRIEND))
    device = post(made, "invite", made.tokens[1]).json()["code"]
    over = post(made, "invite", made.tokens[1], handover=True).json()["code"]
    assert post(made, "join", code=over, name="Ewa").status_code == 201
    again = post(made, "join", code=device, name="Guest 1")
    assert (again.status_code, again.json()["code"]) == (404, "bad_code")


def test_nobody_is_invited_to_a_seat_that_was_taken_meanwhile(house):
    """The check in memory may be older than what is stored."""
    made = begin(invited(house, HUMAN, FRIEND))
    room = house.room(made.id)
    room.sitters[1] = replace(room.sitters[1], taken=False)
    refused = post(made, "invite", made.tokens[0], seat=1)
    assert (refused.status_code, refused.json()["message"]) == (422, "This seat is not free.")


def test_two_who_were_ready_at_once_elsewhere_are_dealt(house):
    made = invited(house, HUMAN, FRIEND)
    made.tokens[1] = post(made, "join", code=made.invites[1], name="Ela").json()["token"]
    room = house.room(made.id)

    async def store_both() -> None:
        for seat, token in enumerate(made.tokens):
            made.openings[seat] = Opening("", new_secret())
            sealed = made.openings[seat].sealed(room.gathering.commitment, seat)
            await house.rooms.store.make_ready(made.id, seat, sealed, {}, by=hashed(token))

    async def open_both() -> None:
        for seat, token in enumerate(made.tokens):
            sealed, opening = room.gathering.hashes[seat], made.openings[seat]
            await house.rooms.store.open_up(made.id, seat, sealed, "", opening.nonce, by=hashed(token))

    house.inside(store_both())
    assert made.get().json()["hashes"] is None
    house.inside(room.refresh())
    assert made.get().json()["hashes"]
    house.inside(open_both())
    house.inside(room.refresh())
    told = made.get().json()
    assert told["dealt"]
    assert [seat["name"] for seat in told["seats"]] == ["Ola", "Ela"]
