"""What memory answers from states, beliefs, events, reports and commitments, and what it cites (ObsMem, 4.3)."""

from __future__ import annotations

import pytest

from embodied_memory.evidence import EpistemicStatus
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.retrieval.answers.by_intent import ANSWERS
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, views_of
from embodied_memory.perception.text_embedders import MiniLmEmbedder
from embodied_memory.words.one_reading import the_reading

from ..conftest import Home, at

NOW = 1_772_409_600_000_000_000 + (2 * 24 + 14) * 3_600_000_000_000
"""Wednesday, 4 March 2026, 14:00 UTC."""


@pytest.mark.parametrize(
    ("question", "told", "first_cited"),
    [
        ("Where is the green book?", "the green book is on the white shelf in the living room", "put on shelf"),
        ("Any idea where I left the green book?", "on the white shelf", "put on shelf"),
        ("Which room is the green book in?", "in the living room", "put on shelf"),
        ("Where was the green book before Anna moved it?", "was on the brown table in the kitchen", "seen on table"),
        ("The green book is on the shelf now. Where was it previously?", "was on the brown table", "seen on table"),
        ("Where was the green book today at 9:30?", "the green book is on the brown table", "seen on table"),
        ("What is the brightness of the black lamp set to?", "is 80", "lamp bright"),
        ("What was the brightness of the lamp before Bob changed it?", "was at 30", "lamp dim"),
        ("Is the lamp on?", "yes, the black lamp is on", "lamp on"),
        ("Is the green book on the white shelf?", "yes, the green book", "put on shelf"),
        ("Who put the green book on the shelf?", "anna,", "put on shelf"),
        ("When did Anna put the green book on the shelf?", "today at 10:12", "put on shelf"),
        ("What else is on the shelf with the green book?", "the blue mug", "put on shelf"),
        ("What is on the white shelf?", "the blue mug and the green book", "blue mug put"),
        ("What did Anna put down right after putting the book on the shelf today?", "the blue mug", "blue mug put"),
        ("What did Anna put down just before the blue mug was put on the shelf?", "the green book", "put on shelf"),
        ("When did Anna have breakfast yesterday?", "yesterday at 07:00", "Anna breakfast 1"),
        ("When did Anna come home today?", "today at 13:00", "came home"),
        ("Who had breakfast first today, or rather: which came first for Anna, breakfast or coming home?",
         "breakfast, today at 07:00", "Anna breakfast 2"),
        ("How often did you see Bob having breakfast this week?", "three times", "Bob breakfast 2"),
        ("When does Bob usually have breakfast?", "usually at 08:03", "Bob breakfast 1"),
        ("Where does Anna normally eat breakfast?", "usually at the brown table", "Anna breakfast 2"),
        ("Which mug does Anna usually take for breakfast?", "usually the red mug", "Anna breakfast 2"),
        ("Where is the mug that Anna used at breakfast today?", "the red mug", "Anna breakfast 2"),
        ("What brightness of the lamp does Bob like when reading?", "40", "wish"),
        ("Which mug does Anna like best?", "the blue mug", "favourite"),
        ("Where should the green book be kept, according to Anna?", "on the gray desk", "kept"),
        ("By when did Bob promise to call the dentist?", "tomorrow at 10:00", "promise"),
        ("What did Bob promise to do tomorrow at 10:00?", "call the dentist", "promise"),
        ("Is Bob still going to call the dentist?", "yes, it is still open", "promise"),
        ("What does Anna want to be reminded of today?", "water the garden", "remind"),
        ("Who told you that the red mug is on the gray desk?", "bob told me", "hearsay"),
        ("Who had told Bob that the red mug is on the gray desk?", "anna, as bob told me", "hearsay"),
        ("Who asked you where the green book was today?", "bob asked", "asked"),
        ("What happened today between 11 and 12?", "bob set brightness of the black lamp to 30", "lamp dim"),
    ],
)  # fmt: skip
def test_the_answer_is_told_and_cited(lived_in, question, told, first_cited):
    answer = lived_in.ask(question, NOW)
    assert answer.known
    assert told in answer.text.lower()
    assert lived_in.records[first_cited] in lived_in.cited(answer)
    assert len(answer.evidence) <= 5


