"""What was read, said plainly: "would you be a dear and fetch my glasses" -> "fetch my glasses"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from embodied_memory.words.said import NAMING, DeedKind, Filler, Role, Said
from embodied_memory.words.sort_reader import Condition, depends_on

_PARTICLES = frozenset(
    {"on", "off", "up", "down", "out", "back", "in", "away", "over", "open", "shut", "round", "around"}
)
POINTING = frozenset(
    {"it", "them", "them both", "any", "either", "that", "this", "those", "these", "one", "that one", "this one",
     "the thing", "that thing", "the lot", "mine", "yours", "hers", "ours", "theirs", "'em"}
)  # fmt: skip
POINTING_THERE = POINTING | {"there", "here"}
_LINKS = ("to", "about", "of", "that")
_THAT_THING = re.compile(r"that\b", re.I)
""" "Have that cuff ready" is of a thing, "remind me that he rang" of what he did."""
_ENDING = re.compile(r"(?:[\s,.!?;:-]|\b(?:please|and|then|ok(?:ay)?|(?:will|would|could) you)\b)+$", re.I)
""" ", will you?" """
_NEGATED = re.compile(r"n['’]t (?!you\b)|\b(?:not|never|no need|instead of|without)\b", re.I)
_AT_ONCE = frozenset(
    {"now", "right now", "at once", "right away", "immediately", "quickly", "quick", "please", "again"}
)

_WHEN_FREE = re.compile(
    r"(?:when|whenever|once|as soon as|if|while) you(?:['’]re|['’]ve| are| have| get| can| could| would)\b"
    r"(?: (?:done|finished|free|ready|passing|there|back|up|at it|going|got|can|like|mind"
    r"|a (?:minute|moment|second|chance)|the (?:time|chance))\b.*)?$",
    re.I,
)
"""It is for the robot to tell: now, if it has nothing else to do."""
_TOLD = (Role.CONTENT, Role.THEME, Role.GOAL, Role.SOURCE, Role.DEED)
"""What a reminder may be about: what was read as a role of its own goes with the words before it."""
_DUTIES = frozenset({"must", "should", "will", "gotta", "i'd", "i’d", "id", "i'll", "i’ll"})
_REMINDS = re.compile(
    r"\b(?:remind|wake|tell|let|warn|prompt|nudge|call|shout(?: (?:to|at))?|poke|ping|get|give"
    r"|see (?:to it )?that|make sure(?: that)?)\s+$",
    re.I,
)
""" "Give "."""
_ASKS_TO_BE_REMINDED = re.compile(r"(?<=[.!?]) +(?:please )?remind (?:me|us)\b", re.I)
""" "I take my pill at eight. Remind me"."""
_NEEDS_REMINDING = re.compile(
    r"(?:['’]ll)?(?: \w+)? (?:needs?|wants?|(?:has to|have to|should|must|ought to) be)"
    r" (?:reminding|reminded|waking)\b",
    re.I,
)
""" " needs reminding"."""
_AS_OBJECT = {"i": "me", "we": "us", "he": "him", "she": "her", "they": "them", "my": "me", "our": "us"}
_ME = re.compile(r"^me (?!(?:and|or|too)\b)(?=\w)", re.I)
_OWNED = re.compile(r"\w+['’]s?\b")
_WHAT_FOR = re.compile(
    r"for (?!(?:about |around |the next )?(?:half an?|a quarter of an|a couple of|a few|\w+)(?: more)?"
    r" (?:minutes?|mins?|hours?|seconds?|days?)\b)",
    re.I,
)
"""Why it is wanted rather than when: "for the morning"; not for how long."""


def plain_request(said: Said) -> tuple[str, ...]:
    """The deeds with their roles, in the speaker's own words and order; a thing that only is named is wanted here.

    Empty where no deed and no thing was found, and where something limits it: what is forbidden, or wanted at some
    time or on some condition, is another thing than what is wanted.
    """
    if not is_for_now(said):
        return ()
    deeds = _deeds(said.fillers)
    if any(_NEGATED.search(_clause_before(said.text, deed.start)) for deed, *_ in deeds):
        return ()
    if not deeds:
        if any(one.kind not in (DeedKind.BRING, DeedKind.HOLD) for one in said.wanted[:1]):
            return ()
        things = [in_midst(said.text, one) for one in named_things(said)]
        return (f"bring me {things[0]}",) if things else ()
    before = [one for one in said.fillers if one.start < deeds[0][0].start]
    named = next((in_midst(said.text, one) for one in before if one.role is Role.THEME), "")
    ends = [deed.start for deed, *_ in deeds[1:]] + [len(said.text) + 1]
    return tuple(_part(said, deed, end, named) for deed, end in zip(deeds, ends, strict=True))


def is_for_now(said: Said) -> bool:
    """Whether nothing limits what is wanted: no time to come, no condition, no "not"."""
    is_later = any(time.lower() not in _AT_ONCE and not _WHAT_FOR.match(time) for time in said.of(Role.TIME))
    if is_later or said.of(Role.NOT):
        return False
    is_free = all(map(_WHEN_FREE.match, said.of(Role.CONDITION)))
    return is_free or depends_on(said.text, Condition.NOW, Condition.AFTER)


def in_midst(text: str, filler: Filler) -> str:
    """Its words as they are written within a sentence: "That red scarf" -> "that red scarf", but "Tom's scarf"."""
    words, before = filler.text, text[: filler.start].rstrip()
    begins = (not before or before[-1] in ".!?") and words[1:2].islower() and not _OWNED.match(words)
    return f"{words[0].lower()}{words[1:]}" if begins else words


def _as_own(words: str) -> str:
    """ "Me scissors" are "my scissors"."""
    return _ME.sub("my ", words)


def with_own(said: Said) -> str:
    """Its text with "my glasses" for "me glasses", wherever something is named so."""
    text = said.text
    for one in sorted(said.fillers, key=lambda filler: -filler.start):
        if one.role in NAMING:
            text = f"{text[: one.start]}{_as_own(one.text)}{text[one.end :]}"
    return text


def named_things(said: Said) -> list[Filler]:
    """The themes but those that are only pointed at."""
    return [one for one in said.fillers if one.role is Role.THEME and one.text.lower() not in POINTING]


def pointed_at(said: Said) -> list[Filler]:
    """The themes that are only pointed at."""
    return [one for one in said.fillers if one.role is Role.THEME and one.text.lower() in POINTING]


def _clause_before(text: str, start: int) -> str:
    """From the last mark on."""
    return re.split(r"[.,;:!?]", text[:start])[-1]


def _deeds(fillers: Sequence[Filler]) -> list[list[Filler]]:
    """Each deed's words: a particle belongs to the verb before it ("turn the radio down")."""
    deeds: list[list[Filler]] = []
    for one in fillers:
        if one.role is Role.DEED and (not deeds or one.text.lower() not in _PARTICLES):
            deeds.append([one])
        elif one.role is Role.DEED:
            deeds[-1].append(one)
    return deeds


