"""Checks the classes of the pages' styles. c/cli/reports/page.css is part of every page; so a class of it means one
thing in all.

A rule of page.css for a class that only one page has would colour whatever another page calls by that name. The classes
that a page takes from page.css on purpose are listed here; a new one in common is a coincidence until it stands here.
"""
import re
from pathlib import Path

SHARED = Path("c/cli/reports/page.css")
LIST = "tests/lint/styles.py"
WRITERS = ("c/cli/reports/*.c", "c/cli/reports/*.js", "c/game/common/picture.c")  # of what every report has

MADE = {"answers", "bad", "facts", "good"}  # classes that a report puts together, so that no class="..." shows them

# Each page: its sources, and the classes that it takes from page.css.
PAGES = {
    "kingscan stats": (("c/cli/commands/stats/page.c", "c/cli/commands/stats/charts.css"), "legend"),
    "the workbench": (
        ("bindings/workbench/*.html", "bindings/workbench/*.css", "bindings/workbench/src/*.js"),
        "answers board boardless bracket claims copy copyable facts figures legend mark note rule scripted story "
        "subject top",
    ),
    "the benchmark's page": (("bench/page.py",), "good result"),
}

COMMENT = re.compile(r"/\*[\s\S]*?\*/")
SELECTORS = re.compile(r"[^{};]+(?=\{)")
CLASS_IN_SELECTOR = re.compile(r"\.([a-z][\w-]*)")
# class="a b", class=\"a\", class: "a b", class: `a ${b}`, classList.add("a"), a.className = "b"
CLASS_IN_CONTENT = re.compile(r"""class(?:Name|List\.\w+)?\s*[=:(]\s*\\?["'`]([^"'`\\]*)""")


def classes_of_style(text):
    return {name for part in SELECTORS.findall(COMMENT.sub("", text)) for name in CLASS_IN_SELECTOR.findall(part)}


def classes_in(patterns):
    found = set()
    for path in (path for pattern in patterns for path in sorted(Path().glob(pattern))):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".css":
            found |= classes_of_style(text)
        else:
            found |= {name for value in CLASS_IN_CONTENT.findall(text) for name in value.split()}
    return found


def classes_mean_one_thing():
    if not SHARED.exists():
        return
    shared = classes_of_style(SHARED.read_text(encoding="utf-8"))
    for name in sorted(shared - classes_in(WRITERS) - MADE):
        yield f"{SHARED}: .{name}, which no report has; expected it in the style of the page that has it"
    for page, (sources, listed) in PAGES.items():
        common = shared & classes_in(sources)
        for name in sorted(common - set(listed.split())):
            yield f"{SHARED}: .{name}, which {page} has too; expected another name there, or this one in {LIST}"
        if any(Path().glob(sources[0])):
            for name in sorted(set(listed.split()) - common):
                yield f"{LIST}: .{name} of {page} isn't in common; expected it in no list"
