"""A search for the same things again and again, which people put where they usually do."""

from collections import Counter

import pytest

from embodied_memory import Memory
from embodied_memory.config import Config
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory_tools.evaluation.between_goals import HabitsGoOn
from embodied_memory_tools.evaluation.homes import GENERATED
from embodied_memory_tools.evaluation.multi_goal.evaluate_tours import TourPlan
from embodied_memory_tools.evaluation.multi_goal.search_arm import GRAPHLESS, OURS
from embodied_memory_tools.evaluation.simulated_body import SimulatedBody
from household.goals import Sight
from household.robot import HomeRobot
from household.search_tour import choose_daily_tour

SEED = 302


@pytest.fixture
def home():
    return GENERATED.make(SEED)


def test_a_daily_tour_asks_for_three_things_by_turns(home):
    tour = choose_daily_tour(home, 7, SEED)
    texts = [goal.text for goal in tour]
    assert len(set(texts[:3])) == 3
    assert texts == [*texts[:3], *texts[:3], texts[0]]
    assert all(len(home.world.find(goal.category)) == 1 for goal in tour)


def test_each_thing_is_mostly_at_one_place_and_can_always_be_found(home):
    tour = choose_daily_tour(home, 3, SEED)
    between, other = HabitsGoOn(home, tour, SEED), GENERATED.make(SEED)
    again = HabitsGoOn(other, tour, SEED)
    seen = {goal.entity_ids[0]: Counter() for goal in tour}
    for over in range(1, 31):
        assert between(over) == again(over) == 8 * 3600.0
        for key, places in seen.items():
            places[home.world[key].parent_id] += 1
            assert home.world[key].position == other.world[key].position
    for key, places in seen.items():
        assert len(places) == 3
        assert places.most_common(1)[0][1] > 12
        assert Sight(home).can_find(home.world[key])


def test_an_answer_is_right_that_names_the_place_of_most_times_first(home):
    tour = choose_daily_tour(home, 3, SEED)
    habits, thing = HabitsGoOn(home, tour, SEED), tour[0]
    places = Counter([home.world[thing.entity_ids[0]].parent_id])
    for over in range(1, 20):
        habits(over)
        places[home.world[thing.entity_ids[0]].parent_id] += 1
    (usual, _), (other, _) = (places.most_common()[k] for k in (0, -1))
    usual, other = home.world[usual].category, home.world[other].category
    assert habits.is_kept(thing, f"Usually on the {usual}, 12 of 20 times; else on the {other}.")
    assert not habits.is_kept(thing, f"It is on the {other}; before that on the {usual}.")
    assert not habits.is_kept(thing, "I don't know.")


def test_without_the_graph_memory_tells_views_and_objects_alone(home, tmp_path):
    embedder = HashingEmbedder()
    for arm in (OURS, GRAPHLESS):
        config = arm.configured(Config())
        with Memory(tmp_path / f"{arm.reads_graph}.db", embedder, config.memory) as memory:
            builder = SceneGraphBuilder(config.perception, embedder=embedder, session_id="s")
            SimulatedBody(HomeRobot(home), config, builder, memory).look()
            on_it = next(one for one in memory.objects() if one.support_id)
            found = memory.retrieve(on_it.category)
            assert found.objects
            assert bool(found.spatial_belief and found.usual_places) is arm.reads_graph
            told = memory.answer(f"What is {on_it.support_relation} the {on_it.support_category}?").text
            assert (on_it.category in told) is arm.reads_graph


def test_a_daily_plan_searches_a_daily_tour():
    plan = TourPlan((GRAPHLESS,), 1, GENERATED, is_daily=True)
    ((name, tour),) = plan.tours(SEED, Config(), HashingEmbedder())
    assert name == "ours without the graph"
    assert [goal.text for goal in tour.goals] == [
        one.text for one in choose_daily_tour(GENERATED.make(SEED), 1, SEED)
    ]
