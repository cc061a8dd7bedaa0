"""Reduced ordered binary decision diagrams: formulas of bits, in which equal formulas are the same number.

So nothing is left to solve: a formula that is never true is the number 0. Source: Bryant, "Graph-based algorithms for
Boolean function manipulation", 1986. A formula is 0 (false), 1 (true), or the number of a node: a variable, the formula
where that variable is 0, and the one where it is 1. Along each way down, variables grow.
"""
import sys

sys.setrecursionlimit(100000)

NO_VARIABLE = 1 << 60


def numberer(nodes, numbers):
    """node(variable, if_0, if_1): the formula's number, the same whenever it is asked for."""

    def node(variable, if_0, if_1):
        if if_0 == if_1:
            return if_0
        key = variable, if_0, if_1
        number = numbers.get(key)
        if number is None:
            number = numbers[key] = len(nodes)
            nodes.append(key)
        return number

    return node


def junctions(nodes, node):
    """and_(a, b) and or_(a, b). Each is choose with a constant, in half of its steps: most formulas come from them."""

    def junction(stops, goes_on):
        """stops: the constant that decides; goes_on: the one that changes nothing."""
        known = {}

        def join(a, b):
            if a == b:
                return a
            if a > b:
                a, b = b, a
            if a < 2:
                return a if a == stops else b
            key = a, b
            found = known.get(key)
            if found is not None:
                return found
            variable, a0, a1 = nodes[a]
            variable_b, b0, b1 = nodes[b]
            if variable < variable_b:
                b0 = b1 = b
            elif variable_b < variable:
                variable, a0, a1 = variable_b, a, a
            if_0, if_1 = join(a0, b0), join(a1, b1)
            found = known[key] = node(variable, if_0, if_1)
            return found

        return join

    return junction(0, 1), junction(1, 0)


def chooser(nodes, node, and_, or_):
    known = {}

    def choose(c, a, b):
        if c < 2:
            return a if c else b
        if a == c:
            a = 1
        if b == c:
            b = 0
        if a == b:
            return a
        if a == 1:
            return c if b == 0 else or_(c, b)
        if b == 0:
            return and_(c, a)
        key = c, a, b
        found = known.get(key)
        if found is not None:
            return found
        variable_c, c0, c1 = nodes[c]
        variable_a, a0, a1 = nodes[a]
        variable_b, b0, b1 = nodes[b]
        variable = variable_a if variable_a < variable_b else variable_b
        if variable_c < variable:
            variable = variable_c
        if variable_c != variable:
            c0 = c1 = c
        if variable_a != variable:
            a0 = a1 = a
        if variable_b != variable:
            b0 = b1 = b
        if_0, if_1 = choose(c0, a0, b0), choose(c1, a1, b1)
        found = known[key] = node(variable, if_0, if_1)
        return found

    return choose


def exclusive(nodes, node, not_):
    known = {}

    def xor(a, b):
        if a == b:
            return 0
        if a > b:
            a, b = b, a
        if a < 2:
            return not_(b) if a else b
        key = a, b
        found = known.get(key)
        if found is not None:
            return found
        variable, a0, a1 = nodes[a]
        variable_b, b0, b1 = nodes[b]
        if variable < variable_b:
            b0 = b1 = b
        elif variable_b < variable:
            variable, a0, a1 = variable_b, a, a
        if_0, if_1 = xor(a0, b0), xor(a1, b1)
        found = known[key] = node(variable, if_0, if_1)
        return found

    return xor


class Diagrams:
    """and_, or_ and xor of two formulas; choose(c, a, b): a where c is true, else b. All are closures, in which most of
    a proof is spent."""

    def __init__(self):
        self.nodes = [(NO_VARIABLE, 0, 0), (NO_VARIABLE, 1, 1)]
        self.numbers = {}  # of nodes
        self.variables = 0
        self.node = numberer(self.nodes, self.numbers)
        self.and_, self.or_ = junctions(self.nodes, self.node)
        self.choose = chooser(self.nodes, self.node, self.and_, self.or_)
        self.xor = exclusive(self.nodes, self.node, self.not_)

    def variable(self):
        """A new variable, after all others."""
        self.variables += 1
        return self.node(self.variables - 1, 0, 1)

    def not_(self, a):
        return a ^ 1 if a < 2 else self.choose(a, 0, 1)

    def example(self, a):
        """{variable: bit} for which the formula a is true; None when there is none."""
        bits = {}
        while a > 1:
            variable, if_0, if_1 = self.nodes[a]
            bits[variable] = 0 if if_0 else 1
            a = if_0 or if_1
        return bits if a else None

    def at(self, a, bits):
        """The value of the formula a when the variables have these bits; variables that are missing are 0."""
        while a > 1:
            variable, if_0, if_1 = self.nodes[a]
            a = if_1 if bits.get(variable) else if_0
        return a

    def variables_of(self, formulas):
        """The variables that the formulas depend on."""
        seen, found, todo = set(), set(), list(formulas)
        while todo:
            a = todo.pop()
            if a > 1 and a not in seen:
                seen.add(a)
                variable, if_0, if_1 = self.nodes[a]
                found.add(variable)
                todo += if_0, if_1
        return found

    def is_small(self, a, most):
        """Whether a formula has at most so many nodes."""
        seen, todo = set(), [a]
        while todo and len(seen) <= most:
            a = todo.pop()
            if a > 1 and a not in seen:
                seen.add(a)
                todo += self.nodes[a][1:]
        return len(seen) <= most
