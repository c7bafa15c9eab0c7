"""What is wanted at a time, for some time, or when somebody comes."""

from datetime import datetime, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.dialog.promises.for_later import at_another_time, later_in, without_limits
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.time_words.spoken_time import LocalTime

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
FRIDAY = LocalTime(int(datetime(2026, 11, 27, 14, 0, 37, tzinfo=timezone.utc).timestamp()) * 10**9)
PEOPLE = ("anna", "tom", "greta")


def told(text, speaker="Anna"):
    later = later_in(text, speaker, PEOPLE, FRIDAY)
    return later and later.told(FRIDAY)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Turn the oven off in ten minutes.", "turn the oven off at 14:11"),
        ("Could you switch the heating on at seven?", "turn the heating on at 19:00"),
        ("At ten to six, switch on the radio.", "turn the radio on at 17:50"),
        ("Give it an hour, then turn the slow cooker off.", "turn the slow cooker off at 15:01"),
        ("Tomorrow morning, open the curtains at seven.", "open the curtains at 07:00 tomorrow"),
        ("Switch the kettle on at half seven on Monday.", "turn the kettle on at 07:30 on Monday"),
        ("Lock the back door at eleven every night.", "close the back door every night at 23:00"),
        ("I'll want the fan off around eleven.", "turn the fan off at 23:00"),
        ("When Tom gets home, bring him the parcel.", "bring Tom the parcel when Tom comes"),
        ("Give Greta her scarf when she comes.", "Give Greta her scarf when Greta comes"),
        ("As soon as Dan gets in, hand him this letter.", "hand Dan this letter when Dan comes"),
        ("When you see Tom, give him the blue folder.", "give Tom the blue folder when Tom comes"),
        ("Find the ladder when Tom comes.", "Find the ladder when Tom comes"),
        (
            "When Greta gets here Friday, have that cuff ready so she needn't call.",
            "bring that cuff to Greta when Greta comes",
        ),
        ("Get my pills ready for when Greta shows up.", "bring my pills to me when Greta comes"),
        ("When Tom comes, have my glasses ready for him.", "bring my glasses to Tom when Tom comes"),
        ("When Tom comes, give Greta her scarf.", "give Greta her scarf when Tom comes"),
        ("When Greta comes on Friday, bring her my glasses.", "bring Greta my glasses when Greta comes"),
        ("As soon as Tom's car pulls up, give him the blue folder.", "give Tom the blue folder when Tom comes"),
        ("Soon as Greta appears, bring her the scarf.", "bring Greta the scarf when Greta comes"),
        ("Bring me my tea when I'm back.", "Bring me my tea when Anna comes"),
    ],
)
def test_a_deed_has_its_time(text, wanted):
    assert told(text) == wanted


@pytest.mark.parametrize(
    ("text", "now", "end"),
    [
        ("Turn the heater on for twenty minutes.", "turn the heater on", "turn the heater off at 14:21"),
        ("Leave the fan on for half an hour.", "turn the fan on", "turn the fan off at 14:31"),
        ("Open the window for ten minutes, it's stuffy.", "open the window", "close the window at 14:11"),
        ("Leave the radio on until nine.", "turn the radio on", "turn the radio off at 21:00"),
    ],
)
def test_what_lasts_is_begun_and_ended(text, now, end):
    later = later_in(text, "Anna", PEOPLE, FRIDAY)
    assert (later.now, later.told(FRIDAY)) == (now, end)


@pytest.mark.parametrize(
    "text",
    [
        "Turn the oven off.",
        "Bring me the mug when you're free.",
        "Put the dishwasher on when Mum's gone to bed.",
        "Never open the window at night.",
        "From now on turn the lamp on at six.",
        "Remind me to turn the oven off at six.",
        "When Tom gets in, tell him that tea is ready.",
        "I turned the oven off at six.",
        "Bring me a jumper for the evening.",
        "Make me a coffee at six.",
    ],
)
def test_nothing_else_is_for_later(text):
    assert told(text) is None


@pytest.mark.parametrize(
    ("text", "new", "changed"),
    [
        ("Turn the oven off in ten minutes.", "half an hour", "Turn the oven off in half an hour"),
        ("Turn the oven off at six.", "seven", "Turn the oven off at seven"),
        ("Turn the heater on for twenty minutes.", "half seven", "Turn the heater on until half seven"),
        ("Turn the heater on for twenty minutes.", "an hour", "Turn the heater on for an hour"),
        ("Turn the oven off at six.", "the grill", ""),
    ],
)
def test_a_time_takes_the_place_of_a_time(text, new, changed):
    assert at_another_time(text, new) == changed


def test_what_is_to_be_done_is_said_without_its_time():
    assert without_limits("Put the washing machine on in an hour.") == "turn the washing machine on"


@given(st.text(max_size=60))
def test_any_words_are_read(text):
    assert told(text) is None or isinstance(told(text), str)
