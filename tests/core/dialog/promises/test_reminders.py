"""How the robot says what it will remind of, and what is due."""

import pytest

from embodied_memory.dialog.promises.reminders import promised, reminder


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("feed the cat", "Anna, this is your reminder to feed the cat."),
        ("feeding the cat", "Anna, this is your reminder about feeding the cat."),
        ("Tom took the car", "Anna, this is your reminder: Tom took the car."),
        ("the bins", "Anna, this is your reminder: the bins."),
    ],
)
def test_what_is_due_is_a_deed_or_is_the_case(task, said):
    assert reminder(task, "Anna") == said


@pytest.mark.parametrize(
    ("said", "promise"),
    [
        ("Remind me to take my pills tonight.", "All right, I will remind you to take your pills tonight."),
        ("Don't let me forget to take my pills.", "All right, I will remind you to take your pills."),
        ("Don't let me forget take my pills.", "All right, I will remind you to take your pills."),
        ("Don't let me forget the bins.", "All right, I will remind you about the bins."),
        (
            "I owe Kay ten. Don't let me forget.",
            'All right, I will mind it: "you owe Kay ten. Don\'t let you forget".',
        ),
    ],
)
def test_what_is_promised_is_said_as_it_was_asked_for(said, promise):
    assert promised(said) == promise
