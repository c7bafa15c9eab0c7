"""The roles around planner and critic: the first turns of a text game that is written down here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from embodied_memory.language.advisor import Advisor, Usage
from embodied_memory.language.language_model import LanguageModel
from embodied_memory.planning.planner_critic import ActionDecision, Plan
from embodied_memory.planning.tasks.language_planners import ActionVerdict, LanguageCritic, PlannedActions
from embodied_memory_tools.evaluation.textworld.player.game_critic import GameCritic
from embodied_memory_tools.evaluation.textworld.player.language_roles import SummarisedHistory
from embodied_memory_tools.evaluation.textworld.player.text_game_player import PlayerParts, TextGamePlayer
from embodied_memory_tools.language.role_play import PATIENT, RolePlay

_FOODS = ("carrot", "onion", "apple", "lettuce", "banana")
_YARD = "-= Backyard =-\nYou are in a backyard. You can see a BBQ.\n\nThere is an exit to the north."
_CARRYING = "You are carrying: a {food}."
_KITCHEN = """-= Kitchen =-
You are in a kitchen. You can see a stove. You make out a counter. On the counter you can see a cookbook and a knife.

There is an exit to the south."""
_RECIPE = """Recipe #1

Ingredients:
{food}

Directions:
dice the {food}
grill the {food}
prepare meal

"""
_RULES = "look is always possible."
_STEPS = (("", _YARD), ("inventory", _CARRYING), ("go north", _KITCHEN), ("examine cookbook", _RECIPE))


def first_turns(advisor: Advisor | None, number: int = 0) -> Iterator[tuple[TextGamePlayer, ActionDecision]]:
    """The player and its decision at each turn. The texts go on as if it had done what the rules would do."""
    player = TextGamePlayer(parts=PlayerParts(advisor=advisor))
    for action, text in _STEPS:
        player.observe(action, text.format(food=_FOODS[number % len(_FOODS)]))
        yield player, player.decide()


def play_planning(model: LanguageModel, folder: Path, number: int = 0) -> Mapping[str, Usage]:
    """Every role of planner and critic that memory has not. See Play."""
    advisor = Advisor(model, PATIENT)
    for player, _ in first_turns(advisor, number):
        # Plans of a poor model do not come past the rules, so that the critic's role is asked about one that does.
        critic = LanguageCritic(advisor, GameCritic(player.beliefs), _RULES)
        critic.critique(player.agent.situation(), Plan("see more", ("look",)), "look")
    return advisor.usage


PLANNING_ROLES = RolePlay(
    "planning",
    {
        "summarise history": SummarisedHistory,
        "plan actions": PlannedActions,
        "critique action": ActionVerdict,
    },
    play_planning,
)
