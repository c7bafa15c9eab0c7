"""Commitments: made by words, settled by words and deeds, due in their time."""

import pytest

from embodied_memory.event import EventKind
from embodied_memory.memory.belief.commitment_track import CommitmentStatus

HOUR = 3600
OPEN, FULFILLED, CANCELLED, OVERDUE = (
    CommitmentStatus.OPEN, CommitmentStatus.FULFILLED, CommitmentStatus.CANCELLED, CommitmentStatus.OVERDUE,
)  # fmt: skip


def outline(diary, **query):
    return [(one.text, one.by, one.for_whom, one.status.value) for one in diary.tracks.commitments(**query)]


def statuses(diary):
    return {one.text: one.status.value for one in diary.tracks.commitments()}


def test_a_reminder_is_the_robots_and_has_its_moment(diary):
    record = diary.says(0, "bob", "Please remind me to call Mum at 5 pm tomorrow.")
    (made,) = diary.tracks.commitments()
    assert (made.text, made.by, made.for_whom, made.due_ns) == ("call Mum", "robot", "bob", diary.ns(31 * HOUR))
    assert (made.status, made.record_ids) == (OPEN, (record,))


def test_a_promise_is_due_at_the_end_of_its_time(diary):
    diary.says(0, "ann", "I'll water the plants tonight.")
    (made,) = diary.tracks.commitments()
    assert (made.by, diary.ns(9 * HOUR) < made.due_ns < diary.ns(14 * HOUR)) == ("ann", True)


def test_what_is_not_done_in_time_is_overdue(diary):
    diary.says(0, "ann", "I'll water the plants at 2 pm.")
    assert outline(diary, now_ns=diary.ns(3 * HOUR), status=OPEN) == [("water the plants", "ann", "", "open")]
    assert outline(diary, now_ns=diary.ns(5 * HOUR), status=OVERDUE) == [("water the plants", "ann", "", "overdue")]
    assert outline(diary, now_ns=diary.ns(5 * HOUR), status=OPEN) == []


def test_what_is_due_first_comes_first_and_what_has_no_time_last(diary):
    diary.says(0, "bob", "I need to fix the shelf.")
    diary.says(1, "bob", "I will mow the lawn on Saturday. I will pay the rent tomorrow.")
    assert [one.text for one in diary.tracks.commitments()] == ["pay the rent", "mow the lawn", "fix the shelf"]
    assert [one.text for one in diary.tracks.commitments(until_ns=diary.ns(40 * HOUR))] == ["pay the rent"]


def test_by_whom(diary):
    diary.says(0, "bob", "I'll fix the shelf. Please bring me the hammer. Ann, could you call the plumber?")
    diary.says(1, "ann", "Yes.")
    assert outline(diary, by="robot") == [("bring me the hammer", "robot", "bob", "open")]
    assert outline(diary, by="bob") == [("fix the shelf", "bob", "", "open")]


def test_a_named_person_is_who_is_asked(diary):
    diary.says(0, "ann", "Hello!")
    diary.says(1, "bob", "Ann, could you call the plumber?")
    assert outline(diary) == [("call the plumber", "ann", "bob", "open")]


@pytest.mark.parametrize(
    "words",
    [
        "I've watered the plants.",
        "The plants are watered.",
        "I watered the plants just now.",
        "I'm done watering the plants.",
    ],
)
def test_words_fulfil(diary, words):
    diary.says(0, "ann", "I'll water the plants tonight. I'll feed the cat tonight.")
    record = diary.says(10, "ann", words)
    done = {one.text: one for one in diary.tracks.commitments()}
    assert (done["water the plants"].status, done["feed the cat"].status) == (FULFILLED, OPEN)
    assert done["water the plants"].record_ids[-1] == record


@pytest.mark.parametrize(
    "words",
    ["I haven't watered the plants yet.", "Did you water the plants?", "I moved the plants.", "I like plants."],
)
def test_words_that_fulfil_nothing(diary, words):
    diary.says(0, "ann", "I'll water the plants tonight.")
    diary.says(10, "ann", words)
    assert statuses(diary) == {"water the plants": "open"}


def test_a_seen_deed_fulfils_only_for_who_does_it(diary):
    diary.says(0, "ann", "I'll water the plants tonight.")
    diary.happens(5, "bob", "Bob waters the plants", kind=EventKind.ACTIVITY, things=("plant_1",))
    assert statuses(diary) == {"water the plants": "open"}
    diary.happens(9, "ann", "Ann waters the plants", kind=EventKind.ACTIVITY, things=("plant_1",))
    assert statuses(diary) == {"water the plants": "fulfilled"}


