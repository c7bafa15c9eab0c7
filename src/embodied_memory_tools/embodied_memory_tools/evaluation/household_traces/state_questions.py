"""Questions about states: how it is now, and how it was before it was changed."""

from __future__ import annotations

from collections.abc import Iterator

from embodied_memory.event import EventKind
from embodied_memory_tools.evaluation.household_traces.mining import (
    DOUBTFUL,
    HOUR_NS,
    Mining,
)
from embodied_memory_tools.evaluation.household_traces.seen_history import Fact
from embodied_memory_tools.evaluation.household_traces.trace_question import (
    AnswerKind,
    ExpectedAnswer,
    QuestionFamily,
    TraceQuestion,
)
from household.home import ROBOT_ID
from household.residents.spoken import setting_words

_PERSON_HERE_NS = HOUR_NS // 2
"""Where a person is can be asked so long after they were seen."""
_ON, _OFF = ("is on", "switched on", "turned on", "power on", "running"), ("off",)
_OPEN, _CLOSED = ("is open", "standing open", "are open"), ("closed", "shut")


def current_state(mining: Mining, cutoff_ns: int) -> Iterator[TraceQuestion]:
    """What was seen last and still is so; and what was only told, and is so."""
    for thing in mining.naming.things():
        yield from _where_thing(mining, thing.entity_id, cutoff_ns)
    for device in mining.naming.devices():
        for name, section in (("power", "is on"), ("open", "is open")):
            yield from _whether(mining, device.entity_id, name, section, cutoff_ns)
        for _, attribute in [key for key in mining.history.facts if key[0] == device.entity_id]:
            if attribute not in ("power", "open", "location", "held by"):
                yield from _setting(mining, device.entity_id, attribute, cutoff_ns)
    for person in mining.naming.people:
        yield from _where_person(mining, person, cutoff_ns)


def _where_thing(mining: Mining, thing: str, cutoff_ns: int) -> Iterator[TraceQuestion]:
    facts = mining.history.facts_of(thing, "location", cutoff_ns)
    if not facts or not facts[-1].value or not mining.naming.is_nameable(facts[-1].value):
        return
    newest = facts[-1]
    held = mining.history.last_seen(thing, "held by", cutoff_ns)
    if not mining.is_true(thing, "location", newest.value, cutoff_ns) or (held is not None and held.value):
        return
    room = mining.truth.room_of(thing, cutoff_ns)
    section = mining.rng.choice(("where", "where", "which room"))
    answer = mining.place_answer(newest.value) if section == "where" else mining.room_answer(room)
    if newest.teller:
        groups: tuple[tuple[str, ...], ...] = ((newest.evidence_id,),)
        statuses = DOUBTFUL
    else:
        groups = (mining.history.supporting(thing, "location", cutoff_ns),)
        statuses = mining.seen_statuses(newest.stamp_ns, cutoff_ns)
    question = mining.ask(section, **mining.naming.words(thing))
    yield TraceQuestion(question, QuestionFamily.CURRENT_STATE, cutoff_ns, answer, groups, statuses)


def _whether(mining: Mining, device: str, attribute: str, section: str, cutoff_ns: int) -> Iterator[TraceQuestion]:
    """Whether a device is on, or a thing with doors is open."""
    fact = _seen_and_true(mining, device, attribute, cutoff_ns)
    if fact is None:
        return
    is_so = fact.value in ("on", "true")
    phrases = (_ON, _OFF) if attribute == "power" else (_OPEN, _CLOSED)
    question, answer = mining.ask_whether(section, is_so, phrases, mining.naming.words(device))
    yield _present(mining, question, device, attribute, cutoff_ns, answer, fact)


def _setting(mining: Mining, device: str, attribute: str, cutoff_ns: int) -> Iterator[TraceQuestion]:
    fact = _seen_and_true(mining, device, attribute, cutoff_ns)
    if fact is not None:
        answer = ExpectedAnswer(AnswerKind.WORDS, (fact.value,), other_values(mining, device, attribute, fact.value))
        question = mining.ask("setting", setting=setting_words(attribute), **mining.naming.words(device))
        yield _present(mining, question, device, attribute, cutoff_ns, answer, fact)


def _present(
    mining: Mining, question: str, device: str, attribute: str, cutoff_ns: int, answer: ExpectedAnswer, fact: Fact
) -> TraceQuestion:
    groups = (mining.history.supporting(device, attribute, cutoff_ns),)
    statuses = mining.seen_statuses(fact.stamp_ns, cutoff_ns)
    return TraceQuestion(question, QuestionFamily.CURRENT_STATE, cutoff_ns, answer, groups, statuses)


def _seen_and_true(mining: Mining, entity_id: str, attribute: str, cutoff_ns: int) -> Fact | None:
    """The newest fact, if it was seen and is really so; something that was ever changed."""
    facts = mining.history.facts_of(entity_id, attribute, cutoff_ns)
    if not facts or facts[-1].teller or len({fact.value for fact in facts}) < 2:
        return None
    return facts[-1] if mining.is_true(entity_id, attribute, facts[-1].value, cutoff_ns) else None


