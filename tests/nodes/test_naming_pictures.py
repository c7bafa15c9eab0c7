"""The perception node names a picture with the detector that it perceives with."""

from __future__ import annotations

from pathlib import Path

import pytest
from sensor_msgs.msg import CompressedImage

from embodied_memory.config import PerceptionConfig
from embodied_memory.optional import MissingExtraError
from embodied_memory.perception.detector import make_detector
from embodied_memory.perception.model_files import MissingModelError
from embodied_memory_interfaces.srv import NamePicture

FRAMES = Path(__file__).parents[3] / "shared" / "data" / "rgbd_slambook2"


@pytest.mark.model
def test_a_photo_of_a_real_room_is_named_by_the_small_real_detector(observer, start_here):
    if not FRAMES.is_dir():
        pytest.skip(f"the recording {FRAMES} is not there")
    try:
        make_detector(PerceptionConfig(detector="objectron"))
    except (MissingModelError, MissingExtraError) as error:
        pytest.skip(str(error))
    start_here("perception_nodes", "perception_node", detector="objectron", embedder="hashing")
    picture = CompressedImage(format="png", data=(FRAMES / "color" / "1.png").read_bytes())
    named = observer.call(NamePicture, "/perception/name_picture", NamePicture.Request(picture=picture), 40.0)
    assert (named.success, named.name, named.read_by) == (True, "chair", "the detector")


def test_what_is_no_picture_is_refused_and_the_node_goes_on(observer, start_here):
    start_here("perception_nodes", "perception_node", detector="none", embedder="hashing")
    for _ in range(2):
        named = observer.call(NamePicture, "/perception/name_picture", NamePicture.Request(), 40.0)
        assert (named.success, "no JPEG or PNG" in named.message) == (False, True)
