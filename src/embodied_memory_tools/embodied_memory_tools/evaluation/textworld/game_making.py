"""Makes games with TextWorld's own program, cooking games just as the paper's were made."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from embodied_memory_tools.evaluation.textworld.families import FAMILIES, GameFamily

_TIME_OUT_S = 300
_SEEDS_PER_GAME = 4
_NO_QUEST = "QuestGenerationError"
"""Not every seed has a map that permits a quest of the length that was asked for."""


class GameMakingError(RuntimeError):
    """TextWorld is missing or could not make a game."""


def make_games(
    folder: Path, games: int, first_seed: int, tell: Callable[[Path], None], levels: Sequence[GameFamily] = FAMILIES
) -> None:
    """So many games a level, of the first seeds that permit one; those that are there already stay.

    Raises GameMakingError.
    """
    for level in levels:
        (folder / level.name).mkdir(parents=True, exist_ok=True)
        made = 0
        for seed in range(first_seed, first_seed + _SEEDS_PER_GAME * games):
            path = folder / level.name / f"seed{seed}.z8"
            if made < games and (path.is_file() or _make(level, seed, path)):
                made += 1
                tell(path)


def _make(level: GameFamily, seed: int, path: Path) -> bool:
    """Whether there is such a game of that seed."""
    program = Path(sys.executable).with_name("tw-make")
    if not program.is_file():
        raise GameMakingError("tw-make is not installed: pip install embodied_memory_tools[textworld]")
    command = [str(program), *level.arguments(seed), "--seed", str(seed), "--output", str(path), "--silent", "-f"]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=_TIME_OUT_S)
    except subprocess.CalledProcessError as error:
        if _NO_QUEST in error.stderr:
            return False
        raise GameMakingError(f"tw-make could not make {path}: {error.stderr[-500:]}") from error
    except (subprocess.SubprocessError, OSError) as error:
        raise GameMakingError(f"tw-make could not make {path}: {error}") from error
    return True
