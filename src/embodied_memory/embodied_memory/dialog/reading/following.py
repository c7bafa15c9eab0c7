"""What somebody says about what they said just before: "no, the blue one", "and the plate too", "half eight", "not
the tablet". What they said is read anew with the new words in it, as if all had been said in one breath.
"""

from __future__ import annotations

import re
from dataclasses import replace

from embodied_memory.dialog.errands.errand_edits import (
    IS_MINE,
    carries_the_same,
    errand_added,
    errand_changed,
    errand_left,
    is_another_deed,
    wanted_rather,
)
from embodied_memory.dialog.promises.changed_promises import (
    later_changed,
    list_counted,
    list_put_right,
    reminder_changed,
    reminder_of_message,
    rule_changed,
)
from embodied_memory.dialog.promises.for_later import as_late
from embodied_memory.dialog.promises.messages import is_message
from embodied_memory.dialog.reading.turn_before import (
    ERRANDS,
    FINITE,
    LIKELY,
    PROMISED,
    Following,
    as_spoken,
    drops_it,
    is_taken_back,
    turn_before,
)
from embodied_memory.dialog.talk.conversation import TELLS, Conversation, DialogAct, Reading, Turn
from embodied_memory.memory.personal.sentence_role import without_prefix
from embodied_memory.memory.retrieval.kept_lists import list_changes
from embodied_memory.words.follow_ups import EXCHANGES, Follows
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.plain_messages import plain_message
from embodied_memory.words.plain_orders import is_put_there
from embodied_memory.words.plain_words import POINTING, in_second_person, named_things
from embodied_memory.words.said import TELLING, Role, Said, SpeechAct
from embodied_memory.words.wording.words import split_words

_HALF, _SURELY, _MANY = 0.5, 0.85, 8
_LEAVES = (SpeechAct.CANCEL, SpeechAct.REFUSE, SpeechAct.STOP)
_GUESSES = re.compile(
    r",\s*(?:(?:is|are|was|were|do|does|did|has|have)n['’]?t (?:it|he|she|they|there|that|you|i|we)"
    r"|(?:can|could|do|did|is|are|was|were|have|has) (?:you|it|he|she|they))\W*$",
    re.I,
)
""" "It's Tom's, isn't it?" """
_NOT_ASKED = re.compile(
    r"(?:\w+,? )?(?:that|this|it)(?:['’]s not| is not| was not|(?: is| was)n['’]t) what (?:i|we) (?:asked|said|meant"
    r"|wanted)\b[^,.;]*\W*$",
    re.I,
)
""" "That's not what I asked"."""
_WHAT_ABOUT = re.compile(r"(?:(?:and|so|well|but|ok|okay|then)\W+)*(?:what|how) about\b", re.I)
""" "And what about the blue one?" """
_BLAMES = re.compile(
    r"(?:(?:oh|no|well|hey|but)\W+)*you(?:['’]ve| have)? (?:(?:gone|been|went) and |just |only )*"
    r"(?:put|left|brought|got|moved|turned|dropped|broken|lost|told|woken)\b"
    r".*\b(?:wrong|again|not where|nowhere)\b[^,;:]*$",
    re.I,
)
""" "You've gone and put that torch in the wrong place again" tells of no right one."""
_GOES_ON_THEN = re.compile(r"\W*(?:(?:oh|ok|okay|so)\W+)*(?:and|then|also)\b", re.I)
""" "Oh, and then the plates"."""
_GOES_ON = re.compile(r"^(?:and|then)\b|\b(?:after(?:wards)?|again|too|as well|as soon as|once|when)\b", re.I)
""" "and the plate as well"."""


def followed(one: Following, conversation: Conversation) -> Reading | None:
    """The reading of what goes on from the turn before; None for what stands by itself, or where that is not sure."""
    said, told = one.said, one.told
    if _is_asked_anew(one):
        return None
    at_once = _of_what_was_told(one)
    if at_once is not None:
        return at_once
    if one.act is DialogAct.OFFER and _is_other(one) and (rather := wanted_rather(said)):
        return Reading(DialogAct.INSTRUCTION, rather, replaces=True)
    if one.act in (*ERRANDS, *PROMISED) and is_taken_back(one):
        return Reading(DialogAct.CANCELLATION, said.text)
    if told.share(Follows.AGAIN) >= LIKELY and _may_be_once_more(one):
        return Reading(one.act, one.before.said, is_part=True)
    if one.act is DialogAct.RULE:
        is_else = _is_whole(said) or said.surely(SpeechAct.THANKS)
        return None if is_else else rule_changed(one.before.said, said.text, told)
    return _lessened(one) or _later_as_well(one) or (_changed(one, conversation) if _is_changed(one) else None)


