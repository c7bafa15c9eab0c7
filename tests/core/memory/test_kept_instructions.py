"""An instruction that was carried out is kept with who asked for it and what was done, and recalled like words."""

import sqlite3
from dataclasses import replace

import pytest

from embodied_memory.event import EventKind, StateChange, parse_told_trace
from embodied_memory.memory.file.schema import APPLICATION_ID, MIGRATIONS
from embodied_memory.memory.log import event_log
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.personal.knowledge import SOMEBODY
from embodied_memory.memory.record_checks import MAX_TRACE, InvalidRecordError

SECOND = 1_000_000_000
TASK = "Bring the cup to the desk. It is my favourite cup."


def event_of(memory, record_id):
    with memory._file.database.reading() as connection:
        (record,) = event_log.of_ids(connection, (record_id,))
        return event_log.read_event(connection, record)


def remembered(memory):
    return [
        (one.record_id, one.person, one.text, one.trace.objects, one.trace.places)
        for one in memory.stores.personal.memories
    ]


def test_what_was_done_for_whom_is_recorded_and_learned(memory, household, open_memory):
    done = household.carries_out(5, "anna", TASK)
    record_id = memory.record_event(done).record_id
    learned = [(record_id, "anna", TASK, ("cup",), ("desk study",))]
    for opened in (memory, None):
        again = opened or open_memory()
        assert event_of(again, record_id) == done
        assert remembered(again) == learned
        (found,) = again.people.recall("my favourite cup", person="anna")
        assert (found.memory.record_id, found.memory.trace) == (record_id, parse_told_trace(done.trace)[1])
        assert again.upkeep.verify() == ()
        again.close()


def test_delivered_again_it_is_the_same_record(memory, household):
    done = household.carries_out(5, "anna", TASK)
    assert memory.record_event(done) == memory.record_event(done)
    assert len(remembered(memory)) == memory.counts()["records"] == 1


def test_what_failed_is_recorded_and_teaches_nothing(memory, household):
    failed = household.carries_out(5, "anna", TASK, succeeded=False)
    record_id = memory.record_event(failed).record_id
    assert event_of(memory, record_id) == failed
    assert memory.people.recall("my favourite cup") == ()
    assert memory.upkeep.verify() == ()


def test_who_asked_may_be_unknown(memory, household):
    memory.record_event(household.carries_out(5, "", TASK))
    assert [person for _, person, *_ in remembered(memory)] == [SOMEBODY]


def test_who_asked_is_known_while_it_goes_on(memory, household):
    begun = replace(household.instructs(5, "bring the cup"), asked_by="anna")
    assert event_of(memory, memory.record_event(begun).record_id) == begun


@pytest.mark.parametrize("kind", [kind for kind in EventKind if kind is not EventKind.INSTRUCTION_ENDED])
def test_nothing_else_has_a_trace(memory, household, kind):
    with pytest.raises(InvalidRecordError, match=f'"{kind.value}" has no trace, only an ended instruction'):
        memory.record_event(replace(household.carries_out(5, "anna", TASK), kind=kind))
    assert memory.counts()["records"] == 0


def test_a_trace_names_its_instruction(memory, household):
    with pytest.raises(InvalidRecordError, match='begins with a line "Task:'):
        memory.record_event(replace(household.carries_out(5, "anna", TASK), trace="Pick[cup_1]"))


def test_a_trace_that_is_too_long_is_cut_after_a_whole_line(memory, household):
    done = household.carries_out(5, "anna", TASK)
    line = "\u00e4" * 999
    kept = event_of(memory, memory.record_event(replace(done, trace=done.trace + f"\n{line}" * 99)).record_id)
    assert MAX_TRACE - 1000 <= len(kept.trace) <= MAX_TRACE
    assert {*kept.trace.split("\n")} == {*done.trace.split("\n"), line}
    assert memory.upkeep.verify() == ()


def test_the_request_and_what_was_done_upon_it_are_one_reading(memory, household):
    memory.record_event(household.says(1, "anna", f"Robot, please b{TASK[1:]}"))
    memory.record_event(household.carries_out(5, "anna", TASK))
    latest = memory.record_event(household.carries_out(90, "Anna", TASK)).record_id
    (found,) = memory.people.recall("my favourite cup", person="anna")
    assert (found.memory.record_id, found.rivals) == (latest, ())
    assert [one.record_id for one in memory.people.about("anna").personal] == [1, 2, 3]
    other = memory.record_event(household.carries_out(95, "Zebulon", TASK)).record_id
    assert {one.memory.record_id for one in memory.people.recall("the favourite cup")} == {latest, other}


def test_each_record_keeps_its_memory_when_another_of_the_same_words_is_erased(memory, household):
    said = memory.record_event(household.says(1, "anna", TASK)).record_id
    memory.record_event(household.carries_out(5, "anna", TASK, thought="Zebulon used it last."))
    memory.people.erase("Zebulon", stamp_ns=9 * SECOND)
    (found,) = memory.people.recall("my favourite cup", person="anna")
    assert (found.memory.record_id, found.memory.trace.steps) == (said, ())
    assert memory.upkeep.verify() == ()


