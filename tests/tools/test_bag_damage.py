"""Damaged and odd recordings: one sentence with a remedy that is true, never a traceback."""

import shlex
import shutil
import sqlite3
import struct
from dataclasses import replace

import numpy as np
import pytest
from recordings.bag_layouts import LAYOUTS, Layout, with_unknown_type, write_layout
from recordings.mcap_files import write_mcap
from typer.testing import CliRunner

from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.bag_recovery import recover_bag
from embodied_memory_tools.bags.open_bag import open_bag
from embodied_memory_tools.bags.recording import read_observations
from embodied_memory_tools.command_line.main import app

STORAGES = {"mcap": Layout(), "sqlite3": Layout(storage="sqlite3"), "ros1": Layout(storage="ros1")}


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def storage_file(path):
    return path if path.is_file() else next(file for file in path.iterdir() if file.suffix in (".mcap", ".db3"))


@pytest.mark.parametrize("storage", STORAGES)
def test_a_recording_cut_off_anywhere_is_refused_in_one_line_and_what_was_whole_is_saved(storage, tmp_path):
    path = write_layout(tmp_path / "bag", replace(STORAGES[storage], views=6))
    file = storage_file(path)
    whole = file.read_bytes()
    for number, share in enumerate(np.random.default_rng(5).uniform(0.02, 0.999, 12)):
        file.write_bytes(whole[: int(share * len(whole))])
        checked = run("bag", "check", path)
        if checked.exit_code == 0:
            continue  # an SQLite file may lack only pages that hold nothing
        assert "Traceback" not in checked.output
        assert checked.exit_code in (1, 2)
        if checked.exit_code == 2:
            assert checked.stderr.count("\n") == 1
            assert "bag recover" in checked.stderr
        saved = run("bag", "recover", path, tmp_path / f"saved{number}")
        assert saved.exit_code in (0, 2), saved.output
        assert "Traceback" not in saved.output
        if saved.exit_code == 0:
            assert run("bag", "check", tmp_path / f"saved{number}").exit_code in (0, 1)


@pytest.mark.parametrize("storage", STORAGES)
@pytest.mark.parametrize("seed", range(4))
def test_bytes_that_are_wrong_anywhere_never_end_in_a_traceback(storage, seed, tmp_path):
    path = write_layout(tmp_path / "bag", replace(STORAGES[storage], views=3))
    file = storage_file(path)
    rng = np.random.default_rng(seed)
    data = bytearray(file.read_bytes())
    for place in rng.integers(0, len(data), 30):
        data[place] = rng.integers(0, 256)
    file.write_bytes(bytes(data))
    for words in (("bag", "check", path), ("replay", path, "--detector", "none", "--embedder", "hashing")):
        result = run(*words, *(("--output", tmp_path / "out") if words[0] == "replay" else ()))
        assert result.exit_code in (0, 1, 2)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert "unexpected" not in result.stderr, result.stderr


@pytest.mark.parametrize("storage", ["mcap", "ros1"])
def test_what_is_proposed_for_a_cut_off_recording_works_as_it_is_printed(storage, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = write_layout(tmp_path / "cut off", replace(STORAGES[storage], views=20))
    file = storage_file(path)
    file.write_bytes(file.read_bytes()[: int(file.stat().st_size * 0.8)])
    refused = run("bag", "check", path)
    assert refused.exit_code == 2
    command = refused.stderr.partition("`embodied-memory ")[2].partition("`")[0]
    saved = run(*shlex.split(command))
    assert saved.exit_code == 0, saved.output
    assert len(list(read_observations(tmp_path / "cut off_recovered"))) > 5


def test_a_journal_that_was_left_is_named_and_recovering_takes_it_up(tmp_path):
    path = write_layout(tmp_path / "bag", Layout(storage="sqlite3"))
    file = storage_file(path)
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA wal_autocheckpoint=0")
    connection.execute("UPDATE messages SET timestamp = timestamp + 0")
    connection.execute(
        "INSERT INTO messages (topic_id, timestamp, data) SELECT topic_id, timestamp, data FROM messages"
    )
    connection.commit()
    for part in path.iterdir():
        shutil.copy(part, crashed / part.name)  # as a crash would leave them
    connection.close()
    with pytest.raises(BagError, match=r"was not closed: bag.db3-wal holds messages .*bag recover"):
        read_observations(crashed)
    recovery = recover_bag(crashed, tmp_path / "saved")
    assert recovery.messages == 2 * (4 * 8 + 1)  # colour, depth, camera info and tf of each view; tf_static
    assert len(list(read_observations(tmp_path / "saved"))) == 8
    assert sorted(one.name for one in crashed.iterdir()) == ["bag.db3", "bag.db3-shm", "bag.db3-wal", "metadata.yaml"]


def test_a_recording_in_parts_without_metadata_is_joined(tmp_path):
    first = write_layout(tmp_path / "first", Layout())
    folder = tmp_path / "parts"
    folder.mkdir()
    shutil.copy(storage_file(first), folder / "part_0.mcap")
    shutil.copy(storage_file(first), folder / "part_1.mcap")
    with pytest.raises(BagError, match=r"2 recordings but no metadata.yaml; .*bag recover .* joins them"):
        read_observations(folder)
    assert recover_bag(folder, tmp_path / "joined").messages == 2 * messages_in(first)


def messages_in(path):
    with open_bag(path) as bag:
        return sum(count for _, count in bag.topics().values())


def test_a_ros_1_bag_that_was_cut_off_becomes_a_ros_2_bag(tmp_path):
    path = write_layout(tmp_path / "bag", replace(LAYOUTS["ros1"], views=20))
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.rindex(b"op=\x06") - 50])  # the index at the end is gone
    recovery = recover_bag(path, tmp_path / "saved")
    assert recovery.lost == {}
    with open_bag(tmp_path / "saved") as bag:
        assert not bag.is_ros1
    assert len(list(read_observations(tmp_path / "saved"))) == 20


