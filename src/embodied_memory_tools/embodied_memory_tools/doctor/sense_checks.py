"""Clocks, transforms and the camera: is what is sensed of now, of here, and of one eye?"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from embodied_memory_tools.doctor.finding import Finding, Part, error, fine, warning
from embodied_memory_tools.doctor.graph_checks import OURS, own
from embodied_memory_tools.doctor.graph_facts import GraphFacts, StreamFacts, TransformFacts

CLOCK = "rosgraph_msgs/msg/Clock"
LATE_S, OTHER_CLOCK_S = 2.0, 600.0
"""A view may come that late; what is later has another clock. As the nodes' diagnostics have it."""
AHEAD_S = 0.5
HEIGHT_TOLERANCE_M = 0.15
STEEP_DEG, UP_DEG, TURNED_DEG = 60.0, 70.0, 15.0
"""A camera that looks down more than the first sees little but floor; one that looks up more than the second is
stamped with a frame whose z is up; one that is rolled by more than the third shows a leaning world."""
DEPTHS = ("16UC1", "32FC1")


def check_senses(facts: GraphFacts) -> Iterable[Finding]:
    """All of it."""
    if any(own(node.name) in OURS for node in facts.nodes):
        yield from check_simulated_time(facts)
    yield from check_stamps(facts.streams)
    yield from check_transforms(facts.transforms)
    yield from check_camera_pose(facts)
    yield from check_images(facts.streams)


def check_simulated_time(facts: GraphFacts) -> Iterable[Finding]:
    """`use_sim_time` as a clock is published."""
    tellers = {one.node for one in facts.publishers if one.type == CLOCK}
    settings = {
        node.name: node.parameters.get("use_sim_time")
        for node in facts.nodes
        if own(node.name) in OURS - {own(one) for one in tellers}
    }
    simulated = sorted(name for name, value in settings.items() if value is True)
    real = sorted(name for name, value in settings.items() if value is False)
    if simulated and not tellers:
        cause = "use_sim_time is true, and nobody publishes a clock: their time stands still"
        remedy = "set use_sim_time:=false, or start what publishes the clock"
        yield error(Part.CLOCKS, f"without time: {', '.join(simulated)}", cause, remedy)
    elif real and tellers:
        cause = "somebody publishes a clock, and use_sim_time is false there: they live in another time"
        remedy = "set use_sim_time:=true for all nodes, or end what publishes the clock"
        yield error(Part.CLOCKS, f"not by the simulated clock: {', '.join(real)}", cause, remedy)
    elif simulated or real:
        yield fine(Part.CLOCKS, f"all follow {'the simulated clock' if simulated else 'the time of their computer'}")


def check_stamps(streams: Iterable[StreamFacts]) -> Iterable[Finding]:
    """Against the clock of this computer, or the simulated one where there is one."""
    for one in streams:
        if not one.count:
            continue
        side = "ahead of" if one.ahead_s > 0 else "behind"
        told = f"{one.topic} is stamped {abs(one.ahead_s):.2f} s {side} the clock"
        if one.ahead_s > AHEAD_S or one.ahead_s < -OTHER_CLOCK_S:
            remedy = "synchronise the computers (chrony), or set use_sim_time as the driver has it"
            yield error(Part.CLOCKS, told, "its clock is another one: views are refused, or get wrong poses", remedy)
        elif one.ahead_s < -LATE_S:
            cause = "the driver or the network is slow, or its computer's clock is behind"
            yield warning(
                Part.CLOCKS, told, cause, "lower the camera's rate or resolution, and synchronise the clocks"
            )
        else:
            yield fine(Part.CLOCKS, told)


def check_transforms(transforms: Iterable[TransformFacts]) -> Iterable[Finding]:
    """They are there, and new."""
    for one in transforms:
        told = f"{one.target} to {one.source}"
        if one.missing:
            remedy = "does a SLAM or AMCL run, and the robot's description? Set map_frame and base_frame as they are;"
            remedy += f" ros2 run tf2_ros tf2_echo {one.target} {one.source} must print"
            yield error(Part.TRANSFORMS, f"there is no transform from {told}", one.missing, remedy)
        elif one.late_s > LATE_S:
            cause = "who publishes it stands still, or has another clock"
            remedy = f"see who publishes {one.target} to {one.source}, and synchronise the computers"
            yield error(Part.TRANSFORMS, f"the transform from {told} is {one.late_s:.1f} s old", cause, remedy)
        else:
            yield fine(Part.TRANSFORMS, f"{told} is known")


