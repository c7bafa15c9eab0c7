"""Where an episode ends, the card that it leaves, and what it comes down to (ObsMem, section 4.2, episode-level
consolidation): its people and things, the states it led to, relations, commitments, a summary.

Everything is drawn from rows that are there already, so that consolidating twice gives the same; the originals
stay.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from typing import Any, Protocol

from embodied_memory.config import BeliefConfig
from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.memory.belief.states import entity_alias
from embodied_memory.memory.belief.states.state_fact import LOCATION, StateFact
from embodied_memory.words.wording.phrases import listed, sentence, the_room
from embodied_memory.words.wording.words import content_stems

NS = 1_000_000_000
_GOALS = (EventKind.INSTRUCTION_STARTED, EventKind.GOAL_STARTED)


@dataclass(frozen=True)
class EpisodeAtom:
    """Something that an episode comes down to: a state at its end, a relation, or a commitment.

    provenance: observed only if all its sources are; record_ids: the events it was drawn from.
    """

    subject: str
    relation: str
    object: str
    provenance: Provenance
    stamp_ns: int
    record_ids: tuple[int, ...]


@dataclass(frozen=True)
class EpisodeCard:
    """A stretch of events in one place about one thing. It adds to its events, which all remain.

    is_open: it is still going on, and the card says what it has come to so far.
    """

    episode_id: int
    start_ns: int
    end_ns: int
    place: str
    people: tuple[str, ...]
    object_ids: tuple[str, ...]
    record_ids: tuple[int, ...]
    summary: str
    atoms: tuple[EpisodeAtom, ...]
    is_open: bool


@dataclass(frozen=True)
class EpisodeDraft:
    """The episode that is going on. activity: (actor, words) of what was last said to be going on; goal: its text."""

    episode_id: int
    start_ns: int
    end_ns: int
    place: str
    activity: str = ""
    goal: str = ""
    events: int = 0

    def with_event(self, event: Event, place: str) -> EpisodeDraft:
        """One event longer."""
        return replace(
            self,
            start_ns=min(self.start_ns, event.stamp_ns),
            end_ns=max(self.end_ns, event.stamp_ns),
            place=self.place or place,
            activity=activity_of(event) or self.activity,
            goal=event.text if event.kind in _GOALS else self.goal,
            events=self.events + 1,
        )


def activity_of(event: Event) -> str:
    """What an activity is told by: its actor and its words; "" for other events."""
    return f"{event.actor}: {event.text}" if event.kind is EventKind.ACTIVITY else ""


def is_boundary(draft: EpisodeDraft, event: Event, place: str, config: BeliefConfig) -> bool:
    """Whether an event begins a new episode: after a gap, in another place, with another goal or activity."""
    if event.stamp_ns - draft.end_ns > config.episode_gap_s * NS:
        return True
    if draft.events >= config.episode_max_events or event.stamp_ns - draft.start_ns > config.episode_longest_s * NS:
        return True
    if place and draft.place and place != draft.place:
        return True
    if event.kind in _GOALS and draft.goal and event.text != draft.goal:
        return True
    lasted = draft.end_ns - draft.start_ns >= config.episode_least_s * NS
    return lasted and _is_another_activity(draft.activity, activity_of(event))


def _is_another_activity(before: str, now: str) -> bool:
    """The same person does something that shares no word with what it did before."""
    actor, _, words = now.partition(": ")
    actor_before, _, words_before = before.partition(": ")
    if not now or actor != actor_before:
        return False
    own = content_stems(actor)
    return not (content_stems(words) - own) & (content_stems(words_before) - own)


_MINOR = frozenset({
    EventKind.PERSON_MOVED.value, EventKind.SKILL_STARTED.value, EventKind.GOAL_STARTED.value,
    EventKind.INSTRUCTION_STARTED.value,
})  # fmt: skip


@dataclass(frozen=True)
class EpisodeEvent:
    """A record of the log that belongs to an episode."""

    record_id: int
    stamp_ns: int
    kind: str
    actor: str
    text: str
    place: str
    provenance: Provenance
    object_ids: tuple[str, ...]
    observers: tuple[str, ...]


@dataclass(frozen=True)
class EpisodeMaterial:
    """All that is recorded of one episode, in the order of recording.

    commitments: (by, relation, what, record id).
    """

    draft: EpisodeDraft
    events: tuple[EpisodeEvent, ...]
    facts: tuple[StateFact, ...]
    commitments: tuple[tuple[str, str, str, int], ...]
    robot: str

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody but the robot who acted or was there, in the order met."""
        names = (name for event in self.events for name in (event.actor, *event.observers))
        return tuple(dict.fromkeys(name for name in names if name and name != self.robot))

    @property
    def object_ids(self) -> tuple[str, ...]:
        """Everything that events or facts name, people aside."""
        named = [name for event in self.events for name in event.object_ids]
        named += [fact.entity_id for fact in self.facts]
        people = {self.robot, *self.people}
        return tuple(dict.fromkeys(name for name in named if name not in people))


