"""What an utterance means, as far as it is learned: what the speaker does with it, and the roles of its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class SpeechAct(str, Enum):
    """What a speaker does by saying something to, or near, a robot (Austin's and Searle's sense of the word)."""

    INSTRUCT = "instruct"
    ASK = "ask"
    STOP = "stop"
    RESUME = "resume"
    REMIND = "remind"
    MESSAGE = "message"
    RULE = "rule"
    TEACH = "teach"
    TELL = "tell"
    WISH = "wish"
    PROMISE = "promise"
    CONFIDE = "confide"
    REMEMBER = "remember"
    FORGET = "forget"
    CORRECT = "correct"
    CANCEL = "cancel"
    AGREE = "agree"
    REFUSE = "refuse"
    REPEAT = "repeat"
    REASON = "reason"
    PROGRESS = "progress"
    THANKS = "thanks"
    ASIDE = "aside"
    NONSENSE = "nonsense"


TELLING = (
    SpeechAct.TEACH, SpeechAct.TELL, SpeechAct.WISH, SpeechAct.PROMISE, SpeechAct.CONFIDE, SpeechAct.REMEMBER,
)  # fmt: skip
"""What tells the robot something to keep."""


class SayingSort(str, Enum):
    """What telling others of a saying would do: PLAIN may be told to any resident; the others are `Discretion`'s."""

    PLAIN = "plain"
    CONFIDED = "confided"
    SURPRISE = "surprise"
    CODE = "code"
    MONEY = "money"
    HEALTH = "health"
    OPINION = "opinion"
    AWAY = "away"


class Role(str, Enum):
    """The part that words play in an utterance (semantic roles, as in FrameNet, few and the same for every deed)."""

    DEED = "deed"
    THEME = "theme"
    SOURCE = "source"
    GOAL = "goal"
    RECIPIENT = "recipient"
    PERSON = "person"
    TIME = "time"
    CONTENT = "content"
    VALUE = "value"
    CONDITION = "condition"
    NOT = "not"


NAMING = (Role.THEME, Role.CONTENT, Role.GOAL, Role.SOURCE, Role.PERSON, Role.RECIPIENT)
"""The roles of what is named: things, places and people."""


class DeedKind(str, Enum):
    """What is to be done with a thing, so that who speaks is content. OTHER: what is nothing for this robot's hands;
    NONE: it is only spoken of.
    """

    BRING = "bring"
    PUT = "put"
    OPEN = "open"
    CLOSE = "close"
    ON = "on"
    OFF = "off"
    UP = "up"
    DOWN = "down"
    SET = "set"
    FIND = "find"
    LOOK = "look"
    GO = "go"
    HOLD = "hold"
    LIST = "list"
    UNLIST = "unlist"
    SAY = "say"
    OTHER = "other"
    NONE = "none"


class AskedKind(str, Enum):
    """What an answer would have to tell, so that who asks is content. WHERE: where a thing is now; WAS_WHERE: where
    it was; CONTENTS: what is in, on or under a place; DID: whether something happened; DONE: what did.
    """

    WHERE = "where"
    WAS_WHERE = "where_was"
    CONTENTS = "contents"
    STATE = "state"
    EXISTS = "exists"
    COUNT = "count"
    AMOUNT = "amount"
    WHO = "who"
    WHEN = "when"
    HOW_LONG = "how_long"
    HOW_OFTEN = "how_often"
    DID = "did"
    DONE = "done"
    SAID = "said"
    PLAN = "plan"
    LIST = "list"
    WISH = "wish"
    NAME = "name"
    WHY = "why"
    HOW = "how"
    MAY = "may"
    OPINION = "opinion"
    ROBOT = "robot"
    OTHER = "other"


class RecordSort(str, Enum):
    """What sort of record answers a question: something said, or a deed. WENT: somebody went to another room."""

    SAID = "said"
    CAME = "came"
    LEFT = "left"
    WENT = "went"
    PUT = "put"
    TOOK = "took"
    GAVE = "gave"
    OPENED = "opened"
    CLOSED = "closed"
    ON = "on"
    OFF = "off"
    OTHER = "other"


class MoveRelation(str, Enum):
    """How a thing is to be where it goes. AT: in a room, or near something; PERSON: it is handed over."""

    ON = "on"
    IN = "in"
    AT = "at"
    PERSON = "person"


SURE = 0.6
"""From this probability on a speech act is acted on."""


@dataclass(frozen=True)
class Filler:
    """The words that play a role. start, end: characters of the utterance."""

    role: Role
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Move:
    """A thing that is to be carried, all in the speaker's words; "" for what is not said. looks: what is said of it
    elsewhere: how it looks, whose it is; room: of the goal, where it stands apart from it; beside: what it is to
    stand next to.
    """

    thing: str
    goal: str = ""
    relation: MoveRelation = MoveRelation.ON
    source: str = ""
    room: str = ""
    beside: str = ""
    looks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Wanted:
    """A deed, whatever its verb. thing: the filler that it is about: a theme, or the verb where none is named."""

    kind: DeedKind
    certainty: float
    thing: Filler


@dataclass(frozen=True)
class Said:
    """An utterance as it was read. act: the likeliest; certainty: how likely that is, 0 to 1, as it was measured on
    utterances that were not learned from; shares: of all acts, together 1; fillers: in the order of the words;
    moves: what is to be carried where, whatever the act; arranged: what is asked for by the name of a habit;
    wanted: what is to be done with each thing, if anything is; asked: how likely it is that each kind of thing is
    asked, if anything is; together 1; answered_by: how likely each sort of record answers it; together 1, empty where
    that is not learned.
    """

    text: str
    act: SpeechAct
    certainty: float
    shares: Mapping[SpeechAct, float] = field(default_factory=dict)
    fillers: tuple[Filler, ...] = ()
    moves: tuple[Move, ...] = ()
    arranged: tuple[str, ...] = ()
    wanted: tuple[Wanted, ...] = ()
    asked: Mapping[AskedKind, float] = field(default_factory=dict)
    answered_by: Mapping[RecordSort, float] = field(default_factory=dict)

    def of(self, role: Role) -> tuple[str, ...]:
        """The words in a role, in order; empty if none play it."""
        return tuple(filler.text for filler in self.fillers if filler.role is role)

    def surely(self, *acts: SpeechAct) -> bool:
        """Whether it is one of these, as far as anybody should act on it."""
        return self.share(*acts) >= SURE

    @property
    def is_surely_wanted(self) -> bool:
        """Whether it is sure what is to be done with each thing, and anything is."""
        return bool(self.wanted) and all(one.certainty >= SURE for one in self.wanted)

    def share(self, *acts: SpeechAct) -> float:
        """How likely it is one of these."""
        return sum(self.shares.get(act, 0.0) for act in acts)
