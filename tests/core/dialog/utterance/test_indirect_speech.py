"""What nobody is asked to do: deeds that are supposed, leave that is given to others or passed on."""

import pytest
from knows_nothing import talking

from embodied_memory.dialog.talk.conversation import DialogAct
from embodied_memory.words.one_reading import the_reading

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")


@pytest.fixture
def talk():
    return talking(("anna", "tom"))


@pytest.mark.parametrize(
    "said",
    [
        "She'd scream if you opened the window in the nursery.",
        "He'd go mad if you put his mug in the dishwasher.",
        "The cat scratches if you shut the bathroom door.",
    ],
)
def test_what_would_be_is_not_done(talk, said):
    reply = talk(said)
    assert reply.act in (DialogAct.REPORT, DialogAct.RULE)
    assert reply.instruction == ""


def test_who_asks_kindly_asks(talk):
    assert talk("I'd be grateful if you shut the bathroom door.").act is DialogAct.INSTRUCTION


@pytest.mark.parametrize(
    "said",
    [
        "Rex can be up on the bed tonight.",
        "She can come into the study.",
        "The kids can watch the television until nine tonight.",
        "Well, Ben can stay in there till I need it.",
        "Biscuit can be up on the sofa tonight, poor thing.",
    ],
)
def test_leave_for_others_is_a_rule_and_no_errand(talk, said):
    reply = talk(said)
    assert (reply.act, reply.instruction) == (DialogAct.RULE, "")


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Hi, Sue said you could fetch her blue scarf for me.", "Sue's blue scarf"),
        ("Get me that drill, he said I could borrow it.", "that drill"),
        ("Mum says you can bring me the scissors", "the scissors"),
    ],
)
def test_who_says_that_others_let_them_have_it_asks_for_it_themselves(talk, said, wanted):
    assert wanted in talk(said).instruction


@pytest.mark.parametrize(
    "said", ["Tom said you should open the front door.", "The note says bring the scissors to Eve."]
)
def test_what_others_want_is_not_done(talk, said):
    assert talk(said).instruction == ""
