"""What stays where it is tells what the room around it is called."""

import pytest

from embodied_memory.memory.belief.names.entity_kinds import stays_put


@pytest.mark.parametrize(
    ("name", "stays"),
    [("workbench", True), ("tool chest", True), ("kitchen table 2", True), ("chess set", False), ("red mug", False)],
)
def test_furniture_stays(name, stays):
    assert stays_put(name) is stays


@pytest.mark.parametrize("name", ["bureau", "old bureau", "pantry"])
def test_furniture_is_furniture_by_any_of_its_names(name):
    assert stays_put(name)
