#!/usr/bin/env python3
"""Compares tables and figures of pages with recorded runs: figures.py [--write] [PAGE...], in the repository's root.

A run is bench/figures/NAME.tsv, which `make bench` has written. This program computes the table below an HTML comment
<!-- NAME TABLE --> in a page, and the figures in the sentences of CLAIMS. It prints a line for each table and sentence
that says something else or has another figure, and returns 1 when there was one. With --write it mends the tables and
sentences instead.
"""
import re
import sys
from pathlib import Path

from plot import read_run

PAGES = ("README.md", "docs/performance.md", "docs/kernels.md", "docs/training-data.md", "docs/training-nets.md")
TABLES_ALONE = ("docs/training-nets.md",)  # pages whose sentences have figures of their own
RUNS = Path("bench/figures")
ENDS = ("middlegames", "endgames")
IN_CACHE = 1024  # boards

# Contenders of in_check as pages call them, in the order of the table.
CONTENDERS = {
    "plain C": "plain C, a loop over directions",
    "1997 method": "the method of 1997, in C",
    "mailbox": "mailbox with tables, in C",
    "bitboards, built": "bitboards built from the 64 bytes, then PEXT, in C",
    "bitboards, built by AVX-512": "the same, built by AVX-512 intrinsics",
    "bitboards, prepared": "bitboards that an engine already has, then PEXT, in C",
    "c": "`c`, the reference",
    "portable": "`portable`, C for any processor",
    "scan": "**`scan`**, any x86-64",
    "ssse3": "**`ssse3`**, SSSE3: since 2008",
    "avx2": "**`avx2`**, AVX2: Intel since 2013, Zen 1 to 3",
    "avx512": "**`avx512`**, AVX-512 with VBMI: Ice Lake, Zen 4 and later",
}
KERNELS = ("scan", "ssse3", "avx2", "avx512")  # in assembly
SHORT = ("plain C", "mailbox", "bitboards, prepared", *KERNELS)


class Run:
    """A recorded run: its rows, by table, data, name and by."""

    def __init__(self, name):
        self.remarks, self.rows = read_run(RUNS / f"{name}.tsv")

    def find(self, table, data=None, name=None, by=None, count=None):
        """The fastest row that has these; of several compilers the best one counts."""
        rows = [
            row
            for row in self.rows
            if row.table == table and data in (None, row.data) and name in (None, row.name) and by in (None, row.by)
            if count in (None, row.count)
        ]
        return min(rows, key=lambda row: row.ns, default=None)

    def names(self, table):
        return list(dict.fromkeys(row.name for row in self.rows if row.table == table))

    def data(self, table):
        return list(dict.fromkeys(row.data for row in self.rows if row.table == table))

    def times_plain(self, name, data):
        return self.find("in_check", data, "plain C").ns / self.find("in_check", data, name).ns


# ---- How figures are written ----


def nanoseconds(ns):
    return f"{ns:.2f}" if ns < 10 else f"{ns:.1f}"


def ratio(value):
    return f"{value:.1f}" if value < 10 else f"{value:.0f}"


def rate(row):
    """Millions a second."""
    return f"{1e3 / row.ns:,.0f}" if row.ns < 10 else f"{1e3 / row.ns:.1f}"


def table_of(heads, rows):
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


# ---- Tables ----


def speed(run, names=SHORT):
    """in_check, as short as can be."""
    rows = []
    for name in names:
        row = [CONTENDERS[name]]
        for data in ENDS:
            row += [f"{nanoseconds(run.find('in_check', data, name).ns)} ns", ratio(run.times_plain(name, data))]
        rows.append(row)
    return table_of(["one call", "middlegames", "×", "endgames", "×"], rows)


def shortest(run):
    return speed(run, ("plain C", "scan", "avx2", "avx512"))


def in_check(run):
    """All contenders, with quartiles."""
    rows = []
    for name in (name for name in CONTENDERS if name in run.names("in_check")):
        row = [CONTENDERS[name]]
        for data in ENDS:
            found = run.find("in_check", data, name)
            spread = f"{nanoseconds(found.low)} to {nanoseconds(found.high)}"
            row += [nanoseconds(found.ns), spread, ratio(run.times_plain(name, data))]
        rows.append(row)
    heads = ["ns a call", "middlegames", "quartiles", "×", "endgames", "quartiles", "×"]
    return table_of(heads, rows)


