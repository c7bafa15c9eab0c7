"""Judging an answer to a where-is question with the truth of the home."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from household.entity import Entity
from household.home import Home

WITHIN_M = 1.0
_SOFT_BORDER_M, _HARD_BORDER_M = 0.5, 0.1
_REST_GAP_M = 0.1
_ROOM_NAMES = (
    "kitchen", "living room", "bedroom", "bathroom", "study", "dining room", "hallway", "balcony", "gym", "office",
)  # fmt: skip


@dataclass(frozen=True)
class WhereIsQuestion:
    """A question about where a thing is; entity_ids: every entity that it may mean."""

    text: str
    entity_ids: tuple[str, ...]


@dataclass(frozen=True)
class Judgement:
    """Whether an answer is correct, and why not, in a sentence."""

    correct: bool
    reason: str


def judge_where_is(
    home: Home,
    question: WhereIsQuestion,
    answer_text: str,
    positions: Sequence[tuple[float, float, float]],
    room: str,
) -> Judgement:
    """Correct if a cited position is within 1.0 m (horizontally) of a thing that the question means, and every
    room and support that the answer states is true of such a thing: an answer may speak of several. Where the
    home has no such thing, an answer is correct if it cites no position.
    """
    if not question.entity_ids:
        fault = "There is no such thing in the home." if positions else ""
        return Judgement(not fault, fault or "There is no such thing, and none is claimed.")
    if not positions:
        return Judgement(False, "The answer cites no position.")
    truths = [home.world[entity_id] for entity_id in question.entity_ids if entity_id in home.world.entities]
    near = [e for e in truths if any(e.footprint_distance(p[0], p[1]) <= WITHIN_M for p in positions)]
    if not near:
        away = min((e.footprint_distance(p[0], p[1]) for e in truths for p in positions), default=float("inf"))
        return Judgement(False, f"The nearest cited position is {away:.1f} m away from what was meant.")
    fault = _fault(home, near, answer_text, room)
    return Judgement(not fault, fault or "Position, room and support are right.")


def _fault(home: Home, meant: Sequence[Entity], text: str, room: str) -> str:
    """What is wrong with the answer if it means these entities; "" if nothing is."""
    for name in sorted({_plain(room), *_rooms_stated(home, text)} - {""}):
        if not any(_is_in_room(home, entity, name) for entity in meant):
            true_room = home.world.room(meant[0].room_id)
            return f"It is in the {true_room.category if true_room else 'home'}, not in the {name}."
    for relation, category in _supports_stated(home, text):
        if not any(_rests(home, entity, relation, category) for entity in meant):
            return f"It is not {relation} a {category}."
    return ""


def _plain(room: str) -> str:
    """"the Bedroom 2" and "bedroom_2" are the bedroom."""  # fmt: skip
    return re.sub(r"^the |[\s_]*\d+$", "", room.strip().lower()).replace("_", " ").strip()


def _rooms_stated(home: Home, text: str) -> Iterable[str]:
    """Rooms that the text says it is in, but not "in the kitchen cabinet"."""
    things = {e.category for e in home.world.entities.values()}
    for name in {*_ROOM_NAMES, *(room.category for room in home.world.rooms)} - {"room"}:
        for match in re.finditer(rf"\bin the {re.escape(name)}\b(?: (\w+))?", text.lower()):
            if f"{name} {match[1] or ''}" not in things:
                yield name


def _supports_stated(home: Home, text: str) -> Iterable[tuple[str, str]]:
    """("on" or "in", category) of every support that the text names."""
    rooms = {*_ROOM_NAMES, *(room.category for room in home.world.rooms)}
    categories = {e.category for e in home.world.entities.values()} - rooms
    longest_first = "|".join(re.escape(c) for c in sorted(categories, key=lambda c: -len(c)))
    pattern = rf"\b(on|in|inside)(?: top of)? (?:the|a|an) (?:\w+ )?({longest_first})\b"
    for match in re.finditer(pattern, text.lower()):
        yield ("on" if match[1] == "on" else "in", match[2])


def _is_in_room(home: Home, entity: Entity, name: str) -> bool:
    """Its room, or the one across a border nearby; where nobody named the rooms, borders are soft."""
    reach = _SOFT_BORDER_M if home.rooms_inferred else _HARD_BORDER_M
    x, y, _ = entity.position
    near = {room.category for room in home.world.rooms if room.distance(x, y) <= reach}
    own = home.world.room(entity.room_id)
    near |= {own.category} if own else set()
    return name in near or (home.rooms_inferred and "room" in near)


def _rests(home: Home, entity: Entity, relation: str, category: str) -> bool:
    """By the world's own account, or because its base is right above such a thing."""
    del relation  # "on the shelf" and "in the shelf" are said of the same thing
    if any(parent.category == category for parent in home.world.ancestors_of(entity.entity_id)):
        return True
    x, y, _ = entity.position
    return any(
        other.footprint_distance(x, y) == 0.0
        and -_REST_GAP_M <= entity.base[2] - other.base[2] <= other.size[2] + _REST_GAP_M
        for other in home.world.find(category)
        if other.entity_id != entity.entity_id
    )
