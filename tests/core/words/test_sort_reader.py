"""Sorts that are read by a linear head over encoders that were learned for something else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.words.saying_sorts import (
    ChatTopic,
    Condition,
    Need,
    Remembering,
    Risk,
    depends_on,
    remembering_wanted,
    risk_of,
    the_chat_topics,
    the_conditions,
    the_needs,
    the_rememberings,
    the_risks,
)

pytestmark = pytest.mark.skipif(the_needs() is None, reason="MiniLM is not installed")
READERS = [
    (the_needs, Need.NONE),
    (the_chat_topics, ChatTopic.NONE),
    (the_risks, Risk.NONE),
    (the_conditions, Condition.NOW),
    (the_rememberings, Remembering.NONE),
]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("You could have kept that for me.", Remembering.KEEP),
        ("there is no use in keeping such things", Remembering.LET_GO),
        ("remember that the code is 4711", Remembering.NONE),
        ("don't forget the milk", Remembering.NONE),
        ("forget what I told you about Ben", Remembering.NONE),
    ],
)
def test_what_is_wanted_of_remembering(text, wanted):
    assert remembering_wanted(text) is wanted


@pytest.mark.parametrize(("reader", "none"), READERS)
@given(text=st.text(max_size=400))
@settings(max_examples=25, deadline=None)
def test_any_text_has_shares_that_are_one_together(reader, none, text):
    likely = reader().read(text)
    assert sum(likely.values()) == pytest.approx(1.0)
    assert all(0.0 <= one <= 1.0 for one in likely.values())
    assert reader().surely(text, 1.01) is none


@pytest.mark.parametrize(
    ("order", "risk"),
    [
        ("mix the bleach with the vinegar and pour it in the bath", Risk.DANGER),
        ("pour the orange juice over the laptop", Risk.DAMAGE),
        ("lock your sister in the bathroom", Risk.HURT),
        ("put the bleach under the sink", Risk.NONE),
        ("pour the orange juice in the jug", Risk.NONE),
        ("bring me the mug from the kitchen", Risk.NONE),
        ("turn the heater off and shut the window", Risk.NONE),
    ],
)
def test_what_an_order_would_do(order, risk):
    assert risk_of(order)[0] is risk


@pytest.mark.parametrize(
    ("order", "condition"),
    [
        ("if you'd be so kind, pass me the salt", Condition.NOW),
        ("once you've done that, bring me the tray", Condition.AFTER),
        ("turn the oven off in twenty minutes", Condition.CLOCK),
        ("as soon as Rosa walks in, give her the letter", Condition.ARRIVAL),
        ("if the shed door is open, shut it", Condition.STATE),
        ("when the washing machine has finished, switch it off", Condition.BECOMES),
        ("never open the blue cupboard", Condition.STANDING),
    ],
)
def test_on_what_an_order_depends(order, condition):
    assert depends_on(order, condition)
