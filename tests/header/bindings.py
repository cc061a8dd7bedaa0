#!/usr/bin/env python3
"""Compares each binding with the public functions: it calls a function, or left_out.txt says why not.

Prints a line for each function that a binding neither calls nor leaves out, and for each line of left_out.txt
that is wrong; then exits with 1. Run it in the root of the repository.
"""
import glob
import re
import sys

LEFT_OUT = "tests/header/left_out.txt"
# Python and JavaScript call most functions by what the program has for chess and variants alike.
ANY = glob.glob("c/**/any_*.[ch]", recursive=True)
BINDINGS = {
    "C++": glob.glob("include/**/*.hpp", recursive=True),
    "Python": [*glob.glob("bindings/python/native/*"), *ANY],
    "JavaScript": [*glob.glob("bindings/javascript/[nd]a*/*.c"), *ANY],
    "Rust": ["bindings/rust/src/ffi.rs"],
}


def read(paths):
    """The texts of files, one after the other."""
    return "\n".join(open(path, encoding="utf-8").read() for path in sorted(paths))


def public_functions():
    """The names that the headers declare, and those of inline functions. (Those of KS_CHECKS stand for others.)"""
    headers = read(glob.glob("include/kingscan/*.h"))
    names = re.findall(r"^KS_(?:API|INLINE(?:_COPY)?)\b[^(;]*\b(ks_\w+)[(;]", headers, re.M)
    return {name for name in names if not name.endswith("_checked")}


def left_out(problems):
    """A set of names for each binding. A line without indentation is BINDING: REASON; names follow, indented."""
    sets, binding = {name: set() for name in BINDINGS}, None
    for line in read([LEFT_OUT]).splitlines():
        if line.startswith("#") or not line:
            continue
        if not line.startswith(" "):
            binding, _, reason = line.partition(": ")
            if binding not in BINDINGS or not reason:
                sys.exit(f"{LEFT_OUT}: expected BINDING: REASON, found '{line}'")
            continue
        for name in line.split():
            if name in sets[binding]:
                problems.append(f"{LEFT_OUT}: {binding} leaves out {name} twice")
            sets[binding].add(name)
    return sets


def main():
    problems = []
    names, sets = public_functions(), left_out(problems)
    for binding, paths in BINDINGS.items():
        called = set(re.findall(r"\bks_\w+", read(paths)))
        problems += [
            f"{binding} has no {name}: add it, or a reason to {LEFT_OUT}" for name in names - called - sets[binding]
        ]
        problems += [f"{LEFT_OUT}: {binding} has {name}" for name in sets[binding] & called]
        problems += [f"{LEFT_OUT}: there is no {name}" for name in sets[binding] - names]
    print("\n".join(sorted(problems)), end="\n" if problems else "")
    return 1 if problems else 0


sys.exit(main())
