#!/usr/bin/env python3
"""Finds files and folders that call each other in circles, by the symbols of their objects: links.py OBJECTS, in the
root of the source.

OBJECTS is a folder such as build/obj, which has an object for each build of a file of c/ and asm/. A file depends on
the files that define what it names: functions, and tables of functions; a folder, on the folders of these files.
tests/lint/links.txt lists the circles that exist, and only gets shorter. Prints one line for each circle that isn't
listed, and for each listed one that is gone, and returns 1 when there was one.
"""
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

LIST = Path("tests/lint/links.txt")
SYMBOL = re.compile(r"(.*): (\S+) (\w)")


def source_of(name, objects):
    """Returns the file of an object such as c/rules/perft/perft_tmpl.fast.o without its end; None when it is gone."""
    path = Path(name).relative_to(objects)
    source = path.parent / path.name.split(".")[0]
    return str(source) if any(Path(f"{source}{end}").exists() for end in (".c", ".asm")) else None


def calls_in(objects):
    """Returns {file: {another one: a symbol of that one, which the file names}}."""
    files = sorted(str(path) for floor in ("c", "asm") for path in (objects / floor).rglob("*.o"))
    ran = subprocess.run(["nm", "-A", "-P", *files], stdout=subprocess.PIPE, encoding="utf-8", check=True)
    home, named = {}, []
    for line in ran.stdout.splitlines():
        name, symbol, kind = SYMBOL.match(line).groups()
        source = source_of(name, objects)
        if source and kind in "Uw":
            named.append((source, symbol))
        elif source and kind.isupper():
            home[symbol] = source
    calls = defaultdict(dict)
    for source, symbol in named:
        if home.get(symbol, source) != source:
            calls[source].setdefault(home[symbol], symbol)
    return calls


def folders_of(calls):
    """Returns the same for the folders of files: {folder: {another one: a symbol that the folder names}}."""
    folders = defaultdict(dict)
    for one in calls:
        for other, symbol in calls[one].items():
            folder, another = str(Path(one).parent), str(Path(other).parent)
            if folder != another:
                folders[folder].setdefault(another, symbol)
    return folders


def reached_from(one, calls):
    """Returns all files to which calls lead from this one."""
    found, left = set(), [one]
    while left:
        new = set(calls.get(left.pop(), ())) - found
        found |= new
        left.extend(new)
    return found


def circles_in(calls):
    """Returns the sets of files that all reach each other."""
    reach = {one: reached_from(one, calls) for one in calls}
    return {
        frozenset(other for other in reach[one] if one in reach.get(other, ())) for one in calls if one in reach[one]
    }


def read_list():
    """Returns the sets of LIST, where a blank line ends a set and remarks begin with '#'."""
    text = LIST.read_text(encoding="utf-8") if LIST.exists() else ""
    parts = re.sub(r"(?m)^#.*\n", "", text).split("\n\n")
    return {frozenset(part.split()) for part in parts if part.strip()}


def main():
    calls, known, found = calls_in(Path(sys.argv[1])), read_list(), set()
    wrong = []
    for these, what in ((calls, "files"), (folders_of(calls), "folders")):
        circles = circles_in(these)
        found |= circles
        for circle in circles - known:
            named = [f"{a} names {these[a][b]} of {b}" for a in sorted(circle) for b in sorted(these[a]) if b in circle]
            wrong.append(
                f"{min(circle)}: is in a circle of {len(circle)} {what}: {'; '.join(named)}; expected none, or {LIST}"
            )
    for circle in known - found:
        wrong.append(f"{LIST}: {min(circle)} is in no circle of these {len(circle)}; expected the circles of today")
    print("\n".join(sorted(wrong)), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
