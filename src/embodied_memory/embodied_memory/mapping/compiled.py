"""Compilation of the map's inner loops: `geometry.compiled` under the name that the map knows it by."""

from embodied_memory.geometry.compiled import compiled

__all__ = ["compiled"]
