"""The skills of a robot in a home: legs and eyes by the explorer, hands by whoever serves them; and what doing
tasks needs of a robot, beyond what searching needs. A ROS node and a simulated home offer the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from embodied_memory.config import Config
from embodied_memory.event import ROBOT
from embodied_memory.evidence import Answer, RememberedObject, RetrievalResult
from embodied_memory.geometry.pose import Point
from embodied_memory.language.advisor import Advisor
from embodied_memory.memory.belief.names.entity_kinds import stays_put
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.memory.spatial.room_votes import is_room
from embodied_memory.planning.body import Body
from embodied_memory.planning.exploring.decision import describe
from embodied_memory.planning.exploring.explorer import LOOK_NS, Explorer, GoalOutcome, SearchStep
from embodied_memory.planning.exploring.frontier_choice import Likelihood
from embodied_memory.planning.exploring.goal_search import Task
from embodied_memory.planning.exploring.object_approach import footprint_of
from embodied_memory.planning.instruction import Goal
from embodied_memory.planning.skill_call import SkillCall, SkillKind, SkillResult
from embodied_memory.planning.tasks.known_things import KnownThings, is_open
from embodied_memory.planning.tasks.looking import Looking, look_into
from embodied_memory.planning.tasks.standing_rules import StandingRule
from embodied_memory.planning.tasks.task_goal import not_found
from embodied_memory.skill import Skill, SkillError, SkillName, SkillOutcome


class PointedBody:
    """Everything else is the body's own. What else the thing may be does not matter; where memory has lost it, those
    that fit the query are named.
    """

    def __init__(self, body: Body, object_id: str) -> None:
        self._body, self._object_id = body, object_id

    def retrieve(self, query: str) -> RetrievalResult:
        """See `Body`."""
        meant = [one for one in self._body.known_objects() if one.object_id == self._object_id]
        if not meant:
            return self._body.retrieve(query)
        return RetrievalResult(query, (), tuple(replace(one, match=1.0, labels=()) for one in meant))

    def report(self, *told: Any, **also: Any) -> None:
        """Going to a thing on the way is no goal of its own."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._body, name)


class RoomBody:
    """Everything else is the body's own. Nothing is named until memory knows something in the room."""

    def __init__(self, body: Body, room: str) -> None:
        self._body, self._room = body, room

    def retrieve(self, query: str) -> RetrievalResult:
        """See `Body`."""
        there = KnownThings(self._body.known_objects()).in_room(self._room)
        return RetrievalResult(query, (), tuple(replace(one, match=1.0) for one in there))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._body, name)


_HANDS = {
    SkillKind.PICK: SkillName.PICK,
    SkillKind.PLACE: SkillName.PLACE,
    SkillKind.OPEN: SkillName.OPEN,
    SkillKind.CLOSE: SkillName.CLOSE,
    SkillKind.SET_DEVICE_STATE: SkillName.SET_DEVICE_STATE,
    SkillKind.HANDOFF: SkillName.HANDOFF,
}

_THERE = Task(only_there=True)
_ARM_M, _IN_SIGHT_M, _STEPS_CLOSE = 0.7, 2.0, 10

OnStep = Callable[[SearchStep], None]


