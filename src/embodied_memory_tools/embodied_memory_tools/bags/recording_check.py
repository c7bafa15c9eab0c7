"""Says whether a recording can be replayed, by reading some of its views as replay would."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from embodied_memory.optional import MissingExtraError
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.read_settings import ReadSettings
from embodied_memory_tools.bags.recording import Recording, open_recording, sample_stamps


@dataclass
class RecordingCheck:
    """views: for which there are images; tried, usable: of those that were looked at.

    fault: why nothing can be used, with what can be done, "" if something can.
    """

    views: int = 0
    tried: int = 0
    usable: int = 0
    has_labels: bool = False
    fault: str = ""
    report: ReadReport = field(default_factory=ReadReport)


def check_recording(path: str | Path, settings: ReadSettings) -> RecordingCheck:
    """Never raises BagError: that is what it says. A setting that makes no sense is one all the same."""
    check = RecordingCheck()
    settings.check()
    try:
        recording = open_recording(path, settings, check.report)
        _try_views(recording, check)
    except (BagError, MissingExtraError) as error:
        check.fault = str(error)
    return check


def _try_views(recording: Recording, check: RecordingCheck) -> None:
    check.views, check.has_labels = len(recording.stamps), recording.has_labels
    stamps = sample_stamps(recording)
    views = list(recording.views(stamps)) if stamps else []
    check.tried, check.usable = len(stamps), len(views)
    if not views:
        tried = f"none of {len(stamps)} views that were tried" if stamps else "no view"
        check.fault = f"{tried} of {recording.path} can be used: {check.report.cause()}"
        return
    recording.level_T_world(views)
