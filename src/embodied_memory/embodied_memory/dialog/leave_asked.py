"""Whether something may be done, as far as rules of the home tell: "is it all right if I open the window?"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from embodied_memory.dialog.wanted_deeds import deeds_in
from embodied_memory.planning.tasks.standing_rules import StandingRule, objection

_ASKED = re.compile(
    r"(?:\w+,? )?(?:is it|would it be|is that|will it be) (?:ok(?:ay)?|all?[ -]?right|fine)(?: (?:with|by) you)?"
    r" if (?:i|we) (?P<deed>[^?]+)\?*$",
    re.I,
)


def told_of_leave(question: str, speaker: str, rules: Callable[[], Sequence[StandingRule]]) -> str:
    """The rule against it, or that there is none; "" where something else is asked."""
    found = _ASKED.fullmatch(question.strip())
    goals = deeds_in(found["deed"].strip(), speaker) if found else ()
    if not goals:
        return ""
    known = rules()
    against = next(filter(None, (objection(goal, speaker, known) for goal in goals)), "")
    return f"Rather not: {against}." if against else "I know of no rule against it."
