"""Frontier clusters are exactly those of DBSCAN (LMEE, section 14), found in another way."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.cluster import DBSCAN

from embodied_memory.mapping.clusters import cells_of_clusters, cluster_cells
from embodied_memory.mapping.frontiers import angular_width, kmeans, split_wide

masks = arrays(np.bool_, st.tuples(st.integers(1, 12), st.integers(1, 12)))


def dbscan(mask, min_samples):
    labels = np.full(mask.shape, -1)
    if mask.any():
        labels[mask] = DBSCAN(eps=1.5, min_samples=min_samples).fit(np.argwhere(mask)).labels_
    return labels


@settings(max_examples=200, deadline=None)
@given(mask=masks, min_samples=st.integers(1, 9))
def test_labels_are_those_of_dbscan(mask, min_samples):
    labels, count = cluster_cells(mask, min_samples)
    expected = dbscan(mask, min_samples)
    np.testing.assert_array_equal(labels, expected)
    assert count == expected.max(initial=-1) + 1


@pytest.mark.parametrize("density", [0.3, 0.5, 0.8])
def test_labels_are_those_of_dbscan_on_a_large_grid(density):
    mask = np.random.default_rng(1).random((120, 90)) < density
    np.testing.assert_array_equal(cluster_cells(mask, 4)[0], dbscan(mask, 4))


@settings(max_examples=50, deadline=None)
@given(mask=masks)
def test_the_cells_of_clusters_are_the_labelled_ones(mask):
    labels, count = cluster_cells(mask, 2)
    groups = cells_of_clusters(labels, count, 1)
    rebuilt = np.full(mask.shape, -1)
    for label, cells in enumerate(groups):
        rebuilt[cells[:, 0], cells[:, 1]] = label
    np.testing.assert_array_equal(rebuilt, labels)


def test_small_clusters_are_left_out():
    mask = np.zeros((10, 30), bool)
    mask[0:4, 0:5] = True
    mask[0:4, 10:14] = True
    labels, count = cluster_cells(mask, 4)
    assert [len(cells) for cells in cells_of_clusters(labels, count, 20)] == [20]
    assert count == 2


def test_a_ring_around_the_robot_spans_the_full_circle_and_a_wall_ahead_does_not():
    ring = np.array([(r, c) for r in range(21) for c in range(21) if 8 <= np.hypot(r - 10, c - 10) <= 10])
    ahead = np.array([(r, 15) for r in range(5, 16)])
    middle = np.array([10.0, 10.0])
    assert angular_width(ring, middle) > np.radians(340)
    assert angular_width(ahead, middle) == pytest.approx(np.pi / 2)


def test_a_wide_region_is_split_so_that_no_cell_is_lost_and_parts_are_narrow():
    ring = np.array([(r, c) for r in range(21) for c in range(21) if 8 <= np.hypot(r - 10, c - 10) <= 10])
    middle, widest = np.array([10.0, 10.0]), np.radians(150)
    parts = split_wide(ring, middle, widest, 20)
    assert len(parts) == 3
    assert sorted(map(tuple, np.vstack(parts).tolist())) == sorted(map(tuple, ring.tolist()))
    assert max(angular_width(part, middle) for part in parts) <= widest


def test_a_region_is_left_whole_where_a_part_would_be_too_small():
    ring = np.array([(r, c) for r in range(5) for c in range(5) if (r, c) != (2, 2)])
    assert len(split_wide(ring, np.array([2.0, 2.0]), np.radians(150), 20)) == 1


@settings(max_examples=50, deadline=None)
@given(
    points=arrays(np.float64, st.tuples(st.integers(3, 30), st.just(2)), elements=st.integers(0, 20)),
    count=st.integers(1, 3),
)
def test_kmeans_is_deterministic_and_puts_each_point_with_its_nearest_centre(points, count):
    labels = kmeans(points, count)
    np.testing.assert_array_equal(labels, kmeans(points.copy(), count))
    centres = {label: points[labels == label].mean(axis=0) for label in np.unique(labels)}
    for point, label in zip(points, labels, strict=True):
        nearest = min(np.sum((point - centre) ** 2) for centre in centres.values())
        assert np.sum((point - centres[label]) ** 2) <= nearest + 1e-9
