"""launch/*.launch.py name nodes, files and parameters that exist, and pass their arguments on."""

from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FILES = {path.name.split(".")[0]: path for path in (ROOT / "launch").glob("*.launch.py")}
SHARED = ROOT / "src" / "embodied_memory_bringup" / "embodied_memory_bringup" / "launch_description.py"
COMMON = {"use_sim_time", "autostart"}
ROBOTS = ("robot", "rosmaster", "spot")
STACK = ["perception_node", "mapping_node", "memory_node", "dialog_node", "page_node"]


def _names_in(values, before=""):
    for name, value in values.items():
        yield from _names_in(value, f"{before}{name}.") if isinstance(value, dict) else [before + name]


OF_ROBOTS = {
    name
    for file in (ROOT / "config" / "robots").glob("*.yaml")
    for name in _names_in(yaml.safe_load(file.read_text())["/**"]["ros__parameters"])
}
"""One file tells all nodes what the robot is like; each takes what it knows."""


@pytest.fixture(scope="module")
def description_of(fake_launch):
    return {name: fake_launch.load(path).generate_launch_description() for name, path in FILES.items()}


@pytest.fixture(scope="module")
def launch(fake_launch, description_of, shares):
    def started(name, **arguments):
        return fake_launch.start(description_of[name], shares, **arguments)

    return started


def by_executable(nodes):
    return {node.executable: node for node in nodes}


def test_there_is_a_launch_file_for_each_world():
    assert sorted(FILES) == ["household", "replay", "robot", "rosmaster", "spot"]


def test_the_household_starts_the_bridge_and_every_node_of_the_stack(launch):
    names = sorted(node.executable for node in launch("household"))
    assert names == sorted(["household_bridge", "planner_node", "stop_node", *STACK])


def test_a_recording_is_played_without_a_planner(launch):
    assert sorted(node.executable for node in launch("replay", bag="walk")) == sorted(["bag_bridge", *STACK])


@pytest.mark.parametrize("name", sorted(FILES))
def test_every_node_is_an_installed_executable(launch, executables, name):
    ours = {(node.package, node.executable) for node in launch(name, rviz="true", speech="true")}
    assert ours - {("rviz2", "rviz2")} - executables == set()


@pytest.mark.parametrize("name", sorted(FILES))
def test_every_parameter_file_exists(launch, name):
    lacking = {str(file.relative_to(ROOT)) for node in launch(name) for file in node.files if not file.is_file()}
    assert lacking == set()


@pytest.mark.parametrize("name", sorted(FILES))
def test_every_parameter_that_is_set_is_declared_by_its_node(launch, declared_parameters, name):
    unknown = {
        (node.executable, parameter)
        for node in launch(name)
        for parameter in node.parameters
        if parameter not in COMMON | set(declared_parameters.get(node.executable, {})) | OF_ROBOTS
    }
    assert unknown == set()


@pytest.mark.parametrize("name", sorted(FILES))
def test_every_parameter_has_the_type_of_its_default(launch, declared_parameters, name):
    """A text such as "7" for a path would reach the node as a number, and the node would not start."""
    wrong = {}
    given = {"database": "7"} | {
        "household": {"scene": "7", "time_scale": "7", "residents_hours": "7", "residents_trace": "7"},
        "replay": {"bag": "7"},
    }.get(name, {})
    for node in launch(name, **given):
        for parameter, value in node.parameters.items():
            default = declared_parameters.get(node.executable, {}).get(parameter)
            if default is not None and type(value) is not type(yaml.safe_load(default)):
                wrong[node.executable, parameter] = value
    assert wrong == {}


@pytest.mark.parametrize("file", sorted((ROOT / "config").glob("*.yaml")), ids=lambda file: file.name)
def test_every_configuration_file_sets_only_what_its_node_declares(fake_launch, declared_parameters, file):
    known = set(declared_parameters.get(file.stem, {})) | COMMON
    assert set(fake_launch.parameters_in(file)) - known == set()


@pytest.mark.parametrize("file", sorted((ROOT / "config").glob("*.yaml")), ids=lambda file: file.name)
def test_every_configuration_file_is_of_a_node_that_is_launched(launch, file):
    names = {node.executable for name in FILES for node in launch(name, speech="true", record="true")}
    assert file.stem in names | {"overrides"}


@pytest.mark.parametrize("name", sorted(FILES))
def test_every_argument_is_described_and_used(fake_launch, description_of, name):
    source = "".join(file.read_text() for file in (FILES[name], SHARED, SHARED.with_name("robot_description.py")))
    arguments = [one for one in description_of[name].entities if isinstance(one, fake_launch.DeclareLaunchArgument)]
    assert len(arguments) == len({argument.name for argument in arguments}) >= 10
    for argument in arguments:
        assert argument.description, argument.name
        assert any(f'{call}("{argument.name}")' in source for call in ("value", "text", "number")), argument.name


@pytest.mark.parametrize("name", sorted(FILES))
def test_an_argument_that_is_not_declared_is_refused(launch, name):
    with pytest.raises(KeyError, match="colour"):
        launch(name, colour="red")


