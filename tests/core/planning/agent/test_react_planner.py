"""The ReAct form over a language model: only calls that make sense are made, else the rules decide."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted_model import ScriptedModel
from text_home import TextHome, carry_out

from embodied_memory.config import LanguageConfig
from embodied_memory.language.advisor import Advisor
from embodied_memory.planning.agent import Ending
from embodied_memory.planning.skill_call import SkillResult

JUG = {"jug_0": ("counter_1", "A jug.")}
TASK = "Put the jug on the bed."
BY_RULES = ["Explore[bedroom_1]"]


def first_call(action, thought="Let me see."):
    """What is done first when the model says that action, and the model."""
    home, model = TextHome(JUG), ScriptedModel(react_step={"thought": thought, "action": action})
    outcome = carry_out(home, TASK, advisor=Advisor(model), canceled=lambda: bool(home.calls))
    return home.calls, model, outcome


def test_a_call_of_the_model_is_made_and_it_is_shown_what_is_known():
    calls, model, outcome = first_call("Explore[kitchen_1]", "I go  and\nlook.")
    assert (calls, outcome.trace.steps[0].thought) == (["Explore[kitchen_1]"], "I go and look.")
    shown = next(one for one in model.requests if one.role == "react step")
    assert "bedroom_1 (not explored yet): bed_4" in shown.prompt
    assert "Pick[object], Open[furniture]" in shown.system


def test_what_memory_answers_is_an_observation_for_the_next_thought():
    said = iter(("FindReceptacle[bed]", "Explore[kitchen_1]", "DescribeObject[jug_0]", "Navigate[jug_0]",
                 "Pick[jug_0]", "Navigate[bed_4]", "Place[jug_0, on, bed_4]", "Done[]"))  # fmt: skip
    home = TextHome(JUG)
    model = ScriptedModel(react_step=lambda request: {"thought": "So.", "action": next(said)})
    outcome = carry_out(home, TASK, advisor=Advisor(model))
    assert (outcome.ending, home.things["jug_0"][0]) == (Ending.DONE, "bed_4")
    shown = [one.prompt for one in model.requests if one.role == "react step"]
    assert "FindReceptacle[bed]\nThe furniture that fit are:\n- bed_4 in bedroom_1" in shown[1]
    assert "FindReceptacle[bed]" not in home.calls


@pytest.mark.parametrize("action", ["rm -rf /", "Pick[mug_0] Pick[mug_0]", "Fly[away]", ""])
def test_what_is_no_call_is_left_to_the_rules(action):
    assert first_call(action)[0] == BY_RULES


@pytest.mark.parametrize(
    "action",
    [
        "Pick[lamp_7]",
        "Navigate[roof]",
        "Place[jug_0, under, bed_4]",
        "SetDeviceState[a, power, on]",
        "Handoff[Ida]",
        "Navigate[table_3]",
    ],
)
def test_what_makes_no_sense_is_refused_with_the_reason_and_then_left_to_the_rules(action):
    calls, model, outcome = first_call(action)
    assert calls == BY_RULES
    shown = [one.prompt for one in model.requests if one.role == "react step"]
    assert len(shown) == 2
    assert f"Not done: {outcome.remarks[0].feedback}" in shown[1]


def test_memory_is_not_asked_the_same_for_ever():
    home, model = TextHome(JUG), ScriptedModel(react_step={"thought": "Hm.", "action": "FindObject[jug]"})
    outcome = carry_out(home, TASK, advisor=Advisor(model, LanguageConfig(failures_to_rest=1000)))
    assert [step.action for step in outcome.trace.steps].count("FindObject") == 2
    assert (outcome.ending, home.things["jug_0"][0]) == (Ending.DONE, "bed_4")


def test_what_failed_twice_is_not_tried_again():
    class Blocked(TextHome):
        def execute(self, call):
            if str(call) != "Explore[living_room_1]":
                return super().execute(call)
            self.calls.append(str(call))
            return SkillResult(False, "Something is in the way.")

    home, model = Blocked(JUG), ScriptedModel(react_step={"thought": "Go.", "action": "Explore[living_room_1]"})
    outcome = carry_out(home, TASK, advisor=Advisor(model, LanguageConfig(failures_to_rest=1000)))
    assert home.calls.count("Explore[living_room_1]") == 2
    assert (outcome.ending, home.things["jug_0"][0]) == (Ending.DONE, "bed_4")


@settings(max_examples=60, deadline=None)
@given(action=st.text(max_size=80) | st.sampled_from(["Pick[jug_0]", "Pick[cup_1]", "Handoff[jug_0]"]))
def test_whatever_it_says_only_known_things_are_touched(action):
    (call,) = first_call(action)[0]
    assert call.partition("[")[0] not in ("SetDeviceState", "Handoff", "Pick")


@pytest.mark.parametrize("idle", ["FindObject[red jug {}]", "Wait[]"])
def test_who_only_asks_or_waits_is_not_listened_to_without_end(idle):
    numbers = iter(range(99))
    home = TextHome(JUG)
    model = ScriptedModel(react_step=lambda request: {"thought": "Hm.", "action": idle.format(next(numbers))})
    outcome = carry_out(home, TASK, advisor=Advisor(model))
    assert (outcome.ending, home.things["jug_0"][0]) == (Ending.DONE, "bed_4")
