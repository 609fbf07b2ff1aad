"""A page about a net: trained against greedy, then evaluated. `make pages` writes it with all that it shows."""

import marimo

app = marimo.App(app_title="A net against greedy")


@app.cell
def setup():
    import sys
    from pathlib import Path
    from tempfile import mkdtemp

    import marimo as mo

    sys.path.insert(0, str(Path(__file__).parents[1]))
    import evaluate
    import train

    given = mo.cli_args()
    minutes, matches = str(given.get("minutes") or 5), str(given.get("matches") or 2000)
    both = ["--game", str(given.get("game") or "pilka_w_grze"), *["--plain"] * (given.get("mode") == "plain")]
    training = [f"--{name}={given.get(name)}" for name in ("tables", "length", "lessons") if name in given]
    net = Path(mkdtemp()) / "net.npz"
    return both, evaluate, matches, minutes, mo, net, train, training


@app.cell
def _(minutes, mo):
    mo.md(f"""
    # A net against greedy, in {minutes} minutes

    `examples/train.py` is a policy gradient in NumPy alone. The net sees the observation of `md.batch` and the mask of
    legal actions; the greedy bot answers inside the batch. Every line is a stretch of the training:
    """)


@app.cell
def _(both, minutes, net, train, training):
    learnt = train.main(["--minutes", minutes, "--out", str(net), *both, *training])
    steps = learnt.steps
    return (steps,)


@app.cell
def _(matches, mo, steps):
    mo.md(f"""
    ## Evaluated with intervals

    After {steps} lessons: {matches} matches of another seed, both sides in turn, always the likeliest action. The
    interval is Wilson's, 95 %, of the share of matches won.
    """)


@app.cell
def _(both, evaluate, matches, net, steps):
    assert steps  # when it is trained
    evaluate.main([str(net), "--matches", matches, *both])


if __name__ == "__main__":
    app.run()
