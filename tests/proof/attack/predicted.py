"""Makes mutants that run an instruction of no kernel and compare its results with what the prover predicts.

A mutant calls its kernel's function, runs an instruction of any form that the model may take, and compares all that it
leaves with what the prover says of it. A difference changes the answer. So the mutant is right where the model is, and
a wrong model makes a mutant that is proved and answers wrongly. One in four expects something else than the model says,
and must not be proved.

A byte of the board chooses a row of a table, with the contents of registers and memory, so that the prover runs the
instruction on formulas. Some mutants have one row, and run it on numbers; some read their operand from the board. The
rows are filled in when the library is linked: the prover runs each mutant up to the comparison, and tells its results.
"""
import functools
import re

import forms
import kernels
from kinds import CannotBend
from processor import UNTESTED, special, special_vector
from trusted import words
from trusted.forms import FORMS
from trusted.image import REGISTERS
from trusted.machine import Machine, Refused
from trusted.semantics import semantics
from trusted.words import Word

KIND = "a form of instruction, predicted"
FUNCTIONS = "in_check", "attackers"  # that answer in a register
ROWS, ROW = 16, 1024
# The frame: the answer, the board, the row; what the instruction leaves; memory for it.
ANSWER, BOARD, POINTER, LEFT, MEMORY, MEMORY_SIZE, FRAME = 0, 8, 16, 64, 576, 192, 1032
KEPT = "rbx rbp r12 r13 r14 r15".split()
PREFIXES = 0x66, 0x66, 0x66, 0xF2, 0xF3, 0x40, 0x48, 0x4F
BIT_TESTS = "bt", "bts", "btr"
OF_THE_STACK = "push pop call jmp ret".split()
WIDTHS = ["r8", "h8", "r16", "r32", "r64"], ["m8", "m16", "m32", "m64", "m128", "m256", "m512"], ["x", "y", "z"]


@functools.cache
def usual_forms():
    """{mnemonic: its forms}"""
    found = {}
    for form, why in FORMS.items():
        mnemonic = form.split()[0]
        if why is None and mnemonic not in OF_THE_STACK + UNTESTED:
            found.setdefault(mnemonic, []).append(form)
    return found


def any_form(chance):
    """Mnemonics with few forms are as likely as those with many, half the time."""
    known = usual_forms()
    mnemonics = list(known)
    weights = None if chance.randrange(2) else [len(known[mnemonic]) for mnemonic in mnemonics]
    form = chance.choice(known[chance.choices(mnemonics, weights)[0]])
    return form if chance.randrange(5) else neighbour(chance, form)


def neighbour(chance, form):
    """The form with an operand of another width, or in another encoding: often none, or one that nobody knows."""
    mnemonic, *parts = form.split()
    i = chance.randrange(len(parts) + 1)
    if i == len(parts):
        return form.removesuffix(" evex") if form.endswith(" evex") else form + " evex"
    kind, mask, behind = parts[i].partition("{")
    for widths in WIDTHS:
        if kind in widths:
            parts[i] = chance.choice(widths) + mask + behind
    return " ".join([mnemonic, *parts])


def bytes_further(index, bits):
    """How far from its operand of so many bits in memory lies the word with a bit."""
    return signed(index, bits) // bits * (bits // 8)


def signed(index, bits):
    index %= 1 << bits
    return index - (index >> bits - 1 << bits)


