"""Five sports tabletop games: rules, matches, bots and simulation."""
