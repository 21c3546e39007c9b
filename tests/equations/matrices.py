# SPDX-License-Identifier: BSD-3-Clause
"""Matrices as lists of rows, of whatever can be added and multiplied."""


def product(A, B):
    return [[sum_of([a * b for a, b in zip(row, column, strict=True)]) for column in zip(*B)] for row in A]


def sum_of(terms):
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total


def plus(*matrices):
    return [[sum_of(entries) for entries in zip(*rows, strict=True)] for rows in zip(*matrices, strict=True)]


def minus(A):
    return [[-entry for entry in row] for row in A]


def transposed(A):
    return [list(row) for row in zip(*A)]


def rate(ring, A):
    return [[ring.rate(entry) for entry in row] for row in A]


def determinant(A):
    if len(A) == 1:
        return A[0][0]
    minors = [[row[:c] + row[c + 1 :] for row in A[1:]] for c in range(len(A))]
    terms = [A[0][c] * determinant(minor) for c, minor in enumerate(minors)]
    return sum_of([-term if c % 2 else term for c, term in enumerate(terms)])
