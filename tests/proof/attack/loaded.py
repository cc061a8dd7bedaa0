#!/usr/bin/env python3
"""Loads libraries that may be wrong and calls them, for attack.py.

    tests/proof/attack/loaded.py CLEAN < QUESTIONS

CLEAN is a library that is right; its kernel `c` gives the answers. Each line of input is a question in JSON, asked in a
process of its own; what is wrong is printed, or "same". It runs under an emulator too, and shows there what another
processor does. It imports nothing of the prover.

    {"library": PATH, "call": KIND, "address": N}           calls one function
    {"library": PATH, "member": KIND, ...}                  loads it as a program does, and looks at all promises
    {"library": PATH, "steps": [[WHAT, ARGUMENT]...], ...}  calls in sequence: what each leaves, and what is chosen
"""
import ctypes
import json
import os
import random
import re
import resource
import signal
import sys

QUESTIONS, SECONDS = 150, 5
ANSWERS, WORDS_OF_CPUID, ANY_PROCESSOR = 2000, 17, random.Random(7)
KINDS = "in_check", "attackers", "king_scan", "in_check_batch"
MEMBERS = [kind + of_set for of_set in ("", "_set") for kind in KINDS]
KERNEL, FIRST_MEMBER = 80, 2  # bytes of a ks_kernel; words before its functions
pointer, unsigned, size = ctypes.c_void_p, ctypes.c_uint, ctypes.c_size_t
RESULTS = {"in_check": ctypes.c_int, "attackers": ctypes.c_uint64}


def questions():
    """(board, square, side): few pieces and many."""
    chance, found = random.Random(5), []
    for i in range(QUESTIONS):
        board = bytearray(64)
        for _ in range(chance.choice((1, 2, 3, 5, 8, 30, 80))):
            board[chance.randrange(64)] = chance.choice((1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 3, 4, 5, 11, 12, 13))
        found.append((bytes(board), chance.randrange(64), i & 1))
    return found


def caller(address, kind):
    """f(board, square, side) for a function at an address. `set`: ks_chess_pieces, where it takes one."""
    plain, with_set = kind.removesuffix("_set"), [pointer] * kind.endswith("_set")
    first = [caller.pieces] * kind.endswith("_set")
    if plain == "in_check_batch":
        function = ctypes.CFUNCTYPE(None, *with_set, pointer, size, pointer, pointer, size, pointer)(address)

        def batch(board, square, side):
            out = (ctypes.c_uint64 * 1)(0xAAAA)
            function(*first, board, 64, bytes([square]), bytes([side]), 1, out)
            return out[0]

        return batch
    if plain == "king_scan":
        function = ctypes.CFUNCTYPE(None, *with_set, pointer, unsigned, unsigned, pointer)(address)

        def scan(board, square, side):
            lines = ctypes.create_string_buffer(b"\xaa" * 40, 40)
            function(*first, board, square, side, lines)
            return lines.raw

        return scan
    function = ctypes.CFUNCTYPE(RESULTS[plain], *with_set, pointer, unsigned, unsigned)(address)
    return lambda board, square, side: function(*first, board, square, side)


def address_of(library, name):
    return ctypes.cast(getattr(library, name), pointer).value


def base_of(library):
    return ctypes.cast(library._handle, ctypes.POINTER(ctypes.c_uint64))[0]  # the first word of a link_map


def words(address, n):
    return list((ctypes.c_uint64 * n).from_address(address))


class Right:
    """The reference's answers."""

    def __init__(self, path):
        self.library = library = ctypes.CDLL(path)
        library.ks_kernel_select.argtypes = pointer, pointer
        if library.ks_kernel_select(b"c", None):
            raise SystemExit("no kernel c")
        caller.pieces = address_of(library, "ks_chess_pieces")
        self.asked = questions()
        self.answers = {}
        for kind in MEMBERS:
            function = caller(address_of(library, "ks_" + kind), kind)
            self.answers[kind] = [function(*question) for question in self.asked]

    def wrong(self, function, kind):
        """The first question that is answered wrongly, as "BOARD SQUARE SIDE"; None: all are right."""
        for (board, square, side), expected in zip(self.asked, self.answers[kind]):
            if function(board, square, side) != expected:
                return f"{board.hex()} {square} {side}"
        return None


def writable(path, base, begin, end):
    """Whether a part of a library may be written to."""
    with open("/proc/self/maps") as maps:
        for line in maps:
            low, high, rights = re.match(r"([0-9a-f]+)-([0-9a-f]+) (\S+)", line).groups()
            if int(low, 16) < base + end and base + begin < int(high, 16) and "w" in rights:
                return True
    return False


def answers_of_processors():
    """Answers of CPUID, as struct cpu_answers has them: many bits, or all but a few."""
    for i in range(ANSWERS):
        left_out = [ANY_PROCESSOR.getrandbits(32) for _ in range(WORDS_OF_CPUID)]
        for _ in range(i % 5):
            left_out = [a & ANY_PROCESSOR.getrandbits(32) for a in left_out]
        yield (ctypes.c_uint32 * WORDS_OF_CPUID)(*(~a & 0xFFFFFFFF for a in left_out))


def features_of(address):
    function = ctypes.CFUNCTYPE(unsigned, pointer)(address)
    return [function(answers) for answers in right_answers]


right_answers = list(answers_of_processors())


