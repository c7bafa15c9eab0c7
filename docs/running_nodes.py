"""Starts every node in this process and asks the ROS graph what it declares, offers and uses."""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any
from unittest.mock import Mock

import rclpy
from rcl_interfaces.msg import ParameterType
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from rclpy.serialization import serialize_message

from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_tools.bags.bag_writer import BagWriter, OfferedQos

ROOT = Path(__file__).resolve().parents[1]

COMMON_TOPICS = {"/rosout", "/parameter_events", "/diagnostics"}
"""Every node has them; the page names them once."""
COMMON_PARAMETERS = ("qos_overrides.", "use_sim_time", "start_type_description_service", "autostart")


@dataclass(frozen=True)
class Parameter:
    """A declared parameter. default: as it is written on a command line."""

    name: str
    default: str
    description: str


@dataclass
class NodeInterface:
    """What a node is to the others. Topics: name to (type, QoS); services and actions: name to type."""

    package: str
    parameters: dict[str, Parameter] = field(default_factory=dict)
    publishes: dict[str, tuple[str, str]] = field(default_factory=dict)
    reads: dict[str, tuple[str, str]] = field(default_factory=dict)
    serves: dict[str, str] = field(default_factory=dict)
    calls: dict[str, str] = field(default_factory=dict)
    serves_actions: dict[str, str] = field(default_factory=dict)
    calls_actions: dict[str, str] = field(default_factory=dict)


WITHOUT_EXTRAS = {
    "speaker_node": {"make_synthesizer": lambda config: Mock()},
    "listener_node": {"make_recognizer": lambda config: Mock(), "make_endpointer": lambda config: Mock()},
}
"""Programs and libraries that this environment lacks and a node is not asked to use here."""


def entry_points(setup_file: Path) -> dict[str, str]:
    """Executable to module:function, as setup.py lists them, read without running it."""
    scripts: dict[str, str] = {}
    for call in ast.walk(ast.parse(setup_file.read_text())):
        if isinstance(call, ast.keyword) and call.arg == "entry_points":
            for line in ast.literal_eval(call.value)["console_scripts"]:
                name, target = line.split("=")
                scripts[name.strip()] = target.strip()
    return scripts


def node_modules() -> dict[str, tuple[str, ModuleType]]:
    """Executable to (package, module) of every node."""
    found: dict[str, tuple[str, ModuleType]] = {}
    for setup_file in sorted((ROOT / "src").glob("*/setup.py")):
        for name, target in entry_points(setup_file).items():
            if name.endswith(("_node", "_bridge")):
                found[name] = (setup_file.parent.name, importlib.import_module(target.split(":")[0]))
    return found


def node_class(module: ModuleType) -> type[EmbodiedNode]:
    """The node that a module defines."""
    for _, item in inspect.getmembers(module, inspect.isclass):
        if issubclass(item, EmbodiedNode) and item.__module__ == module.__name__:
            return item
    raise LookupError(f"{module.__name__} defines no node")


@contextmanager
def ros(arguments: list[str]) -> Iterator[None]:
    """rclpy that hears nobody else, whatever runs on this machine."""
    os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "OFF"
    rclpy.init(args=["--ros-args", *arguments])
    try:
        yield
    finally:
        rclpy.try_shutdown()


def all_interfaces() -> dict[str, NodeInterface]:
    """By executable. Starts every node twice: with its defaults, then with files and ports that exist."""
    nodes = {name: NodeInterface(package) for name, (package, _) in node_modules().items()}
    classes = {name: node_class(module) for name, (_, module) in node_modules().items()}
    with ros([]):
        for name, interface in nodes.items():
            interface.parameters = _parameters(classes[name]())
    with TemporaryDirectory() as folder, ros(_settings(Path(folder))):
        for name, interface in nodes.items():
            _fill(interface, classes[name](**WITHOUT_EXTRAS.get(name, {})))
    return nodes


def _parameters(node: EmbodiedNode) -> dict[str, Parameter]:
    names = [name for name in node._parameters if not name.startswith(COMMON_PARAMETERS)]
    found = {}
    for name in sorted(names):
        default = _written(node.get_parameter(name).get_parameter_value())
        found[name] = Parameter(name, default, node.describe_parameter(name).description)
    node.destroy_node()
    return found


