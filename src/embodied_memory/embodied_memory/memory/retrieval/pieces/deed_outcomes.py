"""What a deed came to that its own sentence does not tell: how long it lasted, who came, how often somebody
came or did what changes how a thing is, how it is now.

The piece tells which thing or person a question is about, whatever words it calls them by; what is then asked
for is read in the log and in the states, not guessed from the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from embodied_memory.event import Event, EventKind, StateChange
from embodied_memory.evidence import Answer
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.states.state_fact import HELD_BY, LOCATION, StateFact
from embodied_memory.memory.retrieval.pieces.answer_sort import (
    asks_how_long,
    asks_how_many,
    asks_how_often,
    asks_where_before,
    sort_asked,
)
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan
from embodied_memory.memory.retrieval.views.event_rows import EventRows, MayCite, RecordedEvent
from embodied_memory.words.wording.phrases import counted, listed, number_word, sentence

_IDLE = ("off", "false", "")
"""Values that end what lasted: of a device, of a door, of a thing's place."""
_STAY = re.compile(
    r"(?:\W*\w+,? )??how long (?:was|is|has|had|did|were|['’]s) (?P<who>[\w'-]+)(?: been| stay)?"
    r"(?P<how> (?:here|home|at home|in|round|around|out|away|gone)\b.*|\W*)$",
    re.I,
)
_UP_TO_NOW = re.compile(r"\bhow long (?:has|have|['’]s)\b.*\bbeen\b", re.I)
""" "How long has it been on?", where it is on again."""
_AWAY = re.compile(r"\b(?:out|away|gone|off)\b", re.I)
_OF_THE_PAST = re.compile(r"^\W*(?:\w+ ){0,3}?(?:who|whose|when|why)\b", re.I)
_ASKS_WHO_HAS = re.compile(r"\bwho(?:['’]s| has| have)\s+(?:still )?(?:got|holding|the|my|our|his|her|their)\b", re.I)
_ASKS_WHERE = re.compile(r"\bwhere\w*\b", re.I)
_WHERE = (QueryIntent.LOCATION, QueryIntent.ROOM, QueryIntent.HOLDER, QueryIntent.LAST_SEEN)
_SECOND_NS = 10**9


