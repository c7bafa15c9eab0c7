"""Pins what the environment holds, with hashes, one list for each Python: `make lock`."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

LOCKS = Path(__file__).resolve().parent / "locks"
TOOL = LOCKS.parent.parent / ".cache" / "lock-venv"
DISTROS = {"3.10": "kilted", "3.11": "kilted", "3.12": "jazzy", "3.13": "kilted"}


def main() -> int:
    """Resolve for every supported Python on Linux."""
    if not TOOL.exists():
        venv.create(TOOL, with_pip=True)
        subprocess.run([TOOL / "bin" / "pip", "install", "--quiet", "uv"], check=True)
    for python, distro in DISTROS.items():
        target = f"requirements-{python}.txt"
        print(f"[lock] {target}", flush=True)
        options = ["--generate-hashes", "--no-emit-index-url", "--no-header", "--upgrade", "--quiet"]
        options += ["--python-version", python, "--python-platform", "x86_64-unknown-linux-gnu"]
        inputs = ["requirements.in", f"ros-{distro}.in"]
        command = [str(TOOL / "bin" / "uv"), "pip", "compile", *options, *inputs, "-o", target]
        subprocess.run(command, cwd=LOCKS, check=True, stdout=subprocess.DEVNULL)
    return 0


if __name__ == "__main__":
    sys.exit(main())
