"""What one person and the robot said: enough to understand "why not?", "where is it?" and "the red one"; what
somebody does by saying something, and how an utterance was read.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

from embodied_memory.config import DialogConfig
from embodied_memory.evidence import Answer
from embodied_memory.planning.instruction import Ambiguity, TaskReport
from embodied_memory.words.plain_words import in_third_person
from embodied_memory.words.who_is_meant import WhoIsMeant

_NS_PER_MINUTE = 60_000_000_000


@dataclass(frozen=True)
class Turn:
    """One utterance of the person and the robot's reply.

    said: as it was read, with what was left unsaid; heard: as it was said; about: what is spoken of, if anything is.
    """

    stamp_ns: int
    said: str
    act: str
    answer: Answer
    about: str = ""
    heard: str = ""

    @property
    def is_refused(self) -> bool:
        """Whether the robot declined an errand."""
        return self.act == "instruction" and not self.answer.known


@dataclass(frozen=True)
class OpenQuestion:
    """What the robot asked back: which reading of an instruction is meant."""

    instruction: str
    ambiguity: Ambiguity


_FOR_ALL_EARS = ("instruction", "rule", "cancellation")
_WANTS_NOTHING = ("question", "talk", "aside", "stop", "repeat", "reason", "explanation", "progress")
_REQUESTS = ("question", "instruction", "choice")


class Conversation:
    """With one person. open_question: what the robot waits for; offered: the instruction that it offered to carry
    out; to_forget: the words that it asked about whether to forget them; task: what was last done, or is done, for
    anybody; other_choice: the instruction with the reading that was not chosen, where there were two; around: what
    somebody else has just said for all ears, of which "it" may be to who has spoken of nothing since; who: tells who
    may be a "he".
    """

    def __init__(self, person: str, config: DialogConfig, who: WhoIsMeant | None = None) -> None:
        self.person = person
        self._config = config
        self.who = who or WhoIsMeant({})
        self._turns: deque[Turn] = deque(maxlen=config.turns_kept)
        self.open_question: OpenQuestion | None = None
        self.offered = ""
        self.to_forget = ""
        self.task: TaskReport | None = None
        self.other_choice = ""
        self.around: Turn | None = None
        self._around_of = ""

    def hear(self, other: Conversation | None, now_ns: int) -> None:
        """What the last of the others said for all ears, if that is hardly over: what they call "my mug" is theirs
        here. What they asked or told is theirs.
        """
        turn = other.last if other is not None else None
        self.around = None
        is_heard = turn is not None and turn.act in _FOR_ALL_EARS and now_ns - turn.stamp_ns <= _NS_PER_MINUTE
        if other is None or turn is None or not is_heard:
            return
        own, _, thing = turn.about.partition(" ")
        about = f"{other.person}'s {thing}" if own.lower() in ("my", "our") else turn.about
        self.around, self._around_of = replace(turn, about=about), other.person

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Oldest first."""
        return tuple(self._turns)

    @property
    def asked_after(self) -> tuple[Turn, ...]:
        """What a question may go on with, oldest first: who has said nothing yet may ask about what is around."""
        if self._turns or self.around is None:
            return self.turns
        return (replace(self.around, said=in_third_person(self.around.said, self._around_of)),)

    @property
    def last(self) -> Turn | None:
        """The newest turn."""
        return self._turns[-1] if self._turns else None

    @property
    def about(self) -> str:
        """The thing or person spoken of last, by this person or around them; "" if none was."""
        own = next((turn.about for turn in reversed(self._turns) if turn.about), "")
        return self.around.about if self.around is not None and (self.is_of_others or not own) else own

    @property
    def is_of_others(self) -> bool:
        """Whether somebody else has spoken of a thing since this person did."""
        own_ns = next((turn.stamp_ns for turn in reversed(self._turns) if turn.about), -1)
        return self.around is not None and bool(self.around.about) and own_ns < self.around.stamp_ns

    def last_of(self, *acts: str) -> Turn | None:
        """The newest turn of one of these acts."""
        return next((turn for turn in reversed(self._turns) if turn.act in acts), None)

    @property
    def last_wanted(self) -> Turn | None:
        """The newest turn that was no question and no small talk: what "forget it" is about."""
        return next((turn for turn in reversed(self._turns) if turn.act not in _WANTS_NOTHING), None)

    @property
    def last_request(self) -> Turn | None:
        """The newest turn in which something was asked, or asked for."""
        return self.last_of(*_REQUESTS)

    @property
    def last_question(self) -> Turn | None:
        """The newest turn in which memory was asked."""
        return self.last_of("question")

    def answered(self, told: Answer) -> None:
        """The end of a task answered a question; "how do you know?" is about that. told: with evidence."""
        stamp_ns = self.last.stamp_ns if self.last else told.evidence[0].stamp_ns
        self.add(Turn(stamp_ns, told.question, "question", told))

    def take_offer(self, accepted: bool) -> str:
        """The instruction that was offered, if it was and is accepted; whatever was said, it is offered no more."""
        offered, self.offered = self.offered, ""
        return offered if accepted else ""

    def add(self, turn: Turn) -> None:
        """The oldest turns make room."""
        self._turns.append(turn)

    def begin_anew_after_silence(self, now_ns: int) -> None:
        """What was said long ago explains nothing any more."""
        last = self.last
        if last is not None and now_ns - last.stamp_ns > self._config.conversation_minutes * _NS_PER_MINUTE:
            self._turns.clear()
            self.open_question, self.other_choice, self.offered = None, "", ""
            self.to_forget = ""


