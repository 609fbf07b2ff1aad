"""Reading the box of MCS: a box file and the chosen options become a `Box` record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matchday.engine.boxfile import BoxReader
from matchday.engine.effects import read_steps
from matchday.engine.options import Options
from matchday.engine.record import write_text
from matchday.games.mcs.state import (
    ATTACK,
    BEND,
    BLUE,
    CARDS,
    CHAIN,
    COLOURS,
    DEFECT,
    DEFENCE,
    EFFECTS,
    FALL,
    FINISH,
    HAND,
    KEEP,
    LAPS,
    LAST,
    NO_CARD,
    OUT,
    RED,
    RIDERS,
    SEATS,
    STRAIGHT,
    VOCABULARY,
    WHITE,
    YELLOW,
    Box,
    Format,
    Op,
)

TOP = ("points", "reshuffle_after", "formats", "options", "lap", "trouble", "effect", "components")
HELMETS = {"red": RED, "blue": BLUE, "yellow": YELLOW, "white": WHITE}
EDGES = {"amber": 0, "violet": 1, "turquoise": 2, "graphite": 3}
SYMBOLS = {"straight": STRAIGHT, "bend": BEND, "finish": FINISH}
FIGHTS = {"straight": STRAIGHT, "bend": BEND}
TROUBLES = {"fall": FALL, "defect": DEFECT}
OUTCOMES = {"keep": KEEP, "last": LAST, "out": OUT, "no_card": NO_CARD}
KINDS = {"attack": ATTACK, "defence": DEFENCE}
TRACKS = "ABCD"
ASKING = (Op.ARRANGE, Op.OVERTAKE, Op.STEAL, Op.PENDING)
NAMES = {"fight": FIGHTS, "trouble": TROUBLES}


def read_box(reader: BoxReader, options: Options) -> Box:
    """Fill a box; the reader keeps every problem."""
    box = Box.new()
    reader.only_keys(reader.data, TOP, "")
    box.points[:] = numbers(reader, reader.data, "points", "", COLOURS, 0, 9)
    box.reshuffle_after = reader.integer(reader.data, "reshuffle_after", "", 1, 99)
    read_format(reader, box, options)
    read_laps(reader, box)
    read_trouble(reader, box)
    symbols = read_effects(reader, box)
    read_riders(reader, box)
    read_cards(reader, box, symbols)
    set_options(box, options)
    return box


def numbers(
    reader: BoxReader, row: Mapping[str, Any], key: str, where: str, count: int, low: int, high: int
) -> list[int]:
    """Give a list of so many whole numbers."""
    found = row.get(key)
    if not isinstance(found, list) or len(found) != count:
        reader.problem(where, f"{key}: write {count} whole numbers, for example {[low] * count}")
        return [low] * count
    return [reader.integer({key: value}, key, where, low, high) for value in found]


def format_of(options: Options) -> Format:
    """MC-001..003, MC-R01: the number of players and how they play it."""
    if options["players"] == 2:
        return Format.DUEL
    if options["players"] == 3 and options["three_players"] == "solo_v_pair":
        return Format.SOLO
    if options["players"] == 4 and options["four_players"] == "pairs":
        return Format.PAIRS
    return Format.FOURWAY


def read_format(reader: BoxReader, box: Box, options: Options) -> None:
    """Read the chosen format; the others are checked as well."""
    found = reader.section("formats")
    reader.only_keys(found, [kind.name.lower() for kind in Format], "formats")
    for kind in Format:
        name = kind.name.lower()
        row, where = found.get(name), f"formats.{name}"
        if not isinstance(row, dict):
            reader.problem(where, "write it as a table with seats, heats and hand")
            continue
        reader.only_keys(row, ("seats", "heats", "hand"), where)
        needed = (2, 3, SEATS, SEATS)[kind]
        seats = reader.integer(row, "seats", where, needed, needed)
        heats = reader.integer(row, "heats", where, RIDERS, 20)
        hand = numbers(reader, row, "hand", where, COLOURS, 1, HAND)
        if heats % RIDERS:
            reader.problem(where, f"heats: {heats} is not a whole number of series of {RIDERS} heats (MC-R17)")
        if (kind in {Format.DUEL, Format.SOLO} and hand[0] != hand[1]) or (kind == Format.DUEL and hand[2] != hand[3]):
            reader.problem(where, "hand: the two colours of one manager share one hand, write the same number")
        if (
            sum(dict(zip(((0, 0, 1, 1), (0, 0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 3))[kind], hand, strict=True)).values())
            > CHAIN
        ):
            reader.problem(where, f"hand: all hands together may hold {CHAIN} cards at most")
        if kind == format_of(options):
            box.format, box.seats = kind, seats
            box.hand[:] = hand
            box.heats = heats if options["heats"] == "full" else int(options["heats"])


def read_laps(reader: BoxReader, box: Box) -> None:
    """Read how many lap cards of each symbol there are in each deck."""
    for number, row in enumerate(reader.rows("lap", at_least=LAPS, at_most=LAPS)):
        where = f"lap {number + 1}"
        reader.only_keys(row, SYMBOLS, where)
        for symbol, kind in SYMBOLS.items():
            box.laps[number, kind] = reader.integer(row, symbol, where, 0, 40)
        if not box.laps[number].any():
            reader.problem(where, "a deck needs at least one card")


def read_trouble(reader: BoxReader, box: Box) -> None:
    """Read what a fall and a defect come to, by the kind of the next lap."""
    found = reader.section("trouble")
    reader.only_keys(found, TROUBLES, "trouble")
    for name, trouble in TROUBLES.items():
        row, where = found.get(name), f"trouble.{name}"
        if not isinstance(row, dict):
            reader.problem(
                where, 'write it as a table, for example { straight = "keep", bend = "last", finish = "out" }'
            )
            continue
        reader.only_keys(row, SYMBOLS, where)
        for symbol, kind in SYMBOLS.items():
            box.trouble[trouble, kind] = reader.choice(row, symbol, where, OUTCOMES)


def read_effects(reader: BoxReader, box: Box) -> dict[str, int]:
    """Read the bend effects; give their symbols."""
    symbols: dict[str, int] = {}
    for number, row in enumerate(reader.rows("effect", at_most=EFFECTS)):
        symbol = reader.text(row, "symbol", f"effect {number + 1}")
        where = f"effect {symbol}"
        reader.only_keys(row, ("symbol", "play"), where)
        if symbol in symbols:
            reader.problem(where, "the symbol is taken")
        symbols[symbol] = number
        write_text(box.effects[number].symbol, symbol)
        play = box.effects[number].play
        read_steps(reader, row.get("play"), where, VOCABULARY, NAMES, play)
        for step in play:
            if step.op == Op.ARRANGE and not (1 <= step.a <= COLOURS and 1 <= step.b <= COLOURS and step.a != step.b):
                reader.problem(where, f'"arrange {step.a} {step.b}": two different places from 1 to {COLOURS}')
            if step.op in {Op.DRAW, Op.STEAL} and not 1 <= step.a <= HAND:
                reader.problem(where, f"from 1 to {HAND} cards, not {step.a}")
        words = [int(step.op) for step in play if step.op]
        asking = {word for word in words if word in ASKING}
        gains = sum(int(step.a) for step in play if step.op in {Op.DRAW, Op.STEAL})
        if len(asking) > 1:
            reader.problem(where, "one effect asks for one choice: arrange, overtake, steal or pending")
        if asking and words != sorted(words, key=lambda word: word not in ASKING):
            reader.problem(where, "the choice comes before the other words")
        if gains > 1:
            reader.problem(where, "an effect may gain one card at most, or hands would grow (MC-R04)")
    return symbols


def read_riders(reader: BoxReader, box: Box) -> None:
    """Read the riders' numbers; each number is there once (MC-004)."""
    count = [0] * COLOURS
    numbers_seen: set[int] = set()
    for place, row in enumerate(
        reader.rows("riders", COLOURS * RIDERS, COLOURS * RIDERS, reader.section("components"))
    ):
        where = f"rider {row.get('id', place + 1)}"
        reader.only_keys(row, ("id", "colour", "number", "name"), where)
        reader.text(row, "id", where)
        name = reader.text(row, "name", where)
        colour = reader.choice(row, "colour", where, HELMETS)
        number = reader.integer(row, "number", where, 1, 99)
        if number in numbers_seen:
            reader.problem(where, f"number {number} is taken")
        if place // RIDERS != colour:
            reader.problem(where, f"list {RIDERS} riders of each colour in the order {', '.join(HELMETS)}")
        numbers_seen.add(number)
        if count[colour] < RIDERS:
            box.number[colour * RIDERS + count[colour]] = number
            write_text(box.name[colour * RIDERS + count[colour]], name)
        count[colour] += 1


