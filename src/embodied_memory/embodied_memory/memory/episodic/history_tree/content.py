"""What nodes are about: made from a record and the goals it was part of, merged from children.

Lists are bounded, so that merging stays cheap. Merging one by one gives the same as merging all at once: each
list keeps the first (or the weightiest, or the newest) so many of all there were, whichever way they came
together. Relevance rules bring forward or play down what reaches the summaries (H2-EMV, section 4.1).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain
from typing import TypeVar

from embodied_memory.config import ForgettingConfig, HistoryTreeConfig
from embodied_memory.event import ROBOT, Event, EventKind, tells_of_a_look
from embodied_memory.memory.episodic.forgetting.relevance import RuleMatcher
from embodied_memory.memory.episodic.forgetting.relevance_rule import RelevanceRule
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


GoalStack = tuple[str, ...]
"""What the robot is at, the outermost first: an instruction, its goal, the skill invoked for it."""

_DEEPEST = 8
_STARTED = {
    EventKind.INSTRUCTION_STARTED: EventKind.INSTRUCTION_ENDED,
    EventKind.GOAL_STARTED: EventKind.GOAL_ENDED,
    EventKind.SKILL_STARTED: EventKind.SKILL_ENDED,
}


@dataclass(frozen=True)
class TreeRecord:
    """A record as the tree takes it. kind: that of the log; people: everyone in it but the robot.

    object_ids: memory's ids, or a category followed by a number; goals: see GoalStack; has_detail: there is a raw
    observation (sightings, a thumbnail) behind it that can be forgotten before the record is. interest: how much
    more it says than others of its kind (`UseStore.interest`).
    """

    record_id: int
    stamp_ns: int
    kind: str
    text: str
    place: str = ""
    actor: str = ""
    object_ids: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    goals: GoalStack = ()
    succeeded: bool | None = None
    has_detail: bool = False
    interest: int = 0

    @property
    def is_view(self) -> bool:
        """Whether it only tells what was seen: an instant, or the end of a look of the robot."""
        return self.kind == INSTANT or tells_of_a_look(self.kind, self.text)


def record_of_event(record_id: int, event: Event, goals: GoalStack = (), robot: str = ROBOT) -> TreeRecord:
    """An event as a record of the tree. robot: the name under which the robot acts and observes."""
    moved = [change.entity_id for change in event.changes] if event.kind is EventKind.PERSON_MOVED else []
    people = dict.fromkeys(name for name in (event.actor, *moved) if name and name != robot)
    objects = tuple(name for name in event.object_ids if name not in people)
    return TreeRecord(
        record_id, event.stamp_ns, event.kind.value, event.text, event.place, event.actor, objects,
        tuple(people), goals, event.succeeded,
    )  # fmt: skip


class GoalTracker:
    """The robot's goal stack, followed through its events (H2-EMV, section 4.2.2: the skill invocation stack)."""

    def __init__(self, robot: str = ROBOT) -> None:
        self._robot = robot
        self._open: list[tuple[str, str]] = []

    @property
    def goals(self) -> GoalStack:
        """What the robot is at now."""
        return tuple(text for _, text in self._open)

    def follow(self, event: Event) -> GoalStack:
        """The stack that this event belongs to: starts and ends are part of what they start and end."""
        if event.actor != self._robot:
            return self.goals
        if event.kind in _STARTED:
            self._open = [*self._open[: _DEEPEST - 1], (_STARTED[event.kind].value, event.text)]
            return self.goals
        before = self.goals
        kinds = [kind for kind, _ in self._open]
        if event.kind.value in kinds:
            # What was begun within it and never reported as ended is over with it.
            depth = len(kinds) - 1 - kinds[::-1].index(event.kind.value)
            self._open = self._open[:depth]
            return before[: depth + 1]
        return before


def category_of(object_id: str) -> str:
    """The word for an object: "coffee mug" for coffee_mug_2."""
    name, _, number = object_id.rpartition("_")
    return (name if name and number.isdigit() else object_id).replace("_", " ")


REMEMBER, NEUTRAL, PLAY_DOWN = 1, 0, -1

Emphasis = Callable[[NodeContent, str], int]
"""REMEMBER: the sentence stays in the summaries above; PLAY_DOWN: it is told last, if at all."""


def no_emphasis(content: NodeContent, text: str) -> int:
    """Without rules nothing is brought forward."""
    return NEUTRAL


class RuleEmphasis:
    """By the rule that decides over a record. What was only seen is not brought forward: it is seen again."""

    def __init__(self, config: ForgettingConfig, rules: Sequence[RelevanceRule]) -> None:
        self._matcher = RuleMatcher(config)
        self._rules = rules

    def __call__(self, content: NodeContent, text: str) -> int:
        """See Emphasis."""
        match = self._matcher.deciding(content, text, "", self._rules)
        if match is None:
            return NEUTRAL
        if not match.rule.keeps:
            return PLAY_DOWN
        return NEUTRAL if match.only_seen else REMEMBER
