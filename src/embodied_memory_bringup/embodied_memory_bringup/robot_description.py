"""The nodes beside a robot that drives by Nav2 and has a depth camera: what its launch files have in common."""

from __future__ import annotations

from collections.abc import Mapping

from launch import LaunchDescription

from embodied_memory_bringup.launch_description import Robot, described, node, text, value

ARGUMENTS = {
    "robot_file": ("config/robots/any.yaml", "YAML file of what the robot is like: frames, size, camera"),
    "color_topic": ("camera/color/image_raw", "topic of its colour images"),
    "color_info_topic": ("camera/color/camera_info", "topic of the colour camera's CameraInfo"),
    "depth_topic": ("camera/depth/image_raw", "topic of its depth images, registered to the colour camera"),
    "odom_topic": ("odom", "topic of its odometry, for recordings"),
    "database": ("~/.embodied_memory/memory.db", "file of the memory"),
    "detector": ("objectron", "objectron (small, 23 kinds of things) | yolo_world (the extra yolo) | none"),
    "policy": ("semantic", "exploration policy: semantic | nearest | random"),
    "use_sim_time": ("false", "nodes follow a simulator's clock"),
}


def beside_a_robot(defaults: Mapping[str, str]) -> LaunchDescription:
    """defaults: of arguments, where a robot is known. One process a node."""
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
        {name: (defaults.get(name, default), said) for name, (default, said) in ARGUMENTS.items()},
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
