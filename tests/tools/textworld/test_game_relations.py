"""The graph holds what is believed now: what is not so any more is gone from it."""

from __future__ import annotations

import pytest
from tests.support.text_world_texts import BACKYARD, KITCHEN

from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.planning.graph_memory import GraphMemory
from embodied_memory.planning.planner_critic import InteractionRecord, TemporalBelief
from embodied_memory_tools.evaluation.textworld.player.beliefs import Beliefs
from embodied_memory_tools.evaluation.textworld.player.game_relations import GameRelations

LOCKED = "You have to unlock the screen door with the old key first."


@pytest.fixture
def after():
    """What the graph says after some steps, as (subject, relation, object)."""

    def after(*steps):
        beliefs = Beliefs()
        relations = GameRelations(beliefs)
        memory = GraphMemory(relations, HashingEmbedder(), make_vertex=relations.vertex)
        for number, (action, text) in enumerate(steps):
            beliefs.observe(action, text)
            memory.observe(InteractionRecord(number, action, text), TemporalBelief())
        return {triple.spoken for triple in memory.graph.triples()}

    return after


def test_what_is_where_and_what_is_shut(after):
    assert {
        ("player", "in room", "kitchen"),
        ("knife", "on", "counter"),
        ("fridge", "in room", "kitchen"),
        ("fridge", "is closed to", "player"),
        ("screen door", "is closed to", "player"),
    } <= after(("", KITCHEN))


def test_what_was_done_takes_the_place_of_what_was(after):
    taken = ("take knife from counter", "You take the knife from the counter.")
    told = after(("", KITCHEN), taken, ("open fridge", "You open the fridge, revealing an egg."))
    assert {("knife", "held by", "player"), ("egg", "in", "fridge")} <= told
    assert not told & {("knife", "on", "counter"), ("fridge", "is closed to", "player")}


def test_ways_and_keys(after):
    shut = BACKYARD.replace("an open screen", "a closed screen")
    told = after(("", KITCHEN), ("open screen door", LOCKED), ("", shut))
    assert ("screen door", "is locked to", "old key") in told
    told = after(("", BACKYARD), ("go north", KITCHEN))
    assert {("kitchen", "north of", "backyard"), ("player", "in room", "kitchen")} <= told
