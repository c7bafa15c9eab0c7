"""Nodes, topics and their policies: does everybody hear whom they listen to?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from embodied_memory_tools.doctor.finding import Finding, Part, error, fine, warning
from embodied_memory_tools.doctor.graph_facts import Endpoint, GraphFacts, NodeFacts

NEEDED = {
    "perception_node": "nothing is seen",
    "mapping_node": "there is no map, and perception waits for where the robot is",
    "memory_node": "nothing is recorded, and no question answered",
    "planner_node": "no instruction is carried out",
    "dialog_node": "nobody is replied to",
    "stop_node": '"stop" waits for the other nodes',
}
"""Beside any robot, and what its absence means."""
OURS = {*NEEDED, "page_node", "recorder_node", "listener_node", "speaker_node", "household_bridge", "bag_bridge"}
NAV2_DRIVERS = {
    "controller_server", "behavior_server", "velocity_smoother", "collision_monitor", "docking_server",
    "recoveries_server", "bt_navigator",
}  # fmt: skip
"""Of one Nav2: they take turns."""
SENSED = {"sensor_msgs/msg/Image", "sensor_msgs/msg/CameraInfo", "tf2_msgs/msg/TFMessage"}
VELOCITIES = {"geometry_msgs/msg/Twist", "geometry_msgs/msg/TwistStamped"}
_SENSING = {"perception_node", "mapping_node", "planner_node"}


def own(name: str) -> str:
    """A node's name without its namespace."""
    return name.rpartition("/")[2]


def check_graph(facts: GraphFacts) -> Iterable[Finding]:
    """All of it."""
    if not any(own(node.name) in OURS for node in facts.nodes):
        others = f"{len(facts.nodes)} others are" if facts.nodes else "nobody is"
        cause = f"in this ROS domain, within {facts.listened_s:.0f} s; {others} there"
        remedy = "ros2 launch embodied_memory_bringup robot.launch.py; started already: set their ROS_DOMAIN_ID"
        yield warning(Part.GRAPH, "none of our nodes was found", cause, remedy)
        return
    yield from check_nodes(facts.nodes)
    yield from check_sensed(facts)
    yield from check_policies(facts)
    yield from check_types(facts)
    yield from check_velocities(facts)


def check_nodes(nodes: tuple[NodeFacts, ...]) -> Iterable[Finding]:
    """Who is there, once, and active."""
    names = {own(node.name) for node in nodes}
    for name, meaning in NEEDED.items():
        if name not in names:
            remedy = f"start {name}; if it was started, its log says why it ended"
            yield error(Part.GRAPH, f"{name} is not there", meaning, remedy)
    twice = [name for name, count in Counter(node.name for node in nodes).items() if count > 1]
    for name in twice:
        remedy = f"end one of the two, or give it another namespace: {name}"
        yield error(Part.GRAPH, f"{name} is there twice", "each takes what is meant for the other", remedy)
    ours = [node for node in nodes if own(node.name) in OURS]
    for node in ours:
        if node.state and node.state != "active":
            remedy = f"ros2 lifecycle set {node.name} {'activate' if node.state == 'inactive' else 'configure'}"
            yield error(Part.GRAPH, f"{node.name} is {node.state}", "it does nothing until it is active", remedy)
        elif not node.state:
            cause = "it is busy, or hangs; or it ended a moment ago and is still told of"
            yield warning(
                Part.GRAPH, f"{node.name} does not tell its state", cause, f"read the log of {own(node.name)}"
            )
    if all(node.state == "active" for node in ours):
        yield fine(Part.GRAPH, f"all {len(ours)} of our nodes that are there are active")


def check_sensed(facts: GraphFacts) -> Iterable[Finding]:
    """What perception, mapping and planner read of camera and transforms, somebody writes."""
    written = {one.topic for one in facts.publishers}
    read = {one.topic: one for one in facts.subscriptions if own(one.node) in _SENSING and one.type in SENSED}
    for topic, reader in sorted(read.items()):
        if topic in written or topic.endswith("tf_static"):
            continue
        kind = reader.type.rpartition("/")[2]
        if kind == "TFMessage":
            remedy = f"start the robot's drivers and its SLAM or AMCL; they must publish {topic}"
        else:
            remedy = (
                f"start the camera's driver; if it publishes {kind} elsewhere, name that topic to the launch file"
            )
        yield error(Part.GRAPH, f"nobody publishes {topic}", f"{own(reader.node)} reads it ({kind})", remedy)
    if read and all(topic in written for topic in read if not topic.endswith("tf_static")):
        yield fine(Part.GRAPH, f"all {len(read)} topics of camera and transforms have a publisher")


