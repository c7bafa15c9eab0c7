"""What the launch files have in common: arguments, how a node is started, and the nodes that look on."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument
from launch.conditions import IfCondition
from launch.substitutions import LaunchConfiguration, PathJoinSubstitution
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue
from launch_ros.substitutions import FindPackageShare

from embodied_memory_ros.names import OF_A_NAMESPACE

COMMON_ARGUMENTS = {
    "namespace": ("", "namespace of every node; its clock and its transforms are in it, too"),
    "params_file": ("config/overrides.yaml", "YAML file whose parameters override all others"),
    "use_sim_time": ("true", "nodes follow the bridge's clock"),
    "autostart": ("true", "nodes configure and activate themselves; false: a lifecycle manager does"),
    "log_level": ("info", "debug | info | warn | error"),
    "page": ("true", "serve the web page"),
    "port": ("8080", "port of the web page"),
    "record": ("false", "record what the robot senses and what the nodes make of it"),
    "recording": ("recording_<time>", "folder of the bag that is recorded; must not exist"),
    "speech": ("false", "say replies aloud and hear what people say (docs/speech.md)"),
    "rviz": ("false", "open RViz with config/rviz/embodied_memory.rviz"),
}

value = LaunchConfiguration


class Robot(NamedTuple):
    """What nodes are told of a robot: files of parameters, and its names of topics, as (ours, its)."""

    files: tuple[LaunchConfiguration, ...] = ()
    remappings: tuple[tuple[str, LaunchConfiguration], ...] = ()


OURS = Robot()
"""A robot whose topics are named as ours: a simulated one, or a recording."""


def text(name: str) -> ParameterValue:
    """An argument that stays text even if it looks like a number."""
    return ParameterValue(value(name), value_type=str)


def number(name: str) -> ParameterValue:
    """An argument that is a float even if it looks like a whole number."""
    return ParameterValue(value(name), value_type=float)


def shared_file(*parts: str) -> PathJoinSubstitution:
    """A file that is installed with this package."""
    return PathJoinSubstitution([FindPackageShare("embodied_memory_bringup"), *parts])


def node(
    package: str,
    executable: str,
    condition: IfCondition | None = None,
    respawn: bool = True,
    robot: Robot = OURS,
    **parameters: object,
) -> Node:
    """A process. Parameters, later ones over earlier ones: its file in config/, the robot's, those given here,
    params_file.
    """
    common = {"use_sim_time": value("use_sim_time"), "autostart": value("autostart")}
    own = shared_file("config", f"{executable}.yaml")
    return Node(
        package=package,
        executable=executable,
        namespace=value("namespace"),
        parameters=[own, *robot.files, common | parameters, value("params_file")],
        remappings=[*OF_A_NAMESPACE, *robot.remappings],
        arguments=["--ros-args", "--log-level", value("log_level")],
        respawn=respawn,
        respawn_delay=3.0,
        condition=condition,
    )


def described(
    arguments: Mapping[str, tuple[str, str]], nodes: Iterable[Node], robot: Robot = OURS
) -> LaunchDescription:
    """A launch file's own arguments (name to default and description) and nodes, and those that all have."""
    everything = {**COMMON_ARGUMENTS, **arguments}
    defaults: dict[str, object] = {name: default for name, (default, _) in everything.items()}
    defaults["params_file"] = shared_file("config", "overrides.yaml")
    if "robot_file" in everything:
        defaults["robot_file"] = shared_file(*everything["robot_file"][0].split("/"))
    defaults["recording"] = time.strftime("recording_%Y-%m-%d_%H-%M-%S")
    declared = (
        DeclareLaunchArgument(name, default_value=defaults[name], description=description)
        for name, (_, description) in everything.items()
    )
    return LaunchDescription([*declared, *nodes, *_onlookers(robot)])


def _onlookers(robot: Robot) -> list[Node]:
    """Page, recorder, speech and RViz, each if it is asked for. A recorder that died cannot go on with its bag."""
    mine = "embodied_memory_bringup"
    rviz = Node(
        package="rviz2",
        executable="rviz2",
        namespace=value("namespace"),
        remappings=OF_A_NAMESPACE,
        arguments=["-d", shared_file("config", "rviz", "embodied_memory.rviz")],
        parameters=[{"use_sim_time": value("use_sim_time")}],
        condition=IfCondition(value("rviz")),
    )
    return [
        node(mine, "page_node", IfCondition(value("page")), robot=robot, port=value("port")),
        node(mine, "recorder_node", IfCondition(value("record")), respawn=False, robot=robot, bag=text("recording")),
        node("dialog_nodes", "speaker_node", IfCondition(value("speech"))),
        node("dialog_nodes", "listener_node", IfCondition(value("speech"))),
        rviz,
    ]
