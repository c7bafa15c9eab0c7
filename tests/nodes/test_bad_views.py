"""Bad views: perception and mapping name the cause, record nothing of them, and go on with the next good one."""

from __future__ import annotations

import time

import numpy as np
import pytest
from diagnostic_msgs.msg import DiagnosticArray
from ros_testing.camera import HEIGHT, WIDTH, Camera
from sensor_msgs.msg import Image

from embodied_memory_interfaces.msg import FrontierArray, SceneGraphInstant
from embodied_memory_ros.conversions.stamps import time_to_ns
from embodied_memory_ros.qos import KEPT_RECORDS, LATCHED

NO_INFO = "no camera info has arrived on camera/color/camera_info"


class Views:
    """Perception and mapping, a camera before them, and what they make of it."""

    def __init__(self, observer, start):
        self.observer = observer
        self.nodes = [
            start("perception_nodes", "perception_node", embedder="hashing"),
            start("perception_nodes", "mapping_node"),
        ]
        self._instants = observer.collect(SceneGraphInstant, "/scene_graph_instants", KEPT_RECORDS)
        self._maps = observer.collect(FrontierArray, "/frontiers", LATCHED)
        self._diagnostics = observer.collect(DiagnosticArray, "/diagnostics")
        self.camera = Camera(observer, readers=2)
        self._meet()

    def _meet(self):
        """What is sent before the readers know of the writers is lost: send until both nodes complain."""
        for _ in range(30):
            self.first_ns = self.camera.view(info=None)
            time.sleep(0.5)
            if all(NO_INFO in text for text in self.problems()):
                break
        self.wait_for_problem(NO_INFO)
        time.sleep(1.5)  # what still waits would be whole once the camera info is there

    def instants(self):
        return [time_to_ns(message.header.stamp) for message in self._instants]

    def mapped(self):
        return [time_to_ns(message.header.stamp) for message in self._maps]

    def good_view(self, after_s=0.5):
        """Publish one and wait until it is an instant with its mug, and in the map."""
        stamp_ns = self.camera.view(after_s)
        self.observer.wait(lambda: stamp_ns in self.instants(), 10.0, f"an instant of {stamp_ns}; {self.problems()}")
        self.observer.wait(lambda: stamp_ns in self.mapped(), 10.0, f"a map of {stamp_ns}; {self.problems()}")
        assert [thing.category for thing in self._instants[-1].objects] == ["mug"]
        return stamp_ns

    def problems(self):
        """What each node last complained of, from its newest diagnostics."""
        newest = {status.name: status.message for message in list(self._diagnostics) for status in message.status}
        return newest.get("/perception_node", ""), newest.get("/mapping_node", "")

    def wait_for_problem(self, cause, perception=True, mapping=True):
        def complained():
            told = [cause in text for text in self.problems()]
            return (told[0] or not perception) and (told[1] or not mapping)

        self.observer.wait(complained, 8.0, f'diagnostics that say "{cause}", but {self.problems()}')


@pytest.fixture(scope="module")
def views(observer, start):
    return Views(observer, start)


def test_before_camera_info_arrives_no_view_is_whole(views):
    """How `views` begins."""
    views.good_view()
    assert min(views.instants() + views.mapped()) > views.first_ns


def truncated(image):
    image.data = image.data[:-7]
    return image


BAD = {
    "truncated colour": (lambda c: {"color": truncated(c.messages()["color"])}, "rgb8 image is truncated"),
    "truncated depth": (lambda c: {"depth": truncated(c.messages()["depth"])}, "32FC1 image is truncated"),
    "wrong encoding": (lambda c: {"color": c.image(np.zeros((HEIGHT, WIDTH), np.float32), "32FC1")}, '"32FC1"'),
    "depth of another size": (
        lambda c: {"depth": c.image(np.ones((5, 5), np.float32), "32FC1")},
        "depth image is (5, 5)",
    ),
    "colour of another size": (
        lambda c: {"color": c.image(np.zeros((5, 5, 3), np.uint8), "rgb8")},
        "colour image is (5, 5, 3)",
    ),
    "empty colour": (
        lambda c: {"color": Image(header=c.messages()["color"].header, encoding="rgb8")},
        "rgb8 image is empty",
    ),
}


