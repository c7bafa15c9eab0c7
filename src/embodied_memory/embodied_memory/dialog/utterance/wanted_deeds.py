"""The deeds that somebody wants, by the roles of their words, as plain instructions; and what is said in a form
that means something else (indirect speech acts, Searle 1975): who cannot find a thing asks where it is, "ok?"
only wants a yes, and deeds that are only spoken of are wanted by nobody.
"""

from __future__ import annotations

import re
from dataclasses import replace

from embodied_memory.dialog.talk.conversation import DialogAct, Reading
from embodied_memory.dialog.utterance.spoken_parts import own_sentences
from embodied_memory.memory.belief.names.entity_kinds import stays_put
from embodied_memory.memory.retrieval.kept_lists import in_words, list_changes
from embodied_memory.planning.instruction import InstructionError, is_search
from embodied_memory.planning.tasks.request_frame import bare_request, comes_after_something, imperative
from embodied_memory.planning.tasks.task_goal import TaskGoal
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory.planning.tasks.told_moves import carries
from embodied_memory.words.one_reading import as_read, the_reading
from embodied_memory.words.plain_orders import plainly_ordered
from embodied_memory.words.plain_words import in_midst, plain_request
from embodied_memory.words.said import SURE, TELLING, DeedKind, Role, Said, SpeechAct
from embodied_memory.words.wording.words import split_words

_ON_THE_LIST = re.compile(r"\b(?:on|onto|to|off|from) (?:the|my|our) (?:[\w'-]+ )?list\b", re.I)
""" "put eggs on the shopping list"."""
_SWITCHES = ("turn ", "open ", "close ")
_PLAIN = frozenset(split_words("bring me put find go turn on off open close away from to in on the"))
"""What is said plainly is said in these words, and the speaker's own."""
LIGHT = re.compile(r"\b(?:lights?|lamps?)$", re.I)
""" "The lamp, please" wants nothing carried."""
_SHORT = re.compile(r"['’](?:ll|s|d|re|ve)$")
_MUCH = 3
"""So many words more than the deed and its roles take are about something else."""
_HEAD = re.compile(r" (?:on|in|at|of|from|under|behind|by|with)\b")
""" "the lamp in the hall"."""


def deeds_wanted(said: Said) -> str:
    """All of them in plain words; "" where one of them is none that the robot understands, or where they are to be
    done after something else: then none is done.
    """
    if comes_after_something(said.text):
        return ""
    plain = plainly_ordered(said)
    parts = list(plain) or _parts(said)
    is_whole = bool(parts) and all(map(_is_readable, parts)) and _is_own(" ".join(parts), said.text)
    is_hint = not said.of(Role.DEED) and not any(part.startswith(_SWITCHES) for part in plain)
    heads = [_HEAD.split(one)[0] for one in said.of(Role.THEME)]
    is_fixed = is_hint and any(stays_put(one) or LIGHT.search(one) for one in heads)
    return ", then ".join(parts) if is_whole and not is_fixed else ""


def as_wanted(reading: Reading) -> Reading:
    """An order without why it is given, what is to go on a list as told; any other reading as it is."""
    is_order = reading.act in (DialogAct.INSTRUCTION, DialogAct.OFFER)
    if is_order and _ON_THE_LIST.search(reading.text) and (changes := list_changes(reading.text, the_reading())):
        return replace(reading, act=DialogAct.REPORT, text=in_words(changes))
    return replace(reading, text=_without_reasons(reading.text)) if is_order else reading


def _without_reasons(text: str) -> str:
    """ "Get me my glasses, I can't read a word" -> "bring me my glasses"; as it is
    where what is left would be another deed.
    """
    said = as_read(text)
    plain = ", then ".join(plainly_ordered(said)) if said is not None and said.surely(SpeechAct.INSTRUCT) else ""
    has_more = len(split_words(bare_request(text))) - len(split_words(plain)) >= _MUCH
    return plain if plain and has_more and _deeds(plain) == _deeds(text) else text


def deeds_in(instruction: str, speaker: str = "", people: frozenset[str] = frozenset()) -> tuple[TaskGoal, ...]:
    """As the planner reads them; none where it reads none. speaker: who "me" is; people: names, in lower case."""
    try:
        return read_task(instruction, speaker, people)
    except InstructionError:
        return ()


def _deeds(text: str) -> list[str]:
    """Carrying is one, whereto is read by what is said of it."""
    return ["carry" if carries(goal) else goal.deed.value for goal in deeds_in(text)]


def thing_of(said: Said) -> str:
    """What is spoken of, "Torch" as "the torch"; "that" for a pointer."""
    thing = next((in_midst(said.text, one) for one in said.fillers if one.role is Role.THEME), "that")
    return f"the {thing.lower()}" if thing != "that" and len(split_words(thing)) == 1 else thing


def _parts(said: Said) -> list[str]:
    """ "taking this tray back" -> "take this tray back"."""
    requests = (request.partition(" ") for request in plain_request(said))
    return [f"{_plain(verb)}{space}{rest}" for verb, space, rest in requests]


def _plain(verb: str) -> str:
    return imperative(verb.lower()) if verb.lower().endswith("ing") else verb


def _is_readable(part: str) -> bool:
    """Whether a deed is one that the robot understands, be its thing only pointed at."""
    return bool(deeds_in(part)) or is_search(part)


def _is_own(request: str, text: str) -> bool:
    """Whether the speaker says these words for themselves, and does not quote them."""
    said = split_words(" ".join(own_sentences(text)))
    own = {*said, *(_SHORT.sub("", word) for word in said), *_PLAIN}  # "my cardi'll do nicely"
    return own | {imperative(word) for word in own} >= set(split_words(request))


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
