"""Who plays the roles: one setting; a model in all of them through `Memory`; a broken one changes nothing."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from pydantic import BaseModel
from scripted_model import ScriptedModel

from embodied_memory.config import LanguageConfig, MemoryConfig
from embodied_memory.event import Event, EventKind, Provenance, StateChange
from embodied_memory.memory.belief.commitment_track import CommitmentStatus
from embodied_memory.memory.memory import Memory

SECOND = 1_000_000_000
HOUR = 3600
START = 1_772_409_600 + 8 * HOUR
"""Monday, 2 March 2026, eight o'clock."""
ROLES = (
    "read statements", "retrieve relations", "synthesise episode", "group and summarise", "estimate relevance",
    "revise rules", "answer question", "aggregate relations",
)  # fmt: skip
WATERED = "by Friday noon somebody ought to have watered the ferns"
QUESTIONS = (
    "Where is the mug?", "Where are the keys?", "What did Anna say?", "Who put the mug on the table?",
    "What do I have to do?", "Hmm?",
)  # fmt: skip


def says(second, who, text):
    return Event(
        (START + second) * SECOND, EventKind.UTTERANCE, who, text, (), "kitchen", ("robot",), Provenance.REPORTED
    )  # fmt: skip


def puts(second, who, thing, place):
    return Event(
        (START + second) * SECOND, EventKind.OBJECT_STATE_CHANGED, who, f"{who} put the {thing} on the {place}",
        (f"{thing}_1", f"{place}_1"), "kitchen", ("robot", who),
        changes=(StateChange(f"{thing}_1", "location", f"on {place}_1"),),
    )  # fmt: skip


LIFE = (
    puts(0, "Anna", "keys", "shelf"), puts(60, "Anna", "mug", "table"),
    says(120, "Anna", "Atop the table is where my passport has ended up"),
    says(180, "Bob", WATERED), says(240, "Anna", "the keys, well, those are Anna and nobody else's"),
    says(300, "Bob", "I like green tea"),
    Event((START + 4 * HOUR) * SECOND, EventKind.ACTIVITY, "Bob", "Bob reads", (), "hall", ("robot", "Bob")),
    Event((START + 9 * HOUR) * SECOND, EventKind.ACTIVITY, "Bob", "Bob sleeps", (), "attic", ("robot", "Bob")),
)  # fmt: skip


def live(memory, life=LIFE):
    for event in life:
        memory.record_event(event)
    while memory.upkeep.build_history():
        pass
    while memory.upkeep.read_by_language():
        pass


def read_statements(request):
    told = request.prompt.rsplit("\n", 2)[-2]
    if "passport" in told:
        fact = {"kind": "fact", "quote": told, "subject": "my passport", "attribute": "location",
                "value": "on the table"}  # fmt: skip
        return {"statements": [fact]}
    if told == WATERED:
        return {"statements": [{"kind": "request", "quote": told, "task": "water the ferns", "when": "Friday noon"}]}
    return {"statements": []}


def groups(request):
    """One group of all items."""
    last = request.prompt.split("Every item from 1 to ")[1].split(" ")[0]
    return {"groups": [{"first": 1, "last": int(last), "summary": "A day with ferns."}]}


def answer_question(request):
    """What the piece tells that has the mug put on the table."""
    (line,) = (line for line in request.prompt.splitlines() if "put the mug on the table" in line)
    return {"answer": "Found on the table.", "cited": [int(line.split(".")[0])]}


def full_model():
    return ScriptedModel(
        read_statements=read_statements,
        retrieve_relations=lambda request: {"triples": [
            {"subject": "keys_1", "relation": "owned by", "object": "Anna"},
            {"subject": "keys_1", "relation": "on", "object": "moon"},
        ]},
        synthesise_episode={"summary": "Anna put keys and mug away.", "atoms": [
            {"subject": "Anna", "relation": "takes care of", "object": "mug_1", "events": [2]},
        ]},
        group_and_summarise=groups,
        estimate_relevance={"relevance": "inf"},
        revise_rules={"rules": [{"rule": 0, "text": "Remember ferns", "keep": True}]},
        answer_question=answer_question,
        aggregate_relations={"text": "Anna's keys lie on the shelf."},
    )  # fmt: skip


