"""How far a task is: goals that were reached by the turns so far, and what each phrase turned out to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from embodied_memory.planning.agent.course import MOST_TRIES, Step
from embodied_memory.planning.placing.grounding import LIKE_KIND, kind_fit
from embodied_memory.planning.placing.home_words import HomeWords
from embodied_memory.planning.placing.placement_goal import PlacementGoal, Relation, ThingPhrase
from embodied_memory.planning.skills.known_home import KnownHome, plain_words
from embodied_memory.planning.skills.skill_call import SkillCall, SkillKind


@dataclass
class PlacingProgress:
    """done: (goal number, object id, place id); at: where the robot went last; failed: how often calls did."""

    done: list[tuple[int, str, str]] = field(default_factory=list)
    bound: dict[ThingPhrase, str] = field(default_factory=dict)
    opened: set[str] = field(default_factory=set)
    failed: Counter[SkillCall] = field(default_factory=Counter)
    at: str = ""

    def is_done(self, number: int) -> bool:
        """Whether that goal was reached."""
        return any(done == number for done, _, _ in self.done)

    def gave_up(self, call: SkillCall) -> bool:
        """Whether the call failed too often to be tried again."""
        return self.failed[call] >= MOST_TRIES


def placing_progress(
    turns: Sequence[Step], goals: Sequence[PlacementGoal], home: KnownHome, words: HomeWords
) -> PlacingProgress:
    """Go through the turns. A placement reaches the first goal that it fits."""
    progress = PlacingProgress()
    for turn in turns:
        if not turn.result.succeeded:
            progress.failed[turn.call] += 1
            continue
        arguments = turn.call.arguments
        if turn.call.kind in (SkillKind.NAVIGATE, SkillKind.EXPLORE):
            progress.at = arguments[0]
        elif turn.call.kind is SkillKind.OPEN:
            progress.opened.add(arguments[0])
        elif turn.call.kind is SkillKind.CLOSE:
            progress.opened.discard(arguments[0])
        elif turn.call.kind is SkillKind.PLACE:
            _reach(progress, turn.call, goals, home, words)
    return progress


def place_fits(goal: PlacementGoal, place_id: str, words: HomeWords) -> bool:
    """Whether a piece of furniture is what the goal asks for."""
    room = next((one.room for one in words.receptacles if one.receptacle_id == place_id), "")
    if not goal.place.text and not goal.place.place_id:
        return True
    if goal.relation is Relation.ROOM:
        return room in words.room_ids(goal.place.text)
    return place_id == goal.place.place_id or place_id in {one.receptacle_id for one in words.places(goal.place.text)}


def _reach(
    progress: PlacingProgress, call: SkillCall, goals: Sequence[PlacementGoal], home: KnownHome, words: HomeWords
) -> None:
    thing_id, _, place_id = call.arguments[:3]
    category = next((one.category for one in home.objects() if one.object_id == thing_id), plain_words(thing_id))
    for number, goal in enumerate(goals):
        bound = progress.bound.get(goal.thing)
        taken = thing_id in progress.bound.values() and bound != thing_id
        if progress.is_done(number) or taken or (bound is not None and bound != thing_id):
            continue
        if (bound == thing_id or _may_be(goal.thing, category)) and place_fits(goal, place_id, words):
            progress.done.append((number, thing_id, place_id))
            progress.bound[goal.thing] = thing_id
            return


def _may_be(thing: ThingPhrase, category: str) -> bool:
    return kind_fit(thing.text, category) >= LIKE_KIND or len(thing.description) > 0 or " " in thing.text
