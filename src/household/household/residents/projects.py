"""Projects: themes of a text file, cast with people and things of a home (WorldLines, sections 3.2 and 10)."""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from household.residents.beat import Beat, MemoryTarget, ProjectType
from household.residents.home_map import HomeMap
from household.residents.phrasebook import TEXTS
from household.residents.scripts import SCRIPTS
from household.residents.spoken import DAY_NS, HOUR_NS

_CAST_WORDS = frozenset({"thing", "device", "to", "source"})
"""Words of a beat whose values may be roles."""


@dataclass(frozen=True)
class ThemeBeat:
    """A line of a theme: on which day of the project, at which hour, who does what."""

    day: int
    hour: float
    who: str
    script: str
    target: MemoryTarget
    words: Mapping[str, str]


@dataclass
class Theme:
    """A thread of life before it is cast. needs: categories by role."""

    kind: ProjectType
    title: str
    needs: dict[str, tuple[str, ...]] = field(default_factory=dict)
    beats: list[ThemeBeat] = field(default_factory=list)


@dataclass(frozen=True)
class Project:
    """A theme with people and things. first_ns: midnight of its first day; days: how long it lasts."""

    name: str
    theme: Theme
    people: Mapping[str, str]
    things: Mapping[str, str]
    first_ns: int

    @property
    def days(self) -> int:
        """How many days it lasts."""
        return max(beat.day for beat in self.theme.beats) + 1

    def beats_on(self, day_ns: int) -> Iterator[Beat]:
        """What it wants to happen on the day that begins at day_ns."""
        for line in self.theme.beats:
            if self.first_ns + line.day * DAY_NS == day_ns:
                yield self._cast(line, day_ns)

    def _cast(self, line: ThemeBeat, day_ns: int) -> Beat:
        words = {k: self._filled(v) if k in _CAST_WORDS else v for k, v in line.words.items() if k != "due"}
        due_ns = _due(line.words["due"], self.first_ns) if "due" in line.words else 0
        stamp_ns = day_ns + int(line.hour * HOUR_NS)
        return Beat(stamp_ns, self.people[line.who], line.script, self.name, line.target, words, due_ns)

    def _filled(self, value: str) -> str:
        relation, colon, role = value.partition(":")
        if colon:
            return f"{relation}:{self.things.get(role, role)}"
        return self.things.get(value, self.people.get(value, value))


def cast_project(
    theme: Theme, home_map: HomeMap, names: tuple[str, ...], rng: random.Random, first_ns: int, number: int
) -> Project | None:
    """The theme with two of the people, and things that the home has; None if it lacks some."""
    first, second = rng.sample(names, 2)
    things: dict[str, str] = {}
    for role, categories in theme.needs.items():
        fitting = [e.entity_id for c in categories for e in home_map.world.find(c) if home_map.is_unique(e.entity_id)]
        free = [entity_id for entity_id in fitting if entity_id not in things.values()]
        if not free:
            return None
        things[role] = rng.choice(free)
    people = {"first": first, "second": second, "cook": first, "robot": "robot"}
    return Project(f"{theme.kind.value} {number}", theme, people, things, first_ns)


@cache
def themes() -> tuple[Theme, ...]:
    """All themes of the text file. ValueError names a line that cannot be understood."""
    found: list[Theme] = []
    for line in (TEXTS / "projects.txt").read_text(encoding="utf-8").splitlines():
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if not line.startswith(" "):
            kind, _, title = text.partition(":")
            found.append(Theme(ProjectType(kind), title.strip()))
        elif text.startswith("need "):
            role, _, categories = text[len("need ") :].partition("=")
            found[-1].needs[role.strip()] = tuple(category.strip() for category in categories.split("|"))
        else:
            found[-1].beats.append(_beat_of(text))
    return tuple(found)


def _beat_of(text: str) -> ThemeBeat:
    day, hour, who, script, target, *words = shlex.split(text)
    pairs = dict(word.split("=", 1) for word in words)
    if script not in SCRIPTS:
        raise ValueError(f'projects.txt: there is no script "{script}": {text}')
    return ThemeBeat(int(day), _hours(hour), who, script, MemoryTarget(target), pairs)


def _hours(clock: str) -> float:
    hour, _, minute = clock.partition(":")
    return int(hour) + int(minute) / 60


def _due(text: str, first_ns: int) -> int:
    """A time such as "1@17:00": hour 17 of the project's second day."""
    day, _, clock = text.partition("@")
    return first_ns + int(day) * DAY_NS + int(_hours(clock) * HOUR_NS)
