"""One run: start the nodes, give the goals, ask the questions, write everything down."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from nav_msgs.msg import OccupancyGrid
from rich.console import Console

from embodied_memory.evidence import Answer
from embodied_memory.geometry.pose import Pose2D
from embodied_memory.mapping.grid import OccupancySlice, RoomMap
from embodied_memory.planning.exploring.explorer import GoalOutcome
from embodied_memory_bringup.demo.conductor import Conductor, ConductorError, Feedback
from embodied_memory_bringup.demo.node_processes import NodeCommand
from embodied_memory_bringup.demo.options import DemoOptions
from embodied_memory_interfaces.msg import GoalResult, RememberedObjectArray
from embodied_memory_ros.conversions.geometry import pose_to_pose2d
from embodied_memory_ros.conversions.maps import message_to_grid
from embodied_memory_ros.conversions.memory import message_to_remembered
from embodied_memory_ros.conversions.stamps import time_to_ns
from embodied_memory_tools.evaluation.goal_judge import GoalJudge
from embodied_memory_tools.report.map_picture import save_map_picture
from embodied_memory_tools.report.run_summary import GoalSummary, QuestionSummary, question_summary
from household.goals import JudgedGoal, judge_where_is, where_is_questions
from household.home import Home

UNJUDGED_QUESTIONS = ("What did you do?", "How many chairs are there?")
SECONDS_PER_GOAL = 300.0


def node_commands(
    options: DemoOptions, folder: Path, company: Mapping[str, object] | None = None
) -> list[NodeCommand]:
    """Every node of the stack, as launch/household.launch.py starts them, plus the recorder and the page.

    company: more parameters of the bridge.
    """
    simulated: dict[str, object] = {"use_sim_time": True}
    world: dict[str, object] = {"seed": options.seed, "wait_for_nodes": "perception_node mapping_node recorder_node"}
    world |= {"sensors": options.sensors, "homes": options.homes}
    world |= {"scene": options.scene} if options.scene else {}
    world |= company or {}
    planner = {"explorer.policy": options.policy, "explorer.seed": options.seed, **simulated}
    commands = [
        NodeCommand("bridge_nodes", "household_bridge", world),
        NodeCommand("perception_nodes", "perception_node", simulated),
        NodeCommand("perception_nodes", "mapping_node", simulated),
        NodeCommand("memory_nodes", "memory_node", {"database": str(folder / "memory.db"), **simulated}),
        NodeCommand("planner_nodes", "planner_node", planner),
        NodeCommand("dialog_nodes", "dialog_node", simulated),
        NodeCommand("dialog_nodes", "stop_node", simulated),
        NodeCommand("embodied_memory_bringup", "recorder_node", {"bag": str(folder / "bag"), **simulated}),
    ]
    if not options.headless:
        commands.append(NodeCommand("embodied_memory_bringup", "page_node", {"port": options.port, **simulated}))
    return commands


class SearchRun:
    """Goals and questions put to a running stack, judged with the truth of the home."""

    def __init__(self, home: Home, goals: Sequence[JudgedGoal], conductor: Conductor, console: Console) -> None:
        self._home = home
        self._goals = goals
        self._conductor = conductor
        self._console = console
        self._trajectory: list[tuple[float, float]] = []
        self._ended_ns: dict[int, int] = {}
        self.search_s = 0.0

    def search(self) -> list[GoalSummary]:
        """Give one instruction with all goals; judge each."""
        instruction = "find " + ", then ".join(goal.text for goal in self._goals)
        self._console.print(f'[bold]instruction[/bold] "{instruction}"')
        with self._console.status("searching") as status:

            def show(feedback: Feedback) -> None:
                position = feedback.robot_pose.pose.position
                self._trajectory.append((position.x, position.y))
                self._ended_ns[feedback.goal_index] = time_to_ns(feedback.robot_pose.header.stamp)
                place = f"goal {feedback.goal_index + 1}/{feedback.goals_total} {feedback.goal}"
                line = f"{place}: step {feedback.step}, {feedback.phase}, {feedback.decision}"
                status.update(line) if self._console.is_terminal else self._console.print(line)

            started = time.monotonic()
            result = self._conductor.execute(instruction, show, SECONDS_PER_GOAL * len(self._goals))
            self.search_s = time.monotonic() - started
        if not result.goals:
            raise ConductorError(result.error_msg)
        judge = GoalJudge(self._home, success_distance_m=1.0)
        ends = [self._really_ended(number, goal) for number, goal in enumerate(result.goals)]
        starts = [Pose2D(*self._home.start_pose), *ends]
        return [
            judge.judge(goal, _outcome(found, start, end))
            for goal, found, start, end in zip(self._goals, result.goals, starts, ends, strict=False)
        ]

    def _really_ended(self, number: int, goal: GoalResult) -> Pose2D:
        """Where the robot stood when it last spoke of a goal; as it says itself, if its sensors are exact."""
        if not self._conductor.true_poses or number not in self._ended_ns:
            return pose_to_pose2d(goal.robot_pose.pose)
        asked_ns = self._ended_ns[number]
        return min(self._conductor.true_poses, key=lambda known: abs(known[0] - asked_ns))[1]

    def ask(self, extra: Sequence[str]) -> list[QuestionSummary]:
        """Where is each goal (judged), then the other questions (not judged)."""
        questions = []
        for question in where_is_questions(self._home, self._goals):
            answer = self._asked(question.text)
            judgement = judge_where_is(self._home, question, answer.text, answer.positions, answer.room)
            questions.append(question_summary(answer, judgement.correct))
        questions += [question_summary(self._asked(text)) for text in extra]
        return questions

    def _asked(self, text: str) -> Answer:
        answer = self._conductor.ask(text)
        self._console.print(f"[bold]question[/bold] {text}\n[bold]answer[/bold]   {answer.text}")
        return answer

    def save_picture(self, file: Path) -> None:
        """The map as the robot knows it."""
        newest = self._conductor.newest
        occupancy, rooms, objects = (newest.get(topic) for topic in ("occupancy", "rooms", "memory/objects"))
        if not isinstance(occupancy, OccupancyGrid):
            return
        save_map_picture(
            file,
            message_to_grid(occupancy, OccupancySlice),
            message_to_grid(rooms, RoomMap) if isinstance(rooms, OccupancyGrid) else None,
            tuple(message_to_remembered(thing) for thing in objects.objects)
            if isinstance(objects, RememberedObjectArray)
            else (),
            np.array(self._trajectory, np.float64).reshape(-1, 2),
        )


def _outcome(result: GoalResult, start: Pose2D, end: Pose2D) -> GoalOutcome:
    """What the planner says of a goal, for the judge, and where that really was."""
    return GoalOutcome(
        goal=result.goal,
        found=result.found,
        target=None,
        pose=end,
        start=start,
        steps=result.steps,
        path_length_m=result.path_length,
        message=result.message,
    )


def run_folder(output: Path) -> Path:
    """runs/<time>; a number is added if two runs start in the same second."""
    name = time.strftime("%Y-%m-%d_%H-%M-%S")
    candidates = [output / name, *(output / f"{name}_{n}" for n in range(2, 100))]
    folder = next(path for path in candidates if not path.exists())
    folder.mkdir(parents=True)
    return folder.resolve()
