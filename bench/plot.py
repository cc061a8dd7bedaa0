#!/usr/bin/env python3
"""Draws a run of the benchmark: plot.py RUN.tsv DIRECTORY makes in_check.svg, batch.svg, text.svg, perft.svg
and variants.svg there.

A plot whose table is not in the run is left out. A baseline in C is shown by the compiler that made the fastest of it.
"""
import html
import math
import sys
from collections import namedtuple
from pathlib import Path

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"
TEXT, SOFT, RULE, EDGE = "#222222", "#777777", "#e3e5e8", "#d4d8de"
BLUES, GREYS = ("#1f5fa8", "#5b8fce", "#9cc3ec"), ("#6b7280", "#979da8", "#c3c8d0")
WIDTH = 860

Row = namedtuple("Row", "table data count name by ns low high")


def read_run(path):
    """Returns the remarks of a recorded run, by name, and its rows."""
    remarks, rows = {}, []
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        cells = line.split("\t")
        if line.startswith("# "):
            remarks[cells[0][2:]] = cells[1:]
        else:
            rows.append(Row(*cells[:2], int(cells[2]), *cells[3:5], *map(float, cells[5:8])))
    return remarks, rows


# ---- Drawing ----


def text(x, y, words, size=13, fill=TEXT, anchor="start", weight=400):
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{html.escape(words)}</text>\n'
    )


def box(x, y, width, height, fill):
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="2" fill="{fill}"/>\n'


def sheet(title, subtitle, height, body):
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img">\n<title>{html.escape(f"{title}: {subtitle}")}</title>\n'
        f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1}" rx="8" fill="#ffffff" stroke="{EDGE}"/>\n'
        f'<g font-family="{FONT}">\n{text(20, 34, title, 17, weight=600)}{text(20, 54, subtitle, 13, SOFT)}{body}</g>\n'
        "</svg>\n"
    )


def legend(entries, y):
    """A line of names, each behind squares of its colours."""
    x, body = 20, ""
    for name, colours in entries:
        for colour in colours:
            body += box(x, y - 10, 11, 11, colour)
            x += 14
        body += text(x + 3, y, name, 12.5)
        x += 26 + 7 * len(name)
    return body


# ---- Bars ----

# entries: (name, its colours) of the legend; rows: (name, whether it is bold, (value, colour) of each bar)
Bars = namedtuple("Bars", "title subtitle entries rows edge")


def draw_bars(bars):
    left, right, first, thick = 230, 70, 100, 16
    step = thick * len(bars.rows[0][2]) + 16
    scale = (WIDTH - left - right) / bars.edge
    body = legend(bars.entries, 80)
    for number, (name, bold, values) in enumerate(bars.rows):
        top = first + number * step
        middle = top + thick * len(values) / 2 + 5
        body += text(left - 12, middle, name, 13, anchor="end", weight=600 if bold else 400)
        for line, (value, colour) in enumerate(values):
            y, length = top + line * thick, min(value, bars.edge) * scale
            label = f"{value:.1f}" if value < 100 else f"{value:,.0f}"
            body += box(left, y, max(1, length), thick - 2, colour)
            body += text(left + length + 6, y + 11.5, "… " * (value > bars.edge) + label, 12)
    return sheet(bars.title, bars.subtitle, first + step * len(bars.rows) + 4, body)


def ours_and_others(series):
    """The entries of a legend in which blue is Kingscan and grey is not."""
    pairs = zip(series, zip(BLUES, GREYS))
    return [(name, pair) for name, pair in pairs] + [("blue: Kingscan, grey: others", ())]


def coloured(values, is_ours):
    return list(zip(values, BLUES if is_ours else GREYS))


def draw_in_check(remarks, rows):
    series = ("middlegames", "endgames")
    best, ours = {}, {}
    for row in (row for row in rows if row.table == "in_check"):
        key = row.name, row.data
        best[key] = min(best.get(key, math.inf), row.ns)
        ours[row.name] = row.by == "-"
    names = sorted(ours, key=lambda name: -best[name, series[0]])
    bars = [
        (
            "c, the reference" if name == "c" else name,
            ours[name],
            coloured([best[name, data] for data in series], ours[name]),
        )
        for name in names
    ]
    subtitle = f"Nanoseconds a call, real positions, {remarks['processor'][0]}"
    return Bars("Is the king in check?", subtitle, ours_and_others(series), bars, max(best.values()))


