"""A part of a sentence that is said for the whole: "no, the blue one", "and today?", "off again, please"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from embodied_memory.planning.tasks.request_frame import DEED_VERBS

_LEADS = re.compile(
    r"^(?:(?P<against>no|nope|not that(?: one)?|not this(?: one)?|wait|sorry|actually|rather|hang on|instead"
    r"|i (?:mean|meant|said)|make (?:it|that))"
    r"|(?P<joins>and|also|what about|how about|what of|same for)"
    r"|(?:great|good|perfect|lovely|fine|nice|cool|wonderful|brilliant|excellent|thanks|thank you)(?=[,.!])"
    r"|oh|but|so|or|then|now|hmm+|um+|well|ok|okay|yes|robot|please)(?:[\s,.:!-]+|$)",
    re.I,
)
_TRAILS = re.compile(
    r"[\s,.!?]+(?:(?P<joins>too|as well|also)|again|please|then"
    r"|(?P<against>instead|rather|i mean|i meant)|thanks|thank you)$",
    re.I,
)
_NOT_BUT = re.compile(r"^not (?P<old>[^,]+?)(?:,\s*(?:but )?|\s+but )(?P<new>.+)$", re.I)
_BUT_NOT = re.compile(r"^(?P<new>[^,]+?)(?:,\s*(?:and )?|\s+and )not (?P<old>.+)$", re.I)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|am|has|have|had|will|would|can|could|should|do|does|did|i|we|he|she|they|you|that|which"
    r"|who|there)\b|'s (?:in|on|at|not|the|a)\b",
    re.I,
)
_DEED = re.compile(rf"(?:{DEED_VERBS})\b", re.I)
_NEW = re.compile(
    r"(?:the|a|an|my|your|our|his|her|their|this|that|these|those|some|both|to|into|in|onto|on|off|next to|beside"
    r"|under|from|at|yesterday|today|tonight|last|before|after|since|during|now)\b|[A-Z]\w+(?:'s\b|$)"
)
"""How something new begins, where nothing but its place in the conversation says what it is about."""
_MOST_WORDS = 7
_ONE = re.compile(r"\b(?P<look>(?:the|that|this|a|my)\s+(?:\w+\s+){0,3}?)(?:one|ones)\b", re.I)


@dataclass(frozen=True)
class Fragment:
    """words: what is new. is_against: whether it takes the place of what was said, rather than being added to it.

    is_part: whether it is a part of a sentence at all, and not a sentence of its own. old: instead of what it is.
    """

    words: str
    is_against: bool = False
    is_part: bool = False
    old: str = ""


def fragment_of(text: str) -> Fragment:
    """What of an utterance is new, if it is said for the whole."""
    said, joins, is_against, old = " ".join(text.split()).strip(" .!?,"), False, False, ""
    for edge in (_LEADS, _TRAILS):
        while found := edge.search(said):
            joins, is_against = joins or bool(found["joins"]), is_against or bool(found["against"])
            said = (said[: found.start()] + said[found.end() :]).strip(" .!?,")
    for form in (_NOT_BUT, _BUT_NOT):
        found = form.match(said)
        if found:
            said, is_against, old = _LEADS.sub("", found["new"]), True, found["old"]
    is_whole = not said or _FINITE.search(said) or _DEED.match(said) or len(said.split()) > _MOST_WORDS
    return Fragment(said, is_against, not is_whole and (joins or bool(_NEW.match(said))), old)


def with_noun(phrase: str, about: str) -> str:
    """ "the blue one" -> "the blue mug", where a mug was spoken of."""
    noun = about.split()[-1] if about else ""
    return _ONE.sub(lambda match: f"{match['look']}{noun}" if noun else match[0], phrase)
