#!/usr/bin/env python3
"""Compares two objects: the bytes of their sections, relocations, and the symbols that name a place.

    packaging/vendor/compare_objects.py OBJECT OBJECT

Prints each difference; the exit status is 1 when there is one. Additions of the assemblers do not count: empty
sections, the name of the source, and NASM's symbols for constants and for labels within macros.
"""
import sys

import elf


def facts(path):
    """Returns {what: its value} of all that counts."""
    found, described = {}, elf.Object(path)
    for section in described.loaded_sections():
        found["section", section.name] = (section.kind, section.flags, section.align, section.data.hex())
        found["relocations of", section.name] = [
            (r.offset, r.kind, r.symbol.name, r.addend) for r in described.relocations.get(section.name, [])
        ]
    for symbol in described.named_places():
        found["symbol", symbol.name] = symbol[1:]
    return found


def shown(value):
    text = str(value)
    return text if len(text) < 200 else text[:200] + " ..."


def main():
    first, second = map(facts, sys.argv[1:])
    different = [key for key in {**first, **second} if first.get(key) != second.get(key)]
    for what, name in different:
        print(
            f"{what} {name}: {shown(first.get((what, name)))} in {sys.argv[1]}, "
            f"{shown(second.get((what, name)))} in {sys.argv[2]}"
        )
    return bool(different)


if __name__ == "__main__":
    sys.exit(main())