def _is_asked_anew(one: Following) -> bool:
    """Whether it asks something else than what was said before."""
    asks = "?" in one.said.text and one.said.share(SpeechAct.ASK) >= _HALF
    return (asks or guesses(one.said.text)) and one.act is not DialogAct.QUESTION and not _asks_for_more(one)


def _of_what_was_told(one: Following) -> Reading | None:
    """How many of what was put on a list; when to be reminded of what was to be passed on."""
    if one.act in TELLS and (counted := list_counted(one.said, one.before.said)) is not None:
        return counted
    is_reminder = one.said.surely(SpeechAct.REMIND) and one.act is DialogAct.MESSAGE
    return reminder_of_message(one.said, one.before.said) if is_reminder else None


def _may_be_once_more(one: Following) -> bool:
    """Whether what was asked, or asked for, may be wanted again; a deed is no question once more."""
    is_of_deed = one.said.surely(SpeechAct.INSTRUCT) and bool(one.said.of(Role.DEED))
    return one.act is DialogAct.INSTRUCTION or (one.act is DialogAct.QUESTION and not is_of_deed)


def _lessened(one: Following) -> Reading | None:
    """What is left of several deeds, or that nothing is."""
    is_part = one.act in ERRANDS and one.told.share(Follows.WITHOUT, Follows.INSTEAD) >= LIKELY
    left = errand_left(one.before.said, one.said, one.told) if is_part else ""
    if left:
        return Reading(DialogAct.INSTRUCTION, left, replaces=True)
    return Reading(DialogAct.CANCELLATION, one.said.text) if drops_it(one) else None


def _is_other(one: Following) -> bool:
    """Whether something else is wanted than was offered: "the pad, yes, not the heater"."""
    changed = one.told.share(Follows.INSTEAD, Follows.WITHOUT, Follows.DETAIL)
    return changed >= LIKELY or one.said.share(SpeechAct.CORRECT) >= _HALF


def _later_as_well(one: Following) -> Reading | None:
    """ "And put her shoes by the door", of what is to be done when she comes."""
    is_more = one.act is DialogAct.LATER and _GOES_ON_THEN.match(one.said.text)
    added = as_late(one.said, one.before.said) if is_more and one.said.surely(SpeechAct.INSTRUCT) else ""
    return Reading(DialogAct.LATER, added) if added else None


def _is_changed(one: Following) -> bool:
    """Whether words of the one take the place of words of the other; of "and before that?" none do."""
    said, told = one.said, one.told
    is_exchanged = bool(told.whole) and told.share(*EXCHANGES) >= LIKELY and said.share(SpeechAct.THANKS) < _HALF
    is_pointed = told.new.lower() in POINTING and not (one.act in ERRANDS and IS_MINE.match(told.new))
    return is_exchanged and not _is_whole(said) and not is_pointed


def _asks_for_more(one: Following) -> bool:
    """ "And the scissors?", after "can you bring me the paper?"; "what about the scissors?" after any errand."""
    is_of_it = one.before.heard.rstrip().endswith("?") or _WHAT_ABOUT.match(one.said.text) is not None
    was_asked = one.act is DialogAct.INSTRUCTION and is_of_it
    return was_asked and one.told.share(Follows.ALSO) >= LIKELY and not FINITE.search(one.said.text)


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
    is_told = is_told or (said.share(*TELLING) >= _SURELY and len(split_words(said.text)) >= _MANY)
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
    before, contents = turn_before(conversation), said.of(Role.CONTENT)
    if before is None or before.act != DialogAct.MESSAGE.value or not contents:
        return None
    added = _with_more(before, contents[0].rstrip(".!? "))
    return added if is_message(added.text) else None


def _with_more(before: Turn, more: str) -> Reading:
    """The message before with more to it, in its place."""
    return Reading(DialogAct.MESSAGE, f"{as_spoken(before.said).rstrip('.!? ')} and {more}", replaces=True)


