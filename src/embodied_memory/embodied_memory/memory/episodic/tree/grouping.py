"""The role group-and-summarise, whoever plays it, and time-aware grouping (H2-EMV, Algorithm 1).

For cut-offs from the tree's own gaps, and clusters in time (Algorithm 1, line 2; Algorithm 2, line 11), the
paper has no formulas. Gaps spread over orders of magnitude, so their logarithm is looked at: a gap is a break
when it is far above what is usual on its level of late. Of a summary by template a placeholder keeps the
headline; the lines below keep people, objects, places and outcomes findable.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from itertools import pairwise
from typing import Protocol, TypeVar

from embodied_memory.config import HistoryTreeConfig
from embodied_memory.memory.episodic.tree.node import Level, NodeContent, TreeNode
from embodied_memory.words.wording.phrases import listed, tallied


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


SECOND = 1_000_000_000


class Span(Protocol):
    """Anything that has a beginning and an end."""

    @property
    def first_ns(self) -> int:
        """The beginning."""
        ...

    @property
    def last_ns(self) -> int:
        """The end."""
        ...


S = TypeVar("S", bound=Span)


def gap_ns(earlier: Span, later: Span) -> int:
    """The time between two spans, 0 where they overlap."""
    return max(0, later.first_ns - earlier.last_ns)


def cutoff_ns(latest: Sequence[Span], level: int, config: HistoryTreeConfig) -> int:
    """Items of this level farther apart than this do not get one parent. latest: the level's newest, by time."""
    place = min(level, len(config.least_cutoff_s)) - 1
    least, longest = config.least_cutoff_s[place], config.longest_cutoff_s[place]
    logarithms = [math.log1p(gap_ns(a, b) / SECOND) for a, b in pairwise(latest)]
    if not logarithms:
        return round(longest * SECOND)
    mean = math.fsum(logarithms) / len(logarithms)
    variance = math.fsum((value - mean) ** 2 for value in logarithms) / len(logarithms)
    exponent = min(mean + config.cutoff_deviations * math.sqrt(variance), 50.0)
    return round(min(max(math.expm1(exponent), least), longest) * SECOND)


def longest_cutoff_ns(level: int, config: HistoryTreeConfig) -> int:
    """What the cut-off of this level never exceeds."""
    return round(config.longest_cutoff_s[min(level, len(config.longest_cutoff_s)) - 1] * SECOND)


def typical_gap_ns(latest: Sequence[Span]) -> int:
    """The median gap between these, 0 for fewer than three."""
    gaps = sorted(gap_ns(a, b) for a, b in pairwise(latest))
    return gaps[len(gaps) // 2] if len(gaps) > 1 else 0


def time_clusters(items: Iterable[S], cutoff: int) -> list[list[S]]:
    """Items in order of time, cut wherever the gap to all before is larger than the cut-off, in nanoseconds."""
    clusters: list[list[S]] = []
    end: int | None = None
    for item in items:
        if end is not None and item.first_ns - end <= cutoff:
            clusters[-1].append(item)
        else:
            clusters.append([item])
        end = item.last_ns if end is None else max(end, item.last_ns)
    return clusters


_HEADLINE_CHARACTERS = 160
_HEADLINE_PLACES = 3
_REMEMBERED = 6


def summarise(content: NodeContent, level: int) -> str:
    """The summary of a node of this level that is about this. A line that says nothing new is left out."""
    headline, told = _headline(content)
    more = [deed.text for deed in content.deeds if deed.text not in told]
    remembered = [each.text for each in content.highlights if each.text not in told and each.text not in more]
    lines = [headline]
    if level > Level.EVENT:
        lines += [_line("people", [name for name in content.people if name not in headline])]
        lines += [_line("places", [place for place in content.places if place not in headline])]
    lines += [_line("things", [name for name in content.objects if name not in headline])]
    lines += [_line("also", more, "; "), _line("to remember", remembered[-_REMEMBERED:], "; ")]
    return "\n".join(line for line in lines if line)


def _headline(content: NodeContent) -> tuple[str, set[str]]:
    """(the first line, the deeds told in it): the weightiest deeds that fit, in order of time."""
    told: set[str] = set()
    room = _HEADLINE_CHARACTERS
    for deed in sorted(content.deeds, key=lambda each: -each.weight):
        if not told or len(deed.text) <= room:
            told.add(deed.text)
            room -= len(deed.text) + 2
    if told:
        return "; ".join(deed.text for deed in content.deeds if deed.text in told), told
    return f"saw {tallied(content.objects) or 'nothing I know'}{_where(content)}", told


def _where(content: NodeContent) -> str:
    places = [f"the {place}" for place in content.places[:_HEADLINE_PLACES]]
    return f" in {listed(places)}" if places else ""


def _line(name: str, parts: list[str], separator: str = ", ") -> str:
    return f"{name}: {separator.join(parts)}" if parts else ""


def told_time(stamp_ns: int) -> str:
    """ "2025-03-01 14:05:09", in UTC."""
    return datetime.fromtimestamp(stamp_ns // SECOND, timezone.utc).strftime("%Y-%m-%d %H:%M:%S")


def told_span(first_ns: int, last_ns: int) -> str:
    """ "2025-03-01 14:05:09 to 14:06:00"."""
    first, last = told_time(first_ns), told_time(last_ns)
    if first == last:
        return first
    return f"{first} to {last[11:] if first[:10] == last[:10] else last}"
