"""Feedback in plain words: what to remember, what not to, and for how long. Cues of English, no model."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path

from embodied_memory.memory.episodic.forgetting.topic import topic_of
from embodied_memory.memory.episodic.tree.word_index import base_form
from embodied_memory.words.wording.words import split_words

_LONGEST = 500
_POINTING = frozenset({"it", "that", "this", "it all", "all that"})
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10}
_SECONDS = {"hour": 3600.0, "day": 86400.0, "week": 604800.0, "month": 2592000.0, "year": 31536000.0}
_DURATION = re.compile(
    r"\bfor (?:the next |at least |about |up to |only )*(?:(?P<count>\d{1,4}|a|an|one|two|three|four|five|six|ten) )?"
    r"(?P<unit>hour|day|week|month|year)s?\b"
)
_COURTESY = re.compile(
    r"^(?:(?:hey|hi|hello|ok|okay|robot|please|now|so|and|but|well|sorry|yes|oh|actually) )+"
    r"|(?: (?:please|okay|ok|thanks|thank you|from now on|in future|in the future|next time|any more|anymore"
    r"|any longer|for ever|forever|for good|at all|always|again|will you|would you|robot|too|either|though|then"
    r"|for me|for us))+$"
)
_NAMES = re.compile(
    r"\b(?i:who|whom|whose|whoever|what|whatever|when|whenever|where|wherever|which|whether|how|about)\b"
    r"(?! (?:can|could|did|do|would|will|have|are|were)(?:n't)? you\b)[^.,;!?]*"
    r"|\b(?i:the|my|our|your|his|her|their|a|an|every|each|any|these|those) [^\W_]+(?: [^\W_]+)?"
    r"|(?<=\w )[A-Z][a-z]+"
)
"""A deed, a thing or a name of its own: "nobody cares who walked by". "How could you" asks of the robot."""
_SUCH_WORDS = (
    "memory mind future pity shame point sense use need sort kind type way while record bit lot place business"
    " interest importance trouble waste time rest reason idea word good nice funny ask you're"
)
_OF_REMEMBERING = frozenset(map(base_form, _SUCH_WORDS.split()))
"""Words with which people speak of remembering itself."""


class Wish(str, Enum):
    """What a person wants of what they speak of."""

    REMEMBER = "remember"
    FORGET = "forget"
    WITHDRAW = "withdraw"


@dataclass(frozen=True)
class Feedback:
    """A piece of feedback, understood. topic: what it is about, as said; lifetime_s: infinite if not said."""

    wish: Wish
    topic: str
    lifetime_s: float = math.inf


def understand(text: str) -> Feedback | None:
    """What the feedback asks for, None if it asks for nothing that is understood. Never fails."""
    text = text[:_LONGEST].replace("\u2019", "'")
    said = " ".join(split_words(text))
    lifetime_s, said = _duration(said)
    said = _COURTESY.sub("", _COURTESY.sub("", said))
    found = [(match.start("cue"), wish, match) for wish, cue in _cues() if (match := cue.fullmatch(said))]
    # What is said first says what is wanted; the rest may be anything, as in "remember that it was not important".
    understood = [
        Feedback(wish, _as_written(topic, text), lifetime_s)
        for _, wish, match in sorted(found, key=lambda each: each[0])
        if (topic := _COURTESY.sub("", match["topic"]).strip())
    ]
    return next((each for each in understood if each.topic not in _POINTING), understood[0] if understood else None)


def own_topic(text: str) -> str:
    """What such a saying names itself, whatever it wants of it; "" for "that's nothing to hold on to"."""
    found = (" ".join(match.group().split()) for match in _NAMES.finditer(text[:_LONGEST]))
    return next((one for one in found if {term.word for term in topic_of(one).terms} - _OF_REMEMBERING), "")


def _as_written(topic: str, text: str) -> str:
    """With the capital letters that it was said with, because they tell names; those of a first word do not."""
    written = {word.lower(): word for word in re.findall(r"[^\W_]+(?:'[^\W\d_]+)?", text)}
    first = next(iter(written), "")
    if not first.endswith("'s"):
        written[first] = first
    return " ".join(written.get(word, word) for word in topic.split())


def _duration(said: str) -> tuple[float, str]:
    """(seconds, the rest): "for two weeks"."""
    found = _DURATION.search(said)
    if found is None:
        return math.inf, said
    count = found["count"] or "1"
    number = int(count) if count.isdigit() else _NUMBERS[count]
    rest = " ".join((said[: found.start()] + said[found.end() :]).split())
    return number * _SECONDS[found["unit"]], rest


@lru_cache(maxsize=1)
def _cues() -> tuple[tuple[Wish, re.Pattern[str]], ...]:
    words: dict[str, str] = {}
    cues: list[tuple[Wish, re.Pattern[str]]] = []
    for line in (Path(__file__).parent / "feedback_cues.txt").read_text(encoding="utf-8").splitlines():
        head, separator, cue = line.partition(": ")
        if line.startswith("#") or not separator:
            continue
        if head.startswith("= "):
            words[head[2:]] = cue
            continue
        for name, ways in words.items():
            cue = cue.replace("{" + name + "}", ways)
        wish, side = head.split()
        topic = r"(?P<topic>.+?)"
        pattern = rf"(?:.*? )?\b(?P<cue>{cue})\b {topic}" if side == "after" else rf"{topic} (?P<cue>{cue})"
        cues.append((Wish(wish), re.compile(pattern)))
    return tuple(cues)
