"""A persistent table of nodes by id: every version stays readable while the next one is made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from embodied_memory.memory.episodic.tree.node import TreeNode

_CHUNK = 256
_Chunk = tuple["TreeNode | None", ...]
_EMPTY: _Chunk = (None,) * _CHUNK


class NodeTable:
    """An immutable sequence of chunks; versions share the chunks in which they agree."""

    __slots__ = ("_chunks", "_count")

    def __init__(self, chunks: tuple[_Chunk, ...] = (), count: int = 0) -> None:
        self._chunks = chunks
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[TreeNode]:
        """All nodes by ascending id."""
        return (node for chunk in self._chunks if chunk is not _EMPTY for node in chunk if node is not None)

    def get(self, node_id: int) -> TreeNode | None:
        """The node, or None."""
        chunk = node_id // _CHUNK
        return self._chunks[chunk][node_id % _CHUNK] if 0 <= chunk < len(self._chunks) else None

    def hold(self, node_ids: Iterable[int]) -> None:
        """Every version has its own: there is nothing to do."""

    def updated(self, nodes: Mapping[int, TreeNode | None]) -> NodeTable:
        """A table with these nodes put in place; None takes a node out."""
        of_chunk: dict[int, dict[int, TreeNode | None]] = defaultdict(dict)
        for node_id, node in nodes.items():
            of_chunk[node_id // _CHUNK][node_id % _CHUNK] = node
        chunks = list(self._chunks)
        chunks.extend([_EMPTY] * (max(of_chunk, default=-1) + 1 - len(chunks)))
        count = self._count
        for number, changes in of_chunk.items():
            chunk = list(chunks[number])
            for place, node in changes.items():
                count += (node is not None) - (chunk[place] is not None)
                chunk[place] = node
            chunks[number] = tuple(chunk) if any(node is not None for node in chunk) else _EMPTY
        return NodeTable(tuple(chunks), count)
