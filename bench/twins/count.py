#!/usr/bin/env python3
"""Counts instructions and bytes of the kernels and their twins: count.py LIBRARY OBJECTS [--tsv FILE].

LIBRARY is build/libkingscan.a; OBJECTS is the folder of the benchmark's objects, one folder a compiler. objdump reads
the code of in_check and of in_check_batch. Padding behind a function does not count. A compiler that is not here left
empty objects, and is left out.
"""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

KERNELS = {  # and the flags without which the twin does not compile
    "scan": "-",
    "ssse3": "-mssse3",
    "avx2": "-mavx2",
    "avx512": "-mavx512f -mavx512bw -mavx512vbmi",
}
FUNCTIONS = ("in_check", "in_check_batch")
START = re.compile(r"^[0-9a-f]+ <([\w.]+)>:$")
INSTRUCTION = re.compile(r"^\s*[0-9a-f]+:\t((?:[0-9a-f]{2} )+)\s*(?:\t(.*))?$")


def functions_of(path):
    """Each function's instructions, as (number of bytes, text), without the padding at its end."""
    shown = subprocess.run(["objdump", "-d", "--wide", "-M", "intel", path], capture_output=True, text=True, check=True)
    functions, lines = {}, []
    for line in shown.stdout.splitlines():
        if start := START.match(line):
            lines = functions.setdefault(start[1], [])
        elif found := INSTRUCTION.match(line):
            lines.append((len(found[1].split()), (found[2] or "").strip()))
    for lines in functions.values():
        while lines and re.match(r"(?:data16 |cs )*(?:nop|int3|xchg\s+ax,ax)", lines[-1][1]):
            lines.pop()
    return functions


def kernels_of(library):
    """The same of the kernels. (Their objects are a small part of the library.)"""
    with tempfile.TemporaryDirectory() as folder:
        objects = [f"{kernel}.o" for kernel in KERNELS]
        subprocess.run(["ar", "x", library.resolve(), *objects], cwd=folder, check=True)
        return {name: code for file in objects for name, code in functions_of(Path(folder, file)).items()}


def compiler_of(path):
    """The name and version that the compiler has left in the object."""
    text = subprocess.run(["readelf", "-p", ".comment", path], capture_output=True, text=True, check=True).stdout
    if found := re.search(r"clang version ([\d.]+)", text):
        return f"clang {found[1]}"
    found = re.search(r"GCC: \(.*\) ([\d.]+)", text)
    return f"gcc {found[1]}" if found else "?"


def rows_of(library, objects):
    """(function, kernel, by, flags, instructions, bytes), the kernel before its twins."""
    kernels = kernels_of(library)
    found = []
    for function in FUNCTIONS:
        for kernel, flags in KERNELS.items():
            twin = {"in_check": "twin_in_check", "in_check_batch": "twin_batch"}[function]
            if kernel == "scan" and function == "in_check_batch":
                continue  # its batch is calls of in_check, in C
            codes = [("assembly", "-", kernels.get(f"ks_{kernel}_{function}"))]
            for path in sorted(objects.glob(f"*/twins/{kernel}.o")):
                codes.append((compiler_of(path), flags, functions_of(path).get(twin)))
            for by, needed, code in codes:
                if code:
                    found.append((function, kernel, by, needed, len(code), sum(size for size, _ in code)))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library", type=Path)
    parser.add_argument("objects", type=Path)
    parser.add_argument("--tsv", type=Path)
    options = parser.parse_args()
    rows = rows_of(options.library, options.objects)
    if not rows:
        sys.exit(f"{options.library}: expected the kernels' code, found none")
    print(f"{'':44}{'instructions':>14}{'bytes':>8}  flags needed")
    for function, kernel, by, flags, instructions, size in rows:
        print(f"{function + ' of ' + kernel + ', ' + by:44}{instructions:>14}{size:>8}  {flags}")
    if options.tsv:
        lines = ["# function\tkernel\tby\tflags\tinstructions\tbytes", *("\t".join(map(str, row)) for row in rows)]
        options.tsv.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
