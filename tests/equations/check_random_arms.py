#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Equations of random arms, evaluated as printed, against the torques of the same arms in numbers.

    check_random_arms.py SINEW [--count 24] [--seed 1] [--kinds rpy,angle] [--joints 2,3] [--only arm007] [--keep DIR]

Python, C and text that `sinew equations` writes must equal `sinew torque` to 1e-10 of the largest torque; no number may be
printed with an exponent beyond ±12; both routes must agree and C must be proved; and an arm may cost no more than three
times the time per printed character that it costs with quarter turns. Where equations take a rounded angle for the multiple
of 15° that it stands for, and say so, the torques are those of the arm with that multiple.
Exit code 0: all of it holds, 1: not, with the arms that fail.
"""

import argparse
import concurrent.futures
import math
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

from random_arms import AS_TYPED, FULL_PRECISION, KINDS, QUARTER_TURNS, random_arms

STATE_COUNT = 5
TOLERANCE = 1e-10  # of the largest torque
MOST_DIGITS_OF_AN_EXPONENT = 12
MOST_SECONDS = {2: 1.0, 3: 10.0, 4: 60.0}  # of one answer, in processor time
MOST_TIME_PER_CHARACTER = 3.0  # of the same arm with quarter turns
SHORTEST_TIME_TO_COMPARE = 0.25  # seconds; below, starting the program is most of it
JOINTS_WITH_INTERMEDIATE_VARIABLES = 4  # closed forms of so many joints are longer than anybody reads
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


class Answer:
    def __init__(self, text, notes, seconds):
        self.text, self.notes, self.seconds = text, notes, seconds


class Refused(Exception):
    pass


def answer_of(command, seconds):
    """Output, remarks and processor time of a command, which may use twice the seconds that it is given."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        limit = math.ceil(2 * seconds) + 1
        process = subprocess.Popen(command, stdout=out, stderr=err,  # noqa: S603
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0), err.seek(0)
        text, notes = out.read().decode(), err.read().decode()
        used = usage.ru_utime + usage.ru_stime
        if used > limit - 0.5:
            raise Refused(f"no answer within {limit} s: {' '.join(command[1:])}")
        if process.returncode != 0:
            raise Refused(f"exit code {process.returncode} of {' '.join(command[1:])}: {notes.strip()}")
        return Answer(text, notes, used)


# what is printed, evaluated

def statements(text):
    """`tau1 = …` of a page in --format text, each term freed of the label behind it."""
    found = []
    for line in text.splitlines():
        begin = re.match(r"(\w+) = (.*)", line)
        if begin:
            found.append([begin.group(1), begin.group(2).split("   ")[0]])
        elif found and line.startswith("  ") and line.strip():
            found[-1][1] += " " + line.strip().split("   ")[0]
        elif not line.startswith(" "):
            found.append(["", ""])  # a heading ends what stands above it
    return [(name, value) for name, value in found if name]


FUNCTIONS = {"sin": math.sin, "cos": math.cos, "sqrt": math.sqrt, "exp": math.exp, "pi": math.pi,
             "sgn": lambda x: (x > 0) - (x < 0)}


def torques_of_text(text, joint_count, values, state):
    q, qd, qdd = state
    known = dict(FUNCTIONS, **values)
    for k in range(joint_count):
        known |= {f"q{k + 1}": q[k], f"qd{k + 1}": qd[k], f"qdd{k + 1}": qdd[k]}
    for name, value in statements(text):
        value = re.sub(r"(sin|cos)\((\d+(?:\.\d+)?)deg\)", r"\1(radians(\2))", value)
        known[name] = eval(value.replace("^", "**"), {"__builtins__": {}, "radians": math.radians}, known)  # noqa: S307
    return [known[f"tau{k + 1}"] for k in range(joint_count)]


def exponents(text):
    """Of every number: 1.5e-17, 1.5·10⁻¹⁷."""
    for found in re.finditer(r"(?<![\w.])\d+(?:\.\d*)?[eE]([-+]?\d+)\b", text):
        yield int(found.group(1))
    for found in re.finditer(r"·10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", text):
        yield int(found.group(1).translate(RAISED))


def numbers_that_nobody_wrote(text):
    return re.findall(r"(?i)(?<![\w])(?:inf|nan|not a finite number)(?!\w)", text)


