#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Holds the editor's schema against the robots that we ship, the guide's examples, and files that are wrong.

    check_schema.py [SOURCE_DIR]        exit code 0: all as it should be, 1: not
"""

import json
import pathlib
import re
import sys

import jsonschema
import yaml

ROBOT = """
sinew: 1
base: base
links:
  - name: link1
    joint: {name: shoulder, kind: revolute}
    mass: 2 kg
    com: [350 mm, 0, 0]
    inertia: [0.1, 0.1, 0.1]
"""

# what to put in place of what in ROBOT, and why nobody should get away with it
WRONG = [
    ("sinew: 1", "sinew: 2", "a version that does not exist"),
    ("sinew: 1\n", "", "no version"),
    ("base: base", "bass: base", "an unknown entry"),
    ("base: base", "gravity: [0, -9.81]", "two numbers for three"),
    ("base: base", "gravity: {z: -9.81}", "a map for a vector"),
    ("base: base", "dh: craig", "an unknown DH convention"),
    ("base: base", "parameters: {2l: 1 m}", "a parameter that begins with a digit"),
    ("base: base", "parameters: {sin: 1}", "a parameter with the name of a function"),
    ("base: base", "floating_base: perhaps", "neither true nor false"),
    ("base: base", "chain: Rz(q1)\nbase: {mas: 1}", "an unknown entry of the base"),
    ("base: base", "chain: Rq(q1)", "an unknown transform"),
    ("base: base", "frames: {name: tool}", "a map for a list"),
    ("base: base", "frames: [{link: link1}]", "a frame without a name"),
    ("base: base", "payload: {frame: link1, com: [0, 0, 1]}", "a centre of mass without a mass"),
    ("links:", "links: []\nlenks:", "no links"),
    ("kind: revolute", "kind: spherical", "an unknown kind of joint"),
    ("kind: revolute", "kind: helical", "a screw without a pitch"),
    ("kind: revolute", "kind: revolute, pitch: 5 mm/rev", "a pitch without a screw"),
    ("kind: revolute", "limits: {position: [0]}", "half a range"),
    ("kind: revolute", "limits: {speed: 1}", "an unknown limit"),
    ("kind: revolute", "friction: {coulomb: [1, 2, 3]}", "three directions"),
    ("kind: revolute", "motor: {gear: 100}", "an unknown entry of a motor"),
    ("kind: revolute", "mimic: {multiplier: 2}", "a mimic that follows nobody"),
    ("kind: revolute", "motor: {rotor_inertia: 1}, transmission: {damping: 1}", "a transmission without stiffness"),
    ("kind: revolute", "transmission: {stiffness: 1}", "a transmission without a motor"),
    ("kind: revolute", "motor: {mass: 1}, transmission: {stiffness: 1}", "a transmission without a rotor"),
    ("kind: revolute", "motor: {rotor_inertia: 1}, transmission: {stiffness: 1, friction: {viscous: 1}}",
     "an unknown entry of a transmission"),
    ("kind: revolute", "mimic: {joint: a}, motor: {rotor_inertia: 1}, transmission: {stiffness: 1}",
     "an elastic joint that follows another"),
    ("kind: revolute", "limits: {restitution: 2}", "a joint that gains speed at its limit"),
    ("mass: 2 kg", "mass: [2]", "a list for a number"),
    ("mass: 2 kg", "mass: true", "a flag for a number"),
    ("mass: 2 kg", "mass: ''", "nothing for a number"),
    ("    mass: 2 kg\n", "", "a centre of mass without a mass"),
    ("    mass: 2 kg", "    mass: 2 kg\n    first_moment: [1, 0, 0]", "two centres of mass"),
    ("    mass: 2 kg", "    mass: 2 kg\n    inertia_about: tip", "an inertia about an unknown point"),
    ("[0.1, 0.1, 0.1]", "[[1, 0], [0, 1]]", "a matrix of two rows"),
    ("[0.1, 0.1, 0.1]", "{xx: 1, zx: 1}", "an unknown element of a matrix"),
    ("    mass: 2 kg", "    mass: 2 kg\n    dh: {a: 1}", "a DH row of no convention"),
    ("links:\n  - name: link1", "dh: standard\nlinks:\n  - dh: {r: 1}", "an unknown element of a DH row"),
    ("    mass: 2 kg", "    mass: 2 kg\n    chain: Rz(q1)\n    pose: Tx(1)", "a link placed twice"),
    ("    mass: 2 kg", "    mass: 2 kg\n    before: Tx(1)", "`before` without a DH row"),
    ("    mass: 2 kg", "    mass: 2 kg\n    pose: {xyz: [0, 0, 1], rpy: [0, 0, 0], quaternion: [0, 0, 0, 1]}",
     "two orientations"),
    ("    mass: 2 kg", "    mass: 2 kg\n    pose: {axis: x}", "an axis without an angle"),
    ("    mass: 2 kg", "    mass: 2 kg\n    axis: w", "an unknown axis"),
    ("    mass: 2 kg", "    mass: 2 kg\n    bodies: [{shape: ball, mass: 1}]", "an unknown shape"),
    ("    mass: 2 kg", "    mass: 2 kg\n    bodies: [{shape: sphere, radius: 1}]", "a ball of no mass"),
    ("    mass: 2 kg", "    mass: 2 kg\n    bodies: [{shape: sphere, radius: 1, mass: 1, density: 1}]",
     "a ball of mass and density"),
    ("    mass: 2 kg", "    mass: 2 kg\n    bodies: [{shape: rod, mass: 1, length: 1, radius: 1}]", "a thick rod"),
    ("    mass: 2 kg", "    mass: 2 kg\n    bodies: [{name: motor}]", "a body of nothing"),
]

# forms that the reader knows and a schema might forget
RIGHT = [
    ("base: base", "base: {name: base, mass: 4}"),
    ("base: base", "parameters: {l1: 2 m, µ: l1/2}"),
    ("base: base", "payload: [{mass: 1}, {bodies: [{shape: mesh, file: cup.stl, scale: 1 mm, mass: 200 g}]}]"),
    ("base: base", "frames: [{name: tool, pose: {matrix: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}}]"),
    ("joint: {name: shoulder, kind: revolute}", "joint: prismatic"),
    ("joint: {name: shoulder, kind: revolute}", "joint: {kind: helical, pitch: 5 mm/rev}"),
    ("kind: revolute", "limits: {position: [none, 20deg], velocity: .inf, jerk: 1e3}"),
    ("kind: revolute", "limits: {position: [-1, 1], restitution: 0.5}"),
    ("kind: revolute", "limits: {position: [-1, 1], restitution: bounce/2}"),
    ("kind: revolute", "motor: {rotor_inertia: J}, transmission: {stiffness: 5000 N*m/rad, damping: d, "
     "motor_friction: {viscous: 0.1, coulomb: [1, 2]}}"),
    ("kind: revolute", "friction: {coulomb: [1, 2], static: 3 N*m, table: [[0, 1], [90deg, 2]]}"),
    ("[0.1, 0.1, 0.1]", "{xx: m*l^2/12, yy: 0.2 kg*mm^2}"),
    ("base: base", "dh: modified\nbase: base"),
    ("    mass: 2 kg", "    mass: 2 kg\n    chain: Tz(0.3 m)*Rz(-q1 + 90deg) · Rx((pi)/2)"),
    ("    mass: 2 kg", "    mass: 2 kg\n    bodies: [{shape: box, size: [1, 2, 3], at: corner, density: 2700}]"),
]


def main() -> int:
    here = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    schema_file = here / "robots" / "sinew-robot.schema.json"
    schema = json.loads(schema_file.read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    complaints = []

    def refused(text: str) -> str:
        error = jsonschema.exceptions.best_match(validator.iter_errors(yaml.safe_load(text)))
        return f"{'/'.join(map(str, error.absolute_path))}: {error.message}" if error else ""

    robots = sorted((here / "robots").glob("*.yaml"))
    if not robots:
        complaints.append("no robots to look at")
    for robot in robots:
        text = robot.read_text(encoding="utf-8")
        told = re.match(r"# yaml-language-server: \$schema=(\S+)\n", text)
        if not told or (robot.parent / told[1]).resolve() != schema_file.resolve():
            complaints.append(f"{robot.name} does not begin by naming its schema")
        if why := refused(text):
            complaints.append(f"{robot.name} is refused: {why}")

    guide = here / "docs" / "guides" / "robot_files.md"
    examples = re.findall(r"```yaml\n(sinew: 1\n.*?)```", guide.read_text(encoding="utf-8"), re.DOTALL)
    for number, example in enumerate(examples, 1):
        if why := refused(example):
            complaints.append(f"example {number} of {guide.name} is refused: {why}")

    if why := refused(ROBOT):
        complaints.append(f"the robot of this test is refused: {why}")
    for old, new, what in WRONG:
        assert ROBOT.count(old) == 1, old
        if not refused(ROBOT.replace(old, new)):
            complaints.append(f"let through: {what}")
    for old, new in RIGHT:
        assert ROBOT.count(old) == 1, old
        if why := refused(ROBOT.replace(old, new)):
            complaints.append(f"refused: {new.strip()} ({why})")

    for complaint in complaints:
        print(complaint, file=sys.stderr)
    if not complaints:
        print(f"{len(robots)} robots and {len(examples)} examples fit the schema, "
              f"{len(WRONG)} wrong files do not, {len(RIGHT)} unusual ones do")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
