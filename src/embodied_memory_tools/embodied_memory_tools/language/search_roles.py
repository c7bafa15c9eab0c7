"""The roles of a search: a hall with a few things, one goal, and a question in the end."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from embodied_memory.config import Config, ExplorerConfig
from embodied_memory.event import EventKind
from embodied_memory.evidence import EpistemicStatus, RememberedObject, RetrievalResult, RetrievedMemory
from embodied_memory.geometry.pose import Point, Pose2D
from embodied_memory.language.advisor import Advisor, Usage
from embodied_memory.language.language_model import LanguageModel
from embodied_memory.mapping.frontiers import Frontier
from embodied_memory.mapping.grid import FREE, OCCUPIED, OccupancySlice
from embodied_memory.memory.retrieval.seen.object_matching import match_objects
from embodied_memory.perception.picture import thumbnail_jpeg
from embodied_memory.planning.exploring.explorer import Explorer, GoalOutcome, SearchStep
from embodied_memory.planning.exploring.frontier_choice import RoomLikelihood
from embodied_memory.planning.exploring.goal_search import Task
from embodied_memory.planning.exploring.language_policy import QueryReply, TargetReply
from embodied_memory.planning.instruction import Goal
from embodied_memory.planning.tasks.look_answers import QuestionAfterSearch, SearchAnswerReply
from embodied_memory_tools.language.role_play import PATIENT, RolePlay

CHOICES = (("A", "in the hall"), ("B", "nowhere"))
_THINGS = ("kettle", "sofa", "mug", "bookshelf", "lamp")
_PLACES = ((3.0, 3.0, 0.9), (5.0, 1.0, 0.4), (9.0, 3.0, 0.9), (8.5, 1.0, 0.9), (1.0, 1.0, 0.9))
_ENDS: tuple[Point, ...] = ((4.0, 2.0), (7.0, 2.0), (9.2, 2.0))
_SIGHT_M, _REACHED_M = 2.5, 1.0


@dataclass(frozen=True)
class HallMap:
    """A PlanningMap."""

    stamp_ns: int
    slice: OccupancySlice
    walls: OccupancySlice
    frontiers: tuple[Frontier, ...]


@dataclass
class Hall:
    """A body in a hall of 10 x 4 m. What is near comes into memory; frontiers vanish once they are reached."""

    things: tuple[RememberedObject, ...]
    here: Pose2D = field(default_factory=lambda: Pose2D(1.0, 2.0, 0.0))
    now_ns: int = 1
    seen: dict[str, RememberedObject] = field(default_factory=dict)
    way: list[Pose2D] = field(default_factory=list)
    queries: list[str] = field(default_factory=list)
    reports: list[EventKind] = field(default_factory=list)

    def pose(self) -> Pose2D:
        """Where it is."""
        return self.here

    def look(self) -> HallMap:
        """Everything within sight is seen now."""
        self.now_ns += 1
        at = (self.here.x, self.here.y)
        near = [thing for thing in self.things if math.dist(thing.position[:2], at) < _SIGHT_M]
        self.seen |= {thing.object_id: replace(thing, last_seen_ns=self.now_ns) for thing in near}
        left = [(k, end) for k, end in enumerate(_ENDS, start=1) if math.dist(end, at) > _REACHED_M]
        frontiers = tuple(Frontier(k, np.array([end]), end, 2.0) for k, end in left)
        cells = np.full((40, 100), FREE, np.int8)
        cells[[0, -1], :] = cells[:, [0, -1]] = OCCUPIED
        grid = OccupancySlice(0, (0.0, 0.0), 0.1, cells)
        return HallMap(self.now_ns, grid, grid, frontiers)

    def driven(self) -> tuple[tuple[float, float], ...]:
        """Nowhere yet."""
        return ()

    def views(self) -> tuple[bytes, ...]:
        """Three grey ones."""
        return (thumbnail_jpeg(np.full((24, 32, 3), 128, np.uint8), 32),) * 3

    def retrieve(self, query: str) -> RetrievalResult:
        """One view of everything seen."""
        self.queries.append(query)
        known = self.known_objects()
        names = ", ".join(thing.category for thing in known)
        view = RetrievedMemory(1, 1, (1.0, 2.0, 0.0), 0.5, (), tuple(self.seen), names, self.views()[0])
        return RetrievalResult(query, (view,), tuple(match_objects(query, known)))

    def known_objects(self) -> tuple[RememberedObject, ...]:
        """What was seen."""
        return tuple(self.seen.values())

    def navigate(self, pose: Pose2D) -> bool:
        """At once."""
        self.here = pose
        self.way.append(pose)
        return True

    def report(
        self, kind: EventKind, text: str, object_ids: tuple[str, ...] = (), succeeded: bool | None = None
    ) -> None:
        """Kept by kind."""
        self.reports.append(kind)

    def canceled(self) -> bool:
        """Never."""
        return False


def hall(number: int) -> Hall:
    """Another number puts the things elsewhere."""
    turned = _THINGS[number % len(_THINGS) :] + _THINGS[: number % len(_THINGS)]
    return Hall(tuple(_thing(name, at) for name, at in zip(turned, _PLACES, strict=True)))


def search_hall(advisor: Advisor | None, number: int = 0) -> tuple[Hall, list[SearchStep], GoalOutcome, str]:
    """The hall afterwards, every step, what became of the goal, and the answer. advisor None: by the rules."""
    body, steps = hall(number), list[SearchStep]()
    config = Config(explorer=ExplorerConfig(policy="language" if advisor else "semantic", max_steps_per_goal=8))
    name, asked = _THINGS[(number + 2) % len(_THINGS)], "Where is the lamp?"
    task = Task(f"find the {name}. {asked}", asked)
    (outcome,) = Explorer(config, body, RoomLikelihood(), advisor).search_all((Goal(name),), steps.append, task)
    if advisor is None:
        return body, steps, outcome, "A"
    role = QuestionAfterSearch(advisor, lambda question: "A")
    return body, steps, outcome, role.told(asked, body.retrieve("lamp"), body.known_objects(), CHOICES).text


def play_search(model: LanguageModel, folder: Path, number: int = 0) -> Mapping[str, Usage]:
    """Every role of a search. See Play."""
    advisor = Advisor(model, PATIENT)
    search_hall(advisor, number)
    return advisor.usage


def _thing(name: str, at: tuple[float, float, float]) -> RememberedObject:
    return RememberedObject(
        object_id=f"{name}_1", category=name, caption="", attributes=(), position=at, size=(0.2, 0.2, 0.2), room="",
        support_id="", support_relation="", support_category="", first_seen_ns=0, last_seen_ns=0, times_seen=1,
        record_id=1, status=EpistemicStatus.FRESH, certainty=0.9,
    )  # fmt: skip


SEARCH_ROLES = RolePlay(
    "search",
    {"memory query": QueryReply, "choose target": TargetReply, "answer after search": SearchAnswerReply},
    play_search,
)
