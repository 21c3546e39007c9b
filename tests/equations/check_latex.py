#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""LaTeX sets what `sinew equations` prints, with no error and with nothing over the margin.

    check_latex.py SINEW ROBOTS_DIR        exit code 0: all of it holds, or pdflatex is not installed; 1: not
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

LARGEST_OVERFULL_PT = 10.0
ALL_FIGURES = ["--symbols", "inertial,lengths,gravity"]
SECTIONS = ["--show", "tau,M,c,g,B,Csq,christoffel,C,energy,J,cartesian,parameters,base-parameters,balance,bound,friction"]
FEW_SECTIONS = ["--show", "tau,M,c,g,B,Csq,energy,base-parameters"]  # of a long arm the others take minutes
ALONG = ["--q1", "sin(t)", "--until", "10s"]
CASES = [
    ("point_mass_2r.yaml", SECTIONS),
    ("rrp.yaml", SECTIONS),
    ("point_mass_2r.yaml", ["--explain"]),
    ("point_mass_2r.yaml", ["--explain", "--method", "lagrange"]),
    ("point_mass_2r.yaml", ["--show", "tau,M,c,g,energy", *ALONG, "--q2", "3*cos(2*t)"]),
    ("rrp.yaml", ["--show", "tau,M,c,g,energy", *ALONG, "--q2", "3*cos(2*t)", "--q3", "sin(3*t)"]),
    ("spatial_3r.yaml", ALL_FIGURES + ["--explain"]),
    ("rrp.yaml", ["--explain", "--method", "lagrange"]),
    ("stanford.yaml", ALL_FIGURES + FEW_SECTIONS),
    ("puma560.yaml", ALL_FIGURES + FEW_SECTIONS),
    ("puma560.yaml", ALL_FIGURES + ["--explain"]),
]


def printed_latex(sinew, robot, options):
    command = [sinew, "equations", str(robot), "--format", "latex", "--full", *options]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {answer.stderr.strip()}")
    return answer.stdout


def log_of(latex, folder):
    source = pathlib.Path(folder) / "equations.tex"
    source.write_text(latex, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", source.name]
    answer = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return answer.returncode, source.with_suffix(".log").read_text(encoding="utf-8", errors="replace")


def problems_in(returncode, log):
    problems = [line for line in log.splitlines() if line.startswith("!")]
    if returncode != 0 and not problems:
        problems.append(f"pdflatex ends with {returncode}")
    for line in log.splitlines():
        overfull = re.match(r"Overfull \\hbox \(([\d.]+)pt too wide\)", line)
        if overfull and float(overfull.group(1)) > LARGEST_OVERFULL_PT:
            problems.append(line)
        if re.search(r"(Reference|Citation) .* undefined|There were undefined references", line):
            problems.append(line)
    return problems


def check(sinew, robots, robot, options):
    with tempfile.TemporaryDirectory() as folder:
        return problems_in(*log_of(printed_latex(sinew, robots / robot, options), folder))


def main():
    sinew, robots = sys.argv[1], pathlib.Path(sys.argv[2])
    if shutil.which("pdflatex") is None:
        print("skipped: pdflatex is not installed (Debian: texlive-latex-base)")
        return 0
    failed = False
    for robot, options in CASES:
        problems = check(sinew, robots, robot, options)
        print(f"{'FAILED' if problems else 'ok':6} {robot} {' '.join(options)}")
        for problem in problems:
            print(f"       {problem}")
        failed = failed or bool(problems)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
