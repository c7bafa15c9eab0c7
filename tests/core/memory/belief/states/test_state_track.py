"""ObsMem, equation 2, as laws: the newest fact is current, and nothing ever leaves the history."""

import itertools

from hypothesis import example, given, settings
from hypothesis import strategies as st

from embodied_memory.event import Provenance

OBSERVED, REPORTED = "observed", "reported"

CHANGES = st.lists(
    st.tuples(
        st.integers(0, 12),
        st.sampled_from(["mug_1", "keys_1"]),
        st.sampled_from(["on table_1", "in drawer_1", "on sofa_1"]),
        st.sampled_from([OBSERVED, OBSERVED, REPORTED]),
        st.sampled_from(["bob", "ann"]),
    ),
    max_size=14,
)
"""(second, entity, value, provenance, actor), in any order of time."""


def record_all(diary, changes):
    for second, entity, value, provenance, actor in changes:
        diary.happens(second, actor, f"{actor} {entity} {value}", (entity, "location", value), provenance=provenance)


def facts(changes, entity):
    """Such that the newest is the greatest: by stamp; at one stamp seen before said, then what was recorded last."""
    return [
        (second, provenance == OBSERVED, number, value)
        for number, (second, name, value, provenance, _) in enumerate(changes)
        if name == entity
    ]


def kept(changes, entity):
    """All but what only confirmed a state in between: of an unbroken run of the same, the first and the last."""
    runs = []
    for fact in facts(changes, entity):
        run = max(runs, key=lambda run: run[-1], default=None)
        if run and run[-1][1] and fact[1] and run[-1][3] == fact[3] and run[0][0] <= fact[0]:
            if fact[0] > run[-1][0]:
                run[1:] = [fact]
            continue
        broken = [run for run in runs if run[0][0] <= fact[0] and fact < run[-1]]
        runs = [run for run in runs if run not in broken]
        runs += [[fact], *([end] for run in broken for end in run)]
    return [end for run in runs for end in run]


def value_of(fact):
    return fact[3] if fact else None


@settings(max_examples=60, deadline=None)
@given(changes=CHANGES)
def test_the_newest_fact_is_current_in_whatever_order_facts_arrive(new_diary_of_laws, changes):
    diary = new_diary_of_laws()
    record_all(diary, changes)
    for entity in ("mug_1", "keys_1"):
        belief = diary.tracks.current(entity, "location")
        assert (belief.fact.value if belief else None) == value_of(max(facts(changes, entity), default=None))


def moves(*changes):
    return [(second, "mug_1", value, how, "bob") for second, value, how in changes]


