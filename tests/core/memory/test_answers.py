"""Questions in plain words, answers with evidence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.event import Event, EventKind, StateChange
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan
from embodied_memory.memory.retrieval.seen.question import SeenIntent, first_of

SECOND = 1_000_000_000
NOW = 400 * SECOND


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where is the kettle?", "The kettle is on the counter, in the kitchen. I last saw it 5 minutes ago."),
        ("where's my red book", "The red book is on the desk, in the study. I last saw it 5 minutes ago."),
        (
            "Where are the books?",
            "There are two books: the red book on the desk, in the study (5 minutes ago)"
            " and the blue book on the desk, in the study (5 minutes ago).",
        ),
        ("can you tell me where the couch is?", "The sofa is in the living room. I last saw it 5 minutes ago."),
        ("Where is the lamp?", "The lamp is next to the sofa, in the living room. I last saw it 5 minutes ago."),
        ("where is the vase", "The vase is at x 30.0 m, y 30.0 m on the map. I last saw it 5 minutes ago."),
        ("What is on the desk?", "On the desk I saw a red book and a blue book."),
        ("What's next to the sofa?", "Next to the sofa I saw a lamp."),
        ("what is in the fridge?", "I have seen nothing in the refrigerator."),
        ("How many books are there?", "I have seen two books."),
        ("how many red books are there?", "I have seen one red book."),
        ("How many books are in the kitchen?", "I have seen no books in the kitchen."),
        ("how many books are there on the desk?", "I have seen two books on the desk."),
        ("Which room is the fridge in?", "The refrigerator is in the kitchen."),
        ("In which room are the books?", "I have seen the book in the study."),
        ("what is in the kitchen?", "In the kitchen I saw a counter, a kettle, a refrigerator and a stove."),
        (
            "When did you last see the lamp?",
            "I last saw the lamp 5 minutes ago, next to the sofa, in the living room.",
        ),
        ("Is the fridge open?", "No, the refrigerator was closed when I last saw it 5 minutes ago."),
        ("What color is the red book?", "The book is red."),
        ("Is there a kettle in the kitchen?", "Yes. I saw the kettle on the counter, in the kitchen, 5 minutes ago."),
        (
            "Is there a kettle in the study?",
            "Not as far as I know. I saw the kettle on the counter, in the kitchen, 5 minutes ago.",
        ),
        ("Have you seen a sofa?", "Yes. I saw the sofa in the living room, 5 minutes ago."),
    ],
)
def test_what_is_known_is_told_with_its_evidence(home, question, text):
    answer = home.answer(question, now_ns=NOW)
    assert (answer.text, answer.known) == (text, True)
    assert [(evidence.record_id, evidence.stamp_ns) for evidence in answer.evidence] == [(1, 100 * SECOND)]
    assert len(answer.object_ids) == len(answer.positions) > 0
    assert answer.certainty > 0


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where is the bicycle?", "I don't know: I have not seen a bicycle."),
        ("how many chairs are there?", "I don't know: I have not seen any chairs."),
        ("Is the fridge on?", "I don't know whether the refrigerator is on: I have not seen that."),
        ("What is in the garage?", "I don't know: I have not recognised the garage yet."),
        ("which room is the vase in?", "I don't know which room the vase is in."),
        ("what did you do today?", "I don't know of anything I was asked to do today."),
    ],
)
def test_what_is_not_known_is_said(home, question, text):
    answer = home.answer(question, now_ns=NOW)
    assert (answer.text, answer.known) == (text, False)


def test_something_alike_is_offered_but_not_claimed(home):
    answer = home.answer("where is the teapot?")
    assert answer.text == (
        "I don't know: I have not seen a teapot."
        " The nearest thing I know of is a kettle, on the counter, in the kitchen."
    )
    assert (answer.known, answer.certainty, answer.object_ids) == (False, 0.0, ("kettle_1",))


def test_of_a_question_that_is_not_understood_it_says_what_it_lacks(home):
    answer = home.answer("please sing me a song")
    assert not answer.known
    assert answer.text == 'I don\'t know. I remember nothing that fits "sing" and "song".'
    told = home.answer("?").text
    assert told.startswith("I don't know: I do not understand the question. You can ask me where something is")


def test_an_empty_memory_knows_nothing(memory):
    assert memory.answer("where is the kettle?").text == "I don't know: I have not seen a kettle."


def test_deeds_are_told_oldest_first_with_their_records(memory):
    for second, text in ((10, "found the kettle"), (60, "went to the bed")):
        memory.record_event(Event(second * SECOND, EventKind.GOAL_ENDED, "robot", text, succeeded=True))
    answer = memory.answer("What did you do today?", now_ns=190 * SECOND)
    assert answer.text == "3 minutes ago: found the kettle. 2 minutes ago: went to the bed."
    assert [evidence.record_id for evidence in answer.evidence] == [2, 1]
    assert memory.answer("what did you do last?", now_ns=190 * SECOND).text == "2 minutes ago: went to the bed."


def test_a_search_is_told_by_how_it_ended(memory):
    for second, succeeded, text in ((10, True, "found the red book"), (20, False, "did not find the kettle")):
        memory.record_event(Event(second * SECOND, EventKind.GOAL_ENDED, "robot", text, succeeded=succeeded))
    texts = [memory.answer(f"did you find the {name}?").text for name in ("book", "kettle", "sofa")]
    assert texts == [
        "Yes, 10 seconds ago: found the red book.",
        "No, just now: did not find the kettle.",
        "I don't know: I have not seen a sofa.",
    ]


@pytest.mark.parametrize(
    ("question", "intent", "subject", "relation", "place"),
    [
        ("Where did you see my keys?", SeenIntent.WHERE_IS, "my keys", "", ""),
        ("Where can I find a pen?", SeenIntent.WHERE_IS, "a pen", "", ""),
        ("what is under the bed", SeenIntent.WHAT_IS_NEAR, "the bed", "under", ""),
        ("what objects are on top of the shelf?", SeenIntent.WHAT_IS_NEAR, "the shelf", "on", ""),
        ("what is there in the living room?", SeenIntent.WHAT_IS_IN_ROOM, "", "", "the living room"),
        ("how many mugs did you see in the kitchen", SeenIntent.HOW_MANY, "mugs", "in", "the kitchen"),
        ("Do you know which room the bed is in?", SeenIntent.WHICH_ROOM, "the bed", "", ""),
        ("is the mug on the table?", SeenIntent.IS_THERE, "the mug", "on", "the table"),
        ("What have you been doing?", SeenIntent.WHAT_DID_YOU_DO, "", "", ""),
        ("How many rooms are there?", SeenIntent.WHAT_ROOMS, "", "", ""),
        ("Tell me when you last saw the cat", SeenIntent.LAST_SEEN, "the cat", "", ""),
        ("How many times did Ana ask?", SeenIntent.UNKNOWN, "", "", ""),
        ("How many are coming on Saturday?", SeenIntent.UNKNOWN, "", "", ""),
        ("How many times did you see the cat?", SeenIntent.UNKNOWN, "", "", ""),
        ("How many red mugs?", SeenIntent.HOW_MANY, "red mugs", "", ""),
        ("Why is the sky blue?", SeenIntent.UNKNOWN, "", "", ""),
    ],
)
def test_questions_are_taken_apart(question, intent, subject, relation, place):
    plan = QueryPlan(question, QueryIntent.UNKNOWN).seen
    assert (plan.intent, plan.subject, plan.relation, plan.place) == (intent, subject, relation, place)


@given(st.text(max_size=300))
def test_any_text_can_be_parsed(text):
    assert QueryPlan(text, QueryIntent.UNKNOWN).seen.question == text


def test_what_the_robot_did_for_somebody_is_told_alone(memory):
    for second, whom in ((10, "Ana"), (20, "Ben")):
        memory.record_event(
            Event(
                second * SECOND,
                EventKind.SKILL_ENDED,
                "robot",
                f"The robot handed the mug to {whom}.",
                ("mug_1", whom),
            )
        )
    assert "Ana" in (told := memory.answer("What did you bring Ana?", now_ns=190 * SECOND).text)
    assert "Ben" not in told
    both = memory.answer("What did you do on Monday?", now_ns=190 * SECOND).text
    assert "Ana" in both
    assert "Ben" in both
    assert memory.answer("Did you give Eve anything?", now_ns=190 * SECOND).text.startswith(
        "I don't know of anything"
    )
    assert "Ana" in memory.answer("Who did you give the mug to?", now_ns=190 * SECOND).text
    assert "Ben" in (told := memory.answer("Did you give Ben the mug?", now_ns=190 * SECOND).text)
    assert "Ana" not in told
    assert not memory.answer("Who did you give the keys to?", now_ns=190 * SECOND).known


@pytest.mark.parametrize(("name", "told"), [("keys", "The keys are on"), ("glass", "The glass is on")])
def test_of_what_is_called_as_several_it_is_told_that_they_are_there(memory, build, name, told):
    things = (build.thing("desk_1", size=(1, 1, 1)), build.thing(f"{name}_1", (0, 0, 1.1), category=name))
    memory.record(build.instant(100, *things, relations=(build.on(f"{name}_1", "desk_1"),)))
    assert memory.answer(f"Where are my {name}?", now_ns=NOW).text.startswith(told)


def test_what_was_only_taken_away_since_it_was_seen_counts(home):
    known = {" ".join((*dict(one.attributes).values(), one.category)): one.object_id for one in home.objects()}
    desk, red = known["desk"], known["red book"]
    took = (StateChange(red, "location", ""), StateChange(red, "held by", "Ana"))
    home.record_event(
        Event(170 * SECOND, EventKind.OBJECT_STATE_CHANGED, "Ana", "Ana picked up the red book from the desk.",
              (red, desk), "study", ("robot",), changes=took)
    )  # fmt: skip
    told = home.answer("What is on the desk?", now_ns=190 * SECOND).text
    assert "blue book" in told
    assert "red book" not in told


def test_what_was_put_there_or_taken_away_since_it_was_seen_counts(home):
    known = {" ".join((*dict(one.attributes).values(), one.category)): one.object_id for one in home.objects()}
    desk, red = known["desk"], known["red book"]
    took = (StateChange(red, "location", ""), StateChange(red, "held by", "Ana"))
    put = (StateChange("pen_7", "location", f"on {desk}"),)
    for second, deed, things, looks, changes in (
        (170, "picked up the red book from the desk", (red, desk), (), took),
        (171, "put the pen on the desk", ("pen_7", desk), ("a pen", ""), put),
    ):
        home.record_event(
            Event(second * SECOND, EventKind.OBJECT_STATE_CHANGED, "Ana", f"Ana {deed}.", things, "study", ("robot",),
                  changes=changes, object_captions=looks)
        )  # fmt: skip
    told = home.answer("What is on the desk?", now_ns=190 * SECOND).text
    assert "pen" in told
    assert "blue book" in told
    assert "red book" not in told


def test_of_several_questions_the_first_is_read_and_what_is_told_after_one_with_it():
    assert first_of("How many mugs are there? Which ones?") == "How many mugs are there?"
    assert (
        first_of("Is Bunny lost? The rabbit one, with the ears.") == "Is Bunny lost? The rabbit one, with the ears."
    )
