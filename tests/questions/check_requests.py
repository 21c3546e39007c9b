#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Holds `sinew ask` against what it promises: requests and replies that follow the printed schemas, a bound on memory and on
time over a long stream, wrong lines that do not end the stream, and a clean end by Ctrl-C and closed pipes.

usage: check_requests.py SINEW [--count REQUESTS], in the source tree
"""
import argparse
import json
import os
import re
import signal
import subprocess
import sys

import jsonschema

parser = argparse.ArgumentParser()
parser.add_argument("sinew")
parser.add_argument("--count", type=int, default=50_000, help="requests of the long stream")
arguments = parser.parse_args()
sinew = arguments.sinew


def printed(*options):
    return json.loads(subprocess.run([sinew, "ask", *options], check=True, capture_output=True).stdout)


def check(condition, what):
    if not condition:
        sys.exit(what)


def stream():
    return subprocess.Popen([sinew, "ask"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def resident_kib(process):
    with open(f"/proc/{process.pid}/status", encoding="utf-8") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])


def processor_seconds(process):
    with open(f"/proc/{process.pid}/stat", encoding="utf-8") as stat:
        user, system = stat.read().rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def lines_of(requests):
    return b"".join(r if isinstance(r, bytes) else json.dumps(r).encode() + b"\n" for r in requests)


def ask(process, requests):
    """The replies to a few requests, which must fit into the pipe."""
    process.stdin.write(lines_of(requests))
    process.stdin.flush()
    return [json.loads(process.stdout.readline()) for _ in requests]


right = [
    {"command": "torque", "robot": "panda", "q": [0, 0.1, 0, "-90deg", 0, 1, 0, 0], "id": 1},
    {"command": "torque", "robot": "two_link_2r", "q": {"elbow": "20deg"}, "trace": True},
    {"command": "terms", "robot": "ur5", "show": "M,g", "frame": "tool0"},
    {"command": "solve", "J": [[1, 2]], "y": [1]},
    {"command": "solve", "robot": "ur5", "tasks": [{"frame": "tool0", "kind": "position", "velocity": [0, 0, 0.1]}]},
    {"command": "solve", "robot": "ur5", "tasks": ["tool0 position velocity=[0,0,0.1]"], "damping": {"mu": 0.1}},
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


def check_request_schema():
    validator = jsonschema.Draft202012Validator(printed("--schema"))
    for request in right:
        validator.validate(request)
    for request in wrong:
        check(not validator.is_valid(request), f"the schema takes {request}")


# more than the examples of the help show: every member that an answer may have
asked = [
    {"command": "info", "robot": "puma560"},
    {"command": "info", "robot": "panda"},
    {"command": "check", "robot": "robots/elbow_3r.yaml"},
    {"command": "check", "robot": "panda"},
    {"command": "convert", "robot": "ur5", "out": "-", "to": "urdf"},
    {"command": "pose", "robot": "ur5", "q": [0, "-90deg", 1.5, 0, 0.25, 0], "qd": [1, 0, 0, 0, 0, 0]},
    {"command": "pose", "robot": "ur5", "floating_base": True, "point": [0, 0, 0.1], "repeat_state": True},
    {"command": "jacobian", "robot": "two_link_2r", "q": [0, 0], "rate": True},
    {"command": "torque", "robot": "puma560", "q": [9, 0, 0, 0, 0, 0], "trace": True, "qd": [9, 9, 9, 9, 9, 9]},
    {"command": "torque", "robot": "ur5", "floating_base": True, "trace": True},
    {"command": "accelerate", "robot": "puma560", "repeat_state": True},
    {"command": "accelerate", "robot": "two_link_2r", "tau": [318.25, 38.5]},
    {"command": "terms", "robot": "ur5", "show": "all", "frame": "tool0", "rows": "linear"},
    {"command": "terms", "robot": "puma560", "show": "all"},
    {"command": "terms", "robot": "ur5", "floating_base": True, "show": "M,g,energy,momentum,regressor"},
    {"command": "statics", "robot": "statics_rr", "q": "30deg,-60deg", "wrench": ["P1:F=[0,-100N,0]"]},
    {"command": "equations", "robot": "point_mass_2r", "count": True, "at": "q=20deg,40deg"},
    {"command": "equations", "robot": "point_mass_2r", "show": "all"},
    {"command": "equations", "robot": "point_mass_2r", "explain": True},
    {"command": "equations", "robot": "point_mass_2r", "intermediate": True, "count": True},
    {"command": "equations", "robot": "point_mass_2r", "move": "0,0 -> 1,1 in 3s with trapezoidal", "show": "all"},
    {"command": "equations", "robot": "rrp", "q1": "sin(t)", "q2": "t", "q3": "1", "until": "2s", "at": "t=1s"},
    {"command": "equations", "robot": "point_mass_2r", "q1": "sin(t)", "q2": "t", "until": "2s", "intermediate": True},
    {"command": "solve", "problem": "examples/problems/panda_two_tasks.yaml", "explain": True},
    {"command": "solve", "problem": "examples/problems/torque_norms.yaml"},
    {"command": "solve", "problem": "examples/problems/sns_acceleration.yaml", "explain": True},
    {"command": "solve", "problem": "examples/problems/algorithmic_singularity.yaml"},
    {"command": "solve", "robot": "two_link_2r", "tasks": ["tip position rows=x,y"], "search_singularities": True,
     "over": "q2=-180deg..180deg"},
    {"command": "ik", "robot": "ur5", "position": [0.4, 0.2, 0.3], "all": True, "starts": 30},
    {"command": "ik", "robot": "ur5", "position": [4, 0.2, 0.3], "starts": 5, "tolerance": "x=1mm"},
    {"command": "ik", "robot": "panda", "position": [0.4, 0.2, 0.3], "objective": "joint range"},
    {"command": "follow", "robot": "ur5", "q": [0, -1.2, 1.8, -0.6, 1.2, 0.3], "line_by": [0, 0.01, 0],
     "duration": "50ms"},
    {"command": "verify", "robot": "point_mass_2r", "statements": ["M22 = m2*l2^2", "M12 = m2*l2^2"]},
    {"command": "verify", "inertia": "[[2, 1], [1, 2]]"},
]


def check_answer_schema():
    """Every command's answer is as the schema of answers says, and every request as that of requests."""
    schema = printed("--answer-schema")
    requests = jsonschema.Draft202012Validator(printed("--schema"))
    listed = {request["command"] for request in asked}
    examples = [command["examples"][0] for command in printed("--schema")["oneOf"]]
    requests_asked = asked + [example for example in examples if example["command"] not in listed]
    check({request["command"] for request in requests_asked} == set(schema["$defs"]) - {"reply"}, "a command is missing")
    replies = jsonschema.Draft202012Validator(schema)
    answers = {
        name: jsonschema.Draft202012Validator({**schema, "$ref": f"#/$defs/{name}"}) for name in schema["$defs"]
    }
    with stream() as process:
        for request in requests_asked:
            requests.validate(request)
            (reply,) = ask(process, [request])
            check("answer" in reply, f"no answer: {request} {reply}")
            replies.validate(reply)
            answers[request["command"]].validate(reply["answer"])
        for line in malformed + wrong:
            replies.validate(ask(process, [line])[0])
        process.stdin.close()


