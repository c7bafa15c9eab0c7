"""Which part of an utterance the speaker says themselves: what is quoted or passed on is data, whoever says it."""

from __future__ import annotations

import re

from embodied_memory.planning.instruction import InstructionError
from embodied_memory.planning.tasks.request_frame import bare_request
from embodied_memory.planning.tasks.task_goal import Deed
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory.words.demands import demand_in
from embodied_memory.words.one_reading import OneReading

_QUOTED = re.compile(r"(?<!\w)'[^']*'(?!\w)|`[^`]*(?:`|$)|<[^>]*(?:>|$)")
""" "he wrote 'open the door'"."""
_OPENS, _CLOSES = "“«‹„", "”»›"
_STRAIGHT = '"'
_PASSES_ON = re.compile(
    r"\b(?:say(?:s|ing)?|said|reads?|reading(?! (?:glasses|specs|lamp|light|corner|chair|book|room|nook)\b)"
    r"|told|tell(?:s|ing)?|wrote|writ(?:es|ing|ten)|states?|stating|claim(?:s|ed|ing)?"
    r"|announc(?:es|ed|ing)|shout(?:s|ed|ing)|yell(?:s|ed|ing)|repeat(?:s|ed|ing)|asked (?:you|me|us)"
    r"|wants? you|wanted you|orders|ordered|demands?|instructs?|according to|printed|the (?:text|message|note|sign"
    r"|screen|label|poster|email|letter|display|tv|television|radio|news)\b.*\bis)\b",
    re.I,
)
""" "The note on the fridge says to open the door"."""
_OWN = re.compile(
    r"^(?:(?:hey|hi|ok|okay|robot|please|well|yes|yeah|no)[, ]+)*"
    r"(?:i (?:just |already )?(?:said|say|told|tell|asked|want|need|wanted)"
    r"|(?:tell|show|say to|read to|remind) (?:me|us)"
    r"|read (?:(?:it|that|them|the \w+(?: \w+)?) )?(?:me|us|back|out|aloud)\b"
    r"|(?:say|repeat|tell me) (?:it|that|again)\b"
    r"|did (?:i|you) (?:say|tell)|(?:what|who|when|where|why|how|did|has|have|can|could|do|does|will)\b)",
    re.I,
)
""" "I just told you to stop"."""
_NAMES_WORDS = re.compile(
    r"\b(?:remember|memori[sz]e|record|store|keep|forget|log|note) "
    r"(?:what|whatever|anything|everything|all)(?: that)? (?:(?:the|my|our|your|his|her|their) )?\w+"
    r" (?:ever |just )?(?:say|said|says|read|reads|write|wrote|writes|tell|told|tells)(?: about [\w ]+)?"
    r"(?= *(?:[.,!?]|$))",
    re.I,
)
""" "remember what the visitors say"."""
_OF_ONESELF = re.compile(
    r"\b(?:i|we)(?:['’]ve| have)? (?:just |only |already |once )?(?:told|said|say|mentioned|asked)"
    r"(?: (?:you|that|it))?\b",
    re.I,
)
""" "what I told you"."""
_FOR_ONESELF = re.compile(
    r"\b(?:i|we)(?:['’]\w+)?(?: \w+n['’]t| (?:am|are|was|were|been|have|had|can"
    r"|cannot|could|need to|want to|have to|will|would|still"
    r"|never|just|always|got to|to))* (?:read|reading|write|writing|say|saying|tell|telling|shout|shouting)\b"
    r"|\bto (?:read|write)\b",
    re.I,
)
"""Who reads or writes themselves, or can't: "my glasses, I can't read a word of this"."""
_OPENERS = ("if", "what", "where", "how", "when", "who", "that", "why", "so")
_NOT_AFTER_THESE = "".join(rf"(?<!\b{word})" for word in _OPENERS)
_HELPERS = ("and", "to", "then", "you", "i", "not", "could", "can", "will")
_NOT_AFTER_ANY = "".join(rf"(?<!\b{word})" for word in _HELPERS)
_SENTENCE = re.compile(
    r"(?<=[.!?;])\s+|(?:,\s+(?:so |and )?|\s+and\s+)(?=(?:please|can you|could you|would you|will you)\s+\w)"
    rf"|(?<=\w){_NOT_AFTER_THESE}"
    r"\s+(?=(?:can|could|would|will) you(?: please)? (?:bring|get|take|go|find|search|look|fetch|put|give|hand"
    r"|pick|carry|move|open|close|turn|switch)\b)"
    r"|(?<=\w)\s+(?=(?:maybe |perhaps )?(?:it|they) ?(?:is|are|'s|'re|should be|must be|might be|may be|was|were)"
    r" (?:probably |maybe )?(?:in|on|at|near|under|behind|next to|somewhere|inside|over)\b)"
    rf"|(?<=\w){_NOT_AFTER_ANY}(?<!n't)(?<!cannot)\s+(?=(?:find|bring|fetch|search for|look for) (?:it|them)\b)"
    r"|(?<=\w)\s+(?=you (?:can|will|should) find (?:it|them)\b)",
    re.I,
)
"""Speech has no full stops: what begins anew in the middle is a sentence of its own."""
_BEGINS_TO_LOOK = re.compile(
    r"(?:go|come|run|walk|drive|head|move|pop|see|check|look|inspect|verify|find out|(?:have|take) a)\b", re.I
)
""" "Go and see", "check": what a wish for a look begins with."""


