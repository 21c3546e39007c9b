#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How long a user of SymPy waits for an arm's equations: energies, Lagrange, simplify, print.

    sympy_route.py planar_2r|spatial_3r        prints the seconds it took and the number of characters of the equations
"""

import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "equations"))

import sympy_lagrange  # noqa: E402  found by the line above


def main():
    start = time.perf_counter()
    equations = sympy_lagrange.equations(sympy_lagrange.ARMS[sys.argv[1]]())
    characters = sum(len(str(entry)) for entries in equations.values() for entry in entries)
    print(time.perf_counter() - start, characters)


if __name__ == "__main__":
    main()
