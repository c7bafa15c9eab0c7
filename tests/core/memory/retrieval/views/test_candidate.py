"""No answer cites what says no word of the question and names nothing that the question names."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from embodied_memory.words.wording.words import content_stems

NOW = 1_772_409_600_000_000_000 + (2 * 24 + 14) * 3_600_000_000_000
NAMES = {
    "Anna": "anna", "Bob": "bob", "the green book": "green book", "the red mug": "red mug",
    "the blue mug": "blue mug", "the black lamp": "black lamp",
}  # fmt: skip
UNHEARD = ("the cat", "the cello", "the boiler", "Zelda", "the parcel", "a unicorn", "the dentures")
ASKED = (
    "When did {0} last touch {1}?", "How often did {0} move {1} this week?", "Has {0} fed {1} today?",
    "Is {0} at home?", "Tell me about {0}", "What do you know about {1}?", "Where is {1}?", "Who had {1} last?",
    "What am I supposed to remind {0} of?", "Are you sure {1} is still there?", "Did {0} break {1}?",
    "What was the first thing {0} did today?", "What does {0} usually do in the mornings?", "Did anybody see {1}?",
    "Who sold {1} to {0}?", "Why is {1} so heavy?", "Does {0} like {1}?", "{1}?", "and {0}?",
)  # fmt: skip


@settings(max_examples=80, deadline=timedelta(seconds=5), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    asked=st.sampled_from(ASKED),
    one=st.sampled_from((*NAMES, *UNHEARD)),
    other=st.sampled_from((*NAMES, *UNHEARD)),
)
def test_evidence_bears_on_the_question(lived_in, asked, one, other):
    question = asked.format(one, other)
    stems = content_stems(question)
    for cited in lived_in.ask(question, NOW).evidence:
        told = f"{lived_in.named_in[cited.record_id]}: {cited.summary}".lower()
        is_named = any(looks in told for name, looks in NAMES.items() if name in question)
        assert is_named or stems & content_stems(cited.summary), (question, cited.summary)


@pytest.mark.parametrize("what", UNHEARD)
def test_of_what_nobody_heard_of_nothing_is_cited_and_it_is_named(lived_in, what):
    answer = lived_in.ask(f"Has anybody fed {what}?", NOW)
    assert (answer.known, answer.evidence) == (False, ())
    assert what.split(" ")[-1].lower() in answer.text.lower()
