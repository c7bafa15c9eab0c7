"""From deeds to a report: find what is meant, plan, have every step checked, act, tell (STMA, section 4.3 and
algorithm 2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from embodied_memory.act_trace import ActStep, ActTrace
from embodied_memory.config import PlannerCriticConfig
from embodied_memory.language.advisor import Advisor
from embodied_memory.planning.permissions import Permission, Permissions
from embodied_memory.planning.planner_critic.planner_critic_agent import Decision, PlannerCriticAgent
from embodied_memory.planning.planner_critic.spatial_memory import RecalledRelations
from embodied_memory.planning.planner_critic.spatio_temporal_memory import SpatioTemporalMemory
from embodied_memory.planning.skills.skill_call import SkillCall, SkillKind, SkillResult, SkillWorld, parse_skill_call
from embodied_memory.planning.task_report import Ambiguity, TaskReport, TaskStatus
from embodied_memory.planning.tasks.arranging import Arrangement, arranged
from embodied_memory.planning.tasks.grounding import TaskGrounding
from embodied_memory.planning.tasks.known_things import KnownThings
from embodied_memory.planning.tasks.look_answers import LookAnswers
from embodied_memory.planning.tasks.look_wording import with_answers
from embodied_memory.planning.tasks.meaning import Meanings
from embodied_memory.planning.tasks.own_things import with_owner
from embodied_memory.planning.tasks.task_body import TaskSenses
from embodied_memory.planning.tasks.task_critic import TaskCritic
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory.planning.tasks.task_progress import MOST_TRIES, take_in
from embodied_memory.planning.tasks.task_roles import TaskRoles, task_roles
from embodied_memory.planning.tasks.task_state import TaskState
from embodied_memory.planning.tasks.told_names import as_told
from embodied_memory.planning.tasks.unnamed import unnamed_in

_NEEDS = {
    Deed.SEEK: {Permission.SEARCH},
    Deed.SET: {Permission.DEVICES},
    Deed.LOOK: {Permission.SEARCH, Permission.ASK},
}
_MOST_STEPS = 60

OnDecision = Callable[[Decision], None]


@dataclass(frozen=True)
class TaskOutcome:
    """report: for people. trace: what was done step by step, for memory (MEMENTO, appendix B.2)."""

    report: TaskReport
    trace: ActTrace


class TaskExecution:
    """Does one instruction after another. on_decision: hears what is about to be done, and the critic's remarks.

    advisor: a language model that may plan and object; what it plans is checked by the rules as anything else is.
    meant: what each person meant last (see `Meanings`), where it is kept by somebody else.
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
        roles = task_roles(state, self._things, self._permissions, self._advisor)
        agent = self._agent(instruction, state, roles)
        looks = LookAnswers(self._body, self._things, self._advisor)
        steps: list[ActStep] = []
        ambiguity = arrangement.ambiguity
        if not refused and ambiguity is None:
            ambiguity = self._act(state, agent, roles.rules, looks, steps)
            looks.follow(state)
        self._held = state.held
        remarks = tuple(f"{remark.action}: {remark.feedback}" for remark in agent.remarks)
        report = self._report(instruction, state, refused, ambiguity, remarks)
        return TaskOutcome(with_answers(report, tuple(looks.told)), ActTrace(tuple(steps)))

    def _act(
        self,
        state: TaskState,
        agent: PlannerCriticAgent,
        rules: TaskCritic,
        looks: LookAnswers,
        steps: list[ActStep],
    ) -> Ambiguity | None:
        """Step by step, each checked; what was done is added to the steps. Returns what has to be asked first."""
        while len(steps) < _MOST_STEPS and not self._body.canceled():
            looks.follow(state)
            if unnamed := unnamed_in(state.goal):
                state.give_up(f'I do not know what you mean by "{unnamed}": tell me the name')
                continue
            ambiguity = self._grounding.ground(state)
            if ambiguity is not None:
                return ambiguity
            decision = agent.decide()
            self._on_decision(decision)
            objection = _standing_objection(state, decision, rules)
            call = parse_skill_call(decision.action) if decision.action else None
            if state.goal is not None and (call is None or objection):
                state.give_up(objection or "there is nothing to do for it")
                agent.drop_plan()
                continue
            if call is None or call.kind is SkillKind.DONE:
                return None
            result = self._do(call, state)
            steps.append(ActStep(decision.plan.subgoal, call.kind.value, call.arguments, result.text))
            agent.observe(str(call), result.text)
            if take_in(state, call, result):
                agent.drop_plan()
        return None

    def _arranged(self, goals: tuple[TaskGoal, ...], speaker: str) -> Arrangement:
        """As told by people who may themselves have things put somewhere: nobody gets it done in a roundabout way."""

        def may_tell(person: str) -> bool:
            return self._permissions.may(person, Permission.HANDLE)

        return arranged(goals, speaker, self._body, self._things(), may_tell)

    def _agent(self, instruction: str, state: TaskState, roles: TaskRoles) -> PlannerCriticAgent:
        spatial = RecalledRelations(self._body.retrieve) if self._advisor else None  # rules read none
        memory = SpatioTemporalMemory(instruction, self._config.history_records, spatial=spatial)
        memory.observe("", f"{state.speaker or 'somebody'} said: {instruction}")
        return PlannerCriticAgent(memory, roles.planner, roles.critic, roles.safe_action, self._config)

    def _do(self, call: SkillCall, state: TaskState) -> SkillResult:
        """Whoever planned it: nothing is done that this person may not have the robot do."""
        if not self._permissions.may_call(state.speaker, call):
            return SkillResult(False, f"{state.speaker or 'who asks'} may not have the robot do this.")
        return self._world.execute(call)

    def _refused(self, goals: tuple[TaskGoal, ...], speaker: str) -> str:
        needed = set().union(*(_NEEDS.get(goal.deed, {Permission.HANDLE}) for goal in goals))
        lacking = sorted(permission.value for permission in needed if not self._permissions.may(speaker, permission))
        return f"{speaker or 'who asks'} may not have the robot do this ({', '.join(lacking)})" if lacking else ""

    def _report(
        self, instruction: str, state: TaskState, refused: str, ambiguity: Ambiguity | None, remarks: tuple[str, ...]
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


def _standing_objection(state: TaskState, decision: Decision, rules: TaskCritic) -> str:
    """What the rules said again although it was planned anew; "" if their remarks were of use."""
    said = {f"{one.action}: {one.feedback}": one for one in decision.remarks}
    state.objections.update(said.keys() & rules.said)
    said_again = [one for remark, one in said.items() if state.objections[remark] >= MOST_TRIES]
    heard = said_again or (decision.remarks if not decision.action else ())
    return heard[-1].feedback if heard else ""


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
