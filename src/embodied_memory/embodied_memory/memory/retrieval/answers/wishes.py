"""What people like: settings for what they do, favourite things, and where things should be kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from embodied_memory.event import Event
from embodied_memory.evidence import Answer, UsualPlace
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.query_plan.activity_words import activities_in, is_activity
from embodied_memory.memory.retrieval.query_plan.annotation import Annotator
from embodied_memory.memory.retrieval.views.candidate import Candidate, HeardUtterance
from embodied_memory.memory.spatial.knowledge_graph.relation_kind import IN_ROOM
from embodied_memory.words.wording.phrases import the_room
from embodied_memory.words.wording.words import split_words

_SURE = 0.85
_MOST_TOLD = 3
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
    found = list(islice(told_wishes(ground), _MOST_TOLD))
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
