"""No answer of any kind asserts what there only may be, and no doubt ever makes an answer surer."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_builders import SECOND, Builders, WordEmbedder

from embodied_memory.config import CertaintyConfig
from embodied_memory.event import Event, EventKind
from embodied_memory.mapping.grid import RoomMap
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.retrieval.answers.by_intent import answer_from_tracks
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, Target, views_of
from embodied_memory.memory.retrieval.question_answering import QuestionAnswering
from embodied_memory.memory.retrieval.seen.recollection import Looks, Recollection
from embodied_memory.memory.spatial.certainty import calibrated

build = Builders()
NOW = 400 * SECOND
COUNTER = Target("the counter", ("counter_1",))
QUESTIONS = (
    "Where is the mug?", "where are the mugs", "Which room is the mug in?", "What is on the counter?",
    "What is next to the counter?", "How many mugs are there?", "how many mugs are in the kitchen?",
    "how many things are on the counter?", "What is in the kitchen?", "Is there a mug?",
    "Is there a mug in the kitchen?", "Is the mug on the counter?", "Have you seen a mug?", "Do we have a mug?",
    "When did you last see the mug?", "What color is the mug?", "Is the mug open?", "Did you find the mug?",
    "Tell me about the mug", "What do you know about the mug?", "Who has the mug?", "What is with the mug?",
    "What is beside the mug?", "What happened to the mug?", "Who moved the mug?", "What is the mug set to?",
    "Where was the mug before?", "Which mugs are on?", "What objects are there?", "What did you see?",
    "What did you see first?", "What did you see last?", "What did you see after ten seconds?",
    "How big is the mug?", "What is the smallest thing?", "What is the largest thing?", "mug",
    "Where did you last see the mug?", "How sure are you that the mug is on the counter?",
)  # fmt: skip


def kitchen(mug_exists, counter_exists=1.0):
    counter = build.thing("counter_1", (1, 1, 0.5), (2.0, 0.6, 1.0))
    mug = build.thing("mug_1", (1, 1, 1.1), caption="a red mug", color="red", open="true")
    return (
        build.doubted(counter, counter_exists),
        build.thing("refrigerator_1", (2, 1, 1), (0.7, 0.7, 1.8)),
        build.thing("stove_1", (0, 1, 0.5), (0.6, 0.6, 1.0)),
        build.doubted(mug, mug_exists, (("mug", 0.9), ("bowl", 0.1)) if mug_exists < 1 else ()),
    )


def see(memory, second, mug_exists, counter_exists=1.0, **more):
    relations = [build.on("mug_1", "counter_1"), build.next_to("mug_1", "stove_1")]
    things = kitchen(mug_exists, counter_exists)
    memory.record(build.instant(second, *things, relations=relations, tags=("counter",), **more), force_bank=True)


@pytest.fixture(params=["never asserted", "asserted once"])
def unsure(request, memory):
    """There may be a mug on the counter: it was seen badly, or was looked for in vain since it was seen well."""
    if request.param == "asserted once":
        see(memory, 80, 0.9)
    see(memory, 100, 0.4) if request.param == "never asserted" else memory.record(
        build.instant(100, *kitchen(1.0)[:3], revised=(build.doubted(kitchen(0.9)[3], 0.3, (("mug", 0.9),)),))
    )
    memory.upkeep.build_history()
    return memory


def asserts_mug(answer):
    if not answer.known:
        return answer.certainty >= 0.5
    said = answer.text.lower().replace("no mugs", "").replace("nothing", "")
    return "mug" in said or any(name.startswith("mug") for name in answer.object_ids)


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_question_gets_an_answer_that_asserts_a_tentative_thing(unsure, question):
    answer = unsure.answer(question, now_ns=NOW)
    assert not asserts_mug(answer), answer


@pytest.mark.parametrize("intent", list(QueryIntent), ids=lambda intent: intent.value)
def test_no_answerer_asserts_a_tentative_thing(unsure, intent):
    """Whatever a language model may plan."""
    answering = answering_of(unsure)
    for named in (Target("the mug", ("mug_1",)), Target("the mug")):
        plan = answering._planner.plan("Where is the mug?", NOW)
        plan = replace(
            plan, intent=intent, things=(named,), place=Target("the counter", ("counter_1",)), relation="on"
        )
        plan = answering._seen_things.asserted(replace(plan, views=views_of(intent), alternatives=()))
        assert not asserts_mug(answer_from_tracks(answering.gather(plan))), plan


def answering_of(memory):
    connection, stores = memory._file.database.connection, memory.stores
    recollection = Recollection(connection, memory.objects(NOW), stores.knowledge, NOW, looks=Looks(connection))
    return QuestionAnswering(connection, stores, recollection, memory._file.config)


def test_what_there_may_be_is_said_so_with_where_to_look(memory):
    see(memory, 100, 0.4)
    answer = memory.answer("Where is the mug?", now_ns=NOW)
    assert answer.text == (
        "I may have seen a red mug on the counter, in the kitchen, 5 minutes ago, but I am not sure."
    )
    assert (answer.known, answer.object_ids, answer.room) == (False, ("mug_1",), "kitchen")
    assert 0.1 < answer.certainty < 0.5
    assert [one.record_id for one in answer.evidence] == [1]


def test_what_was_gone_when_it_was_looked_for_is_said_so(memory):
    see(memory, 80, 0.9)
    gone = build.doubted(kitchen(0.9)[3], 0.2, (("mug", 0.9),))
    memory.record(build.instant(100, *kitchen(1.0)[:3], revised=(gone,)))
    assert memory.answer("Where is the mug?", now_ns=NOW).text == (
        "I saw a red mug on the counter, in the kitchen, 5 minutes ago, but it was gone when I looked again."
    )


def test_what_somebody_told_of_is_there_whatever_a_camera_makes_of_it(memory):
    see(memory, 80, 0.9)
    told = Event(90 * SECOND, EventKind.ACTIVITY, "Tom", "Tom uses the red mug", ("mug_1",), "kitchen", ("robot",))
    memory.record_event(told)
    memory.record(build.instant(100, revised=(build.doubted(kitchen(0.9)[3], 0.2, (("mug", 0.9),)),)))
    answer = memory.answer("When was the mug used?", now_ns=NOW)
    assert (answer.known, "Tom uses the red mug" in answer.text) == (True, True)


def test_what_may_be_something_else_is_found_by_both_names_the_surer_first(memory):
    doubted = build.doubted(build.thing("mug_1", (1, 1, 1)), 0.9, (("mug", 0.7), ("bowl", 0.25)))
    memory.record(build.instant(1, doubted, build.thing("bowl_1", (5, 5, 1))))
    found = [(one.object_id, one.match) for one in memory.retrieve("the bowl").objects]
    assert found == [("bowl_1", 1.0), ("mug_1", 0.225)]
    best = memory.retrieve("the mug").objects[0]
    assert (best.object_id, best.match) == ("mug_1", 1.0)
    assert memory.answer("where is the bowl?").object_ids == ("bowl_1",)
    memory.record(build.instant(2, revised=(build.doubted(build.thing("bowl_1", (5, 5, 1)), 0.01),)))
    answer = memory.answer("where is the bowl?")
    assert (answer.known, answer.text) == (
        False, "I may have seen a bowl just now, but I took it for a mug."
    )  # fmt: skip


def test_tentative_things_are_retrieved_behind_sure_ones(memory):
    tentative = build.doubted(build.thing("mug_1", (1, 1, 1)), 0.4)
    memory.record(build.instant(1, tentative, build.thing("mug_2", (5, 5, 1), caption="a blue mug")))
    found = [(one.object_id, one.match, one.is_asserted) for one in memory.retrieve("mug").objects]
    assert found == [("mug_2", 1.0, True), ("mug_1", 0.4, False)]


def test_what_is_as_good_as_refuted_is_given_out_no_more(memory, open_memory):
    memory.record(build.instant(1, build.doubted(build.thing("mug_1"), 0.4)))
    memory.record(build.instant(2, revised=(build.doubted(build.thing("mug_1"), 0.001),)))
    assert memory.objects() == ()
    assert memory.counts()["objects"] == 1
    assert memory.upkeep.verify() == ()


def test_two_tentative_things_do_not_make_one(memory):
    chairs = [build.doubted(build.thing(f"chair_{k}", (k, 0, 0.5)), 0.45) for k in (1, 2)]
    memory.record(build.instant(1, *chairs))
    answer = memory.answer("how many chairs are there?")
    assert (answer.known, answer.text) == (False, "I may have seen a chair just now, but I am not sure.")


def test_things_are_counted_as_likely_as_they_are(memory):
    chairs = [build.doubted(build.thing(f"chair_{k}", (3 * k, 0, 0.5)), 0.6) for k in range(1, 5)]
    memory.record(build.instant(1, *chairs))
    answer = memory.answer("how many chairs are there?")
    assert (answer.text, len(answer.object_ids)) == ("I have seen about two chairs.", 4)
    assert answer.certainty < 0.3
    sure = [build.doubted(chair, 0.98) for chair in chairs]
    memory.record(build.instant(2, *sure))
    answer = memory.answer("how many chairs are there?")
    assert (answer.text, answer.certainty > 0.8) == ("I have seen four chairs.", True)


def test_what_turned_out_to_be_one_is_counted_once(memory):
    chairs = [build.thing(f"chair_{k}", (k, 0, 0.5)) for k in (1, 2, 3)]
    memory.record(build.instant(1, *chairs))
    memory.record(build.instant(2, merged=(("chair_2", "chair_1"), ("chair_3", "chair_1"))))
    assert memory.answer("how many chairs are there?").text == "I have seen one chair."


def test_a_support_that_may_not_exist_is_named_by_no_answer(memory):
    see(memory, 100, 0.95, counter_exists=0.4)
    texts = [memory.answer(question, now_ns=NOW).text for question in QUESTIONS]
    assert not any("on the counter" in text for text in texts if not text.startswith("I may")), texts


def two_rooms(memory):
    cells = np.repeat(np.array([[0, 1]], np.int8), 20, axis=1).repeat(20, axis=0)
    memory.record_rooms(RoomMap(0, (0.0, 0.0), 0.2, cells))
    stove, bed = build.thing("stove_1", (1, 1, 0.5)), build.thing("bed_1", (7, 1, 0.5))
    memory.record(build.instant(1, stove, bed))


@pytest.mark.parametrize(("x", "least", "most"), [(1.0, 0.95, 1.0), (3.9, 0.4, 0.8)])
def test_near_a_border_the_room_is_less_sure(memory, x, least, most):
    two_rooms(memory)
    memory.record(build.instant(2, build.doubted(build.thing("mug_1", (x, 2, 1), score=1.0), 0.95)))
    answer = memory.answer("Which room is the mug in?", now_ns=2 * SECOND)
    assert (answer.room, least < answer.certainty < most) == ("kitchen", True), answer


def test_exact_perception_knows_no_borders(memory):
    two_rooms(memory)
    memory.record(build.instant(2, build.thing("mug_1", (3.95, 2, 1), score=1.0)))
    answer = memory.answer("Which room is the mug in?", now_ns=2 * SECOND)
    assert (answer.room, answer.certainty) == ("kitchen", 1.0)


inner = st.floats(0.02, 1.0)
shares = st.floats(0.02, 0.98)
WHERE = "Where is the mug?"


def told_of(path, existence, mug_share, x, bed_exists):
    """The answer in a home of two rooms where the mug stands somewhere and a bed may stand in the kitchen."""
    with Memory(path, WordEmbedder()) as memory:
        two_rooms(memory)
        labels = (("mug", mug_share), ("bowl", 1.0 - mug_share))
        table = build.thing("table_1", (x, 2, 0.5), (1.0, 1.0, 0.8))
        mug = build.doubted(build.thing("mug_1", (x, 2, 1), score=1.0), existence, labels)
        bed = build.doubted(build.thing("bed_2", (2, 2, 0.5)), bed_exists)
        memory.record(build.instant(2, table, mug, bed, relations=[build.on("mug_1", "table_1")]))
        return memory.answer(WHERE, now_ns=3 * SECOND)


@settings(max_examples=30, deadline=None)
@given(existences=st.tuples(inner, inner), shares=st.tuples(shares, shares), x=st.floats(0.5, 7.5))
def test_more_doubt_never_makes_an_answer_surer(tmp_path_factory, existences, shares, x):
    folder = tmp_path_factory.mktemp("doubts")
    surer = told_of(folder / "surer.db", max(existences), max(shares), x, 0.1)
    less_sure = told_of(folder / "less.db", min(existences), min(shares), x, 0.1)
    assert less_sure.certainty <= surer.certainty + 1e-9
    assert surer.known or not less_sure.known


@given(st.floats(0, 1), st.floats(0, 1))
def test_what_is_likelier_is_never_said_with_less_certainty(one, other):
    config = CertaintyConfig()
    low, high = sorted((one, other))
    assert 0.0 <= calibrated(low, config) <= calibrated(high, config) <= 1.0
    assert [calibrated(sure, config) for sure in (0.0, 0.5, 1.0)] == [0.0, 0.5, 1.0]


def test_being_seen_often_by_the_same_eyes_makes_nothing_surer(memory):
    doubted = build.doubted(build.thing("mug_1", (1, 1, 1), score=1.0), 0.8, (("mug", 0.8), ("bowl", 0.2)))
    memory.record(build.instant(1, doubted))
    once = memory.objects()[0].certainty
    for second in range(2, 40):
        memory.record(build.instant(second, doubted))
    assert memory.objects()[0].certainty == once < 0.8