def millions(rows):
    """Rates of rows by their name and data."""
    return {(row.name, row.data): 1e3 / row.ns for row in rows}


def draw_text(remarks, rows):
    rows = [row for row in rows if row.table == "text"]
    series = list(dict.fromkeys(row.data for row in rows))
    names = [name for name in dict.fromkeys(row.name for row in rows) if "check" not in name or ", " in name]
    rates = millions(rows)
    bars = [
        (name, "check" in name, coloured([rates[name, data] for data in series], "check" in name)) for name in names
    ]
    # wc is many times as fast: its bar ends at the edge.
    edge = 1.1 * max(rates[name, data] for name in names for data in series if not name.startswith("wc"))
    subtitle = f"Million lines a second, one thread, {remarks['processor'][0]}"
    return Bars("A file of positions: text to verdicts", subtitle, ours_and_others(series), bars, edge)


def draw_perft(remarks, rows):
    rows = [row for row in rows if row.table == "perft"]
    rates = millions(rows)
    colours = dict(zip(dict.fromkeys(row.name for row in rows), (*BLUES[:2], GREYS[1])))
    bars = [
        (data, False, [(rates[name, data], colour) for name, colour in colours.items()])
        for data in dict.fromkeys(row.data for row in rows)
    ]
    entries = [(name, (colour,)) for name, colour in colours.items()]
    subtitle = f"Million nodes a second, one thread, no hash, {remarks['processor'][0]}"
    return Bars("Perft", subtitle, entries, bars, max(rates.values()))


# ---- Variants: dots on a line each, by powers of ten, in two columns ----


def place_dots(columns, rates):
    """Returns what finds x of a rate in a column, and the ticks."""
    low, high = math.log10(min(rates) / 1.2), math.log10(max(rates) * 1.2)
    left, right, width = 150, 62, WIDTH / columns

    def place(column, rate):
        return column * width + left + (width - left - right) * (math.log10(rate) - low) / (high - low)

    return place, [10**power for power in range(-1, 5) if low < power < high]


def draw_dots(title, subtitle, colours, lines):
    """colours: of each series; lines: (name, the rate of each series or None, the ratio of the two or None)."""
    columns, first, step = 2, 118, 15
    height = math.ceil(len(lines) / columns)
    place, ticks = place_dots(columns, [rate for _, rates, _ in lines for rate in rates if rate])
    body = legend([(name, (colour,)) for name, colour in colours.items()], 80)
    for column in range(columns):
        for tick in ticks:
            x = place(column, tick)
            body += f'<path d="M{x:.1f} {first - 10}V{first + height * step - 8}" stroke="{RULE}"/>\n'
            body += text(x, first - 15, f"{tick:,}", 11, SOFT, "middle")
    for number, (name, rates, ratio) in enumerate(lines):
        column, y = number // height, first + number % height * step
        dots = [(place(column, rate), colour) for rate, colour in zip(rates, colours.values()) if rate]
        body += text(column * WIDTH / columns + 140, y + 4, name, 11, anchor="end")
        body += f'<path d="M{dots[0][0]:.1f} {y}H{dots[-1][0]:.1f}" stroke="{GREYS[2]}" stroke-width="2"/>\n'
        body += "".join(f'<circle cx="{x:.1f}" cy="{y}" r="3.6" fill="{colour}"/>\n' for x, colour in dots)
        if ratio:
            body += text((column + 1) * WIDTH / columns - 12, y + 4, f"× {ratio:.1f}", 11, SOFT, "end")
    return sheet(title, subtitle, first + height * step + 4, body)


def draw_pairs(title, remarks, rows):
    """Draws a line for each variant: the rates of two series, of which the second may be missing."""
    rates = millions(rows)
    slow, fast = dict.fromkeys(row.name for row in rows)
    lines = []
    for data in dict.fromkeys(row.data for row in rows):
        pair = rates[slow, data], rates.get((fast, data))
        lines.append((data, pair, pair[1] and pair[1] / pair[0]))
    lines.sort(key=lambda line: (line[2] or math.inf, line[1]))
    subtitle = f"Million nodes a second, variant and depth, one thread, {remarks['processor'][0]}"
    return draw_dots(title, subtitle, {slow: GREYS[1], fast: BLUES[0]}, lines)


