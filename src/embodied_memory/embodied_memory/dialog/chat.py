"""What the robot says to what only keeps a talk with it going, by what is talked about."""

from __future__ import annotations

import re

from embodied_memory.words.chat_topics import ChatTopic, topic_of
from embodied_memory.words.needs import Need, the_needs
from embodied_memory.words.plain_orders import is_doable
from embodied_memory.words.said import AskedKind, Said, SpeechAct

ABILITIES = (
    "I can find, bring and put away things, open and close what can be shut, switch devices, go and look, pass on"
    " messages, remind you, and remember what I see and what I am told."
)
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
