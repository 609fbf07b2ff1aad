"""Reading Kickards' box: a box file and the chosen options become a `Box` record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matchday.engine.boxfile import BoxReader, did_you_mean
from matchday.engine.effects import read_steps
from matchday.engine.options import Options
from matchday.engine.record import write_text
from matchday.games.kickards.state import (
    BLUE,
    BONUSES,
    CARDS,
    CODE,
    EVENTS,
    GREEN,
    LINE_UP,
    NAME,
    OFFER,
    PAIRS,
    RED,
    SPECIAL,
    SPECIALS,
    TRACK,
    TRACK_WORDS,
    VARS,
    VOCABULARY,
    Bonus,
    Box,
    Flag,
    Format,
    If,
    Op,
    Pos,
    Row,
    Shot,
    Side,
    Sides,
    Tint,
)

TOP = (
    "match", "options", "bonus", "two_man", "nationality", "control", "var", "special", "footballer", "event",
)  # fmt: skip
COLOURS = {"red": RED, "green": GREEN, "blue": BLUE}
TINTS = {"green": int(Tint.GREEN), "yellow": int(Tint.YELLOW), "red": int(Tint.RED)}
NAMES: dict[str, Mapping[str, int]] = {
    "who": {side.name.lower(): int(side) for side in Side},
    "side": {side.name.lower(): int(side) for side in Side if side != Side.BOTH},
    "bonus": {bonus.name.lower(): int(bonus) for bonus in Bonus},
    "condition": {condition.name.lower(): int(condition) for condition in If},
}
LINE_UP_WORDS = (Op.PCT, Op.TWO_SHOTS, Op.HALVE, Op.BONUS)
NO_UNDOING = (Op.DRAW, Op.DISCARD, Op.BONUS, Op.STARS_ANY, Op.STARS_RED, Op.STARS_GREEN, Op.STARS_BLUE)
EVENT_ONLY = (
    Op.K6, Op.K6_MIN, Op.K6_MAX, Op.POSITION, Op.FLAT, Op.TABLE, Op.RIVAL_TABLE, Op.GOAL, Op.ON_MISS, Op.COUNTER,
)  # fmt: skip
ROW_ONLY = (Op.SHOT, Op.PER_SUPPORT, Op.RISK, Op.RIVAL_SHOT, Op.THEN, Op.CLEAR)
PERCENTAGES = (Op.FLAT, Op.ON_MISS, Op.COUNTER, Op.SHOT, Op.RIVAL_SHOT)
POSITIONS = (Op.K6_MIN, Op.K6_MAX, Op.POSITION)


def read_box(reader: BoxReader, options: Options) -> Box:
    """Fill a box; the reader keeps every problem."""
    box = Box.new()
    box.seats = 2
    reader.only_keys(reader.data, TOP, "")
    read_numbers(reader, box, options)
    read_bonuses(reader, box)
    read_pairs(reader, box, options)
    read_nations(reader, box)
    read_track(reader, box)
    read_var(reader, box)
    read_footballers(reader, box, int(options["shootout_bonus"]))
    read_events(reader, box, options)
    set_options(box, options)
    return box


def read_numbers(reader: BoxReader, box: Box, options: Options) -> None:
    """Read the numbers of the rulebook."""
    row = reader.section("match")
    levels = ("solo_amateur", "solo_league", "solo_champion")
    limits = {
        "hand": (1, 20), "extra_time_hand": (1, 20), "shootout_hand": (1, 9), "shootout_pairs": (9, 99),
        "support": (0, LINE_UP - 1), "defence": (0, LINE_UP), "bar": (0, 9), "coach_offer": (1, OFFER),
    }  # fmt: skip
    reader.only_keys(row, (*limits, *levels), "match")
    for key, (low, high) in limits.items():
        setattr(box, key, reader.integer(row, key, "match", low, high))
    hands = {key: reader.integer(row, key, "match", 1, 20) for key in levels}
    box.automat_hand = hands.get(f"solo_{options['solo']}", 0)


def write_name(reader: BoxReader, row: Mapping[str, Any], where: str, field: Any) -> None:
    """Write a name as bytes: records hold no texts."""
    data = reader.text(row, "name", where).encode()
    if len(data) > NAME:
        reader.problem(where, f"name: longer than {NAME} bytes")
    for place, byte in enumerate(data[:NAME]):
        field[place] = byte


def write_code(reader: BoxReader, row: Mapping[str, Any], where: str, field: Any) -> str:
    """Write a code: a short word that notation and views use."""
    code = reader.text(row, "code", where)
    if not code.isascii() or not code.isalnum() or len(code) > CODE:
        reader.problem(where, f"code: up to {CODE} plain letters and digits")
        return code
    write_text(field, code)
    return code


def steps_with_options(row: Mapping[str, Any], options: Options) -> Any:
    """Give the row's steps, or those that stand instead of them under a chosen option."""
    for other in row.get("instead", []):
        if isinstance(other, dict) and options.get(str(other.get("option"))) == other.get("value"):
            return other.get("play")
    return row.get("play")


