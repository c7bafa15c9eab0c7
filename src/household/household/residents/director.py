"""The director: what shall happen on a day, from habits, active projects, the state and yesterday's notes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from household.home import ROBOT_ID
from household.residents.beat import Beat, MemoryTarget
from household.residents.notes import DayNotes
from household.residents.projects import Project, cast_project, themes
from household.residents.request_plan import plan_requests
from household.residents.resident import Resident
from household.residents.robot_plan import plan_robot
from household.residents.routines import ROUTINES
from household.residents.scene import Scene
from household.residents.spoken import DAY_NS, HOUR_NS, moment
from household.residents.talk_plan import plan_talk

_ACTIVE_PROJECTS = 5
_LATE_NS = 3 * HOUR_NS
"""A beat that is so late is dropped."""


class Director:
    """Plans one day after the other. Times are the household's clock, which is UTC."""

    def __init__(self, scene: Scene, first_ns: int, looks_per_hour: float) -> None:
        self._scene, self._first_ns, self._looks_per_hour = scene, first_ns, looks_per_hour
        self._projects: list[Project] = []
        self._count = 0
        self._deck: list[int] = []

    def plan_day(self, day: int, notes: DayNotes, rng: random.Random) -> list[Beat]:
        """The beats of a day, in order of time."""
        day_ns = self._first_ns + day * DAY_NS
        self._start_projects(day_ns, rng)
        away = {name: _hours_away(resident, day_ns) for name, resident in self._scene.residents.items()}
        beats = [beat for r in self._scene.residents.values() for beat in _routine_beats(r, day_ns, rng)]
        threads = [beat for project in self._projects for beat in project.beats_on(day_ns)]
        threads += plan_talk(self._scene, day, day_ns, notes, rng)
        if self._scene.requests is not None:
            threads += plan_requests(self._scene, day_ns, random.Random(f"{rng.random()} requests"))
        beats += [_when_home(beat, away[beat.actor], rng) for beat in threads]
        beats += plan_robot(self._scene, day, day_ns, self._looks_per_hour, rng)
        return sorted(beats, key=lambda beat: beat.stamp_ns)

    def _start_projects(self, day_ns: int, rng: random.Random) -> None:
        """End what is over, and begin new ones of the types that were least of late."""
        self._projects = [p for p in self._projects if day_ns < p.first_ns + p.days * DAY_NS]
        for _ in range(len(themes())):
            if len(self._projects) >= _ACTIVE_PROJECTS:
                return
            if not self._deck:
                self._deck = rng.sample(range(len(themes())), len(themes()))
            names = tuple(self._scene.residents)
            theme = themes()[self._deck.pop()]
            project = cast_project(theme, self._scene.map, names, rng, day_ns, self._count)
            if project is not None:
                self._projects.append(project)
                self._count += 1


def _routine_beats(resident: Resident, day_ns: int, rng: random.Random) -> Iterator[Beat]:
    project = f"household_routine of {resident.name}"
    for habit in resident.habits_on(moment(day_ns).weekday()):
        if rng.random() > habit.chance and habit.activity in ROUTINES:
            continue
        stamp_ns = day_ns + int((habit.hour + rng.gauss(0, habit.spread_h)) * HOUR_NS)
        script = "use" if habit.activity in ROUTINES else habit.activity.replace("wake up", "wake")
        words = {"activity": habit.activity}
        target = MemoryTarget.ROUTINE
        latest_ns = stamp_ns + _LATE_NS if script == "use" else 0
        yield Beat(stamp_ns, resident.name, script, project, target, words, latest_ns=latest_ns)


def _hours_away(resident: Resident, day_ns: int) -> tuple[float, float]:
    """(hour of leaving, hour of coming home); the same twice if the person stays at home."""
    hours = {habit.activity: habit.hour for habit in resident.habits_on(moment(day_ns).weekday())}
    return hours.get("leave", 0.0), hours.get("come home", 0.0)


def _when_home(beat: Beat, away: tuple[float, float], rng: random.Random) -> Beat:
    """The beat a little earlier or later, and after the person has come home."""
    if beat.actor == ROBOT_ID:
        return beat
    stamp_ns = beat.stamp_ns + int(rng.uniform(-0.15, 0.15) * HOUR_NS)
    hour = stamp_ns % DAY_NS / HOUR_NS
    if away[0] - 0.4 <= hour <= away[1] + 0.2:
        stamp_ns += int((away[1] + rng.uniform(0.25, 1.5) - hour) * HOUR_NS)
    latest_ns = stamp_ns + _LATE_NS
    due_ns = max(beat.due_ns, stamp_ns + HOUR_NS) if beat.due_ns else 0
    return replace(beat, stamp_ns=stamp_ns, latest_ns=latest_ns, due_ns=due_ns)
