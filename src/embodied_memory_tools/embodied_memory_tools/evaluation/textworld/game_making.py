"""Makes games with TextWorld's own program, just as the paper's were made."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from embodied_memory_tools.evaluation.textworld.levels import LEVELS, Level

_TIME_OUT_S = 300


class GameMakingError(RuntimeError):
    """TextWorld is missing or could not make a game."""


def make_games(
    folder: Path, games: int, first_seed: int, tell: Callable[[Path], None], levels: Sequence[Level] = LEVELS
) -> None:
    """So many games a level, of the same seeds; those that are there already stay. Raises GameMakingError."""
    for level in levels:
        (folder / level.name).mkdir(parents=True, exist_ok=True)
        for seed in range(first_seed, first_seed + games):
            path = folder / level.name / f"seed{seed}.z8"
            if not path.is_file():
                _make(level, seed, path)
            tell(path)


def _make(level: Level, seed: int, path: Path) -> None:
    program = Path(sys.executable).with_name("tw-make")
    if not program.is_file():
        raise GameMakingError("tw-make is not installed: pip install embodied_memory_tools[textworld]")
    command = [
        str(program),
        "tw-cooking",
        *level.options,
        "--seed",
        str(seed),
        "--output",
        str(path),
        "--silent",
        "-f",
    ]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=_TIME_OUT_S)
    except (subprocess.SubprocessError, OSError) as error:
        raise GameMakingError(f"tw-make could not make {path}: {error}") from error
