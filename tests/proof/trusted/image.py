"""Reads the instructions of a linked library, and takes those alone on which two disassemblers agree.

GNU's objdump and LLVM's are programs of different people. An instruction counts only when both find the same bytes, the
same mnemonic and the same operands, and when its bytes are code that nobody writes to (elf.py).
"""
import bisect
import re
import subprocess
from collections import namedtuple

from .elf import Elf

# Operands. Register: name of the whole register, bits, the first of them (8 in ah). Vector: number, bits, the mask
# register or None, whether masked-out elements become 0. Memory: bits, or 0 where the text doesn't say; base 'image'
# with the displacement resolved, base 'thread' for what the register fs points to; broadcast: one element for all.
Register = namedtuple("Register", "name bits at")
Vector = namedtuple("Vector", "number bits mask zeroing")
Mask = namedtuple("Mask", "number mask")
Immediate = namedtuple("Immediate", "value")
Memory = namedtuple("Memory", "bits base index scale displacement broadcast")
Target = namedtuple("Target", "address")

# evex: whether the encoding is that of AVX-512, whatever the operands are.
Instruction = namedtuple("Instruction", "length mnemonic operands evex")

GENERAL = "rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15".split()
REGISTERS = {name: Register(name, 64, 0) for name in GENERAL}
for name in GENERAL[:8]:
    REGISTERS["e" + name[1:]] = Register(name, 32, 0)
    REGISTERS[name[1:]] = Register(name, 16, 0)
for name in GENERAL[8:]:
    for letter, bits in ("d", 32), ("w", 16), ("b", 8):
        REGISTERS[name + letter] = Register(name, bits, 0)
for name, low in zip(GENERAL, "al cl dl bl spl bpl sil dil".split()):
    REGISTERS[low] = Register(name, 8, 0)
for name, high in zip(GENERAL, "ah ch dh bh".split()):
    REGISTERS[high] = Register(name, 8, 8)

VECTORS = {"xmm": 128, "ymm": 256, "zmm": 512}
SIZES = dict(byte=8, word=16, dword=32, qword=64, xmmword=128, ymmword=256, zmmword=512)
CONDITIONS = dict(
    z="e", nz="ne", c="b", nae="b", nb="ae", nc="ae", na="be", nbe="a", nge="l", nl="ge", ng="le", nle="g"
)
ALIASES = {"movabs": "mov", "data16": "nop", "cs": "nop", "notrack": "jmp"}
for other, name in CONDITIONS.items():
    for stem in "j", "set", "cmov":
        ALIASES[stem + other] = stem + name

ADDRESS_REGISTERS = {
    64: re.compile(r"r[a-ds][xpi]|r[bs]p|r[89]|r1[0-5]|rip|riz"),
    32: re.compile(r"e[a-ds][xpi]|e[bs]p|eiz"),
}


CLOSE = 1 << 16  # bytes


