#!/usr/bin/env python3
"""Draws a run of the benchmark as one page that works from the disk: page.py RUN.tsv PAGE.html [--json FILE].

Each table is drawn as bars with whiskers from quartile to quartile, beside the same rows of the recorded runs in
bench/figures/ where they have them; the figures stand below. --json writes what is drawn.
"""
import argparse
import html
import json
import sys
from pathlib import Path

from plot import read_run

ROOT = Path(__file__).resolve().parent.parent
RECORDED = ("zen5", "emerald-rapids", "twins")
TITLES = {
    "in_check": "One call of in_check",
    "latency": "Each call waiting for the last",
    "twins": "Beside the same method in C",
    "twins_waiting": "Beside the same method in C, each call waiting for the last",
    "twins_strewn": "Beside the same method in C, boards far from each other",
    "twins_batch": "Batches beside the same method in C",
    "inlined": "Called, inlined, and left out",
    "cold": "With cold tables, without the call",
    "attackers": "attackers",
    "king_scan": "King scans",
    "piecesets": "Boards of other programs",
    "batch": "Batches in the cache",
    "attacked": "All attacked squares",
    "pairs": "All pairs of attacker and attacked",
    "attacked_few": "All attacked squares of few boards, again and again",
    "see": "Captures that lose nothing, all of a position",
}
IN_CACHE = 1024  # boards, the one size of table batch that is drawn
COLOURS = ("var(--here)", "var(--first)", "var(--second)")
STYLE = """
:root { --here: #1f5fa8; --first: #5b8fc9; --second: #8a919c; }
@media (prefers-color-scheme: dark) { :root { --here: #6ea8ec; --first: #3d628c; --second: #59616d; } }
svg { width: 53rem; height: auto; } svg text { fill: currentColor; font-size: 13px; }
main > * { min-width: 0; } pre { overflow-x: auto; }
.whisker { stroke: currentColor; stroke-width: 1.5; opacity: .7; } .scroll { overflow-x: auto; }
td, th { padding: .15rem .6rem; text-align: right; } td:first-child, th:first-child { text-align: left; }
.key { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin: 0 .3em 0 1em; }
"""


def rows_of(path):
    """The processor, the clock, and {(table, data): {label: row}}."""
    remarks, rows = read_run(path)
    tables = {}
    for row in rows:
        if row.table in TITLES and (row.table != "batch" or row.count == IN_CACHE):
            label = row.name if row.by == "-" else f"{row.name}, {row.by}"
            tables.setdefault((row.table, row.data), {})[label] = row
    return remarks.get("processor", ["unknown"])[0], remarks.get("clock_ghz", ["?"])[0], tables


def figures_of(run, recorded):
    """[{table, data, rows: [{label, runs: [{processor, ns, low, high}]}]}], in the order of the run."""
    tables = []
    for (table, data), rows in run[2].items():
        drawn = []
        for label in rows:
            found = [(who, other.get((table, data), {}).get(label)) for who, _, other in (run, *recorded)]
            runs = [{"processor": who, "ns": r.ns, "low": r.low, "high": r.high} for who, r in found if r]
            drawn.append({"label": label, "runs": runs})
        tables.append({"table": table, "data": data, "rows": drawn})
    return tables


def draw(table, order):
    thick, left, width = 13, 300, 850
    edge = max(run["high"] for row in table["rows"] for run in row["runs"])
    scale = (width - left - 60) / edge
    y, body = 6, ""
    for row in table["rows"]:
        height = thick * len(row["runs"])
        body += (
            f'<text x="{left - 8}" y="{y + height / 2 + 4:.1f}" text-anchor="end">{html.escape(row["label"])}</text>\n'
        )
        for run in row["runs"]:
            low, high, end = (left + run[key] * scale for key in ("low", "high", "ns"))
            colour, middle = COLOURS[order[run["processor"]] % len(COLOURS)], y + thick / 2 - 1
            body += f'<rect x="{left}" y="{y}" width="{end - left:.1f}" height="{thick - 2}" rx="2" fill="{colour}"/>\n'
            body += f'<path class="whisker" d="M{low:.1f} {middle}H{high:.1f}"/>\n'
            body += f'<text x="{max(high, end) + 6:.1f}" y="{y + thick - 3}">{run["ns"]:.2f}</text>\n'
            y += thick
        y += 7
    title = html.escape(f"{TITLES[table['table']]}, {table['data']}: nanoseconds")
    return f'<div class="scroll"><svg viewBox="0 0 {width} {y}" role="img" aria-label="{title}">\n{body}</svg></div>\n'


def table_of(table):
    lines = ["<tr><th>ns<th>processor<th>median<th>lower quartile<th>upper quartile</tr>"]
    for row in table["rows"]:
        for run in row["runs"]:
            cells = (row["label"], run["processor"], *(f"{run[key]:.2f}" for key in ("ns", "low", "high")))
            lines.append("<tr>" + "".join(f"<td>{html.escape(cell)}" for cell in cells) + "</tr>")
    return (
        '<details><summary>The figures</summary><div class="scroll"><table>\n'
        + "\n".join(lines)
        + "\n</table></div></details>\n"
    )


def page_of(run, tables):
    order = {}
    for table in tables:
        for row in table["rows"]:
            for found in row["runs"]:
                order.setdefault(found["processor"], len(order))
    order = {run[0]: 0, **{who: n for n, who in enumerate((who for who in order if who != run[0]), 1)}}
    key = "".join(
        f'<span class="key" style="background:{COLOURS[n % len(COLOURS)]}"></span>{html.escape(who)}'
        + (" (this run)" if n == 0 else " (recorded)")
        for who, n in order.items()
    )
    css = (ROOT / "c/cli/reports/page.css").read_text(encoding="utf-8")
    body = "".join(
        f"<h2>{html.escape(TITLES[t['table']])}, {html.escape(t['data'])}</h2>\n{draw(t, order)}{table_of(t)}"
        for t in tables
    )
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Kingscan's benchmark: {html.escape(run[0])}</title>\n"
        f"<style>\n{css}{STYLE}</style></head><body><main>\n"
        f"<div class='result good'><h1>Kingscan's benchmark</h1>\n"
        f"<p>{html.escape(run[0])}, {html.escape(run[1])} GHz while measuring. "
        "Nanoseconds a call or a board, medians; whiskers go from quartile to quartile.</p>"
        f"\n<p>{key}</p></div>\n{body}"
        "<h2>The same again</h2>\n<pre>make bench\nbuild/bench --all --tsv build/bench.tsv tests/data/positions.epd\n"
        "bench/page.py build/bench.tsv build/bench.html</pre>\n</main></body></html>\n"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path)
    parser.add_argument("page", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    try:
        run = rows_of(options.run)
    except (OSError, ValueError, TypeError, IndexError) as error:
        sys.exit(f"{options.run}: expected a run of the benchmark: {error}")
    if not run[2]:
        sys.exit(f"{options.run}: expected rows of a table such as in_check, found none")
    tables = figures_of(run, [rows_of(ROOT / "bench/figures" / f"{name}.tsv") for name in RECORDED])
    options.page.write_text(page_of(run, tables), encoding="utf-8")
    if options.json:
        text = {"processor": run[0], "clock_ghz": run[1], "tables": tables}
        options.json.write_text(json.dumps(text, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
