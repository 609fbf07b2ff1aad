"""OpenSpiel games for every game and option (`pip install matchday[openspiel]`).

    import pyspiel
    import matchday.envs.openspiel

    game = pyspiel.load_game("matchday_kickards_v4(options=format:final;control:true)")

All luck of a match, dice included, follows from its deal, and a deal is a number: so chance comes first, and what
follows is decided by the players alone. By default there are 2**32 deals, in four chance nodes of 256 outcomes each,
for whoever samples. With `deals=8` there is one chance node of eight outcomes: a finite game, which CFR can go through
where the box is small.

An information state is all that a seat has ever known, move by move (perfect recall), as a digest; its tensor is what
the seat knows now, since tables keep what matters (`matchday.engine.observing` tells what the numbers mean).
`resample_from_infostate` imagines another world that fits; such a state is for search, its history is not its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from matchday.engine.game import Game
from matchday.engine.options import Options, parse_options, settle, show_value
from matchday.engine.record import raw
from matchday.engine.speech import Say
from matchday.envs.play import Play, dice_of, versioned_name
from matchday.games import GAMES
from matchday.games import game as game_named

DIGITS, OUTCOMES = 4, 256
CLASS = "BoardGame_"
PARAMETERS: dict[str, Any] = {"options": "usual", "deals": 0, "compiled": True}
SEED = 1
"""Of all deals: a deal is the match of this number, as `simulate` and `batch` count them."""


class BoardGame(pyspiel.Game):
    """One game with its options, of which each of ours has a class. `data` is another box file's, for cut-down boxes:
    such a game cannot be serialised.
    """

    rules: Game

    def __init__(self, params: Mapping[str, Any] | None = None, *, data: Mapping[str, Any] | None = None) -> None:
        game, given = self.rules, {**PARAMETERS, **(params or {})}
        own = read_options(game, given["options"])
        self.play = Play(game, own, data=data, mode="compiled" if given["compiled"] else "plain")
        self.deals = int(given["deals"])
        self.digits, self.outcomes = (1, self.deals) if self.deals else (DIGITS, OUTCOMES)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=self.outcomes,
            num_players=self.play.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if adds_up(self.play.seats) else None,
            max_game_length=game.plies(self.play.box),
        )
        super().__init__(game_type(game, adds_up(self.play.seats)), info, given)

    def new_initial_state(self) -> BoardState:
        """Give the state before the deal."""
        return BoardState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Make somebody who looks at states for one player."""
        return Observer(self.rules, iig_obs_type, params)


