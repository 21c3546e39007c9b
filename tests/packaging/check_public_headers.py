"""The public headers are sinew/sinew.h and what it includes, no more and no less, and few enough to be read.

Each compiles by itself: sinew_check_headers_alone in cmake/SinewModule.cmake. That a public header includes no private
one is checked when CMake configures.

usage: check_public_headers.py SOURCES
"""
import pathlib
import re
import sys

MOST = 60

sources = pathlib.Path(sys.argv[1])
lines = (sources / "sinew" / "public_headers.txt").read_text().splitlines()
listed = [line for line in lines if line.startswith("sinew/")]
faults = []

seen, to_read = set(), ["sinew/sinew.h"]
while to_read:
    header = to_read.pop()
    if header in seen:
        continue
    seen.add(header)
    text = (sources / header).read_text()
    to_read += re.findall(r'^\s*#\s*include\s*["<](sinew/[^">]+)[">]', text, re.MULTILINE)
    for slow in re.findall(r"^\s*#\s*include\s*<(Eigen/(?!Core>)[^>]+)>", text, re.MULTILINE):
        faults.append(f"{header} includes <{slow}>, which every program would have to compile; <Eigen/Core> is enough")

faults += [f"{header} is listed twice" for header in sorted(set(listed)) if listed.count(header) > 1]
faults += [f"{header} is included by sinew/sinew.h, but not listed" for header in sorted(seen - set(listed))]
faults += [f"{header} is listed, but not included by sinew/sinew.h" for header in sorted(set(listed) - seen)]
if len(listed) > MOST:
    faults.append(f"{len(listed)} headers are public; at most {MOST} should be")
if faults:
    sys.exit("sinew/public_headers.txt:\n" + "\n".join(f"  {fault}" for fault in faults))
print(f"{len(listed)} public headers")
