"""Scene-graph objects as vision_msgs, for tools that know those."""

from __future__ import annotations

from geometry_msgs.msg import Pose, PoseWithCovariance
from vision_msgs.msg import (
    BoundingBox3D,
    Detection3D,
    Detection3DArray,
    ObjectHypothesis,
    ObjectHypothesisWithPose,
)

from embodied_memory.scene_graph import SceneGraphInstant, SceneObject
from embodied_memory_ros.conversions.geometry import tuple_to_point, tuple_to_vector
from embodied_memory_ros.conversions.stamps import ns_to_header


def instant_to_detections(instant: SceneGraphInstant) -> Detection3DArray:
    """Boxes in map."""
    header = ns_to_header(instant.stamp_ns, "map")
    detections = [_object_to_detection(thing, instant.stamp_ns) for thing in instant.objects]
    return Detection3DArray(header=header, detections=detections)


def _object_to_detection(thing: SceneObject, stamp_ns: int) -> Detection3D:
    pose = Pose(position=tuple_to_point(thing.position))
    hypothesis = ObjectHypothesisWithPose(
        hypothesis=ObjectHypothesis(class_id=thing.category, score=float(thing.score)),
        pose=PoseWithCovariance(pose=pose),
    )
    return Detection3D(
        header=ns_to_header(stamp_ns, "map"),
        results=[hypothesis],
        bbox=BoundingBox3D(center=pose, size=tuple_to_vector(thing.size)),
        id=thing.object_id,
    )
