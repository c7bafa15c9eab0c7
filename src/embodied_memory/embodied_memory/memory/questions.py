"""How a question is answered: tracks and evidence are asked, weighed, and said by rules or by a language model."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial

from embodied_memory.evidence import Answer
from embodied_memory.memory.discretion.discretion import Discretion
from embodied_memory.memory.file.memory_file import MemoryFile
from embodied_memory.memory.log import event_log
from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.record_checks import RecordClock, storable
from embodied_memory.memory.retrieval.choice_features import Considered
from embodied_memory.memory.retrieval.evidence_first import EvidenceFirst
from embodied_memory.memory.retrieval.gist_of_forgotten import gist_of_forgotten
from embodied_memory.memory.retrieval.known_now.statement_search import (
    KnownAnswer,
    ReadStatement,
    StatementSearch,
    as_known,
    may_be_of_now,
    statements_beside,
)
from embodied_memory.memory.retrieval.language_answerer import LanguageAnswerer
from embodied_memory.memory.retrieval.pieces.piece_rows import PieceRows
from embodied_memory.memory.retrieval.pieces.piece_search import PieceSearch
from embodied_memory.memory.retrieval.query_plan.offline_planner import learned_scores
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan
from embodied_memory.memory.retrieval.question_answering import QuestionAnswering
from embodied_memory.memory.retrieval.seen.recollection import Looks, Recollection
from embodied_memory.perception.readers import readers_beside
from embodied_memory.words.demands import question_in
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.plain_words import in_third_person
from embodied_memory.words.time_words.local_calendar import describe_time
from embodied_memory.words.who_is_meant import WhoIsMeant


class Questions:
    """`Memory.questions`: what `Memory.answer` does, and what it weighs, for who learns to answer.

    answerer: who puts answers into words; None: they are put by rules.
    """

    def __init__(self, file: MemoryFile, clock: RecordClock, answerer: LanguageAnswerer | None) -> None:
        """Raises ValueError where the configuration says of people what makes no sense."""
        self.answerer = answerer
        self._file, self._clock, self._config = file, clock, file.config
        self._who = WhoIsMeant.read(file.config.people)
        self._readers = readers_beside(file.embedder)
        if not file.database.read_only:
            learned_scores()  # once a process, so that the first question does not wait for it

    def answer(self, question: str, now_ns: int | None = None, asker: str = "") -> Answer:
        """See `Memory.answer`."""
        asked = self._who.with_names(storable(question), asker)
        named = in_third_person(asked, asker)
        answer = self._answer(named, now_ns, asker)
        answer = answer if answer.known or named == asked else self._answer(asked, now_ns, asker)
        if asker and answer.known:
            self._note_use(answer, now_ns)
        return replace(answer, question=storable(question))

    def _note_use(self, answer: Answer, now_ns: int | None) -> None:
        """What a person was told is of use to them (`UseStore`)."""
        with self._file.lock, self._file.reading() as connection:  # what went since it was cited is of no use
            there = event_log.of_ids(connection, (one.record_id for one in answer.evidence))
            self._file.stores.uses.cite((one.record_id for one in there), self._clock.now_ns(now_ns))

    def consider(self, question: str, now_ns: int | None = None, asker: str = "") -> Considered:
        """Both answers to a question with what they are weighed by: for learning to choose between them."""
        question = self._who.with_names(storable(question), asker)
        with self._file.reading() as connection:
            return self._considered(connection, question, self._clock.now_ns(now_ns), asker)[1]

    def read_known(self, question: str, now_ns: int | None = None, asker: str = "") -> list[ReadStatement]:
        """What is known now that a question may ask for, in sentences, the likeliest first."""
        question, reading = self._who.with_names(storable(question), asker), the_reading()
        with self._file.reading() as connection:
            now_ns, statements = self._clock.now_ns(now_ns), self._statements()
            if reading is None or statements is None:
                return []
            answering = self._answering(connection, now_ns)
            first = self._evidence_first(connection, answering, now_ns, asker)
            known_now = partial(answering.known_now, first.withheld)
            return statements.search(question, asker, reading.read(question), known_now)

    @contextmanager
    def piece_search(self, now_ns: int | None = None, asker: str = "") -> Iterator[PieceSearch]:
        """The search for pieces of evidence, of everything said and done up to now; holds the memory's lock."""
        with self._file.reading() as connection:
            yield self._pieces(PieceRows(connection, self._clock.now_ns(now_ns), self._who), asker)

    def _answer(self, question: str, now_ns: int | None, asker: str) -> Answer:
        """Recording goes on while a language model thinks about it."""
        with self._file.reading() as connection:
            now_ns = self._clock.now_ns(now_ns)
            evidence_first, considered, plan = self._considered(connection, question, now_ns, asker)
            offline = evidence_first.likelier(question, considered)
            if not offline.known:
                offline = self._gist(connection, plan, now_ns, asker) or offline
            if self.answerer is None:
                return offline
            shown = evidence_first.shown(question, considered)
        return self.answerer(question, shown, self._file.stores.words.told_by, offline)

    def _considered(
        self, connection: sqlite3.Connection, question: str, now_ns: int, asker: str
    ) -> tuple[EvidenceFirst, Considered, QueryPlan]:
        """Tracks are asked the question alone, evidence is sought by all that was said with it."""
        answering = self._answering(connection, now_ns)
        alone = question_in(question, the_reading())
        plan = answering.plan(alone)
        first = self._evidence_first(connection, answering, now_ns, asker)
        known = KnownAnswer(answering.answer(alone, plan, first.may_cite))
        statements = self._statements()
        if statements is not None and may_be_of_now(plan):
            known_now = cache(partial(answering.known_now, first.withheld))
            known = as_known(plan, asker, known.answer, known_now, statements, answering.told)
        return first, first.consider(question, plan, known.answer, known.likely), plan

    def _gist(self, connection: sqlite3.Connection, plan: QueryPlan, now_ns: int, asker: str) -> Answer | None:
        """What is left of it where it was forgotten."""
        rows = PieceRows(connection, now_ns, self._who)
        return gist_of_forgotten(connection, plan, self._discretion(rows, asker), asker, rows, self._when(now_ns))

    def _statements(self) -> StatementSearch | None:
        return statements_beside(self._readers, self._file.stores.sentences)

    def _answering(self, connection: sqlite3.Connection, now_ns: int) -> QuestionAnswering:
        stores, embed = self._file.stores, self._file.embedder.embed_text
        knowledge = stores.knowledge if self._config.retrieval.use_graph else None
        recollection = Recollection(
            connection, stores.view.objects(now_ns), knowledge, now_ns, embed, stores.vocabulary,
            Looks(connection, stores.view.room_near), stores.objects.asserted_in,
        )  # fmt: skip
        return QuestionAnswering(connection, stores, recollection, self._config)

    def _evidence_first(
        self, connection: sqlite3.Connection, answering: QuestionAnswering, now_ns: int, asker: str
    ) -> EvidenceFirst:
        offset_h, rows = self._config.belief.utc_offset_h, PieceRows(connection, now_ns, self._who)
        discretion = self._discretion(rows, asker)
        search = self._pieces(rows, asker, discretion.may_hear)
        outcomes, model = answering.outcomes(search.when), self._file.embedder.name
        return EvidenceFirst(rows, search, answering.evidence, discretion, outcomes, None, model, offset_h)

    def _discretion(self, rows: PieceRows, asker: str) -> Discretion:
        sorter = self._file.stores.sorter
        return Discretion(asker, self._config.discretion, sorter, rows.around, self._who, rows.about)

    def _when(self, now_ns: int) -> Callable[[int], str]:
        return partial(describe_time, now_ns=now_ns, utc_offset_s=self._config.belief.utc_offset_h * 3600.0)

    def _pieces(
        self, rows: PieceRows, asker: str, may_hear: Callable[[Piece], bool] = lambda piece: True
    ) -> PieceSearch:
        stores, belief = self._file.stores, self._config.belief
        when = self._when(rows.now_ns)
        return PieceSearch(rows, stores.pieces, stores.words, when, belief.robot, asker, may_hear, self._readers)
