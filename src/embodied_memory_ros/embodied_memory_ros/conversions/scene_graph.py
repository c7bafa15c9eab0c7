"""Scene-graph instants, and the labels of a simulator's instance image."""

from __future__ import annotations

import array

import numpy as np
from diagnostic_msgs.msg import KeyValue
from numpy.typing import NDArray
from sensor_msgs.msg import CompressedImage

from embodied_memory import scene_graph
from embodied_memory.observation import InstanceLabel
from embodied_memory_interfaces import msg
from embodied_memory_ros.conversions.geometry import (
    point_to_tuple,
    quaternion_to_yaw,
    tuple_to_point,
    tuple_to_vector,
    yaw_to_quaternion,
)
from embodied_memory_ros.conversions.stamps import ns_to_header, time_to_ns


def attributes_to_key_values(attributes: scene_graph.Attributes) -> list[KeyValue]:
    """In the same order."""
    return [KeyValue(key=key, value=value) for key, value in attributes]


def key_values_to_attributes(values: list[KeyValue]) -> scene_graph.Attributes:
    """In the same order."""
    return tuple((pair.key, pair.value) for pair in values)


def object_to_message(thing: scene_graph.SceneObject) -> msg.SceneObject:
    """To a message."""
    return msg.SceneObject(
        object_id=thing.object_id,
        category=thing.category,
        caption=thing.caption,
        position=tuple_to_point(thing.position),
        size=tuple_to_vector(thing.size),
        score=float(thing.score),
        attributes=attributes_to_key_values(thing.attributes),
        box=np.asarray(thing.box, np.uint32),
        existence=float(thing.existence),
        labels=labels_to_messages(thing.labels),
        deviation_m=float(thing.deviation_m),
    )


def labels_to_messages(labels: scene_graph.Labels) -> list[msg.CategoryProbability]:
    """In the same order."""
    return [msg.CategoryProbability(category=name, probability=float(share)) for name, share in labels]


def messages_to_labels(messages: list[msg.CategoryProbability]) -> scene_graph.Labels:
    """In the same order."""
    return tuple((label.category, label.probability) for label in messages)


def message_to_object(message: msg.SceneObject) -> scene_graph.SceneObject:
    """From a message."""
    left, top, right, bottom = (int(value) for value in message.box)
    return scene_graph.SceneObject(
        object_id=message.object_id,
        category=message.category,
        position=point_to_tuple(message.position),
        size=point_to_tuple(message.size),
        score=message.score,
        caption=message.caption,
        attributes=key_values_to_attributes(message.attributes),
        box=(left, top, right, bottom),
        existence=message.existence,
        labels=messages_to_labels(message.labels),
        deviation_m=message.deviation_m,
    )


def instant_to_message(instant: scene_graph.SceneGraphInstant, frame_id: str = "map") -> msg.SceneGraphInstant:
    """To a message in the frame of the map."""
    message = msg.SceneGraphInstant(
        header=ns_to_header(instant.stamp_ns, frame_id),
        observer=instant.observer,
        objects=[object_to_message(thing) for thing in instant.objects],
        relations=[
            msg.RelationTriple(subject_id=r.subject_id, relation=r.relation.value, object_id=r.object_id)
            for r in instant.relations
        ],
        tags=list(instant.tags),
        image_feature=_floats(instant.image_feature),
        text_feature=_floats(instant.text_feature),
        feature_model=instant.feature_model,
        thumbnail=bytes_to_jpeg(instant.thumbnail),
        map_id=instant.map_id,
        session_id=instant.session_id,
        revised=[object_to_message(thing) for thing in instant.revised],
        merged=[msg.MergedObject(object_id=gone, goes_on_as=kept) for gone, kept in instant.merged],
    )
    message.robot_pose.position = tuple_to_point(instant.robot_position)
    message.robot_pose.orientation = yaw_to_quaternion(instant.robot_yaw)
    return message


def message_to_instant(message: msg.SceneGraphInstant) -> scene_graph.SceneGraphInstant:
    """From a message. Raises ValueError for a relation that does not exist."""
    return scene_graph.SceneGraphInstant(
        stamp_ns=time_to_ns(message.header.stamp),
        observer=message.observer,
        robot_position=point_to_tuple(message.robot_pose.position),
        robot_yaw=quaternion_to_yaw(message.robot_pose.orientation),
        objects=tuple(message_to_object(thing) for thing in message.objects),
        relations=tuple(
            scene_graph.RelationTriple(r.subject_id, scene_graph.SpatialRelation(r.relation), r.object_id)
            for r in message.relations
        ),
        tags=tuple(message.tags),
        image_feature=np.asarray(message.image_feature, np.float32),
        text_feature=np.asarray(message.text_feature, np.float32),
        feature_model=message.feature_model,
        thumbnail=bytes(message.thumbnail.data),
        map_id=message.map_id,
        session_id=message.session_id,
        revised=tuple(message_to_object(thing) for thing in message.revised),
        merged=tuple((pair.object_id, pair.goes_on_as) for pair in message.merged),
    )


def bytes_to_jpeg(image: bytes) -> CompressedImage:
    """A JPEG as a message; empty stays empty."""
    return CompressedImage(format="jpeg" if image else "", data=array.array("B", image))


def _floats(vector: NDArray[np.float32]) -> array.array[float]:
    return array.array("f", np.asarray(vector, np.float32).tobytes())


def label_to_message(label: InstanceLabel) -> msg.InstanceLabel:
    """To a message."""
    return msg.InstanceLabel(
        instance=label.instance,
        category=label.category,
        caption=label.caption,
        attributes=attributes_to_key_values(label.attributes),
        score=float(label.score),
        box=[] if label.box is None else list(label.box),
    )


def message_to_label(message: msg.InstanceLabel) -> InstanceLabel:
    """From a message. Raises ValueError for a box that is none."""
    box = tuple(int(side) for side in message.box)
    if len(box) not in (0, 4):
        raise ValueError(f"the box of a label has {len(box)} sides, not 4")
    return InstanceLabel(
        message.instance, message.category, message.caption, key_values_to_attributes(message.attributes),
        message.score, (box[0], box[1], box[2], box[3]) if box else None,
    )  # fmt: skip
