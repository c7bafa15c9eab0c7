"""`embodied-memory replay`."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import Progress

from embodied_memory.config import Config
from embodied_memory.perception.detector import DETECTOR_NAMES
from embodied_memory.perception.embedder import EMBEDDER_NAMES
from embodied_memory.perception.tagger import TAGGER_NAMES
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.read_settings import ReadSettings
from embodied_memory_tools.bags.recording import Recording, open_recording
from embodied_memory_tools.command_line.console import errors, output
from embodied_memory_tools.command_line.open_memory import EMBEDDER_HELP
from embodied_memory_tools.command_line.request_error import RequestError
from embodied_memory_tools.command_line.show_answer import show_answers
from embodied_memory_tools.command_line.topic_options import with_recording_options
from embodied_memory_tools.config_settings import (
    SettingError,
    parse_assignments,
    read_settings_file,
    with_settings,
)
from embodied_memory_tools.model_choice import detector_list, fitting_detector
from embodied_memory_tools.replay import ReplaySummary, replay
from embodied_memory_tools.report.map_picture import save_map_picture
from embodied_memory_tools.report.run_summary import RunSummary, question_summary, write_summary

_CHOSEN = ", ".join(DETECTOR_NAMES)


@with_recording_options
def replay_bag(
    bag: Annotated[Path, typer.Argument(help="A bag folder, an .mcap, .db3 or .bag file, or a folder of frames.")],
    ask: Annotated[list[str] | None, typer.Option(help="A question to ask afterwards; may be repeated.")] = None,
    database: Annotated[Path | None, typer.Option(help="Where to write; default OUTPUT/memory.db.")] = None,
    output_folder: Annotated[Path, typer.Option("--output", help="Folder of all results.")] = Path("replay"),
    detector: Annotated[str | None, typer.Option(help=f"One of {_CHOSEN}; default: the one that fits.")] = None,
    embedder: Annotated[str | None, typer.Option(help=f"{EMBEDDER_HELP} Default: minilm.")] = None,
    tagger: Annotated[str | None, typer.Option(help=f"One of {', '.join(TAGGER_NAMES)}.")] = None,
    config: Annotated[Path | None, typer.Option(help="YAML of settings, or of parameters of the nodes.")] = None,
    setting: Annotated[
        list[str] | None, typer.Option(help="A setting of the core, perception.min_score=0.4; may be repeated.")
    ] = None,
    append: Annotated[bool, typer.Option("--append", help="Add to an existing memory.")] = False,
    *,
    settings: ReadSettings,
) -> None:
    """Rebuild a memory from a bag or a folder of frames, without ROS, and ask it.

    Writes OUTPUT/memory.db, OUTPUT/map.png and OUTPUT/summary.json. Exit code 2 if no view can be used.

    Example: `embodied-memory replay room_bag --detector objectron --ask "Where is the chair?"`
    """
    file = database or output_folder / "memory.db"
    if file.exists() and not append:
        raise RequestError(f"{file} exists already; give --append to add to it, or another --output")
    chosen, names = _config(config, setting or [], {"detector": detector, "embedder": embedder, "tagger": tagger})
    report = ReadReport()
    recording = open_recording(bag, settings, report)
    if "detector" not in names:
        chosen = with_settings(chosen, {"perception.detector": _fitting(recording, chosen)})
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("replaying", total=None)
        summary = replay(
            recording, file, chosen, ask or (), report=report,
            on_progress=lambda done, total: bar.update(task, completed=done, total=total),
        )  # fmt: skip
    _show(summary, chosen)
    _write(summary, output_folder)


def _config(file: Path | None, assignments: list[str], models: dict[str, str | None]) -> tuple[Config, set[str]]:
    """The file, then single settings, then the options of their own; and which of the models were chosen."""
    known = {"detector": DETECTOR_NAMES, "embedder": EMBEDDER_NAMES, "tagger": TAGGER_NAMES}
    values: dict[str, Any] = {}
    try:
        if file is not None:
            values, others = read_settings_file(file)
            if others:
                output.print(escape(f"not settings of replay, left out: {', '.join(others)}"), soft_wrap=True)
        values |= parse_assignments(assignments)
        values |= {f"perception.{name}": value for name, value in models.items() if value is not None}
        config = with_settings(Config(), values)
    except SettingError as error:
        raise RequestError(str(error)) from error
    for name, choices in known.items():
        value = getattr(config.perception, name)
        if value not in choices:
            raise RequestError(f"there is no {value!r}; choose one of {', '.join(choices)}")
    return config, {name.removeprefix("perception.") for name in values}


def _fitting(recording: Recording, config: Config) -> str:
    """ground_truth only where a simulator told what its images show. RequestError if none can be taken unasked."""
    detector = fitting_detector(recording.has_labels, config.perception)
    if detector is None:
        raise RequestError(
            f"{recording.path} has no labels of a simulator, and no detector is there that could be taken; "
            f"choose one: {detector_list(recording.has_labels)}"
        )
    return detector


def _show(summary: ReplaySummary, config: Config) -> None:
    output.print(f"detector: {config.perception.detector}")
    for line in summary.read.lines():
        output.print(escape(line), soft_wrap=True)
    output.print(
        f"{summary.events} events, {len(summary.objects)} objects; {summary.recorded_s:.1f} s of recording in "
        f"{summary.wall_s:.1f} s, {summary.speed:.1f} times real time",
        soft_wrap=True,
    )
    show_answers(summary.answers)
    embedder = config.perception.embedder
    options = f" --embedder {embedder}" if embedder != "minilm" else ""
    place = shlex.quote(summary.database)
    output.print(escape(f'\nnext: embodied-memory ask {place} "What objects are there?"{options}'), soft_wrap=True)


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
    output.print(f"written: {write_summary(run, folder)}, {', '.join(files.values())}", soft_wrap=True)
