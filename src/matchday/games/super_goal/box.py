"""Reading Super Goal!'s box: a box file and the chosen options become a `Box` record."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from matchday.engine.boxfile import BoxReader, did_you_mean
from matchday.engine.effects import read_steps
from matchday.engine.options import Options
from matchday.games.super_goal.state import (
    AGAINST_BALL,
    AGAINST_SHOT,
    ATTACK,
    CLOSING,
    DEFENCE,
    DEPTHS,
    FACES,
    FROM_AREA,
    FROM_FAR,
    FROM_OUTSIDE,
    LANES,
    OVER_WALL,
    OWN_CLEARANCE,
    THEIR_SHOT,
    VOCABULARY,
    Against,
    Ball,
    Box,
    Cell,
    Champion,
    Cost,
    Defence,
    Die,
    Direction,
    Effort,
    Goal,
    Mode,
    Penalty,
    Place,
    Save,
    Shot,
    Side,
    Symbol,
    Window,
    Zone,
)

TOP = (
    "pitch",
    "cells",
    "depths",
    "halves_ms",
    "nominal_ms",
    "options",
    "dice",
    "shot",
    "defender",
    "keeper",
    "penalty",
)
LETTERS = {
    "a": Cell.AREA,
    "g": Cell.AREA | Cell.OWN_GOAL,
    "o": Cell.OUTSIDE,
    "n": Cell.OUTSIDE | Cell.WALL,
    "p": Cell.FAR,
    "q": Cell.CORNER,
    ".": 0,
}
DIRECTIONS = {"F": Direction.FORWARD, "D": Direction.DIAGONAL, "S": Direction.SIDEWAYS, "B": Direction.BACKWARD}
SYMBOLS = {"": Symbol.NONE, "?": Symbol.QUESTION, "X": Symbol.X}
FIXED_PLACES = (
    Place.CENTRE,
    Place.MOUTH,
    Place.SPOT,
    Place.OWN_MOUTH,
    Place.OWN_SPOT,
    Place.GOAL_KICK,
    Place.CORNER,
)
RESULTS: dict[Die, tuple[type[IntEnum], dict[str, int]]] = {
    Die.SHOT: (Shot, {"area": FROM_AREA, "outside": FROM_OUTSIDE, "wall": OVER_WALL, "far": FROM_FAR}),
    Die.DEFENDER: (Defence, {"ball": AGAINST_BALL, "shot": AGAINST_SHOT}),
    Die.KEEPER: (Save, {"shot": THEIR_SHOT, "own": OWN_CLEARANCE}),
    Die.PENALTY: (Penalty, {"kick": 0}),
    Die.CHAMPION: (Champion, {"attack": ATTACK, "defence": DEFENCE}),
}
"""Each die with results: what it can show, and the columns of its table."""
LONGEST_ARROW = 9


def words_of(kinds: type[IntEnum]) -> dict[str, int]:
    """Name the members of an enum as box files do."""
    return {kind.name.lower(): int(kind) for kind in kinds}


NAMES: dict[str, Mapping[str, int]] = {
    "place": words_of(Place),
    "effort": words_of(Effort),
    "against": words_of(Against),
    "restart": {
        name: number for name, number in words_of(Mode).items() if name in {"goal_kick", "keeper_kick", "corner"}
    },
    "side": words_of(Side),
    "goal": words_of(Goal),
}


def read_box(reader: BoxReader, options: Options) -> Box:
    """Fill a box; the reader keeps every problem."""
    box = Box.new()
    box.seats = 2
    reader.only_keys(reader.data, (*TOP, "champion"), "")
    read_pitch(reader, box)
    read_cells(reader, box)
    read_clock(reader, box, options)
    read_arrows(reader, box)
    for die, (results, columns) in RESULTS.items():
        read_faces(reader, box, die, words_of(results))
        read_results(reader, box, die, results, columns)
    read_powers(reader, box)
    set_options(box, options)
    return box


def read_pitch(reader: BoxReader, box: Box) -> None:
    """Read the pitch: the top row is the deepest."""
    drawn = reader.data.get("pitch")
    if not isinstance(drawn, list) or [len(str(row)) for row in drawn] != [LANES] * DEPTHS:
        reader.problem("pitch", f"draw {DEPTHS} rows of {LANES} letters")
        return
    for depth, row in zip(range(DEPTHS, 0, -1), drawn, strict=True):
        for lane, letter in enumerate(row, start=1):
            if letter not in LETTERS:
                reader.problem("pitch", f'row {depth}: no letter "{letter}"; known: {" ".join(LETTERS)}')
                continue
            box.pitch[depth, lane] = LETTERS[letter]


def read_cell(reader: BoxReader, value: Any, where: str) -> tuple[int, int]:
    """Read a cell written as [lane, depth]."""
    if not isinstance(value, list) or len(value) != 2:
        reader.problem(where, "write a cell as [lane, depth], for example [3, 6]")
        return 1, 1
    lane = reader.integer({"lane": value[0]}, "lane", where, 1, LANES)
    return lane, reader.integer({"depth": value[1]}, "depth", where, 1, DEPTHS)


def read_cells(reader: BoxReader, box: Box) -> None:
    """Read the cells with a name and the rows that rules speak of."""
    cells = reader.section("cells")
    names = [place.name.lower() for place in FIXED_PLACES]
    reader.only_keys(cells, [*names, "keeper_kick"], "cells")
    for place, name in zip(FIXED_PLACES, names, strict=True):
        box.places[place] = read_cell(reader, cells.get(name), f"cells.{name}")
    kicks = cells.get("keeper_kick")
    if not isinstance(kicks, list) or len(kicks) != 2:
        reader.problem("cells.keeper_kick", "two cells, for example [[3, 1], [3, 2]]")
    else:
        for number, cell in enumerate(kicks):
            box.keeper_cells[number] = read_cell(reader, cell, "cells.keeper_kick")
    depths = reader.section("depths")
    reader.only_keys(depths, ("assist", "reverse", "claim"), "depths")
    box.assist_depth = reader.integer(depths, "assist", "depths", 1, DEPTHS)
    box.reverse_depth = reader.integer(depths, "reverse", "depths", 1, DEPTHS)
    box.claim_depth = reader.integer(depths, "claim", "depths", 1, DEPTHS)


def read_clock(reader: BoxReader, box: Box, options: Options) -> None:
    """Read the length of a half and the nominal time of each event."""
    halves = reader.section("halves_ms")
    reader.only_keys(halves, ("league", "tournament"), "halves_ms")
    printed = {name: reader.integer(halves, name, "halves_ms", 1, 3_600_000) for name in ("league", "tournament")}
    chosen = options["halves_ms"]
    box.half_ms = printed["tournament" if options["tournament"] else "league"] if chosen == "printed" else int(chosen)
    costs = reader.section("nominal_ms")
    reader.only_keys(costs, words_of(Cost), "nominal_ms")
    for name, cost in words_of(Cost).items():
        # A die always takes time, or a match might never end.
        at_least = 500 if cost <= Cost.CHAMPION else 0
        box.nominal[cost] = reader.integer(costs, name, "nominal_ms", at_least, 600_000)
    box.live = options["clock_mode"] == "live"
    box.window_ms = options["window_ms"]
    box.act_limit_ms = options["act_limit_ms"]
    box.min_roll_ms = options["min_roll_ms"]


def six_faces(reader: BoxReader, die: Die) -> list[str]:
    """Give the six faces of a die as they are written."""
    name = die.name.lower()
    faces = reader.section("dice").get(name)
    if not isinstance(faces, list) or len(faces) != FACES or not all(isinstance(face, str) for face in faces):
        reader.problem(f"dice.{name}", "write six faces")
        return []
    return faces


def read_arrows(reader: BoxReader, box: Box) -> None:
    """Read the faces of the three arrow dice."""
    reader.only_keys(reader.section("dice"), words_of(Die), "dice")
    for die in (Die.CONTROL, Die.PASS, Die.CROSS):
        for number, text in enumerate(six_faces(reader, die)):
            where = f"dice.{die.name.lower()}: face {number + 1}"
            direction, count, symbol = (*text.split(), "", "", "")[:3]
            if direction not in DIRECTIONS or symbol not in SYMBOLS or len(text.split()) > 3:
                reader.problem(where, f'"{text}" is no arrow; write F, D, S or B, a number, and ? or X or nothing')
                continue
            arrow = box.arrows[die, number]
            arrow.direction = DIRECTIONS[direction]
            cells = int(count) if count.isdecimal() else count
            arrow.number = reader.integer({"number": cells}, "number", where, 1, LONGEST_ARROW)
            arrow.symbol = SYMBOLS[symbol]


def read_faces(reader: BoxReader, box: Box, die: Die, known: dict[str, int]) -> None:
    """Read which result each face of a die shows."""
    for number, word in enumerate(six_faces(reader, die)):
        if word not in known:
            where = f"dice.{die.name.lower()}: face {number + 1}"
            reader.problem(where, f'no result "{word}"; {did_you_mean(word, known)}')
            continue
        box.faces[die, number] = known[word]


def rows_by_face(reader: BoxReader, die: Die, known: dict[str, int]) -> dict[int, dict[str, Any]]:
    """Give the rows `[[die]]` by the result that each describes; every result has one row."""
    name = die.name.lower()
    found: dict[int, dict[str, Any]] = {}
    for number, row in enumerate(reader.rows(name), start=1):
        word = row.get("face")
        if not isinstance(word, str) or word not in known:
            reader.problem(f"{name} {number}", f'no face "{word}"; {did_you_mean(str(word), known)}')
        elif known[word] in found:
            reader.problem(f"{name} {number}", f'the face "{word}" is described twice')
        else:
            found[known[word]] = row
    for word, result in known.items():
        if result not in found:
            reader.problem(name, f'the face "{word}" is not described')
    return found


def read_results(reader: BoxReader, box: Box, die: Die, results: type[IntEnum], columns: dict[str, int]) -> None:
    """Read what each result of a die does, a list of steps for each situation."""
    for result, row in rows_by_face(reader, die, words_of(results)).items():
        name = f"{die.name.lower()} {row['face']}"
        extra = ("from", "ball", "windows") if die == Die.CHAMPION else ()
        reader.only_keys(row, ("face", *columns, *extra), name)
        for column, number in columns.items():
            where = f"{name}: {column}"
            if die == Die.CHAMPION and column not in row:
                continue
            rows = box.plays[die, result, number].steps
            read_steps(reader, row.get(column), where, VOCABULARY, NAMES, rows)
            words = [int(step.op) for step in rows if step.op]
            if words and (words[-1] not in CLOSING or any(op in CLOSING for op in words[:-1])):
                reader.problem(where, "the last step, and no other, must say how play goes on")


def read_powers(reader: BoxReader, box: Box) -> None:
    """Read when each champion face may be played."""
    known = words_of(Champion)
    for row in reader.rows("champion"):
        if row.get("face") not in known:
            continue  # `read_results` has said so
        where = f"champion {row['face']}"
        power = box.powers[known[row["face"]]]
        if "attack" in row:
            power.zone = reader.choice(row, "from", where, words_of(Zone))
            power.ball = reader.choice(row, "ball", where, words_of(Ball))
        windows = row.get("windows", [])
        if not isinstance(windows, list) or ("defence" in row) != bool(windows):
            reader.problem(where, "defence and windows go together, windows as a list")
            continue
        for window in windows:
            power.windows |= reader.choice({"windows": window}, "windows", where, words_of(Window))


def set_options(box: Box, options: Options) -> None:
    """Write the chosen variants and house rules into the box."""
    box.tournament = options["tournament"]
    box.simple = options["simple"]
    box.boskov = options["boskov"] and not options["simple"]
    box.auto_forced = options["auto_forced"]
    box.special_cases_only = options["own_end_line"] == "special_cases_only"
    box.shot_on_turnover = options["shot_on_turnover"]
    box.places[Place.POST] = {"3,10": (3, 10), "3,9": (3, 9)}[str(options["post_cell"])]
    box.att_interrupt_on_question = options["att_interrupt_on_question"]
    box.dead_ball_interrupts = options["dead_ball_interrupts"]
    box.corner_after_time = options["corner_after_time"]
    box.red_card_match = options["red_card_memory"] == "match"
    box.shootout_kicks = int(options["shootout_kicks"])
    box.save_penalties = options["save_penalties"]
    box.bomb_min_depth = int(options["bomb_min_depth"])
    box.champion_reset_at_half = options["champion_reset_at_half"]
    box.shot_foul_origin = options["shot_foul_spot"] == "origin"
    box.defender_may_decline = options["defender_may_decline"]
