"""Questions that take several steps: from an event to a thing to its place, from a place to what or who is there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from embodied_memory.event import EventKind
from embodied_memory_tools.evaluation.household_traces.mining import (
    ACTIVITY_NAMES,
    DAY_NS,
    Mining,
    day_words,
)
from embodied_memory_tools.evaluation.household_traces.seen_events import is_same_day, once_a_day, puts
from embodied_memory_tools.evaluation.household_traces.seen_history import SeenEvent
from embodied_memory_tools.evaluation.household_traces.trace_question import QuestionFamily, TraceQuestion
from household.home import ROBOT_ID

_RECENT_DAYS = 6


def multi_hop(mining: Mining, cutoff_ns: int) -> Iterator[TraceQuestion]:
    """From an event to a thing to its place; from a thing to its place to what is beside it, or to who did it."""
    recent = mining.history.between(cutoff_ns - _RECENT_DAYS * DAY_NS, cutoff_ns)
    for person in mining.naming.people:
        own = [seen for seen in recent if seen.event.actor == person]
        once = once_a_day([s for s in own if s.meaning.intent == "activity"])
        for seen in [s for s in once if mining.did_once(person, s.meaning.subject, s.evidence_id)]:
            yield from _put_down_after(mining, person, seen, own, cutoff_ns)
            yield from _used_for(mining, person, seen, cutoff_ns)
            yield from _on_the_piece(mining, person, seen, cutoff_ns)
    for thing in mining.naming.things():
        yield from _who_put(mining, thing.entity_id, cutoff_ns)
        yield from _beside(mining, thing.entity_id, cutoff_ns)


def _put_down_after(
    mining: Mining, person: str, activity: SeenEvent, own: Sequence[SeenEvent], cutoff_ns: int
) -> Iterator[TraceQuestion]:
    after = [s for s in puts(own) if s.event.stamp_ns > activity.event.stamp_ns and is_same_day(s, activity)]
    if after and mining.is_next_put(person, activity.event.stamp_ns, after[0].event.stamp_ns):
        thing = after[0].event.object_ids[0]
        yield from _where_is(mining, "put down after", person, activity, [activity, after[0]], thing, cutoff_ns)


def _used_for(mining: Mining, person: str, activity: SeenEvent, cutoff_ns: int) -> Iterator[TraceQuestion]:
    used = [i for i in activity.event.object_ids[1:] if i in {t.entity_id for t in mining.naming.things()}]
    if len(used) == 1:
        yield from _where_is(mining, "used for", person, activity, [activity], used[0], cutoff_ns)


def _where_is(
    mining: Mining, section: str, person: str, activity: SeenEvent, steps: Sequence[SeenEvent], thing: str,
    cutoff_ns: int,
) -> Iterator[TraceQuestion]:  # fmt: skip
    """The place of a thing that the question does not name."""
    fact = _known_place(mining, thing, cutoff_ns)
    if fact is None or not mining.naming.is_unique(thing):
        return
    words = {"activity": ACTIVITY_NAMES[activity.meaning.subject][2], "category": mining.naming.category(thing)}
    day = day_words(activity.event.stamp_ns, cutoff_ns)
    question = mining.ask(section, person=person, day=day, **words)
    groups = (*((s.evidence_id,) for s in steps), mining.history.supporting(thing, "location", cutoff_ns))
    statuses = mining.seen_statuses(fact[1], cutoff_ns)
    yield TraceQuestion(question, QuestionFamily.MULTI_HOP, cutoff_ns, mining.place_answer(fact[0]), groups, statuses)


def _on_the_piece(mining: Mining, person: str, activity: SeenEvent, cutoff_ns: int) -> Iterator[TraceQuestion]:
    piece = activity.meaning.value
    on_it = _resting_on(mining, piece, cutoff_ns)
    if piece and on_it and ACTIVITY_NAMES.get(activity.meaning.subject):
        words = {"activity": ACTIVITY_NAMES[activity.meaning.subject][2]}
        day = day_words(activity.event.stamp_ns, cutoff_ns)
        question = mining.ask("on the piece of", person=person, day=day, **words)
        evidence = _any_of(mining, on_it, cutoff_ns)
        groups = ((activity.evidence_id,), evidence)
        yield TraceQuestion(question, QuestionFamily.MULTI_HOP, cutoff_ns, mining.thing_answer(*on_it), groups)


def _who_put(mining: Mining, thing: str, cutoff_ns: int) -> Iterator[TraceQuestion]:
    fact = _known_place(mining, thing, cutoff_ns)
    if fact is None:
        return
    supporting = mining.history.supporting(thing, "location", cutoff_ns)
    facts = mining.history.facts_of(thing, "location", cutoff_ns)
    first = next(f for f in facts if f.evidence_id == supporting[-1])
    is_still = mining.is_unmoved(thing, first.stamp_ns, cutoff_ns)
    if first.kind is EventKind.OBJECT_STATE_CHANGED and first.actor != ROBOT_ID and is_still:
        question = mining.ask("who put", **mining.naming.words(thing))
        answer = mining.person_answer(first.actor)
        yield TraceQuestion(question, QuestionFamily.MULTI_HOP, cutoff_ns, answer, ((first.evidence_id,),))


def _beside(mining: Mining, thing: str, cutoff_ns: int) -> Iterator[TraceQuestion]:
    fact = _known_place(mining, thing, cutoff_ns)
    if fact is None:
        return
    others = [o for o in _resting_on(mining, mining.naming.support_of(fact[0]), cutoff_ns) if o != thing]
    if others:
        question = mining.ask("beside", **mining.naming.words(thing))
        evidence = _any_of(mining, others, cutoff_ns)
        groups = (mining.history.supporting(thing, "location", cutoff_ns), evidence)
        yield TraceQuestion(question, QuestionFamily.MULTI_HOP, cutoff_ns, mining.thing_answer(*others), groups)


def _any_of(mining: Mining, things: Sequence[str], cutoff_ns: int) -> tuple[str, ...]:
    """Evidence of where one of the things is, a few for each."""
    found = (e for thing in things for e in mining.history.supporting(thing, "location", cutoff_ns)[:4])
    return tuple(dict.fromkeys(found))


def _known_place(mining: Mining, thing: str, cutoff_ns: int) -> tuple[str, int] | None:
    """(location, when it was seen there last), if that is the newest known of it, and is so."""
    facts = mining.history.facts_of(thing, "location", cutoff_ns)
    if not facts or facts[-1].teller or not mining.naming.is_nameable(facts[-1].value):
        return None
    newest = facts[-1]
    return (newest.value, newest.stamp_ns) if mining.is_true(thing, "location", newest.value, cutoff_ns) else None


def _resting_on(mining: Mining, piece: str, cutoff_ns: int) -> list[str]:
    """Things known to be on or in a piece of furniture, and really there."""
    known = ((t.entity_id, _known_place(mining, t.entity_id, cutoff_ns)) for t in mining.naming.things())
    return [thing for thing, place in known if place is not None and mining.naming.support_of(place[0]) == piece]
