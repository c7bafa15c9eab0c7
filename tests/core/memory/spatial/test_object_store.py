"""Which object is which, what is remembered of it, and how sure that is."""

import pytest
from memory_builders import places_along_x

from embodied_memory.evidence import EpistemicStatus

HOUR = 3600


def outline(memory, **more):
    return [(thing.object_id, thing.position, thing.times_seen) for thing in memory.objects(**more)]


def test_a_new_session_meets_the_same_objects_again(memory, build):
    memory.record(build.instant(1, build.thing("mug_1", (1, 1, 1)), build.thing("mug_2", (3, 1, 1)), session="a"))
    memory.record(build.instant(2, build.thing("mug_1", (3.2, 1, 1)), build.thing("mug_2", (9, 1, 1)), session="b"))
    assert outline(memory) == [
        ("mug_1", (1.0, 1.0, 1.0), 1),
        ("mug_2", (3.2, 1.0, 1.0), 2),
        ("mug_3", (9.0, 1.0, 1.0), 1),
    ]


def test_two_alike_side_by_side_stay_two(memory, build):
    memory.record(build.instant(1, build.thing("mug_1", (1, 1, 1)), session="a"))
    memory.record(build.instant(2, build.thing("mug_7", (1.3, 1, 1)), build.thing("mug_8", (1.1, 1, 1)), session="b"))
    assert outline(memory) == [("mug_1", (1.1, 1.0, 1.0), 2), ("mug_2", (1.3, 1.0, 1.0), 1)]


def test_another_colour_is_another_object_but_an_opened_door_is_not(memory, build):
    memory.record(
        build.instant(1, build.thing("mug_1", color="red"), build.thing("oven_1", open="false"), session="a")
    )
    memory.record(
        build.instant(2, build.thing("mug_1", color="blue"), build.thing("oven_1", open="true"), session="b")
    )
    assert [(t.object_id, t.attributes) for t in memory.objects()] == [
        ("mug_1", (("color", "red"),)),
        ("oven_1", (("open", "true"),)),
        ("mug_2", (("color", "blue"),)),
    ]


def test_a_big_object_seen_in_part_is_the_same(memory, build):
    memory.record(build.instant(1, build.thing("sofa_1", (0, 0, 0.5), (2.4, 1.0, 1.0)), session="a"))
    memory.record(build.instant(2, build.thing("sofa_1", (0.7, 0, 0.5), (1.0, 1.0, 1.0)), session="b"))
    assert len(memory.objects()) == 1


def test_a_moved_object_keeps_its_places_and_loses_its_support(memory, build):
    desk, shelf = build.thing("desk_1", (0, 0, 0.5), (1, 1, 1)), build.thing("shelf_1", (5, 0, 0.5), (1, 1, 1))
    memory.record(build.instant(1, desk, build.thing("book_1", (0, 0, 1)), relations=[build.on("book_1", "desk_1")]))
    memory.record(
        build.instant(2, shelf, build.thing("book_1", (5, 0, 1)), relations=[build.on("book_1", "shelf_1")])
    )
    memory.record(build.instant(3, build.thing("book_1", (9, 0, 1))))
    book = next(thing for thing in memory.objects() if thing.category == "book")
    assert (book.support_id, book.support_relation, book.position) == ("", "", (9.0, 0.0, 1.0))
    assert places_along_x(memory, 2) == [0.0, 5.0, 9.0]


def test_a_relation_stays_while_its_partner_is_out_of_view(memory, build):
    desk, book = build.thing("desk_1", (0, 0, 0.5), (1, 1, 1)), build.thing("book_1", (0, 0, 1))
    memory.record(build.instant(1, desk, book, relations=[build.on("book_1", "desk_1")]))
    memory.record(build.instant(2, book))
    assert [t.support_id for t in memory.objects() if t.category == "book"] == ["desk_1"]
    memory.record(build.instant(3, desk, book))
    assert [t.support_id for t in memory.objects() if t.category == "book"] == [""]


def test_an_attribute_keeps_its_history(memory, build):
    for second, value in enumerate(("false", "true", "true", "false")):
        memory.record(build.instant(second, build.thing("oven_1", open=value)))
    facts = memory._file.database.connection.execute("SELECT name, value, record_id FROM state_fact").fetchall()
    assert facts == [("open", "false", 1), ("open", "true", 2), ("open", "false", 4)]


@pytest.mark.parametrize(
    ("score", "after_s", "status"),
    [
        (0.9, 60, EpistemicStatus.FRESH),
        (0.9, 2 * HOUR, EpistemicStatus.STALE),
        (0.35, 60, EpistemicStatus.UNCERTAIN),
    ],
)
def test_status_follows_from_score_and_age(memory, build, score, after_s, status):
    memory.record(build.instant(0, build.thing("mug_1", score=score)))
    assert memory.objects(now_ns=after_s * 10**9)[0].status is status


def test_certainty_falls_with_age_and_never_rises(memory, build):
    memory.record(build.instant(0, build.thing("mug_1")))
    certainties = [memory.objects(now_ns=hours * HOUR * 10**9)[0].certainty for hours in (0, 1, 5, 100)]
    assert certainties == sorted(certainties, reverse=True)
    assert certainties[0] == 0.9
    assert certainties[1] == 0.675


def looking_at_the_desk(build, second, *more):
    things = (
        build.thing("desk_1", (1.5, 0, 0.4), (1, 1, 0.8)),
        build.thing("chair_1", (1.5, 1, 0.5)),
        build.thing("picture_1", (1.5, -1, 1.6)),
    )
    relations = [build.on(thing.object_id, "desk_1") for thing in more]
    return build.instant(second, *things, *more, relations=relations, robot=(0.0, 0.0, 0.0))


def test_looking_in_vain_contradicts_and_seeing_again_restores(memory, build):
    mug = build.thing("mug_1", (1.5, 0, 0.9))
    memory.record(looking_at_the_desk(build, 0, mug))
    statuses = []
    for second in (1, 2, 3):
        memory.record(looking_at_the_desk(build, second))
        statuses.append(next(t.status for t in memory.objects() if t.category == "mug"))
    assert statuses == [EpistemicStatus.FRESH, EpistemicStatus.FRESH, EpistemicStatus.CONTRADICTED]
    assert memory.answer("where is the mug?").text.endswith(
        "I last saw it there just now, but it was gone when I looked again."
    )
    memory.record(looking_at_the_desk(build, 4, mug))
    assert [t.status for t in memory.objects() if t.category == "mug"] == [EpistemicStatus.FRESH]


def test_from_afar_nothing_is_missed(memory, build):
    memory.record(looking_at_the_desk(build, 0, build.thing("mug_1", (1.5, 0, 0.9))))
    for second in range(1, 9):
        instant = looking_at_the_desk(build, second)
        memory.record(build.instant(second, *instant.objects, robot=(-5.0, 0.0, 0.0)))
    assert [t.status for t in memory.objects() if t.category == "mug"] == [EpistemicStatus.FRESH]
