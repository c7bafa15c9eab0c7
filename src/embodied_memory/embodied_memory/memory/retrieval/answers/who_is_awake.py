"""Who is awake? Is Anna asleep? By the last thing that each was seen to do."""

from __future__ import annotations

from embodied_memory.event import Event
from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.answers.past_deeds import Deed, deeds
from embodied_memory.memory.retrieval.query_plan.activity_words import names_of
from embodied_memory.memory.wording.phrases import listed

_GOING_TO_BED = "going to bed"
_FRESH_NS, _FRESH, _OLD = 3_600_000_000_000, 0.8, 0.5


def answer_who_is_awake(ground: AnswerGround) -> Answer:
    """Whose last deed was to go to bed is asleep; everybody else seen since is not. Deeds unseen may differ."""
    last: dict[str, Deed] = {}
    for one, event in deeds(ground.bundle.candidates):
        last.setdefault(event.actor, (one, event))
    if not last:
        return ground.unknown(f"I have not seen whether {listed(ground.plan.people) or 'anybody'} is awake")
    fitting = [who for who, (_, event) in last.items() if _state(event) == ground.plan.value]
    told = "; ".join(
        f"{who} is {_state(event)} as far as I saw ({ground.when(event.stamp_ns)}: {event.text.rstrip('.')})"
        for who, (_, event) in last.items()
    )
    verdict = ("yes" if fitting else "no") if ground.plan.people else listed(fitting) or "nobody"
    oldest = min(event.stamp_ns for _, event in last.values())
    certainty = _FRESH if ground.now_ns - oldest < _FRESH_NS else _OLD
    return ground.known(f"{verdict}; {told}", certainty, [one for one, _ in last.values()], entities=fitting)


def _state(event: Event) -> str:
    return "asleep" if _GOING_TO_BED in names_of(event.text) else "awake"
