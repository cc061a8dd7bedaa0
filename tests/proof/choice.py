"""The choice of a kernel, for every answer of CPUID: c/core/processor/cpu.c and c/core/kernels/kernels.c as compiled.

Each answer of CPUID is variables, and so is XCR0. ks_kernel_is_usable has to say yes exactly when the processor has all
features of the kernel's row, the older vector sets where one of these is AVX2 or AVX-512, and the operating system
saves the registers that they use. ks_kernel_select(NULL) has to take the last kernel of the list that is usable.
XGETBV must not be used where CPUID does not say that it exists. The table of kernels has to hold the functions that
are proved, under their names.

A call of a public function, such as ks_in_check, has to jump to the function of that name in the kernel that has been
chosen, with its arguments; the first one has to choose the last usable kernel before. (KINGSCAN_KERNEL is not set; how
its value is read, and threads that meet at the first call, are tested, and not proved.)
"""
import re
import time
from pathlib import Path

import kernels
from report import reason
from trusted import words
from trusted.image import Register, Target
from trusted.semantics import semantics
from trusted.machine import ARGUMENTS, LANES, UNDEFINED, VOLATILE, Machine, Pointer, Refused, Unknown, same
from trusted.words import NO, YES, any_bit, below, bit, cat, choose, equal, fresh, number

EAX, EBX, ECX, EDX = (Register(name, 32, 0) for name in ("rax", "rbx", "rcx", "rdx"))
EXTENDED = 0x80000000  # leaves from here on are counted apart
OSXSAVE = 27  # bit of leaf 1, ECX: XGETBV may be used
# Bits of leaf 1, ECX: SSSE3, SSE4.1, SSE4.2 and AVX. Code for AVX2 has wide forms of their instructions too.
OLDER_VECTORS = (9, 19, 20, 28)
# Leaf, register and bit of CPUID, and the bits of XCR0 that have to be set; from the manual, and not from features.def.
SSE_AVX, SSE_AVX_AVX512 = 0x06, 0xE6
MANUAL = dict(
    SSE2=(1, "edx", 26, 0),
    SSSE3=(1, "ecx", 9, 0),
    POPCNT=(1, "ecx", 23, 0),
    LZCNT=(EXTENDED + 1, "ecx", 5, 0),
    BMI1=(7, "ebx", 3, 0),
    BMI2=(7, "ebx", 8, 0),
    AVX2=(7, "ebx", 5, SSE_AVX),
    **{
        "AVX512" + name: (7, register, at, SSE_AVX_AVX512)
        for name, register, at in (
            ("F", "ebx", 16),
            ("DQ", "ebx", 17),
            ("IFMA", "ebx", 21),
            ("BW", "ebx", 30),
            ("VL", "ebx", 31),
            ("VBMI", "ecx", 1),
            ("VBMI2", "ecx", 6),
            ("BITALG", "ecx", 12),
            ("VPOPCNTDQ", "ecx", 14),
            ("CD", "ebx", 28),
        )
    },
)
BYTES_OF_KERNEL = 80  # sizeof(ks_kernel)


class Processor(Machine):
    """A processor with any answers. The library's variables have their values from its start."""

    remembers = False

    def __init__(self, image):
        super().__init__(image, dict(semantics, cpuid=self.cpuid, xgetbv=self.xgetbv))
        self.leaves, self.xcr0 = {}, fresh(32)

    def leaf(self, number_of_leaf):
        return self.leaves.setdefault(number_of_leaf, [fresh(32) for _ in range(4)])

    def cpuid(self, m):
        leaf = m.read(EAX).value
        if leaf is None:
            m.refuse("CPUID of a leaf that varies")
        if leaf == 7:
            m.must_not(any_bit(m.read(ECX)), "CPUID of another subleaf")
        for register, w in zip((EAX, EBX, ECX, EDX), self.leaf(leaf)):
            m.write(register, w)

    def xgetbv(self, m):
        m.must_not(any_bit(m.read(ECX)), "XGETBV of another register")
        m.must_not(~self.has_xgetbv(), "XGETBV where there is none")
        m.write(EAX, self.xcr0)
        m.write(EDX, fresh(32))

    def has_leaf(self, leaf):
        return ~below(self.leaf(leaf & EXTENDED)[0], number(leaf, 32))

    def has_xgetbv(self):
        return self.has_leaf(1) & bit(self.leaf(1)[2], OSXSAVE)

    def saved(self):
        """The registers that code for AVX2 and AVX-512 may use, as in XCR0."""
        allowed = self.has_xgetbv()
        for at in OLDER_VECTORS:
            allowed = allowed & bit(self.leaf(1)[2], at)
        return choose(allowed, self.xcr0, number(0, 32))

    def has(self, leaf, register, at, state):
        """A row of MANUAL."""
        return (
            self.has_leaf(leaf)
            & bit(self.leaf(leaf)["eax ebx ecx edx".split().index(register)], at)
            & equal(self.saved() & number(state, 32), number(state, 32))
        )

    def is_variable(self, at, n):
        return self.image.section_of(at, n) is not None and not self.image.is_constant(at, n)

    def check(self, region, at, n, write, align):
        if region is not self.constants or not self.is_variable(at, n):
            super().check(region, at, n, write, align)

    def fetch(self, region, at, n, align):
        if region is not self.constants or not self.is_variable(at, n):
            return super().fetch(region, at, n, align)
        if not any((region.name, i) in self.state.cells for i in range(at, at + n)):
            return self.initial(at, n)
        return super().fetch(region, at, n, align)