class Conversations:
    """With everybody, by name as it is spoken of; nobody's words explain another's."""

    _MOST_PEOPLE = 64

    def __init__(self, config: DialogConfig) -> None:
        self._config, self.who = config, WhoIsMeant.read(config.people)
        self._by_person: dict[str, Conversation] = {}

    def of(self, person: str, now_ns: int) -> Conversation:
        """The running one, or a new one; who was silent longest is forgotten when too many people talk."""
        name = " ".join(person.lower().split())
        conversation = self._by_person.pop(name, None) or Conversation(person, self._config, self.who)
        conversation.begin_anew_after_silence(now_ns)
        self._by_person[name] = conversation
        while len(self._by_person) > self._MOST_PEOPLE:
            self._by_person.pop(next(iter(self._by_person)))
        conversation.hear(next((one for key, one in reversed(self._by_person.items()) if key != name), None), now_ns)
        return conversation

    def with_person(self, person: str) -> Conversation:
        """The running one, however long ago it was; a new one if there is none."""
        for conversation in self.everybody():
            if conversation.person.lower() == person.lower():
                return conversation
        return self.of(person, 0)

    def everybody(self) -> tuple[Conversation, ...]:
        """All running ones."""
        return tuple(self._by_person.values())


class DialogAct(str, Enum):
    """The acts that the dialog manager tells apart (H2-EMV, dialog manager: question, feedback, or anything else).

    OFFER: perhaps an instruction; the robot asks whether it is one. LATER: one that is to be carried out at a time to
    come, or when somebody comes. ASIDE: not meant for the robot.
    """

    QUESTION = "question"
    FEEDBACK = "feedback"
    INSTRUCTION = "instruction"
    LATER = "later"
    STOP = "stop"
    RESUME = "resume"
    PROGRESS = "progress"
    REASON = "reason"
    EXPLANATION = "explanation"
    CHOICE = "choice"
    REPEAT = "repeat"
    MESSAGE = "message"
    REMINDER = "reminder"
    REPORT = "report"
    RULE = "rule"
    FORGETTING = "forgetting"
    CORRECTION = "correction"
    CANCELLATION = "cancellation"
    OFFER = "offer"
    ASIDE = "aside"
    TALK = "talk"
    UNCLEAR = "unclear"


TELLS = (DialogAct.REPORT, DialogAct.CORRECTION)
"""What tells the robot something; the value of an act is the act, so turns may be asked, too."""


@dataclass(frozen=True)
class Reading:
    """text: the utterance as it would be said without a conversation before it ("where is it?" names its thing).

    replaces: an instruction that corrects the one before, rather than being one more. is_part: it makes sense only
    with what was said just before. is_confirmed: the speaker was asked about it, and said yes; is_allowed: who gave a
    rule against it lets it be done this once. beside: what is said in the same breath, and tells why, or what it is
    about.
    """

    act: DialogAct
    text: str
    replaces: bool = False
    is_part: bool = False
    is_confirmed: bool = False
    is_allowed: bool = False
    beside: str = ""


class UtteranceReader(Protocol):
    """Says what an utterance is. What people say is data: it is read, never run."""

    def read(self, text: str, conversation: Conversation) -> Reading:
        """text: one line, no longer than configured. Never raises for a text."""
