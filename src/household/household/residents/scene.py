"""What a script works with: the stage, the people, the home, words, and what is open between them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from household.entity import Entity
from household.home import ROBOT_ID
from household.residents.acts import Meaning, Say, Spend, Step
from household.residents.beat import Beat
from household.residents.home_map import HomeMap
from household.residents.language_cast import LanguageCast
from household.residents.notes import DayNotes
from household.residents.phrasebook import phrasebook
from household.residents.requests import Requests
from household.residents.resident import Preference, Resident
from household.residents.spoken import place_words, the, thing_words
from household.residents.stage import Stage
from household.world import World


@dataclass(frozen=True)
class Promise:
    """Something that somebody said they would do. by: who does it ("robot" reminds), to: for whom."""

    by: str
    to: str
    task: str
    done: str
    due_ns: int
    beat: Beat


class Scene:
    """Everything that actors can get at. `add_beat` gives an actor something more to do."""

    def __init__(
        self, stage: Stage, residents: tuple[Resident, ...], rng: random.Random, add_beat: Callable[[Beat], None]
    ) -> None:
        self.stage, self.rng, self.add_beat = stage, rng, add_beat
        self.residents = {resident.name: resident for resident in residents}
        self.map = HomeMap(stage.world)
        self.notes = DayNotes()
        self.promises: list[Promise] = []
        self.wishes: dict[tuple[str, str, str], Preference] = {
            (r.name, p.entity_id, p.activity): p for r in residents for p in r.preferences
        }
        self.requests: Requests | None = None
        """What people want of a robot that is not acted; None if it is."""
        self.cast: LanguageCast | None = None
        """A language model that plays the people; None: rules do."""
        self.is_robot_called: Callable[[], bool] = lambda: False
        self._tasks: list[str] = []

    @property
    def world(self) -> World:
        """The world as it is."""
        return self.stage.world

    @property
    def now_ns(self) -> int:
        """The time."""
        return self.stage.now_ns

    def room_of(self, actor: str) -> str:
        """The id of the room that an actor is in."""
        return self.stage.room_of(actor)

    def is_home(self, actor: str) -> bool:
        """Whether an actor is at home."""
        return actor not in self.stage.away

    def calls(self, name: str) -> str:
        """How an actor is addressed."""
        return "Robot" if name == ROBOT_ID else name

    def say(self, section: str, meaning: Meaning, speaker: str = "", **words: str) -> Step:
        """A sentence of the phrasebook, said aloud by the actor, or by another who was asked."""
        text = phrasebook("sayings").say(self.rng, section, **words)
        return Step(Say(text, meaning, speaker), self.rng.uniform(4, 12))

    def spend(self, who: str, activity: str, place: Entity | None, things: tuple[str, ...], minutes: float) -> Step:
        """Time with an activity."""
        where = f"at {place_words(self.world, f'on {place.entity_id}')[3:]}" if place else "here"
        text = phrasebook("activities").say(self.rng, activity, who=who, place=where)
        used = next((the(self.world[i]) for i in things if self.world[i].movable), "")
        if used:
            text = f"{text[:-1]} with {used}."
        ids = (*((place.entity_id,) if place else ()), *things)
        meaning = Meaning("activity", activity, value=place.entity_id if place else "", person=who)
        return Step(Spend(text, meaning, ids), minutes * 60 * self.rng.uniform(0.7, 1.3))

    def about(self, thing: Entity, location: str) -> dict[str, str]:
        """Words for a sentence about where a thing is."""
        return {**thing_words(thing), "place": place_words(self.world, location, with_room=True)}

    def draw_task(self) -> tuple[str, str]:
        """A task and how one says that it is done; each comes once before any comes again."""
        if not self._tasks:
            self._tasks = list(phrasebook("tasks").variants("tasks"))
            self.rng.shuffle(self._tasks)
        return task_forms(self._tasks.pop())

    def find_task(self, task: str) -> tuple[str, str]:
        """The forms of a given task; "?" draws one."""
        if task == "?":
            return self.draw_task()
        lines = phrasebook("tasks").variants("tasks")
        return next((forms for forms in map(task_forms, lines) if forms[0] == task), (task, f"done it: {task}"))


def task_forms(line: str) -> tuple[str, str]:
    """Base form and participle of a line of the task file."""
    base, _, done = line.partition("|")
    return base.strip(), done.strip()
