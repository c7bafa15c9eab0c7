"""Who chooses what the robot goes to next: the role, what it is told, and what it may answer (LMEE, section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from embodied_memory.evidence import RememberedObject, RetrievedMemory, UsualPlace
from embodied_memory.geometry.pose import Pose2D
from embodied_memory.mapping.frontier import Frontier
from embodied_memory.planning.goal import Goal


@dataclass(frozen=True)
class SearchSituation:
    """Before a step: instruction I, observations O, question Q and, once retrieved, memories (LMEE, section 4).

    task: the whole instruction; question: to be answered from memory after the search, "" if there is none. views:
    small JPEGs of the last look, left to right. distances: metres of travel to each frontier that can be reached, by
    id; frontiers holds no others. objects: what may be gone to and fits the goal's words, best first; known:
    everything that memory knows of; usual: where things of the goal's kind belong in this home, the likeliest first.
    """

    task: str
    goal: Goal
    here: Pose2D
    frontiers: tuple[Frontier, ...]
    distances: Mapping[int, float]
    objects: tuple[RememberedObject, ...]
    known: tuple[RememberedObject, ...]
    views: tuple[bytes, ...] = ()
    question: str = ""
    memories: tuple[RetrievedMemory, ...] = ()
    usual: tuple[UsualPlace, ...] = ()


@dataclass(frozen=True)
class SearchTarget:
    """A frontier or a remembered object to go to, never both. answer: to the question, if that is known already."""

    reason: str
    frontier_id: int | None = None
    object_id: str = ""
    answer: str = ""


class SearchPolicy(Protocol):
    """Chooses, or leaves it to values and matches, which always know what to do next."""

    def query(self, situation: SearchSituation) -> str:
        """The text of the one retrieval call before this step (LMEE, equation 3)."""

    def choose(self, situation: SearchSituation, retrieved: bool) -> SearchTarget | None:
        """Where to go; None: the best fitting object, else the frontier of the highest value.

        retrieved: False if the retrieval call failed; then what was thought before it counts (LMEE, section 4).
        """


class ValuePolicy:
    """The offline form: asks memory for the goal in its own words, and leaves the choice to values and matches."""

    def query(self, situation: SearchSituation) -> str:
        """The goal's words."""
        return situation.goal.description

    def choose(self, situation: SearchSituation, retrieved: bool) -> SearchTarget | None:
        """Never anything else than what values and matches say."""
        return None
