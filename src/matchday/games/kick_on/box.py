"""Reading Kick On's box: a box file and the chosen options become a `Box` record.

Every card is checked against what its type can do, so that a card set with a mistake is refused in words and never
fails in the middle of a match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matchday.engine.boxfile import BoxReader, did_you_mean
from matchday.engine.effects import read_steps
from matchday.engine.errors import BoxError
from matchday.engine.options import Options
from matchday.games.kick_on.decks import CardSet, Deck, Limits, adapted, card_set, read_deck, read_deck_line, validate
from matchday.games.kick_on.state import (
    DECK,
    ENERGIES,
    HAND,
    KINDS,
    LAYERS,
    PLAYERS,
    SQUAD,
    TAKERS,
    TIMINGS,
    VOCABULARY,
    Ability,
    Box,
    Card,
    Die,
    Op,
    Position,
    Rarity,
    Timing,
    Type,
)

NEVER = 127
"""A cost that nobody can pay, where no card has the timing."""
CARDS = ("nations", "shirts", "player", "energy", "play", "strategy", "foul")
TOP = ("numbers", "usual", "points", "options", "decks", *CARDS)
NUMBERS = {
    "deck": (20, DECK - 3),
    "copies": (1, 45),
    "legend_copies": (1, 45),
    "squad": (6, SQUAD),
    "starters": (4, SQUAD - 2),
    "opening_hand": (0, HAND - 1),
    "hand_limit": (1, HAND - 1),
    "attackers": (1, SQUAD),
    "defenders": (1, SQUAD),
    "takers": (1, TAKERS),
    "few_energy": (0, 45),
}
RARITIES = {rarity.name.lower(): int(rarity) for rarity in Rarity}
POSITIONS = {position.name: int(position) for position in Position if position != Position.ANY}
TIMING_WORDS = {timing.name.lower(): int(timing) for timing in Timing}
TYPES = {"energy": Type.ENERGY, "play": Type.PLAY, "strategy": Type.STRATEGY, "foul": Type.FOUL}
NAMES = {
    "die": {die.name.lower(): int(die) for die in Die},
    "type": {kind.name.lower(): int(kind) for kind in Type},
}
PLAIN_ABILITIES = ("captain", "lungs", "playmaker", "iron", "clean", "veteran")
ABILITIES = {ability.name.lower(): ability for ability in Ability if ability != Ability.NONE}

CHANGES = {Op.ATK, Op.DEF, Op.DAMAGE}
PER_ATTACKER = {Op.ATK_PER_GK, Op.ATK_PER_DF, Op.ATK_PER_MF, Op.ATK_PER_FW, Op.ATK_PER_ANY}
TERMS = {Op.MAX_ATT, Op.MAX_DEF, Op.BAN, Op.KEEP, Op.NO_FOUL, Op.NO_STRATEGY}
CONDITIONS = set(range(Op.IF_ATTACKERS_AT_MOST, Op.IF_SAME_NATION + 1))
STOPS = {Op.CANCEL_ATTACK, Op.CANCEL_ON}
FOULER = {Op.INJURE_OWN, Op.RED}
WINDOWS = Timing.ATTACK | Timing.DEFENCE
NEEDY = {Op.SUB, Op.RECOVER_HAND, Op.RECOVER_BOTTOM, Op.TIRE, Op.REFRESH, Op.FRESHEN, Op.PEEK_DISCARD, Op.RIVAL_DISCARD}
"""Effects that need something to work on; a card with none other cannot be announced in vain."""


def read_box(reader: BoxReader, options: Options) -> Box:
    """Fill a box; the reader keeps every problem."""
    box = Box.new()
    box.seats = 2
    reader.only_keys(reader.data, TOP, "")
    numbers = read_numbers(reader, box)
    limits = limits_of(reader, numbers, options)
    read_players(reader, box)
    read_cards(reader, box, limits)
    set_options(box, options)
    if not reader.problems:
        known = card_set(box)
        for name in reader.section("decks"):
            ready_made(reader, name)
        for seat in range(2):
            read_seat(reader, box, known, limits, seat, str(options[f"deck_{seat}"]))
    return box


def read_numbers(reader: BoxReader, box: Box) -> dict[str, int]:
    """Read the numbers of the rulebook."""
    rows = reader.section("numbers")
    reader.only_keys(rows, NUMBERS, "numbers")
    numbers = {key: reader.integer(rows, key, "numbers", low, high) for key, (low, high) in NUMBERS.items()}
    if numbers["squad"] - numbers["starters"] < 1:
        reader.problem("numbers", "starters: somebody must be left for the bench")
    box.squad_size = numbers["squad"]
    box.starters = numbers["starters"]
    box.opening_hand = numbers["opening_hand"]
    box.hand_limit = numbers["hand_limit"]
    box.most_attackers = numbers["attackers"]
    box.most_defenders = numbers["defenders"]
    box.takers = numbers["takers"]
    if box.opening_hand > box.hand_limit:
        reader.problem("numbers", "opening_hand: more than the hand limit")
    usual = reader.section("usual")
    reader.only_keys(usual, TYPES, "usual")
    for word, kind in TYPES.items():
        box.usual[kind] = reader.integer(usual, word, "usual", 1, 45)
    return numbers


def limits_of(reader: BoxReader, numbers: Mapping[str, int], options: Options) -> Limits:
    """Give what decks must keep to at this table (KO-R01, KO-R02, squad_points_cap)."""
    rows = reader.section("points")
    reader.only_keys(rows, RARITIES, "points")
    points = [reader.integer(rows, word, "points", 0, 99) for word in RARITIES]

    def chosen(name: str) -> int | None:
        value = options[name]
        return None if value == "none" else int(value)

    return Limits(
        deck=numbers["deck"],
        copies=numbers["copies"],
        legend_copies=numbers["legend_copies"],
        squad=numbers["squad"],
        starters=numbers["starters"],
        few_energy=numbers["few_energy"],
        energy_copies=chosen("energy_copy_limit"),
        legend_total=chosen("legend_total_limit"),
        squad_points=chosen("squad_points_cap"),
        points=(points[0], points[1], points[2], points[3]),
    )


def words_of(reader: BoxReader, key: str, fields: Any) -> dict[str, int]:
    """Read a list of words (nations, shirts), numbered from 1, into the box."""
    words = reader.data.get(key, [])
    if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
        reader.problem("", f'{key}: write a list of texts, for example ["Chile", "Spain"]')
        return {"": 0}
    if len(words) >= len(fields):
        reader.problem("", f"{key}: at most {len(fields) - 1}")
    for number, word in enumerate(words[: len(fields) - 1], start=1):
        put_text(reader, fields[number], word, key)
    return {word: number for number, word in enumerate(words, start=1)}


def put_text(reader: BoxReader, field: Any, text: str, where: str) -> None:
    """Keep a text in a record as bytes."""
    letters = text.encode()
    if len(letters) > len(field):
        reader.problem(where, f'"{text}" is too long: {len(field)} bytes at most')
        return
    field[: len(letters)] = list(letters)


def read_codes(reader: BoxReader, row: Mapping[str, Any], record: Any, where: str, taken: set[str]) -> None:
    """Read the id and the name of a card or player."""
    code = reader.text(row, "id", where)
    if code in taken:
        reader.problem(where, f'the id "{code}" is taken')
    if any(sign in code for sign in " ,/:"):
        reader.problem(where, f'id: "{code}": no spaces, commas, colons or slashes')
    taken.add(code)
    put_text(reader, record.code, code, where)
    put_text(reader, record.name, reader.text(row, "name", where), where)
    record.rarity = reader.choice(row, "rarity", where, RARITIES)


def read_players(reader: BoxReader, box: Box) -> None:
    """Read the player cards."""
    nations = words_of(reader, "nations", box.nations)
    shirts = words_of(reader, "shirts", box.shirts)
    rows = reader.rows("player", at_least=2, at_most=PLAYERS)
    box.players_known = len(rows)
    taken: set[str] = set()
    for number, row in enumerate(rows):
        where = f"player {row.get('id', number + 1)}"
        keys = ("id", "name", "position", "nation", "shirt", "rarity", "attack", "defence", "ability")
        reader.only_keys(row, keys, where)
        player = box.players[number]
        read_codes(reader, row, player, where, taken)
        player.position = reader.choice(row, "position", where, POSITIONS)
        player.nation = reader.choice(row, "nation", where, nations)
        if player.position != Position.GK:
            player.shirt = reader.choice(row, "shirt", where, shirts)
        elif "shirt" in row:
            reader.problem(where, "shirt: goalkeepers show none")
        player.attack = reader.integer(row, "attack", where, 0, 20)
        player.defence = reader.integer(row, "defence", where, 0, 20)
        if "ability" in row:
            read_ability(reader, row["ability"], player, where)


def read_ability(reader: BoxReader, text: Any, player: Any, where: str) -> None:
    """Read "captain" or "duo 1"."""
    word, _, number = str(text).partition(" ")
    if word not in ABILITIES:
        reader.problem(where, f'ability: no word "{word}"; {did_you_mean(word, ABILITIES)}')
        return
    player.ability = ABILITIES[word]
    if word in PLAIN_ABILITIES:
        if number:
            reader.problem(where, f'ability: "{word}" takes no number')
    elif not number.isdecimal() or not 1 <= int(number) <= 9:
        reader.problem(where, f'ability: "{word}" takes a number from 1 to 9, for example "{word} 1"')
    else:
        player.n = int(number)


def read_cards(reader: BoxReader, box: Box, limits: Limits) -> None:
    """Read the cards of decks, type by type."""
    taken: set[str] = set()
    basics = []
    box.cheapest[:] = NEVER
    box.cheapest_foul = NEVER
    for word, kind in TYPES.items():
        box.first[kind] = box.kinds
        most = ENERGIES if kind == Type.ENERGY else KINDS - int(box.kinds)
        for number, row in enumerate(reader.rows(word, at_most=most), start=1):
            where = f"{word} {row.get('id', number)}"
            keys = {
                Type.ENERGY: ("id", "name", "rarity", "steps", "basic"),
                Type.PLAY: ("id", "name", "rarity", "cost", "steps", "aerial"),
                Type.STRATEGY: ("id", "name", "rarity", "cost", "timing", "steps"),
                Type.FOUL: ("id", "name", "rarity", "cost", "steps"),
            }[kind]
            reader.only_keys(row, keys, where)
            card = box.cards[box.kinds]
            card.type = kind
            read_codes(reader, row, card, where, taken)
            if kind != Type.ENERGY:
                card.cost = reader.integer(row, "cost", where, 0, 9)
            elif row.get("basic"):
                basics.append(int(box.kinds))
            card.timing = read_timing(reader, row, kind, where)
            card.aerial = bool(row.get("aerial", False))
            box.legend[box.kinds] = card.rarity == Rarity.LEGEND
            box.copies[box.kinds] = limits.legend_copies if card.rarity == Rarity.LEGEND else limits.copies
            read_steps(reader, row.get("steps"), f"{where}: steps", VOCABULARY, NAMES, card.steps)
            check_steps(reader, card, where)
            note_card(box, card, limits)
            box.kinds += 1
    box.first[4] = box.kinds
    if len(basics) != 1:
        reader.problem("energy", f"exactly one must be basic = true, {len(basics)} are")
        return
    box.basic = basics[0]
    box.copies[box.basic] = limits.deck if limits.energy_copies is None else limits.energy_copies
    under = sum(
        int(box.copies[number])
        for number in range(int(box.kinds))
        if box.cards[number].recovers and any(step.op == Op.RECOVER_BOTTOM for step in box.cards[number].steps)
    )
    if under > LAYERS:
        reader.problem("", f"a deck could hold more than {LAYERS} cards that put others under the deck")


def read_timing(reader: BoxReader, row: Mapping[str, Any], kind: Type, where: str) -> int:
    """Read when a card may be played; only Strategies say it."""
    if kind == Type.PLAY:
        return Timing.TALK
    if kind == Type.FOUL:
        return Timing.DEFENCE
    if kind == Type.ENERGY:
        return 0
    words = row.get("timing")
    if not isinstance(words, list) or not words:
        reader.problem(where, 'timing: write a list, for example ["talk", "close"]')
        return Timing.TALK
    bits = 0
    for word in words:
        bits |= reader.choice({"timing": word}, "timing", where, TIMING_WORDS)
    return bits


def note_card(box: Box, card: Card, limits: Limits) -> None:
    """Write down what is asked of a card again and again."""
    steps = {Op(int(step.op)): int(step.a) for step in card.steps if step.op}
    card.max_att = steps.get(Op.MAX_ATT, SQUAD)
    card.max_def = steps.get(Op.MAX_DEF, SQUAD)
    card.keep = steps.get(Op.KEEP, 0)
    card.ban = steps.get(Op.BAN, 0)
    card.no_foul = Op.NO_FOUL in steps
    card.no_strategy = Op.NO_STRATEGY in steps
    card.no_response = Op.NO_RESPONSE in steps
    card.recovers = Op.RECOVER_HAND in steps or Op.RECOVER_BOTTOM in steps
    card.always = card.type != Type.STRATEGY or bool(set(steps) - NEEDY - {Op.NO_RESPONSE})
    if card.type == Type.STRATEGY:
        for number in range(TIMINGS):
            if card.timing >> number & 1:
                box.cheapest[number] = min(box.cheapest[number], card.cost)
    elif card.type == Type.FOUL:
        box.cheapest_foul = min(box.cheapest_foul, card.cost)


def check_steps(reader: BoxReader, card: Card, where: str) -> None:
    """Check that a card's steps make sense for its type and timing."""
    steps = [step for step in card.steps if step.op]
    words = {word.number: word.word for word in VOCABULARY}
    timing = int(card.timing)
    for number, step in enumerate(steps, start=1):
        op = Op(int(step.op))
        at = f"{where}: step {number}"
        if op in CONDITIONS:
            governed = steps[number].op if number < len(steps) else Op.END
            if governed in CONDITIONS | {Op.END}:
                reader.problem(at, f'"{words[op]}" needs an effect behind it')
            elif card.type == Type.PLAY and governed not in CHANGES | PER_ATTACKER:
                reader.problem(at, f'on a Play "{words[op]}" may only govern atk, def, damage and atk_per')
        problem = misplaced(op, Type(int(card.type)), timing)
        if problem:
            reader.problem(at, f'"{words[op]}" {problem}')
        problem = out_of_range(op, int(step.a), int(step.b))
        if problem:
            reader.problem(at, f'"{words[op]}" {problem}')


