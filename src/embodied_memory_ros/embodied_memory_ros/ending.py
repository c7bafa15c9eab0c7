"""Whether this process was asked to end. Whoever waits or works long looks here now and then."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable

import rclpy

_asked_to_end = threading.Event()


def end_on_signals() -> None:
    """SIGINT and SIGTERM ask to end, and ROS stays usable until all is put away; the second one interrupts."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _ask_to_end)


def _ask_to_end(number: int, _: object) -> None:
    if _asked_to_end.is_set():
        raise SystemExit(128 + number)
    _asked_to_end.set()


def is_ending() -> bool:
    """True from the first signal on, or once ROS was shut down."""
    return _asked_to_end.is_set() or not rclpy.ok()


def wait_until(condition: Callable[[], bool], timeout_s: float, period_s: float = 0.01) -> bool:
    """Wait in real time, without spinning: for threads beside the executor's. Ends early when the process ends."""
    end = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > end or is_ending():
            return condition()
        time.sleep(period_s)
    return True
