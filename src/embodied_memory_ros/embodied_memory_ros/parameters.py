"""ROS parameters made from the core's configuration: one source of names, defaults and descriptions."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, TypeVar

from rcl_interfaces.msg import FloatingPointRange, IntegerRange, ParameterDescriptor
from rclpy.exceptions import InvalidParameterTypeException, InvalidParameterValueException
from rclpy.node import Node
from rclpy.parameter import Parameter

from embodied_memory.config.ranges import range_of, refusal

C = TypeVar("C")


def declare_all(node: Node, parameters: Mapping[str, tuple[Any, str]]) -> None:
    """Declare parameters by name: (default, description)."""
    for name, (default, description) in parameters.items():
        declare(node, name, default, description)


def declare(node: Node, name: str, default: Any, description: str) -> Any:
    """Declare one, read-only and within the range that its name tells; what it is set to.

    Raises ValueError for what it cannot be, which names it and what it may be.
    """
    descriptor = ParameterDescriptor(description=description, read_only=True)
    allowed = range_of(name.rpartition(".")[2])
    if isinstance(default, float):
        descriptor.floating_point_range = [FloatingPointRange(from_value=allowed.least, to_value=allowed.most)]
    elif isinstance(default, int) and not isinstance(default, bool):
        descriptor.integer_range = [IntegerRange(from_value=int(allowed.least), to_value=int(allowed.most))]
    given = _given(node, name, default)
    try:
        value = node.declare_parameter(name, default, descriptor).value
    except InvalidParameterTypeException as error:
        raise ValueError(f"{name} must be of the type of {default!r}: {error}") from error
    except InvalidParameterValueException as error:
        raise ValueError(refusal(name, given) or str(error)) from error
    if reason := refusal(name, value):  # no range of rclpy's refuses what is no number
        raise ValueError(reason)
    return value


def _given(node: Node, name: str, default: Any) -> Any:
    """What a parameter is set to from outside, else the default. "rate:=2" is meant as 2.0: ROS takes it for an
    integer, and offers no other place to say so than this one.
    """
    given = node._parameter_overrides.get(name)
    if given is not None and isinstance(default, float) and given.type_ is Parameter.Type.INTEGER:
        given = node._parameter_overrides[name] = Parameter(name, Parameter.Type.DOUBLE, float(given.value))
    return default if given is None else given.value


def declare_config(node: Node, default: C, prefix: str) -> C:
    """Declare every field of a (nested) configuration dataclass as `prefix.field`; return it as now set.

    Raises ValueError as `declare`.
    """
    values: dict[str, Any] = {}
    for item in fields(default):  # type: ignore[arg-type]
        name = f"{prefix}.{item.name}" if prefix else item.name
        value = getattr(default, item.name)
        if is_dataclass(value):
            values[item.name] = declare_config(node, value, name)
            continue
        values[item.name] = type(value)(declare(node, name, value, describe_field(type(default), item.name)))
    return replace(default, **values)  # type: ignore[type-var]


def describe_field(owner: type, name: str) -> str:
    """The text written below a field in the source, or its name in words."""
    return _texts_below_fields(owner).get(name, name.replace("_", " "))


@cache
def _texts_below_fields(owner: type) -> dict[str, str]:
    """Field name to the string literal that follows it in the class body."""
    (body,) = ast.parse(inspect.cleandoc(inspect.getsource(owner))).body
    assert isinstance(body, ast.ClassDef)
    texts: dict[str, str] = {}
    for line, below in zip(body.body, body.body[1:], strict=False):
        is_text = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and is_text:
            texts[line.target.id] = " ".join(str(below.value.value).split())  # type: ignore[attr-defined]
    return texts
