"""What the robot is to do at a time, for some time, or when somebody comes: "turn the oven off in ten minutes",
"leave the fan on for half an hour", "give Marguerite her scarf when she comes".

Memory keeps it as the robot's promise, in plain words from which it is read again; so it outlives a restart, and is
called off, moved and asked about like any promise.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from embodied_memory.dialog.utterance.wanted_deeds import FOR_GOOD, deeds_in, is_only_supposed, lets_somebody
from embodied_memory.memory.belief.statements.standing_times import said_every
from embodied_memory.planning.instruction import is_search
from embodied_memory.planning.tasks.request_frame import bare_request
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory.words.one_reading import as_read, the_reading
from embodied_memory.words.plain_words import POINTING, is_for_now, named_things
from embodied_memory.words.said import SURE, DeedKind, Role, Said, SpeechAct
from embodied_memory.words.saying_sorts import Condition, depends_on
from embodied_memory.words.time_words.spoken_time import NS, LocalTime, SpokenTime, read_due
from embodied_memory.words.wording.words import split_words

_LIMITS = (Role.TIME, Role.CONDITION)
_NOTHING = (DeedKind.OTHER, DeedKind.NONE, DeedKind.SAY, DeedKind.LIST, DeedKind.UNLIST)
_WAITS = re.compile(r"^\W*(?:give it|wait|hang on|leave it)\b[\s,]*(?:and |then )*", re.I)
""" "Give it an hour, then"."""
_LEFTOVER = re.compile(r"^[\s,;.]*(?:(?:and|then|so|please)\b[\s,]*)*|[\s,;]+$", re.I)
_ABOUT = re.compile(r"^(?:around|about|towards|roughly) ", re.I)
""" "around six"."""
_AT = re.compile(r"^(?:at|by|for|until|till|in) ", re.I)
_DATED = re.compile(r"(?:tomorrow|tonight|today|this|next|on|in)\b", re.I)
_THEN = re.compile(r"(?:,? (?:then|please|instead))+$", re.I)
_UNTIL = re.compile(r"^(?:un)?till? (?P<end>.+)$", re.I)
""" "till nine"."""
_FOR_SO_LONG = re.compile(r"^(?:for (?P<length>.+?)|(?P<more>.+?) (?:more|longer))$", re.I)
""" "for half an hour", "ten minutes more"."""
_LENGTH = re.compile(r"(?:an?|\w+|half an?|a couple of|a few)(?: and a half| \w+)? \w+", re.I)
""" "an hour and a half"."""
COMES = re.compile(
    r"^(?:when|if|whenever|once|as soon as|the (?:moment|minute|second)|after|next time)\s+(?:you (?:next )?(?:see"
    r"|spot|meet|bump into)\s+(?P<seen>[\w' ]+?)"
    r"|(?P<who>[\w' .]+?)(?:['’]s|['’]re|['’]m)?\s+(?:(?:is|are|am|has|have|next|finally|just)\s+)*(?:comes?|coming"
    r"|gets?|got|arrives?|arrived|turns? up|walks?|shows? up|here|back|home|in)\b(?! (?:up|dressed|ready|hungry|tired"
    r"|better|worse|to|out|off)\b)[\w' ]*)$",
    re.I,
)
""" "when you see Tom", "as soon as she gets home"."""
_HIM = re.compile(r"\b(?:him|them|her(?! \w)|her(?= (?:the|an?|my|our|your|that|this|these|those|some)\b))\b", re.I)
_READIES = re.compile(r"\b(?:have|get|keep)\s+$", re.I)
_READY = re.compile(r"\s+(?:ready|to hand|handy|waiting)\b(?: for (?P<whom>(?!when)\w+))?", re.I)
""" " ready for Ann"."""
_OWN = re.compile(r"(?:my|our) ", re.I)
_OWNED = re.compile(r"['’]s?$")
_PEOPLE = (Role.RECIPIENT, Role.PERSON, Role.THEME)
_POINTS = {"he", "she", "they", "him", "her", "them"}
_ONESELF = {"i", "me", "we", "us"}
_OWNER = re.compile(r"\w+['’]")
_DAYS_A_WEEK = 7
_ENDS = {"on": "off", "off": "on"}


@dataclass(frozen=True)
class Later:
    """deed: an instruction in plain words. due: when; awaited: who is to come, by name; one of both is there. now:
    what is to be done at once, whose end the deed is; "" where nothing is. again: "every evening", for what comes
    again.
    """

    deed: str
    due: SpokenTime | None = None
    awaited: str = ""
    now: str = ""
    again: str = ""

    def told(self, local: LocalTime) -> str:
        """The deed with its time, as memory is told of it and can read it again: "turn the oven off at 18:00"."""
        if self.due is None:
            return f"{self.deed} when {self.awaited} comes"
        return " ".join(filter(None, (self.deed, self.again, _clock(self.due, local.now, bool(self.again)))))


def wants_later(said: Said) -> bool:
    """Whether a deed is wanted that is limited to some time or condition."""
    is_wanted = said.share(SpeechAct.INSTRUCT, SpeechAct.REMIND, SpeechAct.RULE, SpeechAct.MESSAGE) >= SURE
    is_deed = any(one.kind not in _NOTHING and one.certainty >= SURE for one in said.wanted)
    is_deed = is_deed or bool(_readied(said))
    is_limited = any(said.of(role) for role in _LIMITS) and not is_for_now(said)
    is_rule = said.of(Role.NOT) or FOR_GOOD.search(said.text) or lets_somebody(said) or is_only_supposed(said)
    is_told = bool(said.of(Role.CONTENT)) and not _readied(said)
    return is_wanted and is_deed and is_limited and not is_rule and not is_told


def later_in(text: str, speaker: str, people: Collection[str], local: LocalTime) -> Later | None:
    """None for what names neither a time to come nor somebody who is to come, or no deed. people: names known, in
    lower case; others are names where they are written as such.
    """
    said = as_read(text)
    if said is None or not wants_later(said):
        return None
    deed, limits = _deed_in(said), [one.text for one in said.fillers if one.role in _LIMITS]
    goals = deeds_in(deed, speaker, frozenset(people))
    if not (goals or is_search(deed)):
        return None
    deed = _switching(goals[0]) or deed if len(goals) == 1 else deed
    for limit in limits:
        found = _until(limit, deed, goals, said, local) or _awaited(limit, deed, said, speaker, people)
        if found is not None:
            return found
    limited = " ".join(_ABOUT.sub("at ", one) for one in limits)
    once, again = said_every(limited)
    due = read_due(_with_in(once, text), local, is_task=True)
    return Later(deed, due, again=again) if due is not None and not split_words(due.rest) else None


def without_limits(text: str) -> str:
    """What is to be done, without when."""
    reading = the_reading()
    deed = _deed_in(reading.read(text)) if reading is not None else text
    goals = deeds_in(deed)
    return _switching(goals[0]) or deed if len(goals) == 1 else deed


def at_another_time(text: str, new: str) -> str:
    """The same deed, of which somebody has said "make it half seven", or "half an hour"; "" where that is no time.

    A time takes the place of a time, and of what lasts some time its end is moved.
    """
    said, new = as_read(text), _THEN.sub("", new.strip(" .!?,"))
    if said is None:
        return ""
    limits = [one.text for one in said.fillers if one.role in _LIMITS]
    lasts = any(_FOR_SO_LONG.match(one) or _UNTIL.match(one) for one in limits)
    clock_words = new if _DATED.match(new) else f"at {_AT.sub('', new)}"
    length, clock = read_due(f"in {new}", LocalTime(0)), read_due(clock_words, LocalTime(0))
    if _LENGTH.fullmatch(new) and length is not None and not split_words(length.rest):
        return f"{_deed_in(said)} {'for' if lasts else 'in'} {new}"
    if clock is None or split_words(clock.rest):
        return ""
    until = f"until {_AT.sub('', new)}"
    return f"{_deed_in(said)} {until if lasts else clock_words}"


def as_late(said: Said, before: str) -> str:
    """ "And put her shoes by the door", of what is to be done when she comes; "" where it says itself when, or where
    no time was told before.
    """
    reading = the_reading()
    limits = reading.read(before).fillers if reading is not None and is_for_now(said) else ()
    when = " ".join(one.text for one in limits if one.role in _LIMITS)
    return f"{_deed_in(said)} {when}" if when else ""


def _deed_in(said: Said) -> str:
    """The deed in the speaker's words, without when it is wanted and what is said around it."""
    if readied := _readied(said):
        return readied
    kept = [one for one in said.fillers if one.role not in _LIMITS]
    text = said.text[: max((one.end for one in kept), default=0)]
    for one in sorted(said.fillers, key=lambda one: -one.start):
        if one.role in _LIMITS:
            text = f"{text[: one.start]} {text[one.end :]}"
    text = _LEFTOVER.sub("", _WAITS.sub("", " ".join(text.split())))
    return bare_request(text).rstrip(".,!? ")


