"""Bad inputs by the thousand: garbled calls and garbled messages, and whether anything changes.

    python -m tests.server.fuzz --inputs 1000000 --jobs 2

Half of the inputs are calls, half are messages of sockets, made by lot from good ones: other types, other values,
missing and unknown fields, cut and swapped bytes, forged tokens and codes, names that are not ours, chains of proxies
that nobody has seen, and paths to pages and files that there are not; match files with lines changed, doubled and blown
up; now and then a connection that says half of something. The tables that are watched must not change, one where people
gather among them, and no answer of a call may be kept in a cache.
"""

from __future__ import annotations

import argparse
import json
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from websockets.exceptions import ConnectionClosed

from matchday.engine.dice import Dice, roll, set_key
from matchday.games import game as find_game
from matchday.match.files import print_match
from matchday.match.match import Match
from matchday.server.wire import CLIENT_MESSAGE, AskHint, Concede, MakeOffer, Talk
from tests.server.house import GAME, HUMAN, PATIENCE, Guest, House, Made

A_ROUND = 5000
"""Inputs between two lines about how far it is, at most."""
ODD: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2**31, 2**63, -(2**70), 0.5, 1e308),
    *("", "x", "\x00", "\u202e", "ż" * 50, "a" * 3000, "../..", "' OR 1=1 --", "<script>", "{name}", "%s%n", "bot "),
    *([], [[]], {}, {"a": 1}, [None] * 20, {"type": "play"}),
)
MESSAGES: tuple[dict[str, Any], ...] = (
    {"type": "hello", "token": "forged", "lang": "en", "since": 0},
    {"type": "play", "ply": 99, "action": 3},
    {"type": "undo", "ply": 99},
    {"type": "hint"},
    {"type": "lang", "lang": "pl"},
    {"type": "concede", "ply": 999},
    {"type": "say", "phrase": "nothing like that", "text": ""},
    {"type": "offer", "what": "rematch"},
    {"type": "answer", "what": "draw", "accept": True},
    {"type": "pong", "n": 7},
    {"type": "away", "away": True},
    {"type": "pace", "at_once": True},
)
SEATS = [HUMAN, {"kind": "bot", "level": "rookie"}]
CALLS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("POST", "/api/matches", {"game": "chess", "options": {"tactics": True}, "seats": SEATS, "hot_seat": False}),
    ("POST", "/api/matches/{id}/join", {"code": "forged", "name": "x"}),
    ("POST", "/api/matches/{id}/invite", {"seat": 1, "handover": True}),
    ("POST", "/api/matches/{id}/ready", {"hash": "0" * 64, "options": {}}),
    ("POST", "/api/matches/{id}/open", {"words": "x", "nonce": "0" * 64}),
    ("POST", "/api/matches/{id}/fill", {"seat": 0, "level": "rookie"}),
    ("POST", "/api/matches/{id}/branch", {"ply": 1, "seats": SEATS}),
    ("POST", "/api/games/kick_on/decks/check", {"name": "x", "squad": ["P01"], "cards": {"E01": 3}, "options": {}}),
    ("POST", "/api/games/kick_on/decks/read", {"text": "name = 1"}),
    ("POST", "/api/files", {"not": "a match file"}),
    ("POST", "/api/verify", {"not": "a match file"}),
    ("GET", "/api/matches/{id}/view", {"lang": "en", "since": 0}),
    ("GET", "/api/matches/{id}/replay", {"seat": 1, "ply": 3, "since": 0, "open": True}),
    ("GET", "/api/matches/{id}/file", {}),
    ("GET", "/api/matches/{id}/analysis", {"lang": "en"}),
    ("GET", "/api/rules/nothing", {"lang": "en"}),
    ("GET", "/api/games", {"lang": "en"}),
    ("GET", "/api/health", {}),
    ("GET", "/api/ready", {}),
    ("GET", "/api/matches", {"lang": "en"}),
    ("DELETE", "/api/matches/{id}", {}),
)
PATHS = ("x.js", "assets/x.js", "%00.js", "a" * 300, "a/" * 150, "..%2f" * 20 + "x.y", "api", "api/" + "a" * 300, "%ff")
"""Pages and files that there are not."""
HEADERS: tuple[dict[str, str], ...] = (
    *({}, {}, {"Authorization": "Bearer forged"}, {"Authorization": "x"}, {"X-Seat-Tokens": ",,"}),
    *({"Host": "rebound.example"}, {"Host": "localhost.rebound.example:80"}, {"Host": "["}, {"Host": "*"}),
    *({"Host": "localhost"}, {"Host": "[::1]:9"}),
    *({"X-Forwarded-For": "127.0.0.1"}, {"X-Forwarded-For": "6.6.6.6, , [::1]:1, x"}, {"X-Forwarded-For": "a" * 3000}),
    *({"X-Forwarded-Proto": "gopher"}, {"Origin": "https://elsewhere.example"}),
)
FOREIGN = {"rebound.example", "localhost.rebound.example:80", "[", "*"}
"""Names that are not ours."""