def check_instead(reader: BoxReader, row: Mapping[str, Any], options: Options, where: str) -> None:
    """See that what stands under `instead` names an option that exists."""
    found = row.get("instead", [])
    if not isinstance(found, list) or not all(isinstance(other, dict) for other in found):
        reader.problem(where, "instead: write it as a list of tables")
        return
    for other in found:
        reader.only_keys(other, ("option", "value", "play"), f"{where}: instead")
        if other.get("option") not in options:
            name = str(other.get("option"))
            reader.problem(f"{where}: instead", f'no option "{name}"; {did_you_mean(name, options)}')


def steps_of(rows: Any) -> list[tuple[Op, int, int]]:
    """Give the steps of a list as plain numbers, without its empty end."""
    return [(Op(op), a, b) for op, a, b in (row.item() for row in rows) if op]


def check_steps(reader: BoxReader, steps: Any, where: str, barred: tuple[Op, ...], why: str) -> None:
    """See that steps make sense where they stand: words that belong there, numbers that a die or a chance can have."""
    for number, (op, a, b) in enumerate(steps_of(steps), start=1):
        here = f"{where}: step {number}"
        if op in barred:
            reader.problem(here, f'"{op.name.lower()}" {why}')
        if op in PERCENTAGES and not 0 <= a <= 100:
            reader.problem(here, f"{a} is no percentage")
        if op in (Op.TABLE, Op.RIVAL_TABLE) and not (1 <= a <= 6 and 0 <= b <= 100):
            reader.problem(here, "write a position from 1 to 6 and a percentage")
        if op in POSITIONS and not 1 <= a <= 6:
            reader.problem(here, f"{a} is no position")
        if op == Op.ON and not 1 <= a <= b <= 6:
            reader.problem(here, "write two results of a k6, the lower first")
        if op in (Op.PCT, Op.K6) and not -100 <= a <= 100:
            reader.problem(here, f"{a} is outside -100 to 100")
        if op == Op.PER_SUPPORT and not 0 <= a <= 25:
            reader.problem(here, f"{a} is outside 0 to 25")
        if op == Op.RISK and not (0 <= a <= 5 and 1 <= b <= 7):
            reader.problem(here, "write what is added (0 to 5) and where the red card begins (1 to 7)")
        if op in (Op.DRAW, Op.DISCARD) and not 1 <= b <= 5:
            reader.problem(here, f"{b} cards are outside 1 to 5")
        if op in (Op.STARS_ANY, Op.STARS_RED, Op.STARS_GREEN, Op.STARS_BLUE) and not 1 <= abs(b) <= 4:
            reader.problem(here, f"{b} stars are outside -4 to 4")


