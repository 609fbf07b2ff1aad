"""`python -m matchday` is the command line."""

from matchday.cli.app import main

main()
