"""Does what an instruction asks for beyond searching, and shows plans and remarks to who watches."""

from __future__ import annotations

from typing import TypeAlias

from embodied_memory.config import Config
from embodied_memory.event import told_trace
from embodied_memory.language.advisor import Advisor
from embodied_memory.planning.exploring.explorer import SearchStep
from embodied_memory.planning.exploring.frontier_choice import Likelihood
from embodied_memory.planning.instruction import TaskReport, TaskStatus
from embodied_memory.planning.planner_critic import ActionDecision
from embodied_memory.planning.skill_call import Permissions
from embodied_memory.planning.tasks.robot_skills import RobotSkills
from embodied_memory.planning.tasks.task_execution import TaskExecution
from embodied_memory.planning.tasks.task_goal import TaskGoal
from embodied_memory.planning.tasks.task_planner import DONE
from embodied_memory_interfaces.action import ExecuteInstruction
from embodied_memory_interfaces.msg import Plan as PlanMessage
from embodied_memory_ros.conversions.memory import answer_to_message
from embodied_memory_ros.conversions.stamps import ns_to_header
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.qos import RECORDS
from planner_nodes.instruction_server import Tell
from planner_nodes.ros_task_body import RosTaskBody
from planner_nodes.search_runner import SearchView

Result: TypeAlias = ExecuteInstruction.Result

_CODES = {
    TaskStatus.SUCCEEDED: Result.NONE,
    TaskStatus.CANCELED: Result.CANCELED,
    TaskStatus.UNCLEAR: Result.UNCLEAR,
    TaskStatus.FAILED: Result.NOT_DONE,
}


class TaskRunner:
    """One instruction at a time. searching, planning: the language model for searches and for plans, if any."""

    def __init__(
        self,
        node: EmbodiedNode,
        body: RosTaskBody,
        config: Config,
        likelihood: Likelihood,
        view: SearchView,
        searching: Advisor | None = None,
        planning: Advisor | None = None,
    ) -> None:
        self._node, self._body, self._view = node, body, view
        self._skills = RobotSkills(config, body, likelihood, self._show_step, searching)
        permissions = Permissions(config.permissions)
        self._execution = TaskExecution(
            body, self._skills, self._skills.things, permissions, config.planner_critic, self._show_decision, planning
        )
        self._plans = node.publisher(PlanMessage, "planner/plan", RECORDS)
        self._tell: Tell = lambda feedback: None
        self._asked, self._steps, self._subgoal = ("", ""), 0, ""

    def run(self, instruction: str, speaker: str, goals: tuple[TaskGoal, ...], tell: Tell) -> Result:
        """Plan, check, act, report to memory. Raises BodyError."""
        self._tell, self._asked, self._steps, self._subgoal = tell, (instruction, speaker), 0, ""
        outcome = self._execution.execute(instruction, speaker, goals)
        report = outcome.report
        trace = told_trace(instruction, outcome.trace) if outcome.trace.steps else ""
        self._body.report_end(instruction, speaker, _message(report), report.status is TaskStatus.SUCCEEDED, trace)
        return _result(report, self._node.now_ns())

    def _show_decision(self, decision: ActionDecision) -> None:
        """Each remark with the plan it was against, then the plan that is followed."""
        self._steps += 1
        for remark in decision.remarks:
            self._plans(self._plan(decision, remark.action, False, remark.feedback))
        self._plans(self._plan(decision, decision.action, True, ""))
        if decision.action and decision.action != DONE:
            self._subgoal = decision.plan.subgoal
        self._feed_back(f"{decision.action}: {decision.plan.reason}" if decision.plan.reason else decision.action)

    def _plan(self, decision: ActionDecision, action: str, valid: bool, remark: str) -> PlanMessage:
        plan, (instruction, speaker) = decision.plan, self._asked
        return PlanMessage(
            header=ns_to_header(self._node.now_ns(), self._body.map_frame),
            instruction=instruction,
            speaker=speaker,
            subgoal=plan.subgoal,
            reason=plan.reason,
            actions=list(plan.actions) if valid else [action],
            next=plan.actions.index(action) if valid and action in plan.actions else 0,
            valid=valid,
            remark=remark,
        )

    def _show_step(self, step: SearchStep) -> None:
        self._view.show(step)
        self._feed_back(step.decision.reason)

    def _feed_back(self, decision: str) -> None:
        self._tell(
            ExecuteInstruction.Feedback(
                goal=self._subgoal,
                step=self._steps,
                phase="acting",
                decision=decision,
                robot_pose=self._body.stamped(self._body.pose()),
            )
        )


def _result(report: TaskReport, now_ns: int) -> Result:
    """To a message."""
    ambiguity = report.ambiguity
    return Result(
        error_code=_CODES[report.status],
        error_msg=_message(report),
        reasons=list(report.reasons),
        remarks=list(report.remarks),
        ambiguous_phrase=ambiguity.phrase if ambiguity else "",
        readings=list(ambiguity.readings) if ambiguity else [],
        answers=[answer_to_message(answer, now_ns) for answer in report.answers],
    )


def _message(report: TaskReport) -> str:
    return report.summary or (report.reasons[0] if report.reasons else report.status.value)
