"""Messages from one person to another: kept until the other one talks to the robot, or comes in, then told in the
words they were given in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from embodied_memory.dialog.promises.for_later import COMES
from embodied_memory.dialog.talk.conversation import TELLS, Conversation, DialogAct, Reading, Turn
from embodied_memory.dialog.talk.reply import Reply, not_understood, saying
from embodied_memory.dialog.utterance.completion import as_named
from embodied_memory.dialog.utterance.references import person_before
from embodied_memory.event import Utterance
from embodied_memory.planning.tasks.request_frame import bare_request
from embodied_memory.words.heard import is_confidential
from embodied_memory.words.one_reading import as_read
from embodied_memory.words.plain_messages import EVERYBODY
from embodied_memory.words.plain_words import without_ending
from embodied_memory.words.said import Role
from embodied_memory.words.wording.phrases import each_listed
from embodied_memory.words.wording.words import content_stems, split_words

IF_ASKED = "if asked, "
"""Before what is told to those alone who want to know."""
_MOST_KEPT, _LEAST_OF_A_NAME = 20, 3
_ANSWERS = (
    DialogAct.REPORT, DialogAct.ASIDE, DialogAct.TALK, DialogAct.UNCLEAR, DialogAct.CORRECTION, DialogAct.OFFER,
)  # fmt: skip
_SELF = frozenset({"himself", "herself", "themselves", "myself", "yourself", "itself", "ourselves"})
_SO_THAT = re.compile(r"so (?:that )?(?:he|she|they|everybody|everyone|nobody) \w+|to$", re.I)
""" "Tell Mum so she stops going on about it", "tell Mum to, then": no word of what."""
_ASKED_FOR_ITSELF = (DialogAct.REMINDER.value, DialogAct.INSTRUCTION.value, DialogAct.LATER.value)
"""What the speaker wants of the robot is no news for somebody else, if there is any."""
_HIM = frozenset({"him", "her", "them"})
_ONLY_ASKED = re.compile(r"(?:that )?i (?:asked|wanted to know|was asking)(?: you)?", re.I)
""" "that I asked you"."""
_IT = re.compile(r"\b(?:it|them)\b(?! (?:is|was|['’]s))", re.I)
_GENERAL = re.compile(
    r"(?:the|this|that|our|my) (?:new )?(?:date|time|day|changes?|news|plans?|price|place|delay|mix-up|problem)",
    re.I,
)
""" "About the date" is about what was said of one, in whatever words."""
_OF_IT = re.compile(r"(?:(?:about|of) )?(?:it|this|that|all that)", re.I)
_ALL = re.compile(rf"(?:{EVERYBODY}|everyone|all)(?: but (?P<not_to>.+))?", re.I)
""" "everybody but Tom"."""
_TITLED = r"(?:mr|mrs|ms|miss|mister|missus|dr|doctor)\.? "
_TITLE = re.compile(rf"^{_TITLED}(?=\w+$)", re.I)
""" "Mrs. Bell"."""
_NOT_ME = rf"(?!me\b|us\b|it\b|that\b|again\b|the\b|an?\b|my\b|our\b)(?:{_TITLED}(?=\w))?"
_FORMS = tuple(
    re.compile(form, re.I)
    for form in (
        r"(?:tell|ask) (?P<to>[^:.!?]{1,60}): (?P<what>.+)",
        rf"(?:tell|inform|notify|ask) {_NOT_ME}(?P<to>\w+)(?:,? that\b|,? about\b|:|,)? (?P<what>.+)",
        rf"let {_NOT_ME}(?P<to>\w+) know(?:,? that\b|,? about\b|:|,)? (?P<what>.+)",
        rf"say (?P<what>.+?) to {_NOT_ME}(?P<to>\w+)(?: (?:for|from) me)?",
        rf"(?P<what>greet) {_NOT_ME}(?P<to>\w+)(?: (?:for|from) me)?",
    )
)
_ONLY_WHEN = re.compile(r"(?:when|once|as soon as|if|next time) (?:he|she|they|you)\b[^,;:.]*", re.I)
"""When it is to be told, and no word of what."""
_ASKED_FOR = re.compile(
    r"\b(?:any|a|leave|left|have)\b.*\bmessages?\b.*\b(?:for me|me)\b|\b(?:any|my) messages\b"
    r"|(?:^|[.,!]\s*)(?:is there |was there |(?:you(?:['’]ve)? )?got |have you (?:got )?)?"
    r"(?:anything|something|owt|news)(?: new| left| else)? for me(?:,? then| please)?\W*$",
    re.I,
)
""" "Did anybody leave a message for me?", "Anything for me?" """


@dataclass(frozen=True)
class Message:
    """words: as they were given; asks: whether they are to be asked rather than told; on_arrival: whether they are
    told as soon as they are seen to come in, rather than when they talk.
    """

    by: str
    to: str
    words: str
    asks: bool = False
    on_arrival: bool = False

    @property
    def does(self) -> str:
        """What the robot is to do with it."""
        return "ask" if self.asks else "tell"

    @property
    def whom(self) -> str:
        """Its name as it is written."""
        return self.to[:1].upper() + self.to[1:]


def message_in(text: str, by: str) -> Message | None:
    """ "Tell Tom that dinner is ready"; None for what is no message to somebody."""
    request = bare_request(text).rstrip(".! ")
    for form in _FORMS:
        found = form.fullmatch(request)
        if found and found["to"].lower() not in _SELF and found.groupdict()["what"].lower() not in ("me", "us"):
            words = "hello" if found["what"].lower() == "greet" else without_ending(found["what"].strip(' "“”'))
            return Message(by, re.sub(r"['’]s$", "", found["to"]), words, request.lower().startswith("ask"))
    return None


def _of_before(message: Message, conversation: Conversation, heard: str) -> Message:
    """ "Tell Des to, then": what was said just before, in the words in which it was said. heard: what is said now."""
    last, only_when = conversation.last, _ONLY_WHEN.fullmatch(message.words)
    if last is not None and last.act == DialogAct.INSTRUCTION.value and conversation.about:
        message = replace(message, words=_IT.sub(as_named(conversation.about), message.words, count=1))
    told = [turn for turn in conversation.turns if turn.act in TELLS]
    if told:
        message = _of_what_was_told(message, told[-1], heard, is_last=told[-1] == last)
    asked = conversation.last_request
    if asked is not None and _ONLY_ASKED.fullmatch(message.words):
        message = replace(message, words=f'I asked: "{asked.said.strip()}"')
    message = replace(message, words="") if _SO_THAT.match(message.words) else message
    is_whole = bool(message.words) and (message.asks or only_when is None)  # "ask him if he wants peas" is whole
    news = (told[-1] if told else last) if last is not None and last.act in _ASKED_FOR_ITSELF else last
    return message if is_whole or news is None else replace(message, words=news.heard.strip())


def _of_what_was_told(message: Message, last: Turn, heard: str, is_last: bool) -> Message:
    """ "Ask him about it", of the form that he never gave; "let Bev know about the date", of the one that is new."""
    told, words = last.heard.strip(" .!?"), message.words
    if is_last and _OF_IT.fullmatch(words):
        return replace(message, words=f"about {as_named(last.about)}" if message.asks and last.about else told)
    is_about = re.search(rf"\babout {re.escape(words)}\s*(?:[,.!?]|$|\b(?:when|if|once|then|please)\b)", heard, re.I)
    is_of_it = _GENERAL.fullmatch(words) or content_stems(words) & content_stems(told)
    hands_on = is_about and is_of_it and not message.asks and not is_confidential(told)
    return replace(message, words=f"about {words}: {told}") if hands_on else message


def is_message(text: str) -> bool:
    """Whether somebody is to be told, asked or greeted by the robot."""
    return text.startswith(IF_ASKED) or message_in(text, "") is not None


def asks_for_messages(question: str) -> bool:
    """ "Did anybody leave a message for me?"."""
    return bool(_ASKED_FOR.search(question))


class Messages:
    """What is still to be told, by person. people: the names of those known, in lower case."""

    def __init__(self, people: Callable[[], Collection[str]]) -> None:
        self._people = people
        self._told: dict[str, str] = {}
        self._kept: list[Message] = []
        self._asked: dict[str, Message] = {}
        self._came: list[str] = []

    def take(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        """An act of the dialog (see `DialogManager`): keeps it, and says so to who leaves it."""
        if reading.text.startswith(IF_ASKED):
            return saying(reading, "All right, I will say so if I am asked.")
        message = message_in(reading.text, utterance.speaker)
        if message is None:
            return Reply(reading.act, not_understood(reading.text))
        message = _of_before(message, conversation, utterance.text)
        to = self._named(message.to, conversation, utterance)
        if not to:
            return saying(reading, f"I am not sure whom you mean by {message.to}: tell me the name.")
        if reading.replaces:
            self.withdraw(utterance.speaker)
        if _ALL.fullmatch(to):
            return saying(reading, self._keep_for_all(replace(message, to=to)))
        message = replace(message, to=to, on_arrival=_is_for_arrival(utterance.text))
        return saying(reading, self._keep(message, reading.replaces))

    def _named(self, to: str, conversation: Conversation, utterance: Utterance) -> str:
        """Whom a name, the beginning of one ("Kez") or "him" means; "" if that is not known. "Him" is who was named
        in the same breath, or before, or who left the speaker a message. A name that nobody known has is a visitor's.
        """
        known = self._people()
        name = self._who_is_meant(conversation, utterance, known, to.lower()) if to.lower() in _HIM else to
        name = untitled if (untitled := _TITLE.sub("", name)).lower() in known else name
        if name.lower() in known or _ALL.fullmatch(name):
            return name
        begun = [one for one in known if len(name) >= _LEAST_OF_A_NAME and one.startswith(name.lower())]
        return begun[0] if len(begun) == 1 else name if not begun else ""

    def _who_is_meant(
        self, conversation: Conversation, utterance: Utterance, known: Collection[str], word: str
    ) -> str:
        """word: "him" or "her", which not everybody may be."""
        word = word if word in ("him", "her") else ""
        may_be = {one for one in known if not word or conversation.who.may_be(one, word)}
        known = may_be - {_name(utterance.speaker)}
        named = [one for one in re.findall(r"[A-Z]\w+", utterance.text) if one.lower() in known]
        named = named or re.findall(r"\b(?i:ring|call|phone|text|find|see) ([A-Z][a-z]+) and\b", utterance.text)
        left = [one.by for one in self._kept_for(utterance.speaker)]
        return next(filter(None, (*named, person_before(conversation, known, word), *left[-1:])), "")

    def _keep_for_all(self, message: Message) -> str:
        """Each is told when they talk to the robot, but those it is to be kept from."""
        all_but = _ALL.fullmatch(message.to)
        left_out = all_but["not_to"] if all_but and all_but["not_to"] else ""
        not_to = {_name(message.by), *(_name(one) for one in each_listed(left_out))}
        for one in sorted({*self._people()} - not_to):
            self._keep(replace(message, to=one), False)
        whom = f"everybody but {left_out.title()}" if left_out else EVERYBODY
        return f'All right, I will {message.does} {whom} when we talk next: "{message.words}".'

    def _keep(self, message: Message, instead: bool) -> str:
        if len(waiting := self._kept_for(message.to)) >= _MOST_KEPT:
            self._kept.remove(waiting[0])
        self._kept.append(message)
        when = "instead" if instead else "when I see them come in" if message.on_arrival else "when we talk next"
        return f'All right, I will {message.does} {message.whom} {when}: "{message.words}".'

    def withdraw(self, by: str, words: str = "") -> Message | None:
        """The last message that somebody left is not told; None if none is still to be told. words: in which the
        message to somebody that they name is taken back, if there is one.
        """
        own = [one for one in reversed(self._kept) if one.by == by]
        named = [one for one in own if one.to.lower() in split_words(words)]
        last = next(iter(named or own), None)
        if last is not None:
            self._kept.remove(last)
        return last

    def came(self, person: str) -> None:
        """Somebody was seen to come in."""
        if any(one.on_arrival for one in self._kept_for(person)):
            self._came.append(person)

    def for_who_came(self) -> Iterator[str]:
        """What is to be said to those who came in, each once: with all that is left for them."""
        while self._came:
            person = self._came.pop(0)
            if told := self.told_to(person):
                yield f"{person}: {told}"

    def are_left_for(self, person: str) -> bool:
        """Whether anything is still to be told to somebody."""
        return bool(self._kept_for(person))

    def told_to(self, person: str) -> str:
        """All that is to be told to somebody who is there now, each once; "" if nothing is."""
        messages = self._kept_for(person)
        self._kept = [one for one in self._kept if one not in messages]
        told = " ".join(f'{one.by or "Somebody"} asked me to {one.does} you: "{one.words}".' for one in messages)
        if told:
            self._told[_name(person)] = told
        self._asked |= {_name(person): one for one in messages if one.asks and one.by}
        return told

    def answer(self, reading: Reading, utterance: Utterance) -> Reply | None:
        """What somebody says right after they were asked something in another's name is for that other; None where
        they were not, or say something else first.
        """
        asked = self._asked.pop(_name(utterance.speaker), None)
        if asked is None or reading.act not in _ANSWERS:
            return None
        told = self._keep(Message(utterance.speaker, asked.by, without_ending(utterance.text)), False)
        return replace(saying(reading, told), told=utterance.text)

    def _kept_for(self, person: str) -> list[Message]:
        return [one for one in self._kept if one.to.lower() == _name(person)]

    def told_again(self, question: str, person: str) -> str:
        """The last messages for somebody who asks whether there are any; "" for another question, or if none are."""
        return self._told.get(_name(person), "") if asks_for_messages(question) else ""


def _is_for_arrival(text: str) -> bool:
    """ "When Clive comes in tell him it's Wednesday for the boiler"."""
    said = as_read(text)
    return said is not None and any(map(COMES.match, said.of(Role.CONDITION)))


def _name(person: str) -> str:
    """As messages are kept for it."""
    return " ".join(person.lower().split())
