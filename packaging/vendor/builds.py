"""Puts C files that are built several times into one file: each build is a part of its own there.

c/builds.mk builds a file with PEXT or with AVX-512 by options of the compiler. Here, pragmas do the same: a part of
the file begins with them, and has the code once more, under names of its own. Types are the same in all parts. Static
names that several files have get the file's name as well.
"""
import re
from pathlib import Path

INTRINSICS = Path("c/core/processor/intrinsics.h")
FEATURE = re.compile(r"\bKS_FOR_\w+\b")
DEPENDS = re.compile(FEATURE.pattern + r"|\bKS_HAS_\w+|\bIN_BUILD\b")
GUARD = re.compile(r"#(ifndef|define) (KS|KINGSCAN)_\w*H$")
TOKEN = re.compile(
    r'//[^\n]*|(?:struct|union|enum)\s+\w+|/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|'
    r"(?:\.|->)\s*[A-Za-z_]\w*|[A-Za-z_]\w*",
    re.S,
)
ATTRIBUTES = re.compile(r"__attribute__\(\((?:[^()]|\([^()]*\))*\)\)|_Alignas\([^()]*\)|_Atomic\([^()]*\)")
STATIC = re.compile(r"(ALWAYS_INLINE|OUT_OF_LINE|FOR_A_COLOUR|static)\b")


def without_words(text):
    """The text with blanks in place of comments, strings and characters."""
    return re.sub(
        r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'', lambda m: " " * len(m[0]), text, flags=re.S
    )


def without_braces(text):
    """The text without what is in braces; the innermost go first."""
    while True:
        shorter = re.sub(r"\{[^{}]*\}", "", text)
        if shorter == text:
            return text
        text = shorter


class Item:
    """A declaration, a comment, or a line of the preprocessor, of a file that clang-format has laid out."""

    def __init__(self, text, depends):
        self.text, self.depends = text, depends  # depends: it stands in a condition on the processor's features
        self.directive, self.comment = text.startswith("#"), text.startswith("/*")
        self.bare = "" if self.directive or self.comment else ATTRIBUTES.sub("", without_words(text)).strip()
        self.is_type = bool(re.match(r"typedef\b|(struct|union|enum)( \w+)? \{[^}]*(\}[^}]*)*\};$", self.bare))
        self.is_static = bool(STATIC.match(self.bare))

    def names(self):
        """The names that it gives: of a macro, of types and their values, of static functions and variables."""
        if self.directive:
            macro = re.match(r"#define (\w+)", self.text)
            return [macro[1]] if macro else []
        found = re.findall(r"\b(?:struct|union|enum) \w+(?= \{)", self.bare)
        for values in re.findall(r"\benum(?: \w+)? \{([^}]*)\}", self.bare):
            found += re.findall(r"(?:^|,)\s*(\w+)", values)
        if self.bare.startswith("typedef"):
            outside = without_braces(self.bare)
            found += re.findall(r"(\w+)(?=\s*(?:\(|\[|;))", outside)[:1]
        elif self.is_static and not self.is_type:
            found += self._declared(without_braces(self.bare))
        return found

    def _declared(self, text):
        called = re.match(r"[^=;\[]*?\b(\w+)\(", text)
        if called:
            return [called[1]]
        return re.findall(r"(\w+)\s*(?:\[[^\]]*\]\s*)*(?==|;|,|$)", re.sub(r"=[^,;]*", "=", text))


def items_of(path):
    """The file's items, in order."""
    lines, found, conditions, at = path.read_text().splitlines(), [], [], 0
    while at < len(lines):
        start = at
        line = lines[at]
        at += 1
        if not line:
            continue
        if line.startswith("#"):
            while lines[at - 1].endswith("\\"):
                at += 1
            text = "\n".join(lines[start:at])
            if re.match(r"#if", text):
                conditions.append(DEPENDS.search(text))
            found.append(Item(text, any(conditions)))
            if text.startswith("#endif"):
                conditions.pop()
            continue
        if line.startswith("/*"):
            while "*/" not in lines[at - 1]:
                at += 1
        else:
            while not ends(lines, start, at):
                at += 1
        found.append(Item("\n".join(lines[start:at]), any(conditions)))
    return found


