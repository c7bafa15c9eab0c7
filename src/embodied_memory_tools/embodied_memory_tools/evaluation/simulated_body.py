"""The explorer's body in a simulated home without ROS: the same core as in the nodes, called directly."""

from __future__ import annotations

import math
from dataclasses import replace

from embodied_memory import Memory
from embodied_memory.config import Config
from embodied_memory.event import Event, EventKind
from embodied_memory.evidence import RememberedObject, RetrievalResult
from embodied_memory.geometry.pose import MapRevision, Pose2D
from embodied_memory.localisation import Localiser
from embodied_memory.mapping.grid import OccupancySlice
from embodied_memory.mapping.mapper import Mapper, MapSnapshot
from embodied_memory.mapping.occupancy_slice import without_people
from embodied_memory.observation import InvalidObservationError, Observation
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder
from embodied_memory.planning.body import BodyError
from embodied_memory.planning.tasks.known_things import people_among
from embodied_memory.skill import Skill
from embodied_memory_tools.evaluation.true_course import TrueCourse
from household.robot import HomeRobot

_MOTION_NS = 250_000_000
_VIEW_NS = 50_000_000
_LOOKS_IN_VAIN = 60
"""Without any map so far, it gives up after so many looks that told nothing."""
FIRST_STAMP_NS = 1_000_000_000


class SimulatedBody:
    """Renders, maps, perceives and records at every look. Time is simulated.

    course: where it really was, for judges; all else is what the robot believes.
    """

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
        self._localiser = Localiser(config.localisation)
        self._mapper = Mapper(config)
        self._stamp_ns = stamp_ns
        self._seen: dict[float, bytes] = {}
        self._driven: list[tuple[float, float]] = [robot.believed_pose[:2]]
        self.course = TrueCourse(robot.pose[:2])

    @property
    def stamp_ns(self) -> int:
        """Its clock."""
        return self._stamp_ns

    @property
    def trail(self) -> list[tuple[float, float]]:
        """Everywhere that it really was, (x, y) in map."""
        return self.course.trail

    @property
    def travelled_m(self) -> float:
        """Length of the way that it really took."""
        return self.course.length_m

    def pose(self) -> Pose2D:
        """Where it takes itself to be: as it is told, corrected by what it sees."""
        return self._correction().then(Pose2D(*self._robot.believed_pose))

    def _correction(self) -> Pose2D:
        matrix = self._localiser.correction
        return Pose2D(float(matrix[0, 3]), float(matrix[1, 3]), math.atan2(matrix[1, 0], matrix[0, 0]))

    def look(self) -> MapSnapshot:
        """Three views, mapped, perceived and recorded."""
        self.course.looked()
        self._look_until_there_is_a_map()
        snapshot = self._mapper.snapshot()
        self._memory.record_rooms(snapshot.rooms)
        people = people_among(self.known_objects())
        return replace(snapshot, slice=without_people(snapshot.slice, people))

    def _look_until_there_is_a_map(self) -> None:
        """Once, as a rule. Views may not come, and somebody may stand right before the camera: steps aside help."""
        self._look_around()
        for attempt in range(_LOOKS_IN_VAIN):
            if len(self._mapper.voxel_map.trajectory):
                return
            here = self.pose()
            if attempt % 3 == 2:
                aside = here.yaw + attempt
                self.navigate(Pose2D(here.x + 0.5 * math.cos(aside), here.y + 0.5 * math.sin(aside), aside))
            self._look_around()
        raise BodyError("no view of the camera can be used: see whether any come, and whether they have a pose")

    def _look_around(self) -> None:
        self._seen.clear()
        for pan_deg in self._robot.mount.pans_deg:
            self._stamp_ns += _VIEW_NS
            view = self._robot.view(math.radians(pan_deg), self._stamp_ns)
            if view is not None:
                self._take_in(pan_deg, view)

    def driven(self) -> list[tuple[float, float]]:
        """Everywhere that it takes itself to have been."""
        return self._driven

    def known_floor(self) -> OccupancySlice | None:
        """Where it takes the floor and the obstacles to be; None if it has no map."""
        return self._mapper.snapshot().slice if len(self._mapper.voxel_map.trajectory) else None

    def views(self) -> tuple[bytes, ...]:
        """Of the last look; the greatest pan angle is the leftmost."""
        return tuple(self._seen[pan_deg] for pan_deg in sorted(self._seen, reverse=True))

    def _take_in(self, pan_deg: float, view: Observation) -> None:
        """A view without any depth, as from against a wall, tells nothing, nor does one of a robot that is lost: the
        nodes leave such views out too."""
        result = self._localiser.localise(view)
        if result.revision is not None:
            self._revise(result.revision)
        if result.observation is None:
            return
        try:
            self._mapper.integrate(result.observation, result.may_move)
        except InvalidObservationError:
            return
        instant = self._builder.build(result.observation)
        self._mapper.free_people(instant.objects)
        self._seen[pan_deg] = instant.thumbnail
        self._memory.record(instant)

    def _revise(self, revision: MapRevision) -> None:
        """What was written before belongs elsewhere, wherever it was written."""
        self._mapper.revise(revision)
        self._builder.revise(revision)
        since_ns = 0 if revision.is_whole else revision.since_ns
        self._memory.map.correct(self._builder.map_id, revision.map_T_map, self._stamp_ns, since_ns)

    @property
    def sees_exactly(self) -> bool:
        """Whether nothing that it senses errs."""
        return self._robot.senses.sensors.is_exact

    def reaching(self, skill: Skill) -> Skill:
        """Where its hand really gets, when it reaches for where it takes a thing to be."""
        return self._robot.reaching(skill)

    def retrieve(self, query: str) -> RetrievalResult:
        """From memory."""
        return self._memory.retrieve(query)

    def known_objects(self) -> tuple[RememberedObject, ...]:
        """From memory."""
        return self._memory.objects()

    def navigate(self, pose: Pose2D) -> bool:
        """Small steps until there or until it bumps."""
        told = self._correction().inverse().then(pose)
        for bumped in self._robot.drive_to(told.x, told.y, told.yaw):
            self._stamp_ns += _MOTION_NS
            self.course.moved(self._robot.pose[:2])
            here = self.pose()
            self._driven.append((here.x, here.y))
            if bumped:
                return False
        return True

    def report(
        self, kind: EventKind, text: str, object_ids: tuple[str, ...] = (), succeeded: bool | None = None
    ) -> None:
        """Straight into memory."""
        if kind is EventKind.GOAL_STARTED:
            self.course.search_started()
        elif kind is EventKind.GOAL_ENDED:
            self.course.search_ended()
        self._stamp_ns += 1
        self._memory.record_event(Event(self._stamp_ns, kind, "robot", text, object_ids, succeeded=succeeded))

    def wait(self, seconds: float) -> None:
        """Time passes without a look."""
        self._stamp_ns += int(seconds * 1e9)

    def canceled(self) -> bool:
        """Never."""
        return False
