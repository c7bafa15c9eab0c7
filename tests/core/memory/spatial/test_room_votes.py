"""Rooms are named when the evidence is clear, and not otherwise."""

import json
from pathlib import Path

import numpy as np
import pytest

from embodied_memory.mapping.grid import RoomMap
from embodied_memory.memory.spatial import room_votes
from embodied_memory.memory.spatial.room_votes import RoomVotes, elected
from embodied_memory.words.wording.phrases import the_room
from embodied_memory.words.wording.words import canonical, split_words

SCENE = Path(__file__).parents[4].parent / "shared" / "data" / "scenes" / "aws_small_house.json"


def room_map(*spans):
    """One metre of floor a cell: room n covers x in spans[n], y from 0 to 4."""
    cells = np.full((8, 40), -1, np.int8)
    for number, (first, last) in enumerate(spans):
        cells[:4, first:last] = number
    return RoomMap(0, (0.0, 0.0), 1.0, cells)


def rooms(memory):
    return {thing.object_id: thing.room for thing in memory.objects()}


def test_rooms_are_named_by_what_is_in_them_and_numbered_only_to_tell_them_apart(memory, build):
    memory.record_rooms(room_map((0, 6), (8, 14), (16, 22)))
    memory.record(
        build.instant(1, build.thing("bed_1", (2, 2, 0)), build.thing("mug_1", (4, 2, 1)),
                      build.thing("bed_2", (10, 2, 0)), build.thing("stove_1", (18, 2, 0)),
                      build.thing("vase_1", (35, 2, 0)))
    )  # fmt: skip
    assert rooms(memory) == {
        "bed_1": "bedroom 1",
        "mug_1": "bedroom 1",
        "bed_2": "bedroom 2",
        "stove_1": "kitchen",
        "vase_1": "",
    }


def test_an_object_at_the_wall_belongs_to_the_room_within_a_metre(memory, build):
    memory.record_rooms(room_map((0, 6)))
    memory.record(
        build.instant(1, build.thing("bed_1", (2, 2, 0)), build.thing("lamp_1", (6.5, 2, 0)),
                      build.thing("lamp_2", (8.5, 2, 0)))
    )  # fmt: skip
    assert rooms(memory) == {"bed_1": "bedroom", "lamp_1": "bedroom", "lamp_2": ""}


def test_mixed_evidence_names_no_room(memory, build):
    memory.record_rooms(room_map((0, 6)))
    memory.record(build.instant(1, build.thing("bed_1", (2, 2, 0)), build.thing("stove_1", (4, 2, 0))))
    assert rooms(memory) == {"bed_1": "", "stove_1": ""}


def test_an_open_plan_is_named_by_what_stands_near(memory, build):
    memory.record_rooms(room_map((0, 12)))
    names = {"stove_1": 0, "refrigerator_1": 1, "kettle_1": 2, "sofa_1": 9, "coffee_table_1": 10, "book_1": 11}
    memory.record(build.instant(1, *(build.thing(track, (x, 2, 1)) for track, x in names.items())))
    assert rooms(memory) == dict(zip(names, ["kitchen"] * 3 + ["living room"] * 3, strict=True))


def test_a_room_map_survives_a_restart(memory, build, open_memory):
    memory.record(build.instant(1, build.thing("toilet_1", (2, 2, 0)), build.thing("vase_1", (5, 2, 0))))
    memory.record_rooms(room_map((0, 6)))
    known = rooms(memory)
    memory.close()
    assert rooms(open_memory()) == known == {"toilet_1": "bathroom", "vase_1": "bathroom"}


@pytest.mark.parametrize(
    ("votes", "room"),
    [
        ([("kitchen", 3.0)], "kitchen"),
        ([("kitchen", 0.5)], ""),
        ([("kitchen", 3.0), ("bathroom", 2.5)], ""),
        ([], ""),
    ],
)
def test_a_winner_needs_enough_votes_and_a_clear_margin(votes, room):
    sure = [(name, weight, 1.0) for name, weight in votes]
    assert elected(sure, least=1.0, margin=1.5) == (room, 1.0 if room else 0.0)


def test_unknown_categories_vote_by_their_head_noun_then_by_embedding(embedder):
    votes = RoomVotes(embedder.embed_text)
    assert votes.of("oak coffee table") == {"living room": 1.25}
    assert votes.of("the sofa") == {"living room": 3.0 / 2}
    assert votes.of("zyzzyva") == {}


def test_no_category_stands_in_the_table_twice_under_two_names():
    names = [canonical(split_words(name)) for name, _ in room_votes._table()]
    assert sorted(set(names)) == sorted(names)


def test_every_category_of_the_house_by_other_hands_is_known():
    if not SCENE.is_file():
        pytest.skip(f"{SCENE} is missing")
    categories = {instance["category"] for instance in json.loads(SCENE.read_text())["instances"]}
    votes = RoomVotes(lambda _: pytest.fail("had to guess"))
    assert votes.of("rangehood") == {"kitchen": 3.0}
    assert all(isinstance(votes.of(category), dict) for category in categories)


@pytest.mark.parametrize(
    ("room", "told"),
    [("hall", "the hall"), ("Keziah's room", "Keziah's room"), ("children's room", "the children's room")],
)
def test_a_room_that_is_somebodys_takes_no_article(room, told):
    assert the_room(room) == told
