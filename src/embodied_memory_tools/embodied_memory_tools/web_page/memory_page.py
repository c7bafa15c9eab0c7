"""Shows a stored memory in the web page and answers what is asked there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory import Memory
from embodied_memory.evidence import RememberedObject
from embodied_memory.mapping.grid import FREE, UNKNOWN, OccupancySlice, RoomMap
from embodied_memory_tools.web_page.web_page import WebPage

_RECORDS = 12


class MemoryPage:
    """A page over a memory: its rooms, its objects, where the robot was, and its answers."""

    def __init__(self, memory: Memory, host: str = "127.0.0.1", port: int = 8080) -> None:
        self._memory = memory
        rooms, path = memory.map.rooms(), memory.map.driven()
        self._page = WebPage(host, port, on_utterance=self._answer)
        self.url = self._page.url
        objects = memory.objects()
        self._page.show_map(_floor(rooms, _objects_xy(objects), path), rooms)
        self._page.show_objects(objects)
        if len(path):
            self._page.show_path(path[:, :2])
            self._page.show_robot(*(float(value) for value in path[-1]))
        self._page.show_records([(r.stamp_ns, r.kind, r.summary) for r in memory.latest_records(_RECORDS)])
        counts = memory.counts()
        self._page.show_progress(f"A stored memory: {counts['records']} records, {counts['objects']} objects")

    def close(self) -> None:
        """Stop serving; the memory stays open."""
        self._page.close()

    def _answer(self, speaker: str, text: str) -> None:
        answer = self._memory.answer(text)
        self._page.add_reply("robot", answer.text, answer.evidence)


def _objects_xy(objects: tuple[RememberedObject, ...]) -> NDArray[np.float64]:
    """(N, 2) where remembered objects are."""
    return np.array([item.position[:2] for item in objects], np.float64).reshape(-1, 2)


def _floor(rooms: RoomMap | None, objects: NDArray[np.float64], path: NDArray[np.float64]) -> OccupancySlice:
    """What is known of the floor: the rooms; without any, a plain floor around all that is remembered."""
    if rooms is not None:
        cells = np.where(rooms.cells >= 0, FREE, UNKNOWN).astype(np.int8)
        return OccupancySlice(rooms.stamp_ns, rooms.origin, rooms.resolution_m, cells)
    points = np.concatenate([objects, path[:, :2], np.zeros((1, 2))])
    low, high = points.min(0) - 1.0, points.max(0) + 1.0
    size = np.ceil((high - low) / 0.1).astype(int)
    return OccupancySlice(0, (float(low[0]), float(low[1])), 0.1, np.full((size[1], size[0]), FREE, np.int8))
