"""Who came, and how often somebody came or did what changes how a thing is, by the log."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from embodied_memory.event import Event, EventKind
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.states.state_fact import LOCATION
from embodied_memory.memory.retrieval.pieces.answer_sort import asks_how_often
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan
from embodied_memory.memory.retrieval.views.event_rows import EventRows, MayCite, RecordedEvent
from embodied_memory.words.wording.phrases import listed, number_word, sentence

OUTSIDE = "outside"
_COMES = re.compile(
    r"\b(?:(?:come|came|coming|been)(?: (?:out|over|along))?|(?:be|was|were|is)(?: \w+)?)"
    r" (?:(?:round|around|by|here|home)\b|(?:to|at|in) (?:our|the|my|this) (?:house|home|place|flat|door)\b)"
    r"|\b(?:come|came|been)(?: (?:out|over|along|in))?"
    r"(?=\W*(?:$|(?:yesterday|today|this|on|in total|in all|how often|how many)\b))"
    r"|\bvisit(?:ed|ing)?\b|\b(?:stop|pop|drop|turn|show)(?:p?ed)? (?:by|in|over|round|around|up)\b",
    re.I,
)
_WHO_COMES = re.compile(
    rf"\W*(?:(?:and|so|but) )*who(?:['’]s| else| all)?\b(?=.*(?:{_COMES.pattern}))(?!.*\bhome\b)", re.I
)
_MOST_TOLD = 8
_WHILE = re.compile(r"\b(?:while|when|whilst)\b", re.I)
_CHANGES = (EventKind.DEVICE_STATE_CHANGED, EventKind.OBJECT_STATE_CHANGED)
_VALUES = (
    (re.compile(r"\bopen(?:ed|ing|s)?\b", re.I), ("open", "true")),
    (re.compile(r"\b(?:clos(?:e|ed|ing|es)|shut(?:ting|s)?)\b", re.I), ("closed", "false")),
    (re.compile(r"\boff\b", re.I), ("off",)),
    (re.compile(r"\bon\b", re.I), ("on",)),
)
"""What a question says of a thing, with the values of its state that it may mean."""


@dataclass(frozen=True)
class DeedOutcome:
    """text: a sentence; record_ids: what it rests on; is_all: it is told alone, without the deed's own sentence.

    likely: how likely one of the pieces about the same thing answers the question.
    """

    text: str
    record_ids: tuple[int, ...]
    is_all: bool
    likely: float = 0.0


def asks_who_came(question: str) -> bool:
    """ "Who was here today?"; who came home is another question."""
    return _WHO_COMES.match(question) is not None


class HowOften:
    """For one moment. when: a stamp in words."""

    def __init__(self, rows: EventRows, beliefs: BeliefTracks, when: Callable[[int], str]) -> None:
        self._rows, self._beliefs, self._when = rows, beliefs, when

    def told(self, plan: QueryPlan, may_cite: MayCite) -> DeedOutcome | None:
        """None where no such thing is asked, or where it was never done by anybody. may_cite: whether the asker may
        hear of records; of who came the others are told.
        """
        if not asks_how_often(plan):
            return self._callers(plan, may_cite)
        return self._visits(plan) or self._changes(plan)

    def counted(self, deeds: Sequence[RecordedEvent], plan: QueryPlan) -> DeedOutcome | None:
        """How many of them were done in the time asked about; None where none was."""
        same = [one for one in deeds if plan.time is None or plan.time.holds(one[1].stamp_ns)]
        if not same:
            return None
        times = {1: "once", 2: "twice"}.get(len(same), f"{number_word(len(same))} times")
        text = f"{times} that I saw, {listed([self._when(event.stamp_ns) for _, event in same])}: {same[0][1].text}"
        return DeedOutcome(sentence(text), tuple(number for number, _ in same), True)

    def _visits(self, plan: QueryPlan) -> DeedOutcome | None:
        """How often somebody came to the home."""
        if len(plan.people) != 1 or not _COMES.search(plan.question):
            return None
        return self.counted(self._rows.of_ids(self._comings(plan.people[0])), plan)

    def _callers(self, plan: QueryPlan, may_cite: MayCite) -> DeedOutcome | None:
        """Who came in the time asked about, each time they did."""
        asked = _WHILE.split(plan.question)[0]  # "who came by while Anna was at work?" is about nobody by name
        is_of_some = any(name.lower() in asked.lower() for name in plan.people)
        if is_of_some or plan.time is None or not asks_who_came(asked):
            return None
        moved = self._rows.of_kinds((EventKind.PERSON_MOVED,), plan.time.start_ns, plan.time.end_ns - 1)
        comings = {number for person in {event.actor for _, event in moved} for number in self._comings(person)}
        came = [one for one in reversed(moved) if one[0] in comings and may_cite((one[0],))][-_MOST_TOLD:]
        text = " ".join(sentence(f"{self._when(event.stamp_ns)}: {event.text}") for _, event in came)
        return DeedOutcome(text, tuple(number for number, _ in came), True) if came else None

    def _comings(self, person: str) -> list[int]:
        """The records of somebody's coming to the home."""
        facts = [one.fact for one in self._beliefs.trail(person, LOCATION) if one.fact.holds and one.fact.value]
        came = [
            fact.record_id
            for before, fact in zip((None, *facts), facts, strict=False)
            if fact.value != OUTSIDE and (before is None or before.value == OUTSIDE)
        ]
        return [number for number, event in self._rows.of_ids(came) if event.kind is EventKind.PERSON_MOVED]

    def _changes(self, plan: QueryPlan) -> DeedOutcome | None:
        """How often a thing was opened, shut, switched on or off, by who is named."""
        values = next((values for form, values in _VALUES if form.search(plan.question)), ())
        deeds = [
            one
            for thing in (plan.thing.ids if values else ())
            for one in reversed(self._rows.about(thing, _CHANGES))
            if _makes(one[1], thing, values)
        ]
        people = {name.lower() for name in plan.people}
        theirs = [one for one in deeds if not people or one[1].actor.lower() in people]
        told = self.counted(theirs, plan)
        ids = tuple(number for number, _ in deeds)
        return told or (DeedOutcome("Never that I saw.", ids, True) if ids else None)


def _makes(deed: Event, thing: str, values: Sequence[str]) -> bool:
    return any(one.entity_id == thing and one.value in values for one in deed.changes)