class Check:
    """One arm: its answers, and what is wrong with them."""

    def __init__(self, program, arm, folder):
        self.program, self.arm, self.folder = program, arm, pathlib.Path(folder)
        self.faults = []
        self.answers = {}
        self.seconds = 0.0
        self.torques = None
        self.states = self.random_states()

    def random_states(self):
        rng = random.Random(self.arm.name)
        return [[[rng.uniform(-3, 3) for _ in range(self.arm.joint_count)] for _ in range(3)]
                for _ in range(STATE_COUNT)]

    def file(self, version):
        stem = {AS_TYPED: "", FULL_PRECISION: "_exact", QUARTER_TURNS: "_quarter"}[version]
        path = self.folder / f"{self.arm.name}{stem}.{self.arm.suffix()}"
        path.write_text(self.arm.text(version))
        return str(path)

    def fault(self, text):
        self.faults.append(text)

    def equations(self, version, *options):
        command = [self.program, "equations", self.file(version), *self.arm.options(), *options]
        return answer_of(command, MOST_SECONDS[self.arm.joint_count])

    def work(self):
        try:
            self.read_torques(AS_TYPED)
            self.ask()
            if self.arm.is_rounded and self.says_that_it_took_multiples():
                self.read_torques(FULL_PRECISION)
            self.check_python()
            self.check_text()
            if self.arm.kind != "quarter":
                self.check_time()
        except Refused as refused:
            self.fault(str(refused))
        except Exception as broken:  # noqa: BLE001: whatever the printed text does when it is read
            self.fault(f"{type(broken).__name__}: {broken}")
        return self

    def says_that_it_took_multiples(self):
        return any("Rounded figures of the file are taken for" in answer.text + answer.notes
                   for answer in self.answers.values())

    def read_torques(self, version):
        joints = [f"joint{k + 1}" for k in range(self.arm.joint_count)]
        rows = [",".join(f"{part}.{joint}" for part in ("q", "qd", "qdd") for joint in joints)]
        rows += [",".join(repr(x) for part in state for x in part) for state in self.states]
        states = self.folder / f"{self.arm.name}_states.csv"
        states.write_text("\n".join(rows) + "\n")
        command = [self.program, "torque", self.file(version), "--states", str(states), "--format", "csv"]
        lines = answer_of(command, 5).text.strip().splitlines()
        wanted = [lines[0].split(",").index(f"tau.{joint}") for joint in joints]
        self.torques = [[float(line.split(",")[i]) for i in wanted] for line in lines[1:]]

    def ask(self):
        many = self.arm.joint_count >= JOINTS_WITH_INTERMEDIATE_VARIABLES
        shorter = ["--intermediate"] if many else []
        for language in ("python", "c", "text"):
            self.answers[language] = self.equations(AS_TYPED, "--show", "tau", "--format", language, *shorter)
        shown = "routes" if many else "tau,C,routes"
        self.answers["unicode"] = self.equations(AS_TYPED, "--show", shown, "--full")
        for language, answer in self.answers.items():
            self.seconds = max(self.seconds, answer.seconds)
            if answer.seconds > MOST_SECONDS[self.arm.joint_count]:
                self.fault(f"{language} took {answer.seconds:.1f} s")
            far = [e for e in exponents(answer.text) if abs(e) > MOST_DIGITS_OF_AN_EXPONENT]
            if far:
                self.fault(f"{language} has an exponent of {max(far, key=abs)}")
            for word in numbers_that_nobody_wrote(answer.text):
                self.fault(f"{language} holds {word!r}")
        page = self.answers["unicode"].text
        for line in page.splitlines():
            if "✗" in line:
                self.fault(line.strip())
        if "✓ Both routes give the same equations" not in page:
            self.fault("the routes were not compared")
        if not many and "✓ Ṁ − 2·C plus its transpose is zero" not in page:
            self.fault("C was not proved")

    def compare(self, language, torques):
        largest = max(abs(x) for row in self.torques for x in row)
        error = max(abs(x - y) for own, right in zip(torques, self.torques) for x, y in zip(own, right)) / largest
        if not error <= TOLERANCE:
            self.fault(f"{language} differs from torque by {error:.1e} of the largest torque")

    def module(self):
        module = {}
        exec(self.answers["python"].text, module)  # noqa: S102: the program under test wrote it
        return module

    def check_python(self):
        module = self.module()
        function = module[f"{self.arm.name}_tau"]
        self.compare("python", [function(*state) for state in self.states])

    def check_text(self):
        values = self.module().get(f"{self.arm.name}_values", {})
        text = self.answers["text"].text
        self.compare("text", [torques_of_text(text, self.arm.joint_count, values, state) for state in self.states])

    def check_time(self):
        if self.arm.joint_count >= JOINTS_WITH_INTERMEDIATE_VARIABLES:
            own, options = self.answers["text"], ["--show", "tau", "--format", "text", "--intermediate"]
        else:
            own, options = self.answers["unicode"], ["--show", "tau,C,routes", "--full"]
        if own.seconds < SHORTEST_TIME_TO_COMPARE:
            return
        other = self.equations(QUARTER_TURNS, *options)
        allowed = MOST_TIME_PER_CHARACTER * max(other.seconds, 0.01) / len(other.text)
        if own.seconds / len(own.text) > allowed:
            self.fault(f"{own.seconds:.2f} s for {len(own.text)} characters; with quarter turns {other.seconds:.2f} s "
                       f"for {len(other.text)}")


