#!/usr/bin/env python3
"""Checks the rules of the house: the places of files, the includes that are allowed, and the beginnings of files.

Run in the root of the repository. Prints one line for each broken rule, `PATH[:LINE]: what was found; what was
expected`, and returns 1 when there was one.
"""
import re
import sys
from pathlib import Path

from circles import no_circles_of_folders, no_circles_of_modules
from comments import comments_end_after_text, comments_name_files_that_exist, sections_differ
from sizes import functions_fit_on_a_screen
from styles import classes_mean_one_thing

ROOTS = ("asm", "bench", "bindings", "c", "examples", "include", "packaging", "tests")
DATA = ("tests/data", "tests/fuzz/corpus", "bench/plots")
SOURCES = (".c", ".h", ".def", ".asm", ".inc", ".sh", ".py", ".pyi", ".mk", ".mjs", ".cpp", ".hpp", ".rs")
COMMENTS = {
    ".asm": ";",
    ".inc": ";",
    ".sh": "#",
    ".py": '"""',
    ".pyi": '"""',
    ".mk": "#",
    ".mjs": ("/*", "//"),
    ".cpp": "//",
    ".hpp": "//",
    ".rs": "//!",
}
READ_BY_C_AND_NASM = ("tests/abi/call.def",)  # comments differ in the two languages
TIERS = Path("c/core/processor/tiers.def")
STAGES = Path("tests/stages/stages.mk")
MUTANTS = (Path("tests/mutants/equivalent.txt"), Path("tests/mutants/faults.txt"))
ASSEMBLY_COLUMNS = 120

# A layer may include the earlier ones.
LAYERS = ("core", "rules", "variant", "game", "cli")


def all_files():
    for root in ROOTS:
        for path in sorted(Path(root).rglob("*")):
            if path.is_file() and not str(path).startswith(DATA):
                yield path


def sources(*suffixes):
    return [path for path in all_files() if path.suffix in (suffixes or SOURCES)]


def lines_of(path):
    return path.read_text(encoding="utf-8").splitlines()


def includes_of(path):
    """Yields the line number and the path of each #include "..."."""
    for number, line in enumerate(lines_of(path), 1):
        match = re.match(r'\s*#include "([^"]+)"', line)
        if match:
            yield number, match[1]


def only_folders_in_cli():
    for path in sorted(Path("c/cli").iterdir()):
        if not path.is_dir():
            yield f"{path}: a file in c/cli; expected it in a folder"


def includes_say_their_folder():
    for path in sources(".c", ".h", ".def"):
        if not str(path).startswith("c/"):
            continue
        for number, name in includes_of(path):
            if "/" not in name and name != "kingscan.h":
                yield f'{path}:{number}: includes "{name}"; expected its folder in front'


def layers_look_down():
    for path in sources(".c", ".h", ".def"):
        if path.parts[0] != "c":
            continue
        layer = LAYERS.index(path.parts[1])
        for number, name in includes_of(path):
            included = name.split("/")[0]
            if included in LAYERS and LAYERS.index(included) > layer:
                yield f"{path}:{number}: c/{LAYERS[layer]} includes {name}; expected nothing of a layer above"


def commands_keep_apart():
    """No folder of commands/ includes another one, and nothing below them includes any."""
    for path in sources(".c", ".h", ".def"):
        if path.parts[:2] != ("c", "cli"):
            continue
        own = "/".join(path.parts[1:4]) + "/" if path.parts[2] == "commands" else None
        for number, name in includes_of(path):
            if name.startswith("cli/commands/") and not (own and name.startswith(own)):
                yield f"{path}:{number}: includes {name}, which is part of a command; expected none of another"


def files_begin_with_their_purpose():
    for path in sources():
        if str(path) in READ_BY_C_AND_NASM:
            continue
        lines = lines_of(path)
        first = next((line for line in lines if not line.startswith("#!")), "")
        if not first.startswith(COMMENTS.get(path.suffix, "/*")):
            yield f"{path}:1: found {first[:30]!r}; expected a comment that says what the file is for"
        elif re.match(r"\W*See \S+\.(h|c|asm|inc)\b", first):
            yield f"{path}:1: refers to another file; expected what this file is for"