def _where_person(mining: Mining, person: str, cutoff_ns: int) -> Iterator[TraceQuestion]:
    fact = mining.history.last_seen(person, "location", cutoff_ns)
    if fact is None or not fact.value or cutoff_ns - fact.stamp_ns > _PERSON_HERE_NS:
        return
    if mining.is_true(person, "location", fact.value, cutoff_ns):
        groups = (mining.history.supporting(person, "location", cutoff_ns),)
        statuses = mining.seen_statuses(fact.stamp_ns, cutoff_ns)
        question, answer = mining.ask("where person", person=person), mining.room_answer(fact.value)
        yield TraceQuestion(question, QuestionFamily.CURRENT_STATE, cutoff_ns, answer, groups, statuses)


def overwritten_state(mining: Mining, cutoff_ns: int) -> Iterator[TraceQuestion]:
    """What was so before somebody changed it, as the robot saw it."""
    for thing in mining.naming.things():
        yield from _where_before(mining, thing.entity_id, cutoff_ns)
    for entity_id, attribute in list(mining.history.facts):
        if attribute not in ("location", "held by", "open", "power") and mining.naming.is_unique(entity_id):
            yield from _setting_before(mining, entity_id, attribute, cutoff_ns)


def _where_before(mining: Mining, thing: str, cutoff_ns: int) -> Iterator[TraceQuestion]:
    seen = [f for f in mining.history.facts_of(thing, "location", cutoff_ns) if not f.teller]
    places = [k for k, fact in enumerate(seen) if fact.value]
    if len(places) < 2 or places[-1] != len(seen) - 1:
        return
    now = seen[-1]
    began = next((k for k in range(len(seen) - 1, -1, -1) if seen[k].value != now.value), -1)
    before = next((seen[k] for k in range(began, -1, -1) if seen[k].value), None)
    first = seen[began + 1]
    if before is None or before.value == now.value or not mining.naming.is_nameable(before.value):
        return
    if first.kind is not EventKind.OBJECT_STATE_CHANGED or not mining.naming.is_nameable(now.value):
        return
    if not _was_last_place(mining, thing, before, first):
        return
    alike = tuple(f.evidence_id for f in reversed(seen[: began + 1]) if f.value in ("", before.value))
    groups = (alike[:12], (first.evidence_id,))
    words = mining.naming.words(thing)
    section = mining.rng.choice(("where before moved", "where before place"))
    if section == "where before moved" and mining.history.last_seen(thing, "held by", first.stamp_ns) is None:
        section = "where before place"
    question = mining.ask(section, person=first.actor, place=mining.naming.place_words(now.value), **words)
    answer = mining.place_answer(before.value)
    yield TraceQuestion(question, QuestionFamily.OVERWRITTEN_STATE, cutoff_ns, answer, groups)


def _was_last_place(mining: Mining, thing: str, before: Fact, after: Fact) -> bool:
    """Whether it really lay there until it was brought to the later place."""
    changes = [c for c in mining.truth.history(thing, "location") if c.value and c.stamp_ns < after.stamp_ns]
    return bool(changes) and changes[-1].value == before.value


def _setting_before(mining: Mining, device: str, attribute: str, cutoff_ns: int) -> Iterator[TraceQuestion]:
    seen = [f for f in mining.history.facts_of(device, attribute, cutoff_ns) if not f.teller]
    changed = [k for k in range(1, len(seen)) if seen[k].value != seen[k - 1].value]
    if not changed:
        return
    after, before = seen[changed[-1]], seen[changed[-1] - 1]
    if after.kind is not EventKind.DEVICE_STATE_CHANGED or after.actor == ROBOT_ID:
        return
    if mining.truth.state(device, attribute, after.stamp_ns - 1) != before.value:
        return
    alike = [before.evidence_id]
    for fact in reversed(seen[: changed[-1] - 1]):
        if fact.value != before.value:
            break
        alike.append(fact.evidence_id)
    words = mining.naming.words(device)
    question = mining.ask(
        "setting before", setting=setting_words(attribute), person=after.actor, value=after.value, **words
    )
    answer = ExpectedAnswer(AnswerKind.WORDS, (before.value,), other_values(mining, device, attribute, before.value))
    groups = (tuple(alike), (after.evidence_id,))
    yield TraceQuestion(question, QuestionFamily.OVERWRITTEN_STATE, cutoff_ns, answer, groups)


def other_values(mining: Mining, device: str, attribute: str, value: str) -> tuple[str, ...]:
    """Values that the attribute had at other times, or was said to have."""
    values = {fact.value for fact in mining.history.facts.get((device, attribute), [])}
    return tuple(sorted(values - {value, ""}))
