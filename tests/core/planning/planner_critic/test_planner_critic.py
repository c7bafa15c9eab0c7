"""Algorithm 2 of STMA: a critic before every action, feedback to the planner, and an end to it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.config import PlannerCriticConfig
from embodied_memory.planning.planner_critic import Critique, Plan, PlannerCritic, Remark, SpatioTemporalMemory


class ScriptedPlanner:
    """Hands out the plans in turn, the last again and again, and keeps what it was told."""

    def __init__(self, *plans):
        self.plans, self.heard = [Plan("a subgoal", actions) for actions in plans], []

    def plan(self, situation, remarks=()):
        self.heard.append([remark.feedback for remark in remarks])
        return self.plans.pop(0) if len(self.plans) > 1 else self.plans[0]


class Forbids:
    """A critic that is asked for a verdict on each action, and keeps what it was asked."""

    def __init__(self, verdict):
        self.verdict, self.asked = verdict, []

    def critique(self, situation, plan, action):
        self.asked.append(action)
        valid = self.verdict(action)
        return Critique(valid, "" if valid else f"not {action}")


def agent_of(planner, critic, **config):
    memory = SpatioTemporalMemory("tidy up")
    agent = PlannerCritic(memory, planner, critic, lambda _: "wait", PlannerCriticConfig(**config))
    agent.observe("", "a hall")
    return agent


def test_every_action_is_checked_before_it_is_executed_and_the_plan_goes_on():
    planner, critic = ScriptedPlanner(("one", "two"), ("three",)), Forbids(lambda _: True)
    agent = agent_of(planner, critic)
    assert [agent.decide().action for _ in range(3)] == ["one", "two", "three"]
    assert critic.asked == ["one", "two", "three"]
    assert planner.heard == [[], []]


def test_feedback_reaches_the_planner_and_remarks_those_who_watch():
    planner = ScriptedPlanner(("break it",), ("drop it",), ("put it down",))
    agent = agent_of(planner, Forbids(lambda action: action == "put it down"))
    decision = agent.decide()
    remarks = (Remark(0, "break it", "not break it"), Remark(0, "drop it", "not drop it"))
    assert (decision.action, decision.remarks, decision.is_fallback) == ("put it down", remarks, False)
    assert planner.heard == [[], ["not break it"], ["not break it", "not drop it"]]
    assert agent.remarks == list(remarks)


def test_a_plan_that_went_out_of_date_is_dropped_in_mid_way():
    planner, bad = ScriptedPlanner(("one", "two"), ("three",)), {"two"}
    agent = agent_of(planner, Forbids(lambda action: action not in bad))
    assert [agent.decide().action for _ in range(2)] == ["one", "three"]


@given(st.lists(st.booleans(), max_size=40), st.integers(0, 5))
def test_no_critic_makes_it_plan_without_end(verdicts, max_replans):
    said = iter(verdicts)
    planner, critic = ScriptedPlanner(("act",)), Forbids(lambda _: next(said, False))
    agent = agent_of(planner, critic, max_replans=max_replans)
    for _ in range(4):
        before = len(planner.heard)
        decision = agent.decide()
        assert len(planner.heard) - before <= 1 + max_replans
        assert decision.is_fallback == (len(decision.remarks) == 1 + max_replans)
        assert decision.action == ("wait" if decision.is_fallback else "act")


def test_an_empty_plan_says_that_there_is_nothing_to_do():
    assert agent_of(ScriptedPlanner(()), Forbids(lambda _: True)).decide().action == ""


@pytest.mark.parametrize("most", [1, 4])
def test_only_so_many_remarks_are_kept(most):
    agent = agent_of(ScriptedPlanner(("act",)), Forbids(lambda _: False), max_remarks=most)
    for _ in range(3):
        agent.decide()
    assert len(agent.remarks) == most
