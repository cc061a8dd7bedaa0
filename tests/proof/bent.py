#!/usr/bin/env python3
"""Tries the prover itself: rules, instructions and diagrams are bent, or compared with others.

    tests/proof/bent.py [--library PATH]

- Each bent rule of chess has to be refuted: the kernels do not play by it.
- Each bent instruction has to differ from this processor.
- Random formulas have to have the values of their tables of truth, and equal formulas one number.

Returns 1 when something goes unnoticed.
"""
import argparse
import functools
import random
import sys

import features
import kernels
import native
import processor
from trusted import words
from trusted.diagrams import Diagrams
from trusted.image import Image
from trusted.machine import Pointer, Word
from trusted.rules import KNIGHT, BISHOP, ORTHOGONAL, ROOK, Rules
from trusted.words import NO, YES, equal, is_0, number

FUNCTIONS = "ks_avx512_in_check", "ks_avx2_attackers", "ks_scan_king_scan", "ks_ssse3_attackers", "ks_c_attackers"
CASES = (28, 0), (28, 1)
SAMPLES = 60


def no_pawns(old, rules, square, target, side):
    return NO


def pawns_go_back(old, rules, square, target, side):
    return old(rules, square, 2 * square - target, side)


def knights_are_bishops(old, rules, square, kind, side):
    return old(rules, square, BISHOP if kind == KNIGHT else kind, side)


def code_7_is_a_piece(old, rules, square):
    return old(rules, square) | equal(rules.codes[square], number(7, 4))


def code_8_is_a_piece(old, rules, square):
    return old(rules, square) | equal(rules.codes[square], number(8, 4))


def all_eight_bits_count(old, rules, square):
    return old(rules, square) & is_0(rules.bytes[square][4:])


def queens_only_diagonal(old, rules, square, line, side):
    return rules.piece(square, ROOK, side) if line == ORTHOGONAL else old(rules, square, line, side)


def nothing_in_the_way(old, rules, squares):
    return YES


def the_nearest_does_not_hide(old, rules, squares):
    return old(rules, squares[1:])


def the_farthest_does_not_hide(old, rules, squares):
    return old(rules, squares[:-1])


def kings_do_not_attack(old, rules, square, target, side):
    return NO


BENT_RULES = {
    no_pawns: "attacks_by_pawn",
    pawns_go_back: "attacks_by_pawn",
    knights_are_bishops: "piece",
    code_7_is_a_piece: "occupied",
    code_8_is_a_piece: "occupied",
    all_eight_bits_count: "occupied",
    queens_only_diagonal: "slides",
    nothing_in_the_way: "all_empty",
    the_nearest_does_not_hide: "all_empty",
    the_farthest_does_not_hide: "all_empty",
    kings_do_not_attack: "attacks_by_step",
}


class BentRules(Rules):
    def __init__(self, board):
        super().__init__(board)
        self.bytes = board


def bend_rules(image):
    """The number of bent rules that go unnoticed."""
    unnoticed = 0
    for bend, method in BENT_RULES.items():
        old = getattr(Rules, method)
        bent = type("Bent", (BentRules,), {method: lambda self, *a, old=old, bend=bend: bend(old, self, *a)})
        for name in FUNCTIONS:
            if not any(refutes(image, name, bent, *case) for case in CASES):
                print(f"{bend.__name__}: {name} is said to play by that")
                unnoticed += 1
    print(
        f"{len(BENT_RULES)} bent rules, each held against {len(FUNCTIONS)} functions: {unnoticed} unnoticed", flush=True
    )
    return unnoticed


def refutes(image, name, rules, square, side):
    words.start()
    board, kind = kernels.any_board(square), native.kind_of(name)
    got, _ = kernels.run(image, name, kernels.kernels()[name.split("_")[1]], board, square, side)
    return kernels.differences(got, kernels.Expected(rules(board), square, side), kind).value != 0


def bend_instruction(f, rng):
    """The same instruction, with one bit of its result inverted."""

    @functools.wraps(f)
    def bent(machine, *operands):
        before = dict(machine.state.cells)
        go = f(machine, *operands)
        if go:
            return go[0], ~go[1], go[2]
        cells = machine.state.cells
        changed = [name for name, x in cells.items() if isinstance(x, (Word, Pointer)) and x is not before.get(name)]
        if changed:
            name = rng.choice(changed)
            x = cells[name]
            if isinstance(x, Pointer):
                cells[name] = x.plus(number(1, 64))
            else:
                cells[name] = x ^ number(1 << rng.randrange(x.n), x.n)
        return go

    return bent


def bend_instructions(image):
    comparison, rng = processor.Comparison(), random.Random(1)
    has, machine = comparison.has, comparison.machine
    semantics, tried, unnoticed = machine.semantics, set(), 0
    for (mnemonic, _), kind in processor.used_in(image).items():
        at, instruction = next(iter(kind.values()))
        if mnemonic in tried or not all(map(has, features.needs(instruction))):
            continue
        tried.add(mnemonic)
        machine.semantics = dict(semantics, **{mnemonic: bend_instruction(semantics[mnemonic], rng)})
        if not any(comparison.sample(image, at, instruction) for _ in range(SAMPLES)):
            print(f"{mnemonic}: bent, and this processor is said to do the same")
            unnoticed += 1
    machine.semantics = semantics
    print(f"{len(tried)} bent instructions: {unnoticed} unnoticed", flush=True)
    return unnoticed


def check_diagrams(circuits=300, variables=8, gates=40):
    """Random circuits against their tables of truth, which are numbers of 2^variables bits."""
    rng, wrong, full = random.Random(7), 0, (1 << (1 << variables)) - 1
    for _ in range(circuits):
        d = Diagrams()
        formulas = [d.variable() for _ in range(variables)]
        tables = [sum((x >> i & 1) << x for x in range(1 << variables)) for i in range(variables)]
        for _ in range(gates):
            i, j, k = (rng.randrange(len(formulas)) for _ in range(3))
            a, b, c, x, y, z = formulas[i], formulas[j], formulas[k], tables[i], tables[j], tables[k]
            formula, table = rng.choice(
                (
                    (d.and_(a, b), x & y),
                    (d.or_(a, b), x | y),
                    (d.xor(a, b), x ^ y),
                    (d.not_(a), x ^ full),
                    (d.choose(a, b, c), x & y | ~x & full & z),
                )
            )
            formulas.append(formula)
            tables.append(table)
        numbers = {}
        for formula, table in zip(formulas, tables):
            wrong += numbers.setdefault(table, formula) != formula
            for x in range(1 << variables):
                wrong += d.at(formula, {i: x >> i & 1 for i in range(variables)}) != table >> x & 1
    print(f"{circuits} random circuits of {variables} variables: {wrong} wrong values", flush=True)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", default="build/libkingscan.so")
    image = Image(parser.parse_args().library)
    return 1 if check_diagrams() + bend_rules(image) + bend_instructions(image) else 0


if __name__ == "__main__":
    sys.exit(main())
