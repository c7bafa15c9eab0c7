"""A way that does not begin is blocked at its end."""

from embodied_memory.geometry.pose import Pose2D
from embodied_memory.planning.progress import Progress


def test_a_robot_that_stood_still_although_it_wanted_to_drive_is_blocked():
    progress = Progress()
    progress.leaving((0.0, 0.0), Pose2D(1.0, 0.0, 0.0), [(0.0, 0.0), (3.0, 0.0)])
    progress.arrived((0.01, 0.0))
    assert progress.is_blocked((3.1, 0.0))
    assert not progress.is_blocked((1.0, 0.0))


def test_driving_and_turning_on_the_spot_block_nothing():
    progress = Progress()
    progress.leaving((0.0, 0.0), Pose2D(1.0, 0.0, 0.0), [(0.0, 0.0), (3.0, 0.0)])
    progress.arrived((1.0, 0.0))
    progress.leaving((1.0, 0.0), Pose2D(1.0, 0.0, 2.0), [(1.0, 0.0), (1.0, 0.0)])
    progress.arrived((1.0, 0.0))
    assert progress.blocked == []
