"""Tournaments: schedules, tables, their files, matches of bots, and a sheet to look at."""