@pytest.mark.parametrize("reasoning", ["auto", "language"])
def test_a_model_plays_every_role(open_memory, build, reasoning):
    model = full_model()
    memory = open_memory(MemoryConfig(reasoning=reasoning), language_model=model)
    memory.record(build.instant(START - 60, build.thing("lamp_1", (1, 1, 1)), build.thing("sofa_1", (4, 4, 1))))
    live(memory)
    beliefs = memory.stores.beliefs
    assert beliefs.current("passport", "location").fact.value == "on table_1"
    (ferns,) = memory.beliefs.commitments(CommitmentStatus.OPEN)
    assert (ferns.text, ferns.by, ferns.for_whom) == ("water the ferns", "robot", "Bob")
    owned = [one for one in memory.stores.knowledge.triples_of("keys_1") if one.relation == "owned by"]
    assert [(one.object_id, one.provenance) for one in owned] == [("Anna", Provenance.REPORTED)]
    assert not any(one.object_id == "moon" for one in memory.stores.knowledge.triples())
    card = beliefs.episodes(0, 2**62)[0]
    assert card.summary == "Anna put keys and mug away."
    assert "takes care of" in {one.relation for one in card.atoms}
    assert any("A day with ferns." in node.summary for node in memory.stores.tree.snapshot().walk())
    revision = memory.rules.give_feedback("you should have remembered the ferns", "Bob", (START + 10 * HOUR) * SECOND)
    assert [change.after.text for change in revision.changes] == ["Remember ferns"]
    memory.upkeep.forget((START + 90 * 24 * HOUR) * SECOND)
    assert "the language model's judgement" in {one.reason for one in memory.upkeep.forgetting_log(999)}
    assert memory.answer("Where has that cup got to?").text == "Found on the table."
    assert memory.stores.knowledge.retrieve("keys").text == "Anna's keys lie on the shelf."
    assert set(model.roles) == set(ROLES)
    assert set(memory.language_usage) == set(ROLES)
    assert memory.upkeep.verify() == ()


def test_what_was_read_is_kept_and_replayed_without_the_model(open_memory):
    memory = open_memory(language_model=full_model())
    live(memory)
    assert memory.upkeep.verify() == ()
    told = memory.stores.beliefs.reported(limit=99)
    memory.close()
    again = open_memory(language_model=ScriptedModel())
    assert again.stores.beliefs.reported(limit=99) == told
    assert again.upkeep.verify() == ()
    assert again.upkeep.read_by_language() == 0
    again._file.database.connection.execute("UPDATE language_reading SET reading = '[]'")
    assert {finding.store for finding in again.upkeep.verify()} >= {"reported_statement", "commitment"}


@pytest.mark.parametrize("seed", range(8))
def test_whenever_the_model_reads_a_replay_gives_the_same_rows(open_memory, seed):
    rng = random.Random(seed)
    model = full_model()
    memory = open_memory(language_model=model)
    for number in range(40):
        event = rng.choice(LIFE)
        memory.record_event(
            replace(event, stamp_ns=event.stamp_ns + rng.choice((-1, 1, 1, 1)) * number * 600 * SECOND)
        )
        if rng.random() < 0.3:
            memory.upkeep.read_by_language()
        if rng.random() < 0.1:
            memory.close()
            memory = open_memory(language_model=model)
    assert memory.upkeep.verify() == ()
    assert memory._file.database.connection.execute("SELECT count(*) FROM language_reading").fetchone()[0] > 3


def test_what_was_read_goes_when_who_said_it_is_erased(open_memory, path):
    memory = open_memory(language_model=full_model())
    live(memory)
    memory.people.erase("Bob", stamp_ns=(START + 20 * HOUR) * SECOND)
    memory.close()
    assert b"ferns" not in path.read_bytes()


def test_nobody_waits_for_the_model_with_a_lock_held(open_memory):
    """The model itself records while it is asked: from another thread, which any lock held would stop."""
    model = full_model()
    memory = open_memory(language_model=model)
    seconds = iter(range(40 * HOUR, 90 * HOUR))
    recorded = []
    with ThreadPoolExecutor(1) as other:

        def record(request):
            hello = Event(
                (START + next(seconds)) * SECOND, EventKind.ACTIVITY, "Bob", "Bob hums", (), "hall", ("robot",)
            )
            recorded.append(other.submit(memory.record_event, hello).result(timeout=20))

        live(memory, LIFE[:4])
        model.on_ask = record
        live(memory, LIFE[4:])
        memory.answer("Where is the mug?")
        memory.rules.give_feedback("you should have remembered the ferns", "Bob", (START + 99 * HOUR) * SECOND)
    assert len(recorded) > 8
    assert None not in recorded


def test_setting_back_a_clock_asks_nobody(open_memory):
    model = full_model()
    memory = open_memory(language_model=model)
    live(memory)
    asked = len(model.requests)
    assert memory.upkeep.restamp((START + HOUR) * SECOND) == 2
    assert len(model.requests) == asked
    assert [finding.store for finding in memory.upkeep.verify() if "tree" in finding.store] == []


def test_without_a_model_all_is_offline(open_memory):
    memory = open_memory()
    live(memory)
    assert memory.language_usage == {}
    assert memory.answer("Where is the mug?").known


def test_language_without_a_model_is_refused_with_a_remedy(path, embedder):
    with pytest.raises(ValueError, match=r'no language model: give one .* set reasoning to "auto" or "offline"'):
        Memory(path, embedder, MemoryConfig(reasoning="language"))
    with pytest.raises(ValueError, match="offline, language, auto"):
        Memory(path, embedder, MemoryConfig(reasoning="psychic"))
    assert not path.exists()


