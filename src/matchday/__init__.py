"""Five sports tabletop games: rules, matches, bots and simulation."""

__version__ = "0.1.0"
