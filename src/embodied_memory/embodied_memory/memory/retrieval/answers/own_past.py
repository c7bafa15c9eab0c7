"""What the robot itself saw and did: what objects are there, how many, what did you see first or after ten
seconds, where have you been, for how long? From the views themselves; seconds count from the first.

Did you find the kettle? What did you do, today or last?
"""

from __future__ import annotations

import math
import re
import time
from itertools import pairwise

from embodied_memory.event import EventKind
from embodied_memory.evidence import Answer
from embodied_memory.memory.log.event_log import LogRecord
from embodied_memory.memory.retrieval.answers.seen_in_words import all_there, event_answer, known_answer
from embodied_memory.memory.retrieval.answers.whereabouts_seen import answer_is_there
from embodied_memory.memory.retrieval.seen.question import SeenQuestion
from embodied_memory.memory.retrieval.seen.recollection import NS, Recollection, SeenView, SeenViews, things_of
from embodied_memory.memory.spatial.certainty import identity
from embodied_memory.words.time_words.local_calendar import MONTHS, WEEKDAYS
from embodied_memory.words.wording.description import parse_description
from embodied_memory.words.wording.phrases import ago, counted, listed, sentence, tallied, the_room
from embodied_memory.words.wording.words import content_stems, singular, split_words

_MOMENT_NS = NS
"""Views taken within this time of each other show one moment."""
_FEW_VIEWS, _MANY_VIEWS = 8, 60
_FIRST_WORDS = ("first", "beginning", "start")
_ENDS = ("last", "end", "now")
_MOST_KINDS = 16
_STEP_M = 0.25
"""Shorter moves are noise of localisation, and no way."""
_MOST_ROOMS = 8


def answer_seen_when(asked: SeenQuestion, recollection: Recollection) -> Answer | None:
    """Everything that the views of the time asked about show and that memory asserts; None if there is no view."""
    views = recollection.views
    if not views.count:
        return None
    when, found = _of_time(asked, views)
    shown = views.shown(found)
    if asked.from_s is None or asked.value in ("after", "at", "from", "in", "later"):
        shown = _of_one_moment(shown, asked.value in _ENDS)
    if not shown:
        return _nothing(asked, when, found, views)
    things = things_of((one for _, ids in shown for one in ids), recollection.objects)
    seen = tallied((thing.category.lower() for thing in things), limit=12)
    return Answer(
        question=asked.question,
        text=sentence(f"{when} I saw {seen}"),
        known=True,
        certainty=round(math.prod(identity(thing) for thing in things), 4),
        evidence=views.evidence([view for view, _ in shown]),
        object_ids=tuple(thing.object_id for thing in things),
        positions=tuple(thing.position for thing in things),
    )


def answer_where_then(asked: SeenQuestion, recollection: Recollection) -> Answer | None:
    """Where the robot stood then: the room, or by what it stood, or coordinates; None if there is no view."""
    views = recollection.views
    if not views.count:
        return None
    when, found = _of_time(asked, views)
    if not found:
        return _nothing(asked, when, found, views)
    view = found[-1] if asked.value in _ENDS else found[0]
    where = f"{when} I was {place_of(view, recollection)}"
    return Answer(asked.question, sentence(where), True, 0.9, views.evidence([view]), positions=(view.place,))


def place_of(view: SeenView, recollection: Recollection) -> str:
    """in the kitchen, at x 1.0 m, y 2.0 m on the map."""
    room = recollection.room_at(view.place)
    at = f"at x {view.place[0]:.1f} m, y {view.place[1]:.1f} m on the map"
    return f"in {the_room(room)}, {at}" if room else at


def _of_time(asked: SeenQuestion, views: SeenViews) -> tuple[str, list[SeenView]]:
    """(the time in words, the views of it or those that come next)."""
    first, last, start = views.first_ns, views.last_ns, asked.from_s
    if start is None:
        is_end = asked.value in _ENDS
        return ("last", views.between(first, last, _MANY_VIEWS, newest=True)) if is_end else (
            "first", views.between(first, last, _MANY_VIEWS)
        )  # fmt: skip
    told = _seconds(start)
    if asked.value == "between" and asked.until_s is not None:
        ends = sorted((start, asked.until_s))
        span = (first + int(ends[0] * NS), first + int(ends[1] * NS))
        return f"between {_seconds(ends[0])} and {_seconds(ends[1])}", views.between(*span, _MANY_VIEWS)
    if asked.value in _ENDS:
        return f"in the last {told}", views.between(last - int(start * NS), last, _MANY_VIEWS, newest=True)
    if asked.value in (*_FIRST_WORDS, "before"):
        words = f"in the first {told}" if asked.value in _FIRST_WORDS else f"before {told} had passed"
        return words, views.between(first, first + int(start * NS), _MANY_VIEWS)
    return f"after {told}", views.between(first + int(start * NS), last, _FEW_VIEWS)