def misplaced(op: Op, kind: Type, timing: int) -> str:
    """Say why a word cannot stand on a card of this type and timing; nothing if it can."""
    in_attack = kind in {Type.PLAY, Type.FOUL} or (kind == Type.STRATEGY and not timing & ~WINDOWS)
    if op in TERMS and kind != Type.PLAY:
        return "belongs on Plays"
    if op in PER_ATTACKER and kind != Type.PLAY:
        return "belongs on Plays"
    if op in CHANGES | CONDITIONS and not in_attack:
        return 'belongs on Plays, Fouls and Strategies of the timings "attack" and "defence"'
    if op in STOPS and not (kind == Type.FOUL or (kind == Type.STRATEGY and timing == Timing.DEFENCE)):
        return 'belongs on Fouls and Strategies of the timing "defence"'
    if op == Op.INJURE_RIVAL and not (kind == Type.FOUL or (kind == Type.STRATEGY and timing == Timing.DEFENCE)):
        return 'belongs on Fouls and Strategies of the timing "defence"'
    if op in FOULER and kind != Type.FOUL:
        return "belongs on Fouls"
    responds = Timing.RESPOND_PLAY | Timing.RESPOND_STRATEGY | Timing.RESPOND_FOUL
    if op == Op.CANCEL_CARD and (not timing or timing & ~responds):
        return 'belongs on Strategies of the timings "respond_…"'
    if op == Op.PENALTY and timing != Timing.RESPOND_FOUL:
        return 'belongs on Strategies of the timing "respond_foul"'
    if op == Op.REROLL and (not timing or timing & ~(Timing.ROLL_A | Timing.ROLL_D)):
        return 'belongs on Strategies of the timings "roll_a" and "roll_d"'
    if op == Op.NO_RESPONSE and kind == Type.ENERGY:
        return "means nothing on Energy, which nobody can answer"
    if op == Op.SUB and timing & ~(Timing.TALK | Timing.CLOSE | Timing.DEFENCE):
        return 'belongs on Strategies of the timings "talk", "close" and "defence"'
    return ""