def _part(said: Said, deed: Sequence[Filler], end: int, named: str) -> str:
    """From the verb to the last word that plays a role, as it was said; pointing at what was named before says it."""
    own = [one for one in said.fillers if deed[0].start <= one.start < end]
    last = max(one.end for one in own)
    words = said.text[deed[0].start : last]
    pointing = next((one for one in pointed_at(said) if one in own), None)
    if named and pointing is not None:
        begin = pointing.start - deed[0].start
        words = f"{words[:begin]}{named}{words[begin + len(pointing.text) :]}"
    elif named and not any(one.role is Role.THEME for one in own):
        words = f"{words} {named}"
    return words


def without_ending(text: str) -> str:
    """Without a "please" or "would you?" at its end."""
    return _ENDING.sub("", text)


def plain_reminder(said: Said) -> str:
    """Such as "remind me to ring the vet before noon"; "" where it does not say of what."""
    contents = [one for one in said.fillers if one.role is Role.CONTENT]
    if not contents:
        return ""
    content = contents[0]
    before = said.text[: content.start].lower().split()
    link = before[-1] if before and before[-1] in _LINKS else ""
    is_duty = bool(before) and before[-1] in _DUTIES
    conditions = (f"{one[:1].lower()}{one[1:]}" for one in said.of(Role.CONDITION))
    when = " ".join((*said.of(Role.TIME), *conditions))
    whom = reminded_person(said)
    link = link or ("to" if is_duty else "about")
    words = _unbroken(said.text, [one for one in said.fillers if one.start >= content.start and one.role in _TOLD])
    is_linked = words.split()[0].lower() in _LINKS and not (_THAT_THING.match(words) and before[-1:] != ["me"])
    task = words if is_linked else f"{link} {words}"
    return f"remind {whom} {task} {when}".strip()


def tells_before(said: Said) -> bool:
    """Whether of what somebody is to be reminded is said first: "I take my tablets at eight. Remind me every day"."""
    contents = [one for one in said.fillers if one.role is Role.CONTENT]
    asked = _ASKS_TO_BE_REMINDED.search(said.text)
    return bool(contents) and asked is not None and all(one.end <= asked.start() for one in contents)


def reminded_person(said: Said) -> str:
    """Who is named after the verb; of "I told Kay I'd pay her back, don't let me forget" the speaker."""
    people = [one for one in said.fillers if one.role is Role.PERSON]
    named = next((one.text for one in people if _is_reminded(one, said.text)), "")
    return _AS_OBJECT.get(named.lower(), named) or "me"


def _is_reminded(one: Filler, text: str) -> bool:
    """ "Remind Dad", and "Dad needs reminding"."""
    return bool(_REMINDS.search(text[: one.start]) or _NEEDS_REMINDING.match(text[one.end :]))


def _unbroken(text: str, fillers: Sequence[Filler]) -> str:
    """The first of them with those that follow it at once: "telephone", "the bowling club"."""
    end = fillers[0].end
    for one in fillers[1:]:
        end = one.end if not text[end : one.start].strip() else end
    return text[fillers[0].start : end]
