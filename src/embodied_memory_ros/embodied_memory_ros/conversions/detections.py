"""Scene-graph objects as vision_msgs, for tools that know those."""

from __future__ import annotations

from geometry_msgs.msg import Pose, PoseWithCovariance
from std_msgs.msg import Header
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


def instant_to_detections(instant: SceneGraphInstant, frame_id: str = "map") -> Detection3DArray:
    """Boxes in the frame of the map."""
    header = ns_to_header(instant.stamp_ns, frame_id)
    detections = [_object_to_detection(thing, header) for thing in instant.objects]
    return Detection3DArray(header=header, detections=detections)


def _object_to_detection(thing: SceneObject, header: Header) -> Detection3D:
    pose = Pose(position=tuple_to_point(thing.position))
    hypothesis = ObjectHypothesisWithPose(
        hypothesis=ObjectHypothesis(class_id=thing.category, score=float(thing.score)),
        pose=PoseWithCovariance(pose=pose),
    )
    return Detection3D(
        header=header,
        results=[hypothesis],
        bbox=BoundingBox3D(center=pose, size=tuple_to_vector(thing.size)),
        id=thing.object_id,
    )
