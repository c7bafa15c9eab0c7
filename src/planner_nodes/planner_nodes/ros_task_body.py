"""The body for tasks over ROS: the explorer's, with hands by ExecuteSkill and memory's services for the rest."""

from __future__ import annotations

from typing import Any

from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.client import Client

from embodied_memory.config import ExplorerConfig
from embodied_memory.event import ROBOT, Event, EventKind
from embodied_memory.evidence import Answer, RememberedObject, RetrievalResult
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.planning.body import BodyError
from embodied_memory.planning.tasks.known_things import names_among
from embodied_memory.planning.tasks.standing_rules import StandingRule
from embodied_memory.skill import Skill, SkillError, SkillOutcome
from embodied_memory_interfaces.action import ExecuteSkill
from embodied_memory_interfaces.srv import AnswerQuestion, GetCommitments, RecallPersonal
from embodied_memory_ros.conversions.memory import event_to_message, message_to_answer
from embodied_memory_ros.conversions.personal import commitments_to_rules, message_to_personal
from embodied_memory_ros.conversions.skills import skill_to_message
from embodied_memory_ros.node_base import EmbodiedNode
from planner_nodes.motion_client import MotionClient
from planner_nodes.ros_body import RosBody


class RosTaskBody(RosBody):
    """A `TaskBody`. Blocks the thread of the instruction, never the executor's."""

    SKILL_TIMEOUT_S = 60.0

    def __init__(self, node: EmbodiedNode, config: ExplorerConfig) -> None:
        super().__init__(node, config)
        group = ReentrantCallbackGroup()
        self._retrieved: dict[str, RememberedObject] = {}
        self._skills = MotionClient(node, ExecuteSkill, "execute_skill", self.canceled)
        self._questions = node.create_client(AnswerQuestion, "memory/answer", callback_group=group)
        self._personal = node.create_client(RecallPersonal, "memory/recall_personal", callback_group=group)
        self._commitments = node.create_client(GetCommitments, "memory/commitments", callback_group=group)
        node.close_on_stop(lambda: node.destroy_client(self._commitments))
        node.close_on_stop(lambda: node.destroy_client(self._questions))
        node.close_on_stop(lambda: node.destroy_client(self._personal))

    def retrieve(self, query: str) -> RetrievalResult:
        """As the explorer's; what it names is known from then on, also before memory publishes it."""
        found = super().retrieve(query)
        self._retrieved = {one.object_id: one for one in found.objects}
        return found

    def known_objects(self) -> tuple[RememberedObject, ...]:
        """As memory last published them, and what it named since."""
        published = super().known_objects()
        ids = {one.object_id for one in published}
        return (*published, *(one for name, one in self._retrieved.items() if name not in ids))

    def begin_task(self, instruction: str) -> None:
        """Tell memory that it begins, and wait until that is recorded: so is then what was said before it."""
        self.world.started_ns = 0
        self.report(EventKind.INSTRUCTION_STARTED, instruction)
        if not self._in_time(lambda: self.world.started_ns > 0):
            self._node.report_problem("memory did not record the instruction in time: is the memory node running?")

    def answer(self, question: str) -> Answer:
        """Memory's answer. Raises BodyError if it does not come."""
        response = self._called(self._questions, AnswerQuestion.Request(question=question))
        return message_to_answer(response.answer) if response.success else Answer(question, "", False, 0.0)

    def standing_rules(self) -> tuple[StandingRule, ...]:
        """What people told the robot for good. Raises BodyError if memory does not answer."""
        response = self._called(self._commitments, GetCommitments.Request(status="open", by=ROBOT))
        if not response.success:
            raise BodyError(response.message)
        return commitments_to_rules(response.commitments)

    def recall_personal(self, query: str, person: str) -> tuple[PersonalRecollection, ...]:
        """What a person may mean. Raises BodyError if memory does not answer."""
        response = self._called(self._personal, RecallPersonal.Request(query=query, speaker=person))
        if not response.success:
            raise BodyError(response.message)
        return tuple(map(message_to_personal, response.recollections))

    def execute(self, skill: Skill) -> SkillOutcome:
        """Use the hands, until they are done if they cannot be stopped; `look` waits for the views from then on."""
        if not self._until(self._skills.is_served, self.VIEW_TIMEOUT_S):
            raise BodyError("nobody serves execute_skill: this robot has no hands, or its bridge is not running")
        self._views_at_departure = self.world.views_seen
        handle = self._skills.given(ExecuteSkill.Goal(skill=skill_to_message(skill)), self.VIEW_TIMEOUT_S)
        if handle is None:
            return SkillOutcome(False, SkillError.CANCELED, "The skill was refused.")
        ended = self._skills.ended(handle, self.SKILL_TIMEOUT_S, self.SKILL_TIMEOUT_S)
        if ended is None:
            return SkillOutcome(
                False, SkillError.CANCELED, f"The skill did not end within {self.SKILL_TIMEOUT_S:.0f} s."
            )
        return _outcome(ended.result)

    def report_end(self, instruction: str, speaker: str, text: str, succeeded: bool, trace: str) -> None:
        """Publish it; memory records what was done with who asked for it."""
        happened = Event(
            self._node.now_ns(), EventKind.INSTRUCTION_ENDED, "robot", f"{instruction}: {text}",
            succeeded=succeeded, asked_by=speaker, trace=trace,
        )  # fmt: skip
        self._publish_event(event_to_message(happened))

    def people(self) -> frozenset[str]:
        """The names of those whom memory saw, in lower case."""
        return names_among(self.known_objects())

    def _called(self, client: Client, request: Any) -> Any:
        if not self._until(client.service_is_ready, self.MEMORY_TIMEOUT_S):
            raise BodyError(f"memory does not serve {client.srv_name}: is the memory node running?")
        future = client.call_async(request)
        if not self._until(future.done, self.MEMORY_TIMEOUT_S / 6):
            client.remove_pending_request(future)
            raise BodyError(f"memory does not answer on {client.srv_name}")
        return future.result()


def _outcome(result: ExecuteSkill.Result) -> SkillOutcome:
    """From a message."""
    known = {error.value: error for error in SkillError}
    error = known.get(result.reason, SkillError.CANCELED)
    return SkillOutcome(error is SkillError.NONE, error, result.error_msg, tuple(result.changed_ids))
