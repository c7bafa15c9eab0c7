"""The facade: recording, restarting, bad input, and laws."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from embodied_memory.config import MemoryConfig
from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.evidence import Answer, Evidence
from embodied_memory.memory.file.database import DatabaseError
from embodied_memory.memory.memory import Memory, RecordReceipt
from embodied_memory.memory.record_checks import InvalidRecordError

SECOND = 1_000_000_000


def test_a_receipt_says_what_was_recorded(memory, build):
    instant = build.instant(5, build.thing("mug_1"), build.thing("mug_2", (1, 0, 1)), build.thing("oven_1"))
    said = Event(6 * SECOND, EventKind.UTTERANCE, "anna", "hello", provenance=Provenance.REPORTED)
    assert [memory.record(instant), memory.record_event(said)] == [
        RecordReceipt(1, 5 * SECOND, "instant", "saw two mugs and an oven", True),
        RecordReceipt(2, 6 * SECOND, "utterance", "hello", False),
    ]
    assert memory.latest_records(5) == (
        Evidence(2, 6 * SECOND, "utterance", "hello", Provenance.REPORTED),
        Evidence(1, 5 * SECOND, "instant", "saw two mugs and an oven"),
    )


def test_a_restart_knows_what_it_knew(home, open_memory):
    questions = ("where is the kettle?", "what is on the desk?", "how many books are there?", "is the fridge open?")
    before = (home.objects(), home.retrieve("kettle"), [home.answer(q) for q in questions], home.counts())
    home.close()
    again = open_memory()
    assert (again.objects(), again.retrieve("kettle"), [again.answer(q) for q in questions], again.counts()) == before
    again.close()
    reader = open_memory(read_only=True)
    assert reader.objects() == before[0]


def test_what_is_delivered_twice_is_recorded_once(memory, build):
    instant = build.instant(5, build.thing("mug_1"))
    event = Event(6 * SECOND, EventKind.UTTERANCE, "anna", "hello")
    first = [memory.record(instant), memory.record_event(event)]
    assert [memory.record(instant), memory.record_event(event)] == first
    assert memory.counts()["records"] == 2
    assert memory.objects()[0].times_seen == 1


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        ({"stamp_ns": -1}, "stamp"),
        ({"stamp_ns": 2**70}, "stamp"),
        ({"robot_position": (float("nan"), 0.0, 0.0)}, "robot's pose"),
        ({"text_feature": np.full(64, np.nan, np.float32)}, "text_feature"),
    ],
)
def test_an_instant_that_cannot_be_recorded_names_the_cause(memory, build, change, cause):
    with pytest.raises(InvalidRecordError, match=cause):
        memory.record(replace(build.instant(1, build.thing("mug_1")), **change))
    assert memory.counts()["records"] == 0


def test_objects_without_a_place_or_with_one_id_are_refused(memory, build):
    with pytest.raises(InvalidRecordError, match="not a finite number"):
        memory.record(build.instant(1, build.thing("mug_1", (float("inf"), 0, 0))))
    with pytest.raises(InvalidRecordError, match="same id"):
        memory.record(build.instant(1, build.thing("mug_1"), build.thing("mug_1")))
    assert memory.objects() == ()


def test_a_failure_in_mid_record_leaves_nothing_behind_and_memory_goes_on(home, build, monkeypatch):
    before = (home.objects(), home.counts())
    instant = build.instant(200, build.thing("kettle_1", (3, 3, 1)), build.thing("chair_1"))
    with monkeypatch.context() as patch:
        patch.setattr(home.stores.bank, "write", _fail)
        with pytest.raises(RuntimeError, match="disk"):
            home.record(instant, force_bank=True)
    assert (home.objects(), home.counts()) == before
    assert home.record(instant, force_bank=True).record_id == 2
    assert [thing.position for thing in home.objects() if thing.object_id == "kettle_1"] == [(3.0, 3.0, 1.0)]


def _fail(*_):
    raise RuntimeError("disk")


def test_a_read_only_memory_refuses_to_record(home, open_memory, build):
    home.close()
    reader = open_memory(read_only=True)
    with pytest.raises(DatabaseError, match="opened for reading only"):
        reader.record(build.instant(200))


HOSTILE = "'; DROP TABLE object; -- \x00 \ud800 ${jndi} {0} %s 𝕏 \u202e"


def test_hostile_text_is_data(memory, build):
    memory.record(
        build.instant(1, build.thing("t_1", category=HOSTILE, caption=HOSTILE, color=HOSTILE), tags=(HOSTILE,))
    )
    memory.record_event(Event(2, EventKind.UTTERANCE, HOSTILE, HOSTILE * 500, (HOSTILE,), HOSTILE))
    for text in (HOSTILE, HOSTILE * 500, f"where is the {HOSTILE}?", "", "\x00", "?" * 9999, "where is " * 999):
        memory.answer(text)
        memory.retrieve(text)
    memory.upkeep.verify()
    assert memory.counts()["records"] == 2


def test_an_answer_is_of_the_time_of_asking(home):
    answer = home.answer("when did you last see the kettle?", now_ns=(100 + 7200) * SECOND)
    assert answer.text == "I last saw the kettle 2 hours ago, on the counter, in the kitchen."


places = st.tuples(st.integers(-20, 20), st.integers(-20, 20), st.just(1)).map(lambda p: tuple(map(float, p)))
sightings = st.lists(
    st.tuples(st.integers(0, 50), st.sampled_from(["mug_1", "mug_2", "book_1"]), places, st.sampled_from("rgb")),
    min_size=1,
    max_size=12,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sightings)
def test_the_newest_state_wins_and_record_ids_only_rise(tmp_path_factory, embedder, build, seen):
    path = tmp_path_factory.mktemp("law") / "memory.db"
    newest = {}
    for second, track, place, color in seen:
        if second >= newest.get(track, (-1,))[0]:
            newest[track] = (second, place, color)
    with Memory(path, embedder, MemoryConfig()) as memory:
        ids = [
            memory.record(
                build.instant(second, build.thing(track, place, color=color), robot=(float(n), 0, 0))
            ).record_id
            for n, (second, track, place, color) in enumerate(seen)
        ]
        known = memory.objects()
    assert ids == list(range(1, len(seen) + 1))
    assert sorted((t.last_seen_ns // SECOND, t.position, dict(t.attributes)["color"]) for t in known) == sorted(
        newest.values()
    )
    with Memory(path, embedder, MemoryConfig()) as memory:
        assert memory.objects() == known


def test_a_reader_sees_the_memory_as_it_was_when_it_was_opened(home, open_memory, build, tmp_path):
    while home.upkeep.build_history():
        pass
    reader = open_memory(read_only=True)
    before = (reader.counts(), reader.upkeep.explore_history("kettle").record_ids, reader.objects())
    for second in range(200, 260):
        home.record(build.instant(second, build.thing("kettle_1", (9.0, 9.0, 1.0))))
    while home.upkeep.build_history():
        pass
    assert (reader.counts(), reader.upkeep.explore_history("kettle").record_ids, reader.objects()) == before
    reader.upkeep.export(tmp_path / "copy.db")


@pytest.mark.parametrize(("knows", "asks"), [(True, 1), (False, 2)])
def test_i_in_a_question_is_who_asks_and_then_as_it_was_said(tmp_path, embedder, monkeypatch, knows, asks):
    asked = []

    def answer(question, now_ns, asker):
        asked.append(question)
        return Answer(question, "Nuts." if knows else "I don't know.", knows, 0.9)

    with Memory(tmp_path / "memory.db", embedder) as memory:
        monkeypatch.setattr(memory.questions, "_answer", answer)
        assert memory.answer("What am I allergic to?", asker="Anna").question == "What am I allergic to?"
    assert asked == ["What is Anna allergic to?", "What am I allergic to?"][:asks]
