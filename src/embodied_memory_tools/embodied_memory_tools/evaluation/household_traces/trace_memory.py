"""Memories that live through a trace and are asked: the one under test, and those it is compared with."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from embodied_memory import Memory
from embodied_memory.config import MemoryConfig, RetrievalConfig
from embodied_memory.evidence import EpistemicStatus
from embodied_memory.perception.embedder import Embedder
from household.home import ROBOT_ID
from household.residents.trace import TraceEntity, TraceRecord

ABLATIONS: Mapping[str, RetrievalConfig] = {
    "no-belief": RetrievalConfig(use_belief=False),
    "no-state": RetrievalConfig(use_state=False),
    "no-consolidation": RetrievalConfig(use_episodes=False),
    "no-graph": RetrievalConfig(use_graph=False),
    "no-selector": RetrievalConfig(use_selector=False),
}
"""What of ObsMem is left out (section 8.5)."""


@dataclass(frozen=True)
class TraceAnswer:
    """cited: evidence ids, the most telling first. status: the certainty stated; None if none is."""

    text: str
    cited: tuple[str, ...]
    status: EpistemicStatus | None = None


class TraceMemory(Protocol):
    """Gets what the robot perceives, in order, and answers from that alone."""

    def record(self, record: TraceRecord) -> None:
        """One event that the robot saw or heard."""

    def settle(self) -> None:
        """Finish what recording left to be done: no answer is slow by it."""

    def answer(self, question: str, now_ns: int) -> TraceAnswer:
        """now_ns: after everything recorded."""


class OurMemory:
    """The project's memory as it is: recorded through its facade, asked through its facade."""

    def __init__(self, memory: Memory, entities: Mapping[str, TraceEntity]) -> None:
        self._memory = memory
        self._entities = entities
        self._evidence_ids: dict[int, str] = {}

    def record(self, record: TraceRecord) -> None:
        """With what a look at the things tells of them, as perception would."""
        ids = record.event.object_ids
        captions = tuple(self._entities[one].caption if one in self._entities else "" for one in ids)
        receipt = self._memory.record_event(replace(record.event, object_captions=captions))
        if receipt is not None:
            self._evidence_ids.setdefault(receipt.record_id, record.evidence_id)

    def settle(self) -> None:
        """Recorded is recorded."""

    def answer(self, question: str, now_ns: int) -> TraceAnswer:
        """Citations by the names that the trace has for its events."""
        answer = self._memory.answer(question, now_ns)
        cited = tuple(self._evidence_ids.get(one.record_id, "") for one in answer.evidence)
        return TraceAnswer(answer.text, cited, answer.status)


@contextmanager
def our_memory(entities: Mapping[str, TraceEntity], embedder: Embedder, ablation: str = "") -> Iterator[OurMemory]:
    """In a file of its own that is gone afterwards. KeyError for an unknown ablation."""
    config = MemoryConfig(retrieval=ABLATIONS[ablation]) if ablation else MemoryConfig()
    with tempfile.TemporaryDirectory() as folder, Memory(Path(folder) / "memory.db", embedder, config) as memory:
        yield OurMemory(memory, entities)


def perceived(record: TraceRecord) -> bool:
    """Whether the robot was among those who saw or heard it."""
    return ROBOT_ID in record.event.observers and not record.refused
