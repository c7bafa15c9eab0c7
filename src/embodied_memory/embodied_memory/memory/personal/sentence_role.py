"""What a sentence of an instruction does: it asks, describes a thing, or tells something personal.

The instructions that MEMENTO learns from have just these three parts (appendix C.4): command, additional
information and personalized knowledge.
"""

from __future__ import annotations

import re
from enum import Enum

from embodied_memory.memory.personal.request_words import folded

_PREFIX = re.compile(
    r"^(?:(?:please\s+)?(?:remember|note|know|keep in mind|you should know)(?: that)?[,:]?\s+"
    r"|(?:by the way|actually|oh|hey|well|so|also|and|but|you know|just so you know|fyi|robot|yes|no)[,!]?\s+)+",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"^(?:the|a|an|this|that|these|those|it|it's|its|they|they're|i|i'm|i've|i'd|my|mine|our|we|we're|both|all|each"
    r"|he|she|his|her|their|in the|in my|when|whenever|on|at|during|before|after|every|everything|here|there|there's"
    r"|that's|usually|normally|always|often|sometimes|typically|for|as|since|while|because|if)\b",
    re.IGNORECASE,
)
_NAMED_SUBJECT = re.compile(
    r"^[A-Z]\w+(?:'s \w+)?(?: and [A-Z]?\w+)? (?:is|are|was|were|has|have|had|likes?|loves?|prefers?|always|usually"
    r"|often|never|typically|normally|keeps?|wants?|hates?|needs?|owns?|enjoys?|belongs?|reads?|drinks?|eats?)\b"
)
_PERSONAL = re.compile(
    r"\b(?i:i|i'm|i've|i'd|me|my|mine|our|ours|we|we're|gift(?! box| wrap)(?:ed)?|present|heirloom|souvenir"
    r"|favou?rite|cherished|beloved|treasured|childhood|lucky|belongs?|owns?|inherited|keepsake|special"
    r"|prefer(?:s|red)|likes|loves|enjoys|usual(?:ly)?|always|often|normally|typically"
    r"|every (?:day|morning|evening|night|week|\w+day)|memento|sentimental)\b"
    r"|(?:^|\b(?:is|are|was|were|for|to|from)\s+)(?!It|That|There|Here|What|Where|Who|Let)[A-Z][a-z]+'s\b"
)
_QUESTION = re.compile(
    r"^(?:where|what|who|whose|when|why|how|which|is|are|was|were|do|does|did|have|has|had|am|should|may|shall)\b",
    re.IGNORECASE,
)


class SentenceRole(Enum):
    """The part a sentence plays."""

    COMMAND = "command"
    QUESTION = "question"
    DESCRIPTION = "description"
    PERSONAL = "personal"


def sentence_role(sentence: str) -> SentenceRole:
    """The role of one sentence; what states nothing and asks for nothing known is a command."""
    plain = without_prefix(sentence)
    if _SUBJECT.match(plain) or _NAMED_SUBJECT.match(plain):
        if plain.endswith("?") and _QUESTION.match(plain):
            return SentenceRole.QUESTION
        return SentenceRole.PERSONAL if is_personal(plain) else SentenceRole.DESCRIPTION
    if plain.endswith("?") and _QUESTION.match(plain):
        return SentenceRole.QUESTION
    return SentenceRole.COMMAND


def is_personal(text: str) -> bool:
    """Whether it speaks of somebody: "my", "I prefer", "a gift", "Anna's"."""
    return bool(_PERSONAL.search(text))


def without_prefix(sentence: str) -> str:
    """ "Please remember that this is my mug" -> "this is my mug"."""
    return _PREFIX.sub("", folded(sentence).strip())
