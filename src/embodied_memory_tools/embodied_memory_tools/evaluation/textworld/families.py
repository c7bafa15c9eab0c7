"""The kinds of games: the paper's levels of cooking (STMA, appendix A.3), and the engine's other families.

What the paper's agents reached on its levels (table 1) is here, too.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GameFamily:
    """A level of cooking games, or another family of games.

    made_by: arguments of `tw-make`, of which the seed chooses; turns: that a game may take; max_score: points to be
    had, None if that differs between games.
    """

    name: str
    made_by: tuple[tuple[str, ...], ...]
    turns: int = 100
    max_score: int | None = None

    def arguments(self, seed: int) -> tuple[str, ...]:
        """Of `tw-make` for the game of that seed."""
        return self.made_by[seed % len(self.made_by)]


def _cooking(level: int, recipe: int, take: int, go: int, max_score: int) -> GameFamily:
    counts = ("--recipe", str(recipe), "--take", str(take), "--go", str(go))
    options = ("tw-cooking", *counts, "--open", "--cook", "--cut", "--drop")
    return GameFamily(f"level{level}", (options,), 50, max_score)


COOKING = (_cooking(1, 1, 0, 6, 4), _cooking(2, 2, 1, 9, 7), _cooking(3, 3, 2, 9, 10), _cooking(4, 4, 3, 12, 13))
_COINS = (5, 20, 40, 110, 125, 140, 210, 225)
_TREASURES = (3, 5, 8, 12, 15, 17, 23, 27)
_SIMPLE = (
    ("detailed", "dense"), ("brief", "balanced"), ("none", "sparse"), ("brief", "dense"), ("none", "balanced"),
    ("detailed", "sparse"), ("none", "dense"), ("detailed", "balanced"), ("brief", "sparse"),
)  # fmt: skip
_WORLDS = (("4", "8", "3"), ("6", "12", "5"), ("8", "16", "7"), ("10", "20", "9"))
"""Rooms, things, and commands that the quest takes."""
_OTHERS = (
    GameFamily("coin", tuple(("tw-coin_collector", "--level", str(level)) for level in _COINS)),
    GameFamily("treasure", tuple(("tw-treasure_hunter", "--level", str(level)) for level in _TREASURES)),
    GameFamily("simple", tuple(("tw-simple", "--goal", goal, "--rewards", rewards) for goal, rewards in _SIMPLE)),
    GameFamily(
        "custom",
        tuple(
            ("custom", "--world-size", rooms, "--nb-objects", things, "--quest-length", length, *told)
            for rooms, things, length in _WORLDS
            for told in ((), ("--only-last-action",))
        ),
    ),
)
FAMILIES = (*COOKING, *_OTHERS)


@dataclass(frozen=True)
class PaperAgent:
    """A row of the paper: (success rate, average score, its deviation) in percent at levels 1 to 4."""

    agent: str
    figures: tuple[tuple[float, float, float], ...]


PAPER = (
    PaperAgent("ReAct, GPT-4o", ((100, 100, 0), (62.5, 76.5, 31.9), (50, 65, 39.4), (25, 43.3, 37.9))),
    PaperAgent("Reflexion, GPT-4o", ((100, 100, 0), (62.5, 78.6, 30.3), (50, 60, 40.9), (25, 51, 31.9))),
    PaperAgent("AdaPlanner, GPT-4o", ((87.5, 90.6, 24.8), (37.5, 51.8, 43.4), (0, 3.8, 4.8), (0, 1.9, 3.3))),
    PaperAgent("STMA, GPT-4o", ((100, 100, 0), (75, 91.1, 15.9), (75, 87.5, 26.3), (37.5, 60.6, 38.5))),
    PaperAgent("STMA, Qwen2.5-72b", ((100, 100, 0), (100, 100, 0), (62.5, 81.2, 27.6), (25, 58.7, 30.3))),
)
