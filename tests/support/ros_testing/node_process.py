"""A node started as people start it: its installed executable, alone, in a ROS domain of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from pathlib import Path

from ament_index_python.packages import get_package_prefix


def yaml_of(value: object) -> str:
    """A parameter value as rcl reads it; text is quoted, so that "7" stays text."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"'{value}'" if isinstance(value, (str, Path)) else str(value)


def program_of(package: str, executable: str) -> Path:
    return Path(get_package_prefix(package)) / "lib" / package / executable


class NodeProcess:
    """Always stopped by its fixture. Its output is in `log`."""

    def __init__(self, package: str, executable: str, domain: int, log_file: Path, **parameters: object) -> None:
        command = [str(program_of(package, executable)), "--ros-args"]
        for name, value in parameters.items():
            command += ["-p", f"{name.replace('__', '.')}:={yaml_of(value)}"]
        self._start(command, domain, log_file)

    @classmethod
    def of_command(cls, command: list[str], domain: int, log_file: Path) -> NodeProcess:
        process = cls.__new__(cls)
        process._start(command, domain, log_file)
        return process

    def _start(self, command: list[str], domain: int, log_file: Path) -> None:
        self.log_file = log_file
        environment = os.environ | {"ROS_DOMAIN_ID": str(domain)}
        with log_file.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True, env=environment
            )

    @property
    def log(self) -> str:
        return self.log_file.read_text(errors="replace")

    @property
    def warnings(self) -> list[str]:
        return [line for line in self.log.splitlines() if re.match(r"\[(WARN|ERROR|FATAL)\]", line)]

    def send(self, sign: int) -> None:
        self.process.send_signal(sign)

    def wait(self, timeout_s: float) -> int:
        """Exit code. Fails if the process is still there."""
        try:
            return self.process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"still running after {timeout_s} s; its log:\n{self.log}") from None

    def stop(self, sign: int = signal.SIGINT, timeout_s: float = 5.0) -> int:
        """Ask it to end; returns its exit code, -9 if it had to be killed."""
        end = time.monotonic() + timeout_s
        if self.process.poll() is None:
            self.process.send_signal(sign)
        while self.process.poll() is None and time.monotonic() < end:
            time.sleep(0.02)
        if self.process.poll() is None:
            self.process.kill()
        return self.process.wait()
