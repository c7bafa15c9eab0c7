"""Every node: a managed life, a clean end, quiet when it is alone."""

from __future__ import annotations

import signal
import time

import pytest
from lifecycle_msgs.msg import State, Transition
from lifecycle_msgs.srv import ChangeState, GetState
from rcl_interfaces.srv import SetParameters
from rclpy.parameter import Parameter

from embodied_memory_interfaces.msg import MemoryRecord
from embodied_memory_ros.qos import RECORDS

NODES = {
    "household_bridge": ("bridge_nodes", {"image_width": 64, "image_height": 48}),
    "perception_node": ("perception_nodes", {"embedder": "hashing"}),
    "mapping_node": ("perception_nodes", {}),
    "memory_node": ("memory_nodes", {"embedder": "hashing"}),
    "planner_node": ("planner_nodes", {}),
    "dialog_node": ("dialog_nodes", {}),
    "recorder_node": ("embodied_memory_bringup", {}),
    "page_node": ("embodied_memory_bringup", {"port": 18080}),
}
TOPIC_OF = {
    "household_bridge": "/camera/color/image_raw",
    "perception_node": "/scene_graph_instants",
    "mapping_node": "/occupancy",
    "memory_node": "/memory/objects",
    "planner_node": "/planner/path",
    "dialog_node": "/dialog/replies",
    "recorder_node": "/diagnostics",
    "page_node": "/dialog/utterances",
}


def start_node(starter, name, folder, **parameters):
    package, fixed = NODES[name]
    places = {"memory_node": {"database": folder / "memory.db"}, "recorder_node": {"bag": folder / "bag"}}
    return starter(package, name, **fixed, **places.get(name, {}), **parameters)


def state_of(observer, name):
    return observer.call(GetState, f"/{name}/get_state", GetState.Request()).current_state.id


def change(observer, name, transition):
    request = ChangeState.Request(transition=Transition(id=transition))
    return observer.call(ChangeState, f"/{name}/change_state", request, 30.0).success


def writes(observer, name):
    """Whether the node offers its topic."""
    infos = observer.node.get_publishers_info_by_topic(TOPIC_OF[name])
    return name in {info.node_name for info in infos}


@pytest.fixture(scope="module")
def managed(start, tmp_path_factory):
    """Every node, waiting for a lifecycle manager."""
    folder = tmp_path_factory.mktemp("managed")
    return {name: start_node(start, name, folder, autostart=False) for name in NODES}


def end_all(processes, sign):
    """Exit codes. Each is asked once and has five seconds."""
    for process in processes.values():
        process.send(sign)
    end = time.monotonic() + 5.0
    return {name: process.wait(max(0.1, end - time.monotonic())) for name, process in processes.items()}


def assert_clean(processes, codes):
    logs = "\n".join(f"{name}: {process.log}" for name, process in processes.items())
    assert codes == dict.fromkeys(processes, 0), logs
    assert "Traceback" not in logs, logs
    assert "never retrieved" not in logs, logs
    assert "Failed to publish" not in logs, logs


@pytest.mark.parametrize("name", NODES)
def test_a_managed_node_starts_stops_and_starts_again(name, managed, observer):
    assert state_of(observer, name) == State.PRIMARY_STATE_UNCONFIGURED
    assert not writes(observer, name)
    assert change(observer, name, Transition.TRANSITION_CONFIGURE)
    assert state_of(observer, name) == State.PRIMARY_STATE_INACTIVE
    for _ in range(2):
        assert change(observer, name, Transition.TRANSITION_ACTIVATE)
        observer.wait(lambda: writes(observer, name), 5.0, f"{name} to offer {TOPIC_OF[name]}")
        assert change(observer, name, Transition.TRANSITION_DEACTIVATE)
        observer.wait(lambda: not writes(observer, name), 5.0, f"{name} to take back {TOPIC_OF[name]}")
    assert change(observer, name, Transition.TRANSITION_CLEANUP)
    assert state_of(observer, name) == State.PRIMARY_STATE_UNCONFIGURED
    if name != "recorder_node":  # its bag exists now, and it never overwrites one
        assert change(observer, name, Transition.TRANSITION_CONFIGURE)
        assert change(observer, name, Transition.TRANSITION_INACTIVE_SHUTDOWN)
    else:
        assert not change(observer, name, Transition.TRANSITION_CONFIGURE)
        assert change(observer, name, Transition.TRANSITION_UNCONFIGURED_SHUTDOWN)
    assert state_of(observer, name) == State.PRIMARY_STATE_FINALIZED


def test_ctrl_c_ends_managed_nodes(managed):
    codes = end_all(managed, signal.SIGINT)
    assert_clean(managed, codes)
    assert {name: process.warnings for name, process in managed.items() if name != "recorder_node"} == {
        name: [] for name in NODES if name != "recorder_node"
    }


def test_nodes_with_nothing_to_do_are_quiet_and_end_cleanly(start_here, observer, tmp_path):
    """Without the bridge, which would give them something to do; but with a simulated clock that stands still."""
    alone = [name for name in NODES if name != "household_bridge"]
    processes = {name: start_node(start_here, name, tmp_path, use_sim_time=True) for name in alone}
    for name in alone:
        observer.wait(lambda name=name: writes(observer, name), 30.0, f"{name} to be active")
    time.sleep(1.0)
    assert {name: process.process.poll() for name, process in processes.items()} == dict.fromkeys(alone)
    assert_clean(processes, end_all(processes, signal.SIGTERM))
    for name, process in processes.items():
        assert len(process.log.splitlines()) < 6, f"{name} floods its log:\n{process.log}"
        assert process.warnings == []


def test_nodes_at_work_end_cleanly(start_here, observer, tmp_path):
    names = ("household_bridge", "perception_node", "mapping_node", "memory_node")
    processes = {name: start_node(start_here, name, tmp_path) for name in names}
    records = observer.collect(MemoryRecord, "/memory/records", RECORDS)
    observer.wait(lambda: len(records) > 3, 60.0, "records of what the bridge shows")
    assert_clean(processes, end_all(processes, signal.SIGTERM))


def test_a_parameter_cannot_be_changed_while_the_node_runs(start_here, observer, tmp_path):
    start_node(start_here, "mapping_node", tmp_path)
    change_it = Parameter("voxel_map.resolution_m", value=0.5).to_parameter_msg()
    request = SetParameters.Request(parameters=[change_it])
    (result,) = observer.call(SetParameters, "/mapping_node/set_parameters", request).results
    assert not result.successful
    assert "read-only" in result.reason
