"""The single-line mutants of NASM and of C.

Each operator takes the code of a line, where comments and strings are blanked out, and yields replacements:
(begin, end, new text). The compilers decide whether a mutant can be built.
"""
import random
import re
from collections import namedtuple
from pathlib import Path

FOLDERS = ("asm", "c/core", "c/rules", "c/variant")
SUFFIXES = (".asm", ".inc", ".c", ".h", ".def")
NOT_IN_THE_LIBRARY = ("c/core/asm_constants.c", "c/core/embed.c", "asm/windows.inc")

# old, new: whole lines without their ends; line: the number of the first, counted from 0.
Mutant = namedtuple("Mutant", "path line old new")


def files():
    for folder in FOLDERS:
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix in SUFFIXES and str(path) not in NOT_IN_THE_LIBRARY:
                yield str(path)


def blank(match):
    return " " * len(match[0])


# ---- Both languages --------------------------------------------------------------------------------------------------

NUMBER = re.compile(r"(?<![\w.%{\"'])(0x[0-9a-fA-F]+|\d+)(?=[uUlL]*\b)(?![\w.}]*[.}])")


def numbers(code, rng):
    """Yields the number plus one, minus one, and with a bit flipped."""
    for match in NUMBER.finditer(code):
        base = 16 if match[1].startswith("0x") else 10
        value = int(match[1], base)
        for other in {value + 1, value - 1, value ^ 1 << rng.randrange(max(value.bit_length(), 1))}:
            if other >= 0:
                yield match.start(1), match.end(1), hex(other) if base == 16 else str(other)


def swapped_words(pairs):
    """Returns an operator that replaces one word by another."""
    others = {}
    for word, *rest in pairs:
        for other in rest:
            others.setdefault(word, []).append(other)
            others.setdefault(other, []).append(word)
    pattern = re.compile(r"\b(?:%s)\b" % "|".join(sorted(map(re.escape, others), key=len, reverse=True)))

    def operator(code, _):
        for match in pattern.finditer(code):
            for other in others[match[0]]:
                yield match.start(), match.end(), other

    return operator


# ---- NASM ------------------------------------------------------------------------------------------------------------

INSTRUCTION = re.compile(r"^\s+(?!align|global|extern|section|default|times|d[bwdq]\b)(\w+)\b")
BENDABLE = re.compile(
    r"^\s*(?:%(?:if|elif|assign|rep|x?define)\b|\w+\s+equ\b|" r"\.?\w*:?\s+(?:times|res[bwdq]|d[bwdq])\b)"
)
DATA = re.compile(r"^\s+d([bq]) (.*\S)")
CONDITION = re.compile(r"\b(j|set|cmov)(n?z|n?e|n?c|n?s|n?[abgl]e?)\b")
OPPOSITE = {"z": "nz", "e": "ne", "c": "nc", "s": "ns", "a": "be", "ae": "b", "g": "le", "ge": "l"}
NEIGHBOUR = {"a": "ae", "b": "be", "g": "ge", "l": "le", "z": "c", "e": "b"}
SIMPLE = re.compile(r"^%?\w+$")
OPERATION = re.compile(r"[A-Z]|p[a-z]+[bwdq]$|por$|pand$|pxor$|pandn$")  # as an operand of ON_SLOTS and similar macros
MNEMONICS = swapped_words(
    [
        ("add", "sub"),
        ("and", "or", "xor"),
        ("inc", "dec"),
        ("shl", "shr"),
        ("pand", "por", "pxor", "pandn"),
        ("vpand", "vpor", "vpxor", "vpandn"),
        ("vpandq", "vporq", "vpxorq", "vpandnq"),
        ("andn", "bzhi"),
        ("kandq", "korq", "kxorq", "kandnq"),
        ("psubq", "paddq", "paddb"),
        ("vpsubq", "vpaddq", "vpaddb", "vpsubb"),
        ("psrlw", "psllw"),
        ("vpsrlw", "vpsllw"),
        ("vpsrlq", "vpsllq"),
        ("pcmpeqb", "pcmpgtb"),
        ("vpcmpeqb", "vpcmpgtb"),
        ("tzcnt", "lzcnt", "popcnt"),
        ("bsf", "bsr"),
        ("blsr", "blsi", "blsmsk"),
        ("movzx", "movsx"),
        ("bts", "btr"),
        ("vptestmb", "vptestnmb"),
        ("vpminub", "vpmaxub"),
        ("COMPARE_LESS", "COMPARE_GREATER"),
        ("CHESS", "SET"),
        ("low_rows", "high_rows"),
        ("upper", "lower"),
    ]
)


