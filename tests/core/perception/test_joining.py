"""Known objects that turn out to be one, and those that never are."""

import numpy as np
import pytest

from embodied_memory.perception.lifting import LiftedObject
from embodied_memory.perception.object_matching import join_doubles
from embodied_memory.perception.object_tracks import ObjectTracks
from embodied_memory.scene_graph import Detection

FACES = np.zeros(6, np.bool_)


def seen(category, centre, size=(0.3, 0.3, 0.3), color="", deviation=0.02):
    centre, half = np.asarray(centre, float), np.asarray(size, float) / 2
    attributes = (("color", color),) if color else ()
    detection = Detection(category, 0.9, (0, 0, 40, 40), None, "", attributes)
    return LiftedObject(detection, centre - half, centre + half, FACES, FACES, 1.5, 0.01, np.full(6, deviation))


@pytest.fixture
def known(config):
    """A function: tracks of things, each a lifted object and how often it was seen; asserted those seen twice."""

    def make(*things):
        tracks = ObjectTracks(config)
        for one, times in things:
            likelihoods = tracks.labels.likelihoods([one])
            row = tracks.add(one, 0)
            tracks.describe(row, one)
            for _ in range(times):
                tracks.labels.name([row], likelihoods, np.ones(1))
            tracks.existence["hits"][row], tracks.existence["scores"][row] = times, 0.9 * times
            tracks.existence["log_odds"][row] = 2.0 if times > 1 else -0.5
        return tracks

    return make


def test_two_of_one_name_at_one_place_are_one_and_the_asserted_goes_on(known, config):
    tracks = known((seen("table", (0, 0, 0.4)), 1), (seen("table", (0.05, 0, 0.4)), 4))
    assert join_doubles(tracks, [0], config) == [(0, 1)]
    assert tracks.existence["hits"][1] == 5


def test_a_piece_within_another_is_part_of_it(known, config):
    tracks = known(
        (seen("table", (0, 0, 0.4), (0.9, 2.1, 0.8)), 3), (seen("table", (0, 0.8, 0.4), (0.5, 0.3, 0.4)), 1)
    )
    assert join_doubles(tracks, [0], config) == [(1, 0)]
    assert np.ptp(tracks.boxes["face"][0].reshape(2, 3), axis=0).tolist() == pytest.approx([0.9, 2.1, 0.8])


def test_what_was_seen_together_stays_two_even_at_one_place(known, config):
    tracks = known((seen("mug", (0, 0, 0.4)), 2), (seen("mug", (0, 0, 0.4)), 2))
    tracks.saw_together([0, 1])
    assert join_doubles(tracks, [0, 1], config) == []


def test_what_was_seen_with_one_of_two_that_become_one_stays_apart_from_it(known, config):
    places = (0, 0, 0.4), (0.01, 0, 0.4), (0.02, 0, 0.4)
    tracks = known(*((seen("mug", place), 2) for place in places))
    tracks.saw_together([0, 2])
    joined = join_doubles(tracks, [1], config)
    assert len(joined) == 1
    assert {0, 2} != set(joined[0])
    kept = joined[0][1]
    assert tracks.seen_together([kept])[0, [0, 2]].all()


def test_two_of_one_name_side_by_side_stay_two(known, config):
    tracks = known((seen("mug", (0, 0, 0.4), (0.1,) * 3), 2), (seen("mug", (0.12, 0, 0.4), (0.1,) * 3), 2))
    assert join_doubles(tracks, [0, 1], config) == []


def test_two_colours_are_two_things(known, config):
    tracks = known((seen("mug", (0, 0, 0.4), color="red"), 2), (seen("mug", (0, 0, 0.4), color="blue"), 2))
    assert join_doubles(tracks, [0, 1], config) == []


@pytest.mark.parametrize(("times", "joined"), [((1, 6), [(0, 1)]), ((5, 6), [])])
def test_of_two_names_at_one_place_one_is_wrong_unless_both_were_seen_often(known, config, times, joined):
    tracks = known((seen("person", (0, 0, 0.4)), times[0]), (seen("lamp", (0, 0, 0.4)), times[1]))
    assert join_doubles(tracks, [1], config) == joined


def test_a_mug_on_a_table_is_no_part_of_it(known, config):
    tracks = known((seen("table", (0, 0, 0.4), (1, 1, 0.8)), 6), (seen("mug", (0, 0, 0.84), (0.1,) * 3), 1))
    assert join_doubles(tracks, [0, 1], config) == []


def test_a_table_that_would_stand_within_another_is_that_one_though_both_were_framed_at_once(known, config):
    long, piece = seen("table", (0, 0, 0.4), (0.9, 2.1, 0.8)), seen("table", (0.1, 0.7, 0.6), (0.9, 1.0, 0.3))
    tracks = known((long, 3), (piece, 3))
    tracks.saw_together([0, 1])
    assert join_doubles(tracks, [0, 1], config) == [(1, 0)]


def test_two_tables_that_touch_stay_two(known, config):
    tracks = known((seen("table", (0, 0, 0.4), (0.9, 1, 0.8)), 3), (seen("table", (0, 0.95, 0.4), (0.9, 1, 0.8)), 3))
    tracks.saw_together([0, 1])
    assert join_doubles(tracks, [0, 1], config) == []
