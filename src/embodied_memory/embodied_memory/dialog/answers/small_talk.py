"""What only keeps a talk going: greetings, thanks and goodbyes, who the robot is, by what is talked about."""

from __future__ import annotations

import re

from embodied_memory.dialog.talk.reply import ABILITIES
from embodied_memory.memory.retrieval.kept_lists import list_changes
from embodied_memory.words.heard import agrees, is_confidential, refuses, thanks
from embodied_memory.words.one_reading import as_read, the_reading
from embodied_memory.words.plain_orders import is_doable
from embodied_memory.words.said import AskedKind, DeedKind, Said, SpeechAct
from embodied_memory.words.saying_sorts import ChatTopic, Need, the_needs, topic_of
from embodied_memory.words.wording.words import split_words

CANNOT = f"No, that I cannot do. {ABILITIES}"
WHO_I_AM = (
    "I am the robot of this home. I remember what I saw and what I was told, I find and bring things,"
    " and I can say how I know."
)
_JOKE = "Why did the robot go back to the kitchen? It had left its memory there."
SAID = {
    ChatTopic.HOW_ARE_YOU: "I am well, thank you. What can I do for you?",
    ChatTopic.ABILITIES: ABILITIES,
    ChatTopic.WHO: WHO_I_AM,
    ChatTopic.CANNOT: CANNOT,
    ChatTopic.FEELINGS: "I am a robot and feel nothing of the kind, but it is good of you to ask.",
    ChatTopic.FAMILY: "I am a machine: I was built, not born, and I have no family but this home.",
    ChatTopic.LIKES: "I am a robot and have no favourites. Tell me yours, and I will remember it.",
    ChatTopic.JOKE_TOLD: "Ha, that is a good one.",
    ChatTopic.JOKE_WANTED: f"I am no singer and no storyteller, but here is a joke. {_JOKE}",
    ChatTopic.GOT_IT: "I think so, though I am better at finding things than at jokes.",
    ChatTopic.PRAISE: "Thank you, I am glad.",
    ChatTopic.SCORN: "I am sorry. Tell me what I should do otherwise, and I will.",
    ChatTopic.AFFECTION: "That is kind of you. I am glad to be of use.",
    ChatTopic.SAD: "I am sorry to hear that. I am here, and I can tell somebody that you would like company.",
    ChatTopic.UNWELL: "I am sorry to hear that. Tell me what to bring you, or whom I should tell.",
    ChatTopic.BORED: "Ask me what went on here today, or tell me something worth remembering.",
    ChatTopic.TRUST: "What I am told in confidence I keep to myself.",
    ChatTopic.WORLD: "That I do not know: I know this home, and what I see and hear in it.",
    ChatTopic.TEASING_OVER: "All right, no harm done.",
    ChatTopic.SORRY: "No harm done.",
    ChatTopic.CHEER: "Thank you!",
}
_MAY_BE_TOLD = (ChatTopic.WORLD, ChatTopic.FAMILY, ChatTopic.LIKES)
"""Somebody may have told the robot: memory is asked first."""
_OF_ROBOT = (ChatTopic.LIKES, ChatTopic.FAMILY)
_YOU = re.compile(r"\b(?:you|your|yours|yourself|robots?)\b", re.I)
_OWN = re.compile(r"\b(?:my|our|mine|ours)\b", re.I)
""" "What's my favourite toy?" is none of the robot's."""
_OF_OWN_WORDS = re.compile(r"\b(?:i|we|my|our|me|us)\b", re.I)
""" "What did I just ask you?" is for memory."""
_KEPT_IN_MEMORY = (AskedKind.SAID, AskedKind.NAME, AskedKind.LIST, AskedKind.PLAN, AskedKind.WHERE, AskedKind.WHEN)
_OF_THE_SPEAKER = (ChatTopic.SAD, ChatTopic.UNWELL, ChatTopic.BORED)
_SURE, _SURELY = 0.5, 0.8
_ASKED_FOR = (ChatTopic.CANNOT, ChatTopic.JOKE_WANTED, ChatTopic.ABILITIES)
"""What may be put as an order: "sing us something"."""
_WANTS = (
    SpeechAct.REMIND, SpeechAct.MESSAGE, SpeechAct.RULE, SpeechAct.FORGET, SpeechAct.CANCEL, SpeechAct.CORRECT,
    SpeechAct.STOP, SpeechAct.RESUME, SpeechAct.REMEMBER, SpeechAct.PROMISE, SpeechAct.CONFIDE,
)  # fmt: skip
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
""" "thank you so much for your help", "cheers that was helpful"."""
_BYE = re.compile(
    r"(?:see|catch|talk to|speak to) (?:you|ya)"
    r"(?: (?:later|soon|tomorrow|tonight|around|then|next \w+|on \w+|at \w+))*$"
    r"|(?:that is|that will be|that was) (?:all|it|everything)(?: (?:for )?(?:now|today|tonight|then))?$"
)
""" "see you tomorrow", "that is all for now"."""
_HOW_ARE_YOU = re.compile(
    r"(?:and )?how (?:are|is) (?:you|it|things)(?: (?:doing|going|feeling|keeping))?(?: (?:today|now))?$"
)
""" "and how are you doing today"."""
_PLEASED = re.compile(r"(?:pleased|nice|good|lovely|glad) to (?:meet|see) you(?: too)?$")
""" "nice to meet you too"."""
_PRAISE = re.compile(rf"(?:(?:that|it|this|you)(?: was| is| were| are|'s|'re) |what a |how )?{_GOOD}(?: of you)?$")
""" "you are really helpful", "what a star"."""
_ANNOUNCES = re.compile(
    r"(?:(?:right|ok|okay|robot|listen|hey|so|now|well|oh) )*"
    r"(?:(?:i|we) (?:need|want|have|ought|would like|ve got|have got) to (?:tell|ask) you"
    r"|let me (?:tell|ask) you|can i (?:tell|ask) you"
    r"|i(?: ve| have)? got (?:something|news|a question)(?: to (?:tell|ask) you)?"
    r"|guess what)(?: (?:something|a (?:question|thing|secret)|about \w+(?: \w+)?|some news))?"
)
""" "i need to tell you something", "guess what"."""
_CONTRACTED = re.compile(r"\b(what|how|who|it|that)'s\b", re.I)


