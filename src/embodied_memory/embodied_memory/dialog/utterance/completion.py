"""Puts into an utterance what the conversation before leaves unsaid: "where is it?", "what about the blue one?"."""

from __future__ import annotations

import re
from collections.abc import Collection

from embodied_memory.dialog.talk.conversation import Conversation, DialogAct, Reading
from embodied_memory.dialog.utterance.references import names_in, with_person_before
from embodied_memory.evidence import Answer
from embodied_memory.memory.personal.request_words import object_phrases, place_phrases
from embodied_memory.words.one_reading import as_read, the_reading
from embodied_memory.words.plain_words import POINTING, named_things
from embodied_memory.words.said import Role, SpeechAct
from embodied_memory.words.wording.words import plural, singular, split_words

_POINTS = (POINTING - {"one"}) | {"they"}
_REFERS = (Role.THEME, Role.GOAL, Role.SOURCE)
_WEATHER = re.compile(
    r"\bit (?:is|was|will be) (?:\w+ )?(?:time|late|early|\d|hot|cold|raining|possible|true|ok)", re.I
)
""" "it is cold"."""
_PARTICLES = frozenset({"on", "off", "up", "down", "open", "shut", "away", "back", "out"})
_NAME_ENDS = re.compile(
    r"\s*(?:$|[.,;!?]|\b(?:on|in|into|onto|off|out|up|down|to|at|by|from|back|away|over|under|next|behind|beside|here"
    r"|there|please|then|too|now|again|and|is|was|has|did|for)\b)",
    re.I,
)
_COUNTED = re.compile(
    r"\bhow many (?!times\b)(?P<noun>(?:[a-z]+ ){0,2}?[a-z]+?)"
    r"(?= (?:do|does|did|are|is|were|have|has|can|in|on|at)\b|\?|$)",
    re.I,
)
""" "How many mugs are in the kitchen?" """
_ONE = re.compile(r"\b(?P<look>(?:the|that|this|a|my)\s+(?:\w+\s+){0,3}?)(?:one|ones)\b", re.I)
""" "the small blue one"."""
_WHICH_ONES = re.compile(r"^(?:and |so |ok |but )*which (?:one|ones)(?: are (?:they|there|those))?[? ]*$", re.I)
""" "And which ones are there?" """
_TELLS_WHERE = re.compile(
    r"(?:^|[,;.] *)(?:(?:no|actually|oh|well|so|and|but|i think|i believe|maybe|perhaps|because) *,? *)*"
    r"(?:(?:it|they|that|those)(?P<be>['’]s|['’]re| is| are) (?:now |actually |just |still |probably )*"
    r"(?P<where>(?:in|on|at|under|behind|inside|next to|beside|with|outside) )"
    r"|(?P<who>i|we|[A-Z]\w+|he|she|they)(?:['’](?:ve|s))? (?P<verb>(?:just |already )?(?:took|has|have|put|moved"
    r"|left|got|brought|hung|stuck|placed|set|dropped|stood|laid|hid|packed))"
    r" (?:it|them|that)\b)",
    re.I,
)
""" "No, it's in the study", "Tom took it"."""
_PUT = re.compile(r"\b(?:stuck|placed|set|dropped|stood|laid|hung|left)$")
_HIM = ("him", "her", "them")
_ARTICLE = re.compile(r"^(?:the|a|an|some|any|this|that|these|those|your)\s+", re.I)
_WHICH = re.compile(r"\b(?:which|what|whose|how many) $", re.I)
_OWNED = re.compile(r"^(?:\w+['’]s?|my|our) ", re.I)
_OWN = re.compile(r"^(?:my|our) ", re.I)
_IS_TIME = re.compile(r"(?:today|tonight|tomorrow|yesterday|now|then|this (?:morning|evening|afternoon))\b", re.I)
""" "this evening"."""
_IS_THING = re.compile(
    r"(?!(?:what|which|who|whose|how|anything|something|everything|nothing)\b)(?:[A-Z][\w-]*['’]s? )?[a-z]"
)
_OF_WHAT_WAS = re.compile(
    r"(?:(?:and|so|but) )*(?P<when>when|how long ago|what time|since when|why|how|who)"
    r" (?:was|is|did) (?:that|this|it)(?: happen| going on)?\b\W*$",
    re.I,
)
"""Of what happened, not of a thing."""
_OF_TIME = ("when", "how long ago", "what time")
_ANSWERS = re.compile(
    r"(?!.*\bwhat (?:i|we) (?:asked|said|meant|wanted)\b)"
    r"(?:(?:no|oh|ah|well|actually|ok|okay|never ?mind|i remember|i think|so)\W+)*(?:it|they|that|he|she)"
    r"(?:['’](?:s|re|ll)| is| are| was| were| will)\b",
    re.I,
)
""" "Oh, it's at seven"."""
_WHERE = re.compile(r"(?:\w+\W+){0,2}where", re.I)
_NAMES_THINGS = (
    DialogAct.QUESTION, DialogAct.INSTRUCTION, DialogAct.REPORT, DialogAct.RULE, DialogAct.CORRECTION,
    DialogAct.CANCELLATION,
)  # fmt: skip


