#!/usr/bin/env python3
"""Writes instances of forms of instructions (trusted/forms.py), and lists the forms that the model takes.

    tests/proof/forms.py >tests/proof/trusted/forms.txt

tries all combinations of operands for each mnemonic that the model knows, and prints the forms that the assembler
has, and that the model takes and answers as this processor does. Those that it answers otherwise go to standard error:
they are wrong models. Run it on a processor that has everything in trusted/vectors.py.
"""
import itertools
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from trusted import image
from trusted.forms import form_of
from trusted.image import GENERAL, REGISTERS, Image
from trusted.semantics import semantics

SIZES = {"": "", **{str(bits): f"{name} ptr " for name, bits in image.SIZES.items()}}
NAMES = {}  # {(bits, first bit): names}
for name, r in REGISTERS.items():
    NAMES.setdefault((r.bits, r.at), []).append(name)
FREE = [r for r in GENERAL if r != "rsp"]
OLD = "rax rcx rdx rbx".split()
CODES = (0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 33, 63, 64, 0x80, 0xF5)
PADDING = 96  # bytes behind a jump, which is its target


def any_place(rng, registers, is_first):
    """A place in memory. (The comparison watches writes to its own memory alone.)"""
    one, other = rng.sample(registers, 2)
    places = (
        lambda: f"{one} + {rng.choice((1, 5, 16, 32, 48))}",
        lambda: one,
        lambda: f"{one} + {other} * {rng.choice((1, 2, 4, 8))} + {16 * rng.randrange(4)}",
        lambda: f"rip + {0x800 + 64 * rng.randrange(4)}",
    )
    return rng.choice(places[: 3 if is_first else 4])()


def operand(rng, kind, evex, is_first, place, registers):
    """place: as any_place. registers: those that may be operands, or parts of an address."""
    base, mask = kind.split("{")[0], "{" in kind
    suffix = (f"{{k{rng.randrange(1, 8)}}}" if mask else "") + ("{z}" if kind.endswith("{z}") else "")
    if base[0] in "rh":
        bits = int(base[1:])
        at = 8 if base[0] == "h" else 0
        names = [name for name in NAMES[bits, at] if REGISTERS[name].name in registers]
        return rng.choice(names)
    if base in ("x", "y", "z"):
        return f"{base}mm{rng.randrange(32 if evex else 16)}{suffix}"
    if base == "k":
        return f"k{rng.randrange(8)}{suffix}"
    if base == "i":
        return str(rng.choice(CODES))
    if base == "t":
        return "1f"
    size = f"{'dq'[base == 'm64b']}word bcst " if base.endswith("b") else SIZES[base[1:]]
    return f"{size}[{place(rng, registers, is_first)}]"


def text_of(rng, form, place=any_place, registers=FREE):
    """One instance of a form, for GNU as. Operands beside ah and the like need registers without a REX prefix."""
    mnemonic, *kinds = form.split()
    evex = kinds[-1:] == ["evex"]
    kinds = kinds[:-1] if evex else kinds
    registers = OLD if "h8" in kinds else registers
    operands = [operand(rng, kind, evex, i == 0, place, registers) for i, kind in enumerate(kinds)]
    if mnemonic in ("shl", "shr", "sar") and kinds[1:] == ["r8"]:
        operands[1] = "cl"
    for i in range(1, len(operands)):  # instructions may treat equal registers in their own way
        if kinds[i] == kinds[i - 1] and kinds[i][0] in "rxyz" and not rng.randrange(4):
            operands[i] = operands[i - 1]
    return "{evex} " * evex + f"{mnemonic} {', '.join(operands)}"


def assemble(texts, folder):
    """A library with these instructions, and the numbers of those that the assembler takes, in order."""
    source, obj, library = (str(Path(folder, f"forms.{kind}")) for kind in ("s", "o", "so"))
    good = list(range(len(texts)))
    while True:
        lines = [".intel_syntax noprefix", ".globl forms", "forms:"]
        first = len(lines)
        for i in good:
            lines.append(texts[i] + (f"; .fill {PADDING}, 1, 0x90; 1:" if "1f" in texts[i] else ""))
        Path(source).write_text("\n".join(lines) + "\nforms_end: ret\n.fill 4096, 1, 0x90\n")
        ran = subprocess.run(["as", "-o", obj, source], capture_output=True, text=True)
        wrong = {int(n) - 1 - first for n in re.findall(r":(\d+): (?:Error|Warning)", ran.stderr)}
        if not wrong:
            break
        good = [i for k, i in enumerate(good) if k not in wrong]
    command = ["gcc", "-shared", "-nostartfiles", "-nostdlib", "-o", library, obj]
    subprocess.run(command, check=True)
    return Image(library), good


