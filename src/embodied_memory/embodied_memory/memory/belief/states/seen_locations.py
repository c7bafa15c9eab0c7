"""Where the things of one scene-graph instant are, in memory's own names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class SeenLocations:
    """entity_of: the tracker's object id -> memory's entity id; those left out keep theirs.

    room_of: entity id -> room, "" or left out if unknown. robot_room: where the robot was. missing: entities that
    were looked for where they were believed to be, often enough, and are not there. merged: the id of what turned out
    to be another entity -> the id of that one.
    """

    entity_of: Mapping[str, str] = field(default_factory=dict)
    room_of: Mapping[str, str] = field(default_factory=dict)
    robot_room: str = ""
    missing: tuple[str, ...] = ()
    merged: Mapping[str, str] = field(default_factory=dict)
