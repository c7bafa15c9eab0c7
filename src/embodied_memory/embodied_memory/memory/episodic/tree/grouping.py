"""The role group-and-summarise (H2-EMV, Algorithms 1 and 2), whoever plays it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from embodied_memory.memory.episodic.tree.node import NodeContent, TreeNode


class NodeReader(Protocol):
    """A tree, finished or not."""

    def children(self, node: TreeNode) -> list[TreeNode]:
        """In order of time."""
        ...


@dataclass(frozen=True)
class Group:
    """Items under one summary. children: their ids, in order of time; content: what all of them are about."""

    children: tuple[int, ...]
    content: NodeContent
    summary: str


class GroupAndSummarise(Protocol):
    """Decides which items belong together and says what they are about."""

    @property
    def takes_batches(self) -> bool:
        """True: several new records are decided on together, to save time; False: one after another."""
        ...

    def group(self, parents: Sequence[TreeNode], new: Sequence[TreeNode], tree: NodeReader) -> list[Group]:
        """Groups that hold every child of the parents and every new item exactly once, in order of time.

        parents: the groups so far, one level above the new items; new: at least one, none has a parent yet.
        Placeholders may be among the items: what they keep may be summarised, never told.
        """
        ...

    def summarise(self, items: Sequence[TreeNode]) -> Group:
        """All of these as one group: for a parent whose items are given (simple-summarise)."""
        ...
