"""Fair dice over the web: every kind of cheat is played, and is refused or caught. `docs/fair-dice.md` lists them."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import pytest

from matchday.engine.speech import Say
from matchday.games import game as find_game
from matchday.match.fair import Fair, FirstFair, Opening, new_secret
from matchday.match.files import load_match, print_match
from matchday.match.match import Match
from matchday.match.verify import is_fair, verify
from matchday.server.dice import stored_fair
from matchday.server.gathering import Gathering
from matchday.server.problems import Conflict
from matchday.server.store import hashed
from tests.match.dice_corpus import ODD_WORDS
from tests.server.house import BOT, GAME, HUMAN, House, Made, downgrade, until

FRIEND = {"kind": "friend"}
HOST, GUEST = 0, 1


def invited(house, *seats, **order) -> Made:
    answer = house.http.post("/api/matches", json={"game": GAME, "seats": list(seats), **order})
    assert answer.status_code == 201, answer.text
    made = Made(house, answer.json())
    for seat in answer.json()["seats"]:
        if seat["invite"]:
            made.tokens[seat["seat"]] = made.post("join", code=seat["invite"], name="Ela").json()["token"]
    return made


def conceded(made: Made) -> Made:
    """End a match quickly."""
    with made.sit(HOST) as guest:
        guest.send(type="concede", ply=guest.view()["ply"])
        while not guest.view()["over"]:
            pass
    return made


def found(made: Made, seat: int, kept=None) -> dict[str, str]:
    """What the check of a seat's browser says of the file that the server gives."""
    findings = verify(made.get("/file").text, Say(), kept or made.kept_by(seat))
    return {finding.code: finding.verdict for finding in findings}


def rewrite(made: Made, **columns) -> None:
    """The host changes the database by hand."""
    path = made.house.settings.database
    database = sqlite3.connect(path)
    with database:
        for name, value in columns.items():
            database.execute(f"UPDATE matches SET {name} = ? WHERE id = ?", (value, made.id))  # noqa: S608
    database.close()
    made.house.rooms.rooms.clear()


class CheatingHost:
    """A host who plays on seat 0 and wants a good first hand; his server lets him do what he likes."""

    def __init__(self, made: Made) -> None:
        self.made, self.room = made, made.house.room(made.id)
        self.seen = made.kept_by(GUEST)
        """What the guest's browser has kept, before it opens."""

    def likes(self, fair: Fair) -> bool:
        """Any property of the deal that comes about once in eight."""
        return int(Match(find_game(GAME), fair=fair).digest()[0], 16) < 2

    def deal(self, fair: Fair) -> Made:
        """Deal what he likes, as if it had come about honestly."""
        self.room.gathering.laid_out = lambda _sitters: Match(find_game(GAME), names=["Ola", "Ela"], fair=fair)
        assert self.made.open(HOST).json()["dealt"]
        rewrite(self.made, secret=fair.secret)
        return conceded(self.made)


@pytest.fixture
def host(house):
    made = invited(house, HUMAN, FRIEND)
    made.seal(HOST, "mine")
    made.seal(GUEST, "hers")
    cheat = CheatingHost(made)
    assert made.open(GUEST).status_code == 200  # now the host knows everything
    return cheat


def own(cheat: CheatingHost) -> Fair:
    return Fair(cheat.room.gathering.secret, (cheat.made.openings[HOST], cheat.made.openings[GUEST]))


def test_an_honest_match_is_proven_against_everybody(host):
    made = host.deal(own(host))
    for seat in (HOST, GUEST):
        assert found(made, seat)["all_proven"] == "proven"
    assert is_fair(verify(made.get("/file").text, Say(), host.seen))


def test_a_host_who_changes_the_secret_is_caught(host):
    honest = own(host)
    tries = (replace(honest, secret=new_secret()) for _ in range(1000))
    made = host.deal(next(fair for fair in tries if host.likes(fair)))
    told = found(made, GUEST, host.seen)
    assert told["commitment_other"] == "broken"
    assert "all_proven" not in told


def test_a_host_who_plays_and_grinds_words_of_his_own_is_caught(host):
    """What was possible before: he knows the secret and her words, and tries words of his own until he likes it."""
    honest = own(host)
    mine, hers = honest.openings
    tries = (replace(honest, openings=(replace(mine, words=f"mine {n}"), hers)) for n in range(1000))
    made = host.deal(next(fair for fair in tries if host.likes(fair)))
    told = found(made, GUEST, host.seen)
    assert told["hashes_other"] == "broken"
    assert "all_proven" not in told


