"""H2-EMV, Algorithms 1 and 2: how the history tree grows."""

from dataclasses import replace

from episodic_lives import HOUR, SECOND, build_tree, lives
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.config import HistoryTreeConfig
from embodied_memory.memory.episodic.history_tree.content import merged
from embodied_memory.memory.episodic.history_tree.group_and_summarise import OfflineGrouping
from embodied_memory.memory.episodic.tree.grouping import cutoff_ns, longest_cutoff_ns, time_clusters
from embodied_memory.memory.episodic.tree.tree import Tree

MINUTE = 1 / 60


class OneGroup(OfflineGrouping):
    """A careless model: puts everything it is shown under one summary."""

    def group(self, parents, new, tree):
        items = [item for parent in parents for item in tree.children(parent)]
        return [self.summarise(sorted([*items, *new], key=lambda item: item.first_ns))]


class BatchGrouping(OfflineGrouping):
    takes_batches = True


def nodes_by_level(tree):
    return [[node.node_id for node in tree.level(level)] for level in range(1, tree.top)]


def leaves_of(tree, node):
    return [leaf.record_id for leaf in tree.leaves(node)]


def check_shape(tree):
    """Parents know their children, levels go down one by one, everything is in order of time and covered."""
    for node in tree.walk():
        children = tree.children(node)
        assert all(child.parent == node.node_id and child.level == node.level - 1 for child in children)
        assert [child.first_ns for child in children] == sorted(child.first_ns for child in children)
        assert not children or (node.first_ns, node.last_ns) == (
            min(child.first_ns for child in children),
            max(child.last_ns for child in children),
        )
        assert all(node.expires_ns >= child.expires_ns for child in children)
    assert len(list(tree.walk())) == len(tree.nodes)


def test_a_morning_becomes_events_and_a_goal(life):
    tree = build_tree([
        life.saw(8.0, "mug", "kettle"),
        life.saw(8.001, "mug", "kettle"),
        life.did(8.01, "Anna", "put the mug in the sink", "mug"),
        life.said(8.02, "Ben", "good morning"),
        life.saw(8.1, "sofa", "lamp", place="living room"),
    ])  # fmt: skip
    assert tree.outline()[4:] == [
        '        Anna put the mug in the sink in the kitchen; Ben said "good morning"',
        "          saw a mug and a kettle in the kitchen",
        "            saw mug, kettle in the kitchen",
        "            saw mug, kettle in the kitchen",
        "          Anna put the mug in the sink in the kitchen",
        "            Anna put the mug in the sink in the kitchen",
        '          Ben said "good morning"',
        '            Ben said "good morning"',
        "        saw a sofa and a lamp in the living room",
        "          saw a sofa and a lamp in the living room",
        "            saw sofa, lamp in the living room",
    ]


def test_the_events_of_one_goal_stack_are_one_goal(life):
    tidy, fetch = ("tidy up",), ("fetch the book",)
    tree = build_tree([
        life.record(8.00, "instruction started", "tidy up", goals=tidy),
        life.record(8.01, "skill ended", "picked the mug", "kitchen", objects=["mug_1"], goals=(*tidy, "pick mug")),
        life.record(8.02, "skill ended", "placed the mug", "study", objects=["mug_1"], goals=(*tidy, "place mug")),
        life.record(8.03, "instruction started", "fetch the book", goals=fetch),
    ])  # fmt: skip
    assert [leaves_of(tree, goal) for goal in tree.level(3)] == [[1, 2, 3], [4]]


def test_a_night_never_joins_two_days(life):
    evening = [life.saw(22 + n * MINUTE / 6, "bed", "lamp", place="bedroom") for n in range(30)]
    morning = [life.saw(22 + 9 + n * MINUTE / 6, "bed", "lamp", place="bedroom") for n in range(30)]
    tree = build_tree(evening + morning)
    for level in (2, 3, 4, 5):
        for node in tree.level(level):
            assert node.last_ns - node.first_ns < HOUR
    assert [len(leaves_of(tree, day)) for day in tree.level(5)] == [30, 30]


def test_a_careless_model_cannot_join_two_days_either(life):
    records = [life.saw(day * 24 + 8 + n * MINUTE, "mug") for day in range(4) for n in range(10)]
    tree = build_tree(records, grouping=OneGroup(HistoryTreeConfig()))
    assert [len(leaves_of(tree, day)) for day in tree.level(5)] == [10, 10, 10, 10]
    check_shape(tree)


@settings(max_examples=30, deadline=None)
@given(lives(), st.booleans())
def test_a_gap_larger_than_the_longest_cutoff_never_merges(records, careless):
    config = HistoryTreeConfig()
    tree = build_tree(records, config, (OneGroup if careless else OfflineGrouping)(config))
    for level in range(2, tree.top):
        longest = longest_cutoff_ns(level - 1, config)
        for node in tree.level(level):
            assert len(time_clusters(tree.children(node), longest)) == 1


@settings(max_examples=30, deadline=None)
@given(lives(), st.randoms(use_true_random=False))
def test_every_tree_is_well_formed_and_holds_every_record_once_in_order_of_time(records, random):
    tree = build_tree(records)
    check_shape(tree)
    assert leaves_of(tree, tree.root) == [record.record_id for record in records]


