"""Compares our memory with its peers and with its targets, and writes runs/bench-memory.json.

python benchmarks/memory/run.py [--quick | --full] [--only NAME ...] [--size N] [--seed N] [--output FILE]
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from compare_stores import compare_stores
from figure import Figure
from measure_ours import MEASUREMENTS
from peer_environment import peer_python
from rich.console import Console
from run_measurement import run_measurement
from scale import DEFAULT, FULL, QUICK, SCALES, Scale
from show import show_figures, show_stores
from stores.store import MODULES, PEERS

HERE = Path(__file__).parent
STORES = "stores"
WIDTH = 120
"""Of the tables where there is no terminal."""


def main() -> int:
    """0 if every target is met, 1 if one is missed, 2 if a peer or a figure could not be measured."""
    arguments = parse_arguments()
    console, scale = Console(), SCALES[arguments.scale]
    console = console if console.is_terminal else Console(width=WIDTH)
    if arguments.size:
        scale = scale.at(arguments.size)
    result: dict[str, Any] = {"seed": arguments.seed, "scale": scale.name, "python": platform.python_version()}
    start = time.monotonic()
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="bench-memory-", dir=arguments.folder) as folder:
        if wanted(arguments.only, STORES, *MODULES):
            names = [name for name in MODULES if wanted(arguments.only, STORES, name)]
            python = peer_python(console) if set(names) & set(PEERS) else Path(sys.executable)
            result["stores"] = compare_stores(names, python, scale, Path(folder), arguments.seed, console)
            figures += store_figures(result["stores"])
        for name in MEASUREMENTS:
            if wanted(arguments.only, name):
                figures += run_measurement(name, arguments, Path(folder), console)
    result["wall_s"] = time.monotonic() - start
    result["figures"] = [figure.as_json() for figure in figures]
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(json.dumps(result, indent=2) + "\n")
    show(result, figures, scale, console)
    console.print(f"Written to {arguments.output}")
    return verdict(figures)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    sizes = parser.add_mutually_exclusive_group()
    parser.set_defaults(scale=DEFAULT.name)
    sizes.add_argument("--quick", action="store_const", const=QUICK.name, dest="scale", help="small, in a minute")
    sizes.add_argument("--full", action="store_const", const=FULL.name, dest="scale", help="all sizes of the targets")
    choices = (STORES, *MODULES, *MEASUREMENTS)
    parser.add_argument("--only", nargs="+", choices=choices, help="these alone")
    parser.add_argument("--size", type=int, help="in place of all sizes")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--folder", type=Path, help="for the databases; the system's temporary folder if not given")
    parser.add_argument("--output", type=Path, default=HERE.parents[1] / "runs" / "bench-memory.json")
    return parser.parse_args()


def wanted(only: list[str] | None, *names: str) -> bool:
    return only is None or bool(set(only) & set(names))


def store_figures(stores: dict[str, dict[str, Any]]) -> list[Figure]:
    """That ours loses nothing, in either mode; and what could not be measured of anybody."""
    figures = []
    for name, measured in stores.items():
        if "error" in measured:
            figures.append(Figure(f"{name} beside the others", None, note=measured["error"]))
        elif name not in PEERS:
            kills, label = measured["kill_safety"], f"{name}: acknowledged entries lost by kills"
            lost = None if kills["stopped"] else kills["lost"] + kills["not_searchable"]
            figures.append(Figure(label, lost, "", ("at most", 0), note="" if lost is not None else "it stopped"))
    return figures


def show(result: dict[str, Any], figures: list[Figure], scale: Scale, console: Console) -> None:
    if "stores" in result:
        show_stores(result["stores"], scale, console)
    show_figures(figures, console)


def verdict(figures: list[Figure]) -> int:
    if any(figure.value is None for figure in figures):
        return 2
    return 1 if any(figure.is_met is False for figure in figures) else 0


if __name__ == "__main__":
    sys.exit(main())
