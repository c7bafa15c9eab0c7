"""What people's words state, in varied wording, and what they do not state."""

import time

import pytest

from embodied_memory.memory.belief.statements.reported_statements import OfflineStatementReader
from embodied_memory.memory.belief.statements.statement_atoms import StatementKind
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.time_words.spoken_time import NS, LocalTime

LOCAL = LocalTime(1_772_618_400 * NS)
NAMES = frozenset({"bob", "ann"})


def read(text):
    return OfflineStatementReader().read(text, LOCAL, NAMES)


def facts(text):
    return [
        (one.subject.lower(), one.attribute, one.value, one.holds) for one in read(text) if one.kind.value == "fact"
    ]


def kinds(text):
    return [one.kind.value for one in read(text)]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I left the keys on the dresser", ("the keys", "location", "on the dresser", True)),
        ("the blue mug is in the dishwasher", ("the blue mug", "location", "in the dishwasher", True)),
        ("I've put your book back on the shelf.", ("your book", "location", "on the shelf", True)),
        ("Bob moved the lamp from the desk to the bedroom", ("the lamp", "location", "the bedroom", True)),
        (
            "By the way, my phone is charging on the nightstand now.",
            ("my phone", "location", "on the nightstand", True),
        ),
        ("You'll find the scissors in the top drawer", ("the scissors", "location", "in the top drawer", True)),
        ("I think the glasses are under the sofa", ("the glasses", "location", "under the sofa", True)),
        ("There's a parcel on the porch", ("a parcel", "location", "on the porch", True)),
        (
            "The laundry basket has been moved into the hall",
            ("the laundry basket", "location", "into the hall", True),
        ),
        ("The mug isn't in the dishwasher anymore", ("the mug", "location", "in the dishwasher", False)),
        ("The keys are no longer on the hook", ("the keys", "location", "on the hook", False)),
        ("I saw your wallet next to the sink", ("your wallet", "location", "next to the sink", True)),
        ("I'm in the garden", ("speaker", "location", "in the garden", True)),
        ("Bob went to the office", ("bob", "location", "office", True)),
        ("Ann has the car keys", ("the car keys", "held by", "Ann", True)),
        ("I gave the book to Bob", ("the book", "held by", "Bob", True)),
        ("I turned off the oven", ("the oven", "power", "off", True)),
        ("I switched the lamp on", ("the lamp", "power", "on", True)),
        ("The window is open", ("the window", "open", "true", True)),
        ("I closed the garage door", ("the garage door", "open", "false", True)),
        ("Somebody left the fridge open", ("the fridge", "open", "true", True)),
        ("I set the thermostat to 21 degrees", ("the thermostat", "temperature", "21", True)),
        ("The TV is not on", ("the tv", "power", "off", True)),
    ],
)
def test_a_fact(text, fact):
    subject, attribute, value, holds = fact
    expected = value.replace("into", "in")
    assert facts(text) == [(subject, attribute, expected, holds)]


def test_several_facts_of_one_utterance():
    assert facts("The mug and the plate are on the table, and I turned off the oven and closed the window.") == [
        ("the mug", "location", "on the table", True),
        ("the plate", "location", "on the table", True),
        ("the oven", "power", "off", True),
        ("the window", "open", "false", True),
    ]


def test_it_is_what_was_spoken_of_before():
    assert facts("I used the blue mug. It's in the sink now.") == [("the blue mug", "location", "in the sink", True)]


@pytest.mark.parametrize(
    "text",
    [
        "Is the mug in the dishwasher?",
        "Did you leave the keys on the dresser?",
        "Where did I put my keys?",
        "The keys are on the dresser, right?",
        "I didn't leave the keys on the dresser",
        "Maybe the keys are on the dresser",
        "The keys might be on the dresser",
        "If the keys are on the dresser, I will be happy",
        "I wonder if it is in the car",
        "What if I put the cake in the fridge?",
        "I wish the mug was in the sink",
        "I have no idea where the mug is",
        "The keys were on the table yesterday",
        "Imagine the mug is on the roof",
        "I'll put the mug in the dishwasher",
        "I can't find my glasses",
        "thank you",
        "",
        "?!",
        "He is at it again",
        "I am in a hurry",
        "Tell Ann the heating's off, I had to wear a coat.",
        "Rex stays here, he's on the mat.",
    ],
)
def test_what_states_no_fact(text):
    assert facts(text) == []


@pytest.mark.parametrize(
    ("text", "who", "what", "holds", "context"),
    [
        ("I like my tea with honey", "speaker", "my tea with honey", True, ""),
        ("I prefer the lamp dim when I read", "speaker", "the lamp dim", True, "when I read"),
        ("When I read, I prefer the lamp dim", "speaker", "the lamp dim", True, "When I read"),
        ("Bob prefers tea in the morning", "Bob", "tea", True, "in the morning"),
        ("I don't like onions", "speaker", "onions", False, ""),
        ("I can't stand loud music", "speaker", "loud music", False, ""),
        ("My favourite mug is the green one", "speaker", "the green one as favourite mug", True, ""),
        ("I always have my coffee black", "speaker", "my coffee black", True, ""),
        ("I'd rather have the blinds closed at night", "speaker", "have the blinds closed", True, "at night"),
    ],
)
def test_a_preference(text, who, what, holds, context):
    found = [(one.subject, one.value, one.holds, one.context) for one in read(text) if one.kind.value == "preference"]
    assert found == [(who, what, holds, context)]


