"""Questions that are answered by a number: of devices that are on, of deeds with a thing, of promises to be kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from embodied_memory_tools.evaluation.household_traces.mining import DAY_NS, Mining, day_words
from embodied_memory_tools.evaluation.household_traces.seen_events import puts
from embodied_memory_tools.evaluation.household_traces.time_questions import event_question
from embodied_memory_tools.evaluation.household_traces.trace_question import (
    AnswerKind,
    ExpectedAnswer,
    QuestionFamily,
    TraceQuestion,
)

_DAYS_BACK = 4
_SETTLING = ("fulfil", "cancel promise")


def counted_devices(mining: Mining, cutoff_ns: int) -> Iterator[TraceQuestion]:
    """Devices of a sort that are on, if what was seen last of each is really so."""
    devices = [entity.entity_id for entity in mining.naming.devices()]
    powered = [one for one in devices if mining.history.facts_of(one, "power", cutoff_ns)]
    for category in dict.fromkeys(map(mining.naming.category, powered)):
        alike = [one for one in powered if mining.naming.category(one) == category]
        newest = {one: mining.history.facts_of(one, "power", cutoff_ns)[-1] for one in alike}
        is_so = all(not f.teller and mining.is_true(one, "power", f.value, cutoff_ns) for one, f in newest.items())
        on = [one for one, fact in newest.items() if fact.value == "on"]
        values = [{fact.value for fact in mining.history.facts_of(one, "power", cutoff_ns)} for one in alike]
        if is_so and on and max(map(len, values)) > 1:
            question = mining.ask("how many on", categories=mining.naming.plural(category))
            groups = tuple(mining.history.supporting(one, "power", cutoff_ns) for one in on)
            yield TraceQuestion(question, QuestionFamily.CURRENT_STATE, cutoff_ns, _number(len(on)), groups)


def counted_puts(mining: Mining, cutoff_ns: int) -> Iterator[TraceQuestion]:
    """How often a thing was put down on a day, each time before the robot's eyes and by the same person."""
    for days in range(_DAYS_BACK):
        start_ns = (cutoff_ns // DAY_NS - days) * DAY_NS
        end_ns = min(start_ns + DAY_NS, cutoff_ns)
        seen = puts(mining.history.between(start_ns, end_ns))
        for thing in dict.fromkeys(s.event.object_ids[0] for s in seen):
            times = [s for s in seen if s.event.object_ids[0] == thing]
            really = [
                c for c in mining.truth.history(thing, "location") if c.value and start_ns <= c.stamp_ns < end_ns
            ]
            people = {s.event.actor for s in times}
            if len(times) < 2 or len(times) != len(really) or len(people) > 1 or not mining.naming.is_unique(thing):
                continue
            words = {"person": people.pop(), "day": day_words(start_ns, cutoff_ns), **mining.naming.words(thing)}
            yield event_question(mining.ask("how many put", **words), cutoff_ns, _number(len(times)), times)


def counted_promises(mining: Mining, cutoff_ns: int) -> Iterator[TraceQuestion]:
    """Promises of a person that were neither kept nor taken back, as all that is to be known of them was heard."""
    heard = [s for s in mining.history.before(cutoff_ns) if s.meaning.due_ns or s.meaning.intent in _SETTLING]
    for person in mining.naming.people:
        made = [s for s in heard if s.meaning.intent == "promise" and s.event.actor == person]
        ended = {s.meaning.subject for s in heard if s.meaning.intent in _SETTLING}
        still = [s for s in made if s.meaning.subject not in ended]
        counts = Counter(s.meaning.subject for s in made)
        is_clear = max(counts.values(), default=2) == 1 and not mining.missed_an_end(still, cutoff_ns)
        if still and is_clear:
            groups = tuple((s.evidence_id,) for s in still)
            question = mining.ask("how many duties", person=person)
            yield TraceQuestion(question, QuestionFamily.COMMITMENT, cutoff_ns, _number(len(still)), groups)


def _number(count: int) -> ExpectedAnswer:
    return ExpectedAnswer(AnswerKind.COUNT, count=count)
