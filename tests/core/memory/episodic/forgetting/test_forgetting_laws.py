"""H2-EMV, relevance-based forgetting: what goes, what stays, and the laws that hold at every moment."""

import itertools
import math
from dataclasses import replace

import pytest
from episodic_lives import DAY, HOUR, SECOND, Shelf, build_tree, lives
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.config import ForgettingConfig, HistoryTreeConfig
from embodied_memory.memory.episodic.forgetting import forgetting_log
from embodied_memory.memory.episodic.forgetting.condensing import Condensing
from embodied_memory.memory.episodic.forgetting.forgetting import Forgetting, ForgettingAction
from embodied_memory.memory.episodic.forgetting.lifetimes import ForgettingSchedule, Lifetimes
from embodied_memory.memory.episodic.forgetting.relevance import OfflineRelevance, Relevance
from embodied_memory.memory.episodic.history_tree.group_and_summarise import OfflineGrouping
from embodied_memory.memory.episodic.tree.node import FOREVER

CONFIG = ForgettingConfig()


def forgetting(estimate=None, config=CONFIG):
    condensing = Condensing(OfflineGrouping(HistoryTreeConfig()), 12, config.placeholder_characters)
    return Forgetting(config, Lifetimes(config), estimate or OfflineRelevance(config), condensing)


def worth(*factors):
    """A relevance role that gives these factors, one by node id, again and again."""
    return lambda node, parent, rules, now_ns: Relevance(factors[node.node_id % len(factors)], "a test")


FACTORS = st.lists(st.sampled_from([0.0, 0.0, 1.0, 5.0, math.inf]), min_size=1, max_size=7)
HOURS_LATER = st.sampled_from([0.1, 1, 5, 12, 30, 100, 400, 2000])


def placeholders(tree):
    return [node for node in tree.walk() if node.is_forgotten]


def check_laws(before, after):
    """Laws of one forgetting."""
    assert len(after.nodes) <= len(before.nodes)
    assert {node.node_id for node in after.nodes} <= {node.node_id for node in before.nodes}
    for node in after.walk():
        children = after.children(node)
        assert all(child.parent == node.node_id for child in children)
        assert all(child.expires_ns <= node.expires_ns for child in children if not child.is_forgotten)
        assert not any(one.is_forgotten and two.is_forgotten for one, two in itertools.pairwise(children))
        starts = [child.first_ns for child in children]
        assert starts == sorted(starts)
        assert all(node.first_ns <= child.first_ns and child.last_ns <= node.last_ns for child in children)
        assert all(child.level == node.level - 1 for child in children)
    # placeholders cover exactly the time forgotten
    gone = {leaf.node_id for leaf in before.leaves()} - {leaf.node_id for leaf in after.leaves()}
    covered = [(each.first_ns, each.last_ns) for each in placeholders(after)]
    for node_id in gone:
        stamp = before.node(node_id).first_ns
        assert any(first <= stamp <= last for first, last in covered)
    ends = {stamp for node in before.walk() for stamp in (node.first_ns, node.last_ns)}
    assert all(first in ends and last in ends for first, last in covered)


@settings(max_examples=40, deadline=None)
@given(lives(), FACTORS, st.lists(HOURS_LATER, min_size=1, max_size=4))
def test_parents_outlive_children_the_tree_shrinks_and_placeholders_cover_what_went(records, factors, hours):
    tree, now = build_tree(records), records[-1].stamp_ns
    gone = []
    for later in hours:
        now += round(later * HOUR)
        plan = forgetting(worth(*factors)).plan(tree, (), now)
        after = tree.with_changes(plan.changes)
        check_laws(tree, after)
        left = {leaf.record_id for leaf in after.leaves()}
        assert set(plan.forgotten_record_ids) == {leaf.record_id for leaf in tree.leaves()} - left
        assert set(plan.raw_record_ids) <= left
        gone += plan.record_ids
        tree = after
    assert len(gone) <= 2 * len(records)


@settings(max_examples=40, deadline=None)
@given(lives(least=3), FACTORS, HOURS_LATER, st.lists(st.integers(0, 30), max_size=5))
def test_interrupted_and_resumed_equals_uninterrupted(records, factors, hours, stops):
    tree, now = build_tree(records), records[-1].stamp_ns + round(hours * HOUR)
    whole = forgetting(worth(*factors)).plan(tree, (), now)
    resumed, log, gone = tree, [], []
    for patience in [*stops, 10**9]:
        steps = iter(range(10**9))
        plan = forgetting(worth(*factors)).plan(resumed, (), now, lambda p=patience, s=steps: next(s) >= p)
        following = resumed.with_changes(plan.changes)
        check_laws(resumed, following)
        resumed = following
        log += plan.log
        gone += plan.record_ids
    assert plan.finished
    assert list(resumed.walk()) == list(tree.with_changes(whole.changes).walk())
    assert log == list(whole.log)
    assert sorted(gone) == sorted(whole.record_ids)


