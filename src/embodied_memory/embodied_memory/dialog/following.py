"""What somebody says about what they said just before: "no, the blue one", "and the plate too", "half eight", "not
the tablet". What they said is read anew with the new words in it, as if all had been said in one breath.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from embodied_memory.dialog.changed_promises import (
    later_changed,
    list_counted,
    list_put_right,
    reminder_changed,
    reminder_of_message,
    rule_changed,
)
from embodied_memory.dialog.conversation import Conversation, Turn
from embodied_memory.dialog.dialog_act import TELLS, DialogAct, Reading
from embodied_memory.dialog.errand_edits import (
    IS_MINE,
    carries_the_same,
    drops_all,
    errand_added,
    errand_changed,
    errand_left,
    fetches_after_a_look,
)
from embodied_memory.dialog.first_person import in_second_person
from embodied_memory.dialog.for_later import as_late
from embodied_memory.dialog.messages import is_message
from embodied_memory.dialog.stop_words import asks_to_stop
from embodied_memory.memory.personal.sentence_role import without_prefix
from embodied_memory.memory.retrieval.kept_lists import list_changes
from embodied_memory.memory.wording.words import split_words
from embodied_memory.words.follow_ups import EXCHANGES, Follows, FollowUp, the_follow_ups
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.plain_messages import plain_message
from embodied_memory.words.plain_orders import is_put_there
from embodied_memory.words.plain_words import POINTING, named_things, pointed_at
from embodied_memory.words.said import TELLING, Role, Said, SpeechAct

_LEAST = 0.6
"""At which of 20 remarks that change nothing about one is taken for a change."""
_HALF, _SOME, _SURELY = 0.5, 0.2, 0.85
_ERRANDS = (DialogAct.INSTRUCTION, DialogAct.CHOICE, DialogAct.OFFER)
_PROMISED = (DialogAct.REMINDER, DialogAct.MESSAGE, DialogAct.LATER)
_FOLLOWED = (*_ERRANDS, *_PROMISED, *TELLS, DialogAct.RULE, DialogAct.QUESTION)
_PASSED_OVER = (
    DialogAct.TALK, DialogAct.ASIDE, DialogAct.STOP, DialogAct.UNCLEAR, DialogAct.REASON, DialogAct.PROGRESS,
)  # fmt: skip
"""What is said in between changes nothing of what was said before."""
_STAYS = re.compile(
    r"\b(?:leave|keep|let) (?:it|them|that|those|everything)"
    r" (?:be\b|alone\b|(?:just )?(?:where|as|how) (?:it|they|that|those)\b)",
    re.I,
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|am|has|have|had|will|would|can|could|should|do|does|did)\b"
    r"|\b(?!let)\w+['’]s (?!\w+\W*$)",
    re.I,
)
"""A question with a verb of its own is asked by itself, and with the one before it (`asking_memory.py`)."""
_GUESSES = re.compile(
    r",\s*(?:(?:is|are|was|were|do|does|did|has|have)n['’]?t (?:it|he|she|they|there|that|you|i|we)"
    r"|(?:can|could|do|did|is|are|was|were|have|has) (?:you|it|he|she|they))\W*$",
    re.I,
)
_NOT_ASKED = re.compile(
    r"(?:\w+,? )?(?:that|this|it)(?:['’]s not| is not| was not|(?: is| was)n['’]t) what (?:i|we) (?:asked|said|meant"
    r"|wanted)\b[^,.;]*\W*$",
    re.I,
)
_GOES_ON_THEN = re.compile(r"\W*(?:(?:oh|ok|okay|so)\W+)*(?:and|then|also)\b", re.I)
_GOES_ON = re.compile(r"^(?:and|then)\b|\b(?:after(?:wards)?|again|too|as well|as soon as|once|when)\b", re.I)
_PLAIN_MESSAGE = re.compile(r"(?P<does>tell|ask) (?P<to>[^:.!?]{1,60}): (?P<what>.+)", re.I | re.S)
_CLAUSE = re.compile(r"[.,;!]+\s+")
_MOST_WORDS = 4
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
        more = follow_ups.read(_as_spoken(of_others.said), said.text)
        if more.share(Follows.ALSO) >= _LEAST:
            return Following(said, of_others, more)  # "and the one in the hall", of the window of somebody else
    before = _turn_before(conversation)
    if before is not None and before.act == DialogAct.QUESTION.value and _is_of_errand(said):
        before = _turn_before(conversation, (*_PASSED_OVER, DialogAct.QUESTION)) or before
    if before is None or (before.act == DialogAct.QUESTION.value and _stands_alone(said)):
        return None
    if pointed_at(said) and conversation.is_of_others:
        return None  # "put it back on", of the lamp that somebody else has just had switched off
    return Following(said, before, follow_ups.read(_as_spoken(before.said), said.text)) if follow_ups else None


def _is_of_errand(said: Said) -> bool:
    """Whether it goes on with no question: "is she still up?", and then "leave it where it is"."""
    return said.surely(SpeechAct.CANCEL) or (said.surely(SpeechAct.INSTRUCT) and bool(said.of(Role.DEED)))


def _stands_alone(said: Said) -> bool:
    """Whether it goes on with no question, as "I've put it on the shelf" does not."""
    return _FINITE.search(said.text) is not None or said.surely(*TELLING)


def _as_spoken(said: str) -> str:
    """A message as people put it: "tell Tom: to be home by six" -> "tell Tom to be home by six"."""
    found = _PLAIN_MESSAGE.match(said)
    if found is None:
        return said
    link = "" if found["what"].lower().startswith(("to ", "if ", "whether ", "about ")) else "that "
    return f"{found['does']} {found['to']} {link}{found['what']}"


def followed(one: Following, conversation: Conversation) -> Reading | None:
    """The reading of what goes on from the turn before; None for what stands by itself, or where that is not sure."""
    said, told = one.said, one.told
    asks = "?" in said.text and said.share(SpeechAct.ASK) >= _HALF
    if (asks or guesses(said.text)) and one.act is not DialogAct.QUESTION and not _asks_for_more(one):
        return None
    if one.act in TELLS and (counted := list_counted(said, one.before.said)) is not None:
        return counted
    if said.surely(SpeechAct.REMIND) and one.act is DialogAct.MESSAGE:
        return reminder_of_message(said, one.before.said)
    if one.act in (*_ERRANDS, *_PROMISED) and _is_taken_back(one):
        return Reading(DialogAct.CANCELLATION, said.text)
    is_of_deed = said.surely(SpeechAct.INSTRUCT) and bool(said.of(Role.DEED)) and one.act is DialogAct.QUESTION
    if (
        told.share(Follows.AGAIN) >= _LEAST
        and not is_of_deed
        and one.act in (DialogAct.INSTRUCTION, DialogAct.QUESTION)
    ):
        return Reading(one.act, one.before.said, is_part=True)
    if one.act is DialogAct.RULE:
        is_else = _is_whole(said) or said.surely(SpeechAct.THANKS)
        return None if is_else else rule_changed(one.before.said, said.text, told)
    is_part = one.act in _ERRANDS and told.share(Follows.WITHOUT, Follows.INSTEAD) >= _LEAST
    left = errand_left(one.before.said, said, told) if is_part else ""
    if left:
        return Reading(DialogAct.INSTRUCTION, left, replaces=True)
    if _drops_it(one):
        return Reading(DialogAct.CANCELLATION, said.text)
    if one.act is DialogAct.LATER and _GOES_ON_THEN.match(said.text) and said.surely(SpeechAct.INSTRUCT):
        added = as_late(said, one.before.said)
        if added:
            return Reading(DialogAct.LATER, added)
    is_changed = bool(told.whole) and told.share(*EXCHANGES) >= _LEAST and said.share(SpeechAct.THANKS) < _HALF
    is_pointed = told.new.lower() in POINTING and not (one.act in _ERRANDS and IS_MINE.match(told.new))
    is_changed = is_changed and not _is_whole(said) and not is_pointed  # "and before that?"
    return _changed(one, conversation) if is_changed else None


def _drops_it(one: Following) -> bool:
    """ "On second thought, skip the shoes", of an errand that is about nothing else, or of what is promised."""
    is_less = one.told.share(Follows.WITHOUT, Follows.OFF) >= _LEAST and one.said.surely(SpeechAct.CANCEL)
    if one.act in _ERRANDS:
        return is_less and drops_all(one.before.said, one.said)
    return is_less and one.act is DialogAct.LATER and not one.said.of(Role.NOT)


def _asks_for_more(one: Following) -> bool:
    """ "And the scissors?", after "can you bring me the paper?"."""
    was_asked = one.act is DialogAct.INSTRUCTION and one.before.heard.rstrip().endswith("?")
    return was_asked and one.told.share(Follows.ALSO) >= _LEAST and not _FINITE.search(one.said.text)


def _is_whole(said: Said) -> bool:
    """An order with a deed and a thing, or that it is not to be done, a message to somebody: of 267 sayings that
    change what was said before 11 are such, most of which are meant as they stand.
    """
    is_of_deed = bool(said.of(Role.DEED)) and bool(named_things(said))
    is_order = said.surely(SpeechAct.INSTRUCT) and is_of_deed
    is_ban = (
        said.surely(SpeechAct.CANCEL, SpeechAct.RULE, SpeechAct.REFUSE) and is_of_deed and bool(said.of(Role.NOT))
    )
    is_told = said.surely(*TELLING) and bool(said.of(Role.PERSON)) and bool(said.of(Role.DEED))
    is_message = said.surely(SpeechAct.MESSAGE) and _says_what(said) and bool(plain_message(said))
    is_order = is_order or is_put_there(said)
    return (is_order and not said.of(Role.NOT)) or is_ban or is_told or is_message


def _says_what(said: Said) -> bool:
    """Whether it names what is to be told; "no, tell Tom, she'll forget" only tells why he is."""
    return any(len(split_words(one)) > 1 for one in said.of(Role.CONTENT))


def guesses(text: str) -> bool:
    """Whether who says it guesses, and wants it said: "it's Tom's, isn't it"."""
    return _GUESSES.search(text) is not None


def added_to_message(said: Said, conversation: Conversation) -> Reading | None:
    """ "Oh, and say that I've gone to bed": told to nobody by name, it belongs to the message before."""
    before, contents = _turn_before(conversation), said.of(Role.CONTENT)
    if before is None or before.act != DialogAct.MESSAGE.value or not contents:
        return None
    added = _with_more(before, contents[0].rstrip(".!? "))
    return added if is_message(added.text) else None


def _with_more(before: Turn, more: str) -> Reading:
    """The message before with more to it, in its place."""
    return Reading(DialogAct.MESSAGE, f"{_as_spoken(before.said).rstrip('.!? ')} and {more}", replaces=True)


def instead_of_it(reading: Reading, one: Following) -> Reading:
    """An errand that is whole in itself and wanted in the place of the one before: it replaces that. So does another
    one of the same things ("actually just put them on the table"), if it does not come after it.
    """
    is_of_same = carries_the_same(one.before.said, reading.text) and not _GOES_ON.search(one.said.text)
    takes_its_place = one.act in _ERRANDS and (is_of_same or one.told.share(Follows.ANEW) >= _LEAST)
    is_errand = reading.act is DialogAct.INSTRUCTION
    return replace(reading, replaces=True) if is_errand and takes_its_place else reading


def put_right_by(correction: Reading) -> str:
    """What is put right is said back, so that nobody has to wonder how it was taken."""
    if _NOT_ASKED.match(correction.text):
        return "I am sorry. Please tell me once more, in other words."
    told = in_second_person(without_prefix(correction.text).rstrip(".! "))
    return f'All right, I put that right: "{told}".' if len(split_words(told)) > 1 else "Thank you, I see."


def _turn_before(conversation: Conversation, over: Sequence[DialogAct] = _PASSED_OVER) -> Turn | None:
    """The last one that can be gone on from, over small talk and stops in between."""
    spoken = (turn for turn in reversed(conversation.turns) if DialogAct(turn.act) not in over)
    last = next(spoken, None)
    return last if last is not None and DialogAct(last.act) in _FOLLOWED else None


def _is_taken_back(one: Following) -> bool:
    """By what follows; where that is less sure, the act must bear it out."""
    is_off = one.said.share(SpeechAct.CANCEL, SpeechAct.FORGET, SpeechAct.CORRECT)
    if one.act in _ERRANDS and _STAYS.search(one.said.text) and not one.said.of(Role.CONDITION):
        return True
    if one.act is DialogAct.LATER and one.said.of(Role.NOT):
        return one.told.share(Follows.OFF, Follows.WITHOUT) >= _LEAST  # "no, don't turn it off" wants no stop
    if one.said.of(Role.CONDITION):
        return False  # "if he's still up at eleven, leave it"
    is_borne_out = is_off + one.said.share(SpeechAct.REFUSE) >= _SOME
    is_refused = one.act in _PROMISED and is_borne_out and one.told.share(Follows.OFF) >= _SURELY
    if one.said.surely(SpeechAct.ASIDE) or (asks_to_stop(one.said.text) and is_off < _HALF and not is_refused):
        return False  # who may only want a stop takes nothing back
    return one.told.share(Follows.OFF) >= (_LEAST if is_borne_out else _SURELY) or _begins_with_no(one)


def _begins_with_no(one: Following) -> bool:
    """ "Actually no, don't. Greta wants to tell him herself": the rest only tells why."""
    ends = [found for found in _CLAUSE.finditer(one.said.text) if found.start() and found.end() < len(one.said.text)]
    ends = [found for found in ends if len(split_words(one.said.text[: found.start()])) <= _MOST_WORDS]
    follow_ups, reading = the_follow_ups(), the_reading()
    if not ends or follow_ups is None or reading is None:
        return False
    first, rest = one.said.text[: ends[-1].start()], one.said.text[ends[-1].end() :]
    is_off = follow_ups.read(_as_spoken(one.before.said), f"{first}.").share(Follows.OFF) >= _SURELY
    wants = reading.read(rest).surely(SpeechAct.INSTRUCT, SpeechAct.ASK, SpeechAct.REMIND, SpeechAct.CORRECT)
    tells_why = ends[-1][0].strip() != "," or reading.read(rest).surely(*TELLING)  # "no, at six" does not
    return is_off and tells_why and not wants and not is_message(rest)


def _message_changed(one: Following, is_more: bool) -> Reading | None:
    """With more to it, or with other words; None for a new one. When it is told is when they talk next, whatever time
    is named then.
    """
    told, said_before = one.told, _as_spoken(one.before.said).rstrip(".!? ")
    is_appended = told.whole.lower().startswith(said_before.lower())
    if is_appended and one.said.of(Role.TIME) and not one.said.of(Role.CONTENT):
        return Reading(DialogAct.MESSAGE, one.before.said, replaces=True)
    if is_appended and is_more:
        return _with_more(one.before, told.new)  # "and say thanks for the loan"
    is_whole = is_message(one.said.text) and (_says_what(one.said) or told.share(Follows.INSTEAD) < _LEAST)
    if not is_message(told.whole) or is_whole:
        return None  # "no, tell her it's fine" is whole
    return Reading(DialogAct.MESSAGE, told.whole, replaces=not is_more)


def _changed(one: Following, conversation: Conversation) -> Reading | None:
    """What was said before, as it is now meant; None where nothing can be made of that."""
    told, act = one.told, one.act
    is_more = told.share(Follows.ALSO) >= max(told.share(each) for each in EXCHANGES)
    if act is DialogAct.MESSAGE:
        return _message_changed(one, is_more)
    if act in _ERRANDS and is_more and fetches_after_a_look(one.said, one.before.said):
        return None
    if act in _ERRANDS:
        wanted = errand_changed(one.said, one.before.said, told, conversation.other_choice)
        wanted = errand_added(one.before.said, wanted, act is DialogAct.OFFER) if is_more else wanted
        return Reading(DialogAct.INSTRUCTION, wanted, replaces=not is_more) if wanted else None
    if act is DialogAct.QUESTION:
        return Reading(act, told.whole, is_part=True)
    if act is DialogAct.LATER:
        return later_changed(one.before, told, is_more)
    if act is DialogAct.REMINDER and one.said.of(Role.NOT) and told.share(Follows.INSTEAD) < _LEAST:
        return None  # "but not out loud" is no other time
    promised = reminder_changed(one.said, one.before, told, is_more) if act is DialogAct.REMINDER else None
    if promised is not None:
        return promised
    if act in TELLS and list_changes(one.before.said, the_reading()):
        return list_put_right(one.said, one.before.said, told, is_more)
    if act in TELLS and told.share(Follows.INSTEAD) < _LEAST:
        return None  # what is told in addition is kept in the words in which it was said
    return Reading(DialogAct.CORRECTION if act in TELLS else act, told.whole, replaces=not is_more)
