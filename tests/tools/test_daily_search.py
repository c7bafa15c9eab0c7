"""A search for the same things again and again, which people put where they usually do."""

from collections import Counter

import pytest

from embodied_memory import Memory
from embodied_memory.config import Config
from embodied_memory.perception.hashing_embedder import HashingEmbedder
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder
from embodied_memory_tools.evaluation.between_goals import people_keep_habits
from embodied_memory_tools.evaluation.homes import GENERATED
from embodied_memory_tools.evaluation.multi_goal.evaluate_tours import TourPlan
from embodied_memory_tools.evaluation.multi_goal.search_arm import GRAPHLESS
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
    between, other = people_keep_habits(home, tour, SEED), GENERATED.make(SEED)
    again = people_keep_habits(other, tour, SEED)
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


def test_without_the_graph_retrieval_tells_views_and_objects_alone(home, tmp_path):
    config, embedder = Config(), HashingEmbedder()
    with Memory(tmp_path / "memory.db", embedder, config.memory) as memory:
        builder = SceneGraphBuilder(config.perception, embedder=embedder, session_id="s")
        for reads_graph in (True, False):
            body = SimulatedBody(HomeRobot(home), config, builder, memory, reads_graph=reads_graph)
            body.look()
            found = body.retrieve(memory.objects()[0].category)
            assert found.objects
            assert found.memories
            assert bool(found.spatial_belief) is reads_graph
            assert found.usual_places == () or reads_graph


def test_a_daily_plan_searches_a_daily_tour():
    plan = TourPlan((GRAPHLESS,), 1, GENERATED, is_daily=True)
    ((name, tour),) = plan.tours(SEED, Config(), HashingEmbedder())
    assert name == "ours without the graph"
    assert [goal.text for goal in tour.goals] == [
        one.text for one in choose_daily_tour(GENERATED.make(SEED), 1, SEED)
    ]
