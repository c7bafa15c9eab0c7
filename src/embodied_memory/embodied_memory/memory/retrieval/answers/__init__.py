"""One file for each kind of question; `answer_question` chooses."""

from __future__ import annotations

from collections.abc import Callable

from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.answers.answer_ground import telling_words
from embodied_memory.memory.retrieval.answers.around_seen import (
    answer_state_of,
    answer_what_attribute,
    answer_what_is_in_room,
    answer_what_is_near,
    answer_what_rooms,
)
from embodied_memory.memory.retrieval.answers.own_deeds import answer_did_you_find, answer_what_did_you_do
from embodied_memory.memory.retrieval.answers.whereabouts_seen import (
    answer_how_many,
    answer_is_there,
    answer_last_seen,
    answer_where_is,
    answer_which_room,
)
from embodied_memory.memory.retrieval.query_plan.time_filter import read_time
from embodied_memory.memory.retrieval.seen.question import Intent, QuestionPlan, parse_question
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.wording.phrases import listed

CAN_ANSWER = (
    "where something is, what is on, in or next to it, how many there are, which room it is in, "
    "whether it is open or on, when I last saw it, and what I did"
)

_ANSWERS: dict[Intent, Callable[[QuestionPlan, Recollection], Answer]] = {
    Intent.WHERE_IS: answer_where_is,
    Intent.WHAT_IS_NEAR: answer_what_is_near,
    Intent.HOW_MANY: answer_how_many,
    Intent.WHICH_ROOM: answer_which_room,
    Intent.WHAT_IS_IN_ROOM: answer_what_is_in_room,
    Intent.WHAT_ROOMS: answer_what_rooms,
    Intent.WHAT_DID_YOU_DO: answer_what_did_you_do,
    Intent.LAST_SEEN: answer_last_seen,
    Intent.DID_YOU_FIND: answer_did_you_find,
    Intent.STATE_OF: answer_state_of,
    Intent.WHAT_ATTRIBUTE: answer_what_attribute,
    Intent.IS_THERE: answer_is_there,
}


def answer_question(question: str, recollection: Recollection) -> Answer:
    """The answer to a question in plain English; what is not understood is said so."""
    plan = parse_question(question)
    if plan.intent is Intent.UNKNOWN:
        words = listed([f'"{word}"' for word in telling_words(read_time(question, recollection.now_ns).rest)])
        nothing = f" I remember nothing that fits {words}." if words else ""
        unread = f": I do not understand the question. You can ask me {CAN_ANSWER}"
        text = f"I don't know{'' if words else unread}.{nothing}"
        return Answer(question, text, False, 0.0)
    return _ANSWERS[plan.intent](plan, recollection)
