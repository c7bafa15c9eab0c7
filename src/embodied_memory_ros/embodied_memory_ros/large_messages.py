"""Room for images between processes."""

from __future__ import annotations

import os
from pathlib import Path

_VARIABLES = ("FASTDDS_DEFAULT_PROFILES_FILE", "FASTRTPS_DEFAULT_PROFILES_FILE")
"""The present name and the former, which is warned about. Other middlewares than Fast DDS read neither."""


def make_room_for_images() -> None:
    """For a process that publishes images; before rclpy.init. A profile that somebody chose himself stays."""
    if not any(name in os.environ for name in _VARIABLES):
        os.environ[_VARIABLES[0]] = str(Path(__file__).with_suffix(".xml"))
