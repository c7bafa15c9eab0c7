"""What left the tree leaves log and stores after its grace, but for what something still rests on."""

from dataclasses import replace

import pytest

from embodied_memory.config import ForgettingConfig, MemoryConfig
from embodied_memory.event import EventKind
from embodied_memory.evidence import EpistemicStatus
from embodied_memory.memory.erasure import erase_forgotten
from embodied_memory.memory.erasure.erase_person import text_columns
from embodied_memory.memory.log import event_log
from embodied_memory.memory.log.event_log import INSTANT
from embodied_memory.memory.verification.references import record_columns

SECOND, HOUR, DAY = 10**9, 3600, 86_400


def summaries(memory):
    return [one.summary for one in reversed(memory.latest_records(10**6))]


def forget(memory, *days):
    while memory.upkeep.build_history():
        pass
    for day in days:
        memory.upkeep.forget(day * DAY * SECOND)


def found_by_words(memory, words):
    with memory._file.reading() as connection:
        return len(event_log.search_words(connection, words, 5))


def configured(**forgetting):
    return MemoryConfig(forgetting=ForgettingConfig(**forgetting))


@pytest.fixture
def memory(open_memory):
    """One that keeps no kind of record longer than others."""
    return open_memory(configured(keep_for=("",)))


@pytest.fixture
def years(memory, household):
    """Said and done on the first day, and a last word a year later."""
    for what in (
        household.says(1, "Zebulon", "the gramophone played a waltz"),
        household.does(2, "Zebulon", "polishes the trumpet", "trumpet_1"),
        household.puts(2.2, "Zebulon", "mug_1", "shelf_1"),
        household.goes(2.5, "Zebulon", "hall"),
        household.puts(4, "anna", "mug_1", "desk_1"),
        household.says(5, "anna", "I like green tea"),
        household.says(6, "anna", "remind me to water the plants tomorrow at 9 am"),
        household.says(7, "anna", "remind me to call Mira on Sunday"),
        household.says(8, "anna", "never mind calling Mira"),
        household.says(365 * DAY, "anna", "hello there"),
    ):
        memory.record_event(what)
    return memory


KEPT = [
    "Zebulon goes to the hall", "anna puts the mug_1 on the desk_1", "I like green tea",
    "remind me to water the plants tomorrow at 9 am", "hello there",
]  # fmt: skip


def test_a_copy_of_an_earlier_version_goes_with_what_is_forgotten_for_good_and_not_before(years, path):
    copy = path.with_name(f"{path.name}.version-1")
    copy.write_bytes(b"the gramophone played a waltz")
    forget(years, 30)
    assert copy.exists()
    forget(years, 200, 260)
    assert not copy.exists()


def test_it_is_gone_after_its_grace_and_not_before_but_for_what_something_rests_on(years, open_memory):
    everything = summaries(years)
    forget(years, 400, 429)
    assert (summaries(years), found_by_words(years, "gramophone waltz")) == (everything, 1)
    forget(years, 431)
    assert (summaries(years), found_by_words(years, "gramophone waltz")) == (KEPT, 0)
    assert [one.text for one in years.beliefs.commitments()] == ["water the plants"]
    assert years.upkeep.verify() == ()
    years.close()
    reopened = open_memory()
    assert (summaries(reopened), reopened.upkeep.verify()) == (KEPT, ())
    assert reopened.answer("Where is the mug?").known


def test_its_words_are_in_no_text_but_the_placeholder_of_the_tree(years):
    forget(years, 400, 440)
    with years._file.reading() as connection:
        told = {
            (table, column)
            for table, column in text_columns(connection)
            for (text,) in connection.execute(f"SELECT {column} FROM {table}").fetchall()
            if "gramophone" in str(text) or "trumpet" in str(text)
        }
    assert told == {("history_node", "summary"), ("history_node", "content")}


def test_rows_of_every_table_that_rested_on_it_go_with_it(years):
    forget(years, 400)
    gone = {one.record_id for one in years.latest_records(100) if one.summary not in KEPT}
    forget(years, 440)
    with years._file.reading() as connection:
        for table, column in erase_columns(connection):
            held = {number for (number,) in connection.execute(f"SELECT {column} FROM {table}")}
            assert (table, held & gone) == (table, set())