def kernels(run):
    """The kernels' times for other questions, in middlegames."""
    rows = []
    for name in (name for name in run.names("king_scan")):
        row = [f"`{name}`"]
        for table, by in (
            ("in_check", None),
            ("latency", None),
            ("king_scan", "king_scan"),
            ("piecesets", "letters of FEN"),
        ):
            row.append(nanoseconds(run.find(table, "middlegames", name, by).ns))
        rows.append(row)
    return table_of(
        ["ns a call, middlegames", "`in_check`", "from board to answer", "`king_scan`", "letters of FEN"], rows
    )


def batch(run):
    most = max(row.count for row in run.rows if row.table == "batch")
    rows = []
    for name in run.names("batch"):
        if not run.find("batch", name=name, by="batch"):
            continue
        row = [f"`{name}`"]
        for count in IN_CACHE, most:
            single, many = (run.find("batch", name=name, by=by, count=count).ns for by in ("single calls", "batch"))
            row += [nanoseconds(single), nanoseconds(many), f"{64 / many:.1f}"]
        rows.append(row)
    heads = [
        "a board",
        "in cache: ns, single calls",
        "ns, batch",
        "GB/s",
        "in memory: ns, single calls",
        "ns, batch",
        "GB/s",
    ]
    return table_of(heads, rows)


def perft(run):
    names = run.names("perft")
    rows = []
    for data in run.data("perft"):
        *ours, theirs = found = [run.find("perft", data, name) for name in names]
        times = [f"{theirs.ns / row.ns:.1f}" for row in ours]
        rows.append([data, f"{theirs.count:,}", *map(rate, found), *times])
    heads = ["million nodes a second", "nodes", *names, *(name.replace("Kingscan,", "×") for name in names[:-1])]
    return table_of(heads, rows)


def text(run):
    names = [name for name in run.names("text") if "check" not in name or ", " in name]
    rows = [[f"`{name}`", *(rate(run.find("text", data, name)) for data in run.data("text"))] for name in names]
    return table_of(["million lines a second", *run.data("text")], rows)


def output(run):
    rows = []
    for name in "check --only checkmate", "check", "check --format epd", "check --json":
        found = [(run.find("text", data, name), run.find("text", data, "check --count")) for data in run.data("text")]
        rows.append([f"`{name}`", *(f"{mine.ns / count.ns:.1f}" for mine, count in found)])
    return table_of(["time over that of `check --count`", *run.data("text")], rows)


KINDS = {  # of comments
    "half": "evaluations and clocks in half of the games, clocks in the others",
    "evals": "evaluations and clocks in each game",
    "notes": "notes of cutechess",
}


def games(run):
    """Games that are read, and games that become .binpack."""
    rows = []
    for kind, words in KINDS.items():
        count, convert = (run.find("games", kind, name) for name in ("check --count", "convert to .binpack"))
        rows.append([words, f"{1e3 / count.ns:.1f}", f"{1e3 / convert.ns:.1f}", f"{count.ns / convert.ns:.2f}"])
    return table_of(["million moves a second", "`check --count`", "`convert` to `.binpack`", "÷"], rows)


def tour(run):
    """The steps of docs/kernels.md."""
    names = ("1997 method", "plain C", "scan", "ssse3", "avx2", "avx512")
    rows = [[CONTENDERS[name], nanoseconds(run.find("in_check", "middlegames", name).ns)] for name in names]
    batch_of = run.find("batch", name="avx512", by="batch", count=IN_CACHE)
    rows.append(["a batch of `avx512`, a board", nanoseconds(batch_of.ns)])
    return table_of(["method", "ns, middlegames"], rows)


# ---- The same methods in C ----

WAYS = {  # of calling, each with its table
    "one after another": "twins",
    "far apart": "twins_strewn",
    "waiting": "twins_waiting",
    "batch": "twins_batch",
}


def code_of(function, kernel, by):
    """Instructions, bytes and needed flags, as count.py has written them."""
    for line in (RUNS / "code.tsv").read_text(encoding="utf-8").splitlines():
        *key, flags, instructions, size = line.split("\t")
        if key == [function, kernel, by]:
            return flags, instructions, size
    return "", "", ""