def instead_of_it(reading: Reading, one: Following) -> Reading:
    """An errand that is whole in itself and wanted in the place of the one before: it replaces that. So does another
    one of the same things ("actually just put them on the table"), if it does not come after it.
    """
    is_of_same = carries_the_same(one.before.said, reading.text) and not _GOES_ON.search(one.said.text)
    takes_its_place = one.act in ERRANDS and (is_of_same or one.told.share(Follows.ANEW) >= LIKELY)
    is_errand = reading.act is DialogAct.INSTRUCTION
    return replace(reading, replaces=True) if is_errand and takes_its_place else reading


def put_right_by(correction: Reading) -> str:
    """What is put right is said back, so that nobody has to wonder how it was taken."""
    if _NOT_ASKED.match(correction.text):
        return "I am sorry. Please tell me once more, in other words."
    if _BLAMES.match(correction.text):
        return "I am sorry if that was me. Tell me what would be right."
    told = in_second_person(without_prefix(correction.text).rstrip(".! "))
    return f'All right, I put that right: "{told}".' if len(split_words(told)) > 1 else "Thank you, I see."


def _message_changed(one: Following, is_more: bool) -> Reading | None:
    """With more to it, or with other words; None for a new one. When it is told is when they talk next, whatever time
    is named then.
    """
    told, said_before = one.told, as_spoken(one.before.said).rstrip(".!? ")
    is_appended = told.whole.lower().startswith(said_before.lower())
    if is_appended and one.said.of(Role.TIME) and not one.said.of(Role.CONTENT):
        return Reading(DialogAct.MESSAGE, one.before.said, replaces=True)
    if is_appended and (is_more or _GOES_ON_THEN.match(one.said.text)):
        return _with_more(one.before, told.new)  # "and say thanks for the loan"
    is_whole = is_message(one.said.text) and (_says_what(one.said) or told.share(Follows.INSTEAD) < LIKELY)
    if not is_message(told.whole) or is_whole:
        return None  # "no, tell her it's fine" is whole
    return Reading(DialogAct.MESSAGE, told.whole, replaces=not is_more)


def _errand_changed(one: Following, is_more: bool, other_choice: str) -> Reading | None:
    """With something else in its place, or beside it."""
    said, before = one.said, one.before.said
    if is_more and said.share(*_LEAVES) > said.share(SpeechAct.INSTRUCT):
        return Reading(DialogAct.TALK, "all right")  # "leave the lamp, though" is of nothing that was wanted
    if is_more and is_another_deed(said, before):
        return Reading(DialogAct.INSTRUCTION, wanted_rather(said))
    wanted = errand_changed(said, before, one.told, other_choice)
    wanted = errand_added(before, wanted, one.act is DialogAct.OFFER) if is_more else wanted
    return Reading(DialogAct.INSTRUCTION, wanted, replaces=not is_more) if wanted else None


def _changed(one: Following, conversation: Conversation) -> Reading | None:
    """What was said before, as it is now meant; None where nothing can be made of that."""
    told, act = one.told, one.act
    is_more = told.share(Follows.ALSO) >= max(told.share(each) for each in EXCHANGES)
    if act is DialogAct.MESSAGE:
        return _message_changed(one, is_more)
    if act in ERRANDS:
        return _errand_changed(one, is_more, conversation.other_choice)
    if act is DialogAct.QUESTION:
        return Reading(act, told.whole, is_part=True)
    if act is DialogAct.LATER:
        return later_changed(one.before, told, is_more)
    if act is DialogAct.REMINDER and one.said.of(Role.NOT) and told.share(Follows.INSTEAD) < LIKELY:
        return None  # "but not out loud" is no other time
    promised = reminder_changed(one.said, one.before, told, is_more) if act is DialogAct.REMINDER else None
    if promised is not None:
        return promised
    if act in TELLS and list_changes(one.before.said, the_reading()):
        return list_put_right(one.said, one.before.said, told, is_more)
    if act in TELLS and told.share(Follows.INSTEAD) < LIKELY:
        return None  # what is told in addition is kept in the words in which it was said
    return Reading(DialogAct.CORRECTION if act in TELLS else act, told.whole, replaces=not is_more)
