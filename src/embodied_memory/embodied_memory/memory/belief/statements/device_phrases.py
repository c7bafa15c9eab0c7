"""What people say of devices, doors and windows: on or off, open or closed, locked, set to something.

Pieces of the patterns that facts are read with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from embodied_memory.words.wording.words import split_words

WHO = r"(?P<who>i|we|you|he|she|they|someone|somebody|the robot|[a-z][\w-]*(?: and [\w-]+)?)"
ADVERB = (
    r"(?:just|already|also|now|still|currently|right now|all|both|always|usually|actually|probably|really|finally"
    r"|only|apparently|definitely|again|accidentally|quickly|recently|since)"
)
_ENDING = re.compile(
    r"[\s,]+(?:now|again|already|still|right now|at the moment|for now|for you|for me|for us|any ?more|any longer"
    r"|though"
    r"|instead|too|as well|as usual|if you need (?:it|them)|by accident|by mistake|then|today|tonight|with me"
    r"|ok(?:ay)?"
    r"|to (?:dry|cool|charge|soak|wash|be .+|get .+|keep .+|make .+))$",
    re.I,
)
Said = tuple[str, str, str, bool]
"""(subject, attribute, value, whether it holds)."""


def without_article(text: str) -> str:
    """The desk -> desk."""
    return re.sub(r"^(?:the|a|an|my|our|your|his|her|their)\s+", "", text, flags=re.I)


def trimmed(text: str) -> str:
    """Without the "now", "already" and the like that a clause ends with."""
    for _ in range(3):
        text = _ENDING.sub("", text).strip(" ,")
    return text


_SWITCHED = re.compile(
    rf"^{WHO} (?:have |has |{ADVERB} )*(?:turned|switched|put)(?: (?P<first>on|off) (?P<thing>.+)"
    rf"| (?P<thing2>.+?) (?P<second>on|off)"
    r"(?: again)?)$",
    re.I,
)
_LEFT_SO = re.compile(
    rf"^{WHO} (?:have |has |{ADVERB} )*(?:left|kept) (?P<thing>.+?) (?P<state>open|closed|shut|locked|unlocked"
    rf"|ajar|on|off|running)$",
    re.I,
)
_DID_OPEN = re.compile(
    rf"^{WHO} (?:have |has |{ADVERB} )*(?P<state>opened|closed|shut|locked|unlocked) (?P<thing>.+)$", re.I
)
_IS_SO = re.compile(
    rf"^(?P<thing>.+?) (?:is|are|has been|have been)(?: {ADVERB})*(?P<no> not| no longer)?(?: {ADVERB}| turned"
    rf"| switched| wide| left)*"
    r" (?P<state>open|opened|closed|shut|locked|unlocked|ajar|on|off|running)$",
    re.I,
)
_SET_TO = re.compile(
    rf"^(?:{WHO} (?:have |has |{ADVERB} )*(?:set|turned|changed|switched|adjusted|put)(?: up| down)?"
    rf"|(?P<passive>))\s*"
    r"(?P<thing>.+?)(?: is(?: now| currently)? set| has been (?:set|turned|changed))?(?: up"
    r"| down)? to (?P<value>.+)$",
    re.I,
)
_SETTING = (
    r"(?P<setting>power|mode|temperature|brightness|program(?:me)?|timer|volume|channel|level|speed|fan speed|cups"
    r"|number of cups|humidity|colou?r|state|intensity|position|heat|input|source|station|alarm|height|angle"
    r"|strength)"
)
_SET_SETTING = re.compile(
    rf"^{WHO} (?:have |has |{ADVERB} )*(?:set|turned|changed|switched|adjusted|put)(?: up"
    rf"| down)? the {_SETTING} (?:of|on|for)"
    r" (?P<thing>.+?)(?: from \S+)? to (?P<value>.+)$",
    re.I,
)
_SETTING_IS = re.compile(
    rf"^the {_SETTING} (?:of|on) (?P<thing>.+?) (?:is|has been|was)(?: {ADVERB})*(?: set| turned| changed)?(?: at"
    rf"| to| on)? (?P<value>.+)$",
    re.I,
)
_MODES = frozenset(split_words("low medium high eco auto quiet silent night dim bright warm cool normal"))
_OPEN = {"open": "true", "opened": "true", "ajar": "true", "closed": "false", "shut": "false"}
_LOCKED = {"locked": "true", "unlocked": "false"}
_POWER = {"on": "on", "off": "off", "running": "on"}


def device_said(text: str) -> Iterator[Said]:
    """At most one state of one thing."""
    found = _SET_SETTING.match(text) or _SETTING_IS.match(text)
    if found:
        setting = found["setting"].lower().removeprefix("number of ").replace("programme", "program")
        yield found["thing"], setting, trimmed(found["value"]).lower(), True
        return
    found = _SWITCHED.match(text)
    if found:
        yield found["thing"] or found["thing2"], "power", (found["first"] or found["second"]).lower(), True
        return
    found = _LEFT_SO.match(text) or _IS_SO.match(text) or _DID_OPEN.match(text)
    if found:
        holds = not found.groupdict().get("no")
        attribute, value = _state(found["state"].lower())
        yield found["thing"], attribute, value if holds else _opposite(value), True
        return
    found = _SET_TO.match(text)
    if found and (found["who"] or " set to " in text or " to " in text):
        setting = _setting(found["thing"], found["value"])
        if setting:
            yield found["thing"], *setting, True


def _state(word: str) -> tuple[str, str]:
    if word in _OPEN:
        return "open", _OPEN[word]
    return ("locked", _LOCKED[word]) if word in _LOCKED else ("power", _POWER[word])


def _opposite(value: str) -> str:
    return {"true": "false", "false": "true", "on": "off", "off": "on"}[value]


def _setting(thing: str, value: str) -> tuple[str, str] | None:
    value = trimmed(value).lower()
    number = re.match(r"(?:about )?(-?\d+(?:\.\d+)?)\s*(degrees?|°|c\b|percent|%|minutes?|mins?)?", value)
    if value.endswith(" mode"):
        return "mode", without_article(value.removesuffix(" mode"))
    if number:
        unit = (number.group(2) or "").rstrip("s")
        if unit in ("minute", "min"):
            return "timer", number.group(1)
        heats = re.search(r"thermostat|heat|oven|temperature|radiator|fridge|freezer|air con", thing, re.I)
        if unit in ("degree", "°", "c") or heats:
            return "temperature", number.group(1)
        return "level", number.group(1)
    if value in _MODES:
        return "mode", value
    return None
