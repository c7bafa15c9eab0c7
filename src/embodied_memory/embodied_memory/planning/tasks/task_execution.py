"""From deeds to a report: what may be done at all, the agent that does it, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from embodied_memory.config import PlannerCriticConfig
from embodied_memory.event import ActTrace
from embodied_memory.language.advisor import Advisor
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.planning.agent import RECALLED, Agent, Course, Outcome
from embodied_memory.planning.instruction import Ambiguity, TaskReport, TaskStatus
from embodied_memory.planning.known_home import RememberedHome
from embodied_memory.planning.perception_skills import PerceptionSkills, SkillLibrary
from embodied_memory.planning.planner_critic import ActionDecision, RecalledRelations
from embodied_memory.planning.skill_call import Permission, Permissions, SkillCall, SkillResult, SkillWorld
from embodied_memory.planning.tasks.called_otherwise import with_owner
from embodied_memory.planning.tasks.grounding import Arrangement, TaskGrounding, arranged
from embodied_memory.planning.tasks.known_things import KnownThings
from embodied_memory.planning.tasks.look_answers import LookAnswers, with_answers
from embodied_memory.planning.tasks.meaning import GOOD_MATCH, Meanings
from embodied_memory.planning.tasks.robot_skills import TaskSenses
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal, as_told
from embodied_memory.planning.tasks.task_policy import REACT, TaskPolicy, check_policy, task_roles
from embodied_memory.planning.tasks.task_state import TaskState

_NEEDS = {
    Deed.SEEK: {Permission.SEARCH},
    Deed.SET: {Permission.DEVICES},
    Deed.LOOK: {Permission.SEARCH, Permission.ASK},
}

OnDecision = Callable[[ActionDecision], None]


@dataclass(frozen=True)
class TaskOutcome:
    """report: for people. trace: what was done step by step, for memory (MEMENTO, appendix B.2)."""

    report: TaskReport
    trace: ActTrace


class TaskExecution:
    """Has the agent do one instruction after another, and reports what became of each.

    on_decision: hears what is about to be done, and the critic's remarks. advisor: a language model that may plan and
    object; what it plans is checked by the rules as anything else is. meant: what each person meant last (see
    `Meanings`), where it is kept by somebody else. Raises ValueError for a policy that there is not.
    """

    def __init__(
        self,
        body: TaskSenses,
        world: SkillWorld,
        things: Callable[[], KnownThings],
        permissions: Permissions,
        config: PlannerCriticConfig | None = None,
        on_decision: OnDecision = lambda decision: None,
        advisor: Advisor | None = None,
        meant: dict[str, str] | None = None,
    ) -> None:
        self._body, self._world, self._things, self._permissions = body, world, things, permissions
        self._config = config or PlannerCriticConfig()
        check_policy(self._config, advisor)
        self._on_decision = on_decision
        self._advisor = advisor
        self._held = ""
        self._grounding = TaskGrounding(Meanings(body, meant), body, things)

    def execute(self, instruction: str, speaker: str, goals: tuple[TaskGoal, ...]) -> TaskOutcome:
        """Until everything is done, given up, canceled or has to be asked. Raises BodyError."""
        refused = self._refused(goals, speaker)
        goals = tuple(with_owner(goal, speaker, self._things()) for goal in goals)
        arrangement = Arrangement() if refused else self._arranged(goals, speaker)
        if arrangement.unknown:
            refused = f"nobody told me yet how {arrangement.unknown} is to be: tell me once what goes where"
        state = TaskState(arrangement.goals, speaker, held=self._held, rules=self._body.standing_rules())
        looks = LookAnswers(self._body, self._things, self._advisor)
        if refused or arrangement.ambiguity:
            report = self._report(instruction, state, refused, arrangement.ambiguity)
            return TaskOutcome(report, ActTrace())
        outcome = self._carried_out(instruction, state, looks)
        looks.follow(state)
        self._held = state.held
        remarks = tuple(f"{remark.action}: {remark.feedback}" for remark in outcome.remarks)
        report = self._report(instruction, state, "", outcome.question, remarks)
        return TaskOutcome(with_answers(report, tuple(looks.told)), outcome.trace)

    def _carried_out(self, instruction: str, state: TaskState, looks: LookAnswers) -> Outcome:
        """By the one agent, with the skills of the body and those of perception over memory."""
        home = RememberedHome(lambda: self._things().all(), lambda: state.held)
        skills = SkillLibrary(PerceptionSkills(home, self._alike), self._world)
        course = Course(instruction, state.speaker, self._recollections(instruction, state.speaker))
        roles = task_roles(course, state, self._things, home, self._permissions, self._advisor, self._config.policy)
        permitted = _PermittedSkills(skills, self._permissions, state.speaker)
        agent = Agent(
            permitted, self._config, on_decision=self._on_decision, canceled=self._body.canceled,
            spatial=RecalledRelations(self._body.retrieve) if self._advisor else None,  # rules read none
        )  # fmt: skip
        return agent.carry_out(course, TaskPolicy(state, self._grounding, roles, looks.follow))

    def _alike(self, words: str) -> Collection[str]:
        """As memory retrieves."""
        return {one.object_id for one in self._body.retrieve(words).objects if one.match >= GOOD_MATCH}

    def _recollections(self, instruction: str, speaker: str) -> tuple[PersonalRecollection, ...]:
        """What a language model is shown of what was asked and done before; the rules ask when they have to."""
        if self._config.policy != REACT:
            return ()
        recalled = self._body.recall_personal(instruction, speaker)
        return tuple(one for one in recalled if self._may_tell(one.memory.person))[:RECALLED]

    def _arranged(self, goals: tuple[TaskGoal, ...], speaker: str) -> Arrangement:
        return arranged(goals, speaker, self._body, self._things(), self._may_tell)

    def _may_tell(self, person: str) -> bool:
        """Who may have things put somewhere may tell where: nobody gets it done in a roundabout way."""
        return self._permissions.may(person, Permission.HANDLE)

    def _refused(self, goals: tuple[TaskGoal, ...], speaker: str) -> str:
        needed = set().union(*(_NEEDS.get(goal.deed, {Permission.HANDLE}) for goal in goals))
        lacking = sorted(permission.value for permission in needed if not self._permissions.may(speaker, permission))
        return f"{speaker or 'who asks'} may not have the robot do this ({', '.join(lacking)})" if lacking else ""

    def _report(
        self,
        instruction: str,
        state: TaskState,
        refused: str,
        ambiguity: Ambiguity | None,
        remarks: tuple[str, ...] = (),
    ) -> TaskReport:
        done = [_done_in_words(goal, state.speaker) for goal in state.reached if goal.deed is not Deed.LOOK]
        left_open = [one.category for one in map(self._things().get, state.opened) if one]
        state.notes += [f"the {name} is still open" for name in left_open]
        summary = "; ".join([f"I have {' and '.join(done)}", *state.notes]) if done else ""
        if ambiguity is None and not done and not self._body.canceled():
            ambiguity = self._grounding.nearest(state)
            summary = state.reasons[-1] if ambiguity else summary
        if ambiguity is not None:
            return TaskReport(instruction, state.speaker, TaskStatus.UNCLEAR, "", summary, (), remarks, ambiguity)
        if self._body.canceled():
            return TaskReport(
                instruction, state.speaker, TaskStatus.CANCELED, "", summary or "I stopped", (), remarks
            )
        reasons = tuple(filter(None, (refused, *state.reasons)))
        if not reasons and state.goal is not None:
            reasons = ("it takes too many steps",)
        status = TaskStatus.FAILED if reasons else TaskStatus.SUCCEEDED
        failed = f"I could not do all of it: {reasons[0]}" if done and reasons else reasons[0] if reasons else ""
        return TaskReport(instruction, state.speaker, status, "", failed or summary, reasons, remarks)


class _PermittedSkills:
    """Whoever planned it: nothing is done that this person may not have the robot do."""

    def __init__(self, skills: SkillWorld, permissions: Permissions, speaker: str) -> None:
        self._skills, self._permissions, self._speaker = skills, permissions, speaker

    def execute(self, call: SkillCall) -> SkillResult:
        """See SkillWorld."""
        if not self._permissions.may_call(self._speaker, call):
            return SkillResult(False, f"{self._speaker or 'who asks'} may not have the robot do this.")
        return self._skills.execute(call)


def _done_in_words(goal: TaskGoal, speaker: str) -> str:
    """Such as "brought the red mug to Anna"."""
    thing = as_told(goal.thing)
    if goal.deed is Deed.SET and goal.setting == "power":
        return f"switched {goal.value} {thing}"
    told = {
        Deed.SEEK: f"found {thing}",
        Deed.FETCH: f"brought {thing} to {goal.to if goal.to not in ('', speaker) else 'you'}",
        Deed.PLACE: f"put {thing} {goal.relation} {as_told(goal.to)}" if goal.to else f"put {thing} in its place",
        Deed.OPEN: f"opened {thing}",
        Deed.CLOSE: f"closed {thing}",
        Deed.SET: f"set the {goal.setting} of {thing} to {goal.value}",
        Deed.ARRANGE: f"arranged {thing}",
    }
    return told[goal.deed]
