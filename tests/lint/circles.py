"""Circles: modules that know each other, and folders that know each other, by what they include or call.

A .c file and the header of the same name are one module. A header without a .c file has nothing that could call back;
whoever calls a function that it declares depends on the folder where that function is defined.
"""
import re
from collections import defaultdict
from pathlib import Path

TOP = Path("c")
# For each system the same functions, which headers above them declare: no knowledge that goes upwards.
IMPLEMENTATIONS = ("cli/platform/posix", "cli/platform/windows")

COMMENT_OR_TEXT = re.compile(r'/\*[\s\S]*?\*/|//.*|"(?:\\.|[^"\\\n])*"')
INCLUDE = re.compile(r'(?m)^\s*#include "([^"]+)"')
# At the left margin: a definition ends with a brace, a declaration with a semicolon.
DEFINITION = re.compile(r"(?m)^(?!static|typedef|else)[A-Za-z_][\w\s*]*?[\s*](\w+)\([^;{}]*\)\s*\{")
DECLARATION = re.compile(r"(?m)^(?!static|typedef|extern)[A-Za-z_][\w\s*]*?[\s*](\w+)\([^;{}]*\)[^;{}]*;")


class Source:
    """A file of c/: its includes, declarations and definitions, and the words in it."""

    def __init__(self, path):
        text = path.read_text(encoding="utf-8")
        bare = COMMENT_OR_TEXT.sub('""', text)
        self.path = path
        self.module = path.with_suffix("").relative_to(TOP)
        self.folder = str(self.module.parent)
        self.includes = [(text.count("\n", 0, m.start(1)) + 1, m[1]) for m in INCLUDE.finditer(text)]
        self.defines = set(DEFINITION.findall(bare)) if path.suffix == ".c" else set()
        self.declares = set(DECLARATION.findall(bare)) if path.suffix == ".h" else set()
        self.words = set(re.findall(r"\w+", DECLARATION.sub("", bare)))


def read_sources():
    paths = (path for path in sorted(TOP.rglob("*")) if path.suffix in (".c", ".h", ".def"))
    return {str(path.relative_to(TOP)): Source(path) for path in paths}


def homes_of(sources):
    """{function: the folders that define it}."""
    homes = defaultdict(set)
    for source in sources.values():
        for name in source.defines:
            homes[name].add(source.folder)
    return homes


def circles_in(knows):
    """Yields a circle [a, b, ...] of each part of the graph {a: {b: where}} that has one."""
    done = set()

    def circle_from(one, way):
        if one in way:
            return way[way.index(one) :]
        if one in done:
            return None
        for other in knows.get(one, {}):
            circle = circle_from(other, way + [one])
            if circle:
                return circle
        done.add(one)
        return None

    for one in sorted(knows):
        circle = circle_from(one, [])
        if circle:
            done.update(circle)
            yield circle


def complaints(knows, of):
    for circle in circles_in(knows):
        where = knows[circle[-1]][circle[0]]
        yield f"{where}: closes the circle {of}{' -> '.join(circle + circle[:1])}; expected none"


def no_circles_of_modules():
    sources = read_sources()
    knows = defaultdict(dict)
    for source in sources.values():
        if not source.path.with_suffix(".c").exists():
            continue
        for number, name in source.includes:
            other = name.removesuffix(".h").removesuffix(".def")
            if other != str(source.module) and other + ".h" in sources:
                knows[str(source.module)].setdefault(other, f"{source.path}:{number}")
    yield from complaints(knows, "")


def folders_known_by(source, sources, homes):
    """Yields each folder that a file knows by an #include, and the line of that."""
    for number, name in source.includes:
        header = sources.get(name)
        if not header:
            continue
        yield header.folder, number
        if not header.path.with_suffix(".c").exists():
            for function in (header.declares & source.words) - source.defines:
                for folder in homes[function]:
                    if folder not in IMPLEMENTATIONS:
                        yield folder, number


def no_circles_of_folders():
    sources = read_sources()
    homes = homes_of(sources)
    knows = defaultdict(dict)
    for source in sources.values():
        for folder, number in folders_known_by(source, sources, homes):
            if folder != source.folder:
                knows[source.folder].setdefault(folder, f"{source.path}:{number}")
    yield from complaints(knows, "of folders ")
