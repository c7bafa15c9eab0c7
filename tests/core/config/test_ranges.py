"""Which numbers parameters take, by their names."""

import dataclasses
import math

import pytest

import embodied_memory.config
from embodied_memory.config.ranges import range_of, refusal

CONFIGURATIONS = [
    one for one in vars(embodied_memory.config).values() if isinstance(one, type) and dataclasses.is_dataclass(one)
]


def _numbers(config, before=""):
    for field in dataclasses.fields(config):
        value = getattr(config, field.name)
        if dataclasses.is_dataclass(value):
            yield from _numbers(value, f"{before}{field.name}.")
        elif isinstance(value, (int, float)):
            yield f"{before}{field.name}", value


@pytest.mark.parametrize("config", CONFIGURATIONS, ids=lambda one: one.__name__)
def test_what_a_parameter_is_by_itself_is_within_its_range(config):
    assert [told for name, value in _numbers(config()) if (told := refusal(name, value))] == []


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("frontier.robot_radius_m", -1.0, "frontier.robot_radius_m is -1: it must be at least 0"),
        ("frontier.robot_radius_m", math.nan, "frontier.robot_radius_m is nan: it must be at least 0"),
        ("port", 99999, "port is 99999: it must be 0 to 65535"),
        ("voxel_map.resolution_m", 0.0, "voxel_map.resolution_m is 0: it must be at least 0.001"),
        ("min_score", 1.5, "min_score is 1.5: it must be 0 to 1"),
        ("max_angle_deg", 400.0, "max_angle_deg is 400: it must be 0 to 360"),
        ("voxel_map.min_height_m", -0.5, ""),
        ("utc_offset_h", -8.0, ""),
        ("autostart", True, ""),
        ("policy", "semantic", ""),
    ],
)
def test_what_cannot_be_is_refused_by_name_with_the_range(name, value, told):
    assert refusal(name, value) == told


def test_a_range_tells_both_ends_where_there_are_two():
    assert (str(range_of("port")), str(range_of("max_range_m"))) == ("0 to 65535", "at least 0")