def read_bonuses(reader: BoxReader, box: Box) -> None:
    """Read the action bonuses; each of the twelve must be there once."""
    seen = set()
    for number, row in enumerate(reader.rows("bonus", at_most=BONUSES), start=1):
        where = f"bonus {row.get('id', number)}"
        reader.only_keys(row, ("id", "colour", "cost", "amount", "draw", "discard"), where)
        place = reader.choice(row, "id", where, NAMES["bonus"])
        seen.add(place)
        bonus = box.bonus[place]
        bonus.colour = reader.choice(row, "colour", where, COLOURS)
        bonus.cost = reader.integer(row, "cost", where, 1, 9)
        for key, low, high in (("amount", 1, 100), ("draw", 1, 9), ("discard", 0, 9)):
            if key in row:
                setattr(bonus, key, reader.integer(row, key, where, low, high))
    for kind in Bonus:
        if int(kind) not in seen:
            reader.problem("bonus", f'"{kind.name.lower()}" is missing')


def read_pairs(reader: BoxReader, box: Box, options: Options) -> None:
    """Read the two-man actions."""
    positions = {position.name: int(position) for position in Pos}
    found = reader.rows("two_man", at_least=0, at_most=PAIRS)
    box.pairs = len(found)
    for number, row in enumerate(found):
        where = f"two_man {number + 1}"
        reader.only_keys(row, ("shooter", "support", "play", "instead"), where)
        pair = box.pair[number]
        pair.shooter = reader.choice(row, "shooter", where, positions)
        pair.support = reader.choice(row, "support", where, positions)
        check_instead(reader, row, options, where)
        read_steps(reader, steps_with_options(row, options), where, VOCABULARY, NAMES, pair.play)
        check_line_up(reader, pair.play, where)


def check_line_up(reader: BoxReader, steps: Any, where: str) -> None:
    """Line-ups only add to the chance, give shots, halve, or give a bonus."""
    others = tuple(op for op in Op if op not in LINE_UP_WORDS and op != Op.END)
    check_steps(reader, steps, where, others, "is not for line-ups")


def read_nations(reader: BoxReader, box: Box) -> None:
    """Read the two tables of nationality bonuses."""
    for number, row in enumerate(reader.rows("nationality", at_least=0, at_most=LINE_UP - 1), start=1):
        where = f"nationality {number}"
        reader.only_keys(row, ("cards", "attack", "defence"), where)
        cards = reader.integer(row, "cards", where, 2, LINE_UP)
        for side, part in enumerate(("attack", "defence")):
            rows = [box.nation[side, cards], Row.new().play[0]]
            read_steps(reader, row.get(part), f"{where}: {part}", VOCABULARY, NAMES, rows)
            check_line_up(reader, rows[:1], f"{where}: {part}")


def read_track(reader: BoxReader, box: Box) -> None:
    """Read the control track; paying for a space never crosses the middle (KC-R28)."""
    found = reader.rows("control", at_least=0, at_most=TRACK)
    box.track = len(found)
    for number, row in enumerate(found, start=1):
        where = f"control {number}"
        reader.only_keys(row, ("bonus", "cost"), where)
        space = box.space[number]
        space.cost = reader.integer(row, "cost", where, 1, number)
        read_steps(reader, [row.get("bonus")], where, TRACK_WORDS, {}, space.bonus)
        if not 0 <= int(space.bonus[0].a) <= 20:
            reader.problem(where, f"{int(space.bonus[0].a)} is outside 0 to 20")


def read_var(reader: BoxReader, box: Box) -> None:
    """Read the VAR cards; each side may need two of them when tokens are renewed."""
    row = reader.section("var")
    reader.only_keys(row, ("cards",), "var")
    chances = row.get("cards")
    if not isinstance(chances, list) or not 4 <= len(chances) <= VARS:
        reader.problem("var", f"cards: 4 to {VARS} percentages")
        return
    box.var_cards = len(chances)
    for number, chance in enumerate(chances):
        box.var_chance[number] = reader.integer({"cards": chance}, "cards", "var", 0, 100)


