"""Which records concern a person: everything they said or did, everything that names them, every view they are in."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from embodied_memory.event import EventKind, Provenance, parse_told_trace
from embodied_memory.memory.log.event_log import INSTANT
from embodied_memory.scene_graph import is_person
from embodied_memory.words.wording.person_in_text import PersonInText, WordsOfPerson

_ALIASES = (
    "SELECT entity_id FROM belief_entity WHERE sort = 'person' AND (names_them(caption) OR names_them(category))",
    "SELECT object_id FROM object WHERE is_person(category) AND names_them(caption)",
    "SELECT object_id FROM object JOIN track USING (object_key) WHERE is_person(category) AND names_them(track_id)",
)
_NAMED = (
    f"SELECT record_id FROM event_log WHERE kind != '{INSTANT}'"
    " AND (names_them(actor) OR names_them(summary) OR names_them(place))",
    "SELECT record_id FROM event_object WHERE names_them(object_id) OR names_them(caption)",
    "SELECT record_id FROM event_change WHERE names_them(entity_id) OR names_them(value)",
    "SELECT record_id FROM event_instruction WHERE names_them(asked_by) OR names_them(trace)",
    "SELECT record_id FROM personal_memory WHERE names_them(person) OR names_them(text) OR names_them(trace)",
    "SELECT record_id FROM personal_knowledge WHERE names_them(person) OR names_them(statement)"
    " OR names_them(objects) OR names_them(places) OR names_them(purpose)",
    "SELECT record_id FROM reported_statement WHERE names_them(speaker) OR names_them(entity_id)"
    " OR names_them(value) OR names_them(context) OR names_them(candidates)",
    "SELECT record_id FROM commitment JOIN commitment_record USING (commitment_id)"
    " WHERE names_them(made_by) OR names_them(for_whom) OR names_them(text)",
)
_CALLED_SO = (
    "SELECT object_key, goes_on_as FROM object LEFT JOIN track USING (object_key)"
    " WHERE names_them(object_id) OR names_them(caption) OR names_them(track_id)"
)
THEIR_OBJECTS = (
    f"WITH called AS ({_CALLED_SO}), them AS (SELECT coalesce(goes_on_as, object_key) AS object_key FROM called)"
    " SELECT object_key FROM object WHERE coalesce(goes_on_as, object_key) IN them"
)
"""The keys of the person, also of sightings that turned out to be of them. Within `naming`."""
_VIEWS = (
    f"SELECT record_id FROM sighting WHERE object_key IN ({THEIR_OBJECTS})",
    "SELECT record_id FROM bank_entry WHERE names_them(people) OR names_them(text) OR names_them(tags)",
)
_STARTS = ", ".join(
    f"'{kind.value}'" for kind in (EventKind.INSTRUCTION_STARTED, EventKind.GOAL_STARTED, EventKind.SKILL_STARTED)
)
_IS_ACT = (
    f"SELECT record_id FROM event_log WHERE kind != '{EventKind.UTTERANCE.value}'"
    f" AND provenance = '{Provenance.OBSERVED.value}' AND record_id IN (SELECT record_id FROM event_change"
    " WHERE NOT names_them(entity_id) AND NOT names_them(value))"
)

_SPELLED = tuple(
    f"SELECT DISTINCT {column} FROM {table} WHERE names_them({column})"
    for table, columns in {
        "event_log": ("actor",),
        "belief_fact": ("entity_id", "value", "source"),
        "belief_entity": ("entity_id",),
        "reported_statement": ("speaker", "entity_id"),
        "commitment": ("made_by", "for_whom"),
        "episode_atom": ("subject", "object"),
    }.items()
    for column in columns
)


@dataclass(frozen=True)
class Concerned:
    """names: all that the person is known by. words: those of goals that the robot had for them.

    told: records to be deleted. acts: records of acts that changed something that stays: those lose who did it.
    views: instants in which they were seen.
    """

    names: tuple[str, ...]
    words: tuple[str, ...]
    told: frozenset[int]
    acts: frozenset[int]
    views: frozenset[int]

    @property
    def record_ids(self) -> frozenset[int]:
        """All of them."""
        return self.told | self.acts | self.views


def find_concerned(connection: sqlite3.Connection, names: Iterable[str], robot: str) -> Concerned:
    """Everything recorded that concerns the person of these names. ValueError if no name is one."""
    known = tuple(dict.fromkeys(name.strip() for name in names))
    with naming(connection, PersonInText(known)):
        aliases = _texts(connection, _ALIASES)
    known = tuple(dict.fromkeys((*known, *sorted(aliases))))
    with naming(connection, PersonInText(known)):
        told = _numbers(connection, _NAMED)
        acts = _numbers(connection, (_IS_ACT,)) & told
        told |= frozenset(_echoes(connection, told, robot, _said(connection)))
        views = _numbers(connection, _VIEWS)
    return Concerned(known, _goals(connection, told), told - acts, acts & told, views)


def find_said(connection: sqlite3.Connection, words: str, person: str, robot: str) -> Concerned:
    """The last utterance of the person in just these words, with what the robot said of it; nobody is named."""
    found = connection.execute(
        f"SELECT record_id, summary FROM event_log WHERE kind = '{EventKind.UTTERANCE.value}'"
        " AND lower(actor) = ? AND summary = ? ORDER BY record_id DESC LIMIT 1",
        (person.lower(), words),
    ).fetchall()
    told = frozenset(record_id for record_id, _ in found)
    echoes = frozenset(_echoes(connection, told, robot, [text for _, text in found])) if told else frozenset()
    return Concerned((), (), told | echoes, frozenset(), frozenset())


def spelled(connection: sqlite3.Connection) -> frozenset[str]:
    """Every id and name in the stores that names them, just as it is spelled there. Within `naming`."""
    return _texts(connection, _SPELLED)


@contextmanager
def naming(connection: sqlite3.Connection, person: PersonInText) -> Iterator[None]:
    """SQL functions names_them(text), without_them(text) and is_person(category), for as long as this lasts."""
    functions: dict[str, Callable[..., str | bool | None]] = {
        "names_them": person.is_in,
        "without_them": lambda text: person.without(text) if isinstance(text, str) else text,
        "is_person": is_person,
    }
    try:
        for name, function in functions.items():
            connection.create_function(name, 1, function, deterministic=True)
        yield
    finally:
        for name in functions:
            connection.create_function(name, 1, None)


def _echoes(connection: sqlite3.Connection, told: frozenset[int], robot: str, said: Iterable[str]) -> Iterator[int]:
    """Records of the robot that repeat what the person said: the instruction, its goals and its trace, an answer."""
    words = WordsOfPerson(said)
    rows = connection.execute(
        "SELECT record_id, summary || char(10) || coalesce(trace, '') FROM event_log LEFT JOIN event_instruction"
        f" USING (record_id) WHERE kind != '{INSTANT}' AND actor = ?",
        (robot,),
    )
    return (record_id for record_id, text in rows.fetchall() if record_id not in told and words.are_in(text))


def _said(connection: sqlite3.Connection) -> Iterator[str]:
    """Every utterance of the person, and everything that they asked for."""
    for (text,) in connection.execute(
        f"SELECT summary FROM event_log WHERE kind = '{EventKind.UTTERANCE.value}' AND names_them(actor)"
    ):
        yield text
    for (trace,) in connection.execute("SELECT trace FROM event_instruction WHERE names_them(asked_by)"):
        yield parse_told_trace(trace)[0]


def _goals(connection: sqlite3.Connection, told: frozenset[int]) -> tuple[str, ...]:
    """The words of these instructions, goals and skills: other records carry them as what the robot was at."""
    rows = connection.execute(f"SELECT record_id, summary FROM event_log WHERE kind IN ({_STARTS})")
    return tuple(dict.fromkeys(text for record_id, text in rows if record_id in told))


def _numbers(connection: sqlite3.Connection, queries: Iterable[str]) -> frozenset[int]:
    return frozenset(number for query in queries for (number,) in connection.execute(query))


def _texts(connection: sqlite3.Connection, queries: Iterable[str]) -> frozenset[str]:
    return frozenset(text for query in queries for (text,) in connection.execute(query))
