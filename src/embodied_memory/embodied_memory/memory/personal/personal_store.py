"""What people told about themselves, in memory and in the database: learned, recalled, shown, corrected, erased.

Which memories hold the same words of the same person: of those only one is recalled.

Whoever asks for something is heard first, and what was done follows in a record of its own; next week they ask for
it again. Each record keeps its memory, so that each stands and falls with its record alone: when one is erased, the
others are as if it had never been. But to a request they are one reading, not rivals between which to ask. Nothing of
this is stored: it follows from the memories there are.
"""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from dataclasses import dataclass

from embodied_memory.event import ActTrace, Event
from embodied_memory.memory.personal import personal_rows
from embodied_memory.memory.personal.knowledge import learn_knowledge, taught_words
from embodied_memory.memory.personal.memory_fields import (
    FieldWeights,
    MemoryFields,
    Vectors,
    memory_fields,
    memory_texts,
)
from embodied_memory.memory.personal.personal_memory import (
    PersonalMemory,
    PersonalRecollection,
    UnknownPersonalMemoryError,
)
from embodied_memory.memory.personal.personal_retrieval import PersonalIndex, Whose
from embodied_memory.memory.personal.sentence_role import without_politeness
from embodied_memory.memory.store.store import NewInstant, NewRecord
from embodied_memory.perception.embedder import Embedder

Words = tuple[str, str, tuple[str, ...]]
"""(scene, person, words)."""

_Rank = tuple[bool, int, int]

_WORD = re.compile(r"[^\W_]+")


class SameWords:
    """Sorts memories by their words, whatever their case and politeness ("robot, please ...")."""

    def __init__(self) -> None:
        self._ranks: defaultdict[Words, dict[int, _Rank]] = defaultdict(dict)

    def add(self, memory: PersonalMemory) -> None:
        """The one with a trace tells more, and of several the latest counts."""
        rank = (bool(memory.trace.steps), memory.stamp_ns, memory.record_id)
        self._ranks[_words(memory)][memory.record_id] = rank

    def remove(self, memory: PersonalMemory) -> None:
        """Forget it. A memory that was not added is none that is held."""
        words = _words(memory)
        self._ranks[words].pop(memory.record_id, None)
        if not self._ranks[words]:
            del self._ranks[words]

    def of(self, memory: PersonalMemory) -> tuple[int, ...]:
        """The records of all memories with its words, in order."""
        return tuple(sorted(self._ranks.get(_words(memory), ())))

    def recalled(self) -> frozenset[int]:
        """The records of the memories that stand for all with their words."""
        return frozenset(max(ranks, key=lambda record_id: ranks[record_id]) for ranks in self._ranks.values())


def _words(memory: PersonalMemory) -> Words:
    words = _WORD.findall(without_politeness(memory.text).casefold())
    return memory.scene, memory.person.casefold().strip(), tuple(words) or (memory.text,)


TABLES: tuple[str, ...] = (*personal_rows.TABLES, *personal_rows.WORD_TABLES)
"""What a database is to have for a store alone."""


@dataclass(frozen=True)
class PersonalChanges:
    """What one record changes: memories that come, and records whose memories go. Empty if it tells nothing."""

    learned: tuple[PersonalMemory, ...] = ()
    vectors: tuple[Vectors, ...] = ()
    removed: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.learned or self.removed)


