"""Starts every node as a process of its own, brings a dead one back, and ends them cleanly."""

from __future__ import annotations

import ctypes
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ament_index_python.packages import get_package_prefix, get_package_share_directory

_RESPAWN_AFTER_S = 3.0
"""Leaves whoever killed a node the time to start it again himself."""
_LONG_LIFE_S = 8.0
_POLL_S = 0.2
_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None)
"""Opened here: a child between fork and exec must not wait for the loader's lock, which a thread may have held."""


@dataclass(frozen=True)
class NodeCommand:
    """What to start. parameters: set on top of config/<executable>.yaml."""

    package: str
    executable: str
    parameters: dict[str, object] = field(default_factory=dict)

    def arguments(self) -> list[str]:
        """The command line: what a person would type to start this node alone."""
        program = Path(get_package_prefix(self.package)) / "lib" / self.package / self.executable
        settings = Path(get_package_share_directory("embodied_memory_bringup")) / "config" / f"{self.executable}.yaml"
        command = [str(program), "--ros-args"]
        command += ["--params-file", str(settings)] if settings.exists() else []
        for name, value in self.parameters.items():
            command += ["-p", f"{name}:={_yaml(value)}"]
        return command


def _yaml(value: object) -> str:
    """A parameter value as rcl reads it; text is quoted so that "7" stays text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "'" + str(value).replace("'", "''") + "'" if isinstance(value, str) else str(value)


def _end_with_parent() -> None:
    """Have the kernel send SIGINT to this process when the demo dies: killed, it cannot end its nodes itself."""
    if sys.platform == "linux":
        _LIBC.prctl(_PR_SET_PDEATHSIG, int(signal.SIGINT))


class NodeProcesses:
    """A set of running nodes. Their output goes to one log file each."""

    def __init__(self, commands: Sequence[NodeCommand], log_folder: Path) -> None:
        self._commands = {command.executable: command for command in commands}
        self._logs = log_folder
        self._logs.mkdir(parents=True, exist_ok=True)
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._started_at: dict[str, float] = {}
        self._stopping = threading.Event()
        self.notes: list[str] = []
        self.failed: dict[str, str] = {}

    def __enter__(self) -> NodeProcesses:
        for name in self._commands:
            self._start(name)
        self._keeper = threading.Thread(target=self._keep_alive, daemon=True)
        self._keeper.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._keeper.join()
        for sign, patience_s in ((signal.SIGINT, 15.0), (signal.SIGTERM, 5.0), (signal.SIGKILL, 5.0)):
            for process in self._processes.values():
                if process.poll() is None:
                    process.send_signal(sign)
            end = time.monotonic() + patience_s
            while time.monotonic() < end and any(p.poll() is None for p in self._processes.values()):
                time.sleep(0.05)

    def _start(self, name: str) -> None:
        # a session of its own: Ctrl-C in the terminal reaches the demo, which then ends the nodes in order
        with (self._logs / f"{name}.log").open("ab") as log:
            self._processes[name] = subprocess.Popen(
                self._commands[name].arguments(),
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                preexec_fn=_end_with_parent,
            )
        self._started_at[name] = time.monotonic()

    def _keep_alive(self) -> None:
        """Bring back what died, unless it cannot even start."""
        while not self._stopping.wait(_POLL_S):
            for name, process in list(self._processes.items()):
                if process.poll() is None or name in self.failed:
                    continue
                lived_s = time.monotonic() - self._started_at[name]
                if lived_s < _LONG_LIFE_S and process.returncode > 0:
                    self.failed[name] = f"{name} ended with code {process.returncode}: {self._last_line(name)}"
                    continue
                self.notes.append(
                    f"{name} (process {process.pid}) ended with code {process.returncode}: starting it again"
                )
                if self._stopping.wait(_RESPAWN_AFTER_S):
                    return
                self._start(name)

    def _last_line(self, name: str) -> str:
        """Of its log: usually the cause."""
        lines = (self._logs / f"{name}.log").read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    def pids(self) -> dict[str, int]:
        """Process id by node."""
        return {name: process.pid for name, process in self._processes.items()}