@settings(max_examples=25, deadline=None)
@given(lives(least=2), FACTORS, HOURS_LATER)
def test_the_tree_goes_on_growing_over_placeholders(records, factors, hours):
    half = len(records) // 2
    tree = build_tree(records[:half] or records[:1])
    plan = forgetting(worth(*factors)).plan(tree, (), tree.root.last_ns + round(hours * HOUR))
    tree = tree.with_changes(plan.changes)
    kept = {leaf.record_id for leaf in tree.leaves()}
    spans = {(each.first_ns, each.last_ns) for each in placeholders(tree)}
    grown = build_tree(records[half:] or records[1:], tree=tree)
    assert {leaf.record_id for leaf in grown.leaves()} == kept | {each.record_id for each in records[half:] or []}
    assert spans <= {(each.first_ns, each.last_ns) for each in placeholders(grown)}
    assert all(child.expires_ns <= node.expires_ns for node in grown.walk() for child in grown.children(node)
               if not child.is_forgotten)  # fmt: skip


def test_expiry_is_the_papers():
    lifetimes = Lifetimes(CONFIG)
    assert [lifetimes.expires_ns(level, 0) for level in range(7)] == [
        900 * SECOND, HOUR, 6 * HOUR, DAY, 2 * 7 * DAY, 4 * 7 * DAY, 8 * 7 * DAY,
    ]  # fmt: skip
    assert lifetimes.extended_ns(3, 5 * DAY, 2.5) == 7.5 * DAY
    assert lifetimes.extended_ns(3, 5 * DAY, math.inf) == FOREVER
    assert lifetimes.extended_ns(3, FOREVER, 1.0) == FOREVER


def test_what_nobody_asks_for_goes_level_by_level(shelf, life):
    shelf.add(life.saw(8, "mug"))

    def left(hours):
        shelf.forget(hours)
        return [(node.level, node.shown) for node in shelf.tree.snapshot().walk()][3:]

    saw = "saw a mug in the kitchen"
    assert left(8.1) == [(4, saw), (3, saw), (2, saw), (1, "saw mug in the kitchen")]
    assert left(10) == [(4, saw), (3, saw), (2, saw), (1, "(forgotten)")]
    assert left(8 + 7) == [(4, saw), (3, saw), (2, "(forgotten)")]
    assert left(8 + 25) == [(4, saw), (3, "(forgotten)")]
    assert left(8 + 24 * 15) == [(4, "(forgotten)")]


def test_raw_observations_go_first(shelf, life):
    shelf.add(life.saw(8, "mug"), life.said(8, "Ben", "hello"))
    plan = shelf.forget(8.5)
    assert (plan.raw_record_ids, plan.forgotten_record_ids) == ((1,), ())
    assert shelf.forget(8.6).record_ids == ()
    assert shelf.forget(9.5).forgotten_record_ids == (1,)


def test_a_rule_keeps_a_leaf_and_all_above_it_for_ever(shelf, life):
    shelf.tell("always remember where my keys are")
    shelf.add(*(life.saw(8 + n / 60, "mug", "lamp") for n in range(5)))
    shelf.add(life.did(8.2, "Anna", "put the keys in the drawer", "key"))
    shelf.add(*(life.saw(9 + n / 60, "mug", "lamp", place="study") for n in range(5)))
    for day in range(2, 200, 7):
        shelf.forget(day * 24)
    tree = shelf.tree.snapshot()
    assert [leaf.summary for leaf in tree.leaves()] == ["Anna put the keys in the drawer in the kitchen"]
    (leaf,) = tree.leaves()
    node = leaf
    while node.parent > 0:
        assert node.expires_ns == FOREVER
        node = tree.node(node.parent)


def test_a_factor_is_granted_once_however_often_one_asks(life):
    shelf = Shelf(forgetting=CONFIG, estimate=lambda *_: Relevance(2.0, "a test"))
    shelf.add(life.said(8, "Ben", "hello"))
    hours = []
    for step in range(1, 400):
        if shelf.forget(8 + step / 10).forgotten_record_ids:
            hours.append(step / 10)
    assert hours == [3.1]


def test_a_rule_for_a_week_keeps_for_a_week(shelf, life):
    shelf.tell("remember where I put my glasses for a week")
    shelf.add(life.did(8, "Anna", "put the glasses on the shelf", "glasses"))
    kept = []
    for day in range(1, 12):
        shelf.forget(8 + day * 24)
        kept.append(len(list(shelf.tree.snapshot().leaves())))
    assert kept == [1] * 7 + [0] * 4


def test_when_the_rule_goes_what_it_kept_goes_too(shelf, life):
    shelf.tell("always remember the lamp")
    shelf.add(life.did(8, "Ben", "switched the lamp on", "lamp"), life.did(8.1, "Ben", "read the book", "book"))
    shelf.forget(8 + 24 * 3)
    assert [leaf.record_id for leaf in shelf.tree.snapshot().leaves()] == [1]
    shelf.settle(shelf.book.remove(1, "Anna", 0))
    shelf.forget(8 + 24 * 3 + 1)
    assert list(shelf.tree.snapshot().leaves()) == []
    assert [node.level for node in shelf.tree.snapshot().walk()] == [7, 6, 5, 4, 3]