def usable(machine):
    """{kernel: a bit}"""
    found = {}
    for kernel, features in kernels.kernels().items():
        found[kernel] = YES
        for feature in features:
            found[kernel] = found[kernel] & machine.has(*MANUAL[feature])
    return found


def prove_usable(image, i, kernel):
    words.start()
    machine = Processor(image)
    pointer = Pointer(machine.constants, image.symbol("kernels") + BYTES_OF_KERNEL * i)
    state = machine.call("ks_kernel_is_usable", [pointer])
    got = machine.word(state.cells["rax"], 64)[:32]
    if any_bit(got ^ cat([usable(machine)[kernel], number(0, 31)])).value != 0:
        raise Refused(f"{kernel} is said to be usable where it is not, or the other way round")
    return machine


def remembered(machine, state):
    """The distance of what `current` points to from the library's start."""
    at = machine.image.symbol("current")
    cells = [state.cells.get(("image", at + i)) for i in range(8)]
    pointer = cells[0][0] if isinstance(cells[0], tuple) else None
    if not isinstance(pointer, Pointer) or cells != [(pointer, i) for i in range(8)]:
        raise Refused("what is remembered is no pointer")
    if pointer.region is not machine.constants:
        raise Refused("what is remembered is no place in the library")
    return pointer.distance()


def prove_select(image):
    words.start()
    machine = Processor(image)
    state = machine.call("ks_kernel_select", [number(0, 64), Unknown("where an error would go")])
    if any_bit(machine.word(state.cells["rax"], 64)[:32]).value != 0:
        raise Refused("it is said to fail")
    chosen = remembered(machine, state)
    table = image.symbol("kernels")
    expect_last_usable(machine, chosen, [table + BYTES_OF_KERNEL * i for i in range(len(kernels.kernels()))])
    return machine


# ---- The first call, and every call ------------------------------------------------------------------------


class Call(Processor):
    """A call of a public function, up to the jump into a kernel. `current`: the address of what it holds before.
    KINGSCAN_KERNEL is not set: secure_getenv, another library's, returns NULL."""

    def __init__(self, image, current):
        super().__init__(image)
        self.semantics = dict(self.semantics, cmpxchg=self.cmpxchg, jmp=self.jmp)
        self.current = image.symbol("current")
        self.initial_current = Pointer(self.constants, current)
        table = image.symbol("kernels")  # the kernels' functions are not followed
        self.functions = {to for at, to in image.relocations.items() if 0 <= at - table < image.sizes["kernels"]}

    def start_state(self, arguments):
        state = super().start_state(arguments)
        for i in range(8):
            state.cells["image", self.current + i] = self.initial_current, i
        return state

    def check(self, region, at, n, write, align):
        """(Arguments on the stack belong to the function that is called.)"""
        super().check(region, at, n, write and not (region is self.stack and at > self.entry), align)

    def cmpxchg(self, m, to, what):
        """Of pointers. (Alone: what other threads do meanwhile is no part of this.)"""
        found, expected = m.whole(to), m.state.cells["rax"]
        if not same(found, expected):
            m.refuse(f"{found} is exchanged where {expected} is expected")
        m.write(to, m.whole(what))
        m.flags(zf=YES)

    def jmp(self, m, to):
        if isinstance(to, Target) and to.address not in self.functions:
            return semantics["jmp"](m, to)
        found = Pointer(self.constants, to.address) if isinstance(to, Target) else m.whole(to)
        if isinstance(found, Unknown) and found.what == "secure_getenv":
            m.state.cells.update({name: fresh(64) for name in VOLATILE[64]})
            m.state.cells.update({lanes[0]: UNDEFINED for lanes in LANES}, rax=number(0, 64))
            m.flags()
        elif m.stack_pointer() == m.entry:  # instead of a return: nothing of the function's own follows
            m.state.cells["called"] = found
        else:
            m.refuse(f"a call of {found}")
        return "return", YES, None


