"""`embodied-memory memory ...` on a memory of a short morning."""

import sqlite3
import time

import pytest
from typer.testing import CliRunner

from embodied_memory.event import Event, EventKind
from embodied_memory.memory.memory import Memory
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.scene_graph import SceneGraphInstant, SceneObject
from embodied_memory_tools.bags.bag_writer import BagWriter
from embodied_memory_tools.bags.event_message import write_event
from embodied_memory_tools.command_line.main import app

SECOND = 1_000_000_000
DAY = 86_400 * SECOND


def run(*words, **more):
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "200"}, **more)


@pytest.fixture
def database(tmp_path):
    long_ago = time.time_ns() - 300 * DAY
    with Memory(tmp_path / "memory.db", HashingEmbedder()) as memory:
        for number, (who, text) in enumerate(
            (("anna", "the keys are on the dresser"), ("Zebulon", "my insulin lies in the violet shoebox"),
             ("anna", "I like green tea"), ("Zebulon", "remind me to water the plants tomorrow at 9 am"))
        ):  # fmt: skip
            memory.record_event(Event(long_ago + number * SECOND, EventKind.UTTERANCE, who, text))
        memory.record_event(
            Event(long_ago + 5 * SECOND, EventKind.INSTRUCTION_ENDED, "robot", "done", succeeded=True,
                  asked_by="Zebulon", trace="Task: Water the fern.\nThought: It is dry.\nPick[can_1]\nHeld.")
        )  # fmt: skip
        memory.rules.give_feedback("you should have remembered who came to visit", "Zebulon", long_ago + 9 * SECOND)
        memory.upkeep.build_history()
    return tmp_path / "memory.db"


def rules(database, *words):
    return run("memory", "rules", *words, "--embedder", "hashing")


def test_show_prints_everything_about_a_person(database):
    shown = run("memory", "show", database, "--person", "zebulon", "--embedder", "hashing")
    assert shown.exit_code == 0, shown.output
    for part in ("my insulin lies in the violet shoebox", "water the plants", "visit", "(open)", "Pick[can_1]"):
        assert part in shown.stdout
    assert "green tea" not in shown.stdout
    nobody = run("memory", "show", database, "--person", "Quentin", "--embedder", "hashing")
    assert "nothing is held of them" in nobody.stdout


def test_rules_are_listed_added_edited_removed_and_undone(database):
    assert "who came to visit" in rules(database, database).stdout
    assert "Zebulon" in rules(database, "list", database).stdout
    added = rules(database, "add", database, "birthdays", "--person", "anna")
    assert 'rule 2: nothing became "birthdays"' in added.stdout
    assert "no" in rules(database, "edit", database, 2, "--disable").stdout
    assert 'rule 1: "' in rules(database, "remove", database, 1).stdout
    assert "visit" not in rules(database, database).stdout
    assert "visit" in rules(database, "undo", database).stdout
    unknown = rules(database, "remove", database, 77)
    assert (unknown.exit_code, "there is no rule 77; there are 1, 2" in unknown.stderr) == (2, True)


def test_verify_says_that_everything_agrees_or_what_does_not(database):
    good = run("memory", "verify", database)
    assert (good.exit_code, good.stdout.strip()) == (0, "everything agrees")
    with sqlite3.connect(database) as connection:
        connection.execute("DELETE FROM event_log WHERE record_id = 3")
    bad = run("memory", "verify", database)
    assert bad.exit_code == 1
    assert "wrong: event_observer, record 3: record_id 3 is not in event_log; restore the memory" in bad.stdout


def test_verify_names_a_damaged_file(database):
    content = bytearray(database.read_bytes())
    content[4096 * 2 : 4096 * 30] = b"\xff" * (4096 * 28)
    database.write_bytes(content)
    damaged = run("memory", "verify", database)
    assert (damaged.exit_code, damaged.stderr.count("\n")) == (2, 1)
    assert "restore it from a copy" in damaged.stderr


def test_export_and_import_carry_everything(database, tmp_path):
    exported = run("memory", "export", database, tmp_path / "backup.db")
    assert exported.exit_code == 0, exported.output
    again = run("memory", "export", database, tmp_path / "backup.db")
    assert (again.exit_code, "exists already" in again.stderr) == (2, True)
    imported = run("memory", "import", tmp_path / "backup.db", tmp_path / "new.db")
    assert "6 records are in" in imported.stdout
    held = []
    for file in (database, tmp_path / "new.db"):
        with Memory(file, HashingEmbedder(), read_only=True) as memory:
            held.append((memory.latest_records(9), memory.rules.all(), memory.stores.tree.snapshot().outline()))
    assert held[0] == held[1]


def test_an_import_that_fails_leaves_nothing(database, tmp_path):
    (tmp_path / "poor.db").write_bytes(b"a shopping list, not a database" * 100)
    failed = run("memory", "import", tmp_path / "poor.db", tmp_path / "new.db")
    assert (failed.exit_code, "not a database" in failed.stderr) == (2, True)
    assert not list(tmp_path.glob("new.db*"))
    taken = run("memory", "import", database, database)
    assert (taken.exit_code, "exists already" in taken.stderr) == (2, True)


def test_forget_says_first_what_it_would_and_then_does(database):
    would = run("memory", "forget", database, "--dry-run", "--embedder", "hashing")
    assert "would forget" in would.stdout
    forgot = run("memory", "forget", database, "--embedder", "hashing")
    assert forgot.stdout.split()[1:] == would.stdout.split()[2:]
    shown = run("memory", "show", database, "--forgetting", 50, "--embedder", "hashing")
    assert "Forgetting" in shown.stdout