def against_twin(run, name, table):
    """A kernel's time over that of its best twin, in middlegames."""
    twins = [row for row in run.rows if (row.table, row.data, row.name) == (table, "middlegames", name)]
    twin = min(row.ns for row in twins if row.by not in ("assembly", "dispatch"))
    return f"{run.find(table, 'middlegames', name, 'assembly').ns / twin:.2f}"


def twins(run):
    """The kernels and their twins by each compiler, called in each way."""
    rows = []
    for name in KERNELS:
        for by in dict.fromkeys(row.by for row in run.rows if row.table == "twins" and row.name == name):
            found = [run.find(table, "middlegames", name, by) for table in WAYS.values()]
            flags, instructions, size = code_of("in_check", name, by)
            who = {"assembly": f"**`{name}`**", "dispatch": f"`{name}`, by `ks_in_check`"}.get(by, f"its twin, {by}")
            times = [nanoseconds(row.ns) if row else "" for row in found]
            rows.append([who, *times, instructions, size, f"`{flags}`" if len(flags) > 1 else ""])
    return table_of(["ns a call, middlegames", *WAYS, "instructions", "bytes", "flags needed"], rows)


# ---- Inputs of nets ----

COLUMNS = {  # of bench/nets/run.sh, and their names in the table
    "peer ns": "nnue-pytorch",
    "avx512": "AVX-512",
    "avx2": "AVX2",
    "portable": "any processor",
    "ratio avx512": "ratio, AVX-512",
    "ratio avx2": "ratio, AVX2",
}
ALL_INPUTS = "Full_Threats+PP_3Wide+HalfKAv2_hm"
INPUTS = {  # rows, and what they are
    f"one block: {ALL_INPUTS}": f"its sample, one block: {ALL_INPUTS}, 102 features an entry",
    "one block: Full_Threats": "Full_Threats",
    "one block: HalfKAv2_hm": "HalfKAv2_hm",
    "one block: skipping": "the first inputs, with the usual skipping",
    "one block: cold, wall time": "the first inputs, the file not in the cache, wall time",
    f"ten blocks: {ALL_INPUTS}": "ten times the sample: the same inputs",
    "ten blocks: Full_Threats": "Full_Threats",
    "ten blocks: HalfKAv2_hm": "HalfKAv2_hm",
    "ten blocks: skipping": "the first inputs, with the usual skipping",
    "ten blocks: cold, wall time": "the first inputs, the file not in the cache, wall time",
    "loader, concurrency 1, wall time": "loaders, `concurrency` 1, wall time",
    "loader, concurrency 2, wall time": "loaders, `concurrency` 2, wall time",
}


