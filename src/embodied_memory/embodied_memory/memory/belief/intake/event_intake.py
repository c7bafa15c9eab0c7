"""How one event that the robot perceived goes into the tracks (ObsMem, sections 4.1 and 4.2)."""

from __future__ import annotations

from embodied_memory.config import BeliefConfig
from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.memory.belief.commitments.commitment_track import CommitmentTrack
from embodied_memory.memory.belief.episodes.episode_store import EpisodeStore
from embodied_memory.memory.belief.intake.belief_changes import BeliefChanges, take_fact, values_after
from embodied_memory.memory.belief.intake.hearing import Hearing
from embodied_memory.memory.belief.intake.name_intake import NameIntake
from embodied_memory.memory.belief.names.entity_names import PERSON, EntityNames
from embodied_memory.memory.belief.statements.statement import Statement, StatementReader
from embodied_memory.memory.belief.statements.statement_store import StatementStore
from embodied_memory.memory.belief.states.interventions import interventions_of, left_behind
from embodied_memory.memory.belief.states.presence import ROBOT, People, Presence
from embodied_memory.memory.belief.states.state_fact import LOCATION, StateFact
from embodied_memory.memory.belief.states.state_track import StateTrack
from embodied_memory.memory.belief.states.whereabouts import (
    room_of_location,
)


def atoms_of(event: Event, robot: str) -> tuple[Provenance, ...]:
    """What enters the memory of `robot` of an event: nothing, the event itself, or also what was said (ObsMem,
    section 4.1, equation 1).

    Nothing if the robot is not among the observers. Otherwise the event with its own provenance, and for an
    utterance of somebody else a reported atom as well: hearing words and seeing what they speak of differ. What the
    robot says itself tells it nothing, whatever provenance it is given.
    """
    if robot not in event.observers:
        return ()
    if event.kind is EventKind.UTTERANCE:
        return (Provenance.OBSERVED,) if event.actor == robot else (event.provenance, Provenance.REPORTED)
    return (event.provenance,)


NS = 1_000_000_000
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
        self._naming = NameIntake(names, config.robot)
        self._hearing = Hearing(config, states, names, commitments, statements, reader)
        self._episodes = episodes

    def observe(self, record_id: int, event: Event) -> BeliefChanges:
        """One line a step: gate, names, presence, interventions, states, words or deeds, episode."""
        changes = BeliefChanges(stamp_ns=event.stamp_ns)
        atoms = atoms_of(event, self._config.robot)
        if not atoms:
            return BeliefChanges()
        self._naming.learn_from(record_id, event, changes)
        self._follow_robot(record_id, event, changes)
        self._intervene(record_id, event, changes)
        self._take_states(record_id, event, changes)
        if event.kind is EventKind.UTTERANCE:
            is_report = Provenance.REPORTED in atoms
            self._hearing.hear(record_id, event, is_report, self._people.words, changes)
        elif event.kind not in _BEGINNINGS:
            self._commitments.take_deed(record_id, event, _deed(event), changes.commitments)
        self._note_people(record_id, event, changes)
        place = self._presence.robot_room(event.stamp_ns, changes.presence) or event.place
        changes.episode = self._episodes.observe(record_id, event, place)
        return changes

    def observe_reading(self, record_id: int, event: Event, statements: tuple[Statement, ...]) -> BeliefChanges:
        """What was read later in words that were heard; all else of the event was taken in with it."""
        changes = BeliefChanges(stamp_ns=event.stamp_ns)
        self._hearing.take(record_id, event, True, statements, changes)
        self._note_people(record_id, event, changes)
        return changes

    def _follow_robot(self, record_id: int, event: Event, changes: BeliefChanges) -> None:
        """Where the robot is, from where it acts and moves to."""
        robot = self._config.robot
        room = event.place if event.actor == robot else ""
        for change in event.changes:
            if change.entity_id == robot and change.attribute == LOCATION:
                room = room_of_location(change.value, values_after(self._states, changes))
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
            take_fact(self._states, fact, event.place, changes)
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
        take_fact(self._states, fact, event.place, changes)

    def _note_people(self, record_id: int, event: Event, changes: BeliefChanges) -> None:
        """Whether anybody is at home; only who comes, goes or is met for the first time changes that."""
        moved = any(
            key[1] == LOCATION and self._names.is_person(key[0], changes.entities) for key in changes.states.standing
        )
        met = any(one.sort == PERSON for one in changes.entities.values())
        if moved or met:
            anybody = self._people.anybody_at_home(changes.entities.values(), changes.states)
            self._presence.note_people(anybody, event.stamp_ns, record_id, changes.presence)


def _deed(event: Event) -> str:
    """What was done, in words: the text and the names of the things, without the actor."""
    return f"{event.text} {' '.join(event.object_ids)}".replace(event.actor, " ")
