"""The main function of every node: a clean start and a clean end."""

from __future__ import annotations

import faulthandler
import logging
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

import rclpy
from rclpy._rclpy_pybind11 import RCLError
from rclpy.executors import Executor, ExternalShutdownException, MultiThreadedExecutor, SingleThreadedExecutor
from rclpy.lifecycle import TransitionCallbackReturn
from rclpy.logging import get_logger
from rclpy.signals import SignalHandlerOptions

from embodied_memory_ros.ending import end_on_signals, is_ending
from embodied_memory_ros.large_messages import make_room_for_images
from embodied_memory_ros.node_base import EmbodiedNode

_LOOK_FOR_SIGNALS_S = 0.2
_LAST_CALLBACKS_S = 2.0


def run_node(make_node: Callable[[], EmbodiedNode], threads: int = 1, publishes_images: bool = False) -> NoReturn:
    """Start one node alone: parse ROS arguments, configure and activate if autostart, spin, end cleanly and leave
    the process: with 0, or with 1 if the node could not start.

    ROS does not handle the signals: it would shut down under the callbacks that are at work.
    """
    faulthandler.enable()
    if publishes_images:
        make_room_for_images()
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
    end_on_signals()
    try:
        node = make_node()
    except ValueError as error:  # a parameter that cannot be: what is wrong is told, and nothing has moved
        get_logger("start").fatal(str(error))
        _leave(1)
    logging.getLogger("embodied_memory").addHandler(_ToDiagnostics(node))
    executor = SingleThreadedExecutor() if threads == 1 else MultiThreadedExecutor(num_threads=threads)
    executor.add_node(node)
    started = False
    try:
        started = not node.get_parameter("autostart").value or _started(node)
        while started and not is_ending():
            _spin_once(executor)
    except ExternalShutdownException:
        pass
    finally:
        with suppress(ExternalShutdownException):
            _let_callbacks_end(executor)
        executor.shutdown(timeout_sec=2.0)
        node.end()
        node.destroy_node()
        rclpy.try_shutdown()
    _leave(0 if started else 1)


class _ToDiagnostics(logging.Handler):
    """What the core warns of is told like the node's own problems."""

    def __init__(self, node: EmbodiedNode) -> None:
        super().__init__(logging.WARNING)
        self._node = node

    def emit(self, record: logging.LogRecord) -> None:
        self._node.report_problem(record.getMessage())


def _leave(code: int) -> NoReturn:
    """Without the interpreter's teardown: everything is closed, and threads of the middleware that still run are now
    and then met by it half destroyed: a node that had ended cleanly died of signal 11 (seen once in CI).
    """
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _spin_once(executor: Executor, timeout_s: float = _LOOK_FOR_SIGNALS_S) -> None:
    """Wait for something to do. A node that is deactivated in one thread may take away an action server that the
    executor is about to wait for in another (rclpy keeps no hold on it): then there is one thing less to wait for.
    """
    try:
        executor.spin_once(timeout_sec=timeout_s)
    except RCLError as error:
        if "is invalid" not in str(error):
            raise
        time.sleep(_LOOK_FOR_SIGNALS_S / 10)


def _let_callbacks_end(executor: Executor) -> None:
    """Those in threads: rclpy's shutdown says that it waits for them, but takes things away under them. The result of
    an action that ended in one of them is a task, too, which the executor has yet to do; nothing else is begun.
    """
    end = time.monotonic() + _LAST_CALLBACKS_S
    _await_threads(executor, end)
    while any(not task.done() for task, entity, _ in getattr(executor, "_tasks", ()) if entity is None):
        if time.monotonic() > end:
            return
        _spin_once(executor, 0.0)
        _await_threads(executor, end)


def _await_threads(executor: Executor, end: float) -> None:
    while not all(task.done() for task in getattr(executor, "_futures", ())) and time.monotonic() < end:
        time.sleep(0.01)


def _started(node: EmbodiedNode) -> bool:
    done = TransitionCallbackReturn.SUCCESS
    return node.trigger_configure() == done and node.trigger_activate() == done
