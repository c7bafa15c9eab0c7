"""Which topics of a bag are read as what, and what could be meant where one is missing."""

from __future__ import annotations

from dataclasses import dataclass

from embodied_memory_tools.bags.event_message import EVENT
from embodied_memory_tools.bags.images.video_decoding import VIDEO_TYPES
from embodied_memory_tools.bags.observation_topics import TRANSPORTS, ObservationTopics, absolute, sibling_info
from embodied_memory_tools.bags.open_bag import OpenBag

STILL_TYPES = (
    "sensor_msgs/msg/Image",
    "sensor_msgs/msg/CompressedImage",
    "foxglove_msgs/msg/CompressedImage",
)
IMAGE_TYPES = (*STILL_TYPES, *VIDEO_TYPES)
INFO_TYPE = "sensor_msgs/msg/CameraInfo"
TF_TYPES = ("tf2_msgs/msg/TFMessage", "tf/msg/tfMessage")
ODOMETRY_TYPE = "nav_msgs/msg/Odometry"
POSE_TYPES = (
    "geometry_msgs/msg/PoseWithCovarianceStamped",
    "geometry_msgs/msg/PoseStamped",
    "geometry_msgs/msg/TransformStamped",
)
IMAGE_ROLES = ("color", "depth", "instances", "labels")
OPTIONS = {
    "color": "--color-topic", "depth": "--depth-topic", "camera_info": "--info-topic",
    "depth_info": "--depth-info-topic", "tf": "--tf-topic", "tf_static": "--tf-static-topic",
    "odometry": "--odom-topic", "pose": "--pose-topic",
}  # fmt: skip
"""The option that names the topic of a role."""

_TYPES = {
    "color": IMAGE_TYPES, "depth": IMAGE_TYPES, "camera_info": (INFO_TYPE,), "depth_info": (INFO_TYPE,),
    "tf": TF_TYPES, "tf_static": TF_TYPES, "odometry": (ODOMETRY_TYPE,), "pose": POSE_TYPES, "events": (EVENT,),
    "instances": STILL_TYPES, "labels": ("embodied_memory_interfaces/msg/InstanceLabels",),
}  # fmt: skip
_NOT_WHERE_IT_IS = ("goal", "target", "waypoint", "setpoint", "initialpose", "clicked", "cmd")
"""Poses of these names are wishes, not where the robot was."""
_DEPTH_WORDS, _OTHER_IMAGES = ("depth",), ("infra", "ir/", "confidence", "mask", "label", "instance", "disparity")


@dataclass(frozen=True)
class TopicChoice:
    """roles: topic to role, of all that is read. assumed: in words, what was taken though it has another name."""

    roles: dict[str, str]
    assumed: tuple[str, ...] = ()

    def topic(self, role: str) -> str:
        """The topic of a role, "" if there is none."""
        return next((topic for topic, its_role in self.roles.items() if its_role == role), "")

    def topics(self, *roles: str) -> set[str]:
        """All topics of these roles."""
        return {topic for topic, role in self.roles.items() if role in roles}


def choose_topics(bag: OpenBag, topics: ObservationTopics) -> TopicChoice:
    """By name; transforms and odometry that have another name by their type, if only one can be meant."""
    held = {topic: kind for topic, (kind, count) in bag.topics().items() if count > 0}
    roles: dict[str, str] = {}
    for role in (*IMAGE_ROLES, "events"):
        found = _by_name(held, absolute(getattr(topics, role)), _TYPES[role])
        roles |= {found: role} if found else {}
    choice = TopicChoice(roles)
    roles |= dict.fromkeys(_infos(held, topics, choice), "camera_info")
    assumed = []
    for role in ("tf", "tf_static", "odometry"):
        found, told = _named_or_only(held, topics, role, near=choice.topic("color"))
        roles |= {found: role} if found else {}
        assumed += [told] if told else []
    roles |= dict.fromkeys(_poses(held, topics), "pose")
    return TopicChoice(roles, tuple(assumed))


def missing_roles(
    choice: TopicChoice, bag: OpenBag, topics: ObservationTopics, has_camera: bool = False
) -> list[str]:
    """What the bag lacks for replay, in words, with what could be meant. has_camera: its intrinsics were given."""
    needed = ("color", "depth") if has_camera else ("color", "depth", "camera_info")
    lacking = []
    for role in needed:
        if not choice.topic(role):
            found = candidates(bag, role)
            meant = f"; name one of these: {OPTIONS[role]} {' | '.join(found)}" if found else _remedy(role, bag)
            lacking.append(f"no messages on {topics.absolute(role)}{meant}")
    if not choice.topics("tf", "tf_static", "odometry", "pose"):
        lacking.append(
            f"no transforms on {topics.absolute('tf')} and no {topics.absolute('odometry')}, nor any other topic "
            "that tells where the robot was; record tf, odometry or a pose"
        )
    return lacking


