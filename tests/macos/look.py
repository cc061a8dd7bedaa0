#!/usr/bin/env python3
"""Looks into what was built for macOS, where nothing of it can run.

    tests/macos/look.py --processor NAME --folder FOLDER --stubs FILE --exported FILE --objects FOLDER

FOLDER has the program and the libraries. --stubs: the list of what the system's library has, as a linker reads it
(.tbd). --exported: Debian's list of what the shared library exports, which the tests compare with ELF's. --objects: the
objects of assembly for Linux, whose code is proved, below the folder asm/.

Prints each fault, or a line about each part; returns 1 when there is a fault.
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging" / "vendor"))
import elf  # noqa: E402
import macho  # noqa: E402

PROCESSORS = {"x86_64": (macho.X86_64, "x86_64-macos"), "aarch64": (macho.ARM64, "arm64-macos")}
SYSTEM = "/usr/lib/libSystem.B.dylib"
OLDEST = 11 << 16  # the version of macOS that the stubs are of, in the upper half
# In Mach-O, where a library's own name is never another library's.
SECOND_NAMES = {"ks_chess_local": "ks_chess_pieces"}


class Faults(list):
    def expect(self, holds, text):
        if not holds:
            self.append(text)


# ---- Headers ----


def check_headers(image, kind, processor, faults):
    path = image.path
    faults.expect(image.processor == processor, f"{path}: it is for processor {image.processor:#x}")
    faults.expect(image.kind == kind, f"{path}: expected the kind {kind}, found {image.kind}")
    faults.expect(image.flags & macho.TWO_LEVEL, f"{path}: names are not bound to libraries")
    if kind == macho.EXECUTE:
        faults.expect(image.flags & macho.POSITION_INDEPENDENT, f"{path}: it has fixed addresses")
    for segment in image.segments:
        for access in segment.access, segment.most_access:
            faults.expect(
                access & (macho.WRITE | macho.RUN) != macho.WRITE | macho.RUN,
                f"{path}: {segment.name} may be written and run",
            )
    faults.expect([name for name, *_ in image.libraries] == [SYSTEM], f"{path}: it needs {image.libraries}")
    at = image.commands.get(macho.LC_BUILD_VERSION)
    platform, least = (int.from_bytes(image.data[at + n :][:4], "little") for n in (8, 12)) if at else (0, 0)
    faults.expect(platform == macho.MACOS, f"{path}: it is for the platform {platform}, not for macOS")
    faults.expect(least >> 16 == OLDEST >> 16, f"{path}: it needs macOS {least >> 16}, not {OLDEST >> 16}")
    faults.expect(
        processor != macho.ARM64 or macho.LC_CODE_SIGNATURE in image.commands,
        f"{path}: it has no signature, without which nothing runs on Apple silicon",
    )


def check_name(image, version, faults):
    """The install name and the versions of the library."""
    at = image.commands.get(macho.LC_ID_DYLIB)
    name, current, compatible = image.library_at(at) if at else ("none", None, None)
    major = version[0]
    faults.expect(
        re.fullmatch(r"/.*/libkingscan\.\d+\.dylib", name) and Path(image.path).name == Path(name).name,
        f"{image.path}: its install name is {name}",
    )
    faults.expect(current == version, f"{image.path}: its version is {current}, not {version}")
    faults.expect(compatible == (major, 0, 0), f"{image.path}: it is compatible from {compatible} on")


# ---- Names ----


def read_stubs(path, target):
    """All that the system's library has on a processor, and the libraries that it hands on."""

    class Loader(yaml.CSafeLoader):
        pass

    Loader.add_constructor("!tapi-tbd", lambda loader, node: loader.construct_mapping(node, deep=True))
    names = set()
    for library in yaml.load_all(Path(path).read_text(), Loader):
        for group in library.get("exports", []) + library.get("reexports", []):
            if target in group["targets"]:
                for kind in "symbols", "weak-symbols", "thread-local-symbols":
                    names.update(group.get(kind, []))
    return names


def check_undefined(image, stubs, faults):
    undefined = [symbol for symbol in image.symbols if symbol.undefined]
    for symbol in undefined:
        faults.expect(symbol.name in stubs, f"{image.path}: macOS has no {symbol.name}")
        faults.expect(symbol.library == 1, f"{image.path}: {symbol.name} is looked for in the library {symbol.library}")
    return len(undefined)


