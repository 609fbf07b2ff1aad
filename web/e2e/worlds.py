"""A server whose matches can be swapped for worlds that look the same to a seat: what its page shows must not change.

Prints its address and the matches as JSON; each line read, "<number> one" or "<number> two", lays that world on the
table of that match.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from matchday.engine.log import SPECTATOR
from matchday.engine.record import raw
from matchday.games import GAMES
from matchday.games import game as find_game
from matchday.match.match import Match
from tests.server.house import HUMAN, House
from tests.server.test_server_leaks import dice_of, worlds

WARM_UP = 12
PATIENCE = 30


def unlike(start: Match) -> tuple[int, Match, Match] | None:
    """Find the first pair of really different tables once play is under way; a game without secrets has none."""
    for seat, one, two in worlds(start, dice_of(7)):
        if one.ply > PATIENCE:
            return None
        if seat != SPECTATOR and one.ply > WARM_UP and raw(one.table) != raw(two.table):
            return seat, one, two
    return None


def main() -> None:
    """Serve until the last line is read."""
    house = House(str(Path(tempfile.mkdtemp()) / "matches.db"))
    offered = []
    for name in GAMES:
        made = house.make(*[HUMAN] * int(find_game(name).box().seats), game=name)
        start = house.room(made.id).match
        pair = unlike(start)
        if pair:
            seat, one, two = pair
            told = {"game": name, "id": made.id, "seat": seat, "token": made.tokens[seat]}
            offered.append((made, {"one": one, "two": two}, told))
    print(json.dumps({"address": house.address, "matches": [told for _, _, told in offered]}), flush=True)
    for line in sys.stdin:
        number, world = line.split()
        made, pair, _ = offered[int(number)]
        house.room(made.id).match = pair[world]
        print("laid", flush=True)
    house.stop()


if __name__ == "__main__":
    main()