def test_a_host_who_leaves_out_somebody_s_words_is_caught(host):
    honest = own(host)
    made = host.deal(replace(honest, openings=(honest.openings[HOST], None)))
    told = found(made, GUEST, host.seen)
    assert (told["hashes_other"], told["words_missing"]) == ("broken", "broken")


def test_a_host_who_puts_other_words_into_somebody_s_mouth_is_caught(host):
    honest = own(host)
    made = host.deal(replace(honest, openings=(honest.openings[HOST], Opening("hers", new_secret()))))
    told = found(made, GUEST, host.seen)
    assert (told["hashes_other"], told["words_missing"]) == ("broken", "broken")


def test_a_host_who_says_that_there_was_a_chosen_seed_is_caught(host):
    made = host.deal(own(host))
    rewrite(made, dice="known", secret=None, openings=None)
    told = found(made, GUEST, host.seen)
    for missing in ("commitment_missing", "hashes_missing", "words_missing"):
        assert told[missing] == "broken"


def test_a_host_cannot_fix_other_hashes_than_he_shows(host):
    """She opens only when the list holds her own hash, and keeps the list: another one in the file is found."""
    other = replace(
        host.seen, hashes=(Opening("", new_secret()).sealed(host.seen.commitment, HOST), host.seen.hashes[1])
    )
    made = host.deal(own(host))
    assert found(made, GUEST, other)["hashes_other"] == "broken"


# ---------------------------------------------------------------- players


def test_a_player_learns_nothing_to_grind_with(house):
    """Before everyone has sealed nobody is shown anything but the commitment, and afterwards nothing can be changed."""
    made = invited(house, HUMAN, FRIEND)
    secret = house.room(made.id).gathering.secret
    with made.sit(GUEST) as guest, made.sit(None) as watcher:
        made.seal(HOST, "mine")
        assert made.get().json()["hashes"] is None
        hashes = made.seal(GUEST, "hers").json()["hashes"]
        assert made.open(HOST).status_code == 200
        for seat, words in ((GUEST, "better"), (HOST, "other")):
            before = made.openings[seat]
            refused = made.seal(seat, words)
            made.openings[seat] = before
            assert (refused.status_code, refused.json()["message"][:18]) == (422, "Everyone has seale")
        told = " ".join(guest.texts + watcher.texts) + made.get(tokens=made.tokens[GUEST]).text
        assert made.openings[HOST].nonce not in told
        assert '"mine"' not in told
        assert secret not in told
        assert made.get().json()["hashes"] == hashes
        assert made.open(GUEST).json()["dealt"]


@pytest.mark.parametrize("change", [{"words": "other"}, {"words": "hers "}, {"nonce": "0" * 64}])
def test_a_player_who_opens_something_else_is_refused(house, change):
    made = invited(house, HUMAN, FRIEND)
    made.seal(HOST)
    made.seal(GUEST, "hers")
    honest = made.openings[GUEST]
    made.openings[GUEST] = replace(honest, **change)
    refused = made.open(GUEST)
    assert (refused.status_code, refused.json()["message"]) == (422, "That is not what this seat has sealed.")
    assert made.post("open", HOST, words="hers", nonce=honest.nonce).status_code == 422  # nor is it another seat's
    assert [seat["opened"] for seat in made.get().json()["seats"]] == [False, False]
    made.openings[GUEST] = honest
    assert made.open(GUEST).status_code == 200
    assert made.open(GUEST).status_code == 200  # said once more, because the answer was lost
    assert made.open(HOST).json()["dealt"]


def test_another_player_s_hash_cannot_be_copied(house):
    made = invited(house, HUMAN, FRIEND)
    made.seal(HOST)
    copied = made.openings[HOST].sealed(made.get().json()["commitment"], HOST)
    assert made.post("ready", GUEST, hash=copied).status_code == 200
    made.openings[GUEST] = made.openings[HOST]
    assert made.open(HOST).status_code == 200
    assert made.open(GUEST).status_code == 422


def test_what_two_processes_left_to_each_other_is_done_by_whoever_reads_the_match_next(house, monkeypatch):
    """As where each knew of its own player alone, and had dropped the match when it heard of the other's."""

    async def leave_it(_gathering):
        """Do nothing."""

    def nobody_deals():
        monkeypatch.setattr(Gathering, "deal_when_ready", leave_it)

    made = invited(house, HUMAN, FRIEND)
    nobody_deals()
    made.seal(HOST)
    made.seal(GUEST)
    assert not made.get().json()["hashes"]
    monkeypatch.undo()
    house.restart()
    until(lambda: made.get().json()["hashes"])
    nobody_deals()
    made.open(HOST)
    made.open(GUEST)
    assert not made.get().json()["dealt"]
    monkeypatch.undo()
    house.restart()
    until(lambda: made.get().json()["dealt"])


