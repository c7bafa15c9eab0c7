"""Room for images between processes."""

from __future__ import annotations

import os
from pathlib import Path

_VARIABLES = ("FASTDDS_DEFAULT_PROFILES_FILE", "FASTRTPS_DEFAULT_PROFILES_FILE")
"""The present and the former name. Other middlewares than Fast DDS read neither."""


def make_room_for_images() -> None:
    """For a process that publishes images; before rclpy.init. A profile that somebody chose himself stays."""
    if not any(name in os.environ for name in _VARIABLES):
        for name in _VARIABLES:
            os.environ[name] = str(Path(__file__).with_suffix(".xml"))