def conditions(code, _):
    opposite = OPPOSITE | {b: a for a, b in OPPOSITE.items()}
    neighbour = NEIGHBOUR | {b: a for a, b in NEIGHBOUR.items()}
    for match in CONDITION.finditer(code):
        for other in {opposite.get(match[2]), neighbour.get(match[2])} - {None}:
            yield match.start(2), match.end(2), other


def operands(code):
    """Yields begin, end and text of each operand of an instruction."""
    begin = INSTRUCTION.match(code).end()
    depth = 0
    for at in range(begin, len(code) + 1):
        if at == len(code) or (code[at] == "," and depth == 0):
            text = code[begin:at]
            if text.strip():
                lead = len(text) - len(text.lstrip())
                yield begin + lead, begin + len(text.rstrip()), text.strip()
            begin = at + 1
        elif code[at] in "[{(":
            depth += 1
        elif code[at] in "]})":
            depth -= 1


def displacements(code, rng):
    for begin, end, text in operands(code):
        if re.search(r"(?<!%)\[[^\[\]]*\]$", text):
            yield end - 1, end - 1, rng.choice((" + 1", " + 8", " - 8", " + 32"))


def registers(code, rng, nearby):
    """Yields another operand from nearby lines, and two operands swapped."""
    mine = list(operands(code))
    for begin, end, text in mine:
        others = sorted(other for other in nearby if other != text)
        if is_register(text) and others:
            yield begin, end, rng.choice(others)
    if len(mine) >= 3 and mine[-1][2] != mine[-2][2] and all(is_register(text) for _, _, text in mine[-2:]):
        (begin, _, first), (_, end, second) = mine[-2:]
        yield begin, end, f"{second}, {first}"


def table_entries(code, rng):
    """Flips one bit for one square in a table that a loop writes."""
    match = DATA.match(code)
    if match and "," not in match[2]:
        bit = 1 << rng.randrange({"b": 8, "q": 64}[match[1]])
        yield match.start(2), match.end(2), f"({match[2]}) ^ {bit:#x} * (king == {rng.randrange(64)})"


def mask_nasm(lines):
    return [re.sub(r";.*|\"[^\"]*\"|'[^']*'", blank, line) for line in lines]


def is_register(text):
    return bool(SIMPLE.match(text)) and not text.isdigit() and not OPERATION.match(text)


def family(code):
    """Returns a class of instructions with similar operands: vectors, masks, macros, all others."""
    name = INSTRUCTION.match(code)[1]
    return name if name.isupper() and not name.startswith("ON_") else name[0] if name[0] in "vk" else name.isupper()


def nearby_operands(codes, n):
    """Returns the registers of nearby lines."""
    around = [code for code in codes[max(n - 8, 0) : n + 9] if INSTRUCTION.match(code)]
    return {
        text
        for code in around
        if family(code) == family(codes[n])
        for _, _, text in operands(code)
        if is_register(text)
    }


def bend_nasm(lines, rng_of):
    codes = mask_nasm(lines)
    for n, code in enumerate(codes):
        rng = rng_of(n)
        if INSTRUCTION.match(code):
            yield n, 0, len(lines[n]), ""
            for operator in (conditions, displacements, numbers, MNEMONICS):
                yield from ((n, *change) for change in operator(code, rng))
            yield from ((n, *change) for change in registers(code, rng, nearby_operands(codes, n)))
        elif BENDABLE.match(code):
            for operator in (numbers, MNEMONICS, relations, table_entries):
                yield from ((n, *change) for change in operator(code, rng))


# ---- C ---------------------------------------------------------------------------------------------------------------

