"""Asks this processor, emulated ones and the prover about code that may be wrong, for attack.py."""
import collections
import gc
import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import batches
import calls
import features
import kernels
import predicted
from trusted import words
from trusted.image import Image
from trusted.machine import Refused
from trusted.rules import Rules

# Seconds of processor time for a proof. A longer one is replaced by a proof for fewer boards: the board that shows the
# difference, with any bytes on FREE_SQUARES of its squares.
PATIENCE, PATIENCE_WITH_BATCHES, FREE_SQUARES = 1, 30, 12
GARBAGE = 500000  # objects
NODES = 400000  # of formulas; above, formulas are begun anew

BATCH_BY_CALLS, CALLED = "ks_scan_in_check_batch", "ks_scan_in_check"  # compiled C, with relocations

# answer: that of natively.c; refusal: why the mutant is not proved, PROVED, or None when the prover was not asked.
Outcome = collections.namedtuple("Outcome", "mutant answer refusal")
PROVED, LATE, STUMBLED, FEWER = "proved", "no proof within the time", "the prover stumbles", "of fewer boards"

UNKNOWN_INSTRUCTION = f"answer - - - - - ends by signal {signal.SIGILL.value}"  # of loaded.py
LACKED_HERE = f" is ended by signal {signal.SIGILL.value}"  # of natively.c


class TooLong(BaseException):
    """(No Exception: nothing on the way catches it.)"""


class Disassembled(Image):
    """A library whose code is disassembled once, and not function by function."""

    whole = None

    def disassemble(self, begin, end):
        if self.whole is None:
            self.whole = [
                self.listing(command + ["-d", "-M", "intel", self.path])
                for command in (["objdump", "-w"], ["llvm-objdump-19"])
            ]
        return self.whole


def kind_of(name):
    return next(kind for kind in ("in_check_batch",) + kernels.KINDS if kind in name)


# ---- The processor's answer ----


class Loaded:
    """Asks loaded.py, perhaps on an emulated processor. It begins when it is first asked."""

    process = None

    def __init__(self, clean, processor=None):
        self.clean, self.processor = clean, processor

    def ask(self, **question):
        if self.process is None:
            command = ["qemu-x86_64", "-cpu", self.processor] * bool(self.processor)
            command += [sys.executable, str(Path(__file__).with_name("loaded.py")), self.clean]
            environment = dict(os.environ, GLIBC_TUNABLES="glibc.cpu.hwcaps=-AVX2")  # glibc takes BMI for granted then
            environment.pop("KINGSCAN_KERNEL", None)
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                bufsize=1,
                env=environment,
            )
        self.process.stdin.write(json.dumps(question) + "\n")
        answer = self.process.stdout.readline().strip()
        if not answer:
            raise RuntimeError("loaded.py has ended")
        return answer


class Natively:
    """A library whose bent headers end the loader, and with it the process, is not loaded either."""

    def __init__(self, build):
        self.build, self.ended = build, 0
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [f"{self.build}/natively"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def ask(self, library, address, kind):
        self.process.stdin.write(f"{library} {address:x} {kind}\n")
        answer = self.process.stdout.readline().strip()
        self.ended = 0 if answer else self.ended + 1
        if self.ended > 2:
            raise RuntimeError(f"natively has ended: {self.process.wait()}")  # SystemExit would hang the pool
        if not answer:
            self.start()
        return answer or "not loaded"


def witness(answer):
    """The case, a square and a side, and the board of an answer "different BOARD SQUARE SIDE WHY"."""
    _, board, square, side = answer.split()[:4]
    return (int(square), int(side)), bytes.fromhex(board)


# ---- The prover's answer ----


class Refusals:
    """A report that keeps why a function is not proved."""

    why = None

    def line(self, text):
        pass

    def proved(self, function, note=""):
        pass

    def refused(self, name, case, why):
        self.why = str(why)


class Prover:
    def __init__(self):
        self.case, self.image = None, None
        signal.signal(signal.SIGVTALRM, self.stop)

    def stop(self, *_):
        raise TooLong

    def refusal(self, image, mutant, case, board=None):
        """Why a mutant is not proved for a case, or PROVED. board: one that is answered wrongly."""
        refusal = self.within(PATIENCE, self.ask_about_board, image, mutant, case)
        if refusal == LATE and board is not None:
            refusal = self.within(PATIENCE, self.ask_about_board, image, mutant, case, board)
            return refusal if refusal in (LATE, PROVED) else f"{FEWER}: {refusal}"
        return refusal

    def within(self, seconds, ask, *arguments):
        if gc.get_count()[0] > GARBAGE:
            gc.collect()
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        try:
            return ask(*arguments) or PROVED
        except (Refused, ValueError) as why:
            return str(why)
        except (TooLong, MemoryError):
            self.case = None
            return LATE
        except Exception as why:
            self.case = None
            return f"{STUMBLED}: {type(why).__name__}: {why}"
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def results(self, image, *arguments):
        """predicted.results, where they take no longer than a proof may."""
        self.case, found = None, []
        self.within(PATIENCE, lambda: found.extend(predicted.results(image, *arguments)))
        return found

    def refusal_of_batch(self, image, mutant):
        return self.within(PATIENCE_WITH_BATCHES, self.ask_about_batch, image, mutant)

    def ask_about_board(self, image, mutant, case, board=None):
        if image is not self.image:
            self.case, self.image = None, image
        self.begin(case, board)
        got, _ = kernels.run(image, mutant.symbol, features_of(mutant), self.board, *case)
        wrong = kernels.differences(got, self.expected, kind_of(mutant.base))
        return "a board" if wrong.value != 0 else None

    def ask_about_batch(self, image, mutant):
        self.case = None
        words.start()
        if mutant.base == BATCH_BY_CALLS:
            return calls.ByCalls(image, mutant.symbol, features_of(mutant)).prove()
        report = Refusals()
        batches.prove_one(image, report, mutant.symbol, features_of(mutant), [(None, 0)])
        return report.why

    def begin(self, case, board):
        """Mutants of one library that are asked about the same case share its formulas."""
        if case == self.case and board is None and len(words.D.nodes) < NODES:
            return
        words.start()
        self.case, self.board = None if board else case, kernels.any_board(case[0])
        if board is not None:
            free = random.Random(board).sample(range(64), FREE_SQUARES)
            self.board = [w if n in free else words.number(board[n], 8) for n, w in enumerate(self.board)]
        self.expected = kernels.Expected(Rules(self.board), *case)


def beyond(image, mutant):
    found = features.beyond(image, mutant.symbol, features_of(mutant), ends=())
    return found and f"at {found[0]:#x} {found[1]} needs {found[2]}"


def features_of(mutant):
    return kernels.kernels()[mutant.base.split("_")[1]]
