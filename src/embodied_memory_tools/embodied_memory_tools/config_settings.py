"""Settings of the core by their names, as `--setting perception.min_score=.4` and YAML files give them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from ruamel.yaml import YAML

from embodied_memory.config import Config

C = TypeVar("C")
_ROS = "ros__parameters"


class SettingError(ValueError):
    """A setting that there is not, or whose value is of another kind. The message names what would do."""


def setting_names(config: Any = None, prefix: str = "") -> dict[str, Any]:
    """Every setting with its value: {"perception.min_score": 0.3, ...}."""
    config = Config() if config is None else config
    names: dict[str, Any] = {}
    for item in fields(config):
        value = getattr(config, item.name)
        names |= setting_names(value, f"{prefix}{item.name}.") if is_dataclass(value) else {prefix + item.name: value}
    return names


def parse_assignments(assignments: Iterable[str]) -> dict[str, str]:
    """Of `name=value`. SettingError for one without `=`."""
    values = {}
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        if not equals:
            raise SettingError(f"{assignment!r} is no setting; write it like perception.min_score=0.4")
        values[name.strip()] = value.strip()
    return values


def read_settings_file(file: Path) -> tuple[dict[str, Any], list[str]]:
    """(settings of the core, what else it holds) of a YAML file: names as here, or the parameters of ROS nodes.

    A file for nodes may hold what only a node has; in any other an unknown name is a SettingError.
    """
    try:
        tree = YAML(typ="safe").load(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingError(f"{file} cannot be read: {error.strerror or error}; check the path") from error
    except Exception as error:  # the parser has many kinds of errors
        raise SettingError(f"{file} is no YAML: {' '.join(str(error).split())}") from error
    if not isinstance(tree, Mapping | None):
        raise SettingError(f"{file} holds no settings; write them like `perception:` and below it `min_score: 0.4`")
    nodes = [one[_ROS] for one in (tree or {}).values() if isinstance(one, Mapping) and _ROS in one]
    if not nodes:
        return _flat(tree or {}), []
    values: dict[str, Any] = {}
    for node in nodes:
        values |= _flat(node or {})
    known = {name: value for name, value in values.items() if full_name(name) is not None}
    return known, sorted(set(values) - set(known))


def with_settings(config: Config, values: Mapping[str, Any]) -> Config:
    """The configuration with these values. SettingError for a name that there is not, or a value of another kind."""
    known = setting_names(config)
    for name, value in values.items():
        full = full_name(name)
        if full is None:
            near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
            meant = (
                f"; did you mean {' or '.join(near)}?" if near else f"; sections are {', '.join(_sections(known))}"
            )
            raise SettingError(f"there is no setting {name!r}{meant}")
        config = _replaced(config, full.split("."), _of_kind(full, known[full], value))
    return config


def full_name(name: str) -> str | None:
    """With its section: those of perception stand alone among the parameters of its node. None: there is none."""
    known = setting_names()
    return next((candidate for candidate in (name, f"perception.{name}") if candidate in known), None)


def _replaced(config: C, path: list[str], value: Any) -> C:
    first, *rest = path
    inner = _replaced(getattr(config, first), rest, value) if rest else value
    return replace(config, **{first: inner})  # type: ignore[type-var]


def _of_kind(name: str, default: Any, value: Any) -> Any:
    """The value as what the default is: text from a command line, or what YAML made of it."""
    try:
        if isinstance(default, bool):
            return _truth(value)
        if isinstance(default, tuple):
            parts = value.split(_separator(default)) if isinstance(value, str) else value
            kind = type(default[0]) if default else str
            return tuple(kind(part.strip() if isinstance(part, str) else part) for part in parts)
        if isinstance(value, bool) or (isinstance(default, int) and float(value) != int(float(value))):
            raise ValueError
        return int(float(value)) if isinstance(default, int) else type(default)(value)
    except (TypeError, ValueError):
        kind_name = {"int": "a whole number", "float": "a number", "bool": "true or false"}
        wanted = kind_name.get(type(default).__name__, "a list")
        raise SettingError(f"{name} must be {wanted} (it is {default} by default), not {value!r}") from None


def _separator(default: tuple[Any, ...]) -> str:
    """Between the parts of a list; where the parts themselves have commas, a semicolon."""
    return ";" if any("," in str(part) for part in default) else ","


def _truth(value: Any) -> bool:
    told = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
    if str(value).lower() not in told:
        raise ValueError
    return told[str(value).lower()]


def _flat(tree: Mapping[Any, Any], prefix: str = "") -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in tree.items():
        values |= _flat(value, f"{prefix}{name}.") if isinstance(value, Mapping) else {f"{prefix}{name}": value}
    return values


def _sections(known: Iterable[str]) -> list[str]:
    return sorted({name.partition(".")[0] for name in known})
