"""Kickards."""

from __future__ import annotations

from pathlib import Path

from matchday.engine.game import Game
from matchday.games.kickards import hints, rules, secrets
from matchday.games.kickards.box import read_box
from matchday.games.kickards.state import ACTIONS, Box, Event, Phase, Table
GAME = Game(name="kickards", version=1, box_type=Box, table_type=Table, phases=Phase, events=Event, read_box=read_box,
  rules=rules, secrets=secrets, hints=hints, words=None, sight=None, actions=ACTIONS, plies=lambda b: 20000, components=lambda b,t: 0, folder=Path(__file__).parent)
