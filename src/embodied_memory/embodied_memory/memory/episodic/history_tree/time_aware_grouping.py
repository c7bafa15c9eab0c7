"""Time-aware incremental grouping and summarisation (H2-EMV, Algorithm 1)."""

from __future__ import annotations

from collections.abc import Sequence

from embodied_memory.memory.episodic.tree.grouping import Group, GroupAndSummarise, NodeReader
from embodied_memory.memory.episodic.tree.node import TreeNode
from embodied_memory.memory.episodic.tree.temporal_statistics import time_clusters


def group_time_aware(
    parents: Sequence[TreeNode],
    new: Sequence[TreeNode],
    cutoff: int,
    longest_cutoff: int,
    grouping: GroupAndSummarise,
    tree: NodeReader,
) -> list[Group]:
    """The parents with the new items grouped in. Items farther apart than the cut-off (ns) are not put together.

    Differs from the paper in two points. A parent made under a wider cut-off is not torn apart (there it would
    be in no cluster). And where all items stand alone, the paper puts all of them to the model at once; here only
    those no farther apart than the longest cut-off, so that a night never joins two days.
    """
    level = new[0].level
    items: list[TreeNode] = sorted([*parents, *new], key=lambda item: (item.first_ns, item.level == level))
    clusters = time_clusters(items, cutoff)
    if len(clusters) == len(items) and all(len(parent.children) == 1 for parent in parents):
        clusters = time_clusters(items, longest_cutoff)
    grouped: list[Group] = []
    for cluster in clusters:
        old = [item for item in cluster if item.level > level]
        added = [item for item in cluster if item.level == level]
        if added:
            grouped += grouping.group(old, added, tree)
        else:
            grouped += [unchanged(parent) for parent in old]
    return grouped


def unchanged(parent: TreeNode) -> Group:
    """A parent as the group that it is."""
    return Group(parent.children, parent.content, parent.summary)
