"""What the clock and the calendar say."""

from __future__ import annotations

import re
from datetime import datetime, timezone

from embodied_memory.memory.wording.words import split_words

_TIME = re.compile(
    r"^(?:(?:then|so|and|right|oh|well|ok|okay|now|robot) )*(?:please )?"
    r"(?:(?:can|could) you )?(?:please )?(?:tell me )?(?:do you (?:know|have) )?"
    r"(?:what(?:'s| is)? )?(?:the )?"
    r"(?P<asked>time|day|date|weekday|day of the week)(?: (?:is it|it is|do (?:you|we) have|is))?"
    r"(?: (?:now|today|right now|please|exactly|at least|then|by the way|robot))*$"
)

_OF_IT = re.compile(r"^(?:(?:then|so|and|ok|okay) )*what (?:time|day|date)(?: then)?$")


def told_by_clock(question: str, now_ns: int, utc_offset_s: float, is_spoken_of: bool = False) -> str:
    """Such as "It is 12:05 on Tuesday, 3 March 2026."; "" for what is no question for the clock.

    utc_offset_s: seconds that the people's clock is ahead of UTC; is_spoken_of: whether something was told or asked
    right before, of which "what time?" may be said.
    """
    words = " ".join(split_words(question))
    if not _TIME.match(words) or (is_spoken_of and _OF_IT.match(words)):
        return ""
    now = datetime.fromtimestamp(now_ns // 10**9 + utc_offset_s, timezone.utc)
    return f"It is {now:%H:%M} on {now:%A}, {now.day} {now:%B %Y}."
