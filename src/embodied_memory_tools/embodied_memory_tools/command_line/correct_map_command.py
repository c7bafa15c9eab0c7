"""`embodied-memory memory correct-map`."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.open_memory import DATABASE_HELP, NO_EMBEDDER, now_of, open_memory
from embodied_memory_tools.command_line.request_error import RequestError


def correct_map(
    database: Annotated[Path, typer.Argument(help=DATABASE_HELP)],
    map_id: Annotated[str, typer.Option("--map", help="The map that was corrected.")],
    x: Annotated[float, typer.Option(help="Metres.")] = 0.0,
    y: Annotated[float, typer.Option(help="Metres.")] = 0.0,
    z: Annotated[float, typer.Option(help="Metres.")] = 0.0,
    yaw: Annotated[float, typer.Option(help="Radians, counter-clockwise, about the origin of the map.")] = 0.0,
) -> None:
    """Move everything remembered in a map: it is turned by yaw about the origin, then shifted by x, y, z.

    Other maps stay as they are. The negative of a pure shift undoes it.

    Example: `embodied-memory memory correct-map runs/2026-01-31_12-00-00/memory.db --map map --x 0.4 --yaw 0.02`
    """
    if not all(map(math.isfinite, (x, y, z, yaw))):
        raise RequestError("x, y, z and yaw are numbers")
    map_t_map = np.eye(4)
    map_t_map[:2, :2] = [[math.cos(yaw), -math.sin(yaw)], [math.sin(yaw), math.cos(yaw)]]
    map_t_map[:3, 3] = (x, y, z)
    with open_memory(database, NO_EMBEDDER, writing=True) as memory, output.status("moving"):
        known = memory.map.ids()
        if map_id not in known:
            raise RequestError(f"nothing is remembered in a map {map_id!r}; there are {', '.join(known) or 'none'}")
        # Asked for twice, it is meant twice: only what is delivered again has the time of before.
        stamp_ns = now_of(memory)
        while not memory.map.correct(map_id, map_t_map, stamp_ns):
            stamp_ns += 1
    output.print(f"everything remembered in {map_id} was moved", markup=False, soft_wrap=True)
