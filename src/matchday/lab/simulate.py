"""Simulation: many matches on all cores, the same results whatever the number of threads.

Where every seat's bot is one of ours the whole run is compiled; a bot of one's own is asked in plain Python. Either way
a match is known by the run's seed and its number, and can be opened: the same dice, the same moves.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field, fields, replace
from html import escape
from typing import Any, Literal, TypeAlias

import numpy as np

from matchday.bots.learnt import net_for
from matchday.bots.levels import KINDS, LEVELS
from matchday.bots.simple import Bot
from matchday.bots.thinking import Decider
from matchday.bots.trials import TABLES as WORLDS
from matchday.bots.trials import Plan, Style
from matchday.bots.value import Net
from matchday.engine.boxfile import did_you_mean
from matchday.engine.dice import Dice, set_key
from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.engine.options import Options, seen_by, settle
from matchday.engine.record import Array, fast
from matchday.engine.runner import Mode
from matchday.engine.slots import choose
from matchday.engine.twin import plain_of, twin_of
from matchday.games import game as game_named
from matchday.lab.driver import (
    ACTIONS,
    BLANK,
    BOXES,
    PLIES,
    POLICIES,
    SEATS,
    TABLES,
    THINKING,
    WHOLE,
    Desk,
    Row,
    Totals,
    add_match,
    begin_match,
    count_events,
    pick_simply,
    pick_thoughtfully,
    play_matches,
    roll_ahead,
)
from matchday.lab.measures import wilson
from matchday.match.match import Match, simulation_seed
from matchday.match.past import NOMINAL
from matchday.match.seating import BOT

CHUNK = 2_000  # matches between two looks at the progress bar …
SLOW_CHUNK = 4  # … and of thinking bots

Device: TypeAlias = Literal["cpu", "cuda"]
Player: TypeAlias = str | Style | Bot
"""Who may have a seat: a level, "random" or "greedy"; a way of deciding; or anything that decides."""


class Workspace:
    """The records of one thread."""

    def __init__(
        self,
        game: Game,
        players: Sequence[str | Style],
        options: Mapping[str, Any] | None = None,
        data: Mapping[str, Any] | None = None,
        *,
        count_events: bool = False,
        mirrored: bool = False,
        nets: Sequence[Any] | None = None,
        box: Any = None,
    ) -> None:
        self.game, self.players = game, players
        self.is_thinking = mirrored or any(player not in POLICIES for player in players)
        self.boxes = known_boxes(game, settle(game.options, options or {}), data, box)
        if game.actions > ACTIONS or int(self.boxes[WHOLE].seats) > SEATS:
            message = f"{game.name} needs a larger desk: {game.actions} actions, {self.boxes[WHOLE].seats} seats"
            raise ValueError(message)
        self.tables, self.worlds = game.table_type.zeros(TABLES), game.table_type.zeros(WORLDS)
        if game.has_clock:
            self.tables["elapsed"] = self.worlds["elapsed"] = NOMINAL
        self.plans = Plan.zeros(SEATS)
        self.nets = Net.zeros(SEATS)
        for place, net in enumerate(nets or [net_for(game, box) for box in self.boxes[:SEATS]]):
            self.nets[place] = net[0]
        self.deciders: dict[int, Decider] = {}
        self.desk, self.totals = Desk.new(), Totals.new()
        self.desk.log[0].muted = not count_events
        self.desk.mirrored = mirrored
        self.desk.policies[:] = THINKING
        for place, player in enumerate(players):
            style_of(player, game).write(self.plans[place])
            if isinstance(player, str) and not mirrored:
                self.desk.policies[place] = POLICIES.get(player, THINKING)

    def play(self, mode: Mode, seed: int, first: int, count: int, lines: Any = None) -> None:
        """Play a run of matches and add them to this thread's totals; `lines` takes a row of each."""
        pick = pick_thoughtfully if self.is_thinking else pick_simply  # the simple loop is the quickest
        lines = Row.zeros(0) if lines is None else lines
        if mode == "plain":
            mind = self.worlds, self.plans, self.nets
            loop = plain_of(self.game).door(play_matches, pick=pick)
            loop(self.boxes[WHOLE], self.boxes, self.tables, mind, self.desk, self.totals, lines, seed, first, count)
            return
        table = self.game.table_type.aligned
        twin_of(self.game).door(play_matches, pick=pick)(
            fast(self.boxes[WHOLE], self.game.box_type),
            self.boxes.view(self.game.box_type.aligned),
            self.tables.view(table),
            (self.worlds.view(table), self.plans.view(Plan.aligned), self.nets.view(Net.aligned)),
            fast(self.desk, Desk),
            fast(self.totals, Totals),
            lines.view(Row.aligned),
            seed,
            first,
            count,
        )

    def decider(self, seat: int, mode: Mode) -> Decider:
        """Give the memory of a thinking bot that is asked outside the loop."""
        if seat not in self.deciders:
            self.deciders[seat] = Decider(self.game, style_of(self.players[seat], self.game), mode)
        return self.deciders[seat]


