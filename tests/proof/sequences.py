"""Models one call of a sequence for choice.py: what it finds in the library's variables, and what it leaves there.

A call begins with any kernel in `current`, or with the one that chooses, and with anything in ks_chosen.
`ceiling` is NULL where none has been chosen, and else anything.
Functions of other libraries stand for their contracts: secure_getenv, strcmp, snprintf, vsnprintf. A name, an argument
or the value of KINGSCAN_KERNEL, is that of any one kernel, or of none. ks_kernel_is_usable, which choice.py proves for
what any call leaves, stands for what it returns.
"""
import functools

import kernels
from cpuid import BYTES_OF_KERNEL, Processor, usable
from trusted.image import Register, Target
from trusted.machine import ARGUMENTS, LANES, UNDEFINED, VOLATILE, Pointer, Refused, Unknown, merged, same
from trusted.semantics import semantics
from trusted.words import NO, YES, any_bit, below, cat, choose, equal, fresh, is_0, number

VARIABLE = b"KINGSCAN_KERNEL"
UNSET, EMPTY, SET = "unset", "empty", "set"  # what it may be
ANY, CHOSEN = "any", "chosen"  # instead of one kernel: any, with the one that chooses or without
BYTES_OF_ERROR = 200  # sizeof(ks_error)
STACK_OF_USABLE = 512  # the most bytes below the stack pointer that a call of ks_kernel_is_usable takes


class Partly:
    """A pointer that was written where a bit is 1."""

    def __init__(self, value, where):
        self.value, self.where = value, where


MIXED = object()


def parts_of(x):
    """The pointer that a cell has a byte of, and where it does; None: nothing is written there."""
    if x is UNDEFINED:
        return None, NO
    whole = x[0] if isinstance(x, tuple) else MIXED
    if isinstance(whole, Partly):
        return whole.value, whole.where
    return (whole, YES) if isinstance(whole, Pointer) else (MIXED, NO)


