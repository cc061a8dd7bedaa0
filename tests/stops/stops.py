#!/usr/bin/env python3
"""Measures stops, time limits and leftovers of the program: commands that run long, the signals that they get, the
seconds until they have ended, and the processes that survive them.

Run in the root of the repository: tests/stops/stops.py [PROGRAM]. Prints a table, and returns 1 when a row breaks a
promise: a command ends within 0.2 s after SIGINT or SIGTERM; --seconds N is kept within 10 % and one second; no
process that a command has started survives it.
"""
import contextlib
import ctypes
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from signal import SIGHUP, SIGINT, SIGKILL, SIGQUIT, SIGTERM

AT_WORK = 0.3  # seconds after which a command is at work
GONE = 0.2  # seconds within which it must have ended after a signal
CLEARED = 0.5  # seconds within which all processes that it has started must have ended too
TRIES = 3

# A board on which each side has about six hundred moves, none of which gives check.
WIDE = """[wide : chess]
maxFile = l
maxRank = 10
customPiece1 = m:mQmNNmAAmDDmCCmZZmHHmGG
castling = false
doubleStep = false
startFen = mmm2k1mmmmm/mmmmmmmm4/12/12/12/12/12/12/MMMMMMMM4/MMM2K1MMMMM w - - 0 1
"""

# Check routines: one hangs; one starts a detached process, and hangs.
PLUGINS = {
    "hangs": "#include <stdint.h>\nint in_check(const uint8_t *board, int king, int side) { for (;;); }\n",
    "forks": """#include <stdint.h>
#include <stdio.h>
#include <unistd.h>
int in_check(const uint8_t *board, int king, int side) {
    if (fork() == 0)
        return setsid(), fclose(fopen("ready", "w")), sleep(99);
    for (;;);
}
""",
}

# Engines: one answers at once; one starts detached children that ignore as many signals as possible.
INSTANT = """echo option name UCI_Variant type combo var grand; while read -r word rest; do case $word in
uci) echo uciok;; isready) echo readyok;; go) echo "a2a3: 1"; echo "Nodes searched: 1";; esac; done"""
STUBBORN = """trap "" TERM INT HUP QUIT PIPE ALRM
sleep 99 & setsid sleep 98 & (setsid sh -c "sleep 97 & (sleep 96 &) ; wait" &)
(setsid setsid sh -c "sleep 95" &)
echo uciok; echo here >ready; wait"""


def engine(script):
    return "--engine " + shlex.quote(script)


# Commands that run long: the name in the table, and the words after "kingscan", for a shell; None: the name.
LONG = {
    "perft 12": None,
    "perft 12 --threads 2": None,
    "perft 12 --hash 64": None,
    "perft 12 --stats": None,
    "perft 8 --variant chess": None,
    "perft 12 --variant grand": None,
    "perft 9 --variant wide": "perft 9 --variant wide --variants wide.ini",
    "uci: go perft 9": "uci <go",
    "diff 12: an instant engine": "diff 12 " + engine(INSTANT),
    "diff 9 --variant grand: the same": "diff 9 --variant grand " + engine(INSTANT),
    "diff 3: an engine that hangs": "diff 3 " + engine("sleep 99"),
    "diff 3: an engine that talks": "diff 3 " + engine("yes info"),
    "diff 3: a script that hangs": "diff 3 --script 'sleep 99;'",
    "diff 3 -: no line comes": "diff 3 - " + engine(INSTANT) + " <pipe",
    "fuzz": "fuzz --seconds 60",
    "fuzz --games": "fuzz --games --seconds 60",
    "fuzz --variant grand": "fuzz --variant grand --seconds 60",
    "fuzz --variant wide": "fuzz --variant wide --variants wide.ini --seconds 60",
    "fuzz --plugin: it hangs": "fuzz --plugin ./hangs.so --timeout 60 --seconds 60",
    "the same --in-process": "fuzz --plugin ./hangs.so --in-process --seconds 60",
    "check: no line comes": "check pipe",
    "check --jobs 4: no line comes": "check --jobs 4 pipe",
    "check: nobody reads": "check endless >pipe",
    "check --jobs 2: nobody reads": "check --jobs 2 endless >pipe",
}

