#!/usr/bin/env python3
"""Writes the folder that another program carries to ask about checks: a header, a C file, and the kernels.

    packaging/vendor/vendor.py FOLDER --cc CC --constants FILE --asm FILE... --c FILE... --header FILE...
        [--tables FILE... --builds BUILD... --rows ROW...]

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

import builds
import to_gas

sys.path.insert(0, "packaging")
from version import version_of_header  # noqa: E402

CONSTANTS_SOURCE = "c/core/asm_constants.c"
MACHINES = {"elf64": "__x86_64__", "elf32": "__i386__"}

USE = """The program's build compiles kingscan.c and every .S file of this folder with its C compiler; a build that has
NASM can assemble every .asm file with `nasm -f elf64` instead of the .S. The C is C11 or later. Compile a release with
-DNDEBUG: without it, assert checks the documented preconditions."""


ALL_BUILDS = """/* The rules are in this file once for any processor, and again for some of x86-64, of which the first
 * call chooses one. KS_ONE_BUILD leaves these out, and assembly: the file then compiles soon. */
#define KS_PLAIN_PERFT
#if !defined __GNUC__ && !defined __clang__
#error "kingscan.c has vectors and built-in functions of gcc and clang: compile it with one of them"
#endif
#if defined _WIN32 && !defined KS_ONE_BUILD
#define KS_ONE_BUILD
#endif
#if defined KS_ONE_BUILD && !defined KS_NO_ASSEMBLY
#define KS_NO_ASSEMBLY
#endif
#if defined __x86_64__ && !defined KS_ONE_BUILD
#define KS_ALL_BUILDS_IN_ONE_FILE
#endif
"""

WINDOWS = """#ifdef _WIN32
/* Its objects have no visibility. */
#pragma GCC diagnostic ignored "-Wattributes"
/* What its C library lacks: */
#define secure_getenv getenv
static inline char *append_text(char *to, const char *text) {
    const size_t length = strlen(text);
    memcpy(to, text, length + 1);
    return to + length;
}
#define stpcpy append_text
#endif

"""


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


def body(origin, sources, asserted, rules=None):
    if rules:
        includes, text = rules.includes(), rules.text()
    else:
        made = Amalgamation(Path("include").rglob("*.h"))
        for source in sources:
            made.add(source)
        includes, text = made.includes(), made.text()
    ignored = ["unused-function"] + ["shadow"] * bool(rules)
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
        + (ALL_BUILDS if rules else "")
        + guard
        + before
        + '#include "kingscan.h"\n\n'
        + includes
        + (WINDOWS if rules else "")
        + "/* Only what kingscan.h declares is for others. Headers have helpers that not every file needs. */\n"
        + "#pragma GCC visibility push(hidden)\n"
        + "".join(f'#pragma GCC diagnostic ignored "-W{warning}"\n' for warning in ignored)
        + "\n"
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


# ---- The rules ----


def options_of(rows):
    """[(name, options)] of NAME,OPTION,OPTION..."""
    return [(row.split(",")[0], [option for option in row.split(",")[1:] if option]) for row in rows]


def tables_of(source, values):
    """The tables of a file in assembly that has no code, in C."""
    with tempfile.TemporaryDirectory() as folder:
        asm, made = Path(folder, "tables.asm"), Path(folder, "tables.o")
        asm.write_text(self_contained(source, values)[0])
        subprocess.run(["nasm", "-f", "elf64", asm, "-o", made], check=True)
        return to_gas.tables_in_c(made)


def rules_body(wanted, values):
    """All C files in one: the builds for any processor, then the others."""
    text = builds.OneFile(resolve, [Path("include/kingscan.h"), *wanted.header])
    build_options, rows = dict(options_of(wanted.builds)), [row.split(",", 1) for row in wanted.rows]
    differing = [(Path(path), *options_of([rest])[0]) for path, rest in rows if Path(path) in wanted.c]
    built_for_any = {path for path, build, _ in differing if build == "any"}
    plain = [path for path in wanted.c if path in built_for_any or path not in {path for path, *_ in differing}]
    for path in plain:
        text.headers(path)
    for path in plain:
        text.add(path)
    text.lines += ["", "#ifdef KS_VECTOR_BUILDS", *(tables_of(source, values) for source in wanted.tables)]
    for path, build, options in differing:
        if build != "any":
            text.add_build(path, build, build_options[build] + options)
    text.lines += ["", "#endif"]
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cc", required=True)
    parser.add_argument("--constants", type=Path, required=True)
    for name in "asm", "i386", "c", "header":
        parser.add_argument(f"--{name}", type=Path, nargs="+", required=True)
    parser.add_argument("--tables", type=Path, nargs="+", help="files in assembly that become tables in C")
    parser.add_argument("--builds", nargs="+", help="TIER,OPTION,...: the tiers of c/builds.mk")
    parser.add_argument("--rows", nargs="+", help="FILE,TIER,OPTION,...: the files that are built several times")
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
    rules = rules_body(wanted, values) if wanted.rows else None
    (wanted.folder / "kingscan.c").write_text(body(origin, wanted.c, asserted, rules))
    (wanted.folder / "LICENSE").write_text(origin.licence)


if __name__ == "__main__":
    main()
