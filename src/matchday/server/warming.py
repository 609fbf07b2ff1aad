"""Compiling games beside the server: in a process of its own, so that nobody at a table waits for it.

The child fills the cache on disk; the server then only loads from it. `python -m matchday.server.warming GAME`.
"""

from __future__ import annotations

import gc
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from matchday.bots.levels import rehearse_bots
from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.engine.runner import Runner, rehearse
from matchday.engine.twin import twin_of
from matchday.games import game as find_game

LOG = logging.getLogger(__name__)
POLITE = 5
SOURCES = Path(__file__).parents[2]


PARTS: dict[str, Callable[[Game], None]] = {"rules": rehearse, "bots": rehearse_bots}
"""In the order in which they are wanted. Hints, chances and analyses need what the bots need."""


class Warming:
    """One game on its way from plain to compiled."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.ready = {part: threading.Event() for part in PARTS}
        self.child: subprocess.Popen[bytes] | None = None
        self.is_stopped = False
        self.thread = threading.Thread(target=self.run, name=f"compile {game.name}", daemon=True)
        self.thread.start()

    def run(self) -> None:
        """Compile elsewhere, then load, one part after the other."""
        try:
            for part, load in PARTS.items():
                if self.is_stopped or not self.compile(part):
                    return
                load(self.game)
                gc.freeze()  # what was loaded stays: looking through it for garbage stopped everybody for 0.2 s
                self.ready[part].set()
        except Exception:
            LOG.exception("%s could not be compiled; plain Python plays on", self.game.name)

    def compile(self, part: str) -> bool:
        """Let a child process fill the cache; tells whether it did."""
        path = os.pathsep.join(filter(None, [str(SOURCES), os.environ.get("PYTHONPATH")]))
        with subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-m", __name__, self.game.name, part],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,  # never written to: it closes when this process ends, however it ends
        ) as self.child:
            status = self.child.wait()
        if status and not self.is_stopped:
            LOG.error("%s could not be compiled; plain Python plays on", self.game.name)
        return status == 0

    def wait(self, part: str) -> None:
        """Wait until a part is compiled; if it never is, say so."""
        while not self.ready[part].wait(1.0):
            if not self.thread.is_alive() and not self.ready[part].is_set():
                raise MatchdayError(f"{self.game.name} could not be compiled")

    def stop(self) -> None:
        """Give up what is being compiled."""
        self.is_stopped = True
        if self.child and self.child.poll() is None:
            self.child.kill()


class ServedRunner(Runner):
    """Plays in plain Python until the game is compiled."""

    def __init__(self, game: Game, warming: Warming) -> None:
        super().__init__(game)
        self.warming = warming

    def call(self, name: str, *arguments: Any) -> Any:
        """Change over to the twin as soon as it is there."""
        if self.twin is None and self.warming.ready["rules"].is_set():
            self.twin = twin_of(self.game)
        return super().call(name, *arguments)


def end_with_parent() -> None:
    """Give up as soon as the server is gone: nobody is left who wants what is being compiled."""
    os.read(sys.stdin.fileno(), 1)  # not through a buffer, whose lock would be held when the work is done
    os._exit(1)


def main() -> None:
    """Compile one part of a game, giving way to everybody else."""
    os.nice(POLITE)
    threading.Thread(target=end_with_parent, daemon=True).start()
    name, part = sys.argv[1:]
    PARTS[part](find_game(name))


if __name__ == "__main__":
    main()