def check_camera_pose(facts: GraphFacts) -> Iterable[Finding]:
    """Extrinsics: height as configured, and a frame whose z looks ahead."""
    maps = {node.parameters.get("map_frame") for node in facts.nodes}
    frames = {one.frame for one in facts.streams if one.encoding}
    for one in facts.transforms:
        if one.matrix and one.target in maps and one.source in frames:
            pose = np.array(one.matrix)
            yield check_tilt(one.source, pose[:3, :3])
            yield from check_height(facts, float(pose[2, 3]))


def check_tilt(frame: str, rotation: np.ndarray) -> Finding:
    """rotation: map_R_camera (3, 3), of an optical frame: x right, y down, z ahead."""
    up = math.degrees(math.asin(float(np.clip(rotation[2, 2], -1.0, 1.0))))
    roll = math.degrees(math.asin(float(np.clip(rotation[2, 0], -1.0, 1.0))))
    told = f"the camera {frame} looks {abs(up):.0f} degrees {'up' if up > 0 else 'down'}, rolled by {abs(roll):.0f}"
    if up > UP_DEG:
        cause = "its frame is no optical one: z must look ahead, x to the right"
        remedy = f"have the driver stamp images with the optical frame (not {frame})"
        return error(Part.CAMERA, told, cause, remedy)
    if up < -STEEP_DEG or abs(roll) > TURNED_DEG:
        cause = "it is mounted so, or its transform is wrong"
        remedy = "measure how the camera is mounted, and put it into the robot's description (URDF)"
        return warning(Part.CAMERA, told, cause, remedy)
    return fine(Part.CAMERA, told)


def check_height(facts: GraphFacts, height_m: float) -> Iterable[Finding]:
    """Above the map's floor, as the planner is told."""
    told_of = (node.parameters.get("explorer.camera_height_m") for node in facts.nodes)
    configured = next((one for one in told_of if isinstance(one, float)), None)
    told = f"the camera is {height_m:.2f} m above the floor"
    if configured is None:
        yield fine(Part.CAMERA, told)
    elif abs(height_m - configured) > HEIGHT_TOLERANCE_M:
        cause = f"explorer.camera_height_m is {configured:g}"
        remedy = "set explorer.camera_height_m as it is, or mend the camera's transform in the robot's description"
        yield warning(Part.CAMERA, told, cause, remedy)
    else:
        yield fine(Part.CAMERA, f"{told}, as configured ({configured:g})")


def check_images(streams: tuple[StreamFacts, ...]) -> Iterable[Finding]:
    """Colour, depth and the camera's info are of one eye."""
    for one in streams:
        if not one.count:
            cause = "it has a publisher and nothing came"
            yield warning(
                Part.CAMERA, f"{one.topic} is silent", cause, f"ros2 topic hz {one.topic}; start its driver anew"
            )
    images = [one for one in streams if one.encoding and one.count]
    depth = next((one for one in images if one.encoding in DEPTHS), None)
    color = next((one for one in images if one.encoding not in DEPTHS), None)
    if color and depth:
        yield _check_registered(color, depth)
    for info in streams:
        if color and info.count and info.focal_length is not None:
            yield _check_info(info, color)


def _check_registered(color: StreamFacts, depth: StreamFacts) -> Finding:
    told = "{0.topic} is {0.size[0]}x{0.size[1]} in {0.frame}"
    both = f"{told.format(color)}, {told.format(depth)}"
    if color.size != depth.size or color.frame != depth.frame:
        remedy = (
            "have the driver register depth to colour (depth_registration, align_depth), or name the topic that is"
        )
        return error(Part.CAMERA, both, "depth is not registered to colour: things stand where they are not", remedy)
    return fine(Part.CAMERA, f"colour and depth are {color.size[0]}x{color.size[1]} in {color.frame}")


def _check_info(info: StreamFacts, color: StreamFacts) -> Finding:
    told = f"{info.topic} is of {info.size[0]}x{info.size[1]}, with a focal length of {info.focal_length:g} pixels"
    if not info.focal_length:
        return error(
            Part.CAMERA,
            told,
            "the camera is not calibrated",
            "calibrate it (camera_calibration), or give the driver its file",
        )
    if info.size != color.size:
        cause = f"colour is {color.size[0]}x{color.size[1]}: depth would be lifted to wrong places"
        return error(Part.CAMERA, told, cause, "name the camera info of the same stream: color_info_topic")
    return fine(Part.CAMERA, told)
