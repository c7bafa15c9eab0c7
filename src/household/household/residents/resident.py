"""A person of the household: habits, preferences and what is theirs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

WEEKDAYS = frozenset(range(5))
WEEKEND = frozenset((5, 6))
EVERY_DAY = WEEKDAYS | WEEKEND
"""Days of the week, 0 is Monday."""


@dataclass(frozen=True)
class Habit:
    """Something done again and again. hour: of the day (UTC), 0 to 24; spread_h: standard deviation, hours.

    days: of the week, on which it is done; chance: on such a day.
    """

    activity: str
    hour: float
    days: frozenset[int] = EVERY_DAY
    spread_h: float = 0.15
    chance: float = 0.95


@dataclass(frozen=True)
class Preference:
    """What a person likes. topic: "favourite" (a thing), "setting" (of a device, during an activity) or "belongs".

    value: the setting's value, or the location ("on dresser_21") where the thing belongs; else "".
    """

    topic: str
    entity_id: str
    attribute: str = ""
    value: str = ""
    activity: str = ""


@dataclass(frozen=True)
class Resident:
    """name: also the entity id of the person. belongings: by role ("mug", "keys", ...), entity ids."""

    name: str
    bed_id: str
    habits: tuple[Habit, ...]
    preferences: tuple[Preference, ...] = ()
    belongings: Mapping[str, str] = field(default_factory=dict)

    def habits_on(self, weekday: int) -> tuple[Habit, ...]:
        """What the person usually does on that day of the week (0 is Monday)."""
        return tuple(habit for habit in self.habits if weekday in habit.days)

    def preference(self, topic: str, activity: str = "", entity_id: str = "") -> Preference | None:
        """The first preference of that topic that fits."""
        fitting = (p for p in self.preferences if p.topic == topic and activity in ("", p.activity))
        return next((p for p in fitting if entity_id in ("", p.entity_id)), None)
