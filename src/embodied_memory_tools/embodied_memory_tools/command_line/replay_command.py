"""`embodied-memory replay`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import Progress

from embodied_memory.config import Config
from embodied_memory.perception.detector import DETECTOR_NAMES
from embodied_memory.perception.embedder import EMBEDDER_NAMES
from embodied_memory_tools.bags.observation_topics import ObservationTopics
from embodied_memory_tools.command_line.console import errors, output
from embodied_memory_tools.command_line.open_memory import EMBEDDER_HELP
from embodied_memory_tools.command_line.request_error import RequestError
from embodied_memory_tools.command_line.show_answer import show_answers
from embodied_memory_tools.command_line.topic_options import BaseFrame, Color, Depth, Info, MapFrame, topics_of
from embodied_memory_tools.replay import ReplaySummary, replay
from embodied_memory_tools.report.map_picture import save_map_picture
from embodied_memory_tools.report.run_summary import RunSummary, question_summary, write_summary


def replay_bag(
    bag: Annotated[Path, typer.Argument(help="A bag folder, an .mcap or a .db3 file.")],
    ask: Annotated[list[str] | None, typer.Option(help="A question to ask afterwards; may be repeated.")] = None,
    database: Annotated[Path | None, typer.Option(help="Where to write; default OUTPUT/memory.db.")] = None,
    output_folder: Annotated[Path, typer.Option("--output", help="Folder of all results.")] = Path("replay"),
    detector: Annotated[str, typer.Option(help=f"One of {', '.join(DETECTOR_NAMES)}.")] = "ground_truth",
    embedder: Annotated[str, typer.Option(help=EMBEDDER_HELP)] = "minilm",
    append: Annotated[bool, typer.Option("--append", help="Add to an existing memory.")] = False,
    color_topic: Color = ObservationTopics.color,
    depth_topic: Depth = ObservationTopics.depth,
    info_topic: Info = ObservationTopics.camera_info,
    map_frame: MapFrame = ObservationTopics.map_frame,
    base_frame: BaseFrame = ObservationTopics.base_frame,
) -> None:
    """Rebuild a memory from a bag, without ROS, and ask it.

    Writes OUTPUT/memory.db, OUTPUT/map.png and OUTPUT/summary.json.

    Example: `embodied-memory replay room_bag --detector objectron --ask "Where is the chair?"`
    """
    file = database or output_folder / "memory.db"
    config = _config(detector, embedder)
    if file.exists() and not append:
        raise RequestError(f"{file} exists already; give --append to add to it, or another --output")
    topics = topics_of(color_topic, depth_topic, info_topic, map_frame, base_frame)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("replaying", total=None)
        summary = replay(
            bag, file, config, ask or (), topics,
            on_progress=lambda done, total: bar.update(task, completed=done, total=total),
        )  # fmt: skip
    _show(summary)
    _write(summary, output_folder)


def _config(detector: str, embedder: str) -> Config:
    for name, known in ((detector, DETECTOR_NAMES), (embedder, EMBEDDER_NAMES)):
        if name not in known:
            raise RequestError(f"there is no {name!r}; choose one of {', '.join(known)}")
    config = Config()
    return replace(config, perception=replace(config.perception, detector=detector, embedder=embedder))


def _show(summary: ReplaySummary) -> None:
    for line in summary.read.lines():
        output.print(escape(line), soft_wrap=True)
    output.print(
        f"{summary.events} events, {len(summary.objects)} objects; {summary.recorded_s:.1f} s of recording in "
        f"{summary.wall_s:.1f} s, {summary.speed:.1f} times real time",
        soft_wrap=True,
    )
    show_answers(summary.answers)


def _write(summary: ReplaySummary, folder: Path) -> None:
    files = {"database": summary.database, "bag": summary.bag}
    if summary.map is not None:
        picture = folder / "map.png"
        rooms, trajectory = summary.map.rooms, summary.map.trajectory
        save_map_picture(picture, summary.map.slice, rooms, summary.objects, trajectory)
        files["map"] = str(picture)
    run = RunSummary.of(
        scene=summary.bag,
        policy="replay",
        goals=[],
        questions=[question_summary(answer) for answer in summary.answers],
        wall_s=summary.wall_s,
        files=files,
    )
    output.print(f"\nwritten: {write_summary(run, folder)}, {', '.join(files.values())}", soft_wrap=True)
