"""Rebuilds a memory from a bag, without ROS, with the same core that the nodes run."""

from __future__ import annotations

import heapq
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from embodied_memory import Memory
from embodied_memory.config import Config
from embodied_memory.event import Event
from embodied_memory.evidence import Answer, RememberedObject
from embodied_memory.mapping.mapper import Mapper, MapSnapshot
from embodied_memory.memory.record_checks import InvalidRecordError
from embodied_memory.observation import InvalidObservationError, Observation
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.read_settings import ReadSettings
from embodied_memory_tools.bags.recording import LevelViews, Recording, open_recording

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
    bag: str | Path | Recording,
    database: str | Path,
    config: Config | None = None,
    questions: Sequence[str] = (),
    settings: ReadSettings | None = None,
    on_progress: Progress | None = None,
    report: ReadReport | None = None,
) -> ReplaySummary:
    """Run mapping, perception and memory over a bag or a folder of frames, then ask the questions.

    Raises BagError for a recording that cannot be replayed or of which no view can be used, DatabaseError for a
    database that cannot be written, MissingModelError or MissingExtraError for a detector that is not there: then no
    database is made. A broken observation is skipped. report: the one that the recording was opened with, if it was.
    """
    started_s = time.monotonic()
    report, config = report if report is not None else ReadReport(), config or Config()
    recording = open_recording(bag, settings, report) if isinstance(bag, str | Path) else bag
    views = LevelViews(recording, report)
    first = next(views, None)
    if first is None:
        raise _nothing_used(recording, report)
    builder = SceneGraphBuilder(config.perception, session_id=f"replay {recording.path.name}")
    with _new_or_as_it_was(Path(database)), Memory(database, builder.embedder, config.memory) as memory:
        memory.record_vocabulary(builder.categories)
        run = _Run(Mapper(config), builder, memory, report)
        for item in _in_order_of_time(chain([first], views), recording.events()):
            run.take(item)
            if on_progress is not None:
                on_progress(report.used, views.expected)
        if report.used == 0:
            raise _nothing_used(recording, report)
        run.record_rooms()
        return run.summary(recording, database, questions, started_s)


def _nothing_used(recording: Recording, report: ReadReport) -> BagError:
    return BagError(f"no view of {recording.path} can be used: {report.cause()}")


@contextmanager
def _new_or_as_it_was(database: Path) -> Iterator[None]:
    """A database that a replay without any result would leave is removed; one that was there stays."""
    was_there = database.exists()
    database.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BagError:
        if not was_there:
            for ending in ("", "-wal", "-shm", "-lock"):
                Path(f"{database}{ending}").unlink(missing_ok=True)
        raise


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

    def summary(
        self, recording: Recording, database: str | Path, questions: Sequence[str], started_s: float
    ) -> ReplaySummary:
        """After the last one: what memory has, and its answers."""
        return ReplaySummary(
            bag=str(recording.path),
            database=str(database),
            recorded_s=self.recorded_s,
            events=self.events,
            objects=self._memory.objects(),
            answers=tuple(self._memory.answer(question) for question in questions),
            map=self.snapshot,
            read=self._report,
            wall_s=time.monotonic() - started_s,
        )

    def _observe(self, observation: Observation) -> None:
        # Poses are taken as they are told: what corrects them stands here, before the map and memory.
        self._mapper.integrate(observation)
        self._memory.record(self._builder.build(observation))
        self._stamps.append(observation.stamp_ns)
        if len(self._stamps) % ROOMS_EVERY == 0:
            self.record_rooms()
