"""The answers that objects and views give by themselves, by intent: where nobody told of anything, they are all."""

from __future__ import annotations

from collections.abc import Callable

from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.answers import around_seen, own_deeds, seen_when, sizes, whereabouts_seen
from embodied_memory.memory.retrieval.answers.answer_ground import telling_words
from embodied_memory.memory.retrieval.query_plan.time_filter import read_time
from embodied_memory.memory.retrieval.seen.question import SeenIntent, SeenQuestion
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.words.wording.phrases import listed

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
    SeenIntent.WHAT_DID_YOU_DO: own_deeds.answer_what_did_you_do,
    SeenIntent.LAST_SEEN: whereabouts_seen.answer_last_seen,
    SeenIntent.DID_YOU_FIND: own_deeds.answer_did_you_find,
    SeenIntent.STATE_OF: around_seen.answer_state_of,
    SeenIntent.WHAT_ATTRIBUTE: around_seen.answer_what_attribute,
    SeenIntent.IS_THERE: whereabouts_seen.answer_is_there,
    SeenIntent.SEEN_WHEN: seen_when.answer_seen_when,
    SeenIntent.WHERE_BEEN: seen_when.answer_where_been,
    SeenIntent.WHERE_THEN: seen_when.answer_where_then,
    SeenIntent.HOW_LONG: seen_when.answer_how_long,
    SeenIntent.ALL_THINGS: seen_when.answer_all_things,
    SeenIntent.HOW_MANY_THINGS: seen_when.answer_how_many_things,
    SeenIntent.SIZE: sizes.answer_size,
    SeenIntent.EXTREME: sizes.answer_extreme,
    SeenIntent.DISTANCE: sizes.answer_distance,
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
