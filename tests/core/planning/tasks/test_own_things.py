"""What a speaker calls "my" is first what is known by the speaker's name."""

from dataclasses import replace

import pytest

from embodied_memory.planning.tasks.called_otherwise import with_owner
from embodied_memory.planning.tasks.known_things import KnownThings
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory_tools.language.small_home import SmallHome, furniture, usual_things

THINGS = KnownThings(
    [
        replace(furniture("desk_1", (9.0, 0.0), "Anna's room"), caption="Anna's writing desk"),
        replace(furniture("bed_1", (9.0, 0.0), "Tom's room"), caption="Tom's bed"),
        replace(furniture("desk_2", (9.0, 0.0), "Tom's room"), caption="Tom's desk"),
        replace(furniture("box_1", (9.0, 0.0), "Tom's room"), caption="Tom's toy box"),
        replace(furniture("box_2", (9.0, 0.0), "Tom's room"), caption="Tom's tool box"),
    ]
)


@pytest.mark.parametrize(
    ("speaker", "said", "meant"),
    [
        ("Tom", "my room", "Tom's room"),
        ("tom", "my own bed", "Tom's bed"),
        ("Anna", "my desk", "Anna's writing desk"),
        ("Anna", "lamp on my desk in my room", "lamp on Anna's writing desk in Anna's room"),
        ("Anna", "my bed", "my bed"),
        ("Tom", "my box", "my box"),  # one of two
        ("Tom", "my room key", "my room key"),
        ("Tom", "his room", "his room"),
        ("", "my room", "my room"),
    ],
)
def test_my_desk_is_what_is_known_by_my_name(speaker, said, meant):
    assert with_owner(TaskGoal(Deed.PLACE, "mug", said), speaker, THINGS) == TaskGoal(Deed.PLACE, "mug", meant)
    assert with_owner(TaskGoal(Deed.SEEK, said), speaker, THINGS) == TaskGoal(Deed.SEEK, meant)


def test_what_is_put_in_my_room_is_put_in_the_room_of_that_name(carry_out, calls):
    home = SmallHome((*usual_things(), furniture("table_2", (9.0, 0.0), "Anna's room")))
    assert "Place[mug_1, on, table_2]" in calls(carry_out("put the red mug in my room", home)[0])
