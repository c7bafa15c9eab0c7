"""Dataclass -> message -> dataclass is the identity, over the wire."""

from __future__ import annotations

import dataclasses
import math
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rclpy.serialization import deserialize_message, serialize_message

from embodied_memory.event import ActStep, ActTrace, Event, EventKind, Provenance, StateChange, Utterance
from embodied_memory.evidence import Answer, EpistemicStatus, Evidence, RememberedObject, RetrievedMemory, UsualPlace
from embodied_memory.geometry.pose import ALWAYS_NS, MapRevision, Pose2D
from embodied_memory.mapping.frontiers import Frontier
from embodied_memory.mapping.grid import OccupancySlice, RoomMap
from embodied_memory.memory.personal.knowledge import learn_knowledge
from embodied_memory.memory.personal.personal_memory import PersonalMemory, PersonalRecollection
from embodied_memory.observation import InstanceLabel
from embodied_memory.scene_graph import RelationTriple, SceneGraphInstant, SceneObject, SpatialRelation
from embodied_memory_ros.conversions import geometry, localisation, maps, memory, personal, scene_graph
from embodied_memory_ros.conversions.stamps import ns_to_time, time_to_ns

# ROS strings end at the first zero byte and must be UTF-8
text = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20)
texts = st.lists(text, max_size=3).map(tuple)
stamps = st.integers(0, 2**31 * 10**9 - 1)
record_ids = st.integers(0, 2**64 - 1)
metres = st.floats(-1e6, 1e6)
points = st.tuples(metres, metres, metres)
fraction32 = st.floats(0, 1, width=32)
attributes = st.lists(st.tuples(text, text), max_size=3).map(tuple)
features = st.lists(st.floats(-1, 1, width=32), max_size=5).map(partial(np.array, dtype=np.float32))
pixels = st.integers(0, 2**32 - 1)

objects = st.builds(
    SceneObject, text, text, points, points, fraction32, text, attributes, st.tuples(pixels, pixels, pixels, pixels)
)
relations = st.builds(RelationTriple, text, st.sampled_from(SpatialRelation), text)
instants = st.builds(
    SceneGraphInstant,
    stamp_ns=stamps,
    observer=text,
    robot_position=points,
    robot_yaw=st.floats(-math.pi, math.pi),
    objects=st.lists(objects, max_size=3).map(tuple),
    relations=st.lists(relations, max_size=3).map(tuple),
    tags=texts,
    image_feature=features,
    text_feature=features,
    feature_model=text,
    thumbnail=st.binary(max_size=20),
    map_id=text,
    session_id=text,
)
outcomes = st.sampled_from([None, True, False])
events = st.builds(
    Event,
    stamps,
    st.sampled_from(EventKind),
    text,
    text,
    texts,
    text,
    texts,
    st.sampled_from(Provenance),
    outcomes,
    st.lists(st.builds(StateChange, text, text, text), max_size=3).map(tuple),
    texts,
    text,
    text,
)
evidence = st.builds(Evidence, record_ids, stamps, text, text, st.sampled_from(Provenance))
answers = st.builds(
    Answer,
    text,
    text,
    st.booleans(),
    fraction32,
    st.lists(evidence, max_size=2).map(tuple),
    texts,
    st.lists(points, max_size=2).map(tuple),
    text,
    st.none() | st.sampled_from(EpistemicStatus),
)
usual_places = st.builds(
    UsualPlace, text, text, text, text, pixels, pixels, fraction32, st.lists(record_ids, max_size=3).map(tuple)
)
retrieved = st.builds(
    RetrievedMemory, record_ids, stamps, points, st.floats(-1, 1, width=32), texts, texts, text, st.binary(max_size=9)
)
remembered = st.builds(
    RememberedObject,
    object_id=text,
    category=text,
    caption=text,
    attributes=attributes,
    position=points,
    size=points,
    room=text,
    support_id=text,
    support_relation=text,
    support_category=text,
    first_seen_ns=stamps,
    last_seen_ns=stamps,
    times_seen=st.integers(0, 2**32 - 1),
    record_id=record_ids,
    status=st.sampled_from(EpistemicStatus),
    certainty=fraction32,
    match=fraction32,
    existence=fraction32,
    room_certainty=fraction32,
    support_certainty=fraction32,
    deviation_m=fraction32,
)
step = st.builds(
    ActStep,
    st.sampled_from(["", "There it is."]),
    st.sampled_from(["Pick", "Explore"]),
    st.lists(st.sampled_from(["cup_1", "kitchen"]), max_size=2).map(tuple),
    st.sampled_from(["", "Objects: cup_1: held by the agent\nDone."]),
)


