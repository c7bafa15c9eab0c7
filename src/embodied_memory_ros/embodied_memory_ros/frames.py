"""How the robot names its frames (REP-105), by parameters of each node that has to do with them."""

from __future__ import annotations

from dataclasses import dataclass

from rclpy.node import Node

from embodied_memory_ros.parameters import declare_all

MAP_FRAME = ("map", "frame in which everything is remembered")
"""Default and description of the parameter map_frame, for nodes that have to do with no other."""
_PARAMETERS = {
    "map_frame": MAP_FRAME,
    "base_frame": ("base_link", "frame of the robot's base"),
}


@dataclass(frozen=True)
class Frames:
    """Names of frames."""

    map_frame: str
    base_frame: str

    @staticmethod
    def declare_parameters(node: Node) -> None:
        """Once, when the node is made."""
        declare_all(node, _PARAMETERS)

    @classmethod
    def of(cls, node: Node) -> Frames:
        """As the node's parameters have them."""
        return cls(**{name: node.get_parameter(name).value for name in _PARAMETERS})
