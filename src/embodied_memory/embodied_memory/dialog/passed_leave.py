"""What somebody asks for themselves, and only says beside it who lets them have it."""

from __future__ import annotations

import re

from embodied_memory.dialog.spoken_parts import is_passed_on
from embodied_memory.words.demands import demand_in
from embodied_memory.words.one_reading import OneReading

_LETS_ME = re.compile(
    r"(?:(?i:hi|hey|hello|robot|excuse me|please|sorry|so|um|oh)\W+)*(?P<who>(?i:he|she|they)|[A-Z]\w+)"
    r" (?:said|says|told me|told us|mentioned)(?: that)?(?: you(?: can| could| would| might| should|['’]d)"
    r"| it(?:['’]s| is| was|['’]d be) (?:ok|okay|fine|all right|alright) (?:if|for) you (?:to )?) (?P<deed>[a-z].*)",
    re.S,
)
""" "Izzy said you could grab her umbrella for me": who asks is heard as who asks, and may as much as they may."""
_FOR_ME = re.compile(r"\b(?:me|us|my|our)\b", re.I)
_THEIRS = re.compile(r"\b(?:her|his|their)\b(?= [a-z])")


def own_request(text: str, reading: OneReading) -> str:
    """ "Get me that cardigan, she said I could have it" -> "Get me that cardigan"; any other text as it is. Whether
    it was really said is not for the asker to tell: it is done if they may have it done.
    """
    if not is_passed_on(text):
        return text
    found = _LETS_ME.match(text)
    if found is not None and _FOR_ME.search(found["deed"]) and not is_passed_on(found["deed"]):
        owner = f"{found['who']}'s" if found["who"].istitle() else ""
        return _THEIRS.sub(lambda match: owner or match[0], found["deed"], count=1)
    wanted, beside = demand_in(text, reading)
    return wanted if beside and text.startswith(wanted) and not is_passed_on(wanted) else text
