# SPDX-License-Identifier: BSD-3-Clause
"""Random arms whose links are turned against each other in every way that people write down.

Each arm can be written three times: as somebody typed it, with every rounded angle at full precision, and with quarter
turns in place of all its fixed rotations, for a fair comparison of times.
"""

import math
import random

KINDS = ("quarter", "fifteen", "angle", "rpy", "axis_angle", "quaternion", "joint_axis", "dh", "urdf", "urdf_rounded",
         "rounded", "mixed")
TURNS_OF_A_LINK = ("fifteen", "angle", "rpy", "axis_angle", "quaternion")  # a mixed arm draws one for each link
DIGITS_OF_ROUNDED_ANGLES = (4, 6, 9, 11)
SHARE_OF_SLIDES = 0.2
AS_TYPED, FULL_PRECISION, QUARTER_TURNS = "as typed", "at full precision", "with quarter turns"


def number(x):
    return repr(float(x))


def listed(values):
    return "[" + ", ".join(values) + "]"


class Turn:
    """A fixed rotation: how it was typed, at full precision, and a quarter turn to compare with."""

    def __init__(self, typed, exact=None):
        self.typed = typed
        self.exact = exact or typed
        self.quarter = None

    def text(self, version):
        return {AS_TYPED: self.typed, FULL_PRECISION: self.exact, QUARTER_TURNS: self.quarter}[version]


def elementary(kind, rng):
    """Rx(30deg) Rz(45deg), without the translation."""
    def turn(angle):
        return f"R{rng.choice('xyz')}({angle})"

    if kind == "quarter":
        return Turn(turn(f"{rng.choice((90, -90, 180))}deg"))
    if kind == "fifteen":
        return Turn(" ".join(turn(f"{15 * rng.randrange(-11, 12)}deg") for _ in range(rng.choice((1, 1, 2)))))
    if kind == "angle":
        return Turn(turn(f"{rng.choice((rng.randrange(1, 90), round(rng.uniform(-90, 90), 1)))}deg"))
    steps = [(rng.choice("xyz"), 15 * rng.choice((-6, -3, -2, 1, 2, 3, 4, 6, 9)))]
    digits = rng.choice(DIGITS_OF_ROUNDED_ANGLES)
    return Turn(" ".join(f"R{axis}({math.radians(degrees):.{digits}f})" for axis, degrees in steps),
                " ".join(f"R{axis}({degrees}deg)" for axis, degrees in steps))


def odd_angle(rng, decimals):
    """In radians, nowhere near a multiple of 15°, for which a rounded figure might be taken."""
    while True:
        angle = round(rng.uniform(-1.5, 1.5), decimals)
        if abs(math.remainder(angle, math.radians(15))) > 0.02:
            return f"{angle:.{decimals}f}"


def unit_quaternion(rng):
    parts = [rng.gauss(0.0, 1.0) for _ in range(4)]
    length = math.sqrt(sum(x * x for x in parts))
    return [x / length for x in parts]


def by_fields(kind, rng):
    """The fields of a pose that turn it."""
    if kind == "rpy":
        angles = [f"{rng.randrange(-80, 81)}deg" if rng.random() < 0.5 else odd_angle(rng, 2) for _ in range(3)]
        return Turn(f"rpy: {listed(angles)}")
    if kind == "axis_angle":
        axis = [rng.randrange(-3, 4) for _ in range(3)]
        axis[rng.randrange(3)] = rng.choice((1, 2, 3))
        return Turn(f"axis: {listed(map(str, axis))}, angle: {rng.choice((40, 17.5, 75, 120, 90))}deg")
    return Turn(f"quaternion: {listed(map(number, unit_quaternion(rng)))}")


class Link:
    def __init__(self, kind, rng):
        self.kind = rng.choice(TURNS_OF_A_LINK) if kind == "mixed" else kind
        self.joint = "prismatic" if rng.random() < SHARE_OF_SLIDES else "revolute"
        self.axis = None
        self.in_fields = self.kind in ("rpy", "axis_angle", "quaternion")
        if self.in_fields:
            self.turn = by_fields(self.kind, rng)
        elif self.kind == "dh":
            self.turn = Turn(f"{rng.choice((30, 45, -60, 15, 75, 20, 90))}deg")
        elif self.kind == "joint_axis":
            self.axis = rng.choice(([1, 1, 1], [1, 0, 1], [0, 1, 1], [1, 2, 2], [0, 3, 4]))
            self.turn = elementary("quarter", rng)
        elif self.kind.startswith("urdf"):
            self.turn = self.roll_pitch_yaw(rng)
        else:
            self.turn = elementary(self.kind, rng)
        axis = rng.choice("xyz")
        quarter = {"x": "1.5707963267948966 0 0", "y": "0 1.5707963267948966 0", "z": "0 0 1.5707963267948966"}[axis]
        self.turn.quarter = ("90deg" if self.kind == "dh" else quarter if self.kind.startswith("urdf") else
                             f"axis: {axis}, angle: 90deg" if self.in_fields else f"R{axis}(90deg)")
        self.length = round(rng.uniform(0.2, 0.8), 2)
        self.mass = round(rng.uniform(0.5, 4.0), 2)
        self.com = [round(rng.uniform(-0.3, 0.3), 2) for _ in range(3)]
        self.inertia = [round(rng.uniform(0.05, 0.09), 3) for _ in range(3)]

    def roll_pitch_yaw(self, rng):
        if self.kind == "urdf":
            return Turn(" ".join(odd_angle(rng, 3) if rng.random() < 0.6 else "0" for _ in range(3)))
        digits = rng.choice(DIGITS_OF_ROUNDED_ANGLES)
        degrees = [15 * rng.choice((0, 0, -6, 6, 12, 3, 2, 4, 1)) for _ in range(3)]
        return Turn(" ".join(f"{math.radians(d):.{digits}f}" for d in degrees),
                    " ".join(number(math.radians(d)) for d in degrees))


