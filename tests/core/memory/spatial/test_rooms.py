"""Rooms are called what those call them who use what stands in them."""

import numpy as np
from memory_builders import Builders

from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.mapping.grid import RoomMap

S = 1_000_000_000
BUILD = Builders()
SOFA = BUILD.thing("sofa_1", (1, 1, 0.4), (2, 1, 0.8), caption="a red sofa")
TABLE = BUILD.thing("dining_table_1", (1, 6, 0.4), (2, 1, 0.8), caption="a beige dining table")
TV = BUILD.thing("tv_1", (2, 2, 1), caption="a black tv")
OTHER_TV = BUILD.thing("tv_2", (2, 7, 1), caption="a white tv")
OTHER_SOFA = BUILD.thing("sofa_2", (2, 6, 0.4), (2, 1, 0.8), caption="a blue sofa")
BED = BUILD.thing("bed_1", (1, 1, 0.4), (2, 1, 0.8), caption="a red bed")
OTHER_BED = BUILD.thing("bed_2", (1, 6, 0.4), (2, 1, 0.8), caption="a blue bed")
CUP = BUILD.thing("cup_1", (3, 3, 1), caption="a pink cup")


def two_rooms():
    """In map: y below 4 m is room 0, above it room 1."""
    cells = np.zeros((80, 40), np.int8)
    cells[40:] = 1
    return RoomMap(1, (0.0, 0.0), 0.1, cells)


def at(second, caption, place, kind=EventKind.ACTIVITY, **more):
    name = caption.partition(" ")[2].replace(" ", "_") + "_70"
    return Event(second * S, kind, "Uma", f"Uma at {second}", (name,), place, ("robot",), object_captions=(caption,),
                 **more)  # fmt: skip


def rooms_of(memory):
    return {one.object_id: one.room for one in memory.objects()}


def filled(memory):
    memory.record_rooms(two_rooms())
    memory.record(BUILD.instant(1, SOFA, TABLE, TV, OTHER_TV, OTHER_SOFA, CUP))
    return memory


def test_rooms_that_look_alike_are_told_apart_by_what_is_told(memory, open_memory):
    filled(memory)
    assert {rooms_of(memory)["tv_1"], rooms_of(memory)["tv_2"]} == {"living room 1", "living room 2"}
    memory.record_event(at(2, "a red sofa", "living room"))
    memory.record_event(at(3, "a beige dining table", "dining room"))
    told = {"sofa_1": "living room", "tv_1": "living room", "cup_1": "living room", "dining_table_1": "dining room",
            "tv_2": "dining room", "sofa_2": "dining room"}  # fmt: skip
    assert rooms_of(memory) == told
    memory.close()
    assert rooms_of(open_memory()) == told


def test_words_and_switches_do_not_tell_where_furniture_stands(memory):
    before = rooms_of(filled(memory))
    memory.record_event(at(2, "a red sofa", "kitchen", EventKind.UTTERANCE))
    memory.record_event(at(3, "a black tv", "kitchen", EventKind.DEVICE_STATE_CHANGED))
    memory.record_event(at(4, "a red sofa", "kitchen", provenance=Provenance.REPORTED))
    assert rooms_of(memory) == before


def test_where_half_say_so_and_half_do_not_each_piece_is_where_it_was_said_to_be(memory):
    filled(memory)
    memory.record_event(at(2, "a beige dining table", "dining room"))
    memory.record_event(at(3, "a blue sofa", "living room"))
    rooms = rooms_of(memory)
    assert (rooms["dining_table_1"], rooms["sofa_2"]) == ("dining room", "living room")


def test_what_is_erased_tells_nothing(memory):
    before = rooms_of(filled(memory))
    memory.record_event(at(2, "a red sofa", "dining room"))
    assert rooms_of(memory)["tv_1"] == "dining room"
    memory.people.erase("Uma", stamp_ns=9 * S)
    assert rooms_of(memory) == before


def test_what_looks_like_a_second_living_room_is_part_of_the_one_but_bedrooms_may_be_two(memory):
    filled(memory)
    memory.record_event(at(2, "a red sofa", "living room"))
    assert {rooms_of(memory)[name] for name in ("tv_1", "tv_2")} == {"living room"}
    assert memory.stores.view.room_at((2, 7, 0)) == "living room"


def test_of_two_bedrooms_one_is_not_the_other(memory):
    memory.record_rooms(two_rooms())
    memory.record(BUILD.instant(1, BED, OTHER_BED))
    memory.record_event(at(2, "a red bed", "bedroom"))
    assert rooms_of(memory) == {"bed_1": "bedroom", "bed_2": "bedroom 2"}
