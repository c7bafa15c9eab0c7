"""Rebuilds a memory from a bag, without ROS, with the same core that the nodes run."""

from __future__ import annotations

import heapq
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from embodied_memory.config import Config
from embodied_memory.event import Event
from embodied_memory.evidence import Answer, RememberedObject
from embodied_memory.mapping.mapper import Mapper, MapSnapshot
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.record_checks import InvalidRecordError
from embodied_memory.observation import InvalidObservationError, Observation
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder
from embodied_memory_tools.bags.bag_reader import read_events, read_observations
from embodied_memory_tools.bags.observation_topics import ObservationTopics, ReadReport

logger = logging.getLogger(__name__)

ROOMS_EVERY = 50
"""Observations between two divisions of the map into rooms; the last comes after the end of the bag."""

Progress = Callable[[int, int], None]
"""Called with the number of observations done and the number expected."""


@dataclass(frozen=True, eq=False)
class ReplaySummary:
    """What became of a replay. recorded_s: from the first to the last observation; wall_s: what replay took.

    map: None if no observation could be used. read: what was skipped, and why.
    """

    bag: str
    database: str
    recorded_s: float
    wall_s: float
    events: int
    objects: tuple[RememberedObject, ...]
    answers: tuple[Answer, ...]
    map: MapSnapshot | None
    read: ReadReport = field(default_factory=ReadReport)

    @property
    def observations(self) -> int:
        """How many observations were used."""
        return self.read.used

    @property
    def speed(self) -> float:
        """Times faster than real time."""
        return self.recorded_s / self.wall_s if self.wall_s > 0 else 0.0


def replay(
    bag: str | Path,
    database: str | Path,
    config: Config | None = None,
    questions: Sequence[str] = (),
    topics: ObservationTopics | None = None,
    on_progress: Progress | None = None,
) -> ReplaySummary:
    """Run mapping, perception and memory over a bag, then ask the questions.

    Raises BagError for a bag that cannot be replayed, DatabaseError for a database that cannot be written,
    MissingModelError or MissingExtraError for a detector that is not there. A broken observation is skipped.
    """
    started_s = time.monotonic()
    report = ReadReport()
    config = config or Config()
    observations = read_observations(bag, topics, report)
    builder = SceneGraphBuilder(config.perception, session_id=f"replay {Path(bag).name}")
    Path(database).parent.mkdir(parents=True, exist_ok=True)
    with Memory(database, builder.embedder, config.memory) as memory:
        run = _Run(Mapper(config), builder, memory, report)
        for item in _in_order_of_time(observations, read_events(bag, topics, report)):
            run.take(item)
            if on_progress is not None:
                on_progress(report.used, observations.expected)
        run.record_rooms()
        return ReplaySummary(
            bag=str(bag),
            database=str(database),
            recorded_s=run.recorded_s,
            events=run.events,
            objects=memory.objects(),
            answers=tuple(memory.answer(question) for question in questions),
            map=run.snapshot,
            read=report,
            wall_s=time.monotonic() - started_s,
        )


def _in_order_of_time(observations: Iterator[Observation], events: Iterator[Event]) -> Iterator[Observation | Event]:
    return heapq.merge(observations, events, key=lambda item: item.stamp_ns)


class _Run:
    """The parts of the core and what has gone through them."""

    def __init__(self, mapper: Mapper, builder: SceneGraphBuilder, memory: Memory, report: ReadReport) -> None:
        self._mapper, self._builder, self._memory, self._report = mapper, builder, memory, report
        self._stamps: list[int] = []
        self.snapshot: MapSnapshot | None = None
        self.events = 0

    @property
    def recorded_s(self) -> float:
        return (self._stamps[-1] - self._stamps[0]) / 1e9 if self._stamps else 0.0

    def take(self, item: Observation | Event) -> None:
        try:
            if isinstance(item, Event):
                self._memory.record_event(item)
                self.events += 1
            else:
                self._observe(item)
        except InvalidObservationError as error:
            self._report.used -= 1
            self._report.skip("observation refused by the core", str(error))
        except InvalidRecordError as error:
            self._report.skip("record refused by memory", str(error))

    def record_rooms(self) -> None:
        if self._stamps:
            self.snapshot = self._mapper.snapshot()
            self._memory.record_rooms(self.snapshot.rooms)

    def _observe(self, observation: Observation) -> None:
        self._mapper.integrate(observation)
        self._memory.record(self._builder.build(observation))
        self._stamps.append(observation.stamp_ns)
        if len(self._stamps) % ROOMS_EVERY == 0:
            self.record_rooms()
