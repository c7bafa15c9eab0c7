"""A life to remember: days of a household from a seed (WorldLines, sections 3.2 and 3.3)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from embodied_memory.skill import SkillError, SkillOutcome
from household.generation import generate_home
from household.home import ROBOT_ID, Home
from household.residents.acts import Act, Say
from household.residents.answering_robot import react
from household.residents.beat import Beat
from household.residents.director import Director
from household.residents.draw_residents import draw_residents
from household.residents.home_map import HomeMap
from household.residents.language_cast import LanguageCast
from household.residents.notes import DayNotes, Unresolved
from household.residents.played_by_language import in_own_words
from household.residents.requests import Requests
from household.residents.resident import Resident
from household.residents.scene import Scene
from household.residents.scripts import SCRIPTS, SCRIPTS_WITH_ROBOT
from household.residents.spoken import DAY_NS, HOUR_NS, location_of
from household.residents.stage import Stage
from household.residents.standing_grid import StandingGrid
from household.residents.timeline import Timeline
from household.residents.trace import FIRST_DAY_NS, TraceRecord
from household.residents.trace_truth import TraceTruth

_DAWN_NS = 4 * HOUR_NS
"""A day's plan is made when everybody sleeps."""


def generate_trace(
    seed: int, days: int, start_ns: int = FIRST_DAY_NS, looks_per_hour: float = 8.0,
    truth: TraceTruth | None = None, home: Home | None = None,
) -> Iterator[TraceRecord]:  # fmt: skip
    """Records of the life of a household, in order of time, as they happen: memory does not grow with the days.

    start_ns: midnight (UTC) of the first day. looks_per_hour: how often the robot reports what it sees while it
    stays in a room (8: some hundred events a day; 700: some 9,000). truth: an empty one, to be filled with what
    was really so. home: to live in; it is changed. None: the generated home of the seed.
    The same arguments give the same records. ValueError if there are no days, or start_ns is not midnight.
    """
    if days < 1 or start_ns % DAY_NS:
        raise ValueError(f"{days} days from {start_ns}: at least one day, and from midnight on")
    return Life(seed, start_ns, looks_per_hour, truth, home).records(days)


