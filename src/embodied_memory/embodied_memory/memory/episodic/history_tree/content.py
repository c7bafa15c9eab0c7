"""What nodes are about: made from a record, merged from children. Lists are bounded, so that merging stays cheap.

Merging one by one gives the same as merging all at once: each list keeps the first (or the weightiest, or the
newest) so many of all there were, whichever way they came together.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate, chain
from typing import TypeVar

from embodied_memory.config import HistoryTreeConfig
from embodied_memory.event import EventKind
from embodied_memory.memory.episodic.history_tree.tree_record import TreeRecord, category_of
from embodied_memory.memory.episodic.tree.node import DeedLine, Highlight, NodeContent
from embodied_memory.memory.log.event_log import INSTANT
from embodied_memory.words.wording.phrases import the_room

_PEOPLE = 16
_PLACES = 12
_GOALS = 8
_WEIGHTS = {
    EventKind.INSTRUCTION_ENDED: 6,
    EventKind.GOAL_ENDED: 5,
    EventKind.UTTERANCE: 4,
    EventKind.ACTIVITY: 4,
    EventKind.SKILL_ENDED: 3,
    EventKind.OBJECT_STATE_CHANGED: 4,
    EventKind.DEVICE_STATE_CHANGED: 4,
    EventKind.PERSON_MOVED: 1,
}
_OWN_WORDS = 2
"""What the robot said itself mostly repeats what it was asked, or did."""
_WEIGHT_OF_KIND = {kind.value: weight for kind, weight in _WEIGHTS.items()}
_LONGEST_TEXT = 240

T = TypeVar("T")


def text_of_record(record: TreeRecord) -> str:
    """The leaf's sentence: who said it, or where it was seen."""
    text = " ".join(record.text.split())[:_LONGEST_TEXT]
    if record.kind == EventKind.UTTERANCE.value:
        return f'{record.actor or "someone"} said "{text}"'
    where = f" in {the_room(record.place)}" if record.place and record.place.lower() not in text.lower() else ""
    failed = " (failed)" if record.succeeded is False and "fail" not in text.lower() else ""
    return f"{text.rstrip('.') if where else text}{where}{failed}"


def content_of_record(record: TreeRecord) -> NodeContent:
    """What a leaf is about."""
    text = text_of_record(record)
    deed = DeedLine(record.stamp_ns, _weight(record), text)
    return NodeContent(
        people=record.people,
        objects=tuple(dict.fromkeys(category_of(name) for name in record.object_ids)),
        places=(record.place,) if record.place else (),
        goals=(record.goals,) if record.goals else (),
        kinds=(INSTANT if record.is_view else record.kind,),
        deeds=() if record.is_view else (deed,),
    )


def _weight(record: TreeRecord) -> int:
    """How much it says about what happened: by its kind, and by what is new in this home or of use there."""
    is_own = record.kind == EventKind.UTTERANCE.value and not record.people
    return (_OWN_WORDS if is_own else _WEIGHT_OF_KIND.get(record.kind, 1)) + record.interest


def emphasised(content: NodeContent, emphasis: int, record_id: int, text: str, stamp_ns: int) -> NodeContent:
    """The content of a leaf, brought forward or played down by a rule. text: the leaf's sentence."""
    if emphasis > 0:
        return replace(content, highlights=(Highlight(stamp_ns, record_id, text),))
    if emphasis < 0:
        return replace(content, deeds=tuple(replace(deed, weight=0) for deed in content.deeds))
    return content


def merged(contents: Sequence[NodeContent], config: HistoryTreeConfig) -> NodeContent:
    """What a node is about whose children are about these, given in order of time."""
    return NodeContent(
        people=_first((each.people for each in contents), _PEOPLE),
        objects=_first((each.objects for each in contents), config.summary_objects),
        places=_first((each.places for each in contents), _PLACES),
        goals=_first((each.goals for each in contents), _GOALS),
        kinds=_first((each.kinds for each in contents), len(EventKind) + 1),
        deeds=_weightiest(chain.from_iterable(each.deeds for each in contents), config.summary_words),
        highlights=_newest(chain.from_iterable(each.highlights for each in contents), config.summary_highlights),
    )


def _first(lists: Iterable[tuple[T, ...]], limit: int) -> tuple[T, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(lists)))[:limit]


def _weightiest(deeds: Iterable[DeedLine], words: int) -> tuple[DeedLine, ...]:
    """So many that their words are no more; in order of time.

    The same text is kept once, as it was last true, and of equal weight the later ones: what is asked for is mostly
    the last time. The first stays however long it is.
    """
    of_text: dict[str, DeedLine] = {}
    for deed in deeds:
        known = of_text.get(deed.text, deed)
        of_text[deed.text] = max(known, deed, key=_when)
    ordered = sorted(of_text.values(), key=lambda deed: (-deed.weight, -deed.stamp_ns))
    told = list(accumulate(deed.text.count(" ") + 1 for deed in ordered))
    return tuple(sorted(ordered[: max(1, bisect_right(told, words))], key=_when))


def _when(deed: DeedLine) -> int:
    return deed.stamp_ns


def _newest(highlights: Iterable[Highlight], limit: int) -> tuple[Highlight, ...]:
    """The same text is kept once, as it was first true; of all the newest, in order of time."""
    of_text: dict[str, Highlight] = {}
    for each in highlights:
        of_text.setdefault(each.text, each)
    if len(of_text) <= limit:
        return tuple(of_text.values())
    return tuple(sorted(of_text.values(), key=lambda each: (each.stamp_ns, each.record_id))[-limit:])
