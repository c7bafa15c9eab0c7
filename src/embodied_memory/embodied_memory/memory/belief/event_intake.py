"""How one event that the robot perceived goes into the tracks (ObsMem, sections 4.1 and 4.2)."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest

from embodied_memory.config import BeliefConfig
from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.memory.belief.belief_changes import BeliefChanges
from embodied_memory.memory.belief.commitment_track import CommitmentTrack
from embodied_memory.memory.belief.entity_names import PERSON, ROOM, THING, TOLD, EntityNames, LocationOf, NamedEntity
from embodied_memory.memory.belief.episode_store import EpisodeStore
from embodied_memory.memory.belief.grounding import Grounding, bare
from embodied_memory.memory.belief.interventions import interventions_of, left_behind
from embodied_memory.memory.belief.names_in_text import captions_in, noun_of
from embodied_memory.memory.belief.observer_gate import atoms_of
from embodied_memory.memory.belief.people import People
from embodied_memory.memory.belief.presence import ROBOT, Presence
from embodied_memory.memory.belief.spoken_time import LocalTime
from embodied_memory.memory.belief.state_fact import HELD_BY, LOCATION, StateFact
from embodied_memory.memory.belief.state_track import StateTrack
from embodied_memory.memory.belief.statement import (
    COMMITTING,
    Statement,
    StatementKind,
    StatementReader,
)
from embodied_memory.memory.belief.statement import ROBOT as SPOKEN_TO
from embodied_memory.memory.belief.statement_store import ReportedStatement, StatementStore
from embodied_memory.memory.belief.whereabouts import (
    ValueOf,
    relation_and_landmark,
    room_of,
    room_of_location,
    says_no_more,
)
from embodied_memory.memory.retrieval.description import parse_description
from embodied_memory.memory.retrieval.words import split_words

NS = 1_000_000_000
_ABOUT_COMMITMENTS = (
    *COMMITTING, StatementKind.FULFILMENT, StatementKind.CANCELLATION, StatementKind.POSTPONEMENT,
)  # fmt: skip


_BEGINNINGS = (EventKind.INSTRUCTION_STARTED, EventKind.GOAL_STARTED, EventKind.SKILL_STARTED)


class EventIntake:
    """Computes; changes nothing."""

    def __init__(
        self,
        config: BeliefConfig,
        states: StateTrack,
        presence: Presence,
        names: EntityNames,
        people: People,
        commitments: CommitmentTrack,
        statements: StatementStore,
        episodes: EpisodeStore,
        reader: StatementReader,
    ) -> None:
        self._config = config
        self._states = states
        self._presence = presence
        self._names = names
        self._people = people
        self._commitments = commitments
        self._statements = statements
        self._episodes = episodes
        self._reader = reader

    def observe(self, record_id: int, event: Event) -> BeliefChanges:
        """One line a step: gate, names, presence, interventions, states, words or deeds, episode."""
        changes = BeliefChanges(stamp_ns=event.stamp_ns)
        atoms = atoms_of(event, self._config.robot)
        if not atoms:
            return BeliefChanges()
        self._learn_names(record_id, event, changes)
        self._follow_robot(record_id, event, changes)
        self._intervene(record_id, event, changes)
        self._take_states(record_id, event, changes)
        if event.kind is EventKind.UTTERANCE:
            self._hear(record_id, event, Provenance.REPORTED in atoms, changes)
        elif event.kind not in _BEGINNINGS:
            self._commitments.take_deed(record_id, event, _deed(event), changes.commitments)
        self._note_people(record_id, event, changes)
        place = self._presence.robot_room(event.stamp_ns, changes.presence) or event.place
        changes.episode = self._episodes.observe(record_id, event, place)
        return changes

    def _learn_names(self, record_id: int, event: Event, changes: BeliefChanges) -> None:
        for name in (event.actor, *event.observers):
            self._learn(NamedEntity(name, sort=PERSON, record_id=record_id), changes)
        self._learn(NamedEntity(event.place, sort=ROOM, record_id=record_id), changes)
        for change in event.changes:
            moves_by_itself = event.kind is EventKind.PERSON_MOVED
            self._learn(
                NamedEntity(change.entity_id, "", "", PERSON if moves_by_itself else THING, record_id), changes
            )
            relation, landmark = relation_and_landmark(change.value)
            if change.attribute == LOCATION:
                sort = THING if relation else ROOM
                self._learn(NamedEntity(landmark, sort=sort, record_id=record_id), changes)
        for name, caption in zip_longest(event.object_ids, event.object_captions, fillvalue=""):
            self._learn(NamedEntity(name, sort=THING, record_id=record_id), changes)
            self._learn_look(NamedEntity(name, _category_of(caption), caption, THING, record_id), changes)
        self._learn_captions(record_id, event, changes)

    def _learn_look(self, entity: NamedEntity, changes: BeliefChanges) -> None:
        """What a thing looks like, as the one who saw it says."""
        if not entity.caption or entity.entity_id in ("", self._config.robot):
            return
        known = changes.entities.get(entity.entity_id) or self._names.get(entity.entity_id)
        if known is not None and known.sort in (THING, TOLD) and known.caption != entity.caption:
            changes.entities[entity.entity_id] = self._names.merged(entity)

    def _learn_captions(self, record_id: int, event: Event, changes: BeliefChanges) -> None:
        """What the text calls things that have no caption yet."""
        places = (relation_and_landmark(one.value)[1] for one in event.changes if one.attribute == LOCATION)
        named = (*event.object_ids, *(one.entity_id for one in event.changes), *places)
        if event.kind is EventKind.UTTERANCE or all(
            self._has_caption(name, changes) for name in named if noun_of(name)
        ):
            return
        for name, caption in captions_in(event.text, named).items():
            if not self._has_caption(name, changes):
                entity = NamedEntity(name, noun_of(name), caption, THING, record_id)
                changes.entities[name] = self._names.merged(entity)

    def _has_caption(self, name: str, changes: BeliefChanges) -> bool:
        known = changes.entities.get(name) or self._names.get(name)
        return known is not None and known.caption != ""

    def _learn(self, entity: NamedEntity, changes: BeliefChanges) -> None:
        if entity.entity_id in ("", self._config.robot):
            return
        known = changes.entities.get(entity.entity_id) or self._names.get(entity.entity_id)
        if known is not None and known.sort in (entity.sort, PERSON, ROOM):
            return
        changes.entities[entity.entity_id] = self._names.merged(entity)

    def _follow_robot(self, record_id: int, event: Event, changes: BeliefChanges) -> None:
        """Where the robot is, from where it acts and moves to."""
        robot = self._config.robot
        room = event.place if event.actor == robot else ""
        for change in event.changes:
            if change.entity_id == robot and change.attribute == LOCATION:
                room = room_of_location(change.value, self._value(changes))
        if room:
            was_in = self._presence.robot_room(event.stamp_ns)
            if was_in and was_in != room:
                company = left_behind(record_id, event.stamp_ns, was_in, self._people.in_room(was_in))
                changes.interventions.extend(company)
            self._presence.note(ROBOT, room, event.stamp_ns, record_id, changes.presence)

    def _intervene(self, record_id: int, event: Event, changes: BeliefChanges) -> None:
        robot_room = self._presence.robot_room(event.stamp_ns, changes.presence)
        was_in = self._states.value(event.actor, LOCATION)
        found = interventions_of(record_id, event, self._config.robot, robot_room, was_in)
        changes.interventions.extend(found)

    def _take_states(self, record_id: int, event: Event, changes: BeliefChanges) -> None:
        source = event.actor if event.provenance is Provenance.REPORTED else ""
        for change in event.changes:
            fact = StateFact(
                change.entity_id, change.attribute, change.value, event.provenance, event.stamp_ns, record_id, source
            )
            self._take(fact, event.place, changes)
        is_told = any(one.entity_id == event.actor and one.attribute == LOCATION for one in event.changes)
        if event.actor and event.place and not is_told and event.provenance is Provenance.OBSERVED:
            self._take_whereabouts(record_id, event, changes)

    def _take_whereabouts(self, record_id: int, event: Event, changes: BeliefChanges) -> None:
        """Who acts or speaks somewhere is there."""
        known = self._states.current((event.actor, LOCATION), changes.states)
        refresh_ns = self._config.refresh_interval_s * NS
        is_same = known is not None and known.fact.observed and known.fact.value == event.place
        if known is not None and is_same and 0 <= event.stamp_ns - known.confirmed_ns < refresh_ns:
            return
        fact = StateFact(event.actor, LOCATION, event.place, Provenance.OBSERVED, event.stamp_ns, record_id)
        self._take(fact, event.place, changes)

    def _take(self, fact: StateFact, place: str, changes: BeliefChanges) -> None:
        """place: the room where it happened, for facts that do not tell it themselves."""
        value_of = self._value(changes)
        if fact.attribute == LOCATION:
            room = room_of_location(fact.value, value_of) or place
        else:
            room = room_of(fact.entity_id, value_of) or place
        self._states.add(fact, room, changes.states)

    def _hear(self, record_id: int, event: Event, is_report: bool, changes: BeliefChanges) -> None:
        config = self._config
        local = LocalTime(event.stamp_ns, config.utc_offset_h, config.morning_h)
        statements = self._reader.read(event.text, local, self._people.words)
        grounding = Grounding(self._names, self._location_of(changes), event.actor)
        for said in statements:
            if said.kind in (_ABOUT_COMMITMENTS if is_report else (StatementKind.PROMISE,)):
                named = self._with_names(said, grounding)
                self._commitments.take(record_id, event.stamp_ns, named, changes.commitments)
        if event.actor == config.robot and not any(said.kind is StatementKind.PROMISE for said in statements):
            self._commitments.take_deed(record_id, event, event.text, changes.commitments)
        if is_report:
            for said in statements or (Statement(StatementKind.OTHER, event.text),):
                self._report(record_id, event, said, grounding, changes)

    def _with_names(self, said: Statement, grounding: Grounding) -> Statement:
        robot = self._config.robot
        by, whom = (
            robot if word == SPOKEN_TO else grounding.person(word) if word else ""
            for word in (said.by, said.for_whom)
        )
        return replace(said, by=by, for_whom=whom)

    def _report(
        self, record_id: int, event: Event, said: Statement, grounding: Grounding, changes: BeliefChanges
    ) -> None:
        """The reported atom, and the state that it tells of if it is one of an entity (equation 1)."""
        grounded = grounding.ground(said) if said.subject else None
        entity_id = grounded.entity.entity_id if grounded else ""
        candidates = grounded.entity.candidates if grounded and not entity_id else ()
        if said.kind is StatementKind.FACT and grounded and not candidates and not entity_id:
            entity_id = self._told_of(record_id, said, changes)
        value = grounded.value if grounded else said.value
        number = self._statements.last_id + len(changes.statements) + 1
        spoken = (number, record_id, event.stamp_ns, event.actor, said.kind, said.text)
        changes.statements.append(
            ReportedStatement(*spoken, entity_id, said.attribute, value, said.holds, said.context, candidates)
        )
        if said.kind is StatementKind.FACT and entity_id:
            stamp_ns = event.stamp_ns if said.past_ns is None else said.past_ns
            how = Provenance.REPORTED
            fact = StateFact(entity_id, said.attribute, value, how, stamp_ns, record_id, event.actor, said.holds)
            if not self._says_nothing_new(fact, changes):
                self._take(fact, "", changes)

    def _told_of(self, record_id: int, said: Statement, changes: BeliefChanges) -> str:
        """An entity of its own for what is spoken of and was never met; "" for what only a holder is told of."""
        words = split_words(bare(said.subject))
        if not words or said.attribute == HELD_BY:
            return ""
        entity_id = "_".join(words)
        if self._names.get(entity_id) is None:
            self._learn(NamedEntity(entity_id, " ".join(words), sort=TOLD, record_id=record_id), changes)
        return entity_id

    def _says_nothing_new(self, fact: StateFact, changes: BeliefChanges) -> bool:
        """A report of what the robot saw itself, or of less than that, neither changes nor weakens it."""
        known = self._states.current(fact.key, changes.states)
        if known is None or not known.fact.observed or not fact.holds:
            return False
        return says_no_more(fact, known, self._value(changes))

    def _note_people(self, record_id: int, event: Event, changes: BeliefChanges) -> None:
        """Whether anybody is at home; only who comes, goes or is met for the first time changes that."""
        moved = any(key[1] == LOCATION and self._is_person(key[0], changes) for key in changes.states.standing)
        met = any(one.sort == PERSON for one in changes.entities.values())
        if moved or met:
            anybody = self._people.anybody_at_home(changes.entities.values(), changes.states)
            self._presence.note_people(anybody, event.stamp_ns, record_id, changes.presence)

    def _is_person(self, entity_id: str, changes: BeliefChanges) -> bool:
        known = changes.entities.get(entity_id) or self._names.get(entity_id)
        return known is not None and known.sort == PERSON

    def _value(self, changes: BeliefChanges) -> ValueOf:
        return lambda entity_id, attribute: self._states.value(entity_id, attribute, changes.states)

    def _location_of(self, changes: BeliefChanges) -> LocationOf:
        value_of = self._value(changes)
        return lambda entity_id: (value_of(entity_id, LOCATION), room_of(entity_id, value_of))


def _category_of(caption: str) -> str:
    """What sort of thing a caption tells of: mug, of "a red mug"."""
    return " ".join(parse_description(caption).noun)


def _deed(event: Event) -> str:
    """What was done, in words: the text and the names of the things, without the actor."""
    return f"{event.text} {' '.join(event.object_ids)}".replace(event.actor, " ")
