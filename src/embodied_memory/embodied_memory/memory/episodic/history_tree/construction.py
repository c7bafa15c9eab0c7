"""Online construction of the history tree (H2-EMV, Algorithm 2).

A new record belongs at the edge of the tree: below the nodes above its time, level by level. Usually the right
edge.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from embodied_memory.config import HistoryTreeConfig
from embodied_memory.memory.episodic.forgetting.lifetimes import Lifetimes
from embodied_memory.memory.episodic.history_tree.content import (
    Emphasis,
    TreeRecord,
    content_of_record,
    emphasised,
    text_of_record,
)
from embodied_memory.memory.episodic.tree.grouping import (
    Group,
    GroupAndSummarise,
    cutoff_ns,
    gap_ns,
    group_time_aware,
    longest_cutoff_ns,
    typical_gap_ns,
    unchanged,
)
from embodied_memory.memory.episodic.tree.node import FOREVER, ROOT, Level, TreeNode
from embodied_memory.memory.episodic.tree.tree import Tree, TreeChanges, WorkingTree


class Construction:
    """Makes the next tree from the last one and new records. Pure: the tree given is not changed."""

    def __init__(self, config: HistoryTreeConfig, lifetimes: Lifetimes, grouping: GroupAndSummarise) -> None:
        self._config = config
        self._lifetimes = lifetimes
        self._grouping = grouping

    def grow(self, tree: Tree, records: Iterable[TreeRecord], emphasis: Emphasis) -> TreeChanges:
        """Add records: those that follow all others in one batch if the grouping takes batches, else one by one."""
        work = WorkingTree(tree)
        waiting: list[TreeRecord] = sorted(records, key=lambda record: (record.stamp_ns, record.record_id))
        while waiting:
            end = work.node(ROOT).last_ns
            size = len(waiting) if self._grouping.takes_batches and waiting[0].stamp_ns >= end else 1
            leaves = [self._leaf(work, record, emphasis) for record in waiting[:size]]
            self._integrate(work, leaves)
            work.last_record_id = max(work.last_record_id, *(record.record_id for record in waiting[:size]))
            waiting = waiting[size:]
        return work.changes()

    def _leaf(self, work: WorkingTree, record: TreeRecord, emphasis: Emphasis) -> TreeNode:
        stamp, text, content = record.stamp_ns, text_of_record(record), content_of_record(record)
        raw_expires = self._lifetimes.expires_ns(Level.RAW, stamp) if record.has_detail else 0
        return work.put(
            TreeNode(
                work.new_id(), Level.INSTANT, stamp, stamp, text,
                emphasised(content, emphasis(content, text), record.record_id, text, stamp),
                record_id=record.record_id,
                expires_ns=max(self._lifetimes.expires_ns(Level.INSTANT, stamp), raw_expires),
                raw_expires_ns=raw_expires,
            )
        )  # fmt: skip

    def _integrate(self, work: WorkingTree, leaves: list[TreeNode]) -> None:
        """Algorithm 2, bottom-up until nothing changes."""
        edge = Edge(work, leaves[0].first_ns)
        touched = [leaf.node_id for leaf in leaves]
        new, torn = leaves, list[TreeNode]()
        for level in range(Level.INSTANT, work.top - 1):
            if self._prevents_push(edge, new, torn):
                touched += self._insert_into_latest(work, edge, new)
                break
            above = edge.at(level + 2)
            hidden, old = self._edge_children(work, edge, above)
            following = self._regrouped(work, edge, old, torn, new)
            first = _first_change(following, old)
            if first is None:
                break
            touched += [node.node_id for node in following[first:]]
            if above is not None and above.level == work.top:
                self._top(work, hidden, following, first)
            elif first < len(old) or above is None:
                # What changed takes its siblings along: their parent is grouped anew, on the next level.
                new, torn = following, [above] if above else []
            else:
                new, torn = following[first:], []
        self._widen_above(work, touched)

    def _edge_children(
        self, work: WorkingTree, edge: Edge, above: TreeNode | None
    ) -> tuple[tuple[int, ...], list[TreeNode]]:
        """(ids that cannot change, the children that may): of the root, which has many, only the latest may."""
        if above is None:
            return (), []
        begin = 0
        if above.level == work.top:
            begin = max(0, edge.place(above.level - 1) + 1 - self._config.visible_parents)
        return above.children[:begin], [work.node(child) for child in above.children[begin:]]

    def _regrouped(
        self, work: WorkingTree, edge: Edge, old: list[TreeNode], torn: list[TreeNode], new: list[TreeNode]
    ) -> list[TreeNode]:
        """All parents one level above the new items, in order of time; those that can be seen took the new in."""
        level, begin = new[0].level, new[0].first_ns
        holder = edge.at(Level.EVENT)
        if level == Level.INSTANT and len(new) == 1 and holder and holder.first_ns <= begin < holder.last_ns:
            return self._slipped_in(work, old, holder, new[0])
        gone = {node.node_id for node in torn}
        parents = [node for node in old if node.node_id not in gone]
        cutoff = cutoff_ns(edge.latest(level, self._config.statistics_window), level, self._config)
        visible = self._visible(parents, begin, round(cutoff * self._config.visible_cutoffs))
        longest = longest_cutoff_ns(level, self._config)
        groups = group_time_aware(visible, new, cutoff, longest, self._grouping, work)
        made = self._nodes_of(work, groups, [*visible, *torn])
        seen = {node.node_id for node in visible}
        return sorted(
            [*(node for node in parents if node.node_id not in seen), *made], key=lambda node: node.first_ns
        )

    def _visible(self, parents: Sequence[TreeNode], begin: int, reach: int) -> list[TreeNode]:
        """The latest parents that began before and did not end too long before: none behind a placeholder."""
        visible: list[TreeNode] = []
        before = [node for node in parents if node.first_ns <= begin]
        for node in reversed(before[-self._config.visible_parents :]):
            if node.is_forgotten or node.last_ns < begin - reach:
                break
            visible.insert(0, node)
        return visible

    def _slipped_in(
        self, work: WorkingTree, parents: list[TreeNode], holder: TreeNode, leaf: TreeNode
    ) -> list[TreeNode]:
        """A late record that falls within an event is part of it."""
        items = sorted([*work.children(holder), leaf], key=lambda item: (item.first_ns, item.record_id))
        (made,) = self._nodes_of(work, [self._grouping.summarise(items)], [holder])
        return [made if node.node_id == holder.node_id else node for node in parents]

    def _nodes_of(self, work: WorkingTree, groups: Sequence[Group], known: Sequence[TreeNode]) -> list[TreeNode]:
        """Nodes of the groups. One that begins as a known node did is that node, revised; the others go."""
        of_first = {node.children[0]: node for node in known if node.children}
        made = [self._node_of(work, group, of_first.pop(group.children[0], None)) for group in groups]
        for node in of_first.values():
            work.remove(node.node_id)
        return made

    def _node_of(self, work: WorkingTree, group: Group, known: TreeNode | None) -> TreeNode:
        if known is not None and unchanged(known) == group:
            return work.node(known.node_id)
        children = [work.node(child) for child in group.children]
        last = max(child.last_ns for child in children)
        level = children[0].level + 1
        expiries = [child.expires_ns for child in children if not child.is_forgotten]
        node = TreeNode(
            known.node_id if known else work.new_id(), level, min(child.first_ns for child in children), last,
            group.summary, group.content, group.children, parent=known.parent if known else -1,
            expires_ns=max(self._lifetimes.expires_ns(level, last), *expiries, known.expires_ns if known else 0),
            relevance=known.relevance if known else None, kept_by=known.kept_by if known else 0,
        )  # fmt: skip
        return _adopting(work, work.put(node))

    def _prevents_push(self, edge: Edge, new: Sequence[TreeNode], torn: Sequence[TreeNode]) -> bool:
        """prevent-push-to-upper-layer: so near to the latest summary that one of its own would be out of proportion.

        Only among higher summaries, and only up to four times as many children as grouping itself allows.
        """
        level = new[0].level
        latest = edge.at(level + 1)
        if torn or level < Level.GOAL or latest is None or new[0].first_ns < latest.last_ns:
            return False
        limit = self._config.max_children[min(level, len(self._config.max_children)) - 1]
        if not limit <= len(latest.children) <= 4 * limit - len(new):
            return False
        typical = typical_gap_ns(edge.latest(level + 1, self._config.statistics_window))
        return gap_ns(latest, new[-1]) < self._config.near_gap_factor * typical

    def _insert_into_latest(self, work: WorkingTree, edge: Edge, new: Sequence[TreeNode]) -> list[int]:
        latest = edge.at(new[0].level + 1)
        assert latest is not None
        group = self._grouping.summarise([*work.children(latest), *new])
        return [self._node_of(work, group, latest).node_id]

    def _top(self, work: WorkingTree, hidden: tuple[int, ...], children: Sequence[TreeNode], first: int) -> None:
        """simple-summarise: the root says what all of it is about, made from what it said and what is new."""
        root = work.node(ROOT)
        so_far = [replace(root, level=work.top - 1)] if root.children else []
        group = self._grouping.summarise([*so_far, *children[first:]])
        root = replace(root, summary=group.summary, content=group.content,
                       children=(*hidden, *(child.node_id for child in children)))  # fmt: skip
        if not so_far:
            root = replace(root, first_ns=children[0].first_ns, last_ns=children[0].last_ns, expires_ns=FOREVER)
        work.put(root)
        for child in children:
            if child.parent != ROOT:
                work.put(replace(work.node(child.node_id), parent=ROOT))

    def _widen_above(self, work: WorkingTree, touched: Iterable[int]) -> None:
        """Every node above covers the time of these and outlives them."""
        for node in [found for node_id in dict.fromkeys(touched) if (found := work.get(node_id))]:
            below = node
            while below.parent >= 0:
                above = work.node(below.parent)
                first, last = min(above.first_ns, below.first_ns), max(above.last_ns, below.last_ns)
                expires = above.expires_ns
                if above.level < work.top:
                    expires = max(expires, below.expires_ns, self._lifetimes.expires_ns(above.level, last))
                if (first, last, expires) != (above.first_ns, above.last_ns, above.expires_ns):
                    above = work.put(replace(above, first_ns=first, last_ns=last, expires_ns=expires))
                below = above


def _adopting(work: WorkingTree, parent: TreeNode) -> TreeNode:
    for child in parent.children:
        node = work.node(child)
        if node.parent != parent.node_id:
            work.put(replace(node, parent=parent.node_id))
    return parent


def _first_change(now: Sequence[TreeNode], before: Sequence[TreeNode]) -> int | None:
    """The place of the first parent that is new, gone, or about something else (index-of-first-change)."""
    for place, (one, other) in enumerate(zip(now, before, strict=False)):
        if one.node_id != other.node_id or unchanged(one) != unchanged(other):
            return place
    return None if len(now) == len(before) else min(len(now), len(before))


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
