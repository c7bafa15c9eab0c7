"""The computer: is there enough of it?"""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from embodied_memory_tools.doctor.finding import Finding, Part, error, fine, warning

SUPPORTED_PYTHON = ((3, 10), (3, 13))
SUPPORTED_ARCHITECTURES = ("x86_64", "aarch64")
"""For these there are wheels of all that is locked."""
FEW_CORES = 2
LITTLE_MEMORY = 2e9
"""Bytes: the networks that read words alone are loaded in several nodes."""
NO_SPACE, LITTLE_SPACE = 0.5e9, 10e9
"""A recorder keeps 8 GB of bags, and memory grows for months."""


@dataclass(frozen=True)
class MachineFacts:
    """memory: free bytes, None if nobody tells; free_space: bytes, by what is kept there."""

    cores: int
    memory: float | None
    python: tuple[int, int]
    architecture: str
    free_space: Mapping[str, float]


def machine_facts(folders: Mapping[str, Path]) -> MachineFacts:
    """folders: where something is kept, by what it is; one that is not made yet is judged by what it will be in."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    free = {what: float(shutil.disk_usage(_nearest(folder)).free) for what, folder in folders.items()}
    return MachineFacts(cores, _available_memory(), sys.version_info[:2], platform.machine(), free)


def _nearest(folder: Path) -> Path:
    folder = folder.expanduser().absolute()
    return next(one for one in (folder, *folder.parents) if one.is_dir())


def _available_memory() -> float | None:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        return next(float(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        return None


def check_machine(facts: MachineFacts) -> Iterable[Finding]:
    """All of it."""
    yield check_python(facts)
    yield check_cores(facts)
    yield check_memory(facts)
    yield from check_space(facts)


def check_python(facts: MachineFacts) -> Finding:
    """Version and architecture."""
    version = ".".join(map(str, facts.python))
    first, last = SUPPORTED_PYTHON
    if not first <= facts.python <= last:
        told = f"Python {version}"
        return error(
            Part.MACHINE, told, "it is made for 3.10 to 3.13", "run make PYTHON=python3.11 (or 3.10 to 3.13)"
        )
    if facts.architecture not in SUPPORTED_ARCHITECTURES:
        return warning(
            Part.MACHINE,
            f"the processor is {facts.architecture}",
            f"packages are locked for {' and '.join(SUPPORTED_ARCHITECTURES)}",
            "expect to build packages yourself, or use another computer",
        )
    return fine(Part.MACHINE, f"Python {version} on {facts.architecture}")


def check_cores(facts: MachineFacts) -> Finding:
    """Perception, mapping and memory work at the same time."""
    if facts.cores < FEW_CORES:
        cause = "perception, mapping and memory work at the same time: views will come late"
        return warning(Part.MACHINE, "1 core", cause, "give it two cores or more")
    return fine(Part.MACHINE, f"{facts.cores} cores")


def check_memory(facts: MachineFacts) -> Finding:
    """What is free of the main memory."""
    if facts.memory is None:
        return fine(Part.MACHINE, "nobody tells how much main memory is free")
    told = f"{facts.memory / 1e9:.1f} GB of main memory are free"
    if facts.memory < LITTLE_MEMORY:
        return warning(Part.MACHINE, told, "a node may be ended by the system", "end other programs, or add memory")
    return fine(Part.MACHINE, told)


def check_space(facts: MachineFacts) -> Iterable[Finding]:
    """Where runs and memories are kept."""
    for what, free in facts.free_space.items():
        told = f"{free / 1e9:.1f} GB are free for {what}"
        if free < NO_SPACE:
            cause = "on a full disk nothing is recorded any more"
            yield error(Part.MACHINE, told, cause, f"make room on the disk for {what}")
        elif free < LITTLE_SPACE:
            cause = "a recorder keeps 8 GB of bags"
            yield warning(Part.MACHINE, told, cause, f"make room for {what}, or set bags_kept of recorder_node lower")
        else:
            yield fine(Part.MACHINE, told)
