"""Options that say how the topics and frames of a recording are called."""

from __future__ import annotations

from typing import Annotated

import typer

from embodied_memory_tools.bags.observation_topics import ObservationTopics

Color = Annotated[str, typer.Option(help="Colour images (Image or CompressedImage).")]
Depth = Annotated[str, typer.Option(help="Depth images registered to colour: 32FC1 m or 16UC1 mm.")]
Info = Annotated[str, typer.Option(help="Camera info of the colour camera.")]
MapFrame = Annotated[str, typer.Option(help="The fixed frame.")]
BaseFrame = Annotated[str, typer.Option(help="The robot's base.")]


def topics_of(color: str, depth: str, info: str, map_frame: str, base_frame: str) -> ObservationTopics:
    """The topics and frames as given, all others as usual."""
    return ObservationTopics(color=color, depth=depth, camera_info=info, map_frame=map_frame, base_frame=base_frame)