def test_a_type_nobody_knows_is_saved_with_what_is_told_of_it(tmp_path):
    path = write_layout(tmp_path / "bag", Layout(extra=with_unknown_type))
    file = storage_file(path)
    file.write_bytes(file.read_bytes()[:-100])
    assert recover_bag(path, tmp_path / "saved").lost == {}
    with open_bag(tmp_path / "saved") as bag:
        assert bag.topics()["/acme/thing"] == ("acme_msgs/msg/Thing", 1)
        (message,) = bag.raw_messages({"/acme/thing"})
        assert bag.decode(message[3], message[1]).values.tolist() == [0.0, 1.0, 2.0]


ODD_MCAPS = {
    "no profile": {"profile": ""},
    "a schema of JSON": {"extra": ("/status", "acme.Status", "jsonschema", "json", b'{"a": 1}')},
    "a schema of protobuf": {"extra": ("/pose", "foxglove.Pose", "protobuf", "protobuf", b"\x08\x01")},
    "no definition": {"extra": ("/thing", "acme_msgs/msg/Thing", "", "cdr", b"\0\1\0\0")},
    "a definition that is none": {"extra": ("/thing", "acme_msgs/msg/Thing", "ros2msg", "cdr", b"\0\1\0\0")},
    "out of order": {"reverse": True},
}


@pytest.mark.parametrize("name", ODD_MCAPS)
def test_an_mcap_file_of_another_writer_is_read(name, tmp_path):
    bag = write_layout(tmp_path / "bag", Layout())
    file = write_mcap(tmp_path / "odd.mcap", bag, **ODD_MCAPS[name])
    checked = run("bag", "check", file)
    assert checked.exit_code == 0, checked.output
    assert len(list(read_observations(file))) == 8


def test_a_definition_that_cannot_be_read_blocks_only_who_reads_it(tmp_path):
    bag = write_layout(tmp_path / "bag", Layout(storage="sqlite3", extra=with_unknown_type))
    with sqlite3.connect(storage_file(bag)) as connection:
        connection.execute(
            "UPDATE message_definitions SET encoded_message_definition = 'not a ( definition'"
            " WHERE topic_type = 'acme_msgs/msg/Thing'"
        )
    assert len(list(read_observations(bag))) == 8


def test_a_message_that_claims_to_be_huge_is_one_broken_message(tmp_path):
    def huge(writer):
        header = bytes([0, 1, 0, 0]) + struct.pack("<II", 1_700_000_001, 0) + struct.pack("<I", 1) + b"\0"
        data = header + b"\0" * 3 + struct.pack("<II", 4, 4) + struct.pack("<I", 5) + b"rgb8\0" + b"\0" * 3
        data += b"\0" + b"\0" * 3 + struct.pack("<I", 12) + struct.pack("<I", 0xFFFFFFF0)
        connection = writer._connections["/camera/color/image_raw"]
        writer._writer.write(connection, 1_700_000_001_000_000_000, data)

    path = write_layout(tmp_path / "bag", Layout(extra=huge))
    assert run("bag", "check", path).exit_code == 0