class RobotSkills:
    """A `SkillWorld`. on_step: hears every step of a search. outcomes: of all searches so far, in order.

    advisor: for the policy `language` of searches.
    """

    def __init__(
        self,
        config: Config,
        body: TaskBody,
        likelihood: Likelihood,
        on_step: OnStep,
        advisor: Advisor | None = None,
    ) -> None:
        self._config, self._body, self._likelihood, self._on_step = _with_hands(config), body, likelihood, on_step
        self._advisor = advisor
        self._explorer = Explorer(self._config, body, likelihood, advisor)
        self._looking = Looking(self._config, body, self._approach, self._go_in_sight)
        self._opened = ""
        self.outcomes: list[GoalOutcome] = []

    def things(self) -> KnownThings:
        """What memory knows now."""
        return KnownThings(self._body.known_objects())

    def execute(self, call: SkillCall) -> SkillResult:
        """See `SkillWorld`. Raises BodyError if the robot cannot go on at all."""
        if call.kind is SkillKind.EXPLORE:
            return self._look_for(call.arguments[0])
        if call.kind is SkillKind.NAVIGATE:
            return self._go_to(call.arguments[0])
        if call.kind is SkillKind.LOOK:
            return self._look_at(*call.arguments)
        if call.kind in _HANDS:
            return self._use_hands(call)
        if call.kind is SkillKind.WAIT:
            self._body.look()
            return SkillResult(True, "The robot looked around.")
        return SkillResult(False, f"{call.kind.value} is no skill of the body.")

    def _look_for(self, words: str) -> SkillResult:
        """First in what was opened last, then everywhere."""
        opened, self._opened = self._opened, ""
        container = self.things().get(opened)
        if container is not None:
            radius_m, since_ns = self._config.frontier.robot_radius_m, self._body.look().stamp_ns - LOOK_NS
            if look_into(self._body, container, radius_m, lambda: self._is_seen(words, since_ns)):
                return SkillResult(True, f"Found {words} in {describe(container)}.")
        (outcome,) = self._explorer_for(words).search_all((Goal(words),), self._on_step) or (None,)
        if outcome is None:
            return SkillResult(False, "It was canceled.")
        self.outcomes.append(outcome)
        if outcome.found and outcome.target is not None:
            found_id = outcome.target.object_id
            return SkillResult(True, f"Found {describe(outcome.target)}: {found_id}.", found_id)
        return SkillResult(False, not_found(words, outcome.message))

    def _explorer_for(self, words: str) -> Explorer:
        """A room is found once something that stands there is."""
        if not is_room(words):
            return self._explorer
        return Explorer(self._config, RoomBody(self._body, words.lower()), self._likelihood, self._advisor)

    def _is_seen(self, words: str, since_ns: int) -> bool:
        fitting = (one for one in self._body.retrieve(words).objects if one.match >= self._config.explorer.good_match)
        return any(one.last_seen_ns >= since_ns for one in fitting)

    def _go_to(self, object_id: str) -> SkillResult:
        """As far as one gets to look at a thing from close by."""
        thing = self.things().get(object_id)
        if thing is None:
            return SkillResult(False, f"Memory knows nothing called {object_id}.")
        return self._approach(thing)

    def _look_at(self, what: str, words: str = "") -> SkillResult:
        """what: a thing by its id, or a room by its name; words: for what may be in the thing."""
        thing = self.things().get(what)
        if thing is not None:
            return self._looking.at(thing, words)
        if self.things().in_room(what.lower()):
            return self._looking.over(what.lower())
        return SkillResult(False, f"Memory knows nothing called {what}.")

    def _go_in_sight(self, thing: RememberedObject) -> SkillResult:
        self._explorer_to(thing, _IN_SIGHT_M).search_all((Goal(describe(thing)),), self._on_step, _THERE)
        return SkillResult(True, "")

    def _approach(self, thing: RememberedObject) -> SkillResult:
        """To where hands reach it."""
        words = describe(thing)
        outcome = self._drive_to(thing)
        if outcome is None:
            return SkillResult(False, "It was canceled.")
        if outcome.found or (stays_put(thing.category) and self._is_close_to(thing)):
            self._opened = thing.object_id if is_open(thing) else self._opened
            return SkillResult(True, f"The robot is at {words}.")
        return SkillResult(False, f"The robot did not get to {words}: {outcome.message}.")

    def _drive_to(self, thing: RememberedObject) -> GoalOutcome | None:
        """None if it was canceled."""
        searched = self._explorer_to(thing).search_all((Goal(describe(thing)),), self._on_step, _THERE)
        if not searched:
            return None
        (outcome,) = searched
        is_it = outcome.target is not None and outcome.target.object_id == thing.object_id
        return replace(outcome, found=outcome.found and is_it)

    def _is_close_to(self, thing: RememberedObject) -> bool:
        """Whether it stands close enough though it did not see the thing again: somebody may stand before it."""
        here = self._body.pose()
        return footprint_of(thing).distance((here.x, here.y)) <= self._config.explorer.success_distance_m

    def _explorer_to(self, thing: RememberedObject, within_m: float = 0.0) -> Explorer:
        """That goes to just this thing; within_m: another distance than that from which one looks, in a few steps."""
        explorer = self._config.explorer
        if within_m:
            explorer = replace(explorer, success_distance_m=within_m, max_steps_per_goal=_STEPS_CLOSE)
        config = replace(self._config, explorer=explorer)
        return Explorer(config, PointedBody(self._body, thing.object_id), self._likelihood, self._advisor)

    def _use_hands(self, call: SkillCall) -> SkillResult:
        target_id = call.arguments[2] if call.kind is SkillKind.PLACE else call.arguments[0]
        thing = self.things().get(target_id)
        if thing is None:
            return SkillResult(False, f"Memory knows nothing called {target_id}.")
        outcome = self._body.execute(_skill(call, thing))
        outer, failed_from = self.things().container_of(thing) or thing, list[Point]()
        for target, within_m in ((outer, _ARM_M), (thing, 0.0), (outer, 0.0)):
            if outcome.error is SkillError.TOO_FAR:
                self._come_closer(target, within_m, tuple(failed_from))
                outcome = self._body.execute(_skill(call, thing))
                failed_from.append((self._body.pose().x, self._body.pose().y))
        self._body.look()
        self._opened = thing.object_id if call.kind is SkillKind.OPEN else ""
        return SkillResult(outcome.succeeded, outcome.message)

    def _come_closer(self, target: RememberedObject, within_m: float, failed_from: tuple[Point, ...]) -> None:
        """Nearer, or to another side than those from which it was of no use: an open door may be between."""
        task = replace(_THERE, not_from=failed_from)
        self._explorer_to(target, within_m).search_all((Goal(describe(target)),), self._on_step, task)


