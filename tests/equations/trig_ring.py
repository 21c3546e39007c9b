# SPDX-License-Identifier: BSD-3-Clause
"""Printed formulas of a robot as polynomials of SymPy in its symbols and in the sines and cosines of its joints.

With s² replaced by 1 − c² a function has one form only: it is zero exactly if nothing is left. No number is rounded.
"""

import re
from fractions import Fraction

from sympy import QQ
from sympy.polys.rings import PolyRing

TOKEN = re.compile(r"\s*(\d+\.?\d*(?:[eE][+-]?\d+)?|[^\W\d]\w*|\*\*|[-+*/^()])")


class TrigRing:
    """Polynomials in q1 qd1 qdd1 …, sin1 cos1 … and the parameters."""

    def __init__(self, joint_count, parameters):
        joints = range(1, joint_count + 1)
        self.q = [f"q{i}" for i in joints]
        self.qd = [f"qd{i}" for i in joints]
        self.qdd = [f"qdd{i}" for i in joints]
        waves = [name for q in self.q for name in (f"sin({q})", f"cos({q})")]
        self.polynomials = PolyRing([*self.q, *self.qd, *self.qdd, *waves, *parameters], QQ)
        self.generator = {str(s): g for s, g in zip(self.polynomials.symbols, self.polynomials.gens)}
        self.place = {name: k for k, name in enumerate(self.generator)}
        self.sine_places = [(self.place[f"sin({q})"], self.place[f"cos({q})"]) for q in self.q]

    def number(self, text):
        return Quotient(self, self.polynomials.ground_new(QQ(*Fraction(text).as_integer_ratio())))

    def name(self, text):
        if text not in self.generator:
            raise ValueError(f"unknown symbol {text}")
        return Quotient(self, self.generator[text])

    def call(self, function, argument):
        """The sine or cosine of a whole-number combination of joint angles."""
        if function not in ("sin", "cos"):
            raise ValueError(f"unknown function {function}")
        sine, cosine = self.polynomials.zero, self.polynomials.one
        for monomial, factor in argument.above.terms():
            if argument.below or sum(monomial) != 1 or sum(monomial[: len(self.q)]) != 1 or factor.denominator != 1:
                raise ValueError(f"{function} of {argument}, which is no combination of joint angles")
            q = self.q[monomial.index(1)]
            s, c = self.generator[f"sin({q})"], self.generator[f"cos({q})"]
            for _ in range(abs(factor.numerator)):
                step = s if factor > 0 else -s
                sine, cosine = self.reduced(sine * c + cosine * step), self.reduced(cosine * c - sine * step)
        return Quotient(self, sine if function == "sin" else cosine)

    def formula(self, text):
        return Formula(text, self).value()

    def reduced(self, polynomial):
        """No sine squared."""
        for sine, cosine in self.sine_places:
            if all(monomial[sine] < 2 for monomial in polynomial):
                continue
            kept, rest = self.polynomials.zero, self.polynomials.zero
            not_sine = 1 - self.polynomials.gens[cosine] ** 2
            for monomial, factor in polynomial.terms():
                pairs, odd = divmod(monomial[sine], 2)
                if pairs == 0:
                    kept[monomial] = factor
                    continue
                lower = list(monomial)
                lower[sine] = odd
                rest += self.polynomials.term_new(tuple(lower), factor) * not_sine**pairs
            polynomial = kept + rest
        return polynomial

    def derivative(self, function, name):
        """∂/∂name of a function without a division by joints; a sine and a cosine go with their angle."""
        if any(part.degree(self.generator[g]) > 0 for part in function.below for g in self.moving(name)):
            raise ValueError(f"a quotient is not differentiated by {name}")
        slope = function.above.diff(self.generator[name])
        if name in self.q:
            s, c = self.generator[f"sin({name})"], self.generator[f"cos({name})"]
            slope += function.above.diff(s) * c - function.above.diff(c) * s
        return Quotient(self, self.reduced(slope), function.below)

    def moving(self, name):
        return [name, f"sin({name})", f"cos({name})"] if name in self.q else [name]

    def rate(self, function):
        """d/dt: q moves with qd, qd with qdd."""
        total = self.number("0")
        for name, rate in [*zip(self.q, self.qd), *zip(self.qd, self.qdd)]:
            total += self.derivative(function, name) * self.name(rate)
        return total


