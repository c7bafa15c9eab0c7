"""What sort of utterance it is, by its first words."""

from __future__ import annotations

import re
from enum import Enum

from embodied_memory.memory.retrieval.question import Intent, parse_question
from embodied_memory.memory.wording.words import split_words


class ReplyKind(str, Enum):
    """What an utterance was taken for."""

    ANSWER = "answer"
    INSTRUCTION = "instruction"
    GREETING = "greeting"
    NOT_UNDERSTOOD = "not understood"


_POLITE = re.compile(
    r"^(?:(?:hey|hi|hello|ok|okay|robot|please|now|so|and|then|excuse me|first) )*"
    r"(?:(?:can|could|would|will) you (?:please )?|i (?:want|need|would like) you to |you should )?(?:please )?"
)
_INSTRUCTION = re.compile(
    r"^(?:go and |go )?(?:find|look for|look at|search|locate|fetch|get|bring|take|carry|go|drive|move|navigate|walk"
    r"|come|return|visit|inspect|check|explore|show me|lead me|guide me|pick|put|place|open|close|turn|switch|hand"
    r"|give|see)\b(?! (?:you|it|i)$).*"
)
_QUESTION_WORDS = frozenset(["where", "what", "when", "which", "who", "whose", "why", "how", "whereabouts"])
_ASKING = re.compile(r"^(?:show me|tell me) (?:where|what|which|when|how)\b")
_GREETINGS = {
    "hello": "Hello! Ask me where something is, or tell me what to find.",
    "thanks": "You are welcome.",
    "bye": "Goodbye.",
}
_GREETING_OF = {
    **dict.fromkeys(("hello", "hi", "hey", "hallo", "howdy", "greetings", "hi there", "hello there"), "hello"),
    **dict.fromkeys(("good morning", "good afternoon", "good evening", "good day", "how are you"), "hello"),
    **dict.fromkeys(("thanks", "thank you", "thanks a lot", "thank you very much", "great", "cool"), "thanks"),
    **dict.fromkeys(("bye", "goodbye", "good bye", "good night", "see you", "see you later"), "bye"),
}
_NOISE = frozenset({"robot", "please", "there"})


def kind_of(text: str) -> ReplyKind:
    """Instruction before question, so that "can you find the kettle?" is one. Never fails."""
    words = split_words(text)
    plain = " ".join(words)
    if greeting_reply(text):
        return ReplyKind.GREETING
    bare = _POLITE.sub("", plain, count=1)
    if _INSTRUCTION.match(bare) and not _ASKING.match(bare):
        return ReplyKind.INSTRUCTION
    first = bare.split(" ", 1)[0]
    is_question = first in _QUESTION_WORDS or parse_question(text).intent is not Intent.UNKNOWN
    return ReplyKind.ANSWER if is_question or text.strip().endswith("?") else ReplyKind.NOT_UNDERSTOOD


def greeting_reply(text: str) -> str:
    """What to say to a greeting, thanks or goodbye; "" if it is none."""
    words = split_words(text)
    plain = " ".join(words)
    short = " ".join(word for word in words if word not in _NOISE)
    greeting = _GREETING_OF.get(plain) or _GREETING_OF.get(short)
    return _GREETINGS[greeting] if greeting else ""
