"""Questions in the speaker's own words, as memory is asked them: "where are my keys?" -> "where are Anna's keys?"."""

from __future__ import annotations

import re
from collections.abc import Callable

_UNNAMED = frozenset({"", "somebody", "someone", "user", "visitor", "you", "robot", "unknown"})
_NAME = re.compile(r"[^\W\d_][\w'’.-]{0,30}(?: [^\W\d_][\w'’.-]{0,30}){0,3}")
_VERBS = (
    (r"\bdo i\b", "does {name}"),
    (r"\b(?P<aux>did|does|can|could|will|would|shall|should|must|may|might|had) i\b", "{aux} {name}"),
    (r"\b(?:aren['’]t|ain['’]t) i\b", "isn't {name}"),
    (r"\bdon['’]t i\b", "doesn't {name}"),
    (r"\bhaven['’]t i\b", "hasn't {name}"),
    (r"\bam i\b", "is {name}"),
    (r"\bi am\b|\bi'm\b", "{name} is"),
    (r"\bhave i\b", "has {name}"),
    (r"\bi have\b|\bi've\b", "{name} has"),
    (r"\bwas i\b", "was {name}"),
    (r"\bi was\b", "{name} was"),
    (r"\bi\b", "{name}"),
    (r"\bmyself\b|\bme\b", "{name}"),
    (r"\bmy\b", "{name}'s"),
    (r"\bmine\b", "{name}'s"),
)
_FIRST_PERSON = re.compile(r"\b(?:i|me|my|mine|myself|i'm|i've)\b", re.I)
_TO_ME = re.compile(r"^(?P<opening>(?:please )?(?:can|could|will|would) you (?:please )?(?:tell|remind|show|give) |"
                    r"(?:please )?(?:tell|remind|show|give) )me\b", re.I)  # fmt: skip
""" "Can you tell me where it is"."""


_TO_ROBOT = (
    (re.compile(r"\b(?P<verb>did|will|can|could|would) the robot\b", re.I), r"\g<verb> you"),
    (re.compile(r"\b(?:has|have) the robot\b", re.I), "have you"),
    (re.compile(r"\bdoes the robot\b", re.I), "do you"),
    (re.compile(r"\bis the robot\b", re.I), "are you"),
    (re.compile(r"\bwas the robot\b", re.I), "were you"),
)
_GOT = (
    (re.compile(r"^(?P<w>where(?:abouts)?)(?: (?:have|has)|['’]s) (?P<x>.+?) (?:got|gone|gotten)(?: to)?(?=[?.! ]*$)",
                re.I),
     r"\g<w> is \g<x>"),
    (re.compile(r"\b(?:have|has) (?P<who>we|you|they|i) got\b", re.I), r"do \g<who> have"),
)  # fmt: skip
_FILLERS = re.compile(
    r",?\s+(?:exactly|precisely|by any chance|by the way|at all|again|right now|then|anyway|anyhow|though)"
    r"(?=\s*[?.!]*$)",
    re.I,
)
""" "Where is it, by the way?" """


def plainly_asked(question: str) -> str:
    """Of the robot, who is asked, as "you"; without words that only fill."""
    for pattern, words in _TO_ROBOT:
        question = pattern.sub(words, question)
    for form, words in _GOT:
        question = form.sub(words, question)
    return _FILLERS.sub("", question)


def is_named(speaker: str) -> bool:
    """Whether the robot knows whom it talks to: a few words of letters, as names are."""
    return bool(_NAME.fullmatch(speaker.strip())) and speaker.strip().lower() not in _UNNAMED


def in_third_person(question: str, speaker: str) -> str:
    """With the speaker's name in the place of "I", "me" and "my"; unchanged if nobody knows who speaks."""
    if not is_named(speaker) or not _FIRST_PERSON.search(question):
        return question
    asked = _TO_ME.match(question)
    opening, rest = (question[: asked.end()], question[asked.end() :]) if asked else ("", question)
    for pattern, words in _VERBS:
        rest = re.sub(pattern, _said_of(words, speaker), rest, flags=re.I)
    return opening + rest


def _said_of(words: str, speaker: str) -> Callable[[re.Match[str]], str]:
    return lambda match: words.format(name=speaker, **match.groupdict())


def in_second_person(text: str) -> str:
    """What somebody wants for themselves, as it is said back to them: "take my pills" -> "take your pills"."""
    text = re.sub(r"\b(?:i'm|i am)\b", "you are", text, flags=re.I)
    text = re.sub(r"\bi was\b", "you were", text, flags=re.I)
    swaps = {"i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "am": "are", "our": "your"}
    return re.sub(r"\b(?:i|me|my|mine|myself|am|our)\b", lambda match: swaps[match[0].lower()], text, flags=re.I)
