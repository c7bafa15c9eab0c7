"""The explorer's body in a simulated home without ROS: the same core as in the nodes, called directly."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

from embodied_memory.config import Config
from embodied_memory.event import Event, EventKind
from embodied_memory.evidence import RememberedObject, RetrievalResult
from embodied_memory.geometry.pose import Pose2D
from embodied_memory.mapping.mapper import Mapper, MapSnapshot
from embodied_memory.mapping.people_in_map import without_people
from embodied_memory.memory.memory import Memory
from embodied_memory.observation import InvalidObservationError, Observation
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder
from embodied_memory.planning.people import people_among
from household.robot import HomeRobot

_MOTION_NS = 250_000_000
_VIEW_NS = 50_000_000
FIRST_STAMP_NS = 1_000_000_000


class SimulatedBody:
    """Renders, maps, perceives and records at every look. Time is simulated."""

    def __init__(
        self,
        robot: HomeRobot,
        config: Config,
        builder: SceneGraphBuilder,
        memory: Memory,
        stamp_ns: int = FIRST_STAMP_NS,
    ) -> None:
        self._robot = robot
        self._builder = builder
        self._memory = memory
        self._mapper = Mapper(config)
        self._stamp_ns = stamp_ns
        self._seen: dict[float, bytes] = {}
        self.trail: list[tuple[float, float]] = [robot.pose[:2]]
        """Everywhere that it has been, (x, y) in map."""

    @property
    def stamp_ns(self) -> int:
        """Its clock."""
        return self._stamp_ns

    @property
    def travelled_m(self) -> float:
        """Length of the way that it really took."""
        return sum(math.dist(a, b) for a, b in pairwise(self.trail))

    def pose(self) -> Pose2D:
        """The true pose: simulated odometry does not drift."""
        return Pose2D(*self._robot.pose)

    def look(self) -> MapSnapshot:
        """Three views, mapped, perceived and recorded."""
        self._seen.clear()
        for pan_deg in self._robot.mount.pans_deg:
            self._stamp_ns += _VIEW_NS
            self._take_in(pan_deg, self._robot.view(math.radians(pan_deg), self._stamp_ns))
        snapshot = self._mapper.snapshot()
        self._memory.record_rooms(snapshot.rooms)
        people = people_among(self.known_objects())
        return replace(snapshot, slice=without_people(snapshot.slice, people))

    def driven(self) -> list[tuple[float, float]]:
        """Everywhere that it has been."""
        return self.trail

    def views(self) -> tuple[bytes, ...]:
        """Of the last look; the greatest pan angle is the leftmost."""
        return tuple(self._seen[pan_deg] for pan_deg in sorted(self._seen, reverse=True))

    def _take_in(self, pan_deg: float, view: Observation) -> None:
        """A view without any depth, as from against a wall, tells nothing: the nodes leave such views out too."""
        try:
            self._mapper.integrate(view)
        except InvalidObservationError:
            return
        instant = self._builder.build(view)
        self._mapper.free_people(instant.objects)
        self._seen[pan_deg] = instant.thumbnail
        self._memory.record(instant)

    def retrieve(self, query: str) -> RetrievalResult:
        """From memory."""
        return self._memory.retrieve(query)

    def known_objects(self) -> tuple[RememberedObject, ...]:
        """From memory."""
        return self._memory.objects()

    def navigate(self, pose: Pose2D) -> bool:
        """Small steps until there or until it bumps."""
        for bumped in self._robot.drive_to(pose.x, pose.y, pose.yaw):
            self._stamp_ns += _MOTION_NS
            self.trail.append(self._robot.pose[:2])
            if bumped:
                return False
        return True

    def report(
        self, kind: EventKind, text: str, object_ids: tuple[str, ...] = (), succeeded: bool | None = None
    ) -> None:
        """Straight into memory."""
        self._stamp_ns += 1
        self._memory.record_event(Event(self._stamp_ns, kind, "robot", text, object_ids, succeeded=succeeded))

    def wait(self, seconds: float) -> None:
        """Time passes without a look."""
        self._stamp_ns += int(seconds * 1e9)

    def canceled(self) -> bool:
        """Never."""
        return False
