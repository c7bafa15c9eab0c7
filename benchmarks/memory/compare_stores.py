"""Every system over the same entries: inserts, searches, size, and how it takes being killed."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from kill_safety import kill_many_times
from peer_environment import one_thread
from rich.console import Console
from run_measurement import HERE, run
from scale import Scale
from stores.store import OURS


def compare_stores(
    names: list[str], python: Path, scale: Scale, folder: Path, seed: int, console: Console
) -> dict[str, dict[str, Any]]:
    """{name: figures, or {"error": why there are none}}. python: the interpreter of the peers."""
    return {
        name: compare_store(name, Path(sys.executable) if name in OURS else python, scale, folder, seed, console)
        for name in names
    }


def compare_store(name: str, python: Path, scale: Scale, folder: Path, seed: int, console: Console) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(dir=folder) as place:
        sizes = ["--size", str(scale.store_entries), "--singles", str(scale.store_singles)]
        sizes += ["--queries", str(scale.store_queries), "--seed", str(seed)]
        measured = run([str(python), str(HERE / "measure_store.py"), name, place, *sizes], name, console)
    if "error" not in measured:
        measured["kill_safety"] = kill(name, python, scale.kills, folder, seed, console)
    return measured


def kill(name: str, python: Path, kills: int, folder: Path, seed: int, console: Console) -> dict[str, int]:
    start, label = time.monotonic(), f"{name}, killed {kills} times"
    command = [str(python), str(HERE / "write_until_killed.py"), name]
    with tempfile.TemporaryDirectory(dir=folder) as place, console.status(f"{label} ..."):
        figures = kill_many_times(command, Path(place), seed, kills, one_thread())
    console.print(f"{label}: {time.monotonic() - start:.0f} s")
    return figures
