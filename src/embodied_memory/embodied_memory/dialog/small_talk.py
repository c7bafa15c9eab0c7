"""Greetings, thanks and goodbyes, and who the robot is."""

from __future__ import annotations

import re

from embodied_memory.dialog.chat import SAID, chatted
from embodied_memory.memory.retrieval.kept_lists import list_changes
from embodied_memory.memory.wording.words import split_words
from embodied_memory.words.chat_topics import ChatTopic
from embodied_memory.words.heard import agrees, is_confidential, refuses, thanks
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.said import DeedKind

HERE = "I am here if you need me."
LISTENING = "I am listening."
_TELLS_SOMETHING = 5
_REPLIES = {
    "hello": "Hello! Ask me where something is, or tell me what to find, bring or put away.",
    "how are you": SAID[ChatTopic.HOW_ARE_YOU],
    "thanks": "You are welcome.",
    "bye": "Goodbye.",
    "night": "Good night.",
    "who": SAID[ChatTopic.WHO],
    "can": SAID[ChatTopic.ABILITIES],
    "sorry": SAID[ChatTopic.SORRY],
    "good": "I am glad.",
    "yes": "All right.",
    "no": "All right, I leave it.",
}
_REPLY_OF = {
    **dict.fromkeys(("hiya", "morning", "evening", "afternoon", "nice to meet you", "welcome back"), "hello"),
    **dict.fromkeys(("hello", "hi", "hey", "hallo", "howdy", "greetings", "hi there", "hello there"), "hello"),
    **dict.fromkeys(("good morning", "good afternoon", "good evening", "good day", "good to see you"), "hello"),
    **dict.fromkeys(("how are you", "how do you do", "hello how are you", "hi how are you"), "how are you"),
    **dict.fromkeys(("how are you today", "what is up", "hey how are you"), "how are you"),
    **dict.fromkeys(("thanks", "thank you", "thanks a lot", "thank you very much", "thanks that helps"), "thanks"),
    **dict.fromkeys(("many thanks", "thank you so much", "thanks for your help"), "thanks"),
    **dict.fromkeys(("that is all", "that will be all", "that is it", "nothing else", "take care"), "bye"),
    **dict.fromkeys(("good night", "night", "night night", "goodnight", "nighty night", "sleep well"), "night"),
    **dict.fromkeys(("bye", "goodbye", "good bye", "see you", "see you later", "bye bye"), "bye"),
    **dict.fromkeys(("who are you", "what are you", "introduce yourself"), "who"),
    **dict.fromkeys(("what can you do", "what can i ask you", "help", "what can i say", "what do you do"), "can"),
    **dict.fromkeys(("how can you help me",), "can"),
    **dict.fromkeys(("yes", "yeah", "yep", "ok", "okay", "sure", "all right", "alright", "fine", "i see"), "yes"),
    **dict.fromkeys(("no", "nope", "no thanks", "no thank you"), "no"),
    **dict.fromkeys(("sorry", "i am sorry", "my mistake", "my fault"), "sorry"),
    **dict.fromkeys(("great", "cool", "nice", "good job", "well done", "perfect", "very good", "wonderful"), "good"),
}
_NOISE = frozenset(
    {"robot", "please", "there", "dear", "mate", "love", "buddy", "pal", "friend", "oh", "well", "then"}
)
_WEAK, _LEAVES = ("yes", "good"), ("night", "bye")
_GOOD = (
    r"(?:(?:the|really|very|so|most|such|a|great|quite|pretty|just|good|kind|nice) )*"
    r"(?:help(?:ful)?|kind|nice|great|good"
    r"|lovely|perfect|wonderful|brilliant|fantastic|excellent|amazing|sweet|best|legend|star|clever|smart|useful|quick|fast|job|robot)"
)
_THANKS = re.compile(
    rf"(?:thanks|thank you|cheers|ta|many thanks)(?: (?:so|very) much| a (?:lot|million|bunch|ton)| again)?"
    rf"(?: for .+| (?:that|it|this|you) (?:was|is|were|are|helps?) ?(?:{_GOOD})?)?$"
)
_BYE = re.compile(
    r"(?:see|catch|talk to|speak to) (?:you|ya)"
    r"(?: (?:later|soon|tomorrow|tonight|around|then|next \w+|on \w+|at \w+))*$"
    r"|(?:that is|that will be|that was) (?:all|it|everything)(?: (?:for )?(?:now|today|tonight|then))?$"
)
_HOW_ARE_YOU = re.compile(
    r"(?:and )?how (?:are|is) (?:you|it|things)(?: (?:doing|going|feeling|keeping))?(?: (?:today|now))?$"
)
_PLEASED = re.compile(r"(?:pleased|nice|good|lovely|glad) to (?:meet|see) you(?: too)?$")
_PRAISE = re.compile(rf"(?:(?:that|it|this|you)(?: was| is| were| are|'s|'re) |what a |how )?{_GOOD}(?: of you)?$")
_ANNOUNCES = re.compile(
    r"(?:(?:right|ok|okay|robot|listen|hey|so|now|well|oh) )*"
    r"(?:(?:i|we) (?:need|want|have|ought|would like|ve got|have got) to (?:tell|ask) you"
    r"|let me (?:tell|ask) you|can i (?:tell|ask) you"
    r"|i(?: ve| have)? got (?:something|news|a question)(?: to (?:tell|ask) you)?"
    r"|guess what)(?: (?:something|a (?:question|thing|secret)|about \w+(?: \w+)?|some news))?"
)
_CONTRACTED = re.compile(r"\b(what|how|who|it|that)'s\b", re.I)


