"""What sort of record a piece is, and how likely that sort answers a question: "when did she get in" asks for her
coming home, whatever else about her and the time is at hand.
"""

from __future__ import annotations

import re

from embodied_memory.memory.log.piece import Piece
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.said import RecordSort

_DONE = (
    (RecordSort.CAME, r"came (?:home|back|round|over|to the (?:door|house))|arrived|(?:got|came) (?:home|in|back)"),
    (RecordSort.LEFT, r"left(?: the (?:house|flat|building))?\.?$|left (?:home|for|with)|went (?:out|off|home)"),
    (RecordSort.ON, r"(?:switched|turned|put) (?:on|.* on\.?$)|lit|started"),
    (RecordSort.OFF, r"(?:switched|turned|put) (?:off|.* off\.?$)|unplugged"),
    (RecordSort.OPENED, r"opened|unlocked"),
    (RecordSort.CLOSED, r"closed|shut|locked"),
    (RecordSort.GAVE, r"handed|gave|passed"),
    (RecordSort.TOOK, r"took|picked|grabbed|fetched|removed|collected|carried|brought"),
    (RecordSort.PUT, r"put|placed|set|laid|left|hung|stuck|dropped|tucked|hid|moved|stood|slid|stowed|parked"),
    (RecordSort.WENT, r"went|walked|entered|came"),
)
_SORTS = tuple((sort, re.compile(rf"^(?:the )?[\w'’. -]{{1,40}}? (?:{done})(?!\w)", re.I)) for sort, done in _DONE)
"""By the verb after who did it, as this stack's own sentences of deeds have it."""
_EVEN = 1 / len(RecordSort)


def sort_of(piece: Piece) -> RecordSort:
    """OTHER for a deed with another verb."""
    if piece.is_said:
        return RecordSort.SAID
    return next((sort for sort, done in _SORTS if done.match(piece.text)), RecordSort.OTHER)


def likely_sorts(question: str) -> dict[RecordSort, float]:
    """How likely each sort of record answers it; all alike where nothing is learned of that."""
    reading = the_reading()
    likely = reading.read(question).answered_by if reading is not None else {}
    return dict(likely) or dict.fromkeys(RecordSort, _EVEN)
