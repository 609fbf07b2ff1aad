"""Play matches and write down what a browser would be told: fixtures for the client's tests and pictures.

python web/scripts/record.py [folder]: one file a game with the views of every ply from seat 0, and the lists that the
lobby needs. Nothing here is a server: it only shows real views to code that has none.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from matchday.bots.simple import SimpleBot
from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.engine.speech import LANGUAGES
from matchday.games import GAMES, game
from matchday.match.match import Match
from matchday.match.reference import clauses
from matchday.match.views import view
from matchday.server.api import list_games, read_phrases
from matchday.server.desk import card_set, check_deck
from matchday.server.faces import faces
from matchday.server.wire import DeckOrder

OPTIONS: dict[str, dict[str, Any]] = {"pilka_w_grze": {"tactics": True, "formations": True}}
SEED = "programme 21"
LONGEST = 400


def record(rules: Game, options: dict[str, Any], seed: str, language: str = "en") -> dict[str, Any]:
    """Play one match between greedy bots and keep each seat's view of every ply."""
    match = Match(rules, options, seed, names=["Marta", "bot greedy"])
    bots = [SimpleBot("greedy", f"{seed} {seat}") for seat in range(match.seats)]
    views: list[Any] = [look(match, language)]
    while not match.is_over and match.ply < LONGEST:
        seat = match.waiting[0]
        match.play(seat, bots[seat].decide(match, seat))
        views.append(look(match, language))
    moves = [{"seat": move.seat, "action": move.action} for move in match.moves]
    return {"game": rules.name, "language": language, "moves": moves, "views": views}


def look(match: Match, language: str) -> dict[str, Any]:
    """Show the match to seat 0 and to a spectator, with the events of the last ply."""
    return {
        name: view(match, seat, language=language, since=match.ply).model_dump(mode="json")
        for name, seat in (("seat", 0), ("other", 1))
    }


def reference(rules: Game, language: str) -> list[dict[str, str]]:
    """Give the clauses of a game, or none where the reference is not written yet."""
    try:
        found = clauses(rules, language)
    except MatchdayError:
        return []
    return [{"id": clause.id, "section": clause.section, "text": clause.text} for clause in found.values()]


def first_deck() -> DeckOrder:
    """Take a ready-made deck to the desk."""
    deck = card_set("en").decks[0].deck
    return DeckOrder(name=deck.name, squad=deck.squad, starters=deck.starters, cards=deck.cards)


def main() -> None:
    """Write the fixtures."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent / "fixtures")
    folder.mkdir(parents=True, exist_ok=True)
    known = {name: game(name) for name in GAMES}
    lists = {
        language: {
            "games": [info.model_dump(mode="json") for info in list_games(language)],
            "phrases": [phrase.model_dump(mode="json") for phrase in read_phrases(language)],
            "cards": card_set(language).model_dump(mode="json"),
            "check": check_deck(first_deck(), language).model_dump(mode="json"),
            "faces": {name: [piece.model_dump(mode="json") for piece in faces(name, language)] for name in GAMES},
            "rules": {name: reference(rules, language) for name, rules in known.items()},
        }
        for language in LANGUAGES
    }
    write(folder / "lists.json", lists)
    for name, rules in known.items():
        write(folder / f"{name}.json", record(rules, OPTIONS.get(name, {}), SEED))
    write(folder / "pilka_w_grze.pl.json", record(known["pilka_w_grze"], OPTIONS["pilka_w_grze"], SEED, "pl"))


def write(path: Path, data: Any) -> None:
    """Write one fixture."""
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    print(f"{path.name}: {path.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
