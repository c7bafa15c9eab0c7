"""What was really so: the world state behind a trace, which no memory under test may see."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from household.entity import Entity, EntityKind
from household.residents.acts import Meaning
from household.residents.resident import Resident
from household.residents.spoken import OUTSIDE, location_of, room_name
from household.residents.trace import TraceEntity
from household.world import World


@dataclass(frozen=True)
class TrueChange:
    """From stamp_ns on, the attribute had the value. evidence_id: the event that did it; "" for the first state.

    attribute: as in events, and "room": the room's name where a thing or person is, whatever it is on or in.
    """

    stamp_ns: int
    entity_id: str
    attribute: str
    value: str
    evidence_id: str = ""


class TraceTruth:
    """Every state of every entity at every time, who the people are, and what each utterance meant."""

    def __init__(
        self, entities: Iterable[TraceEntity] = (), residents: Iterable[Resident] = (),
        changes: Iterable[TrueChange] = (), meanings: Mapping[str, Meaning] | None = None,
    ) -> None:  # fmt: skip
        self.entities = {entity.entity_id: entity for entity in entities}
        self.residents = tuple(residents)
        self.meanings = dict(meanings or {})
        self.changes: list[TrueChange] = []
        self._histories: dict[tuple[str, str], list[TrueChange]] = {}
        for change in changes:
            self.add(change)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TraceTruth) and self._all() == other._all()

    __hash__ = None  # type: ignore[assignment]

    def add(self, change: TrueChange) -> None:
        """A change, not before the last one. ValueError otherwise."""
        if self.changes and change.stamp_ns < self.changes[-1].stamp_ns:
            raise ValueError(f"{change} is before {self.changes[-1]}")
        self.changes.append(change)
        self._histories.setdefault((change.entity_id, change.attribute), []).append(change)

    def state(self, entity_id: str, attribute: str, at_ns: int) -> str | None:
        """The value at a time (after what happened then); None if nothing was known yet."""
        history = self._histories.get((entity_id, attribute), [])
        position = bisect_right(history, at_ns, key=lambda change: change.stamp_ns)
        return history[position - 1].value if position else None

    def history(self, entity_id: str, attribute: str) -> tuple[TrueChange, ...]:
        """All values it ever had, the oldest first."""
        return tuple(self._histories.get((entity_id, attribute), ()))

    def room_of(self, entity_id: str, at_ns: int) -> str:
        """The room's name, "outside", or "" if there is no such entity."""
        return self.state(entity_id, "room", at_ns) or ""

    def _all(self) -> tuple[object, ...]:
        return self.entities, self.residents, self.changes, self.meanings


class TruthKeeper:
    """Notes what changed in a world, act by act; with no truth to fill it keeps only the present."""

    def __init__(self, world: World, truth: TraceTruth | None) -> None:
        self._world, self._truth = world, truth
        self._now: dict[tuple[str, str], str] = {}

    def begin(self, stamp_ns: int, residents: Iterable[Resident]) -> None:
        """Note who and what there is, and its first state."""
        if self._truth is not None:
            self._truth.entities = {entity.entity_id: entity for entity in inventory(self._world)}
            self._truth.residents = tuple(residents)
        self.note(stamp_ns, tuple(self._world.entities), "", frozenset())

    def note(self, stamp_ns: int, entity_ids: Iterable[str], evidence_id: str, away: frozenset[str]) -> None:
        """Note the states of entities, of what is on or in them and of what they hold."""
        waiting = list(entity_ids)
        while waiting:
            entity_id = waiting.pop()
            waiting += [child.entity_id for child in self._world.children_of(entity_id)] if evidence_id else []
            for attribute, value in self._states(entity_id, away):
                if self._now.get((entity_id, attribute)) != value:
                    self._now[entity_id, attribute] = value
                    if self._truth is not None:
                        self._truth.add(TrueChange(stamp_ns, entity_id, attribute, value, evidence_id))

    def mean(self, evidence_id: str, meaning: Meaning) -> None:
        """Note what words or an activity meant."""
        if self._truth is not None:
            self._truth.meanings[evidence_id] = meaning

    def _states(self, entity_id: str, away: frozenset[str]) -> list[tuple[str, str]]:
        entity = self._world[entity_id]
        if entity.kind in (EntityKind.ROOM, EntityKind.DOOR):
            return []
        holder = self._world.holder_of(entity_id)
        is_out = entity_id in away or (holder is not None and holder.entity_id in away)
        room = OUTSIDE if is_out else room_name(entity.room_id)
        states = [("room", room), ("location", room if entity.kind is EntityKind.ACTOR else location_of(entity))]
        if entity.open is not None:
            states.append(("open", "true" if entity.open else "false"))
        if entity.movable:
            states.append(("held by", entity.parent_id if entity.parent_relation == "held" else ""))
        return states + list(entity.settings.items())


def inventory(world: World) -> tuple[TraceEntity, ...]:
    """What there is in a home."""
    return tuple(entity_of(entity) for entity in world.entities.values())


def entity_of(entity: Entity) -> TraceEntity:
    """What a look at an entity tells of it."""
    return TraceEntity(entity.entity_id, entity.kind.value, entity.category, entity.caption, entity.movable)