@st.composite
def recollections(draw):
    """As memory recalls them: what the words tell is learned from them."""
    person, said = draw(text), draw(st.one_of(text, st.sampled_from(["This is my cup.", "I always read at night."])))
    trace = ActTrace(tuple(draw(st.lists(step, max_size=3))))
    told = PersonalMemory(draw(record_ids), person, draw(stamps), "", said, trace, learn_knowledge(person, said))
    return PersonalRecollection(told, draw(text), draw(fraction32), tuple(draw(st.lists(record_ids, max_size=2))))


few = settings(max_examples=30, deadline=None)


def over_the_wire(message):
    """As another process gets it."""
    return deserialize_message(serialize_message(message), type(message))


def plain(value):
    """Comparable by ==: arrays as lists, dataclasses as dictionaries."""
    if dataclasses.is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    return value.tolist() if isinstance(value, np.ndarray) else value


@few
@given(instants)
def test_instants_come_back_whole(instant):
    back = scene_graph.message_to_instant(over_the_wire(scene_graph.instant_to_message(instant)))
    assert back.robot_yaw == pytest.approx(instant.robot_yaw, abs=1e-12)
    assert plain(dataclasses.replace(back, robot_yaw=instant.robot_yaw)) == plain(instant)


@pytest.mark.parametrize(
    ("values", "there", "back"),
    [
        (events, memory.event_to_message, memory.message_to_event),
        (evidence, memory.evidence_to_message, memory.message_to_evidence),
        (answers, lambda answer: memory.answer_to_message(answer, 5), memory.message_to_answer),
        (retrieved, memory.retrieved_to_message, memory.message_to_retrieved),
        (usual_places, memory.usual_place_to_message, memory.message_to_usual_place),
        (remembered, memory.remembered_to_message, memory.message_to_remembered),
        (recollections(), personal.personal_to_message, personal.message_to_personal),
        (st.builds(Utterance, stamps, text, text), memory.utterance_to_message, memory.message_to_utterance),
        (
            st.builds(InstanceLabel, st.integers(0, 65535), text, text, attributes),
            scene_graph.label_to_message,
            scene_graph.message_to_label,
        ),
        (stamps, ns_to_time, time_to_ns),
    ],
    ids=[
        "event",
        "evidence",
        "answer",
        "retrieved",
        "usual place",
        "remembered",
        "personal",
        "utterance",
        "label",
        "stamp",
    ],
)
def test_what_memory_says_comes_back_whole(values, there, back):
    @few
    @given(values)
    def law(value):
        assert back(over_the_wire(there(value))) == value

    law()


@few
@given(st.sampled_from([OccupancySlice, RoomMap]), stamps, st.integers(0, 5), st.integers(0, 5), metres, metres)
def test_grids_come_back_whole(kind, stamp_ns, rows, columns, x, y):
    cells = (np.arange(rows * columns).reshape(rows, columns) % 102 - 1).astype(np.int8)
    grid = kind(stamp_ns, (x, y), 0.1, cells)
    back = maps.message_to_grid(over_the_wire(maps.grid_to_message(grid)), kind)
    assert type(back) is kind
    assert plain(back) == plain(grid)


@few
@given(
    st.lists(st.tuples(st.integers(0, 9), st.floats(-99, 99, width=32), st.floats(0, 9, width=32)), max_size=4),
    stamps,
)
def test_frontiers_come_back_whole_with_their_scores(drawn, stamp_ns):
    frontiers = tuple(
        Frontier(key, np.array([(x, x + 0.5)] * key, np.float32).astype(np.float64).reshape(-1, 2), (x, -x), area)
        for key, x, area in drawn
    )
    message = over_the_wire(maps.frontiers_to_message(frontiers, stamp_ns, {1: 0.5}))
    assert [plain(f) for f in maps.message_to_frontiers(message)] == [plain(f) for f in frontiers]
    assert [item.score for item in message.frontiers if item.frontier_id == 1] == [
        0.5 for f in frontiers if f.frontier_id == 1
    ]
    assert all(math.isnan(item.score) for item in message.frontiers if item.frontier_id != 1)


