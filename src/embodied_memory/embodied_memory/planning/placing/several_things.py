"""Goals for "the toys" and "all cups": one for each thing that is known of that kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from embodied_memory.memory.wording.words import singular
from embodied_memory.planning.placing.grounding import Grounding, ObjectFit
from embodied_memory.planning.placing.placement_goal import PlacementGoal, ThingPhrase
from embodied_memory.planning.placing.thing_list import count_of, head_of
from embodied_memory.planning.skills.word_match import phrase_words

_MOST = 8
_SURE_KIND = 0.7


def is_several(thing: ThingPhrase, candidates: Sequence[ObjectFit]) -> bool:
    """Whether the words mean all there are: a plural without a number, of a thing whose name is none itself."""
    last = phrase_words(head_of(thing.text))[-1:]
    if not last or singular(last[0]) == last[0] or count_of(thing.text) > 1:
        return False
    return not any(last[0] in phrase_words(one.known.category) for one in candidates)


def for_each(goals: Sequence[PlacementGoal], grounding: Grounding) -> tuple[PlacementGoal, ...]:
    """The goals, those for several things once for each that is known: where the words say, if they say where."""
    numbers = {goal.thing: _how_many(goal.thing, grounding) for goal in goals}
    return tuple(
        replace(goal, thing=replace(goal.thing, ordinal=goal.thing.ordinal + ordinal))
        for goal in goals
        for ordinal in range(numbers[goal.thing])
    )


def _how_many(thing: ThingPhrase, grounding: Grounding) -> int:
    candidates = [one for one in grounding.candidates(thing) if one.kind >= _SURE_KIND]
    if not is_several(thing, candidates):
        return 1
    there = [one for one in candidates if one.at_source]
    return min(max(1, len(there or candidates)), _MOST)
