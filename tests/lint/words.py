#!/usr/bin/env python3
"""Words with one sense in a place: each use of a word of WORDS stands where one of its senses is at home.

Run in the root of the repository: tests/lint/words.py [FORM,FORM...=PLACE,PLACE...]...; without arguments WORDS
holds. Looks at code and comments of ROOTS: names are taken apart at underscores and at
capital letters. Prints a line for each word elsewhere, `PATH:LINE: what was found; what was expected`, and returns 1
when there was one.
"""
import re
import sys
from pathlib import Path

ROOTS = ("asm", "c", "include")
SUFFIXES = (".c", ".h", ".def", ".asm", ".inc", ".mk")

# Forms of a word, and the sense that they have below each path; the longest path that fits counts. A thing of
# another place has a word of its own.
WORDS = {
    ("wide",): {
        "asm": "a pieceset whose codes have eight bits",
        "asm/abi.inc": "as long as a register",
        "c/cli/commands/fuzz": "a pieceset whose codes have eight bits",
        "c/cli/platform/windows": "text of wchar_t",
        "c/cli/random": "a pieceset whose codes have eight bits",
        "c/core/asm_constants.c": "a pieceset whose codes have eight bits",
        "c/core/board": "a pieceset whose codes have eight bits",
        "c/core/kernels": "a pieceset whose codes have eight bits",
        "c/variant/read/betza.h": "a leap that goes more to the side than ahead",
        "include": "a pieceset whose codes have eight bits",
    },
    ("walk", "walks", "walked", "walking"): {
        "asm/scan.asm": "along a line, square by square",
        "c/cli/commands/diff": "move by move towards a mismatch",
        "c/core/kernels": "along a line, square by square",
        "c/game/explain": "along a line, square by square",
        "c/game/pgn": "move by move through a game",
        "c/rules/perft": "along a line, square by square",
        "c/variant": "along a line, square by square",
    },
    ("behind",): {
        "asm": "farther on a line of squares",
        "c/cli/commands/diff": "farther on a line of squares; later in a text",
        "c/cli/commands/games": "later in a game",
        "c/core/board": "farther on a line of squares",
        "c/core/fen": "later in a text",
        "c/core/kernels": "farther on a line of squares",
        "c/game": "farther on a line of squares; later in a text",
        "c/rules": "farther on a line of squares",
        "c/variant": "farther on a line of squares; later in a list",
    },
}

PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def sense_of(path, senses):
    """The sense of a word at a path, or None."""
    places = [place for place in senses if path == place or path.startswith(place + "/")]
    return senses[max(places, key=len)] if places else None


def misplaced(words):
    by_form = {form: (forms[0], senses) for forms, senses in words.items() for form in forms}
    for root in ROOTS:
        for path in sorted(path for path in Path(root).rglob("*") if path.suffix in SUFFIXES):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                for form in {part.lower() for part in PARTS.findall(line)} & by_form.keys():
                    word, senses = by_form[form]
                    if sense_of(str(path), senses) is None:
                        yield f"{path}:{number}: {form}; expected another word, or a sense of {word} here in WORDS"


def unused(words):
    """Places of WORDS in which the word does not stand any more."""
    for forms, senses in words.items():
        for place in senses:
            top = Path(place)
            files = [top] if top.is_file() else [path for path in top.rglob("*") if path.suffix in SUFFIXES]
            texts = (path.read_text(encoding="utf-8") for path in files)
            if not any(part.lower() in forms for text in texts for part in PARTS.findall(text)):
                yield f"{place}: has no {forms[0]}; expected no sense of it in WORDS"


def words_of(arguments):
    pairs = [argument.split("=") for argument in arguments]
    return {tuple(forms.split(",")): dict.fromkeys(places.split(","), "") for forms, places in pairs}


def main():
    words = words_of(sys.argv[1:]) or WORDS
    found = [*misplaced(words), *unused(words)]
    for line in found:
        print(line)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
