"""The client's own labels. They are marked here, so that the catalogues have them; the client asks for them by their
English text.
"""

from __future__ import annotations

from matchday.engine.speech import Say, mark

LABELS: tuple[str, ...] = (
    mark("Kick off"),
    mark("Replay"),
)


def labels(language: str) -> dict[str, str]:
    """Give every label in a language."""
    say = Say(language)
    return {text: say(text) for text in LABELS}