class Sequence:
    """Calls of a library, one after the other, and the kernel that has to be chosen after each of them: an index into
    the names, or None. question: "usable", the indices of usable kernels; "variable": what KINGSCAN_KERNEL holds."""

    def __init__(self, right, library, question, functions):
        self.right, self.library, self.functions, self.names = right, library, functions, question["names"]
        self.usable, self.variable, self.chosen = question["usable"], question.get("variable"), None
        library.ks_kernel_select.argtypes = pointer, pointer
        library.ks_kernel_get_current.restype = pointer
        base = base_of(library)
        self.table, self.current = (base + question[name] for name in ("kernels", "current"))
        self.undecided = base + question["undecided"]

    def expected(self):
        return self.undecided if self.chosen is None else self.table + KERNEL * self.chosen

    def by_name(self, name):
        """The usable kernel of a name, or None."""
        i = self.names.index(name) if name in self.names else None
        return i if i in self.usable else None

    def decide(self):
        if self.chosen is None:
            named = self.by_name(self.variable)
            self.chosen = self.usable[-1] if named is None else named

    def select(self, name):
        found = self.library.ks_kernel_select(None if name is None else name.encode(), None)
        wanted = self.usable[-1] if name is None else self.by_name(name)
        self.chosen = self.chosen if wanted is None else wanted
        return (found == 0) == (wanted is not None)

    def get(self, _):
        self.decide()
        return self.library.ks_kernel_get_current() == self.expected()

    def call(self, member):
        self.decide()
        return member not in self.functions or self.right.wrong(self.functions[member], member) is None

    def wrong(self, steps, tell):
        for what, argument in steps:
            tell(f"sequence {what} {argument}")
            good = dict(select=self.select, get=self.get, call=self.call)[what](argument)
            if not good or words(self.current, 1)[0] != self.expected():
                return f"sequence {what} {argument}"
        return None


def trouble(right, question, tell):
    """The trouble, as "WHAT KERNEL MEMBER" and perhaps a question; None: nothing. tell: says what is asked next."""
    path = question["library"]
    if question.get("variable") is not None:
        os.environ["KINGSCAN_KERNEL"] = question["variable"]
    library = ctypes.CDLL(path, mode=os.RTLD_NOW)
    base = base_of(library)
    tell("loaded")
    if "call" in question:
        tell("answer - -")
        wrong = right.wrong(caller(base + question["address"], question["call"]), question["call"])
        return wrong and f"answer - {question['call']} {wrong}"
    if "features_of" in question:  # needed: those of each kernel
        tell("features - -")
        mine, clean = (features_of(base_of(x) + at) for x, at in zip((library, right.library), question["features_of"]))
        for needed in question["needed"]:
            if any((a & needed == needed) != (b & needed == needed) for a, b in zip(mine, clean)):
                return "features - -"
    if "cached" in question:  # the processor that the library believes to run on
        for at in question["cached"]:
            ctypes.c_uint32.from_address(base + at).value = question["features"]
    functions = {
        kind: caller(address_of(library, "ks_" + kind), kind) for kind in MEMBERS if hasattr(library, "ks_" + kind)
    }  # (a name that is missing is nothing wrong)
    if "steps" in question:
        return Sequence(right, library, question, functions).wrong(question["steps"], tell)
    if question.get("select"):
        library.ks_kernel_select.argtypes = pointer, pointer
        tell("select - -")
        if library.ks_kernel_select(None, None):
            return "select - -"
    first = question["member"]
    for kind in [first, *MEMBERS]:
        tell(f"answer current {kind}")
        wrong = kind in functions and right.wrong(functions[kind], kind)
        if wrong:
            return f"answer current {kind} {wrong}"
    if "current" in question:
        (current,) = words(base + question["current"], 1)
        at = current - base - question["kernels"]
        if at % KERNEL or at // KERNEL != question["expected"]:
            return f"chosen {at // KERNEL} {first}"
    for row, name in question.get("rows", ()):
        table = words(base + question["kernels"] + KERNEL * row, FIRST_MEMBER + len(MEMBERS))
        for kind, address in zip(MEMBERS, table[FIRST_MEMBER:]):
            tell(f"answer {name} {kind}")
            wrong = right.wrong(caller(address, kind), kind)
            if wrong:
                return f"answer {name} {kind} {wrong}"
    for what, begin, end in question.get("constant", ()):
        if writable(path, base, begin, end):
            return f"writable {what} -"
    return None


def ask(right, question):
    """The trouble, or "same" or "not loaded". A question that is not answered is what is wrong, with the signal."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        answer = "not loaded"
        try:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            signal.alarm(SECONDS)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            answer = trouble(right, question, lambda text: os.write(writing, f"{text}\n".encode())) or "same"
        except (OSError, AttributeError):
            pass
        finally:
            os.write(writing, answer.encode())
            os._exit(0)
    os.close(writing)
    told = b"".join(iter(lambda: os.read(reading, 4096), b"")).decode().split("\n")
    os.close(reading)
    _, status = os.waitpid(child, 0)
    if len(told) < 2 or told[-1]:
        return told[-1] or "not loaded"
    return f"{told[-2]} - - - ends by signal {os.WTERMSIG(status)}"


def main():
    right = Right(sys.argv[1])
    for line in sys.stdin:
        print(ask(right, json.loads(line)), flush=True)


if __name__ == "__main__":
    main()
