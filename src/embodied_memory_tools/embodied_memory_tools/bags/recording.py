"""Any recording that can be replayed, a bag or a folder of RGB-D frames, as observations in a level world."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from embodied_memory.event import Event
from embodied_memory.observation import Observation
from embodied_memory_tools.bags.bag_reader import BagRecording
from embodied_memory_tools.bags.base_pose import base_below
from embodied_memory_tools.bags.folders.rgbd_folder import FolderRecording, is_rgbd_folder
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.read_settings import ReadSettings

SAMPLE = 12
"""Views that tell where up is, and whether any can be used: spread over the recording."""
_FIRST_OF_VIDEO = 200
"""A video cannot be entered in its midst: of its first views."""


class Recording(Protocol):
    """Views in the recording's own world. stamps: of every view for which there are images, rising."""

    path: Path

    @property
    def stamps(self) -> list[int]: ...  # noqa: D102

    @property
    def has_labels(self) -> bool: ...  # noqa: D102

    @property
    def knows_base(self) -> bool: ...  # noqa: D102

    @property
    def is_video(self) -> bool: ...  # noqa: D102

    def views(self, only: set[int] | None = None) -> Iterator[Observation]:
        """Those that can be used, in order of time."""
        ...

    def level_T_world(self, views: list[Observation]) -> NDArray[np.float64]:
        """(4, 4) that makes z point up from the floor, as these views tell. BagError if they do not."""
        ...

    def events(self) -> Iterator[Event]:
        """What happened, in the order of its recording."""
        ...


def open_recording(
    path: str | Path, settings: ReadSettings | None = None, report: ReadReport | None = None
) -> Recording:
    """A bag or a folder. BagError, with the remedy, if it is neither or cannot be read."""
    settings, report = settings or ReadSettings(), report if report is not None else ReadReport()
    settings.check()
    if is_rgbd_folder(Path(path)):
        return FolderRecording(path, settings, report)
    return BagRecording(path, settings, report)


class LevelViews(Iterator[Observation]):
    """The observations of a recording in order of time; `expected`: how many there are if none is broken."""

    def __init__(self, recording: Recording, report: ReadReport) -> None:
        """Looks at some views first. BagError if the world's up cannot be told."""
        self.recording = recording
        self.expected = len(recording.stamps)
        self._report = report
        with report.apart():
            sample = sample_views(recording)
        self.level_T_world = recording.level_T_world(sample)
        self._views = recording.views()

    def __next__(self) -> Observation:
        view = next(self._views)
        self._report.used += 1
        return moved_view(view, self.level_T_world, self.recording.knows_base)


def read_observations(
    path: str | Path, settings: ReadSettings | None = None, report: ReadReport | None = None
) -> LevelViews:
    """The observations of a recording. BagError, at once, if it cannot be read or replayed.

    What cannot be used (broken images, no transform, stamps that go backwards ...) is counted in the report.
    """
    settings, report = settings or ReadSettings(), report if report is not None else ReadReport()
    return LevelViews(open_recording(path, settings, report), report)


def sample_stamps(recording: Recording, count: int = SAMPLE) -> set[int]:
    """Of some views, spread over the recording."""
    stamps = recording.stamps[:_FIRST_OF_VIDEO] if recording.is_video else recording.stamps
    places = np.linspace(0, len(stamps) - 1, min(count, len(stamps))).round().astype(int)
    return {stamps[place] for place in places}


def sample_views(recording: Recording) -> list[Observation]:
    """Some views, those of them that can be used."""
    return list(recording.views(sample_stamps(recording)))


def moved_view(view: Observation, level_T_world: NDArray[np.float64], knows_base: bool) -> Observation:
    """The view in another world. A base that nobody knows is below the camera there, not where it was before."""
    if np.array_equal(level_T_world, np.eye(4)):
        return view
    covariance = view.pose_covariance
    if covariance is not None:
        turn = np.kron(np.eye(2), level_T_world[:3, :3])
        covariance = turn @ covariance @ turn.T
    map_T_camera = level_T_world @ view.map_T_camera
    map_T_base = level_T_world @ view.map_T_base if knows_base else base_below(map_T_camera)
    return replace(view, map_T_camera=map_T_camera, map_T_base=map_T_base, pose_covariance=covariance)
