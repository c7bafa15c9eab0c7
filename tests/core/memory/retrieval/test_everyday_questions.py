"""What people ask next: who is home, what is on, what one deed or habit was, what is known of somebody, how sure."""

from __future__ import annotations

import pytest

from embodied_memory.memory.retrieval.query_plan.offline_planner import OfflinePlanner
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent

NOW = 1_772_409_600_000_000_000 + (2 * 24 + 14) * 3_600_000_000_000
"""Wednesday, 4 March 2026, 14:00 UTC."""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("When did Anna last touch the green book?", "Today at 10:12. Anna put the green book on the white shelf."),
        ("When did Bob last use the black lamp?", "Today at 11:36. Bob set power of the black lamp to on."),
        ("Has Anna ever touched the green book?", "Yes, today at 10:12. Anna put the green book on the white shelf."),
        ("Has Bob ever touched the green book?",
         "Not that I saw: I have not seen Bob do anything with the green book."),
        ("How often did Anna move the green book today?", "Once in my sight, Anna today at 10:12."),
        ("How often did Bob move the green book this week?", "Never that I saw since Monday at 00:00."),
        ("Which lamps are on?",
         "One is on, as far as I know: the black lamp (I saw that today at 11:36, but I cannot be sure any more)."),
        ("Are any lamps off?",
         "None that I know of is off, of the black lamp (I saw that today at 11:36, but I cannot be sure any more)."),
        ("Which devices are still on?",
         "One is on, as far as I know: the black lamp (I saw that today at 11:36, but I cannot be sure any more)."),
        ("What was the first thing Anna did today?",
         "The first thing that I saw then: Anna eats breakfast at the brown table, today at 07:00."),
        ("What was the last thing Bob did today?",
         "The last thing that I saw then: Bob set power of the black lamp to on, today at 11:36."),
        ("What does Anna usually do in the mornings?",
         "Anna usually at that time of the day (morning): breakfast (seen on 3 days)."),
        ("What am I supposed to remind Anna of?", "Water the garden, today at 18:00."),
        ("Who promised to call the dentist?",
         "Bob, call the dentist, tomorrow at 10:00 (promised by Bob, open)."),
        ("Is Anna at home?",
         "Yes, Anna is in the hallway, I saw that today at 13:00, but I cannot be sure any more."),
        ("Are you sure the lamp is on?",
         "I am not sure: yes, the black lamp is on; I saw that today at 11:36, but I cannot be sure any more."),
        ("Is it certain that the lamp is on?",
         "I am not sure: yes, the black lamp is on; I saw that today at 11:36, but I cannot be sure any more."),
        ("Did somebody forget to turn the lamp off?",
         "Yes, the black lamp is on; I saw that today at 11:36, but I cannot be sure any more."),
        ("Did Bob say anything about the red mug?",
         'Bob said today at 12:36: "Robot, Anna told me that the red mug is on the gray desk in the study.".'),
        ("Was anything moved today?",
         "Today at 10:00: Anna picked up the green book from the brown table. Today at 10:12: Anna put the green book"
         " on the white shelf. Today at 10:24: Anna put the blue mug on the white shelf."),
    ],
)  # fmt: skip
def test_everyday_questions_are_answered(lived_in, question, told):
    answer = lived_in.ask(question, NOW)
    assert (answer.text, answer.known) == (told, True)


def test_of_habits_only_the_part_of_the_day_counts(lived_in):
    answer = lived_in.ask("What does Anna usually do in the evenings?", NOW)
    assert (answer.text, answer.known) == (
        "I don't know: I have not seen what Anna does at that time of the day (evening).", False
    )  # fmt: skip


def test_what_was_seen_once_is_not_called_usual(home):
    home.does(NOW - 3_600_000_000_000, "Anna", "Anna is having lunch.")
    answer = home.ask("What does Anna usually do?", NOW)
    assert answer.text == "Nothing that I saw on several days; Anna: lunch (seen on 1 day)."


