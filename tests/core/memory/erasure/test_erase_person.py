"""Erasing a person leaves no byte of theirs, and everything else as it was."""

import sqlite3

import pytest

from embodied_memory.memory.erasure.erase_person import text_columns, word_indexes
from embodied_memory.memory.erasure.erased_rows import ELSEWHERE, ERASING, OF_NOBODY
from embodied_memory.memory.file.database import DatabaseError
from embodied_memory.memory.file.schema import MIGRATIONS
from embodied_memory.perception.text_embedders import HashingEmbedder, _embed
from embodied_memory.words.wording.person_in_text import PersonInText, WordsOfPerson

SECOND = 1_000_000_000
NAMES = ("zebulon", "insulin", "violet", "shoebox", "trumpet", "picture of")


def traces(folder, words=NAMES):
    """(file, word) of every word found in any file, in any case, as UTF-8 or UTF-16."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    return [
        (file.name, word)
        for file in files
        for word in words
        for code in ("utf-8", "utf-16-le", "utf-16-be")
        if word.encode(code) in file.read_bytes().lower()
    ]


def test_what_a_person_said_did_and_looked_like_is_in_no_file_afterwards(lived, path):
    assert {word for _, word in traces(path.parent)} == set(NAMES)
    erasure = lived.people.erase("zebulon", stamp_ns=5000 * SECOND)
    assert (erasure.told, erasure.acts, erasure.views, erasure.is_scrubbed) == (6, 1, 1, True)
    assert traces(path.parent) == []
    lived.close()
    assert traces(path.parent) == []


def test_nothing_of_them_is_told_or_found_any_more(lived):
    lived.people.erase("Zebulon", stamp_ns=5000 * SECOND)
    about = lived.people.about("Zebulon")
    assert about.names == ("Zebulon",)
    assert not any(getattr(about, part) for part in about.__dataclass_fields__ if part != "names")
    texts = [record.summary for record in lived.latest_records(100)]
    texts += lived.stores.tree.snapshot().outline()
    texts += [item.text for item in lived.retrieve("violet shoebox Zebulon", k=100).memories]
    texts += [str(card) for card in lived.stores.beliefs.episodes(0, 10**15)]
    assert [text for text in texts if any(word in text.lower() for word in NAMES)] == []
    assert lived.rules.all() == ()


def test_what_others_said_and_where_things_are_stays(lived):
    lived.people.erase("Zebulon", stamp_ns=5000 * SECOND)
    assert [record.summary for record in lived.latest_records(100)] == [
        "I like green tea", "saw a kettle and a toaster", "(erased)",
        "anna puts the book_1 on the desk_1", "(erased)", "the keys are on the dresser",
    ]  # fmt: skip
    where = {thing: lived.stores.beliefs.current(thing, "location").fact.value for thing in ("mug_1", "book_1")}
    assert where == {"mug_1": "on shelf_1", "book_1": "on desk_1"}
    assert [memory.text for memory in lived.people.about("anna").personal] == ["I like green tea"]
    assert {item.category for item in lived.objects()} == {"mug", "kettle", "toaster"}
    assert lived.upkeep.verify() == ()


def test_an_erased_memory_goes_on_and_meets_them_as_a_stranger(lived, household, open_memory):
    lived.people.erase("Zebulon", stamp_ns=5000 * SECOND)
    lived.record_event(household.says(6000, "Zebulon", "I am new here"))
    lived.record(household.sees(6001, "mug", people=("Zebulon",), session="s2"))
    lived.upkeep.build_history()
    assert [record.summary for record in lived.people.about("Zebulon").records] == ["I am new here"]
    lived.close()
    assert open_memory().upkeep.verify() == ()


def test_what_was_erased_does_not_come_back_when_it_is_delivered_again(lived, household, path, open_memory):
    lived.people.erase("Zebulon", stamp_ns=5000 * SECOND)
    lived.close()
    memory = open_memory()
    before = memory.latest_records(100)
    for what in (
        household.says(1, "Zebulon", "my insulin lies in the violet shoebox", "anna"),
        household.puts(4, "Zebulon", "mug_1", "shelf_1"),
        household.does(7, "Zebulon", "polishes the trumpet", "trumpet_1"),
    ):
        assert memory.record_event(what) is None
    assert memory.latest_records(100) == before
    assert traces(path.parent) == []


def test_an_erasure_that_fails_erases_nothing(lived, path, monkeypatch):
    before = lived.people.about("Zebulon")
    monkeypatch.setattr("embodied_memory.memory.erasure.erase_person.overwrite_leftovers", _fail)
    with pytest.raises(OSError, match="no more"):
        lived.people.erase("Zebulon", stamp_ns=5000 * SECOND)
    assert lived.people.about("Zebulon") == before
    assert lived.upkeep.verify() == ()


def _fail(connection):
    raise OSError("no more")


def test_a_file_that_another_program_reads_is_rewritten_when_it_is_next_opened(lived, path, open_memory):
    lived._file.database.connection.execute("PRAGMA busy_timeout = 100")  # not to wait for the other program for long
    reader = sqlite3.connect(path)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM event_log").fetchone()
    erasure = lived.people.erase("Zebulon", stamp_ns=5000 * SECOND)
    assert not erasure.is_scrubbed
    assert traces(path.parent) != []
    reader.close()
    lived.close()
    open_memory()
    assert traces(path.parent) == []


def test_a_read_only_memory_refuses_to_erase(lived, open_memory):
    reader = open_memory(read_only=True)
    with pytest.raises(DatabaseError, match="for reading only"):
        reader.people.erase("Zebulon", stamp_ns=0)


def test_every_table_is_erased_from_or_known_to_hold_nothing_of_people(lived):
    connection = lived._file.database.connection
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    tables = {name for name in tables if not name.startswith("sqlite_")} - set(word_indexes(connection))
    shadows = {name for name in tables for index in word_indexes(connection) if name.startswith(f"{index}_")}
    assert tables - shadows - set(ERASING) - ELSEWHERE - OF_NOBODY == set()
    assert {table for table, _ in text_columns(connection)} & OF_NOBODY == set()


def test_embedders_and_functions_forget_the_words(lived):
    HashingEmbedder().embed_text(["my insulin"])
    lived.people.erase("Zebulon", stamp_ns=5000 * SECOND)
    assert _embed.cache_info().currsize == 0


@pytest.mark.parametrize("name", ["", "  ", "!?"])
def test_nobody_cannot_be_erased(lived, name):
    with pytest.raises(ValueError, match="letter or a digit"):
        lived.people.erase(name, stamp_ns=0)
    assert lived.counts()["records"] == 12


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ben", True), ("room:ben", True), ("ben_phone_2", True), ("BEN's mug", True), ("with Bens hat", True),
        ("bench", False), ("Reuben", False), ("", False), ("Mary  Ann", True), ("mary_ann", True), ("Mary", False),
        ("Zoe\u0308", True), ("Zo\u00eb's", True),
    ],
)  # fmt: skip
def test_names_are_found_whole_in_any_case_and_in_ids(text, found):
    assert PersonInText(["ben", "Mary Ann", "Zo\u00eb"]).is_in(text) is found


def test_a_persons_own_words_are_found_where_they_were_repeated():
    words = WordsOfPerson(["Bring me my slippers!", "thank you"])
    assert [words.are_in(text) for text in ("goal: bring me my  SLIPPERS now", "bring me", "thank you")] == [
        True, False, False,
    ]  # fmt: skip


def test_all_schema_versions_end_with_the_log_of_erasures():
    assert any("erasure_log" in statement for migration in MIGRATIONS for statement in migration)