def test_a_player_who_never_opens_keeps_the_table_undealt_and_all_see_who(house):
    made = invited(house, HUMAN, FRIEND)
    made.seal(HOST)
    made.seal(GUEST)
    made.open(HOST)
    room = house.room(made.id)
    house.inside(room.refresh())
    told = made.get().json()
    assert (told["dealt"], [seat["opened"] for seat in told["seats"]]) == (False, [True, False])
    code = made.post("invite", GUEST, handover=True)
    assert (code.status_code, "until the deal no seat changes" in code.json()["message"]) == (422, True)
    headers = {"Authorization": f"Bearer {made.tokens[HOST]}"}
    filled = house.http.post(f"/api/matches/{made.id}/fill", json={"seat": 1}, headers=headers)
    assert filled.status_code == 422
    assert made.post("ready", GUEST, hash="0" * 64).status_code == 422


def test_no_seat_changes_hands_between_sealing_and_the_deal(house):
    made = invited(house, HUMAN, FRIEND)
    code = made.post("invite", GUEST, handover=True).json()["code"]
    made.seal(HOST)
    made.seal(GUEST)
    refused = made.post("join", code=code, name="Ewa")
    assert (refused.status_code, "until the deal no seat changes" in refused.json()["message"]) == (422, True)
    made.open(HOST)
    assert made.open(GUEST).json()["dealt"]
    assert made.post("join", code=code, name="Ewa").status_code == 201


def test_the_database_refuses_what_another_process_missed(house):
    """A process that has not heard yet that all hashes are fixed asks the store for what was possible before."""
    made, store = invited(house, HUMAN, FRIEND), house.rooms.store
    made.seal(HOST)
    mine, hers = (hashed(token) for token in made.tokens)

    def refused(work) -> bool:
        try:
            house.inside(work)
        except Conflict:
            return True
        return False

    sealed, nonce = house.room(made.id).sitters[HOST].hash, made.openings[HOST].nonce
    assert refused(store.open_up(made.id, HOST, sealed, "", nonce, by=mine))  # not everyone has sealed
    assert refused(store.seal(made.id, house.room(made.id).sitters, house.room(made.id).names))
    made.seal(GUEST)
    assert refused(store.make_ready(made.id, GUEST, "0" * 64, {}, by=hers))
    assert refused(store.seal(made.id, house.room(made.id).sitters, house.room(made.id).names))
    assert refused(store.open_up(made.id, HOST, sealed, "", nonce, by=hers))
    assert refused(store.open_up(made.id, HOST, "0" * 64, "", nonce, by=mine))
    assert made.open(HOST).status_code == 200
    assert refused(store.open_up(made.id, HOST, sealed, "", "0" * 64, by=mine))  # what is opened stays as it is
    dealt = Match(find_game(GAME), fair=own(CheatingHost(made)))
    assert refused(store.deal(made.id, dealt, house.room(made.id).sitters, house.room(made.id).names))
    assert made.open(GUEST).json()["dealt"]


def test_another_device_seals_anew_until_all_have(house):
    made = invited(house, HUMAN, FRIEND)
    made.seal(HOST, "phone")
    token, made.tokens[HOST] = (
        made.tokens[HOST],
        made.post("join", code=made.post("invite", HOST).json()["code"]).json()["token"],
    )
    made.seal(HOST, "tablet")
    made.seal(GUEST)
    made.open(GUEST)
    made.tokens[HOST] = token
    assert made.open(HOST).json()["dealt"]  # whichever device knows it
    assert load_match(conceded(made).get("/file").text).fair.openings[HOST].words == "tablet"


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("words", ODD_WORDS.values(), ids=ODD_WORDS)
def test_words_are_kept_sign_by_sign(house, words):
    made = conceded(invited(house, HUMAN, FRIEND).begin("heads", words))
    assert found(made, GUEST)["all_proven"] == "proven"
    assert load_match(made.get("/file").text).fair.openings[GUEST].words == words


@pytest.mark.parametrize("words", ["a\nb", "\t", "\u2028", "\x00", "x" * 201])
def test_what_is_no_words_is_refused_in_words(house, words):
    made = invited(house, HUMAN, FRIEND)
    made.seal(HOST)
    made.seal(GUEST, words)
    refused = made.open(GUEST)
    assert refused.status_code == 422
    assert "one line" in refused.json()["message"]


