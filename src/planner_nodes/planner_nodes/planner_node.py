"""Serves ExecuteInstruction: reads what is to be done out of words, and searches, plans and acts with memory."""

from __future__ import annotations

from typing import TypeAlias

from embodied_memory.config import (
    Config,
    ExplorerConfig,
    FrontierConfig,
    LanguageConfig,
    PermissionConfig,
    PlannerCriticConfig,
    RolesConfig,
)
from embodied_memory.event import EventKind
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.server_model import make_language_model, make_model_for
from embodied_memory.planning.exploring.explorer import LANGUAGE, Explorer
from embodied_memory.planning.exploring.frontier_choice import RoomLikelihood
from embodied_memory.planning.exploring.image_goal import with_shown, words_with_shown
from embodied_memory.planning.instruction import InstructionError, parse_instruction
from embodied_memory.planning.skill_call import Permission, Permissions
from embodied_memory.planning.tasks.look_reading import NotToBeSeenError
from embodied_memory.planning.tasks.task_goal import TaskGoal
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory_interfaces.action import ExecuteInstruction
from embodied_memory_ros.frames import Frames
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.parameters import declare_config
from embodied_memory_ros.run_node import run_node
from planner_nodes.instruction_server import InstructionServer, IsToEnd, Tell
from planner_nodes.ros_task_body import RosTaskBody
from planner_nodes.search_runner import SearchRunner, SearchView
from planner_nodes.shown_pictures import ShownPictures
from planner_nodes.task_runner import TaskRunner

Result: TypeAlias = ExecuteInstruction.Result


class PlannerNode(EmbodiedNode):
    """One instruction at a time."""

    def __init__(self) -> None:
        super().__init__("planner_node")
        self._config = Config(
            explorer=declare_config(self, ExplorerConfig(), "explorer"),
            frontier=declare_config(self, FrontierConfig(), "frontier"),
            planner_critic=declare_config(self, PlannerCriticConfig(), "planner_critic"),
            permissions=declare_config(self, PermissionConfig(), "permissions"),
        )
        self._roles = declare_config(self, RolesConfig(), "")
        self._language = declare_config(self, LanguageConfig(), "language")
        Frames.declare_parameters(self)
        self._server = InstructionServer(self, self._do)

    def on_start(self) -> None:
        """Topics and clients; instructions are taken from now on."""
        self._body = RosTaskBody(self, self._config.explorer)
        view, likelihood = SearchView(self, self._body), RoomLikelihood()
        self._permissions, self._shown = Permissions(self._config.permissions), ShownPictures(self)
        searching, planning = self._advisors()
        self._searches = SearchRunner(Explorer(self._config, self._body, likelihood, searching), view)
        self._tasks = TaskRunner(self, self._body, self._config, likelihood, view, searching, planning)
        self._server.open()

    def on_stop(self) -> None:
        """What is being done ends, and who asked for it is told."""
        self._server.close()

    def destroy_node(self) -> None:
        """Who waits for a result may have it until then."""
        self._server.destroy()
        super().destroy_node()

    def _advisors(self) -> tuple[Advisor | None, Advisor | None]:
        """For searches by the policy `language`, which refuses None with the remedy, and for plans; one for both."""
        model = make_model_for(self._roles.reasoning, self._language)
        is_for_plans, is_for_searches = model is not None, self._config.explorer.policy == LANGUAGE
        model = model or (make_language_model(self._language) if is_for_searches else None)
        if model is None:
            return None, None
        self.close_on_stop(model.close)
        advisor = Advisor(model, self._language)
        return advisor if is_for_searches else None, advisor if is_for_plans else None

    def _do(self, asked: ExecuteInstruction.Goal, tell: Tell, is_to_end: IsToEnd) -> Result:
        """Read the instruction; what only looks for things is searched for, all else is a task."""
        text, speaker = asked.instruction, asked.speaker
        self._body.begin(is_to_end)
        shown = self._shown.goal(asked.picture)
        text = words_with_shown(text, shown) if shown else text
        deeds = self._deeds(text, speaker)
        self._body.begin_task(text)
        if deeds:
            return self._tasks.run(text, speaker, deeds, tell)
        goals = with_shown(parse_instruction(text), shown) if shown else parse_instruction(text)
        if not self._permissions.may(speaker, Permission.SEARCH):
            message = f"{speaker or 'who asks'} may not have the robot do this"
            return Result(error_code=Result.NOT_PERMITTED, error_msg=message)
        results = self._searches.run(goals, tell)
        found = sum(result.found for result in results)
        summary = f"found {found} of {len(goals)}"
        self._body.report(EventKind.INSTRUCTION_ENDED, f"{text}: {summary}", succeeded=found == len(goals))
        code = Result.NONE if found == len(goals) else Result.NOT_ALL_FOUND
        if is_to_end():
            code, summary = Result.CANCELED, f"I stopped: {summary}"
        return Result(error_code=code, error_msg=summary, goals=results)

    def _deeds(self, text: str, speaker: str) -> tuple[TaskGoal, ...]:
        """What there is to do beyond searching for things by their names; none if that is all."""
        try:
            deeds = read_task(text, speaker, self._body.people())
        except NotToBeSeenError:
            raise
        except InstructionError:
            return ()
        return () if all(deed.is_search and deed.thing != speaker for deed in deeds) else deeds


def main() -> None:
    """Entry point."""
    run_node(PlannerNode, threads=4)