def test_offline_a_model_is_never_asked(open_memory):
    model = full_model()
    memory = open_memory(MemoryConfig(reasoning="offline"), language_model=model)
    live(memory)
    memory.answer("Where is the mug?")
    assert model.requests == []


class Strange(BaseModel):
    """Of no shape that anybody asks for."""

    secret: str = "x"


def _hostile(rng):
    """Something that a broken, empty-headed or hostile model may say; nothing of it is well formed and true."""
    number = lambda: rng.choice([-1, 0, 7, 99, 2**70, 1.5, "no", None, float("nan")])  # noqa: E731
    text = lambda: rng.choice(["", " ", "x", "on moon_9", "robot", "\x00\ud800", "A" * 100_000, None, 3])  # noqa: E731
    row = lambda: {  # noqa: E731
        name: rng.choice([number, text])()
        for name in ("first", "last", "summary", "rule", "text", "keep", "kind", "quote", "subject", "attribute",
                     "value", "task", "relation", "object", "holds", "events")
        if rng.random() < 0.8
    }  # fmt: skip
    lists = ("groups", "rules", "statements", "triples", "atoms")
    whole = {name: [row() for _ in range(rng.randrange(1, 4))] for name in lists}
    whole |= {"summary": rng.choice(["", " ", "A" * 100_000, "\ud800", None, 3]), "relevance": number()}
    whole |= {"intent": rng.choice(["due", "location", 3]), "things": [text()], "people": [rng.choice(["Zaphod", 4])]}
    whole |= {"chosen": [number()], "when": text(), "answer": text(), "cited": [number()]}
    errors = (TimeoutError("late"), ValueError("?"), MemoryError(), RecursionError(), KeyError("role"))
    return rng.choice([whole, whole, whole, {}, None, "garbage", [], 5, object(), Strange(), *errors])


def test_500_broken_replies_lose_no_record_and_no_question(tmp_path, embedder):
    rng = random.Random(20260302)
    config = MemoryConfig(language=LanguageConfig(failures_to_rest=10**6))
    said = []

    def reply(request):
        said.append(_hostile(rng))
        return said[-1]

    model = ScriptedModel(**{role.replace(" ", "_"): reply for role in ROLES})
    number = 0
    while len(said) < 500:
        number += 1
        folder = tmp_path / str(number)
        folder.mkdir()
        with (
            Memory(folder / "broken.db", embedder, config, language_model=model) as broken,
            Memory(folder / "offline.db", embedder, MemoryConfig(reasoning="offline")) as offline,
        ):
            for memory in (broken, offline):
                live(memory)
                memory.rules.give_feedback("remember the keys", "Anna", (START + 10 * HOUR) * SECOND)
            assert broken.counts() == offline.counts()
            assert _stored(broken) == _stored(offline)
            for question in QUESTIONS:
                assert broken.answer(question) == offline.answer(question)
            broken.upkeep.forget((START + 90 * 24 * HOUR) * SECOND)
            assert broken.upkeep.verify() == ()


def _stored(memory):
    """What a model that says nothing true must not change."""
    beliefs, knowledge = memory.stores.beliefs, memory.stores.knowledge
    return (
        beliefs.reported(limit=99), memory.beliefs.commitments(), knowledge.triples(),
        memory.stores.personal.memories, [beliefs.beliefs_of(one) for one in ("keys_1", "mug_1", "Anna", "Bob")],
    )  # fmt: skip


def test_auto_goes_on_without_the_model_and_takes_it_back(open_memory):
    model = full_model()
    config = MemoryConfig(language=LanguageConfig(failures_to_rest=2, rest_calls=4))
    memory = open_memory(config, language_model=model)
    live(memory)
    assert memory.answer("Where is the mug?").text == "Found on the table."
    there, model.by_role = model.by_role, {}
    by_rules = [memory.answer("Where is the mug?").text for _ in range(4)]
    assert "table" in by_rules[0]
    assert set(by_rules) == {by_rules[0]}
    unread = memory.record_event(says(20 * HOUR, "Bob", WATERED))
    assert memory.upkeep.read_by_language() == 0
    model.by_role = there
    read = [memory.upkeep.read_by_language() for _ in range(12)]
    assert sum(read) >= 1
    assert unread.record_id in {one.record_id for one in memory.stores.beliefs.reported("ferns")}
    assert memory.answer("Where is the mug?").text == "Found on the table."
    assert memory.upkeep.verify() == ()


def test_an_utterance_that_the_model_stumbles_over_is_left_to_the_rules(open_memory):
    model = full_model()
    model.by_role["read statements"] = lambda request: (
        RuntimeError("too long") if "passport" in request.prompt else read_statements(request)
    )
    memory = open_memory(language_model=model)
    for event in LIFE:
        memory.record_event(event)
    for _ in range(20):
        memory.upkeep.read_by_language()
    assert [one.text for one in memory.beliefs.commitments(CommitmentStatus.OPEN)] == ["water the ferns"]
    assert memory.stores.beliefs.current("passport", "location") is None
    assert memory.upkeep.verify() == ()