class DeedOutcomes:
    """For one moment. state_now: an answer to where an entity is, or to what an attribute of it is."""

    def __init__(
        self,
        rows: EventRows,
        beliefs: BeliefTracks,
        state_now: Callable[[str, str], Answer],
        when: Callable[[int], str],
    ) -> None:
        self._rows, self._beliefs, self._state_now, self._when = rows, beliefs, state_now, when
        self._how_often = HowOften(rows, beliefs, when)

    def outcome(self, plan: QueryPlan, bearing: Mapping[int, float]) -> DeedOutcome | None:
        """None if the best piece is no deed, or its own sentence is all there is to tell.

        bearing: record -> how likely it answers the question, the best first.
        """
        deeds, changes = self._changes(bearing)
        if next(iter(bearing), None) not in changes:
            return None
        likely = _by_thing({number: bearing[number] for number in changes}, changes, deeds)
        subject = max(likely, key=lambda thing: likely[thing])
        number = next(number for number in bearing if number in changes and changes[number].entity_id == subject)
        told = self._told(plan, number, deeds[number], changes[number])
        return replace(told, likely=likely[subject]) if told else None

    def planned(self, plan: QueryPlan, may_cite: MayCite = lambda record_ids: True) -> DeedOutcome | None:
        """How often, how long or who came, where that is read in the log and the states alone; None where it is not.

        may_cite: whether the asker may hear of records.
        """
        return self.stay(plan) or self._how_often.told(plan, may_cite)

    def stay(self, plan: QueryPlan) -> DeedOutcome | None:
        """How long somebody was there, or away, in the time asked about or else at last; None where no such thing is
        asked.
        """
        asked = _STAY.match(plan.question)
        person = next((name for name in plan.people if asked and asked["who"].lower() == name.lower()), "")
        if asked is None or not person:
            return None
        facts = [one.fact for one in self._beliefs.trail(person, LOCATION) if one.fact.holds and one.fact.value]
        is_away = bool(_AWAY.search(asked["how"]))
        begins = [
            k
            for k, fact in enumerate(facts)
            if (fact.value == OUTSIDE) is is_away and (k == 0 or (facts[k - 1].value == OUTSIDE) is not is_away)
            if plan.time is None or plan.time.holds(fact.stamp_ns)
        ]
        return self._span(facts, *_span_of_person(facts, begins[-1], asked["how"])) if begins else None

    def outdated(self, plan: QueryPlan, bearing: Mapping[int, float]) -> frozenset[int]:
        """Deeds that the best one has undone: who asks how something is now wants none of them."""
        best = next(iter(bearing), None)
        _, changes = self._changes(bearing)
        if best not in changes or _is_of_the_past(plan):
            return frozenset()
        change = changes[best]
        known = self._beliefs.current(change.entity_id, change.attribute)
        if known is None or known.fact.record_id != best:
            return frozenset()
        return frozenset(
            number for number, other in changes.items() if number != best and other.entity_id == change.entity_id
        )

    def _changes(self, bearing: Mapping[int, float]) -> tuple[dict[int, Event], dict[int, StateChange]]:
        deeds = dict(self._rows.of_ids(bearing))
        changes = {number: change for number, deed in deeds.items() if (change := _telling_change(deed)) is not None}
        return deeds, changes

    def _told(self, plan: QueryPlan, record_id: int, deed: Event, change: StateChange) -> DeedOutcome | None:
        if asks_how_long(plan):
            return self._lasted(plan, record_id, deed, change)
        if asks_how_often(plan):
            return self._times(deed, change, plan)
        if asks_how_many(plan):  # "how many loads did she run": deeds are counted, if there are several
            times = self._times(deed, change, plan)
            return times if times is not None and len(times.record_ids) > 1 else None
        if change.attribute == LOCATION and asks_where_before(plan):
            return self._before(record_id, change)
        if _ASKS_WHO_HAS.search(plan.question) and plan.time is None:
            return self._now(record_id, replace(change, attribute=HELD_BY), True)
        if _is_of_the_past(plan):
            return None
        asks_where = plan.intent in _WHERE or bool(_ASKS_WHERE.search(plan.question))
        return self._now(record_id, change, asks_where and change.attribute == LOCATION)

    def _lasted(self, plan: QueryPlan, record_id: int, deed: Event, change: StateChange) -> DeedOutcome | None:
        facts = [one.fact for one in self._beliefs.trail(change.entity_id, change.attribute) if one.fact.holds]
        at = next((k for k, fact in enumerate(facts) if fact.record_id == record_id), None)
        if at is None:
            return None
        if _UP_TO_NOW.search(plan.question) and not _is_of_person(deed) and facts[-1].value not in _IDLE:
            at = len(facts) - 1
        if change.attribute == HELD_BY:
            at = _nearest_held_by(facts, at, plan.people)
        begin, end = _span_of_person(facts, at, plan.question) if _is_of_person(deed) else _span_of_thing(facts, at)
        if begin < 0:
            return None
        return self._span(facts, begin, end)

    def _span(self, facts: Sequence[StateFact], begin: int, end: int) -> DeedOutcome:
        """From one fact to the next that ends it; with no end, it lasts."""
        start = facts[begin]
        text = self._rows.of_ids((start.record_id,))
        told = f": {text[0][1].text}" if text else ""
        if end >= len(facts):
            return DeedOutcome(sentence(f"since {_bare(self._when(start.stamp_ns))}{told}"), (start.record_id,), True)
        stop = facts[end]
        span = f"from {_bare(self._when(start.stamp_ns))} to {_bare(self._when(stop.stamp_ns))}"
        lasted = _in_words((stop.stamp_ns - start.stamp_ns) // _SECOND_NS)
        return DeedOutcome(sentence(f"{lasted}, {span}{told}"), (start.record_id, stop.record_id), True)

    def _before(self, record_id: int, change: StateChange) -> DeedOutcome | None:
        """How a thing came to where the deed found it."""
        facts = [one.fact for one in self._beliefs.trail(change.entity_id, LOCATION) if one.fact.value]
        earlier = [fact.record_id for fact in facts if fact.record_id < record_id]
        deeds = self._rows.of_ids(earlier[-1:])
        if not deeds:
            return None
        number, deed = deeds[-1]
        text = sentence(f"before that, {self._when(deed.stamp_ns)}: {deed.text}")
        return DeedOutcome(text, (number, record_id), True)

    def _times(self, deed: Event, change: StateChange, plan: QueryPlan) -> DeedOutcome | None:
        """By whomever it was done, unless who did it is asked about."""
        about = self._rows.about(change.entity_id, (deed.kind,))
        is_theirs = deed.actor in plan.people
        same = [
            (number, event)
            for number, event in reversed(about)
            if (event.actor == deed.actor or not is_theirs)
            and (event.text == deed.text if _is_of_person(deed) else change in event.changes)
        ]
        return self._how_often.counted(same, plan)

    def _now(self, record_id: int, change: StateChange, is_asked: bool) -> DeedOutcome | None:
        """is_asked: how it is now is all that is asked for; else it is told where it has changed since."""
        known = self._beliefs.current(change.entity_id, change.attribute)
        if known is None or (known.fact.record_id == record_id and not is_asked):
            return None
        answer = self._state_now(change.entity_id, change.attribute)
        ids = tuple(one.record_id for one in answer.evidence)
        if not answer.known or (record_id in ids and not is_asked):
            return None
        text = answer.text if is_asked else f"Now: {answer.text[:1].lower()}{answer.text[1:]}"
        return DeedOutcome(text, ids, is_asked)


def _is_of_the_past(plan: QueryPlan) -> bool:
    """Whether more than how something is now is asked for."""
    return plan.time is not None or sort_asked(plan.question) is not None or bool(_OF_THE_PAST.search(plan.question))


def _by_thing(
    likely: Mapping[int, float], changes: Mapping[int, StateChange], deeds: Mapping[int, Event]
) -> dict[str, float]:
    """thing -> how likely one of the pieces about it answers. What was done again counts once: who comes and goes all
    day is not what a question is about by that.
    """
    none: dict[str, float] = {}
    told: set[str] = set()
    for number, probability in likely.items():
        if deeds[number].text in told:
            continue
        told.add(deeds[number].text)
        thing = changes[number].entity_id
        none[thing] = none.get(thing, 1.0) * (1.0 - probability)
    return {thing: 1.0 - share for thing, share in none.items()}


def _telling_change(deed: Event) -> StateChange | None:
    """What the deed is about: where something went rather than in whose hand."""
    places = [one for one in deed.changes if one.attribute == LOCATION]
    return next(iter([*places, *deed.changes]), None)


def _is_of_person(deed: Event) -> bool:
    return deed.kind is EventKind.PERSON_MOVED


def _nearest_held_by(facts: Sequence[StateFact], at: int, people: Sequence[str]) -> int:
    """The fact by which somebody named had it, nearest to one; that one where nobody who is named had it."""
    theirs = [k for k, fact in enumerate(facts) if fact.value in people]
    return min(theirs, key=lambda k: abs(k - at), default=at)


def _span_of_thing(facts: Sequence[StateFact], at: int) -> tuple[int, int]:
    """(where what lasted begins, where it ends) among the facts: -1, or their number, where that is not known."""
    return (at - 1, at) if facts[at].value in _IDLE else (at, at + 1)


def _span_of_person(facts: Sequence[StateFact], at: int, question: str) -> tuple[int, int]:
    """As `_span_of_thing`: the time away, a visit from coming to leaving, or a stay in one room."""
    is_away, is_out = bool(_AWAY.search(question)), facts[at].value == OUTSIDE
    came = at == 0 or facts[at - 1].value == OUTSIDE
    if is_out and is_away:
        return at, at + 1
    if is_out:
        return next((k + 1 for k in range(at - 1, -1, -1) if facts[k].value == OUTSIDE), 0 if at else -1), at
    if not came:
        return at, at + 1
    if is_away:
        return at - 1, at  # -1: who was never seen to leave
    left = next((k for k in range(at + 1, len(facts)) if facts[k].value == OUTSIDE), len(facts))
    return at, left


def _in_words(seconds: int) -> str:
    """ "26 minutes", "1 hour and 6 minutes", "2 days and 3 hours"."""
    minutes = max(1, round(seconds / 60))
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [(days, "day"), (hours, "hour"), (0 if days else minutes, "minute")]
    return listed([counted(count, unit) for count, unit in parts if count])


def _bare(when: str) -> str:
    return when.removeprefix("on ")


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
