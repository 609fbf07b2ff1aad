"""`python -m matchday` is the command line."""

from matchday.cli import main

main()
