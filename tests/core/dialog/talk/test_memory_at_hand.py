"""The dialog over a memory of the same process."""

import subprocess
import sys

import pytest
from memory_builders import WordEmbedder

from embodied_memory import DialogManager, Memory, Utterance
from embodied_memory.dialog.talk.conversation import DialogAct
from embodied_memory.dialog.talk.dialog_memory import MemoryAtHand
from embodied_memory.dialog.talk.reply import Reply
from embodied_memory.evidence import Answer
from embodied_memory.words.one_reading import the_reading

HOUR = 3600 * 10**9


@pytest.fixture
def memory(tmp_path):
    with Memory(tmp_path / "home.db", WordEmbedder()) as made:
        yield made


def test_it_is_asked_of_the_time_at_which_somebody_speaks(memory):
    at_hand, asked = MemoryAtHand(memory), []
    memory.answer = lambda question, now_ns, asker: asked.append((now_ns, asker))
    at_hand.heard("Anna", 3 * HOUR)
    at_hand.answer("Where is the mug?", "Anna")
    at_hand.heard("Tom", 5 * HOUR)
    at_hand.answer("Where is the mug?")
    assert asked == [(3 * HOUR, "Anna"), (5 * HOUR, "")]


def test_it_knows_who_spoke_and_whom_memory_has_met_and_not_the_robot(memory):
    at_hand = MemoryAtHand(memory, ("Greta",))
    memory.record_event(Utterance(HOUR, "Anna", "The kettle is hot.").as_event())
    at_hand.heard("Tom", 2 * HOUR)
    at_hand.heard("robot", 2 * HOUR)
    assert at_hand.people() == {"anna", "greta", "tom"}


@pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
def test_the_front_door_talks_with_a_memory(memory):
    dialog = DialogManager(memory)
    said = Utterance(HOUR, "Anna", "I am allergic to nuts.")
    memory.record_event(dialog.reply(said).to_record(said).as_event())
    told = dialog.reply(Utterance(2 * HOUR, "Anna", "What am I allergic to?"))
    assert told.act is DialogAct.QUESTION
    assert "nuts" in told.answer.text


@pytest.mark.parametrize(
    ("told", "records", "recorded"),
    [
        ("", True, "Put it there."),
        ("Put the mug there.", True, "Put the mug there."),
        ("Put the mug there.", False, None),
    ],
)
def test_what_is_recorded_is_what_was_said_as_it_is_understood(told, records, recorded):
    said = Utterance(HOUR, "Anna", "Put it there.")
    left = Reply(DialogAct.REPORT, Answer("", "Noted.", True, 1.0), records=records, told=told).to_record(said)
    assert (left and (left.text, left.speaker)) == (recorded and (recorded, "Anna"))


def test_nothing_is_recorded_of_silence():
    assert Reply(DialogAct.UNCLEAR, Answer("", "?", False, 0.0)).to_record(Utterance(HOUR, "Anna", "  ")) is None


def test_who_asks_a_memory_elsewhere_loads_none_of_it():
    """110 MB of a dialog node."""
    told = (
        "import sys, embodied_memory.dialog.dialog_manager; print(*{'numba', 'scipy', 'sklearn'} & set(sys.modules))"
    )
    loaded = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, timeout=60, check=True)
    assert loaded.stdout.split() == []
