"""How far a state can be trusted (ObsMem, section 4.2, equation 3). Computed when asked, from counts; no state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from embodied_memory.config import BeliefConfig
from embodied_memory.evidence import EpistemicStatus
from embodied_memory.memory.belief.states.interventions import (
    Intervention,
    Interventions,
    entity_scope,
    holder_scope,
    room_scope,
)
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
