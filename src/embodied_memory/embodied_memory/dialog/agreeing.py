"""What the robot says to somebody who wants something done: that it does it, and when."""

from __future__ import annotations

import re
from collections.abc import Sequence

from embodied_memory.dialog.instruction_queue import Assignment, Standing
from embodied_memory.planning.tasks.request_frame import bare_request
from embodied_memory.words.first_person import in_second_person, in_third_person

_PLEASE = re.compile(r"[\s,]+(?:please|(?:would|will|could|can) you\b[^.!?;]*)$", re.I)
_MAY_HAVE = re.compile(r"^(?:can|could|may|might) (?:i|we) (?:please |just )?(?:have|get) ", re.I)


def agreed(standing: Standing, deed: str, current: Assignment | None, speaker: str) -> str:
    """deed: in the words of the robot ("bring you the mug"); current: what it is doing."""
    if standing is Standing.NOW:
        return f"All right: {deed}."
    if standing is Standing.LATER:
        whose = "you" if current is None or current.speaker == speaker else current.speaker
        return f"All right, next: {deed}. First I finish what {whose} asked for."
    if standing is Standing.KNOWN:
        is_on_it = current is not None and current.speaker == speaker
        return "I am on it." if is_on_it else "I have not forgotten it: it comes next."
    return "I am busy, and enough waits already: ask me again when some of it is done."


def deed_of(instruction: str) -> str:
    """What was asked of the robot, as it says that itself: "bring you the mug"."""
    asked = _MAY_HAVE.sub("bring me ", bare_request(_PLEASE.sub("", instruction.rstrip(".!? "))))
    return in_second_person(asked[:1].lower() + asked[1:])


def in_name_of(asker: str, instruction: str) -> str:
    """What somebody asked for, as others ask for it for them: "bring me the mug" -> "bring Tom the mug"."""
    return in_third_person(bare_request(instruction.rstrip(".!? ")), asker)


def in_order(waiting: Sequence[Assignment]) -> str:
    """What is still to come, for everybody's ears: "bring Tom the mug; open the fridge"; "" if nothing is."""
    return "; ".join(in_third_person(_PLEASE.sub("", one.instruction.rstrip(".!? ")), one.speaker) for one in waiting)
