"""The report as a page that stands alone: paper and ink of the product, plots as drawings, tables, the data as JSON.

Plots are Altair's, drawn once as SVG: the page needs no script and no network, prints, and opens in a hundred years.
"""

from __future__ import annotations

import io
import json
import math
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matchday.engine.errors import MatchdayError
from matchday.lab.fonts import font_faces
from matchday.lab.results import NEEDS, write_whole

if TYPE_CHECKING:
    import altair as alt

    from matchday.lab.figures import Plot, Section, Table

INKS = ["#2347b5", "#c22a1b", "#12604a", "#b07a00", "#5b3a8c", "#1986ab", "#8a5a00", "#6a5f50"]
SHARES = re.compile(
    r"share|won|drawn|used|held|forced|explains|settled|plays it|disagree|close|best|given|matches with|^from$|^to$"
)
FONT = "Sofia Sans Condensed, Roboto Condensed, Arial Narrow, sans-serif"
WIDTH = 640
SHOWN = 4
"""Variants that a plot takes; tables have them all."""
STYLE = """
:root { --paper: #f4ebd8; --paper-2: #eadfc6; --card: #fbf5e8; --ink: #1b1814; --ink-2: #4a4238; --ink-3: #6a5f50;
  --rule: #1b181426; --stamp: #c22a1b; --mark: #ffe07a8c; --a: INK-A; --b: INK-B; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 "Source Serif 4", "Source Serif Pro", Charter, Georgia, serif; }
nav, th, td, summary, figure, .tag { font-weight: 500;
  font-family: "Sofia Sans Condensed", "Roboto Condensed", "Arial Narrow", sans-serif; }
h1, h2, h3 { font-family: "Sofia Sans Extra Condensed", "Barlow Condensed", "Arial Narrow", sans-serif;
  font-weight: 900; text-wrap: balance; }
header, nav, main, footer { padding-inline: max(clamp(1rem, 6vw, 5rem), (100vw - 78rem) / 2); }
header { background: color-mix(in srgb, var(--a) 85%, #000); }
header { color: #fbf5e8; padding-block: 2.2rem 1.6rem; border-bottom: 6px solid var(--b); }
h1 { font-size: clamp(2.8rem, 8vw, 5rem); line-height: .95; margin: 0; padding-top: .08em; text-transform: uppercase; }
header p { margin: .6rem 0 0; max-width: 48rem; }
.tag { text-transform: uppercase; letter-spacing: .09em; font-weight: 700; font-size: 1rem; margin: 0 0 .4rem; }
nav { padding-block: .5rem; border-bottom: 3px double var(--ink); display: flex; flex-wrap: wrap;
  gap: 0 1.2rem; font-size: 1.05rem; background: var(--paper-2); }
nav a { color: var(--ink); text-decoration-color: var(--stamp); text-underline-offset: .2em; padding: .6rem 0; }
main { padding-bottom: 4rem; }
section { padding: 1.6rem 0 1rem; border-bottom: 1px solid var(--rule); }
h2 { font-size: 2.3rem; margin: 0; line-height: 1; text-transform: uppercase; }
h2::before { content: ""; display: block; width: 3rem; border-top: 5px solid var(--stamp); margin-bottom: .5rem; }
h3 { font-size: 1.45rem; line-height: 1.1; margin: 1.4rem 0 .4rem; color: var(--ink-2); }
.says { font-size: 1.25rem; line-height: 1.45; max-width: 44rem; margin: .6rem 0; }
.says span { background: linear-gradient(transparent 55%, var(--mark) 55%); }
details { margin: .2rem 0 .8rem; }
summary { cursor: pointer; color: var(--ink-2); font-size: 1.05rem; padding: .5rem 0; }
summary:focus-visible, a:focus-visible, figure:focus-visible, .scroll:focus-visible {
  outline: 3px solid var(--stamp); outline-offset: 2px; }
.exactly { color: var(--ink-2); max-width: 44rem; margin: .2rem 0; }
.scroll { overflow: auto; max-height: 32rem; border: 1px solid var(--rule); background: var(--card); }
table { border-collapse: collapse; width: 100%; font-size: 1rem; font-variant-numeric: tabular-nums lining-nums; }
th { position: sticky; top: 0; background: var(--paper-2); text-align: left; font-weight: 700; padding: .35rem .7rem; }
td { padding: .22rem .7rem; border-top: 1px solid var(--rule); }
td:first-child { min-width: 8rem; }
td.n, th.n { text-align: right; } td.n { white-space: nowrap; }
figure { margin: .8rem 0; overflow-x: auto; } figure svg { max-width: 100%; height: auto; }
pre { background: var(--card); border: 1px solid var(--rule); padding: .7rem; overflow: auto; max-height: 20rem;
  font-size: .78rem; white-space: pre-wrap; }
footer { padding-block: 1.4rem; color: var(--ink-2); border-top: 3px double var(--ink); }
@media (max-width: 44rem) { figure svg { max-width: none; width: 40rem; } }
@media print { .scroll { max-height: none; } section { break-inside: avoid-page; } }
"""


