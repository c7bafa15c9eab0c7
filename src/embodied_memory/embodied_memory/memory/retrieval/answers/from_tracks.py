"""The answers from states, beliefs, events, reports and commitments, by intent."""

from __future__ import annotations

from collections.abc import Callable

from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.answers.about import answer_about, answer_anything
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.answers.current_state import (
    answer_held_things,
    answer_holder,
    answer_last_seen,
    answer_location,
    answer_room,
    answer_setting,
    answer_state,
)
from embodied_memory.memory.retrieval.answers.duties import (
    answer_due,
    answer_due_time,
    answer_how_many_due,
    answer_is_done,
    answer_is_open,
    answer_who_promised,
)
from embodied_memory.memory.retrieval.answers.habits import (
    answer_usual_deeds,
    answer_usual_place,
    answer_usual_thing,
    answer_usual_time,
)
from embodied_memory.memory.retrieval.answers.hearsay import (
    answer_what_said,
    answer_who_asked,
    answer_who_told,
    answer_who_told_teller,
)
from embodied_memory.memory.retrieval.answers.past_deeds import (
    answer_how_often,
    answer_neighbour,
    answer_one_deed,
    answer_previous,
    answer_what_happened,
    answer_when,
    answer_when_handled,
    answer_which_first,
    answer_who_changed,
    answer_who_did,
)
from embodied_memory.memory.retrieval.answers.what_is_there import (
    answer_beside,
    answer_contents,
    answer_count,
    answer_in_state,
    answer_who_is_awake,
    answer_who_is_home,
    answer_who_is_there,
    answer_who_was_there,
)
from embodied_memory.memory.retrieval.answers.wishes import (
    answer_favourite,
    answer_wished_place,
    answer_wished_setting,
    answer_wishes,
)
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent

ANSWERS: dict[QueryIntent, Callable[[AnswerGround], Answer]] = {
    QueryIntent.LOCATION: answer_location,
    QueryIntent.ROOM: answer_room,
    QueryIntent.STATE: answer_state,
    QueryIntent.SETTING: answer_setting,
    QueryIntent.HOLDER: answer_holder,
    QueryIntent.HELD_THINGS: answer_held_things,
    QueryIntent.LAST_SEEN: answer_last_seen,
    QueryIntent.CONTENTS: answer_contents,
    QueryIntent.BESIDE: answer_beside,
    QueryIntent.WHO_IS_THERE: answer_who_is_there,
    QueryIntent.WHO_WAS_THERE: answer_who_was_there,
    QueryIntent.WHO_IS_HOME: answer_who_is_home,
    QueryIntent.WHO_IS_AWAKE: answer_who_is_awake,
    QueryIntent.IN_STATE: answer_in_state,
    QueryIntent.PREVIOUS: answer_previous,
    QueryIntent.WHO_CHANGED: answer_who_changed,
    QueryIntent.WHEN_CHANGED: answer_when,
    QueryIntent.WHEN_DID: answer_when,
    QueryIntent.WHO_DID: answer_who_did,
    QueryIntent.WHEN_HANDLED: answer_when_handled,
    QueryIntent.HOW_OFTEN: answer_how_often,
    QueryIntent.HOW_MANY: answer_count,
    QueryIntent.HOW_MANY_DUE: answer_how_many_due,
    QueryIntent.WHICH_FIRST: answer_which_first,
    QueryIntent.JUST_BEFORE: answer_neighbour,
    QueryIntent.JUST_AFTER: answer_neighbour,
    QueryIntent.WISHED_SETTING: answer_wished_setting,
    QueryIntent.FAVOURITE: answer_favourite,
    QueryIntent.WISHED_PLACE: answer_wished_place,
    QueryIntent.WISHES: answer_wishes,
    QueryIntent.USUAL_TIME: answer_usual_time,
    QueryIntent.USUAL_PLACE: answer_usual_place,
    QueryIntent.USUAL_THING: answer_usual_thing,
    QueryIntent.USUAL_DEEDS: answer_usual_deeds,
    QueryIntent.DUE: answer_due,
    QueryIntent.DUE_TIME: answer_due_time,
    QueryIntent.IS_DONE: answer_is_done,
    QueryIntent.IS_OPEN: answer_is_open,
    QueryIntent.WHO_PROMISED: answer_who_promised,
    QueryIntent.WHO_TOLD: answer_who_told,
    QueryIntent.WHO_TOLD_TELLER: answer_who_told_teller,
    QueryIntent.WHO_ASKED: answer_who_asked,
    QueryIntent.WHAT_SAID: answer_what_said,
    QueryIntent.WHAT_HAPPENED: answer_what_happened,
    QueryIntent.ONE_DEED: answer_one_deed,
    QueryIntent.ABOUT: answer_about,
    QueryIntent.OBJECTS: answer_anything,
    QueryIntent.UNKNOWN: answer_anything,
}


def answer_from_tracks(ground: AnswerGround) -> Answer:
    """The answer that the evidence gives; "I don't know" where it gives none."""
    return ANSWERS[ground.plan.intent](ground)