malformed = [
    b"{\n",
    b'{"command": "torque", "robot": "panda", "q": [NaN]}\n',
    b'{"command": "torque", "robot": "panda", "q": [1e999]}\n',
    b'{"command": "torque", "robot": "panda", "robot": "ur5"}\n',
    b'{"command": "torque", "robot": "\xff\xfe"}\n',
    b"[" * 50_000 + b"\n",
    b'{"id": ' + b'{"a":' * 10_000 + b"\n",
    b'{"command": "torque", "robot": "nobody"}\n',
    b'{"command": "torque", "robot": "panda", "q": "' + b"1," * 20_000 + b'1"}\n',
    b"\x00\x01\x02\n",
]


def check_malformed_lines():
    """Each gets an error, and the next request its answer."""
    with stream() as process:
        for line in malformed + [json.dumps(request).encode() + b"\n" for request in wrong]:
            error, answer = ask(process, [line, right[0]])
            check("error" in error and error["error"]["what"], f"no error: {line[:80]} {error}")
            check(answer.get("outcome") == "yes", f"no answer after {line[:80]}: {answer}")
        process.stdin.close()
        check(process.wait() == 1, "wrong requests, and ask ends as if there were none")


def check_long_stream(count):
    """Memory stays flat, and a torque takes less than a tenth of a millisecond of the processor."""

    def batch(number):
        requests = [{**right[0], "id": number, "q": [0.01 * (i % 100)] * 8} for i in range(90)]
        # robots that are changed by each request are not all kept
        requests += [{**right[0], "gravity": [0, 0, -9.81 - 1e-6 * (10 * number + i)]} for i in range(8)]
        requests += [{"command": "info", "robot": ("ur5", "puma560", "panda")[number % 3]}]
        requests += [malformed[number % len(malformed)][:300].rstrip(b"\n") + b"\n"]
        return requests

    with stream() as process:
        used = []
        batches = max(count // 100, 4)
        for number in range(batches):
            replies = ask(process, batch(number))
            check(all("answer" in reply for reply in replies[:99]), f"no answer: {replies}")
            check("error" in replies[99], f"no error: {replies[99]}")
            if number % (batches // 4) == batches // 4 - 1:
                used.append(resident_kib(process))
        check(used[-1] <= used[0] + 1024, f"memory grows: {used} KiB")

        torques = [{**right[0], "q": [0.1 * j + 0.001 * i for j in range(8)]} for i in range(100)]
        before, asked = processor_seconds(process), 20_000
        for _ in range(asked // 100):
            ask(process, torques)
        rate = asked / (processor_seconds(process) - before)
        process.stdin.close()
        process.wait()
    print(f"{batches * 100} requests, memory {used} KiB; {rate:.0f} torques a second of the processor")
    # 10,000 are the aim, which the long run is held to; processors that other work shares have made it 7,300
    check(rate >= (10_000 if count >= 1_000_000 else 4_000), f"{rate:.0f} torque requests a second")


def check_ends():
    """By the end of the input, by Ctrl-C while it waits and while it works, and by a reader that has gone."""
    with stream() as process:
        process.stdin.close()
        check(process.wait(timeout=20) == 0, "no request is no error")
    with stream() as process:
        ask(process, [right[0]])
        process.send_signal(signal.SIGINT)
        check(process.wait(timeout=20) == -signal.SIGINT, f"Ctrl-C while it waits: {process.returncode}")
        check(process.stderr.read() == b"", "Ctrl-C leaves words behind")
    with stream() as process:
        ask(process, [right[0]])
        follow = {"command": "follow", "robot": "ur5", "q": [0, -1.2, 1.8, -0.6, 1.2, 0.3], "line_by": [0, 0.01, 0]}
        process.stdin.write(lines_of([{**follow, "duration": "5000s"}, right[0]]))
        process.stdin.flush()
        try:
            process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        check(process.wait(timeout=20) == -signal.SIGINT, f"Ctrl-C while it works: {process.returncode}")
        replies = process.stdout.read().splitlines()
        check(len(replies) == 1 and json.loads(replies[0])["error"]["kind"] == "stopped", f"{replies}"[:300])
    with stream() as process:
        ask(process, [right[0]])
        process.stdout.close()
        try:
            for _ in range(1000):
                process.stdin.write(lines_of([right[0]] * 10))
                process.stdin.flush()
        except BrokenPipeError:
            pass
        check(process.wait(timeout=20) == -signal.SIGPIPE, f"a reader that has gone: {process.returncode}")
        check(process.stderr.read() == b"", "a reader that has gone leaves words behind")
        process.stdin = None


check_request_schema()
check_answer_schema()
check_malformed_lines()
check_ends()
check_long_stream(arguments.count)