def test_arguments_reach_the_nodes(launch):
    nodes = by_executable(
        launch(
            "household", seed="3", scene="~/house.glb", database="m.db", detector="none", policy="nearest",
            port="9000", namespace="robot1", log_level="debug", autostart="false",
        )
    )  # fmt: skip
    assert nodes["household_bridge"].parameters["seed"] == 3
    assert nodes["household_bridge"].parameters["scene"] == "~/house.glb"
    assert nodes["memory_node"].parameters["database"] == "m.db"
    assert nodes["perception_node"].parameters["detector"] == "none"
    assert nodes["planner_node"].parameters["explorer.policy"] == "nearest"
    assert nodes["page_node"].parameters["port"] == 9000
    assert {node.namespace for node in nodes.values()} == {"robot1"}
    assert {tuple(node.arguments) for node in nodes.values()} == {("--ros-args", "--log-level", "debug")}
    assert {node.parameters["autostart"] for node in nodes.values()} == {False}


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_namespace_has_a_clock_and_transforms_of_its_own(launch, name):
    """As Nav2 does it: the names of ROS are absolute, and so is what they are remapped from."""
    nodes = launch(name, namespace="robot1", rviz="true", record="true", speech="true")
    own = {"/clock": "clock", "/tf": "tf", "/tf_static": "tf_static"}
    assert [own.items() <= node.remappings.items() for node in nodes] == [True] * len(nodes)


@pytest.mark.parametrize(("name", "bridge"), [("household", "household_bridge"), ("replay", "bag_bridge")])
def test_the_bridge_makes_the_clock_and_the_others_follow_it(launch, name, bridge):
    sim_time = {node.executable: node.parameters["use_sim_time"] for node in launch(name)}
    assert sim_time.pop(bridge) is False
    assert set(sim_time.values()) == {True}


@pytest.mark.parametrize("name", ROBOTS)
def test_beside_a_robot_nodes_follow_its_topics_its_clock_and_its_file(launch, name):
    nodes = by_executable(launch(name, record="true", color_topic="head/image", depth_topic="head/depth"))
    assert sorted(nodes) == sorted(["planner_node", "stop_node", "recorder_node", *STACK])
    assert {node.parameters["use_sim_time"] for node in nodes.values()} == {False}
    for executable in ("perception_node", "mapping_node", "planner_node", "page_node", "recorder_node"):
        assert nodes[executable].remappings["camera/color/image_raw"] == "head/image"
        assert nodes[executable].remappings["camera/depth/image_raw"] == "head/depth"
    assert nodes["perception_node"].parameters["detector"] == "objectron"
    assert nodes["mapping_node"].parameters["view_expected_within_s"] >= 2.0
    assert nodes["planner_node"].parameters["explorer.turns_at_stops"] is True
    frames = {node.parameters["base_frame"] for node in nodes.values() if "base_frame" in node.parameters}
    assert frames == {{"robot": "base_link", "rosmaster": "base_footprint", "spot": "body"}[name]}


@pytest.mark.parametrize("file", sorted((ROOT / "config" / "robots").glob("*.yaml")), ids=lambda file: file.name)
def test_what_a_robot_is_like_is_told_in_parameters_that_some_node_has(fake_launch, declared_parameters, file):
    known = {name for parameters in declared_parameters.values() for name in parameters}
    assert set(fake_launch.parameters_in(file)) - known == set()


@pytest.mark.parametrize("name", sorted(FILES))
def test_page_and_rviz_can_be_chosen(launch, name):
    bare = {node.executable for node in launch(name, page="false")}
    full = {node.executable for node in launch(name, page="true", rviz="true")}
    assert full - bare == {"page_node", "rviz2"}


@pytest.mark.parametrize("name", sorted(FILES))
def test_speech_can_be_chosen(launch, name):
    silent = {node.executable for node in launch(name)}
    aloud = {node.executable for node in launch(name, speech="true")}
    assert aloud - silent == {"speaker_node", "listener_node"}


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_recording_is_made_if_it_is_asked_for(launch, name):
    silent = {node.executable for node in launch(name)}
    recording = by_executable(launch(name, record="true", recording="7"))
    assert recording.keys() - silent == {"recorder_node"}
    assert recording["recorder_node"].parameters["bag"] == "7"
    assert by_executable(launch(name, record="true"))["recorder_node"].parameters["bag"].startswith("recording_2")


def test_all_that_can_go_on_after_it_died_is_started_again(fake_launch, description_of):
    final = {
        (name, entity.executable)
        for name, description in description_of.items()
        for entity in description.entities
        if isinstance(entity, fake_launch.Node) and not entity.respawn
    }
    assert final == {
        ("household", "recorder_node"),
        ("household", "rviz2"),
        ("replay", "bag_bridge"),
        ("replay", "recorder_node"),
        ("replay", "rviz2"),
        *((robot, executable) for robot in ROBOTS for executable in ("recorder_node", "rviz2")),
    }


@pytest.mark.parametrize("name", sorted(FILES))
def test_rviz_opens_a_file_that_exists(launch, name):
    (rviz,) = (node for node in launch(name, rviz="true") if node.executable == "rviz2")
    assert Path(rviz.arguments[1]).is_file()


def test_your_own_file_wins_over_everything(launch, tmp_path):
    own = tmp_path / "own.yaml"
    own.write_text("/**:\n  ros__parameters:\n    detector: yolo_world\n    explorer: {policy: random}\n")
    nodes = by_executable(launch("household", params_file=str(own), detector="none"))
    assert nodes["perception_node"].parameters["detector"] == "yolo_world"
    assert nodes["planner_node"].parameters["explorer.policy"] == "random"


def test_rviz_shows_only_topics_that_exist():
    """The RViz configuration speaks of the topics of docs/interfaces.md."""
    page = (ROOT / "docs" / "interfaces.md").read_text()
    settings = yaml.safe_load((ROOT / "config" / "rviz" / "embodied_memory.rviz").read_text())
    shown = set(_topics_in(settings["Visualization Manager"]["Displays"]))
    assert shown
    assert {topic for topic in shown if f"| `{topic.lstrip('/')}` |" not in page} == set()


def _topics_in(displays):
    for display in displays:
        topic = display.get("Topic")
        if topic:
            yield topic["Value"] if isinstance(topic, dict) else topic
        yield from _topics_in(display.get("Displays", []))
