"""Of several things of one name, the one is meant that is called so, or is where it was said to be."""

import pytest

from embodied_memory.planning.tasks.meaning import believed_there, called_so
from embodied_memory_tools.language.small_home import furniture, on, thing

DRAWER = furniture("kitchen_drawer_1", (0.0, 0.0))
HALL_TABLE, TABLE = (
    furniture("hall_table_1", (5.0, 0.0), "hallway"),
    furniture("table_1", (8.0, 0.0), "front bedroom"),
)
SPARE, DOOR, SHED = (
    on(thing(f"key_{number}", caption=caption), place, relation)
    for number, (caption, place, relation) in enumerate(
        [("spare key", DRAWER, "in"), ("door key", HALL_TABLE, "on"), ("shed key", TABLE, "on")]
    )
)
KEYS = (SPARE, DOOR, SHED)


@pytest.mark.parametrize(
    ("phrase", "there"),
    [
        ("key", KEYS),
        ("key from the hall table", (DOOR,)),
        ("key off the table", (DOOR, SHED)),
        ("key from the table in the bedroom", (SHED,)),
        ("key in the hall", (DOOR,)),
        ("key on the bedroom table", (SHED,)),
        ("key in the kitchen", (SPARE,)),
        ("key in the garage", KEYS),
        ("key in my room", KEYS),
    ],
)
def test_what_is_not_where_it_was_said_to_be_is_left_out_if_something_is_there(phrase, there):
    assert believed_there(KEYS, phrase) == list(there)


def test_a_room_is_not_another_because_both_are_called_room():
    lamps = [thing(f"lamp_{room}", room=room) for room in ("living room", "Cody's room")]
    assert believed_there(lamps, "light in the living room") == lamps[:1]
    assert believed_there(lamps, "light in Cody's room") == lamps[1:]


def test_whose_name_has_all_the_words_goes_before_what_only_is_of_the_sort():
    desks = [furniture(f"desk_{who}", (9.0, 0.0)) for who in ("anna's", "tom's")]
    desks = [thing(one.object_id, caption=f"{who}'s desk") for one, who in zip(desks, ("Anna", "Tom"), strict=True)]
    assert called_so(desks, "the desk in Tom's room") == desks
    assert called_so(desks, "Tom's desk") == desks[1:]
    assert called_so(desks, "Eve's desk") == desks


def test_one_word_does_not_leave_out_what_is_called_by_another():
    lamps = [thing("lamp_1", caption="floor lamp"), thing("light_1", caption="porch light")]
    assert called_so(lamps, "the light") == lamps


def test_of_looks_that_memory_knows_in_part_those_that_it_knows_tell():
    torches = [thing("torch_1", caption="red torch"), thing("torch_2", caption="small torch")]
    torches.append(thing("torch_3", caption="torch", attributes=(("color", "green"),)))
    assert called_so(torches, "the big red torch") == torches[:1]
    assert called_so(torches, "the old green torch") == torches[2:]
    assert called_so(torches, "the old torch") == torches


def test_the_mug_with_the_spots_is_the_spotty_one():
    mugs = [thing("mug_1", caption="plain mug"), thing("mug_2", caption="spotty mug")]
    assert called_so(mugs, "the mug with the spots") == mugs[1:]
