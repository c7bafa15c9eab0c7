"""Words of an utterance, their tags, and the network's file."""

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.words.one_reading import fillers_of
from embodied_memory.words.reading_network import ReadingNetwork, best_tags, read_network, write_network
from embodied_memory.words.said import Role
from embodied_memory.words.spoken_words import BUCKETS, grams_of, shapes_of, spoken_words

TAGS = ("O", "B-theme", "I-theme", "B-deed", "I-deed")


def test_a_word_is_the_mean_of_its_tokens():
    tokens = [(0, 0), (0, 3), (3, 6), (7, 10)], np.eye(4, 5, dtype=np.float32)
    spoken = spoken_words("kettle now!", lambda text: tokens)
    assert (spoken.words, spoken.spans) == (("kettle", "now", "!"), ((0, 6), (7, 10), (10, 11)))
    assert np.allclose(spoken.vectors[0], np.array([0, 1, 1, 0, 0]) / np.sqrt(2))
    assert np.allclose(spoken.vectors[2], 0), "no token covers it"


def test_the_whole_and_each_word_have_shapes():
    shapes = shapes_of(("Bring", "2", "cups", "!"))
    assert shapes[:, 0].tolist() == [1, 0, 0, 0]
    assert shapes[:, 1].tolist() == [0, 1, 0, 0]
    assert (shapes[0, 3], shapes[3, 4], shapes[0, 5], shapes[0, 6]) == (1, 1, 0, 1)


def test_pairs_of_words_have_numbers():
    numbers = grams_of(("bring", "it"))
    assert len(numbers) == 5
    assert all(0 < number < BUCKETS for number in numbers)
    assert grams_of(("Bring", "IT")) == numbers


def is_allowed(tags):
    before = ["O", *tags]
    return all(tag[:2] != "I-" or last[2:] == tag[2:] for last, tag in itertools.pairwise(before))


@given(st.lists(st.lists(st.floats(-9, 9, width=16), min_size=5, max_size=5), min_size=1, max_size=4))
def test_the_best_sequence_that_is_allowed_is_found(scores):
    rows = np.array(scores, np.float32)
    found = best_tags(rows, TAGS)
    ways = (way for way in itertools.product(range(5), repeat=len(rows)) if is_allowed([TAGS[k] for k in way]))
    best = max(sum(rows[i, k] for i, k in enumerate(way)) for way in ways)
    assert is_allowed(found)
    assert np.isclose(sum(rows[i, TAGS.index(tag)] for i, tag in enumerate(found)), best, atol=1e-3)


def test_tags_become_spans_of_the_text():
    spans = ((0, 5), (6, 8), (9, 12), (13, 17), (18, 20))
    found = fillers_of("bring me the lamp ok", spans, ["B-deed", "O", "B-theme", "I-theme", "O"])
    assert [(one.role, one.text) for one in found] == [(Role.DEED, "bring"), (Role.THEME, "the lamp")]


def test_a_network_is_read_as_it_was_written(tmp_path):
    weights = {"act.weight": np.array([[0.5, -1.25]], np.float32)}
    network = ReadingNetwork(weights, {"cup": 1, "über": 2}, ("ask",), ("O",), 0.75)
    write_network(network, tmp_path / "one.npz")
    again = read_network(tmp_path / "one.npz")
    assert (again.vocabulary, again.acts, again.tags, again.temperature) == (
        network.vocabulary,
        ("ask",),
        ("O",),
        0.75,
    )
    assert np.array_equal(again.weights["act.weight"], weights["act.weight"])
