"""What the words of a task mean that are no name of anything."""

from dataclasses import replace

import pytest

from embodied_memory.evidence import RetrievalResult
from embodied_memory.memory.personal.knowledge import ObjectMeaning, ObjectSemantics
from embodied_memory.memory.personal.personal_memory import PersonalMemory, PersonalRecollection
from embodied_memory.planning.tasks.grounding import TaskGrounding
from embodied_memory.planning.tasks.known_things import KnownThings
from embodied_memory.planning.tasks.meaning import Meanings
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory.planning.tasks.task_state import TaskState
from embodied_memory.words.one_reading import the_reading
from embodied_memory_tools.language.small_home import SmallHome, furniture, on, person, thing

needs_reading = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
SHELF = furniture("shelf_1", (0.0, 0.0))
SHADES, MUG = on(thing("sunglasses_1"), SHELF), on(thing("mug_1", caption="red mug"), SHELF)


def grounded(words, home):
    state = TaskState((TaskGoal(Deed.FETCH, words, "anna"),), "anna")
    TaskGrounding(Meanings(home), home, home.things).ground(state)
    return state


@needs_reading
def test_what_is_called_by_none_of_its_names_is_what_it_is_most_like():
    state = grounded("my shades", SmallHome((SHELF, SHADES, MUG)))
    assert (state.thing.object_id, state.words) == ("sunglasses_1", "sunglasses")


@needs_reading
def test_what_was_told_of_another_sort_gives_way_to_what_is_surely_meant():
    known = ObjectSemantics("anna", ObjectMeaning.PREFERENCE, ("red mug",), "I like the red mug")
    told = PersonalMemory(7, "anna", 0, "", "my favourite is the red mug", knowledge=(known,))
    home = SmallHome((SHELF, SHADES, MUG), recalled=lambda query, person: (PersonalRecollection(told, "", 0.9, ()),))
    assert grounded("my shades", home).thing.object_id == "sunglasses_1"
    assert grounded("my pride", home).thing.object_id == "mug_1"


def test_what_is_to_be_brought_is_nobody_of_whom_its_owner_has_told():
    known = ObjectSemantics("anna", ObjectMeaning.PREFERENCE, ("Tom",), "our Tom has my shawl")
    told = PersonalMemory(7, "anna", 0, "", "our Tom has my shawl", knowledge=(known,))
    tom = person("Tom", (1.0, 1.0), "kitchen")
    home = SmallHome((SHELF, MUG, tom), recalled=lambda query, who: (PersonalRecollection(told, "", 0.9, ()),))
    assert grounded("my shawl", home).thing is None


class Retrieves:
    """A memory that finds the things it was given, whatever the words."""

    def __init__(self, *matches):
        self._found = tuple(
            replace(thing(f"jar_{k}", room=f"room {k}"), match=match) for k, match in enumerate(matches)
        )

    def retrieve(self, query):
        return RetrievalResult(query, (), self._found)


@pytest.mark.parametrize(
    ("matches", "count"),
    [((0.5, 0.3), 1), ((0.5, 0.45, 0.3), 2), ((0.5, 0.49, 0.48), 3), ((0.5, 0.49, 0.48, 0.47), 0), ((), 0)],
)
def test_up_to_three_that_are_about_as_much_like_what_was_not_found_are_asked_about(matches, count):
    memory = Retrieves(*matches)
    state = TaskState((TaskGoal(Deed.FETCH, "tub", "anna"),), "anna", never_found="tub")
    ambiguity = TaskGrounding(Meanings(memory), memory, lambda: KnownThings(())).nearest(state)
    assert len(ambiguity.readings if ambiguity else ()) == count
