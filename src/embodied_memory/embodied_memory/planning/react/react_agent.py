"""The ReAct agent: recall, then think, act and observe until done (MEMENTO, appendix B.2; ReAct, Yao et al. 2023)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from embodied_memory.act_trace import ActStep, ActTrace
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.planning.planner_critic.plan import Critic, Plan, Situation
from embodied_memory.planning.react.answerer import Answerer, NobodyAnswers
from embodied_memory.planning.react.react_task import NextStep, ReactPolicy, ReactTask, Turn
from embodied_memory.planning.skills.known_home import KnownHome
from embodied_memory.planning.skills.skill_call import SkillKind, SkillResult, SkillWorld
from embodied_memory.planning.task_report import Ambiguity

RECALLED = 5
"""How many episodes are recalled (MEMENTO, section 5.1)."""
MOST_STEPS = 80
_MOST_QUESTIONS = 5

Recall = Callable[[str, int], tuple[PersonalRecollection, ...]]
"""(instruction, k) -> the k episodes most likely meant."""


class Ending(str, Enum):
    """How a task ended. DONE: as the policy says; ASKED: a question stays open; OUT_OF_STEPS: stopped."""

    DONE = "done"
    ASKED = "asked"
    OUT_OF_STEPS = "out of steps"


@dataclass(frozen=True)
class Outcome:
    """trace: what was thought, done and seen, to be remembered; cycles: decisions of the policy; memories: records
    of the episodes it rests on; question: what a person has to answer first, if it ended by asking.
    """

    ending: Ending
    trace: ActTrace
    cycles: int
    memories: tuple[int, ...] = ()
    question: Ambiguity | None = None


class ReactAgent:
    """Carries out instructions with skills. It learns of the world by what skills return and by the home it knows.

    recall: of personal memory, None for none. critic: may refuse an action; the refusal is an observation.
    """

    def __init__(
        self,
        policy: ReactPolicy,
        skills: SkillWorld,
        home: KnownHome,
        recall: Recall | None = None,
        critic: Critic | None = None,
        answerer: Answerer | None = None,
        most_steps: int = MOST_STEPS,
    ) -> None:
        self._policy, self._skills, self._home = policy, skills, home
        self._recall, self._critic = recall, critic
        self._answerer = answerer or NobodyAnswers()
        self._most_steps = most_steps

    def carry_out(self, instruction: str) -> Outcome:
        """Never more than the bound of steps, whatever policy, world or critic do."""
        recalled = self._recall(instruction, RECALLED) if self._recall else ()
        task = ReactTask(instruction, self._home, recalled)
        memories: tuple[int, ...] = ()
        while len(task.turns) < self._most_steps:
            decision = self._policy.next_step(task)
            if isinstance(decision, Ambiguity):
                answered = self._asked(task, decision)
                if answered is None:
                    return self._outcome(Ending.ASKED, task, memories, decision)
                task = answered
                continue
            memories = decision.memories
            task = replace(
                task, turns=(*task.turns, Turn(decision.thought, decision.call, self._act(task, decision)))
            )
            if decision.call.kind is SkillKind.DONE and task.turns[-1].result.succeeded:
                return self._outcome(Ending.DONE, task, memories)
        return self._outcome(Ending.OUT_OF_STEPS, task, memories)

    def _act(self, task: ReactTask, step: NextStep) -> SkillResult:
        if self._critic is not None:
            last = task.turns[-1].result.text if task.turns else ""
            situation = Situation(task.instruction, last, step=len(task.turns))
            action = str(step.call)
            critique = self._critic.critique(situation, Plan(step.thought, (action,)), action)
            if not critique.valid:
                return SkillResult(False, f"Failed: not done, as {critique.feedback}")
        return self._skills.execute(step.call)

    def _asked(self, task: ReactTask, question: Ambiguity) -> ReactTask | None:
        """The task with the answer; None if there is none, or it was asked already."""
        if question.question in task.chosen or len(task.chosen) >= _MOST_QUESTIONS:
            return None
        number = self._answerer.choose(question)
        if number is None or not 0 <= number < len(question.readings):
            return None
        return replace(task, chosen={**task.chosen, question.question: number})

    def _outcome(
        self, ending: Ending, task: ReactTask, memories: tuple[int, ...], question: Ambiguity | None = None
    ) -> Outcome:
        steps = tuple(
            ActStep(turn.thought, turn.call.kind.value, turn.call.arguments, turn.result.text) for turn in task.turns
        )
        return Outcome(ending, ActTrace(steps), len(task.turns), memories, question)