def thinking_key(seed: int, number: int, ply: int) -> list[int]:
    """Give the key of a thinking bot's dice at one ply, as the loop sets it."""
    dice = Dice.new()
    set_key(dice, seed, -1 - (number * PLIES + ply))
    return [int(word) for word in dice.key]


def known_boxes(game: Game, options: Options, data: Mapping[str, Any] | None, whole: Any = None) -> Any:
    """Give the box as each seat knows it, then the whole one, which may have been made before."""
    boxes = np.zeros(BOXES, game.box_type.dtype)
    boxes[:] = game.box(options, data) if whole is None else whole
    if any(option.secret_of is not None for option in game.options.values()):
        for seat in range(int(boxes[WHOLE].seats)):
            boxes[seat] = game.box(seen_by(game.options, options, seat), data)
    return boxes


def style_of(player: str | Style, game: Game) -> Style:
    """Give a player's way of deciding. Settings may be changed in its name: `professional:effort=8000,near=0`."""
    if isinstance(player, Style):
        return player
    name, _, changes = player.partition(":")
    if name in LEVELS:
        style = LEVELS[name].style(game)
    elif name in POLICIES:
        style = Style(slip=1.0) if name == "random" else Style()
    else:
        raise MatchdayError(f'no bot "{name}"; {did_you_mean(name, KINDS)}')
    return replace(style, **dict(map(setting, changes.split(",")))) if changes else style


def setting(text: str) -> tuple[str, Any]:
    """Read one changed setting of a style."""
    name, _, number = text.partition("=")
    kinds: dict[str, Any] = {each.name: type(each.default) for each in fields(Style)}
    if name not in kinds:
        raise MatchdayError(f'no setting "{name}"; {did_you_mean(name, list(kinds))}')
    try:
        return name, kinds[name](number)
    except ValueError:
        raise MatchdayError(f'"{number}" is no number for {name}') from None


def prepare(game: Game, players: Sequence[str | Style] = ("random",)) -> None:
    """Compile the loop for a game, or load it from the cache: half a minute the first time."""
    Workspace(game, players).play("compiled", 0, 0, 0)


# ---------------------------------------------------------------- a run


