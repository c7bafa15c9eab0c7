"""What people say after a refusal, and what they may need: learned from others, with a share for each label."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.words.follow_ups import AfterRefusal, the_after_refusals
from embodied_memory.words.saying_sorts import Need, the_needs

pytestmark = pytest.mark.skipif(the_needs() is None, reason="MiniLM is not installed")


@pytest.mark.parametrize(
    ("declined", "said", "label"),
    [
        ("give me the scissors", "It's fine, I'm right here with him, let him have them.", AfterRefusal.ALLOW),
        ("can I have a biscuit", "But I've eaten all my dinner!", AfterRefusal.INSIST),
        ("turn on the telly", "Why not?", AfterRefusal.WHY),
        ("bring me the ladder", "Fair enough, I'll fetch it myself.", AfterRefusal.DROP),
        ("give me another sweet", "No, don't give her any more.", AfterRefusal.FORBID),
        ("open the window", "Has the post come yet?", AfterRefusal.NEW),
    ],
)
def test_what_is_said_after_a_refusal(declined, said, label):
    likely = the_after_refusals().read(declined, said)
    assert max(likely, key=likely.get) is label


@pytest.mark.parametrize(
    ("said", "need"),
    [
        ("I can hardly see my book in here", Need.DARK),
        ("I'm freezing", Need.COLD),
        ("I could do with a cuppa", Need.THIRSTY),
        ("The parcel came at ten.", Need.NONE),
        ("It was dark when I got up.", Need.NONE),
    ],
)
def test_what_may_be_needed(said, need):
    likely = the_needs().read(said)
    assert max(likely, key=likely.get) is need


@given(st.text(max_size=40), st.text(max_size=40))
@settings(max_examples=30, deadline=None)
def test_the_shares_of_any_text_are_together_one(declined, said):
    assert sum(the_after_refusals().read(declined, said).values()) == pytest.approx(1.0)
    assert sum(the_needs().read(said).values()) == pytest.approx(1.0)
