"""Matches: a box, a seed and a list of moves, which replay to the same bytes anywhere; their files and views."""
