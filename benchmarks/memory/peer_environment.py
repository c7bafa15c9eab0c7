"""An environment for the peers: made once with the standard library's venv, kept in .cache."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

from rich.console import Console

FOLDER = Path(__file__).parents[2] / ".cache" / "bench-memory-venv"
REQUIREMENTS = Path(__file__).with_name("requirements.txt")
_FROM_SOURCE = "hnswlib"
"""What emem searches with comes as source only: it is compiled here, which takes a C++ compiler."""


def peer_python(console: Console) -> Path:
    """The interpreter of the peers' environment, made at the first call and when the pins change.

    A peer that cannot be installed is left out here, with pip's reason, and reported as missing.
    """
    python, done = FOLDER / "bin" / "python", FOLDER / "installed.txt"
    wanted = REQUIREMENTS.read_text()
    if python.exists() and done.exists() and done.read_text() == wanted:
        return python
    console.print(f"Making the peers' environment in {FOLDER} (about 1 GB, once)")
    venv.create(FOLDER, with_pip=True, clear=True)
    pins = [line for line in wanted.splitlines() if line and not line.startswith("#")]
    for pin in pins:
        console.print(f"  pip install {pin}")
        _install(python, pin, pins[0])
    done.write_text(wanted)
    return python


def _install(python: Path, pin: str, numpy_pin: str) -> None:
    command = [str(python), "-m", "pip", "install", "-q", "--only-binary", ":all:", "--no-binary", _FROM_SOURCE]
    result = subprocess.run([*command, pin, numpy_pin], capture_output=True, text=True)
    if result.returncode:
        reason = result.stderr.strip().splitlines()[-1:]
        print(f"  {pin} cannot be installed: {reason}", file=sys.stderr)


def one_thread() -> dict[str, str]:
    """The process environment under which everybody is measured: one thread, and nothing reported to anybody."""
    limits = (
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "NUMBA_NUM_THREADS",
        "RAYON_NUM_THREADS",
        "TOKIO_WORKER_THREADS",
        "LANCE_CPU_THREADS",
    )
    silence = {"MEM0_TELEMETRY": "False", "ANONYMIZED_TELEMETRY": "False"}
    return {**os.environ, **dict.fromkeys(limits, "1"), **silence}
