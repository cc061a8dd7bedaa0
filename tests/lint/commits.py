#!/usr/bin/env python3
"""Checks the form of commits: `area: what changes` in at most 72 columns, a blank line, and a body that says why.

Run anywhere in the repository: tests/lint/commits.py [BASE]. Commits after BASE are looked at, but no merges. Prints
one line for each mistake, `COMMIT: what was found; what was expected`, and returns 1 when there was one. It says so and
returns 0 when there is no git, or no BASE in the history, as in a shallow clone or an unpacked release.
"""
import re
import subprocess
import sys

BASE = "6b8396ca5ee37662bc90078a64cb4d14fad872d6"  # earlier ones have other forms
LEFT_OUT = ("07151bcb45f8904cb2e5fe45fee072bfb82f5954",)  # with 76 columns, older than this check
COLUMNS = 72  # of the subject, and to wrap the body at
BODY_COLUMNS = 80
SUBJECT = re.compile(r"[a-z][a-z0-9_+./-]*(, [a-z][a-z0-9_+./-]*)*: \S.*[^.\s]")


def git(*arguments):
    """Returns what git prints, or None when it fails or is not there."""
    try:
        run = subprocess.run(("git",) + arguments, capture_output=True, encoding="utf-8", errors="replace")
    except OSError:
        return None
    return run.stdout if run.returncode == 0 else None


def mistakes_in(message):
    """Yields what was found and what was expected in the message of a commit."""
    subject, *rest = message.rstrip().split("\n")
    if not SUBJECT.fullmatch(subject):
        yield f"the subject {subject!r}; expected 'area: what changes', the area in small letters, no full stop"
    if len(subject) > COLUMNS:
        yield f"{len(subject)} columns in the subject; expected at most {COLUMNS}"
    if not rest:
        yield "no body; expected one that says why"
    elif rest[0]:
        yield f"{rest[0]!r} below the subject; expected a blank line"
    for line in rest:
        if len(line) > BODY_COLUMNS and " " in line.strip() and not line.startswith(" "):
            yield f"{len(line)} columns in the line {line[:30]!r}; expected it wrapped at {COLUMNS}"


def main():
    base = sys.argv[1] if len(sys.argv) > 1 else BASE
    if git("merge-base", "--is-ancestor", base, "HEAD") is None:
        print(f"commits: no git here, or no history since {base[:9]}; not looked at")
        return 0
    log = git("log", "--no-merges", "-z", "--format=%H%n%B", f"{base}..HEAD")
    if log is None:
        print(f"commits: git cannot list those after {base[:9]}; expected a whole history")
        return 1
    found = False
    for entry in filter(None, log.split("\0")):
        commit, _, message = entry.partition("\n")
        for mistake in mistakes_in(message) if commit not in LEFT_OUT else ():
            print(f"{commit[:9]}: {mistake}")
            found = True
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
