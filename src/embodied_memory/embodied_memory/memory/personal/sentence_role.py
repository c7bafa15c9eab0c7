"""What a sentence of an instruction does: it asks, describes a thing, or tells something personal.

The instructions that MEMENTO learns from have just these three parts (appendix C.4): command, additional
information and personalized knowledge. What asks names what to do with which thing, or calls for something done
"as usual".
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


_POLITE = re.compile(
    r"^(?:(?:first|then|next|now|after that|afterwards|additionally|also|finally|in addition|please|kindly|and|ok"
    r"|okay|hey|robot|(?:could|can|would|will) you(?: please| kindly| also| help me| help)?|help me(?: to)?"
    r"|i (?:want|need|would like) you to|i'd like you to|let's|go ahead and|it's time to|time to)[, ]+)+",
    re.IGNORECASE,
)
_CARRY = re.compile(
    r"\b(?:mov|put|plac|bring|tak|swap|carry|transfer|return|fetch|get|giv|shift|relocat|pick|deliver|hand|lay|leav)"
    r"(?:e|es|s|ing|ting|ping|t)?\b",
    re.IGNORECASE,
)
_TO_WHERE = re.compile(
    r"\b(?:to|on|onto|in|into|inside|next to|beside|near|from|at)\s+"
    r"(?:the|a|an|my|our|another|other|different|new)\b",
    re.IGNORECASE,
)
_AS_USUAL = re.compile(
    r"\b(?:usual|usually|always|typical|typically|normal|normally|as i|how i|where i|(?:the )?way i|that i like"
    r"|as always|routine|ritual|habit)\b",
    re.IGNORECASE,
)
_ARRANGE = re.compile(
    r"^(?:set|setting|arrang|organi[sz]|prepar|creat|get\b.* ready|make|refresh|decorat|tidy|stor|ready|lay out|fix"
    r"|clean|style)\w*",
    re.IGNORECASE,
)


def pattern_lean(request: str) -> float:
    """1: calls for a pattern ("set up my reading corner"); -1: for a named thing to go somewhere; 0: open.

    A memory of the right kind is preferred: the same task may have been asked with either in mind.
    """
    plain = without_politeness(request)
    if _AS_USUAL.search(plain):
        return 1.0
    if re.match(r"set(?:ting)?\b", plain, re.IGNORECASE):
        return 1.0
    if _CARRY.search(plain) and _TO_WHERE.search(plain):
        return -1.0
    return 1.0 if _ARRANGE.match(plain) else 0.0


def without_politeness(request: str) -> str:
    """ "Then, could you please move it?" -> "move it?"."""
    return _POLITE.sub("", folded(request).strip())