_LABEL = re.compile(r"^(?P<label>[^:]*[^\W\d][^:]*):(?:\s|$)")
""" "A letter came: open the door"."""
_ADDRESSED = re.compile(
    r"\b(?:you|your|yourself|robot|please|thing|request|task|job|favou?r|(?:new|house|another|one more) rule"
    r"|rules?$)\b"
    r"|^(?:now|right|ok(?:ay)?|next|then|first|(?:two|three|a few|a couple of) things?)$",
    re.I,
)
""" "One more rule"."""
_LETS_ME = re.compile(
    r"(?:(?i:hi|hey|hello|robot|excuse me|please|sorry|so|um|oh)\W+)*(?P<who>(?i:he|she|they)|[A-Z]\w+)"
    r" (?:said|says|told me|told us|mentioned)(?: that)?(?: you(?: can| could| would| might| should|['’]d)"
    r"| it(?:['’]s| is| was|['’]d be) (?:ok|okay|fine|all right|alright) (?:if|for) you (?:to )?) (?P<deed>[a-z].*)",
    re.S,
)
""" "Izzy said you could grab her umbrella for me": who asks is heard as who asks, and may as much as they may."""
_FOR_ME = re.compile(r"\b(?:me|us|my|our)\b", re.I)
_THEIRS = re.compile(r"\b(?:her|his|their)\b(?= [a-z])")

_WORDS_OF_OTHERS = re.compile(r"\bwhat (?:\w+ ){1,3}?(?:said|says|say|told|tells|tell)\b", re.I)
""" "what Jo said about the tap"."""


def own_sentences(text: str) -> tuple[str, ...]:
    """The sentences that the speaker says for themselves, in order, without what stands in quotation marks.

    From a sentence on that passes on what others said or what is written somewhere, nothing is the speaker's own any
    more: where the passing on ends cannot be heard. Nor is what follows a label ("A letter came: ..."), unless the
    label speaks to the robot. Questions about what was said are the speaker's own.
    """
    sentences = []
    for sentence in _SENTENCE.split(_without_quotes(text)):
        own = " ".join(sentence.split())
        label = _LABEL.match(own)
        if _tells_of_others(own) or (label is not None and not _ADDRESSED.search(label["label"])):
            break
        if re.search(r"\w", own):
            sentences.append(own)
    return tuple(sentences)


def passes_on(text: str) -> bool:
    """Whether a text tells what somebody else said, or what is written somewhere."""
    return any(map(_tells_of_others, _SENTENCE.split(text)))


def tells_of_words(text: str) -> bool:
    """Whether it speaks of what others said and passes none of it on: "you should know what Jo said of the tap"."""
    named = _WORDS_OF_OTHERS.sub("that", text)
    return named != text and not is_passed_on(named)


def is_passed_on(text: str) -> bool:
    """Whether there is something in it that others said or wrote, or nothing that the speaker says themselves."""
    return passes_on(text) or not own_sentences(text)


def speaks_of_own_words(text: str) -> bool:
    """Whether the speaker speaks of something that they said themselves: "forget what I told you about Tom"."""
    return bool(_OF_ONESELF.search(text))


def is_look(sentence: str) -> bool:
    """Whether the speaker wants the robot to go and see: the words begin so, and are read so to their end."""
    if not _BEGINS_TO_LOOK.match(bare_request(sentence)):
        return False
    try:
        return read_task(sentence, "")[0].deed is Deed.LOOK
    except InstructionError:
        return False


def _tells_of_others(sentence: str) -> bool:
    """To "remember what the visitors say", or to speak of what one says or reads oneself, passes none of it on."""
    sentence = _FOR_ONESELF.sub(" ", _OF_ONESELF.sub(" ", _NAMES_WORDS.sub(" ", sentence)))
    return bool(_PASSES_ON.search(sentence)) and not _OWN.match(sentence) and not is_look(sentence)


def _without_quotes(text: str) -> str:
    """Quotes may stand in quotes; what is never closed is quoted to the end.

    A straight mark opens where none is open, or before a word after a space; else it closes.
    """
    kept, depth = [], 0
    for k, char in enumerate(text):
        before, after = text[k - 1 : k], text[k + 1 : k + 2]
        is_opening = char in _OPENS or (
            char == _STRAIGHT and (depth == 0 or (not before.strip() and after.isalnum()))
        )
        if is_opening:
            depth += 1
        elif char in _CLOSES or char == _STRAIGHT:
            depth = max(0, depth - 1)
        kept.append(" " if depth or char in _CLOSES or char == _STRAIGHT else char)
    return _QUOTED.sub(" ", "".join(kept))


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
