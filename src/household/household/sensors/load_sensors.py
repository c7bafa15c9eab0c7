"""Sensors by name or file: config/sensors/NAME.yaml, a section for each model, a key for each of its fields."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import yaml

from household.sensors.sensor_suite import Sensors

_INSTALLED = Path("share", "embodied_memory_bringup", "config", "sensors")
_IN_SOURCES = Path("config", "sensors")


class SensorsError(ValueError):
    """Sensors that cannot be had. The message names the cause and the remedy."""


def load_sensors(name: str, settings: Iterable[str] = ()) -> Sensors:
    """Sensors of config/sensors ("good", "single/tilt_2"), or of a YAML file anywhere.

    settings: single effects on top, as "depth.deviation_at_1_m=0.02"; they are part of the name then. Raises
    SensorsError.
    """
    file = Path(name).expanduser() if name.endswith((".yaml", ".yml")) else _file_named(name)
    try:
        content = yaml.safe_load(file.read_text(encoding="utf-8")) or {}
    except OSError as error:
        raise SensorsError(f"sensors cannot be read from {file}: {error.strerror}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise SensorsError(f"{file} is no YAML file: {error}") from error
    sensors = _with(Sensors(file.stem if name.endswith((".yaml", ".yml")) else name), content, str(file))
    for setting in settings:
        sensors = _with(sensors, _parsed(setting), f'"{setting}"')
        sensors = replace(sensors, name=f"{sensors.name} {setting}")
    return sensors


def sensor_names() -> tuple[str, ...]:
    """All of config/sensors, single effects last; empty if the folder is missing."""
    folder = _folder()
    files = sorted(folder.rglob("*.yaml")) if folder else []
    names = [file.relative_to(folder).with_suffix("").as_posix() for file in files if folder]
    return tuple(sorted(names, key=lambda name: ("/" in name, name)))


def _file_named(name: str) -> Path:
    folder, names = _folder(), sensor_names()
    if folder is None:
        raise SensorsError("the folder config/sensors is missing; run from a checkout or an installed workspace")
    if name not in names:
        raise SensorsError(f'there are no sensors "{name}"; choose from {", ".join(names)}, or name a .yaml file')
    return folder / f"{name}.yaml"


def _folder() -> Path | None:
    """Of the sources, or of the prefix that this package is installed under."""
    above = Path(__file__).resolve().parents
    found = (parent / place for parent in above for place in (_IN_SOURCES, _INSTALLED))
    return next((folder for folder in found if folder.is_dir()), None)


def _parsed(setting: str) -> Mapping[str, Any]:
    key, equals, value = setting.partition("=")
    section, dot, name = key.strip().partition(".")
    if not equals or not dot:
        raise SensorsError(f'"{setting}" is no setting of sensors; write section.key=value')
    try:
        return {section: {name: yaml.safe_load(value)}}
    except yaml.YAMLError as error:
        raise SensorsError(f'"{setting}": "{value}" is neither a number nor true or false') from error


def _with(sensors: Sensors, content: Any, where: str) -> Sensors:
    """Sensors with what the content of a file says."""
    sections = [one.name for one in fields(Sensors) if one.name != "name"]
    for section, values in _mapping(content, where).items():
        if section not in sections:
            raise SensorsError(f'{where}: there is no section "{section}"; choose from {", ".join(sections)}')
        model = getattr(sensors, section)
        allowed = {one.name: getattr(model, one.name) for one in fields(model)}
        for key, value in _mapping(values, f"{where}: {section}").items():
            if key not in allowed:
                raise SensorsError(f'{where}: {section} has no "{key}"; choose from {", ".join(allowed)}')
            model = replace(model, **{key: _checked(value, allowed[key], f"{where}: {section}.{key}")})
        sensors = replace(sensors, **{section: model})
    return sensors


def _mapping(content: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(content or {}, Mapping):
        raise SensorsError(f"{where} must hold keys and values, not {content!r}")
    return content or {}


def _checked(value: Any, default: Any, where: str) -> Any:
    """As the type of the default asks for it. Shares are 0 to 1, and only offsets and scales may be negative."""
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise SensorsError(f"{where} must be true or false, not {value!r}")
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)) or math.isnan(value):
        raise SensorsError(f"{where} must be a number, not {value!r}")
    key = where.rpartition(".")[2]
    if not ("offset" in key and not key.startswith("offset")) and "scale" not in key and value < 0:
        raise SensorsError(f"{where} must not be negative: {value}")
    if (key.endswith(("_share", "recall", "_score", "per_view"))) and "scale" not in key and value > 1:
        raise SensorsError(f"{where} must be 0 to 1, not {value}")
    return int(value) if isinstance(default, int) else float(value)
