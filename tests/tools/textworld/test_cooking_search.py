"""The shortest way to a meal, with everything known."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from embodied_memory_tools.evaluation.textworld.player.cooking_search import CookingSearch
from embodied_memory_tools.evaluation.textworld.player.cooking_task import CookingTask, FoodTask, Passage, Place

ROOMS = ("kitchen", "backyard", "garden")
PASSAGES = {
    "kitchen": (Passage("backyard", ("go south",), "screen door"),),
    "backyard": (Passage("kitchen", ("go north",), "screen door"), Passage("garden", ("go east",))),
    "garden": (Passage("backyard", ("go west",)),),
}
APPLIANCES = {"stove": "kitchen", "oven": "kitchen", "BBQ": "backyard"}


def task_of(*foods, room="kitchen", capacity=2, knife=None, **more):
    knife = Place("kitchen", "counter") if knife is None else knife
    closed = more.pop("closed", frozenset({"screen door"}))
    return CookingTask(room, "kitchen", PASSAGES, foods, APPLIANCES, capacity, knife, closed=closed, **more)


def test_a_meal_of_one_that_has_to_be_grilled_outside():
    plan = CookingSearch(task_of(FoodTask("carrot", None, "dice", "BBQ"))).plan()
    commands = {"take knife from counter", "open screen door", "go south", "go north"}
    assert (plan.turns, plan.known, set(plan.commands) - commands) == (
        8, 8, {"cook carrot with BBQ", "dice carrot with knife", "prepare meal", "eat meal"}
    )  # fmt: skip
    assert plan.commands[-2:] == ("prepare meal", "eat meal")


def test_with_hands_full_the_useless_is_dropped_first():
    carrot, onion = FoodTask("carrot", None), FoodTask("onion", Place("kitchen", "fridge"))
    plan = CookingSearch(task_of(carrot, onion, carried=("banana",), closed=frozenset({"fridge"}))).plan()
    assert plan.commands == ("drop banana", "open fridge", "take onion from fridge", "prepare meal", "eat meal")


def test_what_is_only_assumed_ends_what_is_known():
    onion = FoodTask("onion", Place("kitchen", "fridge"))
    plan = CookingSearch(task_of(onion, closed=frozenset({"fridge"}), assumed=frozenset({"onion"}))).plan()
    assert plan.commands[: plan.known] == ("open fridge",)


def test_no_way_is_no_plan():
    assert CookingSearch(task_of(FoodTask("egg", Place("cellar")))).plan() is None
    assert CookingSearch(task_of(FoodTask("egg", Place("garden"))), most_states=1).plan() is None


FOODS = st.builds(
    FoodTask,
    st.just(""),
    st.sampled_from([None, *map(Place, ROOMS), Place("kitchen", "fridge")]),
    st.sampled_from(["", "dice"]),
    st.sampled_from(["", "stove", "BBQ"]),
)


@given(st.lists(FOODS, min_size=1, max_size=3), st.sampled_from(ROOMS))
def test_plans_do_what_they_say_within_the_rules(foods, room):
    """Executed in a small world of its own, every plan is allowed at each step and ends with all things ready."""
    named = [FoodTask(f"food {i}", food.place, food.cut, food.cook) for i, food in enumerate(foods)]
    task = task_of(*named, room=room, capacity=max(2, len(named)), closed=frozenset({"screen door", "fridge"}))
    plan = CookingSearch(task).plan()
    world = World(task)
    for command in plan.commands[:-2]:
        world.do(command)
    assert world.room == "kitchen"
    assert world.carried >= {food.name for food in named}
    assert world.done == {(food.cut, food.name) for food in named if food.cut} | {
        ("cook", food.name) for food in named if food.cook
    }
    assert plan.turns == len(plan.commands) == plan.known


class World:
    """The rules of the games once more, in the plainest way."""

    def __init__(self, task):
        self.task, self.room, self.done, self.closed = task, task.room, set(), set(task.closed)
        self.carried = {food.name for food in task.foods if food.place is None}
        self.floor = {food.name: food.place for food in task.foods if food.place} | {"knife": task.knife}

    def do(self, command):
        verb, _, rest = command.partition(" ")
        thing, _, other = rest.replace(" from ", "|").replace(" with ", "|").partition("|")
        if verb == "go":
            way = next(way for way in PASSAGES[self.room] if way.commands == (command,))
            assert way.door not in self.closed
            self.room = way.goal
        elif verb == "open":
            self.closed.remove(thing)
        elif verb == "take":
            assert self.floor.pop(thing) == Place(self.room, other)
            assert other not in self.closed
            self.carried.add(thing)
            assert len(self.carried) <= self.task.capacity
        elif verb == "drop":
            self.carried.remove(thing)
            self.floor[thing] = Place(self.room)
        else:
            assert thing in self.carried
            assert APPLIANCES[other] == self.room if verb == "cook" else other in self.carried
            assert (verb, thing) not in self.done
            self.done.add((verb, thing))


def test_the_shortest_order_is_found_where_all_can_be_tried():
    """Two things to fetch from the garden with room for both: one way there and back, whatever their order."""
    foods = (FoodTask("a", Place("garden")), FoodTask("b", Place("garden")), FoodTask("c", Place("backyard")))
    turns = {CookingSearch(task_of(*order, capacity=3)).plan().turns for order in permutations(foods)}
    assert turns == {1 + 4 + 3 + 2}