def _of_one_moment(
    shown: list[tuple[SeenView, tuple[str, ...]]], is_end: bool
) -> list[tuple[SeenView, tuple[str, ...]]]:
    """Those together with the first, or the last, that shows something."""
    if not shown:
        return []
    at_ns = shown[-1 if is_end else 0][0].stamp_ns
    return [one for one in shown if abs(one[0].stamp_ns - at_ns) < _MOMENT_NS]


def _nothing(asked: SeenQuestion, when: str, found: list[SeenView], views: SeenViews) -> Answer:
    lasted = _seconds((views.last_ns - views.first_ns) / NS)
    if not found:
        text = f"I don't know: all that I have seen took {lasted}."
        return Answer(asked.question, text, False, 0.0, views.evidence(views.between(views.last_ns, views.last_ns)))
    text = f"I don't know: {when} I saw nothing that I recognised."
    return Answer(asked.question, text, False, 0.0, views.evidence(found))


def _seconds(seconds: float) -> str:
    if seconds >= 120:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds:.4g} second{'' if seconds == 1 else 's'}"


def answer_all_things(asked: SeenQuestion, recollection: Recollection) -> Answer | None:
    """Everything that memory asserts, by kinds, the most frequent first; None if that is nothing."""
    things = list(recollection.objects)
    if not things:
        return None
    text = f"I have seen {tallied((thing.category.lower() for thing in things), limit=_MOST_KINDS)}"
    return known_answer(asked, text, things, recollection, doubt=all_there(things, places=False))


def answer_how_many_things(asked: SeenQuestion, recollection: Recollection) -> Answer | None:
    """As many as are likely to exist of all that memory asserts."""
    things = list(recollection.objects)
    if not things:
        return None
    likely = [identity(thing) for thing in things]
    count = math.floor(sum(likely) + 0.5)
    about = "about " if count != len(things) else ""
    text = f"I have seen {about}{counted(count, 'thing')} that I recognised"
    return known_answer(asked, text, things, recollection, doubt=sum(likely) / len(likely))


def answer_where_been(asked: SeenQuestion, recollection: Recollection) -> Answer | None:
    """The rooms in their order, where they are known, and how far it was; None if there is no view."""
    views = recollection.views
    seen = views.between(views.first_ns, views.last_ns)
    if not seen:
        return None
    way = _way(seen)
    metres = sum(math.dist(a.place[:2], b.place[:2]) for a, b in pairwise(way))
    stays = _rooms(seen, recollection)
    rooms = [the_room(room) for _, room in stays[:_MOST_ROOMS]]
    if rooms:
        more = " and on" if len(stays) > _MOST_ROOMS else ""
        text = f"I have been in {', then in '.join(rooms)}{more}"
    else:
        text = f"I began {place_of(seen[0], recollection)} and ended {place_of(seen[-1], recollection)}"
    told = f"{text}; I went {metres:.1f} m in {_time(seen)}" if metres else f"{text}; I stood still for {_time(seen)}"
    cited = [seen[0], *(view for view, _ in stays[1:_MOST_ROOMS]), seen[-1]]
    evidence = views.evidence(list(dict.fromkeys(cited)))
    return Answer(asked.question, sentence(told), True, 0.9, evidence, positions=(seen[0].place, seen[-1].place))


def answer_how_long(asked: SeenQuestion, recollection: Recollection) -> Answer | None:
    """From the first view to the last; None if there is none."""
    views = recollection.views
    seen = views.between(views.first_ns, views.first_ns, 1) + views.between(views.last_ns, views.last_ns, 1)
    if not seen:
        return None
    text = f"what I have seen took {_time(seen)}, in {counted(views.count, 'view')}"
    return Answer(asked.question, sentence(text), True, 1.0, views.evidence(list(dict.fromkeys(seen))))


def _way(seen: list[SeenView]) -> list[SeenView]:
    """Those that lie apart."""
    way = seen[:1]
    for view in seen[1:]:
        if math.dist(view.place[:2], way[-1].place[:2]) >= _STEP_M:
            way.append(view)
    return way


