"""ROS parameters made from the core's configuration: one source of names, defaults and descriptions."""

from __future__ import annotations

import ast
import inspect
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, TypeVar

from rcl_interfaces.msg import ParameterDescriptor
from rclpy.node import Node

C = TypeVar("C")


def declare_config(node: Node, default: C, prefix: str) -> C:
    """Declare every field of a (nested) configuration dataclass as `prefix.field`; return it as now set.

    The parameters are read-only: what can change while a node runs is declared by the node itself.
    """
    values: dict[str, Any] = {}
    for item in fields(default):  # type: ignore[arg-type]
        name = f"{prefix}.{item.name}" if prefix else item.name
        value = getattr(default, item.name)
        if is_dataclass(value):
            values[item.name] = declare_config(node, value, name)
            continue
        text = describe_field(type(default), item.name)
        descriptor = ParameterDescriptor(description=text, read_only=True)
        values[item.name] = type(value)(node.declare_parameter(name, value, descriptor).value)
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
