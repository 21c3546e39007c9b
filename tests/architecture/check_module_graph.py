"""The graph of the modules in docs/architecture.md says what CMakeLists.txt says.

usage: check_module_graph.py SOURCES [--write]
"""
import pathlib
import re
import sys

sources = pathlib.Path(sys.argv[1])
cmake = (sources / "CMakeLists.txt").read_text()
page = sources / "docs" / "architecture.md"
text = page.read_text()

edges = []
for name, arguments in re.findall(r"^sinew_module\((\w+)([^)]*)\)", cmake, re.MULTILINE):
    uses = re.search(r"USES((?: +[a-z_]+)+)", arguments)
    edges += [f"    {name} --> {used}" for used in (uses[1].split() if uses else [])]
graph = "\n".join(["```mermaid", "flowchart TB", *edges, "```"])

shown = re.search(r"```mermaid\n.*?```", text, re.DOTALL)
if shown and shown[0] == graph:
    sys.exit(0)
if shown and "--write" in sys.argv:
    page.write_text(text.replace(shown[0], graph))
    sys.exit(0)
sys.exit(f"docs/architecture.md does not show the modules of CMakeLists.txt; it should say:\n\n{graph}\n\n"
         f"To write it: python3 tests/architecture/check_module_graph.py . --write")