class Quotient:
    """A polynomial over a product of powers, which stays a product: sums need no common factor to be sought."""

    def __init__(self, ring, above, below=None):
        self.ring, self.above, self.below = ring, above, below or {}

    def __add__(self, other):
        below = {part: max(self.below.get(part, 0), other.below.get(part, 0)) for part in {**self.below, **other.below}}
        return Quotient(self.ring, self.over(below) + other.over(below), below)

    def __neg__(self):
        return Quotient(self.ring, -self.above, self.below)

    def __sub__(self, other):
        return self + -other

    def __mul__(self, other):
        below = dict(self.below)
        for part, exponent in other.below.items():
            below[part] = below.get(part, 0) + exponent
        return Quotient(self.ring, self.ring.reduced(self.above * other.above), below)

    def __pow__(self, exponent):
        result = self.ring.number("1")
        for _ in range(exponent):
            result = result * self
        return result

    def __truediv__(self, other):
        """Over one factor of a product; whoever divides by several does so one by one."""
        if other.is_zero():
            raise ZeroDivisionError("a printed denominator is zero")
        result = self * Quotient(self.ring, self.ring.polynomials.one)
        for part, exponent in other.below.items():
            result = result * Quotient(self.ring, self.ring.reduced(part**exponent))
        divisor = self.ring.reduced(other.above)
        shared = [min(exponents) for exponents in zip(*divisor)]
        parts = {g: n for g, n in zip(self.ring.polynomials.gens, shared) if n > 0}
        rest = divisor.quo(self.ring.polynomials.term_new(tuple(shared), QQ(1)))
        if not rest.is_ground:
            parts[rest.monic()] = 1
        return result * Quotient(self.ring, self.ring.polynomials.ground_new(1 / rest.LC), parts)

    def over(self, below):
        """The numerator above a larger denominator."""
        above = self.above
        for part, exponent in below.items():
            above = above * part ** (exponent - self.below.get(part, 0))
        return self.ring.reduced(above)

    def is_zero(self):
        return not self.ring.reduced(self.above)

    def terms_text(self, most=6):
        """A few terms, for a complaint."""
        terms = [str(self.ring.polynomials.term_new(m, f).as_expr()) for m, f in self.ring.reduced(self.above).terms()]
        text = " + ".join(terms[:most]).replace("+ -", "- ")
        if len(terms) > most:
            text += f" + … ({len(terms)} terms)"
        below = "*".join(f"({part.as_expr()})**{exponent}" for part, exponent in self.below.items())
        return f"({text})/({below})" if below else text

    __str__ = terms_text


class Formula:
    """Reads + - * / ^, brackets and functions into any algebra with number(), name() and call()."""

    def __init__(self, text, algebra):
        self.algebra = algebra
        self.tokens = tokens_of(text)
        self.next = 0

    def value(self):
        result = self.sum()
        if self.peek():
            raise ValueError(f"unexpected {self.peek()!r}")
        return result

    def peek(self):
        return self.tokens[self.next]

    def take(self, wanted):
        found = self.peek() == wanted
        self.next += found
        return found

    def taken(self):
        self.next += 1
        return self.tokens[self.next - 1]

    def sum(self):
        total = self.product()
        while self.peek() in ("+", "-"):
            total = total + self.product() if self.taken() == "+" else total - self.product()
        return total

    def product(self):
        if self.take("-"):
            return -self.product()
        total = self.power()
        while self.peek() in ("*", "/"):
            if self.taken() == "*":
                total = total * self.power()
                continue
            for base, exponent in self.divisors():
                for _ in range(exponent):
                    total = total / base
        return total

    def power(self):
        base, exponent = self.base_and_exponent()
        return base if exponent == 1 else base**exponent

    def base_and_exponent(self):
        base = self.atom()
        return base, int(self.taken()) if self.take("^") else 1

    def divisors(self):
        """What stands behind a bar: one factor, or a product in brackets factor by factor."""
        start = self.next
        if self.take("(") and self.peek() != "-":
            factors = [self.base_and_exponent()]
            while self.take("*"):
                factors.append(self.base_and_exponent())
            if self.take(")"):
                exponent = int(self.taken()) if self.take("^") else 1
                return [(base, power * exponent) for base, power in factors]
        self.next = start
        return [self.base_and_exponent()]

    def atom(self):
        token = self.taken()
        if token == "(":
            return self.closed(self.sum())
        if token[:1].isdigit():
            return self.algebra.number(token)
        if not token or token in "+-*/^)":
            raise ValueError(f"unexpected {token or 'end'!r}")
        return self.algebra.call(token, self.closed(self.sum())) if self.take("(") else self.algebra.name(token)

    def closed(self, value):
        if not self.take(")"):
            raise ValueError(f"a bracket is not closed before {self.peek()!r}")
        return value


def tokens_of(text):
    """Numbers, names, operators and an empty one at the end."""
    tokens, position = [], 0
    while position < len(text.rstrip()):
        match = TOKEN.match(text, position)
        if not match:
            raise ValueError(f"cannot read {text[position:position + 20]!r}")
        tokens.append("^" if match[1] == "**" else match[1])
        position = match.end()
    return [*tokens, ""]
