"""What the robot declined to do for somebody without a right to it, until somebody with one says that it may."""

from __future__ import annotations

import re

from embodied_memory.dialog.dialog_act import DialogAct, Reading
from embodied_memory.dialog.first_person import in_third_person
from embodied_memory.event import Utterance
from embodied_memory.planning.tasks.request_frame import bare_request

_OTHER, _IT = r"(?:him|her|them)", r"(?:it|that|one|them|what (?:he|she|they) \w+)"
_BRINGS = r"(?:get|give|bring|fetch|hand|take|do)"
_VOUCHES = re.compile(
    rf"\blet {_OTHER} (?:have|take|use|borrow) {_IT}|\b(?:she|he|they) (?:may|can)(?: have {_IT})?\W*$"
    rf"|\b{_BRINGS} {_IT} (?:for|to) {_OTHER}\b|\b{_BRINGS} {_OTHER} {_IT}",
    re.I,
)
_FORBIDS = re.compile(r"n['’]t\b|\b(?:not|never|no)\b", re.I)
_MINUTE_NS = 60 * 10**9


class Vouching:
    """Remembers the last errand that was declined, for some minutes."""

    def __init__(self, minutes: float) -> None:
        self._lasts_ns = int(minutes * _MINUTE_NS)
        self._declined: Utterance | None = None
        self._instruction = ""

    def decline(self, reading: Reading, utterance: Utterance) -> None:
        """reading: of what was said; only errands can be vouched for."""
        if reading.act is DialogAct.INSTRUCTION:
            self._declined, self._instruction = utterance, reading.text

    def taken_up(self, text: str, utterance: Utterance) -> Reading | None:
        """ "It's fine, get it for her": that errand as the speaker's, who may have no right either; else None."""
        declined = self._declined
        if declined is None or not _vouches(text):
            return None
        self._declined = None
        if utterance.stamp_ns - declined.stamp_ns > self._lasts_ns:
            return None
        wanted = bare_request(self._instruction.rstrip(".!? "))
        return Reading(DialogAct.INSTRUCTION, in_third_person(wanted, declined.speaker))


def _vouches(text: str) -> bool:
    return bool(_VOUCHES.search(text)) and not text.rstrip().endswith("?") and not _FORBIDS.search(text)