def inputs(name):
    """Inputs beside nnue-pytorch, in the columns that the processor has."""
    lines = (RUNS / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    heads, *rows = [line.split("\t") for line in lines if not line.startswith("# ")]
    rows = {row[0]: dict(zip(heads, row)) for row in rows}
    columns = [column for column in COLUMNS if any(rows[row][column] != "-" for row in INPUTS)]

    def cell(row, column):
        value = rows[row][column]
        return "" if value == "-" else f"{float(value):.1f}" if column.startswith("ratio") else f"{float(value):.0f}"

    table = [[words, *(cell(row, column) for column in columns)] for row, words in INPUTS.items()]
    return table_of(["", *(COLUMNS[column] for column in columns)], table)


TABLES = {
    table.__name__: table
    for table in (speed, shortest, in_check, kernels, batch, perft, text, output, twins, games, tour)
}
REMARK = re.compile(r"(<!-- ([\w-]+) (\w+) -->\n)((?:\|.*\n)*)")


# ---- Figures in sentences: a pattern, and what its groups have to say ----


def least_and_most(*names):
    """How many times as fast as plain C the kernels in assembly are, on the recorded machines."""
    ratios = [run.times_plain(name, data) for run in map(Run, names) for name in KERNELS for data in ENDS]
    return f"{min(ratios):.0f}", f"{max(ratios):.0f}"


def of_books():
    """The same on boards of books, for which no run is recorded: the least and the most of the rows of that table."""
    rows = re.findall(r"(?m)^\| a book of .*", Path("docs/performance.md").read_text(encoding="utf-8"))
    figures = [float(figure) for row in rows for figure in re.findall(r"\d[\d.]*", row)]
    return f"{min(figures):.0f}", f"{max(figures):.0f}"


def of_reading(run):
    most = max(row.count for row in run.rows if row.table == "batch")
    reading, fastest = run.find("batch", by="-", count=most), run.find("batch", by="batch", count=most)
    return (f"{reading.ns / fastest.ns:.2f}",)


def against_readers(run):
    ours = run.find("text", "openings", "check --count")
    others = (run.find("text", "openings", name) for name in ("md5sum", "grep -c ' w '"))
    return (f"{1e3 / ours.ns:.0f}", *(f"{other.ns / ours.ns:.1f}" for other in others))


def clock(run):
    return (f"{float(run.remarks['clock_ghz'][0]):.1f}",)


CLAIMS = (
    (r"(\d+) to (\d+) times as fast as plain C", lambda: least_and_most("zen5", "emerald-rapids")),
    (r"(\d+) to (\d+) times on those of books", of_books),
    (
        r"Called one after another, `scan` takes ([\d.]+) of its best twin's time, `ssse3` ([\d.]+), `avx2` ([\d.]+), "
        r"`avx512` ([\d.]+)\.",
        lambda: [against_twin(Run("twins"), name, "twins") for name in KERNELS],
    ),
    (
        r"Waiting, they take ([\d.]+), ([\d.]+), ([\d.]+) and ([\d.]+) of it,",
        lambda: [against_twin(Run("twins"), name, "twins_waiting") for name in KERNELS],
    ),
    (
        r"batches of `ssse3`, `avx2` and `avx512` ([\d.]+), ([\d.]+) and ([\d.]+)\.",
        lambda: [against_twin(Run("twins"), name, "twins_batch") for name in KERNELS[1:]],
    ),
    (r"AMD EPYC \(Zen 5\) at ([\d.]+) GHz", lambda: clock(Run("zen5"))),
    (r"at ([\d.]+) of the speed at which", lambda: of_reading(Run("zen5"))),
    (r"([\d.]+) million lines of openings a second: ([\d.]+) and ([\d.]+) times", lambda: against_readers(Run("zen5"))),
)
# What looks like a figure of a run.
FIGURE = re.compile(r"\d(?:[\d.,]*\d)?\s(?:ns\b|×|times as fast|GB/s|million (?:lines|nodes)|GHz)")


# ---- Pages ----


def with_tables(page):
    def table(found):
        return found[1] + (inputs(found[2]) if found[3] == "inputs" else TABLES[found[3]](Run(found[2])))

    return REMARK.sub(table, page)


def with_claims(page):
    """Replaces the groups of each claim by what the runs say, a blank or a line end where the page has it."""
    for pattern, figures in CLAIMS:
        pattern = re.compile(pattern.replace(" ", r"\s"))

        def mended(found, figures=figures):
            sentence, shift = found[0], found.start()
            for group in reversed(range(1, found.re.groups + 1)):
                start, end = found.start(group) - shift, found.end(group) - shift
                sentence = sentence[:start] + figures()[group - 1] + sentence[end:]
            return sentence

        page = pattern.sub(mended, page)
    return page


def unclaimed(page):
    """Figures in sentences for which no claim answers."""
    page = re.sub(r"```[\s\S]*?```", "", REMARK.sub("", page))
    for pattern, _ in CLAIMS:
        page = re.sub(pattern.replace(" ", r"\s"), "", page)
    return [" ".join(found.split()) for found in FIGURE.findall(page)]


def complaints(page, has_tables_alone=False):
    mended = with_tables(page) if has_tables_alone else with_claims(with_tables(page))
    for found, expected in zip(page.split("\n"), mended.split("\n")):
        if found != expected:
            yield f"expected '{expected}', found '{found}'"
    if mended.count("\n") != page.count("\n"):
        yield "a table has too few or too many lines"
    for figure in [] if has_tables_alone else unclaimed(page):
        yield f"no recorded run says '{figure}'"


def main():
    write = "--write" in sys.argv
    wrong = False
    for name in [name for name in sys.argv[1:] if name != "--write"] or PAGES:
        page = Path(name).read_text(encoding="utf-8")
        if write:
            Path(name).write_text(with_claims(with_tables(page)), encoding="utf-8")
            continue
        for complaint in complaints(page, name in TABLES_ALONE):
            print(f"{name}: {complaint}")
            wrong = True
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
