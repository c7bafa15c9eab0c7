"""Questions that are not put as such, and such as ask nothing: who cannot find a thing asks where it is, and "ok?"
only wants a yes.
"""

from __future__ import annotations

import re

_SEEKS = re.compile(
    r"^(?:(?:oh|oh no|hey|hi|robot|so|um+|well|and|but|now|help)[\s,]+)*i(?:['’]m| am| just| still| really)*"
    r" (?:(?:ca|could|can)(?:n['’]?t| not)|cannot|cant|am not able to|do not|don['’]?t)"
    r" (?:seem to )?(?:find|see|remember|know|recall) (?:where (?:i|we) (?:put|left) |where )?(?P<thing>[^,.;!?]+?)"
    r"(?P<is> (?:is|are|has gone|have gone|went|anywhere|any more|anymore|at all|right now))?[.!? ]*$"
    r"|^(?:i['’]m|i am|i was|i['’]ve been|i have been) (?:\w+ )?(?:looking|searching) (?:everywhere )?for"
    r" (?P<sought>[^,.;!?]+?)[.!? ]*$",
    re.I,
)
_NAMES_A_THING = re.compile(r"^(?:the|my|our|your|a|an|his|her|their|[A-Z][\w-]*'s|it|them)\b", re.I)

_TAG = re.compile(
    r"(?:,?\s*\b(?:ok(?:ay)?|huh|eh|got it|understood|all ?right|deal)"
    r"|[,.;]\s*(?:you (?:hear|know|see)(?: me)?|hear me|see))\?+$",
    re.I,
)
""" "..., do you know?" asks."""
_MAY_BE_ASKED = re.compile(r",?\s*\b(?:right|yeah|yes)\?+$", re.I)
""" "It's at five, right?" may want to be told, too."""
_LEAST_WORDS = 3


def only_wants_a_yes(text: str) -> bool:
    """Whether the end of it wants to be agreed with, and asks nothing: "I'm off to the shop, ok?"."""
    return bool(_TAG.search(text) or _MAY_BE_ASKED.search(text))


def without_tag(text: str) -> str:
    """ "You know nothing, ok?": without what only wants a yes."""
    rest = _TAG.sub("", text.rstrip())
    return f"{rest}." if rest != text.rstrip() and len(rest.split()) >= _LEAST_WORDS else text


def question_meant(sentence: str) -> str:
    """ "I can't find my glasses" -> "Where is my glasses?"; "" for what asks nothing."""
    found = _SEEKS.match(" ".join(sentence.split()))
    thing = (found["thing"] or found["sought"]) if found else ""
    return f"Where is {thing}?" if thing and _NAMES_A_THING.match(thing) else ""
