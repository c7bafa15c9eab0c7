"""What people usually do, and what they like. Habits: when, where and with what, from what was seen again and
again, on several days. Wishes: settings for what they do, favourite things, and where things should be kept.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from statistics import median

from embodied_memory.event import Event, EventKind
from embodied_memory.evidence import Answer, UsualPlace
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.answers.past_deeds import Deed, deeds
from embodied_memory.memory.retrieval.query_plan.annotation import Annotator
from embodied_memory.memory.retrieval.query_plan.question_words import activities_in, is_activity, names_of
from embodied_memory.memory.retrieval.views.candidate import Candidate, HeardUtterance
from embodied_memory.memory.spatial.knowledge_graph.triple import IN_ROOM
from embodied_memory.words.time_words.local_calendar import LocalCalendar
from embodied_memory.words.time_words.times_of_day import DAY_HOURS
from embodied_memory.words.wording.phrases import listed, the_room
from embodied_memory.words.wording.words import split_words

_DAY_S = 86_400
_ENOUGH = 3
_SEVERAL, _MOST_HABITS_TOLD = 2, 5
_ONCE, _USUAL = 0.3, 0.75

Deeds = Sequence[tuple[Candidate, Event]]


def answer_usual_time(ground: AnswerGround) -> Answer:
    """The middle of the times of day, on the days asked about."""
    found = [one for one in deeds(ground.bundle.candidates) if _is_on(one[1], ground)]
    if not found:
        return ground.unknown("I have not seen that")
    seconds = [_second_of_day(event, ground) for _, event in found]
    start = _quietest(seconds)
    usual = int(median((second - start) % _DAY_S for second in seconds) + start) % _DAY_S
    near = sorted(found, key=lambda one: abs(_second_of_day(one[1], ground) - usual))
    text = f"usually at {usual // 3600:02d}:{usual % 3600 // 60:02d}, from {_times(found)}"
    return ground.known(text, _certainty(found), [one for one, _ in near])


def answer_usual_place(ground: AnswerGround) -> Answer:
    """The piece of furniture of most times; the room where there is none."""
    found = deeds(ground.bundle.candidates)
    places = [_place_of(event, ground) for _, event in found]
    if not any(places):
        places = [event.place for _, event in found]
    return _most(ground, found, places, "at ")


def answer_usual_thing(ground: AnswerGround) -> Answer:
    """The thing of the sort asked about that was used most times."""
    found = deeds(ground.bundle.candidates)
    asked = set(ground.plan.thing.ids)

    def is_asked(one: str) -> bool:
        return one in asked if ground.plan.things else not ground.beliefs.nature(one).stays_put

    return _most(ground, found, [next(filter(is_asked, event.object_ids), "") for _, event in found], "")


def _most(ground: AnswerGround, found: Deeds, values: Sequence[str], before: str) -> Answer:
    counts = Counter(value for value in values if value)
    if not counts:
        return ground.unknown("I have not seen that")
    value, times = counts.most_common(1)[0]
    chosen = [one for one, own in zip(found, values, strict=True) if own == value]
    text = f"usually {before}{ground.name(value)}, {times} of {sum(counts.values())} times that I saw"
    return ground.known(text, _certainty(chosen), [one for one, _ in chosen], entities=(value,))


def _place_of(event: Event, ground: AnswerGround) -> str:
    """What the event names as its place: "at the desk"; else the furniture it names; "" if there is none."""
    text = event.text.lower()
    told = (
        one for one in event.object_ids if re.search(rf"\b(?:at|on|in) (?:the |a )?{_caption(one, ground)}\b", text)
    )
    fixed = (one for one in event.object_ids if ground.beliefs.nature(one).stays_put)
    return next(told, "") or next(fixed, "")


def _caption(entity_id: str, ground: AnswerGround) -> str:
    return re.escape(ground.caption(entity_id).lower())


def _is_on(event: Event, ground: AnswerGround) -> bool:
    days = ground.plan.days
    return not days or LocalCalendar(event.stamp_ns, ground.utc_offset_s).now.weekday() in days


def _second_of_day(event: Event, ground: AnswerGround) -> int:
    when = LocalCalendar(event.stamp_ns, ground.utc_offset_s).now
    return when.hour * 3600 + when.minute * 60 + when.second


def _quietest(seconds: Sequence[int]) -> int:
    """The end of the longest gap on the clock: where a day of these times begins, midnight or not."""
    ordered = sorted(seconds)
    gaps = [(after - before) % _DAY_S for before, after in zip([ordered[-1], *ordered], ordered, strict=False)]
    return ordered[gaps.index(max(gaps))]


def _times(found: Deeds) -> str:
    return "one time" if len(found) == 1 else f"{len(found)} times that I saw it"


def _certainty(found: Deeds) -> float:
    return _ONCE + (0.9 - _ONCE) * min(1.0, (len(found) - 1) / _ENOUGH)


def answer_usual_deeds(ground: AnswerGround) -> Answer:
    """Activities by the number of days on which they were seen, at the part of the day asked about."""
    by_name = _by_activity(ground)
    person, part = (
        ground.plan.person,
        f" at that time of the day ({ground.plan.day_part})" if ground.plan.day_part else "",
    )
    if not by_name:
        return ground.unknown(f"I have not seen what {person} does{part}")
    days = {name: len({_day(event, ground) for _, event in found}) for name, found in by_name.items()}
    order = sorted(by_name, key=lambda name: -days[name])
    usual = [name for name in order if days[name] >= _SEVERAL][:_MOST_HABITS_TOLD]
    told = listed(
        [
            f"{name} (seen on {days[name]} {'days' if days[name] > 1 else 'day'})"
            for name in usual or order[:_MOST_HABITS_TOLD]
        ]
    )
    text = (
        f"{person} usually{part}: {told}" if usual else f"nothing that I saw on several days{part}; {person}: {told}"
    )
    cited = [by_name[name][0][0] for name in usual or order[:_MOST_HABITS_TOLD]]
    return ground.known(text, _USUAL if usual else _ONCE, cited)


def _by_activity(ground: AnswerGround) -> Mapping[str, list[Deed]]:
    """By the names of activities; what moves and changes things tells of habits only through these."""
    found: dict[str, list[Deed]] = defaultdict(list)
    for one, event in deeds(ground.bundle.candidates):
        if event.kind in (EventKind.ACTIVITY, EventKind.PERSON_MOVED) and is_at_part(event, ground):
            for name in names_of(event.text):
                found[name].append((one, event))
    return found


def is_at_part(event: Event, ground: AnswerGround) -> bool:
    """Whether it was on a day and at a part of the day that is asked about; hours beyond 24 are of the night."""
    plan = ground.plan
    when = LocalCalendar(event.stamp_ns, ground.utc_offset_s).now
    hour = when.hour + when.minute / 60
    if plan.day_part:
        first, last = DAY_HOURS[plan.day_part]
        if not (first <= hour < last or first <= hour + 24 < last):
            return False
        when -= timedelta(hours=24 if last > 24 and hour < first else 0)
    return not plan.days or when.weekday() in plan.days


def _day(event: Event, ground: AnswerGround) -> int:
    return LocalCalendar(event.stamp_ns, ground.utc_offset_s).today.toordinal()


_SURE = 0.85
_MOST_WISHES_TOLD = 3
_VALUE = re.compile(
    r"\b(?:at|to be|to|be|is|on|with)\s+(?:about |around |set to |exactly )?(?P<value>-?\d+(?:\.\d+)?|[a-z][\w-]*)",
    re.I,
)
_BEFORE_A_DEED = frozenset(split_words("when i am for while is are he she whenever during at to we"))
_NOT_VALUES = frozenset(split_words("the a an my me i be set when for it reading home you have kept have"))
_FAVOURITE = re.compile(
    r"\b(?:favou?rite|best|always (?:take|use|choose|want|pick|have)|rather|prefer\w*|love)\b", re.I
)
_KEPT = re.compile(
    r"\b(?:kept|keep|put back|place for|belongs?|goes|should (?:always )?(?:be|go|stay|stand|live)|returned|stored?"
    r"|home)\b",
    re.I,
)
_WISHING = re.compile(
    r"\b(?:(?<!looks )(?<!look )(?<!sounds )like|prefer|want|wish|favou?rite|love|enjoy|hate|dislike|should|rather"
    r"|please have)\b",
    re.I,
)


def utterances(ground: AnswerGround) -> Iterator[tuple[Candidate, str, str, int]]:
    """(candidate, speaker, words, stamp_ns) of what was said, the newest first."""
    found: list[tuple[Candidate, str, str, int]] = []
    for one in ground.bundle.candidates:
        content = one.content
        if isinstance(content, HeardUtterance):
            found.append((one, content.event.actor, content.event.text, content.event.stamp_ns))
        elif isinstance(content, Event):
            found.append((one, content.actor, content.text, content.stamp_ns))
    yield from sorted(found, key=lambda one: -one[3])


def answer_wished_setting(ground: AnswerGround) -> Answer:
    """The value that the person asked for last, for what they do then."""
    plan = ground.plan
    for one, speaker, text, stamp_ns in _by_person(ground):
        if plan.activities and not any(is_activity(name, text) for name in plan.activities):
            continue
        if plan.attribute and not set(split_words(plan.attribute)) & set(split_words(text)):
            continue
        value = _value_in(text, ground)
        if value:
            said = f"{speaker} said so {ground.when(stamp_ns)}, {text}"
            return ground.known(f"{value}; {said}", _SURE, [one])
    return ground.unknown(f"I have not heard what {plan.person or 'anybody'} likes there")


def answer_favourite(ground: AnswerGround) -> Answer:
    """The thing of that sort that the person called the best last."""
    plan = ground.plan
    annotator = Annotator(ground.beliefs)
    for one, speaker, text, stamp_ns in _by_person(ground):
        if not _FAVOURITE.search(text):
            continue
        named = [m.target.ids for _, m in annotator.annotate(text, stamp_ns).of("THING")]
        chosen = next((ids[0] for ids in named if len(ids) == 1 and ids[0] in plan.thing.ids), "")
        if chosen:
            said = f"{speaker} said so {ground.when(stamp_ns)}, {text}"
            return ground.known(f"{ground.name(chosen)}; {said}", _SURE, [one], entities=(chosen,))
    return ground.unknown(f"I have not heard which one {plan.person or 'anybody'} likes best")


def answer_wished_place(ground: AnswerGround) -> Answer:
    """Where the person said it should be kept; else where such things have been most times."""
    annotator = Annotator(ground.beliefs)
    for one, speaker, text, stamp_ns in _by_person(ground):
        if not _KEPT.search(text):
            continue
        names = [m for _, m in annotator.annotate(text, stamp_ns).of("THING", "ROOM")]
        where = [m.target for m in names if m.target.entity_id and m.target.entity_id not in ground.plan.thing.ids]
        places = [t.entity_id for t in where if ground.beliefs.nature(t.entity_id).stays_put] or [
            t.entity_id for t in where
        ]
        if places:
            said = f"{speaker} said so {ground.when(stamp_ns)}, {text}"
            return ground.known(f"{_at(places[0], text, ground)}; {said}", _SURE, [one], entities=(places[0],))
        if not names:
            continue
        return ground.known(f"{speaker} said {ground.when(stamp_ns)}, {text}", _SURE, [one])
    return _answer_usual_place(ground)


def _answer_usual_place(ground: AnswerGround) -> Answer:
    """By the knowledge graph, with the records that tell of the stays there."""
    places = [one for one in ground.usual_places(ground.plan.thing.words) if not ground.seen.is_refused(one.place_id)]
    if not places:
        return ground.unknown(f"I have not heard where {ground.plan.thing.words or 'that'} should be kept")
    best, *others = places
    ids = [*best.record_ids[: ground.most_cited - 1], *(others[0].record_ids[:1] if others else ())]
    text = _usually(best, others, ground)
    known = ground.known(text, best.certainty, entities=(best.place_id,), room=best.room)
    return replace(known, evidence=ground.rows.evidence(list(dict.fromkeys(ids))))


def _usually(best: UsualPlace, others: list[UsualPlace], ground: AnswerGround) -> str:
    """ "usually on the counter, in the kitchen, 3 of 4 times that I know of; else on the desk"."""
    where = _where(best, ground)
    if best.of_times == 1:
        return f"so far I know of one place alone, {where}"
    elsewhere = f"; else {_where(others[0], ground)}" if others else ""
    if others and others[0].times == best.times:
        return f"no place more than others: {where}, and {_where(others[0], ground)}"
    return f"usually {where}, {best.times} of {best.of_times} times that I know of{elsewhere}"


def _where(place: UsualPlace, ground: AnswerGround) -> str:
    if place.relation == IN_ROOM:
        return f"in {the_room(place.room)}"
    return f"{place.relation} {ground.name(place.place_id)}" + (f", in {the_room(place.room)}" if place.room else "")


def answer_wishes(ground: AnswerGround) -> Answer:
    """The wishes that the person uttered last."""
    found = list(islice(told_wishes(ground), _MOST_WISHES_TOLD))
    if not found:
        return ground.unknown(f"I have not heard what {ground.plan.person or 'anybody'} likes")
    told = " ".join(f'{speaker} said {ground.when(stamp_ns)}: "{text}"' for _, speaker, text, stamp_ns in found)
    return ground.known(told, _SURE, [one for one, *_ in found])


def told_wishes(ground: AnswerGround) -> Iterator[tuple[Candidate, str, str, int]]:
    """Wishes and preferences among what was said, the newest first, each once whichever view has it."""
    found = {one[1:]: one for one in _by_person(ground) if _WISHING.search(one[2])}
    yield from found.values()


def _by_person(ground: AnswerGround) -> Iterator[tuple[Candidate, str, str, int]]:
    person = ground.plan.person
    for one in utterances(ground):
        if (not person or one[1] == person) and not one[2].endswith("?") and _is_about(one[2], one[3], ground):
            yield one


def _is_about(text: str, stamp_ns: int, ground: AnswerGround) -> bool:
    """Whether an utterance names the thing asked about."""
    asked = set(ground.plan.thing.ids)
    named = (mention.target.ids for _, mention in Annotator(ground.beliefs).annotate(text, stamp_ns).of("THING"))
    return not asked or any(asked & set(ids) for ids in named)


def _value_in(text: str, ground: AnswerGround) -> str:
    """The value that a wish names: "at 21", "to be 60"; not what is said about the activity."""
    words = split_words(text)
    plain = list(words)
    for mention in activities_in(words):
        start = mention.start
        while start and words[start - 1] in _BEFORE_A_DEED:
            start -= 1
        plain[start : mention.end] = ["|"] * (mention.end - start)
    for thing in ground.plan.thing.ids:
        caption = split_words(ground.caption(thing))
        for start in range(len(plain) - len(caption) + 1):
            if tuple(plain[start : start + len(caption)]) == caption:
                plain[start : start + len(caption)] = ["|"] * len(caption)
    found = [match["value"] for match in _VALUE.finditer(" ".join(plain)) if match["value"] not in _NOT_VALUES]
    numbers = [value for value in found if value[-1].isdigit()]
    return (numbers or found or [""])[0]


def _at(place: str, text: str, ground: AnswerGround) -> str:
    """With the preposition that was said."""
    head = ground.caption(place).split(" ")[-1]
    inside = re.search(rf"\b(?:in|inside|into) (?:the |my |our )?(?:[\w-]+ ){{0,3}}{re.escape(head)}\b", text, re.I)
    return (
        ground.place(f"{'in' if inside else 'on'} {place}")
        if place in _things(ground)
        else f"in {ground.name(place)}"
    )


def _things(ground: AnswerGround) -> set[str]:
    return set(ground.beliefs.names.ids("thing"))