def out_of_range(op: Op, a: int, b: int) -> str:
    """Say what is wrong with a word's numbers; nothing if they are right."""
    if op in CHANGES:
        return "" if -20 <= a <= 20 else "takes a number from -20 to 20"
    if op in PER_ATTACKER:
        return "" if -9 <= a <= 9 and 1 <= b <= SQUAD else "takes a bonus from -9 to 9 and a number of players"
    if op in {Op.CANCEL_ON, Op.INJURE_RIVAL, Op.INJURE_OWN, Op.RED}:
        return "" if 1 <= a <= 6 else "takes a number that a die can show"
    if op in {Op.RECOVER_HAND, Op.RECOVER_BOTTOM}:
        return "" if 1 <= b <= 9 else "takes a number from 1 to 9"
    if op == Op.SEARCH:
        return "" if a != Type.ANY else 'takes one type, not "any"'
    if op in {Op.NO_FOUL, Op.NO_STRATEGY, Op.NO_RESPONSE, Op.IF_SAME_NATION} | STOPS | {
        Op.CANCEL_CARD,
        Op.PENALTY,
        Op.REROLL,
    }:
        return ""
    return "" if 1 <= a <= 9 else "takes a number from 1 to 9"


def set_options(box: Box, options: Options) -> None:
    """Write the house rules into the box."""
    box.energy_limited = options["energy_copy_limit"] != "none"
    box.legend_total = 0 if options["legend_total_limit"] == "none" else int(options["legend_total_limit"])
    box.bonus_outside = options["bonus_energy_source"] == "outside"
    box.plays_unlimited = options["plays_per_turn"] == "unlimited"
    box.min_defenders = int(options["min_defenders"])
    box.keeper_may_attack = options["keeper_may_attack"]
    box.double_six_always = options["double_six_always"]
    box.equal_turns = options["equal_turns"]
    box.draws_allowed = options["draws_allowed"]
    box.replace_expelled = options["replace_expelled"]
    box.open_decklists = options["open_decklists"]
    box.first_turn_attack = options["first_turn_attack"]