def test_a_deed_that_only_began_or_that_nobody_saw_fulfils_nothing(diary):
    diary.says(0, "ann", "I'll water the plants tonight.")
    diary.happens(5, "ann", "Ann waters the plants", kind=EventKind.SKILL_STARTED)
    diary.happens(6, "ann", "Ann waters the plants", kind=EventKind.ACTIVITY, seen_by=("ann",))
    assert statuses(diary) == {"water the plants": "open"}


@pytest.mark.parametrize(
    "words",
    [
        "Forget about the dentist, it's cancelled.",
        "Never mind the dentist.",
        "The dentist appointment is cancelled.",
        "You don't need to remind me about the dentist any more.",
        "Please cancel the dentist reminder.",
    ],
)
def test_words_cancel(diary, words):
    diary.says(0, "bob", "Remind me to go to the dentist on Friday at 10. Remind me to call Mum on Friday at 11.")
    diary.says(10, "bob", words)
    assert statuses(diary) == {"go to the dentist": "cancelled", "call Mum": "open"}


def test_do_not_forget_cancels_nothing(diary):
    diary.says(0, "bob", "Remind me to go to the dentist on Friday at 10.")
    diary.says(10, "bob", "Don't forget about the dentist!")
    assert set(statuses(diary).values()) == {"open"}


@pytest.mark.parametrize(
    ("first", "then", "hours"),
    [
        ("at seven on Friday", "Move my reminder to half past eight.", 46.5),
        ("at seven on Friday", "Move my reminder to 9 pm.", 59),
        ("at seven on Friday", "Move my reminder to Saturday at nine.", 71),
        ("at seven tomorrow", "Move my reminder to half past eight.", 22.5),
        ("at three this afternoon", "Move my reminder to four.", 6),
        ("at 10 pm tomorrow", "Move my reminder to eleven.", 37),
    ],
)
def test_a_new_clock_time_is_on_the_day_and_in_the_half_of_it_that_was_meant(diary, first, then, hours):
    diary.says(0, "bob", f"Remind me {first} to wake up Carl.")
    diary.says(10, "bob", then)
    (moved,) = diary.tracks.commitments()
    assert moved.due_ns == diary.ns(hours * HOUR)


def test_a_new_time_moves_it(diary):
    diary.says(0, "bob", "I have a meeting with Carl tomorrow at 9 am.")
    diary.says(10, "bob", "The meeting with Carl has been moved to Friday at 2 pm.")
    (moved,) = diary.tracks.commitments()
    assert (moved.due_ns, moved.status) == (diary.ns(52 * HOUR), OPEN)


def test_the_robot_keeps_a_reminder_by_giving_it_at_its_time(diary):
    diary.says(0, "bob", "Remind me to call Mum at 2 pm.")
    diary.says(1, "robot", "Okay, I will remind you to call Mum at 2 pm.")
    diary.says(HOUR, "robot", "You wanted to call Mum later.")
    assert statuses(diary) == {"call Mum": "open"}
    diary.says(4 * HOUR, "robot", "It is time to call Mum.")
    assert statuses(diary) == {"call Mum": "fulfilled"}


def test_saying_it_twice_makes_one_commitment(diary):
    first = diary.says(0, "bob", "Remind me to call Mum.")
    second = diary.says(10, "bob", "Please remind me to call Mum at 5 pm.")
    (made,) = diary.tracks.commitments()
    assert (made.due_ns, made.record_ids) == (diary.ns(7 * HOUR), (first, second))


def test_what_is_settled_stays_and_can_be_taken_on_again(diary):
    diary.says(0, "ann", "I'll feed the cat tonight.")
    diary.says(10, "ann", "I fed the cat.")
    diary.says(20, "ann", "I'll feed the cat tomorrow.")
    assert [one.status.value for one in diary.tracks.commitments()] == ["fulfilled", "open"]
    assert diary.again().commitments(now_ns=diary.ns(20)) == diary.tracks.commitments()


@pytest.mark.parametrize(
    ("words", "text", "hour", "days"),
    [
        ("Remind me every Saturday at ten to weigh the tortoise.", "weigh the tortoise, every Saturday", 72, 7),
        ("Remind me to take my pills every day at 8 pm.", "take my pills, every day", 10, 1),
        ("Remind me to lock the door every evening at nine.", "lock the door, every evening", 11, 1),
    ],
)
def test_a_reminder_that_comes_again_is_due_again(diary, words, text, hour, days):
    diary.says(0, "ann", words)
    (made,) = diary.tracks.commitments()
    assert (made.text, made.due_ns) == (text, diary.ns(hour * HOUR))
    diary.says(hour * HOUR, "robot", f"Ann, this is your reminder to {text}.")
    (again,) = diary.tracks.commitments()
    assert (again.status, again.due_ns) == (OPEN, diary.ns((hour + 24 * days) * HOUR))
    diary.says((hour + 1) * HOUR, "ann", f"Cancel my reminder to {text.partition(',')[0]}.")
    assert [one.status for one in diary.tracks.commitments()] == [CANCELLED]