class Life:
    """A household that lives day after day: director, actors, executor, and notes from day to day.

    robot_is_acted: the robot is one of the actors; otherwise somebody else moves it, and what it would say and do is
    left to them. time_scale: how much faster people's clock goes than that of such a robot. grid: says where people
    stand. cast: a language model that plays them; None: rules do. asking: they have a robot that is not acted do
    things.
    """

    def __init__(
        self, seed: int, start_ns: int, looks_per_hour: float, truth: TraceTruth | None, home: Home | None,
        robot_is_acted: bool = True, grid: StandingGrid | None = None, time_scale: float = 1.0,
        cast: LanguageCast | None = None, asking: bool = True,
    ) -> None:  # fmt: skip
        self._seed, self._start_ns = seed, start_ns
        home = home or generate_home(seed)
        rng = random.Random(f"{seed} residents")
        residents = draw_residents(HomeMap(home.world), rng)
        move_in(home, residents)
        self.stage = Stage(grid or StandingGrid(home.world), residents, start_ns, truth, rng)
        actors = [ROBOT_ID] if robot_is_acted else []
        self._timelines = {name: Timeline() for name in (*actors, *(r.name for r in residents))}
        self._voices = {} if robot_is_acted else {r.name: Timeline() for r in residents}
        self._scripts = SCRIPTS if robot_is_acted or not asking else SCRIPTS_WITH_ROBOT
        self.scene = Scene(self.stage, residents, rng, self._add)
        self.scene.is_robot_called = lambda: self._timelines[ROBOT_ID].is_due(self.stage.now_ns)
        self.scene.requests = None if robot_is_acted or not asking else Requests(time_scale)
        self.scene.cast = cast
        self._director = Director(self.scene, start_ns, looks_per_hour)
        self._day, self._dawn_ns = 0, start_ns
        self._know_home(residents)

    def records(self, days: int) -> Iterator[TraceRecord]:
        """What happens until the dawn after the last day."""
        return self.live_until(self._start_ns + days * DAY_NS + _DAWN_NS)

    def live_until(self, end_ns: int) -> Iterator[TraceRecord]:
        """What happens from where life stands until before a time."""
        while self._dawn_ns < end_ns:
            yield from self._act_until(self._dawn_ns)
            self._plan_day()
        yield from self._act_until(end_ns)

    def hear_robot(self, text: str) -> None:
        """The robot said something just now; whoever it concerns and heard it replies, whatever else they do."""
        hearers = [name for name in self.stage.present(self.stage.room_of(ROBOT_ID)) if name in self._voices]
        beat = react(self.scene, hearers, text)
        if beat is not None:
            self._voices[beat.actor].add(beat)

    def _plan_day(self) -> None:
        """From what yesterday left."""
        if self._day:
            self._take_stock()
        notes, self.scene.notes = self.scene.notes, DayNotes()
        for beat in self._director.plan_day(self._day, notes, random.Random(f"{self._seed} day {self._day}")):
            self._add(beat)
        self._day += 1
        self._dawn_ns = self._start_ns + self._day * DAY_NS + _DAWN_NS

    def _add(self, beat: Beat) -> None:
        """Who is not acted has no timeline."""
        if beat.actor in self._timelines:
            self._timelines[beat.actor].add(beat)

    def _act_until(self, end_ns: int) -> Iterator[TraceRecord]:
        """Whoever is next does one step, until nobody has anything to do before the end."""
        while True:
            timeline = min((*self._voices.values(), *self._timelines.values()), key=lambda one: one.next_ns)
            if timeline.next_ns >= end_ns:
                return
            self.stage.now_ns = max(self.stage.now_ns, timeline.next_ns)
            self._turn(timeline)
            yield from self.stage.take_records()

    def _turn(self, timeline: Timeline) -> None:
        beat = timeline.next_beat()
        if beat is not None:
            if not beat.latest_ns or self.stage.now_ns <= beat.latest_ns:
                timeline.begin(beat, self._scripts[beat.script](self.scene, beat))
            return
        step = timeline.next_step()
        if step is not None and timeline.beat is not None:
            timeline.done(self.stage.now_ns, step, self._perform(timeline.beat, step.act))

    def _perform(self, beat: Beat, act: Act) -> SkillOutcome:
        """Nobody puts words into the mouth of a robot that is not acted."""
        if isinstance(act, Say) and act.speaker and act.speaker not in self._timelines:
            return SkillOutcome(True, SkillError.NONE, "")
        if isinstance(act, Say) and self.scene.cast is not None:
            act = in_own_words(self.scene.cast, self.scene, beat, act)
        return self.stage.perform(beat, act)

    def _take_stock(self) -> None:
        """Notes for the next day: what is on that should be off, and promises that came to nothing."""
        scene, now = self.scene, self.stage.now_ns
        scene.notes.devices_left_on = [
            e.entity_id
            for e in scene.world.entities.values()
            if e.settings.get("power") == "on" and e.category not in ("refrigerator", "thermostat")
        ]
        for late in [p for p in scene.promises if p.due_ns < now]:
            scene.promises.remove(late)
            scene.notes.unresolved.append(Unresolved(late.by, late.to, late.task))

    def _know_home(self, residents: tuple[Resident, ...]) -> None:
        """People know where their things are when the story begins; the robot has yet to look."""
        for entity in self.scene.world.entities.values():
            if entity.movable:
                for resident in residents:
                    known = self.stage.knowledge[resident.name]
                    known.see(entity.entity_id, "location", location_of(entity), self._start_ns)


def move_in(home: Home, residents: tuple[Resident, ...]) -> None:
    """Each person stands at their bed when the story begins."""
    grid = StandingGrid(home.world)
    for resident in residents:
        bed = home.world[resident.bed_id]
        spot = grid.nearest_free(bed.position[:2], home.world.room(bed.room_id)) or bed.position[:2]
        person = home.world.add_actor(resident.name, "person", *spot, bed.yaw)
        home.world.replace(replace(person, caption=resident.name))
