"""What was heard is found again in other words, and quoted; what nothing bears on is not known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.memory.discretion.kept_sayings import SayingSorter
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.retrieval.evidence_first import LEARNED_OVER
from embodied_memory.memory.retrieval.pieces.choice_weights import QUOTED, STRUCTURED, learned_choice
from embodied_memory.memory.retrieval.pieces.piece_features import FEATURES
from embodied_memory.memory.retrieval.pieces.piece_rows import PieceChanges, PieceVectors, WordVectors
from embodied_memory.memory.retrieval.pieces.piece_search import learned_weights
from embodied_memory.perception.text_embedders import HashingEmbedder, MiniLmEmbedder

MINUTE = 60 * 10**9
NOW = 1_772_600_000 * 10**9
SAID = (
    ("Ana", "I am allergic to nuts, even a crumb makes my lips swell."),
    ("Ben", "The plumber said it will be ninety euros for the tap."),
    ("Ana", "My sister's boat is called Albatross."),
    ("Ben", "I can't stand coriander."),
    ("Ana", "We could watch the match on Saturday."),
)


@pytest.fixture(scope="module")
def minilm():
    return MiniLmEmbedder()


def tell(memory, said=SAID, observers=("robot", "Ana", "Ben")):
    for number, (speaker, text) in enumerate(said):
        stamp_ns = NOW - (len(said) - number) * 30 * MINUTE
        memory.record_event(
            Event(stamp_ns, EventKind.UTTERANCE, speaker, text, place="kitchen", observers=observers,
                  provenance=Provenance.REPORTED)
        )  # fmt: skip


@pytest.fixture
def told(tmp_path, minilm):
    with Memory(tmp_path / "memory.db", minilm) as memory:
        tell(memory)
        yield memory


@pytest.mark.parametrize(
    ("question", "speaker", "words"),
    [
        ("What is Ana allergic to?", "Ana", "nuts"),
        ("How much will the plumber take for the tap?", "Ben", "ninety"),
        ("What's the name of the boat of Ana's sister?", "Ana", "Albatross"),
        ("What can Ben not stand?", "Ben", "coriander"),
    ],
)
def test_a_fact_of_any_wording_is_quoted_with_who_said_it(told, question, speaker, words):
    answer = told.answer(question, NOW)
    assert answer.known
    assert words in answer.text
    assert speaker in answer.text
    assert words in answer.evidence[0].summary
    assert 0.0 < answer.certainty <= 1.0


def test_what_nobody_spoke_of_is_not_known(told):
    answer = told.answer("When does the violin lesson begin?", NOW)
    assert not answer.known
    assert "lips" not in answer.text


def test_the_robots_own_words_are_no_evidence(told):
    told.record_event(
        Event(NOW - MINUTE, EventKind.UTTERANCE, "robot", "Ana is allergic to nuts.", observers=("robot",),
              provenance=Provenance.REPORTED)
    )  # fmt: skip
    assert told.answer("What is Ana allergic to?", NOW).evidence[0].summary.startswith("I am allergic")


def test_vectors_of_another_model_are_left_alone(told, tmp_path):
    told.close()
    with Memory(tmp_path / "memory.db", HashingEmbedder()) as memory:
        assert len(memory.stores.pieces) == 0
        tell(memory, (("Ana", "The ladder is in the shed."),))
        assert len(memory.stores.pieces) == 1
    with Memory(tmp_path / "memory.db", MiniLmEmbedder()) as memory:
        assert len(memory.stores.pieces) == len(SAID)


def test_what_was_learned_is_of_the_features_that_there_are():
    assert len(learned_weights().weights) == len(FEATURES)
    assert len(learned_choice().structured) == len(STRUCTURED) + 1
    assert len(learned_choice().quoted) == len(QUOTED) + 1
    assert MiniLmEmbedder.name == LEARNED_OVER


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=40), st.integers(0, 10**6))
def test_likeness_is_the_cosine_and_the_best_come_first(seeds, query_seed):
    connection = _Empty()
    vectors = PieceVectors(connection, _Embedder(), SayingSorter(None))
    rows = [_unit(seed) for seed in seeds]
    for number, row in enumerate(rows):
        vectors.adopt(PieceChanges(number * 3 + 1, row, b""))
    query = _unit(query_seed)
    ids = [number * 3 + 1 for number in range(len(rows))]
    assert np.allclose(vectors.likeness([*ids, 2], query), [*(row @ query for row in rows), 0.0], atol=0.03)
    found = vectors.alike(query, 5)
    assert len(found) == min(5, len(rows))
    assert [share for _, share in found] == sorted((share for _, share in found), reverse=True)


def _unit(seed):
    row = np.random.default_rng(seed).normal(size=16).astype(np.float32)
    return row / np.linalg.norm(row)


class _Embedder:
    name, dimension = "model", 16


class _Empty:
    def execute(self, *query):
        return self

    def __iter__(self):
        return iter(())

    def fetchall(self):
        return []


def test_the_same_word_tells_more_than_a_word_like_it(minilm):
    vectors = WordVectors(lambda words: minilm.embed_text(words))
    same, like, other = vectors.told_by(["cup", "mug", "volcano"], ["cup", "kitchen"])
    assert same == 1.0
    assert other < like < 1.0


def test_that_the_robot_looked_in_vain_is_no_evidence_of_a_thing(told):
    told.record_event(
        Event(NOW - MINUTE, EventKind.INSTRUCTION_ENDED, "robot", "find the unicorn: found 0 of 1", succeeded=False)
    )
    assert not told.answer("Where is the unicorn?", NOW).known


def test_that_somebody_asked_the_same_is_no_evidence(told):
    tell(told, (("Ben", "Where is the unicorn?"),))
    assert not told.answer("Where is the unicorn?", NOW).known


def test_what_another_model_embedded_is_embedded_anew_beside_recording(tmp_path):
    path = tmp_path / "memory.db"
    told = [
        Event(k * 10**9, EventKind.UTTERANCE, "Ana", f"I have {k} wooden ducks.", place="hall",
              observers=("Ana", "robot"), provenance=Provenance.REPORTED)
        for k in range(1, 61)
    ]  # fmt: skip
    with Memory(path, HashingEmbedder()) as memory:
        for event in told:
            memory.record_event(event)
    with Memory(path, MiniLmEmbedder()) as memory:
        assert len(memory.stores.pieces) == 0
        memory.upkeep.keep_up(10**12)
        assert memory.stores.pieces.are_outdated
        memory.upkeep.keep_up(10**12)
        pieces = memory.stores.pieces
        assert (pieces.are_outdated, len(pieces)) == (False, len(told))
        best, alike = pieces.alike(pieces.embed("Ana: I have 7 wooden ducks."), 1)[0]
        assert alike > 0.98
        with memory.questions.piece_search() as search:
            assert search.rows.of_ids([best])[0].text == "I have 7 wooden ducks."
