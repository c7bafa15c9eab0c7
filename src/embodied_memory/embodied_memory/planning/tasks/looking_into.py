"""Looking into an opened piece of furniture: from its other sides too, as nobody knows which is its front."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from embodied_memory.evidence import RememberedObject
from embodied_memory.geometry.pose import Point, Pose2D
from embodied_memory.mapping.path_planner import travel_distances
from embodied_memory.planning.body import Body

_AWAY_M = (0.8, 1.3)
_LOW_M = 1.2
"""A camera above a low piece sees farther into it from some way off."""
_SIDES = 8
_MOST_LOOKS = 7
"""Places from which it is looked into, the nearest first."""


def look_into(body: Body, container: RememberedObject, radius_m: float, is_seen: Callable[[], bool]) -> bool:
    """Drive from side to side until what is sought is seen. radius_m: of the robot. Raises BodyError."""
    for _, pose in zip(range(_MOST_LOOKS), _poses(body, container, radius_m), strict=False):
        if is_seen():
            return True
        body.navigate(pose)
        body.look()
        if body.canceled():
            break
    return is_seen()


def _poses(body: Body, container: RememberedObject, radius_m: float) -> Iterator[Pose2D]:
    """Places around it that there is a way to, each facing it, the nearest of each ring first."""
    planning_map, here = body.look(), body.pose()
    lengths = travel_distances(planning_map.slice, (here.x, here.y), radius_m)
    middle = container.position[:2]
    reached = []
    for ring, point in _around(container):
        cell = planning_map.slice.cell_of(*point)
        if planning_map.slice.contains(*cell) and math.isfinite(lengths[cell]):
            reached.append((ring, float(lengths[cell]), point))
    for _, _, (x, y) in sorted(reached):
        yield Pose2D(x, y, math.atan2(middle[1] - y, middle[0] - x))


def _around(container: RememberedObject) -> Iterator[tuple[int, Point]]:
    """(ring, place); ring 0 is the one to try first."""
    (x, y, z), (dx, dy, dz) = container.position, container.size
    for ring, away_m in enumerate(_AWAY_M if z + dz / 2 > _LOW_M else reversed(_AWAY_M)):
        for side in range(_SIDES):
            angle = 2 * math.pi * side / _SIDES
            yield ring, (x + (dx / 2 + away_m) * math.cos(angle), y + (dy / 2 + away_m) * math.sin(angle))