class BoardState(pyspiel.State):
    """One match, or the chance before it."""

    def __init__(self, game: BoardGame) -> None:
        super().__init__(game)
        self.digits, self.outcomes = game.digits, game.outcomes
        self.dealt: list[int] = []
        self.match = game.play.copy()
        self.pasts = [b""] * self.match.seats

    def current_player(self) -> int:
        """Tell who decides: chance before the deal; where several choose in secret, one after the other."""
        if len(self.dealt) < self.digits:
            return pyspiel.PlayerId.CHANCE
        waiting = self.match.waiting
        return waiting[0] if waiting else pyspiel.PlayerId.TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give the digits of a deal's number, each as likely."""
        return [(outcome, 1 / self.outcomes) for outcome in range(self.outcomes)]

    def _legal_actions(self, player: int) -> list[int]:
        """List what a player may do."""
        return self.match.legal(player) if player == self.current_player() else []

    def _apply_action(self, action: int) -> None:
        """Draw a digit, or play a move."""
        if len(self.dealt) < self.digits:
            self.dealt.append(action)
            if len(self.dealt) == self.digits:
                number = 0
                for digit in self.dealt:
                    number = number * self.outcomes + digit
                self.match.begin(SEED, number)
        else:
            self.match.play(self.match.waiting[0], action)
        self.remember()

    def remember(self) -> None:
        """Add what each player knows now to what they knew before, where it is anything new."""
        if len(self.dealt) < self.digits:
            return
        for player, past in enumerate(self.pasts):
            known = raw(self.match.known(player))
            if past[32:] != known:
                self.pasts[player] = hashlib.sha256(past).digest() + known

    def _action_to_string(self, player: int, action: int) -> str:
        """Write an action as match files do."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.match.game.words.notation(self.match.box, action)

    def is_terminal(self) -> bool:
        """Tell whether the match is over."""
        return len(self.dealt) == self.digits and not self.match.waiting

    def returns(self) -> list[float]:
        """Give 1 for a win, -1 for a defeat, 0 where all are level."""
        return self.match.rewards() if self.is_terminal() else [0.0] * self.match.seats

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> BoardState:
        """Imagine another world that fits all that a player knows."""
        twin = self.clone()
        twin.match.imagine(player, dice_of(int(sampler() * (1 << 53))))
        for other in range(len(twin.pasts)):
            if other != player:
                twin.pasts[other] = bytes(32) + raw(twin.match.known(other))
        return twin

    def information_digest(self, player: int) -> str:
        """Name all that a player has ever known."""
        return hashlib.sha256(self.pasts[player]).hexdigest()[:32]

    def __str__(self) -> str:
        if len(self.dealt) < self.digits:
            return f"before the deal {self.dealt}"
        return f"{self.match!r} {hashlib.sha256(raw(self.match.table)).hexdigest()[:16]}"


class Observer:
    """What a player sees, as OpenSpiel's algorithms ask for it."""

    def __init__(self, game: Game, iig_obs_type: Any = None, params: Any = None) -> None:
        if params:
            message = f"observations take no parameters, not {params}"
            raise ValueError(message)
        self.has_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        self.tensor = np.zeros(len(game.observation), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: BoardState, player: int) -> None:
        """Look at a state."""
        self.tensor[:] = 0
        if len(state.dealt) == state.digits:
            self.tensor[:] = state.match.observation(player)

    def string_from(self, state: BoardState, player: int) -> str:
        """Name what a player knows now or, with perfect recall, all that they have ever known."""
        if len(state.dealt) < state.digits:
            return f"seat {player} before the deal"
        if self.has_recall:
            return f"seat {player} {state.information_digest(player)}"
        return f"seat {player} {hashlib.sha256(raw(state.match.known(player))).hexdigest()[:32]}"


def adds_up(seats: int) -> bool:
    """Tell whether what one wins is what the others lose: not where one may play against two partners."""
    return seats % 2 == 0


def game_type(game: Game, is_zero_sum: bool = True) -> Any:
    """Describe a game to OpenSpiel."""
    utilities = pyspiel.GameType.Utility
    seats = [int(game.box().seats)]
    if (players := game.options.get("players")) is not None:
        seats += [int(value) for value in players.values]
    return pyspiel.GameType(
        short_name=f"matchday_{versioned_name(game)}",
        long_name=game.words.title(Say("en", game.name)),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utilities.ZERO_SUM if is_zero_sum else utilities.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


def __getattr__(name: str) -> type[BoardGame]:
    """Find a game's class by its name, for pickles."""
    if not name.startswith(CLASS):
        raise AttributeError(name)
    return class_of(name.removeprefix(CLASS))


@cache
def class_of(name: str) -> type[BoardGame]:
    """Give the class of one game's OpenSpiel games: OpenSpiel keeps it past the end of Python, as it does its own."""
    return type(f"{CLASS}{name}", (BoardGame,), {"rules": game_named(name)})


def read_options(game: Game, text: str) -> Options:
    """Read options as a parameter holds them: `name:value;name:value`, with signs that OpenSpiel uses itself quoted."""
    if text == PARAMETERS["options"]:
        return settle(game.options, {})
    return parse_options(game.options, [unquote(each).replace(":", "=", 1) for each in text.split(";")])


def write_options(options: Mapping[str, Any]) -> str:
    """Write options into a parameter."""
    written = [f"{name}:{quote(show_value(value), safe='')}" for name, value in options.items()]
    return ";".join(written) or PARAMETERS["options"]


def load(
    name: str,
    options: Mapping[str, Any] | None = None,
    *,
    deals: int = 0,
    compiled: bool = True,
    data: Mapping[str, Any] | None = None,
) -> BoardGame:
    """Load a game past OpenSpiel's registry, with the box file of a designer if need be."""
    given = {"options": write_options(options or {}), "deals": deals, "compiled": compiled}
    return class_of(name)(given, data=data)


def register() -> None:
    """Register every game with OpenSpiel: `matchday_<name>_v<version>`."""
    known = pyspiel.registered_names()
    for name in GAMES:
        described = game_type(game_named(name))
        if described.short_name not in known:
            pyspiel.register_game(described, class_of(name))


register()
