"""Taking requests apart: references, kinds, words."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.memory.personal.reference_resolution import (
    Reference,
    Segments,
    rank_memories,
    resolve_references,
    split_references,
)
from embodied_memory.memory.personal.request_words import clauses, object_phrases, place_phrases, sentences, terms
from embodied_memory.memory.personal.sentence_role import pattern_lean


@pytest.mark.parametrize(
    ("request_text", "parts"),
    [
        ("Set up my desk.", ("Set up my desk.",)),
        (
            "Bring my hat. Afterwards, could you set the table as usual?",
            ("Bring my hat.", "Afterwards, could you set the table as usual?"),
        ),
        (
            "Bring my hat, and then make my corner cosy.",
            ("Bring my hat", "then make my corner cosy."),
        ),
        (
            "Get the pan and the lid to the sink. Place them next to each other.",
            ("Get the pan and the lid to the sink. Place them next to each other.",),
        ),
        (
            "Clear the hall. First, take the coat to the bedroom.",
            ("Clear the hall. First, take the coat to the bedroom.",),
        ),
        ("", ("",)),
    ],
)
def test_a_request_is_cut_where_another_begins(request_text, parts):
    assert split_references(request_text) == parts


@given(st.text(max_size=80))
def test_cutting_loses_no_content_word(text):
    joined = " ".join(split_references(text))
    ordinals = {"then", "also", "next"}
    assert [term for term in terms(joined) if term not in ordinals] == [
        term for term in terms(text) if term not in ordinals
    ]


@pytest.mark.parametrize(
    ("request_text", "lean"),
    [
        ("Could you please set up my painting corner?", 1.0),
        ("Then, can you put the towels where I usually keep them?", 1.0),
        ("Make the hall welcoming.", 1.0),
        ("Please carry the green bag with the zip to the cellar.", -1.0),
        ("Could you help me tidy by moving my lucky coin to the drawer and the lamp onto the shelf?", -1.0),
        ("Where is it?", 0.0),
    ],
)
def test_a_request_leans_to_a_pattern_or_to_a_thing(request_text, lean):
    assert pattern_lean(request_text) == lean


def test_things_and_places_are_told_apart():
    said = "I keep my red scarf, gloves and the old hat on the hook by the door for cold mornings"
    assert object_phrases(said) == ("red scarf", "gloves", "hat")
    assert place_phrases(said) == ("hook", "door")
    assert object_phrases("The cup of tea is on the chest of drawers.") == ("cup of tea",)


def test_words_are_folded_and_stemmed():
    assert terms("The Décor's plates, placed for reading") == ("decor", "plat", "plac", "read")
    assert clauses("Set it up for tea, when it rains") == ("Set it up", "tea", "it rains")
    assert sentences("this is mine. i like it") == ["this is mine.", "i like it"]


def shares_of(**chances):
    return {part: np.array(row) for part, row in chances.items()}.__getitem__


def test_parts_that_one_memory_explains_are_one_reference():
    shares = {"a": [0.8, 0.1, 0.1], "b": [0.7, 0.2, 0.1], "a b": [0.9, 0.05, 0.05]}
    (only,) = resolve_references(["a", "b"], ["home"] * 3, shares_of(**shares))
    assert only.text == "a b"


def test_references_are_sought_in_one_home():
    shares = shares_of(a=[0.9, 0.1, 0.0, 0.0], b=[0.0, 0.0, 0.6, 0.4])
    first, second = resolve_references(["a", "b"], ["cottage", "flat", "flat", "cottage"], shares)
    assert (first.shares.argmax(), second.shares.argmax()) == (0, 3)


def test_every_reference_has_its_best_memory_in_front():
    one = Reference("one", np.array([0.5, 0.3, 0.2, 0.0]))
    two = Reference("two", np.array([0.0, 0.1, 0.0, 0.9]))
    assert rank_memories([one, two]) == [(3, 1), (0, 0), (1, 0), (2, 0)]


@given(st.data())
def test_segments_reduce_each_list_as_a_loop_would(data):
    size = data.draw(st.integers(1, 6))
    index = st.lists(st.integers(0, size - 1), max_size=4)
    lists = data.draw(st.lists(index, max_size=5))
    row = np.array(data.draw(st.lists(st.floats(0, 1), min_size=size, max_size=size)))
    weights = np.ones(size)
    segments = Segments(lists, size)
    assert segments.best(row[None])[0].tolist() == [max((row[i] for i in one), default=0.0) for one in lists]
    means = [float(np.mean([row[i] for i in one])) if one else 0.0 for one in lists]
    assert np.allclose(segments.weighted_mean(row, weights), means)
