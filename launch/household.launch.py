"""The whole stack in a simulated home: ros2 launch embodied_memory_bringup household.launch.py seed:=7."""

from launch import LaunchDescription

from embodied_memory_bringup.launch_description import described, node, text, value

ARGUMENTS = {
    "seed": ("7", "seed of the generated home; ignored if a scene is given"),
    "scene": ("", "GLB file of a home by other hands, its JSON beside it"),
    "database": ("~/.embodied_memory/memory.db", "file of the memory"),
    "detector": ("ground_truth", "ground_truth | objectron | yolo_world | none"),
    "policy": ("semantic", "exploration policy: semantic | nearest | random"),
}


def generate_launch_description() -> LaunchDescription:
    """One process a node."""
    return described(
        ARGUMENTS,
        [
            node("bridge_nodes", "household_bridge", seed=value("seed"), scene=text("scene"), use_sim_time=False),
            node("perception_nodes", "perception_node", detector=text("detector")),
            node("perception_nodes", "mapping_node"),
            node("memory_nodes", "memory_node", database=text("database")),
            node("planner_nodes", "planner_node", **{"explorer.policy": text("policy")}),
            node("dialog_nodes", "dialog_node"),
        ],
    )
