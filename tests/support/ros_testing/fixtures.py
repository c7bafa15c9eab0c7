"""Fixtures for conftest.py files: a domain for each test module, node processes that never outlive their test."""

from __future__ import annotations

import fcntl
import itertools
import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from ros_testing.node_process import NodeProcess
from ros_testing.observer import Observer

FIRST_DOMAIN, DOMAINS = 70, 20


@pytest.fixture(scope="module")
def domain() -> Iterator[int]:
    """A ROS domain that nobody else who runs these tests on this machine has at the same time."""
    first = os.getpid() % DOMAINS
    for number in itertools.islice(itertools.cycle(range(DOMAINS)), first, first + DOMAINS):
        with (Path(tempfile.gettempdir()) / f"ros_testing_domain_{FIRST_DOMAIN + number}.lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                continue
            yield FIRST_DOMAIN + number
            return
    pytest.fail(f"all of the ROS domains {FIRST_DOMAIN} to {FIRST_DOMAIN + DOMAINS - 1} are in use by other tests")


@pytest.fixture(scope="module")
def observer(domain: int) -> Iterator[Observer]:
    made = Observer(domain)
    yield made
    made.close()


class Starter:
    """Starts nodes in one domain, remembers them and stops them."""

    def __init__(self, domain: int, folder: Path) -> None:
        self.domain = domain
        self.folder = folder
        self._started: list[NodeProcess] = []

    def __call__(self, package: str, executable: str, **parameters: object) -> NodeProcess:
        return self.keep(NodeProcess(package, executable, self.domain, self._log(executable), **parameters))

    def command(self, command: list[str]) -> NodeProcess:
        return self.keep(NodeProcess.of_command(command, self.domain, self._log(Path(command[0]).name)))

    def keep(self, process: NodeProcess) -> NodeProcess:
        self._started.append(process)
        return process

    def _log(self, name: str) -> Path:
        return self.folder / f"{name}_{len(self._started)}.log"

    def stop(self) -> None:
        for process in self._started:
            if process.process.poll() is None:
                process.send(signal.SIGINT)
        for process in self._started:
            process.stop()


@pytest.fixture(scope="module")
def start(domain: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starter]:
    """For the nodes that a whole module shares."""
    starter = Starter(domain, tmp_path_factory.mktemp("nodes"))
    yield starter
    starter.stop()


@pytest.fixture
def start_here(domain: int, tmp_path: Path) -> Iterator[Starter]:
    """For the nodes of one test."""
    starter = Starter(domain, tmp_path)
    yield starter
    starter.stop()
