"""ROS parameters are made from the configuration: all of it, described, and fixed while the node runs."""

from __future__ import annotations

import ast
import dataclasses
import inspect

import pytest
from rclpy.node import Node
from rclpy.parameter import Parameter

from embodied_memory.config import (
    Config,
    DialogConfig,
    ExplorerConfig,
    FrontierConfig,
    MemoryConfig,
    PerceptionConfig,
    VoxelMapConfig,
)
from embodied_memory_ros.parameters import declare_config


@pytest.fixture
def node(observer):
    made = Node("parameters", context=observer.context)
    yield made
    made.destroy_node()


@pytest.mark.parametrize(
    "config",
    [
        Config(),
        PerceptionConfig(),
        VoxelMapConfig(),
        FrontierConfig(),
        MemoryConfig(),
        ExplorerConfig(),
        DialogConfig(),
    ],
    ids=lambda config: type(config).__name__,
)
def test_the_defaults_come_back_as_they_are(node, config):
    assert declare_config(node, config, "some") == config


def field_names(config, prefix):
    """Of a nested configuration, as ROS names them."""
    for field in dataclasses.fields(config):
        value = getattr(config, field.name)
        if dataclasses.is_dataclass(value):
            yield from field_names(value, f"{prefix}.{field.name}")
        else:
            yield f"{prefix}.{field.name}"


def test_every_field_is_declared_and_described(node):
    declare_config(node, MemoryConfig(), "memory")
    declared = {name for name in node._parameters if name.startswith("memory.")}
    assert declared == set(field_names(MemoryConfig(), "memory"))
    described = node.describe_parameter("memory.misses_to_contradict")
    assert described.description.startswith("An object whose place was looked at this often in a row")
    assert described.read_only
    # a field without a text of its own is described by its name
    assert node.describe_parameter("memory.bank.novelty_window").description == "novelty window"


def test_the_description_is_the_text_below_the_field(node):
    """Read here in another way than by the code under test: line by line."""
    declare_config(node, ExplorerConfig(), "explorer")
    lines = inspect.getsource(ExplorerConfig).splitlines()
    below = next(i for i, line in enumerate(lines) if line.strip().startswith("places_before_rejection")) + 1
    assert node.describe_parameter("explorer.places_before_rejection").description == ast.literal_eval(
        lines[below].strip()
    )


def test_a_value_from_outside_wins_and_keeps_its_type(observer):
    overrides = [Parameter("explorer.policy", value="random"), Parameter("explorer.step_distance_m", value=2.5)]
    node = Node("overridden", context=observer.context, parameter_overrides=overrides)
    try:
        config = declare_config(node, ExplorerConfig(), "explorer")
    finally:
        node.destroy_node()
    assert config == dataclasses.replace(ExplorerConfig(), policy="random", step_distance_m=2.5)


def test_nothing_changes_at_run_time(node):
    declare_config(node, ExplorerConfig(), "explorer")
    (result,) = node.set_parameters([Parameter("explorer.policy", value="random")])
    assert not result.successful
    assert "read-only" in result.reason
    assert node.get_parameter("explorer.policy").value == "semantic"
