#!/usr/bin/env python3
"""Limits the length of functions in c/, and prints the smallest files and the longest functions for a reader to judge.

Run in the root of the repository.
"""
import re
from pathlib import Path

SHOWN = 5
# A definition at the left margin, down to the brace that closes it there.
FUNCTION = re.compile(r"(?m)^(?!struct|enum|union|typedef|#)\w[^;{}=]*?(\w+)\)?\([^;{}]*\) \{\n(?:(?!\}).*\n)*\}")
LINES_MAX = 45
# A list of constants, and a function that waits for its successor.
LONGER = ("ks_asm_constants", "read_block")


def functions_of(text):
    """Yields the name of each function, the number of its first line, and how many lines it has."""
    for match in FUNCTION.finditer(text):
        yield match[1], text.count("\n", 0, match.start()) + 1, match[0].count("\n") + 1


def functions_fit_on_a_screen():
    """A rule of house.py."""
    for path in sorted(Path("c").rglob("*.[ch]")):
        for name, line, lines in functions_of(path.read_text(encoding="utf-8")):
            if lines > LINES_MAX and name not in LONGER:
                yield f"{path}:{line}: {name} has {lines} lines; expected at most {LINES_MAX}"


def main():
    files, functions = [], []
    for path in sorted(Path("c").rglob("*.[ch]")):
        text = path.read_text(encoding="utf-8")
        files.append((text.count("\n"), str(path)))
        functions += [(-lines, f"{path}: {name}") for name, _, lines in functions_of(text)]
    print("smallest files:", ", ".join(f"{path} {lines}" for lines, path in sorted(files)[:SHOWN]))
    print("longest functions:", ", ".join(f"{name} {-lines}" for lines, name in sorted(functions)[:SHOWN]))


if __name__ == "__main__":
    main()
