"""A recording played into the nodes: ros2 launch embodied_memory_bringup replay.launch.py bag:=FOLDER."""

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument
from launch.conditions import IfCondition
from launch.substitutions import LaunchConfiguration, PathJoinSubstitution
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue
from launch_ros.substitutions import FindPackageShare

ARGUMENTS = {
    "namespace": ("", "namespace of every node"),
    "bag": ("", "the bag: its folder, or one .mcap or .db3 file"),
    "rate": ("1.0", "recorded seconds a second"),
    "database": ("~/.embodied_memory/replay.db", "file of the memory"),
    "detector": ("objectron", "ground_truth (bags of simulators) | objectron | yolo_world | none"),
    "params_file": ("config/overrides.yaml", "YAML file whose parameters override all others"),
    "use_sim_time": ("true", "nodes follow the recording's clock"),
    "autostart": ("true", "nodes configure and activate themselves; false: a lifecycle manager does"),
    "log_level": ("info", "debug | info | warn | error"),
    "page": ("true", "serve the web page"),
    "port": ("8080", "port of the web page"),
    "rviz": ("false", "open RViz with config/rviz/embodied_memory.rviz"),
}


def generate_launch_description() -> LaunchDescription:
    """The bag in the place of a robot; no planner, because a recording cannot be driven."""
    shared = FindPackageShare("embodied_memory_bringup")
    value = LaunchConfiguration
    defaults = {name: default for name, (default, _) in ARGUMENTS.items()}
    defaults["params_file"] = PathJoinSubstitution([shared, "config", "overrides.yaml"])

    def text(name: str) -> ParameterValue:
        return ParameterValue(value(name), value_type=str)

    def node(package: str, executable: str, condition: IfCondition | None = None, **parameters: object) -> Node:
        settings = PathJoinSubstitution([shared, "config", f"{executable}.yaml"])
        common = {"use_sim_time": value("use_sim_time"), "autostart": value("autostart")}
        return Node(
            package=package,
            executable=executable,
            namespace=value("namespace"),
            parameters=[settings, common | parameters, value("params_file")],
            arguments=["--ros-args", "--log-level", value("log_level")],
            condition=condition,
        )

    rviz = Node(
        package="rviz2",
        executable="rviz2",
        namespace=value("namespace"),
        arguments=["-d", PathJoinSubstitution([shared, "config", "rviz", "embodied_memory.rviz"])],
        parameters=[{"use_sim_time": value("use_sim_time")}],
        condition=IfCondition(value("rviz")),
    )
    page = node("embodied_memory_bringup", "page_node", IfCondition(value("page")), port=value("port"))
    return LaunchDescription(
        [
            *(
                DeclareLaunchArgument(name, default_value=defaults[name], description=description)
                for name, (_, description) in ARGUMENTS.items()
            ),
            node("bridge_nodes", "bag_bridge", bag=text("bag"), rate=value("rate"), use_sim_time=False),
            node("perception_nodes", "perception_node", detector=text("detector")),
            node("perception_nodes", "mapping_node"),
            node("memory_nodes", "memory_node", database=text("database")),
            node("dialog_nodes", "dialog_node"),
            page,
            rviz,
        ]
    )
