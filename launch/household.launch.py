"""The whole stack in a simulated home: ros2 launch embodied_memory_bringup household.launch.py seed:=7."""

from launch import LaunchDescription

from embodied_memory_bringup.launch_description import described, node, number, text, value

ARGUMENTS = {
    "seed": ("7", "seed of the generated home; ignored if a scene is given"),
    "homes": ("generated", "which kind of home is made from the seed: generated | lived"),
    "scene": ("", "GLB file of a home by other hands, its JSON beside it"),
    "sensors": ("exact", "what the robot senses with: exact | good | fair | poor | single/... | a YAML file"),
    "database": ("~/.embodied_memory/memory.db", "file of the memory"),
    "detector": ("ground_truth", "ground_truth | objectron | yolo_world | none"),
    "policy": ("semantic", "exploration policy: semantic | nearest | random"),
    "residents": ("false", "people live in the home beside the robot"),
    "residents_start": ("2026-03-02T08:00", "when the robot is switched on in their home; date and time (UTC)"),
    "residents_hours": ("16.0", "how long they live on, in hours of theirs"),
    "residents_trace": ("", "folder for what really happened, for judges only; empty: nowhere"),
    "time_scale": ("60.0", "seconds that pass for the residents while the robot does what takes it one"),
}


def generate_launch_description() -> LaunchDescription:
    """One process a node."""
    company = {
        "residents": value("residents"),
        "residents_start": text("residents_start"),
        "residents_hours": number("residents_hours"),
        "residents_trace": text("residents_trace"),
        "time_scale": number("time_scale"),
    }
    world = {
        "seed": value("seed"),
        "homes": text("homes"),
        "scene": text("scene"),
        "sensors": text("sensors"),
        "use_sim_time": False,
    } | company
    return described(
        ARGUMENTS,
        [
            node("bridge_nodes", "household_bridge", **world),
            node("perception_nodes", "perception_node", detector=text("detector")),
            node("perception_nodes", "mapping_node"),
            node("memory_nodes", "memory_node", database=text("database")),
            node("planner_nodes", "planner_node", **{"explorer.policy": text("policy")}),
            node("dialog_nodes", "dialog_node"),
            node("dialog_nodes", "stop_node"),
        ],
    )
