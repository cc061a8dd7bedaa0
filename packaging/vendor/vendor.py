#!/usr/bin/env python3
"""Writes the folder that another program carries to ask about checks: a header, a C file, and the kernels.

    packaging/vendor/vendor.py FOLDER --cc CC --constants FILE --asm FILE... --c FILE... --header FILE...

Run in the root of the repository. --constants: the constants of the headers for NASM, which the build
makes from c/core/asm_constants.c. Each FILE.asm becomes kingscan_FILE.asm, with all that it includes, and
kingscan_FILE.S, made from its objects for x86-64 and, where FILE is in --i386, for i386.
"""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import to_gas

sys.path.insert(0, "packaging")
from version import version_of_header  # noqa: E402

CONSTANTS_SOURCE = "c/core/asm_constants.c"
MACHINES = {"elf64": "__x86_64__", "elf32": "__i386__"}

USE = """The program's build compiles kingscan.c and every .S file of this folder with its C compiler; a build that has
NASM can assemble every .asm file with `nasm -f elf64` instead of the .S. The C is C11 or later. Compile a release with
-DNDEBUG: without it, assert checks the documented preconditions."""


class Origin:
    """The version of the files, and the words by which each names it."""

    def __init__(self, compiler):
        self.version = version_of_header(compiler.split(), "include")
        self.licence = Path("LICENSE").read_text()

    def opening(self, name, purpose, sources):
        made = f"Kingscan {self.version}, made by `make vendor` from {', '.join(sources)}: change those, not this file."
        return [f"{name}: {purpose}", *wrapped(made), "SPDX-License-Identifier: MIT (see LICENSE beside this file)"]


def wrapped(text, width=110):
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) > width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


def c_comment(lines):
    return "/* " + "\n".join([lines[0], *(f" * {line}".rstrip() for line in lines[1:])]) + " */\n"


def asm_comment(lines):
    return "".join(f"; {line}".rstrip() + "\n" for line in lines)


# ---- C ----

GUARD = re.compile(r"#ifndef (KS|KINGSCAN)_\w*H$", re.MULTILINE)


class Amalgamation:
    """C sources in one text, each header of the project in it once, where it is first needed. Includes of the system's
    headers are kept apart, so that they can stand before all else; conditional includes stay where they are."""

    def __init__(self, public):
        self.inlined, self.system, self.lines = set(public), set(), []

    def add(self, path, again=False, outer=0):
        """again: the file is one that each include reads anew, such as a table. outer: the number of conditions around
        the include."""
        if path in self.inlined and not again:
            return
        self.inlined.add(path)
        self.lines += ["", f"/* ---- {path} ---- */"]
        depth = outer
        for line in path.read_text().splitlines():
            if re.match(r"#if(?!ndef KS_\w+_H$|ndef KINGSCAN_\w*H$)", line):
                depth += 1
            elif line == "#endif":
                depth = max(outer, depth - 1)
            self.add_line(path, line, depth)

    def add_line(self, path, line, depth):
        own = re.match(r'#include "(.+)"', line)
        system = re.match(r"#include (<.+>)", line)
        if own:
            included = resolve(own[1], path)
            self.add(included, again=not GUARD.search(included.read_text()), outer=depth)
        elif system and depth == 0:
            self.system.add(line)
        elif system:
            self.lines += ["#pragma GCC visibility push(default)", line, "#pragma GCC visibility pop"]
        else:
            self.lines.append(line)

    def includes(self):
        return "".join(f"{line}\n" for line in sorted(self.system)) + "\n"

    def text(self):
        return re.sub(r"\n{3,}", "\n\n", "\n".join(self.lines)).strip() + "\n"


def resolve(name, includer):
    for folder in (includer.parent, Path("c"), Path("include")):
        if (folder / name).exists():
            return folder / name
    raise SystemExit(f"{includer}: includes {name}, which is nowhere")


def common_words():
    """The rules of kingscan.h that hold in all its parts."""
    text = Path("include/kingscan.h").read_text()
    return (
        re.search(r"^ \* (The following holds in all parts.*?)\n \*/$", text, re.S | re.M)[1]
        .replace("\n *", "\n")
        .splitlines()
    )


def header(origin, sources):
    text = Amalgamation(())
    for source in sources:
        text.add(source)
    opening = origin.opening("kingscan.h", "is the king in check? All that this folder offers.", map(str, sources))
    return (
        c_comment([*opening, "", *wrapped(USE), "", *(line.removeprefix(" ") for line in common_words())])
        + "\n"
        + text.includes()
        + text.text()
    )


