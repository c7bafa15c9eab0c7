"""What each actor knows: what they saw and what they were told, each with its time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from embodied_memory.event import Event
from household.residents.acts import Meaning

_CLAIMS = frozenset({"report", "hearsay", "answer where"})


@dataclass(frozen=True)
class Known:
    """A value of an attribute. source: who said so; "" if it was seen."""

    value: str
    stamp_ns: int
    source: str = ""


class Knowledge:
    """What one actor knows of each attribute of each entity."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], Known] = {}
        self._heard: dict[tuple[str, str], Known] = {}
        self._seen_at: dict[str, set[str]] = {}

    def see(self, entity_id: str, attribute: str, value: str, stamp_ns: int) -> None:
        """The actor saw that it is so."""
        if attribute == "location":
            before = self._seen.get((entity_id, attribute))
            if before is not None:
                self._seen_at.get(_place(before.value), set()).discard(entity_id)
            self._seen_at.setdefault(_place(value), set()).add(entity_id)
        self._seen[entity_id, attribute] = Known(value, stamp_ns)

    def hear(self, entity_id: str, attribute: str, value: str, stamp_ns: int, source: str) -> None:
        """The actor was told that it is so."""
        self._heard[entity_id, attribute] = Known(value, stamp_ns, source)

    def seen(self, entity_id: str, attribute: str) -> str | None:
        """The value last seen; None if never."""
        known = self._seen.get((entity_id, attribute))
        return known.value if known else None

    def seen_at(self, place: str) -> tuple[str, ...]:
        """What was last seen on or in a piece, or in a room."""
        return tuple(sorted(self._seen_at.get(place, ())))

    def best(self, entity_id: str, attribute: str) -> Known | None:
        """The newest that was seen or heard; None if nothing."""
        known = [k[entity_id, attribute] for k in (self._heard, self._seen) if (entity_id, attribute) in k]
        return max(known, key=lambda one: one.stamp_ns, default=None)

    def heard(self, entity_id: str, attribute: str) -> Known | None:
        """What was last said of it; None if nothing."""
        return self._heard.get((entity_id, attribute))


def spread(knowledge: Mapping[str, Knowledge], event: Event, meaning: Meaning | None) -> None:
    """All who were there know more after an event."""
    for observer in event.observers:
        for change in event.changes:
            knowledge[observer].see(change.entity_id, change.attribute, change.value, event.stamp_ns)
        if meaning is not None and meaning.intent in _CLAIMS and observer != event.actor:
            knowledge[observer].hear(meaning.subject, meaning.attribute, meaning.value, event.stamp_ns, event.actor)


def _place(value: str) -> str:
    relation, _, entity_id = value.partition(" ")
    return entity_id if relation in ("on", "in") and entity_id else value
