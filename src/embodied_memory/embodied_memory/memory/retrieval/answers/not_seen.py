"""What was not seen: there may be some all the same, memory cannot tell, or it has seen none where it looked."""

from __future__ import annotations

from collections.abc import Sequence

from embodied_memory.evidence import Answer, RememberedObject
from embodied_memory.memory.retrieval.answers.answer_parts import place_phrase, without_determiner
from embodied_memory.memory.retrieval.answers.perhaps import perhaps_answer
from embodied_memory.memory.retrieval.seen.question import QuestionPlan
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.spatial.room_votes import is_room
from embodied_memory.memory.wording.description import parse_description
from embodied_memory.memory.wording.phrases import with_article
from embodied_memory.memory.wording.words import split_words

_ARTICLES = ("the", "a", "an", "my", "our")
_ELSEWHERE = 0.3
"""Of a place that is not known, next to nothing was seen."""
_NARROW = 0.5
"""Of all that may lie about, a detector with a vocabulary of its own recognises some."""


def unknown_answer(plan: QuestionPlan, recollection: Recollection) -> Answer:
    """What there may be; what cannot be told; else "I don't know", with the nearest thing that is known, if any."""
    perhaps = perhaps_answer(plan.question, plan.subject, recollection)
    return perhaps or unrecognised(plan.question, plan.subject, recollection) or _unseen(plan, recollection)


def unrecognised(question: str, subject: str, recollection: Recollection) -> Answer | None:
    """ "I can't recognise a wrench", if that is so."""
    if not subject or recollection.vocabulary.knows(subject):
        return None
    name = without_determiner(parse_description(subject).text)
    return Answer(question, f"I don't know: I can't recognise {name} when I see one.", False, 0.0)


def none_there(plan: QuestionPlan, recollection: Recollection) -> float:
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


def _unseen(plan: QuestionPlan, recollection: Recollection) -> Answer:
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
