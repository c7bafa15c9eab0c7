"""The answers from states, beliefs, events, reports and commitments, by intent."""

from __future__ import annotations

from collections.abc import Callable

from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.answers import (
    about,
    current_state,
    duties,
    habits,
    hearsay,
    past_deeds,
    what_is_there,
    wishes,
)
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent

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
    QueryIntent.HOW_MANY_DUE: duties.answer_how_many_due,
    QueryIntent.WHICH_FIRST: past_deeds.answer_which_first,
    QueryIntent.JUST_BEFORE: past_deeds.answer_neighbour,
    QueryIntent.JUST_AFTER: past_deeds.answer_neighbour,
    QueryIntent.WISHED_SETTING: wishes.answer_wished_setting,
    QueryIntent.FAVOURITE: wishes.answer_favourite,
    QueryIntent.WISHED_PLACE: wishes.answer_wished_place,
    QueryIntent.WISHES: wishes.answer_wishes,
    QueryIntent.USUAL_TIME: habits.answer_usual_time,
    QueryIntent.USUAL_PLACE: habits.answer_usual_place,
    QueryIntent.USUAL_THING: habits.answer_usual_thing,
    QueryIntent.USUAL_DEEDS: habits.answer_usual_deeds,
    QueryIntent.DUE: duties.answer_due,
    QueryIntent.DUE_TIME: duties.answer_due_time,
    QueryIntent.IS_DONE: duties.answer_is_done,
    QueryIntent.IS_OPEN: duties.answer_is_open,
    QueryIntent.WHO_PROMISED: duties.answer_who_promised,
    QueryIntent.WHO_TOLD: hearsay.answer_who_told,
    QueryIntent.WHO_TOLD_TELLER: hearsay.answer_who_told_teller,
    QueryIntent.WHO_ASKED: hearsay.answer_who_asked,
    QueryIntent.WHAT_SAID: hearsay.answer_what_said,
    QueryIntent.WHAT_HAPPENED: past_deeds.answer_what_happened,
    QueryIntent.ONE_DEED: past_deeds.answer_one_deed,
    QueryIntent.ABOUT: about.answer_about,
    QueryIntent.UNKNOWN: AnswerGround.unknown,
}


def answer_from_tracks(ground: AnswerGround) -> Answer:
    """The answer that the evidence gives; "I don't know" where it gives none."""
    return ANSWERS[ground.plan.intent](ground)
