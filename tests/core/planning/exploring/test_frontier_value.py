"""The policies order frontiers as they say they do."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.config import ExplorerConfig
from embodied_memory.evidence import UsualPlace
from embodied_memory.mapping.frontiers import Frontier
from embodied_memory.mapping.grid import FREE, OCCUPIED, OccupancySlice
from embodied_memory.planning.exploring.frontier_choice import (
    FrontierView,
    at_home,
    make_frontier_value,
    objects_beside,
)
from embodied_memory_tools.language.small_home import thing as make_thing


def frontier(key, at, area=2.0):
    return Frontier(key, np.array([at], float), at, area)


def view(frontiers, distances, goal="kettle", objects=(), unseen=None):
    beside = {f.frontier_id: objects_beside(f, objects, OPEN_FLOOR) for f in frontiers}
    return FrontierView(goal, frontiers, distances, beside, unseen or {f.frontier_id: 1.0 for f in frontiers})


def best(policy, view, likelihood=lambda goal, category: 0.5, seed=0):
    scores = make_frontier_value(ExplorerConfig(policy=policy, seed=seed), likelihood).scores(view)
    return max(scores, key=scores.__getitem__)


OPEN_FLOOR = OccupancySlice(0, (-1.0, -2.0), 0.1, np.full((60, 100), FREE, np.int8))
NEAR, FAR = frontier(1, (1.0, 0.0)), frontier(2, (6.0, 0.0))


def test_nearest_takes_the_shorter_way_whatever_is_there(remembered):
    bed = remembered(category="bed", position=(6.0, 0.5, 0.3))
    assert best("nearest", view([NEAR, FAR], {1: 1.0, 2: 6.0}, objects=[bed])) == 1


def test_semantic_takes_the_kitchen_for_a_kettle_unless_it_is_far_away(remembered):
    objects = [
        remembered("stove_1", category="stove", position=(6.0, 0.5, 0.3)),
        remembered("bed_1", category="bed", position=(1.0, 0.5, 0.3)),
    ]

    def likelihood(goal, category):
        return 1.0 if category == "stove" else 0.0

    assert best("semantic", view([NEAR, FAR], {1: 3.0, 2: 5.0}, objects=objects), likelihood) == 2
    assert best("semantic", view([NEAR, FAR], {1: 0.5, 2: 30.0}, objects=objects), likelihood) == 1


def test_what_stands_behind_a_wall_tells_nothing_of_a_frontier(remembered):
    stove = remembered("stove_1", category="stove", position=(6.0, 1.5, 0.3))
    walled = OccupancySlice(0, OPEN_FLOOR.origin, 0.1, OPEN_FLOOR.cells.copy())
    assert objects_beside(FAR, [stove], walled) == [(stove, 1.5)]
    walled.cells[27, :] = OCCUPIED
    assert objects_beside(FAR, [stove], walled) == []


def test_semantic_prefers_the_frontier_that_shows_more():
    small, large = frontier(1, (3.0, 0.0), area=0.3), frontier(2, (0.0, 3.0), area=6.0)
    assert best("semantic", view([small, large], {1: 3.0, 2: 3.0})) == 2


def test_semantic_leaves_what_was_looked_at_for_later():
    assert best("semantic", view([NEAR, FAR], {1: 2.0, 2: 3.0}, unseen={1: 0.0, 2: 1.0})) == 2


def test_random_keeps_its_choice_and_depends_on_the_seed_alone():
    many = [frontier(key, (float(key), 0.0)) for key in range(20)]
    distances = dict.fromkeys(range(20), 1.0)
    value = make_frontier_value(ExplorerConfig(policy="random", seed=3), lambda goal, category: 0.0)
    first = value.scores(view(many, distances))
    assert value.scores(view(many, distances)) == first
    assert len({best("random", view(many, distances), seed=seed) for seed in range(10)}) > 3


@pytest.mark.parametrize("policy", ["semantic", "nearest", "random"])
def test_what_cannot_be_reached_has_no_score(policy):
    scores = make_frontier_value(ExplorerConfig(policy=policy), lambda goal, category: 0.5).scores(
        view([NEAR, FAR], {1: float("inf")})
    )
    assert scores == {}


@given(
    policy=st.sampled_from(["semantic", "nearest", "random"]),
    distances=st.dictionaries(st.integers(0, 9), st.floats(0.0, 50.0) | st.just(float("inf")), max_size=8),
    ids=st.sets(st.integers(0, 9), max_size=8),
)
def test_only_frontiers_that_exist_and_can_be_reached_are_valued(policy, distances, ids):
    many = [frontier(key, (float(key), 0.0)) for key in sorted(ids)]
    scores = make_frontier_value(ExplorerConfig(policy=policy), lambda goal, category: 0.5).scores(
        view(many, distances)
    )
    assert set(scores) == {key for key in ids if distances.get(key, float("inf")) < float("inf")}


def test_an_unknown_policy_is_refused():
    with pytest.raises(ValueError, match='unknown exploration policy "clever"; there are semantic'):
        make_frontier_value(ExplorerConfig(policy="clever"), lambda goal, category: 0.5)


def kept_on(place_id, room, times, of_times):
    return UsualPlace("on", place_id, "shelf", room, times, of_times, times / (of_times + 1))


def test_semantic_takes_the_room_where_such_things_were_in_this_home_whatever_common_sense_says(remembered):
    stove = remembered("stove_1", category="stove", room="kitchen", position=(6.0, 0.5, 0.3))
    bed = remembered("bed_1", category="bed", room="bedroom", position=(1.0, 0.5, 0.3))

    def likelihood(goal, category):
        return 1.0 if category == "stove" else 0.0

    seen = view([NEAR, FAR], {1: 3.0, 2: 3.0}, objects=[stove, bed])
    assert best("semantic", seen, likelihood) == 2
    assert best("semantic", replace(seen, usual=(kept_on("shelf_1", "bedroom", 9, 10),)), likelihood) == 1


def test_a_place_is_looked_at_again_first_where_such_things_were_most_times(remembered):
    value = make_frontier_value(ExplorerConfig(policy="semantic"), lambda goal, category: 0.5)
    usual = (kept_on("shelf_1", "hall", 6, 10), kept_on("shelf_2", "hall", 2, 10))
    shelves = [remembered(f"shelf_{k}", category="shelf", room="hall") for k in (1, 2, 3)]
    first, second, third = (value.look_again("key", one, 1.0, 4.0, usual) for one in shelves)
    assert first > second > third


@given(st.floats(0, 1), st.lists(st.tuples(st.integers(1, 20), st.integers(0, 3)), max_size=4))
def test_what_was_seen_in_this_home_counts_the_more_the_more_often_it_was_seen(prior, stays):
    of_times = sum(times for times, _ in stays)
    usual = tuple(kept_on(f"shelf_{k}", "hall", times, of_times) for times, k in stays)
    thing = make_thing("shelf_0", room="hall")
    assert 0.0 <= at_home(prior, thing, usual) <= 1.0
    assert at_home(prior, thing, ()) == prior
    nowhere = make_thing("bed_1", room="bedroom")
    assert at_home(prior, nowhere, usual) <= prior
    once, often = (at_home(0.0, thing, (kept_on("shelf_0", "hall", n, n),)) for n in (1, 10))
    assert once < often
