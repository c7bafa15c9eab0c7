"""The turn that a saying goes on from, how, and whether what was asked for in it is called off; and what is said
in one breath: two things that are both wanted, and slips put right (self-repair, Schegloff et al. 1977): "wake
me at seven, no wait, six".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from embodied_memory.dialog.errands.errand_edits import drops_all, with_that_one
from embodied_memory.dialog.promises.messages import is_message
from embodied_memory.dialog.talk.conversation import TELLS, Conversation, DialogAct, Turn
from embodied_memory.dialog.talk.reply import legible
from embodied_memory.dialog.talk.stop_words import asks_to_stop
from embodied_memory.dialog.utterance.spoken_parts import is_passed_on
from embodied_memory.words.demands import acts_in
from embodied_memory.words.follow_ups import Follows, FollowUp, the_follow_ups
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.plain_words import named_things, pointed_at
from embodied_memory.words.said import TELLING, Role, Said, SpeechAct
from embodied_memory.words.time_words.components import with_hour
from embodied_memory.words.wording.words import split_words

LIKELY = 0.6
"""At which of 20 remarks that change nothing about one is taken for a change."""
ERRANDS = (DialogAct.INSTRUCTION, DialogAct.CHOICE, DialogAct.OFFER)
PROMISED = (DialogAct.REMINDER, DialogAct.MESSAGE, DialogAct.LATER)
_FOLLOWED = (*ERRANDS, *PROMISED, *TELLS, DialogAct.RULE, DialogAct.QUESTION)
_PASSED_OVER = (
    DialogAct.TALK, DialogAct.ASIDE, DialogAct.STOP, DialogAct.UNCLEAR, DialogAct.REASON, DialogAct.PROGRESS,
)  # fmt: skip
"""What is said in between changes nothing of what was said before."""
FINITE = re.compile(
    r"\b(?:is|are|was|were|am|has|have|had|will|would|can|could|should|do|does|did)\b"
    r"|\b(?!let)\w+['’]s (?!\w+\W*$)",
    re.I,
)
"""A question with a verb of its own is asked by itself, and with the one before it (`asking_memory.py`)."""
_PLAIN_MESSAGE = re.compile(r"(?P<does>tell|ask) (?P<to>[^:.!?]{1,60}): (?P<what>.+)", re.I | re.S)
""" "tell Tom: to be home by six"."""
_HALF, _SOME, _SURELY = 0.5, 0.2, 0.85
_PROMISED = (DialogAct.REMINDER.value, DialogAct.MESSAGE.value)
_STAYS = re.compile(
    r"\b(?:leave|keep|let) (?:it|them|that|those|everything)"
    r" (?:be\b|alone\b|(?:just )?(?:where|as|how) (?:it|they|that|those)\b)",
    re.I,
)
""" "Leave it where it is"."""
_CLAUSE = re.compile(r"[.,;!]+\s+")
_MOST_WORDS_AHEAD = 4
"""Of a no, before what only tells why."""


@dataclass(frozen=True)
class Following:
    """What is said now, the turn before it, and how it goes on from that."""

    said: Said
    before: Turn
    told: FollowUp

    @property
    def act(self) -> DialogAct:
        """Of the turn before."""
        return DialogAct(self.before.act)


def following(said: Said, conversation: Conversation) -> Following | None:
    """None where there is nothing that it could go on from, or nobody to tell."""
    follow_ups, of_others = the_follow_ups(), conversation.around if conversation.is_of_others else None
    if of_others is not None and of_others.act == DialogAct.INSTRUCTION.value and follow_ups is not None:
        more = follow_ups.read(as_spoken(of_others.said), said.text)
        if more.share(Follows.ALSO) >= LIKELY:
            return Following(said, of_others, more)  # "and the one in the hall", of the window of somebody else
    before = turn_before(conversation)
    if before is not None and before.act == DialogAct.QUESTION.value and _is_of_errand(said):
        before = turn_before(conversation, (*_PASSED_OVER, DialogAct.QUESTION)) or before
    if before is None or (before.act == DialogAct.QUESTION.value and _stands_alone(said)):
        return None
    if pointed_at(said) and conversation.is_of_others:
        return None  # "put it back on", of the lamp that somebody else has just had switched off
    return Following(said, before, follow_ups.read(as_spoken(before.said), said.text)) if follow_ups else None


def _is_of_errand(said: Said) -> bool:
    """Whether it goes on with no question: "is she still up?", and then "leave it where it is"."""
    return said.surely(SpeechAct.CANCEL) or (said.surely(SpeechAct.INSTRUCT) and bool(said.of(Role.DEED)))


def _stands_alone(said: Said) -> bool:
    """Whether it goes on with no question, as "I've put it on the shelf" does not."""
    return FINITE.search(said.text) is not None or said.surely(*TELLING)


def as_spoken(said: str) -> str:
    """A message as people put it: "tell Tom: to be home by six" -> "tell Tom to be home by six"."""
    found = _PLAIN_MESSAGE.match(said)
    if found is None:
        return said
    link = "" if found["what"].lower().startswith(("to ", "if ", "whether ", "about ")) else "that "
    return f"{found['does']} {found['to']} {link}{found['what']}"


def turn_before(conversation: Conversation, over: Sequence[DialogAct] = _PASSED_OVER) -> Turn | None:
    """The last one that can be gone on from, over small talk and stops in between."""
    spoken = (turn for turn in reversed(conversation.turns) if DialogAct(turn.act) not in over)
    last = next(spoken, None)
    return last if last is not None and DialogAct(last.act) in _FOLLOWED else None


def is_taken_back(one: Following) -> bool:
    """By what follows; where that is less sure, the act must bear it out."""
    is_off = one.said.share(SpeechAct.CANCEL, SpeechAct.FORGET, SpeechAct.CORRECT)
    if one.act in ERRANDS and _STAYS.search(one.said.text) and not one.said.of(Role.CONDITION):
        return True
    if one.act is DialogAct.LATER and one.said.of(Role.NOT):
        return one.told.share(Follows.OFF, Follows.WITHOUT) >= LIKELY  # "no, don't turn it off" wants no stop
    if one.said.of(Role.CONDITION) or one.said.surely(SpeechAct.RESUME):
        return False  # "if he's still up at eleven, leave it"
    is_borne_out = is_off + one.said.share(SpeechAct.REFUSE) >= _SOME
    is_refused = one.act in PROMISED and is_borne_out and one.told.share(Follows.OFF) >= _SURELY
    if one.said.surely(SpeechAct.ASIDE) or (asks_to_stop(one.said.text) and is_off < _HALF and not is_refused):
        return False  # who may only want a stop takes nothing back
    return one.told.share(Follows.OFF) >= (LIKELY if is_borne_out else _SURELY) or _begins_with_no(one)


def drops_it(one: Following) -> bool:
    """ "On second thought, skip the shoes", of an errand that is about nothing else, or of what is promised."""
    is_less = one.told.share(Follows.WITHOUT, Follows.OFF) >= LIKELY and one.said.surely(SpeechAct.CANCEL)
    if one.act in ERRANDS:
        return is_less and drops_all(one.before.said, one.said)
    return is_less and one.act is DialogAct.LATER and not one.said.of(Role.NOT)


def _begins_with_no(one: Following) -> bool:
    """ "Actually no, don't. Greta wants to tell him herself": the rest only tells why."""
    ends = [found for found in _CLAUSE.finditer(one.said.text) if found.start() and found.end() < len(one.said.text)]
    ends = [found for found in ends if len(split_words(one.said.text[: found.start()])) <= _MOST_WORDS_AHEAD]
    follow_ups, reading = the_follow_ups(), the_reading()
    if not ends or follow_ups is None or reading is None:
        return False
    first, rest = one.said.text[: ends[-1].start()], one.said.text[ends[-1].end() :]
    is_off = follow_ups.read(as_spoken(one.before.said), f"{first}.").share(Follows.OFF) >= _SURELY
    wants = reading.read(rest).surely(SpeechAct.INSTRUCT, SpeechAct.ASK, SpeechAct.REMIND, SpeechAct.CORRECT)
    tells_why = ends[-1][0].strip() != "," or reading.read(rest).surely(*TELLING)  # "no, at six" does not
    return is_off and tells_why and not wants and not is_message(rest)


def takes_promise_back(said: Said, conversation: Conversation) -> bool:
    """ "Cancel that", of what the robot has just promised to tell or to remind of: nothing is being done then."""
    is_promised = conversation.last is not None and conversation.last.act in _PROMISED
    return is_promised and said.share(SpeechAct.CANCEL, SpeechAct.FORGET) > said.share(SpeechAct.STOP)


def takes_errand_back(said: Said, conversation: Conversation) -> bool:
    """ "Actually no, Mama will find out": who has just asked for something, and now wants it not, or otherwise."""
    last = conversation.last
    is_asked_for = last is not None and DialogAct(last.act) in ERRANDS
    is_off, refuses = said.share(SpeechAct.CANCEL, SpeechAct.CORRECT), said.share(SpeechAct.REFUSE)
    is_meant = is_off >= _SOME or refuses >= _SURELY  # "I've had enough potatoes, thank you" may be about those
    return is_asked_for and is_meant and is_off + refuses >= _HALF


_LEAST = 0.6
_SLIP = re.compile(
    r"[.,;!?]*\s+(?=(?:oh,? |ah,? )?(?:no,? wait|wait,? no|no,? actually|no,? sorry|sorry|scratch that|i mean(?:t)?"
    r"|make that|correction)\b\W+\w)|[.;!?]\s+(?=no,?\s+\w)",
    re.I,
)
""" "Wake me at seven, no wait, six"."""
_CORRECTS = re.compile(r"(?:(?:no|oh|sorry|actually|wait)\b[,.]?\s+)*not (?!(?:that|this) (?:one|thing)\b)", re.I)
""" "Not flour, I meant flowers" puts right what was said before, and nothing in the same breath."""
_LEAVES = re.compile(r"(?:(?:just|no|oh|so) )*(?:leave (?:it|them|that)|forget it|never ?mind|don['’]t)", re.I)
""" "just leave it"."""
_NOT_THAT = re.compile(r"^(?:no,?\s+)?not (?:that|this) (?:one|thing)[,.;]?\s+(?=\w)", re.I)
""" "no, not that one, the red one"."""
_LEAST_WORDS, _MOST_WORDS = 3, 6
"""Before a slip, and of what is said instead in the same breath; more is a sentence of its own."""
_TELL = re.compile(r"\b(?:tell|ask)\b", re.I)
"""Whom the robot is to tell something is no passing on of what others said."""


def parts_of(text: str, most: int, of_list: bool) -> tuple[str, ...]:
    """What is wanted in one breath, one after the other; no stop is taken apart. most: characters of what is read;
    of_list: whether a list was spoken of before.
    """
    text, reading = legible(text), the_reading()
    if reading is None or len(text) > most or is_passed_on(_TELL.sub(" ", text)):
        return (text,)
    parts = acts_in(text, reading, of_list)
    return parts if any(map(asks_to_stop, parts)) or not asks_to_stop(text) else (text,)


def without_slip(text: str) -> str:
    """ "Wake me at seven, no wait, six": as it is meant, where a slip is put right in the same breath; "" where all
    of it is taken back ("tell Dad it was me. No wait, don't!").
    """
    slip = _SLIP.search(text)
    if slip is None or len(split_words(text[: slip.start()])) < _LEAST_WORDS or _CORRECTS.match(text):
        return text
    follow_ups = the_follow_ups()
    last = text.rstrip(".! ").rpartition(". ")[2]
    if follow_ups is not None and _LEAVES.fullmatch(last):
        return ""  # "bring it to the kitchen, no wait, it's not dry. Leave it."
    if follow_ups is None or len(split_words(_NOT_THAT.sub("", text[slip.end() :]))) > _MOST_WORDS:
        return text
    before, now = text[: slip.start()], _NOT_THAT.sub("", text[slip.end() :])
    told = follow_ups.read(before, now)
    if told.share(Follows.OFF) >= _LEAST:
        return ""
    if described := with_that_one(before, now):
        return described
    if told.share(Follows.INSTEAD) < _LEAST:
        return text
    is_exchanged = bool(told.whole) and not told.whole.startswith(before)
    hour = with_hour(told.new, before)
    if is_exchanged and hour != told.new:
        return told.whole.replace(told.new, hour, 1)  # "at quarter to nine. No, ten to"
    return told.whole if is_exchanged else _with_other_thing(before, now) or text


def _with_other_thing(before: str, now: str) -> str:
    """ "Fetch me the tape measure. No, the charger, I mean": the one thing in the place of the other."""
    reading = the_reading()
    olds, news = (named_things(reading.read(one)) if reading is not None else [] for one in (before, now))
    if len(olds) != 1 or len(news) != 1:
        return ""
    return f"{before[: olds[0].start]}{news[0].text}{before[olds[0].end :]}"