TOKEN = re.compile(r"->|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||\+\+|--|[-+|&^]=|[-+*/%&|^~!<>=]")
BINARY = {
    "<": ("<=", ">"),
    "<=": ("<", ">="),
    ">": (">=", "<"),
    ">=": (">", "<="),
    "==": ("!=",),
    "!=": ("==",),
    "&&": ("||",),
    "||": ("&&",),
    "<<": (">>",),
    ">>": ("<<",),
    "&": ("|",),
    "|": ("&", "^"),
    "^": ("|", "&"),
    "+": ("-",),
    "-": ("+",),
    "*": ("+",),
    "/": ("*",),
    "%": ("/",),
}
UNARY = {
    "~": ("",),
    "!": ("",),
    "++": ("--",),
    "--": ("++",),
    "-": ("",),
    "+=": ("-=",),
    "-=": ("+=",),
    "|=": ("&=", "="),
    "&=": ("|=", "="),
    "^=": ("|=", "="),
}
WORDS = swapped_words(
    [
        ("true", "false"),
        ("KS_WHITE", "KS_BLACK"),
        ("KS_KINGSIDE", "KS_QUEENSIDE"),
        ("us", "them"),
        ("from", "to"),
        ("king", "rook"),
        ("file", "row"),
        ("break", "continue"),
        ("file", "rank"),
        ("first", "second"),
        ("KS_WHITE_KING", "KS_WHITE_QUEEN"),
        ("KS_WHITE_PAWN", "KS_BLACK_PAWN"),
    ]
)
DECLARATION = re.compile(r"(?:struct |enum )?\w+(?: \w+)*[ *]+\w+(?:\[.*\])*(?: = .*|, .*)?;$")
IF = re.compile(r"\bif \((.*)\)\s*(?:\{|return\b.*;|break;|continue;)?$")


def relations(code, _):
    for match in TOKEN.finditer(code):
        before = code[: match.start()].rstrip()
        binary = bool(before) and (before[-1].isalnum() or before[-1] in "_)]") and not before.endswith("return")
        if match[0] == "*" and code[match.end() : match.end() + 1] != " ":
            continue  # a pointer's operator
        if match[0] == "%" and code[match.end() : match.end() + 1] != " ":
            continue  # belongs to NASM's preprocessor
        for other in (BINARY if binary and match[0] in BINARY else UNARY).get(match[0], ()):
            yield match.start(), match.end(), other


def negations(code, _):
    match = IF.search(code)
    if match and match[1].count("(") == match[1].count(")"):
        yield match.start(1), match.end(1), f"!({match[1]})"


def is_statement(code, before):
    """Returns whether the line is a removable statement: no declaration, no return, no continued line."""
    text = code.lstrip()
    return (
        code != text
        and text.endswith(";")
        and not text.startswith(("return ", "for ", "static ", "const ", "}"))
        and not DECLARATION.match(text)
        and (not before or before.endswith((";", "{", "}", ")", ":", "else")))
    )


def mask_c(lines):
    text = re.sub(
        r"/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'",
        lambda match: re.sub(r"[^\n]", " ", match[0]),
        "\n".join(lines),
        flags=re.S,
    )
    return text.split("\n")


def bend_c(lines, rng_of):
    codes = mask_c(lines)
    for n, code in enumerate(codes):
        directive = code.lstrip().startswith("#")
        if directive and not code.lstrip().startswith("#define") or "_Static_assert" in code or "assert(" in code:
            continue
        rng = rng_of(n)
        if is_statement(code.rstrip(), codes[n - 1].rstrip() if n else ""):
            yield n, 0, len(lines[n]), ""
        for operator in (relations, numbers, WORDS, negations):
            yield from ((n, *change) for change in operator(code, rng))


# ---- All of them -----------------------------------------------------------------------------------------------------


def mutants_of(path):
    """Yields the mutants of a file, always the same ones for the same text."""
    lines = Path(path).read_text(encoding="utf-8").split("\n")
    bend = bend_nasm if path.endswith((".asm", ".inc")) else bend_c
    seen = set()
    for n, begin, end, text in bend(lines, lambda n: random.Random(f"{path}\n{lines[n]}")):
        new = (lines[n][:begin] + text + lines[n][end:]).rstrip()
        if new != lines[n].rstrip() and (n, new) not in seen:
            seen.add((n, new))
            yield Mutant(path, n, (lines[n],), (new,))
