"""Play matches and write down what a browser would be told: fixtures for the client's tests and pictures.

python web/scripts/record.py [folder]: one file a game with the views of every ply from both seats, the scenes that are
looked for over many matches (every question that is ever asked, and moments that get a banner), and the lists that the
lobby needs. Nothing here is a server: it only shows real views to code that has none.
"""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Callable, Iterator, Set
from dataclasses import asdict
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import msgspec

from matchday.bots.simple import SimpleBot
from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.engine.speech import LANGUAGES, Say
from matchday.games import GAMES, game
from matchday.games.kick_on.web import DeckOrder, card_set, check_deck
from matchday.games.super_goal.state import Mode, Phase
from matchday.match.faces import catalogue, usual_box
from matchday.match.fair import Fair, Opening
from matchday.match.files import print_match
from matchday.match.match import Match
from matchday.match.reference import clauses
from matchday.match.verify import is_fair, verify
from matchday.match.views import view
from matchday.server.api import list_games, read_chapters, read_phrases
from matchday.server.labels import labels

OPTIONS: dict[str, dict[str, Any]] = {"pilka_w_grze": {"tactics": True, "formations": True}}
SEED = "programme 21"
LONGEST = 400
# Where scenes are looked for: a name, the game, in how many deals, and the options that they take turns with.
NOMINAL = {"clock_mode": "nominal", "halves_ms": 300000}
HUNTS: tuple[tuple[str, str, int, tuple[dict[str, Any], ...]], ...] = (
    ("pilka_w_grze", "pilka_w_grze", 4, ({"tactics": True, "formations": True},)),
    ("mcs", "mcs", 1, ({},)),
    ("mcs_fourway", "mcs", 4, ({"players": 4, "four_players": "fourway", "colours": "choose"},)),
    ("mcs_three", "mcs", 1, ({"players": 3},)),
    (
        "super_goal",
        "super_goal",
        6,
        (
            NOMINAL | {"tournament": True},
            NOMINAL | {"tournament": True, "auto_forced": False},
            NOMINAL | {"att_interrupt_on_question": True},
        ),
    ),
    ("kickards", "kickards", 6, ({"format": "final", "two_man": True, "nationality": True, "cards": "full"},)),
    ("kickards_control", "kickards", 1, ({"control": True, "bonus_timing": "until_shot", "early_buy": True},)),
    (
        "kick_on",
        "kick_on",
        14,
        tuple(
            {"deck_0": one, "deck_1": two}
            for one, two in pairwise(["toque", "garra", "mixta", "samba", "muralla", "toque"])
        ),
    ),
)
# Moments that are worth a picture, by the kind of event.
MOMENTS = {
    "goal",
    "red_card",
    "expelled",
    "booked",
    "penalty",
    "half_time",
    "heat_result",
    "run_off",
    "var_call",
    "shootout",
}
# Situations that no phase stands for, as the table of a game knows them.
SITUATIONS: dict[str, dict[str, Callable[[Any, Any], bool]]] = {
    "super_goal": {
        "corner": lambda _, table: table.phase == Phase.ACT and table.mode == Mode.CORNER,
        "penalty_kick": lambda _, table: table.phase == Phase.PENALTY,
        "added_time": lambda box, table: table.clock >= box.half_ms,
    },
    "mcs": {"run_off": lambda box, table: table.heat > box.heats},
}
# What is played in a scene of its own, by the kind of event that ends it: pictured beat by beat, from both sides.
STAGED: dict[str, set[str]] = {
    "pilka_w_grze": {"goal", "saved", "set_piece"},
    "mcs": {"lap", "attack_won", "attack_lost", "trouble", "order", "overtook", "heat_result"},
    "super_goal": {"goal", "shot_rolled", "defender_rolled", "keeper_rolled", "penalty_rolled", "kick"},
    "kickards": {"goal", "miss", "no_shot", "var_call", "kick"},
    "kick_on": {"goal", "no_goal", "stopped", "checked", "penalty_goal", "penalty_missed", "kick_in", "kick_out"},
}
# A scene is shown from so many moves before its end on.
REEL = 10
# What is pictured at every size, in the languages with the longest words.
PICTURED = {
    "kickards": {"attack", "buy", "exchange", "stars", "coach_pick", "coach", "var_goal"},
    "kickards_control": {"buy", "percent", "bid", "coach"},
    "kick_on": {"attackers", "defenders", "talk", "lineup", "shootout_pick", "keep", "fouler"},
    "super_goal": {"act", "corner", "interrupt", "added_time", "shoot_out"},
    "pilka_w_grze": {"attack", "reply", "shot_defence", "formation", "pay"},
    "mcs": {"beat", "pick", "attack", "target", "arrange", "defend"},
    "mcs_three": {"open"},
}
FACES: dict[str, Any] = {}
"""The catalogues of all that was recorded, by their digests."""