def check_policies(facts: GraphFacts) -> Iterable[Finding]:
    """What is asked for must be offered (DDS): else nothing comes, and nobody says so."""
    pairs = [
        (writer, reader)
        for reader in facts.subscriptions
        for writer in facts.publishers
        if writer.topic == reader.topic and {own(writer.node), own(reader.node)} & OURS
    ]
    misfits = [one for pair in pairs for one in _misfits(*pair)]
    yield from misfits
    if pairs and not misfits:
        yield fine(Part.GRAPH, f"the policies of {len(pairs)} pairs of publisher and subscription fit")


def _misfits(writer: Endpoint, reader: Endpoint) -> Iterable[Finding]:
    """Asked for, not offered. Our nodes take an override of reliability alone; the rest is the writer's."""
    told = f"{reader.node} hears nothing of {writer.node} on {reader.topic}"
    is_ours = own(reader.node) in OURS
    bad = error if is_ours or reader.type in VELOCITIES else warning  # a base that does not hear our stop
    if reader.reliable and not writer.reliable:
        setting = f"qos_overrides.{reader.topic}.subscription.reliability: best_effort"
        remedy = (
            f"set {setting} for {own(reader.node)}" if is_ours else f"have {own(reader.node)} ask for best effort"
        )
        yield bad(Part.GRAPH, told, "it asks for reliable, best effort is offered", remedy)
    if reader.latched and not writer.latched:
        remedy = (
            f"have {own(writer.node)} publish {writer.topic} as transient local, or {own(reader.node)} take volatile"
        )
        yield bad(Part.GRAPH, told, "it asks for transient local, volatile is offered", remedy)
    if reader.deadline_s and not 0 < writer.deadline_s <= reader.deadline_s:
        offered = f"one every {writer.deadline_s:g} s" if writer.deadline_s else "no deadline"
        remedy = (
            f"have {own(writer.node)} offer a deadline of {reader.deadline_s:g} s, or {own(reader.node)} ask for none"
        )
        yield bad(
            Part.GRAPH, told, f"it asks for a message every {reader.deadline_s:g} s, {offered} is offered", remedy
        )


def check_types(facts: GraphFacts) -> Iterable[Finding]:
    """One type a topic. Nav2 from Kilted on sends stamped velocities; what our nodes stop the base with is not."""
    ends = (*facts.publishers, *facts.subscriptions)
    types: dict[str, set[str]] = {}
    for one in ends:
        types.setdefault(one.topic, set()).add(one.type)
    ours = {one.topic for one in ends if own(one.node) in OURS}
    for topic, found in sorted(types.items()):
        if len(found) > 1 and (topic in ours or found & VELOCITIES):
            everybody = "have base and Nav2 (enable_stamped_cmd_vel: false) take and send Twist, as our stop does"
            remedy = everybody if found & VELOCITIES else f"remap one of the two {topic}"
            cause = f"{' and '.join(sorted(found))}: who has one does not hear the other"
            yield error(Part.GRAPH, f"{topic} has {len(found)} types", cause, remedy)


def check_velocities(facts: GraphFacts) -> Iterable[Finding]:
    """One driver: a second one, such as a joystick, drives against it. Ours publish only to stop."""
    drivers: dict[str, set[str]] = {}
    for one in facts.publishers:
        if one.type in VELOCITIES and own(one.topic) == "cmd_vel" and own(one.node) not in OURS:
            drivers.setdefault(one.topic, set()).add(own(one.node))
    for topic, names in sorted(drivers.items()):
        others = sorted(names - NAV2_DRIVERS)
        if len(others) + bool(names & NAV2_DRIVERS) > 1:
            remedy = f"end {', '.join(others)}, or put a multiplexer (twist_mux) between them and {topic}"
            yield warning(
                Part.GRAPH,
                f"{topic} has several drivers: {', '.join(sorted(names))}",
                "they drive against each other",
                remedy,
            )
        else:
            yield fine(Part.GRAPH, f"{topic} is driven by {', '.join(sorted(names))}")
