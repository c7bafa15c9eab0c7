"""A player of text games: observation texts in, commands out, and nothing else of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files

from embodied_memory.config import PlannerCriticConfig
from embodied_memory.language.advisor import Advisor
from embodied_memory.perception.embedder import Embedder
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.planning.graph_memory import GraphMemory, LanguageBeliefRelations
from embodied_memory.planning.planner_critic import (
    ActionDecision,
    Critic,
    Critique,
    NoSpatialMemory,
    PlainSummary,
    Plan,
    Planner,
    PlannerCritic,
    Situation,
    SpatialMemory,
    SpatioTemporalMemory,
    Summarise,
)
from embodied_memory.planning.tasks.language_planners import LanguageCritic
from embodied_memory_tools.evaluation.textworld.player.beliefs import Beliefs
from embodied_memory_tools.evaluation.textworld.player.game_critic import GameCritic
from embodied_memory_tools.evaluation.textworld.player.game_planner import GamePlanner
from embodied_memory_tools.evaluation.textworld.player.game_relations import GameRelations
from embodied_memory_tools.evaluation.textworld.player.game_summary import GameSummary
from embodied_memory_tools.evaluation.textworld.player.language_roles import LanguagePlanner, LanguageSummary
from embodied_memory_tools.evaluation.textworld.player.room_knowledge import RoomKnowledge
from embodied_memory_tools.evaluation.textworld.player.task_reader import read_opening, read_steps

_LOOK = "look"
_FILES = files("embodied_memory_tools.evaluation.textworld.player")
_NO_TASK = "find out what there is to do, and do it"


@dataclass(frozen=True)
class PlayerParts:
    """What a player is made of; a part is left out to see what it is worth. advisor: None to play by rules.

    follows_way: False to be told the last step of the task alone. make_planner: another offline planner in the place
    of this one, for the beliefs that both read.
    """

    has_critic: bool = True
    has_spatial_memory: bool = True
    has_summariser: bool = True
    has_room_knowledge: bool = True
    follows_way: bool = True
    advisor: Advisor | None = None
    make_planner: Callable[[Planner, Beliefs], Planner] | None = None


class TextGamePlayer:
    """observe a text, decide on a command, and so on until the command is "": there is nothing left to do.

    The task is read out of the first text.
    """

    def __init__(
        self, config: PlannerCriticConfig | None = None, parts: PlayerParts | None = None,
        embedder: Embedder | None = None,
    ) -> None:  # fmt: skip
        self._config, self._parts = config or PlannerCriticConfig(), parts or PlayerParts()
        self._embedder = embedder or HashingEmbedder()
        self.beliefs = Beliefs(self._parts.has_spatial_memory, self._parts.has_summariser)
        self._advisor = self._parts.advisor if self._parts.has_critic else None
        """No model without somebody who checks it."""
        self._rules = _FILES.joinpath("rules.txt").read_text("utf-8")
        knowledge = RoomKnowledge.learned() if self._parts.has_room_knowledge else RoomKnowledge()
        self._offline_planner = GamePlanner(self.beliefs, knowledge)
        self._offline_critic = GameCritic(self.beliefs)
        self._agent: PlannerCritic | None = None

    @property
    def agent(self) -> PlannerCritic:
        """The loop that plays. Raises ValueError before the first text."""
        if self._agent is None:
            raise ValueError("a game begins with a text")
        return self._agent

    def observe(self, action: str, observation: str) -> None:
        """The text that an action got, "" for the one that a game begins with."""
        if self._agent is None:
            self._begin(read_opening(observation))
        self.beliefs.observe(action, observation)
        if action in self.beliefs.refused:
            self.agent.drop_plan()
        self.agent.observe(action, observation)

    def _begin(self, opening: str) -> None:
        steps = read_steps(opening)
        self.beliefs.set_task(steps if self._parts.follows_way else steps[-1:])
        summarise, spatial = self._summarise(), self._spatial_memory()
        memory = SpatioTemporalMemory(opening or _NO_TASK, self._config.history_records, summarise, spatial)
        self._agent = PlannerCritic(memory, self._planner(), self._critic(), self._safe_action, self._config)

    def decide(self) -> ActionDecision:
        """The next command; its action is "" once the game has ended."""
        return self.agent.decide()

    def _planner(self) -> Planner:
        offline: Planner = self._offline_planner
        if self._parts.make_planner:
            offline = self._parts.make_planner(offline, self.beliefs)
        return LanguagePlanner(self._advisor, offline, self._rules) if self._advisor else offline

    def _critic(self) -> Critic:
        if not self._parts.has_critic:
            return _NoCritic()
        offline = self._offline_critic
        return LanguageCritic(self._advisor, offline, self._rules) if self._advisor else offline

    def _summarise(self) -> Summarise:
        if not self._parts.has_summariser:
            return PlainSummary()
        offline = GameSummary(self.beliefs)
        return LanguageSummary(self._advisor, offline) if self._advisor else offline

    def _spatial_memory(self) -> SpatialMemory:
        if not self._parts.has_spatial_memory:
            return NoSpatialMemory()
        relations = GameRelations(self.beliefs)
        if self._advisor is None:
            return GraphMemory(relations, self._embedder, make_vertex=relations.vertex)
        read = LanguageBeliefRelations(self._advisor, relations)
        return GraphMemory(read, self._embedder, advisor=self._advisor, make_vertex=relations.vertex)

    def _safe_action(self, situation: Situation) -> str:
        """What the rules plan, if the rules have nothing against it."""
        plan = self._offline_planner.plan(situation)
        action = next(iter(plan.actions), "")
        return action if action and self._offline_critic.critique(situation, plan, action).valid else _LOOK


class _NoCritic:
    """For the ablation."""

    def critique(self, situation: Situation, plan: Plan, action: str) -> Critique:
        """See Critic."""
        return Critique(True)
