"""What is said in a form that means something else (indirect speech acts, Searle 1975): who cannot find a thing asks
where it is, "ok?" only wants a yes, and deeds that are only spoken of are wanted by nobody.
"""

from __future__ import annotations

import re

from embodied_memory.words.said import SURE, TELLING, DeedKind, Role, Said, SpeechAct

_SEEKS = re.compile(
    r"^(?:(?:oh|oh no|hey|hi|robot|so|um+|well|and|but|now|help)[\s,]+)*i(?:['’]m| am| just| still| really)*"
    r" (?:(?:ca|could|can)(?:n['’]?t| not)|cannot|cant|am not able to|do not|don['’]?t)"
    r" (?:seem to )?(?:find|see|remember|know|recall) (?:where (?:i|we) (?:put|left) |where )?(?P<thing>[^,.;!?]+?)"
    r"(?P<is> (?:is|are|has gone|have gone|went|anywhere|any more|anymore|at all|right now))?[.!? ]*$"
    r"|^(?:i['’]m|i am|i was|i['’]ve been|i have been) (?:\w+ )?(?:looking|searching) (?:everywhere )?for"
    r" (?P<sought>[^,.;!?]+?)[.!? ]*$",
    re.I,
)
""" "I can't find my glasses", "I've been looking everywhere for the torch"."""
_NAMES_A_THING = re.compile(r"^(?:the|my|our|your|a|an|his|her|their|[A-Z][\w-]*'s|it|them)\b", re.I)

_TAG = re.compile(
    r"(?:,?\s*\b(?:ok(?:ay)?|huh|eh|got it|understood|all ?right|deal)"
    r"|[,.;]\s*(?:you (?:hear|know|see)(?: me)?|hear me|see))\?+$",
    re.I,
)
""" "..., do you know?" asks."""
_MAY_BE_ASKED = re.compile(r",?\s*\b(?:right|yeah|yes)\?+$", re.I)
""" "It's at five, right?" may want to be told, too."""
_LEAST_WORDS = 3
_SUPPOSED = re.compile(
    r"\b(?:if|unless|whenever|every time|in case)\s+"
    r"(?:you|we|i|he|she|they|any(?:body|one)|some(?:body|one)|[A-Z]\w+)"
    r"(?:\s+(?:ever|just|even|go and|went and))*\s+$",
    re.I,
)
""" "He'd have a fit if you put milk in it"; "if you could put ..." asks for it."""
_ASKS_KINDLY = re.compile(
    r"\b(?:appreciate|grateful|love|like|mind|kind|nice|great|good|help|helpful|lovely|thankful|wonder)\b", re.I
)
""" "I'd love it if you could put milk in it"."""
_WHO_MAY = (
    r"(?:(?i:oh|ah|well|yes|yeah|ok|okay|no|and|but|so|right|fine|sure|actually)\W+)*"
    r"(?:(?i:he|she|they)|[A-Z]\w+(?: and [A-Z]\w+)?"
    r"|(?i:the|my|our) (?i:kids?|children|boys?|girls?|little one|dog|cat|baby))"
    r" (?:can|may)(?: now| always| still| just| both)* "
)
_LETS = re.compile(rf"{_WHO_MAY}(?:have|use|take|borrow|help|keep|get)\b")
""" "Toby can have the tablet"."""
_LETS_ALONE = re.compile(rf"{_WHO_MAY}(?:be (?:up|in|out|on|down)|stay|come|sleep|play|watch|eat|drink|sit)\b")
""" "Biscuit can be up on the couch tonight", "he can come in": nobody can do that for them."""
_FOR_A_DAY = re.compile(
    r"\bfor (?:(?:my|his|her|our|their|the|next) |\w+['’]s )?(?:birthday|christmas|xmas|easter|name day)\b", re.I
)
""" "I want a synth for Christmas"."""
FOR_GOOD = re.compile(
    r"\b(?:from (?:now|today|tomorrow) on|in future|any ?more|these days|always|never|as a rule|whenever)\b", re.I
)
""" "From now on you do that at eleven": not only now."""
_ALLOWED = re.compile(r"\b(?:is|are|['’]s|['’]re) (?:now |always )?allowed (?!to be\b)", re.I)
"""Who is allowed something is not brought it."""


def only_wants_a_yes(text: str) -> bool:
    """Whether the end of it wants to be agreed with, and asks nothing: "I'm off to the shop, ok?"."""
    return bool(_TAG.search(text) or _MAY_BE_ASKED.search(text))


def without_tag(text: str) -> str:
    """ "You know nothing, ok?": without what only wants a yes."""
    rest = _TAG.sub("", text.rstrip())
    return f"{rest}." if rest != text.rstrip() and len(rest.split()) >= _LEAST_WORDS else text


def question_meant(sentence: str) -> str:
    """ "I can't find my glasses" -> "Where is my glasses?"; "" for what asks nothing."""
    found = _SEEKS.match(" ".join(sentence.split()))
    thing = (found["thing"] or found["sought"]) if found else ""
    return f"Where is {thing}?" if thing and _NAMES_A_THING.match(thing) else ""


def is_only_supposed(said: Said) -> bool:
    """Whether each deed in it is one that somebody might do, and nobody is asked for it."""
    deeds = [one for one in said.fillers if one.role is Role.DEED]
    supposed = [one for one in deeds if _SUPPOSED.search(said.text[: one.start])]
    return bool(deeds) and len(supposed) == len(deeds) and not _ASKS_KINDLY.search(said.text[: deeds[0].start])


def lets_somebody(said: Said) -> bool:
    """Whether it gives others, or an animal, leave, which is no errand and an exception to the rules of the home."""
    if said.text.rstrip().endswith("?"):
        return False
    is_other = said.surely(SpeechAct.INSTRUCT, SpeechAct.ASK, SpeechAct.MESSAGE, SpeechAct.AGREE)
    is_told = bool(_ALLOWED.search(said.text) or _LETS_ALONE.match(said.text))
    return is_told or (not is_other and _LETS.match(said.text) is not None)


def lets_be(said: Said) -> bool:
    """ "Just leave the door, I'm off": with nothing said of how or where, nothing is to be done with it."""
    is_left = bool(said.of(Role.DEED)) and all(one.lower() == "leave" for one in said.of(Role.DEED))
    is_more = any(said.of(role) for role in (Role.GOAL, Role.RECIPIENT, Role.VALUE, Role.CONDITION, Role.CONTENT))
    return is_left and not is_more and bool(said.of(Role.THEME)) and not said.surely(SpeechAct.ASK, *TELLING)


def wishes_for_a_day(said: Said) -> bool:
    """ "I want a synth for Christmas" wants nothing brought."""
    return said.act is SpeechAct.WISH and _FOR_A_DAY.search(said.text) is not None


def is_for_good(said: Said) -> bool:
    """ "I'd like my tea a bit stronger from now on": nothing that its hands could do, and not only now."""
    is_other = bool(said.wanted) and all(one.kind is DeedKind.OTHER and one.certainty >= SURE for one in said.wanted)
    return is_other and FOR_GOOD.search(said.text) is not None
