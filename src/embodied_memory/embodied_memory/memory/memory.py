"""The memory as a whole: record instants and events, retrieve, answer. All else in this package is behind it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial

from embodied_memory.event import Event, EventKind
from embodied_memory.evidence import Answer, Evidence, RememberedObject, RetrievalResult
from embodied_memory.mapping.grid import RoomMap
from embodied_memory.memory import event_log
from embodied_memory.memory.discretion.discretion import Discretion
from embodied_memory.memory.discretion.kept_sayings import learned_sorter
from embodied_memory.memory.episodic.bank_entry import MemoryBankEntry
from embodied_memory.memory.episodic.instant_record import asserted, read_memories, summarise
from embodied_memory.memory.episodic.memory_bank import ViewFilter
from embodied_memory.memory.episodic.novelty import Novelty
from embodied_memory.memory.episodic.view_features import Feature, ViewFeatures
from embodied_memory.memory.erasure import erasure_log
from embodied_memory.memory.maintenance import Maintenance
from embodied_memory.memory.map_keeping import MapKeeping
from embodied_memory.memory.open_memory import RecordReceipt
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.memory.personal_control import PersonalControl
from embodied_memory.memory.record_checks import checked_event, checked_instant, storable
from embodied_memory.memory.retrieval.evidence_first import Considered, EvidenceFirst
from embodied_memory.memory.retrieval.known_now.as_known import KnownAnswer, as_known, may_be_of_now
from embodied_memory.memory.retrieval.known_now.statement_search import ReadStatement, statements_beside
from embodied_memory.memory.retrieval.looks import Looks
from embodied_memory.memory.retrieval.object_matching import match_objects
from embodied_memory.memory.retrieval.pieces.own_words import own_words
from embodied_memory.memory.retrieval.pieces.piece import Piece
from embodied_memory.memory.retrieval.pieces.piece_rows import PieceRows
from embodied_memory.memory.retrieval.pieces.piece_search import PieceSearch
from embodied_memory.memory.retrieval.query_plan.intent_scores import learned_scores
from embodied_memory.memory.retrieval.question_answering import QuestionAnswering
from embodied_memory.memory.retrieval.recollection import Recollection
from embodied_memory.memory.retrieval.time_words.describe_time import describe_time
from embodied_memory.memory.retrieval.views.bank_search import bank_search
from embodied_memory.memory.spatial import vocabulary
from embodied_memory.memory.spatial.rooms import write_room_map
from embodied_memory.perception.readers import readers_beside
from embodied_memory.scene_graph import SceneGraphInstant
from embodied_memory.words.demands import question_in
from embodied_memory.words.first_person import in_third_person
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.who_is_meant import WhoIsMeant

__all__ = ["Memory", "RecordReceipt"]


class Memory(PersonalControl, Maintenance, MapKeeping):
    """One robot's memory, in one file. Safe to call from several threads; one process at a time writes.

    A receipt means committed. Raises DatabaseError when the file cannot be used, InvalidRecordError for what
    cannot be recorded; in both cases nothing of the record was written and the memory goes on.
    """

    def _load(self) -> None:
        super()._load()
        self._features = ViewFeatures(self._embedder)
        self._who = WhoIsMeant.read(self._config.people)
        self._sorter = learned_sorter()
        self._readers = readers_beside(self._embedder)
        self._statements = statements_beside(self._readers, self._stores.sentences)
        self._latest_view = None
        if not self._database.read_only:
            learned_scores()  # once a process, so that the first question does not wait for it

    def __enter__(self) -> Memory:
        return self

    def record(self, instant: SceneGraphInstant, force_bank: bool = False) -> RecordReceipt:
        """Record one scene-graph instant. force_bank: keep the view even if it is not novel (section 12).

        An instant that is delivered again, as after a restart, is confirmed again and not recorded twice.
        """
        instant = checked_instant(instant)
        self._check_before_recording(instant.stamp_ns)
        seen = asserted(instant)
        summary = summarise(seen)
        features, text = self._features.of(seen), self._features.text_of(seen)
        with self._lock:
            with self._database.reading() as connection:
                record_id = event_log.find_instant(connection, instant, summary)
            if record_id is None:
                record_id = self._record_new(instant, summary, text, features, force_bank)
            kept = self._stores.bank.holds(record_id)
        return RecordReceipt(record_id, instant.stamp_ns, event_log.INSTANT, summary, kept)

    def record_event(self, event: Event) -> RecordReceipt | None:
        """Record one event; the same event delivered again is confirmed again.

        None for an event that the robot did not perceive: such a thing does not enter (ObsMem, equation 1); nor does
        what was erased and is delivered once more. When a goal is found, the view that shows it goes into the bank,
        novel or not (LMEE, section 12).
        """
        event = checked_event(event)
        self._check_before_recording(event.stamp_ns)
        if self._config.belief.robot not in event.observers:
            return None
        with self._lock:
            with self._database.reading() as connection:
                record_id = event_log.find_event(connection, event)
                if record_id is None and erasure_log.is_erased(connection, event.stamp_ns, event.kind.value):
                    return None
            if record_id is None:
                record_id = self._record_new_event(event)
            self._latest_stamp_ns = max(self._latest_stamp_ns, event.stamp_ns)
        return RecordReceipt(record_id, event.stamp_ns, event.kind.value, event.text, False)

    def _record_new_event(self, event: Event) -> int:
        with self._database.transaction() as connection:
            record_id = event_log.append_event(connection, event)
            changes = replace(self._stores.observe_event(record_id, event), sorts=self._sorter.packed(event))
            self._stores.write_event(connection, record_id, changes)
            shown = self._goal_view(event)
            if shown:
                self._stores.bank.write(connection, shown)
        self._stores.adopt_event(record_id, changes)
        self._stores.bank.adopt(shown, Novelty(None, True))
        return record_id

    def _goal_view(self, event: Event) -> MemoryBankEntry | None:
        """The latest view, if the event says that it shows a goal and it is not in the bank yet."""
        view = self._latest_view
        if view is None or event.kind is not EventKind.GOAL_ENDED or not event.succeeded:
            return None
        return None if self._stores.bank.holds(view.record_id) else replace(view, forced=True)

    def record_rooms(self, room_map: RoomMap) -> None:
        """Keep the latest division of the floor into rooms."""
        with self._lock:
            with self._database.transaction() as connection:
                write_room_map(connection, room_map)
            self._stores.take_rooms(room_map)

    def record_vocabulary(self, categories: Iterable[str] | None) -> None:
        """Keep what the detector can recognise, in the place of what was kept before; None: anything.

        Of what it cannot, memory says that it cannot tell, and never that there is none.
        """
        told = None if categories is None else tuple(storable(one) for one in categories if one.strip())
        with self._lock, self._database.transaction() as connection:
            vocabulary.write(connection, vocabulary.Vocabulary(told))
            self._stores.vocabulary = vocabulary.read(connection)

    def retrieve(self, query: str, k: int | None = None, among: ViewFilter | None = None) -> RetrievalResult:
        """The k views most like the query (LMEE, equation 3) and the objects that fit it, best first.

        among: only views of this time, with this person, from these places.
        """
        query = storable(query)
        query_feature = self._features.of_query(query)
        with self._lock, self._database.reading() as connection:
            objects = match_objects(query, self.objects(), self._embedder.embed_text)
            top_k = self._config.bank.top_k if k is None else k
            found = self._stores.bank.search(connection, query_feature, top_k, among)
            memories = read_memories(connection, found, self._stores.objects.asserted_in)
        return RetrievalResult(query, tuple(memories), tuple(objects))

    def recall_personal(self, query: str, k: int = 5, person: str | None = None) -> tuple[PersonalRecollection, ...]:
        """The k personal memories that a request most likely means, the best for each of its parts before all others.

        person: who makes it, "my cup" being theirs; None: everybody's memories alike. Recollections with rivals have
        more than one reading: ask, do not guess.
        """
        with self._lock:
            return self._stores.personal.recall(storable(query), k, speaker=storable(person or ""))

    def objects(self, now_ns: int | None = None) -> tuple[RememberedObject, ...]:
        """Every object as it was last seen, also those that there only may be: memory answers for `is_asserted` ones.

        now_ns: for its age; the latest recorded stamp if not given.
        """
        with self._lock:
            return self._stores.view.objects(self._now_ns(now_ns))

    def answer(self, question: str, now_ns: int | None = None, asker: str = "") -> Answer:
        """Answer in a sentence or two, citing evidence; known is False for "I don't know".

        asker: only what they may know is told (docs/safety.md), "I" means them; "": everything.
        """
        asked = self._who.with_names(storable(question), asker)
        named = in_third_person(asked, asker)
        answer = self._answer(named, now_ns, asker)
        answer = answer if answer.known or named == asked else self._answer(asked, now_ns, asker)
        return replace(answer, question=storable(question))

    def _answer(self, question: str, now_ns: int | None, asker: str) -> Answer:
        """Recording goes on while a language model thinks about it."""
        with self._lock, self._database.reading() as connection:
            evidence_first, considered = self._considered(connection, question, self._now_ns(now_ns), asker)
            offline = evidence_first.likelier(question, considered)
            if self.answerer is None:
                return offline
            shown = evidence_first.shown(question, considered)
        return self.answerer(question, shown, self._stores.words.told_by, offline)

    def consider(self, question: str, now_ns: int | None = None, asker: str = "") -> Considered:
        """Both answers to a question with what they are weighed by: for learning to choose between them."""
        question = self._who.with_names(storable(question), asker)
        with self._lock, self._database.reading() as connection:
            return self._considered(connection, question, self._now_ns(now_ns), asker)[1]

    def _considered(
        self, connection: sqlite3.Connection, question: str, now_ns: int, asker: str
    ) -> tuple[EvidenceFirst, Considered]:
        """Tracks are asked the question alone, evidence is sought by all that was said with it."""
        answering = self._answering(connection, now_ns)
        alone = question_in(question, the_reading())
        plan = answering.plan(alone)
        first = self._evidence_first(connection, answering, now_ns, asker)
        known = KnownAnswer(answering.answer(alone, plan, first.may_cite))
        if self._statements is not None and may_be_of_now(plan):
            known_now = cache(partial(answering.known_now, first.withheld))
            known = as_known(alone, asker, known.answer, known_now, self._statements, answering.told)
        return first, first.consider(question, plan, known.answer, known.likely)

    def read_known(self, question: str, now_ns: int | None = None, asker: str = "") -> list[ReadStatement]:
        """What is known now that a question may ask for, in sentences, the likeliest first."""
        question, reading = self._who.with_names(storable(question), asker), the_reading()
        if reading is None or self._statements is None:
            return []
        with self._lock, self._database.reading() as connection:
            answering = self._answering(connection, self._now_ns(now_ns))
            first = self._evidence_first(connection, answering, self._now_ns(now_ns), asker)
            known_now = partial(answering.known_now, first.withheld)
            return self._statements.search(question, asker, reading.read(question), known_now)

    def _answering(self, connection: sqlite3.Connection, now_ns: int) -> QuestionAnswering:
        view = self._stores.view
        recollection = Recollection(
            connection, self.objects(now_ns), view.relations(), now_ns, self._embedder.embed_text,
            self._stores.vocabulary, Looks(connection, view.room_near),
        )  # fmt: skip
        search = bank_search(connection, self._stores, self._features, self._config.bank.top_k)
        return QuestionAnswering(connection, self._stores, recollection, search, self._config)

    def _evidence_first(
        self, connection: sqlite3.Connection, answering: QuestionAnswering, now_ns: int, asker: str
    ) -> EvidenceFirst:
        offset_h, rows = self._config.belief.utc_offset_h, PieceRows(connection, now_ns, self._who)
        discretion = Discretion(asker, self._config.discretion, self._sorter, rows.around, self._who, rows.about)
        search = self._pieces(rows, asker, discretion.may_hear)
        outcomes, model = answering.outcomes(search.when), self._embedder.name
        return EvidenceFirst(rows, search, answering.evidence, discretion, outcomes, None, model, offset_h)

    def _pieces(
        self, rows: PieceRows, asker: str, may_hear: Callable[[Piece], bool] = lambda piece: True
    ) -> PieceSearch:
        stores, robot, offset_h = self._stores, self._config.belief.robot, self._config.belief.utc_offset_h
        when = partial(describe_time, now_ns=rows.now_ns, utc_offset_s=offset_h * 3600.0)
        return PieceSearch(rows, stores.pieces, stores.words, when, robot, asker, may_hear, self._readers)

    @contextmanager
    def piece_search(self, now_ns: int | None = None, asker: str = "") -> Iterator[PieceSearch]:
        """The search for pieces of evidence, of everything said and done up to now; holds the memory's lock."""
        with self._lock, self._database.reading() as connection:
            yield self._pieces(PieceRows(connection, self._now_ns(now_ns), self._who), asker)

    def said_by(self, about: str, person: str, now_ns: int | None = None) -> str:
        """What a person said themselves that words are about most, word for word; "" if nothing surely is."""
        with self.piece_search(now_ns, person) as search:
            found = search.search(about, (person,), None)
        return own_words(found, about, person)

    def latest_records(self, n: int) -> tuple[Evidence, ...]:
        """The last n records of any kind, newest first."""
        with self._lock, self._database.reading() as connection:
            return tuple(record.as_evidence() for record in event_log.latest(connection, max(0, n)))

    def counts(self) -> dict[str, int]:
        """How much is remembered: records, instants, events, bank entries, objects."""
        with self._lock, self._database.reading() as connection:
            instants = connection.execute("SELECT count(*) FROM instant").fetchone()[0]
            records = connection.execute("SELECT count(*) FROM event_log").fetchone()[0]
            bank, objects = self._stores.bank, len(self._stores.objects)
            return {
                "records": records, "instants": instants, "events": records - instants, "bank_entries": len(bank),
                "bank_entries_of_other_models": bank.entries_of_other_models, "objects": objects,
            }  # fmt: skip

    def _record_new(
        self, instant: SceneGraphInstant, summary: str, text: str, features: tuple[Feature, Feature], force: bool
    ) -> int:
        """One transaction over log and stores; what is held in memory changes only after the commit."""
        with self._database.transaction() as connection:
            record_id = event_log.append_instant(connection, instant, summary)
            entry = MemoryBankEntry.of(record_id, asserted(instant), text, features, force)
            changes = self._stores.observe_instant(entry, instant, force)
            self._stores.write_instant(connection, record_id, instant, changes)
        self._stores.adopt_instant(changes)
        self._latest_view = entry
        self._latest_stamp_ns = max(self._latest_stamp_ns, instant.stamp_ns)
        return record_id
