"""A fortnight of a household with questions about what happens twice; made once."""

from dataclasses import replace

import pytest

from embodied_memory_tools.evaluation.forgetting.question_pairs import live


@pytest.fixture(scope="session")
def life():
    """14 days of seed 5: six pairs of questions with feedback, two without."""
    return live(5, 14, 1.0, 6, 2)


@pytest.fixture(scope="session")
def life_without_looks(life):
    """The same, but the robot tells only what people do and say."""
    kept = [place for place, event in enumerate(life.events) if event.actor != "robot"]
    places = {old: new for new, old in enumerate(kept)}

    def moved(asking):
        return replace(asking, events=tuple(places[place] for place in asking.events))

    pairs = tuple(replace(pair, first=moved(pair.first), second=moved(pair.second)) for pair in life.pairs)
    return replace(life, events=tuple(life.events[place] for place in kept), pairs=pairs)
