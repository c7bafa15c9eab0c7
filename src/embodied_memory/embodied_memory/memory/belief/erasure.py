"""Taking records out of all tracks, at a person's wish: what rested on them goes, what they hid comes back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from embodied_memory.memory.belief.states.interventions import entity_scope
from embodied_memory.memory.belief.states.state_fact import StateKey

_OUTLIVES = (
    # Of what may have changed a state unseen, the newest count: no certainty rises by forgetting.
    """DELETE FROM belief_intervention WHERE (record_id < 0 OR record_id IN erased_record)
        AND (scope, stamp_ns, record_id, actor) IN (SELECT scope, stamp_ns, record_id, actor FROM (
            SELECT *, row_number() OVER (PARTITION BY scope ORDER BY stamp_ns DESC) AS place
            FROM belief_intervention) WHERE place > :counted)""",
    # What nothing is believed of any more is left out.
    """DELETE FROM belief_intervention WHERE (record_id < 0 OR record_id IN erased_record)
        AND scope LIKE :entity || '%' AND substr(scope, length(:entity) + 1) NOT IN
        (SELECT entity_id FROM belief_fact JOIN belief_standing USING (fact_id))""",
    "UPDATE belief_intervention SET record_id = -record_id WHERE record_id IN erased_record",
    # And where the robot and people were when what is still known begins.
    """DELETE FROM belief_presence WHERE (record_id < 0 OR record_id IN erased_record)
        AND (kind, stamp_ns) NOT IN (SELECT kind, max(stamp_ns) FROM belief_presence
            WHERE record_id < 0 OR record_id IN erased_record GROUP BY kind)""",
    "UPDATE belief_presence SET record_id = -record_id WHERE record_id IN erased_record",
)
_FACTS = "(record_id IN erased_record OR entity_id IN erased_name OR source IN erased_name OR value IN erased_name)"
_OF_RECORD = (
    "DELETE FROM belief_intervention WHERE record_id IN erased_record OR actor IN erased_name",
    "DELETE FROM belief_presence WHERE record_id IN erased_record",
    "DELETE FROM reported_statement"
    " WHERE record_id IN erased_record OR speaker IN erased_name OR entity_id IN erased_name",
    "DELETE FROM reported_word WHERE statement_id NOT IN (SELECT statement_id FROM reported_statement)",
    # What was made by an erased record goes as a whole; what was only changed by one keeps its other records.
    "DELETE FROM commitment WHERE made_by IN erased_name OR for_whom IN erased_name OR commitment_id IN"
    " (SELECT commitment_id FROM commitment_record WHERE ordinal = 0 AND record_id IN erased_record)",
    "DELETE FROM commitment_record WHERE record_id IN erased_record"
    " OR commitment_id NOT IN (SELECT commitment_id FROM commitment)",
    "UPDATE belief_fact SET confirmed_ns = stamp_ns, confirmed_record_id = record_id"
    " WHERE confirmed_record_id IN erased_record",
    f"DELETE FROM belief_fact WHERE {_FACTS}",
    "DELETE FROM belief_standing WHERE fact_id NOT IN (SELECT fact_id FROM belief_fact)",
    "DELETE FROM belief_entity WHERE record_id IN erased_record OR entity_id IN erased_name",
    "DELETE FROM episode_record WHERE record_id IN erased_record",
)


def erase(
    connection: sqlite3.Connection, record_ids: Iterable[int], names: Iterable[str]
) -> tuple[list[StateKey], list[int]]:
    """Delete what rests on these records or is about these people or things.

    Returns the keys to settle anew and the episodes to consolidate anew. The caller holds the transaction and has
    taken the records out of the log.
    """
    _list(connection, "erased_record", "record_id INTEGER PRIMARY KEY", record_ids)
    _list(connection, "erased_name", "name TEXT PRIMARY KEY", names)
    keys = connection.execute(
        f"SELECT DISTINCT entity_id, attribute FROM belief_fact WHERE {_FACTS}"
        " OR confirmed_record_id IN erased_record OR fact_id IN"
        " (SELECT fact_id FROM belief_standing WHERE confirmed_record_id IN erased_record)"
    ).fetchall()
    episodes = connection.execute(
        "SELECT DISTINCT episode_id FROM episode_record WHERE record_id IN erased_record"
        " UNION SELECT episode_id FROM episode_atom WHERE subject IN erased_name OR object IN erased_name"
    ).fetchall()
    for statement in _OF_RECORD:
        connection.execute(statement)
    for table in ("erased_record", "erased_name"):
        connection.execute(f"DELETE FROM {table}")
    return keys, [number for (number,) in episodes]


def outlive(connection: sqlite3.Connection, record_ids: Iterable[int], counted: int) -> None:
    """What of these records still bears on what is believed stays, under their ids with a minus: they are forgotten.

    counted: so many interventions of a scope make a difference. The caller holds the transaction, and erases next.
    """
    _list(connection, "erased_record", "record_id INTEGER PRIMARY KEY", record_ids)
    for statement in _OUTLIVES:
        connection.execute(statement, {"counted": counted, "entity": entity_scope("")})


def _list(connection: sqlite3.Connection, table: str, column: str, values: Iterable[int | str]) -> None:
    connection.execute(f"CREATE TEMP TABLE IF NOT EXISTS {table} ({column})")
    connection.execute(f"DELETE FROM {table}")
    connection.executemany(f"INSERT INTO {table} VALUES (?)", [(value,) for value in set(values)])
