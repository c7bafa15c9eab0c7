"""A bag is rewritten without a person: their words, what names them, the images they may be in; all else stays."""

from dataclasses import replace

import pytest
from recordings.bag_layouts import Layout, with_unknown_type, write_layout

from embodied_memory.event import Event, EventKind, StateChange
from embodied_memory.observation import InstanceLabel
from embodied_memory_tools.bags.bag_erasing import BagErasure, erase_from_bag
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.bag_reader import read_events
from embodied_memory_tools.bags.bag_writer import BagWriter, OfferedQos
from embodied_memory_tools.bags.event_message import EVENT, write_event
from embodied_memory_tools.bags.message_types import message_folders
from embodied_memory_tools.bags.observation_writer import ObservationWriter
from embodied_memory_tools.bags.open_bag import open_bag
from embodied_memory_tools.bags.recording import read_observations

SECOND = 1_000_000_000
ROBOT = "robot"


def events():
    return [
        Event(1 * SECOND, EventKind.UTTERANCE, "Zebulon", "fetch my violet shoebox", observers=(ROBOT,)),
        Event(2 * SECOND, EventKind.INSTRUCTION_STARTED, ROBOT, "Fetch my violet shoebox!", observers=(ROBOT,)),
        Event(3 * SECOND, EventKind.UTTERANCE, "anna", "where is zebulon?", observers=(ROBOT,)),
        Event(4 * SECOND, EventKind.UTTERANCE, "anna", "the keys are here", observers=(ROBOT, "Zebulon")),
        Event(5 * SECOND, EventKind.PERSON_MOVED, "anna", "anna goes out",
              changes=(StateChange("anna", "location", "hall"),)),
    ]  # fmt: skip


def write(path, observation, storage):
    with BagWriter(path, storage=storage) as writer:
        writes = ObservationWriter(writer)
        for second in range(1, 12):
            seen = observation(float(second), instances=True)
            if second == 5:
                label = InstanceLabel(300, "person", "Zebulon", ())
                seen = replace(seen, instances=replace(seen.instances, labels=(label,)))
            writes.write(seen)
        for event in events():
            write_event(writer, event)
        note = writer.types.message("std_msgs/msg/String", data="Zebulon was here")
        writer.write("notes", note, 6 * SECOND, OfferedQos(3, transient_local=True))
        writer.write("notes", writer.types.message("std_msgs/msg/String", data="all is well"), 7 * SECOND)
    return path


