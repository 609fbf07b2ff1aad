"""Reading Piłka w grze!'s box: a box file and the chosen options become a `Box` record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matchday.engine.boxfile import BoxReader
from matchday.engine.effects import Word, read_steps
from matchday.engine.options import Options
from matchday.engine.record import write_text
from matchday.games.pilka_w_grze.state import (
    ATTACK_NEEDS,
    ATTACK_PLAYS,
    ATTACKS,
    COSTS,
    DECK,
    DEFENCE_PLAYS,
    DEFENCES,
    FORMATIONS,
    HAND,
    KINDS,
    MID,
    OPP,
    OWN,
    TACTIC_NEEDS,
    TACTIC_PLAYS,
    TACTICS,
    TURN,
    Box,
    Card,
    Op,
    Starter,
    Tactic,
)

Names = dict[str, Mapping[str, int]]

ZONES = {"own": OWN, "mid": MID, "opp": OPP}
TOP = ("hand", "actions", "options", "attack", "defence", "tactic", "formation", "decks")


def read_box(reader: BoxReader, options: Options) -> Box:
    """Fill a box; the reader keeps every problem."""
    box = Box.new()
    box.seats = 2
    reader.only_keys(reader.data, TOP, "")
    box.hand = reader.integer(reader.data, "hand", "", 1, HAND)
    codes = read_halves(reader, box)
    read_tactics(reader, box, codes)
    read_formations(reader, box)
    read_deck(reader, box, codes, str(options["deck"]))
    set_options(box, options)
    return box


def codes_of(reader: BoxReader, key: str, at_most: int) -> dict[str, int]:
    """Number the codes of a list from 1; 0 is none."""
    found: dict[str, int] = {}
    for number, row in enumerate(reader.rows(key, at_most=at_most), start=1):
        code = str(row.get("code"))
        if not (code.isascii() and code.isalnum() and len(code) <= 4):
            reader.problem(f"{key} {number}", "code: one to four letters or digits")
        if code in found:
            reader.problem(f"{key} {number}", f'the code "{code}" is taken')
        found[code] = number
    return found


def read_halves(reader: BoxReader, box: Box) -> Names:
    """Read what attack and defence halves do; give the lists of names that steps may use."""
    defences = codes_of(reader, "defence", DEFENCES - 1)
    attacks = codes_of(reader, "attack", ATTACKS - 1)
    names: Names = {"zone": ZONES, "attack": attacks, "defence": defences}
    for number, row in enumerate(reader.rows("attack", at_most=ATTACKS - 1), start=1):
        where = f"attack {row.get('code', number)}"
        reader.only_keys(row, ("code", "counter", "needs", "play"), where)
        half = box.attacks[number]
        write_text(half.code, reader.text(row, "code", where))
        if "counter" in row:
            half.counter = reader.choice(row, "counter", where, defences)
        read_steps(reader, row.get("needs"), f"{where}: needs", ATTACK_NEEDS, names, half.needs)
        read_play(reader, row, where, ATTACK_PLAYS, names, half.play)
        if half.play[0].op == Op.ATTACK and not half.counter:
            reader.problem(where, "an ordinary attack needs a counter")
    for number, row in enumerate(reader.rows("defence", at_most=DEFENCES - 1), start=1):
        where = f"defence {row.get('code', number)}"
        reader.only_keys(row, ("code", "play"), where)
        write_text(box.defences[number].code, reader.text(row, "code", where))
        read_play(reader, row, where, DEFENCE_PLAYS, names, box.defences[number].play)
    return names


def read_play(
    reader: BoxReader, row: Mapping[str, Any], where: str, words: Sequence[Word], names: Names, rows: Sequence[Any]
) -> None:
    """Read what a half of a card does: one step, with a number that a table can hold."""
    steps = row.get("play")
    read_steps(reader, steps, f"{where}: play", words, names, rows)
    if isinstance(steps, list) and len(steps) != 1:
        reader.problem(f"{where}: play", f"one step, has {len(steps)}")
    most = {Op.EXTRA_ACTIONS: TURN, Op.FLIP_SHOT: HAND}.get(rows[0].op)
    if most and not 1 <= rows[0].a <= most:
        reader.problem(f"{where}: play: step 1", f"{rows[0].a} is outside 1 to {most}")


def read_tactics(reader: BoxReader, box: Box, names: Names) -> None:
    """Read the sides of the tactic cards."""
    codes_of(reader, "tactic", TACTICS)
    for number, row in enumerate(reader.rows("tactic", at_least=TACTICS, at_most=TACTICS)):
        where = f"tactic {row.get('code', number + 1)}"
        tactic = box.tactics[number]
        reader.only_keys(row, ("code", "needs", "cost", "play"), where)
        write_text(tactic.code, reader.text(row, "code", where))
        read_steps(reader, row.get("needs"), f"{where}: needs", TACTIC_NEEDS, names, tactic.needs)
        read_steps(reader, row.get("cost"), f"{where}: cost", COSTS, names, tactic.cost)
        read_steps(reader, row.get("play"), f"{where}: play", TACTIC_PLAYS, names, tactic.play)
        check_tactic(reader, where, tactic)


def check_tactic(reader: BoxReader, where: str, tactic: Tactic) -> None:
    """See that a tactic card can be paid and that its effect leads on."""
    counts = {int(step.a) for step in tactic.cost if step.op}
    if len(counts) > 1:
        reader.problem(f"{where}: cost", "alternatives must ask for the same number of cards")
    if counts and not 1 <= min(counts) <= HAND:
        reader.problem(f"{where}: cost", f"a cost is 1 to {HAND} cards")
    does = [step.op for step in tactic.play if step.op]
    last = {Op.NEW_TURN, Op.HAND_SHOT, Op.REDRAW}
    if not does or [op in last for op in does] != [False] * (len(does) - 1) + [True]:
        reader.problem(f"{where}: play", "the last step, and no other, is new_turn, hand_shot or redraw")
    if Op.REDRAW in does and (counts or len(does) > 1):
        reader.problem(f"{where}: play", "a redraw costs nothing and stands alone")


def read_formations(reader: BoxReader, box: Box) -> None:
    """Read the formations; row 0 is the limit without the variant."""
    found = reader.rows("formation", at_most=FORMATIONS)
    box.formations = len(found)
    plain = {"code": "actions", "actions": reader.data.get("actions")}
    for number, row in enumerate([plain, *found]):
        where = f"formation {row.get('code', number)}" if number else ""
        if number:
            reader.only_keys(row, ("code", "actions"), where)
            code = str(row.get("code"))
            if not (code.isascii() and code.isprintable() and len(code) <= len(box.formation_code[0])):
                reader.problem(where, f"code: one to {len(box.formation_code[0])} plain signs")
            if any(code == other.get("code") for other in found[: number - 1]):
                reader.problem(where, f'the code "{code}" is taken')
            write_text(box.formation_code[number - 1], reader.text(row, "code", where))
        limits = row.get("actions")
        if not isinstance(limits, list) or len(limits) != 3:
            reader.problem(where, "actions: three numbers, for example [3, 3, 3]")
            continue
        for zone, limit in enumerate(limits):
            box.formation[number, zone] = reader.integer({"actions": limit}, "actions", where, 1, 9)


def read_deck(reader: BoxReader, box: Box, names: Names, deck: str) -> None:
    """Read the chosen deck."""
    found = reader.rows(deck, at_most=KINDS, of=reader.section("decks"))
    box.kinds = len(found)
    for number, row in enumerate(found):
        where = f"decks.{deck} card {number + 1}"
        reader.only_keys(row, ("attack", "balls", "defence", "gloves", "copies"), where)
        card = box.cards[number]
        card.attack = reader.choice(row, "attack", where, names["attack"])
        card.balls = reader.integer(row, "balls", where, 0, 9)
        card.defence = reader.choice(row, "defence", where, names["defence"])
        card.gloves = reader.integer(row, "gloves", where, 0, 9)
        card.copies = reader.integer(row, "copies", where, 1, DECK)
        look_up(box, card)
        twin = [n + 1 for n in range(number) if same_faces(box.cards[n], card)]
        if twin:
            reader.problem(where, f"is the same as card {twin[0]}; raise its copies instead")
    total = sum(int(card.copies) for card in box.cards)
    if not 4 * int(box.hand) <= total <= DECK:
        reader.problem(f"decks.{deck}", f"has {total} cards; it takes {4 * int(box.hand)} to {DECK}")
        total = DECK
    box.total = total
    if not any(box.attacks[card.attack].play[0].op == Op.ATTACK for card in box.cards[: box.kinds]):
        reader.problem(f"decks.{deck}", "no card can open an attack")
    extra = sum(
        int(card.copies) * int(box.attacks[card.attack].play[0].a)
        for card in box.cards[: box.kinds]
        if box.attacks[card.attack].play[0].op == Op.EXTRA_ACTIONS
    )
    if int(box.formation.max()) + extra > TURN:
        reader.problem(f"decks.{deck}", f"formations and corners together allow more than {TURN} actions in a turn")


def look_up(box: Box, card: Card) -> None:
    """PG-15, PG-16, PG-31: note what a card's halves come to."""
    card.opens = box.attacks[card.attack].play[0].op
    card.free = box.attacks[card.attack].needs[0].op == Op.END
    card.foul = box.defences[card.defence].play[0].op == Op.BLOCK_ANY
    for attack in range(ATTACKS):
        if card.foul or card.defence == box.attacks[attack].counter:
            card.answers |= 1 << attack


