"""What a language model is shown of the last look."""

import io

import numpy as np
from PIL import Image as Picture

from embodied_memory_ros.conversions.images import array_to_image
from planner_nodes.camera_views import CameraViews


class Listening:
    """Takes the place of a node: hands messages on by hand."""

    def subscription(self, kind, topic, callback, qos, group):
        self.topic, self.send = topic, callback


def test_the_last_three_views_come_as_small_pictures_in_order():
    node = Listening()
    views = CameraViews(node, views_per_step=3)
    assert (node.topic, views.last()) == ("camera/color/image_raw", ())
    for shade in (0, 60, 120, 180, 240):
        node.send(array_to_image(np.full((480, 640, 3), shade, np.uint8), "rgb8", shade, "camera"))
    pictures = [Picture.open(io.BytesIO(jpeg)) for jpeg in views.last()]
    assert [(picture.format, picture.width) for picture in pictures] == [("JPEG", 360)] * 3
    assert [round(np.asarray(picture).mean(), -1) for picture in pictures] == [120, 180, 240]
