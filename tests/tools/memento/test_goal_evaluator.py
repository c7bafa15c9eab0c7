"""The evaluator of episodes: what holds counts, in the order and to the end that the constraints want."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory_tools.evaluation.memento.goal_conditions import (
    Constraints,
    Dependency,
    GoalConditions,
    Proposition,
    read_conditions,
)
from embodied_memory_tools.evaluation.memento.goal_evaluator import GoalEvaluator
from embodied_memory_tools.evaluation.memento.home_snapshot import HomeSnapshot, Whereabouts

THINGS, PLACES = ("cup", "jug", "toy"), ("table", "shelf")
ON = tuple(Proposition("is_on_top", (thing,), ("table",)) for thing in THINGS)


def home(**places):
    return HomeSnapshot({thing: Whereabouts("kitchen", place) for thing, place in places.items()})


def judged(conditions, *states):
    judge = GoalEvaluator(conditions)
    for state in states:
        judge.see(state)
    return judge


@pytest.mark.parametrize(
    ("proposition", "cup", "holds"),
    [
        (Proposition("is_on_top", ("cup",), ("table", "bed")), Whereabouts("kitchen", "bed"), True),
        (Proposition("is_on_top", ("cup",), ("table",)), Whereabouts("kitchen", "bed"), False),
        (Proposition("is_inside", ("cup",), ("chest",)), Whereabouts("hall", "chest"), False),
        (Proposition("is_inside", ("cup",), ("chest",)), Whereabouts("hall", "chest", is_inside=True), True),
        (Proposition("is_in_room", ("cup",), ("living room",)), Whereabouts("living room", "sofa"), True),
        (Proposition("is_in_room", ("cup",), ("living_room_0",)), Whereabouts("living room"), True),
        (Proposition("is_on_floor", ("cup",)), Whereabouts("hall", is_on_floor=True), True),
        (Proposition("is_next_to", ("cup",), ("bed",)), Whereabouts("hall", beside=frozenset(["bed"])), True),
        (Proposition("is_next_to", ("cup",), ("jug",)), Whereabouts("hall", "table", spot=(0.5, 0.0)), True),
        (Proposition("is_next_to", ("cup",), ("jug",)), Whereabouts("hall", "table", spot=(2.0, 0.0)), False),
        (Proposition("is_next_to", ("cup",), ("jug",)), Whereabouts("hall", "shelf"), False),
    ],
)
def test_a_proposition_holds(proposition, cup, holds):
    snapshot = HomeSnapshot({"cup": cup, "jug": Whereabouts("hall", "table")})
    assert snapshot.evaluate(proposition).holds is holds


def test_two_of_several_things_on_one_of_several_places():
    two = Proposition("is_on_top", THINGS, PLACES, number=2)
    apart, together = home(cup="table", jug="shelf", toy="bed"), home(cup="table", jug="table", toy="bed")
    assert [apart.evaluate(two).holds, apart.evaluate(replace(two, same_target=True)).holds] == [True, False]
    assert together.evaluate(replace(two, same_target=True)).holds


def test_what_must_come_later_counts_only_if_it_did():
    conditions = GoalConditions(ON[:2], constraints=Constraints(order=((0, 1),)))
    first, both = home(cup="table", jug="shelf"), home(cup="table", jug="table")
    wrong = home(cup="shelf", jug="table")
    assert judged(conditions, first, both).satisfied == (True, True)
    assert judged(conditions, wrong, both).satisfied == (True, False)
    assert judged(conditions, both).satisfied == (True, False)


def test_what_must_hold_at_the_end_does_not_count_when_undone():
    conditions = GoalConditions(ON[:1], constraints=Constraints(terminal=(0,)))
    there, gone = home(cup="table"), home(cup="shelf")
    assert (judged(conditions, there).succeeded, judged(conditions, there, gone).succeeded) == (True, False)
    assert judged(GoalConditions(ON[:1]), there, gone).succeeded


@pytest.mark.parametrize(
    ("relation", "states", "satisfied"),
    [
        ("while_satisfied", "ab", False), ("while_satisfied", "aab", True),
        ("after_satisfied", "a0b", True), ("after_satisfied", "b", False),
        ("after_unsatisfied", "a0b", True), ("after_unsatisfied", "aab", False),
        ("before_satisfied", "b", True), ("before_satisfied", "a0b", False),
    ],
)  # fmt: skip
def test_a_dependency_says_when_to_look(relation, states, satisfied):
    """In state a the cup is on the table, in b the jug too if the cup was, alone if not."""
    shown = {"a": home(cup="table", jug="shelf"), "0": home(cup="shelf", jug="shelf")}
    last = home(cup="table" if relation == "while_satisfied" else "shelf", jug="table")
    if (relation, states) == ("while_satisfied", "ab"):
        shown["a"] = shown["0"]
    conditions = GoalConditions(ON[:2], (Dependency((1,), (0,), relation),))
    assert judged(conditions, *(shown.get(state, last) for state in states)).satisfied[1] is satisfied


def test_groups_that_must_be_alike_or_differ():
    anywhere = tuple(Proposition("is_on_top", (thing,), PLACES) for thing in THINGS[:2])
    group = (((0, "targets"), (1, "targets")),)
    together, apart = home(cup="table", jug="table"), home(cup="table", jug="shelf")
    same, different = Constraints(same=group), Constraints(different=group)
    results = [
        judged(GoalConditions(anywhere, constraints=constraints), state).succeeded
        for constraints in (same, different)
        for state in (together, apart)
    ]
    assert results == [True, False, False, True]


def test_n_things_count_as_n_propositions():
    written = {"function_name": "is_on_top", "args": {"object_handles": list(THINGS), "receptacle_handles": ["table"],
                                                      "number": 3}}  # fmt: skip
    conditions = read_conditions([written], [], [])
    assert judged(conditions, home(cup="table", jug="table", toy="shelf")).percent_complete == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    "written",
    [
        ([{"function_name": "is_magic", "args": {}}], [], []),
        ([], [{"proposition_indices": [], "depends_on": [], "relation_type": "never"}], []),
        ([], [], [{"type": "OddConstraint", "args": {}}]),
    ],
)
def test_what_is_no_condition_is_refused(written):
    with pytest.raises(ValueError, match="there is no"):
        read_conditions(*written)


PLACED = st.fixed_dictionaries({thing: st.sampled_from(PLACES) for thing in THINGS}).map(lambda one: home(**one))


@given(st.lists(PLACED, min_size=1, max_size=6), st.permutations(range(3)))
def test_without_the_end_more_states_never_take_away(states, order):
    """A proposition that was reached stays so, unless it must hold at the end."""
    conditions = GoalConditions(ON, constraints=Constraints(order=((order[0], order[1]),)))
    judge, before = GoalEvaluator(conditions), (False,) * 3
    for state in states:
        judge.see(state)
        assert all(now or not then for then, now in zip(before, judge.satisfied, strict=True))
        before = judge.satisfied


@given(st.lists(PLACED, min_size=1, max_size=6), PLACED)
def test_constraints_only_take_away(states, last):
    free = judged(GoalConditions(ON), *states, last)
    bound = judged(GoalConditions(ON, constraints=Constraints(((0, 1), (1, 2)), (0, 1, 2))), *states, last)
    assert bound.percent_complete <= free.percent_complete
    assert bound.succeeded is (bound.percent_complete == 1.0)
