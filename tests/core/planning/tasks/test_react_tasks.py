"""A task a thought and one call at a time (ReAct), with perception over memory and the same rules as any plan."""

from dataclasses import replace

import pytest
from scripted_model import ScriptedModel

from embodied_memory.config import LanguageConfig, PlannerCriticConfig
from embodied_memory.event import parse_act_trace
from embodied_memory.evidence import RetrievalResult
from embodied_memory.language.advisor import Advisor
from embodied_memory.memory.personal.personal_memory import PersonalMemory, PersonalRecollection
from embodied_memory.planning.instruction import TaskStatus
from embodied_memory_tools.language.small_home import SmallHome

REACT = PlannerCriticConfig(policy="react")
BY_RULES = ["Navigate[mug_1]", "Pick[mug_1]", "Navigate[person_anna]", "Handoff[person_anna]"]
TRACE = "Thought: It is hers.\nPick[mug_1]\nThe robot holds the mug."


def saying(*actions):
    """An advisor that says these one after the other, then the last again and again, and the prompts it was shown."""
    left, shown = list(actions), []

    def say(request):
        shown.append(request)
        return {"thought": f"Thought {len(shown)}.", "action": left.pop(0) if len(left) > 1 else left[0]}

    model = ScriptedModel(react_step=say, critique_skill={"reason": "fine", "valid": True, "feedback": ""})
    return Advisor(model, LanguageConfig(failures_to_rest=1000)), shown


def test_what_memory_knows_is_found_and_what_it_says_is_done(carry_out, calls):
    advisor, shown = saying("FindObject[red mug]", "DescribeObject[mug_1]", *BY_RULES)
    home, outcome = carry_out("bring me the red mug", advisor=advisor, config=REACT)
    assert calls(home) == BY_RULES
    assert outcome.report.status is TaskStatus.SUCCEEDED
    assert [step.thought for step in outcome.trace.steps] == [f"Thought {number}." for number in range(1, 7)]
    assert "FindObject[red mug]\nThe objects that fit are:\n- mug_1: table_1 in kitchen" in shown[1].prompt
    assert "The description of the object 'mug_1' is:\na red mug" in shown[2].prompt
    assert "What its words mean: now bring red mug to anna: mug_1 (a red mug), person_anna" in shown[0].prompt
    assert "Handoff[id of a person]" in shown[0].system


@pytest.mark.parametrize(
    "action",
    ["open the cabinet", "Pick[moon_1]", "Pick[knife_1]", "Handoff[person_tom]", "SetDeviceState[stove_1, power, on]",
     "Done[]", "Explore[gold]", "FindObject[gold]", "DescribeObject[table_1]"],
)  # fmt: skip
def test_what_is_of_no_use_or_not_permitted_is_done_by_the_rules(carry_out, calls, action):
    home, outcome = carry_out("bring me the red mug", advisor=saying(action)[0], config=REACT)
    assert calls(home) == BY_RULES
    assert outcome.report.status is TaskStatus.SUCCEEDED


def test_what_is_described_is_found_as_memory_retrieves_it(carry_out):
    """Nothing is called a vessel."""
    home = SmallHome()
    home.retrieve = lambda query: RetrievalResult(query, (), (replace(home.things().get("bowl_1"), match=0.7),))
    advisor, shown = saying("FindObject[some vessel]", "Done[]")
    carry_out("bring me the red mug", home, advisor=advisor, config=REACT)
    assert "FindObject[some vessel]\nThe objects that fit are:\n- bowl_1: cabinet_1 in kitchen" in shown[1].prompt


def test_it_hears_why_something_was_refused(carry_out):
    advisor, shown = saying("Pick[mug_1]", *BY_RULES)
    carry_out("bring me the red mug", advisor=advisor, config=REACT)
    assert "Not done: the robot is not at the mug: go there first" in shown[1].prompt


@pytest.mark.parametrize(("grants", "is_shown"), [(("*: all",), True), (("anna: all", "*: ask"), False)])
def test_it_is_shown_what_was_done_before_as_told_by_who_may_have_things_done(carry_out, grants, is_shown):
    memory = PersonalMemory(4, "tom", 4, "", "The red mug goes to the shelf.", parse_act_trace(TRACE), ())
    home = SmallHome(recalled=lambda query, person: [PersonalRecollection(memory, query, 0.9)])
    advisor, shown = saying(*BY_RULES)
    carry_out("bring me the red mug", home, advisor=advisor, config=REACT, grants=grants)
    assert ("Task: The red mug goes to the shelf.\nThought: It is hers." in shown[0].prompt) is is_shown


@pytest.mark.parametrize(
    ("policy", "message"), [("react", "set language.server_url"), ("guess", "there are plan and")]
)
def test_a_policy_that_cannot_be_is_refused_with_the_remedy(carry_out, policy, message):
    with pytest.raises(ValueError, match=message):
        carry_out("bring me the red mug", config=PlannerCriticConfig(policy=policy))