def record(rules: Game, options: dict[str, Any], seed: str, language: str = "en") -> dict[str, Any]:
    """Play one match between greedy bots and keep each seat's view of every ply."""
    match = Match(rules, options, seed, names=["Marta", ""], kinds=["human", "bot greedy"])
    bots = [SimpleBot("greedy", f"{seed} {seat}") for seat in range(match.seats)]
    views: list[Any] = [look(match, language)]
    while not match.over and match.ply < LONGEST:
        seat = match.waiting[0]
        match.play(seat, bots[seat].decide(match.seat(seat)))
        views.append(look(match, language))
    moves = [{"seat": move.seat, "action": move.action} for move in match.moves]
    return {"game": rules.name, "language": language, "moves": moves, "views": views}


def look(match: Match, language: str) -> dict[str, Any]:
    """Show the match to seat 0 and to a spectator, with the events of the last ply."""
    return {name: told(match, seat, match.ply, language) for name, seat in (("seat", 0), ("other", 1))}


def hunt(
    rules: Game, deals: int, turns: tuple[dict[str, Any], ...], pictured: Set[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Look for the first view of every question, situation and moment; each deal is played at random and greedily."""
    found: set[str] = set()
    for number, kind in product(range(deals), ("random", "greedy")):
        options = turns[number % len(turns)]
        match = Match(
            rules, options, f"scene {number}", names=["Marta", "Tomek", "Ola", "Ewa"][: rules.box(options).seats]
        )
        bots = [SimpleBot(kind, f"{number} {seat}") for seat in range(match.seats)]
        while not match.over:
            seat = match.waiting[0]
            for name in sorted(situations(match) - found):
                found.add(name)
                yield name, scene(match, seat, ("pl", "es") if name in pictured else ())
            before = match.copy()
            match.play(seat, bots[seat].decide(match.seat(seat)))
            for name in sorted(moments(match) - found):
                found.add(name)
                yield name, {"before": scene(before, 0)["view"], **scene(match, 0)}


def reels(rules: Game, deals: int, turns: tuple[dict[str, Any], ...]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Look for the scenes of a game, those of one's own deeds and of the rival's, as the first seat sees them."""
    found: set[str] = set()
    for number, kind in product(range(deals), ("greedy", "random")):
        match = Match(rules, turns[number % len(turns)], f"reel {number}", names=["Marta", "Tomek"])
        bots = [SimpleBot(kind, f"{number} {seat}") for seat in range(match.seats)]
        lately = deque([match.copy()], REEL)
        while not match.over:
            seat = match.waiting[0]
            match.play(seat, bots[seat].decide(match.seat(seat)))
            lately.append(match.copy())
            if not kinds(match) & STAGED[rules.name]:
                continue
            for event in told(match, 0, match.ply)["events"]:
                name = f"{event['kind']}.{event.get('args', {}).get('seat', 0)}"
                if event["kind"] in STAGED[rules.name] and name not in found:
                    found.add(name)
                    yield name, reel(list(lately))


def reel(plies: list[Match]) -> dict[str, Any]:
    """Show the last moves one by one, in the language with most to read."""
    views = {language: [told(match, 0, match.ply, language) for match in plies] for language in ("pl", "es")}
    language = max(views, key=lambda one: sum(len(event["text"]) for view in views[one] for event in view["events"]))
    return {"game": plies[0].game.name, "language": language, "views": views[language]}


def kinds(match: Match) -> set[str]:
    """Name what the last action has brought about."""
    return {match.game.events(int(row.kind)).name.lower() for row in match.log.events[: match.log.count]}


def situations(match: Match) -> set[str]:
    """Name what the table asks for, and where it stands."""
    extra = SITUATIONS.get(match.game.name, {})
    return {match.game.phases(int(match.table.phase)).name.lower()} | {
        name for name, holds in extra.items() if holds(match.box, match.table)
    }


def moments(match: Match) -> set[str]:
    """Name the moments that the last action has brought about."""
    return {f"moment_{kind}" for kind in kinds(match) & MOMENTS}


def scene(match: Match, seat: int, languages: tuple[str, ...] = ()) -> dict[str, Any]:
    """Show the match so far to a seat, in other languages too, and to whoever only looks on."""
    return {
        "game": match.game.name,
        "seat": seat,
        "view": told(match, seat),
        "watched": told(match, None),
        **{language: told(match, seat, language=language) for language in languages},
    }


def told(match: Match, seat: int | None, since: int = 0, language: str = "en") -> dict[str, Any]:
    """Show the match as the server does, and remember the catalogue that its pieces are to be read with."""
    shown = view(match, seat, language=language, since=since, whole=False)
    if shown.faces and shown.faces.digest not in FACES:
        FACES[shown.faces.digest] = json.loads(catalogue(match.game, match.box, language).text)
    return msgspec.to_builtins(shown)


def fair_file() -> str:
    """Play a match with fair dice and write its file."""
    fair = Fair("0123456789abcdef" * 4, (Opening("heads", "ab" * 32), Opening("tails", "cd" * 32)))
    match = Match(game("pilka_w_grze"), {}, names=["Marta", "Tomek"], fair=fair)
    bots = [SimpleBot("greedy", str(seat)) for seat in range(match.seats)]
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, bots[seat].decide(match.seat(seat)))
    return print_match(match)


def verdict(text: str, language: str) -> dict[str, Any]:
    """Check a match file as the server does."""
    found = verify(text, Say(language))
    return {"fair": is_fair(found), "findings": [{**asdict(each), "line": each.line or None} for each in found]}


def reference(rules: Game, language: str) -> list[dict[str, str]]:
    """Give the clauses of a game, or none where the reference is not written yet."""
    try:
        found = clauses(rules, language)
    except MatchdayError:
        return []
    return [
        {"id": one.id, "section": one.section, "text": one.body, "origin": one.origin, "note": one.note}
        for one in found.values()
    ]


def printed(rules: Game, language: str) -> Any:
    """Give what is printed on the cards of a game."""
    return json.loads(catalogue(rules, usual_box(rules), language).text)


def first_deck() -> DeckOrder:
    """Take a ready-made deck to the desk."""
    deck = card_set("en").decks[0].deck
    return DeckOrder(name=deck.name, squad=deck.squad, starters=deck.starters, cards=deck.cards)


def main() -> None:
    """Write the fixtures."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent / "fixtures")
    folder.mkdir(parents=True, exist_ok=True)
    known = {name: game(name) for name in GAMES}
    file = fair_file()
    lists = {
        language: {
            "file": file,
            "verdict": verdict(file, language),
            "games": [info.model_dump(mode="json") for info in list_games(language)],
            "phrases": [phrase.model_dump(mode="json") for phrase in read_phrases(language)],
            "cards": card_set(language).model_dump(mode="json"),
            "check": check_deck(first_deck(), language).model_dump(mode="json"),
            "faces": {name: printed(rules, language) for name, rules in known.items()},
            "rules": {name: reference(rules, language) for name, rules in known.items()},
            "chapters": {name: [one.model_dump() for one in read_chapters(name, language)] for name in known},
            "labels": {name: labels(language, name) for name in ("", *GAMES)},
        }
        for language in LANGUAGES
    }
    write(
        folder / "scenes.json",
        {
            f"{prefix}.{found}": each
            for prefix, name, matches, turns in HUNTS
            for found, each in hunt(known[name], matches, turns, PICTURED.get(prefix, set()))
        },
    )
    write(
        folder / "reels.json",
        {
            f"{prefix}.{found}": each
            for prefix, name, matches, turns in HUNTS
            if prefix in STAGED
            for found, each in reels(known[name], matches, turns)
        },
    )
    for name, rules in known.items():
        write(folder / f"{name}.json", record(rules, OPTIONS.get(name, {}), SEED))
    write(folder / "pilka_w_grze.pl.json", record(known["pilka_w_grze"], OPTIONS["pilka_w_grze"], SEED, "pl"))
    write(folder / "faces.json", FACES)
    write(folder / "lists.json", lists)  # the last one: whoever asks whether all is there asks for it


def write(path: Path, data: Any) -> None:
    """Write one fixture."""
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    print(f"{path.name}: {path.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
