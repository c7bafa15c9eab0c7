"""How far a task is: which deed is next, what is in the hand, what was opened, what failed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from embodied_memory.evidence import RememberedObject
from embodied_memory.planning.skills.skill_call import SkillCall, SkillKind
from embodied_memory.planning.tasks.standing_rules import StandingRule
from embodied_memory.planning.tasks.task_goal import TaskGoal


@dataclass(frozen=True)
class Failure:
    """A call that could not be done, and why."""

    call: SkillCall
    text: str


@dataclass
class TaskState:
    """Of one instruction.

    thing, place: what the present goal's words mean, None while that is not known; words: to look for it by.
    is_sought: whether it was looked for everywhere and found. room: to look around in next, in a home that shows
    itself room by room; undescribed: id of what has to be described first. beside: id of what it is put next to;
    places: what the words for the place fit besides it, the best first.
    hint, hint_words: where the thing is believed to be though it was not seen there, and whether it was looked for
    there already. near: id of what the robot went to last; held: id of what it holds; opened: ids of the containers
    that it opened. found_as: ids of what was found, by the words that it was looked for by. missed: until when things
    were last seen that were not there any more, by id. objections: how often the critic said a thing about the
    present goal. never_found: the words of a thing that was looked for everywhere. rules: that people gave the robot
    for good. notes: what people should know of how a goal was reached.
    """

    goals: tuple[TaskGoal, ...]
    speaker: str
    index: int = 0
    thing: RememberedObject | None = None
    place: RememberedObject | None = None
    hint: RememberedObject | None = None
    hint_words: str = ""
    is_hint_used: bool = False
    is_sought: bool = False
    words: str = ""
    room: str = ""
    undescribed: str = ""
    beside: str = ""
    places: list[RememberedObject] = field(default_factory=list)
    near: str = ""
    held: str = ""
    opened: list[str] = field(default_factory=list)
    missed: dict[str, int] = field(default_factory=dict)
    found_as: dict[str, str] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    objections: Counter[str] = field(default_factory=Counter)
    reasons: list[str] = field(default_factory=list)
    reached: list[TaskGoal] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    never_found: str = ""
    rules: tuple[StandingRule, ...] = ()

    @property
    def goal(self) -> TaskGoal | None:
        """The present one; None when all have been taken up."""
        return self.goals[self.index] if self.index < len(self.goals) else None

    def reach(self) -> None:
        """The present goal is done."""
        assert self.goal is not None
        self.reached.append(self.goal)
        self._next()

    def give_up(self, reason: str) -> None:
        """The present goal cannot be done."""
        self.reasons.append(reason)
        self._next()

    def miss(self, thing: RememberedObject) -> None:
        """It is not where memory has it: it has to be looked for."""
        self.missed[thing.object_id] = thing.last_seen_ns
        self.thing = None if self.thing and self.thing.object_id == thing.object_id else self.thing
        if self.place is not None and self.place.object_id == thing.object_id and not self.takes_next_place():
            self.place = None

    def takes_next_place(self) -> bool:
        """Whether there is another place that the words fit; it is the place from now on."""
        self.place = self.places.pop(0) if self.places else None
        return self.place is not None

    def found_it(self) -> None:
        """It was looked for and seen: memory knows by now what is meant, and nobody's word is needed for it."""
        self.thing = self.hint = None
        self.hint_words, self.is_hint_used = "", True

    def is_missed(self, thing: RememberedObject) -> bool:
        """Whether it was looked for in vain, and not seen since."""
        return self.missed.get(thing.object_id, -1) >= thing.last_seen_ns

    def times_failed(self, call: SkillCall) -> int:
        """How often this call failed since the present goal was begun."""
        return sum(failure.call == call for failure in self.failures)

    def was_opened(self, object_id: str) -> bool:
        """Whether the robot opened it, or tried and could not: then it may be no container at all."""
        return object_id in self.opened or self.times_failed(SkillCall(SkillKind.OPEN, (object_id,))) > 0

    def _next(self) -> None:
        self.index += 1
        self.thing = self.place = self.hint = None
        self.words = self.hint_words = self.room = self.undescribed = self.beside = ""
        self.places.clear()
        self.is_hint_used = self.is_sought = False
        self.failures.clear()
        self.objections.clear()
