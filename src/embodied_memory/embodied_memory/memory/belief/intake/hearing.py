"""How what somebody says goes into the tracks: reported atoms, the facts they tell of, commitments (equation 1)."""

from __future__ import annotations

import re
from dataclasses import replace

from embodied_memory.config import BeliefConfig
from embodied_memory.event import Event, Provenance
from embodied_memory.memory.belief.commitments.commitment_track import CommitmentTrack
from embodied_memory.memory.belief.intake.belief_changes import BeliefChanges
from embodied_memory.memory.belief.intake.fact_intake import locations_after, take_fact, values_after
from embodied_memory.memory.belief.intake.grounding import StatementGrounding, bare
from embodied_memory.memory.belief.intake.name_intake import NameIntake
from embodied_memory.memory.belief.names.entity_names import TOLD, EntityNames, NamedEntity
from embodied_memory.memory.belief.statements.statement import COMMITTING, Statement, StatementKind, StatementReader
from embodied_memory.memory.belief.statements.statement import ROBOT as SPOKEN_TO
from embodied_memory.memory.belief.statements.statement_store import ReportedStatement, StatementStore
from embodied_memory.memory.belief.states.state_fact import HELD_BY, StateFact
from embodied_memory.memory.belief.states.state_track import StateTrack
from embodied_memory.memory.belief.states.whereabouts import says_no_more
from embodied_memory.words.time_words.spoken_time import LocalTime
from embodied_memory.words.wording.words import split_words
from embodied_memory.words.plain_words import POINTING_THERE

_ABOUT_COMMITMENTS = (
    *COMMITTING, StatementKind.FULFILMENT, StatementKind.CANCELLATION, StatementKind.POSTPONEMENT,
)  # fmt: skip
_QUOTED = re.compile(r'".*"', re.S)
_POINTING = POINTING_THERE | {"they"}
"""Of which nothing is an entity: "I've put it there by the parcel"."""


class Hearing:
    """Computes; changes nothing."""

    def __init__(
        self,
        config: BeliefConfig,
        states: StateTrack,
        names: EntityNames,
        commitments: CommitmentTrack,
        statements: StatementStore,
        reader: StatementReader,
    ) -> None:
        self._config = config
        self._states = states
        self._names = names
        self._learning = NameIntake(names, config.robot)
        self._commitments = commitments
        self._statements = statements
        self._reader = reader

    def hear(
        self, record_id: int, event: Event, is_report: bool, people: frozenset[str], changes: BeliefChanges
    ) -> None:
        """is_report: somebody else than the robot speaks; people: names of those known, in lower case."""
        local = LocalTime(event.stamp_ns, self._config.utc_offset_h, self._config.morning_h)
        text = event.text if is_report else _QUOTED.sub(" ", event.text)  # what the robot quotes it does not promise
        statements = self._reader.read(text, local, people) or (Statement(StatementKind.OTHER, event.text),)
        self.take(record_id, event, is_report, statements, changes)

    def take(
        self,
        record_id: int,
        event: Event,
        is_report: bool,
        statements: tuple[Statement, ...],
        changes: BeliefChanges,
    ) -> None:
        """What was read in the words of an event."""
        config = self._config
        grounding = StatementGrounding(self._names, locations_after(self._states, changes), event.actor)
        for said in statements:
            if said.kind in (_ABOUT_COMMITMENTS if is_report else (StatementKind.PROMISE,)):
                named = self._with_names(said, grounding)
                self._commitments.take(record_id, event.stamp_ns, named, changes.commitments)
        if event.actor == config.robot and not any(said.kind is StatementKind.PROMISE for said in statements):
            self._commitments.take_deed(record_id, event, event.text, changes.commitments)
        if is_report:
            for said in statements:
                self._report(record_id, event, said, grounding, changes)

    def _with_names(self, said: Statement, grounding: StatementGrounding) -> Statement:
        robot = self._config.robot
        by, whom = (
            robot if word == SPOKEN_TO else grounding.person(word) if word else ""
            for word in (said.by, said.for_whom)
        )
        return replace(said, by=by, for_whom=whom)

    def _report(
        self, record_id: int, event: Event, said: Statement, grounding: StatementGrounding, changes: BeliefChanges
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
                take_fact(self._states, fact, "", changes)

    def _told_of(self, record_id: int, said: Statement, changes: BeliefChanges) -> str:
        """An entity of its own for what is spoken of and was never met; "" for what only a holder is told of."""
        words = split_words(bare(said.subject))
        if _POINTING.issuperset(words) or said.attribute == HELD_BY:
            return ""
        entity_id = "_".join(words)
        if self._names.get(entity_id) is None:
            self._learning.learn(NamedEntity(entity_id, " ".join(words), sort=TOLD, record_id=record_id), changes)
        return entity_id

    def _says_nothing_new(self, fact: StateFact, changes: BeliefChanges) -> bool:
        """A report of what the robot saw itself, or of less than that, neither changes nor weakens it."""
        known = self._states.current(fact.key, changes.states)
        if known is None or not known.fact.observed or not fact.holds:
            return False
        return says_no_more(fact, known, values_after(self._states, changes))
