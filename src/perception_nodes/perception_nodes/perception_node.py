"""Turns every view into a scene-graph instant."""

from __future__ import annotations

import uuid

from geometry_msgs.msg import TransformStamped
from vision_msgs.msg import Detection3DArray

from embodied_memory.config import PerceptionConfig
from embodied_memory.observation import Observation
from embodied_memory.perception.picture import PictureNamer, UnreadablePictureError, decode_picture, shown_picture
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder
from embodied_memory.perception.yolo_world_detector import read_classes
from embodied_memory_interfaces.msg import SceneGraphInstant
from embodied_memory_interfaces.srv import NamePicture
from embodied_memory_ros.conversions.detections import instant_to_detections
from embodied_memory_ros.conversions.localisation import message_to_revision
from embodied_memory_ros.conversions.scene_graph import instant_to_message
from embodied_memory_ros.frames import Frames
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.observation_source import ObservationSource
from embodied_memory_ros.parameters import declare, declare_config
from embodied_memory_ros.qos import KEPT_RECORDS, RECORDS, SENSOR_PUBLISHED
from embodied_memory_ros.run_node import run_node


class PerceptionNode(EmbodiedNode):
    """Camera topics in, scene-graph instants out; pictures that people show are named."""

    def __init__(self) -> None:
        super().__init__("perception_node")
        self._config = declare_config(self, PerceptionConfig(), "")
        ObservationSource.declare_parameters(self)
        declare(self, "map_id", "map", "the map that positions refer to")
        waits = (
            "take views from where the mapping node says that they were taken, and none that it could not localise"
        )
        declare(self, "wait_for_localisation", False, waits)

    def on_load(self) -> None:
        """Models. Object ids hold within one run of this node: a run is a session."""
        session_id = uuid.uuid4().hex[:12]
        self._builder = SceneGraphBuilder(
            self._config, session_id=session_id, map_id=self.get_parameter("map_id").value
        )

    def on_start(self) -> None:
        """Topics."""
        self._frame = Frames.of(self).map_frame
        self._publish = self.publisher(SceneGraphInstant, "scene_graph_instants", KEPT_RECORDS)
        self._publish_detections = self.publisher(Detection3DArray, "detections", SENSOR_PUBLISHED)
        self.subscription(TransformStamped, "memory/map_correction", self._revise, RECORDS)
        service = self.create_service(NamePicture, "perception/name_picture", self._name)
        self.close_on_stop(lambda: self.destroy_service(service))
        ObservationSource(
            self,
            self._perceive,
            with_instances=self._config.detector == "ground_truth",
            with_localisation=self.get_parameter("wait_for_localisation").value,
        )

    def _perceive(self, observation: Observation) -> None:
        instant = self._builder.build(observation)
        self._publish(instant_to_message(instant, self._frame))
        self._publish_detections(instant_to_detections(instant, self._frame))

    def _revise(self, message: TransformStamped) -> None:
        """Things move with their map, as memories do; views of that time that still wait do, too."""
        if message.header.frame_id == self._builder.map_id:
            self._builder.revise(message_to_revision(message, self.now_ns()))

    def _name(self, request: NamePicture.Request, response: NamePicture.Response) -> NamePicture.Response:
        """With the models that views are perceived with."""
        namer = PictureNamer(
            self._builder.detector, self._builder.embedder, read_classes(self._config.detector_classes)
        )
        try:
            named = namer.name(shown_picture(decode_picture(bytes(request.picture.data))))
        except UnreadablePictureError as error:
            response.message = str(error)
            return response
        response.success, response.name, response.read_by = True, named.words, named.read_by
        return response


def main() -> None:
    """Entry point."""
    run_node(PerceptionNode)
