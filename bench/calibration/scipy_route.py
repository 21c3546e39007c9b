# SPDX-License-Identifier: BSD-3-Clause
"""The calibration of bench_calibration by SciPy: prints the seconds of its fastest method and the cost that it reaches.

All poses are computed at once by NumPy; SciPy takes the derivatives by differences, as it does unless told otherwise.
"""
import sys
import time

import numpy as np
from scipy.optimize import least_squares
from scipy.spatial.transform import Rotation

HALF = np.pi / 2
A = np.array([0, 0, 0, 0.0825, -0.0825, 0, 0.088])
D = np.array([0.333, 0, 0.316, 0, 0.384, 0, 0])
ALPHA = np.array([0, -HALF, HALF, HALF, -HALF, HALF, HALF])
FLANGE = 0.107
SCALE = 1e-3  # typical error of every parameter, in m and rad
DEVIATION = 1e-4

data = np.loadtxt(sys.argv[1], delimiter=",")
q, p, R = data[:, :7], data[:, 7:10], data[:, 10:].reshape(-1, 3, 3)


def residuals(x):
    a, d, alpha, theta = (x[7 * i:7 * i + 7] * SCALE for i in range(4))
    tool = x[28:31] * SCALE + [0, 0, FLANGE]
    R_WF = np.broadcast_to(np.eye(3), R.shape)
    p_WF = np.zeros_like(p)
    for i in range(7):
        ca, sa = np.cos(ALPHA[i] + alpha[i]), np.sin(ALPHA[i] + alpha[i])
        angle = q[:, i] + theta[i]
        c, s = np.cos(angle), np.sin(angle)
        Rx = np.array([[1, 0, 0], [0, ca, -sa], [0, sa, ca]])
        Rz = np.zeros_like(R)
        Rz[:, 0, 0], Rz[:, 0, 1], Rz[:, 1, 0], Rz[:, 1, 1], Rz[:, 2, 2] = c, -s, s, c, 1
        p_WF = p_WF + R_WF @ (np.array([A[i] + a[i], 0, 0]) + Rx @ np.array([0, 0, D[i] + d[i]]))
        R_WF = R_WF @ Rx @ Rz
    p_WF = p_WF + R_WF @ tool
    turn = Rotation.from_matrix(np.swapaxes(R, 1, 2) @ R_WF).as_rotvec()
    return np.hstack([p_WF - p, turn]).ravel() / DEVIATION


best = None
for method in ("lm", "trf"):
    begin = time.perf_counter()
    answer = least_squares(residuals, np.zeros(31), method=method, xtol=1e-12, ftol=1e-12, gtol=1e-12)
    seconds = time.perf_counter() - begin
    if best is None or seconds < best[0]:
        best = (seconds, answer.cost)
print(best[0], best[1])