def read_footballers(reader: BoxReader, box: Box, shootout_bonus: int) -> None:
    """Read special rows and footballers, and rate them as shooters and from the penalty spot."""
    specials: dict[str, tuple[int, Any]] = {}
    for number, row in enumerate(reader.rows("special", at_most=SPECIALS)):
        where = f"special {row.get('code', number + 1)}"
        reader.only_keys(row, ("code", "colour", "name", "play"), where)
        specials[write_code(reader, row, where, box.special[number].code)] = (number, row.get("play"))
        box.special[number].tint = reader.choice(row, "colour", where, TINTS)
        write_name(reader, row, where, box.special[number].name)
    found = reader.rows("footballer", at_least=22, at_most=CARDS)
    box.deck_size = len(found)
    names = set()
    for number, row in enumerate(found):
        where = f"footballer {row.get('code', number + 1)}"
        reader.only_keys(row, ("code", "name", "position", "flag", "stars", "rows"), where)
        card = box.footballers[number]
        write_code(reader, row, where, card.code)
        write_name(reader, row, where, card.name)
        if row.get("name") in names:
            reader.problem(where, f'the name "{row.get("name")}" is taken')
        names.add(row.get("name"))
        card.position = reader.choice(row, "position", where, {position.name: int(position) for position in Pos})
        card.colour = card.position // 3
        card.flag = reader.choice(row, "flag", where, {flag.name: int(flag) for flag in Flag})
        card.stars = reader.integer(row, "stars", where, 0, 3)
        shots = row.get("rows")
        if not isinstance(shots, list) or len(shots) != 6:
            reader.problem(where, "rows: six of them")
            continue
        for position, text in enumerate(shots):
            read_row(reader, box, text, f"{where}: row {position + 1}", specials, card.shots[position])
        if not any(shot.tint for shot in card.shots):
            reader.problem(where, "needs at least one special row (KC-072)")
        card.rating = rating(card)
        card.kick = kick_chance(card, shootout_bonus)


def read_row(
    reader: BoxReader, box: Box, text: Any, where: str, specials: Mapping[str, tuple[int, Any]], row: Any
) -> None:
    """Read `HEAD C 44` or `SELFISH 46 20`; a special row's own steps get its numbers."""
    words = text.split() if isinstance(text, str) else []
    plain = {shot.name: int(shot) for shot in Shot}
    code = words[0] if words else ""
    if code in plain:
        if len(words) != 3 or words[1] not in "LCR" or not words[2].isdecimal():
            reader.problem(where, f'"{text}": write a shot, its side (L, C, R) and a percentage')
            return
        row.kind, row.side = plain[code], "LCR".index(words[1])
        numbers, steps = words[2:], ["shot $1"]
    elif code in specials:
        number, steps = specials[code]
        row.kind, row.tint = SPECIAL + number, box.special[number].tint
        numbers = words[1:]
    else:
        reader.problem(where, f'no row "{code}"; {did_you_mean(code, [*plain, *specials])}')
        return
    if not all(word.isdecimal() and int(word) <= 100 for word in numbers):
        reader.problem(where, f'"{text}": the numbers are percentages')
        return
    if not isinstance(steps, list):
        reader.problem(where, "write steps as a list of texts")
        return
    asked = max([int(word[1:]) for step in steps for word in str(step).split() if word in ("$1", "$2")], default=0)
    if len(numbers) != asked:
        reader.problem(where, f'"{text}": {code} takes {asked} numbers')
        return
    row.a, row.b = (*(int(word) for word in numbers), 0, 0)[:2]
    filled = [str(step).replace("$1", str(row.a)).replace("$2", str(row.b)) for step in steps]
    read_steps(reader, filled, where, VOCABULARY, NAMES, row.play)
    check_steps(reader, row.play, where, EVENT_ONLY, "is for events only")
    if any(step.op == Op.THEN for step in row.play) and not any(step.op == Op.SHOT for step in row.play):
        reader.problem(where, '"then" waits for a shot, and there is none')


def rating(card: Any) -> int:
    """Rate a shooter: expected goals of a plain shot with one support card and cards in hand, less what rows cost."""
    return round(sum(row_rating(card, row) for row in card.shots) / 6 * 10_000)