_PLEASED_WITH = re.compile(
    r"\b(?:thank|thanks|ta|cheers|bless|grateful|appreciate\w*|good|great|grand|lovely|nice|brilliant|star|angel|hero"
    r"|perfect|best|better|kind|clever|champion|smashing|wonderful|legend|treasure|love you"
    r"|you (?:did|are|['’]re))\b",
    re.I,
)


def answered(text: str) -> str:
    """What is said to what only keeps a talk going."""
    if announces(text):
        return LISTENING
    reading, in_part = the_reading(), said_in_part(text)
    by_topic = chatted(reading.read(text)) if reading is not None else ""
    if by_topic and in_part in ("", *(_REPLIES[kind] for kind in _WEAK)):
        return by_topic
    if thanks(text) and _PLEASED_WITH.search(text) and not in_part:
        return _REPLIES["thanks"]
    return in_part or (_REPLIES["yes"] if agrees(text) or refuses(text) else HERE)


def announces(text: str) -> bool:
    """ "I need to tell you about Carol": what is told is still to come."""
    return bool(_ANNOUNCES.fullmatch(" ".join(split_words(text))))


def noted(text: str) -> str:
    """What is said to who has told the robot something, or had something put on a list."""
    changes = list_changes(text, the_reading())
    if changes:
        told = ", ".join(f"{words} {'on' if kind is DeedKind.LIST else 'off'} the list" for kind, words in changes)
        return f"All right: {told}."
    return f"Thank you, I will remember that{', and keep it to myself' if is_confidential(text) else ''}."


def said_aside(text: str) -> str:
    """What to say to what may not be meant for the robot; it remembers that, too."""
    return "I will keep that in mind." if len(split_words(text)) >= _TELLS_SOMETHING else HERE


def said_in_part(text: str) -> str:
    """What to say to the small talk in it, whatever else is said; "" if there is none. Who leaves is told goodbye."""
    replies = list(filter(None, map(small_talk, (text, *re.split(r"[.!?;,]\s+", text)))))
    leaves = [_REPLIES[kind] for kind in _LEAVES]
    return next((one for one in replies if one in leaves), replies[0] if replies else "")


def small_talk(text: str) -> str:
    """What to say to it; "" if it is more than small talk."""
    kinds = [_kind(part) for part in re.split(r"[,.;!?]+", text) if split_words(part)]
    whole = _kind(text)
    if whole or not kinds or not all(kinds):
        return _REPLIES[whole] if whole else ""
    return _REPLIES[next((kind for kind in kinds if kind not in _WEAK), kinds[-1])]


def _kind(part: str) -> str:
    words = split_words(_CONTRACTED.sub(r"\1 is", part))
    short = [word for word in words if word not in _NOISE]
    found = _REPLY_OF.get(" ".join(words)) or _REPLY_OF.get(" ".join(short))
    said = " ".join(short)
    if _HOW_ARE_YOU.match(said):
        return "how are you"
    if found or _BYE.match(said) or _PLEASED.match(said):
        return found or ("bye" if _BYE.match(said) else "hello")
    return "thanks" if _THANKS.match(said) else "good" if _PRAISE.match(said) else ""