# Time limits: seconds, the words, and the status.
LIMITED = {
    "fuzz --seconds 1": (1, "fuzz --seconds 1", 0),
    "fuzz --variant wide --seconds 1": (1, "fuzz --variant wide --variants wide.ini --seconds 1", 0),
    "fuzz --plugin --seconds 1: it hangs": (1, "fuzz --plugin ./hangs.so --timeout 60 --seconds 1", 0),
    "fuzz --plugin --seconds 3: it hangs": (3, "fuzz --plugin ./hangs.so --seconds 3", 1),
    "the same --in-process --seconds 1": (1, "fuzz --plugin ./hangs.so --in-process --seconds 1", 2),
    "diff --timeout 1: they daemonize": (1, "diff 3 --timeout 1 --jobs 2 " + engine(STUBBORN), 2),
}


def descendants():
    """Returns the living descendants of this process."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text(errors="replace").rpartition(")")[2].split()[:2]
        except OSError:
            continue  # it has just ended
        if state != "Z":
            parents[int(stat.parent.name)] = int(parent)
    found = []
    for pid, ancestor in parents.items():
        while ancestor in parents and ancestor != os.getpid():
            ancestor = parents[ancestor]
        if ancestor == os.getpid():
            found.append(pid)
    return found


def kill_descendants():
    for pid in descendants():
        with contextlib.suppress(ProcessLookupError):  # it has just ended
            os.kill(pid, SIGKILL)


def count_left():
    """Returns the number of processes that survive the time to end, and kills them."""
    end = time.monotonic() + CLEARED
    while descendants() and time.monotonic() < end:
        time.sleep(0.005)
    left = len(descendants())
    while descendants():
        kill_descendants()
        time.sleep(0.01)
    return left


def start(words, ignored=None):
    """Starts the program in a new process group, with signals as a shell in the foreground leaves them."""

    def prepare():
        for number in (SIGHUP, SIGINT, SIGQUIT):
            signal.signal(number, signal.SIG_IGN if number == ignored else signal.SIG_DFL)

    return subprocess.Popen(
        ["sh", "-c", f"exec {PROGRAM} {words}"],
        preexec_fn=prepare,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def wait_for(process, limit=20):
    """Returns the exit status: the negative number of a signal that ended it, or None when the limit was reached."""
    try:
        return process.wait(limit)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return None


class Table:
    def __init__(self):
        self.wrong = 0
        self.put("COMMAND", "GETS", "SECONDS", "LEFT", "STATUS", "")

    @staticmethod
    def put(command, gets, seconds, left, status, remark):
        print(f"{command:36}{gets:12}{seconds:>8}{left:>6}{status:>8}  {remark}".rstrip(), flush=True)

    def row(self, command, gets, measure, *arguments):
        """Measures up to three times: a busy machine is late at times, a command that does not stop always."""
        for _ in range(TRIES):
            seconds, left, status, good = measure(*arguments)
            if good:
                break
        self.wrong += not good
        self.put(command, gets, f"{seconds:.3f}", left, str(status), "" if good else "WRONG")

    def stop(self, command, words, numbers, expected, ready=None):
        """Sends signals to a running command, 40 ms apart, and expects one of these statuses."""
        gets = " ".join(number.name.removeprefix("SIG") for number in numbers)
        self.row(command, gets, measure_stop, words, numbers, expected, ready)

    def ignore(self, command, words):
        """Sends SIGINT to a command that was started with SIGINT ignored, then SIGTERM."""
        self.row(command, "INT ignored", measure_ignoring, words)

    def limit(self, command, limit, words, expected):
        self.row(command, "", measure_limit, limit, words, expected)


# Each function returns the seconds, the surviving processes, the status, and whether all three are as expected.


def measure_stop(words, numbers, expected, ready):
    process = start(words)
    time.sleep(AT_WORK)
    while ready and not Path(ready).exists():
        time.sleep(0.01)
    sent = time.monotonic()
    for number in numbers[:-1]:
        process.send_signal(number)
        time.sleep(0.04)
    process.send_signal(numbers[-1])
    status = wait_for(process)
    seconds, left = time.monotonic() - sent, count_left()
    if ready:
        Path(ready).unlink()
    return seconds, left, status, seconds < GONE and left == 0 and status in expected


def measure_ignoring(words):
    process = start(words, ignored=SIGINT)
    time.sleep(AT_WORK)
    process.send_signal(SIGINT)
    time.sleep(2 * GONE)
    lived = process.poll() is None
    process.terminate()
    status = wait_for(process)
    return 0, count_left(), status, lived and status == -SIGTERM


def measure_limit(limit, words, expected):
    began = time.monotonic()
    status = wait_for(start(words), 60)
    seconds, left = time.monotonic() - began, count_left()
    good = seconds <= (limit * 1.1 + 1) and left == 0 and status == expected
    return seconds, left, status, good


def fill_table(table):
    for command, words in LONG.items():
        # uci need not report its progress.
        table.stop(command, words or command, [SIGINT], (-SIGINT,) if command.startswith("uci") else (130,))
        table.stop(command, words or command, [SIGTERM], (-SIGTERM,))
    for command in ("fuzz", "check: nobody reads", "diff 12: an instant engine"):
        table.ignore(command, LONG[command])
    table.stop("check: nobody reads", LONG["check: nobody reads"], [SIGINT, SIGINT], (130,))
    for name in "INT TERM HUP QUIT ABRT ALRM USR1 PIPE SEGV KILL".split():
        number = signal.Signals["SIG" + name]
        table.stop(
            "diff: engines that daemonize",
            "diff 3 --jobs 2 " + engine(STUBBORN),
            [number],
            (130,) if number == SIGINT else (-number, 1),
            ready="ready",
        )
    for number in (SIGINT, SIGTERM, SIGKILL, signal.SIGSEGV):
        table.stop(
            "fuzz --plugin: it forks and hangs",
            "fuzz --plugin ./forks.so --timeout 60 --seconds 60",
            [number],
            (130,) if number == SIGINT else (-number, 1),
            ready="ready",
        )
    for command, (limit, words, expected) in LIMITED.items():
        table.limit(command, limit, words, expected)


def build_plugins():
    for name, text in PLUGINS.items():
        Path(name + ".c").write_text(text)
        subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-o", name + ".so", name + ".c"], check=True)


def prctl(option, value):
    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def end_with_parent():
    """Makes this process exit, and kill what it has started, when its parent has ended."""

    def leave(*_):
        while descendants():
            kill_descendants()
        sys.exit(1)

    pr_set_pdeathsig = 1
    signal.signal(SIGTERM, leave)
    prctl(pr_set_pdeathsig, SIGTERM)


def main():
    # Orphaned descendants become children of this process, in any session.
    pr_set_child_subreaper = 36
    prctl(pr_set_child_subreaper, 1)
    end_with_parent()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.mkfifo("pipe")
        kept_open = os.open("pipe", os.O_RDWR)
        build_plugins()
        Path("wide.ini").write_text(WIDE)
        Path("go").write_text("position startpos\ngo perft 9\n")
        Path("endless").write_text("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\n" * 300000)
        table = Table()
        fill_table(table)
        os.close(kept_open)
        os.chdir("/")
    return 1 if table.wrong else 0


if __name__ == "__main__":
    PROGRAM = shlex.quote(os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "build/kingscan"))
    sys.exit(main())
