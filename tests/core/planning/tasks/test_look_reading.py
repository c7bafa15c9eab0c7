"""Go and see: what is asked, as memory is asked it, and where the robot has to look."""

import pytest

from embodied_memory.planning.instruction import InstructionError
from embodied_memory.planning.tasks.look_reading import NotToBeSeenError
from embodied_memory.planning.tasks.task_goal import Deed
from embodied_memory.planning.tasks.task_reading import read_task


def looks(text):
    """(question, thing, relation and place) of each look."""
    goals = read_task(text, "anna", frozenset({"tom"}))
    return [(one.question, one.thing, f"{one.relation} {one.to}" if one.to else "") for one in goals]


@pytest.mark.parametrize(
    ("text", "question", "thing", "place"),
    [
        ("Go and see whether the window in the bedroom is open",
         "Is the window in the bedroom open?", "window in the bedroom", ""),
        ("check if the stove is off and tell me", "Is the stove off?", "stove", ""),
        ("look where my red book is", "Where is my red book?", "my red book", ""),
        ("have a look whether there is milk in the fridge", "Is there milk in the fridge?", "milk", "in fridge"),
        ("go and check how many chairs are in the kitchen", "How many chairs are in the kitchen?", "chairs",
         "in kitchen"),
        ("Could you please go and find out if the kettle is still on the table?", "Is the kettle on the table?",
         "kettle", "on table"),
        ("can you see whether the light is on", "Is the light on?", "light", ""),
        ("see if I left the oven on", "Is the oven on?", "oven", ""),
        ("check whether Tom closed the wardrobe", "Is the wardrobe closed?", "wardrobe", ""),
        ("go into the bedroom and see who is there", "Who is in the bedroom?", "", "in bedroom"),
        ("run to the kitchen and tell me if the stove is on", "Is the stove on?", "stove in the kitchen", ""),
        ("see if anybody is in the bathroom", "Who is in the bathroom?", "", "in bathroom"),
        ("see what is on the desk", "What is on the desk?", "", "on desk"),
        ("see whether anything is on the table", "What is on the table?", "", "on table"),
        ("check if something is in the oven", "What is in the oven?", "", "in oven"),
        ("check what colour the mug is", "What colour is the mug?", "mug", ""),
        ("check which setting the oven is", "Which setting is the oven?", "oven", ""),
        ("check how full my bin is", "How full is my bin?", "my bin", ""),
        ("look where are my keys", "Where are my keys?", "my keys", ""),
        ("see what channel the TV is set to", "What channel is the TV set to?", "TV", ""),
        ("look at the TV and tell me what it is set to", "What is the TV set to?", "TV", ""),
        ("look in the fridge and tell me whether there is any milk in there", "Is there any milk in the fridge?",
         "milk", "in fridge"),
    ],
)  # fmt: skip
def test_a_look_is_read_with_its_question_and_where_to_look(text, question, thing, place):
    assert looks(text) == [(question, thing, place)]


def test_looks_and_other_deeds_stand_side_by_side():
    first, second = read_task("look whether the door is shut, then bring me the red mug", "anna")
    assert (first.deed, first.question, second.deed) == (Deed.LOOK, "Is the door shut?", Deed.FETCH)
    found, look = read_task("find the kettle and see whether it is on", "anna")
    assert (found.deed, look.question, look.thing) == (Deed.SEEK, "Is the kettle on?", "kettle")


@pytest.mark.parametrize(
    "text",
    [
        "see what Tom said", "check whether Tom was in the kitchen yesterday", "go and see what I should wear",
        "check how many chairs there are",
        "find out what Tom likes", "see if it rains, otherwise water the plants",
    ],
)  # fmt: skip
def test_what_a_look_does_not_show_is_not_gone_to(text):
    with pytest.raises(NotToBeSeenError, match="go and look"):
        read_task(text, "anna", frozenset({"tom"}))


def test_asking_whether_a_thing_is_on_switches_nothing_on():
    with pytest.raises(InstructionError):
        read_task("is the stove on?", "anna")
    assert looks("see whether the stove is on") == [("Is the stove on?", "stove", "")]


def test_seeing_whether_one_can_find_a_thing_is_looking_for_it():
    assert [str(goal) for goal in read_task("see if you can find the kettle", "anna")] == ["find kettle"]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Have a look if my laptop's on my desk.", "Is my laptop on my desk?"),
        ("go and see whether the washing machine's still dripping", "Is the washing machine dripping?"),
    ],
)
def test_a_contracted_verb_is_one(text, question):
    assert looks(text)[0][0] == question