_PLEASED_WITH = re.compile(
    r"\b(?:thank|thanks|ta|cheers|bless|grateful|appreciate\w*|good|great|grand|lovely|nice|brilliant|star|angel|hero"
    r"|perfect|best|better|kind|clever|champion|smashing|wonderful|legend|treasure|love you"
    r"|you (?:did|are|['’]re))\b",
    re.I,
)
""" "Bless you, that was quick"."""


def chat_topic(said: Said) -> ChatTopic:
    """What is talked about; NONE for what surely wants something of the robot."""
    is_order = said.surely(SpeechAct.INSTRUCT)
    if said.surely(*_WANTS) or (is_order and is_doable(said)):
        return ChatTopic.NONE
    if said.surely(SpeechAct.ASK) and _OF_OWN_WORDS.search(said.text) and _asks_memory(said):
        return ChatTopic.NONE
    topic = topic_of(said.text)
    is_of_others = topic in _OF_ROBOT and (_OWN.search(said.text) or not _YOU.search(said.text))
    is_chat = not is_of_others and (not is_order or topic in _ASKED_FOR)
    return topic if is_chat else ChatTopic.NONE


def _asks_memory(said: Said) -> bool:
    return sum(said.asked.get(one, 0.0) for one in _KEPT_IN_MEMORY) >= _SURELY


def is_mere_chat(said: Said, is_after_chat: bool) -> bool:
    """Whether memory and the home have nothing to do with it. is_after_chat: whether what was said before was chat:
    "do you get it?" may be of a joke then.
    """
    topic = chat_topic(said)
    if topic in (ChatTopic.NONE, *_MAY_BE_TOLD) or (topic is ChatTopic.GOT_IT and not is_after_chat):
        return False
    needs = the_needs() if topic in _OF_THE_SPEAKER else None
    return needs is None or needs.surely(said.text, _SURE) is Need.NONE  # "it's perishing in here"


def chatted(said: Said | None) -> str:
    """What to say to it; "" for what is no chat."""
    return SAID.get(chat_topic(said), "") if said is not None else ""


def answered(text: str) -> str:
    """What is said to what only keeps a talk going."""
    if announces(text):
        return LISTENING
    by_topic, in_part = chatted(as_read(text)), said_in_part(text)
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
