"""A question of no known sort: what memory has with most of its words, if that is most of them."""

from __future__ import annotations

from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.answers.quoting import as_told, tells_nothing
from embodied_memory.memory.retrieval.views.bearing import bears_on

_MOST_TOLD = 3
_ENOUGH = 0.75


def answer_anything(ground: AnswerGround) -> Answer:
    """Quotes what was found."""
    found = [
        one
        for one in ground.bundle.selected
        if one.score >= _ENOUGH and one.text and bears_on(one, ground.plan) and not tells_nothing(one)
    ]
    if not found:
        return ground.unknown()
    lines = dict.fromkeys(f"{ground.when(one.stamp_ns)}: {as_told(one)}" for one in found)
    told = " ".join(list(lines)[:_MOST_TOLD])
    return ground.known(f"this is what I remember of it. {told}", 0.4, found)
