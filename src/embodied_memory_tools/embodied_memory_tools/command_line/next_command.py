"""Commands that are printed to be pasted: with what was given, and with models that are there."""

from __future__ import annotations

import shlex
from pathlib import Path

from embodied_memory.config import Config
from embodied_memory_tools.bags.read_settings import ReadSettings
from embodied_memory_tools.command_line.topic_options import words_of
from embodied_memory_tools.model_choice import fitting_embedder

DEFAULT_OUTPUT = Path("replay")


def check_command(recording: Path, settings: ReadSettings) -> str:
    """`bag check` with these settings."""
    return _joined("embodied-memory bag check", shlex.quote(str(recording)), words_of(settings))


def replay_command(recording: Path, settings: ReadSettings, detector: str) -> str:
    """`replay` with these settings, into a folder that is not there yet."""
    folder = new_output(recording)
    embedder = fitting_embedder(Config().perception)
    return _joined(
        "embodied-memory replay",
        shlex.quote(str(recording)),
        f"--detector {detector}",
        f"--embedder {embedder}" if embedder != "minilm" else "",
        f"--output {shlex.quote(str(folder))}" if folder != DEFAULT_OUTPUT else "",
        words_of(settings),
    )


def new_output(recording: Path) -> Path:
    """Where replay can write without touching an earlier one."""
    if not DEFAULT_OUTPUT.exists():
        return DEFAULT_OUTPUT
    stem = f"{DEFAULT_OUTPUT}_{recording.resolve().stem}"
    names = (Path(f"{stem}{f'_{number}' if number else ''}") for number in range(10_000))
    return next(name for name in names if not name.exists())


def _joined(*words: str) -> str:
    return " ".join(word for word in words if word)
