"""What a person's own arrangement asks for: "set up my reading corner" as it was told or done before (MEMENTO)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from embodied_memory.memory.personal.knowledge import UserPattern
from embodied_memory.memory.personal.personal_memory import PersonalMemory
from embodied_memory.memory.personal.things_meant import SURE
from embodied_memory.planning.placing.home_words import HomeWords
from embodied_memory.planning.placing.placement_goal import PlacementGoal, Relation
from embodied_memory.planning.placing.recalled_goals import goals_of, rivals_of
from embodied_memory.planning.skills.known_home import RememberedHome
from embodied_memory.planning.task_report import Ambiguity
from embodied_memory.planning.tasks.known_things import KnownThings
from embodied_memory.planning.tasks.task_body import TaskMemory
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal


@dataclass(frozen=True)
class Arrangement:
    """goals: what to put where; ambiguity: two arrangements may be meant; unknown: words that mean nothing yet."""

    goals: tuple[TaskGoal, ...] = ()
    ambiguity: Ambiguity | None = None
    unknown: str = ""


def arranged(
    goals: tuple[TaskGoal, ...],
    speaker: str,
    memory: TaskMemory,
    things: KnownThings,
    may_tell: Callable[[str], bool] = lambda person: True,
) -> Arrangement:
    """The goals with every arrangement taken apart. may_tell: whose arrangements count.

    Raises BodyError if memory does not answer.
    """
    taken_apart: list[TaskGoal] = []
    home = HomeWords.of(RememberedHome(things.all))
    for goal in goals:
        if goal.deed is not Deed.ARRANGE:
            taken_apart.append(goal)
            continue
        told_by_anybody = memory.recall_personal(goal.words, speaker)
        recalled = [one for one in told_by_anybody if one.score >= SURE and may_tell(one.memory.person)]
        meant = rivals_of(recalled[0], recalled, lambda one: _placings(one, home)) if recalled else []
        told = {one.text: placings for one in meant if (placings := _placings(one, home))}
        if not told:
            return Arrangement(unknown=goal.thing)
        if len(told) > 1:
            return Arrangement(ambiguity=Ambiguity(goal.thing, tuple(told)))
        taken_apart += next(iter(told.values()))
    return Arrangement(tuple(taken_apart))


def _placings(memory: PersonalMemory, home: HomeWords) -> tuple[TaskGoal, ...]:
    """As it was done or asked for; if it was only told, everything that was named to the place that was."""
    asked = tuple(map(as_deed, goals_of(memory, home)))
    if asked:
        return asked
    told = [one for one in memory.knowledge if isinstance(one, UserPattern) and one.places]
    return tuple(
        TaskGoal(Deed.PLACE, thing, " in the ".join(one.places[:2]), words=thing)
        for one in told
        for thing in one.objects
    )


def as_deed(goal: PlacementGoal) -> TaskGoal:
    """What is to be put where, as one deed among others."""
    relation = "in" if goal.relation is Relation.WITHIN else "on"
    return TaskGoal(Deed.PLACE, goal.thing.looks, goal.place.text, relation, words=goal.thing.text)