@few
@given(metres, metres, st.floats(-math.pi, math.pi))
def test_poses_and_transforms_come_back(x, y, yaw):
    pose = Pose2D(x, y, yaw)
    back = geometry.pose_to_pose2d(over_the_wire(geometry.pose2d_to_pose(pose)))
    assert (back.x, back.y) == (x, y)
    assert back.yaw == pytest.approx(yaw, abs=1e-9)
    matrix = np.eye(4)
    matrix[:2, :2] = [[math.cos(yaw), -math.sin(yaw)], [math.sin(yaw), math.cos(yaw)]]
    matrix[:3, 3] = (x, y, 1.5)
    edge = over_the_wire(geometry.matrix_to_transform(matrix, 7, "map", "camera"))
    assert (edge.header.frame_id, edge.child_frame_id, time_to_ns(edge.header.stamp)) == ("map", "camera", 7)
    np.testing.assert_allclose(geometry.transform_to_matrix(edge.transform), matrix, atol=1e-9)


@given(st.integers(ALWAYS_NS, 10**18), st.integers(1, 10**18), st.floats(-3, 3), st.text("ab@1", min_size=1))
def test_revisions_of_a_map_come_back_with_their_span(since_ns, seconds_ns, yaw, map_id):
    map_T_map = geometry.pose_to_matrix(geometry.pose2d_to_pose(Pose2D(1.0, 2.0, yaw)))
    revision = MapRevision(since_ns, since_ns + seconds_ns - 1, map_T_map)
    message = localisation.revision_to_message(since_ns + seconds_ns, map_id, revision)
    assert message.header.frame_id == map_id
    back = localisation.message_to_revision(message, now_ns=0)
    assert (back.since_ns, back.until_ns) == (revision.since_ns, revision.until_ns)
    np.testing.assert_allclose(back.map_T_map, revision.map_T_map, atol=1e-9)


def test_a_correction_without_a_stamp_or_by_others_is_of_the_whole_map_until_now():
    message = geometry.matrix_to_transform(np.eye(4), 0, "map", "map_before")
    revision = localisation.message_to_revision(message, now_ns=70)
    assert (revision.is_whole, revision.until_ns) == (True, 69)
    message.child_frame_id = "map@soon"
    with pytest.raises(ValueError, match="soon"):
        localisation.message_to_revision(message, now_ns=70)


def test_points_come_back_from_a_cloud():
    cloud = np.array([[1.0, 2.0, 3.0], [-0.5, 0.25, 8.0]])
    np.testing.assert_array_equal(maps.cloud_to_points(over_the_wire(maps.points_to_cloud(cloud, 3))), cloud)


def test_what_no_dataclass_can_hold_is_refused():
    event = memory.event_to_message(Event(1, EventKind.UTTERANCE, "ann", "hello"))
    for field, value in (("kind", "gossip"), ("provenance", "dreamt"), ("outcome", 9)):
        broken = memory.event_to_message(Event(1, EventKind.UTTERANCE, "ann", "hello"))
        setattr(broken, field, value)
        with pytest.raises(ValueError, match=str(value)):
            memory.message_to_event(broken)
    assert memory.message_to_event(event).kind is EventKind.UTTERANCE


def test_a_grid_with_too_few_cells_is_refused():
    message = maps.grid_to_message(OccupancySlice(1, (0.0, 0.0), 0.1, np.zeros((2, 3), np.int8)))
    message.info.height = 4
    with pytest.raises(ValueError, match="6 cells, 3x4 are announced"):
        maps.message_to_grid(message, OccupancySlice)


def test_a_transform_with_a_zero_rotation_is_refused():
    edge = geometry.matrix_to_transform(np.eye(4), 1, "a", "b")
    edge.transform.rotation.w = 0.0
    with pytest.raises(ValueError):
        geometry.transform_to_matrix(edge.transform)