FILE_CALLS = ("/api/files", "/api/verify")
FILE_ODD = (
    *('[Secret "{x}"]', '[Words "{x}"]', '[Seed "{x}"]', '[Seat "{x}"]', '[Option "{x}"]', '[Option "seats={n}"]'),
    *('[{x} "1"]', '[Game "{x}"]', '[Rules "{n}"]', '[Ended "{x} {n}"]', '[Result "{n}-{n}"]', '[End "{x}"]'),
    *("{n}. 0 pass", "1. {n} pass", "1. 0 {x}", "1. 0 pass @{n}", "; {x}", "{x}", '[Seat "\\ud800"]', "[Seat \x00]"),
)
HALVES = (
    b"",
    b"GET /api/hea",
    b"POST /api/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf",
    b"POST /api/files HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\nhalf",
    b"GET /api/health HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00",
)


class Fuzzer:
    """Breaks what is good, by lot."""

    def __init__(self, seed: int) -> None:
        self.dice = Dice.new()
        set_key(self.dice, seed, 4711)

    def pick(self, things: Any) -> Any:
        things = list(things)
        return things[roll(self.dice, len(things))]

    def broken(self, good: dict[str, Any]) -> dict[str, Any]:
        """Change a field, leave one out, or add one."""
        bad = dict(good)
        for _ in range(1 + roll(self.dice, 2)):
            match roll(self.dice, 4):
                case 0 if bad:
                    bad.pop(self.pick(bad))
                case 1:
                    bad[self.pick(["extra", "seat", "type", "token", "view"])] = self.pick(ODD)
                case _ if bad:
                    bad[self.pick(bad)] = self.pick(ODD)
        return bad

    def garbled(self, text: bytes) -> bytes:
        """Cut, swap or add bytes."""
        data = bytearray(text or b"x")
        match roll(self.dice, 4):
            case 0:
                return bytes(data[: roll(self.dice, len(data)) + 1])
            case 1:
                data[roll(self.dice, len(data))] = roll(self.dice, 256)
            case 2:
                data.insert(roll(self.dice, len(data)), roll(self.dice, 256))
            case _:
                return bytes(data * (1 + roll(self.dice, 3)))
        return bytes(data)

    def file(self, good: list[str]) -> bytes:
        """A bad match file."""
        lines = list(good)
        for _ in range(1 + roll(self.dice, 3)):
            place = roll(self.dice, len(lines))
            match roll(self.dice, 5):
                case 0:
                    lines.insert(place, lines[roll(self.dice, len(lines))])
                case 1:
                    del lines[place]
                    lines = lines or [""]
                case 2:
                    lines[place:place] = [lines[place]] * (1 << roll(self.dice, 13))
                case _:
                    signs, digits = "xż\\ ;"[roll(self.dice, 5)], "9" * (1 << roll(self.dice, 13))
                    odd = self.pick(FILE_ODD).replace("{x}", signs * (1 << roll(self.dice, 16)))
                    lines[place] = odd.replace("{n}", digits)
        return self.garbled("\n".join(lines).encode()) if not roll(self.dice, 4) else "\n".join(lines).encode()

    def message(self) -> str | bytes:
        """A bad message."""
        text = json.dumps(self.broken(self.pick(MESSAGES)))
        if roll(self.dice, 3):
            return text
        data = self.garbled(text.encode())
        return data if roll(self.dice, 4) == 0 else data.decode("utf-8", "replace")


