"""What is printed on the cards of Kick On: players, and the cards of a deck."""

from __future__ import annotations

from matchday.engine.speech import Say
from matchday.engine.view import Face, Facts, Piece
from matchday.games.kick_on import words
from matchday.games.kick_on.decks import SHORT_POSITIONS, text_of
from matchday.games.kick_on.state import Box, Position, Rarity, Type


def faces(say: Say, box: Box) -> list[Face]:
    """List every player, then every card of a deck."""
    players = [player_face(say, box, number) for number in range(int(box.players_known))]
    return [*players, *(card_face(say, box, card) for card in range(int(box.kinds)))]


def player_face(say: Say, box: Box, number: int) -> Face:
    """Print a player's card; `position`, `flag` and `kit` are codes, never translated."""
    player = box.players[number]
    facts: Facts = {
        "surname": words.surname(box, number),
        "position": Position(int(player.position)).name,
        "role": say(words.POSITIONS[player.position]),
        "short": say(SHORT_POSITIONS[player.position]),
        "attack": int(player.attack),
        "defence": int(player.defence),
        "nation": words.word_of(say, box.nations[player.nation]),
        "flag": text_of(box.nations[player.nation]),
        "shirt": words.word_of(say, box.shirts[player.shirt]) if player.shirt else "",
        "kit": text_of(box.shirts[player.shirt]) if player.shirt else "",
        "rarity": Rarity(int(player.rarity)).name.lower(),
        "badge": words.ability_badge(say, box, number),
        "ability": words.ability_text(say, box, number),
        "does": words.ability_meaning(say, box, number),
    }
    return Face(code=text_of(player.code), kind="player", name=words.player_name(box, number), facts=facts)


def card_face(say: Say, box: Box, card: int) -> Face:
    """Print a card of a deck."""
    row = box.cards[card]
    kind = Type(int(row.type))
    facts: Facts = {
        "type": kind.name.lower(),
        "type_name": say(words.TYPES[kind]),
        "rarity": Rarity(int(row.rarity)).name.lower(),
        "text": words.card_text(say, box, card),
        "timing": words.timing_text(say, box, card),
        "when": words.when_text(say, box, card),
    }
    if kind != Type.ENERGY:
        facts["cost"] = int(row.cost)
    if row.aerial:
        facts["aerial"] = 1
    return Face(code=words.card_code(box, card), kind="card", name=words.card_name(say, box, card), facts=facts)


def whole(face: Face) -> Piece:
    """Lay a face on the deck desk as it is."""
    return Piece(id=face.code, kind=face.kind, face=face.code, name=face.name, facts=face.facts)