def test_somebody_who_left_is_not_at_home_and_who_is_not_found_again_still_may_be(home):
    hour = 3_600_000_000_000
    home.goes(NOW - 3 * hour, "Bob", "Bob went from the study to the kitchen.", "kitchen")
    home.goes(NOW - 2 * hour, "Anna", "Anna left home.", "outside")
    answer = home.ask("Who is at home?", NOW)
    assert answer.text.startswith("Bob, as far as I know; ")
    assert "Anna is away" in answer.text
    assert home.ask("Is Anna at home?", NOW).text.startswith("No, ")
    assert home.ask("Who is not at home?", NOW).text.startswith("Anna, as far as I know; ")


def test_a_person_is_told_of_by_place_words_and_deeds(lived_in):
    answer = lived_in.ask("Tell me about Anna.", NOW)
    for part in ("Anna is in the hallway", "the blue mug is my favourite mug", "Anna put the blue mug"):
        assert part in answer.text
    assert lived_in.records["favourite"] in lived_in.cited(answer)


@pytest.mark.parametrize("question", ["Summarise today.", "What did I miss today?", "Give me a summary of today."])
def test_a_day_is_summarised_by_what_people_did(lived_in, question):
    answer = lived_in.ask(question, NOW)
    assert answer.known
    assert "Anna eats breakfast" in answer.text


def test_who_was_last_seen_to_go_to_bed_is_asleep(home):
    hour = 3_600_000_000_000
    home.does(NOW - 2 * hour, "Anna", "Anna went to bed.")
    home.does(NOW - hour, "Bob", "Bob is cooking at the brown table.")
    assert home.ask("Who is asleep?", NOW).text.startswith("Anna; ")
    assert home.ask("Is Bob awake?", NOW).text.startswith("Yes; Bob is awake as far as I saw")


def test_a_deed_that_nobody_was_seen_to_do_is_not_made_of_another(lived_in):
    answer = lived_in.ask("Did Anna break the green book?", NOW)
    assert (answer.text, answer.evidence) == ("Not that I saw: I have not seen Anna break the green book.", ())


def test_who_was_in_a_room_is_told_by_what_was_seen_there(lived_in):
    answer = lived_in.ask("Who has been in the study today?", NOW)
    assert answer.text.startswith("Bob (today at 11:36: ")


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("Who's in the house at the moment?", QueryIntent.WHO_IS_HOME),
        ("Where are they all?", QueryIntent.WHO_IS_HOME),
        ("Has everybody gone out?", QueryIntent.WHO_IS_HOME),
        ("Is Anna in the kitchen?", QueryIntent.ROOM),
        ("Who is in the kitchen with Anna?", QueryIntent.WHO_IS_THERE),
        ("What is Anna doing?", QueryIntent.ONE_DEED),
        ("What did Anna last do with the green book?", QueryIntent.WHEN_HANDLED),
        ("When did you last see Anna?", QueryIntent.LAST_SEEN),
        ("Is the lamp on?", QueryIntent.STATE),
        ("Is any lamp on?", QueryIntent.IN_STATE),
        ("Is the red mug still there?", QueryIntent.LOCATION),
        ("How do you know that Bob is asleep?", QueryIntent.WHO_IS_AWAKE),
        ("What did Anna cancel?", QueryIntent.DUE),
    ],
)
def test_words_shift_what_is_asked(lived_in, question, intent):
    planner = OfflinePlanner(lived_in.memory.stores.beliefs)
    assert planner.plan(question, NOW).intent is intent


def test_of_a_thing_only_what_was_said_of_it_is_told(lived_in):
    wish = lived_in.says(NOW - 60_000_000_000, "Bob", "My favourite mug is the red mug, Robot.")
    answer = lived_in.ask("Tell me about the blue mug.", NOW)
    assert lived_in.records["favourite"] in lived_in.cited(answer)
    assert wish not in lived_in.cited(answer)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who needs a ladder?", "I don't know."),
        ("Who plays the trombone?", 'I don\'t know. I remember nothing that fits "plays" and "trombone".'),
    ],
)
def test_that_nothing_fits_is_said_only_where_nobody_told_of_it(home, question, told):
    home.says(NOW - 2, "Bob", "I might need a new ladder.")
    home.says(NOW - 1, "Anna", "Who wants my trombone?")
    assert home.ask(question, NOW).text == told
