"""Proves the choice of a kernel for every answer of CPUID: c/core/processor/cpu.c and c/core/kernels/kernels.c as
compiled.

Each answer of CPUID is variables, and so is XCR0. ks_kernel_is_usable has to say yes exactly when the processor has
all features of the kernel's tier, the older vector sets where one of these is AVX2 or AVX-512, and the operating system
saves the registers that they use. XGETBV must not be used where CPUID does not say that it exists. The table of
kernels has to hold the functions that are proved, under their names.

The rest is an induction over a sequence of calls (sequences.py). Whatever `current` holds before, ks_kernel_select has
to leave the last usable kernel there when it is asked for none by name, the kernel of a name if that is usable, and
else what it found. A call of a public function, such as ks_in_check, has to jump to the function of that name in the
kernel that has been chosen, with its arguments; where none has been chosen, it has to choose before: the kernel that
KINGSCAN_KERNEL names, if it is usable, or else the last usable one. A kernel that is chosen has to stay. references.py
shows that no other code names these variables, and features.py that nothing on the way needs a feature of the
processor. (Threads that meet at the first call are tested, and not proved.)
"""
import re
import time
from pathlib import Path

import features
import kernels
import references
from cpuid import BYTES_OF_KERNEL, Processor, usable
from report import reason
from sequences import ANY, CHOSEN, EMPTY, SET, STACK_OF_USABLE, UNSET, Call
from trusted import words
from trusted.machine import ARGUMENTS, Pointer, Refused, same
from trusted.words import any_bit, cat, choose, fresh, number


BUILDS = "ks_chosen"  # the builds of other code, which core/kernels/family.c sets again; that is tested

# Each proof returns its machines.


def prove_usable(image):
    """For each kernel; before anything is remembered of the processor, and when it is."""
    words.start()
    machine, left = Processor(image), []
    for i, kernel in enumerate(kernels.kernels()):
        machine.left = {}
        for _ in "first", "second":
            pointer = Pointer(machine.constants, image.symbol("kernels") + BYTES_OF_KERNEL * i)
            state = machine.call("ks_kernel_is_usable", [pointer])
            got = machine.word(state.cells["rax"], 64)[:32]
            if any_bit(got ^ cat([usable(machine)[kernel], number(0, 31)])).value != 0:
                raise Refused(f"{kernel} is said to be usable where it is not, or the other way round")
            machine.leave(state)
            left.append(machine.left)
    for before in {}, left[0]:
        machine.left = before
        left.append(machine.left_by(machine.call("ks_cpu_features", [])))
    if any(not machine.holds(found, left[0]) for found in left):
        raise Refused("a question leaves something else than the first one")
    if machine.accessed["stack", True][0] < machine.entry - STACK_OF_USABLE:
        raise Refused(f"a frame of more than {STACK_OF_USABLE} bytes")
    return [machine]


def prove_select(image):
    """The selection without a name, and with one; with a place for an error, and without."""
    machines = []
    for by_name in False, True:
        for has_place in False, True:
            words.start()
            machine = Call(image, ANY)
            arguments = [machine.name if by_name else number(0, 64), machine.error if has_place else number(0, 64)]
            state = machine.call("ks_kernel_select", arguments)
            chosen = machine.chosen(state)
            fails = any_bit(machine.word(state.cells["rax"], 64)[:32])
            if by_name:
                expect_named(machine, fails, chosen)
            elif fails.value != 0:
                raise Refused("it is said to fail")
            else:
                machine.expect_chosen(chosen, machine.rows)
            machine.expect_no_builds(state)
            machines.append(machine.end())
    return machines


def expect_named(machine, fails, chosen):
    """The kernel of the name is chosen, if it is usable; else nothing changes."""
    named, expected = machine.named(), machine.initial_current.distance()
    if (~(fails ^ any_bit(cat(named)))).value != 0:
        raise Refused("it is said to fail where it should not, or the other way round")
    for is_named, row in zip(named, machine.rows):
        expected = choose(is_named, number(row, 64), expected)
    if any_bit(chosen ^ expected).value != 0:
        raise Refused("another kernel is chosen than the one that is named")


# ---- The first call, and every call ------------------------------------------------------------------------


def parameters_of(member):
    """The widths of the parameters, by c/core/kernels/kernel.h."""
    text = Path("c/core/kernels/kernel.h").read_text()
    name = member.removesuffix("_set")
    (found,) = re.findall(rf"ROW\(context, \w+, {name},[\s\\]*\(([^()]*)\)", text)
    return [64] * member.endswith("_set") + [32 if "unsigned" in p else 64 for p in found.split(",")]


