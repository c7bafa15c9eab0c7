"""What changes of a reminder, a rule or a list that was told just before: "half past", "and at ten to ring Fern",
"except on Sundays", "plus a bag of rice", "make it pilchards".
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from embodied_memory.dialog.promises.for_later import at_another_time, wants_later
from embodied_memory.dialog.promises.reminders import taken_back
from embodied_memory.dialog.talk.conversation import TELLS, Conversation, DialogAct, Reading, Turn
from embodied_memory.dialog.utterance.completion import as_named
from embodied_memory.memory.retrieval.kept_lists import (
    in_other_amount,
    in_words,
    is_same_item,
    item_stems,
    list_changes,
)
from embodied_memory.words.demands import rule_in
from embodied_memory.words.follow_ups import Follows, FollowUp
from embodied_memory.words.one_reading import as_read, the_reading
from embodied_memory.words.plain_words import in_midst, plain_reminder
from embodied_memory.words.said import DeedKind, Role, Said, SpeechAct
from embodied_memory.words.time_words.components import with_hour
from embodied_memory.words.time_words.parse_time import parse_time
from embodied_memory.words.time_words.spoken_time import LocalTime, read_due
from embodied_memory.words.time_words.times_of_day import HOUR
from embodied_memory.words.wording.phrases import each_listed
from embodied_memory.words.wording.words import content_stems, split_words

_DAY = re.compile(r"\b(?:tomorrow|tonight|today|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b(?!['’])", re.I)
""" "on Friday"."""
_REMINDED_OF = re.compile(
    r"(?P<told>\w+[^.!?;]* [^.!?;]*)[.!;]\s+(?:(?:so|and|please|can you|could you|will you|just)\s+)*"
    r"remind me\b(?: (?P<when>[^.!?]*))?[.!?]*",
    re.I,
)
""" "He can have one more at bedtime. Remind me at eight"."""
_REMIND_ME = re.compile(r"^(?:(?:so|and|then|please|can you|could you|will you|just)\s+)*remind me\b", re.I)
_OF_ANOTHER = re.compile(r"remind (?!me\b|us\b)\w+ ", re.I)
_ABOUT = re.compile(rf"\b(?:about|around) (?=(?:{HOUR}|\d+)$)", re.I)
_WAKES = re.compile(
    r"(?:\w+[,.]* ){0,2}wake (?:me|us)(?: up)?(?: at)? (?P<when>(?:half|quarter|ten|twenty|five)[^,.;!?]*?|\w+)"
    r"(?: then| instead| please)*,? not (?P<no>[^,.;!?]+)[.!]*$",
    re.I,
)
""" "Wake me half seven then, not eight." """
_YOU_KNOW = re.compile(r"^(?:(?:so|and|but|oh) )?(?:you (?:do )?know|remember)(?: that)? ", re.I)
""" "So you know that the bins are out"."""
_LIKELY = 0.6
_EXCEPT = re.compile(
    r"(?:(?:oh|well|and|but|ok|okay)\W+)*(?:except|unless|apart from|other than"
    r"|(?:(?-i:[A-Z]\w+)|he|she|they|you|we|i) (?:can|may|is|are|does|do)(?: too| though| of course)?(?=[,.!]|$)"
    r"|only (?:on|if|when|for|after|before))\b",
    re.I,
)
""" "Except on Sundays", "Oh, and Tom can too"."""
_MINUTES = re.compile(r"(?P<many>\w+(?:-\w+)?)(?: (?:minutes?|mins?))?", re.I)
""" "twenty-five minutes"."""
_CALLED = re.compile(
    r"(?:(?:and|so|just|please|can you|could you|will you|would you)\s+)*"
    r"(?:give (?:me|us)|remind (?:me|us) (?:about|of)) an? (?:knock|shout|nudge|call|buzz|ring|poke|bell"
    r"|wake-?up call|alarm|heads[- ]up)(?: to (?P<what>.+?))?"
    r" (?P<when>(?:in|at|around|about|by|tomorrow|tonight) .+?)[.!?]*$",
    re.I,
)
""" "Give me a knock in half an hour"."""
_ANY_ROAD = re.compile(r",?\s+(?:any ?(?:road|way|how)|would you|will you|please|then|yeah)\W*$", re.I)
""" " then, will you?" """
_TIMER = re.compile(
    r"(?:\btimer (?:for|of)|\b(?:set|put|time) (?:me|us)|\bset) (?P<long>(?:an?|\w+(?:-\w+)?)(?: and a half| \w+)?"
    r" (?:seconds?|minutes?|mins?|hours?))\b",
    re.I,
)
""" "set a timer for ten minutes"."""


def as_reminded(reading: Reading, conversation: Conversation) -> str:
    """What memory is told of a reminder: one that takes the place of another one takes that back; a timer runs until
    it is time to be reminded of it.
    """
    timer = _TIMER.search(reading.text)
    last = conversation.last_of(DialogAct.REMINDER.value)
    if timer:
        instead = "cancel my reminder of the timer. " if reading.replaces else ""
        return f"{instead}remind me in {timer['long']} of the timer"
    if not reading.replaces or last is None:
        return reading.text
    return f"{taken_back(last.said.rstrip('.!? '))}. {reading.text}"


def reminder_changed(said: Said, before: Turn, told: FollowUp, is_more: bool) -> Reading | None:
    """At another time, or another one beside it; None for what says neither."""
    if is_more and said.of(Role.CONTENT):
        return Reading(DialogAct.REMINDER, _reminder_beside(said, before.said))
    if _TIMER.search(before.said) and (minutes := _MINUTES.fullmatch(told.new.strip(" .!?"))):
        return Reading(DialogAct.REMINDER, f"set a timer for {minutes['many']} minutes", replaces=True)
    new = with_hour(told.new, before.said)
    if is_more or not _is_time(new, before.stamp_ns):
        return None
    if _OF_ANOTHER.match(before.said):
        return Reading(DialogAct.REMINDER, told.whole, replaces=True)
    return Reading(DialogAct.REMINDER, f"move my reminder to {new.removeprefix('at ').rstrip('.!? ')}")


def with_what(reading: Reading, conversation: Conversation) -> Reading:
    """Of what was told or wanted in the same breath, or right before, where a reminder says itself of nothing: "he
    can have one more at bedtime. Remind me at eight".
    """
    if reading.act is not DialogAct.REMINDER:
        return reading
    last = conversation.last
    is_after_errand = last is not None and last.act == DialogAct.INSTRUCTION.value
    if is_after_errand and conversation.about and _is_of_nothing(reading.text):
        of_it = f"remind me about {as_named(conversation.about)}"
        return replace(reading, text=_REMIND_ME.sub(of_it, reading.text, count=1))
    before = f"{_clause(last.said)}. {reading.text}" if last is not None and last.act in TELLS else ""
    return replace(reading, text=_of_what_was_told(reading.text) or _of_what_was_told(before) or reading.text)


def _is_of_nothing(text: str) -> bool:
    """ "And remind me on Friday": says when, and not of what."""
    said = as_read(text) if _REMIND_ME.match(text) else None
    return said is not None and bool(said.of(Role.TIME)) and not said.of(Role.CONTENT)


def _of_what_was_told(text: str) -> str:
    """ "" where nothing was told before it, or where it says itself of what."""
    found = _REMINDED_OF.fullmatch(text.strip())
    when = _ABOUT.sub("at ", found["when"] or "").strip(" ,") if found else ""
    due = read_due(when, LocalTime(0)) if when else None
    if found is None or (when and (due is None or split_words(due.rest))):
        return ""
    told = found["told"].strip()
    told = told[0].lower() + told[1:] if told[1:2].islower() and not re.match(r"[A-Z]\w*['’]", told) else told
    return f"remind me that {told} {when}".strip()


def as_called(reading: Reading) -> Reading:
    """ "Give me a knock in half an hour" is a reminder: nobody is brought a knock."""
    woken = _WAKES.match(reading.text.strip())
    may_wake = reading.act in (DialogAct.REMINDER, DialogAct.CORRECTION, DialogAct.INSTRUCTION)
    if woken is not None and may_wake and _is_time(woken["no"], 0):  # not "not before, and don't do the voice"
        instead = f"cancel my reminder to wake up at {woken['no']}. " if woken["no"] else ""
        return Reading(DialogAct.REMINDER, f"{instead}wake me at {woken['when']}")
    found = _CALLED.match(reading.text.strip())
    if found is None or reading.act in (DialogAct.MESSAGE, DialogAct.QUESTION, DialogAct.REPORT):
        return reading
    about = f"to {found['what']} " if found["what"] else ""
    return Reading(DialogAct.REMINDER, f"remind me {about}{_ANY_ROAD.sub('', found['when']).strip()}")


def _clause(told: str) -> str:
    """Its first: of "my dentist's on Wednesday, yeah? Not Tuesday" the rest only says it again."""
    return _YOU_KNOW.sub("", re.split(r"[,.;!?]", told.strip())[0])


def later_changed(before: Turn, told: FollowUp, is_more: bool) -> Reading | None:
    """At another time, or with another thing; None for what is neither."""
    moved = "" if is_more else at_another_time(before.said, with_hour(told.new, before.said))
    reading = the_reading()
    is_other = reading is not None and not moved and wants_later(reading.read(told.whole))
    changed = moved or (told.whole if is_other else "")
    return Reading(DialogAct.LATER, changed, replaces=not is_more) if changed else None


def rule_changed(before: str, now: str, told: FollowUp) -> Reading | None:
    """ "Except on Sundays", and "make it ten", of a rule that was laid down just before; None for what is no part of
    it.
    """
    if told.share(Follows.INSTEAD) >= _LIKELY and not told.whole.startswith(before.rstrip(".!? ")):
        return Reading(DialogAct.RULE, told.whole, replaces=True)
    if told.share(Follows.DETAIL, Follows.WITHOUT) < _LIKELY and not _EXCEPT.match(now):
        return None
    rule = rule_in(before, the_reading()).rstrip(".!? ")
    return Reading(DialogAct.RULE, f"{rule}, {now[:1].lower()}{now[1:]}")


def promised_before(conversation: Conversation, words: Collection[str]) -> Turn | None:
    """The turn in which a deed was promised for later that stems of words are about most, of equals the newest; None
    where they are about none.
    """
    later = [turn for turn in reversed(conversation.turns) if turn.act == DialogAct.LATER.value]
    best = max(later, key=lambda one: len(set(words) & content_stems(one.said)), default=None)
    return best if best is not None and set(words) & content_stems(best.said) else None


def reminder_of_message(said: Said, before: str) -> Reading | None:
    """ "And remind me. Ten o'clock", of what somebody else is to be told that one does; None where it says itself of
    what.
    """
    what = before.partition(": ")[2].rstrip(".!? ")
    when = " ".join(said.of(Role.TIME)).lower()
    when = when if not when or when.startswith(("at ", "on ", "in ", "tomorrow", "tonight")) else f"at {when}"
    if said.of(Role.CONTENT) or not what:
        return None
    return Reading(DialogAct.REMINDER, f"remind me that {what} {when}".strip())


def _reminder_beside(said: Said, before: str) -> str:
    """ "And at ten to ring Fern", on the day of the one before; "and to ring Fern", at its time."""
    plain, day, reading = plain_reminder(said), _DAY.search(before), the_reading()
    if not said.of(Role.TIME) and not said.of(Role.CONDITION) and reading is not None:
        limits = [one.text for one in reading.read(before).fillers if one.role in (Role.TIME, Role.CONDITION)]
        return " ".join((plain, *limits))
    return f"{plain} {day[0]}" if day and not _DAY.search(said.text) else plain


def list_put_right(said: Said, before: str, told: FollowUp, is_more: bool) -> Reading | None:
    """ "Plus a bag of rice", and "make it pilchards" of the salmon that was put on it, in whatever order: "freezer
    bags, I mean, not bin bags". told: in which words it would be said anew.
    """
    things = (in_midst(said.text, one) for one in said.fillers if one.role in (Role.THEME, Role.VALUE))
    named = [name for thing in things for name in each_listed(thing)]
    olds = [words for kind, words in list_changes(before, the_reading()) if kind is DeedKind.LIST]
    of_old = [old for name in named for old in olds if item_stems(name) <= item_stems(old)]
    new = " and ".join(name for name in named if not any(item_stems(name) <= item_stems(old) for old in olds))
    if not new:
        return None
    if is_more:
        return Reading(DialogAct.REPORT, in_words([(DeedKind.LIST, new)]))
    gone = next(iter(of_old), "")
    if not gone and said.surely(SpeechAct.CORRECT) and olds:
        anew = [words for _, words in list_changes(told.whole, the_reading())]
        gone = next((old for old in olds if not any(is_same_item(old, one) for one in anew)), olds[-1])
    changes = [(DeedKind.UNLIST, gone), (DeedKind.LIST, new)]
    return Reading(DialogAct.REPORT, in_words(changes)) if gone else None


def list_counted(said: Said, before: str) -> Reading | None:
    """ "Make it three", of the lemon that was put on a list right before; None where that is no amount."""
    olds = [words for kind, words in list_changes(before, the_reading()) if kind is DeedKind.LIST]
    changed = in_other_amount(said.text, olds)
    if changed is None:
        return None
    return Reading(DialogAct.REPORT, in_words([(DeedKind.UNLIST, changed[0]), (DeedKind.LIST, changed[1])]))


def _is_time(words: str, now_ns: int) -> bool:
    """Whether they are a time and nothing else."""
    time = parse_time(words, now_ns)
    if time is not None and time.has_interval:
        return not split_words(time.rest)
    due = read_due(f"at {words.removeprefix('at ').strip(' .!?')}", LocalTime(now_ns))  # "half nine"
    return due is not None and not split_words(due.rest)
