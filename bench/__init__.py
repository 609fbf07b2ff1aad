"""Speed, side by side with peers: `make bench`, or `python -m bench.run --help`."""