def draw_variants(remarks, rows):
    rows = [row for row in rows if row.table == "variants"]
    engine_first = sorted(rows, key=lambda row: row.name == "Kingscan")
    return draw_pairs("Perft of variants, against another program", remarks, engine_first)


# ---- Batches: lines over the size of the working set, both axes by powers ----

LINES = {
    "avx512": "#1f5fa8",
    "avx2": "#2a8f7f",
    "ssse3": "#d9822b",
    "scan": "#8b5fbf",
    "portable": "#b0413e",
    "c": "#999999",
}
SIZES = ((13, "8 KiB"), (16, "64 KiB"), (19, "512 KiB"), (22, "4 MiB"), (25, "32 MiB"), (28, "256 MiB"))


def batch_lines(rows):
    """Yields name, colour, dash and points (bytes, GB/s) of each line."""
    rows = [row for row in rows if row.table == "batch"]
    fastest = [row.name for row in rows if row.by == "batch"][-1:]
    for name, by in dict.fromkeys((row.name, row.by) for row in rows):
        points = [(64 * row.count, 64 / row.ns) for row in rows if (row.name, row.by) == (name, by)]
        if by == "batch":
            yield f"{name}, batch", LINES.get(name, TEXT), "", points
        elif by == "-":
            yield "reading, no more", GREYS[0], "6 4", points
        elif [name] == fastest:
            yield f"{name}, single calls", LINES.get(name, TEXT), "2 3", points


def draw_batch(remarks, rows):
    left, right, top, bottom, height = 60, 190, 80, 40, 480
    lines = list(batch_lines(rows))
    sizes = [x for *_, points in lines for x, _ in points]
    rates = [y for *_, points in lines for _, y in points]
    low, high = math.log(min(rates) / 1.15), math.log(max(rates) * 1.15)

    def place(size, rate):
        x = left + (WIDTH - left - right) * math.log(size / min(sizes)) / math.log(max(sizes) / min(sizes))
        return x, height - bottom - (height - top - bottom) * (math.log(rate) - low) / (high - low)

    body = ""
    for tick in (digit * 10**power for power in range(4) for digit in (1, 2, 5)):
        if low < math.log(tick) < high:
            _, y = place(min(sizes), tick)
            body += f'<path d="M{left} {y:.1f}H{WIDTH - right}" stroke="{RULE}"/>\n'
            body += text(left - 8, y + 4, str(tick), 12, SOFT, "end")
    for power, name in ((power, name) for power, name in SIZES if 2**power <= max(sizes)):
        body += text(place(2**power, 1)[0], height - bottom + 20, name, 12, SOFT, "middle")
    for level, size in enumerate(map(int, remarks["caches"]), 1):
        if min(sizes) < size < max(sizes):
            x, _ = place(size, 1)
            body += f'<path d="M{x:.1f} {top}V{height - bottom}" stroke="{GREYS[2]}" stroke-dasharray="3 3"/>\n'
            body += text(x - 5, top + 12, f"L{level}", 12, SOFT, "end")
    below = 0
    for name, colour, dash, points in sorted(lines, key=lambda line: -line[3][-1][1]):
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in (place(*point) for point in points))
        body += f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2.2" stroke-dasharray="{dash}"/>\n'
        x, y = place(*points[-1])
        below = max(y + 4, below + 17)
        body += text(x + 8, below, name, 13, colour)
    subtitle = f"GB/s against the size of the working set, one thread, {remarks['processor'][0]}"
    return sheet("Batches of boards", subtitle, height, body)


DRAWINGS = {
    "in_check": draw_in_check,
    "text": draw_text,
    "perft": draw_perft,
    "batch": draw_batch,
    "variants": draw_variants,
}


def main():
    remarks, rows = read_run(sys.argv[1])
    tables = {row.table for row in rows}
    for name, draw in DRAWINGS.items():
        if name in tables:
            drawing = draw(remarks, rows)
            svg = drawing if isinstance(drawing, str) else draw_bars(drawing)
            Path(sys.argv[2], f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
