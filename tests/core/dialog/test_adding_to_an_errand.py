"""One more thing for the errand just asked for is read on from it; what tells or asks something is none."""

import pytest
from knows_nothing import KnowsNothing

from embodied_memory.config import DialogConfig, PermissionConfig
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.event import Utterance
from embodied_memory.planning.permissions import Permissions
from embodied_memory.words.one_reading import the_reading

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")


def then(*texts):
    manager = DialogManager(KnowsNothing(("anna", "tom")), DialogConfig(), Permissions(PermissionConfig(("*: all",))))
    return [manager.reply(Utterance((k + 1) * 10**9, "Anna", text)) for k, text in enumerate(texts)][-1].answer.text


@pytest.mark.parametrize(
    ("more", "deed"),
    [
        ("And that puzzle thing I do.", "bring that puzzle thing you do to you"),
        ("oh, and the newspaper while you're at it", "bring the newspaper to you"),
        ("And something to drink.", "bring something to drink to you"),
        ("also the charger", "bring the charger to you"),
        (
            "and the thing Gran knits with, and her tea",
            "bring the thing Gran knits with to you, then bring her tea to you",
        ),
    ],
)
def test_a_thing_more_is_wanted_where_the_last_one_is(more, deed):
    assert f"next: {deed}." in then("Bring me my glasses, would you?", more)


@pytest.mark.parametrize(
    "other", ["And the cat is on the sofa.", "and where is Tom?", "And Tom says hello.", "And thanks."]
)
def test_what_tells_or_asks_is_no_errand(other):
    assert "next:" not in then("Bring me my glasses, would you?", other)


def test_where_nothing_was_asked_for_nothing_is_added():
    assert "bring" not in then("I like the red mug best.", "And that puzzle thing I do.")


@pytest.mark.parametrize(
    ("less", "deed"),
    [
        ("Not the tablet, Mom says no tablet at soccer. Just the other ones.", "bring your shin guards to you"),
        ("scrap the tablet, I found it", "bring your shin guards to you"),
        ("leave out the tablet", "bring your shin guards to you"),
        ("just the tablet, actually", "bring your tablet to you"),
        ("No, only my shin guards", "bring your shin guards to you"),
    ],
)
def test_an_errand_is_lessened_by_what_is_dropped_or_to_what_stays(less, deed):
    assert then("Can you get me my tablet, and my shin guards?", less) == f"All right: {deed}."


@pytest.mark.parametrize("none", ["cancel all that, please", "forget it, I'll do it myself"])
def test_the_whole_errand_is_dropped(none):
    assert then("Can you get me my tablet, and my shin guards?", none).startswith(
        ("All right, I leave it", "I have stopped")
    )


@pytest.mark.parametrize("told", ["Just so you know, the tablet is charging.", "The tablet is on the sofa, I think."])
def test_what_tells_of_a_thing_takes_nothing_back(told):
    assert not then("Can you get me my tablet, and my shin guards?", told).startswith("All right")
