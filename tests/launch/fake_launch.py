"""The part of `launch` and `launch_ros` that our launch files use, where ROS 2 from wheels has neither.

Each class takes the arguments of its original and refuses all others. Substitutions are resolved against the launch
arguments as `launch` does it: strings stay strings, except that a parameter value that comes from a substitution is
read as YAML unless ParameterValue gives a type (launch_ros, evaluate_parameters).
"""

from __future__ import annotations

import importlib.util
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import yaml


@dataclass(frozen=True)
class LaunchConfiguration:
    """launch.substitutions.LaunchConfiguration"""

    variable_name: str

    def perform(self, context: Context) -> str:
        return context.arguments[self.variable_name]


@dataclass(frozen=True)
class FindPackageShare:
    """launch_ros.substitutions.FindPackageShare"""

    package: str

    def perform(self, context: Context) -> str:
        return str(context.shares[self.package])


@dataclass(frozen=True)
class PathJoinSubstitution:
    """launch.substitutions.PathJoinSubstitution"""

    substitutions: list[Any]

    def perform(self, context: Context) -> str:
        return str(Path(*(context.text(part) for part in self.substitutions)))


@dataclass(frozen=True)
class IfCondition:
    """launch.conditions.IfCondition: only the words that launch takes for true and false."""

    predicate_expression: Any

    def evaluate(self, context: Context) -> bool:
        word = context.text(self.predicate_expression).strip().lower()
        if word not in ("true", "false", "1", "0"):
            raise ValueError(f'"{word}" is neither true nor false')
        return word in ("true", "1")


@dataclass(frozen=True)
class ParameterValue:
    """launch_ros.parameter_descriptions.ParameterValue"""

    value: Any
    value_type: type | None = None


@dataclass(frozen=True)
class DeclareLaunchArgument:
    """launch.actions.DeclareLaunchArgument"""

    name: str
    default_value: Any = None
    description: str | None = None
    choices: list[str] | None = None


@dataclass(frozen=True)
class Node:
    """launch_ros.actions.Node"""

    executable: Any
    package: Any = None
    name: Any = None
    namespace: Any = None
    parameters: list[Any] = field(default_factory=list)
    remappings: list[Any] = field(default_factory=list)
    arguments: list[Any] = field(default_factory=list)
    respawn: Any = False
    respawn_delay: float | None = None
    output: str | None = None
    condition: IfCondition | None = None


@dataclass(frozen=True)
class LaunchDescription:
    """launch.LaunchDescription"""

    entities: list[Any]


@dataclass(frozen=True)
class StartedNode:
    """What launch would start. parameters: as they end up, later ones over earlier ones; files: those given."""

    package: str
    executable: str
    namespace: str
    parameters: dict[str, Any]
    files: list[Path]
    arguments: list[str]
    remappings: dict[str, str]


@dataclass
class Context:
    """The values of the launch arguments and where packages keep their shared files."""

    arguments: dict[str, str]
    shares: dict[str, Path]

    def text(self, value: Any) -> str:
        """A string or a substitution, performed."""
        return value.perform(self) if hasattr(value, "perform") else str(value)

    def parameter(self, value: Any) -> Any:
        """The value of one parameter, with its type."""
        if isinstance(value, ParameterValue):
            text = self.text(value.value)
            return value.value_type(text) if value.value_type is not None else yaml.safe_load(text)
        return yaml.safe_load(self.text(value)) if hasattr(value, "perform") else value


def start(description: LaunchDescription, shares: dict[str, Path], **given: str) -> list[StartedNode]:
    """What `ros2 launch FILE name:=value ...` would start. KeyError for an argument that is not declared."""
    context = Context({}, shares)
    started = []
    for entity in description.entities:
        if isinstance(entity, DeclareLaunchArgument):
            value = given.pop(entity.name, entity.default_value)
            if value is None:
                raise ValueError(f"the argument {entity.name} has to be given")
            context.arguments[entity.name] = context.text(value)
        elif entity.condition is None or entity.condition.evaluate(context):
            started.append(_started(entity, context))
    if given:
        raise KeyError(f"not declared: {sorted(given)}")
    return started


def _started(node: Node, context: Context) -> StartedNode:
    parameters: dict[str, Any] = {}
    files: list[Path] = []
    for item in node.parameters:
        if isinstance(item, dict):
            parameters |= {context.text(name): context.parameter(value) for name, value in item.items()}
        else:
            files.append(Path(context.text(item)))
            parameters |= parameters_in(files[-1])
    return StartedNode(
        context.text(node.package),
        context.text(node.executable),
        context.text(node.namespace or ""),
        parameters,
        files,
        [context.text(argument) for argument in node.arguments],
        {context.text(name): context.text(other) for name, other in node.remappings},
    )


def parameters_in(file: Path) -> dict[str, Any]:
    """Of a parameter file for any node. launch_ros only warns of a file that is not there; so nothing is set."""
    if not file.is_file():
        return {}
    parameters: dict[str, Any] = {}
    for section in (yaml.safe_load(file.read_text()) or {}).values():
        _flatten("", section["ros__parameters"], parameters)
    return parameters


def _flatten(prefix: str, values: dict[str, Any], into: dict[str, Any]) -> None:
    for name, value in values.items():
        if isinstance(value, dict):
            _flatten(f"{prefix}{name}.", value, into)
        else:
            into[prefix + name] = value


_MODULES = {
    "launch": [LaunchDescription],
    "launch.actions": [DeclareLaunchArgument],
    "launch.conditions": [IfCondition],
    "launch.substitutions": [LaunchConfiguration, PathJoinSubstitution],
    "launch_ros": [],
    "launch_ros.actions": [Node],
    "launch_ros.parameter_descriptions": [ParameterValue],
    "launch_ros.substitutions": [FindPackageShare],
}


@contextmanager
def installed():
    """The fake in the place of launch and launch_ros."""
    before = {name: sys.modules.get(name) for name in _MODULES}
    for name, classes in _MODULES.items():
        sys.modules[name] = ModuleType(name)
        for item in classes:
            setattr(sys.modules[name], item.__name__, item)
    try:
        yield
    finally:
        for name, module in before.items():
            sys.modules.pop(name)
            if module is not None:
                sys.modules[name] = module


_SHARED = ("embodied_memory_bringup.launch_description", "embodied_memory_bringup.robot_description")


def _forget_shared() -> None:
    for name in _SHARED:
        sys.modules.pop(name, None)


def load(file: Path) -> ModuleType:
    """A launch file as a module. What the launch files share is loaded with it, and forgotten with the fake."""
    spec = importlib.util.spec_from_file_location(file.name.replace(".", "_"), file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with installed():
        _forget_shared()
        spec.loader.exec_module(module)
        _forget_shared()
    return module