class Call(Processor):
    """A call of a public function, up to the jump into a kernel. current: the address of what `current` holds before,
    ANY or CHOSEN. variable: whether KINGSCAN_KERNEL is set."""

    def __init__(self, image, current, variable=UNSET):
        super().__init__(image)
        self.semantics = dict(self.semantics, cmpxchg=self.cmpxchg, jmp=self.jmp, call=self.call_, test=self.test)
        self.contracts = dict(
            secure_getenv=self.secure_getenv, strcmp=self.strcmp, snprintf=self.snprintf, vsnprintf=self.vsnprintf
        )
        self.by_contract, self.asked, self.merges = False, False, {}
        table = image.symbol("kernels")  # the kernels' functions are not followed
        self.functions = {to for at, to in image.relocations.items() if 0 <= at - table < image.sizes["kernels"]}
        self.names = list(kernels.kernels())
        self.rows = [table + BYTES_OF_KERNEL * i for i in range(len(self.names))]
        self.variable, index = variable, fresh(len(self.names).bit_length())
        self.is_named = [equal(index, number(i, index.n)) for i in range(len(self.names))]
        first = fresh(8)
        content = {UNSET: first, EMPTY: number(0, 8), SET: choose(is_0(first), number(1, 8), first)}[variable]
        self.name = self.region("name", [content])
        self.error = self.region("error", (), BYTES_OF_ERROR, align=8, writable=True)
        self.current, self.ceiling, self.builds = (image.symbol(name) for name in ("current", "ceiling", "ks_chosen"))
        self.bytes_of_builds = image.sizes["ks_chosen"]
        undecided = image.symbol("undecided")
        several = {ANY: [undecided, *self.rows], CHOSEN: self.rows}.get(current, [current])
        self.initial_current = Pointer(self.constants, 0, self.any_of(several))

    @functools.cached_property
    def usable(self):
        """{kernel: a bit}. Any kernels, but those that need nothing, where ks_kernel_is_usable's contract is used."""
        self.by_contract = self.asked and not self.leaves
        if not self.by_contract:
            return usable(self)
        return {name: fresh(1) if needed else YES for name, needed in kernels.kernels().items()}

    def any_of(self, addresses):
        index, found = fresh(len(addresses).bit_length()), number(addresses[0], 64)
        for i, address in enumerate(addresses):
            found = choose(equal(index, number(i, index.n)), number(address, 64), found)
        return found

    def start_state(self, arguments):
        state = super().start_state(arguments)
        if not self.left:
            first = [(self.current, self.initial_current)]
            first += [(self.builds + at, Unknown("a build")) for at in range(0, self.bytes_of_builds, 8)]
            if self.initial_current.distance().value != self.image.symbol("undecided"):
                first.append((self.ceiling, Unknown("a ceiling")))
            for at, x in first:
                state.cells.update({("image", at + i): (x, i) for i in range(8)})
        return state

    def check(self, region, at, n, write, align):
        """(Arguments on the stack belong to the function that is called.)"""
        super().check(region, at, n, write and not (region is self.stack and at > self.entry), align)

    # ---- Values that are written on some of the ways that meet ----

    def merged(self, c, a, b):
        (x, where_x), (y, where_y) = parts_of(a), parts_of(b)
        if x is y or x is None and y is None or x is MIXED or y is MIXED:
            return super().merged(c, a, b)
        key = c.key, id(x), id(y), id(where_x), id(where_y)
        if key not in self.merges:  # (the eight bytes of a pointer stay those of one)
            value = x if y is None else y if x is None else merged(c, x, y)
            where = choose(c, where_x, where_y)
            self.merges[key] = (value if where.value == 1 else Partly(value, where)), (x, y, where_x, where_y)
        found = self.merges[key][0]
        return UNDEFINED if UNDEFINED in (found, getattr(found, "value", None)) else (found, (a if x else b)[1])

    def fetch(self, region, at, n, align):
        found = super().fetch(region, at, n, align)
        if isinstance(found, Partly):
            self.must_not(~found.where, f"{region.name}[{at}]: read, but not written")
            return found.value
        return found

    # ---- Instructions ----

    def cpuid(self, m):
        if self.by_contract:
            self.refuse("CPUID is asked, and a function that stands for it")
        super().cpuid(m)

    def cmpxchg(self, m, to, what):
        """The exchange of pointers. (What other threads do meanwhile is no part of this.)"""
        found, expected = m.whole(to), m.state.cells["rax"]
        if not same(found, expected):
            m.refuse(f"{found} is exchanged where {expected} is expected")
        m.write(to, m.whole(what))
        m.flags(zf=YES)

    def test(self, m, a, b):
        """A pointer is not NULL."""
        x = m.state.cells[a.name] if a == b and isinstance(a, Register) and a.bits == 64 else None
        if not isinstance(x, Pointer):
            return semantics["test"](m, a, b)
        m.expect_no_wrap(x)
        return m.flags(cf=NO, of=NO, zf=NO)

    def jmp(self, m, to):
        if isinstance(to, Target) and to.address not in self.functions:
            return semantics["jmp"](m, to)
        found = Pointer(self.constants, to.address) if isinstance(to, Target) else m.whole(to)
        if isinstance(found, Unknown) and found.what in self.contracts:
            self.go_elsewhere(self.stack_pointer() - self.entry, self.contracts[found.what])
        elif m.stack_pointer() == m.entry:  # instead of a return: nothing of the function's own follows
            m.state.cells["called"] = found
        else:
            m.refuse(f"a call of {found}")
        return "return", YES, None

    def call_(self, m, to):
        if not isinstance(to, Target) or to.address != self.image.symbol("ks_kernel_is_usable"):
            return semantics["call"](m, to)
        if self.stack_pointer() - self.word_size - STACK_OF_USABLE < self.stack.first:
            self.refuse("a call with a frame of more than a page")
        self.asked = True
        self.go_elsewhere(self.stack_pointer(), self.is_usable)
        return None

    # ---- Contracts ----

    def go_elsewhere(self, depth, contract):
        """Gives rax what a function's contract says. depth: that of the stack pointer before the call."""
        if depth % 16:
            self.refuse("a call with a stack that is not aligned")
        found, cells = contract(), self.state.cells
        for name in [name for name in cells if name[0] == "stack" and name[1] < self.stack_pointer()]:
            del cells[name]
        cells.update({name: UNDEFINED for name in VOLATILE[64]})
        cells.update({lanes[0]: UNDEFINED for lanes in LANES}, rax=found)
        self.flags()

    def argument(self, k):
        x = self.state.cells[ARGUMENTS[k]]
        if not isinstance(x, Pointer):
            self.refuse(f"{x} is no address")
        return x

    def text_at(self, address):
        """A text of the library, without its zero."""
        segment = self.image.segment_of(address, 1)
        begin = segment and address - segment.address
        text = segment.content[begin : segment.content.find(b"\0", begin)] if segment else b""
        if not self.image.is_constant(address, len(text) + 1):
            self.refuse("a text that may change")
        return text

    def constant_text(self, k):
        """The text that an argument means; one of the library."""
        p = self.argument(k)
        if p.region is not self.constants or p.offset is not None:
            self.refuse(f"{p} is no text of the library")
        return self.text_at(p.base)

    def secure_getenv(self):
        if self.constant_text(0) != VARIABLE:
            self.refuse("another variable is asked for")
        return number(0, 64) if self.variable == UNSET else self.name

    def strcmp(self):
        """0 for the name of the kernel that is named."""
        given = [k for k in (0, 1) if same(self.argument(k), self.name)]
        if len(given) != 1:
            self.refuse("a comparison of something else than the name")
        text = self.constant_text(1 - given[0]).decode()
        if text not in self.names:
            self.refuse(f'the name is compared with "{text}"')
        other = fresh(32)
        other = choose(is_0(other), number(1, 32), other)
        return cat([choose(self.is_named[self.names.index(text)], number(0, 32), other), fresh(32)])

    def snprintf(self):
        """The text "%s%s": it writes no more than the bytes that it is given, and returns the length of the text."""
        to, room = self.argument(0), self.word(self.state.cells["rsi"], 64)
        end = (to.distance() + room).value
        if to.region is not self.stack or end is None or self.constant_text(2) != b"%s%s":
            self.refuse("a text is written where, or as, nobody knows")
        size = end - (to.base & (1 << 64) - 1) & (1 << 64) - 1
        self.must_not(below(number(size, 64), room), "a text is written behind its end")
        self.check(self.stack, to.base, size, True, 1)
        self.state.cells.update({("stack", to.base + i): UNDEFINED for i in range(size)})
        between, name = self.argument(3), self.constant_text(4)
        if between.region is not self.constants:
            self.refuse(f"{between} is no text of the library")
        length = lambda at, _: number(len(self.text_at(between.base + at) + name), 32)  # noqa: E731
        found = length(0, YES) if between.offset is None else self.for_each(between.offset, length)
        return cat([found, fresh(32)])

    def vsnprintf(self):
        """It writes no more than the bytes that it is given."""
        to, room = self.argument(0), self.word(self.state.cells["rsi"], 64).value
        if to.region is not self.error.region or to.offset is not None or room is None:
            self.refuse("a text is written where nobody knows")
        self.check(to.region, to.base, room, True, 1)
        self.state.cells.update({(to.region.name, to.base + i): UNDEFINED for i in range(room)})
        return fresh(64)

    def is_usable(self):
        p = self.argument(0)
        if p.region is not self.constants:
            self.refuse(f"a question about {p}")

        def answer(at, _):
            address = p.base + at & (1 << 64) - 1
            if address not in self.rows:
                self.refuse("a question about no kernel")
            return widened(self.usable[self.names[self.rows.index(address)]])

        return answer(0, YES) if p.offset is None else self.for_each(p.offset, answer)

    # ---- What it leaves ----

    def end(self):
        """Refuses a call that rests on ks_kernel_is_usable's contract and has to do with its variables."""
        own = {at + i for at in (self.current, self.ceiling) for i in range(8)}
        own.update(range(self.builds, self.builds + self.bytes_of_builds))
        if self.by_contract and not self.variables <= own:
            raise Refused("the variables of another function are used")
        return self

    def chosen(self, state):
        """The distance of what `current` points to from the library's start."""
        cells = [state.cells.get(("image", self.current + i)) for i in range(8)]
        pointer = cells[0][0] if isinstance(cells[0], tuple) else None
        if not isinstance(pointer, Pointer) or cells != [(pointer, i) for i in range(8)]:
            raise Refused("what is remembered is no pointer")
        if pointer.region is not self.constants:
            raise Refused("what is remembered is no place in the library")
        return pointer.distance()

    def expect_kept(self, state):
        if not same(self.chosen(state), self.initial_current.distance()):
            raise Refused("a call changes the kernel that is chosen")

    def expect_no_builds(self, state):
        if any(not same(state.cells["image", self.builds + i], number(0, 8)) for i in range(self.bytes_of_builds)):
            raise Refused("a build that was chosen beside another kernel is left")

    def named(self):
        """[whether a kernel is named and usable]"""
        return [is_named & self.usable[name] for is_named, name in zip(self.is_named, self.names)]

    def expect_chosen(self, distance, addresses):
        """distance: of something of the chosen kernel. addresses: those of the kernels. The kernel that KINGSCAN_KERNEL
        names is chosen, if it is usable, and else the last usable one."""
        named = self.named() if self.variable == SET else [NO] * len(addresses)
        rest = ~any_bit(cat(named))
        for i, name in reversed(list(enumerate(self.names))):
            expected = named[i] | rest & self.usable[name]
            if (equal(distance, number(addresses[i], 64)) ^ expected).value != 0:
                raise Refused(f"{name} is chosen where it should not be, or the other way round")
            rest = rest & ~self.usable[name]


def widened(b):
    """A truth value in eax."""
    return cat([b, number(0, 31), fresh(32)])
