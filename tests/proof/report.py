"""Prints what the prover found: a line for each function, and a board where an answer is wrong."""
import os

from trusted.machine import Refused

SAID_AGAIN = 5  # of what is not proved


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


class Notes:
    """The calls of a report's methods, kept by a process that proves a part, for the one that reports."""

    def __init__(self):
        self.said = []

    def __getattr__(self, method):
        return lambda *arguments: self.said.append((method, arguments))


class Report:
    """Prints, and knows whether all went well. seen: the names that it has printed a line about."""

    def __init__(self, library, draw):
        """draw(name, board, square, side): draws a counterexample."""
        self.library, self.draw, self.good, self.seen, self.again = library, draw, True, set(), []

    def hear(self, said):
        """Takes what Notes have said."""
        for method, arguments in said:
            getattr(self, method)(*arguments)

    def line(self, text):
        print(text, flush=True)

    def one_of(self, count, what):
        """Another one is done: for tests/stages/progress.sh."""
        if "TEST_STAGE" in os.environ:
            self.line(f"[+/{count}] {what}")

    def proved(self, function, note=""):
        self.seen.add(function.name)
        self.line(f"{function}{note}")

    def refused(self, name, case, why):
        self.good = False
        self.seen.add(name)
        self.say_again(name, f"NOT PROVED for {case}: {why}", None, "tests/proof/prove.py")

    def counterexample(self, name, square, side, board):
        """Draws the board. The command that is printed asks the function, in a process of its own."""
        self.good = False
        self.seen.add(name)
        question = f" {board.hex()} {square} {side}"
        self.say_again(name, "WRONG", lambda: self.draw(name, board, square, side), "tests/proof/native.py", question)

    def say_again(self, name, what, draw, program, question=""):
        """Says it now, and as one of the last lines."""
        self.line(f"{name}: {what}")
        command = f"{program} --library {self.library} {name.removeprefix('ks_')}{question}"
        self.again.append((f"{name}: {what}", draw, command))

    def end(self):
        """Ends with what is not proved, one of the boards, and the command that repeats it alone."""
        if self.good:
            return
        self.line(f"\n{len(self.again)} not proved:")
        for text, _, _ in self.again[:SAID_AGAIN]:
            self.line(f"  {text}")
        if len(self.again) > SAID_AGAIN:
            self.line(f"  and {len(self.again) - SAID_AGAIN} more, above")
        text, draw, command = next((found for found in self.again if found[1]), self.again[0])
        if draw:
            self.line(text)
            draw()
        self.line(f"repeat it: {command}")
