"""The variants and house rules of Kick On in words."""

from __future__ import annotations

from matchday.engine.options import Value
from matchday.engine.speech import Say, mark
from matchday.engine.telling import option_words

OPTIONS = {
    "deck_0": (mark("First deck"), mark("The deck of the first seat: a ready-made one, or one of your own.")),
    "deck_1": (mark("Second deck"), mark("The deck of the second seat: a ready-made one, or one of your own.")),
    "energy_copy_limit": (
        mark("Copies of Energy"),
        mark("How many basic Energy cards a deck may hold; ready-made decks adapt."),
    ),
    "legend_total_limit": (
        mark("Legends in a deck"),
        mark("How many Legend cards a deck may hold in all; ready-made decks adapt."),
    ),
    "bonus_energy_source": (mark("Bonus Energy"), mark("Bonus Energy comes from the own deck, or from outside.")),
    "plays_per_turn": (mark("Plays a turn"), mark("One Play a turn, or several that serve the same attack.")),
    "min_defenders": (mark("Fewest defenders"), mark("How many outfield players must defend if any can.")),
    "keeper_may_attack": (mark("Goalkeepers may attack"), mark("A goalkeeper who attacks leaves his goal empty.")),
    "double_six_always": (
        mark("Double six always scores"),
        mark("Double six also scores when the defence is exactly 12 ahead."),
    ),
    "equal_turns": (mark("Equal turns"), mark("If the home turn ends the match, the visitor plays one last turn.")),
    "draws_allowed": (mark("Draws"), mark("A level match is a draw, without a shoot-out.")),
    "replace_expelled": (mark("Replace sent-off players"), mark("A substitute may take a sent-off player's place.")),
    "open_decklists": (mark("Open deck lists"), mark("Both coaches know both deck lists.")),
    "first_turn_attack": (mark("Attack in the first turn"), mark("The home coach may attack in the very first turn.")),
    "squad_points_cap": (
        mark("Squad points"),
        mark("The most points a squad may count: Amateur 1, Semi-professional 2, Professional 3, Legend 5."),
    ),
}

VALUES = {
    "none": mark("no limit"),
    "deck": mark("own deck"),
    "outside": mark("outside"),
    "unlimited": mark("unlimited"),
    "toque": mark("Toque (possession)"),
    "muralla": mark("Muralla (counter-attack)"),
    "samba": mark("Samba (attack)"),
    "garra": mark("Garra (hard pressing)"),
    "mixta": mark("Mixta (a bit of everything)"),
}
option, plain_value = option_words(OPTIONS, VALUES)


def value(say: Say, name: str, value: Value) -> str:
    """Name an option's value; a deck written out is named by its own name."""
    if name.startswith("deck_") and str(value) not in VALUES:
        own, colon, _ = str(value).partition(":")
        return own if colon else say(mark("own deck"))
    return plain_value(say, name, value)
