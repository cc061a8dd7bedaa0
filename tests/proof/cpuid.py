"""Models a processor with any features: each answer of CPUID is variables, and so is XCR0."""
import functools

import features
import kernels
from trusted.image import Register
from trusted.machine import Machine, same
from trusted.semantics import semantics
from trusted.words import YES, any_bit, below, bit, cat, choose, equal, fresh, number

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
    GFNI=(7, "ecx", 8, 0),
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
        self.leaves, self.xcr0, self.left = {}, fresh(32), {}
        self.is_variable = functools.cache(self.is_variable)
        self.variables = set()  # addresses of those bytes of the library that may change, and that were accessed

    def expect_form(self, instruction):
        """No feature is known yet, so none may be needed."""
        missing = features.needs(instruction)
        if missing and instruction.mnemonic not in features.OF_THE_CHOICE:
            self.refuse(f"{instruction.mnemonic} needs {', '.join(sorted(missing))}, before the choice")
        super().expect_form(instruction)

    def start_state(self, arguments):
        state = super().start_state(arguments)
        state.cells.update(self.left)
        return state

    def left_by(self, state):
        return {name: x for name, x in state.cells.items() if name[0] == "image"}

    def leave(self, state):
        """Further calls begin with the variables that a call has left."""
        self.left = self.left_by(state)

    def holds(self, left, expected):
        """Whether the same variables are left, with the same values."""
        return left.keys() == expected.keys() and all(same(x, left[name]) for name, x in expected.items())

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

    def has_fast_pext(self):
        """PEXT, of another processor than one of AMD's before Zen 3: family 0x19, of which 15 stand in one field."""
        _, ebx, ecx, edx = self.leaf(0)
        amd = YES
        for register, text in zip((ebx, edx, ecx), (b"Auth", b"enti", b"cAMD")):
            amd = amd & equal(register, number(int.from_bytes(text, "little"), 32))
        version = choose(self.has_leaf(1), self.leaf(1)[0], number(0, 32))
        family = cat([version[8:12], number(0, 28)]) + cat([version[20:28], number(0, 24)])
        return self.has(*MANUAL["BMI2"]) & ~(amd & below(family, number(0x19, 32)))

    def has_feature(self, name):
        return self.has_fast_pext() if name == "FAST_PEXT" else self.has(*MANUAL[name])

    def is_variable(self, at, n):
        return self.image.section_of(at, n) is not None and not self.image.is_constant(at, n)

    def check(self, region, at, n, write, align):
        if region is self.constants and self.is_variable(at, n):
            self.variables.update(range(at, at + n))
        else:
            super().check(region, at, n, write, align)

    def fetch(self, region, at, n, align):
        if region is not self.constants or not self.is_variable(at, n):
            return super().fetch(region, at, n, align)
        self.variables.update(range(at, at + n))
        if not any((region.name, i) in self.state.cells for i in range(at, at + n)):
            return self.initial(at, n)
        return super().fetch(region, at, n, align)


def usable(machine):
    """{kernel: a bit}"""
    found = {}
    for kernel, needed in kernels.kernels().items():
        found[kernel] = YES
        for feature in needed:
            found[kernel] = found[kernel] & machine.has_feature(feature)
    return found
