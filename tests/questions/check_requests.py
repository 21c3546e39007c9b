#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Holds requests against the schema that the command prints, and a long stream of them against a bound on memory.

usage: check_requests.py SINEW
"""
import json
import re
import subprocess
import sys

import jsonschema

sinew = sys.argv[1]
schema = json.loads(subprocess.run([sinew, "ask", "--schema"], check=True, capture_output=True).stdout)
validator = jsonschema.Draft202012Validator(schema)
right = [
    {"command": "torque", "robot": "panda", "q": [0, 0.1, 0, "-90deg", 0, 1, 0, 0], "id": 1},
    {"command": "torque", "robot": "two_link_2r", "q": {"elbow": "20deg"}, "trace": True},
    {"command": "terms", "robot": "ur5", "show": "M,g", "damping": 0.1, "frame": "tool0"},
    {"command": "solve", "J": [[1, 2]], "y": [1]},
    {"command": "ik", "robot": "ur5", "position": [0.4, 0, 0.3], "starts": 10, "seed": 3},
]
wrong = [
    {"robot": "panda"},
    {"command": "torq", "robot": "panda"},
    {"command": "torque"},
    {"command": "torque", "robot": "panda", "trace": 1},
    {"command": "torque", "robot": "panda", "format": "xml"},
    {"command": "torque", "robot": "panda", "digits": 16},
    {"command": "torque", "robot": "panda", "speed": 1},
]
for request in right:
    validator.validate(request)
for request in wrong:
    if validator.is_valid(request):
        sys.exit(f"the schema takes {request}")


def resident_kib(process):
    with open(f"/proc/{process.pid}/status", encoding="utf-8") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])


# memory stays flat: after ten thousand requests, ten thousand more take nothing
line = (json.dumps(right[0]) + "\n").encode()
with subprocess.Popen([sinew, "ask"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
    used = []
    for _ in range(3):
        for _ in range(100):
            process.stdin.write(line * 100)
            process.stdin.flush()
            for _ in range(100):
                reply = json.loads(process.stdout.readline())
                if "answer" not in reply:
                    sys.exit(f"no answer: {reply}")
        used.append(resident_kib(process))
    process.stdin.close()
    if process.wait() != 0:
        sys.exit("ask did not end well")
if used[2] > used[0] + 512:
    sys.exit(f"memory grows: {used} KiB")