class Image(Elf):
    """routines: the addresses at which routines begin, in order."""

    def __init__(self, path, data=None):
        super().__init__(path, data)
        self.listings = {}
        text = self.section(".text")
        self.routines = sorted(self.labels | {text.address, text.address + text.size})

    def routine_at(self, address):
        """The first address of the routine around an address, and the first after it; elsewhere, of a few bytes."""
        i = bisect.bisect_right(self.routines, address)
        return (self.routines[i - 1], self.routines[i]) if 0 < i < len(self.routines) else (address, address + 16)

    def instruction(self, address):
        routine = self.routine_at(address)
        if routine not in self.listings:
            self.listings[routine] = self.disassemble(*routine), {}
        (gnu, llvm), parsed = self.listings[routine]
        if address not in parsed:
            if address not in gnu or address not in llvm:
                raise ValueError(f"{address:#x}: the disassemblers find no instruction here")
            parsed[address] = self.agreed(address, gnu[address], llvm[address])
        return parsed[address]

    def agreed(self, address, gnu, llvm):
        """The instruction that both listings show."""
        (raw, text), (raw_2, text_2) = gnu, llvm
        length = len(raw) // 2
        if not self.is_code(address, length) or self.has_relocation(address, length):
            raise ValueError(f"{address:#x}: code that somebody may write to, or no code")
        for inner in re.findall(r"\[([^\]]*)\]", text):
            for register in re.findall(r"\b[a-z]\w*", inner):
                if not ADDRESS_REGISTERS[self.bits].fullmatch(register):
                    raise ValueError(f'{address:#x}: an address of another width: "{text}"')
        found, found_2 = parse(text, address + length), parse(text_2, address + length)
        if not raw == raw_2 == self.content(address, length).hex() or found != found_2:
            raise ValueError(f'{address:#x}: objdump finds "{text}", llvm-objdump "{text_2}"')
        return Instruction(length, *found, self.bits == 64 and is_evex(bytes.fromhex(raw)))

    def disassemble(self, begin, end):
        window = ["-d", "-M", "intel", f"--start-address={begin:#x}", f"--stop-address={end:#x}", self.path]
        return [self.listing(command + window) for command in (["objdump", "-w"], ["llvm-objdump-19"])]

    def read_ahead(self, addresses):
        """Disassembles the routines around several addresses, and those between, in one go where they lie close."""
        first, last = (self.routine_at(f(addresses)) for f in (min, max))
        routines = [pair for pair in zip(self.routines, self.routines[1:]) if first <= pair <= last]
        unknown = [pair for pair in routines if pair not in self.listings]
        if unknown and unknown[-1][1] - unknown[0][0] <= CLOSE:
            listing = self.disassemble(unknown[0][0], unknown[-1][1])
            self.listings.update({pair: (listing, {}) for pair in unknown})

    def listing(self, command):
        """{address: (bytes in hexadecimal, text)}. One disassembler has the prefix lock in a line of its own."""
        found, lock = {}, None
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0:
            self.unreadable(f"{command[0]} does not read it")
        for line in run.stdout.splitlines():
            match = re.match(r"\s*([0-9a-f]+):\s+((?:[0-9a-f]{2} )*[0-9a-f]{2})\s*\t(.*)", line)
            if match:
                at, raw, text = int(match[1], 16), match[2].replace(" ", ""), match[3]
                if lock is not None:
                    at, raw, text = lock, "f0" + raw, "lock " + text
                lock = at if text.strip() == "lock" else None
                found[at] = raw, text
        return found

    def function(self, name, ends=()):
        """reached_from for a function in which every jump and call has to be understood. ends: names of functions that
        are not followed."""
        return self.reached_from(self.symbol(name), {self.symbol(end) for end in ends}, strict=True)

    def reached_from(self, start, ends=frozenset(), strict=False):
        """{address: instruction} of all that can be reached from an instruction, in the functions it calls too, but not
        in other libraries."""
        found, todo = {}, [start]
        while todo:
            at = todo.pop()
            if at in found or at in ends:
                continue
            found[at] = instruction = self.instruction(at)
            if instruction.mnemonic[0] == "j" or instruction.mnemonic == "call":
                todo += self.targets(at, instruction, strict)
            if instruction.mnemonic not in ("ret", "jmp"):
                todo.append(at + instruction.length)
        return found

    def targets(self, at, instruction, strict):
        """The addresses in the library that a jump or a call may go to."""
        (operand,) = instruction.operands
        if isinstance(operand, Target):
            return [operand.address]
        if isinstance(operand, Memory) and operand.base == "image" and not operand.index:
            slot = operand.displacement
            if slot in self.relocations and self.is_constant(slot, self.bits // 8):
                return [self.relocations[slot]] if isinstance(self.relocations[slot], int) else []
        if strict:
            raise ValueError(f"{at:#x}: a {instruction.mnemonic} to nobody knows where")
        return []


def is_evex(raw):
    """Whether bytes in 64-bit mode begin with 62, after prefixes that may stand before it."""
    return raw.lstrip(b"\x26\x2e\x36\x3e\x64\x65\x66\x67\xf0\xf2\xf3")[:1] == b"\x62"


def parse(text, next_address):
    """(mnemonic, operands)"""
    text = re.sub(r"\s*[#<].*", "", text.strip().lower())
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"^((notrack|bnd|repz) )+(?=(jmp|call|ret)\b)", "", text)
    text = re.sub(r"^lock (?=cmpxchg )", "", text)
    if re.match(r"((data16|cs) )*nop\b|xchg ax, ?ax$", text):
        return "nop", ()
    mnemonic, _, rest = text.partition(" ")
    mnemonic = ALIASES.get(mnemonic, mnemonic)
    if not mnemonic:
        raise ValueError(f"{next_address:#x}: no instruction before this address")
    if (mnemonic[0] == "j" or mnemonic == "call") and re.fullmatch(r"(0x)?[0-9a-f]+", rest):
        return mnemonic, (Target(int(rest, 16)),)
    operands = [operand(x.strip(), next_address) for x in re.split(r",(?![^\[{]*[\]}])", rest)] if rest else []
    if mnemonic in ("shl", "shr", "sar", "rol", "ror") and len(operands) == 1:
        operands.append(Immediate(1))
    if operands and isinstance(operands[-1], Immediate):  # one prints -1 where the other prints 0xffffffff
        bits = getattr(operands[0], "bits", 0) or 64
        if bits > 64:
            bits = 8
        operands[-1] = Immediate(operands[-1].value & (1 << bits) - 1)
    if mnemonic in ("xchg", "test"):  # symmetric, and printed in either order
        operands.sort(key=lambda o: (isinstance(o, Immediate), str(o)))
    return mnemonic, tuple(operands)


