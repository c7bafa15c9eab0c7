"""Peers as memories of a trace: emem and mem0ai in an environment of their own, given the same vectors."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from embodied_memory_tools.evaluation.household_traces.flat_memory import TOP, TextVectors, quoted
from embodied_memory_tools.evaluation.household_traces.trace_memory import TraceAnswer
from household.residents.trace import TraceRecord

PEERS = ("emem", "mem0ai")
_WORKER = Path(__file__).with_name("peer_worker.py")
_MODULES = {"emem": "emem", "mem0ai": "mem0"}


class PeerMemory:
    """Quotes what the peer finds. EOFError if the peer's process ended."""

    def __init__(self, told: IO[str], answers: IO[str], vectors: TextVectors) -> None:
        self._told, self._answers, self._vectors = told, answers, vectors
        self._records: list[TraceRecord] = []
        self._waiting: list[TraceRecord] = []

    def record(self, record: TraceRecord) -> None:
        """See TraceMemory. Told when it is asked next, so that many sentences are embedded at a time."""
        self._waiting.append(record)

    def settle(self) -> None:
        """Tell the peer what was recorded; it answers a search when it has taken in all of it."""
        if not self._waiting:
            return
        vectors = self._vectors.of([one.event.text for one in self._waiting])
        for one, vector in zip(self._waiting, vectors, strict=True):
            self._tell({"add": one.event.text, "vector": vector.tolist(), "stamp_s": one.event.stamp_ns / 1e9})
        self._records += self._waiting
        self._waiting = []
        self._search(self._records[-1].event.text)

    def answer(self, question: str, now_ns: int) -> TraceAnswer:
        """The sentences that the peer gives, in its order."""
        self.settle()
        return quoted([self._records[number] for number in self._search(question)], now_ns)

    def _search(self, question: str) -> list[int]:
        self._tell({"search": question, "vector": self._vectors.of([question])[0].tolist(), "k": TOP})
        line = self._answers.readline()
        if not line:
            raise EOFError("the peer's process ended before it answered")
        return [int(number) for number in json.loads(line)]

    def _tell(self, told: dict[str, object]) -> None:
        self._told.write(json.dumps(told) + "\n")
        self._told.flush()


def has_peer(python: Path, peer: str) -> bool:
    """Whether that interpreter is there and has the peer."""
    if not python.exists():
        return False
    looked = subprocess.run([str(python), "-c", f"import {_MODULES[peer]}"], capture_output=True, timeout=120)
    return looked.returncode == 0


@contextmanager
def peer_memory(python: Path, peer: str, vectors: TextVectors) -> Iterator[PeerMemory]:
    """A peer in a process of its own, which ends with this context."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "MEM0_TELEMETRY": "False", "ANONYMIZED_TELEMETRY": "False"}
    command = [str(python), str(_WORKER), peer, str(vectors.of(["dimension"]).shape[1])]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield PeerMemory(process.stdin, process.stdout, vectors)
    finally:
        process.stdin.close()
        process.wait(timeout=60)
