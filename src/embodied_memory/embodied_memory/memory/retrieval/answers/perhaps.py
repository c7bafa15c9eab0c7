"""What there only may be: "I may have seen a mug on the counter, but I am not sure". Nothing is said to be there."""

from __future__ import annotations

from embodied_memory.evidence import Answer, EpistemicStatus, RememberedObject
from embodied_memory.memory.retrieval.answers.answer_parts import (
    identity_of,
    name_of,
    place_phrase,
    stated_room,
    without_determiner,
)
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.wording.phrases import ago, sentence, with_article

_MOST = 0.49
"""What memory is surer of it asserts."""


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
        certainty=round(min(_MOST, thing.certainty * min(1.0, thing.match / max(identity_of(thing), 1e-9))), 4),
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
