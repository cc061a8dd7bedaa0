"""Models the machine that instructions.py and vectors.py work on: registers, flags, memory in regions, and the duties
of a function towards its caller.

Memory is regions, such as the board and the stack. Nobody knows where a region lies: an address is a pointer into a
region, and no number. So an access outside of all regions cannot be computed, and is refused. The machine also
refuses a write to a constant, a use of something undefined, and a load that is less aligned than it has to be. A
branch on a formula is gone both ways, each state with its condition, and states that meet are merged.

The stack pointer has to be at a known distance from the beginning of the frame before every instruction, in merged
states too.
"""
import functools

from .forms import FORMS, form_of
from .image import GENERAL, Immediate, Mask, Memory, Register, Target, Vector
from .words import (
    KNOWN,
    NAMED,
    NO,
    YES,
    Word,
    below,
    bit,
    cat,
    choose,
    fresh,
    left,
    look_up,
    number,
    pieces,
    share,
    widen,
)

KEPT = {64: "rbx rbp r12 r13 r14 r15".split(), 32: "rbx rsi rdi rbp".split()}
VOLATILE = {64: "rax rcx rdx rsi rdi r8 r9 r10 r11".split(), 32: "rax rcx rdx".split()}
ARGUMENTS = "rdi rsi rdx rcx r8 r9".split()
FLAGS = "cf zf sf of".split()
LANES = [[f"zmm{i}.{lane}" for lane in range(4)] for i in range(32)]  # 16 bytes each
UPPER_LANES = [name for i in range(16) for name in LANES[i][1:]]
RED_ZONE = 128
GUARD = 0x28  # offset of the stack protector's number in a thread's own memory
PAGE = 4096  # also the most bytes that a function, with what it calls, may have below its return address
STEPS = 10**6
TURNS = 512  # the most turns of a loop without an induction
PLACES = 1 << 12  # the most places that one access may have


class Refused(Exception):
    """The code does, or may do, something forbidden, or something that this machine does not know."""


class Unknown:
    """A value that code may move but not use, such as the content of a caller's register."""

    def __init__(self, what):
        self.what = what

    def __repr__(self):
        return f"<{self.what}>"


UNDEFINED = Unknown("undefined")
RETURN_ADDRESS = Unknown("return address")


class Pointer:
    """A place in a region: at a number, and perhaps further by a word of 64 bits."""

    def __init__(self, region, base, offset=None):
        if offset is not None and offset.value is not None:
            base, offset = base + offset.value, None
        self.region, self.offset, self.base = region, offset, signed(base)

    def plus(self, w):
        """w: a word of 64 bits."""
        if w.value is not None:
            return Pointer(self.region, self.base + w.value & (1 << 64) - 1, self.offset)
        return Pointer(self.region, self.base, w if self.offset is None else self.offset + w)

    def distance(self):
        """The distance from the beginning of the region."""
        return number(self.base, 64) + (self.offset or number(0, 64))

    def __repr__(self):
        return f"{self.region.name}{self.base:+}" + (f"+{self.offset}" if self.offset else "")


class Region:
    """size: a number, or a word of 64 bits. first: the offset of its lowest byte, below 0 for the stack. content: words
    of eight bits, when the region is not empty on entry."""

    def __init__(self, name, size, align=1, writable=False, first=0, content=()):
        self.name, self.size, self.align, self.writable, self.first = name, size, align, writable, first
        self.content = content


class State:
    """path: the condition, one bit, of being here. cells: {name, or region and offset: value}, for registers, flags,
    lanes and memory. A value is a word, a pointer or Unknown. A byte of a pointer or Unknown in memory is (it, which
    byte). A flag may be a function that makes its word. turns: {head of a loop: how often the way came back to it}.
    """

    def __init__(self, path, cells, turns=()):
        self.path, self.cells, self.turns = path, cells, dict(turns)

    def copy(self):
        return State(self.path, dict(self.cells), self.turns)


