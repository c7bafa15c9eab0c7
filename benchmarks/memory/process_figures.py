"""Figures of this process: CPU times, memory in use, bytes on disk."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np


def pin_to_one_core() -> None:
    """Everybody is measured on one core, with what they do in threads."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def cpu_ms(call: Callable[[], object]) -> float:
    """CPU time of the call in milliseconds, all threads of the process counted."""
    start = time.process_time_ns()
    call()
    return (time.process_time_ns() - start) / 1e6


def spread(times: list[float]) -> dict[str, float]:
    """Median and 99th percentile of times in milliseconds."""
    return {"median_ms": float(np.median(times)), "p99_ms": float(np.percentile(times, 99)), "calls": len(times)}


def resident_mb() -> float:
    """Memory of this process now, in MB (Linux; elsewhere its peak)."""
    status = Path("/proc/self/status")
    if not status.exists():
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def bytes_on_disk(folder: Path) -> int:
    """Allocated or not: the sizes of all files below the folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
