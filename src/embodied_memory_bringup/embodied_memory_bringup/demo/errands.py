"""What a resident tells the robot and asks of it in the demo: chosen from the home as it is, for anybody's seed."""

from __future__ import annotations

from dataclasses import dataclass

from household.entity import Entity, EntityKind
from household.home import ROBOT_ID, Home
from household.residents.home_map import HomeMap
from household.residents.spoken import place_words, the
from household.resting_places import has_room

_CARRIED = ("mug", "cup", "book", "bottle", "bowl", "notebook", "towel", "toy car", "teddy bear", "plate", "apple")
_ASLEEP_ON = ("bed", "single bed")


@dataclass(frozen=True)
class Errand:
    """told: what the person says beforehand, "" if nothing. instruction: what the robot is to do.

    judged_by: what is inspected afterwards, by the world's id, "" if nobody judges; judged_at: the same in words;
    expected: what must be found there ("a red mug"). then: what is said when it is over, in turn.
    """

    told: str
    instruction: str
    judged_by: str = ""
    judged_at: str = ""
    expected: str = ""
    then: tuple[str, ...] = ()


def choose_person(home: Home) -> str:
    """Somebody who is at home, by name; "" if nobody is."""
    people = [actor for actor in home.world.actors if actor.entity_id not in home.world.away | {ROBOT_ID}]
    return min((person.entity_id for person in people), default="")


def choose_errands(home: Home, person: str) -> tuple[Errand, ...]:
    """A favourite thing, something shut away of which only a person knows, and something that cannot be done."""
    world, known = home.world, HomeMap(home.world)
    things = [one for one in known.things(*_CARRIED) if one.parent_relation != "held"]
    in_sight = [one for one in things if world.closed_around(one.entity_id) is None and one.parent_id]
    hidden = [one for one in things if _is_shut_away(one, home)]
    is_free = world.held_by(person) is None
    errands = [_favourite(thing, person if is_free else "") for thing in in_sight[:1]]
    for thing in hidden[:1]:
        tables = known.pieces("coffee table", "dining table", "kitchen table", "desk", "side table")
        free = [table for table in tables if has_room(home.world, thing, table)]
        errands += [_shut_away(thing, table, home) for table in free[:1]]
    errands += [_impossible(piece) for piece in known.pieces("dining table", "coffee table", "desk", "sofa")[:1]]
    return tuple(errands)


def _favourite(thing: Entity, person: str) -> Errand:
    return Errand(
        f"Robot, {the(thing)} is my favourite {thing.category}.",
        f"Robot, bring me my favourite {thing.category}, please.",
        person,
        person,
        thing.caption,
        (f"Where is my favourite {thing.category}?", "How do you know?"),
    )


def _shut_away(thing: Entity, table: Entity, home: Home) -> Errand:
    place = place_words(home.world, f"in {thing.parent_id}", with_room=True)
    return Errand(
        f"Robot, I put {the(thing)} {place}.",
        f"Robot, put {the(thing)} on {the(table)}.",
        table.entity_id,
        the(table),
        thing.caption,
        ("Thank you!", f"Where is {the(thing)} now?", "And my keys?"),
    )


def _impossible(piece: Entity) -> Errand:
    return Errand("", f"Robot, open {the(piece)}.", then=("Why not?",))


def _is_shut_away(thing: Entity, home: Home) -> bool:
    container = home.world.get(thing.parent_id)
    is_known = container is not None and HomeMap(home.world).is_unique(container.entity_id)
    return thing.parent_relation == "in" and is_known and container.kind is not EntityKind.ACTOR  # type: ignore[union-attr]
