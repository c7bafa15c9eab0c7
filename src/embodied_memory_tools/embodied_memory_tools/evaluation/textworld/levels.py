"""The four levels of difficulty (STMA, table 3), and what the paper's agents reached on them (table 1)."""

from __future__ import annotations

from dataclasses import dataclass

TURNS = 50


@dataclass(frozen=True)
class Level:
    """options: of `tw-make tw-cooking`; max_score: points to be had."""

    name: str
    options: tuple[str, ...]
    max_score: int


_ALWAYS = ("--open", "--cook", "--cut", "--drop")
LEVELS = (
    Level("level1", ("--recipe", "1", "--take", "0", "--go", "6", *_ALWAYS), 4),
    Level("level2", ("--recipe", "2", "--take", "1", "--go", "9", *_ALWAYS), 7),
    Level("level3", ("--recipe", "3", "--take", "2", "--go", "9", *_ALWAYS), 10),
    Level("level4", ("--recipe", "4", "--take", "3", "--go", "12", *_ALWAYS), 13),
)


@dataclass(frozen=True)
class PaperRow:
    """A row of the paper: (success rate, average score, its deviation) in percent at levels 1 to 4."""

    agent: str
    figures: tuple[tuple[float, float, float], ...]


PAPER = (
    PaperRow("ReAct, GPT-4o", ((100, 100, 0), (62.5, 76.5, 31.9), (50, 65, 39.4), (25, 43.3, 37.9))),
    PaperRow("Reflexion, GPT-4o", ((100, 100, 0), (62.5, 78.6, 30.3), (50, 60, 40.9), (25, 51, 31.9))),
    PaperRow("AdaPlanner, GPT-4o", ((87.5, 90.6, 24.8), (37.5, 51.8, 43.4), (0, 3.8, 4.8), (0, 1.9, 3.3))),
    PaperRow("STMA, GPT-4o", ((100, 100, 0), (75, 91.1, 15.9), (75, 87.5, 26.3), (37.5, 60.6, 38.5))),
    PaperRow("STMA, Qwen2.5-72b", ((100, 100, 0), (100, 100, 0), (62.5, 81.2, 27.6), (25, 58.7, 30.3))),
)
