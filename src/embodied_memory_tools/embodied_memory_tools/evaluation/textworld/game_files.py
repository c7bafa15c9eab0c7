"""Games in folders: level1/ to level4/, coin/, treasure/ ..., each with compiled games in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from embodied_memory_tools.evaluation.textworld.families import FAMILIES, GameFamily

SUFFIX = ".z8"


class GameFolderError(ValueError):
    """A folder holds no games that can be played. The message says what was looked for."""


@dataclass(frozen=True)
class GameFile:
    """level: as its folder is named."""

    level: GameFamily
    path: Path

    @property
    def description(self) -> Path:
        """What the maker of the game wrote down of it; may not be there."""
        return self.path.with_suffix(".json")

    @property
    def is_whole(self) -> bool:
        """Whether its head is a game's and all of it is there: TextWorld ends the program for one that is not."""
        with self.path.open("rb") as file:
            head = file.read(64)
        length = 8 * int.from_bytes(head[26:28], "big")
        return len(head) == 64 and head[0] == 8 and length <= self.path.stat().st_size


def find_games(folder: Path) -> tuple[GameFile, ...]:
    """By level and name. Raises GameFolderError."""
    if not folder.is_dir():
        raise GameFolderError(f"there is no folder {folder}")
    levels = {folder / level.name: level for level in FAMILIES if (folder / level.name).is_dir()}
    if not levels:
        raise GameFolderError(f"{folder} has no folders level1, level2, ..., coin, ...; --make 8 puts games there")
    games = [GameFile(level, path) for one, level in levels.items() for path in sorted(one.glob(f"*{SUFFIX}"))]
    other = next((path for level in levels for path in level.glob("*.ulx")), None)
    if other and not other.with_suffix(SUFFIX).is_file():
        raise GameFolderError(f"{other}: TextWorld plays {SUFFIX} files only since 1.7; make the game as one")
    if not games:
        raise GameFolderError(f"the levels in {folder} hold no games ({SUFFIX} files)")
    broken = next((game for game in games if not game.is_whole), None)
    if broken:
        raise GameFolderError(f"{broken.path} is no game, or only a part of one")
    return tuple(games)
