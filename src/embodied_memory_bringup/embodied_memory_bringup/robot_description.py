"""The nodes beside a robot that drives by Nav2 and has a depth camera: what its launch files have in common."""

from __future__ import annotations

from collections.abc import Mapping

from launch import LaunchDescription

from embodied_memory_bringup.launch_description import Robot, described, node, text, value


def beside_a_robot(arguments: Mapping[str, tuple[str, str]]) -> LaunchDescription:
    """arguments: those of `robot.launch.py`, by other defaults where a robot is known. One process a node."""
    robot = Robot(
        (value("robot_file"),),
        (
            ("camera/color/image_raw", value("color_topic")),
            ("camera/color/camera_info", value("color_info_topic")),
            ("camera/depth/image_raw", value("depth_topic")),
            ("odom", value("odom_topic")),
        ),
    )
    return described(
        arguments,
        [
            node("perception_nodes", "perception_node", robot=robot, detector=text("detector")),
            node("perception_nodes", "mapping_node", robot=robot),
            node("memory_nodes", "memory_node", robot=robot, database=text("database")),
            node("planner_nodes", "planner_node", robot=robot, **{"explorer.policy": text("policy")}),
            node("dialog_nodes", "dialog_node", robot=robot),
            node("dialog_nodes", "stop_node", robot=robot),
        ],
        robot,
    )
