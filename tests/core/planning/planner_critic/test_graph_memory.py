"""Spatial memory of a task: relations of each step in a graph, the newest in place of the outdated."""

from __future__ import annotations

from embodied_memory.evidence import RetrievalResult
from embodied_memory.memory.spatial.knowledge_graph.triple import RelationFact
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.planning.graph_memory import STEP_NS, GraphMemory
from embodied_memory.planning.planner_critic import (
    NoSpatialMemory,
    RecalledRelations,
    SpatialBelief,
    SpatioTemporalMemory,
)


def read_line(record, belief, known):
    """A record whose observation is "cup on table" is read as just that."""
    subject, relation, thing = record.observation.split(" ")
    return (RelationFact(subject, relation, thing, record.step * STEP_NS),)


def test_the_newest_place_of_a_thing_is_what_is_believed():
    memory = SpatioTemporalMemory("find cup", spatial=GraphMemory(read_line, HashingEmbedder()))
    memory.observe("", "cup on table")
    assert memory.situation().spatial_belief == SpatialBelief(("cup is on table.",))
    memory.observe("put cup", "cup on shelf")
    assert memory.situation().spatial_belief == SpatialBelief(("cup is on shelf.",))


def test_a_situation_has_the_newest_observation_and_its_step():
    memory = SpatioTemporalMemory("find cup")
    assert memory.situation().observation == ""
    memory.observe("", "a hall")
    memory.observe("go north", "a kitchen")
    situation = memory.situation()
    assert (situation.task, situation.observation, situation.step) == ("find cup", "a kitchen", 1)
    assert situation.temporal_belief.done == ("go north",)


def test_without_spatial_memory_nothing_is_believed_of_places():
    assert NoSpatialMemory().recall("cup") == SpatialBelief()


def test_the_robot_believes_of_places_what_its_memory_tells_of_the_task():
    asked = []

    def retrieve(query):
        asked.append(query)
        return RetrievalResult(query, spatial_belief="mug_1 is on table_1. table_1 is in the kitchen.")

    memory = SpatioTemporalMemory("bring the mug", spatial=RecalledRelations(retrieve))
    memory.observe("", "Anna said: bring the mug")
    assert memory.situation().spatial_belief.sentences == ("mug_1 is on table_1.", "table_1 is in the kitchen.")
    assert all("bring the mug" in query for query in asked)
