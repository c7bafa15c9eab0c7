"""How what somebody says goes into the tracks: reported atoms, the facts they tell of, commitments (equation
1).

From the words of a statement to entities that memory knows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from embodied_memory.config import BeliefConfig
from embodied_memory.event import Event, Provenance
from embodied_memory.memory.belief.belief_changes import (
    BeliefChanges,
    NameIntake,
    locations_after,
    take_fact,
    values_after,
)
from embodied_memory.memory.belief.commitment_track import CommitmentTrack
from embodied_memory.memory.belief.names.entity_names import (
    PERSON,
    ROOM,
    THING,
    TOLD,
    EntityNames,
    LocationOf,
    NamedEntity,
    Resolution,
)
from embodied_memory.memory.belief.statements.statement_atoms import (
    COMMITTING,
    SPEAKER,
    ReportedStatement,
    Statement,
    StatementKind,
    StatementReader,
    StatementStore,
)
from embodied_memory.memory.belief.statements.statement_atoms import ROBOT as SPOKEN_TO
from embodied_memory.memory.belief.states.state_fact import (
    HELD_BY,
    LOCATION,
    StateFact,
    relation_and_landmark,
    says_no_more,
)
from embodied_memory.memory.belief.states.state_track import StateTrack
from embodied_memory.words.plain_words import POINTING_THERE
from embodied_memory.words.time_words.spoken_time import LocalTime
from embodied_memory.words.wording.words import split_words

_ROOM_WORDS = frozenset(
    split_words(
        "room kitchen bedroom bathroom hallway hall study office balcony garage toilet gym basement cellar attic"
        " pantry nursery corridor laundry lounge library terrace garden porch patio yard shed lobby entrance"
    )
)
_DETERMINER = re.compile(r"^(?:(?:the|a|an|my|our|your|his|her|their|this|that|some|all|both) )+", re.I)
_OWNER = re.compile(r"^[A-Za-z][\w-]*'s\s+")
_ROOM_THEN = re.compile(
    r"^(?P<room>.+?),? (?P<rest>(?:on top of|on|in|under|inside|next to|behind|beside) .+)$", re.I
)


@dataclass(frozen=True)
class GroundedStatement:
    """entity: what it is about; value: with entity ids in the place of words where they are known."""

    entity: Resolution
    value: str


class StatementGrounding:
    """Resolves within what one speaker says. changes nothing."""

    def __init__(self, names: EntityNames, location_of: LocationOf, speaker: str) -> None:
        self._names = names
        self._location_of = location_of
        self._speaker = speaker

    def ground(self, said: Statement) -> GroundedStatement:
        """The entity and value of a fact or a preference."""
        entity = self.entity(said.subject)
        if said.attribute == LOCATION:
            return GroundedStatement(entity, self.location(said.value))
        if said.attribute == HELD_BY:
            return GroundedStatement(entity, self.person(said.value))
        return GroundedStatement(entity, said.value)

    def entity(self, phrase: str) -> Resolution:
        """A person by name, a thing by description; what was only ever spoken of if nothing known fits."""
        person = self._known_person(phrase)
        if person:
            return Resolution(phrase, person, (person,))
        plain = bare(phrase)
        found = self._names.resolve(plain, (THING,), self._location_of)
        if found.is_ambiguous:
            return self._met_last(found)
        return found if found.candidates else self._names.resolve(plain, (TOLD,), self._location_of)

    def _met_last(self, found: Resolution) -> Resolution:
        """Of several that are known by the same words, the one met last: it may be the others, moved."""
        known = [one for one in map(self._names.get, found.candidates) if one is not None]
        if len({(one.category, one.caption) for one in known}) != 1 or not known[0].caption:
            return found
        newest = max(known, key=lambda one: one.record_id)
        return Resolution(found.phrase, newest.entity_id, found.candidates)

    def person(self, name: str) -> str:
        """The id of a person; the name as it was said for one not known; "" for a mere "he" or "she"."""
        if name.lower() in ("he", "she", "they", "him", "her", "them"):
            return ""
        return self._known_person(name) or name

    def location(self, value: str) -> str:
        """ "on the dresser" -> "on dresser_1"; the name of a room alone for "in the kitchen"."""
        relation, landmark = relation_and_landmark(value.split(",", 1)[0].strip())
        nested = _ROOM_THEN.match(landmark)
        if nested and relation in ("", "in") and self._room(bare(nested["room"])):
            return self.location(nested["rest"])
        plain = bare(landmark)
        room = self._room(plain) if relation in ("", "in", "on") else ""
        if room:
            return room
        thing = self._names.resolve(plain, (THING,), self._location_of).entity_id or plain
        return f"{relation or 'on'} {thing}" if relation or thing != plain else plain

    def _room(self, plain: str) -> str:
        """A room's name in memory, or the name as said if it is one of a room that memory has not heard of."""
        known = self._names.resolve(plain, (ROOM,))
        if known.entity_id:
            return known.entity_id
        words = split_words(plain)
        is_room = bool(words) and words[-1] in _ROOM_WORDS and not known.candidates and len(words) <= 3
        return " ".join(words) if is_room else ""

    def _known_person(self, phrase: str) -> str:
        if phrase.lower() in (SPEAKER, "i", "me", "we", "us"):
            return self._speaker
        found = self._names.resolve(bare(phrase), (PERSON,))
        return found.entity_id if found.entity_id else ""


def bare(phrase: str) -> str:
    """Without articles and owners: "my keys" and "Bob's keys" are "keys"."""
    plain = _DETERMINER.sub("", " ".join(phrase.split()))
    return _DETERMINER.sub("", _OWNER.sub("", plain)).strip() or phrase.strip()


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
