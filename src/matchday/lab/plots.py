"""Plots that people look at: Altair charts, as a page that stands alone, or as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matchday.bots.advice import Analysis
from matchday.bots.course import clock_at, turn_text
from matchday.engine.errors import MatchdayError
from matchday.engine.speech import Say
from matchday.match.match import Match
from matchday.match.views import home_first, score_text, seat_names

if TYPE_CHECKING:
    import altair as alt

FORMATS = (".html", ".png", ".svg")
INKS = ("#1d1a16", "#c8321f", "#1f5fa8", "#2f7d3b", "#b07a00")
"""Of the lines: the public in ink, then the seats."""
DASHES = ([1, 0], [6, 3], [2, 2], [8, 2, 2, 2], [4, 4])


def save_plot(chart: alt.TopLevelMixin, path: Path) -> None:
    """Write a chart as its file's ending says; a page carries all it needs."""
    if path.suffix not in FORMATS:
        raise MatchdayError(f"no plot can be written to {path.name}: it must end in {', '.join(FORMATS)}")
    keywords = {"inline": True} if path.suffix == ".html" else {"scale_factor": 2} if path.suffix == ".png" else {}
    chart.save(path, **keywords)


def course_chart(match: Match, analysis: Analysis, say: Say) -> alt.LayerChart | alt.FacetChart:
    """Draw how the match stood after every move: the public's estimate and that of each seat."""
    try:
        import altair as alt
    except ImportError as missing:
        raise MatchdayError("plots need two more packages: pip install 'matchday[plots]'") from missing
    names = seat_names(match, say)
    lines = course_lines(match, analysis, say, names)
    order = list(dict.fromkeys(line["who"] for line in lines))
    ply = alt.X("ply:Q", title=say("Move"))
    share = alt.Y(
        "share:Q",
        title=vertical_title(say, [names[seat] for seat in home_first(match)]),
        axis=alt.Axis(format="%"),
        scale=alt.Scale(domain=[0, 1]),
    )
    colours = alt.Scale(domain=order, range=list(INKS[: len(order)]))
    dashes = alt.Scale(domain=order, range=list(DASHES[: len(order)]))
    course = (
        alt.Chart(alt.InlineData(values=lines))
        .mark_line(interpolate="step-after", strokeWidth=2)
        .encode(
            x=ply,
            y=share,
            color=alt.Color("who:N", title=say("From the eyes of"), scale=colours),
            strokeDash=alt.StrokeDash("who:N", title=say("From the eyes of"), scale=dashes),
            tooltip=[alt.Tooltip("who:N"), alt.Tooltip("clock:N"), alt.Tooltip("share:Q", format=".0%")],
        )
    )
    even = (
        alt.Chart(alt.InlineData(values=[{"share": 0.5}])).mark_rule(color="#8a8378", strokeDash=[1, 3]).encode(y=share)
    )
    turns = (
        alt.Chart(alt.InlineData(values=course_turns(match, analysis, say)))
        .mark_point(filled=True, size=80, color=INKS[1], shape="diamond")
        .encode(x=ply, y=share, tooltip=[alt.Tooltip("clock:N"), alt.Tooltip("text:N")])
    )
    return alt.layer(even, course, turns).properties(
        width=760, height=320, title=f"{match.game.words.title(say)}: {score_text(match, say)}"
    )


def vertical_title(say: Say, names: list[str]) -> str:
    """Say whose share the vertical axis shows."""
    if len(names) == 2:
        return say("Share of the win: {name}", name=names[0])
    return say("Share of the win")


def course_lines(match: Match, analysis: Analysis, say: Say, names: list[str]) -> list[dict[str, Any]]:
    """List the points of the lines. Two seats: the first one's share as three saw it; more: each one's in public."""
    lines = []
    for point in analysis.points:
        clock = clock_at(match, say, point.ply)
        if match.seats == 2:
            seen = {say("The public"): point.public} | dict(zip(names, point.eyes, strict=True))
            shares = {who: chances.shares[home_first(match)[0]] for who, chances in seen.items()}
        else:
            shares = dict(zip(names, point.public.shares, strict=True))
        lines += [
            {"ply": point.ply, "who": who, "share": round(share, 4), "clock": clock} for who, share in shares.items()
        ]
    return lines


def course_turns(match: Match, analysis: Analysis, say: Say) -> list[dict[str, Any]]:
    """List the turning points where they lie on the public's line."""
    return [
        {
            "ply": turn.ply,
            "share": round(
                analysis.points[turn.ply].public.shares[home_first(match)[0] if match.seats == 2 else turn.seat], 4
            ),
            "clock": clock_at(match, say, turn.ply),
            "text": turn_text(match, say, turn),
        }
        for turn in analysis.turns
    ]


def schooling_chart(name: str, curve: Sequence[Mapping[str, float]]) -> alt.Chart:
    """Draw what a learnt playing sense is worth without trials, round by round."""
    try:
        import altair as alt
    except ImportError as missing:
        raise MatchdayError("plots need two more packages: pip install 'matchday[plots]'") from missing
    lines = [
        {"round": number, "what": what, "share": point[what]}
        for number, point in enumerate(curve, 1)
        for what in ("v greedy", "v its past")
    ]
    what = alt.Color("what:N", title=None, scale=alt.Scale(range=list(INKS[1:3])))
    return (
        alt.Chart(alt.InlineData(values=lines), title=f"A playing sense for {name}")
        .mark_line(point=True)
        .encode(
            x=alt.X("round:O", title="round of trials learnt from", axis=alt.Axis(labelAngle=0)),
            y=alt.Y("share:Q", title="share of the win", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1])),
            color=what,
            strokeDash=alt.StrokeDash("what:N", title=None, scale=alt.Scale(range=DASHES[:2])),
        )
        .properties(width=600, height=260)
    )


def learning_chart(name: str, curve: Sequence[Mapping[str, float]]) -> alt.VConcatChart:
    """Draw a course of learning: the loss over matches not seen before, and the strength in matches."""
    try:
        import altair as alt
    except ImportError as missing:
        raise MatchdayError("plots need two more packages: pip install 'matchday[plots]'") from missing
    lines = [
        {"matches": point["matches"], "what": what, "number": number}
        for point in curve
        for what, number in point.items()
        if what != "matches"
    ]
    base = alt.Chart(alt.InlineData(values=lines)).mark_line(point=True, color=INKS[0])
    across = alt.X("matches:Q", title="quick matches learnt from")
    loss = base.encode(x=across, y=alt.Y("number:Q", title="loss", scale=alt.Scale(zero=False)))
    share = base.encode(
        x=across,
        y=alt.Y("number:Q", title="share of the win", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1])),
        color=alt.Color("what:N", title=None, scale=alt.Scale(range=list(INKS[1:3]))),
        strokeDash=alt.StrokeDash("what:N", title=None, scale=alt.Scale(range=DASHES[:2])),
    )
    return alt.vconcat(
        loss.transform_filter("datum.what == 'loss'").properties(width=600, height=200, title=f"Learning {name}"),
        share.transform_filter("datum.what != 'loss'").properties(width=600, height=200),
    )
