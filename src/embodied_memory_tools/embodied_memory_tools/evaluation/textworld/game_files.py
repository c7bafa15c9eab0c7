"""Games in folders: level1/ to level4/, each with compiled games in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from embodied_memory_tools.evaluation.textworld.levels import LEVELS

SUFFIXES = (".z8", ".ulx")


class GameFolderError(ValueError):
    """A folder holds no games that can be played. The message says what was looked for."""


@dataclass(frozen=True)
class GameFile:
    """level: the name of its folder."""

    level: str
    path: Path

    @property
    def description(self) -> Path:
        """What the maker of the game wrote down of it; may not be there."""
        return self.path.with_suffix(".json")

    @property
    def is_whole(self) -> bool:
        """Whether its head is a game's and all of it is there: TextWorld ends the whole program for one that is not."""
        with self.path.open("rb") as file:
            head = file.read(64)
        size = self.path.stat().st_size
        if self.path.suffix == ".ulx":
            return head[:4] == b"Glul" and int.from_bytes(head[12:16], "big") <= size
        return len(head) == 64 and head[0] == 8 and 8 * int.from_bytes(head[26:28], "big") <= size

    @property
    def max_score(self) -> int | None:
        """By its level, None for a level that nobody knows."""
        return next((level.max_score for level in LEVELS if level.name == self.level), None)


def find_games(folder: Path) -> tuple[GameFile, ...]:
    """By level and name; a game that is there in two formats counts once. Raises GameFolderError."""
    if not folder.is_dir():
        raise GameFolderError(f"there is no folder {folder}")
    levels = sorted(child for child in folder.iterdir() if child.is_dir() and re.fullmatch(r"level\d+", child.name))
    if not levels:
        raise GameFolderError(f"{folder} has no folders level1, level2, ...; --make 8 puts games there")
    games: dict[Path, GameFile] = {}
    for level in levels:
        for suffix in SUFFIXES:
            for path in sorted(level.glob(f"*{suffix}")):
                games.setdefault(path.with_suffix(""), GameFile(level.name, path))
    if not games:
        raise GameFolderError(f"the levels in {folder} hold no games ({' or '.join(SUFFIXES)})")
    broken = next((game for game in games.values() if not game.is_whole), None)
    if broken:
        raise GameFolderError(f"{broken.path} is no game, or only a part of one")
    return tuple(games[path] for path in sorted(games))
