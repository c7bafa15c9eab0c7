"""Exploring the tree for a question without a model (H2-EMV and H-EMV: expand and search, until it is answered).

Best first: the most promising node is read; a summary is expanded, a leaf is evidence. What it costs is counted
as it would be for a language model: every character shown is read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from embodied_memory.memory.episodic.tree.node import Highlight, TreeNode

EmbedText = Callable[[Sequence[str]], NDArray[np.float32]]

CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True)
class NodeView:
    """A node as a reader sees it. text: its summary, or that it is forgotten; record_id: of a leaf, 0 above."""

    node_id: int
    level: int
    first_ns: int
    last_ns: int
    text: str
    record_id: int
    children: int
    forgotten: bool

    @staticmethod
    def of(node: TreeNode) -> NodeView:
        """Without anything that is forgotten."""
        return NodeView(
            node.node_id, node.level, node.first_ns, node.last_ns, node.shown, node.record_id,
            len(node.children), node.is_forgotten,
        )  # fmt: skip


@dataclass(frozen=True)
class ExplorationStep:
    """One action: "search", "expand" or "take" (a leaf as evidence). score: how promising the node was, 0 to 1."""

    action: str
    node_id: int
    level: int
    score: float


@dataclass(frozen=True)
class ExplorationCost:
    """What exploring took: nodes expanded, nodes and characters read, and tokens at four characters each."""

    nodes_expanded: int = 0
    nodes_read: int = 0
    characters_read: int = 0

    @property
    def tokens(self) -> int:
        """A usual estimate for English."""
        return -(-self.characters_read // CHARACTERS_A_TOKEN)


@dataclass(frozen=True)
class TreeExploration:
    """What was found for a question, the most promising first.

    record_ids: leaves; highlights: sentences that summaries keep of forgotten ones (record_id 0: no rule asked for
    it); summaries: the nodes read that fit best; forgotten: (first_ns, last_ns) of what was met and
    is forgotten.
    """

    question: str
    steps: tuple[ExplorationStep, ...] = ()
    record_ids: tuple[int, ...] = ()
    highlights: tuple[Highlight, ...] = ()
    summaries: tuple[NodeView, ...] = ()
    forgotten: tuple[tuple[int, int], ...] = ()
    cost: ExplorationCost = field(default_factory=ExplorationCost)
