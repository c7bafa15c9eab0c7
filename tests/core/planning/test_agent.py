"""The agent looks, recalls, asks and carries; it ends whatever the world, the critic and the policy do."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from text_home import MATCH, TextHome, carry_out

from embodied_memory.event import parse_act_trace
from embodied_memory.memory.personal.knowledge import learn_knowledge
from embodied_memory.memory.personal.personal_memory import PersonalMemory, PersonalRecollection
from embodied_memory.planning import placement_reading
from embodied_memory.planning.agent import Course, Ending, LikeliestReading
from embodied_memory.planning.known_home import ObservedHome
from embodied_memory.planning.planner_critic import Critique, Plan
from embodied_memory.planning.skill_call import SkillCall, SkillKind, SkillResult
from embodied_memory.planning.tasks.placement_grounding import PlacementGrounding
from embodied_memory.planning.tasks.task_state import TaskState
from embodied_memory.words.said import Move, Said, SpeechAct

MUGS = {"mug_0": ("counter_1", "A red mug with white dots."), "mug_1": ("counter_1", "A blue mug with a lid.")}
TEA = """Thought: There is the mug.

DescribeObject[mug_1]
The description of the object 'mug_1' is:
A blue mug with a lid.
Pick[mug_1]
Objects: mug_1: held by the agent
Place[mug_1, on, table_9]
Objects: mug_1: table_9 in living_room_1"""


def remembered(record_id, text, trace, score=0.9, reference="", rivals=()):
    knowledge = learn_knowledge("Ida", text)
    memory = PersonalMemory(record_id, "Ida", record_id, "flat", text, parse_act_trace(trace), knowledge)
    return PersonalRecollection(memory, reference or text, score, rivals)


def placed(home):
    return [call for call in home.calls if call.startswith("Place")]


def test_the_thing_that_fits_the_description_is_carried():
    home = TextHome(MUGS)
    outcome = carry_out(home, "Put the mug on the bed. The mug is blue and has a lid.")
    assert (outcome.ending, placed(home)) == (Ending.DONE, ["Place[mug_1, on, bed_4]"])
    assert outcome.trace.objects == ("mug",)
    assert outcome.cycles == len(outcome.trace.steps) + 1  # the last is that it is done


def test_things_go_one_after_the_other_and_side_by_side():
    home = TextHome({"jug_0": ("shelves_8", "A jug."), "cup_1": ("bed_4", "A cup.")})
    outcome = carry_out(home, "Move the jug, then the cup to the kitchen table, next to each other.")
    assert outcome.ending is Ending.DONE
    assert placed(home) == ["Place[jug_0, on, table_3]", "Place[cup_1, on, table_3, next_to, jug_0]"]


class Full(TextHome):
    """Nothing can be put where it is full. full: Place calls begin so."""

    full = ()

    def execute(self, call):
        if not str(call).startswith(self.full):
            return super().execute(call)
        self.calls.append(str(call))
        return SkillResult(False, "No valid placements found.")


def test_what_finds_no_room_beside_another_is_put_down_without_it():
    home = Full({"jug_0": ("shelves_8", "A jug."), "cup_1": ("bed_4", "A cup.")})
    home.full = ("Place[cup_1, on, table_3, next_to",)
    carry_out(home, "Move the jug, then the cup to the kitchen table, next to each other.")
    assert placed(home)[1:] == ["Place[cup_1, on, table_3, next_to, jug_0]", "Place[cup_1, on, table_3]"]


def test_where_there_is_no_room_the_next_place_is_taken_that_the_words_fit():
    home = Full({"jug_0": ("counter_1", "A jug.")})
    home.full = ("Place[jug_0, on, table_3", "Place[jug_0, on, table_5")
    carry_out(home, "Put the jug on a table.")
    assert placed(home) == [f"Place[jug_0, on, table_{number}]" for number in (3, 3, 5, 5, 9)]


def test_what_fits_nowhere_is_put_back():
    home = Full({"jug_0": ("counter_1", "A jug.")})
    home.full = ("Place[jug_0, on, bed_4",)
    carry_out(home, "Put the jug on the bed.")
    assert placed(home)[2:] == ["Place[jug_0, on, counter_1]"]


def test_what_is_to_be_next_to_something_that_is_nowhere_is_put_together(monkeypatch):
    moves = [Move("the jug", "the bed", beside="the moon"), Move("the cup", "the bed", beside="the moon")]
    said = Said("", SpeechAct.INSTRUCT, 1.0, moves=tuple(moves))
    monkeypatch.setattr(placement_reading, "the_reading", lambda: SimpleNamespace(read=lambda text: said))
    home = TextHome({"jug_0": ("counter_1", "A jug."), "cup_1": ("counter_1", "A cup.")})
    carry_out(home, "whatever was said")
    assert placed(home) == ["Place[jug_0, on, bed_4]", "Place[cup_1, on, bed_4, next_to, jug_0]"]


def test_another_table_is_not_the_one_where_it_stands():
    home = TextHome({"vase_0": ("table_5", "A vase.")})
    carry_out(home, "Move the vase to another table.")
    assert placed(home)[0] != "Place[vase_0, on, table_5]"


def test_furniture_is_opened_before_something_goes_inside_and_closed_in_the_end():
    home = TextHome({"jug_0": ("counter_1", "A jug.")})
    carry_out(home, "Put the jug in the kitchen cabinet.")
    assert home.calls[-3:] == ["Open[cabinet_2]", "Place[jug_0, in, cabinet_2]", "Close[cabinet_2]"]


def test_as_usual_is_what_was_done_the_last_time():
    home = TextHome(MUGS)
    told = remembered(4, "Put the mug on the living room table. I like to have it there for my tea break.", TEA,
                      reference="Set up my tea break.")  # fmt: skip
    carry_out(home, "Set up my tea break.", [told])
    assert placed(home) == ["Place[mug_1, on, table_9]"]


def test_a_personal_thing_goes_where_the_request_says():
    home = TextHome(MUGS)
    told = remembered(4, "Put the mug on the living room table. The mug was a gift from my aunt.", TEA,
                      reference="Bring my gifted mug to the bed.")  # fmt: skip
    carry_out(home, "Bring my gifted mug to the bed.", [told])
    assert placed(home) == ["Place[mug_1, on, bed_4]"]


def two_readings():
    other = TEA.replace("table_9", "bed_4").replace("living_room_1", "bedroom_1")
    request = "Set up my break."
    return (
        remembered(4, "Put the mug on the living room table. I have it there for my break.", TEA, 0.5, request, (5,)),
        remembered(5, "Put the mug on the bed. I have it there for my break.", other, 0.45, request),
    )


def test_with_two_readings_nothing_is_done_before_somebody_says_which():
    home = TextHome(MUGS)
    outcome = carry_out(home, "Set up my break.", two_readings())
    assert (outcome.ending, home.calls) == (Ending.ASKED, [])
    assert len(outcome.question.readings) == 2


@pytest.mark.parametrize(("choice", "place"), [(0, "table_9"), (1, "bed_4")])
def test_the_reading_that_is_chosen_is_done(choice, place):
    class Chooses:
        def choose(self, ambiguity):
            return choice

    home = TextHome(MUGS)
    carry_out(home, "Set up my break.", two_readings(), answerer=Chooses())
    assert placed(home) == [f"Place[mug_1, on, {place}]"]


def test_things_that_fit_alike_are_asked_about():
    home = TextHome(MUGS)
    outcome = carry_out(home, "Put the mug on the bed.")
    assert (outcome.ending, placed(home)) == (Ending.ASKED, [])
    assert outcome.question.question == 'Which one do you mean by "the mug"?'
    answerer = LikeliestReading()
    carry_out(home, "Put the mug on the bed.", answerer=answerer)
    assert (len(answerer.asked), len(placed(home))) == (1, 1)


def test_what_is_refused_is_not_done_and_is_told():
    class NoPicking:
        def critique(self, situation, plan, action):
            return Critique(not action.startswith("Pick"), "hands off")

    class Criticised:
        def __init__(self, policy):
            self._policy, self.critic = policy, NoPicking()

        def __getattr__(self, name):
            return getattr(self._policy, name)

    home = TextHome({"jug_0": ("counter_1", "A jug.")})
    outcome = carry_out(home, "Put the jug on the bed.", changed=Criticised)
    assert not any(call.startswith("Pick") for call in home.calls)
    assert outcome.ending is Ending.GIVEN_UP
    assert {remark.feedback for remark in outcome.remarks} == {"hands off"}


def test_what_is_reached_although_nothing_was_put_down_stands_for_nothing():
    home = TextHome({"jug_0": ("counter_1", "A jug.")})
    for room in home.known.rooms():
        home.execute(SkillCall(SkillKind.EXPLORE, (room,)))
    grounding, state = PlacementGrounding(Course("Put the jug on the bed."), home.known, MATCH), TaskState((), "")
    assert (grounding.ground(state), state.undescribed) == (None, "jug_0")
    home.execute(SkillCall(SkillKind.DESCRIBE_OBJECT, ("jug_0",)))
    assert (grounding.ground(state), state.thing.object_id) == (None, "jug_0")
    state.reach()
    assert (grounding.ground(state), state.goal) == (None, None)


def test_what_cannot_be_understood_is_not_done():
    home = TextHome(MUGS)
    outcome = carry_out(home, "Sing a song.")
    assert (outcome.ending, home.calls) == (Ending.DONE, [])


class Chaos:
    """Succeeds and fails as it likes, and says anything."""

    def __init__(self, seed):
        self._random = random.Random(seed)
        self.known = ObservedHome()
        self.known.observe("Furniture in kitchen_1: table_1, cabinet_2\nFurniture in hall_1: shelf_3")

    def execute(self, call):
        seen = self._random.choice(["mug_0: table_1 in kitchen_1", "mug_0: held by the agent", "", "mug_1: x in y"])
        result = SkillResult(self._random.random() < 0.6, f"Objects: {seen}")
        self.known.note(call, result)
        return result


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 30))
def test_it_ends_in_every_world(seed, most_steps):
    text = "Put the mug in the kitchen cabinet, then move it to the table."
    outcome = carry_out(Chaos(seed), text, answerer=LikeliestReading(), most_steps=most_steps)
    assert outcome.cycles <= most_steps


@pytest.mark.parametrize("gives_up", [False, True])
def test_it_ends_with_a_policy_that_never_does(gives_up):
    def waiting(policy):
        policy.plan = lambda situation, remarks=(): Plan("Wait.", ("Wait[]",))
        policy.gives_up = lambda decision: gives_up
        return policy

    outcome = carry_out(TextHome(MUGS), "Put the mug on the bed.", changed=waiting,
                        answerer=LikeliestReading(), most_steps=7)  # fmt: skip
    assert (outcome.ending, outcome.cycles) == (Ending.OUT_OF_STEPS, 7)
    assert len(outcome.trace.steps) == (0 if gives_up else 7)


def test_it_stops_when_it_is_canceled():
    home = TextHome({"jug_0": ("counter_1", "A jug.")})
    outcome = carry_out(home, "Put the jug on the bed.", canceled=lambda: len(home.calls) >= 2)
    assert (outcome.ending, len(home.calls)) == (Ending.CANCELED, 2)