def ask_llvm(image_path, question):
    """Returns the lines that LLVM's reader of Mach-O prints."""
    text = subprocess.run(
        ["llvm-objdump-19", "--macho", question, image_path], check=True, capture_output=True, text=True
    ).stdout
    return [line.split() for line in text.splitlines() if "0x" in line]


def check_exported(image, wanted, faults):
    found = {line[-1] for line in ask_llvm(image.path, "--exports-trie")}
    for name in sorted(found - wanted):
        faults.append(f"{image.path}: it exports {name}, which packaging/debian/ does not list")
    for name in sorted(wanted - found):
        faults.append(f"{image.path}: it does not export {name}")
    return len(found)


def exported_names(path):
    return {"_" + name for name in re.findall(r"^ (ks_[a-z0-9_]+)@", Path(path).read_text(), re.MULTILINE)}


# ---- Relocations ----


def check_text_is_constant(image, faults):
    """Checks that the loader changes segments only that may be written. (dyld refuses others on arm64.)"""
    changed = 0
    for question in "--rebase", "--bind", "--lazy-bind", "--weak-bind":
        for segment, *_ in ask_llvm(image.path, question):
            changed += 1
            faults.expect(segment.startswith("__DATA"), f"{image.path}: the loader would change {segment}")
    return changed


def check_archive(path, processor, faults):
    """No object of the library has an address in its code or in its constants."""
    count = 0
    for image in macho.members(path):
        count += 1
        faults.expect(image.processor == processor, f"{image.path}: it is for processor {image.processor:#x}")
        for section in image.sections:
            if section.segment == "__TEXT":
                subtracted = {r.offset for r in section.relocations if r.kind == macho.SUBTRACTOR[processor]}
                faults.expect(
                    all(r.kind != macho.UNSIGNED or r.offset in subtracted for r in section.relocations),
                    f"{image.path}: there are addresses in {section.name}",
                )
    return count


# ---- Code ----

# Sections of the two formats. (Data has other names where it has addresses, and the kernels have none.)
SAME_SECTIONS = {".text": ("__TEXT", "__text"), ".rodata": ("__TEXT", "__const")}
PC32, PLT32 = 2, 4
WORD = 4
UNASKED = 4  # NASM aligns the constants of ELF so where a source does not ask for more


def elf_target(relocation):
    """A relocated word of ELF gives the distance to a name, or to a section, and a number of bytes from there. The
    distance is counted from the word."""
    symbol, addend = relocation.symbol, relocation.addend + WORD
    if symbol.section and symbol.binding == elf.LOCAL:
        base = 0 if symbol.kind == elf.SECTION else symbol.value
        return symbol.section, base + addend
    return SECOND_NAMES.get(symbol.name, symbol.name), addend


def macho_target(image, section, relocation):
    """The same of Mach-O, by ELF's names."""
    word = int.from_bytes(section.data[relocation.offset :][:WORD], "little", signed=True)
    symbol = relocation.symbol
    if symbol and (symbol.undefined or symbol.external):
        return symbol.name[1:], word
    target = image.sections[(symbol.section if symbol else relocation.section) - 1]
    name = next((name for name, pair in SAME_SECTIONS.items() if pair == (target.segment, target.name)), target.name)
    if symbol:  # NASM names its own labels
        return name, symbol.value - target.address + word
    return name, section.address + relocation.offset + WORD + word - target.address


def without(data, offsets):
    """The bytes without the words at these places."""
    kept = bytearray(data)
    for offset in offsets:
        kept[offset : offset + WORD] = bytes(WORD)
    return bytes(kept)


def compare_code(ours, theirs, faults):
    """ours: an object of macOS; theirs: that of Linux, from the same source. Returns the number of equal bytes."""
    equal = 0
    for name, pair in SAME_SECTIONS.items():
        a, b = ours.section(*pair), next((s for s in theirs.sections if s.name == name and s.size), None)
        if not a or not a.size or not b:
            faults.expect((not a or not a.size) == (not b), f"{ours.path}: it and {name} of Linux: one is missing")
            continue
        wanted = theirs.relocations.get(name, [])
        kinds = all(r.kind in (macho.SIGNED, macho.BRANCH) and r.relative and r.length == WORD for r in a.relocations)
        faults.expect(kinds and all(r.kind in (PC32, PLT32) for r in wanted), f"{ours.path}: unknown relocations")
        places = [r.offset for r in a.relocations]
        faults.expect(places == [r.offset for r in wanted], f"{ours.path}: {name} is relocated at other places")
        faults.expect(
            a.align == b.align or b.align == UNASKED, f"{ours.path}: {name} is aligned to {a.align}, not to {b.align}"
        )
        faults.expect(
            without(a.data, places) == without(b.data, places),
            f"{ours.path}: {name} has other bytes than that of Linux",
        )
        if places == [r.offset for r in wanted]:
            for r, w in zip(a.relocations, wanted):
                found, expected = macho_target(ours, a, r), elf_target(w)
                faults.expect(found == expected, f"{ours.path}: {name}+{r.offset:#x}: {found}, not {expected}")
        equal += a.size
    check_names(ours, theirs, faults)
    return equal


