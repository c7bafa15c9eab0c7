"""What can be chosen for a run among residents."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path

from embodied_memory.config import DialogConfig
from embodied_memory_bringup.demo.node_processes import NodeCommand
from embodied_memory_bringup.demo.options import DemoOptions


@dataclass(frozen=True)
class LiveOptions:
    """See `make live`. stack: what the nodes are started with, as for the demo. start: date and time (UTC).

    hours: of the residents; time_scale: seconds of theirs for one of the robot's; per_family: questions of each sort.
    """

    stack: DemoOptions
    start: str
    hours: float
    time_scale: float
    per_family: int

    @property
    def patience_s(self) -> float:
        """Real time in which the days must be over: twice what they take a robot that only stands about."""
        return 2 * self.hours * 3600 / self.time_scale + 120

    def company(self, folder: Path) -> dict[str, object]:
        """Parameters of the bridge; folder: where the truth goes, out of memory's reach."""
        return {
            "residents": True,
            "residents_start": self.start,
            "residents_hours": self.hours,
            "residents_ask": True,
            "residents_language": False,
            "residents_trace": str(folder),
            "time_scale": self.time_scale,
        }

    def in_their_time(self, command: NodeCommand) -> NodeCommand:
        """Talks last as long as ever by the robot's clock, on which a silence is longer by the scale."""
        if command.executable != "dialog_node":
            return command
        minutes = DialogConfig().conversation_minutes * self.time_scale
        return replace(command, parameters={**command.parameters, "dialog.conversation_minutes": minutes})


def read_options(arguments: list[str] | None = None) -> LiveOptions:
    """From the command line."""
    parser = argparse.ArgumentParser(prog="make live", description="A robot lives some hours among residents.")
    parser.add_argument("--seed", type=int, default=7, help="seed of the home and of the residents (SEED=)")
    parser.add_argument("--start", default="2026-03-02T16:00", help="when the robot is switched on, UTC (START=)")
    parser.add_argument("--hours", type=float, default=5.0, help="how long they live, hours of theirs (HOURS=)")
    parser.add_argument(
        "--time-scale", type=float, default=40.0, help="their seconds for one of the robot's (SCALE=)"
    )
    parser.add_argument("--per-family", type=int, default=4, help="questions of each family (QUESTIONS=)")
    parser.add_argument("--headless", action="store_true", help="no web page; end after the questions (HEADLESS=1)")
    parser.add_argument(
        "--policy", default="nearest", choices=("semantic", "nearest", "random"), help="how the robot explores"
    )
    parser.add_argument("--port", type=int, default=8080, help="of the web page (PORT=)")
    parser.add_argument("--output", type=Path, default=Path("runs"), help="where runs/<time>/ is made")
    chosen = parser.parse_args(arguments)
    stack = DemoOptions(chosen.seed, "", (), (), chosen.headless, chosen.policy, chosen.port, chosen.output)
    return LiveOptions(stack, chosen.start, chosen.hours, chosen.time_scale, chosen.per_family)