def completed(text: str, conversation: Conversation, just_named: str = "") -> str:
    """The utterance as it would be said without the turns before; as it is where these do not help.

    just_named: a thing that the speaker named in the same breath before.
    """
    about = just_named or conversation.about
    with_person = with_person_before(text, conversation)
    pointing = _POINTS | ({*_HIM, "mine"} if with_person == text else {"mine"})  # a toy, too, is a "him"
    text = with_person
    if about and _WHICH_ONES.match(text):
        return f"Which {plural(about)} are there?"
    text = _with_noun(text, about)
    return _with_thing(_with_whole_name(text, about), about, pointing) if about else text


def _with_whole_name(text: str, about: str) -> str:
    """ "Where did you put the key?", where the shed key was spoken of; not "the key safe"."""
    reading, bare = the_reading(), _OWN.sub("", about)
    before, _, noun = bare.rpartition(" ")
    if reading is None or not before or _OWNED.search(bare):
        return text
    named = (one for one in named_things(reading.read(text)) if one.text.lower() == f"the {noun}")
    one = next((one for one in named if _NAME_ENDS.match(text, one.end)), None)
    return f"{text[: one.start]}{as_named(about)}{text[one.end :]}" if one is not None else text


def _with_noun(phrase: str, about: str) -> str:
    """ "the blue one" -> "the blue mug", where a mug was spoken of."""
    noun = about.split()[-1] if about else ""
    return _ONE.sub(lambda match: f"{match['look']}{noun}" if noun else match[0], phrase)


def as_named(thing: str) -> str:
    """ "The mug"; "my mug" and "Tom's mug" as they are."""
    return thing if _OWNED.search(thing) else f"the {thing}"


def asks_when_that_was(text: str) -> bool:
    """Whether the time is asked of what was just told: "and when was that?"."""
    asked = _OF_WHAT_WAS.match(text)
    return asked is not None and asked["when"].lower() in _OF_TIME


def told_of_thing(text: str, conversation: Conversation) -> str:
    """What somebody tells of the thing spoken of, with its name: "it's in the study" -> "the ladder is in the study";
    "" for what tells nothing of where it is or who has it.
    """
    about = conversation.about
    found = _TELLS_WHERE.search(text)
    if not about or found is None or _WEATHER.search(text):
        return ""
    named = as_named(about)
    if found["verb"]:
        return f"{found['who']} {_PUT.sub('put', found['verb'])} {named}{text[found.end() :]}"
    is_many = found["be"].lower() in ("'re", "’re", "are", "were") or about.endswith("s")
    return f"{named} {'are' if is_many else 'is'} {found['where'].strip()} {text[found.end() :]}"


