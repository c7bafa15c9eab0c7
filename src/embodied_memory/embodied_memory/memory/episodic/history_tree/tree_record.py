"""What goes into the history tree: one record of the event log, and the goals it was part of."""

from __future__ import annotations

from dataclasses import dataclass

from embodied_memory.event import ROBOT, Event, EventKind, tells_of_a_look
from embodied_memory.memory.log.event_log import INSTANT

GoalStack = tuple[str, ...]
"""What the robot is at, the outermost first: an instruction, its goal, the skill invoked for it."""

_DEEPEST = 8
_STARTED = {
    EventKind.INSTRUCTION_STARTED: EventKind.INSTRUCTION_ENDED,
    EventKind.GOAL_STARTED: EventKind.GOAL_ENDED,
    EventKind.SKILL_STARTED: EventKind.SKILL_ENDED,
}


@dataclass(frozen=True)
class TreeRecord:
    """A record as the tree takes it. kind: that of the log; people: everyone in it but the robot.

    object_ids: memory's ids, or a category followed by a number; goals: see GoalStack; has_detail: there is a raw
    observation (sightings, a thumbnail) behind it that can be forgotten before the record is. interest: how much
    more it says than others of its kind (`UseStore.interest`).
    """

    record_id: int
    stamp_ns: int
    kind: str
    text: str
    place: str = ""
    actor: str = ""
    object_ids: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    goals: GoalStack = ()
    succeeded: bool | None = None
    has_detail: bool = False
    interest: int = 0

    @property
    def is_view(self) -> bool:
        """Whether it only tells what was seen: an instant, or the end of a look of the robot."""
        return self.kind == INSTANT or tells_of_a_look(self.kind, self.text)


def record_of_event(record_id: int, event: Event, goals: GoalStack = (), robot: str = ROBOT) -> TreeRecord:
    """An event as a record of the tree. robot: the name under which the robot acts and observes."""
    moved = [change.entity_id for change in event.changes] if event.kind is EventKind.PERSON_MOVED else []
    people = dict.fromkeys(name for name in (event.actor, *moved) if name and name != robot)
    objects = tuple(name for name in event.object_ids if name not in people)
    return TreeRecord(
        record_id, event.stamp_ns, event.kind.value, event.text, event.place, event.actor, objects,
        tuple(people), goals, event.succeeded,
    )  # fmt: skip


class GoalTracker:
    """The robot's goal stack, followed through its events (H2-EMV, section 4.2.2: the skill invocation stack)."""

    def __init__(self, robot: str = ROBOT) -> None:
        self._robot = robot
        self._open: list[tuple[str, str]] = []

    @property
    def goals(self) -> GoalStack:
        """What the robot is at now."""
        return tuple(text for _, text in self._open)

    def follow(self, event: Event) -> GoalStack:
        """The stack that this event belongs to: starts and ends are part of what they start and end."""
        if event.actor != self._robot:
            return self.goals
        if event.kind in _STARTED:
            self._open = [*self._open[: _DEEPEST - 1], (_STARTED[event.kind].value, event.text)]
            return self.goals
        before = self.goals
        kinds = [kind for kind, _ in self._open]
        if event.kind.value in kinds:
            # What was begun within it and never reported as ended is over with it.
            depth = len(kinds) - 1 - kinds[::-1].index(event.kind.value)
            self._open = self._open[:depth]
            return before[: depth + 1]
        return before


def category_of(object_id: str) -> str:
    """The word for an object: "coffee mug" for coffee_mug_2."""
    name, _, number = object_id.rpartition("_")
    return (name if name and number.isdigit() else object_id).replace("_", " ")