@pytest.mark.parametrize("defect", BAD)
def test_a_bad_image_is_named_and_left_out(views, defect):
    make, cause = BAD[defect]
    views.camera.stamp_ns += 500_000_000
    stamp_ns = views.camera.view(after_s=0.0, **make(views.camera))
    views.wait_for_problem(cause)
    later_ns = views.good_view()
    assert stamp_ns not in views.instants() + views.mapped()
    assert later_ns == max(views.instants())


@pytest.mark.parametrize("missing", ["color", "depth"])
def test_half_a_view_is_named_and_left_out(views, missing):
    stamp_ns = views.camera.view(**{missing: None})
    views.wait_for_problem(f"incomplete view: no {missing} image of that moment")
    views.good_view()
    assert stamp_ns not in views.instants() + views.mapped()


def test_missing_ground_truth_is_perceptions_problem_alone(views):
    stamp_ns = views.camera.view(ids=None)
    views.wait_for_problem("incomplete view: no ids image of that moment", mapping=False)
    views.good_view()
    assert stamp_ns not in views.instants()
    assert stamp_ns in views.mapped()


def test_a_view_without_its_transform_is_named_and_left_out(views):
    """Not placed with the last known pose: the camera may have turned since."""
    stamp_ns = views.camera.view(transform=False)
    views.wait_for_problem("incomplete view: no transform")
    views.good_view()
    assert stamp_ns not in views.instants() + views.mapped()


def test_depth_of_another_frame_is_told_of_and_used(views):
    """Drivers that register it may leave its frame's name as it was."""
    views.camera.stamp_ns += 500_000_000
    depth = views.camera.messages()["depth"]
    depth.header.frame_id = "depth_optical_frame"
    stamp_ns = views.camera.view(after_s=0.0, depth=depth)
    views.wait_for_problem("depth may not be registered: it is in 'depth_optical_frame'")
    views.observer.wait(lambda: stamp_ns in views.instants(), 10.0, f"an instant of {stamp_ns}")


@pytest.mark.parametrize("value", [float("nan"), 0.0, float("inf")])
def test_depth_that_was_not_measured_shows_nothing(views, value):
    """Such a view is whole, but there is nothing in it: no object, nothing in the map."""
    before = views.good_view()
    views.camera.stamp_ns += 500_000_000
    stamp_ns = views.camera.view(after_s=0.0, depth=views.camera.depth_of(value))
    later_ns = views.good_view()
    objects = {time_to_ns(m.header.stamp): len(m.objects) for m in views._instants}
    assert (objects[before], objects.get(stamp_ns, 0), objects[later_ns]) == (1, 0, 1)


def test_stamps_that_go_backwards_are_refused_until_they_must_be_right(views):
    newest_ns = views.good_view()
    stamp_ns = views.camera.view(after_s=-60.0)
    views.wait_for_problem("stamps go backwards: this view is 60.000 s older than the last")
    assert stamp_ns not in views.instants() + views.mapped()
    assert max(views.instants()) == newest_ns
    views.camera.stamp_ns = newest_ns
    views.good_view()
    # a bag that starts anew, a simulator that was reset: after ten views the new time is taken
    views.camera.stamp_ns -= 3_600_000_000_000
    stamps = []
    while not set(stamps) & set(views.instants()) or not set(stamps) & set(views.mapped()):
        assert len(stamps) < 40, "the new time is not taken"
        stamps.append(views.camera.view(after_s=0.1))
        time.sleep(0.1)
    assert not set(stamps[:9]) & set(views.instants() + views.mapped())
    views.good_view()


def test_one_stamp_from_the_future_stops_nothing(views):
    views.camera.stamp_ns += 500_000_000
    now_ns = views.camera.stamp_ns
    views.camera.stamp_ns += 10**17
    image = views.camera.depth_of(1.0)
    views.camera.stamp_ns = now_ns
    views.camera.view(after_s=0.0, depth=image)
    views.good_view()
    views.wait_for_problem("incomplete view")
    views.good_view()


def test_all_of_this_is_told_without_flooding_the_log(views):
    for node in views.nodes:
        assert node.process.poll() is None
        assert "Traceback" not in node.log
        assert len(node.log.splitlines()) < 15, node.log


def test_a_view_of_a_time_that_has_not_come_is_refused(views):
    """It would be newer than all that is seen until then."""
    before_ns = views.camera.stamp_ns
    tomorrow_ns = views.camera.view(time.time() + 86_400 - before_ns / 1e9)
    views.wait_for_problem("clocks differ: the camera's messages are stamped 86")
    views.camera.stamp_ns = before_ns
    views.good_view()
    assert tomorrow_ns not in views.instants() + views.mapped()
