"""Things that take long, done beside the executor's threads."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class OneByOne(Generic[T]):
    """Does one thing after the other in a thread of its own. The oldest of too many is dropped."""

    def __init__(self, do: Callable[[T], None], kept: int) -> None:
        self._do = do
        self._waiting: deque[T] = deque(maxlen=kept)
        self._changed = threading.Condition()
        self._is_open = True
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def put(self, thing: T) -> None:
        """Returns at once."""
        with self._changed:
            self._waiting.append(thing)
            self._changed.notify()

    def close(self, interrupt: Callable[[], None] = lambda: None) -> None:
        """Drop what waits and return when nothing is being done. interrupt: cuts short what is."""
        with self._changed:
            self._is_open = False
            self._changed.notify()
        while self._thread.is_alive():
            interrupt()
            self._thread.join(0.05)

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or not self._is_open)
                if not self._is_open:
                    return
                thing = self._waiting.popleft()
            self._do(thing)
