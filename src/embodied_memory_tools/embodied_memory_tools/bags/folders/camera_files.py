"""Intrinsics of cameras as datasets write them: 4 numbers, a matrix, `fx = 525`, JSON or YAML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ruamel.yaml import YAML

from embodied_memory_tools.bags.bag_error import BagError

NAMES = (
    "intrinsic/intrinsic_color.txt", "intrinsics.txt", "intrinsic.txt", "camera-intrinsics.txt",
    "camera_intrinsics.txt", "camera.txt", "K.txt", "calibration.txt", "intrinsics.json", "intrinsic.json",
    "camera.json", "camera_intrinsics.json", "camera_intrinsic.json", "intrinsics.yaml", "camera.yaml",
    "camera_info.yaml", "calibration.yaml",
)  # fmt: skip
DEPTH_NAMES = ("intrinsic/intrinsic_depth.txt", "intrinsics_depth.txt", "depth_intrinsics.txt", "camera_depth.txt")
Values = tuple[float, float, float, float]
"""fx, fy, cx, cy, in pixels."""
_MATRICES = ("intrinsic_matrix", "camera_matrix", "K", "k", "intrinsics", "camera", "color", "rgb", "data")


def find_intrinsics(folder: Path, names: tuple[str, ...] = NAMES) -> tuple[Values, Path] | None:
    """The first of these files that is there, and what it says. BagError if that is no camera."""
    file = next((folder / name for name in names if (folder / name).is_file()), None)
    return (read_intrinsics(file), file) if file is not None else None


def read_intrinsics(file: Path) -> Values:
    """BagError naming the file if it holds no camera."""
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
        values = _in_tree(_tree(file, text)) if file.suffix in (".json", ".yaml", ".yml") else _in_text(text)
    except Exception as error:  # parsers of JSON and YAML fail each in its way
        raise BagError(f"{file} cannot be read as intrinsics: {error}") from error
    if values is None or not np.isfinite(values).all() or min(values[:2]) <= 0:
        raise BagError(
            f"{file} holds no intrinsics; write `fx fy cx cy`, a 3x3 or 4x4 matrix, or JSON of these names"
        )
    return values


def read_extrinsics(folder: Path) -> NDArray[np.float64] | None:
    """color_T_depth (4, 4) of intrinsic/extrinsic_color.txt and extrinsic_depth.txt, as ScanNet has them."""
    matrices = []
    for name in ("color", "depth"):
        file = folder / "intrinsic" / f"extrinsic_{name}.txt"
        if not file.is_file():
            return None
        matrices.append(_numbers(file.read_text(encoding="utf-8", errors="replace")))
    if any(len(values) != 16 or not np.isfinite(values).all() for values in matrices):
        return None
    color, depth = (np.array(values).reshape(4, 4) for values in matrices)
    try:
        return np.asarray(np.linalg.inv(color) @ depth, np.float64)
    except np.linalg.LinAlgError:
        return None


def _tree(file: Path, text: str) -> Any:
    return json.loads(text) if file.suffix == ".json" else YAML(typ="safe").load(text)


def _in_tree(tree: Any) -> Values | None:
    """Of names fx, fy, cx, cy, or of a matrix, at any of the usual places."""
    if isinstance(tree, dict):
        if all(name in tree for name in ("fx", "fy", "cx", "cy")):
            return _four([tree[name] for name in ("fx", "fy", "cx", "cy")])
        found = (_in_tree(tree[name]) for name in _MATRICES if name in tree)
        return next((values for values in found if values is not None), None)
    if isinstance(tree, list):
        return _of_matrix([float(value) for value in _flat(tree)])
    return None


def _in_text(text: str) -> Values | None:
    named = {
        name.lower(): float(value) for name, value in re.findall(r"\b([fcm][xy])\w*\s*[=:]\s*(-?[\d.eE+]+)", text)
    }
    named |= {f"c{name[1]}": value for name, value in named.items() if name[0] == "m"}
    if all(name in named for name in ("fx", "fy", "cx", "cy")):
        return _four([named[name] for name in ("fx", "fy", "cx", "cy")])
    return _of_matrix(_numbers(text))


def _of_matrix(values: list[float]) -> Values | None:
    """Row by row; or column by column, as Open3D writes it: then the principal point is at the end."""
    if len(values) == 9 and values[2] == 0 and values[6] != 0:
        values = np.array(values).reshape(3, 3).T.ravel().tolist()
    places = {4: (0, 1, 2, 3), 9: (0, 4, 2, 5), 12: (0, 5, 2, 6), 16: (0, 5, 2, 6)}.get(len(values))
    return _four([values[place] for place in places]) if places else None


def _four(values: list[Any]) -> Values:
    fx, fy, cx, cy = (float(value) for value in values)
    return fx, fy, cx, cy


def _numbers(text: str) -> list[float]:
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("#"))
    try:
        return [float(word) for line in lines for word in line.replace(",", " ").split()]
    except ValueError:
        return []


def _flat(tree: list[Any]) -> Iterator[Any]:
    for item in tree:
        if isinstance(item, list):
            yield from _flat(item)
        else:
            yield item