def stamps(path):
    return [observation.stamp_ns // SECOND for observation in read_observations(path)]


@pytest.mark.parametrize("storage", ["mcap", "sqlite3"])
def test_a_bag_is_rewritten_without_a_person_and_replays_as_before(tmp_path, observation, storage):
    path = write(tmp_path / "bag", observation, storage)
    told = []
    erasure = erase_from_bag(path, ["Zebulon"], [9 * SECOND], told.append)
    assert erasure == BagErasure(events=3, renamed=1, images=18, others=2)
    assert stamps(path) == [1, 2, 3, 7, 11]
    assert [(event.text, event.observers) for event in read_events(path)] == [
        ("the keys are here", (ROBOT,)), ("anna goes out", (ROBOT,)),
    ]  # fmt: skip
    content = b"".join(file.read_bytes() for file in path.iterdir()).lower()
    assert [word for word in (b"zebulon", b"violet", b"shoebox") if word in content] == []
    assert (told[0], told[-1]) == (pytest.approx(0, abs=0.05), 1.0)
    assert [file.name for file in tmp_path.iterdir()] == ["bag"]


def test_who_asked_for_something_and_who_is_named_in_what_was_done_go(tmp_path):
    path = tmp_path / "bag"
    ended = Event(9 * SECOND, EventKind.INSTRUCTION_ENDED, ROBOT, "done", succeeded=True)
    kept = replace(ended, asked_by="anna", trace="Task: Bring the cup.\nPick[cup_1]")
    with BagWriter(path) as writer:
        for event in (
            replace(ended, kind=EventKind.INSTRUCTION_STARTED, text="polish the violet vase now"),
            replace(ended, asked_by="Zebulon", trace="Task: Polish the violet vase.\nPick[vase_1]"),
            replace(ended, asked_by="anna", trace="Task: Bring the cup.\nThought: Zebulon had it.\nPick[cup_1]"),
            kept,
        ):
            write_event(writer, event)
    assert erase_from_bag(path, ["zebulon"]) == BagErasure(events=3)
    assert list(read_events(path)) == [kept]


def test_an_older_bag_is_rewritten_in_its_own_types(tmp_path):
    path = tmp_path / "bag"
    older = "\n".join(
        line for line in _definition("Event") if not line.startswith(("string asked_by", "string trace"))
    )
    with BagWriter(path) as writer:
        writer.types.learn(EVENT, f"{older}\n{_separated('StateChange')}", is_idl=False)
        for event in events():
            write_event(writer, event)
    assert erase_from_bag(path, ["Zebulon"]) == BagErasure(events=3, renamed=1)
    assert [(event.text, event.observers, event.trace) for event in read_events(path)] == [
        ("the keys are here", (ROBOT,), ""), ("anna goes out", (ROBOT,), ""),
    ]  # fmt: skip
    with open_bag(path) as bag:
        assert [hasattr(bag.decode(data, kind), "asked_by") for _, kind, _, data in bag.raw_messages()] == [False] * 2


def _definition(name):
    folder = next(message_folders("embodied_memory_interfaces"))
    return [line.partition("#")[0].rstrip() for line in (folder / f"{name}.msg").read_text().splitlines()]


def _separated(name):
    return "\n".join(["=" * 80, f"MSG: embodied_memory_interfaces/msg/{name}", *_definition(name)])


def test_qualities_of_service_are_kept(tmp_path, observation):
    path = write(tmp_path / "bag", observation, "mcap")
    erase_from_bag(path, ["Zebulon"])
    with open_bag(path) as bag:
        assert bag.qos("/notes") == OfferedQos(3, transient_local=True)
        assert [bag.decode(data, kind).data for _, kind, _, data in bag.raw_messages({"/notes"})] == ["all is well"]


def test_a_single_file_is_rewritten_in_its_place(tmp_path, observation):
    folder = write(tmp_path / "bag", observation, "mcap")
    file = next(folder.glob("*.mcap"))
    erase_from_bag(file, ["Zebulon"])
    assert b"violet" not in file.read_bytes()
    assert [event.text for event in read_events(file)] == ["the keys are here", "anna goes out"]


def test_a_bag_that_cannot_be_read_stays_as_it_is(tmp_path, observation):
    path = write(tmp_path / "bag", observation, "mcap")
    file = next(path.glob("*.mcap"))
    file.write_bytes(file.read_bytes()[:-40])
    before = file.read_bytes()
    with pytest.raises(BagError, match="bag recover"):
        erase_from_bag(path, ["Zebulon"])
    assert file.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["bag"]


def test_a_ros_1_bag_is_refused_with_the_command_that_makes_it_one_of_ros_2(tmp_path):
    path = write_layout(tmp_path / "bag", Layout(storage="ros1", views=2))
    with pytest.raises(BagError, match="is a ROS 1 bag, .*bag recover"):
        erase_from_bag(path, ["anna"])


@pytest.mark.parametrize("storage", ["mcap", "sqlite3"])
def test_what_is_of_a_type_that_nobody_knows_is_kept(tmp_path, storage):
    path = write_layout(tmp_path / "bag", Layout(storage=storage, views=2, extra=with_unknown_type))
    erasure = erase_from_bag(path, ["anna"])
    assert erasure.unread_topics == ["/acme/thing"]
    with open_bag(path) as bag:
        (message,) = bag.raw_messages({"/acme/thing"})
        assert bag.decode(message[3], message[1]).values.tolist() == [0.0, 1.0, 2.0]
