"""The command line: a module for each group of commands, and `app.py` for all of them."""

import sys


def main() -> None:
    """Run the command line. Ctrl-C is one line, also while the commands are still being loaded."""
    try:
        from matchday.cli.app import main as run

        run()
    except KeyboardInterrupt:
        print("matchday: stopped", file=sys.stderr)
        sys.exit(130)
