"""Runs measurements in processes of their own, and says how far they are."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from figure import Figure
from peer_environment import one_thread
from rich.console import Console

HERE = Path(__file__).parent


def run_measurement(name: str, arguments: argparse.Namespace, folder: Path, console: Console) -> list[Figure]:
    """The figures of a measurement of our own; one that says why there are none, if it failed."""
    command = [sys.executable, str(HERE / "measure_ours.py"), name, str(folder), "--scale", arguments.scale]
    command += ["--seed", str(arguments.seed)] + (["--size", str(arguments.size)] if arguments.size else [])
    measured = run(command, name, console)
    if "error" in measured:
        return [Figure(name, None, note=measured["error"])]
    return [Figure.from_json(figure) for figure in measured["figures"]]


def run(command: list[str], label: str, console: Console) -> dict[str, Any]:
    """Run a measurement, one thread; {"error": ...} if it fails. Its last line of output is the result."""
    start = time.monotonic()
    with console.status(f"{label} ..."):
        done = subprocess.run(command, capture_output=True, text=True, env=one_thread())
    console.print(f"{label}: {time.monotonic() - start:.0f} s")
    if done.returncode:
        return {"error": (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]}
    return dict(json.loads(done.stdout.strip().splitlines()[-1]))