def erase_columns(connection):
    return [*record_columns(connection), ("event_words", "rowid")]


def test_what_is_kept_by_kind_or_for_ever_stays(open_memory, household, path):
    kept = ("utterance: forever", "activity: 450", "person moved: 2.5")
    memory = open_memory(configured(keep_for=kept))
    memory.record_event(household.says(1, "Zebulon", "the gramophone played a waltz"))
    memory.record_event(household.does(2, "Zebulon", "polishes the trumpet", "trumpet_1"))
    memory.record_event(household.goes(3, "Zebulon", "hall"))
    memory.record_event(household.goes(4, "Zebulon", "study"))
    memory.record_event(household.says(365 * DAY, "anna", "hello there"))
    said = ["the gramophone played a waltz", "hello there"]
    forget(memory, 400, 440)
    assert summaries(memory) == [said[0], "Zebulon polishes the trumpet", "Zebulon goes to the study", said[1]]
    forget(memory, 460)
    assert summaries(memory) == [said[0], "Zebulon goes to the study", said[1]]


@pytest.mark.parametrize("forgetting", [{"keep_for": ("*: forever",)}, {"enabled": False}])
def test_those_who_want_all_keep_all(open_memory, household, forgetting):
    memory = open_memory(configured(**forgetting))
    memory.record_event(household.says(1, "Zebulon", "the gramophone played a waltz"))
    memory.record_event(household.says(365 * DAY, "anna", "hello there"))
    forget(memory, 400, 440, 4000)
    assert summaries(memory) == ["the gramophone played a waltz", "hello there"]


@pytest.mark.parametrize(
    "told", ["utterance", "utterance: soon", "utterance: -1", "utterance: nan", "gossip: 3", ": 3"]
)
def test_a_kind_or_a_span_that_makes_no_sense_is_refused_with_a_remedy(open_memory, told):
    with pytest.raises(ValueError, match="keep_for.*write a kind and days.*utterance"):
        open_memory(configured(keep_for=(told,)))