# ---------------------------------------------------------------------------------------------- decks


def ready_made(reader: BoxReader, name: str) -> Deck | None:
    """Give a deck of the box file; its problems go to the reader."""
    row = reader.section("decks").get(name)
    if not isinstance(row, dict):
        reader.problem(f"decks.{name}", "write it as a table with starters, bench and cards")
        return None
    try:
        return read_deck(row, f"decks.{name}")
    except BoxError as error:
        for problem in error.problems:
            reader.problem("", problem)
        return None


def find_deck(reader: BoxReader, known: CardSet, limits: Limits, value: str, where: str) -> Deck | None:
    """Give the deck that an option's value names or spells out; the ready-made ones follow the house rules."""
    decks = reader.section("decks")
    if value in decks:
        deck = ready_made(reader, value)
        return None if deck is None else adapted(known, deck, limits)
    if "/" not in value:
        reader.problem(where, f'no deck "{value}"; {did_you_mean(value, decks)}')
        return None
    try:
        return read_deck_line(value, where)
    except BoxError as error:
        reader.problems.extend(error.problems)
        return None


def read_seat(reader: BoxReader, box: Box, known: CardSet, limits: Limits, seat: int, value: str) -> None:
    """Read one coach's deck; an illegal one can be kept, but not played."""
    where = f"deck_{seat}"
    deck = find_deck(reader, known, limits, value, where)
    if deck is None:
        return
    errors = [finding for finding in validate(known, deck, limits) if not finding.is_warning]
    if errors:
        reader.problems.extend(f"{where}: {deck.name}: {error}" for error in errors)
        return
    cards = sorted(known.cards[card] for card in deck.cards)
    box.deck_count[seat] = len(cards)
    box.deck[seat, : len(cards)] = cards
    box.squad[seat, : len(deck.squad)] = in_order(known, deck)
    box.names_starters[seat] = deck.starters is not None
    if deck.starters is not None:
        box.bench[seat] = sum(1 << slot for slot in range(len(deck.starters), len(deck.squad)))


def in_order(known: CardSet, deck: Deck) -> Sequence[int]:
    """Number a squad: the starters first, each part from the goalkeeper forward."""
    parts = [deck.squad] if deck.starters is None else [deck.starters, deck.bench]
    return [known.players[player] for part in parts for player in sorted(part, key=known.positions.__getitem__)]
