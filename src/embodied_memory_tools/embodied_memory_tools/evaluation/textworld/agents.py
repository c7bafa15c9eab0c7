"""The players that are compared: ours, ours without a part, with a planner that errs, and one that tries anything."""

from __future__ import annotations

import random
from collections.abc import Iterator

from embodied_memory.language.advisor import Advisor
from embodied_memory.planning.planner_critic import ActionDecision, Critique, Plan, Planner, Situation
from embodied_memory_tools.evaluation.textworld.played_game import Player
from embodied_memory_tools.evaluation.textworld.player.beliefs import Beliefs
from embodied_memory_tools.evaluation.textworld.player.command import read_command
from embodied_memory_tools.evaluation.textworld.player.command_feasibility import why_infeasible
from embodied_memory_tools.evaluation.textworld.player.cooking_rules import APPLIANCE_FOR, CUT_BY, KNIFE, is_cookbook
from embodied_memory_tools.evaluation.textworld.player.game_things import is_key
from embodied_memory_tools.evaluation.textworld.player.reading import DIRECTIONS
from embodied_memory_tools.evaluation.textworld.player.text_game_player import PlayerParts, TextGamePlayer

OURS, RANDOM, ERRING, ERRING_NO_CRITIC = "ours", "random", "erring", "erring-no-critic"
LANGUAGE = "language"
"""All roles played by a language model, if there is one."""
_PARTS = {
    OURS: PlayerParts(),
    "no-critic": PlayerParts(has_critic=False),
    "no-spatial-memory": PlayerParts(has_spatial_memory=False),
    "no-summariser": PlayerParts(has_summariser=False),
    "no-room-knowledge": PlayerParts(has_room_knowledge=False),
    "last-goal-only": PlayerParts(follows_way=False),
}
AGENTS = (*_PARTS, ERRING, ERRING_NO_CRITIC, RANDOM)
_ERRORS = 0.5
"""The share of plans that an erring planner begins with something else."""


def make_player(agent: str, seed: int, advisor: Advisor | None = None) -> Player:
    """A fresh one for each game. Raises KeyError for a name that is neither in AGENTS nor LANGUAGE."""
    if agent == RANDOM:
        return RandomPlayer(seed)
    if agent == LANGUAGE:
        return TextGamePlayer(parts=PlayerParts(advisor=advisor))
    if agent not in (ERRING, ERRING_NO_CRITIC):
        return TextGamePlayer(parts=_PARTS[agent])
    return TextGamePlayer(
        parts=PlayerParts(
            has_critic=agent == ERRING,
            make_planner=lambda planner, beliefs: ErringPlanner(planner, beliefs, random.Random(seed)),
        )
    )


class ErringPlanner:
    """Now and then a plan begins with any line that looks like a command here: what a critic is there for."""

    def __init__(self, planner: Planner, beliefs: Beliefs, chance: random.Random) -> None:
        self._planner, self._beliefs, self._chance = planner, beliefs, chance

    def plan(self, situation: Situation, remarks: tuple[Critique, ...] = ()) -> Plan:
        """See Planner. What the critic says has it think again, and perhaps err again."""
        plan = self._planner.plan(situation)
        if not plan.actions or self._chance.random() >= _ERRORS:
            return plan
        error = self._chance.choice(list(lines_here(self._beliefs)))
        return Plan(plan.subgoal, (error, *plan.actions), plan.reason)


class RandomPlayer:
    """Any command that can be carried out here, as far as it knows, all alike likely."""

    def __init__(self, seed: int) -> None:
        self._beliefs = Beliefs()
        self._random = random.Random(seed)

    def observe(self, action: str, observation: str) -> None:
        """See Player."""
        self._beliefs.observe(action, observation)

    def decide(self) -> ActionDecision:
        """See Player."""
        possible = [line for line in lines_here(self._beliefs) if self._is_possible(line)]
        action = self._random.choice(possible or ["look"])
        return ActionDecision(action, Plan("try anything", (action,)))

    def _is_possible(self, line: str) -> bool:
        command = read_command(line)
        return command is not None and not why_infeasible(self._beliefs, command)


def lines_here(beliefs: Beliefs) -> Iterator[str]:
    """Commands about what is here and what is carried, whether they can be carried out or not."""
    room = beliefs.rooms.rooms.get(beliefs.here)
    yield from (f"go {direction}" for direction in DIRECTIONS)
    if room:
        yield from (f"open {way.door}" for way in room.exits.values() if way.door)
    yield from (f"open {place.holder}" for place in sorted(beliefs.things.closed, key=str))
    yield from (f"take {thing}" for thing in beliefs.things.in_room(beliefs.here))
    yield from (f"examine {thing}" for thing in beliefs.things.in_room(beliefs.here) if is_cookbook(thing))
    fixtures = room.fixtures if room else ()
    shut = (*beliefs.rooms.closed, *(place.holder for place in beliefs.things.closed if place.room == beliefs.here))
    for thing in beliefs.things.carried:
        yield f"drop {thing}"
        yield from (f"unlock {lock} with {thing}" for lock in sorted(shut) if is_key(thing))
        yield from (f"put {thing} on {fixture}" for fixture in fixtures)
        yield from (f"insert {thing} into {fixture}" for fixture in fixtures)
        yield f"eat {thing}"
        yield from (f"cook {thing} with {appliance}" for appliance in APPLIANCE_FOR.values())
        yield from (f"{verb} {thing} with {KNIFE}" for verb in CUT_BY)
    yield "prepare meal"