# ---------------------------------------------------------------- dice that somebody may know


def uploaded(house, fair) -> str:
    """Upload a file with a secret of one's own; gives the match."""
    match = Match(find_game(GAME), fair=fair)
    seat = match.waiting[0]
    match.play(seat, match.legal(seat)[0])
    return house.http.post("/api/files", content=print_match(match).encode()).json()["id"]


def branch(house, match, *seats, **order):
    return house.http.post(f"/api/matches/{match}/branch", json={"ply": 0, "seats": list(seats), **order})


@pytest.mark.parametrize(
    "fair",
    [Fair("a1" * 32, (None, None)), FirstFair("a1" * 32, ("", "")), Fair("a1" * 32, (Opening("", "0" * 64),) * 2)],
)
def test_a_file_with_a_secret_of_one_s_own_is_nobody_s_fair_dice(house, fair):
    name = uploaded(house, fair)
    told = house.http.get(f"/api/matches/{name}").json()
    assert (told["dice"], told["commitment"]) == ("known", None)
    stored = house.inside(house.rooms.store.read(name))
    assert (stored.secret, stored.openings) == (None, None)
    for seats, order in (
        ([HUMAN, FRIEND], {}),
        ([HUMAN, HUMAN], {}),
        ([FRIEND, BOT], {}),
        ([HUMAN, FRIEND], {"hot_seat": True}),
    ):
        refused = branch(house, name, *seats, **order)
        assert refused.status_code == 422
        assert "Somebody may know" in refused.json()["message"] or "At one screen" in refused.json()["message"]
    alone = Made(house, branch(house, name, HUMAN, BOT).json())
    assert alone.get().json()["dice"] == "known"
    text = conceded(alone).get("/file").text
    assert "[Secret " not in text
    assert "[Seed " in text
    assert "no_secret" in {finding.code for finding in verify(text, Say())}


def test_a_branch_of_a_finished_match_inherits_nothing(house):
    made = conceded(invited(house, HUMAN, FRIEND).begin())
    assert branch(house, made.id, HUMAN, HUMAN).status_code == 422
    assert branch(house, made.id, HUMAN, FRIEND).status_code == 422
    beside = Made(house, branch(house, made.id, HUMAN, HUMAN, hot_seat=True).json())
    for again in (beside, Made(house, branch(house, made.id, HUMAN, BOT).json())):
        assert (again.get().json()["dice"], again.get().json()["commitment"]) == ("known", None)
    house.rooms.rooms.clear()
    assert house.room(beside.id).match.fair is None
    assert made.get().json()["dice"] == "joint"
    for handover in (True, False):
        refused = beside.post("invite", HOST, handover=handover)
        assert (refused.status_code, "stay at one screen" in refused.json()["message"]) == (422, True)


def test_seats_of_a_chosen_seed_stay_at_one_screen(house):
    made = house.make(HUMAN, HUMAN, seed="lucky", hot_seat=True)
    assert made.post("invite", HOST, handover=True).status_code == 422
    assert made.post("invite", GUEST).status_code == 422
    code = "made before this was refused"

    async def slip_in() -> None:
        from sqlalchemy import insert

        from matchday.server.rows import InviteRow

        async with house.rooms.store.engine.begin() as connection:
            await connection.execute(insert(InviteRow).values(match=made.id, seat=1, code=hashed(code), handover=True))

    house.inside(slip_in())
    assert made.post("join", code=code, name="Ela").status_code == 422
    alone = house.make(HUMAN, BOT, seed="lucky")
    assert alone.post("invite", HOST).status_code == 201  # who plays alone may take another device


def test_whatever_is_stored_beside_them_known_dice_are_not_fair():
    assert stored_fair("known", "a1" * 32, [None, None]) is None
    assert stored_fair("host", "a1" * 32, [None, None]) == Fair("a1" * 32, (None, None))
    assert stored_fair("first", "a1" * 32, ["x", ""]) == FirstFair("a1" * 32, ("x", ""))


def test_dice_of_a_rematch_are_fresh(house):
    made = house.make(HUMAN, HUMAN, seed="lucky", hot_seat=True)
    with made.sit(HOST) as guest:
        guest.send(type="concede", ply=guest.view()["ply"])
        while not guest.view()["over"]:
            pass
        guest.send(type="offer", what="rematch")
        made.id = guest.until("rematch")["id"]
    told = made.get().json()
    assert (told["dice"], bool(told["commitment"]), told["dealt"]) == ("host", True, True)


