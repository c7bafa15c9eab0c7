"""Questions about what changed while the robot did not look: before it could know, and after it saw."""

from __future__ import annotations

from collections.abc import Iterator

from embodied_memory.event import EventKind
from embodied_memory_tools.evaluation.household_traces.mining import (
    DAY_NS,
    DOUBTFUL,
    FRESH,
    HOUR_NS,
    MINUTE_NS,
    Mining,
)
from embodied_memory_tools.evaluation.household_traces.seen_history import Fact
from embodied_memory_tools.evaluation.household_traces.trace_question import QuestionFamily, TraceQuestion
from household.residents.trace_truth import TrueChange

_SETTLES_NS = 10 * MINUTE_NS
_CLUE_FREE_NS = 2 * HOUR_NS
"""After so long without a look nobody may be sure, even if nothing was noticed."""


def hidden_state(mining: Mining, first_ns: int) -> Iterator[TraceQuestion]:
    """For each thing that was put elsewhere unseen: a question while the robot cannot know, one once it saw it."""
    end_ns = mining.history.span_ns[1]
    for thing in mining.naming.things():
        changes = [c for c in mining.truth.history(thing.entity_id, "location") if c.value and c.evidence_id]
        for k, change in enumerate(changes):
            if change.stamp_ns < first_ns:
                continue
            until_ns = min(changes[k + 1].stamp_ns if k + 1 < len(changes) else end_ns, end_ns)
            yield from _unseen(mining, change, until_ns)


def _unseen(mining: Mining, change: TrueChange, until_ns: int) -> Iterator[TraceQuestion]:
    thing = change.entity_id
    before = mining.history.facts_of(thing, "location", change.stamp_ns)
    seen = mining.history.last_seen(thing, "location", change.stamp_ns + 1)
    if seen is None or seen.evidence_id == change.evidence_id or not before:
        return
    if not seen.value or seen.value == change.value or not mining.naming.is_nameable(seen.value):
        return
    later = [f for f in mining.history.facts.get((thing, "location"), []) if f.stamp_ns >= change.stamp_ns]
    found_ns = next((f.stamp_ns for f in later if not f.teller), until_ns)
    ends_ns = min(found_ns, until_ns, change.stamp_ns + DAY_NS)
    wording = mining.ask("where", **mining.naming.words(thing))
    if ends_ns - change.stamp_ns > 2 * _SETTLES_NS:
        cutoff_ns = mining.rng.randrange(change.stamp_ns + _SETTLES_NS, ends_ns)
        yield from _while_hidden(mining, wording, thing, seen, cutoff_ns)
    if found_ns < until_ns:
        yield from _once_seen(mining, wording, thing, change.value, found_ns)


def _while_hidden(mining: Mining, wording: str, thing: str, seen: Fact, cutoff_ns: int) -> Iterator[TraceQuestion]:
    """The right answer is what was last seen, or said since, and that it may have changed."""
    if not _may_doubt(mining, seen, cutoff_ns):
        return
    facts = mining.history.facts_of(thing, "location", cutoff_ns)
    told = [fact for fact in facts if fact.teller and fact.stamp_ns > seen.stamp_ns]
    differing = [f for f in told if f.value != seen.value and mining.naming.is_nameable(f.value)]
    if any(not mining.naming.is_nameable(fact.value) for fact in told):
        return
    places = dict.fromkeys([*(fact.value for fact in differing[-1:]), seen.value])
    groups: list[tuple[str, ...]] = [(fact.evidence_id,) for fact in differing[-1:]]
    groups.append(mining.history.supporting(thing, "location", cutoff_ns))
    answer = mining.place_answer(*places)
    yield TraceQuestion(wording, QuestionFamily.HIDDEN, cutoff_ns, answer, tuple(groups), DOUBTFUL)


def _may_doubt(mining: Mining, seen: Fact, cutoff_ns: int) -> bool:
    """Whether the robot had a reason: time has passed, or it noticed a person go to that room or speak of it."""
    if cutoff_ns - seen.stamp_ns >= _CLUE_FREE_NS:
        return True
    support = mining.naming.support_of(seen.value)
    room = mining.truth.room_of(support, cutoff_ns)
    since = mining.history.between(seen.stamp_ns + 1, cutoff_ns)
    return any(e.event.kind is EventKind.PERSON_MOVED and e.event.place == room for e in since)


def _once_seen(mining: Mining, wording: str, thing: str, place: str, found_ns: int) -> Iterator[TraceQuestion]:
    """Right after the robot saw it where it really is."""
    cutoff_ns = found_ns + MINUTE_NS // 2
    newest = mining.history.facts_of(thing, "location", cutoff_ns)[-1]
    if newest.teller or newest.value != place or not mining.naming.is_nameable(place):
        return
    if mining.is_true(thing, "location", place, cutoff_ns) and mining.stayed(found_ns, cutoff_ns):
        groups = (mining.history.supporting(thing, "location", cutoff_ns),)
        answer = mining.place_answer(place)
        yield TraceQuestion(wording, QuestionFamily.HIDDEN, cutoff_ns, answer, groups, FRESH)