# C, one program for all arms

MAIN = """
#include <stdio.h>
int main(void) {{
{calls}
  return 0;
}}
"""


def c_call(check):
    name, n = check.arm.name, check.arm.joint_count
    has_values = f"struct {name}_par" in check.answers["c"].text
    values = f"&{name}_values, " if has_values else ""
    lines = []
    for state in check.states:
        arrays = ", ".join("(const double[]){" + ", ".join(map(repr, part)) + "}" for part in state)
        printed = " ".join(f'printf("%.17g ", tau[{k}]);' for k in range(n))
        lines.append(f'  {{ double tau[{n}]; {name}_tau({arrays}, {values}tau); {printed} printf("\\n"); }}')
    return lines


def check_c(checks, folder):
    ready = [check for check in checks if "c" in check.answers and not numbers_that_nobody_wrote(check.answers["c"].text)]
    if not ready:
        return
    source, program = pathlib.Path(folder) / "all_arms.c", pathlib.Path(folder) / "all_arms"
    calls = "\n".join(line for check in ready for line in c_call(check))
    source.write_text("\n".join(check.answers["c"].text for check in ready) + MAIN.format(calls=calls))
    subprocess.run(["gcc", "-O0", "-o", str(program), str(source), "-lm"], check=True)  # noqa: S603, S607
    rows = iter(subprocess.run([str(program)], check=True, capture_output=True, text=True)  # noqa: S603
                .stdout.splitlines())
    for check in ready:
        torques = [[float(x) for x in next(rows).split()] for _ in check.states]
        if check.torques is not None:
            check.compare("c", torques)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sinew")
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--joints", default="2,3,4")
    parser.add_argument("--only", help="one arm by its name")
    parser.add_argument("--keep", help="a folder for the arms that were written")
    parser.add_argument("--at-once", type=int, default=os.cpu_count())
    return parser.parse_args()


def main():
    asked = arguments()
    joints = [int(n) for n in asked.joints.split(",")]
    arms = random_arms(asked.count, asked.seed, asked.kinds.split(","), joints)
    if asked.only:
        arms = [arm for arm in arms if arm.name == asked.only]
    begin = time.time()
    with tempfile.TemporaryDirectory() as scratch:
        folder = asked.keep or scratch
        pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
        checks = [Check(asked.sinew, arm, folder) for arm in arms]
        with concurrent.futures.ThreadPoolExecutor(asked.at_once) as pool:
            list(pool.map(Check.work, checks))
        check_c(checks, folder)
    wrong = [check for check in checks if check.faults]
    for check in wrong:
        print(f"{check.arm.name} ({check.arm.kind}, {check.arm.joint_count} joints, "
              f"{' '.join(check.arm.options()) or 'parameters'}):")
        for fault in check.faults:
            print(f"  {fault}")
    print(f"{len(checks) - len(wrong)} of {len(checks)} arms hold, in {time.time() - begin:.0f} s; "
          f"the slowest answer took {max((c.seconds for c in checks), default=0.0):.2f} s of processor time")
    return 1 if wrong or not checks else 0


if __name__ == "__main__":
    sys.exit(main())