def body(origin, sources, asserted):
    public = [*Path("include").rglob("*.h")]
    text = Amalgamation(public)
    for source in sources:
        text.add(source)
    includes, text = text.includes(), text.text()
    before = "#define _GNU_SOURCE /* for secure_getenv */\n" if "secure_getenv" in text else ""
    guard = (
        "#if !defined(__ELF__) && (defined(__x86_64__) || defined(__i386__)) && !defined(KS_NO_ASSEMBLY)\n"
        '#error "the kernels in assembly are for systems with ELF objects, such as Linux and the BSDs: '
        'define KS_NO_ASSEMBLY"\n#endif\n'
    )
    opening = origin.opening(
        "kingscan.c", "the choice of a kernel, the reference kernel, and all else that is in C.", map(str, sources)
    )
    return (
        c_comment(opening)
        + '#if __STDC_VERSION__ < 201112L\n#error "kingscan.c is C11: compile it with -std=c11 or later"\n#endif\n'
        + guard
        + before
        + '#include "kingscan.h"\n\n'
        + includes
        + "/* Only what kingscan.h declares is for others. Headers have helpers that not every file needs. */\n"
        + '#pragma GCC visibility push(hidden)\n#pragma GCC diagnostic ignored "-Wunused-function"\n\n'
        + text
        + "\n/* ---- What the assembly rests on ---- */\n\n"
        + "\n".join(asserted)
        + "\n\n#pragma GCC visibility pop\n"
    )


# ---- Assembly ----


def included_text(path, constants):
    """The file with what it includes in place of each %include."""
    lines = []
    for line in path.read_text().splitlines():
        match = re.match(r'\s*%include "([^"]+)"', line)
        if not match:
            lines.append(line)
        elif match[1] == "constants.inc":
            lines.append(constants)
        else:
            lines += [
                f"; ---- asm/{match[1]} ----",
                included_text(Path("asm", match[1]), constants),
                f"; ---- {path} ----",
            ]
    return "\n".join(lines)


def self_contained(path, values):
    """Returns the text and the names of those constants in it that the build has made from the headers."""
    raw = included_text(path, "")
    used = [name for name in values if re.search(rf"\b{name}\b", raw)]
    defines = "\n".join(f"%define {name} {values[name]}" for name in used)
    return included_text(path, "; What the headers say; kingscan.c asserts it.\n" + defines), used


def as_gas(asm, machines):
    """The text for GNU as and clang, of the objects that NASM makes of a self-contained file."""
    parts = []
    with tempfile.TemporaryDirectory() as folder:
        for form in machines:
            made = Path(folder, form + ".o")
            subprocess.run(["nasm", "-f", form, asm, "-o", made], check=True)
            parts.append(
                ("#if" if not parts else "#elif") + f" defined({MACHINES[form]})\n" + to_gas.Writer(made).text()
            )
    return "".join(parts) + '#else\n\t.section .note.GNU-stack,"",%progbits\n#endif\n'


def expressions(names):
    """{name: the expression in C} of constants, from the file that they come from."""
    source = Path(CONSTANTS_SOURCE).read_text()
    found = {name: name for name in re.findall(r"CONSTANT\((\w+)\);", source)}
    for name, kind, member in re.findall(r"OFFSET\((\w+), ([\w ]+), (\w+)\);", source):
        found[name] = f"offsetof({kind}, {member})"
    for name, value in re.findall(r"EMIT\((\w+), (.+)\);", source):
        found[name] = value
    return {name: found[name] for name in names}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cc", required=True)
    parser.add_argument("--constants", type=Path, required=True)
    for name in "asm", "i386", "c", "header":
        parser.add_argument(f"--{name}", type=Path, nargs="+", required=True)
    wanted = parser.parse_args()
    origin = Origin(wanted.cc)
    values = dict(re.findall(r"%define (\w+) (-?\d+)", wanted.constants.read_text()))
    wanted.folder.mkdir(parents=True, exist_ok=True)
    needed = set()
    for source in wanted.asm:
        name = f"kingscan_{source.stem}"
        text, used = self_contained(source, values)
        needed.update(used)
        sources = [str(source)]
        asm = wanted.folder / f"{name}.asm"
        asm.write_text(
            asm_comment(origin.opening(f"{name}.asm", "for NASM, complete in itself.", sources)) + "\n" + text + "\n"
        )
        gas = as_gas(asm, ["elf64"] + ["elf32"] * (source in wanted.i386))
        purpose = f"the bytes that NASM makes of {name}.asm, for GNU as and clang."
        (wanted.folder / f"{name}.S").write_text(c_comment(origin.opening(f"{name}.S", purpose, sources)) + gas)
    asserted = [
        f'_Static_assert({value} == {values[name]}, "{name}");' for name, value in expressions(sorted(needed)).items()
    ]
    (wanted.folder / "kingscan.h").write_text(header(origin, wanted.header))
    (wanted.folder / "kingscan.c").write_text(body(origin, wanted.c, asserted))
    (wanted.folder / "LICENSE").write_text(origin.licence)


if __name__ == "__main__":
    main()
