"""Times."""

from __future__ import annotations

from builtin_interfaces.msg import Time
from std_msgs.msg import Header

NANOSECONDS = 1_000_000_000
_SET_BACK_NS = 5 * NANOSECONDS
"""An older message is a straggler, unless it is so old that the clock must have been set back."""


def ns_to_time(stamp_ns: int) -> Time:
    """Nanoseconds to a message; negative times do not exist in ROS and become 0."""
    seconds, nanoseconds = divmod(max(stamp_ns, 0), NANOSECONDS)
    return Time(sec=seconds, nanosec=nanoseconds)


def time_to_ns(stamp: Time) -> int:
    """A message to nanoseconds."""
    return stamp.sec * NANOSECONDS + stamp.nanosec


def ns_to_header(stamp_ns: int, frame_id: str) -> Header:
    """A header with this stamp and frame."""
    return Header(stamp=ns_to_time(stamp_ns), frame_id=frame_id)


def replaces(stamp_ns: int, held_ns: int) -> bool:
    """Whether a message of that stamp is to be taken for newer than the one that is held."""
    return stamp_ns >= held_ns or held_ns - stamp_ns > _SET_BACK_NS
