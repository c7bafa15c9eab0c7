"""Orders as they are meant, without why they are given."""

import pytest

from embodied_memory.dialog.talk.conversation import DialogAct, Reading
from embodied_memory.dialog.utterance.spoken_parts import passes_on
from embodied_memory.dialog.utterance.wanted_deeds import as_wanted, deeds_wanted
from embodied_memory.words.one_reading import as_read, the_reading


@pytest.mark.skipif(the_reading() is None, reason="the reading's files are not installed")
@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Fetch me my glasses, I can't read a word of this.", "bring me my glasses"),
        ("Put the keys in the drawer so that Dad can find them.", "put the keys in the drawer"),
        ("Bring me the red mug.", "Bring me the red mug."),
    ],
)
def test_why_it_is_wanted_is_left_out(said, meant):
    assert as_wanted(Reading(DialogAct.INSTRUCTION, said)).text == meant


@pytest.mark.skipif(the_reading() is None, reason="the reading's files are not installed")
@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("After you finish cooking, bring me the mug", ""),
        ("Before charging yourself bring me the mug", ""),
        ("Listen, bring me the mug", "bring me the mug"),
    ],
)
def test_what_waits_for_something_is_not_wanted_now(said, wanted):
    assert deeds_wanted(as_read(said)) == wanted


def test_what_is_no_order_stays():
    told = Reading(DialogAct.REPORT, "I put the keys in the drawer so that Dad can find them.")
    assert as_wanted(told) == told


@pytest.mark.parametrize(
    ("said", "is_passed_on"),
    [
        ("I can't read a word of this", False),
        ("I need something to read", False),
        ("we still have to write to Ann", False),
        ("the label says bring the knife", True),
        ("Tom told me to bring the knife", True),
        ("the note reads open the door", True),
    ],
)
def test_who_reads_or_writes_themselves_passes_nothing_on(said, is_passed_on):
    assert passes_on(said) is is_passed_on
