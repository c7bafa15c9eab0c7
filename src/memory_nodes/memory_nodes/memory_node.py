"""The one writer of memory: records instants, events and rooms; retrieves and answers."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from geometry_msgs.msg import TransformStamped
from nav_msgs.msg import OccupancyGrid
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from visualization_msgs.msg import MarkerArray

from embodied_memory import Memory
from embodied_memory.config import MemoryConfig
from embodied_memory.evidence import RecordReceipt
from embodied_memory.language.server_model import make_language_model
from embodied_memory.mapping.grid import RoomMap
from embodied_memory.memory.file.database import DatabaseError
from embodied_memory.perception.embedder import make_embedder
from embodied_memory_interfaces.msg import Event, MemoryRecord, RememberedObjectArray, SceneGraphInstant
from embodied_memory_interfaces.srv import AnswerQuestion, Retrieve
from embodied_memory_ros.conversions.localisation import message_to_revision
from embodied_memory_ros.conversions.maps import message_to_grid
from embodied_memory_ros.conversions.markers import objects_to_markers
from embodied_memory_ros.conversions.memory import (
    answer_to_message,
    message_to_event,
    remembered_to_message,
    retrieved_to_message,
    usual_place_to_message,
)
from embodied_memory_ros.conversions.scene_graph import message_to_instant
from embodied_memory_ros.conversions.stamps import ns_to_header
from embodied_memory_ros.frames import MAP_FRAME
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.parameters import declare_all, declare_config
from embodied_memory_ros.qos import KEPT_RECORDS, LATCHED, RECORDS
from embodied_memory_ros.run_node import run_node
from memory_nodes.history_service import HistoryService
from memory_nodes.people_services import PeopleServices

_FILE_PERIOD_S = 1.0
_LATE_S = 3.0
"""Half of the views may take that long from the camera into memory."""
_DEFAULT_DATABASE = "~/.embodied_memory/memory.db"


class MemoryNode(EmbodiedNode):
    """Records in one callback group, answers in another, so that no record waits for a language model; the history
    tree is kept beside both. The memory itself takes care that its database has one writer and that readers see whole
    records.
    """

    def __init__(self) -> None:
        super().__init__("memory_node")
        texts = {
            "database": (_DEFAULT_DATABASE, "file of the memory; made if it does not exist"),
            "map_frame": MAP_FRAME,
            "embedder": ("minilm", "minilm | open_clip | hashing: how queries are embedded"),
            "model_folder": ("", "where model files are looked for; empty: the folder that set-up fills"),
            "objects_period_s": (0.5, "known objects are published at most this often (real time)"),
            "history_period_s": (1.0, "new records are taken into the history tree at most this often (real time)"),
        }
        declare_all(self, texts)
        self._frame: str = self.get_parameter("map_frame").value
        self._config = declare_config(self, MemoryConfig(), "")
        self._close_model: Callable[[], None] = lambda: None

    def on_load(self) -> None:
        """Open the database and rebuild the indexes from it."""
        path = Path(os.path.expanduser(self.get_parameter("database").value))
        path.parent.mkdir(parents=True, exist_ok=True)
        embedder = make_embedder(self.get_parameter("embedder").value, self.get_parameter("model_folder").value)
        model = None if self._config.reasoning == "offline" else make_language_model(self._config.language)
        if model is not None:
            self._close_model = model.close
        self._memory = Memory(
            path,
            embedder,
            self._config,
            clock=lambda: self.get_clock().now().nanoseconds,
            language_model=model,
        )
        self._changed = True
        self.get_logger().info(f"memory holds {self._memory.counts()} in {path.name}")

    def on_start(self) -> None:
        """Topics and services."""
        self._acknowledge = self.publisher(MemoryRecord, "memory/records", KEPT_RECORDS)
        self._publish_objects = self.publisher(RememberedObjectArray, "memory/objects", LATCHED)
        self._publish_markers = self.publisher(MarkerArray, "memory/objects/markers", LATCHED)
        self.subscription(SceneGraphInstant, "scene_graph_instants", self._record_instant, KEPT_RECORDS)
        self.subscription(Event, "events", self._record_event, KEPT_RECORDS)
        self.subscription(OccupancyGrid, "rooms", self._record_rooms, LATCHED)
        self.subscription(TransformStamped, "memory/map_correction", self._correct_map, RECORDS)
        asked = MutuallyExclusiveCallbackGroup()
        for service in (
            self.create_service(Retrieve, "memory/retrieve", self._retrieve, callback_group=asked),
            self.create_service(AnswerQuestion, "memory/answer", self._answer, callback_group=asked),
        ):
            self.close_on_stop(partial(self.destroy_service, service))
        PeopleServices(self, self._memory, asked)
        HistoryService(self, self._memory, self.get_parameter("history_period_s").value)
        self.every(self.get_parameter("objects_period_s").value, self._publish_known)
        self.every(_FILE_PERIOD_S, self._see_to_file)

    def on_unload(self) -> None:
        """Close the database; all acknowledged records are in it already. Who waits for a model waits no longer."""
        self._close_model()
        if hasattr(self, "_memory"):
            self._memory.close()

    def _see_to_file(self) -> None:
        """Also while nothing is recorded, people hear of it when the file of the memory is gone."""
        try:
            self._memory.see_to_file()
        except DatabaseError as error:
            self.tell_fault("database", str(error))
        else:
            self.tell_fault("database", "")

    def _record_instant(self, message: SceneGraphInstant) -> None:
        receipt = self._memory.record(message_to_instant(message))
        self._confirm(receipt)
        self.health.delayed("views to memory", max(0.0, (self.now_ns() - receipt.stamp_ns) / 1e9), _LATE_S)

    def _record_event(self, message: Event) -> None:
        receipt = self._memory.record_event(message_to_event(message))
        if receipt is not None:
            self._confirm(receipt)

    def _record_rooms(self, message: OccupancyGrid) -> None:
        self._memory.record_rooms(message_to_grid(message, RoomMap))
        self._changed = True

    def _correct_map(self, message: TransformStamped) -> None:
        map_id, revision = message.header.frame_id, message_to_revision(message, self.now_ns())
        since_ns = 0 if revision.is_whole else revision.since_ns
        if self._memory.map.correct(map_id, revision.map_T_map, revision.until_ns + 1, since_ns):
            self.get_logger().info(f"memories moved with the correction of {map_id}")
            self._changed = True

    def _confirm(self, receipt: RecordReceipt) -> None:
        """Tell that it is committed. What had been recorded before is confirmed again."""
        self._changed = True
        self._acknowledge(
            MemoryRecord(
                header=ns_to_header(receipt.stamp_ns, self._frame),
                record_id=receipt.record_id,
                kind=receipt.kind,
                summary=receipt.summary,
                in_memory_bank=receipt.in_memory_bank,
            )
        )

    def _retrieve(self, request: Retrieve.Request, response: Retrieve.Response) -> Retrieve.Response:
        try:
            found = self._memory.retrieve(request.query, request.k or self._config.bank.top_k)
            response.memories = [retrieved_to_message(memory) for memory in found.memories]
            response.objects = [remembered_to_message(thing) for thing in found.objects]
            response.spatial_belief = found.spatial_belief
            response.usual_places = [usual_place_to_message(place) for place in found.usual_places]
            response.success = True
        except Exception as error:
            response.message = f"retrieval failed: {error}"
            self.report_problem(response.message)
        return response

    def _answer(self, request: AnswerQuestion.Request, response: AnswerQuestion.Response) -> AnswerQuestion.Response:
        try:
            answer = self._memory.answer(request.question, self.now_ns(), request.asker)
        except Exception as error:
            response.message = f"answering failed: {error}"
            self.report_problem(response.message)
            return response
        response.success = True
        response.answer = answer_to_message(answer, self.now_ns(), self._frame)
        return response

    def _publish_known(self) -> None:
        if not self._changed:
            return
        self._changed = False
        objects = self._memory.objects()
        now_ns = self.now_ns()
        header = ns_to_header(now_ns, self._frame)
        self._publish_objects(
            RememberedObjectArray(header=header, objects=[remembered_to_message(thing) for thing in objects])
        )
        self._publish_markers(objects_to_markers(objects, now_ns, self._frame))

    def diagnostics(self) -> dict[str, object]:
        """How much memory holds, and who played the roles of a language model where there is one."""
        told: dict[str, object] = {f"memory {name}": count for name, count in self._memory.counts().items()}
        for role, usage in self._memory.language_usage.items():
            told[f"reasoning {role}"] = f"{usage.language} by language model, {usage.offline} offline"
            if usage.spent.requests:
                told[f"language model {role}"] = usage.spent
        return told


def main() -> None:
    """Entry point."""
    run_node(MemoryNode, threads=4)
