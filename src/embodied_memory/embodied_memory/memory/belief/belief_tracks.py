"""What may be believed, as a whole: the facade over states, beliefs, commitments, reports and episodes.

Follows ObsMem, sections 4.1 and 4.2. Like every store of memory: `observe` computes, `write` writes within the
transaction of the record, `adopt` takes over what was committed. When records are taken out of all tracks at a
person's wish, what rested on them goes and what they hid comes back.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from embodied_memory.config import BeliefConfig
from embodied_memory.event import Event
from embodied_memory.memory.belief import commitment_track, episode_store
from embodied_memory.memory.belief.belief_changes import BeliefChanges
from embodied_memory.memory.belief.belief_queries import BeliefQueries
from embodied_memory.memory.belief.episode import EpisodeSynthesiser
from embodied_memory.memory.belief.names import entity_names
from embodied_memory.memory.belief.names.entity_names import PERSON
from embodied_memory.memory.belief.perception_intake import EventIntake, InstantIntake
from embodied_memory.memory.belief.statements import statement_atoms
from embodied_memory.memory.belief.statements.reported_statements import OfflineStatementReader
from embodied_memory.memory.belief.statements.statement_atoms import Statement
from embodied_memory.memory.belief.states import belief_track, presence, state_fact
from embodied_memory.memory.belief.states.belief_track import entity_scope
from embodied_memory.memory.belief.states.state_fact import SeenLocations, StateKey
from embodied_memory.memory.store.store import NewInstant, NewRecord
from embodied_memory.scene_graph import SceneGraphInstant

TABLES: tuple[str, ...] = (
    *state_fact.TABLES,
    *belief_track.TABLES,
    *presence.TABLES,
    *entity_names.TABLES,
    *statement_atoms.TABLES,
    *commitment_track.TABLES,
    *episode_store.TABLES,
)
"""All CREATE statements of this floor. Episodes also read event_log, event_object and event_observer."""


class BeliefTracks(BeliefQueries):
    """All tracks of one robot: what records change in them, and how they are mended."""

    def __init__(self, connection: sqlite3.Connection, config: BeliefConfig | None = None) -> None:
        super().__init__(connection, config)
        self._events = EventIntake(
            self._config, self._states, self._presence, self._names, self._people, self._commitments,
            self._statements, self._episodes, OfflineStatementReader(),
        )  # fmt: skip
        self._instants = InstantIntake(
            self._config, self._states, self._presence, self._names, self._people, self._track, self.nature
        )

    def observe(self, record: NewRecord) -> BeliefChanges:
        """What a record changes of what is believed."""
        if isinstance(record, NewInstant):
            return self.observe_instant(record.record_id, record.shown, record.locations)
        return self.observe_event(record.record_id, record.understood)

    def observe_event(self, record_id: int, event: Event) -> BeliefChanges:
        """What an event changes; nothing if the robot did not perceive it (equation 1)."""
        return self._events.observe(record_id, event)

    def observe_reading(self, record_id: int, event: Event, statements: tuple[Statement, ...]) -> BeliefChanges:
        """What a language model read in an utterance after it was recorded (see `language_readings`)."""
        return self._events.observe_reading(record_id, event, statements)

    def observe_instant(self, record_id: int, instant: SceneGraphInstant, locations: SeenLocations) -> BeliefChanges:
        """What is seen in an instant: where things are and in what state; unchanged states are confirmed.

        First of all what it shows to be one entity becomes one.
        """
        return self._instants.observe(record_id, instant, locations)

    def write(self, connection: sqlite3.Connection, changes: BeliefChanges) -> None:
        """Into the database, as part of the record's transaction."""
        self._names.merge(connection, changes.states.merged)
        for merged in changes.states.merged.items():
            for track in (self._interventions, self._statements, self._episodes):
                track.merge(connection, *merged)
        self._states.write(connection, changes.states)
        self._interventions.write(connection, changes.interventions)
        self._presence.write(connection, changes.presence)
        self._names.write(connection, changes.entities.values())
        self._statements.write(connection, changes.statements)
        self._commitments.write(connection, changes.commitments)
        self._episodes.write(connection, changes.episode)

    def adopt(self, changes: BeliefChanges) -> None:
        """Take over changes that were committed."""
        self._names.adopt_merged(changes.states.merged)
        for merged in changes.states.merged.items():
            self._interventions.adopt_merged(*merged)
        self._states.adopt(changes.states)
        self._interventions.adopt(changes.interventions)
        self._presence.adopt(changes.presence)
        self._names.adopt(changes.entities.values())
        self._people.adopt(one.entity_id for one in changes.entities.values() if one.sort == PERSON)
        self._statements.adopt(changes.statements)
        self._commitments.adopt(changes.commitments)
        self._episodes.adopt(changes.episode)
        self._latest_ns = max(self._latest_ns, changes.stamp_ns)

    def ended_episode_after(self, episode_id: int) -> int:
        """The next episode, if it has ended; 0 if not."""
        return self._episodes.ended_after(episode_id)

    def episode_of(self, record_id: int) -> int:
        """The episode that was going on then; 0 if there was none yet."""
        return self._episodes.at_record(record_id)

    def last_record_of(self, episode_id: int) -> int:
        """0 if the episode is gone."""
        return self._episodes.last_record(episode_id)

    def tell_episode(self, connection: sqlite3.Connection, episode_id: int, synthesiser: EpisodeSynthesiser) -> None:
        """Rewrite the card of one ended episode; the caller holds the transaction."""
        self._episodes.tell(connection, episode_id, synthesiser)

    def erase(self, connection: sqlite3.Connection, record_ids: Iterable[int], names: Iterable[str] = ()) -> None:
        """Take records, and people or things by their ids, out of all tracks.

        The caller holds the transaction and has taken the records out of the log.
        What they had overwritten is current again; cards that told of them are written anew. Afterwards these
        tracks are out of date: open new ones on the connection.
        """
        keys, episodes = erase(connection, record_ids, names)
        self._states.settle_again(connection, keys)
        self._episodes.tell_again(connection, episodes)

    def outlive(self, connection: sqlite3.Connection, record_ids: Iterable[int]) -> None:
        """These records are forgotten and will be erased: they go on making what is believed less certain."""
        outlive(connection, record_ids, self._config.max_interventions)

    def mend(self, connection: sqlite3.Connection) -> None:
        """Find what is in play of everything, and tell all episodes anew: rows of these tracks were lost.

        As part of a transaction. Afterwards these tracks are out of date: open new ones on the connection.
        """
        keys = connection.execute("SELECT DISTINCT entity_id, attribute FROM belief_fact").fetchall()
        self._states.settle_again(connection, keys)
        episodes = connection.execute("SELECT episode_id FROM episode").fetchall()
        self._episodes.tell_again(connection, [number for (number,) in episodes])


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
