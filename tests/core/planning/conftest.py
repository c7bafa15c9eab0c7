"""Small builders with sensible defaults."""

import pytest
from text_home import words_of_home

from embodied_memory.evidence import EpistemicStatus, RememberedObject


@pytest.fixture
def remembered():
    def build(object_id="kettle_1", category="kettle", position=(3.0, 0.0, 0.9), match=1.0, seen_ns=0, **more):
        fields = {
            "caption": "",
            "attributes": (),
            "size": (0.2, 0.2, 0.2),
            "room": "",
            "support_id": "",
            "support_relation": "",
            "support_category": "",
            "first_seen_ns": 0,
            "times_seen": 1,
            "record_id": 1,
            "status": EpistemicStatus.FRESH,
            "certainty": 0.9,
        }
        fields |= more
        return RememberedObject(
            object_id=object_id, category=category, position=position, match=match, last_seen_ns=seen_ns, **fields
        )

    return build


@pytest.fixture(scope="session")
def words():
    """What can be a place in a home of three rooms."""
    return words_of_home()
