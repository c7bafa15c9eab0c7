"""What `make demo` is told about homes reaches the bridge, which knows the parameter."""

import pytest

from bridge_nodes.household_bridge import PARAMETERS
from embodied_memory_bringup.demo.options import read_options
from embodied_memory_bringup.demo.search_run import node_commands
from household.generation import HOMES, make_home


def told_to_the_bridge(tmp_path, *arguments):
    commands = {one.executable: one for one in node_commands(read_options(list(arguments)), tmp_path)}
    return commands["household_bridge"].parameters["homes"]


def test_the_kind_of_home_is_a_parameter_of_the_bridge(tmp_path):
    assert told_to_the_bridge(tmp_path, "--homes", "lived") == "lived"
    assert told_to_the_bridge(tmp_path) == PARAMETERS["homes"][0] == "generated"


def test_a_kind_that_there_is_not_is_refused_with_those_that_there_are(capsys):
    with pytest.raises(SystemExit):
        read_options(["--homes", "haunted"])
    told = capsys.readouterr().err
    assert all(kind in told for kind in HOMES)
    with pytest.raises(ValueError, match='no "haunted" homes; choose from generated, lived'):
        make_home("haunted", 1)