def rows_decide_the_code():
    """A user's -march sets the compiler's macros in all builds of a file; those of a tier, in its builds alone."""
    given = re.findall(r"\bCPU_(\w+)", TIERS.read_text(encoding="utf-8")) if TIERS.exists() else []
    for path in sources(".c", ".h", ".def"):
        for number, line in enumerate(lines_of(path), 1):
            asked = re.match(r"\s*#\s*(?:el)?if.*?\b(__(?:AVX|BMI|SSSE|SSE4|LZCNT)\w*|KS_FOR_\w+)", line)
            if asked and path.parts[0] == "c" and asked[1].removeprefix("KS_FOR_") not in given:
                yield f"{path}:{number}: asks for {asked[1]}; expected KS_FOR_ and a feature of a tier in {TIERS}"


def guards_differ():
    """A header with the guard of another one would be empty behind it."""
    home = {}
    for path in sources(".h"):
        for number, line in enumerate(lines_of(path), 1):
            match = re.match(r"#ifndef (\w+_H)$", line)
            if match and home.setdefault(match[1], path) != path:
                yield f"{path}:{number}: the guard {match[1]} is that of {home[match[1]]}; expected another name"


def lines_are_clean():
    for path in sources(".asm", ".inc", ".def", ".sh", ".py", ".mjs"):
        for number, line in enumerate(lines_of(path), 1):
            if line != line.rstrip():
                yield f"{path}:{number}: blanks at the end of the line; expected none"
            if "\t" in line and path.suffix != ".sh":
                yield f"{path}:{number}: a tab; expected blanks"
            if path.suffix in (".asm", ".inc") and len(line) > ASSEMBLY_COLUMNS:
                yield f"{path}:{number}: {len(line)} columns; expected at most {ASSEMBLY_COLUMNS}"


def suites_of(path):
    """Yields the line number and the suite of each test."""
    for number, line in enumerate(lines_of(path), 1):
        match = re.match(r"(?:Test|TestSuite)\((\w+)", line) or re.match(r"ParameterizedTest\([^,]*, (\w+)", line)
        if match:
            yield number, match[1]


def suites_are_named_after_their_files():
    home = {}
    for path in sources(".c"):
        for number, suite in suites_of(path):
            if path.stem not in suite:
                yield f"{path}:{number}: suite {suite}; expected the file's name, {path.stem}, in that of the suite"
            if home.setdefault(suite, path) != path:
                yield f"{path}:{number}: suite {suite} is that of {home[suite]}; expected a suite of its own"


def suites_that_need_more_have_a_stage():
    """Stages of test-all run the suites that `make test` leaves out."""
    text = STAGES.read_text(encoding="utf-8") if STAGES.exists() else ""
    staged = set(re.sub(r"SUITES_\w+ :=", "", "\n".join(re.findall(r"(?m)^SUITES_.*", text))).split())
    for path in sources(".c"):
        if path.name != "skip.c" and re.search(r'(?m)^[^"\n]*\bneed_(more|i386)\b', path.read_text(encoding="utf-8")):
            for number, suite in suites_of(path):
                if suite not in staged:
                    yield f"{path}:{number}: suite {suite} needs more than make test; expected it in {STAGES}"
                    break


def quotes_of(path):
    """Yields the number of each record of a list of mutants, the file that it changes, and the lines replaced there."""
    record = None
    for number, line in enumerate(lines_of(path) + [""], 1):
        if line[:1] == "-":
            record[2].append(line[2:].strip())
        elif line[:1] != "+":
            if record:
                yield record
            record = (number, line.partition(": ")[0], []) if line and line[0] != "#" else None


def mutants_quote_their_files():
    """A change of a line, even of its comment alone, would take it out of the lists unnoticed."""
    for path in filter(Path.exists, MUTANTS):
        for number, name, quoted in quotes_of(path):
            lines = [line.strip() for line in lines_of(Path(name))] if Path(name).exists() else []
            if not any(lines[n : n + len(quoted)] == quoted for n in range(len(lines))):
                yield f"{path}:{number}: quotes lines that {name} doesn't have; expected its lines of today"


RULES = (
    only_folders_in_cli,
    includes_say_their_folder,
    layers_look_down,
    commands_keep_apart,
    no_circles_of_modules,
    no_circles_of_folders,
    files_begin_with_their_purpose,
    comments_name_files_that_exist,
    comments_end_after_text,
    sections_differ,
    functions_fit_on_a_screen,
    rows_decide_the_code,
    guards_differ,
    lines_are_clean,
    suites_are_named_after_their_files,
    suites_that_need_more_have_a_stage,
    mutants_quote_their_files,
    classes_mean_one_thing,
)


def main():
    wrong = [problem for rule in RULES for problem in rule()]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
