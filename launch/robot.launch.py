"""Beside any robot with Nav2 and a depth camera: ros2 launch embodied_memory_bringup robot.launch.py."""

from launch import LaunchDescription

from embodied_memory_bringup.robot_description import beside_a_robot

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


def generate_launch_description() -> LaunchDescription:
    """Beside the robot's own drivers, SLAM and Nav2, which are running."""
    return beside_a_robot(ARGUMENTS)
