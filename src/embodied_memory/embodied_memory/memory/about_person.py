"""Everything that a memory holds of one person, for that person to see."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from embodied_memory.evidence import Evidence
from embodied_memory.memory.belief.commitments.commitment import Commitment
from embodied_memory.memory.belief.statements.statement_store import ReportedStatement
from embodied_memory.memory.belief.states.belief_track import Belief
from embodied_memory.memory.belief.states.state_fact import StateFact
from embodied_memory.memory.episodic.forgetting.relevance_rule import RelevanceRule
from embodied_memory.memory.erasure.concerned import find_concerned, naming, spelled
from embodied_memory.memory.erasure.erased_rules import rules_to_erase
from embodied_memory.memory.file.stores import Stores
from embodied_memory.memory.log import event_instruction, event_log
from embodied_memory.memory.personal.personal_memory import PersonalMemory
from embodied_memory.words.wording.person_in_text import PersonInText

_ALL = 2**31


@dataclass(frozen=True)
class AboutPerson:
    """names: all that they are known by. Each part cites its records; this is what `erase` would erase.

    records: what they said and did, and what names them, oldest first. views: records of instants they are seen in.
    traces: (record, what was done step by step) of instructions among those records.
    statements: what they said, as understood; beliefs: what is believed of them; facts: every one ever known that
    is about them or comes from them, current or not.
    """

    names: tuple[str, ...]
    records: tuple[Evidence, ...]
    views: tuple[Evidence, ...]
    traces: tuple[tuple[int, str], ...]
    statements: tuple[ReportedStatement, ...]
    beliefs: tuple[Belief, ...]
    facts: tuple[StateFact, ...]
    personal: tuple[PersonalMemory, ...]
    commitments: tuple[Commitment, ...]
    rules: tuple[RelevanceRule, ...]


def about_person(connection: sqlite3.Connection, stores: Stores, names: Sequence[str], robot: str) -> AboutPerson:
    """Look through everything. ValueError if no name is one."""
    concerned = find_concerned(connection, names, robot)
    person = PersonInText(concerned.names)
    with naming(connection, person):
        ids = sorted(spelled(connection) | {*concerned.names})
    personal = {one.record_id: one for name in concerned.names for one in stores.personal.about(name)}
    rules = rules_to_erase(stores.rules.history, concerned, person)
    return AboutPerson(
        concerned.names,
        _evidence(connection, concerned.told | concerned.acts),
        _evidence(connection, concerned.views),
        _traces(connection, concerned.told | concerned.acts),
        _statements(stores, ids),
        tuple(belief for name in ids for belief in stores.beliefs.beliefs_of(name)),
        _facts(connection, stores, person),
        tuple(personal[record_id] for record_id in sorted(personal)),
        tuple(one for one in stores.beliefs.commitments() if not concerned.told.isdisjoint(one.record_ids)),
        tuple(rule for rule in stores.rules.rules if rule.rule_id in rules),
    )


def _evidence(connection: sqlite3.Connection, record_ids: frozenset[int]) -> tuple[Evidence, ...]:
    return tuple(record.as_evidence() for record in event_log.of_ids(connection, sorted(record_ids)))


def _traces(connection: sqlite3.Connection, record_ids: frozenset[int]) -> tuple[tuple[int, str], ...]:
    told = ((record_id, event_instruction.read(connection, record_id)[1]) for record_id in sorted(record_ids))
    return tuple((record_id, trace) for record_id, trace in told if trace)


def _statements(stores: Stores, ids: Sequence[str]) -> tuple[ReportedStatement, ...]:
    said = {
        one.statement_id: one
        for name in ids
        for one in (*stores.beliefs.reported(by=name, limit=_ALL), *stores.beliefs.reported(name, limit=_ALL))
    }
    return tuple(said[number] for number in sorted(said))


def _facts(connection: sqlite3.Connection, stores: Stores, person: PersonInText) -> tuple[StateFact, ...]:
    with naming(connection, person):
        keys = connection.execute(
            "SELECT DISTINCT entity_id, attribute FROM belief_fact"
            " WHERE names_them(entity_id) OR names_them(value) OR names_them(source)"
        ).fetchall()
    histories = (fact for key in keys for fact in stores.beliefs.history(*key))
    return tuple(fact for fact in histories if any(map(person.is_in, (fact.entity_id, fact.value, fact.source))))