def is_bad(message: str | bytes) -> bool:
    """Whether a message is bad: one that is good by chance, and would rightly change something, is left out."""
    try:
        read = CLIENT_MESSAGE.validate_json(message)
    except ValidationError:
        return True
    return not isinstance(read, Concede | Talk | MakeOffer | AskHint) and getattr(read, "ply", 99) > 10


def fuzz_socket(fuzzer: Fuzzer, made: Made, inputs: int, found: Counter[str]) -> None:
    """Send bad messages from a seat and from a spectator's place."""
    done = 0
    while done < inputs:
        with made.sit(fuzzer.pick([0, 1, None])) as guest:
            guest.view()
            for _ in range(min(40, inputs - done)):
                message = fuzzer.message()
                if not is_bad(message):
                    continue
                done += 1
                if not answered(guest, message, found):
                    break


def answered(guest: Guest, message: str | bytes, found: Counter[str]) -> bool:
    """Send a message and take what comes; tells whether the line still stands."""
    try:
        guest.socket.send(message)
        guest.socket.send('{"type": "lang", "lang": "en"}')
        while (answer := guest.receive())["type"] != "view":
            found[f"socket {answer['type']} {answer.get('code', '')}"] += 1
        found["socket messages"] += 1
    except ConnectionClosed:
        found[f"socket closed {guest.socket.close_code}"] += 1
        found["socket messages"] += 1
        return False
    return True


def fuzz_calls(fuzzer: Fuzzer, house: House, made: Made, inputs: int, found: Counter[str]) -> None:
    """Make bad calls. Where the dice are fixed but not dealt, whoever sits there may ask for what they like too."""
    held = [{"Authorization": f"Bearer {token}"} for token in made.tokens] if made.openings else []
    for _ in range(inputs):
        method, path, good = fuzzer.pick(CALLS)
        path = path.replace("{id}", fuzzer.pick([made.id, made.id, "nobody", "%00", "a" * 40]))
        headers = fuzzer.pick([*HEADERS, *held])
        if roll(fuzzer.dice, 10) == 0:
            ask_for_a_page(fuzzer, house, headers, found)
            continue
        bad = fuzzer.broken(good)
        if path in FILE_CALLS and roll(fuzzer.dice, 4):
            language = {"lang": fuzzer.pick(["en", "pl"])}
            answer = house.http.post(path, content=fuzzer.file(good_file()), params=language, headers=headers)
        elif method == "POST":
            body = json.dumps(bad).encode()
            body = body if roll(fuzzer.dice, 3) else fuzzer.garbled(body)
            answer = house.http.post(path, content=body, headers={"Content-Type": "application/json", **headers})
        else:
            query = {key: str(value)[:500] for key, value in bad.items()}
            answer = house.http.request(method, path, params=query, headers=headers)
        if not roll(fuzzer.dice, 50):
            say_half(house, fuzzer.pick(HALVES), found)
        found[f"call {answer.status_code}"] += 1
        found["calls"] += 1
        assert answer.headers["cache-control"] == "no-store", path
        assert (answer.status_code == 421) == (headers.get("Host") in FOREIGN), (path, headers)
        if answer.status_code >= 400:
            told = answer.json()
            assert told["message"], (method, path, bad)
            assert "Traceback" not in answer.text, answer.text


