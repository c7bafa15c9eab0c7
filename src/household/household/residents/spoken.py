"""How people name things, places and times."""

from __future__ import annotations

from datetime import datetime, timezone

from household.entity import Entity, EntityKind
from household.world import World

HOUR_NS = 3_600_000_000_000
DAY_NS = 24 * HOUR_NS
OUTSIDE = "outside"
"""Where a person is who has left home."""

_PLURAL = ("keys", "shoes", "headphones", "scissors", "slippers")
_SETTING_WORDS = {"cups": "number of cups"}


def the(entity: Entity) -> str:
    """Such as "the red mug", "Anna" or "the green keys"."""
    if entity.kind is EntityKind.ACTOR and entity.category == "person":
        return entity.entity_id
    first, _, rest = entity.caption.partition(" ")
    return f"the {rest}" if rest and first in ("a", "an", "the") else f"the {entity.caption}"


def is_plural(entity: Entity) -> bool:
    """Whether one says "they are" of it."""
    return entity.category in _PLURAL


def room_name(room_id: str) -> str:
    """Such as "living room"."""
    return room_id.replace("_", " ")


def location_of(entity: Entity) -> str:
    """The location as events give it: "on table_2", "in drawer_3", "under bed_4", a room's name, "" while held."""
    if entity.parent_relation == "held":
        return ""
    if entity.parent_id:
        return f"{entity.parent_relation} {entity.parent_id}"
    return room_name(entity.room_id)


def place_words(world: World, location: str, with_room: bool = False) -> str:
    """A location in words: "on the brown table", "in the kitchen"; with_room: "... in the kitchen" as well."""
    relation, _, entity_id = location.partition(" ")
    support = world.get(entity_id) if relation in ("on", "in", "under") else None
    if support is None:
        return "outside" if location == OUTSIDE else f"in the {location}"
    room = f" in the {room_name(support.room_id)}" if with_room and support.room_id else ""
    return f"{relation} {the(support)}{room}"


def thing_words(entity: Entity) -> dict[str, str]:
    """What a sentence about a thing needs: {thing}, {is}, {it}, {was}."""
    plural = is_plural(entity)
    return {
        "thing": the(entity),
        "is": "are" if plural else "is",
        "was": "were" if plural else "was",
        "it": "them" if plural else "it",
    }


def setting_words(setting: str) -> str:
    """A setting as one speaks of it."""
    return _SETTING_WORDS.get(setting, setting)


def moment(stamp_ns: int) -> datetime:
    """The clock of the household, which is UTC."""
    return datetime.fromtimestamp(stamp_ns / 1e9, tz=timezone.utc)


def stamp_ns(text: str) -> int:
    """Of a date and time such as "2026-03-02T18:30"; UTC where no other zone is named. ValueError if it is none."""
    said = datetime.fromisoformat(text)
    return int((said if said.tzinfo else said.replace(tzinfo=timezone.utc)).timestamp()) * 1_000_000_000


def clock_words(stamp_ns: int) -> str:
    """Such as "17:30"."""
    return f"{moment(stamp_ns):%H:%M}"


def due_words(due_ns: int, now_ns: int) -> str:
    """Such as "at 17:30", "tomorrow at 09:00" or "on Friday at 18:00"."""
    days = due_ns // DAY_NS - now_ns // DAY_NS
    when = {0: "at", 1: "tomorrow at"}.get(days, f"on {moment(due_ns):%A} at")
    return f"{when} {clock_words(due_ns)}"