def parameters_of(member):
    """The widths of the parameters, by c/core/kernels/kernel.h."""
    text = Path("c/core/kernels/kernel.h").read_text()
    name = member.removesuffix("_set")
    (found,) = re.findall(rf"ROW\(context, \w+, {name},[\s\\]*\(([^()]*)\)", text)
    return [64] * member.endswith("_set") + [32 if "unsigned" in p else 64 for p in found.split(",")]


def run_to_kernel(image, function, current, member):
    """The machine, and the address of the function that is jumped to, with every argument as it came."""
    words.start()
    widths = parameters_of(member)
    machine, arguments = Call(image, current), [fresh(64) for _ in widths]
    state = machine.call(function, arguments)
    if not isinstance(state.cells.get("called"), Pointer):
        raise Refused("no jump into a kernel")
    for i, (w, width) in enumerate(zip(arguments, widths)):
        if i < len(ARGUMENTS):
            found = machine.word(state.cells[ARGUMENTS[i]], 64)
        else:
            at = machine.entry + 8 * (1 + i - len(ARGUMENTS))
            found = cat([state.cells["stack", at + k] for k in range(8)])
        if any_bit((found ^ w)[:width]).value != 0:
            raise Refused(f"argument {i} does not arrive")
    return machine, state.cells["called"]


def prove_call(image, member):
    """With a kernel chosen, ks_MEMBER is its member. With none, it goes to the undecided kernel's, which chooses the
    last usable one, and passes the call on to its member."""
    k, table, undecided = 2 + kernels.MEMBERS.index(member), image.symbol("kernels"), image.symbol("undecided")
    if not image.is_constant(undecided, BYTES_OF_KERNEL):
        raise Refused("the undecided kernel may change")
    rows = [table + BYTES_OF_KERNEL * i for i in range(len(kernels.kernels()))]
    functions = {row: image.relocations.get(row + 8 * k) for row in [*rows, undecided]}
    for row, function in functions.items():
        machine, called = run_to_kernel(image, image.dynamic_value(f"ks_{member}"), row, member)
        if not same(called, Pointer(machine.constants, function)):
            raise Refused("another member of the kernel is called")
    machine, called = run_to_kernel(image, functions[undecided], undecided, member)
    expect_last_usable(machine, called.distance(), [functions[row] for row in rows])
    return machine


def expect_last_usable(machine, chosen, addresses):
    """chosen: the address of something of a kernel. addresses: those of the kernels."""
    later = NO
    for i, (kernel, bit_of_kernel) in reversed(list(enumerate(usable(machine).items()))):
        if (equal(chosen, number(addresses[i], 64)) ^ bit_of_kernel & ~later).value != 0:
            raise Refused(f"{kernel} is chosen where it is not the last usable one, or the other way round")
        later = later | bit_of_kernel


def expect_table(image):
    """The table of kernels is constant, has a row for each kernel in their order, and in each row its functions."""
    table, word = image.symbol("kernels"), 8
    if image.sizes["kernels"] != BYTES_OF_KERNEL * len(kernels.kernels()):
        raise Refused("the table of kernels has other rows than kernels.def")
    if not image.is_constant(table, image.sizes["kernels"]):
        raise Refused("the table of kernels is not constant")
    for i, kernel in enumerate(kernels.kernels()):
        row = table + BYTES_OF_KERNEL * i
        name = image.loaded_from(image.relocations.get(row, -1))
        if name is None or not name.startswith(kernel.encode() + b"\0"):
            raise Refused(f"row {i} of the table has another name than {kernel}")
        for k, member in enumerate(kernels.MEMBERS):
            if image.relocations.get(row + (2 + k) * word) != image.symbol(f"ks_{kernel}_{member}"):
                raise Refused(f"{member} of {kernel} is another function in the table")
    if image.runs_when_loaded:
        raise Refused("the library runs code when it is loaded, before its variables are looked at")


def prove(image, report):
    try:
        expect_table(image)
    except Exception as why:
        report.refused("kernels", "the table of kernels", reason(why))
    proofs = [
        (
            "ks_kernel_is_usable",
            [lambda i=i, kernel=kernel: prove_usable(image, i, kernel) for i, kernel in enumerate(kernels.kernels())],
        ),
        ("ks_kernel_select", [lambda: prove_select(image)]),
        *((f"ks_{member}", [lambda member=member: prove_call(image, member)]) for member in kernels.MEMBERS),
    ]
    for name, cases in proofs:
        function = kernels.Function(name)
        try:
            for case in cases:
                start = time.process_time()
                function.add(case(), time.process_time() - start)
        except Exception as why:
            report.refused(name, "some processor", reason(why))
        else:
            report.proved(function)