def same_faces(one: Card, other: Card) -> bool:
    """Tell whether two rows describe the same card."""
    fields = ("attack", "balls", "defence", "gloves")
    return all(getattr(one, name) == getattr(other, name) for name in fields)


def set_options(box: Box, options: Options) -> None:
    """Write the chosen variants and house rules into the box."""
    box.with_formations = options["formations"]
    box.with_tactics = options["tactics"]
    box.surprise_shots = options["surprise_shots"]
    starter = options["youngest"] if options["starter"] == "youngest" else options["starter"]
    box.starter = {"random": Starter.LOT, "seat0": Starter.SEAT_0, "seat1": Starter.SEAT_1}[str(starter)]
    box.must_block = options["must_block"]
    box.attacker_may_stop = options["attacker_may_stop"]
    box.dribble_across_turns = options["dribble_across_turns"]
    box.redraw_attacker_only = options["specials_redraw"] == "attacker"
    box.half_ends_at_turn = options["half_end"] == "turn"
    box.second_half_ends_with_pile = options["second_half_end"] == "pile_empty"
    box.setpiece_play_on = options["setpiece_saved"] == "play_on"
    box.corner_chain = options["corner_chain"]
    box.tactics_at_turn_start = options["tactics_timing"] == "turn_start"
    box.sub_at_reply_only = options["sub_timing"] == "reply_only"
    box.long_shot_saved_midfield = options["long_shot_saved"] == "midfield"
    box.short_sub = options["short_sub"] == "allowed"
    box.et_limit = options["et_limit"]
    box.level_score_draw = options["level_score"] == "draw"
    box.shoot_on_entry = options["shoot_on_entry"]
