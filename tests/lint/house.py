#!/usr/bin/env python3
"""The rules of the house: what stands where, who may know whom, and how a file begins.

Run in the root of the repository. Prints one line for each thing that breaks a rule, `PATH[:LINE]: what is wrong;
what was expected`, and returns 1 when there was one.
"""
import re
import sys
from collections import defaultdict
from pathlib import Path

ROOTS = ("asm", "bench", "bindings", "c", "examples", "include", "packaging", "tests")
DATA = ("tests/data", "tests/fuzz/corpus", "bench/plots")
SOURCES = (".c", ".h", ".def", ".asm", ".inc", ".sh", ".py", ".pyi", ".mk", ".mjs", ".cpp", ".rs")
COMMENTS = {".asm": ";", ".inc": ";", ".sh": "#", ".py": '"""', ".pyi": '"""', ".mk": "#", ".mjs": ("/*", "//"), ".cpp": "//", ".rs": "//!"}
READ_BY_C_AND_NASM = ("tests/abi/call.def",)  # whose comments differ
FILES_PER_FOLDER = 24
ASSEMBLY_COLUMNS = 120

# Of two layers the later may include the earlier.
LAYERS = ("core", "rules", "variant", "cli")
# What every folder of the command line may include besides itself.
SHARED_BY_COMMANDS = {"shell", "shared", "random", "platform"}
# These serve the commands, so they know less.
SERVANTS = {"shared": {"shell", "platform"}, "random": {"shared"}, "shell": {"shared", "platform"}, "platform": {"shared", "shell"}}


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
            yield f"{path}: a file in c/cli; expected it in the folder of a command, in shell/, shared/ or random/"


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
    for path in sources(".c", ".h", ".def"):
        if path.parts[:2] != ("c", "cli") or len(path.parts) < 4:
            continue
        folder = path.parts[2]
        allowed = {folder} | SERVANTS.get(folder, SHARED_BY_COMMANDS)
        for number, name in includes_of(path):
            parts = name.split("/")
            if parts[0] == "cli" and parts[1] not in allowed:
                known = ", ".join(f"{other}/" for other in sorted(allowed - {folder}))
                yield f"{path}:{number}: c/cli/{folder} includes {name}; expected only {known} besides its own"


def no_circles():
    """A .c file and the header of the same name are one module; a header alone has nothing that could call back."""
    knows = defaultdict(dict)
    for path in sources(".c", ".h"):
        if path.parts[0] != "c":
            continue
        if not path.with_suffix(".c").exists():
            continue
        module = str(path.with_suffix("").relative_to("c"))
        for number, name in includes_of(path):
            other = name.removesuffix(".h").removesuffix(".def")
            if other != module and Path("c", other + ".h").exists():
                knows[module].setdefault(other, f"{path}:{number}")
    done = set()

    def circle_from(module, way):
        if module in way:
            return way[way.index(module):]
        if module in done:
            return None
        for other in knows[module]:
            circle = circle_from(other, way + [module])
            if circle:
                return circle
        done.add(module)
        return None

    for module in sorted(knows):
        circle = circle_from(module, [])
        if circle:
            done.update(circle)
            yield f"{knows[circle[-1]][circle[0]]}: closes the circle {' -> '.join(circle + circle[:1])}; expected none"


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


def folders_are_small():
    count = defaultdict(int)
    for path in all_files():
        count[path.parent] += 1
    for folder, files in sorted(count.items()):
        if files > FILES_PER_FOLDER:
            yield f"{folder}: {files} files; expected at most {FILES_PER_FOLDER}"


def lines_are_clean():
    for path in sources(".asm", ".inc", ".def", ".sh", ".py", ".mjs"):
        for number, line in enumerate(lines_of(path), 1):
            if line != line.rstrip():
                yield f"{path}:{number}: blanks at the end of the line; expected none"
            if "\t" in line and path.suffix != ".sh":
                yield f"{path}:{number}: a tab; expected blanks"
            if path.suffix in (".asm", ".inc") and len(line) > ASSEMBLY_COLUMNS:
                yield f"{path}:{number}: {len(line)} columns; expected at most {ASSEMBLY_COLUMNS}"


def suites_are_named_after_their_files():
    home = {}
    for path in sources(".c"):
        for number, line in enumerate(lines_of(path), 1):
            match = re.match(r"(?:Test|TestSuite)\((\w+)", line) or re.match(r"ParameterizedTest\([^,]*, (\w+)", line)
            if not match:
                continue
            suite = match[1]
            if path.stem not in suite:
                yield f"{path}:{number}: suite {suite}; expected the file's name, {path.stem}, in that of the suite"
            if home.setdefault(suite, path) != path:
                yield f"{path}:{number}: suite {suite} is that of {home[suite]}; expected a suite of its own"


RULES = (
    only_folders_in_cli,
    includes_say_their_folder,
    layers_look_down,
    commands_keep_apart,
    no_circles,
    files_begin_with_their_purpose,
    folders_are_small,
    lines_are_clean,
    suites_are_named_after_their_files,
)


def main():
    wrong = [problem for rule in RULES for problem in rule()]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
