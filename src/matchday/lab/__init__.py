"""Running games by the million: simulation, properties at scale, measurements. `md.lab` offers the lab to Python.

>>> from matchday import lab
>>> rows = lab.run("pilka_w_grze", 2, sets={"hand": [5, 6]}, mode="plain", threads=1)
>>> rows["hand"].to_list()
[5, 5, 6, 6]
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

DOOR = {
    "compare": "matchday.lab.comparing:compare",
    "read": "matchday.lab.results:read_results",
    "report": "matchday.lab.report:write_report",
    "run": "matchday.lab.running:run",
}
"""What `md.lab` offers, and where it lives; each is imported when it is first asked for."""


def __getattr__(name: str) -> Any:
    """Fetch one of the names above."""
    if name not in DOOR:
        message = f"matchday.lab has no {name!r}; it has {', '.join(DOOR)}"
        raise AttributeError(message)
    module, _, attribute = DOOR[name].partition(":")
    return getattr(import_module(module), attribute)