def ends(lines, start, at):
    """Whether a declaration that begins in one line ends before another."""
    text = without_words("\n".join(line for line in lines[start:at] if not line.startswith("#")))
    if any(text.count(opening) != text.count(closing) for opening, closing in ("{}", "()")):
        return False
    return text.rstrip().endswith((";", "}")) or at == len(lines) or not lines[at] or lines[at].startswith(("#", "/*"))


def renamed(item, names):
    """The item's text with other names."""
    return TOKEN.sub(lambda word: names.get(word[0], word[0]), item.text)


class OneFile:
    """The text of C files, each of some build, one after the other.

    Two files may give the same name to different things, and each build of a file gives its names once more. A name
    that is taken gets the file's and the build's name behind it; files that include that file are told of it."""

    def __init__(self, resolve, public):
        self.resolve = resolve
        self.public, self.written = {INTRINSICS, *public}, set()
        self.given = {}  # {(header, build): {name: its name here}}
        self.taken, self.macros = set(), {}
        self.shared = {}  # {(file, text): {name: its name here}} of types and declarations
        self.type_names, self.system, self.lines = set(), set(), []

    # ---- Names ----

    def included(self, path):
        """The headers that a file includes, those first that others need; the public ones are left out."""
        return self.closure(path, [])

    def closure(self, path, found):
        for item in items_of(path):
            own = re.match(r'#include "(.+\.h)"', item.text)
            included = own and self.resolve(own[1], path)
            if included and included not in found and included not in self.public:
                self.closure(included, found)
                found.append(included)
        return found

    def names_for(self, path, build):
        """{name: its name here} of what the headers give to a file, and of what the file's own items give."""
        names = {}
        for header in self.included(path):
            names.update(self.given.get((header, build), self.given.get((header, None), {})))
        return names

    def give(self, path, build, items):
        """Decides what the names of a file's items are here; returns the items that have to be written."""
        own, written = {}, []
        for item in items:
            shared = not item.depends and (item.is_type or path.suffix == ".h" and item.bare and not item.is_static)
            if shared and (path, item.text) in self.shared:
                own.update(self.shared[path, item.text])
                continue
            written.append(item)
            if not item.bare:
                continue
            mark = path.stem.removesuffix("_tmpl") + (f"_{build}" if build else "")
            new = {name: f"{name}_{mark}" if name in self.taken else name for name in item.names()}
            own.update(new)
            if shared:
                self.shared[path, item.text] = new
            if item.is_type:
                self.type_names.update(new)
        self.taken.update(own.values())
        self.given[path, build] = own
        return written

    # ---- Text ----

    @staticmethod
    def opens(item):
        """The number of conditions that a line of the preprocessor adds."""
        if re.match(r"#if", item.text):
            return 0 if GUARD.match(item.text) else 1
        return -1 if item.text.startswith("#endif") else 0

    def headers(self, path):
        """Writes the headers that a C file includes before all else."""
        depth = 0
        for item in items_of(path):
            depth += self.opens(item)
            if item.bare:
                return
            own = re.match(r'#include "(.+\.h)"', item.text)
            if own and depth == 0:
                self.header(self.resolve(own[1], path))

    def header(self, path):
        if path in self.written or path in self.public:
            return
        self.written.add(path)
        self.headers(path)
        self.write(path, None, items_of(path))

    def write(self, path, build, items):
        """Writes the items of a file."""
        items = self.give(path, build, items)
        names = {**self.names_for(path, build), **self.given[path, build]}
        self.lines += ["", f"/* ==== {path}{', with ' + build if build else ''} ==== */"]
        depth = 0
        for item in items:
            depth += self.opens(item)
            self.write_item(item, path, build, names, max(depth, 0))

    def write_item(self, item, path, build, names, depth):
        own, system = re.match(r'#include "(.+\.h)"', item.text), re.match(r"#include (<.+>)", item.text)
        macro = re.match(r"#define (\w+)", item.text)
        if item.comment and build:
            return
        if own or (system and build) or (macro and macro[1] == "_GNU_SOURCE"):
            if own and not build:
                self.header(self.resolve(own[1], path))
        elif system and depth == 0:
            self.system.add(item.text)
        elif system:
            self.lines += ["#pragma GCC visibility push(default)", item.text, "#pragma GCC visibility pop"]
        else:
            # The members of structs keep their names.
            usable = {name: names[name] for name in names.keys() & self.type_names} if item.is_type else names
            text = self.with_tables(renamed(item, usable), path)
            if macro and self.macros.get(macro[1], text) != text:
                self.lines.append(f"#undef {macro[1]}")
            if macro:
                self.macros[macro[1]] = text
            self.lines.append(text)

    def with_tables(self, text, path):
        """The text with the tables that it includes."""
        return re.sub(
            r'^#include "(.+\.def)"$', lambda m: self.resolve(m[1], path).read_text().rstrip(), text, flags=re.M
        )

    # ---- Builds ----

    def add(self, path):
        """Adds a C file, built for any processor."""
        self.headers(path)
        self.write(path, None, items_of(path))

    def add_build(self, path, build, options):
        """Adds a C file once more, compiled with other options."""
        for header in self.included(path):
            if not self.differs(header):
                self.header(header)
        mark = f"{path.stem.removesuffix('_tmpl')}_{build}"
        self.lines += ["", *self.begin(build, options)]
        for part in [*filter(self.differs, self.included(path)), path]:
            self.lines += [f"#undef {name}" for item in items_of(part) if item.directive for name in item.names()]
            self.write(part, mark, items_of(part))
        self.lines += [
            "",
            "#ifdef __clang__",
            "#pragma clang attribute pop",
            "#else",
            "#pragma GCC pop_options",
            "#endif",
        ]

    @staticmethod
    def differs(header):
        """Whether it is not the same in all builds."""
        return header.name.endswith("_tmpl.h") or bool(DEPENDS.search(header.read_text())) and header.stem != "build"

    def begin(self, build, options):
        """The lines that do what the options do."""
        targets = ",".join(option[2:] for option in options if option.startswith("-m"))
        asked = [f'#pragma GCC optimize("{option[2:]}")' for option in options if option.startswith("-f")]
        asked += ['#pragma GCC optimize("O3")'] * ("-O3" in options)
        macros = dict(re.findall(r"-D(\w+)(?:=(\w+))?", " ".join(options)))
        lines = [f"#define {name} {value}".rstrip() for name, value in sorted(macros.items())]
        return [
            "#FEATURES",
            "#undef KS_BUILD",
            f"#define KS_BUILD {build}",
            "#undef KS_HAS_PEXT",
            "#undef KS_HAS_LINES",
            "#undef KS_HAS_BIT_PLANES",
            "#undef KS_COMPRESSES",
            *lines,
            "#ifdef __clang__",
            f'#pragma clang attribute push(__attribute__((target("{targets}"))), apply_to = function)',
            "#else",
            "#pragma GCC push_options",
            f'#pragma GCC target("{targets}")',
            *asked,
            "#endif",
        ]

    def includes(self):
        """The system headers, and the intrinsics of all builds, which the first part lacks."""
        wanted = ["#ifdef KS_ALL_BUILDS_IN_ONE_FILE", INTRINSICS.read_text().strip(), "#endif"]
        lines = [*sorted(self.system), "", *wanted]
        return "".join(f"{line}\n" for line in lines) + "\n"

    def text(self):
        """All of it. Each part begins without what another is for."""
        text = re.sub(r"\n{3,}", "\n\n", "\n".join(self.lines)).strip() + "\n"
        features = sorted({match[0] for match in FEATURE.finditer(text)})
        return text.replace("#FEATURES", "\n".join(f"#undef {name}" for name in features))
