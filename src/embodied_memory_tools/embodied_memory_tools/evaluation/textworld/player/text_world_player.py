"""A player of cooking games: observation texts in, commands out, and nothing else of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files

from embodied_memory.config import PlannerCriticConfig
from embodied_memory.language.advisor import Advisor
from embodied_memory.memory.spatial.knowledge_graph.relation_aggregator import LanguageAggregator
from embodied_memory.perception.embedder import Embedder
from embodied_memory.perception.hashing_embedder import HashingEmbedder
from embodied_memory.planning.planner_critic.language_critic import LanguageCritic
from embodied_memory.planning.planner_critic.language_planner import LanguagePlanner
from embodied_memory.planning.planner_critic.language_relations import LanguageBeliefRelations
from embodied_memory.planning.planner_critic.plan import Critic, Critique, Plan, Planner, Situation
from embodied_memory.planning.planner_critic.planner_critic_agent import Decision, PlannerCriticAgent
from embodied_memory.planning.planner_critic.spatial_memory import GraphMemory, NoSpatialMemory, SpatialMemory
from embodied_memory.planning.planner_critic.spatio_temporal_memory import SpatioTemporalMemory
from embodied_memory.planning.planner_critic.summariser import LanguageSummary, Summarise
from embodied_memory_tools.evaluation.textworld.player.cooking_critic import CookingCritic
from embodied_memory_tools.evaluation.textworld.player.cooking_planner import CookingPlanner
from embodied_memory_tools.evaluation.textworld.player.cooking_relations import CookingRelations
from embodied_memory_tools.evaluation.textworld.player.cooking_summary import CookingSummary
from embodied_memory_tools.evaluation.textworld.player.game_model import GameModel
from embodied_memory_tools.evaluation.textworld.player.observation_reader import read_observation
from embodied_memory_tools.evaluation.textworld.player.room_knowledge import RoomKnowledge

TASK = "cook the meal of the recipe in the cookbook and eat it"
_LOOK = "look"


@dataclass(frozen=True)
class PlayerParts:
    """What a player is made of; a part is left out to see what it is worth. advisor: None to play by rules.

    make_planner: another offline planner in the place of this one, for the model of the game that both read.
    """

    has_critic: bool = True
    has_spatial_memory: bool = True
    has_room_knowledge: bool = True
    advisor: Advisor | None = None
    make_planner: Callable[[Planner, GameModel], Planner] | None = None


class TextWorldPlayer:
    """observe a text, decide on a command, and so on until the command is "": there is nothing left to do."""

    def __init__(
        self, config: PlannerCriticConfig | None = None, parts: PlayerParts | None = None,
        embedder: Embedder | None = None,
    ) -> None:  # fmt: skip
        config, parts = config or PlannerCriticConfig(), parts or PlayerParts()
        self.model = GameModel(has_spatial_memory=parts.has_spatial_memory)
        self._parts, self._embedder = parts, embedder or HashingEmbedder()
        self._advisor = parts.advisor if parts.has_critic else None  # no model without somebody who checks it
        self._rules = (
            files("embodied_memory_tools.evaluation.textworld.player").joinpath("rules.txt").read_text("utf-8")
        )
        knowledge = RoomKnowledge.learned() if parts.has_room_knowledge else RoomKnowledge()
        self._offline_planner = CookingPlanner(self.model, knowledge)
        self._offline_critic = CookingCritic(self.model)
        memory = SpatioTemporalMemory(TASK, config.history_records, self._summarise(), self._spatial_memory())
        self.agent = PlannerCriticAgent(memory, self._planner(), self._critic(), self._safe_action, config)

    def observe(self, action: str, observation: str) -> None:
        """The text that an action got, "" for the one that a game begins with."""
        self.model.observe(action, read_observation(observation))
        if action in self.model.refused:
            self.agent.drop_plan()
        self.agent.observe(action, observation)

    def decide(self) -> Decision:
        """The next command; its action is "" once the game has ended."""
        return self.agent.decide()

    def _planner(self) -> Planner:
        offline: Planner = self._offline_planner
        if self._parts.make_planner:
            offline = self._parts.make_planner(offline, self.model)
        return LanguagePlanner(self._advisor, offline, self._rules) if self._advisor else offline

    def _critic(self) -> Critic:
        if not self._parts.has_critic:
            return _NoCritic()
        offline = self._offline_critic
        return LanguageCritic(self._advisor, offline, self._rules) if self._advisor else offline

    def _summarise(self) -> Summarise:
        offline = CookingSummary(self.model)
        return LanguageSummary(self._advisor, offline) if self._advisor else offline

    def _spatial_memory(self) -> SpatialMemory:
        if not self._parts.has_spatial_memory:
            return NoSpatialMemory()
        relations = CookingRelations(self.model)
        if self._advisor is None:
            return GraphMemory(relations, self._embedder, make_vertex=relations.vertex)
        read, aggregate = LanguageBeliefRelations(self._advisor, relations), LanguageAggregator(self._advisor)
        return GraphMemory(read, self._embedder, aggregate=aggregate, make_vertex=relations.vertex)

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
