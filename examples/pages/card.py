"""A page about balancing a card. `make pages` writes it with all that it shows; it is a script as well."""

import marimo

app = marimo.App(app_title="Balance a card")


@app.cell
def setup():
    import sys
    from pathlib import Path

    import marimo as mo

    sys.path.insert(0, str(Path(__file__).parents[1]))
    import balance

    given = mo.cli_args()
    matches = str(given.get("matches") or 20_000)
    plain = ["--plain"] * (given.get("mode") == "plain")
    return balance, matches, mo, plain


@app.cell
def _(matches, mo):
    mo.md(f"""
    # Balance a card

    What do two more copies of a card do to Piłka w grze!? `examples/balance.py` changes a copy of the game's own data
    and lets greedy bots play {matches} matches before and after, with 95 % intervals:
    """)


@app.cell
def _(balance, matches, plain):
    before, after = balance.main(["--matches", matches, *plain])
    return after, before


@app.cell
def _(after, before, mo):
    mo.md(f"That is **{after - before:+.3f} goals a match**. The lab has more: `docs/lab.md`.")


if __name__ == "__main__":
    app.run()