def row_rating(card: Any, row: Any) -> float:
    """Rate one row: its steps as odds, in order; a die that chooses between steps halves what a card costs."""
    chance, goals, part = 0.0, 0.0, 1.0
    tries, shots, rolled = 1, 1, False
    for op, a, b in steps_of(row.play):
        if op == Op.ROLL:
            rolled = True
        elif op == Op.ON:
            part = (b - a + 1) / 6
        elif op == Op.IF:
            part = float(a in (If.SUPPORT, If.HAND_HELD))
        elif op in (Op.SHOT, Op.PER_SUPPORT):
            chance += part * a / 100
        elif op == Op.REPEAT:
            tries += 1
        elif op == Op.TWO_SHOTS:
            shots += 1
        elif op == Op.YELLOW and part:
            goals -= 0.02 if rolled else 0.04
        elif op == Op.RISK:
            reached = [card.shots[die + a - 1] for die in range(1, 7) if die + a < min(b, 7)]
            goals += sum(int(other.a) for other in reached if other.play[0].op == Op.SHOT) / 600 - 0.07
        elif op == Op.RIVAL_SHOT:
            goals -= a / 100
        elif op == Op.DISCARD:
            goals -= 0.08
        elif op in (Op.DRAW, Op.STARS_ANY):
            goals += 0.05
    return goals + shots * (1 - (1 - chance) ** tries)


def kick_chance(card: Any, more: int) -> int:
    """Give the chance to score from the penalty spot (KC-120..124, KC-R25), in ten-thousandths."""

    def once(row: Any) -> float:
        plain = min(int(row.a) + more, 100) / 100
        return {Tint.PLAIN: plain, Tint.GREEN: 1.0, Tint.YELLOW: 0.0, Tint.RED: 0.0}[Tint(int(row.tint))]

    again = sum(once(row) for row in card.shots) / 6
    total = sum(again if row.tint == Tint.YELLOW else once(row) for row in card.shots)
    return round(total / 6 * 10_000)


def read_events(reader: BoxReader, box: Box, options: Options) -> None:
    """Read the event cards."""
    found = reader.rows("event", at_most=EVENTS)
    box.event_kinds = len(found)
    total = 0
    for number, row in enumerate(found):
        where = f"event {row.get('code', number + 1)}"
        reader.only_keys(row, ("code", "name", "copies", "var", "tone", "play", "instead"), where)
        card = box.event[number]
        write_code(reader, row, where, card.code)
        write_name(reader, row, where, card.name)
        card.copies = reader.integer(row, "copies", where, 1, 99)
        total += int(card.copies)
        if not isinstance(row.get("var"), bool):
            reader.problem(where, "var: true or false")
        card.icon = row.get("var") is True
        card.tone = reader.integer(row, "tone", where, -9, 9)
        check_instead(reader, row, options, where)
        read_steps(reader, steps_with_options(row, options), where, VOCABULARY, NAMES, card.play)
        check_steps(reader, card.play, where, ROW_ONLY, "is for rows of a shot table only")
        if card.icon:
            check_steps(
                reader, card.play, where, NO_UNDOING, "cannot be undone, so no card with the VAR icon may do it"
            )
    if not 2 * OFFER + 2 <= total <= 250:
        reader.problem("event", f"{total} cards; it takes {2 * OFFER + 2} to 250")


def set_options(box: Box, options: Options) -> None:
    """Write the chosen variants and house rules into the box."""
    solo = options["solo"] != "off"
    box.format = {"friendly": Format.FRIENDLY, "tie": Format.TIE, "final": Format.FINAL}[str(options["format"])]
    box.two_man = options["two_man"]
    box.nationality = options["nationality"]
    box.control = bool(options["control"]) or solo
    seats = {"random": Sides.RANDOM, "seat0": Sides.SEAT_0, "seat1": Sides.SEAT_1}
    box.automat = seats[str(options["automat"])] if solo else 0
    box.sides = seats[str(options["sides"])]
    box.star_choice_secret = options["star_choice"] == "secret"
    box.until_shot = options["bonus_timing"] == "until_shot"
    box.early_buy = options["early_buy"]
    box.coach_goal_var = options["coach_goal_var"]
    box.var_extra_time = options["var_extra_time"]
    box.cosmetic_cards = options["cards"] == "cosmetic"
    box.away_goals = options["away_goals"]
    box.tie_break = options["tie_break"] == "extra_time"
    box.shootout_bonus = int(options["shootout_bonus"])
