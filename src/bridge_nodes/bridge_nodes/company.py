"""The residents beside the robot: their days keep step with its clock, and it is told what it sees and hears."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bridge_nodes.pace import Pace
from embodied_memory.config import LanguageConfig
from embodied_memory.event import Event, Utterance
from embodied_memory.language.language_model import LanguageModel, Reply, Request
from embodied_memory.language.server_model import make_language_model
from embodied_memory_interfaces.msg import Answer as AnswerMessage
from embodied_memory_interfaces.msg import Utterance as UtteranceMessage
from embodied_memory_ros.conversions.memory import utterance_to_message
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.parameters import declare_all
from embodied_memory_ros.qos import RECORDS
from household.home import Home
from household.residents import LivedDays
from household.residents.language_cast import LanguageCast
from household.residents.spoken import stamp_ns
from household.residents.trace_files import write_life

_TALK = "dialog/utterances"
PARAMETERS: dict[str, tuple[Any, str]] = {
    "residents": (False, "people live in the home beside the robot, drawn from the seed"),
    "residents_start": ("2026-03-02T08:00", "when the robot is switched on in their home; date and time (UTC)"),
    "residents_hours": (16.0, "hours of theirs until they stand still and the clock goes at its usual pace again"),
    "time_scale": (60.0, "seconds that pass for the residents while the robot does what takes it one"),
    "residents_ask": (True, "residents have the robot do things, and answer what it asks back"),
    "residents_language": (False, "the language model behind language.server_url plays the residents, where it fits"),
    "residents_trace": ("", "folder for what really happened, written at the end, for judges only; empty: nowhere"),
}


class AskedOfModel:
    """A `ResidentModel` over the core's client."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    def ask(self, prompt: str, reply: type[Reply]) -> Reply:
        """See `ResidentModel`. Time stands still meanwhile."""
        return self._model.ask(Request("resident", prompt), reply)


class Company:
    """Owns the residents' days. execute: skills of the robot, which residents see and the truth has."""

    def __init__(self, node: EmbodiedNode, home: Home, language: LanguageConfig) -> None:
        """The robot must stand in the home already. ValueError for a start, a length or a scale that cannot be."""
        self._node, self._language = node, language
        self.start_ns = stamp_ns(node.get_parameter("residents_start").value)
        self._scale: float = node.get_parameter("time_scale").value
        hours: float = node.get_parameter("residents_hours").value
        if not (0 < self._scale < math.inf and 0 <= hours < math.inf):
            raise ValueError(f"time_scale {self._scale} and residents_hours {hours} must be positive")
        self._end_ns = self.start_ns + int(hours * 3600e9)
        seed, asking = node.get_parameter("seed").value, node.get_parameter("residents_ask").value
        self._days = LivedDays(home, seed, self.start_ns, self._scale, self._cast(), asking)
        self._heard: deque[str] = deque()
        self._is_over = False
        self.execute = self._days.execute

    @staticmethod
    def declare_parameters(node: EmbodiedNode) -> None:
        """Once, when the node is made."""
        declare_all(node, PARAMETERS)

    def _cast(self) -> LanguageCast | None:
        """ValueError if a language model is to play the residents, and none is named."""
        if not self._node.get_parameter("residents_language").value:
            return None
        model = make_language_model(self._language)
        if model is None:
            raise ValueError("residents_language needs a language model: name one in language.server_url")
        self._node.close_on_stop(model.close)
        return LanguageCast(AskedOfModel(model))

    def open_topics(self) -> None:
        """Where people and the robot talk with each other. What it says they hear with the next step of the clock."""
        self._speak = self._node.publisher(UtteranceMessage, _TALK, RECORDS)
        self._node.subscription(AnswerMessage, "dialog/replies", lambda said: self._heard.append(said.text), RECORDS)

    def keep_step(self, pace: Pace, tell: Callable[[Event], None]) -> None:
        """Let happen what the clock has come to. tell: gets what the robot perceived of it, in order.

        What people say to the robot goes to who talks with them, who records it; to `tell` if nobody does.
        """
        if self._is_over:
            return
        pace.time_scale = self._scale
        while self._heard:
            self._days.hear_robot(self._heard.popleft())
        for event in self._days.pass_time(min(pace.stamp_ns, self._end_ns)):
            is_talk = self._days.is_for_robot(event) and self._node.readers_of(_TALK)
            self._speak(_utterance(event)) if is_talk else tell(event)
        if pace.stamp_ns >= self._end_ns:
            self._is_over, pace.time_scale = True, 1.0
            self._hand_to_judges()

    def _hand_to_judges(self) -> None:
        """What really happened leaves this process only so."""
        self._node.get_logger().info(f"the residents' days are over: {len(self._days.records)} things happened")
        if folder := self._node.get_parameter("residents_trace").value:
            write_life(Path(folder).expanduser(), self._days.records, self._days.truth)


def _utterance(said: Event) -> UtteranceMessage:
    return utterance_to_message(Utterance(said.stamp_ns, said.actor, said.text, said.place, said.observers))
