"""Summariser, planner and critic over a language model: what it says is checked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.scripted_model import ScriptedModel

from embodied_memory.language.advisor import Advisor
from embodied_memory.planning.planner_critic import (
    Critique,
    InteractionRecord,
    PlainSummary,
    Plan,
    Situation,
    TemporalBelief,
)
from embodied_memory.planning.tasks.language_planners import LanguageCritic
from embodied_memory_tools.evaluation.textworld.player.language_roles import LanguagePlanner, LanguageSummary

SITUATION = Situation("make $tea", "A kettle stands here.", TemporalBelief(("came in",), ("make tea",)))
OFFLINE_PLAN = Plan("be careful", ("look",))
RECORDS = (InteractionRecord(0, "", "A kitchen."), InteractionRecord(1, "open fridge", "It holds\n milk."))


class OfflinePlanner:
    def plan(self, situation, remarks=()):
        return OFFLINE_PLAN


class OfflineCritic:
    """Knows only that kettles are not to be thrown."""

    def critique(self, situation, plan, action):
        return Critique(False, "do no harm") if "throw" in action else Critique(True)


def planned(reply):
    model = ScriptedModel(plan_actions=reply)
    plan = LanguagePlanner(Advisor(model), OfflinePlanner(), "boil before pouring").plan(
        SITUATION, (Critique(False, "the cup is hot"),)
    )
    return plan, model.requests[0].prompt


def test_the_model_plans_with_all_that_is_known():
    plan, prompt = planned({"reason": "tea needs\nwater", "subgoal": "boil water", "actions": ["take  kettle"]})
    assert plan == Plan("boil water", ("take kettle",), "tea needs water")
    for told in ("make $tea", "A kettle stands here.", "came in", "boil before pouring", "the cup is hot"):
        assert told in prompt


@pytest.mark.parametrize(
    "reply",
    [
        None,
        ValueError("broken"),
        {"reason": "", "subgoal": "x", "actions": []},
        {"reason": "", "subgoal": "", "actions": ["look"]},
        {"reason": "", "subgoal": "x", "actions": ["a" * 500]},
        {"reason": "", "subgoal": "x", "actions": [" \n "]},
        {"reason": "", "subgoal": "x", "actions": ["go\u202enorth"]},
        {"reason": "", "subgoal": "x", "actions": ["look"] * 99},
    ],
)
def test_what_is_no_plan_is_planned_offline(reply):
    assert planned(reply)[0] == OFFLINE_PLAN


def critique(reply, action="pour"):
    model = ScriptedModel(critique_action=reply)
    critic = LanguageCritic(Advisor(model), OfflineCritic(), "boil before pouring")
    return critic.critique(SITUATION, Plan("tea", ("pour",)), action), model


def test_the_model_may_object_and_says_what_to_do():
    verdict, model = critique({"reason": "cold", "valid": False, "feedback": "boil it\n first"})
    assert verdict == Critique(False, "boil it first")
    assert "The action to check: pour" in model.requests[0].prompt


def test_an_objection_without_words_has_the_reason_as_its_words():
    assert critique({"reason": "it is cold", "valid": False})[0] == Critique(False, "it is cold")


@pytest.mark.parametrize("reply", [None, RuntimeError("late"), {"valid": "maybe"}])
def test_where_it_fails_the_rules_decide(reply):
    assert critique(reply)[0] == Critique(True)


@given(st.booleans(), st.text(max_size=40))
def test_whatever_it_says_it_cannot_permit_what_the_rules_forbid(valid, words):
    verdict, model = critique({"reason": words, "valid": valid, "feedback": words}, "throw kettle")
    assert verdict == Critique(False, "do no harm")
    assert model.requests == []


def test_a_history_is_summarised_by_the_model():
    model = ScriptedModel(summarise_history={"done": ["opened it"], "goals": [" "], "noticed": ["milk\nthere"]})
    belief = LanguageSummary(Advisor(model), PlainSummary())("make $tea", RECORDS)
    assert belief == TemporalBelief(("opened it",), (), ("milk there",))
    assert "0. (beginning): A kitchen.\n1. open fridge: It holds milk." in model.requests[0].prompt


def test_without_a_model_the_history_is_as_it_was():
    belief = LanguageSummary(Advisor(ScriptedModel()), PlainSummary())("make tea", RECORDS)
    assert belief == TemporalBelief(("open fridge",), ("make tea",), ("It holds milk.",))
