"""A way that does not begin is blocked at its end."""

from embodied_memory.geometry.pose import Pose2D
from embodied_memory.planning.exploring.path_following import Progress


def test_a_way_that_did_not_begin_time_and_again_is_blocked_at_its_end():
    progress = Progress()
    blocked = []
    for _ in range(4):
        progress.leaving((0.0, 0.0), Pose2D(1.0, 0.0, 0.0), [(0.0, 0.0), (3.0, 0.0)])
        progress.arrived((0.01, 0.0))
        blocked.append((progress.is_blocked((3.1, 0.0)), progress.is_blocked((1.0, 0.0))))
    assert blocked == [*[(False, False)] * 3, (True, False)]


def test_driving_and_turning_on_the_spot_block_nothing():
    progress = Progress()
    progress.leaving((0.0, 0.0), Pose2D(1.0, 0.0, 0.0), [(0.0, 0.0), (3.0, 0.0)])
    progress.arrived((1.0, 0.0))
    progress.leaving((1.0, 0.0), Pose2D(1.0, 0.0, 2.0), [(1.0, 0.0), (1.0, 0.0)])
    progress.arrived((1.0, 0.0))
    assert progress.blocked == []
