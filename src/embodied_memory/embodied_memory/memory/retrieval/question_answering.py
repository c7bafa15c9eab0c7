"""A question from plan to answer: plan, retrieve, select, answer (ObsMem, section 4.3)."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from embodied_memory.config import MemoryConfig, RetrievalConfig
from embodied_memory.evidence import Answer, Evidence, RememberedObject
from embodied_memory.memory.belief.names.entity_names import THING
from embodied_memory.memory.belief.states.state_fact import HELD_BY, LOCATION, relation_and_landmark
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.answers.by_intent import answer_from_seen, answer_from_tracks, not_understood
from embodied_memory.memory.retrieval.answers.seen_in_words import perhaps_answer, unrecognised
from embodied_memory.memory.retrieval.answers.whereabouts_seen import answer_where_seen
from embodied_memory.memory.retrieval.kept_lists import answer_list
from embodied_memory.memory.retrieval.known_now.known_statements import KnownStatement, KnownStatements, Withheld
from embodied_memory.memory.retrieval.pieces.deed_outcomes import DeedOutcomes
from embodied_memory.memory.retrieval.pieces.piece_rows import PieceRows
from embodied_memory.memory.retrieval.query_plan.annotation import of_this_week
from embodied_memory.memory.retrieval.query_plan.offline_planner import OfflinePlanner
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan, Target, ViewName, views_of
from embodied_memory.memory.retrieval.seen.question import SeenIntent, recording_question
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.retrieval.views.candidate import View
from embodied_memory.memory.retrieval.views.commitment_view import CommitmentView
from embodied_memory.memory.retrieval.views.entity_phrases import caption_of
from embodied_memory.memory.retrieval.views.event_rows import EventRows, MayCite
from embodied_memory.memory.retrieval.views.event_view import EpisodeView, EventView
from embodied_memory.memory.retrieval.views.reported_view import ReportedView
from embodied_memory.memory.retrieval.views.retriever import (
    EvidenceBundle,
    EvidenceSelector,
    FirstCome,
    OfflineSelector,
    Retriever,
    SeenThings,
)
from embodied_memory.memory.retrieval.views.state_view import BeliefView, StateView
from embodied_memory.memory.retrieval.what_is_asked import as_of_habit, as_of_place, topic_of
from embodied_memory.memory.spatial.certainty import identity
from embodied_memory.words.one_reading import the_reading

if TYPE_CHECKING:
    from embodied_memory.memory.file.stores import Stores


class QuestionAnswering:
    """For one moment: everything is read as it is now. Not thread-safe; the facade's lock is held around it."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        stores: Stores,
        recollection: Recollection,
        config: MemoryConfig,
    ) -> None:
        self._config, self._recollection = config, recollection
        self._stores, self._beliefs = stores, stores.beliefs
        self._now_ns = recollection.now_ns
        self._rows, self._pieces = EventRows(connection, self._now_ns), PieceRows(connection, self._now_ns)
        offset_s = config.belief.utc_offset_h * 3600.0
        self._planner = OfflinePlanner(stores.beliefs, offset_s)
        self._seen_things = SeenThings(connection, stores.objects.states.values())

    @cached_property
    def _retriever(self) -> Retriever:
        """Made when something is to be looked up: where the camera's objects answer, nothing is."""
        return Retriever(_kept(self._views(), self._config.retrieval), self._beliefs, self._rows)

    def plan(self, question: str) -> QueryPlan:
        """What a question asks for."""
        plan = as_of_habit(as_of_place(self._planner.plan(question, self._now_ns)))
        time = of_this_week(plan.time, question, self._rows.first_ns, self._now_ns)
        others = tuple(replace(one, time=time) if one.time == plan.time else one for one in plan.alternatives)
        return plan if time == plan.time else replace(plan, time=time, alternatives=others)

    def known_now(self, withheld: Withheld) -> tuple[KnownStatement, ...]:
        """All that is known of things now, in sentences. withheld: as of `KnownStatements`."""
        return KnownStatements(self._recollection.objects, self._beliefs, self._seen_things, withheld).all()

    def told(self, question: str, statement: KnownStatement) -> Answer:
        """The answer of which a sentence of `known_now` is the gist, with its evidence."""
        seen = [one for one in self._recollection.objects if one.object_id in statement.ids]
        if not statement.attribute:
            return self._listed(question, statement, seen)
        is_place = statement.attribute == LOCATION
        if is_place and seen and not self._is_newer_known(QueryPlan(question, QueryIntent.LOCATION), seen):
            return answer_where_seen(question, replace(seen[0], match=1.0), self._recollection)
        return replace(self.state_now(statement.ids[0], statement.attribute), question=question)

    def _listed(self, question: str, statement: KnownStatement, seen: Sequence[RememberedObject]) -> Answer:
        """Of several, with the records that show each, the newest first; there may be more that were not seen."""
        facts = (self._beliefs.current(one, LOCATION) for one in statement.ids)
        records = {*(one.record_id for one in seen), *(one.fact.record_id for one in facts if one is not None)}
        likely = _SOME_UNSEEN * math.prod(map(identity, seen))
        evidence = self._rows.evidence(sorted(records, reverse=True)[: self._config.retrieval.most_evidence])
        ids, positions = tuple(one.object_id for one in seen), tuple(one.position for one in seen)
        return Answer(question, statement.text, True, round(likely, 4), evidence, ids, positions)

    def evidence(self, record_ids: Sequence[int]) -> tuple[Evidence, ...]:
        """Records to cite."""
        return self._rows.evidence(record_ids)

    def state_now(self, entity_id: str, attribute: str) -> Answer:
        """Where an entity is, or what an attribute of it is, as a sentence."""
        things = (Target(caption_of(entity_id, self._beliefs), (entity_id,)),)
        intent = QueryIntent.LOCATION if attribute in (LOCATION, HELD_BY) else QueryIntent.STATE
        plan = QueryPlan("", intent, things, attribute=attribute, views=views_of(intent))
        return answer_from_tracks(self.gather(self._seen_things.asserted(plan)))

    def outcomes(self, when: Callable[[int], str]) -> DeedOutcomes:
        """What deeds came to. when: a stamp in words."""
        return DeedOutcomes(self._rows, self._beliefs, self.state_now, when)

    def answer(
        self, question: str, told: QueryPlan | None = None, may_cite: MayCite = lambda record_ids: True
    ) -> Answer:
        """From the tracks, or of the objects that the camera saw where these know it better.

        Where nobody told of anything, views and objects by themselves answer; what none of them knows there may be
        all the same, or memory may have no eyes for it. may_cite: whether the asker may hear of records; of what was
        said, or went on, the rest is listed.
        """
        told = told or self.plan(question)
        listed = answer_list(told, self._rows, self._config.belief.robot, the_reading(), may_cite)
        if listed is not None:
            return listed
        plan = self._seen_things.asserted(told)
        subject = self._thing_asked_about(told)
        is_refused = bool(told.thing.ids) and not plan.thing.ids
        if is_refused and told.seen.is_of_things:
            return self._by_sight(told)
        answer = self._answer(plan, may_cite)
        if not answer.known and not self._is_moved_since(plan):
            answer = self._from_what_was_seen(plan) or answer
        if answer.known or answer.object_ids or not subject:
            return answer
        perhaps = perhaps_answer(question, subject, self._recollection)
        return perhaps or unrecognised(question, subject, self._recollection) or answer

    def _answer(self, plan: QueryPlan, may_cite: MayCite) -> Answer:
        of_objects = self._of_objects(plan)
        if of_objects is not None:
            return of_objects
        answers = (answer_from_tracks(self.gather(reading, may_cite)) for reading in (plan, *plan.alternatives))
        first = next(answers)
        answer = first if first.known else next((one for one in answers if one.known), first)
        is_lost = not answer.known and self._is_unheard_of(plan)
        return self._by_sight(plan) if is_lost else answer

    def _by_sight(self, plan: QueryPlan) -> Answer:
        """Of the objects seen by the camera, and of what the robot did."""
        seen = answer_from_seen(plan.seen, self._recollection)
        return seen or not_understood(plan.question, self._now_ns, self._is_heard)

    def _is_heard(self, word: str) -> bool:
        """Whether something said or done has a word, whoever may hear of it; what was only asked tells nothing."""
        return any(not one.is_question for one in self._pieces.of_ids(self._pieces.with_words(word, _MOST_HEARD)))

    def gather(self, plan: QueryPlan, may_cite: MayCite = lambda record_ids: True) -> AnswerGround:
        """The evidence for a plan: equations 4 and 5. may_cite: as of `answer`."""
        config = self._config.retrieval
        plan, found = self._retriever.retrieve(plan)
        candidates = self._seen_things.without_refused(found)
        if plan.intent is QueryIntent.CONTENTS or (plan.intent in _LISTED and not topic_of(plan)):
            candidates = [one for one in candidates if may_cite(one.record_ids)]
        selected = _selector(config).select(plan, candidates, config.most_evidence)
        bundle = EvidenceBundle(tuple(selected), tuple(candidates))
        offset_s = self._config.belief.utc_offset_h * 3600.0
        return AnswerGround(
            plan, bundle, self._beliefs, self._rows, self._now_ns, offset_s, config.most_evidence, self._seen_things,
            self._recollection.usual_places,
        )  # fmt: skip

    def _of_objects(self, plan: QueryPlan) -> Answer | None:
        """The answer of the objects seen by the camera, if the question is theirs; None if it is not."""
        if plan.seen.intent is SeenIntent.UNKNOWN:
            return None
        if plan.intent is QueryIntent.UNKNOWN or plan.seen.intent is SeenIntent.WHAT_DID_YOU_DO:
            return self._by_sight(plan)
        seen = self._seen(plan)
        if plan.intent is QueryIntent.HOW_MANY and self._knows_only_what_was_seen(plan, seen):
            return self._by_sight(plan)
        is_newer = self._is_newer_known(plan, seen) or self._is_moved_since(plan)
        is_theirs = bool(seen) and plan.intent in _OF_OBJECTS and not is_newer
        return self._by_sight(plan) if is_theirs else None

    def _from_what_was_seen(self, plan: QueryPlan) -> Answer | None:
        """By views and objects alone."""
        is_of_now = plan.seen.is_of_things and plan.time is None
        of_objects = self._by_sight(plan) if is_of_now else None
        if of_objects is not None and of_objects.known:
            return of_objects
        of_recording = recording_question(plan.question)
        return answer_from_seen(of_recording, self._recollection) if of_recording is not None else None

    def _thing_asked_about(self, plan: QueryPlan) -> str:
        """In words, if it is asked whether or where there is one, how many, or what is known of it; else ""."""
        if plan.seen.is_of_things:
            return plan.seen.subject
        return plan.thing.words if plan.intent is QueryIntent.ABOUT else ""

    def _is_unheard_of(self, plan: QueryPlan) -> bool:
        return plan.intent is QueryIntent.UNKNOWN and not plan.things and not plan.people and not plan.activities

    def _seen(self, plan: QueryPlan) -> list[RememberedObject]:
        by_id = {thing.object_id: thing for thing in self._recollection.objects}
        ids = (*plan.thing.ids, *plan.place.ids)
        return [by_id[one] for one in ids if one in by_id]

    def _knows_only_what_was_seen(self, plan: QueryPlan, seen: Sequence[RememberedObject]) -> bool:
        """Whether all that is counted are objects of the camera, in no state that only events tell of."""
        asked = set(plan.thing.ids or plan.place.ids)
        return asked <= {thing.object_id for thing in seen} and plan.attribute in ("", LOCATION)

    def _is_newer_known(self, plan: QueryPlan, seen: Sequence[RememberedObject]) -> bool:
        """Whether events or people tell of one of them what no look has shown since."""
        for thing in seen:
            for known in self._beliefs.beliefs_of(thing.object_id, self._now_ns):
                told = not known.fact.observed or any(not other.observed for other in known.contradicting)
                if told or known.since_ns > thing.last_seen_ns:
                    return True
        return plan.time is not None and plan.intent is not QueryIntent.WHAT_HAPPENED

    def _is_moved_since(self, plan: QueryPlan) -> bool:
        """Whether something was put where it is asked what is there, or taken from there, since the camera saw it."""
        if plan.intent is not QueryIntent.CONTENTS:
            return False
        seen = {thing.object_id: thing for thing in self._recollection.objects}
        for name in {*seen, *self._beliefs.names.ids(THING)}:
            known, thing = self._beliefs.current(name, LOCATION), seen.get(name)
            if known is None or (thing is not None and known.fact.stamp_ns <= thing.last_seen_ns):
                continue
            was_there = thing is not None and thing.support_id in plan.place.ids
            if was_there or relation_and_landmark(known.fact.value)[1] in plan.place.ids:
                return True
        return False

    def _views(self) -> tuple[View, ...]:
        beliefs, rows, now_ns = self._beliefs, self._rows, self._now_ns
        return (
            StateView(beliefs, now_ns),
            BeliefView(beliefs, now_ns),
            EventView(rows, beliefs, now_ns),
            EpisodeView(beliefs, rows, now_ns),
            CommitmentView(beliefs, self._config.belief.robot, now_ns),
            ReportedView(beliefs, rows, now_ns),
        )


_MOST_HEARD = 20
_SOME_UNSEEN = 0.9
"""How likely all of a sort, or at a place, was seen."""
_LISTED = (QueryIntent.WHAT_SAID, QueryIntent.WHAT_HAPPENED)
_OF_OBJECTS = (
    QueryIntent.LOCATION, QueryIntent.ROOM, QueryIntent.STATE, QueryIntent.CONTENTS, QueryIntent.BESIDE,
    QueryIntent.LAST_SEEN, QueryIntent.WHAT_HAPPENED,
)  # fmt: skip


def _selector(config: RetrievalConfig) -> EvidenceSelector:
    return OfflineSelector(config) if config.use_selector else FirstCome()


def _kept(views: Sequence[View], config: RetrievalConfig) -> tuple[View, ...]:
    """Without what an ablation leaves out (ObsMem, section 8.5)."""
    left_out = {
        name
        for name, is_used in (
            (ViewName.STATE, config.use_state),
            (ViewName.BELIEF, config.use_belief),
            (ViewName.EPISODE, config.use_episodes),
        )
        if not is_used
    }
    return tuple(view for view in views if view.name not in left_out)
