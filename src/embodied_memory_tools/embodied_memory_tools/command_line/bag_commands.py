"""`embodied-memory bag ...`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Column, Table

from embodied_memory.config import Config
from embodied_memory_tools.bags.bag_recovery import recover_bag
from embodied_memory_tools.bags.folders.rgbd_folder import is_rgbd_folder
from embodied_memory_tools.bags.observation_topics import ObservationTopics, sibling_info
from embodied_memory_tools.bags.open_bag import OpenBag, open_bag
from embodied_memory_tools.bags.read_settings import ReadSettings
from embodied_memory_tools.bags.recording_check import RecordingCheck, check_recording
from embodied_memory_tools.bags.topic_choice import TopicChoice, candidates, choose_topics, missing_roles
from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.next_command import check_command, replay_command
from embodied_memory_tools.command_line.topic_options import with_recording_options
from embodied_memory_tools.model_choice import detector_list, fitting_detector

app = typer.Typer(no_args_is_help=True, help="Check and mend bags.")


@app.callback()
def bag_group() -> None:
    """Check and mend bags."""


@app.command("check")
@with_recording_options
def check(
    bag: Annotated[Path, typer.Argument(help="A bag folder, an .mcap, .db3 or .bag file, or a folder of frames.")],
    *,
    settings: ReadSettings,
) -> None:
    """Say what a recording holds and whether it can be replayed: some of its views are read. Exit code 1 if not.

    Example: `embodied-memory bag check my_bag --color-topic /rgb/image`
    """
    if not is_rgbd_folder(bag):
        with open_bag(bag) as opened:
            _show_topics(opened, settings)
    checked = check_recording(bag, settings)
    for note in checked.report.notes:
        output.print(escape(note), soft_wrap=True)
    if checked.fault:
        output.print(f"[red]cannot be replayed:[/] {escape(checked.fault)}", soft_wrap=True)
        raise typer.Exit(1)
    _show_views(checked)
    _show_next(bag, settings, checked)


@app.command("recover")
def recover(
    damaged: Annotated[
        Path, typer.Argument(help="The bag folder, or .mcap, .db3 or .bag file, of a cut-off recording.")
    ],
    recovered: Annotated[Path, typer.Argument(help="The bag folder to write.")],
) -> None:
    """Save every whole message of a bag whose recording was cut off.

    Example: `embodied-memory bag recover crashed_bag saved_bag`
    """
    recovery = recover_bag(damaged, recovered)
    output.print(f"{recovery.messages} messages saved to {recovered}", soft_wrap=True)
    for cause, count in recovery.lost.most_common():
        output.print(f"{count} lost: {escape(cause)}", soft_wrap=True)


def _show_topics(bag: OpenBag, settings: ReadSettings) -> None:
    """All topics; ends with exit code 1, and what could be meant, if one is missing."""
    choice = choose_topics(bag, settings.topics)
    table = Table(*(Column(name, overflow="fold") for name in ("topic", "type", "messages", "read as")))
    for topic, (type_name, count) in bag.topics().items():
        table.add_row(escape(topic), escape(type_name), str(count), choice.roles.get(topic, "[dim]not read[/]"))
    output.print(table)
    output.print(f"{bag.duration_s:.1f} s from the first to the last message")
    missing = missing_roles(choice, bag, settings.topics, has_camera=bool(settings.intrinsics))
    for lack in missing:
        output.print(f"[red]missing:[/] {escape(lack)}", soft_wrap=True)
    if missing:
        meant = _likely_settings(bag, choice, settings)
        if meant != settings:
            output.print(f"try: {escape(check_command(bag.path, meant))}", soft_wrap=True)
        raise typer.Exit(1)


def _likely_settings(bag: OpenBag, choice: TopicChoice, settings: ReadSettings) -> ReadSettings:
    """With the likeliest topic for each that is missing."""
    names: dict[str, str] = {}
    for role in ("color", "depth"):
        found = candidates(bag, role)
        if not choice.topic(role) and found:
            names[role] = found[0]
    infos = candidates(bag, "camera_info")
    if not choice.topic("camera_info") and infos:
        beside = sibling_info(names.get("color", settings.topics.color))
        names["camera_info"] = beside if beside in infos else infos[0]
    topics: ObservationTopics = replace(settings.topics, **names)
    return replace(settings, topics=topics)


def _show_views(checked: RecordingCheck) -> None:
    told = f"{checked.views} views; {checked.usable} of {checked.tried} that were tried can be used"
    output.print(told, soft_wrap=True)
    for line in checked.report.lines()[1:]:
        if line not in checked.report.notes:
            output.print(escape(line), soft_wrap=True)
    output.print("[green]can be replayed[/]")


def _show_next(bag: Path, settings: ReadSettings, checked: RecordingCheck) -> None:
    detector = fitting_detector(checked.has_labels, Config().perception)
    if detector is None:
        output.print(f"next: choose a detector for replay: {detector_list(checked.has_labels)}", soft_wrap=True)
    else:
        output.print(f"next: {escape(replay_command(bag, settings, detector))}", soft_wrap=True)