def write_page(path: Path, heading: dict[str, Any], sections: list[Section]) -> None:
    """Write the page, and all its tables as JSON beside it."""
    data = {"heading": heading, "sections": {section.name: as_data(section) for section in sections}}
    write_whole(path, page(heading, sections).encode())
    write_whole(path.with_suffix(".json"), dumped(data).encode())


def as_data(section: Section) -> dict[str, Any]:
    """Give a section's tables by their titles."""
    return {
        "says": section.says,
        "exactly": section.exactly,
        "tables": {each.title: each.rows for each in section.tables},
    }


def dumped(value: Any) -> str:
    """Write JSON; what is no number is null there."""
    return json.dumps(finite(value), indent=1, ensure_ascii=False, default=float)


def finite(value: Any) -> Any:
    """Put None for numbers that are none."""
    if isinstance(value, dict):
        return {key: finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def page(heading: dict[str, Any], sections: list[Section]) -> str:
    """Write the whole page."""
    title = escape(heading["title"])
    count = f"{heading['matches']:,} matches"
    variants = f", {heading['variants']} variants on the same seeds" if heading["variants"] > 1 else ""
    links = "".join(f'<a href="#{each.name}">{escape(each.title)}</a>' for each in sections)
    body = "".join(section_html(each) for each in sections)
    style = STYLE.replace("INK-A", heading["inks"][0]).replace("INK-B", heading["inks"][1])
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}: lab report</title>'
        f"<style>{font_faces()}{style}</style>"
        f'<header><p class="tag">matchday lab</p><h1>{title}</h1><p>{count}{variants}. Every section begins with what '
        f"it says; how it is reckoned, the tables and the data are below it.</p></header>"
        f'<nav aria-label="Sections">{links}</nav><main>{body}</main>'
        f"<footer>Rules version {heading['rules']}, box {heading['box']}, seed {heading['seed']}. "
        "The plan:<details><summary>JSON</summary>"
        f"<pre>{escape(dumped(heading['plan']))}</pre></details></footer></html>"
    )


def section_html(section: Section) -> str:
    """Write one section."""
    tables = "".join(table_html(section, table) for table in section.tables if table.rows)
    return (
        f'<section id="{section.name}"><h2>{escape(section.title)}</h2>'
        f'<p class="says"><span>{escape(section.says)}</span></p>'
        f'<details><summary>How this is reckoned</summary><p class="exactly">{escape(section.exactly)}</p></details>'
        f"{tables}</section>"
    )


def table_html(section: Section, table: Table) -> str:
    """Write a table, its plot before it, and the same as JSON; long ones of plots are folded."""
    columns = list(dict.fromkeys(name for row in table.rows for name in row))
    numeric = {name for name in columns if any(isinstance(row.get(name), int | float) for row in table.rows)}
    # "from" and "to" belong to what stands before them, so they are shares if that is.
    percent = {name for name in numeric if is_share(name, columns, table)}
    head = "".join(f'<th class="{"n" * (name in numeric)}">{escape(name)}</th>' for name in columns)
    lines = "".join(
        "<tr>"
        + "".join(
            f'<td class="{"n" * (name in numeric)}">{escape(shown(row.get(name), percent=name in percent))}</td>'
            for name in columns
        )
        + "</tr>"
        for row in table.rows
    )
    grid = f'<div class="scroll" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div>'
    data = f"<details><summary>JSON</summary><pre>{escape(dumped(table.rows))}</pre></details>"
    if table.plot is None:
        return f"<h3>{escape(table.title)}</h3>{grid}{data}"
    label = escape(f"{section.title}: {table.title}", quote=True)
    figure = f'<figure role="img" aria-label="{label}" tabindex="0">{drawn(table, table.plot)}</figure>'
    return f"<h3>{escape(table.title)}</h3>{figure}<details><summary>Table</summary>{grid}{data}</details>"


def is_share(name: str, columns: list[str], table: Table) -> bool:
    """Tell whether a column holds shares, to be written in percent."""
    if name in {"from", "to"}:
        before = columns[columns.index("from") - 1]
        return before not in {"from", "to"} and is_share(before, columns, table)
    values = [row.get(name) for row in table.rows]
    known = [value for value in values if isinstance(value, int | float)]
    if any(isinstance(value, int) for value in known) or not all(-1 <= value <= 1 for value in known):
        return False
    return bool(SHARES.search(name))


