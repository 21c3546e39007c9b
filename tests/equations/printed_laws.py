# SPDX-License-Identifier: BSD-3-Clause
"""What printed equations of motion must obey among themselves, each law proved entry by entry."""

import itertools

from matrices import determinant, minus, plus, product, rate, sum_of, transposed
from trig_ring import TrigRing


class Proof:
    """The printed equations as matrices over a TrigRing, and what was found wrong with them."""

    def __init__(self, robot, printed, more_parameters=()):
        self.robot = robot
        self.printed = printed
        self.ring = TrigRing(printed.joint_count, [*printed.symbols, *more_parameters])
        self.complaints = []
        self.zeros = 0

    def matrix(self, name):
        equation = self.printed.equations[name]
        factor = self.ring.formula(equation.get("factor", "1"))
        entries = [factor * self.ring.formula(entry) for entry in equation["entries"]]
        columns = equation["columns"]
        return [entries[i : i + columns] for i in range(0, len(entries), columns)]

    def scalar(self, name):
        return self.matrix(name)[0][0]

    def column(self, letter):
        """V1, V2, … as one column."""
        return [[self.scalar(f"{letter}{k + 1}")] for k in range(self.printed.joint_count)]

    def labelled_sums(self):
        """Each sum with labelled terms is those terms added up."""
        for name, equation in self.printed.equations.items():
            if equation.get("terms"):
                terms = [self.ring.formula(term["term"]) for term in equation["terms"]]
                self.equal(f"{name} = its terms", self.matrix(name), [[sum_of(terms)]])

    def rigid_torques(self):
        """Without friction and springs, which no energy knows of."""
        column = []
        for k in range(self.printed.joint_count):
            total = self.ring.number("0")
            for term in self.printed.equations[f"tau{k + 1}"]["terms"]:
                if term["cause"] not in ("friction", "spring"):
                    total += self.ring.formula(term["term"])
            column.append([total])
        return column

    def names(self, names):
        return [[self.ring.name(name)] for name in names]

    def equal(self, law, left, right):
        for r, (left_row, right_row) in enumerate(zip(left, right, strict=True)):
            for c, (a, b) in enumerate(zip(left_row, right_row, strict=True)):
                difference = a - b
                self.zeros += 1
                if not difference.is_zero():
                    self.complaints.append(f"{self.robot}: {law}, entry {r + 1},{c + 1}: off by {difference}")


def prove_energy(proof, tau, M):
    """τ = d/dt ∂T/∂q̇ − ∂T/∂q + ∂U/∂q and M = ∂²T/∂q̇², T and U being those of the links added up."""
    ring, n = proof.ring, proof.printed.joint_count
    T, U = proof.scalar("T"), proof.scalar("U")
    lagrange = []
    for q, qd in zip(ring.q, ring.qd):
        lagrange.append([ring.rate(ring.derivative(T, qd)) - ring.derivative(T - U, q)])
    proof.equal("tau = d/dt dT/d(qd) - dT/dq + dU/dq", tau, lagrange)
    hessian = [[ring.derivative(ring.derivative(T, a), b) for a in ring.qd] for b in ring.qd]
    proof.equal("M = second derivative of T", M, hessian)
    rotors = [proof.scalar("T_rotors")] if "T_rotors" in proof.printed else []
    proof.equal("T = T1 + T2 + ...", [[T]], [[sum_of([proof.scalar(f"T{k + 1}") for k in range(n)] + rotors)]])
    proof.equal("U = U1 + U2 + ...", [[U]], [[sum_of([proof.scalar(f"U{k + 1}") for k in range(n)])]])
    proof.equal("L = T - U", [[proof.scalar("L")]], [[T - U]])


def prove_velocity_terms(proof, V):
    """c = B·[q̇q̇] + Csq·[q̇²], c_i = q̇ᵀ·Γ_i·q̇."""
    rates = proof.names(proof.ring.qd)
    proof.equal("c = B*[qd qd] + Csq*[qd^2]", V, by_products_and_squares(proof, "B", "Csq"))
    for k in range(proof.printed.joint_count):
        form = product(transposed(rates), product(proof.matrix(f"Gamma{k + 1}"), rates))
        proof.equal(f"c{k + 1} = qd^T*Gamma{k + 1}*qd", [V[k]], form)


def by_products_and_squares(proof, coriolis, centrifugal):
    """B·[q̇q̇] + Csq·[q̇²]."""
    rates = proof.names(proof.ring.qd)
    terms = product(proof.matrix(centrifugal), [[rate_k * rate_k] for (rate_k,) in rates])
    mixed = [[a * b] for (a,), (b,) in itertools.combinations(rates, 2)]
    return plus(terms, product(proof.matrix(coriolis), mixed)) if mixed else terms


def prove_factorisations(proof, M, V):
    """C·q̇ = c for C, C′ and C″, and Ṁ − 2·C is skew-symmetric but for C″, which shows that not every C will do."""
    names = {"C": "N_C", "C_other": "N_C_other", "C_plain": "N_C_plain"}
    if proof.printed.joint_count < 3:
        del names["C_other"]
    if "C_plain" not in proof.printed:
        del names["C_plain"]
    for letter, remainder in names.items():
        S, N = proof.matrix(letter), proof.matrix(remainder)
        proof.equal(f"{letter}*qd = c", product(S, proof.names(proof.ring.qd)), V)
        less_twice = plus(rate(proof.ring, M), minus(S), minus(S))
        if letter == "C_plain":
            proof.equal("2*N_C_plain = M_dot - 2*C_plain + transpose", plus(N, N), plus(less_twice, transposed(less_twice)))
        else:
            proof.equal(f"{remainder} = M_dot - 2*{letter}", N, less_twice)
            proof.equal(f"M_dot - 2*{letter} is skew", less_twice, minus(transposed(less_twice)))


