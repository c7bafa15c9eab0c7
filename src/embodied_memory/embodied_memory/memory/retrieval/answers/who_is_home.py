"""Who is at home, who is awake? Is anybody? From what is believed of where people are (who was not seen to leave
is at home), and the last thing that each was seen to do.
"""

from __future__ import annotations

from embodied_memory.event import Event
from embodied_memory.evidence import Answer
from embodied_memory.memory.belief.states.state_fact import LOCATION
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.answers.known_facts import KnownFact, facts_in, is_over, trusted
from embodied_memory.memory.retrieval.answers.past_deeds import Deed, deeds
from embodied_memory.memory.retrieval.query_plan.activity_words import names_of
from embodied_memory.memory.wording.phrases import listed

_GOING_TO_BED = "going to bed"
_FRESH_NS, _FRESH, _OLD = 3_600_000_000_000, 0.8, 0.5
_OUTSIDE = "outside"
_AWAY_WORDS = ("away", "out", "left", "gone", "not")


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


def answer_who_is_home(ground: AnswerGround) -> Answer:
    """Each person's place and how sure it is; with a verdict where one was asked for."""
    found = sorted(facts_in(ground.bundle.candidates, LOCATION), key=lambda fact: -fact.seen_ns)
    if not found:
        who = listed(ground.plan.people) or "anybody"
        return ground.unknown(f"I have neither seen nor heard whether {who} is at home")
    told = "; ".join(_told(fact, ground) for fact in found)
    certainty = min(fact.certainty for fact in found) if ground.plan.people else found[0].certainty
    cited = [fact.candidate for fact in found]
    ids = [fact.entity_id for fact in found]
    return ground.known(f"{_verdict(found, ground)}{told}", certainty, cited, found[0].status, ids)


def _verdict(found: list[KnownFact], ground: AnswerGround) -> str:
    words = ground.plan.question.lower().rstrip(" ?.!").split()
    is_away_asked = any(word in words for word in _AWAY_WORDS)
    fitting = [fact for fact in found if (fact.value == _OUTSIDE) == is_away_asked]
    if ground.plan.people:
        return "yes, " if len(fitting) == len(found) else "no, "
    return f"{listed([fact.entity_id for fact in fitting]) or 'nobody'}, as far as I know; "


def _told(fact: KnownFact, ground: AnswerGround) -> str:
    where = "away" if fact.value == _OUTSIDE else ground.place(fact.value)
    return f"{fact.entity_id} {'was' if is_over(fact, ground) else 'is'} {where}, {trusted(fact, ground)}"
