"""Bends the instructions of a function by chance, for attack.py: the kinds of mutation.

Each takes (chance, source, instructions) and returns (what is bent, the lines of each instruction for GNU as). Inserted
instructions come from insertions.txt.
"""
import functools
import random
import re
from pathlib import Path

import forms
import to_gas
from source import Instruction, all_lines, size_of, table_of
from trusted.forms import FORMS

INSERTIONS = [
    line for line in Path(__file__).with_name("insertions.txt").read_text().splitlines() if line and line[0] != "#"
]
NUMBER = re.compile(r"\b0x([0-9a-f]+)")
GENERAL = [
    "rax eax ax al",
    "rcx ecx cx cl",
    "rdx edx dx dl",
    "rbx ebx bx bl",
    "rsi esi si sil",
    "rdi edi di dil",
    "rbp ebp bp bpl",
    *(f"r{i} r{i}d r{i}w r{i}b" for i in range(8, 16)),
]
GENERAL = [names.split() for names in GENERAL]
WIDTH_OF = {name: width for names in GENERAL for width, name in enumerate(names)}
NAMES_OF = {name: names for names in GENERAL for name in names}
CODES = list(range(16)) + [0x10, 0x1D, 0x80, 0xF5]
CHOSEN = "chosen_when_loaded"  # a function that the dynamic linker chooses
# Sections for copies of constants and of addresses. The last two are writable, with names that begin as those of
# constant ones do.
SECTIONS = {
    "constant": '.section .rodata,"a"',
    "relro": '.section .data.rel.ro,"aw"',
    "data": '.section .data,"aw"',
    "rodataw": '.section .rodataw,"aw"',
    "gotten": '.section .gotten,"aw"',
}


class CannotBend(Exception):
    """A kind of mutation that this function has no place for."""


def any_instruction(chance, instructions, fits=lambda i: True):
    found = [i for i, instruction in enumerate(instructions) if fits(instruction)]
    if not found:
        raise CannotBend
    return chance.choice(found)


def drop(chance, source, instructions):
    lines, i = all_lines(instructions), any_instruction(chance, instructions)
    lines[i] = []
    return f"{i}: {instructions[i].text}", lines


def double(chance, source, instructions):
    lines, i = all_lines(instructions), any_instruction(chance, instructions)
    lines[i] = lines[i] * 2
    return f"{i}: {instructions[i].text}", lines


def exchange(chance, source, instructions):
    lines, i = all_lines(instructions), chance.randrange(len(instructions) - 1)
    if lines[i] == lines[i + 1]:
        raise CannotBend
    lines[i], lines[i + 1] = lines[i + 1], lines[i]
    return f"{i}: {instructions[i].text}, {instructions[i + 1].text}", lines


def with_bit(parts, at, bit):
    """The parts of an instruction with a bit of the byte `at` changed; of a relocated word, its addend."""
    bent, begin = [], 0
    for part in parts:
        size = to_gas.RELOCATED_BYTES if isinstance(part, str) else len(part)
        if begin <= at < begin + size:
            k = at - begin
            if isinstance(part, str):
                part += f" + {1 << (8 * k + bit) % 18}"
            else:
                part = part[:k] + bytes([part[k] ^ 1 << bit]) + part[k + 1 :]
        bent.append(part)
        begin += size
    return bent


def bend(instructions, i, at, bit):
    lines = all_lines(instructions)
    lines[i] = list(Instruction("", with_bit(instructions[i].parts, at, bit)).lines())
    return f"{i}: {instructions[i].text}: byte {at}, bit {bit}", lines


def any_bit(chance, source, instructions):
    i = any_instruction(chance, instructions, lambda i: i.parts)
    return bend(instructions, i, chance.randrange(size_of(instructions[i])), chance.randrange(8))


def place_of_number(instruction):
    """The bytes of a displacement or a constant."""
    if instruction.relocated:
        begin = len(instruction.parts[0])
        return range(begin, begin + to_gas.RELOCATED_BYTES)
    raw = b"".join(instruction.parts)
    for found in NUMBER.findall(instruction.text):
        for width, behind in (4, 0), (1, 0), (4, 1), (1, 1):
            value = (int(found, 16) & (1 << 8 * width) - 1).to_bytes(width, "little")
            begin = len(raw) - width - behind
            if begin > 0 and raw[begin : begin + width] == value:
                return range(begin, begin + width)
    return ()


def constant(chance, source, instructions):
    i = any_instruction(chance, instructions, place_of_number)
    return bend(instructions, i, chance.choice(place_of_number(instructions[i])), chance.randrange(8))


def as_text(chance, instructions, change):
    """One instruction written anew."""
    i = any_instruction(
        chance, instructions, lambda i: i.parts and not i.relocated and change(random.Random(0), i.text)
    )
    text = change(chance, instructions[i].text)
    if text in (None, instructions[i].text):
        raise CannotBend
    lines = all_lines(instructions)
    lines[i] = ["\t" + text]
    return f"{i}: {instructions[i].text}: {text}", lines


