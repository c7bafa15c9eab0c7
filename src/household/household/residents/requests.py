"""What residents have asked a robot for that is there in earnest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from household.residents.acts import Meaning

INSTRUCTS = "instruct "
"""Meanings of instructions begin so: what they want is that an attribute of the subject gets the value."""
SHORTEST_PATIENCE_S = 600.0
_MOST_A_DAY, _ROBOT_MINUTES_A_DAY = 8, 240
_ROBOT_SECONDS = 180.0
"""So long a person waits, by the clock that the robot goes by."""
_ASKS_AGAIN_AFTER_S = 25.0
"""By the robot's clock, too: it had something else to do."""
_MOST_TRIES = 4


@dataclass
class Request:
    """An instruction of a person. text: as it was said; wanted: what shall become so; said_ns: when it was said last;
    until_ns: of their patience; again_ns: when they say it again, 0 if they do not.

    offered: the thing that they hold out to the robot, "" if none.
    """

    by: str
    text: str
    wanted: Meaning
    said_ns: int
    until_ns: int
    offered: str = ""
    is_open: bool = True
    again_ns: int = 0
    tries: int = 1


class Requests:
    """Open requests, the newest last. time_scale: how much faster the residents' clock goes than the robot's."""

    def __init__(self, time_scale: float) -> None:
        self.most_a_day = max(1, min(_MOST_A_DAY, round(_ROBOT_MINUTES_A_DAY / time_scale)))
        """So many errands a day each person has for a robot to which days are that much shorter."""
        self.patience_ns = int(max(SHORTEST_PATIENCE_S, _ROBOT_SECONDS * time_scale) * 1e9)
        self._pause_ns = int(_ASKS_AGAIN_AFTER_S * time_scale * 1e9)
        self.told: set[tuple[str, str]] = set()
        """Of whom the robot has heard which preference: name, thing."""
        self._all: list[Request] = []

    def open(self, request: Request) -> None:
        """A person has one request at a time."""
        for before in self._all:
            before.is_open = before.is_open and before.by != request.by
        self._all = [one for one in self._all if one.is_open] + [request]

    def of(self, names: Sequence[str]) -> list[Request]:
        """The open ones of these people, the newest first."""
        return [one for one in reversed(self._all) if one.is_open and one.by in names]

    def is_free_for(self, who: str, now_ns: int) -> bool:
        """Whether nobody else waits for the robot: people do not send it away from each other's errands."""
        return all(one.by == who or not one.is_open or one.until_ns < now_ns for one in self._all)

    def offered_by(self, thing_id: str) -> str:
        """Who holds this thing out to the robot; "" if nobody does."""
        return next((one.by for one in self._all if one.is_open and one.offered == thing_id), "")

    def put_off(self, hearers: Sequence[str], now_ns: int) -> None:
        """Whoever spoke last tries it again later, if they hear that the robot has something else to do."""
        request = max((one for one in self._all if one.is_open), key=lambda one: one.said_ns)
        if request.by not in hearers:
            return
        request.tries += 1
        request.again_ns = now_ns + self._pause_ns
        request.is_open = request.tries <= _MOST_TRIES
