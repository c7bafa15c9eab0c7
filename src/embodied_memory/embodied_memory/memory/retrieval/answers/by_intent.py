"""The answers by intent: from states, beliefs, events, reports and commitments; and those that objects and
views give by themselves, which are all where nobody told of anything.

Tell me about Anna, what do you know about the mug? takes something of each: where it is, what was said of it,
and what happened last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from embodied_memory.evidence import Answer
from embodied_memory.memory.belief.commitment_track import Commitment, CommitmentStatus
from embodied_memory.memory.retrieval.answers import (
    around_seen,
    current_state,
    habits_and_wishes,
    own_past,
    past_deeds,
    said_and_promised,
    what_is_there,
    whereabouts_seen,
)
from embodied_memory.memory.retrieval.answers.answer_ground import (
    AnswerGround,
    KnownFact,
    is_over,
    telling_words,
    trusted,
    whereabouts,
)
from embodied_memory.memory.retrieval.answers.habits_and_wishes import told_wishes
from embodied_memory.memory.retrieval.answers.past_deeds import deeds
from embodied_memory.memory.retrieval.query_plan.annotation import read_time
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent
from embodied_memory.memory.retrieval.seen.question import SeenIntent, SeenQuestion
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.retrieval.views.candidate import Candidate
from embodied_memory.words.wording.phrases import listed
from embodied_memory.words.wording.words import content_stems

CAN_ANSWER = (
    "where something is, what is on, in or next to it, how many there are, which room it is in, "
    "whether it is open or on, when I last saw it, and what I did"
)

_ANSWERS: dict[SeenIntent, Callable[[SeenQuestion, Recollection], Answer | None]] = {
    SeenIntent.WHERE_IS: whereabouts_seen.answer_where_is,
    SeenIntent.WHAT_IS_NEAR: around_seen.answer_what_is_near,
    SeenIntent.HOW_MANY: whereabouts_seen.answer_how_many,
    SeenIntent.WHICH_ROOM: whereabouts_seen.answer_which_room,
    SeenIntent.WHAT_IS_IN_ROOM: around_seen.answer_what_is_in_room,
    SeenIntent.WHAT_ROOMS: around_seen.answer_what_rooms,
    SeenIntent.WHAT_DID_YOU_DO: own_past.answer_what_did_you_do,
    SeenIntent.LAST_SEEN: whereabouts_seen.answer_last_seen,
    SeenIntent.DID_YOU_FIND: own_past.answer_did_you_find,
    SeenIntent.STATE_OF: around_seen.answer_state_of,
    SeenIntent.WHAT_ATTRIBUTE: around_seen.answer_what_attribute,
    SeenIntent.IS_THERE: whereabouts_seen.answer_is_there,
    SeenIntent.SEEN_WHEN: own_past.answer_seen_when,
    SeenIntent.WHERE_BEEN: own_past.answer_where_been,
    SeenIntent.WHERE_THEN: own_past.answer_where_then,
    SeenIntent.HOW_LONG: own_past.answer_how_long,
    SeenIntent.ALL_THINGS: own_past.answer_all_things,
    SeenIntent.HOW_MANY_THINGS: own_past.answer_how_many_things,
    SeenIntent.SIZE: around_seen.answer_size,
    SeenIntent.EXTREME: around_seen.answer_extreme,
    SeenIntent.DISTANCE: around_seen.answer_distance,
}


def answer_from_seen(asked: SeenQuestion, recollection: Recollection) -> Answer | None:
    """None where nothing was seen that answers it, and for what asks for something else."""
    answer = _ANSWERS.get(asked.intent)
    return answer(asked, recollection) if answer is not None else None


def not_understood(question: str, now_ns: int, is_heard: Callable[[str], bool]) -> Answer:
    """Says so, with the words of the question where nothing is known of any of them. is_heard: whether a record has a
    word.
    """
    words = telling_words(read_time(question, now_ns).rest)
    told = listed([f'"{word}"' for word in words])
    nothing = f" I remember nothing that fits {told}." if words and not any(map(is_heard, words)) else ""
    unread = f": I do not understand the question. You can ask me {CAN_ANSWER}"
    return Answer(question, f"I don't know{'' if words else unread}.{nothing}", False, 0.0)


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


ANSWERS: dict[QueryIntent, Callable[[AnswerGround], Answer]] = {
    QueryIntent.LOCATION: current_state.answer_location,
    QueryIntent.ROOM: current_state.answer_room,
    QueryIntent.STATE: current_state.answer_state,
    QueryIntent.SETTING: current_state.answer_setting,
    QueryIntent.HOLDER: current_state.answer_holder,
    QueryIntent.HELD_THINGS: current_state.answer_held_things,
    QueryIntent.LAST_SEEN: current_state.answer_last_seen,
    QueryIntent.CONTENTS: what_is_there.answer_contents,
    QueryIntent.BESIDE: what_is_there.answer_beside,
    QueryIntent.WHO_IS_THERE: what_is_there.answer_who_is_there,
    QueryIntent.WHO_WAS_THERE: what_is_there.answer_who_was_there,
    QueryIntent.WHO_IS_HOME: what_is_there.answer_who_is_home,
    QueryIntent.WHO_IS_AWAKE: what_is_there.answer_who_is_awake,
    QueryIntent.IN_STATE: what_is_there.answer_in_state,
    QueryIntent.PREVIOUS: past_deeds.answer_previous,
    QueryIntent.WHO_CHANGED: past_deeds.answer_who_changed,
    QueryIntent.WHEN_CHANGED: past_deeds.answer_when,
    QueryIntent.WHEN_DID: past_deeds.answer_when,
    QueryIntent.WHO_DID: past_deeds.answer_who_did,
    QueryIntent.WHEN_HANDLED: past_deeds.answer_when_handled,
    QueryIntent.HOW_OFTEN: past_deeds.answer_how_often,
    QueryIntent.HOW_MANY: what_is_there.answer_count,
    QueryIntent.HOW_MANY_DUE: said_and_promised.answer_how_many_due,
    QueryIntent.WHICH_FIRST: past_deeds.answer_which_first,
    QueryIntent.JUST_BEFORE: past_deeds.answer_neighbour,
    QueryIntent.JUST_AFTER: past_deeds.answer_neighbour,
    QueryIntent.WISHED_SETTING: habits_and_wishes.answer_wished_setting,
    QueryIntent.FAVOURITE: habits_and_wishes.answer_favourite,
    QueryIntent.WISHED_PLACE: habits_and_wishes.answer_wished_place,
    QueryIntent.WISHES: habits_and_wishes.answer_wishes,
    QueryIntent.USUAL_TIME: habits_and_wishes.answer_usual_time,
    QueryIntent.USUAL_PLACE: habits_and_wishes.answer_usual_place,
    QueryIntent.USUAL_THING: habits_and_wishes.answer_usual_thing,
    QueryIntent.USUAL_DEEDS: habits_and_wishes.answer_usual_deeds,
    QueryIntent.DUE: said_and_promised.answer_due,
    QueryIntent.DUE_TIME: said_and_promised.answer_due_time,
    QueryIntent.IS_DONE: said_and_promised.answer_is_done,
    QueryIntent.IS_OPEN: said_and_promised.answer_is_open,
    QueryIntent.WHO_PROMISED: said_and_promised.answer_who_promised,
    QueryIntent.WHO_TOLD: said_and_promised.answer_who_told,
    QueryIntent.WHO_TOLD_TELLER: said_and_promised.answer_who_told_teller,
    QueryIntent.WHO_ASKED: said_and_promised.answer_who_asked,
    QueryIntent.WHAT_SAID: said_and_promised.answer_what_said,
    QueryIntent.WHAT_HAPPENED: past_deeds.answer_what_happened,
    QueryIntent.ONE_DEED: past_deeds.answer_one_deed,
    QueryIntent.ABOUT: answer_about,
    QueryIntent.UNKNOWN: AnswerGround.unknown,
}


def answer_from_tracks(ground: AnswerGround) -> Answer:
    """The answer that the evidence gives; "I don't know" where it gives none."""
    return ANSWERS[ground.plan.intent](ground)
