"""The small model, served in a process of its own for as long as it is needed."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAME = "SmolLM2-135M-Instruct"
_END_S = 10.0


@contextmanager
def served(python: Path, threads: int, log_file: Path) -> Iterator[str]:
    """Where its API begins. Raises RuntimeError if it does not start; what it says about that is in the log."""
    command = [str(python), str(Path(__file__).with_name("serve.py")), "--threads", str(threads)]
    with log_file.open("w") as log:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            address = process.stdout.readline().strip()
            if not address:
                raise RuntimeError(f"the model was not served; {log_file} says why")
            yield f"{address}/v1"
        finally:
            process.stdin.close()
            try:
                process.wait(_END_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
