"""Other people's words in the same life: what happens stays, what is said of it changes."""

import pytest

from embodied_memory.event import EventKind
from household.residents.life import generate_trace
from household.residents.phrasebook import phrasebook, reworded


def life():
    return [record.event for record in generate_trace(5, 1)]


def test_the_same_life_in_other_words(tmp_path):
    path = tmp_path / "sayings.txt"
    path.write_text("[greeting]\nAhoy, {to}!\nWell met, {to}.\n")
    before = life()
    with reworded("sayings", path):
        after = life()
    assert [(one.stamp_ns, one.kind, one.actor) for one in after] == [
        (one.stamp_ns, one.kind, one.actor) for one in before
    ]
    changed = [(one, other) for one, other in zip(before, after, strict=True) if one != other]
    assert changed
    assert all(one.kind is EventKind.UTTERANCE for one, _ in changed)
    assert all(other.text.startswith(("Ahoy, ", "Well met, ")) for _, other in changed)
    assert life() == before


@pytest.mark.parametrize("text", ["[farewell]\nBye, {to}!\n", "[greeting]\nHello {stranger}!\n", "Hello\n"])
def test_what_does_not_fit_is_said_and_changes_nothing(tmp_path, text):
    path = tmp_path / "sayings.txt"
    path.write_text(text)
    ours = phrasebook("sayings")
    with pytest.raises(ValueError, match=r"sayings\.txt"), reworded("sayings", path):
        pass
    assert phrasebook("sayings") is ours
