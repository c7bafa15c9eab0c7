"""Prints the entries of a lock whose packages a list names, with their versions and hashes: locked.py LOCK LIST.

A line of the list is a package, or a package and where it is wanted: `embreex ; platform_machine == "x86_64"`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path


def locked(lock: str, wanted: list[str]) -> str:
    """The entries of the packages wanted, in their order; raise KeyError for one that is not locked."""
    entries = {entry.split("==")[0]: entry for entry in re.split(r"\n(?=\w)", lock) if "==" in entry}
    chosen = []
    for line in wanted:
        name, _, place = (part.strip() for part in line.partition(";"))
        pinned, hashes = entries[name].rstrip().split(" \\\n", 1)
        chosen.append(f"{pinned} ; {place} \\\n{hashes}\n" if place else f"{pinned} \\\n{hashes}\n")
    return "".join(chosen)


if __name__ == "__main__":
    lock_file, list_file = map(Path, sys.argv[1:])
    sys.stdout.write(locked(lock_file.read_text(), list_file.read_text().splitlines()))