def run_to_kernel(machine, function, member):
    """The address of the function that is jumped to, with every argument as it came, and the state then."""
    widths = parameters_of(member)
    arguments = [fresh(64) for _ in widths]
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
    return state.cells["called"], state


def prove_call(image, member):
    """With a kernel chosen, ks_MEMBER is its member. With none, it goes to the undecided kernel's, which chooses, and
    passes the call on to the member of the chosen kernel."""
    machines = []
    k, table, undecided = 2 + kernels.MEMBERS.index(member), image.symbol("kernels"), image.symbol("undecided")
    if not image.is_constant(undecided, BYTES_OF_KERNEL):
        raise Refused("the undecided kernel may change")
    rows = [table + BYTES_OF_KERNEL * i for i in range(len(kernels.kernels()))]
    functions = {row: image.relocations.get(row + 8 * k) for row in [*rows, undecided]}
    public, deciding = image.dynamic_value(f"ks_{member}"), functions[undecided]
    for function, row in [(public, row) for row in functions] + [(deciding, row) for row in rows]:
        words.start()
        machine = Call(image, row, SET)
        called, state = run_to_kernel(machine, function, member)
        if not same(called, Pointer(machine.constants, functions[row])):
            raise Refused("another member of the kernel is called")
        machine.expect_kept(state)
        machines.append(machine.end())
    for variable in UNSET, EMPTY, SET:
        words.start()
        machine = Call(image, undecided, variable)
        called, state = run_to_kernel(machine, deciding, member)
        for _ in "first", "second":
            machine.expect_chosen(called.distance(), [functions[row] for row in rows])
            machine.expect_chosen(machine.chosen(state), rows)
            machine.leave(state)
            called, state = run_to_kernel(machine, public, member)
        machines.append(machine.end())
    return machines


def prove_current(image):
    """ks_kernel_get_current returns the kernel that is chosen, and chooses one only where none is."""
    machines = []
    undecided = image.symbol("undecided")
    if image.relocations.get(image.symbol("current")) != undecided:
        raise Refused("a kernel is chosen when the library is loaded")
    for current, variable in (CHOSEN, SET), (undecided, UNSET), (undecided, EMPTY), (undecided, SET):
        words.start()
        machine = Call(image, current, variable)
        state = machine.call("ks_kernel_get_current", [])
        found = state.cells["rax"]
        if not isinstance(found, Pointer) or not same(found.distance(), machine.chosen(state)):
            raise Refused("what is returned is not the kernel that is chosen")
        if current == undecided:
            machine.expect_chosen(found.distance(), machine.rows)
        else:
            machine.expect_kept(state)
        machines.append(machine.end())
    return machines


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


def expect(report, what, check):
    try:
        check()
    except Exception as why:
        report.refused("kernels", what, reason(why))


def prove(image, report):
    proofs = [
        ("ks_kernel_is_usable", lambda: prove_usable(image)),
        ("ks_kernel_select", lambda: prove_select(image)),
        ("ks_kernel_get_current", lambda: prove_current(image)),
        *((f"ks_{member}", lambda member=member: prove_call(image, member)) for member in kernels.MEMBERS),
    ]
    expect(report, "the features that the choice needs", lambda: features.expect_base(image, deciding(image)))
    expect(report, "the table of kernels", lambda: expect_table(image))
    machines, good = [], True
    for name, machines_of in proofs:
        function, start = kernels.Function(name), time.process_time()
        try:
            found = machines_of()
            for machine in found:
                function.add(machine, (time.process_time() - start) / len(found))
            machines += found
        except Exception as why:
            report.refused(name, "some processor", reason(why))
            good = False
        else:
            report.proved(function)
    if good:
        written = lambda: references.expect_proved(image, machines, starts(image), BUILDS)  # noqa: E731
        expect(report, "what the library remembers", written)


def deciding(image):
    """The functions that choose a kernel, and pass a call on to it: {name of a public function: address}."""
    undecided = image.symbol("undecided")
    return {member: image.relocations.get(undecided + 8 * (2 + k)) for k, member in enumerate(kernels.MEMBERS)}


def starts(image):
    """The addresses at which the proofs begin."""
    names = "ks_kernel_is_usable ks_cpu_features ks_kernel_select ks_kernel_get_current".split()
    return {image.symbol(name) for name in names + features.PUBLIC} | set(deciding(image).values())