def other_form(chance, text):
    """The same in another width, encoding or kind of element."""
    ways = [
        lambda t: t.replace("ymm", "xmm").replace("YMMWORD", "XMMWORD"),
        lambda t: t.replace("xmm", "ymm").replace("XMMWORD", "YMMWORD"),
        lambda t: t.replace("zmm", "ymm").replace("ZMMWORD", "YMMWORD"),
        lambda t: t.replace("ymm", "zmm").replace("YMMWORD", "ZMMWORD"),
        lambda t: re.sub(r"^(v?p\w+|vmov\w+|k\w+?)[bwdq]\b", lambda m: m[1] + chance.choice("bwdq"), t),
        lambda t: t.replace("movdqu ", "movdqa ") if "movdqu " in t else t.replace("movdqa ", "movdqu "),
        lambda t: re.sub(r"\{z\}", "", t) if "{z}" in t else re.sub(r"\{k\d\}", "", t),
        lambda t: re.sub(r"\{k\d\}", f"{{k{chance.randrange(1, 8)}}}", t),
        lambda t: re.sub(r"^(p\w+) (xmm\d+),", r"v\1 \2,\2,", t),
        lambda t: re.sub(r"^v(p\w+) (xmm\d+),\2,", r"\1 \2,", t),
        lambda t: with_width(t, lambda width: chance.randrange(4), all_of_them=True),
        lambda t: with_width(t, lambda width: chance.randrange(4), all_of_them=False),
        lambda t: re.sub(r"^(set|cmov|j)\w+", lambda m: m[1] + chance.choice("e ne b ae s ns be a l ge".split()), t),
        lambda t: re.sub(r"^\w+", chance.choice("add sub and or xor cmp test mov adc sbb".split()), t),
    ]
    found = sorted({way(text) for way in ways} - {text})
    return chance.choice(found) if found else None


def with_width(text, choose, all_of_them):
    width = choose(0)
    changed = re.sub(
        r"\b(\w+)\b",
        lambda m: NAMES_OF[m[1]][width] if m[1] in NAMES_OF else m[1],
        text.split("[")[0] if "[" in text else text,
        count=0 if all_of_them else 2,
    )
    return changed + text[len(text.split("[")[0]) :] if "[" in text else changed


def other_register(chance, text):
    def other(match):
        name = match[0]
        if name in WIDTH_OF:
            return chance.choice(GENERAL)[WIDTH_OF[name]]
        return match[1] + str(
            chance.randrange(1, 8) if match[1] == "k" else chance.randrange(32 if "zmm" in text else 16)
        )

    names = [m for m in re.finditer(r"\b([xyz]mm|k)(\d+)\b|\b\w+\b", text) if m[1] or m[0] in WIDTH_OF]
    if not names:
        return None
    match = chance.choice(names)
    return text[: match.start()] + other(match) + text[match.end() :]


def form(chance, source, instructions):
    return as_text(chance, instructions, other_form)


def register(chance, source, instructions):
    return as_text(chance, instructions, other_register)


def way(chance, source, instructions):
    """Another condition, or another place to go to."""
    i = any_instruction(chance, instructions, lambda i: isinstance(i.target, int))
    old, lines = instructions[i], all_lines(instructions)
    mnemonic, to = old.text, old.target
    if chance.randrange(2) and mnemonic not in ("jmp", "call"):
        mnemonic = chance.choice("je jne jb jae jbe ja js jns jo jmp jl jge jp".split())
    else:
        to = min(len(lines) - 1, max(0, to + chance.choice((-3, -2, -1, 1, 2, 3))))
    if (mnemonic, to) == (old.text, old.target):
        raise CannotBend
    lines[i] = [f"\t{mnemonic} {{L}}_{to}"]
    return f"{i}: {old.text} {old.target}: {mnemonic} {to}", lines


def filled_in(chance, source, text):
    def value(match):
        key, names = match[1], chance.choice(GENERAL)
        return {
            "r": names[0],
            "d": names[1],
            "w": names[2],
            "b": names[3],
            "v": str(chance.randrange(16)),
            "k": str(chance.randrange(1, 8)),
            "n": str(chance.choice((0, 1, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64))),
            "8n": str(8 * chance.randrange(1, 20)),
            "frame": str(8 * chance.randrange(1 << chance.randrange(1, 17)) + 8),
            "index": str(chance.choice((-1, 1)) * chance.getrandbits(chance.choice((4, 6, 7, 10, 16, 32, 63)))),
            "far": str(
                chance.choice((-1, 1)) * (1 << chance.choice((29, 32, 58, 60, 61, 63))) + chance.randrange(-64, 64)
            ),
            "board": f"rdi + {chance.randrange(64)}",
            "code": str(chance.choice(CODES)),
            "table": f"[rip + {table_of(chance.choice(source.tables)) if source.tables else '0'}]",
        }[key]

    text = re.sub(r"(?<!\{)\{(8?\w+)\}(?!\})", value, text)
    return text.replace("{{", "{").replace("}}", "}")


