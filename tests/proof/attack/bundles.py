"""Runs bundles of mutants in processes that may end, or hang, in any way."""
import collections
import multiprocessing
import os
import signal
import sys
import time
from multiprocessing.connection import wait

Running = collections.namedtuple("Running", "process reading begin job")
Lost = collections.namedtuple("Lost", "why")  # instead of what a job returns


def answer(work, job, writing):
    """In the process of a job, which leads a group of its own."""
    os.setpgid(0, 0)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    writing.send(work(*job))


def begin(work, job):
    reading, writing = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=answer, args=(work, job, writing))
    process.start()
    writing.close()
    return Running(process, reading, time.monotonic(), job)


def end(running):
    """Ends a job's process and those that it has begun."""
    try:
        os.killpg(running.process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    running.process.join()
    running.reading.close()


def result(running):
    try:
        return running.reading.recv()
    except EOFError:
        running.process.join()
        code = running.process.exitcode
        return Lost(f"was ended by signal {-code}" if code < 0 else f"ended with status {code}")


def run(work, jobs, at_once, seconds, most_seconds):
    """Yields (job, what work(*job) returns, or Lost) as jobs come to their end. `seconds` after the beginning, the rest
    is left out, but for one. A job that takes more than most_seconds is lost."""
    started, waiting, running, done = time.monotonic(), list(reversed(jobs)), [], 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        while running or waiting:
            if done and time.monotonic() - started > seconds:
                return
            while waiting and len(running) < at_once:
                running.append(begin(work, waiting.pop()))
            ready = wait([r.reading for r in running], timeout=1)
            for r in list(running):
                late = time.monotonic() - r.begin > most_seconds
                if r.reading in ready or late:
                    found = result(r) if r.reading in ready else Lost(f"took more than {most_seconds} seconds")
                    running.remove(r)
                    end(r)
                    done += 1
                    yield r.job, found
    finally:
        for r in running:
            end(r)
