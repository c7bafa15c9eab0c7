"""The reader over a language model: only what was said and is there is read, else as it was learned."""

from __future__ import annotations

import pytest
from scripted_model import ScriptedModel

from embodied_memory.language.advisor import Advisor
from embodied_memory.planning.placing.instruction_reading import LanguageReader, read_instruction


def read(words, text, *placements):
    model = ScriptedModel(read_instruction={"placements": list(placements)})
    return LanguageReader(Advisor(model)).read(text, words)


def test_a_reading_of_the_model_is_used(words):
    text = "Be so kind and let my cup find its way to where I sleep, I mean the bed."
    (goal,) = read(words, text, {"thing": "my cup", "place": "bed", "relation": "on"})
    assert (goal.thing.text, goal.place.text, goal.relation.value) == ("my cup", "bed", "on")


@pytest.mark.parametrize(
    "placement", [{"thing": "the gun", "place": "bed"}, {"thing": "the cup", "place": "moon"}, {"thing": "the cup"}]
)
def test_things_that_nobody_said_and_places_that_are_not_there_are_left_to_the_rules(words, placement):
    text = "Put the cup on the couch."
    assert read(words, text, placement) == read_instruction(text, words)