def told_before(text: str, conversation: Conversation) -> str:
    """What somebody tells, with what it is told of: as `told_of_thing`, or the speaker's own question right before,
    which it answers: "What time's the game? It's at seven"; "" for what says itself what it is of.
    """
    last = conversation.last
    is_asked = last is not None and last.act == DialogAct.QUESTION.value and last.heard.rstrip().endswith("?")
    is_answered = is_asked and _ANSWERS.match(text) and "?" not in text
    if last is None or not is_answered or _WHERE.match(last.said):
        return told_of_thing(text, conversation)
    return f"{last.said.strip()} {text.strip()}"


def spoken_of(reading: Reading, answer: Answer) -> str:
    """The thing that a turn is about, "" if none; of what was not understood only what was read as a thing."""
    if reading.act is DialogAct.UNCLEAR:
        return thing_named(reading.text)
    if reading.act not in _NAMES_THINGS:
        return ""
    return thing_spoken_of(reading.text, answer.text if answer.known else "")


def thing_spoken_of(text: str, reply: str = "") -> str:
    """The thing that an utterance is about, with what it looks like, without an article; "" if it names none.

    reply: the robot's answer, which names it where the utterance does not.
    """
    counted = _COUNTED.search(text)
    if counted:
        return singular(counted["noun"].lower())
    themes = _themes(text) or _places_asked_about(text)
    if themes:
        return _as_answered(themes[0], reply)
    people = {name.lower() for name in names_in(text)}
    things = [phrase for phrase in object_phrases(text) if phrase and people.isdisjoint(split_words(phrase))]
    if not things:
        named = (*place_phrases(text), *object_phrases(reply))
        things = [phrase for phrase in named if phrase and not _IS_TIME.match(phrase)]
    if not things:
        return ""
    alike = [one for one in things if one.split()[-1].lower() == things[0].split()[-1].lower()]
    return max(alike, key=len).lower()  # "my favourite book is the black book"


def thing_named(text: str) -> str:
    """What was read as a thing in it, and no place; "" if nothing was."""
    return next(iter(_themes(text)), "")


def _places_asked_about(text: str) -> list[str]:
    """ "What's Tom hiding in the cabinet?": what may be gone on to speak of there."""
    said = as_read(text)
    is_asked = said is not None and said.surely(SpeechAct.ASK) and said.of(Role.DEED)
    places = (*said.of(Role.SOURCE), *said.of(Role.GOAL)) if said is not None and is_asked else ()
    return [_ARTICLE.sub("", one) for one in places if _IS_THING.match(one) and one.lower() not in POINTING]


def _as_answered(thing: str, reply: str) -> str:
    """What was asked about, as the robot called the only thing of that name: "my knitting" is the knitting bag."""
    own = split_words(thing)
    called = {one.lower() for one in object_phrases(reply) if own[-1:] and own[-1] in split_words(one)}
    called = {one for one in called if not set(split_words(one)) <= {*own, *_PARTICLES}}
    return called.pop() if len(called) == 1 else thing if _OWNED.search(thing) else thing.lower()


def _themes(text: str) -> list[str]:
    """What was read as a thing that is asked about or wanted, without an article; whose it is belongs to it. "Which
    book" names none.
    """
    reading = the_reading()
    if reading is None:
        return []
    things = [one for one in named_things(reading.read(text)) if not _WHICH.search(text[: one.start])]
    return [
        _ARTICLE.sub("", one.text) for one in things if _IS_THING.match(one.text) and not _IS_TIME.match(one.text)
    ]


def _with_thing(text: str, about: str, pointing: Collection[str]) -> str:
    """The first pronoun that was read as a thing gives way to it; "it" of the weather is none. "Take the book and put
    it on the desk" says itself what it is about.
    """
    said = as_read(text) if not _OF_WHAT_WAS.match(text) else None
    points = (one for one in said.fillers if one.role in _REFERS and one.text.lower() in pointing) if said else ()
    one = next(iter(points), None)
    if said is None or one is None or any(named.end <= one.start for named in named_things(said)):
        return text
    named = plural(about) if one.text.lower() == "they" else about
    named = f"my {about.split()[-1]}" if one.text.lower() == "mine" else named
    return f"{text[: one.start]}{as_named(named)}{text[one.end :]}"
