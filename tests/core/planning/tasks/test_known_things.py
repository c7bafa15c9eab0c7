"""Who is among the things that memory knows."""

from embodied_memory.evidence import EpistemicStatus, RememberedObject
from embodied_memory.planning.tasks.known_things import names_among, people_among


def known(object_id, category, caption, position):
    return RememberedObject(
        object_id, category, caption, (), position, (1.0, 1.0, 1.0), "", "", "", "", 0, 0, 1, 1,
        EpistemicStatus.FRESH, 1.0,
    )  # fmt: skip


def test_people_are_told_from_things_and_those_with_a_name_by_it():
    things = (
        known("Uma", "person", "Uma", (1.0, 2.0, 0.9)),
        known("person_1", "person", "a tall man", (3.0, 4.0, 0.9)),
        known("mug_1", "mug", "Red Mug", (5.0, 6.0, 0.9)),
    )
    assert people_among(things) == ((1.0, 2.0), (3.0, 4.0))
    assert names_among(things) == {"uma"}
