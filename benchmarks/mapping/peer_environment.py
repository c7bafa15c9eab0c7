"""An environment for the peers: made once with the standard library's venv, kept in .cache."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

FOLDER = Path(__file__).parents[2] / ".cache" / "bench-mapping-venv"
REQUIREMENTS = Path(__file__).with_name("requirements.txt")


def peer_python() -> Path:
    """The interpreter of the peers' environment, made at the first call and when the pins change.

    A peer that has no wheel for this Python is left out here, with pip's reason, and reported as missing.
    """
    python = FOLDER / "bin" / "python"
    done = FOLDER / "installed.txt"
    wanted = REQUIREMENTS.read_text()
    if python.exists() and done.exists() and done.read_text() == wanted:
        return python
    print(f"Making the peers' environment in {FOLDER} (a few hundred MB, once)", flush=True)
    venv.create(FOLDER, with_pip=True, clear=True)
    for line in wanted.splitlines():
        if line and not line.startswith("#"):
            print(f"  pip install {line}", flush=True)
            command = [str(python), "-m", "pip", "install", "-q", "--only-binary", ":all:", line, "numpy==2.2.6"]
            result = subprocess.run(command, capture_output=True, text=True)
            if result.returncode:
                print(f"  {line} cannot be installed: {result.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
    done.write_text(wanted)
    return python


def one_thread() -> dict[str, str]:
    """The process environment under which everybody is measured."""
    limits = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "TBB_NUM_THREADS")
    return {**os.environ, **dict.fromkeys(limits, "1")}