@pytest.mark.parametrize(
    "question",
    [
        "Where is the unicorn?",
        "Where was the black lamp before Anna moved it?",
        "When did Bob put the green book on the shelf?",
        "When did Anna have dinner yesterday?",
        "What brightness of the lamp does Anna like when cooking?",
        "Which mug does Bob like best?",
        "By when did Anna promise to buy milk?",
        "Who told you that the blue mug is on the brown table?",
        "Who asked you where the blue mug was today?",
        "How does one bake bread?",
        "",
        "?!",
    ],
)
def test_it_does_not_know_what_nothing_tells(lived_in, question):
    answer = lived_in.ask(question, NOW)
    assert not answer.known
    assert answer.text.startswith("I don't know")
    assert answer.certainty == 0.0


def test_what_was_said_against_what_was_seen_is_told_with_both(lived_in):
    answer = lived_in.ask("Where is the red mug?", NOW)
    assert answer.status is EpistemicStatus.CONTRADICTED
    assert "gray desk" in answer.text
    assert "brown table" in answer.text
    assert {lived_in.records["hearsay"], lived_in.records["red mug on table"]} <= set(lived_in.cited(answer))


def test_a_promise_that_is_kept_or_called_off_is_told_so(lived_in):
    lived_in.says(NOW, "Bob", "Anna, I have called the dentist.")
    lived_in.says(NOW, "Anna", "Robot, you do not need to remind me to water the garden any more.")
    done = lived_in.ask("Has Bob called the dentist, as promised?", NOW + 1)
    off = lived_in.ask("Is the reminder for Anna to water the garden still open?", NOW + 1)
    assert done.text.startswith("Yes, it is done")
    assert off.text.startswith("No, it was cancelled")


def test_nothing_that_happens_after_now_is_told(lived_in):
    before = lived_in.ask("When did Anna put the green book on the shelf?", NOW - 6 * 3_600_000_000_000)
    assert not before.known


def test_what_reminders_there_are_leaves_out_those_whose_time_is_over(home):
    home.says(at(8), "Tom", "Robot, remind me at nine to water the fern.")
    home.says(at(8.1), "Tom", "Robot, remind me at six in the evening to ring the vet.")
    asked = "What reminders does Tom have?"
    told = home.ask(asked, at(12)).text
    assert "ring the vet" in told.lower()
    assert "fern" not in told
    assert "ring the vet" in home.ask(asked, at(20)).text.lower()  # it is over, and was a moment ago
    assert "vet" not in home.ask(asked, at(20, 3)).text


def test_a_reminder_whose_time_is_over_is_told_where_that_time_is_asked_for(home):
    home.says(at(8), "Tom", "Robot, remind me at nine to water the fern.")
    assert "water the fern" in home.ask("Of what should you remind Tom yesterday at 09:00?", at(44)).text.lower()
    assert "fern" not in home.ask("Of what should you remind Tom?", at(44)).text
    assert "fern" not in home.ask("Of what should you remind Tom before Friday?", at(68)).text


@pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
def test_what_is_asked_in_known_words_of_reminders_is_told_by_the_tracks_alone(tmp_path):
    with Memory(tmp_path / "memory.db", MiniLmEmbedder()) as memory:
        home = Home(memory)
        home.says(at(8), "Tom", "The reminders that I have on my phone are driving me mad.")
        home.says(at(8.1), "Anna", "I had to remind you of your reminders.")
        assert home.ask("What reminders do I have?", at(12)).text.startswith("Nothing that I have heard of")


def test_every_intent_has_an_answer_and_views():
    assert set(ANSWERS) == set(QueryIntent)
    assert {intent for intent in QueryIntent if not views_of(intent)} == {QueryIntent.UNKNOWN}
