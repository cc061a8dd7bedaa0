"""Induction over the turns of a loop, however many they are.

At the head of the loop stands a state for any number of turns that are left. From there the way goes on to the end, or comes
back to the head: then the work of a turn has to be done right, and the state has to be that of the turns that are left. That
is the step. Registers that don't matter are found by taking what differs for undefined and beginning anew.
"""
from collections import defaultdict

from trusted import words
from trusted.machine import UNDEFINED, Pointer, Word


class TooNarrow(Exception):
    """The state at a head was one of fewer turns than there are."""


class Dependence:
    """Of what a cell holds, whether it depends on any of these words."""

    def __init__(self, those): self.variables, self.known = words.D.variables_of(b for w in those for b in w.bits), {}

    def of_formula(self, formula):
        found = self.known.get(formula)
        if found is None:
            variable, if_0, if_1 = words.D.nodes[formula]
            found = formula > 1 and (variable in self.variables or self.of_formula(if_0) or self.of_formula(if_1))
            self.known[formula] = found
        return found

    def __call__(self, x):
        """(Of a flag that is not made yet, nobody knows: it does.)"""
        if isinstance(x, tuple): x = x[0]
        if isinstance(x, Pointer): x = x.offset
        return callable(x) or isinstance(x, Word) and x.formulas is not None and any(map(self.of_formula, x.formulas))


class Induction:
    """of: says what is shown. of.any_turn(state): the state at the head, where the first turn's is given; of.is_kept(name, x,
    state): whether a state that comes back has for a cell x what the turns that are left need; of.expect_turn(state):
    refuses work that is wrong."""

    def __init__(self, machine, heads, of):
        """heads: where loops begin, addresses."""
        self.machine, self.of, self.heads = machine, of, {}
        self.undefined = defaultdict(set)  # head: names of the cells that don't matter
        machine.at_head.update(dict.fromkeys(heads, self.come_to_head))

    def call(self, name, arguments):
        """The state in the end, to which all ways come from the heads."""
        while True:
            self.heads.clear()
            try: return self.machine.call(name, arguments)
            except TooNarrow: pass

    def come_to_head(self, state):
        """The state to go on with; None: the rest is the induction's."""
        at = self.machine.at
        if at not in self.heads:
            head = self.heads[at] = self.of.any_turn(state)
            head.cells.update(dict.fromkeys(self.undefined[at], UNDEFINED))
            return head.copy()
        changed = {name for name, x in self.heads[at].cells.items()
                   if x is not UNDEFINED and not self.of.is_kept(name, x, state)}
        if changed:
            self.undefined[at] |= changed
            raise TooNarrow
        self.of.expect_turn(state)
        return None
