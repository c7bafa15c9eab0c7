"""Law: nothing is written into map or memory while the robot is lost, and afterwards it goes on as before."""

import sqlite3
from dataclasses import replace

import numpy as np
import pytest

from embodied_memory.config import Config
from embodied_memory.memory.memory import Memory
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory_tools.evaluation.simulated_body import SimulatedBody
from household.generation import generate_home
from household.robot import HomeRobot


class Strayed(HomeRobot):
    """A robot whose views, while `covariance` is set, come with that covariance and from a pose a metre off."""

    covariance = None

    def view(self, pan_rad, stamp_ns):
        view = super().view(pan_rad, stamp_ns)
        if self.covariance is None:
            return view
        off = np.eye(4)
        off[:2, 3] = 1.0, -0.7
        return replace(
            view,
            map_T_camera=off @ view.map_T_camera,
            map_T_base=off @ view.map_T_base,
            pose_covariance=self.covariance,
        )


@pytest.fixture
def home_robot(tmp_path):
    """(robot, body, what was written so far: rows of each table of memory, and the map)."""
    memory, config = Memory(tmp_path / "memory.db", HashingEmbedder()), Config()
    robot = Strayed(generate_home(3), seed=1)
    builder = SceneGraphBuilder(config.perception, embedder=HashingEmbedder(), session_id="test")
    body = SimulatedBody(robot, config, builder, memory)

    def written():
        with sqlite3.connect(tmp_path / "memory.db") as database:
            names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            rows = {name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}
        return rows, body.known_floor().cells.tobytes()

    return robot, body, written


@pytest.mark.parametrize("deviation_m", [2.0, 100.0, 1e6])
def test_while_lost_nothing_is_written_and_afterwards_it_goes_on(home_robot, deviation_m):
    robot, body, written = home_robot
    body.look()
    before, objects = written(), len(body.known_objects())
    robot.covariance = np.diag([deviation_m**2] * 3 + [1.0] * 3)
    for _ in range(3):
        body.look()
        assert written() == before
    assert len(body.known_objects()) == objects
    robot.covariance = None
    robot.motion.turn(60.0)
    body.look()
    assert written() != before