class PersonalStore:
    """All personal memories. `learn`, `correct` and `erase` compute as `observe` does.

    embedder: an opened store re-embeds only what another embedder embedded.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        embedder: Embedder,
        weights: FieldWeights | None = None,
    ) -> None:
        self._model = embedder.name
        self._memories: dict[int, PersonalMemory] = {}
        self._same = SameWords()
        self._index = PersonalIndex(embedder, weights)
        of_words = personal_rows.load_words(connection, embedder.name)
        for memory, vectors in personal_rows.load_memories(connection, embedder.name):
            fields = _fields(memory)
            self._keep(memory, fields, self._index.completed(fields, vectors, of_words))

    def __len__(self) -> int:
        return len(self._memories)

    @property
    def memories(self) -> tuple[PersonalMemory, ...]:
        """All of them, by record."""
        return tuple(self._memories[record_id] for record_id in sorted(self._memories))

    @property
    def recalled(self) -> frozenset[int]:
        """The records of those that are recalled: of several with the same words of one person only one is."""
        return self._same.recalled()

    def observe(self, record: NewRecord) -> PersonalChanges | None:
        """What a record teaches: an event, in the words it was delivered with."""
        if isinstance(record, NewInstant):
            return None
        return self.observe_event(record.record_id, record.event, record.robot)

    def observe_event(self, record_id: int, event: Event, robot: str) -> PersonalChanges:
        """What an event teaches: what somebody says, and what was done when they asked for it."""
        taught = taught_words(event, robot)
        if taught is None:
            return PersonalChanges()
        return self.learn(record_id, taught.person, taught.text, taught.trace, stamp_ns=event.stamp_ns)

    def learn(
        self, record_id: int, person: str, text: str, trace: ActTrace | None = None, *, stamp_ns: int, scene: str = ""
    ) -> PersonalChanges:
        """What a person's words teach. With the trace of the instruction they asked for, they are kept whatever
        they say (an episodic memory); without one, only if they tell something personal.
        """
        memory = PersonalMemory(
            record_id, person, stamp_ns, scene, text, trace or ActTrace(), learn_knowledge(person, text)
        )
        return self._coming(memory) if memory.knowledge or memory.trace.steps else PersonalChanges()

    def correct(
        self, record_id: int, person: str, wrong_record_id: int, text: str, *, stamp_ns: int
    ) -> PersonalChanges:
        """Put what the person says now in the place of a memory and of all with the same words; its trace and scene
        stay. Raises UnknownPersonalMemoryError.
        """
        wrong = self._memory(wrong_record_id)
        knowledge = learn_knowledge(person, text)
        memory = PersonalMemory(
            record_id, person, stamp_ns, wrong.scene, text, wrong.trace, knowledge, wrong_record_id
        )
        coming = self._coming(memory)
        return PersonalChanges(coming.learned, coming.vectors, self._same.of(wrong))

    def erase(self, person: str) -> PersonalChanges:
        """Everything that concerns the person goes; `removed` names the records, for the other stores and the log."""
        return PersonalChanges(removed=tuple(memory.record_id for memory in self.about(person)))

    def forget(self, record_ids: tuple[int, ...]) -> PersonalChanges:
        """The memories of these records go. Raises UnknownPersonalMemoryError."""
        return PersonalChanges(removed=tuple(self._memory(record_id).record_id for record_id in record_ids))

    def write(self, connection: sqlite3.Connection, changes: PersonalChanges) -> None:
        """Into the database, as part of the record's transaction."""
        personal_rows.delete_memories(connection, changes.removed)
        for memory, vectors in zip(changes.learned, changes.vectors, strict=True):
            words = memory_texts(_fields(memory)).words
            personal_rows.write_memory(connection, memory, self._model, words, vectors)

    def adopt(self, changes: PersonalChanges) -> None:
        """Take over changes that were committed."""
        for record_id in changes.removed:
            if record_id in self._memories:
                self._same.remove(self._memories.pop(record_id))
        self._index.remove(changes.removed)
        for memory, vectors in zip(changes.learned, changes.vectors, strict=True):
            self._keep(memory, _fields(memory), vectors)

    def recall(
        self, query: str, k: int = 5, person: str | None = None, scene: str | None = None, speaker: str = ""
    ) -> tuple[PersonalRecollection, ...]:
        """The k memories most likely meant, likeliest first; if a query means two, the best of each come first.

        Of memories with the same words of the same person only one is recalled (`SameWords`). person: only what
        concerns them; scene: only what was learned there. speaker: who asks, "" for anybody: theirs come first; what
        is somebody else's comes only where the query names that person or the speaker has none that fits (`Whose`).
        """
        among = {
            record_id: self._memories[record_id]
            for record_id in self.recalled
            if (person is None or self._memories[record_id].concerns(person))
            and (scene is None or self._memories[record_id].scene == scene)
        }
        whose = Whose(among, speaker) if speaker.strip() else None
        ranked = self._index.rank(query, among, whose.prior if whose else None)
        found = whose.without_others(ranked) if whose else ranked
        return tuple(
            PersonalRecollection(self._memories[one.record_id], one.reference, one.share, one.rivals)
            for one in found[: max(0, k)]
        )

    def about(self, person: str) -> tuple[PersonalMemory, ...]:
        """Everything that the person said, or that tells of them or names them, oldest first."""
        concerned = (memory for memory in self._memories.values() if memory.concerns(person))
        return tuple(sorted(concerned, key=lambda memory: (memory.stamp_ns, memory.record_id)))

    def _coming(self, memory: PersonalMemory) -> PersonalChanges:
        return PersonalChanges((memory,), (self._index.embed(_fields(memory)),))

    def _keep(self, memory: PersonalMemory, fields: MemoryFields, vectors: Vectors) -> None:
        self._memories[memory.record_id] = memory
        self._same.add(memory)
        self._index.add(memory.record_id, memory.scene, fields, vectors)

    def _memory(self, record_id: int) -> PersonalMemory:
        if record_id not in self._memories:
            raise UnknownPersonalMemoryError(f"record {record_id} holds no personal memory: list them with about()")
        return self._memories[record_id]


def _fields(memory: PersonalMemory) -> MemoryFields:
    return memory_fields(memory.text, memory.trace, memory.knowledge)