def test_a_correction_takes_the_place_of_all_with_the_same_words(memory, household):
    memory.record_event(household.says(1, "anna", TASK))
    wrong = memory.record_event(household.carries_out(5, "anna", TASK)).record_id
    right = memory.people.correct("anna", wrong, "The green cup is my favourite.", 9 * SECOND).record_id
    (found,) = memory.people.recall("my favourite cup", person="anna")
    assert (found.memory.record_id, found.memory.corrects) == (right, wrong)
    assert found.memory.trace.objects == ("cup",)
    assert memory.upkeep.verify() == ()


def test_a_memory_without_instructions_is_migrated(path, embedder, household):
    with sqlite3.connect(path) as old:
        for migration in MIGRATIONS[:6]:
            for statement in migration:
                if "words_of_history" not in statement:
                    old.execute(statement)
        old.execute(f"PRAGMA application_id={APPLICATION_ID}")
        old.execute("PRAGMA user_version=6")
        old.execute(
            "INSERT INTO event_log VALUES (1, 7, 'instruction ended', 'robot', 'done', '', 'observed', 1, '', '')"
        )
        old.execute("INSERT INTO event_observer VALUES (1, 0, 'robot')")
        old.execute("INSERT INTO event_words (rowid, summary) VALUES (1, 'done')")
    old.close()
    with Memory(path, embedder) as memory:
        before = event_of(memory, 1)
        assert (before.text, before.asked_by, before.trace) == ("done", "", "")
        memory.record_event(household.carries_out(5, "anna", TASK))
        assert len(memory.people.recall("my favourite cup")) == 1
        with memory._file.database.reading() as connection:
            assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)


def test_it_is_exported_and_imported(memory, household, tmp_path, embedder):
    done = household.carries_out(5, "anna", TASK)
    record_id = memory.record_event(done).record_id
    memory.upkeep.export(tmp_path / "carried.db")
    with Memory(tmp_path / "other.db", embedder) as other:
        other.upkeep.import_(tmp_path / "carried.db")
        assert event_of(other, record_id) == done
        assert other.people.recall("my cup", person="anna") == memory.people.recall("my cup", person="anna")
        assert other.upkeep.verify() == ()


def test_it_is_set_back_with_its_record(memory, household):
    memory.record_event(household.carries_out(500, "anna", TASK))
    memory.upkeep.restamp(60 * SECOND)
    (found,) = memory.people.recall("my favourite cup")
    assert found.memory.stamp_ns == 60 * SECOND
    assert memory.upkeep.verify() == ()


def test_who_asked_goes_and_what_became_true_stays(memory, household, path):
    put = StateChange("cup_1", "location", "on desk_2")
    memory.record_event(household.instructs(1, "polish the violet vase at once"))
    memory.record_event(household.carries_out(5, "Zebulon", "polish the violet vase", changes=(put,)))
    memory.record_event(household.carries_out(6, "anna", TASK))
    about = memory.people.about("zebulon")
    assert ([one.record_id for one in about.records], [record_id for record_id, _ in about.traces]) == ([1, 2], [2])
    assert "Place[cup_1, on, desk_2]" in about.traces[0][1]
    erasure = memory.people.erase("zebulon", stamp_ns=9 * SECOND)
    assert (erasure.told, erasure.acts) == (1, 1)
    assert remembered(memory) == [(3, "anna", TASK, ("cup",), ("desk study",))]
    kept = event_of(memory, 2)
    assert (kept.changes, kept.asked_by, kept.trace) == ((put,), "", "")
    assert memory.stores.beliefs.current("cup_1", "location").fact.value == "on desk_2"
    assert memory.upkeep.verify() == ()
    memory.close()
    content = path.read_bytes().lower()
    assert [word for word in (b"zebulon", b"violet", b"polish") if word in content] == []


FAULTS = {
    "a trace of no record": ("INSERT INTO event_instruction VALUES (77, 'anna', '')", "event_instruction"),
    "another trace": (
        "UPDATE event_instruction SET trace = replace(trace, 'There it is.', 'Nowhere.')", "personal_memory",
    ),
    "another task": ("UPDATE event_instruction SET trace = replace(trace, 'cup to', 'mug to')", "personal_memory"),
    "a lost trace": ("DELETE FROM event_instruction", "personal_memory"),
    "a lost memory of it": (
        "DELETE FROM personal_memory; DELETE FROM personal_knowledge; DELETE FROM personal_vector", "personal_memory",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_made_by_hand_is_found(memory, household, path, open_memory, fault):
    statements, store = FAULTS[fault]
    memory.record_event(household.carries_out(5, "anna", TASK))
    memory.close()
    with sqlite3.connect(path) as connection:
        connection.executescript(statements)
    connection.close()
    assert store in {finding.store for finding in open_memory().upkeep.verify()}