def test_neighbouring_placeholders_become_one_with_their_lines(life):
    shelf = Shelf(forgetting=replace(CONFIG, placeholder_characters=60))
    shelf.add(
        life.said(8, "Ben", "one"), life.did(8.05, "Ben", "took the mug", "mug"), life.saw(8.2, "x", place="hall")
    )
    shelf.forget(8 + 14)
    (gone,) = [node for node in placeholders(shelf.tree.snapshot()) if node.first_ns == 8 * HOUR]
    assert (gone.level, gone.last_ns) == (2, round(8.05 * HOUR))
    assert gone.summary == 'Ben said "one"; Ben took the mug in the kitchen'
    assert gone.shown == "(forgotten)"


def test_every_decision_is_logged_with_its_reason(shelf, life):
    shelf.tell("always remember what Ben says")
    shelf.add(life.said(8, "Ben", "the key is under the mat"), life.saw(9, "mug"))
    shelf.forget(9 + 2)
    entries = forgetting_log.latest(shelf.connection, 10)
    assert [(each.action, each.level, each.factor, each.reason, each.records) for each in reversed(entries)] == [
        (ForgettingAction.EXTENDED, 1, math.inf, "rule 1 asks to remember it", 0),
        (ForgettingAction.FORGOTTEN, 1, 0.0, "no rule asks for it", 1),
    ]
    assert forgetting_log.last_run_ns(shelf.connection) == 11 * HOUR
    assert all("key" not in each.reason for each in entries)


@pytest.mark.parametrize(
    ("config", "left"),
    [
        (CONFIG, [1, 2]),
        (replace(CONFIG, use_rules=False), [2]),
        (replace(CONFIG, use_relevance=False), []),
        (replace(CONFIG, enabled=False), [1, 2, 3]),
    ],
    ids=["full", "no learning", "time only", "no forgetting"],
)
def test_the_papers_ablations_are_configurations(life, config, left):
    shelf = Shelf(forgetting=config)
    shelf.tell("always remember the keys")
    shelf.add(life.did(8, "Ben", "lost the keys", "key"), life.said(8.3, "Ben", "hello"), life.saw(8.4, "mug"))
    shelf.forget(9.8)
    assert [leaf.record_id for leaf in shelf.tree.snapshot().leaves()] == left


def test_erasing_leaves_no_trace_of_records_and_words(shelf, life):
    shelf.add(
        life.said(8, "Ben", "my secret is chess"),
        life.saw(8.01, "mug", people=("Ben",)),
        life.said(8.02, "Anna", "ben likes tea"),
        life.said(60, "Ben", "another secret"),
        life.saw(61, "mug"),
    )
    shelf.forget(60)
    shelf.commit(shelf.tree.erase({1: 8 * HOUR, 4: 60 * HOUR}, ("Ben",)))
    assert [leaf.record_id for leaf in shelf.tree.snapshot().leaves()] == [5]
    rows = " ".join(str(row) for row in shelf.connection.execute("SELECT * FROM history_node")).lower()
    assert "ben" not in rows.replace("benches", "")
    assert "secret" not in rows
    assert "someone" in rows or "erased" in rows
    everything = {5: 61 * HOUR, 2: 0, 3: 0}
    shelf.commit(shelf.tree.erase(everything))
    assert list(shelf.tree.snapshot().leaves()) == []


def test_erasing_the_only_record_leaves_an_empty_tree_that_grows_again(shelf, life):
    shelf.add(life.said(8, "Ben", "hello"))
    shelf.commit(shelf.tree.erase({1: 8 * HOUR}))
    assert len(shelf.tree) == 0
    shelf.add(life.saw(9, "mug"))
    assert [leaf.record_id for leaf in shelf.tree.snapshot().leaves()] == [2]


def test_forgetting_is_due_every_night_and_when_idle():
    nightly = ForgettingSchedule(replace(CONFIG, nightly_at_h=3.0, utc_offset_h=2.0, idle_interval_s=0))
    assert not nightly.due(DAY, 0, 0)
    assert not nightly.due(DAY + HOUR // 2, DAY, DAY - HOUR // 2)
    assert nightly.due(DAY + HOUR, DAY, DAY - HOUR // 2)
    assert not nightly.due(DAY + 5 * HOUR, DAY, DAY + HOUR)
    idle = ForgettingSchedule(replace(CONFIG, nightly_at_h=-1.0, idle_after_s=600, idle_interval_s=3600))
    assert not idle.due(10 * HOUR, 10 * HOUR - 599 * SECOND, 0)
    assert idle.due(10 * HOUR, 10 * HOUR - 600 * SECOND, 8 * HOUR)
    # nothing new since the last run
    assert not idle.due(20 * HOUR, 9 * HOUR, 9 * HOUR + 600 * SECOND)
    # a clock that jumped back
    assert not idle.due(5 * HOUR, 4 * HOUR, 8 * HOUR)
    assert not ForgettingSchedule(replace(CONFIG, enabled=False)).due(90 * DAY, DAY, 0)