class Arm:
    """`symbols`: named parameters of the file, or what --symbols makes of its numbers."""

    def __init__(self, index, kind, joint_count, seed):
        rng = random.Random(f"{seed}/{index}/{kind}/{joint_count}")
        self.name = f"arm{index:03d}"
        self.kind = kind
        self.joint_count = joint_count
        self.links = [Link(kind, rng) for _ in range(joint_count)]
        self.links[0].joint = "revolute"
        self.is_urdf = kind.startswith("urdf")
        self.has_parameters = not self.is_urdf and rng.random() < 0.7
        self.symbols = None if self.has_parameters else rng.choice(("central,gravity", "lengths,gravity"))
        self.is_rounded = kind in ("rounded", "urdf_rounded")
        self.gravity = rng.choice(([0, -1, 0], [0, 0, -1]))

    def suffix(self):
        return "urdf" if self.is_urdf else "yaml"

    def options(self):
        return ["--symbols", self.symbols] if self.symbols else []

    def text(self, version=AS_TYPED):
        return self.urdf(version) if self.is_urdf else self.yaml(version)

    def yaml(self, version):
        lines = ["sinew: 1", f"name: {self.name}"]
        gravity = [f"{9.81 * g:g}" for g in self.gravity]
        if self.has_parameters:
            parameters = ["g0: 9.81 m/s^2"]
            for k, link in enumerate(self.links, 1):
                parameters += [f"m{k}: {link.mass} kg", f"l{k}: {link.length} m"]
            lines.append("parameters: {" + ", ".join(parameters) + "}")
            gravity = ["0" if g == 0 else "-g0" for g in self.gravity]
        lines.append(f"gravity: {listed(gravity)}")
        if self.kind == "dh":
            lines.append("dh: modified")
        lines.append("links:")
        for k in range(self.joint_count):
            lines.append("  - {" + ", ".join(self.yaml_fields(k, version)) + "}")
        return "\n".join(lines) + "\n"

    def yaml_fields(self, k, version):
        link = self.links[k]
        before = "0" if k == 0 else f"l{k}" if self.has_parameters else str(self.links[k - 1].length)
        own = f"l{k + 1}" if self.has_parameters else str(link.length)
        turn = link.turn.text(version)
        fields = [f"name: k{k + 1}", f"joint: {link.joint}"]
        if link.kind == "dh":
            fields = [f"name: k{k + 1}", f"dh: {{alpha: {turn if k > 0 else '0deg'}, a: {before}}}"]
        elif link.in_fields:
            fields.append(f"pose: {{xyz: [{before}, 0, 0], {turn}}}")
        else:
            fields.append(f"pose: Tx({before}) {turn}")
        if link.axis:
            fields.append(f"axis: {'x' if version == QUARTER_TURNS else listed(map(str, link.axis))}")
        if self.has_parameters:
            fields.append(f"bodies: [{{shape: point, mass: m{k + 1}, pose: Tx({own})}}]")
        else:
            fields += [f"mass: {link.mass}", f"com: {listed(map(str, link.com))}",
                       f"inertia: {listed(map(str, link.inertia))}"]
        return fields

    def urdf(self, version):
        lines = ["<?xml version='1.0'?>", f"<robot name='{self.name}'>", "  <link name='base'/>"]
        for k, link in enumerate(self.links, 1):
            parent = "base" if k == 1 else f"k{k - 1}"
            before = 0 if k == 1 else self.links[k - 2].length
            xx, yy, zz = link.inertia
            com = " ".join(map(str, link.com))
            lines += [f"  <link name='k{k}'><inertial><origin xyz='{com}'/><mass value='{link.mass}'/>",
                      f"    <inertia ixx='{xx}' iyy='{yy}' izz='{zz}' ixy='0' ixz='0' iyz='0'/></inertial></link>",
                      f"  <joint name='joint{k}' type='{'continuous' if link.joint == 'revolute' else 'prismatic'}'>",
                      f"    <parent link='{parent}'/><child link='k{k}'/><axis xyz='0 0 1'/>",
                      f"    <origin xyz='{before} 0 0' rpy='{link.turn.text(version)}'/>",
                      "    <limit lower='-1' upper='1' effort='1' velocity='1'/>", "  </joint>"]
        return "\n".join(lines + ["</robot>"]) + "\n"


def random_arms(count, seed, kinds=KINDS, joint_counts=(2, 3, 4)):
    """Every kind with every number of joints, in turn."""
    choices = [(kind, n) for n in joint_counts for kind in kinds]
    return [Arm(i, *choices[i % len(choices)], seed) for i in range(count)]