def shown(value: Any, *, percent: bool) -> str:
    """Write a value for people."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return "–"
    if isinstance(value, bool | str):
        return str(value)
    if percent:
        return f"{100 * value:.1f} %"
    if isinstance(value, int) or float(value).is_integer():
        return f"{int(value):,}"
    return f"{value:.3g}" if abs(value) < 10 else f"{value:,.1f}"


def drawn(table: Table, plot: Plot) -> str:
    """Draw a table as SVG."""
    try:
        import altair as alt
    except ImportError as missing:
        raise MatchdayError(NEEDS) from missing
    rows = [{key: value for key, value in row.items() if value is not None} for row in finite(table.rows)]
    if plot.colour and plot.kind in {"bars", "line"}:
        some = list(dict.fromkeys(row[plot.colour] for row in rows))
        some = [*some[:SHOWN], *(name for name in some[SHOWN:] if name.startswith("real "))]
        rows = [row for row in rows if row[plot.colour] in some]
    if plot.kind == "points":
        some = list(dict.fromkeys(row[plot.y] for row in rows))[: 8 * SHOWN]
        rows = [row for row in rows if row[plot.y] in some]
    chart = chart_of(alt, rows, plot).configure(
        background="#fbf5e8", font=FONT, padding={"left": 24, "right": 12, "top": 10, "bottom": 10}
    )
    text = io.StringIO()
    chart.configure_axis(labelFontSize=13, titleFontSize=13, labelLimit=320, gridColor="#1b181418").configure_legend(
        labelFontSize=13, titleFontSize=13, orient="bottom", columns=3, labelLimit=260
    ).save(text, format="svg")
    return re.sub(r"^<\?xml[^>]*>|<!DOCTYPE[^>]*>", "", text.getvalue())


def chart_of(alt: Any, rows: list[dict[str, Any]], plot: Plot) -> alt.LayerChart | alt.Chart:
    """Make the chart of some rows."""
    data = alt.InlineData(values=rows)
    form = ".3~p" if plot.percent else ",~f"
    colour = (
        alt.Color(f"{plot.colour}:N", title=None, sort=None, scale=alt.Scale(range=INKS))
        if plot.colour
        else alt.value(INKS[0])
    )
    if plot.kind == "bars":
        encoded = {
            "x": alt.X(f"{plot.x}:N", sort=None, axis=alt.Axis(labelAngle=0, labelOverlap=True)),
            "color": colour,
        }
        if plot.colour:
            encoded["xOffset"] = alt.XOffset(f"{plot.colour}:N", sort=None)
        y = alt.Y(f"{plot.y}:Q", axis=alt.Axis(format=form))
        return alt.Chart(data).mark_bar().encode(y=y, **encoded).properties(width=WIDTH, height=240)
    if plot.kind == "line":
        x = alt.X(f"{plot.x}:Q", axis=alt.Axis(format="%" if plot.x == "course" else ",.0f"))
        y = alt.Y(f"{plot.y}:Q", axis=alt.Axis(format=form))
        return (
            alt.Chart(data).mark_line(strokeWidth=2).encode(x=x, y=y, color=colour).properties(width=WIDTH, height=240)
        )
    if plot.kind == "dots":
        x, y = (alt.X(f"{plot.x}:Q", scale=alt.Scale(zero=False)), alt.Y(f"{plot.y}:Q", scale=alt.Scale(zero=False)))
        return alt.Chart(data).mark_point(filled=True, size=80).encode(x=x, y=y, color=colour).properties(width=WIDTH)
    if plot.kind == "matrix":
        x, y = (
            alt.X(f"{plot.x}:N", sort=None, axis=alt.Axis(labelAngle=0, orient="top")),
            alt.Y(f"{plot.y}:N", sort=None),
        )
        scale = alt.Scale(domain=[0.3, 0.5, 0.7], range=["#c22a1b", "#fbf5e8", "#2347b5"], clamp=True)
        cells = (
            alt.Chart(data).mark_rect().encode(x=x, y=y, color=alt.Color(f"{plot.colour}:Q", scale=scale, legend=None))
        )
        text = alt.Chart(data).mark_text(fontSize=14).encode(x=x, y=y, text=alt.Text(f"{plot.colour}:Q", format=".1%"))
        return alt.layer(cells, text).properties(width=WIDTH)
    y = alt.Y(f"{plot.y}:N", sort=None, title=None)
    offset = {"yOffset": alt.YOffset(f"{plot.colour}:N", sort=None)} if plot.colour else {}
    x = alt.X(f"{plot.x}:Q", axis=alt.Axis(format=form, tickCount=6), scale=alt.Scale(zero=False))
    ends = {"x": alt.X(f"{plot.low}:Q", title=plot.x), "x2": f"{plot.high}:Q"}
    layers = [
        alt.Chart(data).mark_rule(strokeWidth=2).encode(y=y, color=colour, **ends, **offset),
        alt.Chart(data).mark_point(filled=True, size=70, opacity=1).encode(x=x, y=y, color=colour, **offset),
    ]
    if plot.even is not None:
        even = alt.InlineData(values=[{"even": plot.even}])
        layers.insert(0, alt.Chart(even).mark_rule(color="#6a5f50", strokeDash=[3, 3]).encode(x="even:Q"))
    return alt.layer(*layers).properties(width=WIDTH)
