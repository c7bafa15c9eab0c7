"""Plays one game and keeps the score. The player gets texts and gives commands; nothing else goes between them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from embodied_memory.planning.planner_critic import ActionDecision, Remark
from embodied_memory_tools.evaluation.textworld.game_files import GameFile
from embodied_memory_tools.evaluation.textworld.player.observation_reader import read_ending
from embodied_memory_tools.evaluation.textworld.player.reading import GameEnding

_FINAL = re.compile(r"You scored (\d+) out of a possible (\d+)")
_POINTS = re.compile(r"Your score has just gone up by (\w+) points?")
_NUMBERS = {word: number for number, word in enumerate(("one", "two", "three", "four", "five"), 1)}


class GameError(RuntimeError):
    """A file is no game that can be played."""


class Player(Protocol):
    """Plays by text alone."""

    def observe(self, action: str, observation: str) -> None:
        """The text that a command got; "" is the command of the first."""

    def decide(self) -> ActionDecision:
        """The next command; "" to give up."""


@dataclass
class PlayedGame:
    """scores: after each turn; decision_s: how long the player thought, each turn. best_turns: see full_knowledge."""

    game: str
    level: str
    max_score: int | None
    is_won: bool = False
    scores: list[int] = field(default_factory=list)
    decision_s: list[float] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    best_turns: int | None = None

    @property
    def turns(self) -> int:
        """Commands sent."""
        return len(self.commands)

    @property
    def score_share(self) -> float:
        """Of the points to be had, 0..1."""
        return self.scores[-1] / self.max_score if self.scores and self.max_score else 0.0


Step = Callable[[str], str]


@contextmanager
def opened(game: GameFile) -> Iterator[tuple[str, Step]]:
    """The first text, and how to send commands. Raises GameError."""
    try:
        import textworld
    except ImportError as error:
        raise GameError("TextWorld is not installed: pip install embodied_memory_tools[textworld]") from error
    try:
        environment: Any = textworld.start(str(game.path), request_infos=textworld.EnvInfos(feedback=True))
    except Exception as error:
        raise GameError(f"{game.path} cannot be played: {type(error).__name__}: {error}") from error
    try:
        yield str(environment.reset().feedback), lambda command: str(environment.step(command)[0].feedback)
    finally:
        environment.close()


def play_game(game: GameFile, player: Player, turns: int | None = None) -> PlayedGame:
    """Until it ends, the player gives up, or the turns (of its level) are used up. The score is what texts say."""
    played = PlayedGame(game.path.stem, game.level.name, game.level.max_score)
    with opened(game) as (observation, step):
        command, score = "", 0
        for _ in range(game.level.turns if turns is None else turns):
            started = time.perf_counter()
            player.observe(command, observation)
            decision = player.decide()
            played.decision_s.append(time.perf_counter() - started)
            played.remarks += decision.remarks
            if not decision.action:
                break
            command = decision.action
            observation = step(command)
            score = _score(observation, score, played)
            played.commands.append(command)
            played.scores.append(score)
            ending = read_ending(observation)
            if ending:
                played.is_won = ending is GameEnding.WON
                break
    return played


def _score(observation: str, score: int, played: PlayedGame) -> int:
    final = _FINAL.search(observation)
    if final:
        played.max_score = int(final[2])
        return int(final[1])
    return score + sum(
        _NUMBERS.get(word, int(word) if word.isdigit() else 0) for word in _POINTS.findall(observation)
    )
