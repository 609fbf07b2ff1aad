"""The terminal: play, replay, menus."""
