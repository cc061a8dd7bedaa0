"""Finds circles: modules that know each other, and folders that know each other, by what they include or call.

A .c file and the header of the same name are one module; a header without a .c file has nothing that could call back.
Whoever names a function that a header declares depends on the folder where that function is defined. A pointer that is
only ever set to one function hides a call of it; a static function is handed down on purpose, as a callback.
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
# A macro makes the name, as in IN_BUILD(count)(...): ks_any_count, ks_fast_count and so on.
BUILT = re.compile(r"(?m)^(?!static|typedef|else)[A-Za-z_][\w\s*]*?[\s*][A-Z_]+\((\w+)\)\([^;{}]*\)\s*\{")
BUILD = re.compile(r"ks_[a-z0-9]+_(\w+)")
# A function type declares others: typedef int count(...); count ks_any_count, ks_fast_count;
FUNCTION_TYPE = re.compile(r"(?m)^typedef[^;{}()]*?[\s*](\w+)\([^;{}]*\);")
BY_TYPE = re.compile(r"(?m)^(?:extern )?(\w+) (\w+(?:,\s+\w+)*);")
# A pointer to a function as a member or a variable, and what pointers are set to.
POINTER = re.compile(r"(?m)^\s*(?:extern |static |const )*\w[\w\s*]*\(\*(?:const )?(\w+)\)\([^;{}]*\)[^;{}()]*;")
POINTER_BY_TYPE = re.compile(r"(?m)^\s*(?:extern |static |const )*(\w+) \*(?:const )?(\w+);")
SET = re.compile(r"(?<![=!<>\w])(?:\w+(?:\[\w+\])?(?:\.|->))*\.?(\w+) = &?(\w+)[;,\s}]")
DECLARATION = re.compile(r"(?m)^(?!static|typedef|extern)[A-Za-z_][\w\s*]*?[\s*](\w+)\([^;{}]*\)[^;{}]*;")


class Source:
    """A file of c/: its includes, declarations and definitions, its pointers to functions, and the words in it."""

    def __init__(self, path):
        text = path.read_text(encoding="utf-8")
        bare = COMMENT_OR_TEXT.sub(lambda m: '""' + "\n" * m[0].count("\n"), text)
        is_header = path.suffix == ".h"
        self.path = path
        self.bare = bare
        self.module = path.with_suffix("").relative_to(TOP)
        self.folder = str(self.module.parent)
        self.includes = [(text.count("\n", 0, m.start(1)) + 1, m[1]) for m in INCLUDE.finditer(text)]
        self.defines = set() if is_header else set(DEFINITION.findall(bare))
        self.builds = set() if is_header else set(BUILT.findall(bare))
        self.declares = set(DECLARATION.findall(bare)) if is_header else set()
        self.types = set(FUNCTION_TYPE.findall(bare))
        self.words = set(re.findall(r"\w+", DECLARATION.sub("", bare)))

    def declare_by(self, types):
        """Adds what the file declares by function types, a word there but no call."""
        for match in BY_TYPE.finditer(self.bare) if self.path.suffix == ".h" else ():
            if match[1] in types:
                self.declares.update(re.findall(r"\w+", match[2]))
                self.words.difference_update(re.findall(r"\w+", match[2]))

    def defines_it(self, name):
        built = BUILD.fullmatch(name)
        return name in self.defines or bool(built and built[1] in self.builds)


def read_sources():
    paths = (path for path in sorted(TOP.rglob("*")) if path.suffix in (".c", ".h", ".def"))
    sources = {str(path.relative_to(TOP)): Source(path) for path in paths}
    types = {name for source in sources.values() for name in source.types}
    for source in sources.values():
        source.declare_by(types)
    return sources


def homes_of(sources):
    """Returns the function {function: the sources that define it}."""
    homes, built = defaultdict(set), defaultdict(set)
    for source in sources.values():
        for name in source.defines:
            homes[name].add(source)
        for name in source.builds:
            built[name].add(source)

    def find(name):
        build = BUILD.fullmatch(name)
        return homes.get(name) or (build and built.get(build[1])) or set()

    return find


def calls_through_pointers(sources, homes):
    """Yields a source, the line of a call by way of a pointer, and the source of the one function that it is set to."""
    types = {name for source in sources.values() for name in source.types}
    pointers, values = set(), defaultdict(set)
    for source in sources.values():
        pointers.update(POINTER.findall(source.bare))
        pointers.update(name for kind, name in POINTER_BY_TYPE.findall(source.bare) if kind in types)
        for name, value in SET.findall(source.bare):
            own = re.search(rf"(?m)^\s*(?:\w+ )*static\b[^;{{}}()]*\b{value}\(", source.bare)
            values[name].add("" if own else value)
    for pointer in pointers:
        owners = homes(next(iter(values[pointer]))) if len(values[pointer]) == 1 else ()
        if len(owners) == 1:
            owner = next(iter(owners))
            variable = rf"|(?m:^\s.*)(?<![\w*]){pointer}\(" if not homes(pointer) else ""
            for source in sources.values():
                call = re.search(rf"(?:->|\.){pointer}\)?\({variable}", source.bare)
                if call and source is not owner:
                    yield source, source.bare.count("\n", 0, call.start()) + 1, owner


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
    for source, number, other in calls_through_pointers(sources, homes_of(sources)):
        if source.module != other.module:
            knows[str(source.module)].setdefault(str(other.module), f"{source.path}:{number}")
    yield from complaints(knows, "")


def with_included(name, sources, found):
    """Adds a header and all that it includes to found."""
    if name in sources and name not in found:
        found.add(name)
        for _, other in sources[name].includes:
            with_included(other, sources, found)
    return found


def folders_known_by(source, sources, homes):
    """Yields each folder that a file knows by an #include, and the line of that."""
    for number, name in source.includes:
        if name not in sources:
            continue
        yield sources[name].folder, number
        declared = set().union(*(sources[header].declares for header in with_included(name, sources, set())))
        for function in declared & source.words:
            if source.defines_it(function):
                continue
            for home in homes(function):
                if home.folder not in IMPLEMENTATIONS:
                    yield home.folder, number


def no_circles_of_folders():
    sources = read_sources()
    homes = homes_of(sources)
    knows = defaultdict(dict)
    for source in sources.values():
        for folder, number in folders_known_by(source, sources, homes):
            if folder != source.folder:
                knows[source.folder].setdefault(folder, f"{source.path}:{number}")
    for source, number, other in calls_through_pointers(sources, homes):
        if other.folder != source.folder:
            knows[source.folder].setdefault(other.folder, f"{source.path}:{number}")
    yield from complaints(knows, "of folders ")
