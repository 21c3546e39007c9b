# SPDX-License-Identifier: BSD-3-Clause
"""Lagrange's equations of two arms, derived with SymPy alone: nothing here comes from Sinew but the names of symbols.

Each link has all ten inertial parameters: its mass m, the first moments h and the inertia I about the origin of its
frame, which sits on its joint with z along the axis.
"""

from dataclasses import dataclass

import sympy
from sympy import Matrix, Symbol, cos, diff, sin


@dataclass
class Arm:
    """Where each joint is, seen from the link before: a rotation and a translation. Gravity in the base."""

    joints: list
    gravity: Matrix

    def __post_init__(self):
        numbers = range(1, len(self.joints) + 1)
        self.q, self.qd, self.qdd = ([Symbol(f"{kind}{i}") for i in numbers] for kind in ("q", "qd", "qdd"))


def planar_2r():
    a2, g = sympy.symbols("a2 g")
    return Arm([(sympy.eye(3), Matrix([0, 0, 0])), (sympy.eye(3), Matrix([a2, 0, 0]))], Matrix([0, -g, 0]))


def spatial_3r():
    """A vertical axis, then two parallel horizontal ones."""
    d2, a3, g = sympy.symbols("d2 a3 g")
    upright = Matrix([[1, 0, 0], [0, 0, -1], [0, 1, 0]])
    joints = [
        (sympy.eye(3), Matrix([0, 0, 0])),
        (upright, Matrix([0, 0, d2])),
        (sympy.eye(3), Matrix([a3, 0, 0])),
    ]
    return Arm(joints, Matrix([0, 0, -g]))


ARMS = {"planar_2r": planar_2r, "spatial_3r": spatial_3r}


def poses(arm):
    """R and p of each link in the base."""
    R, p, result = sympy.eye(3), sympy.zeros(3, 1), []
    for (turn, shift), q in zip(arm.joints, arm.q):
        p = p + R * shift
        R = R * turn * Matrix([[cos(q), -sin(q), 0], [sin(q), cos(q), 0], [0, 0, 1]])
        result.append((R, p))
    return result


def velocities(arm, places, link):
    """ω and v of a link's origin, by the geometric Jacobian."""
    w, v = sympy.zeros(3, 1), sympy.zeros(3, 1)
    for (R, p), rate in list(zip(places, arm.qd))[: link + 1]:
        axis = R[:, 2]
        w += axis * rate
        v += axis.cross(places[link][1] - p) * rate
    return w, v


def inertial_parameters(number):
    m = Symbol(f"m{number}")
    h = Matrix(sympy.symbols(f"h{number}x h{number}y h{number}z"))
    xx, xy, xz, yy, yz, zz = sympy.symbols(" ".join(f"I{number}{axes}" for axes in "xx xy xz yy yz zz".split()))
    return m, h, Matrix([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def energies(arm):
    """T and U of the whole arm."""
    T, U, places = sympy.S.Zero, sympy.S.Zero, poses(arm)
    for link, (R, p) in enumerate(places):
        m, h, inertia = inertial_parameters(link + 1)
        w, v = velocities(arm, places, link)
        T += m * v.dot(v) / 2 + v.dot(w.cross(R * h)) + w.dot(R * inertia * R.T * w) / 2
        U -= arm.gravity.dot(m * p + R * h)
    return T, U


def torques(arm):
    """τ = d/dt ∂T/∂q̇ − ∂T/∂q + ∂U/∂q, as it comes."""
    T, U = energies(arm)
    result = []
    for q, qd in zip(arm.q, arm.qd):
        momentum = diff(T, qd)
        rate = sum(diff(momentum, a) * b for a, b in [*zip(arm.q, arm.qd), *zip(arm.qd, arm.qdd)])
        result.append(rate - diff(T - U, q))
    return result


def equations(arm):
    """M, c and g, each entry simplified, and τ put together from them."""
    tau = torques(arm)
    at_rest = {symbol: 0 for symbol in arm.qd + arm.qdd}
    not_accelerated = {symbol: 0 for symbol in arm.qdd}
    gravity = [sympy.simplify(effort.subs(at_rest)) for effort in tau]
    velocity = [sympy.simplify(effort.subs(not_accelerated) - effort.subs(at_rest)) for effort in tau]
    mass = [[sympy.simplify(diff(effort, qdd)) for qdd in arm.qdd] for effort in tau]
    inertial = [sum(entry * qdd for entry, qdd in zip(row, arm.qdd)) for row in mass]
    total = [sum(parts) for parts in zip(inertial, velocity, gravity)]
    return {"tau": total, "M": [entry for row in mass for entry in row], "c": velocity, "g": gravity}
