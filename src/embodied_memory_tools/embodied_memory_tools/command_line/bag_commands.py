"""`embodied-memory bag ...`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from embodied_memory_tools.bags.bag_recovery import recover_bag
from embodied_memory_tools.bags.observation_topics import ObservationTopics
from embodied_memory_tools.bags.open_bag import open_bag
from embodied_memory_tools.bags.recording_index import missing_roles, topic_roles
from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.topic_options import BaseFrame, Color, Depth, Info, MapFrame, topics_of

app = typer.Typer(no_args_is_help=True, help="Check and mend bags.")


@app.callback()
def bag_group() -> None:
    """Check and mend bags."""


@app.command("check")
def check(
    bag: Annotated[Path, typer.Argument(help="A bag folder, an .mcap or a .db3 file.")],
    color_topic: Color = ObservationTopics.color,
    depth_topic: Depth = ObservationTopics.depth,
    info_topic: Info = ObservationTopics.camera_info,
    map_frame: MapFrame = ObservationTopics.map_frame,
    base_frame: BaseFrame = ObservationTopics.base_frame,
) -> None:
    """Say what a bag holds and what replay would miss. Exit code 1 if it cannot be replayed.

    Example: `embodied-memory bag check my_bag --color-topic /rgb/image`
    """
    topics = topics_of(color_topic, depth_topic, info_topic, map_frame, base_frame)
    with open_bag(bag) as opened:
        roles, missing = topic_roles(opened, topics), missing_roles(opened, topics)
        table = Table("topic", "type", "messages", "read as")
        for topic, (type_name, count) in opened.topics().items():
            table.add_row(escape(topic), escape(type_name), str(count), roles.get(topic, "[dim]not read[/]"))
        output.print(table)
        output.print(f"{opened.duration_s:.1f} s from the first to the last message")
    for lack in missing:
        output.print(f"[red]missing:[/] {escape(lack)}")
    if missing:
        raise typer.Exit(1)
    output.print("[green]can be replayed[/]")


@app.command("recover")
def recover(
    damaged: Annotated[Path, typer.Argument(help="The bag folder or .mcap file of a cut-off recording.")],
    recovered: Annotated[Path, typer.Argument(help="The bag folder to write.")],
) -> None:
    """Save every whole message of a bag whose recording was cut off.

    Example: `embodied-memory bag recover crashed_bag saved_bag`
    """
    count = recover_bag(damaged, recovered)
    output.print(f"{count} messages saved to {recovered}", soft_wrap=True)