def _readied(said: Said) -> str:
    """ "Have that cuff ready when Ann comes" wants it brought to her then; "" where nothing is to be ready."""
    things = (one for one in said.fillers if one.role in (Role.THEME, Role.CONTENT))
    things = (one for one in things if _READIES.search(said.text[: one.start]))
    one = next((one for one in things if _READY.match(said.text, one.end)), None)
    ready = _READY.match(said.text, one.end) if one is not None else None
    if one is None or ready is None:
        return ""
    is_theirs = any(map(COMES.match, said.of(Role.CONDITION))) and not _OWN.match(one.text)
    return f"bring {one.text} to {ready['whom'] or ('them' if is_theirs else 'me')}"


def _until(limit: str, deed: str, goals: Sequence[TaskGoal], said: Said, local: LocalTime) -> Later | None:
    """ "For half an hour", "till nine": begun now, and ended then, where it is known what ends it."""
    length, until = _FOR_SO_LONG.match(limit), _UNTIL.match(limit)
    words = f"in {length['length'] or length['more']}" if length else f"at {until['end']}" if until else ""
    due = read_due(words, local) if words else None
    ended = "; then ".join(filter(None, map(_ended, goals)))
    if due is None or split_words(due.rest) or len(goals) != 1 or not ended:
        return None
    named = named_things(said)
    if goals[0].thing.lower() in POINTING and named:  # "leave the lamp on half an hour more, then turn it off"
        return Later(_switching(replace(goals[0], thing=named[0].text)), due)
    return Later(ended, due, now=deed)


