"""What people decide: rules with their consequences in the tree, corrections, everything about oneself."""

import threading

import pytest

from embodied_memory.memory.file.database import DatabaseError
from embodied_memory.memory.personal.personal_memory import UnknownPersonalMemoryError

SECOND = 1_000_000_000
YEAR = 365 * 86_400
NOW = 5000 * SECOND


def texts(rules):
    return [(rule.rule_id, rule.text, rule.keeps, rule.enabled) for rule in rules]


def test_feedback_is_recorded_and_changes_rules_once(memory):
    said = ("you should have remembered who came to visit", "anna", NOW)
    revision = memory.rules.give_feedback(*said)
    assert [change.after.text for change in revision.changes] == [rule.text for rule in memory.rules.all()]
    assert memory.rules.all()[0].origin.record_id == memory.latest_records(1)[0].record_id
    assert memory.rules.give_feedback(*said) is None
    assert (memory.counts()["records"], len(memory.rules.all())) == (1, 1)
    assert memory.rules.give_feedback("what a lovely day", "anna", NOW + 1) is None
    assert memory.counts()["records"] == 2


def test_rules_are_added_edited_removed_and_undone_and_outlive_a_restart(memory, open_memory):
    memory.rules.add("birthdays", "anna", 1)
    memory.rules.add("the weather", "anna", 2, keep=False)
    memory.rules.edit(1, "anna", 3, text="birthdays and visits")
    memory.rules.edit(2, "anna", 4, enabled=False)
    memory.rules.remove(1, "anna", 5)
    assert texts(memory.rules.all()) == [(2, "the weather", False, False)]
    memory.rules.undo("anna", 6)
    memory.rules.undo("anna", 7)
    after = [(1, "birthdays and visits", True, True), (2, "the weather", False, True)]
    assert texts(memory.rules.all()) == after
    memory.close()
    again = open_memory()
    assert texts(again.rules.all()) == after
    assert [revision.cause.value for revision in again.rules.history()] == ["edit"] * 5 + ["undo"] * 2
    with pytest.raises(KeyError, match="no relevance rule 77"):
        again.rules.remove(77, "anna", 8)


def test_what_a_rule_kept_is_forgotten_once_the_rule_is_gone(memory, household):
    memory.rules.add("trumpet", "anna", 1)
    memory.record_event(household.does(10, "anna", "polishes the trumpet", "trumpet_1"))
    memory.record_event(household.says(100_000, "anna", "hello"))
    memory.upkeep.build_history()
    memory.upkeep.forget(YEAR * SECOND)
    assert any("trumpet" in leaf.summary for leaf in memory.stores.tree.snapshot().leaves())
    memory.rules.remove(1, "anna", 2)
    memory.upkeep.forget(YEAR * SECOND + 1)
    assert not any("trumpet" in leaf.summary for leaf in memory.stores.tree.snapshot().leaves())
    assert {entry.action.value for entry in memory.upkeep.forgetting_log()} >= {"forgotten", "extended"}
    assert memory.upkeep.verify() == ()


def test_everything_about_a_person_is_told_with_its_records(lived):
    about = lived.people.about("zebulon")
    assert about.names == ("zebulon", "Zebulon")
    assert [record.record_id for record in about.records] == [1, 2, 4, 6, 7, 8, 12]
    assert [record.record_id for record in about.views] == [9]
    assert {one.text for one in about.statements if one.speaker == "Zebulon"} >= {
        "my insulin lies in the violet shoebox"
    }
    assert [one.record_id for one in about.personal] == [1]
    assert [(one.text, one.by) for one in about.commitments] == [("call Zebulon", "robot")]
    assert {fact.record_id for fact in about.facts} >= {4, 6}
    assert [rule.origin.person for rule in about.rules] == ["Zebulon"]


def test_a_correction_takes_the_place_of_what_was_wrong(memory, household, open_memory):
    wrong = memory.record_event(household.says(1, "anna", "I like black tea"))
    right = memory.people.correct("anna", wrong.record_id, "I like green tea", 2 * SECOND)
    assert [(one.record_id, one.text, one.corrects) for one in memory.people.about("anna").personal] == [
        (right.record_id, "I like green tea", wrong.record_id)
    ]
    assert [record.summary for record in memory.latest_records(2)] == ["I like green tea", "I like black tea"]
    (found,) = memory.stores.personal.recall("which tea does anna like?")
    assert found.memory.text == "I like green tea"
    with pytest.raises(UnknownPersonalMemoryError):
        memory.people.correct("anna", wrong.record_id, "no, red", 3 * SECOND)
    assert memory.counts()["records"] == 2
    assert memory.upkeep.verify() == ()
    memory.close()
    assert len(open_memory().people.about("anna").personal) == 1


def test_a_reader_can_look_but_not_decide(lived, open_memory):
    reader = open_memory(read_only=True)
    assert reader.rules.all() == lived.rules.all()
    assert reader.people.about("anna") == lived.people.about("anna")
    for decide in (
        lambda: reader.rules.add("birthdays", "anna", 1),
        lambda: reader.rules.give_feedback("remember birthdays", "anna", NOW),
        lambda: reader.people.correct("anna", 11, "I like coffee", NOW),
    ):
        with pytest.raises(DatabaseError, match="for reading only"):
            decide()


def test_erasing_rules_and_history_go_well_with_recording_beside_them(memory, household):
    stop, errors = threading.Event(), []

    def beside(work):
        def run():
            try:
                second = 0
                while not stop.is_set():
                    second += 1
                    work(second)
            except Exception as error:
                errors.append(error)

        return threading.Thread(target=run)

    def live(second):
        who = ("anna", "Zebulon")[second % 2]
        event = household.puts(second, who, "mug_1", f"shelf_{second % 3}")
        memory.record_event(event if second % 3 else household.says(second, who, f"my violet hat {second} is here"))

    threads = [
        beside(live),
        beside(lambda second: memory.upkeep.build_history(5)),
        beside(lambda _: memory.answer("mug?")),
    ]
    for thread in threads:
        thread.start()
    for number in range(4):
        memory.rules.add(f"mugs {number}", "Zebulon", number + 1)
        memory.people.erase("Zebulon", stamp_ns=NOW)
        memory.rules.undo("anna", number + 1)
    stop.set()
    for thread in threads:
        thread.join()
    memory.people.erase("Zebulon", stamp_ns=NOW)
    assert errors == []
    while memory.upkeep.build_history():
        pass
    assert memory.upkeep.verify() == ()
    assert memory.people.about("Zebulon").records == ()


def test_a_view_that_was_forgotten_or_erased_and_is_delivered_again_is_not_recorded_again(memory, household):
    seen = household.sees(10, "mug", people=("Zebulon",))
    first = [memory.record(seen), memory.record(household.sees(100_000, "lamp"))]
    memory.upkeep.build_history()
    memory.upkeep.forget(YEAR * SECOND)
    assert memory.record(seen).record_id == first[0].record_id
    again = household.sees(200_000, "mug", people=("Zebulon",), session="s2")
    receipt = memory.record(again)
    memory.people.erase("Zebulon", stamp_ns=NOW)
    assert memory.record(again).record_id == receipt.record_id
    assert memory.counts()["records"] == 3
