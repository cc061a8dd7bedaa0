"""Proves that proved code alone writes what the library remembers of its choice.

The variables are those that the proofs of choice.py have seen. An instruction names a variable by its distance, so that
each place in the code whose four bytes are such a distance is looked at, whatever routine it lies in. Such an
instruction has to be one that a proof has executed, or one that only reads. A routine with one that writes may be
entered only where a proof begins, or from instructions that a proof has executed. The variable's address must not be
taken. (An address that is computed from that of another object is no part of this.)
"""
import re
import struct

from trusted import elf
from trusted.image import Memory, Register, Target
from trusted.machine import Refused

DISTANCE = 4  # bytes
BEHIND = 0, 1, 2, 4  # the bytes of a constant that may follow the distance
READING = "mov", "movzx", "cmp", "test"
LONGEST = 15  # bytes of an instruction
WIDEST = 64  # bytes of an operand, which may begin before a variable
# The bytes before the distance in instructions with an operand of eight bytes at most: calls and jumps through
# memory, moves, and sums and the like. (62, C4 and C5 begin instructions of vectors, 0F, 0F 38 and 0F 3A those of other
# tables.)
NARROW = re.compile(
    rb"....\xff[\x15\x25]|"
    rb"[^\x62][^\xc4][^\xc5][^\x0f\x38\x3a]"
    rb"[\x00-\x03\x08-\x0b\x10-\x13\x18-\x1b\x20-\x23\x28-\x2b\x30-\x33\x38-\x3b\x63\x80\x83-\x8b\x8d\xc6\xc7]"
    rb"[\x05\x0d\x15\x1d\x25\x2d\x35\x3d]",
    re.DOTALL,
)


def expect_proved(image, machines, starts, without):
    """starts: where the proofs of these machines began. without: the name of a variable that other code sets."""
    variables = set().union(*[machine.variables for machine in machines])
    variables -= set(range(image.symbol(without), image.symbol(without) + image.sizes[without]))
    executed = set().union(*[machine.known_forms for machine in machines])
    for at, to in image.relocations.items():
        if to in variables:
            raise Refused(f"the address of a variable of the choice stands at {at:#x}")
    found = namings(image, variables)
    writing = {image.routine_at(at) for at, i in found.items() if not only_reads(i)}
    for at, instruction in sorted(found.items()):
        if at not in executed and not only_reads(instruction):
            raise Refused(f"{instruction.mnemonic} at {at:#x} names a variable of the choice, and is not proved")
    expect_entered(image, writing, executed, starts)


def only_reads(instruction):
    to = instruction.operands[0]
    return instruction.mnemonic in READING and (isinstance(to, Register) or instruction.mnemonic in ("cmp", "test"))


def distances(image, wanted):
    """The addresses at which four bytes of code are the distance to one of the addresses wanted."""
    low, high = min(wanted), max(wanted) + 1
    for segment in image.segments:
        if segment.kind != elf.LOAD or not segment.flags & 1:
            continue
        for shift in range(DISTANCE):
            content = segment.content[shift : shift + (len(segment.content) - shift) // DISTANCE * DISTANCE]
            begin = segment.address + shift + DISTANCE
            # (the address behind it is begin + 4 i, and at most four bytes further on)
            for i, distance in enumerate(memoryview(content).cast("i")):
                if low - 4 <= begin + 4 * i + distance < high:
                    place = begin + 4 * i - DISTANCE
                    if any(place + DISTANCE + more + distance in wanted for more in BEHIND):
                        yield place


def may_name(image, place, variables):
    """Whether an operand of eight bytes, at the distance that stands at a place, has bytes of a variable."""
    (distance,) = struct.unpack("<i", image.content(place, DISTANCE))
    return any(place + DISTANCE + distance + k in variables for k in range(8 + max(BEHIND)))


def instruction_around(image, place):
    """The (address, instruction) whose bytes a place is among; None: it lies in none, or is its beginning."""
    first, behind = image.routine_at(place)
    image.instruction(first)
    (gnu, _), _ = image.listings[first, behind]
    for at in range(place - 1, place - LONGEST, -1):
        if at in gnu:
            instruction = image.instruction(at)
            return (at, instruction) if place < at + instruction.length else None
    return None


def namings(image, variables):
    """{address: instruction} of those that name one of the variables' bytes."""
    found = {}
    near = {at - k for at in variables for k in range(WIDEST)}
    for place in distances(image, near):
        if NARROW.fullmatch(image.content(place - 6, 6)) and not may_name(image, place, variables):
            continue
        around = instruction_around(image, place)
        for operand in around[1].operands if around else ():
            if isinstance(operand, Memory) and operand.base == "image":
                size = max(1, operand.bits // 8)
                if any(at in variables for at in range(operand.displacement, operand.displacement + size)):
                    found[around[0]] = around[1]
    return found


def expect_entered(image, routines, executed, starts):
    """Calls and jumps into routines go where a proof begins, or are executed in one, or stay in the routine."""
    inside = {at: routine for routine in routines for at in range(*routine)}
    for place in distances(image, inside.keys() - starts):
        at, instruction = instruction_around(image, place) or (place, None)
        to = instruction.operands[0] if instruction and instruction.operands else None
        if isinstance(to, Target) and to.address in inside.keys() - starts:
            if at not in executed and inside.get(at) != inside[to.address]:
                raise Refused(f"{instruction.mnemonic} at {at:#x} goes into a routine that writes what is chosen")
    known = {to for to in image.relocations.values() if to in inside} - starts
    if known:
        raise Refused(f"the address {min(known):#x} of a routine that writes what is chosen is known")
