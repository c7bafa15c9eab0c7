"""A home of examples in a memory, and its questions as memory is asked them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from embodied_memory.config import DiscretionConfig, MemoryConfig
from embodied_memory.dialog.first_person import in_third_person, plainly_asked
from embodied_memory.memory.memory import Memory
from embodied_memory.perception.embedder import Embedder
from embodied_memory.words.who_is_meant import WhoIsMeant
from embodied_memory_tools.learning.asked_homes import AskedHome

_NS = 10**9


@dataclass(frozen=True)
class HomeQuestion:
    """text: with names for "I" and "Dad", after the question it goes on with; gold: records that answer it."""

    text: str
    asker: str
    people: tuple[str, ...]
    gold: frozenset[int]


@dataclass(frozen=True)
class RememberedHome:
    """After its last event."""

    memory: Memory
    questions: tuple[HomeQuestion, ...]
    now_ns: int


@contextmanager
def remembered_home(home: AskedHome, embedder: Embedder) -> Iterator[RememberedHome]:
    """In a memory that keeps nothing to itself, which is gone afterwards."""
    config = MemoryConfig(people=home.who_is_who, discretion=DiscretionConfig(is_discreet=False))
    with tempfile.TemporaryDirectory() as folder, Memory(Path(folder) / "memory.db", embedder, config) as memory:
        receipts = [memory.record_event(event) for event in home.events]
        ids = [receipt.record_id if receipt else -1 for receipt in receipts]
        yield RememberedHome(memory, tuple(questions_of(home, ids)), home.events[-1].stamp_ns + _NS)


def questions_of(home: AskedHome, ids: Sequence[int]) -> Iterator[HomeQuestion]:
    """As memory is asked them. ids: of each event."""
    who = WhoIsMeant.read(home.who_is_who)
    names = [one.partition(":")[0] for one in home.who_is_who]
    before = ""
    for asked in home.questions:
        question = who.with_names(in_third_person(plainly_asked(asked.text), asked.asker), asked.asker)
        text = f"{before} {question}" if asked.goes_on else question
        before = question
        people = tuple(name for name in names if name.lower() in text.lower())
        yield HomeQuestion(text, asked.asker, people, frozenset(ids[one] for one in asked.gold))