def test_dice_that_the_server_drew_alone_are_called_so(house):
    for made in (house.make(HUMAN, BOT), house.make(HUMAN, HUMAN, hot_seat=True), house.make(HUMAN, HUMAN)):
        assert made.get().json()["dice"] == "host"
        findings = verify(conceded(made).get("/file").text, Say())
        assert is_fair(findings)
        assert {"server_alone"} <= {finding.code for finding in findings}
        assert not {"players_only", "all_proven"} & {finding.code for finding in findings}


# ---------------------------------------------------------------- consent at one screen


def test_a_friend_s_seat_is_not_at_one_screen(house):
    order = {"game": GAME, "seats": [HUMAN, FRIEND], "hot_seat": True}
    refused = house.http.post("/api/matches", json=order)
    assert (refused.status_code, refused.json()["message"][:13]) == (422, "At one screen")


@pytest.mark.parametrize("handover", [True, False])
def test_a_seat_that_is_opened_elsewhere_ends_the_one_screen(tmp_path, handover):
    """Whoever made it cannot agree for the other any more: to a draw, to moves taken back."""
    house = House(str(tmp_path / "matches.db"))
    try:
        made = house.make(HUMAN, HUMAN, hot_seat=True, options={"level_score": "draw"})
        assert made.get().json()["hot_seat"]
        code = made.post("invite", GUEST, handover=handover).json()["code"]
        assert made.get().json()["hot_seat"]  # nobody has come yet
        fresh = made.post("join", code=code, name="Ela").json()["token"]
        for _ in range(2):
            assert made.get().json()["hot_seat"] is False
            house.restart()
        made.tokens[GUEST] = fresh
        with made.sit(HOST) as guest, made.sit(GUEST) as other:
            guest.view()
            other.view()
            guest.send(type="offer", what="draw")
            assert other.until("offer")["agreed"] == [HOST]
            assert not made.get().json()["over"]
            other.send(type="answer", what="draw", accept=True)
            while not guest.view()["over"]:
                pass
    finally:
        house.stop()


# ---------------------------------------------------------------- a database of before


def test_what_was_stored_before_is_called_what_it_was(tmp_path):
    house = House(str(tmp_path / "matches.db"))
    try:
        old = conceded(invited(house, HUMAN, FRIEND).begin().play_out(3))
        made = {
            "first": house.make(HUMAN, HUMAN).play_out(3),
            "seed": house.make(HUMAN, BOT, seed="x"),
            "branch": Made(house, branch(house, old.id, HUMAN, BOT, ply=1).json()),
            "start": Made(house, branch(house, old.id, HUMAN, BOT).json()),
            "gathering": invited(house, HUMAN, FRIEND),
        }
        made["gathering"].seal(HOST, "x")
        file = Made(house, {"id": uploaded(house, FirstFair("a1" * 32, ("", ""))), "seats": []})
        secrets = {each: house.room(each.id).gathering.secret for each in [old, *made.values()]}
        house.stop()
        go_back(tmp_path / "matches.db", file.id, old.id, made, secrets)
        house.start()
        dice = {name: each.get().json()["dice"] for name, each in {**made, "file": file, "old": old}.items()}
        assert dice == {
            "first": "first",
            "seed": "known",
            "branch": "known",
            "start": "known",
            "gathering": "joint",
            "file": "known",
            "old": "first",
        }
        assert [seat["ready"] for seat in made["gathering"].get().json()["seats"]] == [False, False]
        match = house.room(made["first"].id).match
        assert match.fair == FirstFair(secrets[made["first"]], ("heads", "tails"))
        made["gathering"].begin()
        assert made["gathering"].get().json()["dealt"]
    finally:
        house.stop()


def go_back(path, file, old, made, secrets) -> None:
    """Make a database what it was before dice had kinds: files and branches had secrets, and seats had open words."""
    downgrade(path, "0005")
    database = sqlite3.connect(path)
    with database:
        for name in ("branch", "start"):
            database.execute(
                "UPDATE matches SET secret = (SELECT secret FROM matches WHERE id = ?) WHERE id = ?",
                (old, made[name].id),
            )
        database.execute("UPDATE matches SET secret = 'a1' WHERE id = ?", (file,))
        first = made["first"]
        seed = FirstFair(secrets[first], ("heads", "tails")).seed
        for seat, words in enumerate(("heads", "tails")):
            database.execute("UPDATE seats SET words = ? WHERE match = ? AND seat = ?", (words, first.id, seat))
        database.execute("DELETE FROM moves WHERE match = ?", (first.id,))
        database.execute("UPDATE matches SET seed = ?, ply = 0 WHERE id = ?", (seed, first.id))
    database.close()