def test_a_view_goes_but_where_things_were_last_seen_stays(memory, household):
    for second, things in ((1, ("mug", "lamp")), (2, ("mug",)), (365 * DAY, ("kettle",))):
        memory.record(household.sees(second, *things, robot=(0.0, 0.0, 0.0)))
    forget(memory, 400, 440)
    assert [(one.category, one.last_seen_ns // SECOND) for one in memory.objects()] == [
        ("mug", 2), ("lamp", 1), ("kettle", 365 * DAY),
    ]  # fmt: skip
    memory.record(household.sees(441 * DAY, "lamp"))
    forget(memory, 500, 535)
    assert {one.kind for one in memory.latest_records(10)} == {INSTANT}
    assert (memory.counts()["instants"], memory.upkeep.verify()) == (3, ())  # of the mug, the kettle and the lamp


def test_no_certainty_rises_by_forgetting(memory, household):
    memory.record_event(household.puts(1, "anna", "mug_1", "shelf_1"))
    memory.record_event(household.goes(2, "robot", "hall"))
    for number in range(40):
        memory.record_event(household.does(100 + number, f"anna{number % 3}", "tidies up", "cloth_1"))
    memory.record_event(household.says(365 * DAY, "anna", "hello there"))
    now_ns = 440 * DAY * SECOND
    before = memory.stores.beliefs.current("mug_1", "location", now_ns)
    forget(memory, 400, 440)
    after = memory.stores.beliefs.current("mug_1", "location", now_ns)
    assert memory.counts()["records"] < 10
    assert (after.status, after.certainty, len(after.interventions)) == (
        before.status,
        before.certainty,
        len(before.interventions),
    )
    assert after.status is EpistemicStatus.UNCERTAIN


def test_an_error_on_the_way_leaves_everything_as_it_was(years, monkeypatch):
    forget(years, 400)
    everything = summaries(years)

    def fail(*_):
        raise OSError("no more")

    monkeypatch.setattr(erase_forgotten.erasure_log, "write_forgotten", fail)
    with pytest.raises(OSError, match="no more"):
        forget(years, 440)
    assert (summaries(years), years.upkeep.verify()) == (everything, ())
    monkeypatch.undo()
    forget(years, 440)
    assert summaries(years) == KEPT


def test_what_a_rule_keeps_and_what_is_asked_for_anew_stays(years):
    years.rules.add("trumpet", "anna", 9 * SECOND)
    forget(years, 370, 405)
    assert "Zebulon polishes the trumpet" in summaries(years)
    years.rules.remove(years.rules.all()[0].rule_id, "anna", 406 * DAY * SECOND)
    forget(years, 407, 415)
    assert "Zebulon polishes the trumpet" in summaries(years)  # it left the tree only now
    forget(years, 445)
    assert "Zebulon polishes the trumpet" not in summaries(years)


def test_the_file_gives_its_free_pages_back(memory, household):
    for number in range(400):
        words = f"{number:0500d}".translate(str.maketrans("0123456789", "abcdefghij"))
        memory.record_event(household.says(number, "anna", words))
    memory.record_event(household.says(365 * DAY, "anna", "hello there"))
    forget(memory, 400)
    before = memory._file.database.size()
    forget(memory, 440)
    assert memory._file.database.size() < before / 2


def test_what_was_forgotten_and_is_delivered_again_is_new(years, household):
    forget(years, 400, 440)
    receipt = years.record_event(household.says(1, "Zebulon", "the gramophone played a waltz"))
    assert receipt.record_id == 11
    forget(years, 441)
    assert (found_by_words(years, "gramophone"), years.upkeep.verify()) == (1, ())


def test_every_kind_of_event_can_be_kept():
    told = tuple(f"{kind}: 1" for kind in (*(one.value for one in EventKind), INSTANT, "*"))
    assert replace(ForgettingConfig(), keep_for=told).keep_for == told


@pytest.mark.parametrize(
    ("said", "is_kept"),
    [
        ("Please remember that the alarm code is 4711.", True),
        ("Remember that the boiler was serviced in June.", True),
        ("Do not forget that Tom is allergic to nuts.", True),
        ("Mum's phone number is 555 123.", True),
        ("The gramophone played a waltz.", False),
    ],
)
def test_what_people_want_kept_stays(memory, household, said, is_kept):
    memory.record_event(household.says(1, "anna", said))
    memory.record_event(household.says(365 * DAY, "anna", "hello there"))
    forget(memory, 370, 410)
    assert (said in summaries(memory)) is is_kept


def test_by_default_what_people_said_stays(open_memory, household):
    memory = open_memory()
    memory.record_event(household.says(1, "anna", "Tom is diabetic."))
    memory.record_event(household.does(2, "Zebulon", "polishes the trumpet", "trumpet_1"))
    memory.record_event(household.goes(3, "Zebulon", "hall"))
    memory.record_event(household.says(365 * DAY, "anna", "hello there"))
    forget(memory, 400, 440)
    assert summaries(memory) == ["Tom is diabetic.", "Zebulon goes to the hall", "hello there"]


def test_a_clock_that_is_far_ahead_deletes_nothing(years):
    everything = summaries(years)
    forget(years, 400, 4000, 4001)
    assert summaries(years) == everything
    forget(years, 435)
    assert summaries(years) == KEPT


@pytest.mark.parametrize("grace_days", [-1.0, float("inf"), float("nan"), 1e6])
def test_a_grace_that_makes_no_sense_is_refused(open_memory, grace_days):
    with pytest.raises(ValueError, match="grace_days .* give days, 0 to"):
        open_memory(configured(grace_days=grace_days))


def test_no_record_that_is_gone_is_cited_for_where_things_usually_are(memory, household):
    for second, place in ((1, "tray_1"), (20, "basket_1"), (40, "shelf_1")):
        memory.record_event(household.puts(second, "anna", "mug_1", place))
    memory.record_event(household.says(70 * DAY, "anna", "hello there"))
    forget(memory, 71, 120)
    places = memory.retrieve("basket").usual_places
    assert places
    assert min((number for one in places for number in one.record_ids), default=1) > 0