def _written(value: Any) -> str:
    if value.type == ParameterType.PARAMETER_BOOL:
        return str(value.bool_value).lower()
    if value.type == ParameterType.PARAMETER_INTEGER:
        return str(value.integer_value)
    if value.type == ParameterType.PARAMETER_DOUBLE:
        return repr(value.double_value)
    if value.type == ParameterType.PARAMETER_DOUBLE_ARRAY:
        return repr(list(value.double_array_value))
    if value.type == ParameterType.PARAMETER_INTEGER_ARRAY:
        return repr(list(value.integer_array_value))
    if value.type == ParameterType.PARAMETER_STRING_ARRAY:
        return repr(list(value.string_array_value))
    return value.string_value or '""'


def _settings(folder: Path) -> list[str]:
    """What the nodes need to be activated without models and without treading on a running stack."""
    bag = _bag_of_everything(folder / "played")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    values = {
        "memory_node:database": folder / "memory.db",
        "memory_node:embedder": "hashing",
        "perception_node:embedder": "hashing",
        "bag_bridge:bag": bag,
        "bag_bridge:wait_for_readers_s": 600.0,
        "recorder_node:bag": folder / "recorded",
        "page_node:port": port,
        "listener_node:listening.source": "topic",
        "household_bridge:image_width": 32,
        "household_bridge:image_height": 24,
    }
    return [part for name, value in values.items() for part in ("-p", f"{name}:={value}")]


def _bag_of_everything(path: Path) -> Path:
    """An empty message of each topic that a bag may hold."""
    from bridge_nodes.bag_bridge import PLAYED

    with BagWriter(path) as writer:
        for stamp_ns, (topic, (kind, _)) in enumerate(PLAYED.items(), start=1):
            name = "/".join([*kind.__module__.split(".")[:2], kind.__name__])
            writer.write_raw(topic, name, serialize_message(kind()), stamp_ns, OfferedQos())
    return path


def _fill(interface: NodeInterface, node: EmbodiedNode) -> None:
    """Configure and activate the node alone, ask the graph, end it."""
    node.trigger_configure()
    node.trigger_activate()
    here = (node.get_name(), node.get_namespace())
    interface.publishes = {
        name: (types[0], _qos(node, node.get_publishers_info_by_topic(name)))
        for name, types in node.get_publisher_names_and_types_by_node(*here)
        if _is_own(name)
    }
    interface.reads = {
        name: (types[0], _qos(node, node.get_subscriptions_info_by_topic(name)))
        for name, types in node.get_subscriber_names_and_types_by_node(*here)
        if _is_own(name)
    }
    private = f"/{node.get_name()}/"
    interface.serves = _first_types(node.get_service_names_and_types_by_node(*here), private)
    interface.calls = _first_types(node.get_client_names_and_types_by_node(*here), private)
    interface.serves_actions = _first_types(rclpy.action.get_action_server_names_and_types_by_node(node, *here))
    interface.calls_actions = _first_types(rclpy.action.get_action_client_names_and_types_by_node(node, *here))
    node._stop()
    node.destroy_node()


def _is_own(topic: str) -> bool:
    return topic not in COMMON_TOPICS and "/_action/" not in topic and not topic.endswith("/transition_event")


def _first_types(pairs: list[tuple[str, list[str]]], private: str = "\0") -> dict[str, str]:
    return {name: types[0] for name, types in pairs if not name.startswith(private) and "/_action/" not in name}


def _qos(node: Node, endpoints: list[Any]) -> str:
    """In words: reliable or best effort, the depth, and whether late readers get the latest."""
    profile: QoSProfile = next(end.qos_profile for end in endpoints if end.node_name == node.get_name())
    words = "reliable" if profile.reliability == ReliabilityPolicy.RELIABLE else "best effort"
    late = ", kept for late readers" if profile.durability == DurabilityPolicy.TRANSIENT_LOCAL else ""
    return words + late
