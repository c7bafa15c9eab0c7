"""A finished history tree, which never changes, and the working copy from which the next one is made.

Its nodes lie in a persistent table by id: every version stays readable while the next one is made.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from embodied_memory.memory.episodic.tree.node import ROOT, Level, TreeNode


class MissingNodeError(KeyError):
    """A node that is asked for is not there: asked for by somebody who made it up, or the tree is damaged."""


class Nodes(Protocol):
    """The nodes of one version of the tree, by id: in memory (`NodeTable`) or in the database (`StoredNodes`)."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[TreeNode]:
        """All by ascending id."""

    def get(self, node_id: int) -> TreeNode | None:
        """The node, or None."""

    def hold(self, node_ids: Iterable[int]) -> None:
        """These nodes are about to be written anew: this version keeps them as they are."""

    def updated(self, nodes: Mapping[int, TreeNode | None]) -> Nodes:
        """The next version, with these nodes in place; None takes a node out."""


@dataclass(frozen=True)
class TreeChanges:
    """What makes one tree into the next. nodes: by id, None where one is gone; last_record_id: built up to there."""

    nodes: Mapping[int, TreeNode | None] = field(default_factory=dict)
    next_id: int = 1
    last_record_id: int = 0


def empty_root(level: int) -> TreeNode:
    """The root of a tree without any record."""
    return TreeNode(ROOT, level, 0, 0, "nothing has happened yet")


class _ById(ABC):
    """Nodes that are looked up by their ids."""

    @abstractmethod
    def get(self, node_id: int) -> TreeNode | None:
        """The node as it is in this version, or None."""

    def node(self, node_id: int) -> TreeNode:
        """Raises MissingNodeError if there is no such node (any more)."""
        found = self.get(node_id)
        if found is None:
            raise MissingNodeError(f"the history tree has no node {node_id}")
        return found

    def children(self, node: TreeNode) -> list[TreeNode]:
        """In order of time."""
        return [self.node(child) for child in node.children]


@dataclass(frozen=True)
class Tree(_ById):
    """A snapshot. top: the root's level; last_record_id: the newest record it was built from."""

    nodes: Nodes
    top: int
    next_id: int = 1
    last_record_id: int = 0

    @staticmethod
    def empty(top: int) -> Tree:
        """A tree of a root alone."""
        return Tree(NodeTable().updated({ROOT: empty_root(top)}), top)

    def __len__(self) -> int:
        """How many nodes there are, the root not counted."""
        return len(self.nodes) - 1

    @property
    def root(self) -> TreeNode:
        """The node above all others."""
        return self.node(ROOT)

    def get(self, node_id: int) -> TreeNode | None:
        """The node, or None."""
        return self.nodes.get(node_id)

    def walk(self, node: TreeNode | None = None) -> Iterator[TreeNode]:
        """This node (the root if not given) and all below it, from the top down and in order of time."""
        waiting = [node or self.root]
        while waiting:
            following = waiting.pop()
            yield following
            waiting.extend(self.node(child) for child in reversed(following.children))

    def level(self, level: int) -> Iterator[TreeNode]:
        """The nodes of one level in order of time, placeholders among them."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if node.level == level:
                yield node
            elif node.level > level:
                waiting.extend(self.node(child) for child in reversed(node.children))

    def leaves(self, node: TreeNode | None = None) -> Iterator[TreeNode]:
        """The records still there, in order of time."""
        return (each for each in self.walk(node) if each.level == Level.INSTANT and not each.is_forgotten)

    def with_changes(self, changes: TreeChanges) -> Tree:
        """The next tree; this one stays as it is."""
        return replace(
            self, nodes=self.nodes.updated(changes.nodes), next_id=changes.next_id,
            last_record_id=max(self.last_record_id, changes.last_record_id),
        )  # fmt: skip

    def outline(self) -> list[str]:
        """One line a node, indented by depth: what a reader would see."""
        return [f"{'  ' * (self.top - node.level)}{node.shown.partition(chr(10))[0]}" for node in self.walk()]


class WorkingTree(_ById):
    """A tree under construction: reads through to the finished one, keeps what is new to itself."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.top = tree.top
        self.next_id = tree.next_id
        self.last_record_id = tree.last_record_id
        self._nodes: dict[int, TreeNode | None] = {}

    def get(self, node_id: int) -> TreeNode | None:
        """The node as it is by now, or None."""
        return self._nodes[node_id] if node_id in self._nodes else self.tree.nodes.get(node_id)

    def new_id(self) -> int:
        """An id that no node ever had."""
        self.next_id += 1
        return self.next_id - 1

    def put(self, node: TreeNode) -> TreeNode:
        """Add or revise a node."""
        self._nodes[node.node_id] = node
        return node

    def remove(self, node_id: int) -> None:
        """Take a node out; those below it are the caller's."""
        self._nodes[node_id] = None

    def changes(self) -> TreeChanges:
        """All that was done so far. A node that came and went within it leaves no trace."""
        kept = {
            node_id: node
            for node_id, node in self._nodes.items()
            if node is not None or self.tree.nodes.get(node_id) is not None
        }
        same = {node_id for node_id, node in kept.items() if node == self.tree.nodes.get(node_id)}
        return TreeChanges(
            {node_id: node for node_id, node in kept.items() if node_id not in same},
            self.next_id,
            self.last_record_id,
        )


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