@dataclass(frozen=True)
class Synthesis:
    """What consolidation adds."""

    summary: str
    atoms: tuple[EpisodeAtom, ...]


class EpisodeSynthesiser(Protocol):
    """Says what an episode comes down to (in ObsMem a language model's role)."""

    def synthesise(self, material: EpisodeMaterial) -> Synthesis:
        """Atoms cite records of the material only."""


class TemplateSynthesiser:
    """By rules and templates; deterministic."""

    def __init__(self, config: BeliefConfig) -> None:
        self._config = config

    def synthesise(self, material: EpisodeMaterial) -> Synthesis:
        """States at the end, who was where with whom and handled what, and what was promised."""
        atoms = (*_states(material), *_relations(material), *_promises(material))
        return Synthesis(self._summary(material), atoms)

    def _summary(self, material: EpisodeMaterial) -> str:
        draft = material.draft
        times = f"{self._clock(draft.start_ns)} to {self._clock(draft.end_ns)}"
        place = f" in {the_room(draft.place)}" if draft.place else ""
        company = f" with {listed(material.people)}" if material.people else ""
        told = [_told(event) for event in self._worth_telling(material)]
        return f"{times}{place}{company}. {' '.join(told)}".strip()

    def _worth_telling(self, material: EpisodeMaterial) -> list[EpisodeEvent]:
        """Movements and beginnings only if there is room; of too many the latest."""
        limit = self._config.episode_lines
        major = [event for event in material.events if event.kind not in _MINOR]
        chosen = material.events if len(material.events) <= limit or not major else tuple(major)
        distinct = {event.text: event for event in chosen if event.text}
        return list(distinct.values())[-limit:]

    def _clock(self, stamp_ns: int) -> str:
        zone = timezone(timedelta(hours=self._config.utc_offset_h))
        return datetime.fromtimestamp(stamp_ns // NS, zone).strftime("%Y-%m-%d %H:%M")


def read_material(connection: sqlite3.Connection, draft: EpisodeDraft, robot: str) -> EpisodeMaterial:
    """Everything recorded of an episode. Events that were erased from the log are left out."""
    number = (draft.episode_id,)
    objects = _names(connection, "event_object", "object_id", number)
    observers = _names(connection, "event_observer", "observer", number)
    aliases = entity_alias.read(connection)
    rows = connection.execute(
        "SELECT record_id, stamp_ns, kind, actor, summary, place, provenance"
        " FROM episode_record JOIN event_log USING (record_id) WHERE episode_id = ? ORDER BY record_id",
        number,
    )
    events = tuple(
        EpisodeEvent(
            record,
            stamp,
            kind,
            actor,
            text,
            place,
            Provenance(how),
            aliases.known_to(actor, objects[record]),
            observers[record],
        )
        for record, stamp, kind, actor, text, place, how in rows
    )
    facts = connection.execute(
        "SELECT entity_id, attribute, value, provenance, stamp_ns, record_id, source, holds"
        " FROM belief_fact JOIN episode_record USING (record_id) WHERE episode_id = ? ORDER BY fact_id",
        number,
    )
    commitments = connection.execute(
        "SELECT made_by, CASE WHEN ordinal = 0 THEN 'is to' ELSE status END, text, record_id"
        " FROM episode_record JOIN commitment_record USING (record_id)"
        " JOIN commitment USING (commitment_id) WHERE episode_id = ? ORDER BY record_id, commitment_id",
        number,
    )
    return EpisodeMaterial(
        draft,
        events,
        tuple(map(_fact, facts)),
        tuple(commitments.fetchall()),
        robot,
    )


def _fact(row: tuple[Any, ...]) -> StateFact:
    entity_id, attribute, value, provenance, stamp_ns, record_id, source, holds = row
    return StateFact(entity_id, attribute, value, Provenance(provenance), stamp_ns, record_id, source, bool(holds))


def _names(
    connection: sqlite3.Connection, table: str, column: str, number: tuple[int]
) -> defaultdict[int, tuple[str, ...]]:
    # Table and column are constants of this module's callers; what varies is in `number`.
    found: defaultdict[int, tuple[str, ...]] = defaultdict(tuple)
    rows = connection.execute(
        f"SELECT record_id, {column} FROM episode_record JOIN {table} USING (record_id)"
        " WHERE episode_id = ? ORDER BY record_id, ordinal",
        number,
    )
    for record_id, name in rows:
        found[record_id] += (name,)
    return found


def _states(material: EpisodeMaterial) -> Iterator[EpisodeAtom]:
    """The newest state of everything whose state was told of."""
    trails: dict[tuple[str, str], list[StateFact]] = defaultdict(list)
    for fact in material.facts:
        if fact.holds and not (fact.attribute == LOCATION and fact.entity_id == material.robot):
            trails[fact.key].append(fact)
    for (entity_id, attribute), trail in trails.items():
        last = max(trail, key=lambda fact: (fact.stamp_ns, fact.observed, fact.record_id))
        yield _atom(
            entity_id, attribute, last.value, [fact.record_id for fact in trail], last.stamp_ns, last.observed
        )


def _relations(material: EpisodeMaterial) -> Iterator[EpisodeAtom]:
    """(person, was in, room), (person, handled, thing), (person, was with, person)."""
    sources: dict[tuple[str, str, str], list[EpisodeEvent]] = defaultdict(list)
    people = {material.robot, *material.people}
    for event in material.events:
        if event.actor and event.place:
            sources[event.actor, "was in", event.place].append(event)
        if event.kind != EventKind.UTTERANCE.value and event.actor:
            for named in event.object_ids:
                if named not in people:
                    sources[event.actor, "handled", named].append(event)
        for other in event.observers:
            if event.actor and other not in (event.actor, material.robot) and event.actor != material.robot:
                sources[event.actor, "was with", other].append(event)
    for (subject, relation, thing), events in sources.items():
        seen = all(event.provenance is Provenance.OBSERVED for event in events)
        records = [event.record_id for event in events]
        yield _atom(subject, relation, thing, records, max(event.stamp_ns for event in events), seen)


def _promises(material: EpisodeMaterial) -> Iterator[EpisodeAtom]:
    """What was taken on, and what became of what was settled."""
    stamps = {event.record_id: event.stamp_ns for event in material.events}
    for by, relation, text, record_id in material.commitments:
        yield _atom(by, relation, text, [record_id], stamps.get(record_id, material.draft.end_ns), False)


def _atom(subject: str, relation: str, thing: str, records: list[int], stamp_ns: int, seen: bool) -> EpisodeAtom:
    provenance = Provenance.OBSERVED if seen else Provenance.REPORTED
    return EpisodeAtom(subject, relation, thing, provenance, stamp_ns, tuple(dict.fromkeys(records)))


def _told(event: EpisodeEvent) -> str:
    if event.kind == EventKind.UTTERANCE.value:
        return f'{event.actor or "Somebody"}: "{event.text.strip()}"'
    return sentence(event.text)