def read_cards(reader: BoxReader, box: Box, symbols: dict[str, int]) -> None:
    """Read the fight cards."""
    found = reader.rows("cards", at_least=36, at_most=CARDS, of=reader.section("components"))
    box.total = len(found)
    ids: set[str] = set()
    for number, row in enumerate(found):
        name = reader.text(row, "id", f"card {number + 1}")
        where = f"card {name}"
        reader.only_keys(row, ("id", "effect", "colour", "kind", "tracks"), where)
        if name in ids:
            reader.problem(where, "the id is taken")
        ids.add(name)
        card = box.cards[number]
        write_text(card.code, name)
        if symbols:
            card.effect = reader.choice(row, "effect", where, symbols)
        card.colour = reader.choice(row, "colour", where, EDGES)
        card.kind = reader.choice(row, "kind", where, KINDS)
        tracks = reader.text(row, "tracks", where)
        if not set(tracks) <= set(TRACKS) or len(set(tracks)) != len(tracks):
            reader.problem(where, f'tracks: "{tracks}" is not made of the letters A, B, C, D, each at most once')
            continue
        card.tracks = sum(1 << TRACKS.index(letter) for letter in tracks)


def set_options(box: Box, options: Options) -> None:
    """Write the chosen house rules into the box."""
    box.seating_fixed = options["seating"] == "fixed"
    box.colours_chosen = options["colours"] == "choose"
    box.show_rider_pools = options["show_rider_pools"]
    box.lap4_pending_void = options["lap4_pending"] == "void"
    box.defence_optional = options["defence_optional"]
    box.overtake_any_rider = options["overtake_any_rider"]
    box.targets_on_play = options["choose_targets_on"] == "play"
    box.beat_leader_first = options["beat_order"] == "leader_first"
    box.beat_partner = options["beat_partner"]
    box.partners_share_hands = options["partners_share_hands"]
    box.runoff_first_only = options["runoff_scope"] == "first"
    box.one_side_left_ends = options["one_side_left"] == "end"
    box.auto_pass_when_unable = options["auto_pass_when_unable"]
