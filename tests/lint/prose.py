#!/usr/bin/env python3
"""Plain prose: the share of sentences that open with an inversion ("Of lines ...", "Whose king ...") may only fall.

Run in the root of the repository: tests/lint/prose.py [FOLDER=LIMIT...]; without arguments LIMITS below hold. SHOW=1 in
the environment prints those sentences. Sentences of five words or more count, in comments, docstrings and pages.
Prints a line for each folder above its limit or a clear step below it, `FOLDER: what was found; what was expected`,
and returns 1 when there was one.
"""
import os
import re
import sys
from pathlib import Path

# The highest share of each folder, in percent; a folder that is more than STEP below it wants a lower limit.
LIMITS = {
    "asm": 0.0,
    "include": 1.0,
    "c/core": 0.5,
    "c/rules": 0.9,
    "c/variant": 0.0,
    "c/cli": 0.5,
    "tests": 0.5,
    "tests/proof": 0.5,
    "bench": 0.0,
    "docs": 0.5,
    "bindings": 0.0,
    "packaging": 0.0,
    "examples": 0.0,
    "CHANGELOG.md": 0.0,
    "README.md": 0.0,
    "CONTRIBUTING.md": 0.0,
}
STEP = 1.5

WORDS = 5
OPENERS = re.compile(
    r"(Of|Who|Whose|Whom|Where|What|Behind|Besides?|Without|By|In which|To which|From which|Nor|Neither|So do|So is"
    r"|Into|Upon)\b"
)


def in_c(text):
    """The comments of C and C++: each is a text, and so are lines of // below each other."""
    for block, lines in re.findall(r"/\*([\s\S]*?)\*/|((?://.*\s*)+)", text):
        yield re.sub(r"(?m)^\s*\* ?", "", block) or re.sub(r"(?m)^\s*// ?", "", lines)


def in_assembly(text):
    """The comments of NASM; an empty one ends a paragraph."""
    yield "\n".join(re.findall(r";[ ;]?(.*)", text))


def in_scripts(text):
    """The docstrings of Python, and comments that begin with #."""
    yield from re.findall(r'"""([\s\S]*?)"""', text)
    yield "\n".join(re.findall(r"(?m)^\s*#(?!!)\s?(.*)$", text))


def in_pages(text):
    """Markdown without its blocks of code and its tables; an item of a list is a paragraph."""
    text = re.sub(r"```[\s\S]*?```", "", text)
    text = re.sub(r"(?m)^\s*\|.*$", "", text)
    yield re.sub(r"(?m)^(?=\s*[-*#])", "\n", text)


READERS = {
    in_c: (".c", ".h", ".cpp", ".hpp", ".def"),
    in_assembly: (".asm", ".inc"),
    in_scripts: (".py", ".sh", ".mk"),
    in_pages: (".md",),
}


def reader_of(path):
    return next((reader for reader, suffixes in READERS.items() if path.suffix in suffixes), None)


def sentences_of(path):
    for text in reader_of(path)(path.read_text(encoding="utf-8")):
        for paragraph in re.split(r"\n\s*\n", text):
            line = re.sub(r"^[-*#\s]+", "", " ".join(paragraph.split()))
            for sentence in re.split(r"(?<=[.!?;:])\s+(?=[A-Z`*])", line):
                sentence = sentence.strip("*_ `")
                if sentence[:1].isupper() and len(sentence.split()) >= WORDS:
                    yield sentence


def files_of(folder):
    top = Path(folder)
    return [top] if top.is_file() else sorted(path for path in top.rglob("*") if reader_of(path))


def share_of(folder, show):
    """The share of inverted sentences in percent."""
    count = inverted = 0
    for path in files_of(folder):
        for sentence in sentences_of(path):
            count += 1
            if OPENERS.match(sentence):
                inverted += 1
                if show:
                    print(f"{path}: {sentence}")
    return round(100 * inverted / max(count, 1), 1)


def main():
    wrong = 0
    limits = [argument.split("=") for argument in sys.argv[1:]] or LIMITS.items()
    for folder, limit in ((folder, float(limit)) for folder, limit in limits):
        share = share_of(folder, os.environ.get("SHOW"))
        if share > limit:
            expected = f"at most {limit}: SHOW=1 {sys.argv[0]} prints them"
        elif share < limit - STEP:
            expected = f"a limit close to it, in LIMITS, instead of {limit}"
        else:
            continue
        print(f"{folder}: {share} % of the sentences open with an inversion; expected {expected}")
        wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
