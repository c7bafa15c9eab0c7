"""A stretch of time that a question is about."""

from __future__ import annotations

from dataclasses import dataclass

from embodied_memory.memory.episodic.tree.node import TreeNode


@dataclass(frozen=True)
class TimeSpan:
    """From first to last, both included."""

    first_ns: int
    last_ns: int

    def touches(self, node: TreeNode) -> bool:
        """Whether any of the node's time is in it."""
        return node.first_ns <= self.last_ns and node.last_ns >= self.first_ns


ALWAYS = TimeSpan(0, 2**63 - 1)
