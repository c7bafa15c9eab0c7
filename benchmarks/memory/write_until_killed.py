"""One life of a memory that is going to be killed: says what it finds, then inserts until it dies.

python write_until_killed.py NAME FOLDER --seed N --first N [--check A B] [--count N]

Writes lines: what was found, as JSON, then the number of every entry once it is acknowledged.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

import entries
from stores.store import MODULES, Store, open_store

K = 10


def main() -> None:
    arguments = parse_arguments()
    pipe = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what the systems print does not get between the lines
    store = open_store(arguments.name, arguments.folder)
    found = {
        "numbers": sorted(store.numbers()),
        "not_searchable": not_searchable(store, arguments.seed, range(*arguments.check)),
    }
    os.write(pipe, json.dumps(found).encode() + b"\n")
    for number in range(arguments.first, arguments.first + arguments.count):
        vector = entries.vectors(arguments.seed, number, number + 1)[0]
        store.add(number, entries.text(arguments.seed, number), vector)
        os.write(pipe, f"{number}\n".encode())


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=MODULES)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--first", type=int, required=True, help="number of the first entry to insert")
    parser.add_argument("--count", type=int, default=10**9, help="end by itself after this many")
    parser.add_argument("--check", type=int, nargs=2, default=(0, 0), help="search for the entries A to B - 1")
    return parser.parse_args()


def not_searchable(store: Store, seed: int, numbers: range) -> list[int]:
    """Those that searching with their very vector does not find among the first ten."""
    missing = []
    for number in numbers:
        vector = entries.vectors(seed, number, number + 1)[0]
        if number not in store.search(entries.text(seed, number), vector, K):
            missing.append(number)
    return missing


if __name__ == "__main__":
    main()
