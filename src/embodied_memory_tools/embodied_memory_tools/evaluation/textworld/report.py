"""The games as a table beside the paper's, as JSON and as a picture."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import mean

from rich.box import SIMPLE_HEAD
from rich.table import Table

from embodied_memory_tools.evaluation.textworld.agents import OURS
from embodied_memory_tools.evaluation.textworld.comparison import LevelScore
from embodied_memory_tools.evaluation.textworld.families import COOKING, FAMILIES, PAPER
from embodied_memory_tools.evaluation.textworld.played_game import PlayedGame


def score_table(scores: Sequence[LevelScore]) -> Table:
    """A row for each agent and level."""
    table = Table(
        title="Text games, observation text only",
        box=SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    table.add_column("agent", no_wrap=True)
    for column in ("level", "won", "score %", "turns", "fewest", "known\nwinnable", "p50/p95\nms"):
        table.add_column(column, justify="right", no_wrap=True)
    for number, score in enumerate(scores):
        table.add_row(
            score.agent,
            score.level.removeprefix("level"),
            f"{round(score.success * score.games)}/{score.games}",
            f"{100 * score.score:.1f} ± {100 * score.deviation:.0f}",
            f"{score.turns:.1f}",
            "-" if score.best_turns is None else f"{score.best_turns:.1f}",
            "-" if score.winnable is None else str(score.winnable),
            f"{score.p50_ms:.1f}/{score.p95_ms:.1f}",
            end_section=number + 1 == len(scores) or scores[number + 1].agent != score.agent,
        )
    return table


def success_table(scores: Sequence[LevelScore]) -> Table:
    """Success at each level beside the paper's rows: those are of other games of the same levels, eight each."""
    levels = [level.name for level in FAMILIES]
    table = Table(title="Success in % at each level", box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for column in ("agent", *levels):
        table.add_column(column, justify="left" if column == "agent" else "right", no_wrap=True)
    for agent in dict.fromkeys(score.agent for score in scores):
        reached = {score.level: f"{100 * score.success:.1f}" for score in scores if score.agent == agent}
        table.add_row(f"{agent} (these games)", *(reached.get(level, "-") for level in levels))
    table.add_section()
    for row in PAPER:
        reached = {level.name: f"{success:.1f}" for level, (success, _, _) in zip(COOKING, row.figures, strict=True)}
        table.add_row(f"{row.agent} (the paper's)", *(reached.get(level, "") for level in levels))
    return table


def write_results(
    results: dict[str, list[PlayedGame]], scores: Sequence[LevelScore], path: Path
) -> None:  # fmt: skip
    """Everything, command by command, as JSON."""
    document = {
        "scores": [asdict(score) for score in scores],
        "paper": [asdict(row) for row in PAPER],
        "games": {agent: [asdict(game) for game in games] for agent, games in results.items()},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=1), encoding="utf-8")


def save_score_picture(results: dict[str, list[PlayedGame]], path: Path) -> None:
    """Write a PNG: the mean share of the score after each turn, a panel for each level, a line for each agent."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    played = {game.level for games in results.values() for game in games}
    levels = [level.name for level in FAMILIES if level.name in played]
    figure = Figure(figsize=(3.2 * len(levels), 3.4), dpi=120, layout="constrained")
    FigureCanvasAgg(figure)
    for axes, level in zip(figure.subplots(1, len(levels), sharey=True, squeeze=False)[0], levels, strict=True):
        for agent, games in results.items():
            shares = _progress([game for game in games if game.level == level])
            axes.plot(range(len(shares)), shares, label=agent, linewidth=4 if agent == OURS else 1.2)
        axes.set_title(level)
        axes.set_xlabel("turn")
        axes.set_ylim(-2, 102)
    figure.axes[0].set_ylabel("share of the score, %")
    figure.axes[0].legend(fontsize="small")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)


def _progress(games: Sequence[PlayedGame]) -> list[float]:
    """In percent, from turn 0 to the last of the longest; what was reached at the end of a game stays."""
    turns = max((game.turns for game in games), default=0)
    return [100 * mean(_share(game, turn) for game in games) if games else 0.0 for turn in range(turns + 1)]


def _share(game: PlayedGame, turn: int) -> float:
    reached = game.scores[:turn]
    return reached[-1] / game.max_score if reached and game.max_score else 0.0
