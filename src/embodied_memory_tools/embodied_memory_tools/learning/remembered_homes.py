"""A home of examples, or a lived folder, in a memory, and its questions as memory is asked them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from embodied_memory import Memory
from embodied_memory.config import DiscretionConfig, MemoryConfig
from embodied_memory.perception.embedder import Embedder
from embodied_memory.words.plain_words import in_third_person, plainly_asked
from embodied_memory.words.who_is_meant import WhoIsMeant
from embodied_memory_tools.evaluation.lived_words.word_folder import WordFolder
from embodied_memory_tools.evaluation.lived_words.word_run import LivedFolder
from embodied_memory_tools.learning.asked_homes import AskedHome

_NS = 10**9


@dataclass(frozen=True)
class HomeQuestion:
    """text: with names for "I" and "Dad", after the questions it goes on with; gold: records that answer it."""

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
    with _open_memory(home.who_is_who, embedder) as memory:
        receipts = [memory.record_event(event) for event in home.events]
        ids = [receipt.record_id if receipt else -1 for receipt in receipts]
        yield RememberedHome(memory, tuple(questions_of(home, ids)), home.events[-1].stamp_ns + _NS)


@contextmanager
def remembered_folder(folder: WordFolder, embedder: Embedder) -> Iterator[RememberedHome]:
    """Its life, in such a memory."""
    with _open_memory(folder.home.who_is_who, embedder) as memory:
        lived = LivedFolder(folder, memory)
        lived.live(lambda what, done, total: None, replies=False)
        yield RememberedHome(memory, tuple(_questions_of_folder(folder, lived.evidence_ids)), lived.end_ns)


@contextmanager
def _open_memory(who_is_who: tuple[str, ...], embedder: Embedder) -> Iterator[Memory]:
    config = MemoryConfig(people=who_is_who, discretion=DiscretionConfig(is_discreet=False))
    with tempfile.TemporaryDirectory() as folder, Memory(Path(folder) / "memory.db", embedder, config) as memory:
        yield memory


def questions_of(home: AskedHome, ids: Sequence[int]) -> Iterator[HomeQuestion]:
    """As memory is asked them. ids: of each event."""
    asked = _AsMemoryIsAsked(home.who_is_who, [one.partition(":")[0] for one in home.who_is_who])
    for one in home.questions:
        yield asked.question(one.text, one.asker, one.goes_on, frozenset(ids[place] for place in one.gold))


def _questions_of_folder(folder: WordFolder, evidence: Mapping[int, str]) -> Iterator[HomeQuestion]:
    """evidence: the events of the life by their records."""
    asked = _AsMemoryIsAsked(folder.home.who_is_who, (*folder.home.people, *folder.home.visitors))
    conversation: str | None = None
    for one in folder.questions:
        gold = frozenset(record for record, event in evidence.items() if event in one.ev)
        yield asked.question(one.q, one.asker, bool(one.conv) and one.conv == conversation, gold)
        conversation = one.conv


class _AsMemoryIsAsked:
    """Questions one after the other, as the dialog asks memory for them."""

    def __init__(self, who_is_who: tuple[str, ...], names: Sequence[str]) -> None:
        self._who, self._names, self._chain = WhoIsMeant.read(who_is_who), names, [""]

    def question(self, said: str, asker: str, goes_on: bool, gold: frozenset[int]) -> HomeQuestion:
        """One that goes on comes after the one before, and that after what began it all."""
        named = self._who.with_names(in_third_person(plainly_asked(said), asker), asker)
        self._chain = [*self._chain[:1], *self._chain[1:][-1:], named] if goes_on else [named]
        text = " ".join(self._chain)
        return HomeQuestion(text, asker, tuple(name for name in self._names if name.lower() in text.lower()), gold)