@dataclass(frozen=True)
class Run:
    """Matches to be played: who plays what, from which seed."""

    game: Game
    players: Sequence[Player]
    options: Mapping[str, Any]
    data: Mapping[str, Any] | None
    seed: int
    mode: Mode
    count_events: bool = False

    @property
    def is_ours(self) -> bool:
        """Whether every bot is one of ours, so that all of it can be compiled."""
        return all(isinstance(player, str | Style) for player in self.players)

    @property
    def is_slow(self) -> bool:
        """Whether somebody thinks."""
        return any(player not in POLICIES for player in self.players if isinstance(player, str)) or not self.is_ours

    def workspace(self, box: Any = None) -> Workspace:
        """Make the records of one thread; seats with bots of somebody's own are left to the playing sense."""
        ours = [player if isinstance(player, str | Style) else "greedy" for player in self.players]
        return Workspace(self.game, ours, self.options, self.data, count_events=self.count_events, box=box)

    def open(self, number: int, space: Workspace | None = None) -> Match:
        """Play one match of the run in plain Python, move by move; a workspace counts it."""
        space = space or self.workspace()
        ours, box, desk = plain_of(self.game), space.boxes[WHOLE], space.desk
        kinds = [f"{BOT}{player if isinstance(player, str) else 'own'}" for player in self.players]
        seed = simulation_seed(self.seed, number)
        match = Match(self.game, self.options, seed, kinds=kinds, data=self.data)
        ours.door(begin_match)(box, desk, self.seed, number)
        ours.door(count_events)(match.log, space.totals)
        opener = match.asked
        while not match.over:
            seat = match.asked
            action = self.decide(match, seat, space, number)
            space.totals.actions[action] += 1
            match.play(seat, action)
            ours.door(count_events)(match.log, space.totals)
        ours.door(add_match)(box, match.table, desk, space.totals, opener, match.ply)
        return match

    def decide(self, match: Match, seat: int, space: Workspace, number: int) -> int:
        """Ask a seat's bot; one of ours rolls the same dice as in the loop."""
        player = self.players[seat]
        if not isinstance(player, str | Style):
            return player.decide(match.seat(seat))
        if player not in POLICIES:
            key = thinking_key(self.seed, number, match.ply)
            return space.decider(seat, self.mode).think(space.boxes[seat], match.hidden(seat), seat, key)
        legal, ours, desk = match.legal(seat), plain_of(self.game), space.desk
        if player == "random":
            return legal[ours.door(roll_ahead)(desk, seat, len(legal))]
        desk.actions[: len(legal)] = legal
        hidden = match.hidden(seat)
        return int(ours.door(choose)(space.boxes[seat], hidden, seat, desk.actions, len(legal), desk.dice[seat]))


@dataclass(frozen=True, repr=False)
class Report:
    """What a run of matches came to."""

    game: str
    seats: list[str]
    seed: int
    threads: int
    mode: Mode
    device: Device
    matches: int
    decisions: int
    decisions_per_match: float
    longest_match: int
    wins: list[int]
    win_share: list[float]
    draws: int
    draw_share: float
    first_win_share: float
    """Of matches won by the seat that was asked first …"""
    first_loss_share: float
    """… and of those that it lost."""
    mean_score: list[float]
    score_deviation: list[float]
    mean_total: float
    scores: list[list[int]]
    """How often each seat had 0, 1, 2, … goals or points."""
    totals: list[int]
    margins: list[int]
    events_per_match: dict[str, float] | None
    seconds: float
    prepare_seconds: float
    matches_per_second: float
    decisions_per_second: float
    run: Run = field(compare=False)

    def interval(self, seat: int) -> tuple[float, float]:
        """Give Wilson's 95 % interval of a seat's share of the matches."""
        return wilson(self.wins[seat], self.matches)

    def match(self, number: int) -> Match:
        """Open one match of the run, from 0: its moves can be replayed, saved and analysed."""
        if not 0 <= number < self.matches:
            raise MatchdayError(f"the run has matches 0 to {self.matches - 1}, not {number}")
        return self.run.open(number)

    def as_dict(self) -> dict[str, Any]:
        """Give all figures as one flat object, ready for JSON."""
        found = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "run"}
        return {name: value for name, value in found.items() if value is not None}

    def __repr__(self) -> str:
        sides = ", ".join(f"{name} {share:.1%}" for name, share in zip(self.seats, self.win_share, strict=True))
        return f"<Report of {self.matches:,} matches of {self.game}: {sides}, drawn {self.draw_share:.1%}>"

    def _repr_html_(self) -> str:
        """Show the main figures as a table in a notebook."""
        head = "<tr><th>seat</th><th>bot</th><th>wins</th><th>share</th><th>95 %</th><th>mean score</th></tr>"
        rows = "".join(
            f"<tr><td>{seat}</td><td>{escape(name)}</td><td>{self.wins[seat]:,}</td><td>{self.win_share[seat]:.1%}</td>"
            f"<td>{self.interval(seat)[0]:.1%} to {self.interval(seat)[1]:.1%}</td>"
            f"<td>{self.mean_score[seat]:.2f}</td></tr>"
            for seat, name in enumerate(self.seats)
        )
        drawn = f"<caption>{self.matches:,} matches of {self.game}, {self.draw_share:.1%} drawn</caption>"
        return f"<table>{drawn}{head}{rows}</table>"


