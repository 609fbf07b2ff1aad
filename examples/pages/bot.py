"""A page about the first bot. `make pages` writes it with all that it shows; it is a script as well."""

import marimo

app = marimo.App(app_title="Your first bot")


@app.cell
def setup():
    import sys
    from pathlib import Path

    import marimo as mo

    sys.path.insert(0, str(Path(__file__).parents[1]))
    import first_bot
    import matchday as md

    matches = int(mo.cli_args().get("matches") or 100)
    return first_bot, matches, md, mo


@app.cell
def _(mo):
    mo.md("""
    # Your first bot

    A bot is anything with `decide`: it gets a seat, and gives one of its legal actions. What the seat cannot know, the
    bot cannot reach. This is one choice of a match, as the seat that is asked sees it, and what it may do:
    """)


@app.cell
def _(md):
    match = md.Match("super_goal", seed=5)
    seat = match.seat(match.waiting[0])
    match
    return match, seat


@app.cell
def _(seat):
    [(choice.action, choice.label) for choice in seat.choices()]


@app.cell
def _(mo):
    mo.md(
        "`examples/first_bot.py` plays the first of its choices that can still be taken back, otherwise the last one."
    )


@app.cell
def _(first_bot, matches, md, mo):
    report = md.simulate("super_goal", matches, seats=[first_bot.Cautious(), "random"])
    low, high = report.interval(0)
    told = f"It won {report.wins[0]} of {matches} against the random bot: 95 % interval {low:.0%} to {high:.0%}."
    print(told)
    mo.md(f"**{told}**")


if __name__ == "__main__":
    app.run()
