"""What was read, said plainly: "would you be a dear and fetch my glasses" -> "fetch my glasses"; and questions
in the speaker's own words, as memory is asked them: "where are my keys?" -> "where are Anna's keys?".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from embodied_memory.words.said import NAMING, DeedKind, Filler, Role, Said
from embodied_memory.words.saying_sorts import Condition, depends_on

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
