"""What answers about what was seen share: how objects and places are named, and how sure a statement about
several things is.

What was not seen: there may be some all the same ("I may have seen a mug on the counter, but I am not sure"),
memory cannot tell, or it has seen none where it looked. Nothing is said to be there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from embodied_memory.evidence import ASSERTED_FROM, Answer, EpistemicStatus, RememberedObject
from embodied_memory.memory.log.event_log import LogRecord
from embodied_memory.memory.retrieval.seen.object_matching import seen_attribute_words
from embodied_memory.memory.retrieval.seen.question import SeenQuestion
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.spatial.certainty import identity
from embodied_memory.memory.spatial.room_votes import is_room
from embodied_memory.words.wording.description import GROUP_OF_WORD, parse_description
from embodied_memory.words.wording.phrases import ago, sentence, the_room, with_article
from embodied_memory.words.wording.words import split_words


def known_answer(
    plan: SeenQuestion,
    text: str,
    things: Sequence[RememberedObject],
    recollection: Recollection,
    room: str = "",
    doubt: float = 1.0,
    records: Iterable[int] = (),
) -> Answer:
    """An answer about objects, which cites where each was last seen.

    doubt: how sure what it says beyond the thing of which memory is surest is, 0 to 1 (`all_there`). records: what
    else it rests on.
    """
    certainty = max((thing.certainty * min(1.0, thing.match) for thing in things), default=0.0)
    return Answer(
        question=plan.question,
        text=sentence(text),
        known=True,
        certainty=round(certainty * doubt, 4) if doubt < 1.0 else certainty,
        evidence=recollection.evidence_of(things, records),
        object_ids=tuple(thing.object_id for thing in things),
        positions=tuple(thing.position for thing in things),
        room=room,
    )


def all_there(things: Sequence[RememberedObject], places: bool = True) -> float:
    """How likely all of these exist, beside the surest, and are where they are said to be; 1 if nothing is doubted.

    places: whether it is said where they are.
    """
    surest = max(things, key=lambda thing: thing.certainty * min(1.0, thing.match), default=None)
    others = (identity(thing) for thing in things if thing is not surest)
    told = (place_certainty(thing) for thing in things) if places else ()
    return math.prod((*others, *told))


def place_certainty(thing: RememberedObject) -> float:
    """How sure what `place_phrase` says of it is, if it is there."""
    support = thing.support_certainty if stated_support(thing) else 1.0
    return support * (thing.room_certainty if stated_room(thing) else 1.0)


def stated_support(thing: RememberedObject) -> str:
    """What it is on or in, "" where that is not known or less likely than not."""
    return thing.support_category if thing.support_certainty >= ASSERTED_FROM else ""


def stated_room(thing: RememberedObject) -> str:
    """Its room, likewise."""
    return thing.room if thing.room_certainty >= ASSERTED_FROM else ""


def event_answer(plan: SeenQuestion, text: str, records: Sequence[LogRecord]) -> Answer:
    """An answer about what happened."""
    evidence = tuple(record.as_evidence() for record in records)
    return Answer(plan.question, sentence(text), True, 1.0 if records else 0.5, evidence)


def without_determiner(description: str) -> str:
    """the red book -> a red book; my keys -> any keys."""
    words = description.split()
    while len(words) > 1 and words[0] in ("the", "a", "an", "my", "your", "our", "some", "any", "this", "that"):
        words = words[1:]
    name = " ".join(words)
    return f"any {name}" if parse_description(name).noun[-1:] != tuple(words[-1:]) else with_article(name)


def name_of(thing: RememberedObject) -> str:
    """Its category with its colour if known: red mug."""
    colors = sorted(word for word in seen_attribute_words(thing) if GROUP_OF_WORD[word] == "color")
    category = thing.category.lower()
    return f"{colors[0]} {category}" if len(colors) == 1 and colors[0] not in category else category


def place_phrase(thing: RememberedObject, recollection: Recollection) -> str:
    """on the counter, in the kitchen; without support, beside the biggest thing near; "" if there is nothing."""
    parts = []
    if support := stated_support(thing):
        parts.append(f"{thing.support_relation} the {support.lower()}")
    elif landmark := recollection.landmark_of(thing):
        parts.append(f"next to the {landmark.category.lower()}")
    if room := stated_room(thing):
        parts.append(f"in {the_room(room)}")
    return ", ".join(parts)


def position_phrase(thing: RememberedObject) -> str:
    """Where nothing else can be said."""
    return f"at x {thing.position[0]:.1f} m, y {thing.position[1]:.1f} m on the map"


def seen_phrase(thing: RememberedObject, recollection: Recollection) -> str:
    """When it was last seen, and what speaks against its still being there."""
    when = ago(thing.last_seen_ns, recollection.now_ns)
    if thing.status is EpistemicStatus.CONTRADICTED:
        return f"I last saw it there {when}, but it was gone when I looked again"
    if thing.status is EpistemicStatus.STALE:
        return f"I last saw it there {when}, so it may have been moved"
    if thing.status is EpistemicStatus.UNCERTAIN:
        return f"I saw it {when}, but not well enough to be sure"
    return f"I last saw it {when}"


def is_plural(description: str) -> bool:
    """Whether a description speaks of several."""
    words = parse_description(description)
    return bool(words.noun) and words.text.split()[-1:] != list(words.noun[-1:])


def common_room(things: Iterable[RememberedObject]) -> str:
    """The room all of them are in, "" if there is none such."""
    rooms = {stated_room(thing) for thing in things}
    return rooms.pop() if len(rooms) == 1 else ""


_MOST = 0.49
"""What memory is surer of it asserts."""
_ARTICLES = ("the", "a", "an", "my", "our")
_ELSEWHERE = 0.3
"""Of a place that is not known, next to nothing was seen."""
_NARROW = 0.5
"""Of all that may lie about, a detector with a vocabulary of its own recognises some."""


def perhaps_answer(question: str, subject: str, recollection: Recollection) -> Answer | None:
    """The likeliest thing that may be meant and of which memory is not sure; None if there is none."""
    found = recollection.perhaps_fitting(subject) if subject else []
    if not found:
        return None
    thing = found[0]
    place = place_phrase(thing, recollection)
    when = ago(thing.last_seen_ns, recollection.now_ns)
    seen = ", ".join(part for part in (place, when) if part)
    return Answer(
        question=question,
        text=sentence(f"I {_saw(thing)} {_called(thing, subject)} {seen}, but {_why_unsure(thing)}"),
        known=False,
        certainty=round(min(_MOST, thing.certainty * min(1.0, thing.match / max(identity(thing), 1e-9))), 4),
        evidence=recollection.evidence_of([thing]),
        object_ids=(thing.object_id,),
        positions=(thing.position,),
        room=stated_room(thing),
    )


def _saw(thing: RememberedObject) -> str:
    """What surely was there was seen, wherever it may be now."""
    return "saw" if thing.status is EpistemicStatus.CONTRADICTED else "may have seen"


def _called(thing: RememberedObject, subject: str) -> str:
    """As it looked; by the words of the question where it looked more like something else."""
    return with_article(name_of(thing)) if not thing.is_asserted else without_determiner(subject)


def _why_unsure(thing: RememberedObject) -> str:
    if thing.status is EpistemicStatus.CONTRADICTED:
        return "it was gone when I looked again"
    if thing.is_asserted:
        return f"I took it for {with_article(name_of(thing))}"
    return "I am not sure"


def unknown_answer(plan: SeenQuestion, recollection: Recollection) -> Answer:
    """What there may be; what cannot be told; else "I don't know", with the nearest thing that is known, if any."""
    perhaps = perhaps_answer(plan.question, plan.subject, recollection)
    return perhaps or unrecognised(plan.question, plan.subject, recollection) or _unseen(plan, recollection)


def unrecognised(question: str, subject: str, recollection: Recollection) -> Answer | None:
    """ "I can't recognise a wrench", if that is so."""
    if not subject or recollection.vocabulary.knows(subject):
        return None
    name = without_determiner(parse_description(subject).text)
    return Answer(question, f"I don't know: I can't recognise {name} when I see one.", False, 0.0)


def none_there(plan: SeenQuestion, recollection: Recollection) -> float:
    """How sure it is that none is at the place asked about, where none was seen: as well as that was looked at."""
    place = " ".join(word for word in split_words(plan.place) if word not in _ARTICLES)
    if is_room(plan.place):
        return recollection.looks.shown_in(place)
    landmarks = recollection.fitting(plan.place)
    shown = (recollection.looks.shown_at(one, plan.relation == "in") * one.certainty for one in landmarks)
    return round(min(shown, default=_ELSEWHERE), 4)


def nothing_by(landmarks: Sequence[RememberedObject], relation: str, recollection: Recollection) -> float:
    """How sure it is that nothing is on, in, under or by these, where nothing was seen."""
    shown = [recollection.looks.shown_at(one, relation == "in") * one.certainty for one in landmarks]
    return round(min(shown) * (1.0 if recollection.vocabulary.is_open else _NARROW), 4)


def _unseen(plan: SeenQuestion, recollection: Recollection) -> Answer:
    description = parse_description(plan.subject).text or "that"
    text = f"I don't know: I have not seen {without_determiner(description)}."
    near = recollection.nearest_in_meaning(plan.subject)
    if near is None:
        return Answer(plan.question, text, False, 0.0)
    place = place_phrase(near, recollection)
    text += f" The nearest thing I know of is {with_article(near.category)}{', ' + place if place else ''}."
    return Answer(
        plan.question, text, False, 0.0, recollection.evidence_of([near]), (near.object_id,), (near.position,)
    )
