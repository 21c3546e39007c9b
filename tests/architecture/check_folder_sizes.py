"""No folder of sinew/ or apps/ holds more files than a reader can take in at a glance.

usage: check_folder_sizes.py SOURCES
"""
import pathlib
import sys

MOST = 40

sources = pathlib.Path(sys.argv[1])
crowded = []
for room in ("sinew", "apps"):
    for folder in [sources / room, *(f for f in (sources / room).rglob("*") if f.is_dir())]:
        files = sum(1 for file in folder.iterdir() if file.is_file())
        if files > MOST:
            crowded.append(f"{folder.relative_to(sources)}: {files} files")
if crowded:
    sys.exit("\n".join(crowded) + f"\nSplit each into rooms of at most {MOST} files, cut so that a name finds its room.")
