"""What became of one robot in one home, whatever it was to do there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from embodied_memory import Memory
from embodied_memory.evidence import RememberedObject
from embodied_memory.mapping.grid import OccupancySlice
from embodied_memory_tools.evaluation.erring_sensors.memory_check import MemoryCheck, asserted, check_memory
from embodied_memory_tools.evaluation.erring_sensors.visible_things import VisibleThings
from embodied_memory_tools.report.run_summary import GoalSummary
from household.goals import JudgedGoal
from household.home import Home

if TYPE_CHECKING:
    from embodied_memory_tools.evaluation.simulated_body import SimulatedBody


@dataclass(frozen=True, eq=False)
class Knowledge:
    """What a robot knew at the end. check: of its memory; floor: free and occupied, as it takes it to be, None
    without a map; objects: that it asserts.
    """

    check: MemoryCheck
    floor: OccupancySlice | None
    objects: tuple[RememberedObject, ...]


@dataclass(frozen=True, eq=False)
class HomeRun:
    """goals: what it was to find or do, judged; kinds: of each; knowledge: None where nobody asked; wrong_things:
    brought or put in place of what was meant, None where nothing is brought.
    """

    goals: tuple[GoalSummary, ...]
    kinds: tuple[str, ...]
    knowledge: Knowledge | None
    wall_s: float
    wrong_things: int | None = None


def knowledge_of(
    home: Home,
    goals: Sequence[JudgedGoal],
    memory: Memory,
    body: SimulatedBody,
    visible: VisibleThings,
    seed: int,
    left_out: Collection[str] = (),
) -> Knowledge:
    """goals: where these are it is asked, and where some other things are, drawn by the seed; left_out: but not these
    entities.
    """
    check = check_memory(home, goals, memory, len(visible), seed, left_out)
    return Knowledge(check, body.known_floor(), asserted(memory.objects()))
