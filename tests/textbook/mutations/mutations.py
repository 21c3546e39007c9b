#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every typical fault of a Newton-Euler recursion would be noticed.

Each mutant is a copy of the recursion's own source with one such fault written into it, compiled and run on the
reference torques (four decimals) of the published 2R, RP and 3R arms and of the two arms with full inertia tensors. The
sound recursion gets all of them right. A mutant must get some wrong, and exactly as many on each arm as an independent
recursion with the same fault does.

    mutations.py --source <repository> --work <folder> --compiler g++ --flags "..." --link a.a b.a -lfoo ...
"""

import argparse
import concurrent.futures
import pathlib
import re
import shlex
import subprocess
import sys

RECURSION = "sinew/algorithms/inverse_dynamics.h"
JOINTS = "sinew/algorithms/joint_motion.h"

# ---- the places in the source where faults go

GRAVITY = "  base.a = -gravity;\n"
BODY = "      here.force = moving_force(link.inertia, here);\n"
ORIGIN = "      here.a = to_child(link, joint, a, turn);\n"
SLIDE_X = "      here.a.x += d * (wd.y + w.x * w.z) + (dd + dd) * w.y;\n"
SLIDE_Y = "      here.a.y += d * (w.y * w.z - wd.x) - (dd + dd) * w.x;\n"
SLIDE_Z = "      here.a.z += ddd - d * (w.x * w.x + w.y * w.y);\n"
TURN_X = "      here.wd.x += here.w.y * rate;\n"
TURN_Y = "      here.wd.y -= here.w.x * rate;\n"
SPIN = "    detail::find_spin(here);\n"
MOMENT = "body.I * link.wd + cross(link.w, body.I * link.w) + cross(body.h, link.a)"
FORCE = "body.m * link.a + spun(link, body.h)"
EFFORT = "    const T effort = along_joint(link, force);\n"
CARRY = "    with_turn(link, [&](auto turn) { carried = to_parent(link, scratch.joints[i], force, turn); });\n"
VECTOR_UP = "  return from_joint(link, about_z(q.turn, v));\n"
VECTOR_DOWN = "  return back_about_z(q.turn, into_joint(link, v, turn));\n"
FORCE_UP_N = "  Vec3<T> n = about_z(q.turn, force.n);\n"
FORCE_UP_F = "  const Vec3<T> f_J = about_z(q.turn, force.f);\n"
FORCE_UP = "  Force<T> y{from_joint(link, n, turn), from_joint(link, f_J, turn)};\n"
FORCE_UP_SLIDE = """    n.x -= q.slide * f_J.y;
    n.y += q.slide * f_J.x;
"""
SLIDE = "        slide_[at(i)] = own[i];\n"

# R_LW of a link in a chain, and its body as the user's file has it: mass m, centre of mass c and inertia I about it, in
# the user's axes F
GIVEN = """    const auto into_link = [&](Vec3<T> v) {
      for (int k = 0; k <= i; ++k) v = to_child(model.link(k), scratch.joints[k], v);
      return v;
    };
    const Rotation<T> R_LW = Rotation<T>::from_rows(into_link(unit_x<T>()), into_link(unit_y<T>()),
                                                    into_link(unit_z<T>())).inverse();
    const Rotation<T> R_LF = model.own_frame(i).R;
    const T m = model.link(i).inertia.m;
    const Vec3<T> c = R_LF.inverse_times(centre_of_mass(model.link(i).inertia));
    const Symmetric3<T> I = rotated(R_LF.inverse(), inertia_about_com(model.link(i).inertia));
    static_cast<void>(R_LW);
"""


def with_body(com="R_LF * c", inertia="rotated(R_LF, I)"):
    """The recursion moves another body than the one given."""
    return (RECURSION, BODY, GIVEN + f"    const Inertia<T> body = Inertia<T>::about_com(m, {com}, {inertia});\n"
            "    here.force = moving_force(body, here);\n")


# where the slide's axis is the parent's z: u in L's axes
OLD_Z = """      const Vec3<T> u = to_child(link, joint, unit_z<T>());
      here.a += d * (cross(wd, u) + cross(w, cross(w, u))) + (dd + dd) * cross(w, u) + ddd * u;
