"""One episode carried out: the agent in the symbolic home, judged by the evaluator."""

from __future__ import annotations

from dataclasses import dataclass

from embodied_memory.event import ActTrace
from embodied_memory.language.advisor import Advisor
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.planning.agent import MOST_STEPS, Agent, Course, Ending, LikeliestReading
from embodied_memory.planning.known_home import DescriptionMatch, ObservedHome
from embodied_memory.planning.perception_skills import PerceptionSkills, SkillLibrary, by_description
from embodied_memory.planning.skill_call import SkillCall, SkillResult
from embodied_memory.planning.tasks.placement_grounding import placing_policy
from embodied_memory_tools.evaluation.memento.episode_file import ExecutionEpisode
from embodied_memory_tools.evaluation.memento.goal_evaluator import GoalEvaluator
from embodied_memory_tools.evaluation.memento.home_naming import SceneNames
from embodied_memory_tools.evaluation.memento.symbolic_home import SymbolicHome


@dataclass(frozen=True)
class EpisodeResult:
    """cycles: decisions; ambiguities: questions that nobody could answer; unmet: propositions, in words."""

    episode: ExecutionEpisode
    succeeded: bool
    percent_complete: float
    cycles: int
    ambiguities: tuple[str, ...]
    ending: Ending
    trace: ActTrace
    last_thought: str
    unmet: tuple[str, ...]


class _JudgedSkills:
    """Executes, lets the robot's memory know, and shows the evaluator the home after every skill."""

    def __init__(self, skills: SkillLibrary, home: ObservedHome, world: SymbolicHome, judge: GoalEvaluator) -> None:
        self._skills, self._home, self._world, self._judge = skills, home, world, judge

    def execute(self, call: SkillCall) -> SkillResult:
        """See SkillWorld."""
        result = self._skills.execute(call)
        self._home.note(call, result)
        self._judge.see(self._world.snapshot())
        return result


def run_episode(
    episode: ExecutionEpisode,
    names: SceneNames,
    match: DescriptionMatch,
    recollections: tuple[PersonalRecollection, ...] = (),
    advisor: Advisor | None = None,
    most_steps: int = MOST_STEPS,
) -> EpisodeResult:
    """The robot is told the instruction and the furniture, nothing else. advisor: a language model that reads and
    plans; by rules without.
    """
    world, known, judge = SymbolicHome(episode, names), ObservedHome(), GoalEvaluator(episode.conditions)
    known.observe(world.furniture_text)
    judge.see(world.snapshot())
    library = SkillLibrary(PerceptionSkills(known, by_description(known, match)), world, is_looked_up=True)
    skills = _JudgedSkills(library, known, world, judge)
    answerer, course = LikeliestReading(), Course(episode.instruction, recollections=recollections)
    policy = placing_policy(course, known, match, advisor)
    outcome = Agent(skills, answerer=answerer, most_steps=most_steps).carry_out(course, policy)
    judge.see(world.snapshot())  # as it is left: what depends on the last act is looked at after it
    unmet = tuple(
        f"{one.relation}({', '.join(one.things)}; {', '.join(one.targets)[:80]})"
        for one, satisfied in zip(episode.conditions.propositions, judge.satisfied, strict=True)
        if not satisfied
    )
    return EpisodeResult(
        episode, judge.succeeded, judge.percent_complete, outcome.cycles,
        tuple(one.question for one in answerer.asked), outcome.ending, outcome.trace, outcome.last_thought, unmet,
    )  # fmt: skip