# Other ways to understand an address: (scaled index, index of a bit, bits of the operand) to its distance from the
# base. Whoever believes one of them is wrong about where some operand is.
MISREADINGS = (
    lambda scaled, index, bits: scaled + ((index % (1 << bits)) // bits * (bits // 8)),
    lambda scaled, index, bits: scaled + (signed(index, bits) % (1 << 64)) // bits * (bits // 8),
    lambda scaled, index, bits: scaled,
    lambda scaled, index, bits: scaled % (1 << 32) + bytes_further(index, bits) % (1 << 32),
    lambda scaled, index, bits: scaled % (1 << 16) + bytes_further(index, bits),
)


class Plan:
    """rows: their number. square: of the byte that chooses one. inputs: [(offset in a row, what makes its bytes)].
    left: the frame's words that are compared with those of a row from `size` on. wrong: whether one is expected to be
    another than it is."""

    def __init__(self, rows, square, wrong):
        self.rows, self.square, self.wrong, self.inputs, self.left, self.size = rows, square, wrong, [], [], 0

    def take(self, size, make):
        """The offset of an input in each row."""
        align = min(size, 64)
        at = -(-self.size // align) * align
        self.size = at + size
        self.inputs.append((at, make))
        return at

    def take_word(self, make=lambda chance: special(chance, 64)):
        return self.take(8, lambda chance: make(chance).to_bytes(8, "little"))


class Writer:
    """The text of one mutant."""

    def __init__(self, chance, base):
        self.chance, self.base = chance, base
        self.form = any_form(chance)
        self.mnemonic, *kinds = self.form.removesuffix(" evex").split()
        self.memory = next((kind for kind in kinds if kind[0] == "m"), None)
        self.writes_memory = self.memory is not None and kinds[0] == self.memory
        self.way = chance.choice(("frame", "base", "index", "row", "board"))
        if self.mnemonic == "lea":
            self.way = chance.choice(("base", "index"))
        elif self.way in ("row", "board") and (self.writes_memory or self.memory in (None, "m")):
            self.way = "frame"
        square, self.bytes = chance.randrange(64), range(0)
        if self.way == "board":
            size = int(self.memory[1:].rstrip("b")) // 8
            begin = chance.randrange(65 - size)
            self.bytes = range(begin, begin + size)
            square = chance.choice(self.bytes)
        rows = 1 if self.way != "board" and not chance.randrange(4) else ROWS
        self.plan = Plan(rows, square, not chance.randrange(4))
        self.names, self.scale, self.offset = [], 0, 0
        self.misread = None if chance.randrange(4) else chance.choice(MISREADINGS)
        self.text = forms.text_of(chance, self.form, self.place)
        self.named = self.registers()
        free = [r for r in forms.FREE if r not in [*self.named, *self.names, "rdi"]]
        self.row, self.spare = chance.sample(free, 2)

    def place(self, chance, registers, is_first):
        """The memory operand, as forms.any_place. names: of its registers."""
        offset = chance.choice((0, 0, 16, 32, 48, 1, 5, 63))
        if self.way == "board":
            return f"rdi + {self.bytes.start}"
        if self.way == "row":
            return f"ROW + {offset}"
        if self.way == "frame":
            return f"rsp + {MEMORY + offset}"
        self.names = chance.sample(registers, 2 if self.way == "index" else 1)
        self.scale, self.offset = chance.choice((1, 2, 4, 8)), offset
        scaled = f" + {self.names[1]} * {self.scale}" if self.way == "index" else ""
        return f"{self.names[0]}{scaled} + {offset}"

    def registers(self):
        """The general registers that are operands, by their whole names."""
        direct = re.sub(r"\[.*?\]", "", self.text)
        named = {REGISTERS[name].name for name in re.findall(r"\b[a-z]\w+\b", direct) if name in REGISTERS}
        named |= {"rax"} if self.mnemonic == "cdqe" else set()
        if "rdi" in [*named, *self.names] and self.bytes or self.mnemonic != "lea" and named & set(self.names):
            raise CannotBend
        return sorted(named)

    def lines(self):
        vectors = sorted({int(n) for n in re.findall(r"\b[xyz]mm(\d+)", self.text)})
        vectors = [0, 7] if self.mnemonic == "vzeroupper" else vectors
        masks = sorted({int(n) for n in re.findall(r"\bk(\d)\b", self.text)})
        return (
            self.begin()
            + self.fill_memory()
            + self.fill_registers(vectors, masks)
            + self.instruction()
            + self.keep(vectors, masks)
            + self.compare()
            + self.end()
        )

    def begin(self):
        table = ["\t.section .rodata", "\t.balign 64", "{M}_rows:", f"\t.zero {self.plan.rows * ROW}", "\t.text"]
        lines = ["push rdi", f"call {self.base}", "pop rdi", "{M}_form:", *(f"push {r}" for r in KEPT)]
        lines += [f"sub rsp, {FRAME}", f"mov [rsp + {ANSWER}], rax", f"mov [rsp + {BOARD}], rdi"]
        row, short = self.row, forms.NAMES[32, 0][forms.GENERAL.index(self.row)]
        lines += [f"lea {row}, [rip + {{M}}_rows]"]
        if self.plan.rows > 1:
            spare = self.spare
            lines = lines[:-1] + [
                f"movzx {short}, byte ptr [rdi + {self.plan.square}]",
                f"and {short}, {ROWS - 1}",
                f"shl {short}, {ROW.bit_length() - 1}",
                f"lea {spare}, [rip + {{M}}_rows]",
                f"add {row}, {spare}",
            ]
        return table + lines + [f"mov [rsp + {POINTER}], {row}"]

    def fill_memory(self):
        if self.memory is None or self.mnemonic == "lea":
            return []
        if self.way == "board":
            return []
        at = self.plan.take(
            MEMORY_SIZE, lambda chance: b"".join(special_vector(chance) for _ in range(MEMORY_SIZE // 64))
        )
        if self.way == "row":
            self.text = self.text.replace("ROW", f"{self.row} + {at}")
            return []
        lines = []
        for i in range(0, MEMORY_SIZE, 8):
            lines += [f"mov {self.spare}, [{self.row} + {at + i}]", f"mov [rsp + {MEMORY + i}], {self.spare}"]
        return lines

    def fill_registers(self, vectors, masks):
        plan, row = self.plan, self.row
        lines = [f"vmovdqu64 zmm{n}, [{row} + {plan.take(64, special_vector)}]" for n in vectors]
        lines += [f"kmovq k{n}, [{row} + {plan.take_word()}]" for n in masks]
        lines += [f"mov {self.spare}, [{row} + {plan.take_word()}]", f"cmp {self.spare}, [{row} + {plan.take_word()}]"]
        is_index = self.mnemonic in BIT_TESTS and self.memory  # of a bit, in memory or anywhere else
        if self.names and self.mnemonic != "lea":
            return lines + self.fill_address(is_index)
        if is_index:
            return lines + [f"mov {r}, [{row} + {plan.take_word(self.near)}]" for r in self.named]
        lines += [f"mov {r}, [{row} + {plan.take_word()}]" for r in self.named]
        return lines + [f"mov {r}, [{row} + {plan.take_word()}]" for r in self.names if r not in self.named]

    def near(self, chance):
        """An index of a bit in the frame's memory, before its operand or behind. Bits that do not count vary."""
        bits = int(self.memory[1:])
        at = int(re.search(r"rsp \+ (\d+)", self.text)[1]) - MEMORY
        index = chance.randrange(-8 * at, 8 * (MEMORY_SIZE - 64 - at))
        return index % (1 << bits) | chance.getrandbits(64) >> bits << bits

    def fill_address(self, is_index):
        """Registers whose sum, with the index of a bit, is an address in the frame. All but the base are anything; the
        sum wraps around."""
        plan, row, base = self.plan, self.row, self.names[0]
        bits = int(self.memory[1:].rstrip("b")) if is_index else 64

        def address(chance):
            scaled = special(chance, 64) if len(self.names) > 1 else 0
            index = special(chance, 64) if is_index else 0
            distance = self.misread or (lambda scaled, index, bits: scaled + bytes_further(index, bits))
            away = distance(scaled * self.scale % (1 << 64), index, bits) + self.offset
            place = chance.randrange(MEMORY_SIZE - 64)
            return b"".join((x % (1 << 64)).to_bytes(8, "little") for x in (place - away, scaled, index))

        at = plan.take(24, address)
        lines = [f"mov {base}, [{row} + {at}]", f"lea {base}, [{base} + rsp + {MEMORY}]"]
        lines += [f"mov {self.names[1]}, [{row} + {at + 8}]"] if len(self.names) > 1 else []
        at_index = [at + 16 if is_index else plan.take_word() for _ in self.named]
        return lines + [f"mov {r}, [{row} + {k}]" for r, k in zip(self.named, at_index)]

    def instruction(self):
        if "1f" in self.text:
            short = self.spare
            return [f"mov {short}, 1", self.text, f"mov {short}, 2", "1:", f"mov [rsp + {self.leave()}], {short}"]
        if not self.form.endswith("evex") and not self.chance.randrange(8):
            return [f".byte {self.chance.choice(PREFIXES)}", self.text]
        return [self.text]

    def leave(self, size=8):
        """A place in the frame for what is compared."""
        at = LEFT + 8 * len(self.plan.left)
        self.plan.left += range(at, at + size, 8)
        return at

    def keep(self, vectors, masks):
        lines = [f"mov [rsp + {self.leave()}], {r}" for r in self.named]
        if self.chance.randrange(2):
            condition = self.chance.choice(("b", "e", "s", "l"))
            at = self.leave()
            lines += [f"mov qword ptr [rsp + {at}], 0", f"set{condition} byte ptr [rsp + {at}]"]
        lines += [f"vmovdqu64 [rsp + {self.leave(64)}], zmm{n}" for n in vectors]
        lines += [f"kmovq [rsp + {self.leave()}], k{n}" for n in masks]
        if self.writes_memory:
            self.plan.left += range(MEMORY, MEMORY + MEMORY_SIZE, 8)
        return lines

    def compare(self):
        plan = self.plan
        plan.size = -(-plan.size // 8) * 8
        if plan.size + 8 * len(plan.left) > ROW:
            raise CannotBend
        lines = ["{M}_compare:", f"mov r8, [rsp + {POINTER}]", "xor edx, edx"]
        for i, at in enumerate(plan.left):
            lines += [f"mov rcx, [rsp + {at}]", f"xor rcx, [r8 + {plan.size + 8 * i}]", "or rdx, rcx"]
        lines += ["xor ecx, ecx", "test rdx, rdx", "setne cl"]
        if self.bytes:  # where the board has what the row is made for
            lines += [f"mov rdi, [rsp + {BOARD}]", f"movzx esi, byte ptr [rdi + {plan.square}]", "and esi, 240"]
            for at in self.bytes:
                if at != plan.square:
                    lines += [f"movzx edx, byte ptr [rdi + {at}]", "or esi, edx"]
            lines += ["xor edx, edx", "test esi, esi", "sete dl", "and ecx, edx"]
        return lines + [f"mov rax, [rsp + {ANSWER}]", "xor rax, rcx"]

    def end(self):
        return ["vzeroupper", f"add rsp, {FRAME}", *(f"pop {r}" for r in reversed(KEPT)), "ret"]


def bend(chance, base):
    """(what it is, the lines, the plan) for a function of boards."""
    if not base.endswith(FUNCTIONS):
        raise CannotBend
    writer = Writer(chance, base)
    lines = writer.lines()
    wrong = ", with something else expected" if writer.plan.wrong else ""
    return f"{writer.text} ({writer.form}), by {writer.way}, {writer.plan.rows} rows{wrong}", [lines], writer.plan


# ---- Rows --------------------------------------------------------------------------------------------------


def results(image, name, plan, features):
    """For each row, the words that the instruction leaves; None where the prover does not know one. No rows: it refuses
    the instruction."""
    words.start()
    machine, reached = Machine(image, semantics, features), []
    board = kernels.any_board(plan.square)
    state = machine.start_state([machine.region("board", board)])
    machine.at_head[image.symbol(f"{name}_compare")] = reached.append
    try:
        machine.run(image.symbol(f"{name}_form"), state)
    except Refused:
        pass  # a run that ends before the function does
    if not reached:
        return []
    cells, top = reached[0].cells, machine.entry - 8 * len(KEPT) - FRAME
    variables = [words.D.nodes[b][0] for b in board[plan.square].bits]
    found = []
    for row in range(plan.rows):
        bits = {variable: row >> i & 1 for i, variable in enumerate(variables)}
        found.append([word_at(cells, top + at, bits) for at in plan.left])
    return found


def word_at(cells, at, bits):
    parts = [cells.get(("stack", at + i)) for i in range(8)]
    if not all(isinstance(part, Word) and not part.is_unknown for part in parts):
        return None
    return sum(words.D.at(b, bits) << 8 * i + k for i, part in enumerate(parts) for k, b in enumerate(part.bits))


class Rows:
    """The tables of a library's mutants, in the bytes of its file. plans: {name of a mutant's labels: (plan, chance,
    features)}."""

    def __init__(self, image, plans):
        self.plans, self.data, section = plans, bytearray(image.data), image.section(".rodata")
        self.begins = {name: image.symbol(f"{name}_rows") - section.address + section.offset for name in plans}

    def put(self, name, row, at, content):
        begin = self.begins[name] + ROW * row + at
        self.data[begin : begin + len(content)] = content

    def fill(self):
        for name, (plan, chance, _) in self.plans.items():
            for row in range(plan.rows):
                for at, make in plan.inputs:
                    self.put(name, row, at, make(chance))

    def expect(self, results):
        """Puts what is expected behind the inputs. results: the function of that name, for the library with filled
        rows, without its first argument."""
        for name, (plan, chance, features) in self.plans.items():
            found = results(name, plan, features)
            known = [(row, i) for row, left in enumerate(found) for i, x in enumerate(left) if x is not None]
            bent = chance.choice(known) if known and plan.wrong else None
            for row, i in known:
                x = found[row][i] ^ (1 << chance.randrange(64) if (row, i) == bent else 0)
                self.put(name, row, plan.size + 8 * i, x.to_bytes(8, "little"))
