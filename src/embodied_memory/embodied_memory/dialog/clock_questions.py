"""What the clock and the calendar say."""

from __future__ import annotations

import re
from datetime import datetime, timezone

from embodied_memory.memory.belief.statements.spoken_time import NS, LocalTime, read_due
from embodied_memory.memory.wording.words import split_words

_TIME = re.compile(
    r"^(?:(?:then|so|and|right|oh|well|ok|okay|now|robot) )*(?:please )?"
    r"(?:(?:can|could) you )?(?:please )?(?:tell me )?(?:do you (?:know|have) )?"
    r"(?:what(?:'s| is)? )?(?:the )?"
    r"(?P<asked>time|day|date|weekday|day of the week)(?: (?:is it|it is|do (?:you|we) have|is))?"
    r"(?: (?:now|today|right now|please|exactly|at least|then|by the way|robot))*$"
)

_UNTIL = re.compile(
    r"^(?:(?:then|so|and) )*how long (?:have (?:i|we) got|do (?:i|we) have|is it|is there|is left|now)(?: left)?"
    r" (?:until|till|to|before) (?P<when>.+)$"
)
_OF_IT = re.compile(r"^(?:(?:then|so|and|ok|okay) )*what (?:time|day|date)(?: then)?$")


def told_by_clock(question: str, now_ns: int, utc_offset_s: float, is_spoken_of: bool = False) -> str:
    """Such as "It is 12:05 on Tuesday, 3 March 2026."; "" for what is no question for the clock.

    utc_offset_s: seconds that the people's clock is ahead of UTC; is_spoken_of: whether something was told or asked
    right before, of which "what time?" may be said.
    """
    words = " ".join(split_words(question))
    if until := _UNTIL.match(words):
        return _time_left(until["when"], LocalTime(now_ns, utc_offset_s / 3600))
    if not _TIME.match(words) or (is_spoken_of and _OF_IT.match(words)):
        return ""
    now = datetime.fromtimestamp(now_ns // 10**9 + utc_offset_s, timezone.utc)
    return f"It is {now:%H:%M} on {now:%A}, {now.day} {now:%B %Y}."


def _time_left(when: str, local: LocalTime) -> str:
    """ "Half past seven": in 42 minutes; "" for what is no time of the clock."""
    due = read_due(f"at {when}", local)
    if due is None or split_words(due.rest):
        return ""
    minutes = max(0, round((due.start_ns - local.now_ns) / (60 * NS)))
    hours, minutes = divmod(minutes, 60)
    parts = [f"{hours} hour{'s' if hours != 1 else ''}"] if hours else []
    parts += [f"{minutes} minute{'s' if minutes != 1 else ''}"] if minutes or not hours else []
    return f"{' and '.join(parts)[:1].upper()}{' and '.join(parts)[1:]}."
