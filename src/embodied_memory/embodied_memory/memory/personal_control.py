"""What people decide about a memory: what it is to remember, what it holds of them, what it is to erase."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace

from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.memory.about_person import AboutPerson, about_person
from embodied_memory.memory.belief.commitments.commitment import Commitment, CommitmentStatus
from embodied_memory.memory.belief.states.belief_track import Belief
from embodied_memory.memory.episodic.forgetting.relevance_rule import RelevanceRule
from embodied_memory.memory.episodic.forgetting.rule_reviser import FeedbackSaid
from embodied_memory.memory.episodic.forgetting.rule_revision import RuleRevision
from embodied_memory.memory.erasure import erasure_log
from embodied_memory.memory.erasure.cached_texts import forget_cached_texts
from embodied_memory.memory.erasure.concerned import Concerned, find_concerned, find_said
from embodied_memory.memory.erasure.erase_person import erase_person
from embodied_memory.memory.erasure.erasure_log import Erasure
from embodied_memory.memory.open_memory import OpenMemory, RecordReceipt
from embodied_memory.memory.record_checks import storable


class PersonalControl(OpenMemory):
    """The part of `Memory` for the people it remembers. Times are stamp_ns; the memory has no clock of its own."""

    def _load(self) -> None:
        super()._load()
        with self._database.reading() as connection:
            is_due = not self._database.read_only and erasure_log.is_scrubbing_due(connection)
        if is_due:
            self._scrub()

    def give_feedback(self, text: str, person: str, stamp_ns: int, about: str = "") -> RuleRevision | None:
        """Record what a person says of the robot's remembering, and let the rules learn from it.

        about: what was talked of just before, for "you should have known that". Returns what changed in the rules;
        None if nothing did. The words are recorded in any case.
        """
        receipt = self._record_words(text, person, stamp_ns)
        said = FeedbackSaid(receipt.summary, storable(person), stamp_ns, receipt.record_id, storable(about))
        return self._think(lambda: self._revise(lambda: self._stores.rules.learn(said)))

    def rules(self) -> tuple[RelevanceRule, ...]:
        """All relevance rules, by id, each with where it came from."""
        with self._lock:
            return self._stores.rules.rules

    def rule_history(self) -> tuple[RuleRevision, ...]:
        """What became of the rules, step by step, oldest first."""
        with self._lock:
            return self._stores.rules.history

    def add_rule(self, text: str, person: str, stamp_ns: int, keep: bool = True) -> RuleRevision | None:
        """A rule in a person's own words: to keep what it names, or to forget it."""
        text, person = storable(text), storable(person)
        return self._revise(lambda: self._stores.rules.add(text, person, stamp_ns, keep))

    def edit_rule(
        self,
        rule_id: int,
        person: str,
        stamp_ns: int,
        text: str | None = None,
        keep: bool | None = None,
        enabled: bool | None = None,
    ) -> RuleRevision | None:
        """Change a rule. Raises KeyError for an unknown one."""
        text = None if text is None else storable(text)
        return self._revise(lambda: self._stores.rules.edit(rule_id, person, stamp_ns, text, keep, enabled))

    def remove_rule(self, rule_id: int, person: str, stamp_ns: int) -> RuleRevision | None:
        """Go on without a rule; what it kept expires as if it had never been. Raises KeyError for an unknown one."""
        return self._revise(lambda: self._stores.rules.remove(rule_id, person, stamp_ns))

    def undo_rule(self, person: str, stamp_ns: int) -> RuleRevision | None:
        """Take back the last change of the rules that was not taken back yet; None if there is none."""
        return self._revise(lambda: self._stores.rules.undo(person, stamp_ns))

    def about(self, person: str, *also: str) -> AboutPerson:
        """Everything that is held of a person. also: other names of theirs. ValueError if no name is one."""
        with self._lock, self._database.reading() as connection:
            return about_person(connection, self._stores, (person, *also), self._config.belief.robot)

    def correct(self, person: str, wrong_record_id: int, text: str, stamp_ns: int) -> RecordReceipt:
        """Put what a person says now in the place of a personal memory; its words are recorded like all others.

        Raises UnknownPersonalMemoryError, with nothing recorded, if that record holds none.
        """
        with self._lock:
            self._stores.personal.forget((wrong_record_id,))  # raises if there is none
            receipt = self._record_words(text, person, stamp_ns)
            changes = self._stores.personal.correct(
                receipt.record_id, storable(person), wrong_record_id, receipt.summary, stamp_ns=stamp_ns
            )
            # What the words taught when they were recorded is taught again, in the place of what was wrong.
            changes = replace(changes, removed=(*changes.removed, receipt.record_id))
            with self._database.transaction() as connection:
                self._stores.personal.write(connection, changes)
            self._stores.personal.adopt(changes)
        return receipt

    def erase(self, person: str, *also: str, stamp_ns: int) -> Erasure:
        """Leave no byte of what concerns a person: log, stores, indexes, caches, pictures, the file's empty pages.

        also: other names of theirs. What becomes of what is told in `erase_person`. Bags are not touched: see
        `embodied-memory memory erase`. Raises ValueError if no name is one, DatabaseError with nothing erased.
        """
        return self._erase(lambda connection, robot: find_concerned(connection, (person, *also), robot), stamp_ns)

    def forget_said(self, words: str, person: str, stamp_ns: int) -> bool:
        """Erase the last utterance of a person in just these words, with all that was derived of it ("forget that").

        Returns whether there was one. Raises DatabaseError with nothing erased.
        """
        said, who = storable(words), storable(person)
        erasure = self._erase(lambda connection, robot: find_said(connection, said, who, robot), stamp_ns)
        return erasure.told > 0

    def _erase(self, find: Callable[[sqlite3.Connection, str], Concerned], stamp_ns: int) -> Erasure:
        with self._history.resting, self._lock:
            with self._database.transaction() as connection:
                concerned = find(connection, self._config.belief.robot)
                if not concerned.record_ids and not concerned.names:
                    return Erasure(stamp_ns, 0, 0, 0, ())
                erasure = erase_person(connection, self._stores, concerned, stamp_ns)
            forget_cached_texts(self._embedder)
            self._load()
            self._release(erasure.rule_ids)
            with self._database.reading() as connection:
                is_due = erasure_log.is_scrubbing_due(connection)
        return replace(erasure, is_scrubbed=not is_due)

    def commitments(
        self, status: CommitmentStatus | None = None, by: str | None = None, now_ns: int | None = None
    ) -> tuple[Commitment, ...]:
        """What somebody is to do, what is due first in front."""
        with self._lock, self._database.reading():
            return self._stores.beliefs.commitments(status, by, now_ns=self._now_ns(now_ns))

    def entity_meant(self, phrase: str) -> str:
        """The id of what a phrase or an id means. Raises ValueError if it is nothing known, or several things."""
        with self._lock, self._database.reading():
            found = self._stores.beliefs.resolve(storable(phrase))
        if found.is_ambiguous:
            raise ValueError(f'"{phrase}" may mean {", ".join(found.candidates)}: say which')
        if not found.entity_id:
            raise ValueError(f'memory knows nothing that "{phrase}" means')
        return found.entity_id

    def beliefs_of(self, entity_id: str, now_ns: int | None = None) -> tuple[Belief, ...]:
        """All that is believed of a thing, a person or a room, by attribute."""
        with self._lock, self._database.reading():
            return self._stores.beliefs.beliefs_of(entity_id, self._now_ns(now_ns))

    def _record_words(self, text: str, person: str, stamp_ns: int) -> RecordReceipt:
        observers = (self._config.belief.robot,)
        receipt = None
        while receipt is None:
            receipt = self.record_event(
                Event(
                    stamp_ns, EventKind.UTTERANCE, person, text, observers=observers, provenance=Provenance.REPORTED
                )
            )
            # Only what was erased is not taken in, known by its stamp. These words are new: a nanosecond later.
            stamp_ns += 1
        return receipt

    def _revise(self, revise: Callable[[], RuleRevision | None]) -> RuleRevision | None:
        """A step of the rules, with what it lets go in the tree, in one transaction."""
        with self._history.resting, self._lock:
            revision = revise()
            if revision is None:
                return None
            released = self._stores.tree.release(revision.released_rule_ids)
            with self._database.transaction() as connection:
                self._stores.rules.write(connection, revision)
                self._stores.tree.write(connection, released)
            self._stores.rules.adopt(revision)
            self._stores.tree.adopt(released)
        return revision

    def _release(self, rule_ids: Sequence[int]) -> None:
        if rule_ids:
            released = self._stores.tree.release(rule_ids)
            with self._database.transaction() as connection:
                self._stores.tree.write(connection, released)
            self._stores.tree.adopt(released)
