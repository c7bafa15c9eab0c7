"""From an instruction to what became of it: recall, plan, critic, skill, observe, again and again (STMA, algorithm
2; MEMENTO, appendix B.2; ReAct, Yao et al. 2023). The same on the robot, in simulated homes and in episode
files.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from embodied_memory.config import PlannerCriticConfig
from embodied_memory.event import ActStep, ActTrace
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.planning.instruction import Ambiguity
from embodied_memory.planning.planner_critic import (
    ActionDecision,
    Critic,
    Critique,
    Plan,
    PlannerCritic,
    Remark,
    Situation,
    SpatialMemory,
    SpatioTemporalMemory,
)
from embodied_memory.planning.skill_call import SkillCall, SkillKind, SkillResult, SkillWorld, parse_skill_call

RECALLED = 5
"""How many episodes are recalled (MEMENTO, section 5.1)."""
MOST_TRIES = 2
"""Of one call that fails."""


@dataclass(frozen=True)
class Step:
    """A thought, the call it led to, and what came of it (ReAct, Yao et al. 2023)."""

    thought: str
    call: SkillCall
    result: SkillResult


@dataclass
class Course:
    """recollections: the retrieved episodes, likeliest first; turns: what was done so far, in order; chosen: by
    question, the number of the reading that somebody chose.
    """

    instruction: str
    speaker: str = ""
    recollections: tuple[PersonalRecollection, ...] = ()
    turns: list[Step] = field(default_factory=list)
    chosen: dict[str, int] = field(default_factory=dict)

    @property
    def trace(self) -> ActTrace:
        """The turns as memory keeps them (MEMENTO, appendix B.2)."""
        return ActTrace(
            tuple(
                ActStep(one.thought, one.call.kind.value, one.call.arguments, one.result.text) for one in self.turns
            )
        )

    def is_in_vain(self, call: SkillCall) -> bool:
        """Whether just this failed too often to be tried again."""
        return sum(one.call == call and not one.result.succeeded for one in self.turns) >= MOST_TRIES


MOST_STEPS = 60
_MOST_QUESTIONS = 5


class Policy(Protocol):
    """Decides on one instruction. It is a `Planner`, and knows how far the instruction is."""

    @property
    def critic(self) -> Critic:
        """Checks every call before it is executed."""

    @property
    def has_given_all_up(self) -> bool:
        """Whether parts of the instruction were given up and none was reached."""

    def recall(self) -> Ambiguity | None:
        """Take in what memory knows now, before each step; returns what has to be asked before anything is done."""

    def plan(self, situation: Situation, remarks: tuple[Critique, ...] = ()) -> Plan:
        """See `Planner`. The subgoal is told as the thought that led to a call."""

    def safe_action(self, situation: Situation) -> str:
        """See `SafeAction`: when planner and critic do not agree."""

    def gives_up(self, decision: ActionDecision) -> bool:
        """Whether a part of the instruction is given up over this, so that something else is to be planned."""

    def observe(self, call: SkillCall, result: SkillResult) -> bool:
        """Take in what came of a call; returns whether what was planned before is of no use any more."""


class Answerer(Protocol):
    """Who is asked where an instruction may mean several things, and a guess could be wrong."""

    def choose(self, ambiguity: Ambiguity) -> int | None:
        """The number of the reading that is meant; None if nobody answers, and then nothing is done."""


class NobodyAnswers:
    """The agent stops and hands the question to whoever gave the instruction."""

    def choose(self, ambiguity: Ambiguity) -> int | None:
        """See Answerer."""
        return None


class LikeliestReading:
    """For evaluations, where nobody can answer: takes the likeliest reading, and counts."""

    def __init__(self) -> None:
        self.asked: list[Ambiguity] = []

    def choose(self, ambiguity: Ambiguity) -> int | None:
        """See Answerer."""
        self.asked.append(ambiguity)
        return 0


class Ending(str, Enum):
    """How it ended. DONE: as the policy says; GIVEN_UP: nothing is planned that the critic lets pass, or
    nothing came of it; ASKED: a question stays open.
    """

    DONE = "done"
    GIVEN_UP = "given up"
    ASKED = "asked"
    OUT_OF_STEPS = "out of steps"
    CANCELED = "canceled"


@dataclass(frozen=True)
class Outcome:
    """trace: what was thought, done and seen, to be remembered; cycles: decisions; last_thought: of the last one;
    question: what a person has to answer first, if it ended by asking; remarks: what the critic had against plans.
    """

    ending: Ending
    trace: ActTrace
    cycles: int
    last_thought: str = ""
    question: Ambiguity | None = None
    remarks: tuple[Remark, ...] = ()


class Agent:
    """Carries out one instruction after another with skills. on_decision: hears what is about to be done."""

    def __init__(
        self,
        skills: SkillWorld,
        config: PlannerCriticConfig | None = None,
        answerer: Answerer | None = None,
        on_decision: Callable[[ActionDecision], None] = lambda decision: None,
        canceled: Callable[[], bool] = lambda: False,
        most_steps: int = MOST_STEPS,
        spatial: SpatialMemory | None = None,
    ) -> None:
        """spatial: what is where, for planners and critics that read it."""
        self._skills, self._config = skills, config or PlannerCriticConfig()
        self._answerer = answerer or NobodyAnswers()
        self._on_decision, self._canceled, self._most_steps = on_decision, canceled, most_steps
        self._spatial = spatial

    def carry_out(self, course: Course, policy: Policy) -> Outcome:
        """Never more decisions than the bound of steps, whatever policy, world or critic do. Raises BodyError."""
        memory = SpatioTemporalMemory(course.instruction, self._config.history_records, spatial=self._spatial)
        memory.observe("", f"{course.speaker or 'somebody'} said: {course.instruction}")
        deciding = PlannerCritic(memory, policy, policy.critic, policy.safe_action, self._config)
        cycles, thought = 0, ""
        question, ending = None, None
        while ending is None:
            question, ending = self._before_step(course, policy, cycles)
            if ending is None and question is None:
                decision = deciding.decide()
                cycles, thought = cycles + 1, decision.plan.subgoal
                ending = self._step(course, policy, deciding, decision)
        return Outcome(ending, course.trace, cycles, thought, question, tuple(deciding.remarks))

    def _before_step(self, course: Course, policy: Policy, cycles: int) -> tuple[Ambiguity | None, Ending | None]:
        """What was asked before this step, and how it ends here, if it does."""
        if self._canceled():
            return None, Ending.CANCELED
        if cycles >= self._most_steps:
            return None, Ending.OUT_OF_STEPS
        question = policy.recall()
        is_open = question is not None and not self._is_answered(course, question)
        return question, Ending.ASKED if is_open else None

    def _is_answered(self, course: Course, question: Ambiguity) -> bool:
        """Puts the answer into the course; false if there is none, or it was asked already."""
        if question.question in course.chosen or len(course.chosen) >= _MOST_QUESTIONS:
            return False
        number = self._answerer.choose(question)
        if number is None or not 0 <= number < len(question.readings):
            return False
        course.chosen[question.question] = number
        return True

    def _step(
        self, course: Course, policy: Policy, deciding: PlannerCritic, decision: ActionDecision
    ) -> Ending | None:
        """Do what was decided. Returns how it ends, if there is nothing more to do."""
        self._on_decision(decision)
        if policy.gives_up(decision):
            deciding.drop_plan()
            return None
        if not decision.action:
            return Ending.GIVEN_UP
        call = parse_skill_call(decision.action)
        if call.kind is SkillKind.DONE:
            return Ending.GIVEN_UP if policy.has_given_all_up else Ending.DONE
        result = self._skills.execute(call)
        course.turns.append(Step(decision.plan.subgoal, call, result))
        deciding.observe(str(call), result.text)
        if policy.observe(call, result):
            deciding.drop_plan()
        return None