def check_names(ours, theirs, faults):
    """Each name of Linux is the same place of the same section."""
    found = {}
    for symbol in ours.symbols:
        if symbol.external and not symbol.undefined:
            faults.expect(symbol.private, f"{ours.path}: others than the library see {symbol.name}")
            home = ours.sections[symbol.section - 1]
            found[symbol.name[1:]] = ((home.segment, home.name), symbol.value - home.address)
    wanted = {
        symbol.name: (SAME_SECTIONS.get(symbol.section), symbol.value)
        for symbol in theirs.named_places()
        if symbol.section and symbol.binding == elf.GLOBAL
    }
    faults.expect(
        found == wanted, f"{ours.path}: its names are at other places: {set(found.items()) ^ set(wanted.items())}"
    )


def find_linked(image, ours, faults):
    """The code of an object stands in the linked file, once, but for relocated words."""
    section = ours.section("__TEXT", "__text")
    if not section or not section.size:
        return
    pattern, done = b"", 0
    for relocation in section.relocations:
        pattern += re.escape(section.data[done : relocation.offset]) + b"." * WORD
        done = relocation.offset + WORD
    pattern += re.escape(section.data[done:])
    count = len(re.findall(pattern, image.section("__TEXT", "__text").data, re.DOTALL))
    faults.expect(count == 1, f"{image.path}: the code of {ours.path} is found {count} times")


def check_assembly(folder, theirs, images, faults):
    """Compares all objects of assembly, and finds them in the linked files. Returns how many, and the bytes."""
    names = sorted(path.relative_to(theirs) for path in Path(theirs).glob("asm/**/*.o"))
    faults.expect(names, f"{theirs}: there are no objects of assembly")
    equal = 0
    for name in names:
        ours = macho.read(folder / "obj" / name)
        equal += compare_code(ours, elf.Object(Path(theirs) / name), faults)
        for image in images:
            find_linked(image, ours, faults)
    return len(names), equal


# ---- The whole ----


def version_of_header():
    text = (Path(__file__).resolve().parents[2] / "include/kingscan/check.h").read_text()
    return tuple(int(re.search(rf"KS_VERSION_{part} *(\d+)", text)[1]) for part in ("MAJOR", "MINOR", "PATCH"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--processor", required=True, choices=PROCESSORS)
    parser.add_argument("--folder", required=True, type=Path)
    for name in "--stubs", "--exported":
        parser.add_argument(name, required=True)
    parser.add_argument("--objects")
    args = parser.parse_args()
    faults = Faults()
    processor, target = PROCESSORS[args.processor]
    stubs = read_stubs(args.stubs, target)
    library = macho.read(next(args.folder.glob("libkingscan.[0-9]*.dylib")))
    program = macho.read(args.folder / "kingscan")
    check_headers(library, macho.DYLIB, processor, faults)
    check_headers(program, macho.EXECUTE, processor, faults)
    check_name(library, version_of_header(), faults)
    undefined = [check_undefined(image, stubs, faults) for image in (library, program)]
    exported = check_exported(library, exported_names(args.exported), faults)
    changed = [check_text_is_constant(image, faults) for image in (library, program)]
    count = check_archive(args.folder / "libkingscan.a", processor, faults)
    lines = [
        f"{undefined[0]} and {undefined[1]} names of macOS, {exported} exported names, {count} objects in the archive",
        f"{changed[0]} and {changed[1]} words that the loader changes, all of them data",
    ]
    if args.objects:
        objects, equal = check_assembly(args.folder, args.objects, (library, program), faults)
        lines.append(f"{objects} objects of assembly, {equal} bytes as those of Linux")
    for fault in faults:
        print(fault)
    if not faults:
        print(*(f"{args.processor}: {line}" for line in lines), sep="\n")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
