"""Relevance by use: what is asked for, handled or done again is kept, for longer the more days it was used on."""

from dataclasses import replace

import pytest
from episodic_lives import DAY, Life, Shelf
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.config import ForgettingConfig
from embodied_memory.event import Event, EventKind, StateChange
from embodied_memory.memory.episodic.forgetting.forgetting import ForgettingAction
from embodied_memory.memory.episodic.forgetting.use import KeptByUse, Used, Way, kept_by_use, uses_in

CONFIG = ForgettingConfig()
WEEK = 7 * DAY


def used(*uses):
    one = Used("mug_1 location put", 1)
    for way, stamp_ns in uses:
        one = one.again(way, stamp_ns, 0)
    return kept_by_use(one, CONFIG)


def test_what_was_done_once_is_not_kept_and_what_was_asked_for_is():
    assert used((Way.DONE, DAY)) is None
    assert used((Way.DONE, DAY), (Way.ASKED, DAY + 1)) == KeptByUse(DAY + 1 + WEEK, "kept: asked for on 1 day")


def test_uses_of_one_day_count_once_and_of_three_days_nine_times():
    assert used(*[(Way.ASKED, DAY + n) for n in range(10)]).until_ns == DAY + 9 + WEEK
    three = used((Way.ASKED, DAY), (Way.ASKED, 3 * DAY), (Way.HANDLED, 4 * DAY))
    assert three == KeptByUse(4 * DAY + 9 * WEEK, "kept: asked for on 2 days, handled on 1 day")


@given(st.lists(st.tuples(st.sampled_from(Way), st.integers(0, 400 * DAY)), min_size=1, max_size=12))
def test_another_use_never_shortens_and_nothing_is_kept_for_longer_than_a_year_after_it(uses):
    before, after = used(*uses[:-1]) if uses[1:] else None, used(*uses)
    assert before is None or (after is not None and after.until_ns >= before.until_ns)
    assert after is None or after.until_ns <= max(stamp for _, stamp in uses) + 366 * DAY


def put(who, thing="mug_1", value="on shelf_1", kind=EventKind.OBJECT_STATE_CHANGED, **more):
    changes = (StateChange(thing, "location", value),)
    return Event(DAY, kind, who, f"{who} moves it", (thing,), changes=changes, **more)


def test_a_thing_is_put_by_anybody_and_taken_by_somebody():
    assert {subject for subject, _ in uses_in(put("anna"), "robot")} == {
        "mug_1 location put", "anna mug_1 location", "anna mug_1 location put",
    }  # fmt: skip
    assert "anna mug_1 location taken" in {subject for subject, _ in uses_in(put("anna", value=""), "robot")}


def test_what_the_robot_fetched_or_found_is_handled_and_what_it_failed_at_is_not():
    handled = {("mug_1 location put", Way.HANDLED)}
    assert set(uses_in(put("robot"), "robot")) == handled
    found = Event(DAY, EventKind.GOAL_ENDED, "robot", "found the mug", ("mug_1",), succeeded=True)
    missed = Event(DAY, EventKind.GOAL_ENDED, "robot", "find the mug", ("mug_1",), succeeded=False)
    assert (set(uses_in(found, "robot")), set(uses_in(missed, "robot"))) == (handled, set())


def test_what_the_robot_only_saw_is_not_handled():
    seen = replace(put("robot", kind=EventKind.SKILL_ENDED), text="The robot saw a red mug on the shelf.")
    assert set(uses_in(seen, "robot")) == set()


@pytest.fixture
def kept():
    """Ten deeds of a morning, of which the fifth is kept for its use until its third week."""
    uses, life = {5: KeptByUse(3 * WEEK, "kept: asked for on 1 day")}, Life()
    shelf = Shelf(used=uses)
    shelf.add(*(life.did(8 + n, "Anna", f"moved thing {n}", f"thing{n}") for n in range(10)))
    return shelf


def leaves(shelf):
    return [leaf.record_id for leaf in shelf.tree.snapshot().leaves()]


def test_its_leaf_outlives_the_others_as_long_as_its_use_is_worth_and_the_log_says_why(kept):
    plan = kept.forget(10 * 24)
    assert leaves(kept) == [5]
    reasons = {entry.reason for entry in plan.log if entry.action is ForgettingAction.EXTENDED}
    assert reasons == {"kept: asked for on 1 day"}
    kept.forget(20 * 24)
    assert leaves(kept) == [5]
    kept.forget(21 * 24 + 1)
    assert leaves(kept) == []


def test_where_a_rule_says_forget_the_rule_wins(kept):
    kept.tell("you need not remember when Anna moved thing 4")
    assert [rule.keeps for rule in kept.book.rules] == [False]
    kept.forget(10 * 24)
    assert leaves(kept) == []


def test_a_deed_that_a_rule_lets_go_takes_none_along_that_are_used():
    life = Life()
    shelf = Shelf(used={1: KeptByUse(3 * WEEK, "kept: done on 4 days")})
    shelf.tell("you need not remember the bassoon")
    shelf.add(life.did(8, "Bob", "watered the ficus", "ficus"), life.did(8.1, "Zoe", "tuned the bassoon", "bassoon"))
    shelf.forget(12 * 24)
    assert leaves(shelf) == [1]
    assert not [one for one in shelf.tree.explore("Who tuned the bassoon?").highlights if "bassoon" in one.text]


def test_with_no_lifetime_at_all_use_gives_none():
    config = ForgettingConfig(instant_lifetime_s=0.0, event_lifetime_s=0.0)
    shelf = Shelf(forgetting=config, used={1: KeptByUse(3 * WEEK, "kept: asked for on 1 day")})
    shelf.add(Life().did(8, "Anna", "moved the mug", "mug"))
    shelf.forget(10 * 24)


def test_what_a_newer_deed_has_taken_the_place_of_is_looked_at_again_within_a_week():
    uses, life = {1: KeptByUse(50 * WEEK, "kept: done on 7 days")}, Life()
    shelf = Shelf(used=uses)
    shelf.add(life.did(8, "Anna", "moved the mug", "mug"))
    shelf.forget(10 * 24)
    uses.clear()
    shelf.forget(16 * 24)
    assert leaves(shelf) == [1]
    shelf.forget(17 * 24 + 1)
    assert leaves(shelf) == []


def test_by_time_alone_use_counts_for_nothing():
    life = Life()
    config = ForgettingConfig(use_relevance=False)
    shelf = Shelf(forgetting=config, used={1: KeptByUse(3 * WEEK, "kept: asked for on 1 day")})
    shelf.add(life.did(8, "Anna", "moved the mug", "mug"))
    shelf.forget(10 * 24)
    assert leaves(shelf) == []
