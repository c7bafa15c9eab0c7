"""The summariser of text games by rule (STMA, equation 4): from all that was read to a few lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from embodied_memory.planning.planner_critic import InteractionRecord, TemporalBelief
from embodied_memory_tools.evaluation.textworld.player.beliefs import Beliefs
from embodied_memory_tools.evaluation.textworld.player.cooking_rules import MEAL, cook_for, cut_for
from embodied_memory_tools.evaluation.textworld.player.game_things import CARRIED
from embodied_memory_tools.evaluation.textworld.player.reading import Recipe


class GameSummary:
    """Reads the beliefs, which has read every record."""

    def __init__(self, beliefs: Beliefs) -> None:
        self._beliefs = beliefs

    def __call__(self, task: str, records: Sequence[InteractionRecord]) -> TemporalBelief:
        """See Summarise."""
        return TemporalBelief(tuple(self._done()), tuple(self._goals()), tuple(self._noticed()))

    def _done(self) -> Iterator[str]:
        things = self._beliefs.things
        if self._beliefs.recipe:
            yield f"read the recipe: {', '.join(self._beliefs.recipe.ingredients)}"
        for name in things.carried:
            yield f"took the {name}"
        for name, states in things.states.items():
            changed = sorted(states - {"raw"})
            if changed:
                yield f"the {name} is {' and '.join(changed)}"
        for step in self._beliefs.done:
            yield str(step.command)
        for action, why in self._beliefs.refused.items():
            yield f"{action} was refused: {why}"
        for verb in sorted(self._beliefs.unknown_verbs):
            yield f"nothing happens by: {verb}"

    def _goals(self) -> Iterator[str]:
        recipe = self._beliefs.recipe
        for step in self._beliefs.steps:
            yield f"{step.command} (in the {step.room})" if step.room else str(step.command)
        if recipe is None:
            if not self._beliefs.steps:
                yield "find out what there is to do"
            return
        for name in recipe.ingredients:
            yield from self._goals_for(recipe, name)
        yield (
            "prepare the meal in the kitchen" if self._beliefs.things.places.get(MEAL) != CARRIED else "eat the meal"
        )

    def _goals_for(self, recipe: Recipe, name: str) -> Iterator[str]:
        things = self._beliefs.things
        states = things.states.get(name, frozenset())
        if things.places.get(name) != CARRIED:
            yield f"take the {name}" if name in things.places else f"find the {name}"
        if cut := cut_for(recipe, name, states):
            yield f"{cut} the {name}"
        if cook := cook_for(recipe, name, states):
            yield f"cook the {name} with the {cook}"

    def _noticed(self) -> Iterator[str]:
        for place in sorted(self._beliefs.things.closed, key=lambda one: (one.room, one.holder)):
            yield f"the {place.holder} in the {place.room} is closed"
        for thing, key in self._beliefs.things.locks.items():
            yield f"the {thing} is locked{f', its key is the {key}' if key else ''}"
        for unexplored in self._beliefs.rooms.unexplored():
            room, direction, door = unexplored.ways[0]
            yield f"nobody went {direction} from the {room}{f' through the {door}' if door else ''}"