def candidates(bag: OpenBag, role: str) -> list[str]:
    """Topics whose type fits a role, the likeliest first."""
    held = {topic: kind for topic, (kind, count) in bag.topics().items() if count > 0 and kind in _TYPES[role]}
    names = [topic for topic in held if role != "pose" or not _is_wish(topic)]
    if role in ("color", "depth"):
        looks = [topic for topic in names if _looks_like(topic, "depth") == (role == "depth")]
        names = [topic for topic in looks if not any(word in topic.lower() for word in _OTHER_IMAGES)] or looks
        return sorted(dict.fromkeys(map(_base, names)), key=lambda topic: ("rect" in topic, topic))
    if role in ("camera_info", "depth_info"):
        return sorted(names, key=lambda topic: (_looks_like(topic, "depth") != (role == "depth_info"), topic))
    if role in ("tf", "tf_static"):
        return [topic for topic in names if topic.endswith("static") == (role == "tf_static")]
    return names


def _remedy(role: str, bag: OpenBag) -> str:
    if role == "camera_info":
        return "; give --intrinsics 'fx fy cx cy', in pixels of the colour image"
    unread = [f"{topic} ({kind})" for topic, (kind, _) in bag.topics().items() if _looks_like(topic, role, kind)]
    if unread:
        return f"; of {', '.join(unread)} nothing can be read: record Image or CompressedImage"
    return f"; the bag has no topic of images that could be {'depth' if role == 'depth' else 'colour'}"


def _looks_like(topic: str, role: str, kind: str = "") -> bool:
    if kind and (kind in IMAGE_TYPES or ("image" not in kind.lower() and "theora" not in kind.lower())):
        return False
    is_depth = any(word in topic.lower() for word in _DEPTH_WORDS)
    return is_depth == (role == "depth")


def _base(topic: str) -> str:
    """Without what its transport appends: the name that an option takes."""
    base, _, last = topic.rpartition("/")
    return base if last in TRANSPORTS and base else topic


def _by_name(held: dict[str, str], name: str, types: tuple[str, ...]) -> str:
    """The topic itself, or one of its transports."""
    for candidate in (name, *(f"{name}/{transport}" for transport in TRANSPORTS)):
        if held.get(candidate, "") in types:
            return candidate
    return ""


def _infos(held: dict[str, str], topics: ObservationTopics, choice: TopicChoice) -> list[str]:
    """Of colour (the one named, else the one beside the images) and of depth."""
    color, depth = choice.topic("color"), choice.topic("depth")
    named = topics.absolute("camera_info")
    if held.get(named) != INFO_TYPE and not topics.is_named("camera_info"):
        named = sibling_info(color)
    of_depth = absolute(topics.depth_info) if topics.depth_info else sibling_info(depth)
    return [topic for topic in dict.fromkeys((named, of_depth)) if held.get(topic) == INFO_TYPE]


def _named_or_only(held: dict[str, str], topics: ObservationTopics, role: str, near: str) -> tuple[str, str]:
    """(topic, what was assumed). near: where several could be meant, the one of the same robot is."""
    name = topics.absolute(role)
    if held.get(name) in _TYPES[role] or topics.is_named(role):
        return (name if held.get(name) in _TYPES[role] else ""), ""
    found = [topic for topic, kind in held.items() if kind in _TYPES[role]]
    if role != "odometry":
        found = [topic for topic in found if topic.endswith("static") == (role == "tf_static")]
    if len(found) > 1:
        found = [topic for topic in found if _robot(topic) == _robot(near)]
    if len(found) != 1:
        return "", ""
    return found[0], f"{found[0]} is read as {role}: there is no {name}"


def _robot(topic: str) -> str:
    """The first part of a name: the namespace of one of several robots."""
    return topic.strip("/").partition("/")[0]


def _poses(held: dict[str, str], topics: ObservationTopics) -> list[str]:
    """The one named, or all that tell where something was: which of them count is seen when they have been read."""
    name = topics.absolute("pose")
    if topics.is_named("pose"):
        return [name] if held.get(name) in POSE_TYPES else []
    return [topic for topic, kind in held.items() if kind in POSE_TYPES and (topic == name or not _is_wish(topic))]


def _is_wish(topic: str) -> bool:
    return any(word in topic.lower() for word in _NOT_WHERE_IT_IS)