def insert(chance, source, instructions):
    lines, i = all_lines(instructions), any_instruction(chance, instructions)
    text = filled_in(chance, source, chance.choice(INSERTIONS))
    lines[i] = ["\t" + part.strip() for part in text.split(";")] + lines[i]
    return f"{i}: before {instructions[i].text}: {text}", lines


def table(chance, source, instructions):
    """Another table than the one meant."""
    i = any_instruction(chance, instructions, lambda i: i.relocated)
    lines, old = all_lines(instructions), next(p for p in instructions[i].parts if isinstance(p, str))
    new = chance.choice(source.tables)
    if new == old:
        raise CannotBend
    lines[i] = [line.replace(old, new) for line in lines[i]]
    return f"{i}: {instructions[i].text}: {new} for {old}", lines


def relocation(chance, source, instructions):
    """The same table by another way: through a word that the dynamic linker fills, or as a copy elsewhere; or a call of
    what the dynamic linker chooses."""
    if not chance.randrange(8):
        lines, i = all_lines(instructions), any_instruction(chance, instructions)
        called = chance.choice(("clobbers_rbx", CHOSEN, "harmless"))
        lines[i] = [f"\tcall {called}" + chance.choice(("", "@PLT"))] + lines[i]
        return f"{i}: before {instructions[i].text}: call {called}", lines
    i = any_instruction(chance, instructions, lambda i: i.relocated)
    lines, old = all_lines(instructions), next(p for p in instructions[i].parts if isinstance(p, str))
    home, k = chance.choice(sorted(SECTIONS)), source.tables.index(old)
    address = re.match(r"lea +(\w+),", instructions[i].text)
    if address and home != "constant" and chance.randrange(3):
        lines[i] = [f"\tmov {address[1]}, [rip + {home}_address_{k}]"]
    elif address and " " not in table_of(old):
        lines[i] = [f"\tmov {address[1]}, [rip + {table_of(old)}@GOTPCREL]"]
    elif source.constant(old) is not None:
        lines[i] = [line.replace(old, f"{home}_copy_{k} - 4 - .") for line in lines[i]]
    else:
        raise CannotBend
    return f"{i}: {instructions[i].text}: by {lines[i][-1].strip()}", lines


# ---- Instructions of other processors ----

# {kernel: forms that its tier, of c/core/processor/tiers.def, does not promise}. All forms of AVX-512 come on top.
OTHERS = {
    "scan": "pshufb x x; vpxor x x x; vpaddb y y y; popcnt r32 r32; andn r32 r32 r32; pmulld x x",
    "ssse3": "vpxor x x x; vpand y y y; popcnt r64 r64; blsr r32 r32; bzhi r64 r64 r64; pmulld x x; vptest y y",
    "avx2": "kmovw k r32; kmovb k r32; kortestw k k; kortestb k k; korq k k k; kxorq k k k; ktestq k k",
    "avx512": "vpmadd52luq z z z evex; vpmadd52luq y y y evex; vpmadd52luq x x x evex",
}
TWINS = {
    **{name: [name + "d", name + "q"] for name in ("vpand", "vpor", "vpxor", "vpandn")},
    "vmovdqa": ["vmovdqa32", "vmovdqa64"],
    "vmovdqu": ["vmovdqu8", "vmovdqu16", "vmovdqu32", "vmovdqu64"],
    "vbroadcasti128": ["vbroadcasti32x4"],
    "vinserti128": ["vinserti32x4"],
}


@functools.cache
def forms_of_avx512():
    return [form for form, why in FORMS.items() if form.endswith(" evex") and why is None]


def twin(chance, text):
    """An instruction of AVX2 in the encoding of AVX-512."""
    mnemonic, _, operands = text.partition(" ")
    return f"{{evex}} {chance.choice(TWINS.get(mnemonic, [mnemonic]))} {operands}" if mnemonic[0] == "v" else None


def other_processor(chance, source, instructions):
    kernel = source.kernel
    if kernel == "avx2" and chance.randrange(2):
        return as_text(chance, instructions, twin)
    lines, i = all_lines(instructions), any_instruction(chance, instructions)
    own = OTHERS[kernel].split("; ")
    form = chance.choice(own if kernel == "avx512" or not chance.randrange(3) else forms_of_avx512())
    text = forms.text_of(chance, form, lambda *_: f"rsp - {64 - chance.randrange(64)}")
    text = re.sub(r"mm(\d+)", lambda m: f"mm{int(m[1]) % 16}", text)
    lines[i] = ["\t" + text] + lines[i]
    return f"{i}: before {instructions[i].text}: {text}", lines


OTHER_PROCESSOR = "an instruction of another processor"
BENDS = {
    OTHER_PROCESSOR: other_processor,
    "an instruction dropped": drop,
    "an instruction doubled": double,
    "two neighbours exchanged": exchange,
    "a bit of an instruction": any_bit,
    "a bit of a constant or displacement": constant,
    "another width or form": form,
    "another register": register,
    "another condition or target": way,
    "instructions inserted": insert,
    "another table": table,
    "another relocation or section": relocation,
}
WEIGHTS = dict(zip(BENDS, (6, 2, 2, 2, 4, 3, 3, 3, 1, 8, 1, 2)))  # how often