SPLIT_AT_THE_STAMP_OF_A_NEWER_ONE = moves(
    (0, "in drawer_1", OBSERVED), (1, "in drawer_1", OBSERVED), (1, "on table_1", OBSERVED),
    (0, "on table_1", OBSERVED),
)  # fmt: skip
"""The drawer holds again from its confirmation on, and then the table, which was recorded later, is newer still."""
CONFIRMED_IN_BETWEEN = moves(
    (0, "in drawer_1", OBSERVED), (1, "in drawer_1", OBSERVED), (2, "in drawer_1", OBSERVED),
    (0, "on table_1", OBSERVED),
)  # fmt: skip
TWO_LATE_ONES_THE_FIRST_OF_WHICH_SAYS_THE_SAME = moves(
    (0, "in drawer_1", OBSERVED), (6, "in drawer_1", OBSERVED), (3, "in drawer_1", REPORTED),
    (4, "on table_1", OBSERVED),
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(changes=CHANGES, second=st.integers(-1, 13))
@example(changes=SPLIT_AT_THE_STAMP_OF_A_NEWER_ONE, second=1)
@example(changes=CONFIRMED_IN_BETWEEN, second=1)
@example(changes=TWO_LATE_ONES_THE_FIRST_OF_WHICH_SAYS_THE_SAME, second=6)
def test_at_any_time_it_is_the_newest_fact_kept_until_then(new_diary_of_laws, changes, second):
    diary = new_diary_of_laws()
    record_all(diary, changes)
    for entity in ("mug_1", "keys_1"):
        expected = max((fact for fact in kept(changes, entity) if fact[0] <= second), default=None)
        fact = diary.tracks.at(entity, "location", diary.ns(second))
        assert (fact.value if fact else None) == value_of(expected)


@settings(max_examples=60, deadline=None)
@given(changes=CHANGES.map(sorted), second=st.integers(-1, 13))
def test_of_facts_that_arrive_in_order_it_is_the_newest_of_all(new_diary_of_laws, changes, second):
    diary = new_diary_of_laws()
    record_all(diary, changes)
    for entity in ("mug_1", "keys_1"):
        expected = max((fact for fact in facts(changes, entity) if fact[0] <= second), default=None)
        fact = diary.tracks.at(entity, "location", diary.ns(second))
        assert (fact.value if fact else None) == value_of(expected)


@settings(max_examples=60, deadline=None)
@given(changes=CHANGES)
def test_nothing_ever_leaves_the_history(new_diary_of_laws, changes):
    """Every fact told of is in the history, or is a confirmation of one that spans it."""
    diary = new_diary_of_laws()
    seen = {}
    for change in changes:
        record_all(diary, [change])
        history = {
            (fact.value, fact.stamp_ns, fact.record_id): fact for fact in diary.tracks.history(change[1], "location")
        }
        assert seen.get(change[1], {}).keys() <= history.keys()
        seen[change[1]] = history
        assert change[2] in {fact.value for fact in history.values()}


@settings(max_examples=40, deadline=None)
@given(changes=CHANGES)
def test_a_reopened_track_is_the_same(new_diary_of_laws, changes):
    diary = new_diary_of_laws()
    record_all(diary, changes)
    again = diary.again()
    for entity in ("mug_1", "keys_1"):
        assert again.beliefs_of(entity, diary.ns(50)) == diary.tracks.beliefs_of(entity, diary.ns(50))


def test_an_unchanged_state_is_confirmed_and_not_stored_again(diary):
    for second in range(5):
        diary.happens(second, "bob", f"Bob looks {second}", ("mug_1", "location", "on table_1"))
    assert len(diary.tracks.history("mug_1", "location")) == 1
    assert diary.tracks.current("mug_1", "location").since_ns == diary.ns(4)


def test_an_overwritten_state_can_still_be_asked_for(diary):
    diary.happens(0, "bob", "a", ("mug_1", "location", "on table_1"))
    diary.happens(10, "bob", "b", ("mug_1", "location", "in sink_1"))
    assert diary.tracks.at("mug_1", "location", diary.ns(5)).value == "on table_1"
    assert diary.tracks.at("mug_1", "location", diary.ns(-1)) is None
    assert [fact.value for fact in diary.tracks.history("mug_1", "location")] == ["on table_1", "in sink_1"]


def test_a_late_fact_amid_a_longer_one_splits_it(diary):
    diary.happens(0, "bob", "a", ("mug_1", "location", "on table_1"))
    diary.happens(10, "bob", "b", ("mug_1", "location", "on table_1"))
    diary.happens(5, "bob", "late", ("mug_1", "location", "in sink_1"))
    values = [diary.tracks.at("mug_1", "location", diary.ns(second)).value for second in (4, 5, 9, 10, 20)]
    assert values == ["on table_1", "in sink_1", "in sink_1", "on table_1", "on table_1"]
    assert diary.tracks.current("mug_1", "location").fact.value == "on table_1"


def test_facts_of_one_stamp_have_an_order_that_does_not_depend_on_chance(new_diary):
    pairs = [("on table_1", OBSERVED), ("in sink_1", OBSERVED), ("on sofa_1", REPORTED)]
    for order in itertools.permutations(pairs):
        diary = new_diary()
        for value, provenance in order:
            diary.happens(0, "bob", value, ("mug_1", "location", value), provenance=provenance)
        last_seen = [value for value, provenance in order if provenance == OBSERVED][-1]
        assert diary.tracks.current("mug_1", "location").fact.value == last_seen


def test_all_attributes_of_an_entity(diary):
    diary.happens(0, "bob", "a", ("tv_1", "power", "on"), ("tv_1", "mode", "film"), ("tv_1", "location", "kitchen"))
    beliefs = diary.tracks.beliefs_of("tv_1")
    assert [(one.fact.attribute, one.fact.value) for one in beliefs] == [
        ("location", "kitchen"),
        ("mode", "film"),
        ("power", "on"),
    ]
    assert {one.fact.provenance for one in beliefs} == {Provenance.OBSERVED}


def test_nothing_is_known_of_strangers(diary):
    assert diary.tracks.current("unicorn_1", "location") is None
    assert diary.tracks.beliefs_of("unicorn_1") == ()
    assert diary.tracks.history("unicorn_1", "location") == ()
