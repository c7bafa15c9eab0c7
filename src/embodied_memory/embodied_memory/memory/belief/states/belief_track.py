"""How far a state can be trusted (ObsMem, section 4.2, equation 3), computed when asked, from counts; and the
events that may have changed it since it was last confirmed: I and A of the equation.

What intervenes. A state of an entity (its location, whether it is open, who holds it, a setting of it) is touched by
1. its room: somebody other than the robot was perceived to enter, leave or act in the room where the entity was
   last confirmed, while the robot itself was in another room. What happens before the robot's eyes changes nothing
   unseen: it comes with its own state changes. Talking does not count;
2. the robot's own leaving of that room while somebody, as far as it knows, stays behind: one event for each person;
3. the entity itself: an activity of somebody else that names it without telling what became of anything (it was
   "used"), or an event that says that somebody took it in hand without saying where it is;
4. who holds it: that person moved, for who holds it;
5. time: every full interval (`BeliefConfig`) during which people were at home and the robot was not in that room
   counts as one more event, of nobody in particular (see `presence`).
Not touched are: anything of the robot itself; the location of furniture and built-in things by 1, 2 and 5; and
the location of a person by 1 to 4, because persons move by themselves and their moves are facts of their own.
An event at the very stamp of the confirmation does not intervene.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from embodied_memory.config import BeliefConfig
from embodied_memory.event import Event, EventKind
from embodied_memory.evidence import EpistemicStatus
from embodied_memory.memory.belief.states.presence import Presence
from embodied_memory.memory.belief.states.state_fact import (
    HELD_BY,
    LOCATION,
    Standing,
    StateFact,
    TrackedFact,
    current_of,
)

NS = 1_000_000_000

Follows = Callable[[TrackedFact, TrackedFact], bool]
"""Whether the first of two facts of one key says no more than the second, as a room beside a table in it."""


@dataclass(frozen=True)
class Belief:
    """The current fact of a key and how far to trust it.

    since_ns, record_id: its last confirmation. interventions: what may have changed it since, oldest first, at
    most as many as matter; unwatched_s: for how long people could have changed it unseen, up to a bound.
    contradicting: facts still in play that say otherwise. certainty: 0 to 1.
    """

    fact: StateFact
    status: EpistemicStatus
    since_ns: int
    record_id: int
    interventions: tuple[Intervention, ...]
    unwatched_s: float
    contradicting: tuple[StateFact, ...]
    certainty: float


@dataclass(frozen=True)
class EntityNature:
    """What an entity is, as far as trusting its states goes."""

    is_robot: bool = False
    is_person: bool = False
    stays_put: bool = False


NatureOf = Callable[[str], EntityNature]
"""entity_id -> what it is."""


def status_of(fact: StateFact, events: int, actors: int, contradicting: int, config: BeliefConfig) -> EpistemicStatus:
    """Equation 3, with its thresholds lambda_I, lambda_m and lambda_A from the configuration."""
    if contradicting:
        return EpistemicStatus.CONTRADICTED
    if events >= config.lambda_events or (events >= config.lambda_mixed and actors >= config.lambda_actors):
        return EpistemicStatus.UNCERTAIN
    if events or not fact.observed:
        return EpistemicStatus.STALE
    return EpistemicStatus.FRESH


def scopes_of(known: TrackedFact, nature: EntityNature) -> tuple[str, ...]:
    """Where events that may change this fact are counted (see `interventions`)."""
    fact = known.fact
    if nature.is_robot or (nature.is_person and fact.attribute == LOCATION):
        return ()
    # Who uses a thing may carry it off; what becomes of its switches and doors is seen when it happens.
    scopes = [entity_scope(fact.entity_id)] if fact.attribute in (LOCATION, HELD_BY) else []
    if known.room and not (nature.stays_put and fact.attribute == LOCATION):
        scopes.append(room_scope(known.room))
    if fact.attribute == HELD_BY and fact.value:
        scopes.append(holder_scope(fact.value))
    return tuple(scopes)


class BeliefTrack:
    """Judges the facts in play of one key at a time."""

    def __init__(self, interventions: Interventions, presence: Presence, config: BeliefConfig) -> None:
        self._interventions = interventions
        self._presence = presence
        self._config = config

    def is_untouched(self, known: TrackedFact, nature_of: NatureOf) -> bool:
        """Whether nothing intervened since the last confirmation, time aside."""
        if not self._interventions.any_after(known.confirmed_ns):
            return True
        scopes = scopes_of(known, nature_of(known.fact.entity_id))
        return not self._interventions.any_since(scopes, known.confirmed_ns)

    def judge(self, standing: Standing, nature: EntityNature, now_ns: int, follows: Follows) -> Belief | None:
        """The belief in the current fact at that time; None if only denials are known."""
        known = current_of(standing)
        if known is None:
            return None
        scopes = scopes_of(known, nature)
        touched = self._interventions.since(scopes, known.confirmed_ns, now_ns, self._config.max_interventions)
        intervals, unwatched_s = self._unwatched(known, nature, now_ns)
        against = tuple(other.fact for other in standing if _contradicts(other, known, follows))
        events = min(len(touched) + intervals, self._config.max_interventions)
        actors = len({event.actor for event in touched})
        status = status_of(known.fact, events, actors, len(against), self._config)
        certainty = self._certainty(known.fact, events, len(against))
        since, record_id = known.confirmed_ns, known.confirmed_record_id
        return Belief(known.fact, status, since, record_id, touched, unwatched_s, against, certainty)

    def _unwatched(self, known: TrackedFact, nature: EntityNature, now_ns: int) -> tuple[int, float]:
        """(full intervals, seconds) during which it could have been changed unseen."""
        attribute = known.fact.attribute
        if nature.is_robot or (nature.stays_put and attribute == LOCATION):
            return 0, 0.0
        moves_by_itself = attribute == HELD_BY or (nature.is_person and attribute == LOCATION)
        interval_s = self._config.person_interval_s if moves_by_itself else self._config.unwatched_interval_s
        interval_ns = int(interval_s * NS)
        cap_ns = interval_ns * self._config.max_interventions
        weight = self._config.empty_home_weight
        unwatched = self._presence.unwatched_ns(known.room, known.confirmed_ns, now_ns, cap_ns, weight)
        return unwatched // interval_ns, unwatched / NS

    def _certainty(self, fact: StateFact, events: int, contradicting: int) -> float:
        config = self._config
        certainty = config.certainty_observed if fact.observed else config.certainty_reported
        certainty *= config.certainty_per_intervention**events
        return round(certainty * config.certainty_per_contradiction**contradicting, 4)


def _contradicts(other: TrackedFact, known: TrackedFact, follows: Follows) -> bool:
    if other is known:
        return False
    if other.fact.holds:
        return not (follows(other, known) or follows(known, other))
    return other.order > known.order and follows(other, known)


TABLES = (
    """CREATE TABLE belief_intervention (
        scope TEXT NOT NULL, stamp_ns INTEGER NOT NULL, record_id INTEGER NOT NULL, actor TEXT NOT NULL,
        PRIMARY KEY (scope, stamp_ns, record_id, actor)) WITHOUT ROWID""",
)


@dataclass(frozen=True)
class Intervention:
    """An event that may have changed what is in its scope."""

    scope: str
    stamp_ns: int
    record_id: int
    actor: str


def room_scope(room: str) -> str:
    """Everything in a room."""
    return f"room:{room}"


def entity_scope(entity_id: str) -> str:
    """One entity."""
    return f"entity:{entity_id}"


def holder_scope(person: str) -> str:
    """Everything a person holds."""
    return f"holder:{person}"


def interventions_of(record_id: int, event: Event, robot: str, robot_room: str, was_in: str) -> list[Intervention]:
    """What an event may have touched unseen. was_in: where its actor was before; rooms are "" if unknown."""
    if event.actor == robot or event.kind is EventKind.UTTERANCE:
        return []
    watched = robot_room or event.place
    rooms = dict.fromkeys((event.place, *_places(event), was_in if event.kind is EventKind.PERSON_MOVED else ""))
    scopes = [room_scope(room) for room in rooms if room and room != watched]
    scopes += [entity_scope(entity_id) for entity_id in _used(event)]
    if event.kind is EventKind.PERSON_MOVED:
        scopes.append(holder_scope(event.actor))
    return [Intervention(scope, event.stamp_ns, record_id, event.actor) for scope in dict.fromkeys(scopes)]


def _places(event: Event) -> Iterator[str]:
    """Where somebody went."""
    if event.kind is EventKind.PERSON_MOVED:
        yield from (change.value for change in event.changes if change.attribute == LOCATION)


def _used(event: Event) -> Iterator[str]:
    """Entities that something was done with that the event does not tell."""
    if not event.changes:
        yield from (named for named in event.object_ids if named != event.actor)
    told = {(change.entity_id, change.attribute) for change in event.changes}
    for change in event.changes:
        if change.attribute == HELD_BY and change.value and (change.entity_id, LOCATION) not in told:
            yield change.entity_id


def left_behind(record_id: int, stamp_ns: int, room: str, people: Iterable[str]) -> list[Intervention]:
    """People whom the robot leaves alone with what is in a room. One row for each, as they are several actors."""
    return [Intervention(room_scope(room), stamp_ns, record_id, person) for person in people]


class Interventions:
    """All of them in the database; in memory only the newest stamp of each scope."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        rows = connection.execute("SELECT scope, max(stamp_ns) FROM belief_intervention GROUP BY scope")
        self._newest: dict[str, int] = dict(rows.fetchall())
        self._newest_ns = max(self._newest.values(), default=-1)

    def any_after(self, stamp_ns: int) -> bool:
        """Whether anything intervened anywhere after that time."""
        return self._newest_ns > stamp_ns

    def any_since(self, scopes: Iterable[str], since_ns: int) -> bool:
        """Whether anything intervened after that time."""
        return any(self._newest.get(scope, -1) > since_ns for scope in scopes)

    def since(self, scopes: Iterable[str], since_ns: int, now_ns: int, limit: int) -> tuple[Intervention, ...]:
        """The first `limit` of them after since_ns up to now_ns, one for each record and actor, oldest first."""
        found: dict[tuple[int, str], Intervention] = {}
        for scope in scopes:
            if self._newest.get(scope, -1) > since_ns:
                rows = self._connection.execute(
                    "SELECT scope, stamp_ns, record_id, actor FROM belief_intervention"
                    " WHERE scope = ? AND stamp_ns > ? AND stamp_ns <= ? ORDER BY stamp_ns, record_id, actor LIMIT ?",
                    (scope, since_ns, now_ns, limit),
                )
                for row in rows:
                    found.setdefault(row[2:], Intervention(*row))
        ordered = sorted(found.values(), key=lambda known: (known.stamp_ns, known.record_id, known.actor))
        return tuple(ordered[:limit])

    def write(self, connection: sqlite3.Connection, new: Iterable[Intervention]) -> None:
        """Into the database, as part of the record's transaction."""
        connection.executemany(
            "INSERT OR REPLACE INTO belief_intervention VALUES (?, ?, ?, ?)",
            [(known.scope, known.stamp_ns, known.record_id, known.actor) for known in new],
        )

    def merge(self, connection: sqlite3.Connection, gone: str, kept: str) -> None:
        """Into the database: what touched the one entity touched the other, which it is."""
        connection.execute(
            "UPDATE OR REPLACE belief_intervention SET scope = ? WHERE scope = ?",
            (entity_scope(kept), entity_scope(gone)),
        )

    def adopt_merged(self, gone: str, kept: str) -> None:
        """Take over what was committed."""
        newest = self._newest.pop(entity_scope(gone), None)
        if newest is not None:
            self._newest[entity_scope(kept)] = max(newest, self._newest.get(entity_scope(kept), newest))

    def adopt(self, new: Iterable[Intervention]) -> None:
        """Take over changes that were committed."""
        for known in new:
            self._newest[known.scope] = max(known.stamp_ns, self._newest.get(known.scope, known.stamp_ns))
            self._newest_ns = max(self._newest_ns, known.stamp_ns)
