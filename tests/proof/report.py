"""The output of the prover: a line for each function, and a board where an answer is wrong."""
from trusted.machine import Refused


class Function:
    """The line about a function that is proved: its cases, the instructions that were executed in all of them, the
    seconds of processor time, and the bytes of each region that it may touch."""

    def __init__(self, name):
        self.name, self.cases, self.seconds, self.executed, self.accessed = name, 0, 0.0, 0, {}

    def add(self, machine, seconds):
        self.cases += 1
        self.seconds += seconds
        self.executed += machine.steps
        for key, bounds in machine.accessed.items():
            self.touch(key, bounds)

    def touch(self, key, bounds):
        old = self.accessed.get(key, bounds)
        self.accessed[key] = min(bounds[0], old[0]), max(bounds[1], old[1])

    def __iadd__(self, other):
        self.cases += other.cases
        self.seconds += other.seconds
        self.executed += other.executed
        for key, bounds in other.accessed.items():
            self.touch(key, bounds)
        return self

    def __str__(self):
        touched = ", ".join(
            f'{"writes" if write else "reads"} {name}[{low}, {high})'
            for (name, write), (low, high) in sorted(self.accessed.items())
        )
        return f"{self.name:28}{self.cases:5} cases {self.executed:8} instructions {self.seconds:6.1f} s  {touched}"


def reason(why):
    """Why a function is not proved, from an exception."""
    return str(why) if isinstance(why, (Refused, ValueError)) else f"the prover stops: {type(why).__name__}: {why}"


class Report:
    """Prints, and knows whether all went well. seen: the names that it has printed a line about."""

    def __init__(self, library, draw):
        """draw(name, board, square, side): draws a counterexample."""
        self.library, self.draw, self.good, self.seen = library, draw, True, set()

    def line(self, text):
        print(text, flush=True)

    def proved(self, function, note=""):
        self.seen.add(function.name)
        self.line(f"{function}{note}")

    def refused(self, name, case, why):
        self.good = False
        self.seen.add(name)
        self.line(f"{name}: NOT PROVED for {case}: {why}")

    def counterexample(self, name, square, side, board):
        """Draws the board. The command that is printed asks the function, in a process of its own."""
        self.good = False
        self.seen.add(name)
        self.line(f"{name}: WRONG")
        self.draw(name, board, square, side)
        short = name.removeprefix("ks_")
        self.line(f"  tests/proof/native.py --library {self.library} {short} {board.hex()} {square} {side}")
