"""What a language model reads out of records and episodes, beside recording: no record ever waits for it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from embodied_memory.event import Event, EventKind
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import LanguageModelError
from embodied_memory.memory.belief.statements.reported_statements import OfflineStatementReader
from embodied_memory.memory.file import language_readings
from embodied_memory.memory.file.language_readings import EPISODES, RELATIONS, STATEMENTS
from embodied_memory.memory.file.memory_file import MemoryFile
from embodied_memory.memory.log import event_log
from embodied_memory.memory.reasoning import Reasoning
from embodied_memory.memory.spatial.knowledge_graph.relation_retriever import OfflineRelations
from embodied_memory.memory.spatial.knowledge_graph.triple import Origin
from embodied_memory.words.time_words.spoken_time import LocalTime

_BATCH = 200
Step = Callable[[int], None]


class LanguageKeeper:
    """When something is recorded, rules read it in its transaction; later the model adds what it reads besides.

    Recorded before there was a model, or while `reasoning` was offline, stays as the rules read it. What the model
    gives no reply for is tried again, and left to the rules if it failed while the model answered other things.
    """

    def __init__(self, file: MemoryFile, reasoning: Reasoning) -> None:
        self._file, self._reasoning, self._belief = file, reasoning, file.config.belief
        self._rules, self._changes = OfflineStatementReader(), OfflineRelations()
        self._failed: tuple[str, int, int] | None = None
        file.after_loading(self._begin)

    def _begin(self) -> None:
        with self._file.reading() as connection:
            ends = [language_readings.last_read(connection, role) for role in (STATEMENTS, RELATIONS)]
            latest = event_log.latest(connection, 1)
            end = latest[0].record_id if latest else 0
            known = [one for one in ends if one is not None]
            self._last = min(known) if len(known) == len(ends) else end
            told = language_readings.last_read(connection, EPISODES)
            self._last_episode = self._file.stores.beliefs.episode_of(end if told is None else told)

    def keep_up(self) -> int:
        """Read what comes next, one utterance and one episode; how many of them were read. Raises DatabaseError."""
        advisor = self._reasoning.advisor
        if advisor is None:
            return 0
        return self._read_utterance(advisor) + self._tell_episode(advisor)

    def _read_utterance(self, advisor: Advisor) -> int:
        record_id = self._next_utterance()
        if not record_id:
            return 0
        for role, step in ((STATEMENTS, self._read_statements), (RELATIONS, self._read_relations)):
            if not self._done(advisor, role, record_id, step):
                return 0
        self._last = record_id
        return 1

    def _tell_episode(self, advisor: Advisor) -> int:
        with self._file.reading():
            episode_id = self._file.stores.beliefs.ended_episode_after(self._last_episode)
        if not episode_id or not self._done(advisor, EPISODES, episode_id, self._synthesise):
            return 0
        self._last_episode = episode_id
        return 1

    def _done(self, advisor: Advisor, role: str, number: int, step: Step) -> bool:
        """Whether it was done, by the model or in the end without it."""
        try:
            advisor.insist(lambda: step(number))
        except LanguageModelError:
            if self._failed is None or self._failed[:2] != (role, number):
                self._failed = (role, number, advisor.replies)
            if advisor.replies == self._failed[2]:
                return False
            advisor.unadvised(lambda: step(number))
            self._failed = None
        return True

    def _next_utterance(self) -> int:
        """The next record in which somebody else than the robot speaks; 0 if there is none yet."""
        with self._file.reading() as connection:
            while records := event_log.after(connection, self._last, _BATCH):
                for record in records:
                    if record.kind == EventKind.UTTERANCE.value and record.actor != self._belief.robot:
                        return record.record_id
                    self._last = record.record_id
        return 0

    def _read_statements(self, record_id: int) -> None:
        """What the reader finds besides the rules goes into the tracks."""
        with self._file.commit() as commit:
            event = _unread(commit.connection, STATEMENTS, record_id)
            if event is None:
                return
            beliefs = self._file.stores.beliefs
            local = LocalTime(event.stamp_ns, self._belief.utc_offset_h, self._belief.morning_h)
            by_rules = self._rules.read(event.text, local, beliefs.people)
            found = self._reasoning.reader.read(event.text, local, beliefs.people)
            more = tuple(said for said in found if said not in by_rules)
            language_readings.write(commit.connection, STATEMENTS, record_id, more)
            commit.write(beliefs, beliefs.observe_reading(record_id, event, more))

    def _read_relations(self, record_id: int) -> None:
        """Between things, rooms and people that are named in it, the speaker among them."""
        with self._file.commit() as commit:
            event = _unread(commit.connection, RELATIONS, record_id)
            if event is None:
                return
            knowledge = self._file.stores.knowledge
            known = knowledge.mentioned(event.text, event.actor)
            facts = self._reasoning.relations(event, known) if len(known) > 1 else ()
            new = [fact for fact in facts if fact not in self._changes(event, known)]
            language_readings.write(commit.connection, RELATIONS, record_id)
            commit.write(knowledge, knowledge.observe_facts(Origin(record_id), new))

    def _synthesise(self, episode_id: int) -> None:
        """Its card is written anew; nothing of it is held in memory."""
        with self._file.commit() as commit:
            beliefs = self._file.stores.beliefs
            last = beliefs.last_record_of(episode_id)
            if last and self._reasoning.synthesiser is not None:
                beliefs.tell_episode(commit.connection, episode_id, self._reasoning.synthesiser)
                if not language_readings.is_read(commit.connection, EPISODES, last):
                    language_readings.write(commit.connection, EPISODES, last)


def _unread(connection: sqlite3.Connection, role: str, record_id: int) -> Event | None:
    """The event of this record, unless it was read for this already or is gone."""
    records = event_log.of_ids(connection, (record_id,))
    if not records or language_readings.is_read(connection, role, record_id):
        return None
    return event_log.read_event(connection, records[0])
