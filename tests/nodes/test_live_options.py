"""What `make live` starts the bridge with is what the bridge knows, and the robot's ways lead through every room."""

from pathlib import Path

import pytest

from bridge_nodes.company import PARAMETERS
from embodied_memory_bringup.demo.search_run import node_commands
from embodied_memory_bringup.live.options import read_options
from embodied_memory_bringup.live.patrol import landmarks
from household.generation import generate_home
from household.residents.spoken import the


def test_every_parameter_of_the_company_is_declared_with_its_type():
    company = read_options(["--hours", "2", "--time-scale", "30"]).company(Path("days"))
    assert {name: type(value) for name, value in company.items()} == {
        name: type(default) for name, (default, _) in PARAMETERS.items()
    }
    assert (company["residents"], company["residents_hours"], company["time_scale"]) == (True, 2.0, 30.0)


def test_the_truth_goes_to_the_bridge_alone(tmp_path):
    options = read_options(["--headless"])
    commands = {
        one.executable: one for one in node_commands(options.stack, tmp_path, options.company(tmp_path / "days"))
    }
    told = [name for name, one in commands.items() if any("days" in word for word in one.arguments())]
    assert told == ["household_bridge"]
    assert not [w for w in commands["memory_node"].arguments() if "residents" in w]


@pytest.mark.parametrize("seed", [3, 7])
def test_there_is_one_landmark_in_each_room_that_has_a_nameable_piece(seed):
    home = generate_home(seed)
    found = landmarks(home)
    rooms = [next(e.room_id for e in home.world.entities.values() if the(e) == name) for name in found]
    assert len(rooms) == len(set(rooms)) >= len(home.world.rooms) - 1
