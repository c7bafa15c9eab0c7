"""Facts that people state: where a thing or person is, who holds it; and of devices, doors and windows, whether
they are on or off, open or closed, locked, set to what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from embodied_memory.memory.belief.statements.statement_atoms import SPEAKER, Clause, Statement, StatementKind
from embodied_memory.memory.belief.states.state_fact import HELD_BY, LOCATION
from embodied_memory.words.time_words.spoken_time import read_past, without_past
from embodied_memory.words.wording.phrases import each_listed
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


_RELATION_OF = {
    "on": "on", "onto": "on", "on top of": "on", "upon": "on", "in": "in", "into": "in", "inside": "in",
    "inside of": "in", "within": "in", "under": "under", "underneath": "under", "beneath": "under", "below": "under",
    "behind": "behind", "next to": "next to", "beside": "next to", "by": "next to", "near": "next to",
    "close to": "next to", "at": "at", "to": "at", "over to": "at", "back to": "at", "from": "at",
}  # fmt: skip
_PREPOSITION = (
    r"(?P<relation>on top of|onto|upon|on|inside of|inside|into|in|within|underneath|under|beneath|below|behind"
    r"|next to"
    r"|beside|close to|near|over to|back to|at|to|by)"
)
_PLACED = (
    r"(?:put|place|placed|leave|left|move|moved|set|laid|lay|hide|hid|hidden|store|stored|drop|dropped|stick|stuck"
    r"|toss|tossed"
    r"|throw|threw|thrown|hang|hung|park|parked|stash|stashed|stow|stowed|returned|shoved|slid|tucked|packed"
    r"|loaded|kept"
    r"|forgot|forgotten|take|took|taken|bring|brought|carried|got|relocated|transferred|shifted|deposited|poured"
    r"|putting|moving|leaving|placing|taking|bringing|storing)"
)
_POSTURE = (
    r"(?:lying|sitting|standing|hanging|kept|stored|parked|hidden|placed|put|left|located|back|over|up|down|out"
    r"|there|away"
    r"|safely|plugged|stuck|resting|found|in there|(?!go|com|look|talk|think|wait|rely|depend|work on)\w+ing(?: in)?)"
)

_HAS_PLACED = re.compile(
    rf"^{WHO} (?:(?:have|has|had|did|am|are|is|{ADVERB}) )*(?P<verb>{_PLACED})(?: (?:down|back"
    rf"|away))? (?P<thing>.+?)"
    rf"(?: (?:back|down|over|away|out|up|right|just|straight|lying|sitting|hanging))* {_PREPOSITION} (?P<place>.+)$",
    re.I,
)
_IS_AT = re.compile(
    rf"^(?P<thing>.+?) (?:is|are|am|should be)(?: {ADVERB})*(?P<no> not| no longer| never)?"
    rf"(?: (?:{ADVERB}|{_POSTURE}))*"
    rf" {_PREPOSITION} (?P<place>.+)$",
    re.I,
)
_WAS_MOVED = re.compile(
    rf"^(?P<thing>.+?) (?:(?:has|have|had) (?:{ADVERB} )*been|was|were) (?:{ADVERB} )*{_PLACED}"
    rf"(?: (?:back|down|over|away|out))* {_PREPOSITION} (?P<place>.+)$",
    re.I,
)
_TO_FIND = re.compile(
    rf"^(?:you (?:will|can|should) (?:be able to )?find|i (?:have |just |have just )?(?:saw|seen|noticed|spotted"
    rf"|found)"
    rf"|{WHO} (?:has |just )?(?:saw|noticed|spotted|found)) (?P<thing>.+?)"
    rf"(?: (?:lying|sitting|standing|hanging|over|back|up|down|out))* {_PREPOSITION} (?P<place>.+)$",
    re.I,
)
_THERE_IS = re.compile(
    rf"^there (?:is|are) (?:{ADVERB} )*(?P<no>no )?(?P<thing>.+?) {_PREPOSITION} (?P<place>.+)$", re.I
)
_HOLDS = re.compile(
    rf"^{WHO} (?:{ADVERB} )*(?P<verb>have|has|have got|has got|took|has taken|have taken|grabbed|borrowed"
    rf"|picked up|am holding|is"
    rf" holding|am carrying|is carrying|has borrowed|have borrowed|am using|is using)(?: {ADVERB})*"
    r" (?P<thing>(?:the|my|your|our|his|her|their|that|this)\b.+?)(?: with (?:me|him|her|us|them))?$",
    re.I,
)
_GAVE = re.compile(
    rf"^{WHO} (?:have |has |{ADVERB} )*(?:gave|given|handed|lent|passed"
    rf"|returned) (?P<thing>.+?) (?:back )?to (?P<to>[\w-]+)$",
    re.I,
)
_GAVE_WHOM = re.compile(
    rf"^{WHO} (?:have |has |{ADVERB} )*(?:gave|given|handed|lent|passed) (?P<to>[\w-]+) (?P<thing>(?:the|my|your"
    rf"|our)\b.+)$",
    re.I,
)
_WENT = re.compile(
    rf"^{WHO} (?:(?:have|has|am|is|are|{ADVERB}) )*(?:went|gone|going|headed|heading|leaving|left|off"
    rf"|moved)(?: off| back| over| out| up"
    rf"| down)*(?: (?:to|for|into) (?P<place>.+)|(?P<out>))$",
    re.I,
)
_AWAY = re.compile(
    rf"^{WHO} (?:is|am|are)(?: {ADVERB})*(?P<no> not)? (?P<place>out|away|not home|at work|at school|outside)$",
    re.I,
)

_NOT_A_PLACE = re.compile(
    r"^(?:(?:a |the |my )?(?:use|fire|sale|order|bed|love|trouble|progress|charge|time|hurry|danger|rush|mood"
    r"|meeting|case|fact"
    r"|touch|need|general|top|duty|holiday|vacation|purpose|call|phone|way|my way|mind|pain|fridge duty|good|it"
    r"|them|him|that"
    r"|this|me|you|\d.*|work|sleep|lunch|dinner|breakfast|all|once|least|last|first|home)|(?:do|be|get|have|make"
    r"|see|go|cook|clean"
    r"|water|buy|call|take|help|meet|start|leave|come) .*)$",
    re.I,
)
_NOT_A_THING = frozenset(
    split_words(
        "it that this they them he she there what everything nothing anything something who which these those i"
    )
)
_NO_NAME = re.compile(r"(?:tell|ask|let|remind|say)\b|.+\W(?:he|she|it|they|we|i|you|there)$", re.I)
"""What begins with a message, or ends in another sentence: "Tell Jo the milk", "Rex stays here he" is on guard."""
_NOT_SO_NOW = re.compile(r"\b(?:did not|have not|has not|never|will|was|were|had been|used to|going to)\b", re.I)
_PROPER_PLACE = re.compile(r"^(?:the|a|its|their) (?:\w+ )?(?:place|spot|home)\b", re.I)
"""Of where a thing belongs, not of where it is."""


def read_facts(clause: Clause, antecedent: str = "") -> Iterator[Statement]:
    """The facts that a clause states. antecedent: what "it" or "they" stands for."""
    if clause.asks or clause.supposes:
        return
    past_ns = read_past(clause.text, clause.local)
    text = without_past(clause.text) if past_ns is not None else clause.text
    text = trimmed(text)
    if _NOT_SO_NOW.search(text) and not (re.match(r"^you (?:will|can) find\b", text, re.I) or _WAS_MOVED.match(text)):
        return
    context = f"according to {clause.teller}" if clause.teller else ""
    for subject, attribute, value, holds in _said(text, antecedent):
        if _NO_NAME.match(subject):
            continue
        yield Statement(
            StatementKind.FACT,
            clause.text,
            subject=subject,
            attribute=attribute,
            value=value,
            holds=holds,
            past_ns=past_ns,
            context=context,
        )


def _said(text: str, antecedent: str) -> Iterator[Said]:
    """By the first pattern that fits, the most specific first."""
    for read in (device_said, _holder_said, _went_said, _place_said):
        found = list(read(text))
        if found:
            for subject, attribute, value, holds in found:
                named = antecedent if subject.lower() in ("it", "they", "them", "that", "these", "those") else subject
                for one in _each(named):
                    yield one, attribute, value, holds
            return


def _holder_said(text: str) -> Iterator[Said]:
    found = _GAVE.match(text) or _GAVE_WHOM.match(text)
    if found and found["to"].lower() not in _NOT_A_THING:
        yield found["thing"], HELD_BY, _person(found["to"]), True
        return
    found = _HOLDS.match(text)
    if found and not re.search(rf" {_PREPOSITION} ", found["thing"], re.I):
        yield found["thing"], HELD_BY, _person(found["who"]), True


def _went_said(text: str) -> Iterator[Said]:
    found = _AWAY.match(text)
    if found and not found["no"]:
        place = found["place"].lower().removeprefix("at ")
        yield _person(found["who"]), LOCATION, place if place in ("work", "school") else "outside", True
        return
    found = _WENT.match(text)
    if found and (found["place"] or re.search(r"\b(?:out|off|left|leaving)$", text, re.I)):
        place = trimmed(found["place"] or "outside")
        if not re.match(r"(?:do|buy|get|pick|see|meet|cook|clean|make|bed|sleep|have|take|a |an )\b", place, re.I):
            yield _person(found["who"]), LOCATION, without_article(place), True


def _place_said(text: str) -> Iterator[Said]:
    for pattern in (_TO_FIND, _WAS_MOVED, _THERE_IS, _HAS_PLACED, _IS_AT):
        found = pattern.match(text)
        if not found:
            continue
        place = trimmed(found["place"])
        if _NOT_A_PLACE.match(place):
            return
        if _PROPER_PLACE.match(found["thing"]):
            return
        thing = re.sub(r" from (?:the|my|our|his|her|their) .+$", "", found["thing"], flags=re.I)
        if thing.lower() in ("i", "we"):
            thing = SPEAKER
        relation = _RELATION_OF[found["relation"].lower()]
        value = place if relation == "at" else f"{relation} {place}"
        yield thing, LOCATION, value, not found.groupdict().get("no")
        return


def _person(word: str) -> str:
    return SPEAKER if word.lower() in ("i", "we", "me", "us") else word


def _each(subject: str) -> Iterator[str]:
    """The mug and the plate -> the mug, the plate."""
    for one in each_listed(subject, bare_after=()):
        plain = one.strip()
        if plain and (plain == SPEAKER or plain.lower() not in _NOT_A_THING) and len(plain.split()) <= 8:
            yield plain