def called(x):
    """The value of a cell. A flag may be a function that makes it."""
    return x() if callable(x) else x


def same(a, b):
    if a is b:
        return True
    if isinstance(a, Word):
        return isinstance(b, Word) and a.same(b)
    if isinstance(a, Pointer):
        return isinstance(b, Pointer) and a.region is b.region and a.distance().same(b.distance())
    if isinstance(a, tuple):
        return isinstance(b, tuple) and a[1] == b[1] and same(a[0], b[0])
    return False


def merged(c, a, b):
    """a where c is 1, else b."""
    if same(a, b):
        return a
    if isinstance(a, Word) and isinstance(b, Word) and a.n == b.n:
        return choose(c, a, b)
    if isinstance(a, Pointer) and isinstance(b, Pointer) and a.region is b.region:
        return Pointer(a.region, 0, choose(c, a.distance(), b.distance()))
    return UNDEFINED


class Machine:
    remembers = True  # whether the image is all constant, so that equal loads find the same
    asks_path = False  # whether addresses are bounded only by the path of the state
    forms = FORMS  # of instructions

    def __init__(self, image, semantics, features=()):
        self.image, self.bits, self.semantics, self.features = image, image.bits, semantics, features
        self.constants = Region("image", 1 << 40, 64)
        # The return address is at 8, as far from a multiple of 16 as the ABI says; arguments follow it.
        self.word_size = self.bits // 8
        self.entry, self.red_zone = (8, RED_ZONE) if self.bits == 64 else (12, 0)
        # A caller's stack may end where the return address lies, with a guard page below.
        self.stack = Region("stack", 0, 16, True, self.entry - PAGE)
        # A thread's own memory has only the number of the stack protector.
        self.thread = Region("thread", GUARD + 8, 64, first=GUARD, content=[NO] * GUARD + pieces(fresh(64), 8))
        self.fixed = {"image": self.constants, "thread": self.thread}
        self.regions = []
        self.accessed = {}  # (name of the region, whether it is a write): [lowest offset, highest + 1]
        self.loops = {}  # of routines
        self.at_head = {}  # address: what to do with a state that comes there; see batches.py
        self.known_constants, self.known_forms = {}, set()
        self.steps = 0

    def region(self, name, content, size=None, **attributes):
        """Adds a region and returns a pointer to it."""
        self.regions.append(Region(name, len(content) if size is None else size, content=content, **attributes))
        return Pointer(self.regions[-1], 0)

    def refuse(self, why):
        raise Refused(f"{why} (at {self.at:#x})")

    def must_not(self, condition, why):
        if (condition & self.state.path).value != 0:
            self.refuse(why)

    def expect_no_wrap(self, p):
        """Addresses compare as the distances from their region's beginning do, unless one wraps around. No region lies
        in the first page of the address space, or beyond the first quarter of 64 bits."""
        lowest = p.region.first - PAGE
        limit = 1 << 62 if self.bits == 64 else p.region.size + PAGE
        is_near = below(p.distance() + number(-lowest, 64), number(limit - lowest, 64))
        self.must_not(~is_near, f"{p} is compared, and may wrap around")

    # ---- Memory ------------------------------------------------------------------------------------------

    def locate(self, operand):
        """The pointer that an operand means."""
        if operand.base in self.fixed:
            return Pointer(self.fixed[operand.base], operand.displacement)
        pointer, offset = None, number(0, 64)
        for name, scale in (operand.base, 1), (operand.index, operand.scale):
            if name is None:
                continue
            x = self.state.cells[name]
            if isinstance(x, Pointer) and scale == 1 and pointer is None:
                pointer = x
            else:
                offset = offset + left(widen(self.word(x, self.bits), 64), scale.bit_length() - 1)
        if pointer is not None:
            return pointer.plus(number(operand.displacement, 64)).plus(offset)
        self.refuse(f"an address that is no pointer: {operand}")

    def check(self, region, at, n, write, align):
        """Refuses an access of n bytes."""
        if at % align or align > region.align:
            self.refuse(f"{region.name}[{at}]: not aligned by {align}")
        if region is self.stack:
            if at < self.stack_pointer() - self.red_zone:
                self.refuse("below the stack")
            if write and at + n > self.entry:
                self.refuse("a write to the caller's stack")
        elif write and not region.writable:
            self.refuse(f"a write to {region.name}")
        if isinstance(region.size, Word):
            self.must_not(below(region.size, number(at + n, 64)) if at >= 0 else YES, f"{region.name}[{at}]: outside")
        elif not region.first <= at <= at + n <= region.size:
            self.refuse(f"{region.name}[{at}]: outside")
        if region is not self.constants:
            key = region.name.split()[0], write
            low, high = self.accessed.get(key, (at, at + n))
            self.accessed[key] = min(low, at), max(high, at + n)

    def fetch(self, region, at, n, align):
        self.check(region, at, n, False, align)
        parts = [self.state.cells.get((region.name, i)) for i in range(at, at + n)]
        if region is self.constants and parts[0] is None:
            return self.constant(at, n)
        for i, part in enumerate(parts):
            if part is None:
                if not 0 <= at + i < len(region.content):
                    self.refuse(f"{region.name}[{at + i}]: read, but not written")
                parts[i] = region.content[at + i]
        if isinstance(parts[0], tuple) and all(same((parts[0][0], i), part) for i, part in enumerate(parts)):
            return parts[0][0]
        if any(not isinstance(part, Word) for part in parts):
            self.refuse(f"{region.name}[{at}]: read, but undefined")
        return cat(parts)

    def constant(self, at, n):
        """n bytes of the image that nobody writes to; a pointer, where a relocation makes one."""
        found = self.known_constants.get((at, n))
        if found is None:
            if not self.image.is_constant(at, n):
                self.refuse(f"image[{at:#x}]: outside of what is constant")
            found = self.known_constants[at, n] = self.initial(at, n)
        return found

    def initial(self, at, n):
        """n bytes of the image once it is relocated."""
        if not self.image.has_relocation(at, n):
            return number(int.from_bytes(self.image.content(at, n), "little"), 8 * n)
        target = self.image.relocations.get(at)
        if n != self.word_size or target is None:
            self.refuse(f"image[{at:#x}]: part of an address")
        return Pointer(self.constants, target) if isinstance(target, int) else Unknown(target)

    def look_up(self, p, n, align):
        """A load from a table of places that could all be read, meant or not. None: there is no such table. This is
        faster than for_each."""
        free = [i for i, b in enumerate(p.offset.bits) if b > 1]
        if not free or free[-1] - free[0] + 1 != len(free) or len(free) > 9:
            return None
        base = p.base + sum(b << i for i, b in enumerate(p.offset.bits) if b == 1)
        accessed = dict(self.accessed)
        try:
            table = [self.fetch(p.region, signed(base + (i << free[0])), n, align) for i in range(1 << len(free))]
        except Refused:
            self.accessed = accessed
            return None
        if not all(isinstance(x, Word) for x in table):
            return None
        # A table of formulas would make large ones of places that cannot be meant; tables with names do not.
        if any(x.value is None for x in table) and all(first != table[0].key for first, _ in NAMED):
            return None
        return look_up(share(table), p.offset[free[0] : free[-1] + 1])

    def for_each(self, w, f):
        """f(value, condition) for each value that the word w may have, as one word."""
        values = 0

        def split(k, value, condition):
            nonlocal values
            while k >= 0 and bit(w, k).value is not None:
                value |= bit(w, k).value << k
                k -= 1
            if k < 0:
                values += 1
                if values > PLACES:
                    self.refuse("an address that may be nearly anything")
                try:
                    return f(value, condition)
                except Refused:
                    if (condition & self.state.path).value != 0:
                        raise
                    self.rests_on_path = True
                    return None
            b, low, high = bit(w, k), None, None
            if (condition & ~b).value != 0:
                low = split(k - 1, value, condition & ~b)
            if (condition & b).value != 0:
                high = split(k - 1, value | 1 << k, condition & b)
            return high if low is None else low if high is None else merged(b, high, low)

        w.bits  # from now on one value, if it was unknown
        if self.asks_path:
            self.rests_on_path = True
        return split(w.n - 1, 0, self.state.path if self.asks_path else YES)

    def load(self, operand, bits, align=1):
        p = self.locate(operand)
        if p.offset is None:
            return self.fetch(p.region, p.base, bits // 8, align)
        key = self.remembers and p.region is self.constants and (p.base, bits, align, p.offset.bits)
        if key and key in KNOWN:
            return KNOWN[key]
        self.rests_on_path = False
        found = self.look_up(p, bits // 8, align)
        if found is None:
            found = self.for_each(p.offset, lambda v, _: self.fetch(p.region, signed(p.base + v), bits // 8, align))
        if found is None:
            self.refuse("a read that can not be")
        if key and not self.rests_on_path:
            KNOWN[key] = found
        return found

    def store(self, operand, value, bits, align=1):
        p = self.locate(operand)
        if p.offset is None:
            return self.put(p.region, p.base, value, bits // 8, align)
        places = []
        self.for_each(p.offset, lambda v, condition: places.append((signed(p.base + v), condition)) or NO)
        for at, condition in places:
            if (condition & self.state.path).value == 0:
                continue
            old = self.fetch(p.region, at, bits // 8, align)
            self.put(p.region, at, merged(condition, value, old), bits // 8, align)

    def put(self, region, at, value, n, align):
        self.check(region, at, n, True, align)
        if n != (value.n // 8 if isinstance(value, Word) else self.word_size):
            self.refuse(f"{n} bytes of {value}")
        for i in range(n):
            self.state.cells[region.name, at + i] = value[8 * i : 8 * i + 8] if isinstance(value, Word) else (value, i)

    def stack_pointer(self):
        """The distance of the stack pointer from the beginning of its region. Refuses one that is not a number."""
        pointer = self.state.cells["rsp"]
        if not isinstance(pointer, Pointer) or pointer.region is not self.stack or pointer.offset is not None:
            self.refuse("a stack pointer that is not at a known place of the frame")
        if not self.stack.first <= pointer.base <= self.entry:
            self.refuse("a stack pointer outside of the frame")
        return pointer.base

    def forget_below_stack(self):
        """Forgets all below the stack and the red zone: a signal may write over it."""
        lowest, cells = self.stack_pointer() - self.red_zone, self.state.cells
        for name in [name for name in cells if name[0] == "stack" and name[1] < lowest]:
            del cells[name]

    def here(self):
        return Memory(self.bits, "rsp", None, 1, 0, False)

    def move_stack_pointer(self, n):
        self.state.cells["rsp"] = Pointer(self.stack, self.stack_pointer() + n)

    def push(self, x):
        self.move_stack_pointer(-self.word_size)
        self.store(self.here(), x, self.bits)

    def pop(self):
        x = self.load(self.here(), self.bits)
        self.move_stack_pointer(self.word_size)
        return x

    # ---- Operands ----------------------------------------------------------------------------------------

    def word(self, x, bits):
        if not isinstance(x, Word):
            self.refuse(f"{x} used as a number")
        return x[:bits] if x.n > bits else x

    def read(self, operand, bits=None, align=1):
        """An operand as a word. bits: the width of immediates, and of memory where the text does not say."""
        kind = type(operand)
        if kind is Register:
            self.expect_width(operand, bits or operand.bits)
            w = self.word(self.state.cells[operand.name], 64)
            w.bits if w.is_unknown else None  # one value from now on
            return w[operand.at : operand.at + operand.bits]
        if kind is Immediate:
            return number(operand.value, bits)
        if kind is Memory:
            n = operand.bits if operand.broadcast else bits or operand.bits
            w = self.word(self.load(operand, n, align), n)
            return cat([w] * (bits // n)) if operand.broadcast else w
        if kind is Vector:
            n = bits or operand.bits
            if n > operand.bits:
                self.refuse(f"{n} bits of {operand}")
            w = cat([self.word(self.state.cells[name], 128) for name in LANES[operand.number][: max(1, n // 128)]])
            return w[:n]
        return self.word(self.state.cells[f"k{operand.number}"], bits or 64)

    def whole(self, operand):
        """The content of an operand. One as wide as an address may be a pointer or Unknown."""
        if isinstance(operand, Register) and operand.bits == self.bits:
            x = self.state.cells[operand.name]
            return self.read(operand) if isinstance(x, Word) else x
        if isinstance(operand, Memory) and operand.bits in (0, self.bits):
            return self.load(operand, self.bits)
        if isinstance(operand, Immediate):
            return number(operand.value, self.bits)
        return self.read(operand)

    def expect_width(self, operand, bits):
        if operand.bits != bits:
            self.refuse(f"{bits} bits for {operand}")

    def write(self, operand, x):
        kind = type(operand)
        if kind is Memory and operand.bits and isinstance(x, Word):
            self.expect_width(operand, x.n)
        if kind is Memory:
            self.store(operand, x, x.n if isinstance(x, Word) else self.bits)
        elif kind is Mask:
            self.state.cells[f"k{operand.number}"] = widen(x, 64)
        elif kind is not Register:
            self.refuse(f"a write to {operand}")
        elif not isinstance(x, Word):
            if operand.bits != self.bits:
                self.refuse(f"part of {x}")
            self.state.cells[operand.name] = x
        else:
            self.expect_width(operand, x.n)
            x.bits if x.is_unknown else None
            if operand.bits == 32:
                x = widen(x, 64)
            elif operand.bits < 32:
                old = self.word(self.state.cells[operand.name], 64)
                x = cat([part for part in (old[: operand.at], x, old[operand.at + operand.bits :]) if part.n])
            self.state.cells[operand.name] = x

    def write_vector(self, operand, w, element=None):
        """VEX and EVEX: the rest of the register becomes 0. element: the bits of an element, for a mask."""
        self.expect_width(operand, w.n)
        if operand.mask is not None:
            k, n = self.word(self.state.cells[f"k{operand.mask}"], 64), w.n
            old = pieces(number(0, n) if operand.zeroing else self.read(operand), element)
            w = cat([choose(bit(k, i), x, old[i]) for i, x in enumerate(pieces(w, element))])
        lanes = pieces(w, 128)
        for i, name in enumerate(LANES[operand.number]):
            self.state.cells[name] = lanes[i] if i < len(lanes) else number(0, 128)

    def write_legacy(self, operand, w):
        """SSE: the rest of the register stays."""
        self.expect_width(operand, w.n)
        self.state.cells[LANES[operand.number][0]] = w

    def flags(self, **defined):
        for name in FLAGS:
            self.state.cells[name] = defined.get(name, UNDEFINED)

    def flag(self, name):
        b = self.state.cells[name]
        if callable(b):
            b = self.state.cells[name] = b()
        if not isinstance(b, Word):
            self.refuse(f"{name} is used and undefined")
        b.bits
        return b

    # ---- Runs --------------------------------------------------------------------------------------------

    def run(self, start, state):
        """Runs from an instruction to the end of its function. Returns the state in which all ways out are merged."""
        waiting, done, self.came_back = {((), start): state}, None, {}
        while waiting:
            key = calls, self.at = functools.reduce(functools.partial(self.goes_first, waiting), waiting)
            self.state = waiting.pop(key)
            if self.at in self.at_head:
                self.state = self.at_head[self.at](self.state)
                if self.state is None:
                    continue
            for where, state in self.step(calls):
                if where is None:
                    done = self.merge(done, state) if done else state
                elif where[0] == calls and where[1] <= self.at:
                    self.expect_end(where, state)
                if where:
                    waiting[where] = self.merge(waiting[where], state) if where in waiting else state
        if done is None:
            raise Refused("a function that does not return")
        return done

    def expect_end(self, where, state):
        """Counts a turn of a loop. One in which nothing has changed since the turn before never ends."""
        turns = state.turns[where] = state.turns.get(where, 0) + 1
        if turns > TURNS:
            self.refuse("a loop of too many turns")
        before = self.came_back.get(where)
        self.came_back[where] = state.copy()
        if before and same(before.path, state.path) and before.cells.keys() == state.cells.keys():
            if all(same(called(x), called(state.cells[name])) for name, x in before.cells.items()):
                self.refuse("an endless loop")

    def goes_first(self, waiting, a, b):
        """The place to go on at, of two, so that ways that part meet again: that of deeper calls; in a loop, that with
        fewer turns; then the lower address. (Any order is sound.)"""
        if len(a[0]) != len(b[0]):
            return a if len(a[0]) > len(b[0]) else b
        low, high = (a, b) if a[1] < b[1] else (b, a)
        for heads, begin, end in self.loops_around(low[1]) if a[0] == b[0] else ():
            if begin <= low[1] and high[1] <= end:
                turns, turns_high = (
                    sum(waiting[key].turns.get((a[0], head), 0) for head in heads) for key in (low, high)
                )
                if turns != turns_high:
                    return low if turns < turns_high else high
        return low

    def loops_around(self, at):
        """The loops of a routine, outer ones first: (heads, first address, last). Loops that cross are one."""
        routine, behind = self.image.routine_at(at)
        if routine not in self.loops:
            jumps, found = {}, []
            for jump, i in self.image.reached_from(routine).items():
                to = i.operands[0].address if i.operands and isinstance(i.operands[0], Target) else jump + 1
                if i.mnemonic != "call" and routine <= to <= jump < behind:
                    jumps[to] = max(jump, jumps.get(to, 0))
            for head, end in sorted(jumps.items()):
                crossing = next((loop for loop in found if head <= loop[2] < end), None)
                if crossing:
                    crossing[:] = crossing[0] + [head], crossing[1], end
                else:
                    found.append([[head], head, end])
            self.loops[routine] = found
        return self.loops[routine]

    def merge(self, a, b):
        cells = {}
        for name in a.cells.keys() | b.cells.keys():
            x, y = a.cells.get(name, UNDEFINED), b.cells.get(name, UNDEFINED)
            cells[name] = x if x is y else self.merged(a.path, x, y)
        turns = {head: max(a.turns.get(head, 0), b.turns.get(head, 0)) for head in a.turns.keys() | b.turns.keys()}
        return State(a.path | b.path, cells, turns)

    def merged(self, c, a, b):
        return merged(c, a, b)

    def step(self, calls):
        """Runs one instruction. Returns the states after it, each with its calls and address; None: the end."""
        self.steps += 1
        if self.steps > STEPS:
            self.refuse("too many steps")
        before = self.state.cells["rsp"]
        try:
            instruction = self.image.instruction(self.at)
            self.expect_form(instruction)
            found = self.ways_on(calls, *instruction)
        except Refused:
            raise
        except Exception as why:  # for instance a form with operands that the model does not know
            self.refuse(f"the prover stops: {type(why).__name__}: {why}")
        for where, self.state in found:
            if where is not None and self.state.cells["rsp"] is not before:
                self.forget_below_stack()
        return found

    def expect_form(self, instruction):
        if self.at in self.known_forms:
            return
        form = form_of(instruction)
        if instruction.mnemonic in self.semantics and form not in self.forms:
            self.refuse(f"{form}: no form that is compared with a processor: docs/soundness.md says how to add one")
        self.known_forms.add(self.at)

    def ways_on(self, calls, length, mnemonic, operands, _):
        f = self.semantics.get(mnemonic)
        if f is None:
            self.refuse(f"what {mnemonic} does is not known: docs/soundness.md says how to add an instruction")
        self.stack_pointer()
        go, next_at = f(self, *operands), self.at + length
        if go is None:
            return [((calls, next_at), self.state)]
        kind, condition, to = go
        if kind == "call":
            self.push(Pointer(self.constants, next_at))
            return [((calls + (next_at,), to), self.state)]
        if kind == "return":
            return self.go_back(calls)
        if condition.value is not None:
            return [((calls, to if condition.value else next_at), self.state)]
        there = self.state.copy()
        there.path, self.state.path = self.state.path & condition, self.state.path & ~condition
        return [((calls, at), state) for at, state in ((to, there), (next_at, self.state)) if state.path.value != 0]

    def go_back(self, calls):
        to = self.load(self.here(), self.bits)
        at_end = Pointer(self.stack, self.stack_pointer() + self.word_size)
        if not calls and to is RETURN_ADDRESS:
            self.state.cells["rsp"] = at_end
            return [(None, self.state)]
        if not calls or not same(to, Pointer(self.constants, calls[-1])):
            self.refuse("a return to elsewhere")
        self.state.cells["rsp"] = at_end
        return [((calls[:-1], calls[-1]), self.state)]

    def start_state(self, arguments):
        cells = {name: Unknown(f"the caller's {name}") for name in GENERAL}
        cells.update({f"k{i}": Unknown(f"the caller's k{i}") for i in range(8)})
        cells.update({name: Unknown(f"the caller's {name}") for lanes in LANES for name in lanes})
        cells.update({name: UNDEFINED for name in FLAGS})
        cells.update({name: Word(64) for name in VOLATILE[self.bits]})
        if self.bits == 32:
            for name in GENERAL[:8]:
                cells[name] = cat([fresh(32), number(0, 32)])
        cells["rsp"] = Pointer(self.stack, self.entry)
        in_registers = ARGUMENTS if self.bits == 64 else []
        cells.update(zip(in_registers, arguments))
        size = self.word_size
        for i, x in enumerate([RETURN_ADDRESS] + list(arguments[len(in_registers) :])):
            for k in range(size):
                cells["stack", self.entry + size * i + k] = x[8 * k : 8 * k + 8] if isinstance(x, Word) else (x, k)
        self.stack.size = self.entry + size * (1 + max(0, len(arguments) - len(in_registers)))
        return State(YES, cells)

    def call(self, name, arguments):
        """The state in which a function returns. Refuses one that does not keep what its caller wants kept. name: of
        the function, or its address."""
        before = self.start_state(arguments)
        after = self.run(name if isinstance(name, int) else self.image.symbol(name), before.copy())
        for register in KEPT[self.bits]:
            if not same(after.cells[register], before.cells[register]):
                raise Refused(f"{register} is not kept")
        if not same(after.cells["rsp"], Pointer(self.stack, self.entry + self.word_size)):
            raise Refused("the stack pointer is not kept")
        for lane in UPPER_LANES:
            x = after.cells[lane]
            if not same(x, before.cells[lane]) and getattr(x, "value", None) != 0:
                raise Refused(f"{lane} is left with something in it: the upper halves are not clean")
        return after

    def memory(self, state, pointer, n):
        """n bytes of a region at the end, as one word."""
        parts = [state.cells.get((pointer.region.name, i)) for i in range(n)]
        for i, part in enumerate(parts):
            if not isinstance(part, Word):
                raise Refused(f"{pointer.region.name}[{i}] is not written")
        return cat(parts)


def signed(at):
    at &= (1 << 64) - 1
    return at - (at >> 63 << 64)
