"""What people ask for, the robot handles and somebody does again stays in memory, and leaves it when it is erased."""

import sys
import threading
import time
from dataclasses import replace

import pytest
from knows_nothing import KnowsNothing

from embodied_memory import DialogManager
from embodied_memory.config import DiscretionConfig, ForgettingConfig, MemoryConfig
from embodied_memory.event import StateChange, Utterance
from embodied_memory.words.saying_sorts import the_rememberings

SECOND, DAY, NIGHT = 10**9, 86_400, 3600 * 3


def configured(**forgetting):
    return MemoryConfig(
        forgetting=ForgettingConfig(keep_for=("",), **forgetting),
        discretion=DiscretionConfig(residents=("anna", "Zebulon")),
    )


def nights(memory, *days):
    for day in days:
        while memory.upkeep.build_history():
            pass
        memory.upkeep.forget((day * DAY + NIGHT) * SECOND)


def leaves(memory):
    told = {leaf.record_id: leaf.summary for leaf in memory.stores.tree.snapshot().leaves()}
    return [told[record_id] for record_id in sorted(told)]


PUT = "Zebulon puts the mug_1 on the shelf_1"


def put(second, household):
    return household.puts(second, "Zebulon", "mug_1", "shelf_1")


def test_what_somebody_asked_for_stays_and_is_still_cited_when_the_rest_is_gone(open_memory, household):
    memory = open_memory(configured())
    for what in (put(10, household), household.does(20, "Zebulon", "polishes the trumpet", "trumpet_1")):
        memory.record_event(what)
    memory.answer("Where is the mug?", 3600 * SECOND, "anna")
    nights(memory, 6)
    assert [line.partition(" in the")[0] for line in leaves(memory)] == [PUT]
    (kept,) = {entry.reason for entry in memory.upkeep.forgetting_log() if entry.reason.startswith("kept")}
    assert kept == "kept: asked for on 1 day"
    nights(memory, 12)
    assert leaves(memory) == []


@pytest.mark.parametrize(("asker", "use_days"), [("", 7.0), ("anna", 0.0)])
def test_nothing_stays_for_who_reads_along_or_where_use_counts_for_nothing(open_memory, household, asker, use_days):
    memory = open_memory(configured(use_days=use_days))
    memory.record_event(put(10, household))
    memory.answer("Where is the mug?", 3600 * SECOND, asker)
    nights(memory, 6)
    assert (leaves(memory), dict(memory.stores.uses.used) if not use_days else {}) == ([], {})


def test_the_latest_of_what_is_done_on_several_days_stays(open_memory, household):
    memory = open_memory(configured())
    for day in range(3):
        memory.record_event(put(day * DAY + 40_000, household))
        nights(memory, day + 1)
    nights(memory, 10)
    tree = memory.stores.tree.snapshot()
    assert [leaf.first_ns // SECOND for leaf in tree.leaves()] == [2 * DAY + 40_000]


def test_uses_survive_a_restart_and_agree_with_the_file(open_memory, household):
    memory = open_memory(configured())
    memory.record_event(put(10, household))
    memory.answer("Where is the mug?", 3600 * SECOND, "anna")
    memory.record_event(household.does(4000, "anna", "reads"))  # citations are written with the next record
    held = dict(memory.stores.uses.used)
    assert any("ASKED" in str(one.ways) for one in held.values())
    assert memory.upkeep.verify() == ()
    memory.close()
    assert dict(open_memory(configured()).stores.uses.used) == held


def test_who_is_erased_leaves_no_count_of_what_they_did(open_memory, household, path):
    memory = open_memory(configured())
    for day in range(3):
        memory.record_event(household.says(day * DAY, "Zebulon", "where are my bassoon reeds"))
        memory.record_event(put(day * DAY + 40_000, household))
    memory.people.erase("Zebulon", stamp_ns=4 * DAY * SECOND)
    assert not any("Zebulon" in one or "bassoon" in one for one in memory.stores.uses.used)
    assert [file.name for file in path.parent.iterdir() if b"bassoon" in file.read_bytes()] == []
    assert memory.upkeep.verify() == ()


def test_a_name_that_has_another_stem_leaves_no_count_either(open_memory, household, path):
    memory = open_memory(configured())
    for day in range(2):
        handed = household.does(day * DAY, "Zoe", "hands the tray to Charles", "tray_1")
        memory.record_event(replace(handed, changes=(StateChange("tray_1", "location", "on table_1"),)))
    assert any("charl" in one for one in memory.stores.uses.used)
    memory.people.erase("Charles", stamp_ns=4 * DAY * SECOND)
    assert not any("charl" in one for one in memory.stores.uses.used)
    assert [file.name for file in path.parent.iterdir() if b"charl" in file.read_bytes()] == []


def test_what_went_while_it_was_told_is_not_counted(open_memory, household):
    memory = open_memory(configured())
    memory.record_event(household.says(10, "anna", "the spare key is under the mat"))
    answer = memory.answer("Where is the spare key?", 20 * SECOND)
    assert answer.evidence
    memory.people.erase("anna", stamp_ns=30 * SECOND)
    memory.questions._note_use(answer, 40 * SECOND)  # as where a language model answered meanwhile
    memory.record_event(put(50, household))
    assert memory.upkeep.verify() == ()


@pytest.fixture
def quick_turns():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("quick_turns")
def test_forgetting_goes_on_while_others_record(open_memory, household):
    memory = open_memory(configured())

    def record():
        for second in range(10, 310):
            memory.record_event(household.puts(second, "anna", f"mug_{second}", f"shelf_{second % 7}"))
            time.sleep(0.001)  # locks are not fair: who forgets is to have a turn

    other = threading.Thread(target=record)
    other.start()
    nights = 0
    while other.is_alive():
        nights += 1
        memory.upkeep.forget((400 + nights) * SECOND)
    assert nights > 1
    assert len(memory.stores.uses.used) >= 300


def test_what_is_no_longer_used_is_no_longer_counted(open_memory, household):
    memory = open_memory(configured())
    memory.record_event(put(10, household))
    assert memory.stores.uses.used
    nights(memory, 9)
    assert not memory.stores.uses.used


class Teachable(KnowsNothing):
    """Lets a memory learn what it is to remember."""

    def __init__(self, memory):
        super().__init__(("anna", "zebulon"))
        self._memory = memory

    def give_feedback(self, text, person, about):
        self._memory.rules.give_feedback(text, person, 2 * SECOND, about)
        return "All right."


@pytest.mark.skipif(the_rememberings() is None, reason="MiniLM is not installed")
@pytest.mark.parametrize(
    ("said", "stays"),
    [("You could have kept that for me.", True), ("That's nothing you have to keep.", False)],
)
def test_what_is_said_in_a_talk_about_the_last_question_keeps_or_lets_go_whatever_its_use(
    open_memory, household, said, stays
):
    memory = open_memory(configured())
    manager = DialogManager(Teachable(memory))
    for second, text in enumerate(("When does Zebulon feed the parrot?", said), start=1):
        manager.reply(Utterance(second * SECOND, "anna", text))
    for day in range(3):
        memory.record_event(household.does(day * DAY + 40_000, "Zebulon", "feeds the parrot", "parrot_1"))
        memory.record_event(household.does(day * DAY + 50_000, "Zebulon", f"whistles tune {day}"))
    nights(memory, 3, 10)  # when its use alone would keep the latest
    assert len([line for line in leaves(memory) if "parrot" in line]) == 3 * stays
    nights(memory, 100)
    assert len(leaves(memory)) == 3 * stays