@pytest.mark.parametrize(
    "text", ["Do you like tea?", "I'd like some coffee please", "Would you like me to help?", "It looks like rain"]
)
def test_what_is_no_preference(text):
    assert "preference" not in kinds(text)


@pytest.mark.parametrize(
    ("text", "kind", "what", "by", "whom"),
    [
        ("please remind me to call Mum at 5 pm tomorrow", "reminder", "call Mum", "robot", "speaker"),
        (
            "Can you remind me about the dentist appointment on Friday at 10?",
            "reminder",
            "the dentist appointment",
            "robot",
            "speaker",
        ),
        ("Remind Bob tomorrow to pay the rent", "reminder", "pay the rent", "robot", "Bob"),
        ("Wake me up at 7 tomorrow", "reminder", "wake up", "robot", "speaker"),
        ("Don't let me forget to take my pills tonight", "reminder", "take my pills", "robot", "speaker"),
        ("I'll water the plants tonight", "promise", "water the plants", "speaker", ""),
        ("I'm going to clean the garage next week", "promise", "clean the garage", "speaker", ""),
        ("Bob will pick up the kids at 5", "promise", "pick up the kids", "Bob", ""),
        (
            "Could you bring me the red book from the shelf?",
            "request",
            "bring me the red book from the shelf",
            "robot",
            "speaker",
        ),
        ("Bob, can you take the bins out tomorrow morning?", "request", "take the bins out", "Bob", "speaker"),
        ("Don't forget to feed the cat before dinner", "request", "feed the cat", "robot", "speaker"),
        ("I need to buy milk tomorrow", "schedule", "buy milk", "speaker", "speaker"),
        ("I have a dentist appointment on Friday at 3 pm", "schedule", "dentist appointment", "speaker", "speaker"),
        (
            "The plumber is coming on Thursday at half past nine",
            "schedule",
            "The plumber is coming",
            "speaker",
            "speaker",
        ),
        ("Dinner is at 7 tonight", "schedule", "Dinner", "speaker", "speaker"),
    ],
)
def test_a_commitment(text, kind, what, by, whom):
    assert [(one.kind.value, one.text, one.by, one.for_whom) for one in read(text)] == [(kind, what, by, whom)]


@pytest.mark.parametrize(
    "text",
    [
        "Will you be here tomorrow?",
        "Tell me where the keys are",
        "Can you tell me what time it is?",
        "I won't be late",
        "It will rain tomorrow",
        "If it rains, I will close the window",
        "Should I buy milk tomorrow?",
        "Good night",
    ],
)
def test_what_commits_nobody(text):
    assert not {"reminder", "request", "promise", "schedule"} & set(kinds(text))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("forget about the dentist, it's cancelled", "cancellation"),
        ("Never mind the bins", "cancellation"),
        ("You don't have to remind me about Mum any more", "cancellation"),
        ("The dinner is called off", "cancellation"),
        ("I won't water the plants tonight after all", "cancellation"),
        ("I've done the laundry", "fulfilment"),
        ("The laundry is finished", "fulfilment"),
        ("I already fed the cat", "fulfilment"),
        ("Bob has taken out the trash", "fulfilment"),
        ("The meeting has been moved to Monday at 2 pm", "postponement"),
    ],
)
def test_what_becomes_of_a_commitment(text, kind):
    assert kinds(text)[0] == kind


@pytest.mark.parametrize(
    "text", ["I haven't done the laundry yet", "Have you done the laundry?", "Did Bob feed the cat?"]
)
def test_what_settles_nothing(text):
    assert "fulfilment" not in kinds(text)


@pytest.mark.parametrize(
    "piece", ["I left ", "a on ", "the is not in ", "and and ", "'s ", "remind me to ", "at 5 ", ". "]
)
def test_no_nonsense_keeps_the_reader_busy(piece):
    """A form that tries all ways to fit would take hours."""
    begun = time.process_time()
    read(piece * 500)
    assert time.process_time() - begun < 10


@pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
@pytest.mark.parametrize(
    ("text", "is_rule"),
    [
        ("And since we're in here, nobody under eighteen touches that drill. I don't care what he tells you.", True),
        ("Red screwdriver. Nobody touches it. That includes you.", True),
        ("Nobody came to the door today. I waited until five.", False),
        (
            "Morning. One thing while it's quiet: the cleaver never goes to the little one. Not if he begs. Clear?",
            True,
        ),
        ("Listen, Tobi's not to have peanuts. He swells up like a balloon.", True),
        ("Tobi's off to have his hair cut.", False),
        ("It's not to my taste.", False),
        ("That's not to say I mind.", False),
        ("Thirty-three years I ran the ferry. And not one scratch on her, except the one we don't discuss.", False),
        ("Admiral's asleep till March. Nobody moves that crate. Got that?", True),
        ("Is Tobi not to have peanuts?", False),
    ],
)
def test_a_rule_may_be_a_part_of_what_is_said(text, is_rule):
    assert (StatementKind.RULE in {one.kind for one in read(text)}) == is_rule
