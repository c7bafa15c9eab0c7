"""Where the robot and its camera were at any moment of a recording, and how sure that is."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.transforms import TransformBuffer, TransformError, normalised, pose_from_matrix
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.base_pose import base_below
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.read_settings import ReadSettings
from embodied_memory_tools.bags.recording_index import PoseSample, RecordingIndex

Array = NDArray[np.float64]
_BASES = ("base_link", "base_footprint")
_MOUNT_REMEDY = (
    "give --camera-mount 'x y z roll pitch yaw' (metres, degrees) of the camera on the robot, or --pose-frame "
    "{frame} if the poses are the camera's own"
)


@dataclass(frozen=True)
class PoseAt:
    """map_T_camera and map_T_base, (4, 4); covariance (6, 6) of map_T_base or None."""

    map_T_camera: Array
    map_T_base: Array
    covariance: Array | None


class PoseSource:
    """Joins, in this order: mounts that were given, topics that were named, tf, odometry, other topics of poses."""

    def __init__(self, index: RecordingIndex, settings: ReadSettings, report: ReadReport) -> None:
        """BagError, with the remedy, if nothing tells where the camera was."""
        self._report = report
        self._camera = index.frames.get("color", "") or _info_frame(index) or "camera"
        try:
            self._join(index, settings)
        except TransformError as error:
            raise BagError(f"the transforms of the recording cannot be used: {error}") from error

    def _join(self, index: RecordingIndex, settings: ReadSettings) -> None:
        topics = settings.topics
        self._tree = TransformBuffer()
        self._tracks: dict[str, tuple[str, list[PoseSample]]] = {}
        self._used: list[str] = []
        self._base = self._base_frame(index, topics.base_frame)
        self._add_mounts(settings)
        self._add_tracks(index, settings, named=True)
        self._tree.adopt(index.transforms)
        self._add_tracks(index, settings, named=False)
        self.world = self._world(topics.map_frame, index)
        self._has_base = self._base in self._tree.frames() and self._tree.root_of(self._base) == self._root()
        if not self._has_base:
            self._report.note(f"no frame {topics.base_frame!r} in the bag: the robot is taken to be below its camera")
        self._covariances = self._sure_track()

    @property
    def knows_base(self) -> bool:
        """False: the base is only taken to be below the camera."""
        return self._has_base

    def at(self, stamp_ns: int, camera_frame: str) -> PoseAt:
        """TransformError if it is not known there."""
        map_T_camera = self._tree.lookup(self.world, camera_frame or self._camera, stamp_ns)
        if not self._has_base:
            return PoseAt(map_T_camera, base_below(map_T_camera), None)
        return PoseAt(map_T_camera, self._tree.lookup(self.world, self._base, stamp_ns), self._covariance(stamp_ns))

    def between(self, target: str, target_ns: int, source: str, source_ns: int) -> Array:
        """target_T_source (4, 4), each at its own time, the world at rest. TransformError if there is none."""
        if target_ns == source_ns:
            return self._tree.lookup(target, source, target_ns)
        world_T_target = self._tree.lookup(self.world, target, target_ns)
        return np.asarray(
            np.linalg.inv(world_T_target) @ self._tree.lookup(self.world, source, source_ns), np.float64
        )

    def _base_frame(self, index: RecordingIndex, wanted: str) -> str:
        """The base, or where another robot's name stands before it, the only one that fits."""
        spoken = index.transforms.frames() | {s.child for track in index.poses.values() for s in track[:1]}
        if normalised(wanted) in spoken or wanted != "base_link":
            return normalised(wanted)
        for name in _BASES:
            found = [frame for frame in spoken if frame == name or frame.endswith(f"/{name}")]
            if len(found) > 1:
                found = [frame for frame in found if frame in index.transforms.ancestors(self._camera)]
            if len(found) == 1:
                if found[0] != wanted:
                    self._report.note(f"no frame {wanted!r} in the bag: {found[0]!r} is taken as the base")
                return found[0]
        return normalised(wanted)

    def _add_mounts(self, settings: ReadSettings) -> None:
        mount = settings.base_T_camera()
        if mount is not None:
            self._tree.add(self._base, self._camera, 0, *pose_from_matrix(mount), static=True)

    def _add_tracks(self, index: RecordingIndex, settings: ReadSettings, named: bool) -> None:
        """Odometry before other poses; of what was not named, only one of a kind counts."""
        for role in ("pose", "odometry") if named else ("odometry", "pose"):
            if settings.topics.is_named(role) != named:
                continue
            found = [topic for topic in index.choice.topics(role) if index.poses.get(topic)]
            usual = [topic for topic in found if topic == settings.topics.absolute(role)]
            for topic in usual or (found if len(found) == 1 else []):
                self._add_track(topic, index.poses[topic], settings.topics.pose_frame)
                if topic in self._used and topic != settings.topics.absolute("odometry"):
                    self._report.note(f"where {self._tracks[topic][0]!r} was is read from {topic}")

    def _add_track(self, topic: str, track: list[PoseSample], pose_frame: str) -> None:
        child = normalised(pose_frame) or track[0].child or self._base
        self._tracks[topic] = (child, track)
        buffer = TransformBuffer()
        for sample in track:
            if sample.parent and sample.parent != child:
                buffer.add(sample.parent, child, sample.stamp_ns, sample.translation, sample.quaternion)
        was_root = self._tree.root_of(child) == child
        self._tree.adopt(buffer)
        if was_root and self._tree.root_of(child) != child:
            self._used.append(topic)

    def _root(self) -> str:
        return self._tree.root_of(self._camera)

    def _world(self, wanted: str, index: RecordingIndex) -> str:
        """The map frame; another root only if the camera moves in it, or is said to stand still there."""
        frames, root = self._tree.frames(), self._root()
        if normalised(wanted) in frames and self._tree.root_of(wanted) == root:
            return normalised(wanted)
        if not self._moves(index):
            raise BagError(self._nowhere(index, root))
        if normalised(wanted) in frames:
            self._report.note(f"{wanted!r} is not connected to the camera: {root!r} is taken as the map")
        else:
            self._report.note(f"no frame {wanted!r} in the bag: {root!r} is taken as the map")
        return root

    def _moves(self, index: RecordingIndex) -> bool:
        """Whether anything above the camera is told again and again, and the robot itself hangs from something."""
        above = self._tree.ancestors(self._camera)
        return above[-1] != self._base and any(frame not in index.static_frames for frame in above[:-1])

    def _nowhere(self, index: RecordingIndex, root: str) -> str:
        tracks = {topic: track for topic, track in index.poses.items() if track}
        if root != self._camera and not tracks:
            return (
                f"nothing tells where the robot was: the frame {self._camera!r} of the colour images hangs from "
                f"{root!r}, which never moves, and there is no odometry and no pose; record tf or odometry, or give "
                f"--map-frame {root} if the camera stood still"
            )
        told = ", ".join(
            f"{topic} (of {track[0].child or 'no frame that it names'})" for topic, track in tracks.items()
        )
        if len(tracks) > 1 and not self._tracks:
            return f"several topics tell where the robot was: name one, --odom-topic or --pose-topic, of {told}"
        remedy = _MOUNT_REMEDY.format(frame=self._camera)
        where = told or f"tf, of {', '.join(sorted(index.transforms.frames())) or 'no frames'}"
        return (
            f"no transform between the camera {self._camera!r} and what tells the robot's place ({where}): {remedy}"
        )

    def _sure_track(self) -> tuple[list[int], list[PoseSample]]:
        """Poses of the base in the world that come with a covariance: of localisation before odometry."""
        for topic in sorted(self._tracks, key=lambda name: self._tracks[name][1][0].child != ""):
            child, track = self._tracks[topic]
            good = sorted((one for one in track if one.covariance is not None), key=lambda one: one.stamp_ns)
            if good and child == self._base and good[0].parent == self.world:
                return [one.stamp_ns for one in good], good
        return [], []

    def _covariance(self, stamp_ns: int) -> Array | None:
        """The last one told; None before the first, where it is zero (that means unknown), and where it is none."""
        stamps, track = self._covariances
        place = bisect_right(stamps, stamp_ns) - 1
        if place < 0:
            return None
        covariance = track[place].covariance
        if covariance is None or not np.any(covariance):
            return None
        if not _is_covariance(covariance):
            self._report.note("a covariance of a pose that is none (not finite, symmetric or positive) is left out")
            return None
        return np.asarray((covariance + covariance.T) / 2, np.float64)


def _is_covariance(matrix: Array) -> bool:
    if not np.isfinite(matrix).all():
        return False
    size = float(np.abs(matrix).max())
    symmetric = np.abs(matrix - matrix.T).max() <= 1e-3 * size
    return bool(symmetric and np.linalg.eigvalsh((matrix + matrix.T) / 2).min() >= -1e-6 * size)


def _info_frame(index: RecordingIndex) -> str:
    return next((info.frame for info in index.infos.values() if info.frame), "")


def transform_remedy(error: TransformError) -> str:
    """What can be done where there is no transform."""
    if "not known at that time" in str(error):
        return "the recording of tf begins later or ends earlier than the images, or their clocks differ"
    return f"name frames of the recording with --map-frame and --base-frame, or {_MOUNT_REMEDY.format(frame='FRAME')}"
