"""Bots. A bot receives a hidden table, never the real one."""