"""

# name: (values off on 2R, RP, 3R, spatial 3R, spatial RPR; what is changed in which file)
MUTATIONS = {
    "gravity_sign": ((4, 4, 2, 6, 9), [(RECURSION, GRAVITY, "  base.a = gravity;\n")]),
    "com_at_link_tip": ((8, 4, 6, 18, 18), [with_body(com="R_LF * (T(2.0) * c)")]),
    "com_vector_not_rotated": ((8, 2, 6, 18, 18), [with_body(com="R_LW * c")]),
    "static_rotation_after_joint_rotation": ((0, 0, 6, 18, 18), [
        (JOINTS, VECTOR_UP, "  return about_z(q.turn, from_joint(link, v));\n"),
        (JOINTS, VECTOR_DOWN, "  return into_joint(link, back_about_z(q.turn, v), turn);\n"),
        (JOINTS, FORCE_UP_N, "  Vec3<T> n = force.n;\n"),
        (JOINTS, FORCE_UP_F, "  const Vec3<T> f_J = force.f;\n"),
        (JOINTS, FORCE_UP,
         "  Force<T> y{about_z(q.turn, from_joint(link, n, turn)), about_z(q.turn, from_joint(link, f_J, turn))};\n"),
    ]),
    "no_gyroscopic_term_in_angular_acceleration": ((0, 0, 2, 18, 12),
                                                   [(RECURSION, TURN_X, ""), (RECURSION, TURN_Y, "")]),
    "link_i_rates_in_origin_acceleration": ((8, 0, 6, 18, 18), [
        (RECURSION, ORIGIN, ORIGIN.replace("joint, a", "joint, parent.a")),
        (RECURSION, SPIN, SPIN + "    here.a += detail::spun(here, to_child(link, joint, link.X_PJ.p));\n"),
    ]),
    "no_centripetal_term_in_origin_acceleration": ((8, 4, 6, 18, 18), [
        (RECURSION, ORIGIN, ORIGIN.replace("joint, a", "joint, parent.a + cross(parent.wd, link.X_PJ.p)")),
        (RECURSION, SLIDE_X, SLIDE_X.replace(" + w.x * w.z", "")),
        (RECURSION, SLIDE_Y, SLIDE_Y.replace("w.y * w.z - wd.x", "-wd.x")),
        (RECURSION, SLIDE_Z, "      here.a.z += ddd;\n"),
    ]),
    "no_centripetal_term_in_com_acceleration": ((4, 0, 6, 18, 18), [
        (RECURSION, MOMENT, MOMENT.replace("body.I * link.w)", "inertia_about_com(body) * link.w)")),
        (RECURSION, FORCE, "body.m * link.a + cross(link.wd, body.h)"),
    ]),
    "prismatic_axis_is_previous_z": ((0, 8, 0, 0, 18), [
        (RECURSION, SLIDE_X, OLD_Z),
        (RECURSION, SLIDE_Y, ""),
        (RECURSION, SLIDE_Z, ""),
        (RECURSION, EFFORT,
         "    const T effort = link.kind == JointKind::Prismatic\n"
         "                         ? dot(to_child(link, scratch.joints[i], unit_z<T>()), force.f)\n"
         "                         : along_joint(link, force);\n"),
        (JOINTS, FORCE_UP_SLIDE, "    n += q.slide * cross(into_joint(link, unit_z<T>()), f_J);\n"),
    ]),
    "prismatic_displacement_omitted": ((0, 8, 0, 0, 18), [(JOINTS, SLIDE, "        slide_[at(i)] = T(0.0);\n")]),
    "coriolis_factor_1": ((0, 4, 0, 0, 6), [
        (RECURSION, SLIDE_X, SLIDE_X.replace("(dd + dd)", "dd")),
        (RECURSION, SLIDE_Y, SLIDE_Y.replace("(dd + dd)", "dd")),
    ]),
    "coriolis_factor_0": ((0, 4, 0, 0, 6), [
        (RECURSION, SLIDE_X, SLIDE_X.replace(" + (dd + dd) * w.y", "")),
        (RECURSION, SLIDE_Y, SLIDE_Y.replace(" - (dd + dd) * w.x", "")),
    ]),
    "euler_term_omitted_for_prismatic": ((0, 4, 0, 0, 6), [
        (RECURSION, ORIGIN, ORIGIN + "    if (link.kind == JointKind::Prismatic)\n"
         "      here.a -= to_child(link, joint, cross(parent.wd, link.X_PJ.p));\n"),
        (RECURSION, SLIDE_X, SLIDE_X.replace("wd.y + ", "")),
        (RECURSION, SLIDE_Y, SLIDE_Y.replace(" - wd.x", "")),
    ]),
    "inertia_given_about_joint_origin": ((8, 4, 6, 18, 12), [
        with_body(inertia="rotated(R_LF, I) - m * steiner(R_LF * c, R_LF * c)")]),
    "inertia_not_rotated": ((0, 0, 6, 18, 12), [with_body(inertia="rotated(R_LW, I)")]),
    "inertia_rotated_backwards": ((0, 0, 6, 18, 12), [
        with_body(inertia="rotated(R_LW, rotated((R_LW.inverse() * R_LF).inverse(), I))")]),
    "only_Izz_used": ((0, 4, 2, 18, 12), [
        with_body(inertia="rotated(R_LF, Symmetric3<T>::diagonal(T(0.0), T(0.0), I.zz))")]),
    "inertia_omitted": ((8, 4, 6, 18, 12), [with_body(inertia="Symmetric3<T>{}")]),
    "no_gyroscopic_moment": ((0, 0, 0, 18, 12), [
        (RECURSION, MOMENT, MOMENT.replace("body.I * link.w)", "(body.I - inertia_about_com(body)) * link.w)"))]),
    "lever_of_next_force_from_joint_not_com": ((4, 4, 4, 12, 6), [
        (RECURSION, CARRY, CARRY +
         "    carried.n += cross(centre_of_mass(model.link(link.parent).inertia), carried.f);\n")]),
    "moment_of_next_link_omitted": ((4, 4, 4, 12, 6), [
        (RECURSION, CARRY, CARRY.replace("force, turn", "Force<T>{{}, force.f}, turn"))]),
    "torque_projected_on_base_z": ((0, 4, 4, 12, 12), [
        (RECURSION, EFFORT, "    Vec3<T> base_z = unit_z<T>();\n"
         "    for (int k = 0; k <= i; ++k) base_z = to_child(model.link(k), scratch.joints[k], base_z);\n"
         "    const T effort = dot(base_z, turns(link.kind) ? force.n : force.f);\n")]),
}
ARMS = ("2R", "RP", "3R", "spatial 3R", "spatial RPR")
OF = (8, 8, 6, 18, 18)


class Failure(Exception):
    """What is wrong with a mutant."""


def write_source(source, overlay, changes):
    """The two headers as they are, but for the changes: each text must stand there exactly once."""
    for header in (RECURSION, JOINTS):
        text = (source / header).read_text(encoding="utf-8")
        for _, old, new in (change for change in changes if change[0] == header):
            if text.count(old) != 1:
                raise Failure(f"{header} has {text.count(old)} times, not once:\n{old}"
                              "The recursion has changed; write the fault into its new form")
            text = text.replace(old, new)
        path = overlay / header
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def values_off(name, changes, options):
    """How many torques of each arm the mutant gets wrong."""
    overlay = options.work / name
    write_source(options.source, overlay, changes)
    program, object_file = overlay / "mutant", overlay / "mutant.o"
    compiler = [options.compiler, *shlex.split(options.flags)]
    for command in (
        [*shlex.split(options.launcher), *compiler, "-std=gnu++20", "-O0", "-w", f"-I{overlay}", f"-I{options.source}",
         "-c", str(options.source / "tests/textbook/mutations/mutant.cpp"), "-o", str(object_file)],
        [*compiler, str(object_file), "-o", str(program), *options.link],
    ):
        built = subprocess.run(command, capture_output=True, text=True, check=False)
        if built.returncode != 0:
            raise Failure(f"does not build:\n{shlex.join(command)}\n{built.stderr}")
    run = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    found = {arm: (int(off), int(of)) for arm, off, of in re.findall(r"^(.+): (\d+) of (\d+)$", run.stdout, re.M)}
    if sorted(found) == sorted(ARMS) and tuple(found[arm][1] for arm in ARMS) == OF:
        off = tuple(found[arm][0] for arm in ARMS)
        if (run.returncode == 0) == (sum(off) == 0):
            return off
    raise Failure(f"ends with {run.returncode}:\n{run.stdout}{run.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--launcher", default="", help="such as ccache")
    parser.add_argument("--flags", default="")
    parser.add_argument("--link", nargs=argparse.REMAINDER, default=[])
    options = parser.parse_args()

    jobs = {"sound": ((0, 0, 0, 0, 0), []), **MUTATIONS}
    failures = noticed = 0
    print(f"{'values off':42}" + "".join(f"{arm:>13}" for arm in ARMS))
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        results = {name: pool.submit(values_off, name, changes, options) for name, (_, changes) in jobs.items()}
        for name, (expected, _) in jobs.items():
            try:
                off = results[name].result()
            except Failure as failure:
                print(f"{name}: {failure}")
                failures += 1
                continue
            print(f"{name:42}" + "".join(f"{count:>13}" for count in off))
            noticed += name != "sound" and sum(off) > 0
            if off != expected:
                print(f"    expected {expected}")
                failures += 1
    print(f"{noticed} of {len(MUTATIONS)} mutants are noticed")
    return 0 if failures == 0 and noticed == len(MUTATIONS) == 22 else 1


if __name__ == "__main__":
    sys.exit(main())
