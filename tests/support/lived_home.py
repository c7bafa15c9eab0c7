"""A home of six rooms in words, and a memory of two days in it: Tom, Anna and Mia live there, Ben is a guest."""

from __future__ import annotations

import calendar
from dataclasses import replace

import numpy as np

from embodied_memory.event import Event, EventKind, Provenance, StateChange
from embodied_memory.mapping.grid import RoomMap
from embodied_memory.scene_graph import RelationTriple, SceneGraphInstant, SceneObject, SpatialRelation
from embodied_memory_tools.language.small_home import on, person, thing

SECOND = 1_000_000_000
GRANTS = ("anna: all", "tom: all", "mia: ask, teach, search", "*: ask")
PEOPLE = frozenset({"anna", "tom", "mia", "ben"})
_ROOM_AT_X = {"kitchen": 0, "living room": 6, "hall": 12, "study": 18, "bedroom": 24, "bathroom": 30}


def at(day, hour, minute=0):
    """Of March 2026, in nanoseconds; the 2nd is a Monday."""
    return calendar.timegm((2026, 3, day, hour, minute, 0)) * SECOND


NOW_NS = at(3, 12)


def home_things():
    """Everything in its place on Tuesday noon."""
    furniture = {one.object_id: one for one in _furniture()}

    def laid(object_id, support, relation="on", color="", **attributes):
        told = ({"color": color} if color else {}) | attributes
        name = object_id.rpartition("_")[0].replace("_", " ")
        one = thing(object_id, caption=f"{color} {name}".strip(), attributes=tuple(told.items()))
        return on(one, furniture[support], relation)

    return (
        *furniture.values(),
        laid("mug_1", "table_1", color="red"), laid("mug_2", "sink_1", color="blue"), laid("bowl_1", "table_1"),
        laid("knife_1", "table_1"), laid("plate_1", "table_1"), laid("kettle_1", "counter_1"),
        laid("apple_1", "counter_1"), laid("milk_1", "fridge_1", "in"), laid("remote_1", "coffee_table_1"),
        laid("newspaper_1", "coffee_table_1"), laid("pillow_1", "sofa_1"), laid("book_1", "desk_1", color="green"),
        laid("book_2", "bookshelf_1", color="black"), laid("laptop_1", "desk_1"),
        laid("lamp_1", "desk_1", power="off"), laid("keys_1", "shelf_1"),
        laid("shoes_1", "coat_rack_1"), laid("glasses_1", "nightstand_1"),
        laid("phone_1", "nightstand_1"), laid("towel_1", "basin_1", color="white"),
        person("Anna", (8.0, 2.0), "living room"), person("Mia", (7.0, 3.0), "living room"),
    )  # fmt: skip


def _furniture():
    def piece(object_id, room, x, y, **attributes):
        place = (_ROOM_AT_X[room] + x, y, 0.4)
        return thing(object_id, position=place, size=(1.0, 0.8, 0.8), room=room, attributes=tuple(attributes.items()))

    return (
        piece("table_1", "kitchen", 1, 1), piece("counter_1", "kitchen", 3, 1),
        piece("fridge_1", "kitchen", 4, 3, open="false"), piece("cabinet_1", "kitchen", 1, 4, open="false"),
        piece("sink_1", "kitchen", 3, 4), piece("stove_1", "kitchen", 4.5, 4.5, power="off"),
        piece("sofa_1", "living room", 1, 1), piece("coffee_table_1", "living room", 2, 3),
        piece("tv_1", "living room", 4, 1, power="off"), piece("bookshelf_1", "living room", 4, 4),
        piece("floor_lamp_1", "living room", 2, 4.5, power="on"), piece("shelf_1", "hall", 1, 1),
        piece("coat_rack_1", "hall", 3, 1), piece("desk_1", "study", 1, 1), piece("chair_1", "study", 1, 2),
        piece("bed_1", "bedroom", 2, 2), piece("nightstand_1", "bedroom", 4, 2),
        piece("wardrobe_1", "bedroom", 1, 4, open="false"), piece("toilet_1", "bathroom", 1, 1),
        piece("washing_machine_1", "bathroom", 3, 1, open="false"), piece("basin_1", "bathroom", 3, 3),
    )  # fmt: skip


