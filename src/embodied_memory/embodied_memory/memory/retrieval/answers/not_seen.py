"""What was not seen: there may be some all the same ("I may have seen a mug on the counter, but I am not sure"),
memory cannot tell, or it has seen none where it looked. Nothing is said to be there.
"""

from __future__ import annotations

from collections.abc import Sequence

from embodied_memory.evidence import Answer, EpistemicStatus, RememberedObject
from embodied_memory.memory.retrieval.answers.answer_parts import (
    name_of,
    place_phrase,
    stated_room,
    without_determiner,
)
from embodied_memory.memory.retrieval.seen.question import SeenQuestion
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.spatial.certainty import identity
from embodied_memory.memory.spatial.room_votes import is_room
from embodied_memory.words.wording.description import parse_description
from embodied_memory.words.wording.phrases import ago, sentence, with_article
from embodied_memory.words.wording.words import split_words

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
