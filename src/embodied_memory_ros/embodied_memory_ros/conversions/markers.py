"""What people look at in RViz: frontiers and remembered objects as markers."""

from __future__ import annotations

import colorsys
import math
from collections.abc import Mapping, Sequence

from geometry_msgs.msg import Point, Vector3
from std_msgs.msg import ColorRGBA, Header
from visualization_msgs.msg import Marker, MarkerArray

from embodied_memory.evidence import RememberedObject
from embodied_memory.mapping.frontiers import Frontier
from embodied_memory_ros.conversions.geometry import tuple_to_point, tuple_to_vector
from embodied_memory_ros.conversions.stamps import ns_to_header

_CELL_M = 0.1


def frontiers_to_markers(
    frontiers: Sequence[Frontier],
    stamp_ns: int,
    scores: Mapping[int, float] | None = None,
    frame_id: str = "map",
) -> MarkerArray:
    """Regions as cells and boundary points as labels with their scores; what is gone is deleted."""
    header = ns_to_header(stamp_ns, frame_id)
    markers = [Marker(header=header, action=Marker.DELETEALL)]
    for frontier in frontiers:
        key = frontier.frontier_id
        colour = ColorRGBA(**dict(zip("rgb", colorsys.hsv_to_rgb(key * 0.618 % 1.0, 0.7, 1.0), strict=True)), a=0.8)
        region = _marker(Marker.CUBE_LIST, "frontier regions", key, header, colour)
        region.scale = Vector3(x=_CELL_M, y=_CELL_M, z=0.02)
        region.points = [Point(x=float(x), y=float(y), z=0.02) for x, y in frontier.region]
        label = _marker(
            Marker.TEXT_VIEW_FACING, "frontier scores", key, header, ColorRGBA(r=1.0, g=1.0, b=1.0, a=1.0)
        )
        label.scale.z = 0.2
        label.pose.position = Point(x=frontier.boundary_point[0], y=frontier.boundary_point[1], z=0.3)
        score = (scores or {}).get(key, math.nan)
        label.text = f"frontier {key}" if math.isnan(score) else f"frontier {key}: {score:.2f}"
        markers += [region, label]
    return MarkerArray(markers=markers)


def objects_to_markers(objects: Sequence[RememberedObject], stamp_ns: int, frame_id: str = "map") -> MarkerArray:
    """Boxes from red (memory is not sure) to green (sure), with their names."""
    header = ns_to_header(stamp_ns, frame_id)
    markers = [Marker(header=header, action=Marker.DELETEALL)]
    for key, thing in enumerate(objects):
        box = _marker(Marker.CUBE, "objects", key, header, certainty_colour(thing.certainty, 0.5))
        box.pose.position = tuple_to_point(thing.position)
        box.scale = tuple_to_vector((max(thing.size[0], 0.02), max(thing.size[1], 0.02), max(thing.size[2], 0.02)))
        label = _marker(Marker.TEXT_VIEW_FACING, "object names", key, header, ColorRGBA(r=1.0, g=1.0, b=1.0, a=1.0))
        label.pose.position = tuple_to_point(thing.position)
        label.pose.position.z += thing.size[2] / 2 + 0.1
        label.scale.z = 0.12
        label.text = f"{thing.object_id} ({thing.certainty:.0%})"
        markers += [box, label]
    return MarkerArray(markers=markers)


def certainty_colour(certainty: float, alpha: float) -> ColorRGBA:
    """Red at 0, yellow at a half, green at 1."""
    red, green, blue = colorsys.hsv_to_rgb(min(max(certainty, 0.0), 1.0) / 3.0, 0.9, 0.9)
    return ColorRGBA(r=red, g=green, b=blue, a=alpha)


def _marker(kind: int, namespace: str, key: int, header: Header, colour: ColorRGBA) -> Marker:
    marker = Marker(header=header, ns=namespace, id=key, type=kind, action=Marker.ADD)
    marker.color = colour
    marker.pose.orientation.w = 1.0
    return marker
