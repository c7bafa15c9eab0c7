"""Letting go of what a rule kept, when the rule is gone."""

from __future__ import annotations

from dataclasses import replace

from embodied_memory.memory.episodic.forgetting.lifetimes import Lifetimes
from embodied_memory.memory.episodic.tree.node import FOREVER, TreeNode
from embodied_memory.memory.episodic.tree.tree import Tree, TreeChanges, WorkingTree


def released(tree: Tree, rule_ids: frozenset[int], lifetimes: Lifetimes) -> TreeChanges:
    """What these rules kept gets back the expiry it would have had; the next forgetting judges it anew."""
    work = WorkingTree(tree)
    for node in reversed(list(tree.walk())):
        if node.level == tree.top or node.is_forgotten:
            continue
        children = [child for child in work.children(node) if not child.is_forgotten]
        expires = max([_own_expiry(node, rule_ids, lifetimes), *(child.expires_ns for child in children)])
        let_go = node.kept_by in rule_ids
        if expires != node.expires_ns or let_go:
            relevance, kept_by = (None, 0) if let_go else (node.relevance, node.kept_by)
            work.put(replace(node, expires_ns=expires, relevance=relevance, kept_by=kept_by))
    return work.changes()


def _own_expiry(node: TreeNode, rule_ids: frozenset[int], lifetimes: Lifetimes) -> int:
    """Without the children. What stands for ever without a rule of its own stood so for a child's sake."""
    kept_for_child = node.expires_ns == FOREVER and not node.kept_by
    if node.kept_by in rule_ids or kept_for_child:
        return lifetimes.expires_ns(node.level, node.last_ns)
    return node.expires_ns
