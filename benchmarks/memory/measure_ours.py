"""Runs one measurement of our own memory, in a process of its own.

python measure_ours.py NAME FOLDER --scale NAME [--size N] --seed N     prints one line of JSON
"""

from __future__ import annotations

import argparse
import importlib
import json
from pathlib import Path

from process_figures import pin_to_one_core, resident_mb
from scale import SCALES

MEASUREMENTS = (
    "retrieve",
    "memory_retrieve",
    "graph",
    "days",
    "bounded",
    "grow",
    "record",
    "answer",
    "answer_by_words",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=MEASUREMENTS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scale", choices=SCALES, required=True)
    parser.add_argument("--size", type=int)
    parser.add_argument("--seed", type=int, required=True)
    arguments = parser.parse_args()
    pin_to_one_core()
    scale = SCALES[arguments.scale]
    if arguments.size:
        scale = scale.at(arguments.size)
    module = importlib.import_module(f"measurements.{arguments.name}")
    figures = module.measure(scale, arguments.folder, arguments.seed)
    print(json.dumps({"figures": [figure.as_json() for figure in figures], "rss_mb": resident_mb()}))


if __name__ == "__main__":
    main()
