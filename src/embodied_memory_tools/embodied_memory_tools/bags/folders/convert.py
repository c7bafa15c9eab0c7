"""Converts a folder of RGB-D frames with poses to a bag that replays like any other."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.bag_writer import BagWriter
from embodied_memory_tools.bags.folders.rgbd_folder import FolderRecording
from embodied_memory_tools.bags.observation_writer import ObservationWriter
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.read_settings import ReadSettings
from embodied_memory_tools.bags.recording import LevelViews


def convert_rgbd_folder(
    folder: str | Path,
    bag_path: str | Path,
    settings: ReadSettings | None = None,
    report: ReadReport | None = None,
) -> int:
    """Write every frame that can be used; returns their number. What cannot is counted in the report.

    The bag's world is level: z up, the floor at 0, x and y where the first camera is, x as it looks. BagError, with
    nothing written, if no frame can be used.
    """
    settings, report = settings or ReadSettings(), report if report is not None else ReadReport()
    settings.check()
    views = LevelViews(FolderRecording(folder, settings, report), report)
    first = next(views, None)
    if first is None:
        raise BagError(f"no frame of {folder} can be used: {report.cause()}")
    with BagWriter(bag_path) as writer:
        observations = ObservationWriter(writer)
        for view in chain([first], views):
            observations.write(view)
    return report.used
