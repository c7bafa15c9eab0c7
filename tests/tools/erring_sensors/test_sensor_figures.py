"""Figures of robots whose sensors err: scores, targets, calibration, what was visible, where the robot really was."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.config import PerceptionConfig
from embodied_memory.geometry.pose import Pose2D
from embodied_memory.observation import CameraIntrinsics
from embodied_memory.planning.exploring.explorer import GoalOutcome
from embodied_memory_tools.evaluation.erring_sensors.calibration import expected_calibration_error
from embodied_memory_tools.evaluation.erring_sensors.home_run import HomeRun, Knowledge
from embodied_memory_tools.evaluation.erring_sensors.memory_check import MemoryCheck
from embodied_memory_tools.evaluation.erring_sensors.sensor_scores import score_of
from embodied_memory_tools.evaluation.erring_sensors.sensor_targets import SEARCH_BOUNDS, targets_of
from embodied_memory_tools.evaluation.erring_sensors.visible_things import VisibleThings
from embodied_memory_tools.evaluation.true_course import TrueCourse
from embodied_memory_tools.report.run_summary import GoalSummary, QuestionSummary
from household.renderer import Rendering


def goal(found, claimed, spl=0.0, shortest=2.0):
    return GoalSummary(
        text="the mug", found=found, claimed=claimed, steps=4, path_length_m=3.0, spl=spl, shortest_path_m=shortest
    )


def run(*goals, right=(True,), claims=((0.9, True),), kept=9, visible=10, wrong=None):
    questions = tuple(QuestionSummary(question="", answer="", known=True, correct=one) for one in right)
    check = MemoryCheck(questions, tuple(claims), 10, kept, visible)
    return HomeRun(tuple(goals), ("category",) * len(goals), Knowledge(check, None, ()), 1.0, wrong)


def test_answers_that_are_right_as_often_as_they_say_have_no_calibration_error():
    half = [(0.55, True)] * 55 + [(0.55, False)] * 45
    assert expected_calibration_error(half) == pytest.approx(0.0)
    assert expected_calibration_error([(0.9, False)]) == pytest.approx(0.9)
    assert expected_calibration_error([(1.0, True), (0.2, False)]) == pytest.approx(0.1)
    assert expected_calibration_error([]) == 0.0


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1))
def test_a_calibration_error_is_a_share_and_at_least_that_of_all_answers_together(claims):
    error = expected_calibration_error(claims)
    together = abs(np.mean([certainty - right for certainty, right in claims]))
    assert together - 1e-9 <= error <= 1 + 1e-9


def test_a_score_is_over_the_goals_of_all_homes():
    score = score_of(
        [
            run(goal(True, True, 0.8), goal(False, True), right=(True, False)),
            run(goal(False, False), goal(True, True, 0.4), kept=12, claims=((0.9, False),)),
        ]
    )
    figures = (score.found, score.false_claims, score.where_is, score.objects_per_visible)
    assert figures == (0.5, 0.25, pytest.approx(2 / 3), 21 / 20)
    assert (score.spl, score.calibration_error) == (pytest.approx(0.3), pytest.approx(0.4))
    assert (score.answered, score.goals, score.homes, score.wrong_things) == (0.1, 4, 2, None)


def test_where_no_way_is_the_shortest_there_is_no_spl():
    assert score_of([run(goal(True, True, shortest=None), wrong=1)]).spl is None
    assert score_of([run(goal(True, True, shortest=None), wrong=1)]).wrong_things == 1.0


def test_targets_are_those_of_the_sensors():
    good, bad = score_of([run(goal(True, True, 0.9))]), score_of([run(goal(False, True))])
    scores = {
        "exact": {"ours": good},
        "good": {"ours": good, "ours without memory": bad},
        "single/tilt_2": {"ours": bad, "ours without memory": good},
        "single/drift_1": {"ours": good},
    }
    targets = targets_of(scores, SEARCH_BOUNDS)
    assert [one.name for one in targets if one.sensors == "good"] == [
        "found", "false claims", "where is", "objects per visible", "SPL / that under exact",
        "found, beside no memory", "false claims, beside no memory", "SPL / that without memory",
    ]  # fmt: skip
    assert all(one.is_met for one in targets if one.sensors in ("good", "single/drift_1"))
    assert [one.is_met for one in targets if one.sensors == "single/tilt_2"] == [False] * 4
    assert [one.least for one in targets if one.sensors == "single/drift_1"] == [0.8, 0.0]


def test_what_is_near_and_large_enough_was_visible_once():
    camera = CameraIntrinsics.from_horizontal_fov(40, 30, 60.0)
    ids, depth = np.zeros((30, 40), np.uint16), np.full((30, 40), 2.0, np.float32)
    ids[:10, :10], ids[15:18, :3], ids[20:, 20:] = 1, 2, 3
    depth[20:, 20:] = 5.0
    picture = Rendering(np.zeros((30, 40, 3), np.uint8), depth, ids, ())
    visible = VisibleThings(camera, PerceptionConfig(min_object_pixels=12, max_object_range_m=4.5))
    visible.take(picture)
    visible.take(picture)
    assert len(visible) == 1
    depth[20:, 20:] = 4.0
    visible.take(picture)
    assert len(visible) == 2


def test_a_search_is_judged_by_where_the_robot_really_was():
    course = TrueCourse((0.0, 0.0))
    course.moved((1.0, 0.0))
    course.search_started()
    course.looked()
    for point in ((1.5, 0.0), (2.0, 0.0)):
        course.moved(point)
    course.looked()
    course.moved((2.0, 3.0))
    course.looked()
    course.search_ended()
    believed = GoalOutcome("mug", True, None, Pose2D(9.0, 9.0, 1.0), Pose2D(8.0, 8.0, 0.5), 2, 7.0, "found")
    really = course.legs[0].really(believed)
    assert (really.start, really.pose) == (Pose2D(1.0, 0.0, 0.5), Pose2D(2.0, 3.0, 1.0))
    assert (really.path_length_m, really.found, course.length_m) == (4.0, True, 5.0)
    assert math.isclose(course.legs[0].length_m, 4.0)
