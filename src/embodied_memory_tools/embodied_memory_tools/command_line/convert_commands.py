"""`embodied-memory convert ...`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from embodied_memory_tools.bags.rgbd_folder import convert_rgbd_folder
from embodied_memory_tools.command_line.console import output

app = typer.Typer(no_args_is_help=True, help="Convert other recordings to bags.")


@app.callback()
def convert_group() -> None:
    """Convert other recordings to bags."""


@app.command("rgbd")
def rgbd(
    folder: Annotated[Path, typer.Argument(help="Folder with color/*.png, depth/*.pgm or *.png, pose.txt.")],
    bag: Annotated[Path, typer.Argument(help="The bag folder to write.")],
    fx: Annotated[float, typer.Option(help="Focal length, pixels.")] = 518.0,
    fy: Annotated[float, typer.Option(help="Focal length, pixels.")] = 519.0,
    cx: Annotated[float, typer.Option(help="Principal point, pixels.")] = 325.5,
    cy: Annotated[float, typer.Option(help="Principal point, pixels.")] = 253.5,
    depth_scale: Annotated[float, typer.Option(help="Metres per unit of depth.")] = 0.001,
    up: Annotated[str, typer.Option(help="Axis of the poses' world that is up: x, -x, y, -y, z, -z.")] = "-y",
    level: Annotated[bool, typer.Option(help="Correct up by the level surfaces that are seen.")] = True,
    camera_height: Annotated[
        float | None, typer.Option(help="Height of the first camera, metres; default: floor = lowest surface.")
    ] = None,
    rate: Annotated[float, typer.Option(help="Frames a second; such folders carry no time.")] = 1.0,
) -> None:
    """Convert a folder of RGB-D frames with poses to a bag.

    A line of pose.txt is `tx ty tz qx qy qz qw`: the camera's optical frame in the poses' world.

    Example: `embodied-memory convert rgbd ../shared/data/rgbd_slambook2 room_bag`
    """
    count = convert_rgbd_folder(folder, bag, fx, fy, cx, cy, depth_scale, up, level, camera_height, rate)
    output.print(f"{count} frames written to {bag}; next: embodied-memory replay {bag}", soft_wrap=True)
