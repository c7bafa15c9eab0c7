"""What a memory knows at the end of a run, judged with the truth of the home."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from embodied_memory import Memory
from embodied_memory.evidence import Answer, RememberedObject
from embodied_memory_tools.evaluation.erring_sensors.calibration import Claim
from embodied_memory_tools.report.run_summary import QuestionSummary, question_summary
from household.entity import EntityKind
from household.goals import JudgedGoal, goal_for, judge_where_is, where_is_questions
from household.home import Home

_ASSERTED = 0.5
_MOST_QUESTIONS = 40


@dataclass(frozen=True)
class MemoryCheck:
    """where_is: of the goals, as judged. claims: answers about anything in the home that claim to know. asked: how
    many there were. kept: things that memory asserts; visible: that it was shown.
    """

    where_is: tuple[QuestionSummary, ...]
    claims: tuple[Claim, ...]
    asked: int
    kept: int
    visible: int


def check_memory(
    home: Home,
    goals: Sequence[JudgedGoal],
    memory: Memory,
    visible: int,
    seed: int,
    left_out: Collection[str] = (),
) -> MemoryCheck:
    """Ask where each goal is, then where up to 40 things of the home are, drawn by the seed; left_out: entities of
    which nobody asks then.
    """
    things = [goal for goal in nameable_things(home) if not any(one in left_out for one in goal.entity_ids)]
    drawn = np.random.default_rng(seed).permutation(len(things))[:_MOST_QUESTIONS]
    answered = ask_where(home, [things[k] for k in sorted(drawn)], memory.answer)
    return MemoryCheck(
        tuple(ask_where(home, [_named(home, goal) for goal in goals], memory.answer)),
        tuple((one.certainty, one.correct is True) for one in answered if one.known),
        len(answered),
        len(asserted(memory.objects())),
        visible,
    )


def ask_where(home: Home, goals: Sequence[JudgedGoal], ask: Callable[[str], Answer]) -> list[QuestionSummary]:
    """Ask where each goal is and judge the answers."""
    questions = []
    for question in where_is_questions(home, goals):
        answer = ask(question.text)
        judgement = judge_where_is(home, question, answer.text, answer.positions, answer.room)
        questions.append(question_summary(answer, judgement.correct))
    return questions


def asserted(objects: Iterable[RememberedObject]) -> tuple[RememberedObject, ...]:
    """Those that memory takes to be there rather than not."""
    return tuple(one for one in objects if one.existence >= _ASSERTED)


def nameable_things(home: Home) -> list[JudgedGoal]:
    """All that a camera can see and a person would ask for: by category, and colour where there are several."""
    unnamed = (EntityKind.ROOM, EntityKind.DOOR, EntityKind.ACTOR)
    seen = [one for one in home.world.entities.values() if one.kind not in unnamed]
    goals = [goal_for(home, one) for one in seen if home.world.is_visible(one.entity_id)]
    return list({goal.text: goal for goal in goals}.values())


def _named(home: Home, goal: JudgedGoal) -> JudgedGoal:
    """A goal that was described or shown, as one asks for it afterwards."""
    meant = [home.world[key] for key in goal.entity_ids if home.world[key].category == goal.category]
    return goal_for(home, meant[0]) if meant else goal
