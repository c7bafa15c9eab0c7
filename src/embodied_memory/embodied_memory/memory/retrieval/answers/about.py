"""Tell me about Anna; what do you know about the mug? Where it is, what was said of it, and what happened last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from embodied_memory.evidence import Answer
from embodied_memory.memory.belief.commitments.commitment import Commitment, CommitmentStatus
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.answers.known_facts import KnownFact, is_over, trusted, whereabouts
from embodied_memory.memory.retrieval.answers.past_deeds import deeds
from embodied_memory.memory.retrieval.answers.wishes import told_wishes
from embodied_memory.memory.retrieval.views.candidate import Candidate
from embodied_memory.words.wording.word_stems import content_stems

_MOST_SAID, _MOST_DONE, _MOST_DUE = 2, 2, 1
_FAIR = 0.7
_NOT_OVER = (CommitmentStatus.OPEN, CommitmentStatus.DORMANT)


Told = tuple[str, Candidate]


def answer_about(ground: AnswerGround) -> Answer:
    """A person or a thing, each part with what it rests on."""
    asked = ground.plan.thing.ids or ground.plan.people[:1]
    places = [fact for fact in whereabouts(ground.bundle.candidates) if fact.entity_id in asked]
    place = max(places, key=lambda fact: fact.seen_ns, default=None)
    parts = [*_place(place, ground), *_said(ground), *_done(ground), *_due(ground)]
    if not parts:
        named = ground.name(asked[0]) if asked else ground.plan.thing.words or "that"
        return ground.unknown(f"I have neither seen nor heard anything of {named}")
    certainty = place.certainty if place else _FAIR
    text = ". ".join(sentence.rstrip(".") for sentence, _ in parts)
    return ground.known(text, certainty, [one for _, one in parts], place.status if place else None, asked[:1])


def _place(fact: KnownFact | None, ground: AnswerGround) -> Iterator[Told]:
    if fact is not None:
        where = f"with {fact.value}" if fact.value in ground.beliefs.people else ground.place(fact.value)
        is_there = f"{'was' if is_over(fact, ground) else 'is'} {where}"
        yield f"{ground.name(fact.entity_id)} {is_there}; {trusted(fact, ground)}", fact.candidate


def _said(ground: AnswerGround) -> Iterator[Told]:
    """What a person wishes and calls theirs; what was wished of a thing by all its looks, not of one of its sort."""
    looks = content_stems(ground.caption(ground.plan.thing.entity_id)) if ground.plan.thing.entity_id else frozenset()
    wishes = (wish for wish in told_wishes(ground) if looks <= content_stems(wish[2]))
    for one, speaker, text, stamp_ns in islice(wishes, _MOST_SAID):
        yield f'{speaker} said {ground.when(stamp_ns)}: "{text}"', one


def _done(ground: AnswerGround) -> Iterator[Told]:
    found: Sequence[Told] = [
        (f"{ground.when(event.stamp_ns)}: {event.text}", one) for one, event in deeds(ground.bundle.candidates)
    ]
    yield from found[:_MOST_DONE]


def _due(ground: AnswerGround) -> Iterator[Told]:
    """What a person still has to do."""
    if not ground.plan.people or ground.plan.things:
        return
    open_ones = (
        (one, one.content)
        for one in ground.bundle.candidates
        if isinstance(one.content, Commitment) and one.content.status in _NOT_OVER
    )
    for one, duty in islice(open_ones, _MOST_DUE):
        when = f", {ground.when(duty.due_ns)}" if duty.due_ns is not None else ""
        yield f"still open: {duty.text}{when}", one
