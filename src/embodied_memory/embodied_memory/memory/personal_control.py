"""What a memory holds of people, for them: to be told, put right and erased."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace

from embodied_memory.evidence import RecordReceipt
from embodied_memory.memory.about_person import AboutPerson, about_person
from embodied_memory.memory.erasure import erasure_log
from embodied_memory.memory.erasure.cached_texts import forget_cached_texts
from embodied_memory.memory.erasure.concerned import Concerned, find_concerned, find_said
from embodied_memory.memory.erasure.erase_person import erase_person
from embodied_memory.memory.erasure.erasure_log import Erasure
from embodied_memory.memory.file.memory_file import MemoryFile
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.memory.questions import Questions
from embodied_memory.memory.record_checks import storable
from embodied_memory.memory.retrieval.pieces.piece_search import BearingPiece
from embodied_memory.memory.rule_control import RecordWords
from embodied_memory.words.wording.word_stems import content_stems


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
