#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Python that `sinew equations` writes takes NumPy arrays: one state, or one row per joint with many states in it.

    check_numpy.py SINEW        exit code 0: it does, and agrees with `sinew torque`; 1: not
"""

import pathlib
import subprocess
import sys
import tempfile

import numpy

# every kind of friction: its signs, its exponential and its table are what arrays used to break
ROBOT = """
sinew: 1
name: rubbing
parameters: {m: 2 kg, l: 0.5 m, g0: 9.81 m/s^2}
gravity: [0, -g0, 0]
links:
  - name: a
    joint: {name: first, friction: {viscous: 0.3, coulomb: 1.5}}
    bodies: [{shape: point, mass: m, pose: Tx(l)}]
  - name: b
    joint: {name: second, friction: {coulomb: [1.2, 1.0], static: 1.7, stribeck_velocity: 0.5 rad/s},
            spring: {stiffness: 10, rest: 90deg}}
    pose: Tx(l) Rx(90deg)
    bodies: [{shape: point, mass: m, pose: Tx(l)}]
  - name: c
    joint: {name: third, friction: {table: [[-1, 0.2], [0.5, 0.9], [2, 0.4]]}}
    pose: Tx(l)
    bodies: [{shape: point, mass: m, pose: Tx(l)}]
"""
JOINTS = ("first", "second", "third")
STATE_COUNT = 40


def torques(program, folder, states):
    """By `sinew torque`: a row per state."""
    file = folder / "states.csv"
    head = ",".join(f"{part}.{joint}" for part in ("q", "qd", "qdd") for joint in JOINTS)
    numpy.savetxt(file, numpy.hstack([part.T for part in states]), delimiter=",", header=head, comments="", fmt="%.17g")
    answer = subprocess.run([program, "torque", str(folder / "robot.yaml"), "--states", str(file), "--format", "csv"],
                            capture_output=True, text=True, check=True)
    lines = answer.stdout.splitlines()
    columns = [lines[0].split(",").index(f"tau.{joint}") for joint in JOINTS]
    return numpy.array([[float(line.split(",")[c]) for c in columns] for line in lines[1:]])


def functions(program, folder, *options):
    show = ("tau", "M", "c", "g") if "--intermediate" in options else ("tau", "M", "c", "g", "friction", "energy")
    answer = subprocess.run([program, "equations", str(folder / "robot.yaml"), "--format", "python", "--show",
                             ",".join(show), *options], capture_output=True, text=True, check=True)
    module = {}
    exec(answer.stdout, module)  # the program under test wrote it
    return module


def entries(result):
    """Of a list, a list of rows, a dictionary of them, or a single one."""
    if isinstance(result, dict):
        result = list(result.values())
    return [x for part in result for x in entries(part)] if isinstance(result, list) else [result]


def check(program, folder):
    (folder / "robot.yaml").write_text(ROBOT)
    rng = numpy.random.default_rng(5)
    states = rng.uniform(-2.0, 2.0, (3, len(JOINTS), STATE_COUNT))
    states[1, :, 0] = 0.0  # at rest, where the sign is zero
    right = torques(program, folder, states)
    faults = []

    def compare(what, computed):
        error = numpy.max(numpy.abs(numpy.asarray(computed, dtype=float) - right))
        if not error < 1e-10:
            faults.append(f"{what} differs from torque by {error:.1e}")

    for options in ([], ["--intermediate"]):
        module = functions(program, folder, *options)
        tau = module["rubbing_tau"]
        compare("a list of numbers", [tau(*states[:, :, i].tolist()) for i in range(STATE_COUNT)])
        compare("an array per state", [tau(*states[:, :, i]) for i in range(STATE_COUNT)])
        compare("an array of states", numpy.array(tau(*states)).T)
        for name, function in module.items():
            if not name.startswith("rubbing_") or name == "rubbing_values":
                continue
            arguments = function.__code__.co_argcount - 1  # `par` has its own value
            many = function(*states[:arguments])
            if not any(numpy.shape(entry) == (STATE_COUNT,) for entry in entries(many)):
                faults.append(f"{name} of arrays is no array")
    return faults


def main():
    with tempfile.TemporaryDirectory() as folder:
        faults = check(sys.argv[1], pathlib.Path(folder))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