@settings(max_examples=25, deadline=None)
@given(lives(least=2), st.data())
def test_records_may_come_late(records, data):
    """A clock that jumped back, or a slow sensor: late records find their place in time."""
    order = data.draw(st.permutations(records))
    tree = build_tree([])
    for record in order:
        tree = build_tree([record], tree=tree)
    stamps = [leaf.first_ns for leaf in tree.leaves()]
    assert sorted(stamps) == sorted(record.stamp_ns for record in records)
    check_shape(tree)


@settings(max_examples=30, deadline=None)
@given(lives(least=2), st.data())
def test_one_by_one_equals_in_batches(records, data):
    """The offline grouping decides record by record, so how they are handed over makes no difference at all."""
    cuts = sorted(data.draw(st.sets(st.integers(1, len(records) - 1), max_size=6)))
    whole = build_tree(records)
    tree = build_tree([])
    for begin, end in zip([0, *cuts], [*cuts, len(records)], strict=True):
        tree = build_tree(records[begin:end], tree=tree)
    assert list(tree.walk()) == list(whole.walk())
    assert tree.last_record_id == whole.last_record_id


@settings(max_examples=30, deadline=None)
@given(lives())
def test_a_grouping_that_takes_batches_keeps_all_laws_but_not_every_border(records):
    """With batches the paper allows other borders between groups; records, order and cut-offs stay the same."""
    config = HistoryTreeConfig()
    tree = build_tree(records, config, BatchGrouping(config))
    check_shape(tree)
    assert leaves_of(tree, tree.root) == [record.record_id for record in records]


@settings(max_examples=15, deadline=None)
@given(lives(least=2))
def test_a_finished_tree_never_changes(records):
    half = len(records) // 2
    before = build_tree(records[:half])
    seen = list(before.walk())
    build_tree(records[half:], tree=before)
    assert list(before.walk()) == seen


@settings(max_examples=30, deadline=None)
@given(lives(), st.integers(1, 5))
def test_merging_contents_one_by_one_is_merging_all_at_once(records, parts):
    config = replace(HistoryTreeConfig(), summary_objects=3, summary_words=9, summary_highlights=2)
    contents = [leaf.content for leaf in build_tree(records).leaves()]
    one_by_one = contents[0]
    for content in contents[1:]:
        one_by_one = merged([one_by_one, content], config)
    assert merged([one_by_one], config) == merged(contents, config)


def test_new_records_leave_old_days_alone(life):
    days = [life.saw(day * 24 + 8 + n * MINUTE, "mug", "lamp") for day in range(5) for n in range(40)]
    before = build_tree(days)
    after = build_tree([life.saw(5 * 24 + 8, "mug")], tree=before)
    changed = [node.level for node in after.nodes if before.nodes.get(node.node_id) != node]
    assert sorted(changed) == [1, 2, 3, 4, 5, 6, 7]


def test_the_cost_of_a_record_does_not_grow_with_the_tree(life):
    """What one record changes is the same number of nodes at 500 and at 5,000 leaves."""
    tree, changed = Tree.empty(7), []
    for day in range(25):
        records = [
            life.saw(
                day * 24 + 8 + n * MINUTE * 2, *("mug", "lamp", "book")[n % 3 :], place=("kitchen", "study")[n % 2]
            )
            for n in range(200)
        ]
        tree = build_tree(records[:-1], tree=tree)
        after = build_tree(records[-1:], tree=tree)
        changed.append(sum(1 for node in after.nodes if tree.nodes.get(node.node_id) is not node))
        tree = after
    assert max(changed[2:]) <= 40
    assert sum(changed[-5:]) <= 1.3 * sum(changed[2:7])


def test_a_late_record_falls_into_the_event_of_its_time(life):
    tree = build_tree([life.saw(8, "mug"), life.saw(8.01, "mug"), life.saw(12, "mug")])
    tree = build_tree([life.saw(8.005, "mug", "kettle")], tree=tree)
    assert [leaves_of(tree, event) for event in tree.level(2)] == [[1, 4, 2], [3]]


def test_flat_is_a_list_of_goals(life):
    records = [life.saw(day * 24 + 8 + n * 0.4, "mug", place=f"room {n % 3}") for day in range(3) for n in range(6)]
    tree = build_tree(records, replace(HistoryTreeConfig(), flat=True))
    assert tree.top == 4
    check_shape(tree)
    assert leaves_of(tree, tree.root) == [record.record_id for record in records]


def test_the_cutoff_follows_what_is_usual(life):
    config = HistoryTreeConfig()

    def cutoff_of(gaps_s):
        stamps = [0]
        for gap in gaps_s:
            stamps.append(stamps[-1] + gap)
        spans = [life.saw(0, "mug") for _ in stamps]
        spans = [
            next(iter(build_tree([replace(r, stamp_ns=s * SECOND)]).leaves()))
            for r, s in zip(spans, stamps, strict=True)
        ]
        return cutoff_ns(spans, 1, config) / SECOND

    assert cutoff_of([]) == config.longest_cutoff_s[0]
    assert cutoff_of([5] * 10) == config.least_cutoff_s[0]
    assert cutoff_of([200] * 10) == 200
    assert cutoff_of([200] * 10 + [30000]) == config.longest_cutoff_s[0]
