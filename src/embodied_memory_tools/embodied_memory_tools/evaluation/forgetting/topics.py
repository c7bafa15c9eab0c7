"""What happens again and again in a household, and can be asked about each time: a thing put, an activity, a task."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from embodied_memory.event import EventKind
from embodied_memory_tools.evaluation.household_traces.mining import ACTIVITY_NAMES
from embodied_memory_tools.evaluation.household_traces.naming import Naming
from embodied_memory_tools.evaluation.household_traces.seen_history import SeenEvent
from household.home import ROBOT_ID

_ABOUT_THINGS = frozenset(
    {"report", "hearsay", "answer where", "ask where", "bring", "prefer belongs", "prefer favourite"}
)
_ABOUT_TASKS = frozenset({"promise", "remind", "plan", "fulfil", "cancel promise", "cancel reminder"})


@dataclass(frozen=True)
class Topic:
    """kind: the section of wordings; words: what is filled in there. Equal topics are occurrences of one thing."""

    kind: str
    words: tuple[tuple[str, str], ...]

    @property
    def subject(self) -> str:
        """What makes it findable: two topics of the same subject may be told by the same rule."""
        words = dict(self.words)
        return words.get("thing") or words.get("task") or f"{words['person']} {words['did']}"


def topics_of(seen: SeenEvent, naming: Naming) -> Iterator[Topic]:
    """What a person's deed or words can be asked for; nothing for what the robot did."""
    if seen.event.actor == ROBOT_ID:
        return
    if seen.event.kind is EventKind.OBJECT_STATE_CHANGED:
        yield from _handling(seen, naming)
    elif seen.event.kind is EventKind.DEVICE_STATE_CHANGED:
        yield from _settings(seen, naming)
    elif seen.event.kind is EventKind.ACTIVITY and seen.meaning.subject in ACTIVITY_NAMES:
        does, did, doing = ACTIVITY_NAMES[seen.meaning.subject]
        yield _topic("did", person=seen.event.actor, does=does, did=did, doing=doing)
    elif seen.event.kind is EventKind.UTTERANCE:
        yield from _words(seen, naming)


def _handling(seen: SeenEvent, naming: Naming) -> Iterator[Topic]:
    for change in seen.event.changes:
        if change.attribute != "location" or not naming.is_unique(change.entity_id):
            continue
        thing = naming.the(change.entity_id)
        if change.value:
            yield _topic("put", thing=thing)
        else:
            yield _topic("taken", person=seen.event.actor, thing=thing)


def _settings(seen: SeenEvent, naming: Naming) -> Iterator[Topic]:
    for change in seen.event.changes:
        if not naming.is_unique(change.entity_id):
            continue
        words = {"person": seen.event.actor, "thing": naming.the(change.entity_id)}
        if change.attribute == "power":
            yield _topic("switched", **words, value=change.value)
        elif change.attribute != "open":
            yield _topic("set", **words, setting=change.attribute)


def _words(seen: SeenEvent, naming: Naming) -> Iterator[Topic]:
    meaning, person = seen.meaning, seen.event.actor
    if meaning.intent in _ABOUT_THINGS and naming.is_unique(meaning.subject):
        yield _topic("told", person=person, thing=naming.the(meaning.subject))
    elif meaning.intent in _ABOUT_TASKS and meaning.subject[:2] not in ("I ", "my"):
        yield _topic("task", person=person, task=meaning.subject)


def _topic(kind: str, /, **words: str) -> Topic:
    return Topic(kind, tuple(sorted(words.items())))
