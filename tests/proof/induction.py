"""Proves loops for any number of turns, by induction, for other files of the prover.

The state at the head of the loop stands for any number of turns that are left. From there the run goes on to the end,
or comes back to the head. Then the work of the turn has to be right, and the state has to be that of the turns that
are left. That is the step of the induction. A register that does not matter is found by its difference: it becomes
undefined, and the run begins anew.
"""
from collections import defaultdict

from trusted import words
from trusted.machine import UNDEFINED, Pointer, Word


class TooNarrow(Exception):
    """The state at a head was one of fewer turns than there are."""


class Dependence:
    """Whether the content of a cell depends on any of these words."""

    def __init__(self, those):
        self.variables, self.known = words.D.variables_of(b for w in those for b in w.bits), {}

    def of_formula(self, formula):
        found = self.known.get(formula)
        if found is None:
            variable, if_0, if_1 = words.D.nodes[formula]
            found = formula > 1 and (variable in self.variables or self.of_formula(if_0) or self.of_formula(if_1))
            self.known[formula] = found
        return found

    def __call__(self, x):
        """(A flag that is not computed yet counts as dependent.)"""
        if isinstance(x, tuple):
            x = x[0]
        if isinstance(x, Pointer):
            x = x.offset
        return callable(x) or isinstance(x, Word) and x.formulas is not None and any(map(self.of_formula, x.formulas))


class Induction:
    """of: an object with the claim. of.any_turn(state): the state at the head for any turn, from that of the first
    turn. of.is_kept(name, x, state): whether a state that comes back holds in the cell `name` the value that the
    turns that are left need, where the head held x. of.expect_turn(state): refuses the work of a turn that is wrong.
    """

    def __init__(self, machine, heads, of):
        """heads: the addresses where loops begin."""
        self.machine, self.of, self.heads = machine, of, {}
        self.undefined = defaultdict(set)  # head: names of the cells that don't matter
        machine.at_head.update(dict.fromkeys(heads, self.come_to_head))

    def call(self, name, arguments):
        """The state at the end, where all ways from the heads meet."""
        while True:
            self.heads.clear()
            try:
                return self.machine.call(name, arguments)
            except TooNarrow:
                pass

    def come_to_head(self, state):
        """The state to go on with; None: the induction covers the rest."""
        at = self.machine.at
        if at not in self.heads:
            head = self.heads[at] = self.of.any_turn(state)
            head.cells.update(dict.fromkeys(self.undefined[at], UNDEFINED))
            return head.copy()
        changed = {
            name
            for name, x in self.heads[at].cells.items()
            if x is not UNDEFINED and not self.of.is_kept(name, x, state)
        }
        if changed:
            self.undefined[at] |= changed
            raise TooNarrow
        self.of.expect_turn(state)
        return None
