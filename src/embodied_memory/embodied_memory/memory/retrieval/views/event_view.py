"""The event track: what somebody did, saw or said, by who, what, where, when and in which words; where people
were, by the trail of their places; and cards of episodes: what went on in a stretch of time (ObsMem, section
4.2).

Where a stretch of time is asked about, an episode is told by what people were about in it: of a long or crowded
time the single events are too many to be looked through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.episode import EpisodeCard
from embodied_memory.memory.belief.names.entity_names import PERSON
from embodied_memory.memory.belief.states.state_fact import LOCATION, relation_and_landmark
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan, ViewName
from embodied_memory.memory.retrieval.query_plan.question_words import (
    COMING_HOME,
    LEAVING_HOME,
    is_activity,
    names_of,
)
from embodied_memory.memory.retrieval.views.candidate import Candidate, same_attribute
from embodied_memory.memory.retrieval.views.event_rows import EventRows, RecordedEvent
from embodied_memory.words.wording.words import content_stems

DEEDS = (
    EventKind.OBJECT_STATE_CHANGED, EventKind.DEVICE_STATE_CHANGED, EventKind.ACTIVITY, EventKind.PERSON_MOVED,
)  # fmt: skip
_FOREVER_NS = 2**62
_MOST, _MOST_SAID, _MOST_RECENT = 1000, 200, 300
CHANGING = (EventKind.OBJECT_STATE_CHANGED, EventKind.DEVICE_STATE_CHANGED)
_TELLING = (*DEEDS, EventKind.UTTERANCE, EventKind.GOAL_ENDED, EventKind.INSTRUCTION_ENDED)
_MOVES = (COMING_HOME, LEAVING_HOME)
_HALF = 0.5
_MOST_HANDLINGS = 200
_FEW = 5
_TELLS = {EventKind.ACTIVITY: 1.0, EventKind.UTTERANCE: 0.6, EventKind.PERSON_MOVED: 0.5}


class PeopleRows:
    """Each way gives the newest first, of the person named or of all, in the time asked about."""

    def __init__(self, rows: EventRows, beliefs: BeliefTracks) -> None:
        self._rows = rows
        self._beliefs = beliefs

    def doings(self, plan: QueryPlan) -> Iterator[Candidate]:
        """All that a person was seen to do."""
        for record_id, event in self._rows.of_kinds(DEEDS, *span_of(plan), plan.person, limit=_MOST):
            yield Candidate.of_event(ViewName.EVENT, record_id, event, 0.8, (event.actor, str(record_id)))

    def telling_doings(self, plan: QueryPlan) -> Iterator[Candidate]:
        """Not how somebody went through the rooms, but that they came home or left."""
        for one in self.doings(plan):
            is_walk = isinstance(one.content, Event) and one.content.kind is EventKind.PERSON_MOVED
            if not is_walk or names_of(one.text):
                yield one

    def last_deeds(self, plan: QueryPlan) -> Iterator[Candidate]:
        """The newest deed of each person."""
        last: dict[str, Candidate] = {}
        for record_id, event in self._rows.of_kinds(DEEDS, *span_of(plan), plan.person, limit=_MOST_RECENT):
            last.setdefault(event.actor, Candidate.of_event(ViewName.EVENT, record_id, event, 1.0, (event.actor,)))
        yield from last.values()

    def visits(self, plan: QueryPlan) -> Iterator[Candidate]:
        """Who was seen to be in a room or to come there, and what people did there."""
        since_ns, until_ns = span_of(plan)
        for person in plan.people or tuple(self._beliefs.names.ids(PERSON)):
            trail = (known.fact for known in self._beliefs.trail(person, LOCATION, _MOST_SAID))
            seen = [f.record_id for f in trail if f.value in plan.place.ids and since_ns <= f.stamp_ns <= until_ns]
            for record_id, event in self._rows.of_ids(seen):
                yield Candidate.of_event(ViewName.EVENT, record_id, event, 1.0, (person, event.place))
        for record_id, event in self._rows.of_kinds(DEEDS, since_ns, until_ns, plan.person, limit=_MOST):
            if event.place in plan.place.ids:
                yield Candidate.of_event(ViewName.EVENT, record_id, event, 1.0, (event.actor, event.place))

    def sayings(self, plan: QueryPlan) -> Iterator[Candidate]:
        """What a person said, scored by what it shares with the question; of things other views tell more."""
        if plan.things or not plan.people:
            return
        stems = content_stems(plan.question)
        said = self._rows.of_kinds((EventKind.UTTERANCE,), *span_of(plan), plan.person, limit=_MOST_SAID)
        for record_id, event in said:
            shared = len(stems & content_stems(event.text)) / max(1, len(stems))
            about = (event.actor, str(record_id))
            yield Candidate.of_event(ViewName.EVENT, record_id, event, 0.5 + 0.5 * shared, about)


def span_of(plan: QueryPlan) -> tuple[int, int]:
    """First and last nanosecond of the time asked about; of all times where none is."""
    return (plan.time.start_ns, plan.time.end_ns - 1) if plan.time else (0, _FOREVER_NS)


class EventView:
    """Retrieves by what the plan names; where it names nothing, by its words."""

    name = ViewName.EVENT

    def __init__(self, rows: EventRows, beliefs: BeliefTracks, now_ns: int) -> None:
        self._rows = rows
        self._beliefs = beliefs
        self._now_ns = now_ns
        self._people = PeopleRows(rows, beliefs)
        self._ways: dict[QueryIntent, Callable[[QueryPlan], Iterator[Candidate]]] = {
            QueryIntent.LOCATION: self._sightings,
            QueryIntent.ROOM: self._sightings,
            QueryIntent.STATE: self._sightings,
            QueryIntent.SETTING: self._sightings,
            QueryIntent.PREVIOUS: self._changes,
            QueryIntent.WHO_CHANGED: self._changes,
            QueryIntent.WHEN_CHANGED: self._changes,
            QueryIntent.JUST_BEFORE: self._neighbours,
            QueryIntent.JUST_AFTER: self._neighbours,
            QueryIntent.WHEN_DID: self._activities,
            QueryIntent.WHO_DID: self._activities,
            QueryIntent.WHEN_HANDLED: self._handlings,
            QueryIntent.HOW_OFTEN: self._occasions,
            QueryIntent.WHO_WAS_THERE: self._people.visits,
            QueryIntent.WHO_IS_AWAKE: self._people.last_deeds,
            QueryIntent.WHICH_FIRST: self._activities,
            QueryIntent.USUAL_TIME: self._activities,
            QueryIntent.USUAL_PLACE: self._activities,
            QueryIntent.USUAL_THING: self._activities,
            QueryIntent.USUAL_DEEDS: self._people.doings,
            QueryIntent.ONE_DEED: self._people.doings,
            QueryIntent.ABOUT: self._latest,
            QueryIntent.WHO_ASKED: self._words,
            QueryIntent.WHAT_SAID: self._people.sayings,
            QueryIntent.WHAT_HAPPENED: self._happenings,
        }

    def retrieve(self, plan: QueryPlan) -> list[Candidate]:
        """What happened that bears on the plan, the best first."""
        way = self._ways.get(plan.intent)
        return list(way(plan)) if way else []

    def _sightings(self, plan: QueryPlan) -> Iterator[Candidate]:
        """Where a state is not to be had as such: the newest events that made or showed it."""
        for entity_id in (*plan.thing.ids, *plan.people)[:4]:
            for record_id, event in self._rows.about(entity_id, tuple(EventKind), *span_of(plan), limit=8):
                if any(c.entity_id == entity_id and c.attribute == plan.attribute for c in event.changes):
                    yield Candidate.of_event(ViewName.EVENT, record_id, event, 0.7, (entity_id,))

    def _changes(self, plan: QueryPlan) -> Iterator[Candidate]:
        """Deeds with a thing that changed what is asked about."""
        for entity_id in plan.thing.ids[:8]:
            for record_id, event in self._rows.about(entity_id, CHANGING, *span_of(plan), limit=60):
                score = self._fit(plan, event, entity_id)
                if score:
                    yield Candidate.of_event(ViewName.EVENT, record_id, event, score, (entity_id,))

    def _fit(self, plan: QueryPlan, event: Event, entity_id: str) -> float:
        """1 for the right deed by the right person at the right place, less for each of these that differs."""
        wanted = plan.attribute or LOCATION
        values = [c.value for c in event.changes if c.entity_id == entity_id and same_attribute(c.attribute, wanted)]
        if not any(values):
            return 0.0
        fit = 1.0 if not plan.people or event.actor in plan.people else 0.2
        if plan.place.ids and wanted == LOCATION:
            at_place = any(relation_and_landmark(value)[1] in plan.place.ids for value in values)
            fit *= 1.0 if at_place or event.place in plan.place.ids else 0.2
        if plan.value and plan.value not in values:
            fit *= 0.3
        return fit

    def _neighbours(self, plan: QueryPlan) -> Iterator[Candidate]:
        """The deed asked about, and what the same person put down next to it in time."""
        asked = [one for one in self._changes(plan) if one.score > _HALF and isinstance(one.content, Event)]
        for pivot in asked[:1]:
            yield pivot
            assert isinstance(pivot.content, Event)
            person, at_ns = pivot.content.actor, pivot.content.stamp_ns
            before = plan.intent is QueryIntent.JUST_BEFORE
            span = (at_ns - 86_400_000_000_000, at_ns - 1) if before else (at_ns + 1, at_ns + 86_400_000_000_000)
            deeds = self._rows.of_kinds(CHANGING[:1], *span, person, limit=60)
            puts = [one for one in (deeds if before else deeds[::-1]) if put_by(one[1])]
            yield from (Candidate.of_event(ViewName.EVENT, *one, 1.0, one[1].object_ids[:1]) for one in puts[:1])

    def _activities(self, plan: QueryPlan) -> Iterator[Candidate]:
        """What people were seen to do, the newest first."""
        person = plan.person if len(plan.people) == 1 else ""
        kinds = (EventKind.ACTIVITY, EventKind.PERSON_MOVED) if self._needs_moves(plan) else (EventKind.ACTIVITY,)
        for record_id, event in self._rows.of_kinds(kinds, *span_of(plan), person, limit=1000):
            if self._is_meant(plan, event):
                yield Candidate.of_event(ViewName.EVENT, record_id, event, 1.0, (event.actor,))

    def _occasions(self, plan: QueryPlan) -> Iterator[Candidate]:
        """What is counted: activities; or else deeds with the thing, or with any thing, at the place named."""
        if plan.activities or not (plan.attribute or plan.things):
            yield from self._activities(plan)
        elif plan.things and not plan.attribute:
            yield from self._handlings(plan)
        elif plan.things:
            yield from (one for one in self._changes(plan) if one.score > _HALF)
        else:
            for record_id, event in self._rows.of_kinds(CHANGING[:1], *span_of(plan), plan.person, limit=1000):
                there = not plan.place.ids or _landmark(event) in plan.place.ids or event.place in plan.place.ids
                if put_by(event) and there:
                    yield Candidate.of_event(ViewName.EVENT, record_id, event, 1.0, event.object_ids[:1])

    def _handlings(self, plan: QueryPlan) -> Iterator[Candidate]:
        """Whatever the people named, or anybody, did with a thing; of several the newest of each."""
        for entity_id in plan.thing.ids[:8]:
            for kinds in (CHANGING, (EventKind.ACTIVITY,)):
                for record_id, event in self._rows.about(entity_id, kinds, *span_of(plan), limit=_MOST_HANDLINGS):
                    if not plan.people or event.actor in plan.people:
                        yield Candidate.of_event(ViewName.EVENT, record_id, event, 1.0, (entity_id,))

    def _latest(self, plan: QueryPlan) -> Iterator[Candidate]:
        """The last deeds of a person, or with a thing."""
        yield from islice(self._handlings(plan) if plan.things else self._people.telling_doings(plan), _FEW)

    def _needs_moves(self, plan: QueryPlan) -> bool:
        return not plan.activities or any(name in _MOVES for name in plan.activities)

    def _is_meant(self, plan: QueryPlan, event: Event) -> bool:
        if plan.people and event.actor not in plan.people:
            return False
        if plan.activities:
            return any(is_activity(name, event.text) for name in plan.activities)
        return event.kind is EventKind.PERSON_MOVED and event.place in plan.place.ids

    def _happenings(self, plan: QueryPlan) -> Iterator[Candidate]:
        """Deeds of the people, at the place, in the time named."""
        kinds = CHANGING[:1] if plan.attribute == LOCATION else _TELLING
        for record_id, event in self._rows.of_kinds(kinds, *span_of(plan), plan.person, limit=60):
            if not plan.place.ids or event.place in plan.place.ids:
                yield happening(ViewName.EVENT, record_id, event)

    def _words(self, plan: QueryPlan) -> Iterator[Candidate]:
        for share, (record_id, event) in self._rows.with_words(plan.question):
            if plan.time is None or plan.time.holds(event.stamp_ns):
                yield Candidate.of_event(ViewName.EVENT, record_id, event, share)


def happening(view: ViewName, record_id: int, event: Event) -> Candidate:
    """An event as part of what went on: what somebody was about tells more than what was moved, walked or said."""
    return Candidate.of_event(view, record_id, event, _TELLS.get(event.kind, 0.8))


def put_by(event: Event) -> str:
    """The thing that an event put somewhere, "" if it did not."""
    return next((c.entity_id for c in event.changes if c.attribute == LOCATION and c.value), "")


def _landmark(event: Event) -> str:
    value = next((c.value for c in event.changes if c.attribute == LOCATION and c.value), "")
    return relation_and_landmark(value)[1]


def put_after(rows: EventRows, did: RecordedEvent) -> list[RecordedEvent]:
    """What the same person put down first after a deed, on the same day or night."""
    _, event = did
    until_ns = event.stamp_ns + 57_600_000_000_000
    deeds = rows.of_kinds(CHANGING[:1], event.stamp_ns + 1, until_ns, event.actor, limit=200)
    return [one for one in reversed(deeds) if put_by(one[1])][:1]


_BACKGROUND = 0.4
_MOST_DEEDS = 200
_LONGEST_NS = 2 * 86_400_000_000_000
"""Of a longer time the last part is looked at: some hundred cards."""


class EpisodeView:
    """The episodes of a time, of people, with words of the question."""

    name = ViewName.EPISODE

    def __init__(self, beliefs: BeliefTracks, rows: EventRows, now_ns: int) -> None:
        self._beliefs = beliefs
        self._rows = rows
        self._now_ns = now_ns

    def retrieve(self, plan: QueryPlan) -> list[Candidate]:
        """Cards, those first that share most with the question."""
        since_ns, until_ns = self._span(plan)
        if until_ns < since_ns or plan.attribute:
            return []
        stems = content_stems(plan.question)
        cards = [card for card in self._beliefs.episodes(since_ns, until_ns) if self._fits(plan, card)]
        scored = [_candidate(card, _score(plan, card, stems)) for card in cards if card.record_ids]
        best = sorted(scored, key=lambda one: -one.score)[:10]
        return [*self._outline(plan, cards), *best] if plan.intent is QueryIntent.WHAT_HAPPENED else best

    def _outline(self, plan: QueryPlan, cards: Sequence[EpisodeCard]) -> list[Candidate]:
        """What the people asked about were doing in the episodes."""
        within = {number for card in cards for number in card.record_ids}
        events = self._rows.of_kinds((EventKind.ACTIVITY,), *self._span(plan), plan.person, limit=_MOST_DEEDS)
        return [happening(ViewName.EPISODE, *one) for one in events if one[0] in within]

    def _span(self, plan: QueryPlan) -> tuple[int, int]:
        until_ns = min(plan.time.end_ns - 1, self._now_ns) if plan.time else self._now_ns
        since_ns = plan.time.start_ns if plan.time else 0
        return max(since_ns, until_ns - _LONGEST_NS), until_ns

    def _fits(self, plan: QueryPlan, card: EpisodeCard) -> bool:
        at_place = not plan.place.ids or card.place in plan.place.ids
        return at_place and (not plan.people or bool(set(plan.people) & set(card.people)))


def _score(plan: QueryPlan, card: EpisodeCard, stems: frozenset[str]) -> float:
    """A card is the answer where a stretch of time is asked about, and the background of single events otherwise."""
    shared = len(stems & content_stems(card.summary)) / max(1, len(stems))
    if plan.intent is QueryIntent.WHAT_HAPPENED:
        return 0.5 + 0.5 * shared
    return _BACKGROUND * shared


def _candidate(card: EpisodeCard, score: float) -> Candidate:
    entities = (*card.people, *card.object_ids)[:8]
    provenance = Provenance.OBSERVED
    return Candidate(
        ViewName.EPISODE, card.record_ids[:5], card.end_ns, card.summary, provenance, score, entities, card
    )
