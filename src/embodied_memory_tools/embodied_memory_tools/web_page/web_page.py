"""The page itself: a 3D view between a panel of memory and a panel of the robot."""

from __future__ import annotations

import io
import logging
import socket
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory.evidence import Evidence, RememberedObject
from embodied_memory.mapping.grid import OccupancySlice, RoomMap
from embodied_memory_tools.web_page import colors, side_text
from embodied_memory_tools.web_page.plan_view import PlanView
from embodied_memory_tools.web_page.scene_view import FrontierView, SceneView

logger = logging.getLogger(__name__)

_MAX_MESSAGES = 8
_MAX_RECORDS = 10
_MAX_UTTERANCE = 1000
_MAX_NAME = 40


class PageError(RuntimeError):
    """The page cannot be served. The message names the cause and the remedy."""


class WebPage:
    """Serves the page until close(). All methods may be called from any thread.

    If the port is taken, the next free one is used and named in the log; `url` says where the page is.
    on_utterance: called, in a thread of its own, with who typed (speaker, until they say otherwise) and what; None
    shows no text box. on_stop: called when the stop button is pressed, and returns what to show for it; None shows no
    button.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 8080,
        on_utterance: Callable[[str, str], None] | None = None,
        speaker: str = "user",
        on_stop: Callable[[], str] | None = None,
    ) -> None:
        self._speaker = speaker
        self._on_stop = on_stop
        self._on_utterance = on_utterance
        self._lock = threading.RLock()
        self._messages: deque[tuple[str, str, tuple[Evidence, ...]]] = deque(maxlen=_MAX_MESSAGES)
        self._remembered: tuple[RememberedObject, ...] = ()
        self._server = _started(host, port)
        self.port: int = self._server.get_port()
        self.url = f"http://{host}:{self.port}"
        if self.port != port:
            logger.warning("port %d is taken, the page is at %s", port, self.url)
        self._scene = SceneView(self._server)
        self._server.gui.configure_theme(show_logo=False, show_share_button=False, brand_color=colors.ROBOT)
        self._build_memory_panel()
        self._build_robot_panel()

    def show_map(self, slice: OccupancySlice, rooms: RoomMap | None = None) -> None:
        """The floor: free, occupied and rooms."""
        with self._lock:
            self._scene.show_map(slice, rooms)

    def show_voxels(
        self, points: NDArray[np.float64], colors: NDArray[np.uint8] | None = None, size_m: float = 0.1
    ) -> None:
        """What stands on the floor. points: (N, 3) centres; colors: (N, 3) uint8, by height if None."""
        with self._lock:
            self._scene.show_voxels(points, colors, size_m)

    def show_robot(self, x: float, y: float, yaw: float) -> None:
        """Where the robot is: metres and radians in map."""
        with self._lock:
            self._scene.show_robot(x, y, yaw)

    def show_path(self, points: NDArray[np.float64]) -> None:
        """Where it has been: (N, 2) or (N, 3), metres in map."""
        with self._lock:
            self._scene.show_path(points)

    def show_camera_view(self, color: NDArray[np.uint8]) -> None:
        """What its camera sees: (H, W, 3) uint8 RGB."""
        self._camera.image = color
        self._camera.visible = True

    def show_frontiers(self, frontiers: Sequence[FrontierView]) -> None:
        """[(boundary point (x, y), region (N, 2), score)], score NaN where nobody has judged."""
        with self._lock:
            self._scene.show_frontiers(frontiers)

    def show_objects(self, objects: tuple[RememberedObject, ...]) -> None:
        """What memory knows, labelled, coloured by certainty on the scale of colors.CERTAINTY_SCALE."""
        with self._lock:
            self._remembered = tuple(objects)
            self._scene.show_objects(self._remembered)

    def show_records(self, records: Sequence[tuple[int, str, str]]) -> None:
        """[(stamp_ns, kind, summary)]: memory's latest records, in any order."""
        newest = sorted(records, key=lambda record: record[0], reverse=True)[:_MAX_RECORDS]
        self._records.content = side_text.records_html(newest)

    def show_progress(self, text: str) -> None:
        """What the robot is doing, in a sentence."""
        self._progress.content = side_text.progress_html(text)

    def show_plan(self, plan: PlanView | None) -> None:
        """What the robot is about to do and what its critic remarked; None: nothing is planned."""
        self._plan.content = side_text.plan_html(plan)

    def add_reply(self, speaker: str, text: str, evidence: Sequence[Evidence] = ()) -> None:
        """Add to the conversation; the speaker "robot" is shown as the robot."""
        with self._lock:
            self._messages.append((speaker, text, tuple(evidence)))
            self._conversation.content = side_text.conversation_html(self._messages)

    def close(self) -> None:
        """Stop serving."""
        self._server.stop()

    def _build_memory_panel(self) -> None:
        gui = self._server.gui
        panel = gui.add_panel()
        panel.dock_left()
        panel.set_width(300)
        with panel.add_tab("Memory"):
            with gui.add_folder("Latest records"):
                self._records = gui.add_html(side_text.records_html(()))
            with gui.add_folder("Legend"):
                gui.add_html(side_text.legend_html())
            with gui.add_folder("View", expand_by_default=False):
                self._build_view_settings()

    def _build_view_settings(self) -> None:
        gui = self._server.gui
        labels = gui.add_checkbox("Object names", True)
        follow = gui.add_checkbox("Follow the map", True)
        height = gui.add_slider("Cut at (m)", 0.2, 2.4, 0.1, 1.2)

        def apply(_: Any) -> None:
            with self._lock:
                self._scene.camera.follow_map = bool(follow.value)
                self._scene.show_labels = bool(labels.value)
                self._scene.show_objects(self._remembered)
                self._scene.cut_at(float(height.value))

        for setting in (labels, follow, height):
            setting.on_update(apply)

    def _build_robot_panel(self) -> None:
        gui = self._server.gui
        gui.set_panel_label("Embodied Memory")
        gui.main_panel.dock_right()
        gui.main_panel.set_width(340)
        if self._on_stop is not None:
            gui.add_button("Stop", color="red", hint="The robot stops at once.").on_click(lambda _: self.stop())
        self._camera = gui.add_image(np.zeros((3, 4, 3), np.uint8), format="jpeg", visible=False)
        self._progress = gui.add_html(side_text.progress_html("waiting for the robot"))
        self._plan = gui.add_html(side_text.plan_html(None))
        with gui.add_folder("Conversation"):
            self._conversation = gui.add_html(side_text.conversation_html(()))
            if self._on_utterance is not None:
                self._build_text_box()

    def _build_text_box(self) -> None:
        gui = self._server.gui
        with gui.add_form(None) as form:
            name = gui.add_text("I am", self._speaker, hint="The name that the robot knows you by.")
            box = gui.add_text("Say", "", hint='For example "Where is my mug?" or "Bring me the red book."')
            gui.add_button("Send").on_click(lambda _: form.submit())

        def submit(_: Any) -> None:
            text, box.value = box.value.strip()[:_MAX_UTTERANCE], ""
            if text:
                self.say(text, name.value.strip()[:_MAX_NAME] or self._speaker)

        form.on_submit(submit)

    def stop(self) -> None:
        """What the stop button does."""
        if self._on_stop is not None:
            self.add_reply("page", self._on_stop())

    def say(self, text: str, speaker: str = "") -> None:
        """What the text box does: show an utterance of the visitor and hand it on."""
        self.add_reply("you", text)
        if self._on_utterance is None:
            return
        try:
            self._on_utterance(speaker or self._speaker, text)
        except Exception as error:  # the page lives on whatever becomes of one utterance
            logger.exception("an utterance could not be handed on")
            self.add_reply("page", f"That did not reach the robot: {error}")


def _started(host: str, port: int) -> Any:
    import viser  # takes a second to import, and only those who open a page need it

    try:
        # viser takes every failure for a port that is taken, and would try one after the other for an address
        # that is not this machine's.
        with socket.create_server((host, 0)):
            pass
        with redirect_stdout(io.StringIO()):  # viser prints a banner even if asked not to
            return viser.ViserServer(host=host, port=port, verbose=False)
    except (OSError, RuntimeError, OverflowError) as error:
        raise PageError(
            f"the page cannot be served at {host}:{port}: {error}; choose another address or port"
        ) from error
