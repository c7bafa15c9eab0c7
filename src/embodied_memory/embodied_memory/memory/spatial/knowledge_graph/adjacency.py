"""Who is linked to whom, as arrays, walked by compiled code; a change costs no rebuild.

A CSR (all neighbours of a vertex side by side) holds the bulk. Edges added since it was built hang in a linked list
at each vertex, removed ones are only marked. When these outgrow a share of the CSR it is built anew, so that the
cost of a change stays constant on average and a walk stays as fast as on the CSR alone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.compiled import compiled
from embodied_memory.memory.store.vector_index import GrowingArray

Rows = NDArray[np.int64]
Links = NDArray[np.int32]

_LEAST_OVERLAY = 4096
_OVERLAY_SHARE = 0.25


class Adjacency:
    """An undirected multigraph over vertex rows 0, 1, ...; edges have keys of the caller's choice, all different."""

    def __init__(self) -> None:
        self._ends = GrowingArray(2, np.int32)  # of each edge row; (-1, -1) once it is removed
        self._keys = GrowingArray(1, np.int64)
        self._row_of: dict[int, int] = {}
        self._first = GrowingArray(1, np.int32)  # of each vertex: 1 + its newest overlay link, 0 for none
        self._links = GrowingArray(2, np.int32)  # (edge row, 1 + next link)
        self._starts: Links = np.zeros(1, np.int32)
        self._edges: Links = np.zeros(0, np.int32)
        self._removed = 0

    def __len__(self) -> int:
        return len(self._row_of)

    def __contains__(self, key: int) -> bool:
        return key in self._row_of

    @property
    def vertices(self) -> int:
        """How many vertex rows there are."""
        return len(self._first)

    def add_vertices(self, count: int) -> None:
        """The next `count` rows."""
        self._first.extend(np.zeros((count, 1), np.int32))

    def add(self, key: int, one: int, other: int) -> None:
        """Link two different vertices."""
        row = len(self._ends)
        self._ends.append(np.array((one, other), np.int32))
        self._keys.append(np.array((key,), np.int64))
        self._row_of[key] = row
        for end in (one, other):
            self._links.append(np.array((row, self._first.rows[end, 0]), np.int32))
            self._first.rows[end, 0] = len(self._links)

    def add_all(self, keys: Rows, ends: NDArray[np.int32]) -> None:
        """Link many at once, as at start. keys: (N,); ends: (N, 2) vertex rows."""
        first = len(self._ends)
        self._ends.extend(ends)
        self._keys.extend(keys[:, np.newaxis])
        self._row_of.update(zip(keys.tolist(), range(first, first + len(keys)), strict=True))
        self._build()

    def remove(self, key: int) -> None:
        """Take an edge away. Raises KeyError if there is none of that key."""
        self._ends.rows[self._row_of.pop(key)] = -1
        self._removed += 1

    def walk(self, seeds: Rows, hops: int, enough: int = 0) -> tuple[Rows, NDArray[np.int32]]:
        """(vertex rows, hops) of all within so many hops of the seeds, the nearest first, seeds in their order.

        enough: no further hop is made once so many are found; 0: all hops are made.
        """
        self._tidy()
        return _walk(*self._arrays(), np.asarray(seeds, np.int64), hops, enough or len(self._first) + 1)

    def edges_at(self, row: int) -> Rows:
        """Keys of all edges of a vertex."""
        keys: Rows = self._keys.rows[_edges_at(*self._arrays(), row), 0]
        return keys

    def _arrays(self) -> tuple[Links, Links, Links, Links, Links]:
        return self._starts, self._edges, self._first.rows[:, 0], self._links.rows, self._ends.rows

    def _tidy(self) -> None:
        loose = len(self._links) + 2 * self._removed
        if loose > max(_LEAST_OVERLAY, _OVERLAY_SHARE * len(self._edges)):
            self._build()

    def _build(self) -> None:
        """The CSR anew, from the edges that there are."""
        kept = self._ends.rows[:, 0] >= 0
        ends, keys = self._ends.rows[kept], self._keys.rows[kept]
        self._ends, self._keys = GrowingArray(2, np.int32), GrowingArray(1, np.int64)
        self._ends.extend(ends)
        self._keys.extend(keys)
        self._row_of = dict(zip(keys[:, 0].tolist(), range(len(keys)), strict=True))
        self._links, self._removed = GrowingArray(2, np.int32), 0
        self._first.rows[:] = 0
        self._starts, self._edges = _csr(ends, len(self._first))


def _csr(ends: Links, vertices: int) -> tuple[Links, Links]:
    """(V + 1,) starts and (2 E,) edge rows, those of a vertex side by side."""
    order = np.argsort(ends.T.ravel(), kind="stable")
    counts = np.bincount(ends.ravel(), minlength=vertices)
    starts = np.concatenate(([0], np.cumsum(counts))).astype(np.int32)
    return starts, (order % max(len(ends), 1)).astype(np.int32)


@compiled
def _walk(
    starts: Links, edges: Links, first: Links, links: Links, ends: Links, seeds: Rows, hops: int, enough: int
) -> tuple[Rows, Links]:
    """Breadth first."""
    count = first.shape[0]
    found, depth = np.empty(count, np.int64), np.empty(count, np.int32)
    seen = np.zeros(count, np.bool_)
    tail = 0
    for seed in seeds:
        if not seen[seed]:
            seen[seed], found[tail], depth[tail] = True, seed, 0
            tail += 1
    head = 0
    while head < tail and depth[head] < hops:
        row, next_depth = found[head], depth[head] + 1
        if depth[tail - 1] < next_depth and tail >= enough:
            break  # all of this hop are found, and none of the next yet
        head += 1
        if row + 1 < starts.shape[0]:
            for index in range(starts[row], starts[row + 1]):
                edge = edges[index]
                other = ends[edge, 0] + ends[edge, 1] - row
                if ends[edge, 0] >= 0 and not seen[other]:
                    seen[other], found[tail], depth[tail] = True, other, next_depth
                    tail += 1
        link = first[row]
        while link > 0:
            edge = links[link - 1, 0]
            other = ends[edge, 0] + ends[edge, 1] - row
            if ends[edge, 0] >= 0 and not seen[other]:
                seen[other], found[tail], depth[tail] = True, other, next_depth
                tail += 1
            link = links[link - 1, 1]
    return found[:tail].copy(), depth[:tail].copy()


@compiled
def _edges_at(starts: Links, edges: Links, first: Links, links: Links, ends: Links, row: int) -> Rows:
    found, tail = np.empty(16, np.int64), 0
    if row + 1 < starts.shape[0]:
        for index in range(starts[row], starts[row + 1]):
            edge = edges[index]
            if ends[edge, 0] >= 0:
                if tail == found.shape[0]:
                    found = np.concatenate((found, np.empty(tail, np.int64)))
                found[tail] = edge
                tail += 1
    link = first[row]
    while link > 0:
        edge = links[link - 1, 0]
        if ends[edge, 0] >= 0:
            if tail == found.shape[0]:
                found = np.concatenate((found, np.empty(tail, np.int64)))
            found[tail] = edge
            tail += 1
        link = links[link - 1, 1]
    return found[:tail].copy()  # type: ignore[no-any-return]