def _ended(goal: TaskGoal) -> str:
    """What undoes it: "turn the fan off" of the fan that is on."""
    if goal.deed in (Deed.OPEN, Deed.CLOSE):
        return _switching(replace(goal, deed=Deed.CLOSE if goal.deed is Deed.OPEN else Deed.OPEN))
    return _switching(replace(goal, value=_ENDS.get(goal.value, "")))


def _switching(goal: TaskGoal) -> str:
    """ "Turn the fan off", however it was said; "" for what is no opening, shutting or switching."""
    if goal.deed is Deed.SET and goal.value in _ENDS:
        return f"turn {_the(goal.thing)} {goal.value}"
    return f"{goal.deed.value} {_the(goal.thing)}" if goal.deed in (Deed.OPEN, Deed.CLOSE) else ""


def _the(thing: str) -> str:
    thing = thing[0].lower() + thing[1:] if thing[1:2].islower() and not _OWNER.match(thing) else thing
    is_named = re.match(r"(?:my|our|your|his|her|their|the) |\w+['’]s? |(?:it|them|that)$", thing, re.I)
    return thing if is_named else f"the {thing}"


def _awaited(limit: str, deed: str, said: Said, speaker: str, people: Collection[str]) -> Later | None:
    """ "When she comes": the one who is named so, or in the deed; "when I'm back" is who speaks."""
    found = COMES.match(limit)
    who = (found["seen"] or found["who"]).strip() if found else ""
    if not who and depends_on(said.text, Condition.ARRIVAL):
        who = limit
    name = _person_in([who], people)
    if who.lower() in _POINTS:
        name = _person_in([one for role in _PEOPLE for one in said.of(role)], people)
    elif who.lower() in _ONESELF:
        name = speaker
    return Later(_HIM.sub(name, deed, count=1), awaited=name) if name else None


def _person_in(texts: Iterable[str], people: Collection[str]) -> str:
    """Who is known by name, or written as a name is, in the first of them that tells."""
    words = [_OWNED.sub("", word) for text in texts for word in text.split()]
    known = (word.capitalize() for word in words if word.lower() in people)
    return next(known, next((word for word in words if word.istitle() and len(word) > 1), ""))


def _with_in(limits: str, text: str) -> str:
    """ "Give it an hour, then ...": so long from now."""
    return f"in {limits}" if _WAITS.match(text) and _LENGTH.fullmatch(limits) else limits


def _clock(due: SpokenTime, now: datetime, comes_again: bool) -> str:
    """ "At 18:00", "at 08:00 tomorrow", "at 08:00 on Friday": the first full minute of its time."""
    moment = datetime.fromtimestamp(due.start_ns // NS, now.tzinfo)
    if moment.second:
        moment = moment.replace(second=0) + timedelta(minutes=1)
    days = (moment.date() - now.date()).days
    later = f" on {moment:%A}" if days < _DAYS_A_WEEK else f" on {moment:%-d %B}"
    day = "" if comes_again or days == 0 else " tomorrow" if days == 1 else later
    return f"at {moment:%H:%M}{day}"
