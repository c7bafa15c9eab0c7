"""Pictures that come with instructions: perception, which holds the models, is asked what they show."""

from __future__ import annotations

from rclpy.callback_groups import ReentrantCallbackGroup
from sensor_msgs.msg import CompressedImage

from embodied_memory.perception.picture import PictureName, UnreadablePictureError, decode_picture, shown_picture
from embodied_memory.planning.exploring.image_goal import image_goal
from embodied_memory.planning.instruction import Goal
from embodied_memory_interfaces.srv import NamePicture
from embodied_memory_ros.ending import wait_until
from embodied_memory_ros.node_base import EmbodiedNode

_READY_S, _NAMED_S = 5.0, 30.0


class ShownPictures:
    """Blocks the thread of the instruction, never the executor's."""

    def __init__(self, node: EmbodiedNode) -> None:
        self._naming = node.create_client(
            NamePicture, "perception/name_picture", callback_group=ReentrantCallbackGroup()
        )
        node.close_on_stop(lambda: node.destroy_client(self._naming))

    def goal(self, picture: CompressedImage) -> Goal | None:
        """What is shown; None for a message without data. Raises UnreadablePictureError."""
        if not picture.data:
            return None
        color = decode_picture(bytes(picture.data))
        return image_goal(self._named(picture), shown_picture(color))

    def _named(self, picture: CompressedImage) -> PictureName:
        if not wait_until(self._naming.service_is_ready, _READY_S):
            raise UnreadablePictureError("nobody serves perception/name_picture: is the perception node running?")
        future = self._naming.call_async(NamePicture.Request(picture=picture))
        if not wait_until(future.done, _NAMED_S):
            self._naming.remove_pending_request(future)
            raise UnreadablePictureError(f"perception did not name the picture within {_NAMED_S:.0f} s")
        response = future.result()
        if not response.success:
            raise UnreadablePictureError(response.message)
        return PictureName(response.name, response.read_by)
