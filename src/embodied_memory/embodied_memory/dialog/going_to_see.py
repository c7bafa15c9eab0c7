"""Telling a look that is wished for from what others say: "go and see whether the TV is on"."""

from __future__ import annotations

import re

from embodied_memory.planning.instruction import InstructionError
from embodied_memory.planning.tasks.request_frame import bare_request
from embodied_memory.planning.tasks.task_goal import Deed
from embodied_memory.planning.tasks.task_reading import read_task

_BEGINS = re.compile(
    r"(?:go|come|run|walk|drive|head|move|pop|see|check|look|inspect|verify|find out|(?:have|take) a)\b", re.I
)


def is_look(sentence: str) -> bool:
    """Whether the speaker wants the robot to go and see: the words begin so, and are read so to their end."""
    if not _BEGINS.match(bare_request(sentence)):
        return False
    try:
        return read_task(sentence, "")[0].deed is Deed.LOOK
    except InstructionError:
        return False
