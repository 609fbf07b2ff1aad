"""Compiling games in the background: in a process of its own, so that nobody at a table waits for it.

The child fills the cache on disk; whoever has started it then only loads from the cache, and never needs the compiler.
Where the cache is full already, no child is needed. `python -m matchday.bots.warming GAME PART` is the child.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from matchday.bots.thinking import THINKING
from matchday.engine.doors import RULES, compile_part, doors_of, is_compiled
from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.engine.runner import Runner
from matchday.games import game as find_game

LOG = logging.getLogger(__name__)
POLITE = 5
PATIENCE = 1.0
"""Seconds that somebody waits for a part which may only have to be loaded."""
BOXES = 64
"""Boxes that matches share."""
SOURCES = Path(__file__).parents[2]


PARTS = {part.name: part for part in (RULES, THINKING)}
"""In the order in which they are wanted. Hints, chances and analyses need what the bots need."""


class Warming:
    """A game on its way from plain to compiled, one part after the other."""

    def __init__(self, game: Game, parts: Sequence[str] = tuple(PARTS), loaded: Callable[[], Any] = int) -> None:
        self.game, self.loaded = game, loaded
        self.ready = {part: threading.Event() for part in parts}
        self.child: subprocess.Popen[bytes] | None = None
        self.is_stopped = self.is_asked = False
        self.thread = threading.Thread(target=self.run, name=f"compile {game.name}", daemon=True)
        self.thread.start()

    def run(self) -> None:
        """Compile elsewhere, then load. Where that fails plain Python plays on."""
        try:
            for part, ready in self.ready.items():
                if not is_compiled(self.game, part):
                    self.compile(part)
                if self.is_stopped:
                    return
                doors_of(self.game, PARTS[part])
                self.loaded()
                ready.set()
        except Exception as error:  # noqa: BLE001 - whatever it is, the games go on
            if not self.is_stopped:
                LOG.error("%s could not be compiled; plain Python plays on: %s", self.game.name, error)  # noqa: TRY400

    def compile(self, part: str) -> None:
        """Let a child process fill the cache."""
        path = os.pathsep.join(filter(None, [str(SOURCES), os.environ.get("PYTHONPATH")]))
        with subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-m", __name__, self.game.name, part],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,  # never written to: it closes when this process ends, however it ends
            stderr=subprocess.PIPE,  # not onto the table that somebody looks at
            start_new_session=True,  # nor is Ctrl-C at a table meant for it
        ) as self.child:
            said = self.child.stderr.read().decode(errors="replace") if self.child.stderr else ""
        if self.child.returncode:
            raise MatchdayError((said.splitlines() or [f"the child ended with {self.child.returncode}"])[-1])

    def soon(self, part: str) -> bool:
        """Tell whether a part is ready; whoever asks first waits a little, since it may only have to be loaded."""
        first, self.is_asked = not self.is_asked, True
        return self.ready[part].wait(PATIENCE if first else 0)

    def stop(self) -> None:
        """Give up what is being compiled."""
        self.is_stopped = True
        if self.child and self.child.poll() is None:
            self.child.kill()


@cache
def warming(game: Game, part: str) -> Warming:
    """Begin with a part of a game, once a process."""
    return Warming(game, (part,))


@lru_cache(maxsize=BOXES)
def shared_box(game: Game, options: tuple[tuple[str, Any], ...]) -> Any:
    """Make a box once for all matches with the same options. Nobody writes into it."""
    return game.box(dict(options))


class WarmRunner(Runner):
    """Plays in plain Python until the rules are compiled. Of equal boxes its matches have one."""

    def __init__(self, game: Game, begun: Warming | None = None) -> None:
        super().__init__(game)
        self.warming = begun or warming(game, "rules")

    def box(self, options: Mapping[str, Any], data: Mapping[str, Any] | None = None) -> Any:
        """Give the box of a match, which it shares with others."""
        return shared_box(self.game, tuple(options.items())) if data is None else super().box(options, data)

    def call(self, name: str, *arguments: Any) -> Any:
        """Change over to the twin as soon as it is there."""
        if self.mode == "plain" and self.warming.ready["rules"].is_set():
            self.mode = "compiled"
        return super().call(name, *arguments)


def end_with_parent() -> None:
    """Give up as soon as the parent is gone: nobody is left who wants what is being compiled."""
    os.read(sys.stdin.fileno(), 1)  # not through a buffer, whose lock would be held when the work is done
    os._exit(1)


def main() -> None:
    """Compile one part of a game, giving way to everybody else."""
    os.nice(POLITE)
    threading.Thread(target=end_with_parent, daemon=True).start()
    name, part = sys.argv[1:]
    compile_part(find_game(name), PARTS[part])


if __name__ == "__main__":
    main()
