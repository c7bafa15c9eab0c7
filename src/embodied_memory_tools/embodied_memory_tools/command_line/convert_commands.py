"""`embodied-memory convert ...`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from embodied_memory.config import Config
from embodied_memory_tools.bags.folders.convert import convert_rgbd_folder
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.read_settings import ReadSettings
from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.next_command import replay_command
from embodied_memory_tools.command_line.topic_options import with_recording_options
from embodied_memory_tools.model_choice import detector_list, fitting_detector

app = typer.Typer(no_args_is_help=True, help="Convert other recordings to bags.")


@app.callback()
def convert_group() -> None:
    """Convert other recordings to bags."""


@app.command("rgbd")
@with_recording_options
def rgbd(
    folder: Annotated[
        Path, typer.Argument(help="A folder of RGB-D frames with poses: plain, TUM, ScanNet, 7-Scenes.")
    ],
    bag: Annotated[Path, typer.Argument(help="The bag folder to write.")],
    *,
    settings: ReadSettings,
) -> None:
    """Convert a folder of RGB-D frames with poses to a bag.

    A pose is the camera's optical frame in the poses' world: `tx ty tz qx qy qz qw`, or a matrix of 12 or 16 numbers.

    Example: `embodied-memory convert rgbd ../shared/data/rgbd_slambook2 room_bag`
    """
    report = ReadReport()
    count = convert_rgbd_folder(folder, bag, settings, report)
    for line in report.lines()[1:]:
        output.print(escape(line), soft_wrap=True)
    detector = fitting_detector(False, Config().perception)
    told = replay_command(bag, ReadSettings(), detector) if detector else f"choose a detector: {detector_list(False)}"
    output.print(escape(f"{count} frames written to {bag}; next: {told}"), soft_wrap=True)