def _with_hands(config: Config) -> Config:
    """As near as for a look, where there is room for it; else as far as hands reach."""
    explorer = config.explorer
    margin_m = explorer.stop_margin_m + explorer.hand_reach_m - explorer.success_distance_m
    return replace(
        config, explorer=replace(explorer, success_distance_m=explorer.hand_reach_m, stop_margin_m=margin_m)
    )


def _skill(call: SkillCall, thing: RememberedObject) -> Skill:
    """For the world, which has ids of its own: with what the target is and where memory has it."""
    relation = call.arguments[1] if call.kind is SkillKind.PLACE else ""
    setting, value = call.arguments[1:3] if call.kind is SkillKind.SET_DEVICE_STATE else ("", "")
    return Skill(_HANDS[call.kind], ROBOT, thing.object_id, relation, setting, value, thing.category, thing.position)


class TaskMemory(Protocol):
    """What was seen, what people told and what was believed, as far as tasks ask for it."""

    def retrieve(self, query: str) -> RetrievalResult:
        """See `Body`."""

    def answer(self, question: str) -> Answer:
        """Raises BodyError if memory does not answer."""

    def recall_personal(self, query: str, person: str) -> tuple[PersonalRecollection, ...]:
        """What a person may mean by words, likeliest first. Raises BodyError if memory does not answer."""

    def standing_rules(self) -> tuple[StandingRule, ...]:
        """What people told the robot always or never to do. Raises BodyError if memory does not answer."""


class TaskSenses(TaskMemory, Protocol):
    """What a task asks on its way: memory, and whether somebody wants it to stop."""

    def canceled(self) -> bool:
        """See `Body`."""


class TaskBody(Body, TaskMemory, Protocol):
    """Senses, legs, hands and memory."""

    def execute(self, skill: Skill) -> SkillOutcome:
        """Use the hands. Raises BodyError if nobody serves them."""

    def report_end(self, instruction: str, speaker: str, text: str, succeeded: bool, trace: str) -> None:
        """Let memory know how an instruction ended, and what was done step by step."""
