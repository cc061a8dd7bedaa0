"""Proves that in_check, attackers and king_scan of every kernel give the rules' answer for each board, king and side.

A board is 64 bytes of variables, so that one run answers for all 2^512 boards. The 128 squares and sides of the king
are cases. (With these as variables too, one run takes longer than 128.)
"""
import concurrent.futures
import functools
import gc
import multiprocessing
import os
import re
import time
from pathlib import Path

from report import Function, reason
from trusted import words
from trusted.semantics import semantics
from trusted.machine import Machine
from trusted.rules import Rules, file, row
from trusted.words import any_bit, cat, fresh, number, widen

KINDS = "in_check", "attackers", "king_scan"
BATCH = "in_check_batch"
MEMBERS = [member + of_set for of_set in ("", "_set") for member in KINDS + (BATCH,)]  # of a kernel, as in ks_kernel
REFERENCE = "c"
TESTED = "portable"  # of C, and not proved
# These are proved when they are asked for by name, or with --full: they look tables up by slot, which takes a second a
# square, and the reference kernel consists of loops.
SLOW = "ssse3_king_scan", "avx2_king_scan", f"{REFERENCE}_"
LINES_SIZE = 40
GARBAGE = 2_000_000  # objects, about 1 GB
ROWS = re.compile(r"\bKERNEL\s*\(\s*(\w+)\s*,\s*([^,]*?)\s*,\s*(\w+)\s*,\s*(\w+)\s*,")


def rows(text=None):
    """Name, tier, ceiling and batch of each kernel for x86-64, as c/core/kernels/kernels.def lists them."""
    text = text or Path("c/core/kernels/kernels.def").read_text()
    text = re.sub(
        r"/\*.*?\*/|//.*?$|#ifdef __(?:aarch64|wasm_simd128)__.*?#endif", "", text, flags=re.DOTALL | re.MULTILINE
    )
    found = ROWS.findall(text)
    if len(found) != text.count("KERNEL") or any(batch not in ("OWN", "BY_CALLS") for *_, batch in found):
        raise ValueError("c/core/kernels/kernels.def: a row that cannot be read")
    return found


def feature_names(text):
    return frozenset(re.findall(r"CPU_(\w+)", text))


@functools.cache
def tiers():
    """{tier: the features that it needs}, as c/core/processor/tiers.def lists them."""
    found = {"nothing": frozenset()}
    text = Path("c/core/processor/tiers.def").read_text()
    for tier, below, more in re.findall(r"^TIER\((\w+), \w+, (\w+), ([^,]*)\)$", text, re.M):
        found[tier] = found[below] | feature_names(more)
    return found


def kernels():
    return {name: tiers()[tier] for name, tier, _, _ in rows()}


def with_own_batch():
    return [(name, tiers()[tier]) for name, tier, _, batch in rows() if batch == "OWN"]


RAYS = (-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0), (0, 1), (0, -1)  # files and rows; opposite ones together


def order(king):
    """The squares off the king's rays, then those along the rays: in this order the formulas are small."""
    squares = []
    for files, rows in RAYS:
        f, r = file(king) + files, row(king) + rows
        while 0 <= f < 8 and 0 <= r < 8:
            squares.append(r * 8 + f)
            f, r = f + files, r + rows
    return [square for square in range(64) if square not in squares] + squares


def any_board(king):
    board = [None] * 64
    for square in order(king):
        board[square] = fresh(8)
    return board


class Expected:
    """The answers of the rules for a case; each is computed once."""

    def __init__(self, rules, square, side):
        self.rules, self.square, self.side, self.known = rules, square, side, {}

    def __getitem__(self, kind):
        if kind not in self.known:
            self.known[kind] = getattr(self.rules, kind)(self.square, self.side)
        return self.known[kind]


def argument(value):
    """A number below 2^32 as an argument: the upper half of the register may hold anything."""
    return cat([number(value, 32), words.Word(32)])


def answer(machine, state, kind, lines):
    if kind == "king_scan":
        return machine.memory(state, lines, LINES_SIZE)
    low = machine.word(state.cells["rax"], 64)
    if kind == "in_check":
        return low[:32]
    return low if machine.bits == 64 else cat([low[:32], machine.word(state.cells["rdx"], 64)[:32]])