def test_compact_says_the_sizes(database):
    assert "MB before" in run("memory", "compact", database).stdout


def test_erase_asks_first_and_leaves_nothing_in_memory_and_bags(database, tmp_path):
    with BagWriter(tmp_path / "bag") as writer:
        write_event(writer, Event(SECOND, EventKind.UTTERANCE, "Zebulon", "my insulin lies in the violet shoebox"))
        write_event(writer, Event(SECOND, EventKind.UTTERANCE, "anna", "hello"))
    words = ("memory", "erase", database, "--person", "zebulon", "--bag", tmp_path / "bag")
    refused = run(*words, input="n\n")
    assert refused.exit_code == 1
    assert "4 records" in refused.stdout
    assert len(traces(tmp_path, b"insulin")) >= 2
    erased = run(*words, "--yes")
    assert erased.exit_code == 0, erased.output
    assert "erased 4 records" in erased.stdout
    assert "not touched: exports" in erased.stdout
    assert traces(tmp_path, b"insulin", b"zebulon", b"shoebox") == []
    assert run("memory", "verify", database).exit_code == 0


def test_erasing_nobody_is_refused(database):
    refused = run("memory", "erase", database, "--person", " ", "--yes")
    assert (refused.exit_code, "a letter or a digit" in refused.stderr) == (2, True)


def test_a_memory_in_use_is_named_when_writing_and_read_all_the_same(database):
    with Memory(database, HashingEmbedder()):
        refused = run("memory", "compact", database)
        assert (refused.exit_code, "in use by another memory" in refused.stderr) == (2, True)
        assert run("memory", "verify", database).exit_code == 0


def traces(folder, *words):
    contents = {file: file.read_bytes().lower() for file in folder.rglob("*") if file.is_file()}
    return [(file.name, word) for file, content in contents.items() for word in words if word in content]


def test_records_of_after_now_are_found_and_set_back(database):
    with Memory(database, HashingEmbedder()) as memory:
        memory.record_event(Event(time.time_ns() + 300 * DAY, EventKind.UTTERANCE, "anna", "what year is it?"))
    found = run("memory", "verify", database)
    assert (found.exit_code, "1 records are of after now" in found.stdout) == (1, True)
    assert run("memory", "restamp", database, input="n\n").exit_code == 1
    assert "1 records set back" in run("memory", "restamp", database, "--yes").stdout
    assert run("memory", "verify", database).exit_code == 0


def seen_cup(database):
    with Memory(database, HashingEmbedder(), read_only=True) as memory:
        (cup,) = memory.objects()
        return tuple(round(value, 6) for value in cup.position)


def test_a_map_is_corrected_and_the_memory_stays_in_order(database):
    cup = SceneObject("cup_1", "cup", (1.0, 0.0, 0.5), (0.1, 0.1, 0.1), 0.9)
    with Memory(database, HashingEmbedder()) as memory:
        memory.record(SceneGraphInstant(time.time_ns() - DAY, "robot", (0.0, 0.0, 0.0), 0.0, (cup,)))
    by = ("--x", 2, "--y", -1, "--z", 0.25, "--yaw", 1.5707963267948966)
    moved = run("memory", "correct-map", database, "--map", "map", *by)
    assert (moved.exit_code, moved.stdout.strip()) == (0, "everything remembered in map was moved")
    assert seen_cup(database) == (2.0, 0.0, 0.75)
    assert run("memory", "correct-map", database, "--map", "map", "--x", 1).exit_code == 0
    assert run("memory", "correct-map", database, "--map", "map", "--x", 1).exit_code == 0
    assert seen_cup(database) == (4.0, 0.0, 0.75)
    assert run("memory", "verify", database).exit_code == 0
    unknown = run("memory", "correct-map", database, "--map", "attic", "--x", 1)
    assert (unknown.exit_code, "in a map 'attic'; there are map" in unknown.stderr) == (2, True)
    assert seen_cup(database) == (4.0, 0.0, 0.75)


def test_what_is_readable_of_a_damaged_file_is_exported_and_imported(database, tmp_path):
    with Memory(database, HashingEmbedder()) as memory:
        for number in range(300):
            memory.record_event(Event(number * SECOND, EventKind.UTTERANCE, "anna", f"I like tea number {number}"))
    sound = run("memory", "export", database, tmp_path / "sound.db", "--salvage")
    assert (sound.exit_code, "306 records were read, 0 could not be" in sound.stdout) == (0, True), sound.output
    with sqlite3.connect(database) as connection:
        query = "SELECT pageno FROM dbstat WHERE name = 'event_log' AND pagetype = 'leaf' ORDER BY path"
        pages = [page for (page,) in connection.execute(query)]
    with database.open("r+b") as file:
        for page in (pages[1], pages[3]):
            file.seek((page - 1) * 4096)
            file.write(b"\xa7" * 4096)
    assert run("memory", "verify", database).exit_code == 2
    saved = run("memory", "export", database, tmp_path / "saved.db", "--salvage")
    assert saved.exit_code == 1
    assert saved.stdout.count("lost: records ") == 2
    assert "damaged: event_log, 2 pages" in saved.stdout
    assert run("memory", "import", tmp_path / "saved.db", tmp_path / "new.db").exit_code == 0
    assert run("memory", "verify", tmp_path / "new.db").exit_code == 0
    nowhere = run("memory", "export", tmp_path / "none.db", tmp_path / "x.db", "--salvage")
    assert (nowhere.exit_code, "there is no memory at" in nowhere.stderr) == (2, True)
