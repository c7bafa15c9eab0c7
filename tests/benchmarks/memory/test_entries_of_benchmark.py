"""What everybody is given is the same for a seed, whichever part is asked for."""

import entries
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2500), st.integers(0, 700))
def test_any_part_of_the_vectors_is_a_part_of_all(start, count):
    everything = entries.vectors(3, 0, 3500)

    assert np.array_equal(entries.vectors(3, start, start + count), everything[start : start + count])


def test_vectors_have_length_one_and_stand_in_clusters():
    vectors = entries.vectors(3, 0, 2000)
    cosines = vectors @ vectors[0]

    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    near = np.sort(cosines[cosines > 0.3])
    assert len(near) > 1
    assert ((near[:-1] > 0.55) & (near[:-1] < 0.8)).all()


def test_queries_are_near_entries_but_none_of_them():
    asked, vectors = entries.queries(3, 20), entries.vectors(3, 0, 20_000)
    nearest = (asked @ vectors.T).max(axis=1)

    assert ((nearest > 0.5) & (nearest < 0.95)).all()


def test_a_text_says_its_number():
    texts = [entries.text(3, number) for number in (0, 999, 1000, 123_456)]

    assert [entries.number_of(text) for text in texts] == [0, 999, 1000, 123_456]
    assert texts == [entries.text(3, number) for number in (0, 999, 1000, 123_456)]


def test_chunks_cover_everything_once():
    assert list(entries.chunks(5, 12, 3)) == [(5, 8), (8, 11), (11, 12)]
