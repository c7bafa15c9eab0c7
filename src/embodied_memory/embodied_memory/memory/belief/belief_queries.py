"""What is believed, asked: states and how far to trust them, commitments, reports, episodes, names."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from embodied_memory.config import BeliefConfig
from embodied_memory.memory.belief import commitment_track, episode_store
from embodied_memory.memory.belief.commitment_track import Commitment, CommitmentStatus
from embodied_memory.memory.belief.episode import EpisodeCard
from embodied_memory.memory.belief.names.entity_kinds import stays_put
from embodied_memory.memory.belief.names.entity_names import PERSON, ROOM, THING, TOLD, EntityNames, Resolution
from embodied_memory.memory.belief.statements import statement_atoms
from embodied_memory.memory.belief.statements.statement_atoms import ReportedStatement
from embodied_memory.memory.belief.states import belief_track, presence, state_track
from embodied_memory.memory.belief.states.belief_track import Belief, BeliefTrack, EntityNature
from embodied_memory.memory.belief.states.presence import People
from embodied_memory.memory.belief.states.state_fact import (
    HELD_BY,
    LOCATION,
    StateFact,
    StateKey,
    TrackedFact,
    due_standing,
    room_of,
    says_no_more,
)


class BeliefQueries:
    """All tracks of one robot, to be read. Not thread-safe by itself: the memory facade holds one lock around it.

    Entities may be asked for by ids that went when they turned out to be others.

    now_ns of the queries: the time that a belief is judged at; the newest stamp taken in if it is not given.
    """

    def __init__(self, connection: sqlite3.Connection, config: BeliefConfig | None = None) -> None:
        self._config = config or BeliefConfig()
        self._connection = connection
        self._states = state_track.StateTrack(connection)
        self._interventions = belief_track.Interventions(connection)
        self._presence = presence.Presence(connection)
        self._names = EntityNames(connection)
        self._statements = statement_atoms.StatementStore(connection)
        self._commitments = commitment_track.CommitmentTrack(connection, self._config.utc_offset_h)
        self._episodes = episode_store.EpisodeStore(connection, self._config)
        self._people = People(self._names, self._states, self._config)
        self._track = BeliefTrack(self._interventions, self._presence, self._config)
        self._latest_ns = _latest_ns(connection)

    def current(self, entity_id: str, attribute: str, now_ns: int | None = None) -> Belief | None:
        """The newest fact and how far to trust it (equations 2 and 3); None if nothing is known."""
        return self._judge((self._names.alive(entity_id), attribute), now_ns)

    def at(self, entity_id: str, attribute: str, stamp_ns: int) -> StateFact | None:
        """The newest fact at that time, by all that is known today."""
        return self._states.at((self._names.alive(entity_id), attribute), stamp_ns)

    def history(self, entity_id: str, attribute: str) -> tuple[StateFact, ...]:
        """Every fact ever taken in, oldest first; denials among them (holds is False)."""
        return self._states.history((self._names.alive(entity_id), attribute))

    def trail(self, entity_id: str, attribute: str, limit: int = -1) -> tuple[TrackedFact, ...]:
        """The history with the last confirmation of each fact. limit: only so many of the newest."""
        return self._states.trail((self._names.alive(entity_id), attribute), limit)

    def beliefs_of(self, entity_id: str, now_ns: int | None = None) -> tuple[Belief, ...]:
        """All that is believed of an entity, by attribute."""
        entity_id = self._names.alive(entity_id)
        keys = [(entity_id, attribute) for attribute in self._states.attributes_of(entity_id)]
        return tuple(belief for key in keys if (belief := self._judge(key, now_ns)) is not None)

    def commitments(
        self,
        status: CommitmentStatus | None = None,
        by: str | None = None,
        until_ns: int | None = None,
        now_ns: int | None = None,
    ) -> tuple[Commitment, ...]:
        """Commitments, what is due first in front. until_ns: only those due until then."""
        return self._commitments.select(self._now(now_ns), status, by, until_ns)

    def episodes(self, since_ns: int, until_ns: int) -> tuple[EpisodeCard, ...]:
        """The cards of episodes that overlap this time, the one going on among them."""
        return self._episodes.cards(since_ns, until_ns)

    def reported(
        self, about: str | None = None, by: str | None = None, limit: int = 100
    ) -> tuple[ReportedStatement, ...]:
        """What was said, the newest first. about: an entity id, or words that were all said; by: the speaker."""
        return self._statements.select(self._names.alive(about) if about is not None else None, by, limit)

    def resolve(self, phrase: str) -> Resolution:
        """The entity (thing, person or room) that a phrase means, or the several it may mean.

        What was only ever spoken of is found if nothing that was met fits.
        """
        met = self._names.resolve(phrase, (THING, PERSON, ROOM), self._location_of)
        return met if met.candidates else self._names.resolve(phrase, (TOLD,), self._location_of)

    def resolve_among(self, phrase: str, sorts: Iterable[str]) -> Resolution:
        """The entity of these sorts that a phrase means."""
        return self._names.resolve(phrase, sorts, self._location_of)

    @property
    def people(self) -> frozenset[str]:
        """The names of people known, in lower case."""
        return self._people.words

    @property
    def names(self) -> EntityNames:
        """What entities are called; to look into only."""
        return self._names

    def attributes_of(self, entity_id: str) -> tuple[str, ...]:
        """The attributes of which something is known."""
        return tuple(self._states.attributes_of(self._names.alive(entity_id)))

    def room_of(self, entity_id: str) -> str:
        """The room that the entity is in, or was when it was last seen; "" if that is not known."""
        entity_id = self._names.alive(entity_id)
        known = self._states.current((entity_id, LOCATION))
        return room_of(entity_id, self._states.value) or (known.room if known else "")

    def located_at(self, entity_id: str) -> tuple[str, ...]:
        """What is on, in, under or beside an entity now, or in a room: by the newest known fact of each."""
        return self._states.with_location(self._names.alive(entity_id))

    def held_by(self, person: str) -> tuple[str, ...]:
        """What a person has in hand, by the newest known fact of each thing."""
        return self._states.with_value(HELD_BY, (person,))

    def nature(self, entity_id: str) -> EntityNature:
        """Robot, person, furniture or thing."""
        if entity_id == self._config.robot:
            return EntityNature(is_robot=True)
        known = self._names.get(entity_id)
        return EntityNature(
            is_person=known is not None and known.sort == PERSON,
            stays_put=stays_put(known.category or entity_id if known else entity_id),
        )

    def _judge(self, key: StateKey, now_ns: int | None) -> Belief | None:
        now_ns = self._now(now_ns)
        standing = self._states.standing(key)
        if any(known.confirmed_ns > now_ns for known in standing):
            # What is stamped later than the time asked about, as by a clock that was ahead, does not count yet.
            standing = due_standing(self._connection, key, now_ns)
        return self._track.judge(standing, self.nature(key[0]), now_ns, self._follows)

    def _follows(self, one: TrackedFact, other: TrackedFact) -> bool:
        return says_no_more(one.fact, other, self._states.value)

    def _location_of(self, entity_id: str) -> tuple[str, str]:
        return self._states.value(entity_id, LOCATION), room_of(entity_id, self._states.value)

    def _now(self, now_ns: int | None) -> int:
        return self._latest_ns if now_ns is None else now_ns


def _latest_ns(connection: sqlite3.Connection) -> int:
    newest = (
        "SELECT max(stamp_ns) FROM belief_presence UNION ALL SELECT max(confirmed_ns) FROM belief_standing"
        " UNION ALL SELECT max(end_ns) FROM episode UNION ALL SELECT max(stamp_ns) FROM belief_intervention"
    )
    return max((stamp or 0 for (stamp,) in connection.execute(newest)), default=0)
