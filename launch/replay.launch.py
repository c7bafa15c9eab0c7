"""A recording played into the nodes: ros2 launch embodied_memory_bringup replay.launch.py bag:=FOLDER."""

from launch import LaunchDescription

from embodied_memory_bringup.launch_description import described, node, text, value

ARGUMENTS = {
    "bag": ("", "the bag: its folder, or one .mcap or .db3 file"),
    "rate": ("1.0", "recorded seconds a second"),
    "database": ("~/.embodied_memory/replay.db", "file of the memory"),
    "detector": ("objectron", "ground_truth (bags of simulators) | objectron | yolo_world | none"),
}


def generate_launch_description() -> LaunchDescription:
    """The bag in the place of a robot; no planner, because a recording cannot be driven."""
    player = {"bag": text("bag"), "rate": value("rate"), "use_sim_time": False}
    return described(
        ARGUMENTS,
        [
            node("bridge_nodes", "bag_bridge", respawn=False, **player),
            node("perception_nodes", "perception_node", detector=text("detector")),
            node("perception_nodes", "mapping_node"),
            node("memory_nodes", "memory_node", database=text("database")),
            node("dialog_nodes", "dialog_node"),
        ],
    )
