"""An action client that an executor may wake up to while it is being made."""

from __future__ import annotations

import threading
from typing import Any

from rclpy.action import ActionClient


class ReadyActionClient(ActionClient):
    """rclpy tells the executor of a client before it has made the client's lock: one that wakes in between ended the
    node with an AttributeError. Here the lock is there from the beginning; rclpy's own takes its place.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._lock = threading.Lock()
        super().__init__(*args, **kwargs)
