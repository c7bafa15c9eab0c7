"""The roles of the ReAct agent: an instruction carried out in a flat of two rooms that is written down here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from embodied_memory.language.advisor import Advisor, Usage
from embodied_memory.language.language_model import LanguageModel
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.planning.known_home import DescriptionMatch
from embodied_memory.planning.placement_reading import ReadingReply
from embodied_memory.planning.tasks.language_planners import StepReply
from embodied_memory_tools.evaluation.memento.episode_file import EpisodeThing, ExecutionEpisode
from embodied_memory_tools.evaluation.memento.episode_run import EpisodeResult, run_episode
from embodied_memory_tools.evaluation.memento.goal_conditions import GoalConditions, Proposition
from embodied_memory_tools.evaluation.memento.home_naming import Furniture, SceneNames
from embodied_memory_tools.language.role_play import PATIENT, RolePlay

_THINGS = ("mug", "vase", "book", "lamp", "clock")
_MOST_STEPS = 16
_FLAT = SceneNames(
    (Furniture("table_1", "kitchen_1", "table"), Furniture("bed_2", "bedroom_1", "bed")),
    ("kitchen_1", "bedroom_1"),
    {},
)


def carry_in_flat(advisor: Advisor | None, number: int = 0) -> EpisodeResult:
    """Carry a thing from the kitchen table to the bed, by rules alone without an advisor."""
    thing = _THINGS[number % len(_THINGS)]
    match = DescriptionMatch(HashingEmbedder())
    return run_episode(_episode(thing), _FLAT, match, advisor=advisor, most_steps=_MOST_STEPS)


def play_react(model: LanguageModel, folder: Path, number: int = 0) -> Mapping[str, Usage]:
    """Both roles of the ReAct agent. See Play."""
    advisor = Advisor(model, PATIENT)
    carry_in_flat(advisor, number)
    return advisor.usage


def _episode(thing: str) -> ExecutionEpisode:
    things = (EpisodeThing(f"{thing}_:0000", thing, f"A red {thing}.", "table", (0.0, 0.0)),)
    goal = GoalConditions((Proposition("is_on_top", (things[0].handle,), ("bed",)),))
    return ExecutionEpisode(
        "flat", "flat", "acquisition", "", f"Put the {thing} on the bed in the bedroom.", (), things, (), goal
    )


REACT_ROLES = RolePlay("react", {"react step": StepReply, "read instruction": ReadingReply}, play_react)
