"""The policy and the reader over a language model: only calls that make sense are made, else the rules decide."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted_model import ScriptedModel

from embodied_memory.language.advisor import Advisor
from embodied_memory.planning.react.instruction_reading import read_instruction
from embodied_memory.planning.react.language_policy import LanguagePolicy
from embodied_memory.planning.react.language_reading import LanguageReader, OfflineReader
from embodied_memory.planning.react.offline_policy import OfflinePolicy
from embodied_memory.planning.react.react_task import NextStep, ReactTask
from embodied_memory.planning.skills.observed_home import ObservedHome
from embodied_memory.planning.skills.skill_call import SkillCall, SkillKind

TEXT = (
    "Furniture in kitchen_1: table_1, cabinet_2\nFurniture in bedroom_1: bed_3\nObjects: mug_0: table_1 in kitchen_1"
)
BY_RULES = SkillCall(SkillKind.EXPLORE, ("bedroom_1",))


@pytest.fixture
def step(match):
    """What is done next when the model says that action."""

    def make(action, thought="Let me see."):
        home = ObservedHome()
        home.observe(TEXT)
        model = ScriptedModel(react_step={"thought": thought, "action": action})
        policy = LanguagePolicy(Advisor(model), OfflinePolicy(match))
        return policy.next_step(ReactTask("Put the lamp on the bed.", home)), model

    return make


def test_a_call_of_the_model_is_made_and_it_is_shown_what_is_known(step):
    decision, model = step("Navigate[table_1]", "I go  and\nlook.")
    assert decision == NextStep("I go and look.", SkillCall(SkillKind.NAVIGATE, ("table_1",)))
    assert "mug_0: table_1 in kitchen_1" in model.requests[0].prompt
    assert "bedroom_1 (not explored yet): bed_3" in model.requests[0].prompt


@pytest.mark.parametrize(
    "action",
    [
        "Pick[lamp_7]", "Navigate[roof]", "Place[mug_0, under, bed_3]", "SetDeviceState[stove, power, on]",
        "Handoff[Ida]", "rm -rf /", "Pick[mug_0] Pick[mug_0]", "Fly[away]", "",
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_left_to_the_rules(step, action):
    assert step(action)[0].call == BY_RULES


@settings(max_examples=60, deadline=None)
@given(action=st.text(max_size=80))
def test_whatever_it_says_only_known_things_are_touched(match, action):
    home = ObservedHome()
    home.observe(TEXT)
    model = ScriptedModel(react_step={"thought": "So.", "action": action})
    decision = LanguagePolicy(Advisor(model), OfflinePolicy(match)).next_step(ReactTask("Put the lamp there.", home))
    assert decision.call.kind not in (SkillKind.SET_DEVICE_STATE, SkillKind.HANDOFF)
    if decision.call.kind is SkillKind.PICK:
        assert decision.call.arguments == ("mug_0",)


def read(words, text, *placements):
    model = ScriptedModel(read_instruction={"placements": list(placements)})
    return LanguageReader(Advisor(model), OfflineReader()).read(text, words)


def test_a_reading_of_the_model_is_used(words):
    text = "Be so kind and let my cup find its way to where I sleep, I mean the bed."
    (goal,) = read(words, text, {"thing": "my cup", "place": "bed", "relation": "on"})
    assert (goal.thing.text, goal.place.text, goal.relation.value) == ("my cup", "bed", "on")


@pytest.mark.parametrize(
    "placement", [{"thing": "the gun", "place": "bed"}, {"thing": "the cup", "place": "moon"}, {"thing": "the cup"}]
)
def test_things_that_nobody_said_and_places_that_are_not_there_are_left_to_the_rules(words, placement):
    text = "Put the cup on the couch."
    assert read(words, text, placement) == read_instruction(text, words)