def prove_jacobian(proof, J):
    """J̇ is the rate of J, J⁻¹ its inverse, det J its determinant."""
    ring, n = proof.ring, proof.printed.joint_count
    proof.equal("J_dot = dJ/dt", proof.matrix("J_dot"), rate(ring, J))
    if "J^-1" in proof.printed:
        unit = [[ring.number("1" if r == c else "0") for c in range(n)] for r in range(n)]
        proof.equal("J*J^-1 = 1", product(J, proof.matrix("J^-1")), unit)
        proof.equal("det J", proof.matrix("det_J"), [[determinant(J)]])


def prove_cartesian(proof, J, M, V, G):
    """Jᵀ·M_x·J = M, Jᵀ·g_x = g, Jᵀ·(c_x + M_x·J̇·q̇) = c, and the same of the other forms."""
    Jt, Mx, Vx = transposed(J), proof.matrix("M_x"), proof.matrix("c_x")
    drift = product(proof.matrix("J_dot"), proof.names(proof.ring.qd))
    proof.equal("J^T*M_x*J = M", product(Jt, product(Mx, J)), M)
    proof.equal("J^T*g_x = g", product(Jt, proof.matrix("g_x")), G)
    proof.equal("J^T*(c_x + M_x*J_dot*qd) = c", product(Jt, plus(Vx, product(Mx, drift))), V)
    proof.equal("c_x = B_x*[qd qd] + Csq_x*[qd^2]", Vx, by_products_and_squares(proof, "B_x", "Csq_x"))
    proof.equal("M_tau*J = M", product(proof.matrix("M_tau"), J), M)
    proof.equal("c_tau + M_tau*J_dot*qd = c", plus(proof.matrix("c_tau"), product(proof.matrix("M_tau"), drift)), V)


def prove_inertial_velocity_terms(proof, J, whole_J):
    """c_x − c_x_inertial = M_x·(ω × v): what the frame's own turning adds to the acceleration of its components."""
    rates = proof.names(proof.ring.qd)
    wx, wy, wz, vx, vy, vz = (row[0] for row in product(whole_J, rates))
    turning = [proof.ring.number("0")] * 3 + [wy * vz - wz * vy, wz * vx - wx * vz, wx * vy - wy * vx]
    chosen = [[turning[component]] for component in components(J, whole_J)]
    gap = plus(proof.matrix("c_x"), minus(proof.matrix("c_x_inertial")))
    proof.equal("c_x - c_x_inertial = M_x*(w x v)", gap, product(proof.matrix("M_x"), chosen))


def components(J, whole_J):
    """Which of the six rows were taken: the first that fits, for equal rows are equal either way."""
    def is_taken(row, taken):
        return all((a - b).is_zero() for a, b in zip(row, taken))

    found = [[k for k, row in enumerate(whole_J) if is_taken(row, taken)] for taken in J]
    if not all(found):
        raise ValueError("J has a row that --rows all does not show")
    return [places[0] for places in found]


def prove_laws(sinew, robot, symbols):
    """Everything that is printed about one arm, against everything else."""
    show = "tau,M,c,g,B,Csq,christoffel,C,energy,J,cartesian"
    printed = sinew.equations(robot, show, symbols, "--axes", "own")
    proof = Proof(f"{robot.stem} (--symbols {symbols})", printed, ["k"] if "k" not in printed.symbols else [])
    tau, M, V, G, J = proof.rigid_torques(), proof.matrix("M"), proof.column("c"), proof.matrix("g"), proof.matrix("J")
    proof.equal("tau = M*qdd + c + g", tau, plus(product(M, proof.names(proof.ring.qdd)), V, G))
    proof.labelled_sums()
    prove_energy(proof, tau, M)
    prove_velocity_terms(proof, V)
    prove_factorisations(proof, M, V)
    prove_jacobian(proof, J)
    if "M_x" in printed:
        prove_cartesian(proof, J, M, V, G)
        whole = sinew.equations(robot, "J", symbols, "--rows", "all", "--axes", "own")
        proof.printed.equations["whole J"] = whole.equations["J"]
        prove_inertial_velocity_terms(proof, J, proof.matrix("whole J"))
    return proof


def prove_parametrisation(sinew, robot, symbols):
    """Y·a = τ, M and g in terms of a, once the coefficients are put in."""
    printed = sinew.equations(robot, "parameters,tau", symbols)
    names = printed.coefficients()
    proof = Proof(f"{robot.stem} (--symbols {symbols})", printed, names)
    a = [[proof.scalar(name)] for name in names]
    proof.equal("Y*a = tau", product(proof.matrix("Y"), a), proof.rigid_torques())
    plain = sinew.equations(robot, "M,g", symbols)
    for letter in "Mg":
        in_coefficients = substituted(proof, proof.matrix(letter), dict(zip(names, a)))
        proof.printed.equations[letter] = plain.equations[letter]
        proof.equal(f"{letter} in coefficients", in_coefficients, proof.matrix(letter))
    return proof


def substituted(proof, matrix, values):
    """Functions that are linear in the coefficients, with what these stand for."""
    def value(function):
        total = function
        for name, (meaning,) in values.items():
            total = total + proof.ring.derivative(function, name) * (meaning - proof.ring.name(name))
        return total

    return [[value(entry) for entry in row] for row in matrix]
