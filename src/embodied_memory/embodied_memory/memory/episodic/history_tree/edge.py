"""Where in the tree a new record belongs: the nodes above its time, level by level. Usually the right edge."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from embodied_memory.memory.episodic.tree.node import Level, TreeNode
from embodied_memory.memory.episodic.tree.tree import WorkingTree


class Edge:
    """The path from the root to the last event that began at or before a time.

    It ends early where there is nothing yet, or where what was is forgotten.
    """

    def __init__(self, tree: WorkingTree, at_ns: int) -> None:
        self._tree = tree
        self._nodes: dict[int, TreeNode] = {tree.top: tree.node(0)}
        self._places: dict[int, int] = {}
        self.at_ns = at_ns
        for level in range(tree.top - 1, Level.INSTANT, -1):
            above = self._nodes[level + 1]
            if not above.children:
                break
            place = bisect_right(_Beginnings(tree, above), at_ns) - 1
            node = tree.node(above.children[max(place, 0)])
            if node.is_forgotten or node.level != level:
                break
            self._nodes[level], self._places[level] = node, max(place, 0)

    def at(self, level: int) -> TreeNode | None:
        """The node of the path on that level."""
        return self._nodes.get(level)

    def latest(self, level: int, count: int) -> list[TreeNode]:
        """Up to so many nodes of a level that end the path's part of the tree, in order of time."""
        found: list[TreeNode] = []
        for node in self._backwards(level):
            if node.first_ns <= self.at_ns:
                found.append(node)
            if len(found) == count:
                break
        return found[::-1]

    def place(self, level: int) -> int:
        """Which child of the path's node above the path's node of that level is; 0 if there is none."""
        return self._places.get(level, 0)

    def _backwards(self, level: int) -> Iterator[TreeNode]:
        lowest = min(each for each in self._nodes if each >= level)
        if lowest == level:
            yield self._nodes[level]
        else:
            yield from self._below(self._nodes[lowest].children, level)
        for height in range(lowest + 1, self._tree.top + 1):
            yield from self._below(self._nodes[height].children[: self.place(height - 1)], level)

    def _below(self, children: tuple[int, ...], level: int) -> Iterator[TreeNode]:
        """What is being regrouped on a lower level may be gone already: it is passed over."""
        for child in reversed(children):
            node = self._tree.get(child)
            if node is not None and node.level == level:
                yield node
            elif node is not None and node.level > level:
                yield from self._below(node.children, level)


class _Beginnings:
    """The children's first stamps, as a sequence to bisect without reading all of them."""

    def __init__(self, tree: WorkingTree, parent: TreeNode) -> None:
        self._tree = tree
        self._children = parent.children

    def __len__(self) -> int:
        return len(self._children)

    def __getitem__(self, place: int) -> int:
        return self._tree.node(self._children[place]).first_ns
