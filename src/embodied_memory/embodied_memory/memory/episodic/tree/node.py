"""The nodes of the history tree, and the stretch of time that a question is about.

Nodes never change: a revised node is a new one with the same id.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

FOREVER = 2**63 - 1
"""The expiry of what is never forgotten."""
ROOT = 0
"""The id of the root; its level is the tree's highest."""


class Level(IntEnum):
    """The predefined levels (H2-EMV, section 4.1). Higher summaries are 4 and above, the root is the last."""

    RAW = 0
    INSTANT = 1
    EVENT = 2
    GOAL = 3
    HIGHER = 4


@dataclass(frozen=True, slots=True)
class Highlight:
    """A sentence that a relevance rule asked to remember; it stays in the summaries above its record."""

    stamp_ns: int
    record_id: int
    text: str


@dataclass(frozen=True, slots=True)
class DeedLine:
    """A sentence of something done or said, and how much it says about what happened (more is more)."""

    stamp_ns: int
    weight: int
    text: str


@dataclass(frozen=True, slots=True)
class NodeContent:
    """What a node is about: what grouping compares and summaries are made of. All of bounded length.

    objects: categories; goals: the distinct goal stacks; kinds: of the records; first appearance first.
    """

    people: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    goals: tuple[tuple[str, ...], ...] = ()
    kinds: tuple[str, ...] = ()
    deeds: tuple[DeedLine, ...] = ()
    highlights: tuple[Highlight, ...] = ()


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node: SceneGraphInstant or event record (level 1), EventSummary (2), GoalSummary (3), HigherSummary (4+).

    first_ns to last_ns: the time it describes. children: ids in order of time; parent: -1 while it has none.
    record_id: of a leaf, 0 above. expires_ns: when it is due to be forgotten. raw_expires_ns: the same for the raw
    observation behind a leaf, 0 if there is none (any more). relevance: the last estimated factor, None before;
    kept_by: the rule that gave it, 0 if none did.
    """

    node_id: int
    level: int
    first_ns: int
    last_ns: int
    summary: str
    content: NodeContent = NodeContent()
    children: tuple[int, ...] = ()
    parent: int = -1
    record_id: int = 0
    expires_ns: int = FOREVER
    raw_expires_ns: int = 0
    relevance: float | None = None
    kept_by: int = 0

    @property
    def headline(self) -> str:
        """The first line of the summary."""
        return self.summary.partition("\n")[0]

    @property
    def shown(self) -> str:
        """What a reader of the tree sees; `summary` is for those who build it."""
        return self.summary

    @property
    def is_forgotten(self) -> bool:
        """Whether this is a placeholder."""
        return False


@dataclass(frozen=True, slots=True)
class ForgottenPlaceholder(TreeNode):
    """Stands where nodes were forgotten: their time and first line, which only summarising may see."""

    @property
    def shown(self) -> str:
        """That there was something, not what."""
        return "(forgotten)"

    @property
    def is_forgotten(self) -> bool:
        """Always."""
        return True


@dataclass(frozen=True)
class TimeSpan:
    """From first to last, both included."""

    first_ns: int
    last_ns: int

    def touches(self, node: TreeNode) -> bool:
        """Whether any of the node's time is in it."""
        return node.first_ns <= self.last_ns and node.last_ns >= self.first_ns


ALWAYS = TimeSpan(0, 2**63 - 1)