def players_for(seats: int, given: Sequence[Player] | Player) -> list[Player]:
    """Give each seat its player; one serves all."""
    players = list(given) if isinstance(given, Sequence) and not isinstance(given, str) else [given]
    for player in players:
        if isinstance(player, str) and player not in KINDS:
            raise MatchdayError(f'no bot "{player}"; {did_you_mean(player, KINDS)}')
        if not isinstance(player, str | Style) and not callable(getattr(player, "decide", None)):
            raise MatchdayError(f"{player!r} is no bot: it has no method decide(seat)")
    if len(players) not in {1, seats}:
        raise MatchdayError(f"{len(players)} bots for {seats} seats: name one for all, or one for each")
    return players * (seats if len(players) == 1 else 1)


def simulate(
    game: Game | str,
    matches: int,
    *,
    seats: Sequence[Player] | Player = "random",
    options: Mapping[str, Any] | None = None,
    data: Mapping[str, Any] | None = None,
    seed: int = 1,
    threads: int | None = None,
    count_events: bool = False,
    mode: Mode = "compiled",
    device: Device = "cpu",
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Play matches and report them.

    `seats` names a bot for all seats or one for each: a level, "random", "greedy", or anything with `decide(seat)`.
    `data` is another box file's, for designers. With a bot of one's own matches are played one after the other.
    `device="cuda"` plays on a GPU (`docs/gpu.md`): bots that decide by lot, the same matches with the same results.

    >>> report = simulate("pilka_w_grze", 3, seats=["greedy", "random"], mode="plain", threads=1)
    >>> report.matches, sum(report.wins) + report.draws
    (3, 3)
    >>> report.match(2).over
    True
    """
    game = game_named(game) if isinstance(game, str) else game
    settled = settle(game.options, options or {})
    players = players_for(int(game.box(settled, data).seats), seats)
    run = Run(game, players, settled, data, seed, mode, count_events)
    if device != "cpu":
        return report_of_gpu(run, matches, device, progress)
    threads = max(1, threads or os.cpu_count() or 1) if run.is_ours else 1
    started = time.perf_counter()
    if mode == "compiled" and run.is_ours:
        run.workspace().play("compiled", 0, 0, 0)
    compiled = time.perf_counter()
    size = SLOW_CHUNK if run.is_slow else CHUNK
    chunks = [(first, min(size, matches - first)) for first in range(0, matches, size)]
    spaces = [run.workspace() for _ in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        lanes = [
            pool.submit(play_lane, run, spaces[lane], mode, chunks[lane::threads], progress) for lane in range(threads)
        ]
        for lane in as_completed(lanes):
            lane.result()
    seconds = time.perf_counter() - compiled
    return report_of(run, add_up([space.totals for space in spaces]), seconds, compiled - started, threads, "cpu")


def report_of_gpu(run: Run, matches: int, device: Device, progress: Callable[[int], None] | None) -> Report:
    """Play a run on a GPU, if it is one that can be played there."""
    if device != "cuda":
        raise MatchdayError(f'no device "{device}"; there are cpu and cuda')
    if any(player != "random" for player in run.players):
        raise MatchdayError("on a GPU every seat is random: leave the bots out, or simulate on the processor")
    if run.count_events or run.mode == "plain":
        raise MatchdayError("on a GPU nobody counts events and nothing is plain: simulate on the processor")
    from matchday.lab.on_gpu import CHECK_SEED, Crowd, simulate_on_gpu

    started = time.perf_counter()
    space = run.workspace()
    box = space.boxes[WHOLE]

    def compare(lines: Array) -> None:
        run.workspace().play("compiled", CHECK_SEED, 0, len(lines), lines)

    crowd = Crowd(run.game, box, space.tables[BLANK], compare)
    compiled = time.perf_counter()
    total = simulate_on_gpu(crowd, run.seed, matches, progress)
    seconds = time.perf_counter() - compiled
    return report_of(run, total, seconds, compiled - started, crowd.threads * crowd.card.blocks, "cuda")


def report_of(run: Run, total: Any, seconds: float, prepare: float, threads: int, device: Device) -> Report:
    """Report a run by its totals."""
    return Report(
        game=run.game.name,
        seats=[player_name(player) for player in run.players],
        seed=run.seed,
        threads=threads,
        mode=run.mode,
        device=device,
        **summary(run.game, len(run.players), total),
        events_per_match=events_of(run.game, total) if run.count_events else None,
        seconds=seconds,
        prepare_seconds=prepare,
        matches_per_second=float(total.matches) / seconds,
        decisions_per_second=float(total.decisions) / seconds,
        run=run,
    )


def player_name(player: Player) -> str:
    """Name a bot in a report."""
    return player if isinstance(player, str) else type(player).__name__


def play_lane(
    run: Run, space: Workspace, mode: Mode, chunks: list[tuple[int, int]], progress: Callable[[int], None] | None
) -> None:
    """Play every chunk of one thread."""
    for first, count in chunks:
        if run.is_ours:
            space.play(mode, run.seed, first, count)
        else:
            for number in range(first, first + count):
                run.open(number, space)
        if progress:
            progress(count)


def add_up(parts: list[Any]) -> Any:
    """Add the threads' totals; the longest match is the longest of all."""
    total = Totals.new()
    for name in Totals.fields:
        values = [getattr(part, name) for part in parts]
        setattr(total, name, max(values) if name == "longest" else np.sum(values, axis=0))
    return total


def summary(game: Game, seats: int, total: Any) -> dict[str, Any]:
    """Turn totals into means and shares."""
    matches = max(int(total.matches), 1)
    means = [float(total.points[seat]) / matches for seat in range(seats)]
    return {
        "matches": int(total.matches),
        "decisions": int(total.decisions),
        "decisions_per_match": float(total.decisions) / matches,
        "longest_match": int(total.longest),
        "wins": [int(total.wins[seat]) for seat in range(seats)],
        "win_share": [float(total.wins[seat]) / matches for seat in range(seats)],
        "draws": int(total.draws),
        "draw_share": float(total.draws) / matches,
        "first_win_share": float(total.first_wins) / matches,
        "first_loss_share": float(total.first_losses) / matches,
        "mean_score": means,
        "score_deviation": [
            max(float(total.squares[seat]) / matches - means[seat] ** 2, 0.0) ** 0.5 for seat in range(seats)
        ],
        "mean_total": sum(means),
        "scores": [trimmed(total.scores[seat]) for seat in range(seats)],
        "totals": trimmed(total.together),
        "margins": trimmed(total.margins),
    }


def events_of(game: Game, total: Any) -> dict[str, float]:
    """Tell how often each event happens in a match."""
    matches = max(int(total.matches), 1)
    return {kind.name.lower(): float(total.events[kind]) / matches for kind in game.events if total.events[kind]}


def trimmed(counts: Array) -> list[int]:
    """Give a histogram without its empty tail."""
    used = np.flatnonzero(counts)
    return [int(count) for count in counts[: used[-1] + 1]] if len(used) else []
