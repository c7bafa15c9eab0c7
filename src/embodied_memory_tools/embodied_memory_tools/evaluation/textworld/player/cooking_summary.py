"""The summariser of cooking games by rule (STMA, equation 4): from all that was read to a few lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from embodied_memory.planning.planner_critic.history_buffer import InteractionRecord
from embodied_memory.planning.planner_critic.plan import TemporalBelief
from embodied_memory_tools.evaluation.textworld.player.cooking_rules import MEAL, cook_for, cut_for
from embodied_memory_tools.evaluation.textworld.player.game_model import GameModel
from embodied_memory_tools.evaluation.textworld.player.known_things import CARRIED
from embodied_memory_tools.evaluation.textworld.player.reading import Recipe


class CookingSummary:
    """Reads the model, which has read every record."""

    def __init__(self, model: GameModel) -> None:
        self._model = model

    def __call__(self, task: str, records: Sequence[InteractionRecord]) -> TemporalBelief:
        """See Summarise."""
        return TemporalBelief(tuple(self._done()), tuple(self._goals()), tuple(self._noticed()))

    def _done(self) -> Iterator[str]:
        things = self._model.things
        if self._model.recipe:
            yield f"read the recipe: {', '.join(self._model.recipe.ingredients)}"
        for name in things.carried:
            yield f"took the {name}"
        for name, states in things.states.items():
            changed = sorted(states - {"raw"})
            if changed:
                yield f"the {name} is {' and '.join(changed)}"
        for action in self._model.refused:
            yield f"{action} was refused"

    def _goals(self) -> Iterator[str]:
        recipe = self._model.recipe
        if recipe is None:
            yield "find the kitchen and read the recipe"
            return
        for name in recipe.ingredients:
            yield from self._goals_for(recipe, name)
        yield "prepare the meal in the kitchen" if self._model.things.places.get(MEAL) != CARRIED else "eat the meal"

    def _goals_for(self, recipe: Recipe, name: str) -> Iterator[str]:
        things = self._model.things
        states = things.states.get(name, frozenset())
        if things.places.get(name) != CARRIED:
            yield f"take the {name}" if name in things.places else f"find the {name}"
        if cut := cut_for(recipe, name, states):
            yield f"{cut} the {name}"
        if cook := cook_for(recipe, name, states):
            yield f"cook the {name} with the {cook}"

    def _noticed(self) -> Iterator[str]:
        for place in sorted(self._model.things.closed, key=lambda one: (one.room, one.holder)):
            yield f"the {place.holder} in the {place.room} is closed"
        for unexplored in self._model.rooms.unexplored():
            room, direction, door = unexplored.ways[0]
            yield f"nobody went {direction} from the {room}{f' through the {door}' if door else ''}"
