"""Beside a Spot with spot_ros2, a SLAM and Nav2: ros2 launch embodied_memory_bringup spot.launch.py."""

from launch import LaunchDescription

from embodied_memory_bringup.robot_description import beside_a_robot

DEFAULTS = {
    "robot_file": "config/robots/spot.yaml",
    "color_topic": "camera/frontleft/image",
    "color_info_topic": "camera/frontleft/camera_info",
    "depth_topic": "depth_registered/frontleft/image",
    "odom_topic": "odometry",
}


def generate_launch_description() -> LaunchDescription:
    """Beside the robot's own drivers, SLAM and Nav2, which are running."""
    return beside_a_robot(DEFAULTS)
