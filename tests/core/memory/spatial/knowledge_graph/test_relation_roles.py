"""The two roles of a language model around the graph, with a scripted model, and without one."""

from __future__ import annotations

import pytest

from embodied_memory.event import Event, EventKind, Provenance, StateChange
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import LanguageModelError
from embodied_memory.memory.spatial.knowledge_graph.knowledge_graph import KnowledgeGraph
from embodied_memory.memory.spatial.knowledge_graph.relation_retriever import (
    ExtractedTriple,
    ExtractedTriples,
    LanguageRelations,
    OfflineRelations,
)
from embodied_memory.memory.spatial.knowledge_graph.spatial_belief import AggregatedText, LanguageAggregator
from embodied_memory.memory.spatial.knowledge_graph.triple import can_hold
from embodied_memory.memory.spatial.knowledge_graph.vertex import VertexKind

THING, FURNITURE, PERSON = VertexKind.OBJECT, VertexKind.FURNITURE, VertexKind.PERSON
ROBOT, ROOM = VertexKind.ROBOT, VertexKind.ROOM


class ScriptedModel:
    def __init__(self, *replies):
        self.replies, self.asked = list(replies), []

    def ask(self, request, reply):
        self.asked.append(request)
        if not self.replies:
            raise LanguageModelError("nobody there")
        return self.replies.pop(0)


@pytest.fixture
def known(told):
    told.facts(10, ("keys_1", "on", "shelf_1"), ("shelf_1", "in room", "hall"))
    return told


def said(text, *changes):
    return Event(20, EventKind.UTTERANCE, "Anna", text, changes=changes)


def test_triples_of_known_entities_are_taken_and_others_left(known):
    replies = ExtractedTriples(triples=[
        ExtractedTriple(subject="keys_1", relation="in room", object="hall"),
        ExtractedTriple(subject="keys_1", relation="owned by", object="hall"),
        ExtractedTriple(subject="hall", relation="on", object="keys_1"),
        ExtractedTriple(subject="keys_1", relation="on", object="moon"),
        ExtractedTriple(subject="keys_1", relation="hates", object="hall"),
    ])  # fmt: skip
    model = ScriptedModel(replies)
    facts = LanguageRelations(Advisor(model))(said("They $belong to the hall"), known.graph.vertices())
    assert [(f.subject_id, f.relation, f.object_id, f.provenance) for f in facts] == [
        ("keys_1", "in room", "hall", Provenance.REPORTED)
    ]
    assert "They $belong to the hall" in model.asked[0].prompt
    assert "keys_1: keys" in model.asked[0].prompt


@pytest.mark.parametrize(
    ("triple", "holds"),
    [
        ((THING, "owned by", PERSON), True),
        ((THING, "held by", ROBOT), True),
        ((PERSON, "in room", ROOM), True),
        ((THING, "on", FURNITURE), True),
        ((PERSON, "next to", FURNITURE), False),
        ((PERSON, "owned by", PERSON), False),
        ((THING, "on", PERSON), False),
        ((PERSON, "on", FURNITURE), False),
        ((ROOM, "in", FURNITURE), False),
        ((THING, "hates", THING), False),
        ((THING, "supports", THING), False),
    ],
)
def test_what_can_hold_between_whom(triple, holds):
    assert can_hold(*triple) is holds


def test_without_a_model_the_changes_still_speak(known):
    event = said("", StateChange("keys_1", "location", "in drawer_1"))
    facts = LanguageRelations(Advisor(ScriptedModel()))(event, known.graph.vertices())
    assert facts == OfflineRelations()(event, ())
    assert [(f.subject_id, f.relation, f.object_id) for f in facts] == [("keys_1", "in", "drawer_1")]


def test_the_words_of_the_model_are_used_and_templates_where_it_fails(known):
    model = ScriptedModel(AggregatedText(text="The keys lie on the shelf in the hall."))
    graph = KnowledgeGraph(known.connection, known.graph._embedder, known.config, LanguageAggregator(Advisor(model)))
    assert graph.retrieve("keys").text == "The keys lie on the shelf in the hall."
    assert graph.retrieve("keys") == known.graph.retrieve("keys")
    assert "keys_1, in room, hall" in model.asked[0].prompt
