"""What is used is relevant: what people ask for, what the robot handles, and what is done again and again.

Relevance by rules (H2-EMV) knows only what somebody gave feedback on; this adds what deeds tell. Whether a memory
will be needed follows from how often and how lately it was (Anderson and Schooler, Reflections of the environment in
memory, 1991), as in ACT-R's base-level activation, ln(sum of t ** -d) over the ages t of its uses, d = 1/2. That
takes the time of every use; here n uses are taken to be as old as the last of them, so that two numbers do. Then the
sum is n * t ** -1/2, which falls to that of a single use of age s at t = n ** 2 * s: used on three days, it is kept
nine times as long as used on one. Uses of one day count once: what is massed is remembered no longer than what comes
once (spacing), and nobody shall keep something for years by asking for it ten times in a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

from embodied_memory.config import ForgettingConfig
from embodied_memory.event import Event, EventKind, tells_of_a_look
from embodied_memory.memory.episodic.tree.word_index import ordered_words

_DAY = 86_400_000_000_000
_HOUR = _DAY // 24
_LONGEST_DAYS = 366
_MOST_WORDS = 8
_HANDLED = (EventKind.GOAL_ENDED, EventKind.INSTRUCTION_ENDED)
_LOCATION = "location"
_PUT, _TAKEN = "put", "taken"


class Way(str, Enum):
    """How something is used, in the words of forgetting's log."""

    ASKED = "asked for"
    HANDLED = "handled"
    DONE = "done"


@dataclass(frozen=True)
class Uses:
    """On how many days it was used in one way, and when last."""

    days: int = 0
    last_ns: int = 0

    def again(self, stamp_ns: int, offset_ns: int) -> Uses:
        """Used once more; offset_ns: of local days."""
        is_new_day = not self.days or (stamp_ns + offset_ns) // _DAY > (self.last_ns + offset_ns) // _DAY
        return Uses(self.days + is_new_day, max(self.last_ns, stamp_ns))


@dataclass(frozen=True)
class Used:
    """What was used, such as "mug_1 location put": the newest record that tells of it is kept for its uses."""

    subject: str
    record_id: int
    ways: dict[Way, Uses] = field(default_factory=dict)

    def again(self, way: Way, stamp_ns: int, offset_ns: int) -> Used:
        """Used once more."""
        return replace(self, ways={**self.ways, way: self.ways.get(way, Uses()).again(stamp_ns, offset_ns)})

    @property
    def repeated(self) -> dict[Way, Uses]:
        """What counts: who does something once has no habit yet, and is not asked for it either."""
        done = self.ways.get(Way.DONE, Uses())
        others: dict[Way, Uses] = {way: uses for way, uses in self.ways.items() if way is not Way.DONE}
        return {**others, Way.DONE: replace(done, days=done.days - 1)} if done.days > 1 else others

    def until_ns(self, use_days: float) -> int:
        """How long it is kept; use_days: for a use on one day."""
        last_ns = max(uses.last_ns for uses in (self.repeated or self.ways).values())
        days = sum(uses.days for uses in self.repeated.values())
        return last_ns + round(min(max(1, days) ** 2 * use_days, _LONGEST_DAYS) * _DAY)

    @property
    def reason(self) -> str:
        """For the log: without what it is about."""
        counts = [(way, self.ways[way].days) for way in self.repeated]
        return "kept: " + ", ".join(f"{way.value} on {days} day{'s' * (days > 1)}" for way, days in counts)


@dataclass(frozen=True)
class KeptByUse:
    """Why a record's leaf outlives its time, and until when."""

    until_ns: int
    reason: str


def kept_by_use(used: Used, config: ForgettingConfig) -> KeptByUse | None:
    """None for what happened once and nobody asked for."""
    return KeptByUse(used.until_ns(config.use_days), used.reason) if used.repeated else None


def day_offset_ns(config: ForgettingConfig) -> int:
    """What is to be added to a stamp for local days."""
    return round(config.utc_offset_h * _HOUR)


def uses_in(event: Event, robot: str) -> Iterator[tuple[str, Way]]:
    """(what, how it is used) by an event: a deed done again, a thing that the robot handled or went for."""
    if event.actor == robot:
        if event.kind in _HANDLED and event.succeeded is not False:
            yield from ((f"{one} {_LOCATION} {_PUT}", Way.HANDLED) for one in event.object_ids)
        for change in event.changes:
            if change.attribute == _LOCATION and not tells_of_a_look(event.kind.value, event.text):
                yield f"{change.entity_id} {_LOCATION} {_PUT}", Way.HANDLED
        return
    yield from ((subject, Way.DONE) for subject in _deeds(event))


def _deeds(event: Event) -> Iterator[str]:
    """What somebody did, told in ways in which it comes again: the thing set, the thing put by anybody, ..."""
    if event.kind is EventKind.UTTERANCE:
        yield f"{event.actor} said {' '.join(sorted(ordered_words(event.text)))}"
    elif event.kind is EventKind.ACTIVITY:
        words = (word for word in ordered_words(event.text) if word != event.actor.lower())
        yield from (f"{event.actor} does {word}" for word, _ in zip(words, range(_MOST_WORDS), strict=False))
    elif event.kind in (EventKind.OBJECT_STATE_CHANGED, EventKind.DEVICE_STATE_CHANGED):
        for change in event.changes:
            is_moved = change.attribute == _LOCATION
            what = (_PUT if change.value else _TAKEN) if is_moved else change.value
            of_thing = f"{change.entity_id} {change.attribute}"
            yield from (f"{of_thing} {what}", f"{event.actor} {of_thing}", f"{event.actor} {of_thing} {what}")
