"""What kind of furniture an episode's targets are, read from its words: the last resort where there are no traces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from embodied_memory.planning.known_home import KnownReceptacle
from embodied_memory.planning.placement_goal import LIKE_KIND, HomeWords, PlacementGoal, Relation, kind_fit
from embodied_memory.planning.placement_reading import read_instruction
from embodied_memory_tools.evaluation.memento.episode_file import ExecutionEpisode

ANYWHERE = "house_1"
_KINDS = (
    "chest of drawers", "filing cabinet", "night stand", "washer dryer", "table", "counter", "chair", "couch",
    "shelves", "cabinet", "bed", "stand", "bench", "stool", "wardrobe", "fridge", "sink", "toilet", "bathtub",
    "ottoman", "stove", "oven", "rack", "floor",
)  # fmt: skip
_ROOMS = (
    "living_room", "kitchen", "bedroom", "bathroom", "dining_room", "office", "garage", "hallway", "entryway",
    "closet", "laundryroom", "tv", "lounge", "porch", "toilet", "workout",
)  # fmt: skip


def read_targets(episode: ExecutionEpisode, known_rooms: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """(handle, kind as "chest_of_drawers", room) of the furniture that the propositions accept.

    The things of a sort go, in order, to the places that the plain instruction names for them.
    """
    words = _words(known_rooms)
    goals = read_instruction(episode.base_instruction or episode.instruction, words)
    furniture = [goal for goal in goals if goal.relation not in (Relation.ROOM, Relation.FLOOR)]
    for thing in episode.things:
        fitting = [one for one in furniture if kind_fit(one.thing.text, thing.category) >= LIKE_KIND]
        propositions = [one for one in episode.conditions.propositions if thing.handle in one.things]
        on = dict.fromkeys(one.targets for one in propositions if one.relation in ("is_on_top", "is_inside"))
        for targets, goal in zip(reversed(on), reversed(fitting), strict=False):
            kind = words.category(goal.place.text)
            yield from ((one, kind.replace(" ", "_"), _room(goal.place.text, episode, words)) for one in targets)
        beside = [goal for goal in goals if goal.beside and words.category(goal.beside.text)]
        for proposition in propositions:
            if proposition.relation == "is_next_to" and beside and not _are_things(proposition.targets, episode):
                yield from ((one, *_beside(beside[-1], words)) for one in proposition.targets)


def _words(known_rooms: Iterable[str]) -> HomeWords:
    known = tuple(known_rooms)
    plain = {room.rpartition("_")[0] for room in known}
    rooms = (*known, *(f"{room}_1" for room in _ROOMS if room not in plain))
    return HomeWords(tuple(KnownReceptacle(f"{kind}@{room}", kind, room) for room in rooms for kind in _KINDS), rooms)


def _room(phrase: str, episode: ExecutionEpisode, words: HomeWords) -> str:
    named = words.room_ids(phrase) or words.room_ids(episode.base_instruction or episode.instruction)
    return named[0] if named else ANYWHERE


def _beside(goal: PlacementGoal, words: HomeWords) -> tuple[str, str]:
    text = goal.beside.text if goal.beside else ""
    rooms = words.room_ids(text) or words.room_ids(goal.place.text)
    return words.category(text).replace(" ", "_"), rooms[0] if rooms else ANYWHERE


def _are_things(handles: Iterable[str], episode: ExecutionEpisode) -> bool:
    return not {one.handle for one in episode.things}.isdisjoint(handles)
