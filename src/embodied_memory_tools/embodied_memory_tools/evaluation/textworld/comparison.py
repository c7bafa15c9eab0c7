"""All games by all agents, and the figures of each agent at each level."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean, pstdev
from zlib import crc32

import numpy as np

from embodied_memory.language.advisor import Advisor
from embodied_memory_tools.evaluation.textworld.agents import OURS, make_player
from embodied_memory_tools.evaluation.textworld.families import FAMILIES
from embodied_memory_tools.evaluation.textworld.full_knowledge import fewest_turns
from embodied_memory_tools.evaluation.textworld.game_files import GameFile
from embodied_memory_tools.evaluation.textworld.played_game import PlayedGame, play_game


@dataclass(frozen=True)
class LevelScore:
    """success, score, deviation: shares of 1. turns: mean, with lost games; best_turns: mean where it is known.

    winnable: games that are known to be winnable within the limit, None if that is known of none. p50_ms, p95_ms:
    of the time from an observation to the next command.
    """

    agent: str
    level: str
    games: int
    success: float
    score: float
    deviation: float
    turns: float
    best_turns: float | None
    winnable: int | None
    p50_ms: float
    p95_ms: float
    remarks: int


def play_all(
    games: Sequence[GameFile], agents: Sequence[str], turns: int | None, tell: Callable[[str, PlayedGame], None],
    advisor: Advisor | None = None,
) -> dict[str, list[PlayedGame]]:  # fmt: skip
    """By agent, in the order of the games. turns: see scores_of; advisor: of "language". Raises GameError."""
    _warm_up()
    best = {game.path: fewest_turns(game.description) for game in games}
    results: dict[str, list[PlayedGame]] = {}
    for agent in agents:
        results[agent] = []
        for game in games:
            played = play_game(game, make_player(agent, crc32(game.path.name.encode()), advisor), turns)
            played.best_turns = best[game.path]
            results[agent].append(played)
            tell(agent, played)
    return results


def _warm_up() -> None:
    """The first decision of a process waits for what is loaded and compiled then; that is not thinking."""
    player = make_player(OURS, 0)
    player.observe("", "-= Hall =-\nYou are in a hall. You see a table. On the table you see a knife.")
    player.decide()


def scores_of(results: dict[str, list[PlayedGame]], turns: int | None = None) -> list[LevelScore]:
    """A score for each agent and level. turns: the limit, None for that of each level."""
    scores = []
    for agent, played in results.items():
        for level in FAMILIES:
            games = [game for game in played if game.level == level.name]
            if games:
                scores.append(_score(agent, level.name, games, level.turns if turns is None else turns))
    return scores


def _score(agent: str, level: str, games: list[PlayedGame], turns: int) -> LevelScore:
    shares = [game.score_share for game in games]
    best = [game.best_turns for game in games if game.best_turns is not None]
    known = [game for game in games if game.best_turns is not None or game.is_won]
    decisions_ms = [1000 * seconds for game in games for seconds in game.decision_s]
    p50, p95 = np.percentile(decisions_ms, (50, 95)).tolist() if decisions_ms else (0.0, 0.0)
    winnable = sum(game.is_won or (game.best_turns or turns + 1) <= turns for game in known)
    return LevelScore(
        agent,
        level,
        len(games),
        mean(game.is_won for game in games),
        mean(shares),
        pstdev(shares),
        mean(game.turns for game in games),
        mean(best) if best else None,
        winnable if known else None,
        p50,
        p95,
        sum(len(game.remarks) for game in games),
    )