def live_two_days(memory):
    """What the robot saw and heard of them, in order."""
    things = home_things()
    before = tuple(_as_on_monday(one) for one in things)
    memory.record_rooms(_rooms())
    _tour(memory, at(2, 9), before, "s1")
    _heard(memory, at(2, 18), "Tom", "My favourite mug is the blue mug.")
    _heard(memory, at(2, 18, 5), "Anna", "The green book is a present from my grandmother.")
    _saw(
        memory,
        at(2, 19, 30),
        EventKind.ACTIVITY,
        "Tom",
        "Tom watched TV on the sofa.",
        ("tv_1", "sofa_1"),
        "living room",
    )
    _heard(memory, at(2, 20), "Anna", "I am going to the dentist on Thursday.")
    _put(memory, at(2, 21), "Anna", "glasses_1", "nightstand_1", "bedroom")
    _tour(memory, at(3, 8), tuple(one for one in before if one.object_id != "keys_1"), "s2")
    _put(memory, at(3, 8, 30), "Tom", "keys_1", "shelf_1", "hall")
    _put(memory, at(3, 9, 15), "Anna", "mug_1", "table_1", "kitchen", "red mug")
    _asked(memory, at(3, 9, 40), "Bring me the newspaper", "I have brought the newspaper to you", True)
    _heard(memory, at(3, 10, 10), "Mia", "I fed the cat.")
    _saw(memory, at(3, 10, 30), EventKind.DEVICE_STATE_CHANGED, "Tom", "Tom turned on the floor lamp.",
         ("floor_lamp_1",), "living room", (StateChange("floor_lamp_1", "power", "on"),),
         ("floor lamp",))  # fmt: skip
    _tour(memory, at(3, 10, 40), things, "s2")
    _saw(memory, at(3, 11), EventKind.PERSON_MOVED, "Tom", "Tom left home.", ("Tom",), "outside",
         (StateChange("Tom", "location", "outside"),))  # fmt: skip
    _asked(memory, at(3, 11, 20), "Find the umbrella", "found 0 of 1", False)


def _as_on_monday(one):
    if one.object_id == "mug_1":
        return replace(one, support_id="counter_1", position=(3.0, 1.0, 0.4))
    return replace(one, attributes=(("power", "off"),)) if one.object_id == "floor_lamp_1" else one


def _rooms():
    cells = np.full((60, 370), -1, np.int8)
    for number, x in enumerate(_ROOM_AT_X.values()):
        cells[2:56, x * 10 + 2 : x * 10 + 56] = number
    return RoomMap(at(2, 9), (0.0, 0.0), 0.1, cells)


def _tour(memory, stamp_ns, things, session):
    for number, (room, x) in enumerate(_ROOM_AT_X.items()):
        here = [one for one in things if one.room == room]
        objects = tuple(
            SceneObject(one.object_id, one.category.replace("_", " "), one.position, one.size, 0.95, one.caption,
                        one.attributes) for one in here
        )  # fmt: skip
        relations = tuple(
            RelationTriple(one.object_id, SpatialRelation(one.support_relation), one.support_id)
            for one in here if one.support_id
        )  # fmt: skip
        memory.record(SceneGraphInstant(stamp_ns + number * 20 * SECOND, "robot", (x + 2.5, 2.5, 0.0), 0.0, objects,
                                        relations, session_id=session))  # fmt: skip


def _heard(memory, stamp_ns, who, text):
    memory.record_event(Event(stamp_ns, EventKind.UTTERANCE, who, text, place="living room", observers=("robot", who),
                              provenance=Provenance.REPORTED))  # fmt: skip


def _saw(memory, stamp_ns, kind, who, text, ids, place, changes=(), captions=()):
    memory.record_event(Event(stamp_ns, kind, who, text, ids, place, ("robot", who), changes=changes,
                              object_captions=captions))  # fmt: skip


def _put(memory, stamp_ns, who, thing_id, support_id, place, caption=""):
    named, there = caption or thing_id.rpartition("_")[0], support_id.rpartition("_")[0]
    changes = (StateChange(thing_id, "held by", ""), StateChange(thing_id, "location", f"on {support_id}"))
    _saw(memory, stamp_ns, EventKind.OBJECT_STATE_CHANGED, who, f"{who} put the {named} on the {there}.",
         (thing_id, support_id), place, changes, (named, there))  # fmt: skip


def _asked(memory, stamp_ns, instruction, became, succeeded):
    """By Anna, and what became of it ten minutes later."""
    _heard(memory, stamp_ns, "Anna", f"{instruction}.")
    memory.record_event(Event(stamp_ns, EventKind.INSTRUCTION_STARTED, "robot", instruction))
    memory.record_event(Event(stamp_ns + 600 * SECOND, EventKind.INSTRUCTION_ENDED, "robot",
                              f"{instruction}: {became}", succeeded=succeeded, asked_by="Anna"))  # fmt: skip
