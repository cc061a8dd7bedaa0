"""Comments in C that mislead: names of files and folders that do not exist, sections of one name, lone ends."""
import re
from pathlib import Path

FOLDERS = ("bench", "c", "include", "tests")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
SECTION = re.compile(r"(?m)^/\* (?:----|====) (.*) (?:----|====) \*/$")
# Not <stdio.h>, nor "read.c", nor the name in read.inc.in.
FILE = re.compile(r'(?<![\w.<"*/-])((?:[\w-]+/)*[\w-]+\.(?:c|h|asm|inc|def|mk|py|mjs|sh))\b(?!\(|\.\w)')

FOLDER = re.compile(r"(?<![\w./-])((?:asm|bench|c|docs|include|tests)/(?:[\w-]+/)+)(?![\w*.-])")


def comments_of(text):
    """Yields the line number and the text of each comment."""
    for match in COMMENT.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match[0]


def sources(folders=FOLDERS):
    """Yields the path and the text of each file of C."""
    for folder in folders:
        for path in sorted(Path(folder).rglob("*.[ch]")):
            yield path, path.read_text(encoding="utf-8")


def comments_name_files_that_exist():
    """A file is named by its last name, or by as many folders before it as one likes. Tests make up names."""
    roots = ("asm", "bindings", "docs", "examples", "packaging", *FOLDERS)
    there = ["/" + str(path) for root in roots for path in Path(root).rglob("*.*")]
    known = {path[at:] for path in there for at in range(len(path)) if path[at] == "/"}
    for path, text in sources(folder for folder in FOLDERS if folder != "tests"):
        for number, comment in comments_of(text):
            for name in FILE.findall(comment):
                if "/" + name not in known:
                    yield f"{path}:{number}: a comment names {name}; expected a file that exists"
            for name in FOLDER.findall(comment):
                if not Path(name).is_dir():
                    yield f"{path}:{number}: a comment names {name}; expected a folder that exists"


def sections_differ():
    for path, text in sources():
        seen = set()
        for section in SECTION.finditer(text):
            if section[1] in seen:
                number = text.count("\n", 0, section.start()) + 1
                yield f"{path}:{number}: a second section {section[1]!r}; expected a name for each"
            seen.add(section[1])


def comments_end_after_text():
    """The last line of a table or of code stays as it is."""
    for path, text in sources():
        for number, comment in comments_of(text):
            if re.search(r"\n\s*\*/$", comment) and not re.search(r" {3,}.*\n\s*\*/$", comment):
                yield f"{path}:{number}: a comment ends on a line of its own; expected its end after the text"
