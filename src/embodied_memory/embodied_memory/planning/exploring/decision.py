"""What the robot does next in a search and why, and who chooses that (LMEE, section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from embodied_memory.evidence import RememberedObject, RetrievedMemory, UsualPlace
from embodied_memory.geometry.pose import Point, Pose2D
from embodied_memory.mapping.frontiers import Frontier
from embodied_memory.planning.instruction import Goal


class Phase(str, Enum):
    """Where the search for a goal stands."""

    EXPLORING = "exploring"
    APPROACHING = "approaching"
    FOUND = "found"
    GIVEN_UP = "given up"


@dataclass(frozen=True)
class SearchDecision:
    """What to do next. pose: where to drive, None when the search is over. path: in map, metres.

    certainty: of something found, that it is what the goal means, 0 to 1.
    """

    phase: Phase
    reason: str
    pose: Pose2D | None = None
    path: tuple[Point, ...] = ()
    target: RememberedObject | None = None
    frontier_scores: dict[int, float] = field(default_factory=dict)
    certainty: float = 1.0


def describe(thing: RememberedObject) -> str:
    """A noun phrase for an object: its caption, or its category."""
    return thing.caption or f"a {thing.category}"


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
