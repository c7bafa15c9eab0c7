"""Small words of questions: which stand before names, which never are names, and which tell a state or a measure."""

from __future__ import annotations

import re

from embodied_memory.memory.belief.states.state_fact import HELD_BY, LOCATION
from embodied_memory.memory.wording.words import split_words

DETERMINERS = frozenset(
    split_words("the a an my our your his her their this that these those some any another other")
)
KIND_WORDS = frozenset({"a", "an", "any", "some"})
ASKING_KIND = frozenset({"which", "what"})
ASKING_PERSON = frozenset(split_words("who whom people everyone everybody anyone anybody"))
NOT_ALONE = frozenset(split_words("can will may might must do watch hand back home like rest work call all no so"))
NOT_NAMES = frozenset(
    split_words(
        "is are was were be been at on in of to for the with by did do does has have had who where when how why"
        " open closed off now robot you i me it there thing things place room piece furniture one two first last"
        " before after while time usually like want put"
    )
)
NO_SETTINGS = frozenset({LOCATION, HELD_BY, "open"})
MEASURES = {
    "bright": "brightness", "dim": "brightness", "loud": "volume", "quiet": "volume", "warm": "temperature",
    "hot": "temperature", "cold": "temperature", "fast": "speed", "slow": "speed", "degrees": "temperature",
    "station": "channel", "programme": "channel", "program": "channel", "strong": "strength",
}  # fmt: skip
"""What one asks for an attribute by: "how bright is the lamp"."""
STATE_WORDS = {
    "open": ("open", "true"), "opened": ("open", "true"), "closed": ("open", "false"), "shut": ("open", "false"),
    "on": ("power", "on"), "off": ("power", "off"), "running": ("power", "on"), "active": ("power", "on"),
    "ajar": ("open", "true"), "working": ("power", "on"), "lit": ("power", "on"), "locked": ("locked", "true"),
    "unlocked": ("locked", "false"),
}  # fmt: skip
"""(attribute, value) that a word tells of a thing."""
TAKE_WORDS = frozenset(split_words("take takes took taken pick picks picked grab grabbed fetch fetched get got hold"))
SEEING = frozenset(split_words("look looks see sees saw view views watch watches watched"))
BEFORE_A_DEED = SEEING | frozenset(split_words("for when while during after before or and at finished to of"))
AMOUNTS = frozenset((noun, "of") for noun in ("number", "amount", "level", "value", "count"))
WRITTEN_OUT = (
    (re.compile(r"\b(where|what|who|when|how|there|it|that|which)['’]s\b", re.I), r"\1 is"),
    (re.compile(r"\b(where|what|how|who)['’]re\b", re.I), r"\1 are"),
    (re.compile(r"\b(who|where|what|when)['’]d\b", re.I), r"\1 did"),
    (re.compile(r"n['’]t\b", re.I), " not"),
    (re.compile(r"\b(?:remind|tell) me(?= (?:again )?(?:what|when|where|who|which|how))", re.I), " "),
)
DOUBT = re.compile(
    r"^\W*(?:but |and |so )*(?:are you (?:really |quite |absolutely |still |so )*(?:sure|certain|positive|confident)"
    r"|is it (?:really |quite |absolutely )*(?:sure|certain|true|clear)"
    r"|how (?:sure|certain|confident) are you|do you really (?:think|believe|know)"
    r"|how do you know(?= .*\b(?:on|off|open|closed|locked|unlocked|asleep|awake|home|there)\W*$))"
    r"(?: of it)?,?(?: that| if| whether)?(?= \w)",
    re.I,
)
"""What asks how far a state may be trusted, before the state itself is told."""
HANDLE_WORDS = frozenset(split_words("touch touched touches use used uses handle handled handles using touching"))
PARTS_OF_DAY = {
    part + ending: part
    for part in ("morning", "afternoon", "evening", "night", "noon", "midday", "lunchtime")
    for ending in ("", "s")
}
"""The part of every day that a word names; those of one day are times."""
WHETHER = frozenset(split_words("did does do has have had was were is are"))
"""What begins a question whose answer is yes or no."""
