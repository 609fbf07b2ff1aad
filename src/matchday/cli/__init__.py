"""The command line: a module for each group of commands, and `app.py` for all of them."""
