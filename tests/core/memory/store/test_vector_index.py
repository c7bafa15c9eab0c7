"""The coarse scan finds what an exact search finds, among all rows and among some."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.memory.store.vector_index import VectorIndex


def clustered(count, dimension, seed):
    """Unit vectors around a few centres, as views of the same rooms are."""
    random = np.random.default_rng(seed)
    centres = random.standard_normal((12, dimension))
    vectors = centres[random.integers(0, len(centres), count)] + 0.7 * random.standard_normal((count, dimension))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def exact_search(vectors, query, k, among=None):
    rows = np.arange(len(vectors)) if among is None else among
    cosines = vectors[rows] @ query
    order = np.lexsort((-rows, -cosines))[:k]
    return rows[order]


@pytest.fixture(scope="module")
def filled():
    vectors = clustered(5000, 64, seed=3)
    index = VectorIndex(64)
    for start in range(0, len(vectors), 700):
        index.extend(vectors[start : start + 700])
    return vectors, index


def test_the_ten_best_are_those_of_an_exact_search(filled):
    vectors, index = filled
    queries = clustered(40, 64, seed=4)
    found = [index.search(query, 10, lambda rows: vectors[rows])[0] for query in queries]
    wanted = [exact_search(vectors, query, 10) for query in queries]
    shared = [len(set(one) & set(other)) for one, other in zip(found, wanted, strict=True)]
    assert np.mean(shared) >= 9.95


def test_cosines_are_exact_and_fall(filled):
    vectors, index = filled
    query = clustered(1, 64, seed=5)[0]
    rows, cosines = index.search(query, 25, lambda rows: vectors[rows])
    np.testing.assert_allclose(cosines, vectors[rows] @ query, rtol=1e-5)
    assert (np.diff(cosines) <= 0).all()


@pytest.mark.parametrize("step", [3, 50])
def test_only_the_rows_asked_for_are_searched(filled, step):
    vectors, index = filled
    among = np.arange(1, len(vectors), step)
    marks = np.isin(np.arange(len(vectors)), among)
    query = clustered(1, 64, seed=6)[0]
    for chosen in (among, marks):
        rows, _ = index.search(query, 10, lambda rows: vectors[rows], chosen)
        np.testing.assert_array_equal(rows, exact_search(vectors, query, 10, among))


def test_nothing_is_found_among_no_rows(filled):
    vectors, index = filled
    for none in (np.zeros(0, np.int64), np.zeros(len(vectors), np.bool_)):
        assert len(index.search(vectors[0], 10, lambda rows: vectors[rows], none)[0]) == 0


def test_equally_like_rows_come_newest_first():
    vectors = np.tile(np.eye(4, dtype=np.float32)[:1], (300, 1))
    index = VectorIndex(4)
    index.extend(vectors)
    rows, _ = index.search(vectors[0], 3, lambda rows: vectors[rows])
    assert rows.tolist() == [299, 298, 297]


@pytest.mark.parametrize(("k", "query"), [(0, np.ones(4)), (-1, np.ones(4)), (3, np.zeros(4))])
def test_nothing_is_found_for_nothing(k, query):
    index = VectorIndex(4)
    index.extend(np.eye(4, dtype=np.float32))
    rows, cosines = index.search(query.astype(np.float32), k, lambda rows: np.eye(4, dtype=np.float32)[rows])
    assert (len(rows), len(cosines)) == (0, 0)


@given(st.lists(st.booleans(), min_size=1, max_size=60), st.integers(0, 2**32 - 1))
def test_what_is_not_kept_is_found_no_more_and_the_rest_moves_up(kept, seed):
    vectors = clustered(len(kept), 8, seed)
    index = VectorIndex(8)
    index.extend(vectors)
    index.keep(np.array(kept))
    left = vectors[np.array(kept)]
    assert len(index) == len(left)
    rows, _ = index.search(vectors[0], 5, lambda rows: left[rows])
    np.testing.assert_array_equal(rows, exact_search(left, vectors[0], 5))