def ask_for_a_page(fuzzer: Fuzzer, house: House, headers: dict[str, str], found: Counter[str]) -> None:
    """Ask for a page or file that there is not."""
    path = f"/{fuzzer.pick(PATHS)}"
    answer = house.http.get(path, headers=headers)
    found[f"call {answer.status_code}"] += 1
    found["calls"] += 1
    expected = {421} if headers.get("Host") in FOREIGN else {200, 404}
    assert answer.status_code in expected, (path, headers, answer.status_code)


@cache
def good_file() -> list[str]:
    """A match as its file tells it."""
    match = Match(find_game(GAME), seed="fuzz")
    while match.ply < 12:
        match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    return print_match(match).splitlines()


def say_half(house: House, half: bytes, found: Counter[str]) -> None:
    """Say half of something and go."""
    host, _, port = house.address.removeprefix("http://").partition(":")
    with suppress(ConnectionError), socket.create_connection((host, int(port)), PATIENCE) as line:
        line.sendall(half)
    found["half a request"] += 1


def states(house: House, tables: list[Made]) -> list[Any]:
    """All that is stored about the tables that are watched."""
    return [house.inside(house.rooms.store.read(made.id)) for made in tables]


def run(house: House, inputs: int, seed: int = 1) -> Counter[str]:
    """Fuzz; gives what came back."""
    found = Counter[str]()
    for _ in rounds(house, inputs, found, seed):
        pass
    return found


def rounds(house: House, inputs: int, found: Counter[str], seed: int) -> Iterator[None]:
    """Fuzz round by round; what came back is counted."""
    tables = [house.make(HUMAN, HUMAN, game=GAME).play_out(4), house.make(HUMAN, HUMAN, game="mcs")]
    watched = [*tables, house.make(HUMAN, {"kind": "friend"}, game=GAME), sealed(house)]
    before, fuzzer = states(house, watched), Fuzzer(seed)
    for share in parts(inputs, max(20, inputs // A_ROUND)):
        fuzz_socket(fuzzer, fuzzer.pick(tables), share // 2, found)
        fuzz_calls(fuzzer, house, fuzzer.pick(watched), share - share // 2, found)
        yield
    assert states(house, watched) == before, "something has changed"
    assert not any(key.startswith("call 5") for key in found), found
    assert house.http.get("/api/health").json()["status"] == "ok"


def sealed(house: House) -> Made:
    """A table where everyone has sealed what they add to the dice, and one has opened."""
    made = house.make(HUMAN, HUMAN, gather=True)
    for seat in (0, 1):
        assert made.seal(seat, "heads").status_code == 200
    assert made.open(0).status_code == 200
    return made


def parts(whole: int, number: int) -> Iterator[int]:
    """Split a number into parts."""
    for part in range(number):
        yield whole // number + (part < whole % number)


def job(order: tuple[int, int]) -> Counter[str]:
    """Fuzz a server of one's own, and tell how far it is."""
    inputs, seed = order
    found, began = Counter[str](), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        house = House(str(Path(folder) / "matches.db"))
        try:
            for _ in rounds(house, inputs, found, seed):
                print(f"seed {seed}: {total(found)} of {inputs}, {time.monotonic() - began:.0f} s", flush=True)
        finally:
            house.stop()
    return found


def total(found: Counter[str]) -> int:
    """The inputs so far."""
    return found["calls"] + found["socket messages"]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1, help="of the first; others have the next ones")
    parser.add_argument("--jobs", type=int, default=1, help="so many servers at once, each with its share")
    order = parser.parse_args()
    began, found = time.monotonic(), Counter[str]()
    shares = [(share, order.seed + number) for number, share in enumerate(parts(order.inputs, order.jobs))]
    with ProcessPoolExecutor(order.jobs, get_context("spawn")) as pool:
        for each in pool.map(job, shares):
            found += each
    for key, count in sorted(found.items()):
        print(f"{count:>8}  {key}")
    print(f"{total(found)} bad inputs in {time.monotonic() - began:.0f} s: no 5xx, nothing changed")


if __name__ == "__main__":
    main()