def instances(forms, each, seed=1):
    """(image, {form: [(address, instruction), ...]}): instances that both disassemblers read as the form."""
    rng, texts, owner = random.Random(seed), [], []
    for form in forms:
        for _ in range(each):
            texts.append(text_of(rng, form, registers=GENERAL))
            owner.append(form)
    with tempfile.TemporaryDirectory() as folder:
        library, good = assemble(texts, folder)
        library.path = str(Path(folder, "forms.so"))
        found, at = {form: [] for form in forms}, library.symbol("forms")
        for i in good:
            instruction, length = read_at(library, at)
            if instruction and form_of(instruction) == owner[i]:
                found[owner[i]].append((at, instruction))
            at += length + (PADDING if "1f" in texts[i] else 0)
    return library, found


def read_at(library, at):
    """(the instruction, its length); None for one that the disassemblers do not agree on."""
    try:
        instruction = library.instruction(at)
        return instruction, instruction.length
    except (ValueError, AttributeError):
        (gnu, _), _ = library.listings[library.routine_at(at)]
        return None, len(gnu[at][0]) // 2


# ---- All forms that there may be ----

OF_THREADS = ["mov r64 fs", "sub r64 fs", "cmp r64 fs"]
OF_PROCESSORS = ["cpuid", "xgetbv"]
OF_CHOICE = ["cmpxchg m64 r64"]

GENERALS = "r8 h8 r16 r32 r64 m m8 m16 m32 m64 i".split()
LEGACY = "x r32 r64 m32 m64 m128 i".split()
FIRST = "x x{k} x{z} y y{k} y{z} z z{k} z{z} k k{k} r32 r64 m32 m64 m128 m256 m512".split()
SECOND = "x y z k r32 r64 m8 m16 m32 m64 m128 m256 m512 m32b m64b".split()
THIRD = "x y z m64 m128 m256 m512 m32b m64b i".split()
FOUR = "vpternlogq vinserti128 vinserti32x4 vpblendd vgf2p8affineqb".split()
MASKED = "k r32 r64 m8 m16 m64".split()
ALONE = "cdqe ret vzeroupper nop endbr64 endbr32".split()


def combinations(mnemonic):
    if mnemonic in ALONE:
        return [()]
    if mnemonic[0] == "j" or mnemonic == "call":
        return [("t",), ("m64",), ("r64",)]
    if mnemonic[0] == "k":
        return itertools.chain(itertools.product(MASKED, repeat=2), itertools.product(["k"], repeat=3))
    if mnemonic[0] == "v":
        two, three = itertools.product(FIRST, SECOND), itertools.product(FIRST, SECOND, THIRD)
        four = itertools.product(FIRST, SECOND, THIRD, ["i"]) if mnemonic in FOUR else ()
        plain = list(itertools.chain(two, three, four))
        return plain + [kinds + ("evex",) for kinds in plain]
    found = [kinds for n in (1, 2, 3) for kinds in itertools.product(GENERALS, repeat=n)]
    return found + [kinds for n in (2, 3) for kinds in itertools.product(LEGACY, repeat=n)]


def main():
    from processor import UNTESTED, Comparison

    comparison = Comparison()
    print("# The forms of instructions that the model takes, as tests/proof/forms.py lists them.")
    for form in OF_THREADS:
        print(f"- {form}: a thread's own memory")
    for form in OF_PROCESSORS:
        print(f"- {form}: processors differ")
    for form in OF_CHOICE:
        print(f"- {form}: the proof of the choice alone knows it, on pointers")
    for mnemonic in sorted(semantics):
        forms = list(dict.fromkeys(" ".join((mnemonic, *kinds)) for kinds in combinations(mnemonic)))
        library, found = instances(forms, 6)
        forms = [form for form in forms if found[form]]
        if mnemonic in UNTESTED:
            for form in forms:
                print(f"- {form}: it has no result of its own")
            continue
        library, found = instances(forms, 8, seed=2)
        for form in forms:
            compared, difference = comparison.compare(library, found[form], 2)
            if difference:
                print(f"{form}: {difference}", file=sys.stderr)
            elif compared:
                print(form)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
