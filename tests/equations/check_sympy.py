#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""SymPy reads what `sinew equations` prints and proves that it is right.

    check_sympy.py SINEW ROBOTS_DIR        exit code 0: all of it holds, 1: not

For arms of up to three joints every law between the printed equations is an exact zero, with symbols for all figures;
two arms are derived again from nothing, by Lagrange, in sympy_lagrange.py. Longer arms are evaluated in numbers.
"""

import itertools
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

import sympy_lagrange
from printed_laws import Proof, prove_laws, prove_parametrisation

HERE = pathlib.Path(__file__).resolve().parent
ALL_FIGURES = "inertial,lengths,gravity"
MOST_JOINTS_TO_PROVE = 3
MOST_JOINTS_WITH_ALL_FIGURES = 6  # beyond that all but gravity stay numbers, for closed forms grow with every symbol
STATE_COUNT = 20
TOLERANCE = 1e-10  # of the largest entry


class Sinew:
    def __init__(self, program):
        self.program = program

    def ask(self, *arguments):
        answer = subprocess.run([self.program, *map(str, arguments)], capture_output=True, text=True, check=False)
        if answer.returncode != 0:
            raise RuntimeError(f"sinew {' '.join(map(str, arguments))}: {answer.stderr.strip()}")
        return json.loads(answer.stdout)

    def equations(self, robot, show, symbols, *more):
        options = ["--format", "json", "--show", show, "--symbols", symbols, "--full", *more]
        return Printed(self.ask("equations", robot, *options))


class Printed:
    """The equations of one answer, by name."""

    def __init__(self, data):
        self.symbols = {name: symbol["value"] for name, symbol in data["symbols"].items()}
        self.joint_count = len(data["joints"])
        self.joints = data["joints"]
        self.equations = {}
        for equation in data["equations"]:
            self.equations.setdefault(equation["name"], equation)

    def __contains__(self, name):
        return name in self.equations

    def coefficients(self):
        """a1, a2, …: what is printed in front of M."""
        return list(itertools.takewhile(lambda name: name != "M", self.equations))


def prove_against_lagrange(sinew, name):
    """τ of an arm with all ten inertial parameters per link, against SymPy's own derivation."""
    arm = sympy_lagrange.ARMS[name]()
    printed = sinew.equations(HERE / f"{name}.yaml", "tau", ALL_FIGURES + ",zeros")
    proof = Proof(f"{name} against SymPy's Lagrange", printed)
    derived = [[proof.ring.formula(str(effort))] for effort in sympy_lagrange.torques(arm)]
    proof.equal("tau", proof.rigid_torques(), derived)
    return proof


class Numbers:
    """Formulas compiled to Python, for arms whose closed forms are too long to prove anything about."""

    FUNCTIONS = {"sin": math.sin, "cos": math.cos, "exp": math.exp, "sqrt": math.sqrt,
                 "sgn": lambda x: (x > 0) - (x < 0), "total": math.fsum}

    def __init__(self, formulas):
        self.codes = [compile(self.python(text), "printed", "eval") for text in formulas]

    @staticmethod
    def python(text):
        """One call over the terms: a chain of thousands of plus signs would be too deep for Python's compiler."""
        terms, depth, start = [], 0, 0
        for i, character in enumerate(text):
            depth += (character == "(") - (character == ")")
            if depth == 0 and text.startswith((" + ", " - "), i):
                terms.append(text[start:i])
                start = i + 1
        terms.append(text[start:])
        return "total((" + "".join(term.lstrip("+ ").replace("^", "**") + "," for term in terms) + "))"

    def at(self, values):
        return [eval(code, self.FUNCTIONS, values) for code in self.codes]  # pylint: disable=eval-used


def compare_numbers(sinew, robot, joint_count):
    """τ and M as printed, against the numbers of the recursions at random states."""
    symbols = ALL_FIGURES if joint_count <= MOST_JOINTS_WITH_ALL_FIGURES else "gravity"
    printed, generator = sinew.equations(robot, "tau,M", symbols), random.Random(7)
    states = [[generator.uniform(-1.5, 1.5) for _ in range(3 * joint_count)] for _ in range(STATE_COUNT)]
    names = [f"{kind}{k + 1}" for kind in ("q", "qd", "qdd") for k in range(joint_count)]
    values = [{**printed.symbols, **dict(zip(names, state, strict=True))} for state in states]
    tau = Numbers([printed.equations[f"tau{k + 1}"]["entries"][0] for k in range(joint_count)])
    M = Numbers(printed.equations["M"]["entries"])
    right_tau = [answer["tau"] for answer in numbers_at(sinew, robot, printed.joints, states, "torque")]
    right_M = [sum(answer["M"], []) for answer in numbers_at(sinew, robot, printed.joints, states, "terms")]
    gaps = {"tau": worst_gap(tau, values, right_tau), "M": worst_gap(M, values, right_M)}
    return [f"{robot.stem}: {name} is off by {gap:g} of its largest entry in one of {STATE_COUNT} states"
            for name, gap in gaps.items() if not gap <= TOLERANCE]


def worst_gap(formulas, values, right):
    """The largest difference of all states, as a part of the largest entry there."""
    gaps = []
    for at_state, wanted in zip(values, right, strict=True):
        difference = max(abs(a - b) for a, b in zip(formulas.at(at_state), wanted, strict=True))
        gaps.append(difference / max(map(abs, wanted)))
    return max(gaps)


def numbers_at(sinew, robot, joints, states, command):
    kinds = ("q", "qd", "qdd") if command == "torque" else ("q",)
    with tempfile.NamedTemporaryFile("w", suffix=".csv", encoding="utf-8") as file:
        print(",".join(f"{kind}.{joint}" for kind in kinds for joint in joints), file=file)
        for state in states:
            print(",".join(map(repr, state[: len(kinds) * len(joints)])), file=file)
        file.flush()
        show = ["--show", "M"] if command == "terms" else []
        return sinew.ask(command, robot, "--states", file.name, "--format", "json", *show)["states"]


def count_joints(sinew, robot):
    return len(sinew.ask("torque", robot, "--format", "json")["joints"])


def checks_of(sinew, joints):
    """All that is to be done, each as a function that gives the number of entries proved and the complaints."""
    def proved(prove, *arguments):
        proof = prove(sinew, *arguments)
        return proof.zeros, proof.complaints

    for robot, count in joints.items():
        if count <= MOST_JOINTS_TO_PROVE:
            yield robot.stem, lambda robot=robot: proved(prove_laws, robot, ALL_FIGURES)
            yield robot.stem, lambda robot=robot: proved(prove_parametrisation, robot, ALL_FIGURES)
        else:
            yield robot.stem, lambda robot=robot, count=count: (0, compare_numbers(sinew, robot, count))
    for name in sympy_lagrange.ARMS:
        yield name, lambda name=name: proved(prove_against_lagrange, name)


def main():
    sinew = Sinew(sys.argv[1])
    joints = {robot: count_joints(sinew, robot) for robot in sorted(pathlib.Path(sys.argv[2]).glob("*.yaml"))}
    complaints, proved = [] if joints else ["no robots to look at"], 0
    for name, check in checks_of(sinew, joints):
        try:
            entries, found = check()
            proved += entries
            complaints += found
        except (RuntimeError, ValueError, LookupError, NameError, ArithmeticError) as error:
            complaints.append(f"{name}: {error!r}")
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    if not complaints:
        print(f"{len(joints)} robots: {proved} entries proved for those of up to {MOST_JOINTS_TO_PROVE} joints and "
              f"against {len(sympy_lagrange.ARMS)} derivations of SymPy's own; the others agree in numbers")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
