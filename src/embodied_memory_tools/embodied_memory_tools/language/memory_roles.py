"""The roles of memory: a short life that is recorded, built, asked, corrected and forgotten."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from embodied_memory import Memory
from embodied_memory.config import MemoryConfig
from embodied_memory.event import Event, EventKind, Provenance, StateChange
from embodied_memory.language.advisor import Usage
from embodied_memory.language.language_model import LanguageModel
from embodied_memory.memory.belief.language_synthesis import SynthesisReply
from embodied_memory.memory.belief.statements.language_reader import StatementsReply
from embodied_memory.memory.episodic.forgetting.language_forgetting import RelevanceReply, RulesReply
from embodied_memory.memory.episodic.history_tree.group_and_summarise import GroupingReply
from embodied_memory.memory.retrieval.language_answerer import AnswerReply
from embodied_memory.memory.spatial.knowledge_graph.relation_retriever import ExtractedTriples
from embodied_memory.memory.spatial.knowledge_graph.spatial_belief import AggregatedText
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.scene_graph import SceneGraphInstant, SceneObject
from embodied_memory_tools.language.role_play import PATIENT, RolePlay

NS = 1_000_000_000
HOUR = 3600
START_S = 1_772_438_400
"""Monday, 2 March 2026, eight o'clock."""
_PEOPLE = (("Anna", "Bob"), ("Carla", "Deniz"), ("Emil", "Fatou"))
_THINGS = (("keys", "mug"), ("book", "lamp"), ("plate", "towel"))
_PLACES = (("shelf", "table"), ("dresser", "desk"), ("counter", "bench"))
"""A model that fails is asked nevertheless: here it is the one that is tried."""


def names_of(number: int) -> tuple[tuple[str, str], tuple[str, str], tuple[str, str]]:
    """Two people, two things and two places."""
    return _PEOPLE[number % 3], _THINGS[number // 3 % 3], _PLACES[number // 9 % 3]


def life(number: int = 0) -> Iterator[Event]:
    """A morning of two people, and what each of them does much later."""
    (one, two), (first, second), (near, far) = names_of(number)
    yield _put(0, one, first, near)
    yield _put(60, one, second, far)
    yield _said(120, one, f"Atop the {far} is where my passport has ended up")
    yield _said(180, two, "by Friday noon somebody ought to have watered the ferns")
    yield _said(240, one, f"the {first}, well, those are {one} and nobody else's")
    yield _said(300, two, "I like green tea")
    yield _did(4 * HOUR, two, f"{two} reads", "hall")
    yield _did(9 * HOUR, two, f"{two} sleeps", "attic")


def live(memory: Memory, number: int = 0) -> None:
    """Record it; let the history be built and the utterances be read."""
    memory.record(_view(number))
    for event in life(number):
        memory.record_event(event)
    while memory.upkeep.build_history():
        pass
    while memory.upkeep.read_by_language():
        pass


def questions(number: int = 0) -> tuple[str, ...]:
    """What is asked of that life."""
    (one, _), (first, second), (_, far) = names_of(number)
    return (
        f"Where is the {second}?",
        f"What did {one} say about the {first}?",
        f"Who put the {second} on the {far}?",
    )


def play_memory(model: LanguageModel, folder: Path, number: int = 0) -> Mapping[str, Usage]:
    """Every role of memory. See Play."""
    config = MemoryConfig(reasoning="language", language=PATIENT)
    with Memory(folder / "memory.db", HashingEmbedder(), config, language_model=model) as memory:
        live(memory, number)
        for question in questions(number):
            memory.answer(question)
        memory.stores.knowledge.retrieve(names_of(number)[1][0])
        person = names_of(number)[0][1]
        memory.rules.give_feedback("you should have remembered the ferns", person, (START_S + 10 * HOUR) * NS)
        memory.upkeep.forget((START_S + 90 * 24 * HOUR) * NS)
        return memory.language_usage


def _view(number: int) -> SceneGraphInstant:
    """A lamp and a sofa, seen before anything else happens."""
    seen = [
        SceneObject(f"{name}_{number}", name, at, (0.4, 0.4, 0.4), 0.9)
        for name, at in (("lamp", (1.0, 1.0, 1.0)), ("sofa", (4.0, 4.0, 1.0)))
    ]
    return SceneGraphInstant((START_S - 60) * NS, "robot", (0.0, 0.0, 0.0), 0.0, tuple(seen), session_id="s1")


def _said(second: int, who: str, text: str) -> Event:
    stamp_ns, around = (START_S + second) * NS, ("robot",)
    return Event(stamp_ns, EventKind.UTTERANCE, who, text, (), "kitchen", around, Provenance.REPORTED)


def _did(second: int, who: str, text: str, room: str) -> Event:
    return Event((START_S + second) * NS, EventKind.ACTIVITY, who, text, (), room, ("robot", who))


def _put(second: int, who: str, thing: str, place: str) -> Event:
    change = StateChange(f"{thing}_1", "location", f"on {place}_1")
    text, things = f"{who} put the {thing} on the {place}", (f"{thing}_1", f"{place}_1")
    stamp_ns, kind = (START_S + second) * NS, EventKind.OBJECT_STATE_CHANGED
    return Event(stamp_ns, kind, who, text, things, "kitchen", ("robot", who), changes=(change,))


MEMORY_ROLES = RolePlay(
    "memory",
    {
        "group and summarise": GroupingReply,
        "estimate relevance": RelevanceReply,
        "revise rules": RulesReply,
        "read statements": StatementsReply,
        "synthesise episode": SynthesisReply,
        "retrieve relations": ExtractedTriples,
        "aggregate relations": AggregatedText,
        "answer question": AnswerReply,
    },
    play_memory,
)
