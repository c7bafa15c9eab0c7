"""What a look tells of the place of a known thing, when neither its place nor that of the camera is exactly known."""

import numpy as np
import pytest

from embodied_memory.perception.visibility import Look, shown

WALL_Y = -1.0


def through(room, thing, config, camera, box_y):
    """Whether a box of a thermostat that was taken to hang at box_y is looked through, past the end of a wall."""
    wall = thing("wall", (0.5, WALL_Y - 0.5, 1.25), (1.0, 1.0, 2.5))
    view = room(wall).see(camera, (0.5, WALL_Y, 1.4))
    centre, size = np.array([[0.5, box_y, 1.4]]), np.array([[0.16, 0.02, 0.16]])
    return bool(shown(centre - size / 2, centre + size / 2, Look.of(view, config)).vacated()[0])


@pytest.mark.parametrize("off_m", [0.0, 0.01, 0.02, 0.03])
def test_what_hangs_on_a_wall_is_not_gone_for_being_looked_past_along_the_wall(room, thing, config, off_m):
    assert not through(room, thing, config, (-0.3, WALL_Y + 0.06, 1.3), WALL_Y + 0.01 + off_m)


def test_what_stood_in_the_open_is_looked_through(room, thing, config):
    assert through(room, thing, config, (-0.3, WALL_Y + 0.8, 1.3), WALL_Y + 0.6)