def operand(text, next_address):
    mask = re.search(r"\{k(\d)\}", text)
    mask = int(mask[1]) if mask else None
    zeroing, broadcast = "{z}" in text, "bcst" in text or "{1to" in text
    text = re.sub(r"\{[^}]*\}", "", text).strip()
    if text in REGISTERS:
        return REGISTERS[text]
    match = re.fullmatch(r"([xyz]mm)(\d+)", text)
    if match:
        return Vector(int(match[2]), VECTORS[match[1]], mask, zeroing)
    match = re.fullmatch(r"k(\d)", text)
    if match:
        return Mask(int(match[1]), mask)
    if re.fullmatch(r"-?(0x)?[0-9a-f]+", text):
        return Immediate(int(text, 0) & (1 << 64) - 1)
    text = re.sub(r"([df]s:)(0x[0-9a-f]+)$", r"\1[\2]", text)
    match = re.fullmatch(r"(?:(\w+) (?:ptr|bcst) )?(?:([dcef]s):)?\[(.*)\]", text)
    if not match:
        raise ValueError(f"no operand that is known: {text}")
    if mask is not None:
        raise ValueError(f"a masked store: {text}")
    if match[1] and match[1] not in SIZES:
        raise ValueError(f"an operand of an unknown size: {text}")
    found = address(match[3], SIZES[match[1]] if match[1] else 0, broadcast, next_address)
    if match[2] != "fs":
        return found
    if found.base or found.index:
        raise ValueError(f"of a thread, only what lies at a fixed place is known: {text}")
    return found._replace(base="thread")


def address(text, bits, broadcast, next_address):
    base, index, scale, displacement = None, None, 1, 0
    for sign, term in re.findall(r"([+-]?)\s*([^+\-\s]+)", text):
        if "*" in term:
            a, b = term.split("*")
            if a not in REGISTERS:
                a, b = b, a
            if a not in REGISTERS:
                raise ValueError(f"an index that is no register: {text}")
            index, scale = REGISTERS[a].name, int(b)
        elif term == "rip":
            base, displacement = "image", displacement + next_address
        elif term not in REGISTERS:
            displacement += int(term, 0) if sign != "-" else -int(term, 0)
        elif base is None:
            base = REGISTERS[term].name
        else:
            index = REGISTERS[term].name
    if index == "riz" or index == "eiz":
        index = None
    if base == "image":  # one disassembler prints rip - 1 where the other prints rip + 0xffffffffffffffff
        displacement &= (1 << 64) - 1
    return Memory(bits, base, index, scale, displacement, broadcast)
