"""Beside any robot with Nav2 and a depth camera: ros2 launch embodied_memory_bringup robot.launch.py."""

from launch import LaunchDescription

from embodied_memory_bringup.robot_description import beside_a_robot

DEFAULTS = {"robot_file": "config/robots/any.yaml"}


def generate_launch_description() -> LaunchDescription:
    """Beside the robot's own drivers, SLAM and Nav2, which are running."""
    return beside_a_robot(DEFAULTS)
