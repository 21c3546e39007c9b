#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""hostile_inputs.py SINEW [--full] [NAME...]: runs the command on inputs that are large or made to hurt, and fails
where one of them costs more than it may, or ends otherwise than with exit code 0, 1 or 2.

Reading a file takes no more than 2 s of processor time per MB, nor, above 1 MB, 100 times its size in memory. A URDF
chain of 100,000 joints is checked in 2 s and 400 MB; its torques take twice that. The short form, of `make test`,
has inputs of a tenth of that size; --full prints the table of all.
"""
import argparse
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time

MB = 1e6
FEWEST_SECONDS, FEWEST_MB = 1.0, 100.0  # below which nothing is measured: programs start, and machines are busy
MOST_SECONDS = 60  # of processor time, after which the kernel ends it
LONGEST_WAIT = 600.0


# ---- inputs: each writes one file of about `size` bytes, and gives the arguments of the command

def lines(file, head, many, tail=""):
    """Writes `head`, then pieces of `many` one by one, then `tail`; a large input never stands in memory."""
    with open(file, "w", encoding="utf-8") as out:
        out.write(head)
        for piece in many:
            out.write(piece)
        out.write(tail)


def repeated(piece, size):
    """`piece` with {i} counted from 0, until so many bytes are reached."""
    written, i = 0, 0
    while written < size:
        text = piece.replace("{i}", str(i)).replace("{j}", str(i + 1))
        yield text
        written += len(text)
        i += 1


URDF_LINK = ('<link name="l{j}"><inertial><origin xyz="0.1 0 0"/><mass value="1"/>'
             '<inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>')
URDF_JOINT = ('<joint name="j{j}" type="continuous"><parent link="l{p}"/><child link="l{j}"/><origin xyz="0.1 0 0"/>'
              '<axis xyz="0 0 1"/></joint>\n')
YAML_HEAD = "sinew: 1\nname: x\nbase: base\n"
YAML_LINK = ("  - name: l{j}\n    joint: {name: j{j}, kind: revolute}\n    {place}\n    mass: 1\n"
             "    com: [0.1, 0, 0]\n    inertia: [0.1, 0.1, 0.1]\n")
ONE_LINK = "links:\n  - {name: l, joint: {name: j, kind: revolute}, mass: 1, inertia: [1, 1, 1]}\n"


def chain_urdf(file, count, wide=False):
    def parts():
        for i in range(count):
            parent = 0 if wide else i
            yield (URDF_LINK + URDF_JOINT).replace("{j}", str(i + 1)).replace("{p}", str(parent))
    lines(file, '<robot name="m"><link name="l0"/>\n', parts(), "</robot>\n")


def chain_yaml(file, count, place="pose: Tx(0.1)", head=""):
    def parts():
        for i in range(count):
            yield YAML_LINK.replace("{j}", str(i + 1)).replace("{place}", place)
    lines(file, YAML_HEAD + head + "links:\n", parts())


def chain_text_yaml(file, count):
    def parts():
        yield "chain: >-\n"
        for i in range(count):
            yield f"  Rz(q{i + 1}) Tx(0.1)\n"
        yield "links:\n"
        for i in range(count):
            yield f"  - {{name: l{i + 1}, joint: {{name: j{i + 1}}}, mass: 1, inertia: [0.1, 0.1, 0.1]}}\n"
    lines(file, YAML_HEAD, parts())


def cube(file, facets, binary=False):
    """A closed body of so many triangles: many small tetrahedra."""
    corner = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
    faces = ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))
    count = max(4, facets // 4 * 4)
    with open(file, "wb") as out:
        out.write((b"\0" * 80 + count.to_bytes(4, "little")) if binary else b"solid s\n")
        for i in range(count // 4):
            for face in faces:
                points = [(corner[k][0] + 2.0 * i, corner[k][1], corner[k][2]) for k in face]
                if binary:
                    import struct
                    out.write(struct.pack("<12f2x", 0, 0, 0, *[x for p in points for x in p]))
                else:
                    text = "".join("vertex %g %g %g\n" % p for p in points)
                    out.write(("facet normal 0 0 0\nouter loop\n%sendloop\nendfacet\n" % text).encode())
        out.write(b"" if binary else b"endsolid s\n")


def hostile_inputs(folder, size):
    """(name, file, arguments) of each; files are written as they are asked for."""
    def path(name):
        return os.path.join(folder, name)

    def case(name, ending, write, *arguments):
        file = path(name.replace(" ", "_") + ending)

        def make():
            write(file)
            return file
        return name, make, [a.replace("FILE", file) for a in (arguments or ("check", "FILE"))]

    def text(head, piece, tail=""):
        return lambda file: lines(file, head, repeated(piece, size), tail)

    def mesh_robot(file):
        cube(path("part.stl"), size // 200)
        text(YAML_HEAD + "links:\n  - name: l\n    joint: {name: j}\n    bodies:\n",
             "      - {shape: mesh, file: part.stl, density: 10{i}}\n")(file)

    def stl_robot(binary):
        def write(file):
            cube(path("big.stl"), size // 50 if binary else size // 150, binary)
            lines(file, YAML_HEAD + "links:\n  - {name: l, joint: {name: j}, bodies: [{shape: mesh, file: big.stl, "
                  "density: 1}]}\n", ["# " + "x" * 70 + "\n"] * (size // 73))
        return write

    smi_robot = ("smiData.RigidTransform({j}).translation = [0 0 0];  % mm\n"
                 "smiData.RigidTransform({j}).angle = 0;  % rad\n"
                 "smiData.RigidTransform({j}).axis = [0 0 1];\nsmiData.RigidTransform({j}).ID = 'UCS[p{i}:f]';\n")
    yield case("xml attributes", ".urdf", text('<robot name="x" ', 'a{i}="1" ', "/>"))
    yield case("xml nested elements", ".urdf", text('<robot name="x">', "<a>"))
    yield case("xml comments", ".urdf", text('<robot name="x"><link name="l"/>', "<!--c-->", "</robot>"))
    yield case("xml unknown elements", ".urdf", text(
        '<robot name="x"><link name="l">', "<visualx{i}/>", "</link></robot>"))
    yield case("xml many visuals", ".urdf", text(
        '<robot name="x"><link name="l">', '<visual><geometry><mesh filename="m{i}.stl"/></geometry></visual>',
        "</link></robot>"))
    yield case("xml joints to nowhere", ".urdf", text(
        '<robot name="x"><link name="l"/>',
        '<link name="a{i}"/><joint name="j{i}" type="fixed"><parent link="b{i}"/><child link="c{i}"/></joint>',
        "</robot>"))
    yield case("xml equal names", ".urdf", text('<robot name="x">', '<link name="l"/>', "</robot>"))
    yield case("xml mimic chain", ".urdf", text(
        '<robot name="x"><link name="l0"/>',
        '<link name="l{j}"/><joint name="j{j}" type="continuous"><parent link="l0"/><child link="l{j}"/>'
        '<axis xyz="0 0 1"/><mimic joint="j{i}"/></joint>', "</robot>"))
    yield case("xml long attribute", ".urdf", text('<robot name="', "x", '"/>'))
    yield case("xml text", ".urdf", text('<robot name="x"><link name="l">', "&#65;&lt;", "</link></robot>"))
    yield case("yaml nested flow lists", ".yaml", text(YAML_HEAD + "links: ", "["))
    yield case("yaml nested flow maps", ".yaml", text(YAML_HEAD + "links: ", "{a: "))
    yield case("yaml nested lists", ".yaml", text(YAML_HEAD + "links:\n  ", "- "))
    yield case("yaml question marks", ".yaml", text(YAML_HEAD + "links:\n  ", "? "))
    yield case("yaml nested quotes and braces", ".yaml", text(YAML_HEAD + "links: ", "[{]"))
    yield case("yaml aliases of aliases", ".yaml", lambda file: lines(
        file, YAML_HEAD + "notes:\n  - &a0 [x, x, x, x, x, x, x, x, x]\n",
        (f"  - &a{i + 1} [{', '.join([f'*a{i}'] * 9)}]\n" for i in range(40)), ONE_LINK))
    yield case("yaml many anchors", ".yaml", text(YAML_HEAD + ONE_LINK + "notes:\n", "  - &a{i} x\n  - *a{i}\n"))
    yield case("yaml unknown keys", ".yaml", text(YAML_HEAD + ONE_LINK, "linkz{i}: 1\n"))
    yield case("yaml equal keys", ".yaml", text(YAML_HEAD + ONE_LINK, "name: 1\n"))
    yield case("yaml comments", ".yaml", text(YAML_HEAD + ONE_LINK, "# c\n"))
    yield case("yaml one long line", ".yaml", text(YAML_HEAD + ONE_LINK + "notes: ", "word "))
    yield case("yaml one long flow list", ".yaml", text(YAML_HEAD + ONE_LINK + "notes: [", "a,", "a]\n"))
    yield case("yaml long quoted text", ".yaml", text(YAML_HEAD + ONE_LINK + 'notes: "', "\\x41\\n ", '"\n'))
    yield case("yaml plain text of many lines", ".yaml", text(YAML_HEAD + ONE_LINK + "notes: >\n", "  a\n\n"))
    yield case("yaml documents", ".yaml", text(YAML_HEAD + ONE_LINK, "---\na: b\n"))
    yield case("yaml tabs and colons", ".yaml", text(YAML_HEAD + ONE_LINK, "a:\t:\t"))
    yield case("yaml parameters of each other", ".yaml", text(
        YAML_HEAD + "parameters:\n  p0: 1\n", "  p{j}: p{i} + p{i}/2\n", ONE_LINK))
    yield case("yaml parameters of nothing", ".yaml", text(
        YAML_HEAD + "parameters:\n  p0: 1\n", "  p{j}: p{i}x\n", ONE_LINK))
    yield case("yaml parameters as symbols", ".yaml", text(
        YAML_HEAD + "parameters:\n  p0: 1 kg\n", "  p{j}: p{i} + p{i}/2\n",
        "links:\n  - {name: l, joint: {name: j}, mass: p9, inertia: [1, 1, 1]}\n"),
        "equations", "FILE", "--symbols", "inertial")
    yield case("yaml transforms with parameters", ".yaml", lambda file: lines(
        file, YAML_HEAD + "parameters:\n", list(repeated("  p{i}: 1\n", size // 2)) + ["chain: Rz(q1) "] +
        list(repeated("Tx(p{i}) ", size // 2)), "\n" + ONE_LINK))
    yield case("yaml formulas with errors", ".yaml", text(
        YAML_HEAD + "links:\n", "  - {name: l{i}, joint: {name: j{i}}, mass: 1 parsec, com: [a, b, c]}\n"))
    yield case("yaml one long formula", ".yaml", text(YAML_HEAD + "parameters:\n  p: 1", "+1", "\n" + ONE_LINK))
    yield case("yaml brackets", ".yaml", text(YAML_HEAD + "parameters:\n  p: ", "(", "\n" + ONE_LINK))
    yield case("yaml signs", ".yaml", text(YAML_HEAD + "parameters:\n  p: 1", "-", "1\n" + ONE_LINK))
    yield case("yaml digits", ".yaml", text(YAML_HEAD + "parameters:\n  p: 0.", "1", "\n" + ONE_LINK))
    yield case("yaml bodies", ".yaml", text(
        YAML_HEAD + "links:\n  - name: l\n    joint: {name: j}\n    bodies:\n",
        "      - {shape: sphere, mass: 1, radius: 1, pose: Tx({i} m)}\n"))
    yield case("yaml frames and payloads", ".yaml", lambda file: lines(
        file, YAML_HEAD + ONE_LINK + "frames:\n", repeated("  - {name: f{i}, link: l}\n", size // 2),
        "payload:\n" + "".join(repeated("  - {frame: f{i}, mass: 1}\n", size // 2))))
    yield case("yaml links with after", ".yaml", text(
        YAML_HEAD + "dh: standard\nlinks:\n", "  - {name: l{i}, joint: {name: j{i}}, dh: {a: 1}, after: Tx(1)}\n"))
    yield case("yaml one mesh in many bodies", ".yaml", mesh_robot)
    yield case("stl ascii", ".yaml", stl_robot(False))
    yield case("stl binary", ".yaml", stl_robot(True))
    yield case("smidata transforms", ".m", text("% Simscape smiData\n", smi_robot))
    yield case("smidata numbers", ".m", text("% smiData\nsmiData.Solid(1).mass = [", "1 ", "];\n"))
    yield case("smidata one line", ".m", text("% smiData\n", "smiData.Solid(1).mass=1;"))
    yield case("smidata solids of one design", ".m", lambda file: lines(
        file, "% smiData\n", list(repeated(
            "smiData.Solid({j}).ID = 'p*:*{i}';\nsmiData.RigidTransform({j}).ID = 'RootGround[p-{j}]';\n", size))))
    yield case("smidata rubbish", ".m", text("% smiData\n", "x = y + z;\n"))
    states = ("torque", "two_link_2r", "--states", "FILE", "--format", "csv")
    yield case("states rows", ".csv", text("q.shoulder,q.elbow\n", "0.1,20deg\n"), *states)
    yield case("states columns", ".csv", text("q.elbow", ",q.elbw{i}"), *states)
    yield case("states unknown columns", ".csv", text("q.elbow", ",x{i}"), *states)
    yield case("states empty cells", ".csv", text("q.elbow\n", ","), *states)
    yield case("states blank lines", ".csv", text("q.elbow\n", "\n"), *states)
    yield case("states open quote", ".csv", text('q.elbow\n"', "1"), *states)
    follow = ("follow", "panda", "--q", "0,-0.6,0,-2.2,0,1.7,0.8,0", "--via", "FILE", "--duration", "1s", "--out",
              "/dev/null")
    yield case("path columns", ".csv", text("x,y,z", ",x"), *follow)
    yield case("path rows with errors", ".csv", text("x,y,z\n", "1,2,?\n"), *follow)
    yield case("path broken quotes", ".csv", text("x,y,z\n", '"1"5,2,3\n'), *follow)
    matrix = ("terms", "two_link_2r", "--matrix", "FILE")
    yield case("matrix columns", ".csv", text("1", ",1"), *matrix)
    verify = ("verify", "point_mass_2r", "--file", "FILE")
    yield case("answer tower of powers", ".txt", lambda file: lines(
        file, "M22 = ((((((1/3)^20)^20)^20)^20)^20)^20\n", []), *verify)
    yield case("answer tower of a symbol", ".txt", lambda file: lines(
        file, "M22 = (((((((m1^20)^20)^20)^20)^20)^20)^20)^20\n", []), *verify)
    yield case("answer power of a sum", ".txt", lambda file: lines(
        file, "M22 = (((m1 + m2 + l1 + l2 + cos(q1) + cos(q2))^20)^20)^3\n", []), *verify)
    yield case("answer product of sums", ".txt", lambda file: lines(
        file, "M22 = " + "*".join(["(m1 + m2 + l1 + l2 + cos(q1) + cos(q2) + sin(q1))"] * 40) + "\n", []), *verify)
    yield case("answer fractions", ".txt", lambda file: lines(
        file, "M22 = " + " + ".join(f"1/(m1 + {i}*l1 + m2)" for i in range(60)) + "\n", []), *verify)
    yield case("answer angles", ".txt", lambda file: lines(
        file, "M22 = cos(" + "+".join(["100*q1", "100*q2"] * 50) + ")\n", []), *verify)
    yield case("answer brackets", ".txt", text("M22 = ", "("), *verify)
    yield case("answer long sum", ".txt", text("M22 = m1", "+m1"), *verify)
    # each is compared with the robot, which is work that was asked for and no cost of reading: a few hundred of them
    yield case("answer statements", ".txt", lambda file: lines(
        file, "", ["M22 = (2/3)^20*(5/7)^20*m2*l2^2\n"] * 500), *verify)
    yield case("answer rubbish", ".txt", text("", "M{i} = x{i} +\n"), *verify)
    yield case("problem of nested lists", ".yaml", text("J: ", "["), "solve", "--problem", "FILE")
    yield case("problem of unknown keys", ".yaml", text("J: [1, 0]\ntask_velocity: 1\n", "k{i}: 1\n"),
               "solve", "--problem", "FILE")
    yield case("problem rows", ".yaml", text("J: [", "[1, 0], ", "[1, 0]]\ntask_velocity: 1\n"),
               "solve", "--problem", "FILE")
    yield case("problem tasks", ".yaml", text("tasks:\n", "  - {name: t{i}, J: [1, 0], velocity: x}\n"),
               "solve", "--problem", "FILE")


def argument_cases():
    """Formulas where a number is wanted: they are short, and must be quick."""
    for name, text in {
            "power tower": "((((9^20)^20)^20)^20)^20", "brackets": "(" * 5000, "signs": "-" * 20000 + "1",
            "long sum": "1" + "+1" * 20000, "digits": "0." + "1" * 50000, "exponent": "1e999999999", "huge": "9" * 5000,
            "raised digits": "2" + "⁹" * 5000, "functions": "sin(" * 5000, "names": "a" * 50000}.items():
        yield "--q: " + name, None, ["torque", "two_link_2r", "--q=0," + text]
        yield "--J: " + name, None, ["solve", "--J=[[1," + text + "]]", "--y", "1"]


def chains(folder, count):
    """Robots of so many joints, each with what is asked of it and what that may cost."""
    def path(ending):
        return os.path.join(folder, f"chain_{count}_{ending}")
    writers = {"urdf": ("a.urdf", chain_urdf), "urdf, wide": ("wide.urdf", lambda f, n: chain_urdf(f, n, True)),
               "yaml": ("a.yaml", chain_yaml), "yaml, chain text": ("text.yaml", chain_text_yaml),
               "yaml, wide": ("wide.yaml", lambda f, n: chain_yaml(f, n, "parent: base"))}
    for name, (ending, write) in writers.items():
        file = path(ending)

        def make(write=write, file=file):
            if not os.path.exists(file):
                write(file, count)
            return file
        out = path("out.yaml" if "urdf" in name else "out.urdf")
        for arguments in (["check", file], ["torque", file, "--format", "csv"], ["info", file], ["convert", file, out]):
            yield f"{count} joints, {name}", make, arguments


# ---- running

def limit_processor_time():
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 1))


def run(arguments, folder):
    """Exit code (or "signal 11", "timeout"), processor time [s], memory [MB] and what was said."""
    with tempfile.TemporaryFile() as said:
        child = subprocess.Popen(arguments, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=said, preexec_fn=limit_processor_time)
        begin = time.monotonic()
        while True:
            pid, status, used = os.wait4(child.pid, os.WNOHANG)
            if pid != 0:
                break
            if time.monotonic() - begin > LONGEST_WAIT:
                child.kill()
                _, status, used = os.wait4(child.pid, 0)
                child.returncode = -1
                return "timeout", used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, ""
            time.sleep(0.002)
        child.returncode = 0
        said.seek(0)
        message = said.read(100_000).decode("utf-8", "replace")
    code = f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
    return code, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, message


class Table:
    def __init__(self, printing):
        self.printing, self.wrong = printing, 0
        if printing:
            print(f"{'input':44}{'command':10}{'size MB':>9}{'time s':>9}{'memory MB':>11}  exit  message")

    def add(self, name, command, size, outcome, seconds, megabytes):
        code, time_used, memory, message = outcome
        bad = code not in (0, 1, 2) or time_used > seconds or memory > megabytes
        self.wrong += bad
        if self.printing or bad:
            first = message.strip().split("\n")[0][-70:]
            print(f"{name:44}{command:10}{size / MB:9.2f}{time_used:9.2f}{memory:11.0f}  {code}  {first}"
                  f"{'   <-- TOO MUCH' if bad else ''}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command")
    parser.add_argument("names", nargs="*", help="parts of the names of inputs; all if there is none")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--size", type=float, help="of each input in MB")
    options = parser.parse_args()
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    command = os.path.abspath(options.command)
    size = int((options.size or (2.0 if options.full else 0.2)) * MB)
    table = Table(options.full)

    def wanted(name):
        return not options.names or any(part in name for part in options.names)

    with tempfile.TemporaryDirectory() as folder:
        for count in (1_000, 10_000, 100_000) if options.full else (10_000,):
            for name, make, arguments in chains(folder, count):
                if not wanted(name):
                    continue
                bytes_of = os.path.getsize(make())
                # a URDF is checked in 2 s; all else is held to the rule for every file, as yaml-cpp alone takes longer
                seconds = {"check": 2.0, "torque": 4.0}.get(arguments[0] if "urdf" in name else "", 2.0 * bytes_of / MB)
                megabytes = 400.0 if arguments[0] == "check" else 800.0
                outcome = run([command, *arguments], folder)
                table.add(name, arguments[0], bytes_of, outcome, max(2.0, seconds), megabytes)
        for name, make, arguments in list(hostile_inputs(folder, size)) + list(argument_cases()):
            if not wanted(name):
                continue
            bytes_of = os.path.getsize(make()) if make else sum(map(len, arguments))
            table.add(name, arguments[0], bytes_of, run([command, *arguments], folder),
                      max(FEWEST_SECONDS, 2.0 * bytes_of / MB), max(FEWEST_MB, 100.0 * bytes_of / MB))
    if table.wrong:
        print(f"{table.wrong} inputs cost too much or end in a wrong way")
    sys.exit(1 if table.wrong else 0)


if __name__ == "__main__":
    main()