def _rooms(seen: list[SeenView], recollection: Recollection) -> list[tuple[SeenView, str]]:
    """The first view in each room that it came to, without passages whose room is not known."""
    stays: list[tuple[SeenView, str]] = []
    for view in seen:
        room = recollection.room_at(view.place)
        if room and (not stays or stays[-1][1] != room):
            stays.append((view, room))
    return stays


def _time(seen: list[SeenView]) -> str:
    seconds = (seen[-1].stamp_ns - seen[0].stamp_ns) / NS
    return f"{seconds / 60:.0f} minutes" if seconds >= 120 else f"{seconds:.0f} seconds"


_DEEDS = (EventKind.INSTRUCTION_ENDED, EventKind.GOAL_ENDED, EventKind.SKILL_ENDED)
_DEEDS_BEGUN = (EventKind.INSTRUCTION_STARTED, EventKind.GOAL_STARTED, EventKind.SKILL_STARTED)
_MOST_TOLD = 8
_OF_ONE = re.compile(r"\W*(?:(?:and|so|but) )*(?:who|did|have)\b(?!.*\b(?:any|some)thing\b)", re.I)
"""Of a thing that is named: "who did you give the keys to?"."""
_OF_DOING = content_stems(
    "do did done bring brought give given hand handed fetch fetched carry carried take taken lend pass put move moved"
    " get got today yesterday day anything something already last"
)
_NAME = re.compile(r"(?<=\w )[A-Z]\w+")
"""Anywhere but at the beginning."""
_NS = 1_000_000_000
_WALL_CLOCK_FROM_NS = 1_000_000_000 * _NS
"""Stamps below this (the year 2001) are a simulator's, which has no days."""


def answer_did_you_find(plan: SeenQuestion, recollection: Recollection) -> Answer:
    """What became of the latest search for it; if there was none, whether it was seen."""
    ended = recollection.events((EventKind.GOAL_ENDED,), limit=200)
    about = [record for record in ended if _is_about(record, plan.subject)]
    if not about:
        return answer_is_there(plan, recollection)
    latest = about[0]
    verdict = {True: "Yes", False: "No", None: "I looked for it"}[latest.succeeded]
    when = ago(latest.stamp_ns, recollection.now_ns)
    return event_answer(plan, f"{verdict}, {when}: {latest.summary.strip().rstrip('.')}", [latest])


def _is_about(record: LogRecord, subject: str) -> bool:
    """Whether the record's sentence has every word of the description."""
    wanted = parse_description(subject)
    said = {singular(word) for word in split_words(record.summary)}
    return bool(wanted.noun) and {*wanted.noun, *wanted.attributes} <= said


def answer_what_did_you_do(plan: SeenQuestion, recollection: Recollection) -> Answer:
    """What was ended, oldest first; where nothing was, what was begun; of who is named, what they had part in."""
    since_ns = _midnight_ns(recollection.now_ns) if plan.value == "today" else 0
    limit = 1 if plan.value in ("last", "just now") else _MOST_TOLD
    records = recollection.events(_DEEDS, since_ns, limit) or recollection.events(_DEEDS_BEGUN, since_ns, limit)
    people = {name for name in _NAME.findall(plan.question) if name.lower() not in (*WEEKDAYS, *MONTHS)}
    records = [one for one in records if not people or people & set(_NAME.findall(one.summary))]
    about = content_stems(plan.question) - content_stems(" ".join(people)) - _OF_DOING
    of_it = [one for one in records if about & content_stems(one.summary)]
    records = of_it or ([] if about and _OF_ONE.match(plan.question) else records)
    if not records:
        when = " today" if plan.value == "today" else ""
        whom = f" for {listed(sorted(people))}" if people else ""
        text = f"I don't know of anything I was asked to do{whom}{when}."
        return Answer(plan.question, text, False, 0.0)
    told = [_told(record, recollection.now_ns) for record in reversed(records)]
    return event_answer(plan, " ".join(told), records)


def _told(record: LogRecord, now_ns: int) -> str:
    return sentence(f"{ago(record.stamp_ns, now_ns)}: {record.summary.strip().rstrip('.')}")


def _midnight_ns(now_ns: int) -> int:
    """The start of the local day; of a simulator's time, its start."""
    if now_ns < _WALL_CLOCK_FROM_NS:
        return 0
    now = time.localtime(now_ns // _NS)
    return int(time.mktime((now.tm_year, now.tm_mon, now.tm_mday, 0, 0, 0, 0, 0, -1))) * _NS
