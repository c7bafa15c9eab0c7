"""Embodied Memory: long-term memory for a home robot. No module of this package imports ROS.

This is the front door: what others build on is imported from here, and its parts are loaded when they are first used.
README.md shows it in twenty lines ("In Python").
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from embodied_memory.config import Config
    from embodied_memory.dialog.dialog_manager import DialogManager
    from embodied_memory.event import Event, Utterance
    from embodied_memory.mapping.mapper import Mapper
    from embodied_memory.memory.memory import Memory
    from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder
    from embodied_memory.planning.exploring.explorer import Explorer
    from embodied_memory.scene_graph import SceneGraphInstant, SceneObject

__version__ = "0.1.0"
__all__ = [
    "Config", "DialogManager", "Event", "Explorer", "Mapper", "Memory", "SceneGraphBuilder", "SceneGraphInstant",
    "SceneObject", "Utterance",
]  # fmt: skip
_FOUND_IN = {
    "Config": "config",
    "DialogManager": "dialog.dialog_manager",
    "Event": "event",
    "Explorer": "planning.exploring.explorer",
    "Mapper": "mapping.mapper",
    "Memory": "memory.memory",
    "SceneGraphBuilder": "perception.scene_graph_builder",
    "SceneGraphInstant": "scene_graph",
    "SceneObject": "scene_graph",
    "Utterance": "event",
}


def __getattr__(name: str) -> object:
    if name not in _FOUND_IN:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(f"{__name__}.{_FOUND_IN[name]}"), name)


def __dir__() -> list[str]:
    return sorted((*globals(), *__all__))
