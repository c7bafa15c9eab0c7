"""What a memory holds of people, for them: to be told, put right and erased.

Everything that it holds of one person is for that person to see (`AboutPerson`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from embodied_memory.evidence import Evidence, RecordReceipt
from embodied_memory.memory.belief.commitment_track import Commitment
from embodied_memory.memory.belief.statements.statement_atoms import ReportedStatement
from embodied_memory.memory.belief.states.belief_track import Belief
from embodied_memory.memory.belief.states.state_fact import StateFact
from embodied_memory.memory.episodic.forgetting.relevance_rule import RelevanceRule
from embodied_memory.memory.erasure import erasure_log
from embodied_memory.memory.erasure.concerned import Concerned, find_concerned, find_said, naming, spelled
from embodied_memory.memory.erasure.erase_person import erase_person, forget_cached_texts
from embodied_memory.memory.erasure.erased_rows import rules_to_erase
from embodied_memory.memory.erasure.erasure_log import Erasure
from embodied_memory.memory.file.memory_file import MemoryFile
from embodied_memory.memory.file.stores import Stores
from embodied_memory.memory.log import event_log
from embodied_memory.memory.personal.personal_memory import PersonalMemory, PersonalRecollection
from embodied_memory.memory.questions import Questions
from embodied_memory.memory.record_checks import storable
from embodied_memory.memory.retrieval.pieces.piece_search import BearingPiece
from embodied_memory.memory.rule_control import RecordWords
from embodied_memory.words.wording.person_in_text import PersonInText
from embodied_memory.words.wording.words import content_stems


class PersonalControl:
    """`Memory.people`. Times are stamp_ns; the memory has no clock of its own."""

    def __init__(self, file: MemoryFile, questions: Questions, record_words: RecordWords) -> None:
        self._file, self._questions, self._record_words = file, questions, record_words
        self._robot = file.config.belief.robot

    def recall(self, query: str, k: int = 5, person: str | None = None) -> tuple[PersonalRecollection, ...]:
        """The k personal memories that a request most likely means, the best for each of its parts before all others.

        person: who makes it, "my cup" being theirs; None: everybody's memories alike. Recollections with rivals have
        more than one reading: ask, do not guess.
        """
        with self._file.lock:
            return self._file.stores.personal.recall(storable(query), k, speaker=storable(person or ""))

    def said_by(self, about: str, person: str, now_ns: int | None = None) -> str:
        """What a person said themselves that words are about most, word for word; "" if nothing surely is."""
        with self._questions.piece_search(now_ns, person) as search:
            found = search.search(about, (person,), None)
        return _own_words(found, about, person)

    def about(self, person: str, *also: str) -> AboutPerson:
        """Everything that is held of a person. also: other names of theirs. ValueError if no name is one."""
        with self._file.reading() as connection:
            return about_person(connection, self._file.stores, (person, *also), self._robot)

    def correct(self, person: str, wrong_record_id: int, text: str, stamp_ns: int) -> RecordReceipt:
        """Put what a person says now in the place of a personal memory; its words are recorded like all others.

        Raises UnknownPersonalMemoryError, with nothing recorded, if that record holds none.
        """
        with self._file.lock:
            self._file.stores.personal.forget((wrong_record_id,))  # raises if there is none
            receipt = self._record_words(text, person, stamp_ns)
            personal = self._file.stores.personal
            changes = personal.correct(
                receipt.record_id, storable(person), wrong_record_id, receipt.summary, stamp_ns=stamp_ns
            )
            # What the words taught when they were recorded is taught again, in the place of what was wrong.
            changes = replace(changes, removed=(*changes.removed, receipt.record_id))
            with self._file.commit() as commit:
                commit.write(personal, changes)
        return receipt

    def erase(self, person: str, *also: str, stamp_ns: int) -> Erasure:
        """Leave no byte of what concerns a person: log, stores, indexes, caches, pictures, the file's empty pages.

        also: other names of theirs. What becomes of what is told in `erase_person`. Bags are not touched: see
        `embodied-memory memory erase`. Raises ValueError if no name is one, DatabaseError with nothing erased.
        """
        return self._erase(lambda connection: find_concerned(connection, (person, *also), self._robot), stamp_ns)

    def forget_said(self, words: str, person: str, stamp_ns: int) -> bool:
        """Erase the last utterance of a person in just these words, with all that was derived of it ("forget that").

        Returns whether there was one. Raises DatabaseError with nothing erased.
        """
        said, who = storable(words), storable(person)
        return self._erase(lambda connection: find_said(connection, said, who, self._robot), stamp_ns).told > 0

    def _erase(self, find: Callable[[sqlite3.Connection], Concerned], stamp_ns: int) -> Erasure:
        with self._file.tree_at_rest, self._file.lock:
            with self._file.commit() as commit:
                concerned = find(commit.connection)
                if not concerned.record_ids and not concerned.names:
                    return Erasure(stamp_ns, 0, 0, 0, ())
                erasure = erase_person(commit.connection, self._file.stores, concerned, stamp_ns)
            forget_cached_texts(self._file.embedder)
            self._file.load()
            if erasure.rule_ids:
                tree = self._file.stores.tree
                with self._file.commit() as commit:
                    commit.write(tree, tree.release(erasure.rule_ids))
            with self._file.reading() as connection:
                is_due = erasure_log.is_scrubbing_due(connection)
        return replace(erasure, is_scrubbed=not is_due)


def _own_words(found: Sequence[BearingPiece], about: str, person: str) -> str:
    """Of what was found, the best that a person said and did not ask; "" if nothing shares a telling word."""
    said = (one.piece for one in found if one.piece.is_said and not one.piece.is_question)
    own = (one.text for one in said if one.speaker.lower() == person.lower())
    words = content_stems(about)
    return next((text for text in own if words & content_stems(text) and text != about), "")


_ALL = 2**31


@dataclass(frozen=True)
class AboutPerson:
    """names: all that they are known by. Each part cites its records; this is what `erase` would erase.

    records: what they said and did, and what names them, oldest first. views: records of instants they are seen in.
    traces: (record, what was done step by step) of instructions among those records.
    statements: what they said, as understood; beliefs: what is believed of them; facts: every one ever known that
    is about them or comes from them, current or not.
    """

    names: tuple[str, ...]
    records: tuple[Evidence, ...]
    views: tuple[Evidence, ...]
    traces: tuple[tuple[int, str], ...]
    statements: tuple[ReportedStatement, ...]
    beliefs: tuple[Belief, ...]
    facts: tuple[StateFact, ...]
    personal: tuple[PersonalMemory, ...]
    commitments: tuple[Commitment, ...]
    rules: tuple[RelevanceRule, ...]


def about_person(connection: sqlite3.Connection, stores: Stores, names: Sequence[str], robot: str) -> AboutPerson:
    """Look through everything. ValueError if no name is one."""
    concerned = find_concerned(connection, names, robot)
    person = PersonInText(concerned.names)
    with naming(connection, person):
        ids = sorted(spelled(connection) | {*concerned.names})
    personal = {one.record_id: one for name in concerned.names for one in stores.personal.about(name)}
    rules = rules_to_erase(stores.rules.history, concerned, person)
    return AboutPerson(
        concerned.names,
        _evidence(connection, concerned.told | concerned.acts),
        _evidence(connection, concerned.views),
        _traces(connection, concerned.told | concerned.acts),
        _statements(stores, ids),
        tuple(belief for name in ids for belief in stores.beliefs.beliefs_of(name)),
        _facts(connection, stores, person),
        tuple(personal[record_id] for record_id in sorted(personal)),
        tuple(one for one in stores.beliefs.commitments() if not concerned.told.isdisjoint(one.record_ids)),
        tuple(rule for rule in stores.rules.rules if rule.rule_id in rules),
    )


def _evidence(connection: sqlite3.Connection, record_ids: frozenset[int]) -> tuple[Evidence, ...]:
    return tuple(record.as_evidence() for record in event_log.of_ids(connection, sorted(record_ids)))


def _traces(connection: sqlite3.Connection, record_ids: frozenset[int]) -> tuple[tuple[int, str], ...]:
    told = ((record_id, event_log.read_instruction(connection, record_id)[1]) for record_id in sorted(record_ids))
    return tuple((record_id, trace) for record_id, trace in told if trace)


def _statements(stores: Stores, ids: Sequence[str]) -> tuple[ReportedStatement, ...]:
    said = {
        one.statement_id: one
        for name in ids
        for one in (*stores.beliefs.reported(by=name, limit=_ALL), *stores.beliefs.reported(name, limit=_ALL))
    }
    return tuple(said[number] for number in sorted(said))


def _facts(connection: sqlite3.Connection, stores: Stores, person: PersonInText) -> tuple[StateFact, ...]:
    with naming(connection, person):
        keys = connection.execute(
            "SELECT DISTINCT entity_id, attribute FROM belief_fact"
            " WHERE names_them(entity_id) OR names_them(value) OR names_them(source)"
        ).fetchall()
    histories = (fact for key in keys for fact in stores.beliefs.history(*key))
    return tuple(fact for fact in histories if any(map(person.is_in, (fact.entity_id, fact.value, fact.source))))