def run(image, name, features, board, square, side, before=()):
    """(the answer of a function, the machine). before: arguments before the board."""
    machine = Machine(image, semantics, features)
    kind = next(kind for kind in KINDS if kind in name)
    arguments = [machine.region(*region) if isinstance(region, tuple) else region for region in before]
    arguments += [machine.region("board", board), argument(square)[: image.bits], argument(side)[: image.bits]]
    lines = None
    if kind == "king_scan":
        lines = machine.region("lines", (), LINES_SIZE, writable=True)
        arguments.append(lines)
    return answer(machine, machine.call(name, arguments), kind, lines), machine


def differences(got, expected, kind):
    return any_bit(got ^ widen(expected[kind], got.n))


def example(wrong, board):
    """A board for which the bit `wrong` is 1."""
    bits = words.D.example(wrong.bits[0])
    return bytes(sum(words.D.at(b, bits) << i for i, b in enumerate(w.bits)) for w in board)


def is_meant(name, chosen, full=False):
    """Whether a function is chosen, or none is and this one is fast enough."""
    if chosen:
        return name in chosen
    return not name.startswith(TESTED) and (full or not name.startswith(SLOW))


def names():
    """All that can be asked for here, without the libraries' prefix."""
    return [f"{kernel}_{kind}{of_set}" for kernel in kernels() for kind in KINDS for of_set in ("", "_set")]


def is_of_board(name):
    """Whether a function, such as avx2_in_check_set, is asked about one board."""
    return name.split("_", 1)[1].removesuffix("_set") in KINDS


def is_chosen(name, chosen):
    """The same for a function outside of the kernels."""
    return not chosen or name.removeprefix("ks_") in chosen


def shared_out(work, cases):
    """The results of work(case) in the cases' order, from processes of which each takes one case at a time."""
    global work_of_number

    def work_of_number(number_of_case):
        return work(cases[number_of_case])

    # (A Pool waits for ever for a process that has been killed.)
    fork = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(len(os.sched_getaffinity(0)), mp_context=fork) as pool:
        yield from pool.map(ask, range(len(cases)))


def ask(number_of_case):
    """A function that other processes can name, of a number that they can be sent. Formulas of one case are of no use
    to the next: without the collector, which prove.py turns off, those of a full proof take 16 GB."""
    found = work_of_number(number_of_case)
    if gc.get_count()[0] > GARBAGE:
        gc.collect()
    return found


def each_case(prove_case, cases, names, report):
    """Proves all cases, and reports each function. prove_case(case) yields functions, or the arguments of
    report.refused or, when the last one is a board, of report.counterexample."""
    found = {name: Function(name) for name in names}
    for outcomes in shared_out(lambda case: list(prove_case(case)), cases):
        report.one_of(len(cases), "cases")
        for outcome in outcomes:
            if isinstance(outcome, Function):
                if outcome.name in found:
                    found[outcome.name] += outcome
            elif outcome[0] in found:
                del found[outcome[0]]
                (report.counterexample if isinstance(outcome[-1], bytes) else report.refused)(*outcome)
    for function in found.values():
        report.proved(function)


def read_ahead(image, names):
    """Disassembles functions once, before the processes part that share a proof's cases."""
    for name in names:
        try:
            image.reached_from(image.symbol(name))
        except ValueError:
            pass  # the proof says why


def prove(image, report, chosen=(), squares=range(64), full=False):
    """Proves all functions, or those chosen. A case is a side and a square: its formulas serve all functions."""
    functions = [
        (f"ks_{kernel}_{kind}", kind, features)
        for kernel, features in kernels().items()
        for kind in KINDS
        if is_meant(f"{kernel}_{kind}", chosen, full)
    ]

    def prove_case(case):
        side, square = case
        words.start()
        board = any_board(square)
        expected = Expected(Rules(board), square, side)
        for name, kind, features in functions:
            start = time.process_time()
            try:
                got, machine = run(image, name, features, board, square, side)
            except Exception as why:
                yield name, f"square {square}, side {side}", reason(why)
                continue
            wrong, function = differences(got, expected, kind), Function(name)
            function.add(machine, time.process_time() - start)
            yield function if wrong.value == 0 else (name, square, side, example(wrong, board))

    read_ahead(image, [name for name, _, _ in functions])
    each_case(
        prove_case,
        [(side, square) for side in (0, 1) for square in squares],
        [name for name, _, _ in functions],
        report,
    )
