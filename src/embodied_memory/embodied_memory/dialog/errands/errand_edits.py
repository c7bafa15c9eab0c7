"""What is left of an errand of which somebody drops or changes a part: "not the tablet", "just the pump", "on the
shelf, not on the desk". The deeds that were read are edited, not their words, so that what is left can be done.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from embodied_memory.dialog.utterance.wanted_deeds import LIGHT, deeds_in
from embodied_memory.memory.spatial.room_votes import is_room
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory.planning.tasks.task_reading import can_be_read
from embodied_memory.planning.tasks.told_moves import carries
from embodied_memory.words.follow_ups import Follows, FollowUp
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.plain_orders import with_preposition
from embodied_memory.words.plain_words import in_midst, named_things
from embodied_memory.words.said import DeedKind, Filler, Role, Said, SpeechAct
from embodied_memory.words.wording.words import content_stems, split_words

ME, _SEVERAL, _LEAST = "me", 2, 0.6
_OTHER = re.compile(r"(?:the )?other(?: one)?", re.I)
""" "the other one"."""
_THAT_ONE = re.compile(
    r"(?:(?:the|an?|that|this|my|your) )?(?P<look>(?:(?!not\b)[\w'’-]+ ){0,2})ones?\b(?P<rest>.*)",
    re.I | re.S,
)
""" "that yellow one by the door"."""
IS_MINE = re.compile(r"mine\b\W*$", re.I)
_ALONE_BEFORE = re.compile(r"\b(?:just|only)\s+(?:(?:bring|take|get|put|fetch|do|me|us)\s+)*$", re.I)
""" "No, just bring me "."""
_ALONE_AFTER = re.compile(
    r"(?:['’]s|['’]ll|\s+(?:is|are|will))?\s+(?:alone|only|fine|enough|do|be (?:fine|enough))\b", re.I
)
""" "'ll do", " is enough"."""
_DETERMINERS = frozenset(split_words("the a an some this that these those my your our his her their"))
_OWNED = re.compile(r"(?i:the|an?|some|my|your|our|his|her|their|this|that|these|those)\b|\S+['’]s?\b|[A-Z]")
_FIRST = re.compile(r"\bfirst\b(?! (?:one|thing)\b)", re.I)
""" "The book first": all of it, in another order."""
_IS_SHUT = re.compile(r"\b(?:curtain|blind|shutter|window|door|gate|drawer|wardrobe|cupboard|lid)s?$", re.I)
""" "kitchen curtains"."""
_PASSAGE = re.compile(r"\b(?:hall|landing|porch|stairs|loft|cellar|attic)$", re.I)
_SURE, _SURELY, _NEXT = 0.7, 0.85, 2
_IS_SWITCHED = re.compile(
    r"\b(?:lights?|lamps?|fan|heater|heating|radiator|radio|wireless|tv|television|telly|oven|hob|stove|kettle|toaster"
    r"|dishwasher|dryer|washer|washing machine|machine|computer|speaker|music|coffee maker|humidifier|one)$",
    re.I,
)
""" "washing machine"."""
_WHICH_IS = re.compile(r"\s+where\b.*", re.I)
""" "the shelf where it was"."""
_SHORT = re.compile(r"['’](?:s|ll|d|re)?$")
_FROM = re.compile(r" (?:from|in|on|at) (?:the )?")
_PLAIN = {Deed.OPEN: "open", Deed.CLOSE: "close", Deed.SEEK: "find"}


def errand_left(before: str, said: Said, told: FollowUp) -> str:
    """before: an errand of several deeds; "" where nothing of it is named, or nothing of it would be left. told: how
    what is said goes on from it.
    """
    goals = deeds_in(before, ME)
    if len(goals) < _SEVERAL:
        return ""
    named = [(one, _meant(one, goals)) for one in named_things(said)]
    kept = {k for one, those in named if _is_alone(one, said.text) for k in those}
    dropped = {k for one, those in named if not _is_alone(one, said.text) for k in those}
    where = _WHICH_IS.sub("", with_preposition(said, Role.GOAL, "to"))
    if dropped and len(dropped) < len(goals) and _FIRST.search(said.text):
        return in_plain_words([goals[k] for k in sorted(range(len(goals)), key=lambda k: k not in dropped)], "")
    is_less = bool(kept or said.of(Role.NOT)) or said.surely(SpeechAct.CANCEL)
    if dropped and not is_less and told.share(Follows.INSTEAD) > told.share(Follows.WITHOUT):
        where = where or with_preposition(said, Role.SOURCE, "in")
        moved = [_going(goal, where) if k in dropped else goal for k, goal in enumerate(goals)]
        return in_plain_words(moved) if where else ""
    left = [goal for k, goal in enumerate(goals) if (k in kept if kept else k not in dropped)]
    is_all = len(left) == len(goals)
    if is_all and not (where and len({(goal.deed, goal.to) for goal in goals}) == 1):
        return ""
    return in_plain_words(list(dict.fromkeys(left)), where)


def errand_without(before: str, said: Said) -> str:
    """What is left of an errand of several deeds when what is named is called off; "" where it names none of them, or
    all. "Actually, first, forget the ham" puts nothing first.
    """
    goals = deeds_in(before, ME)
    dropped = {k for one in named_things(said) for k in _meant(one, goals)}
    left = dict.fromkeys(goal for k, goal in enumerate(goals) if k not in dropped)
    return in_plain_words(list(left)) if dropped and left else ""


def errand_changed(said: Said, before: str, told: FollowUp, other_choice: str) -> str:
    """An errand as it is meant by what goes on from it; "" where nothing can be made of that. other_choice: with the
    reading that was not chosen, where there were two.
    """
    own = (other_choice if _OTHER.fullmatch(told.new) else "") or _in_place_as_well(before, told)
    around = (one.text for one in named_things(said) if told.new in one.text and _THAT_ONE.fullmatch(one.text))
    that_one = next(around, told.new)
    own = own or with_that_one(before, that_one) or _elsewhere(said, before)
    wanted = own or told.whole
    if not (own or is_of_those(wanted, before, said.text)):
        return ""  # pieced together of words that belong to other things
    if any(goal.deed is Deed.SET and _IS_SHUT.search(goal.thing) for goal in deeds_in(wanted, ME)):
        return ""  # "and the curtains", after "turn on the lamp": these are not turned on
    if told.share(Follows.DETAIL) >= _LEAST and asks_as_much(wanted, before):
        return ""  # "not so loud" says nothing of what is to be done with what
    return wanted if can_be_read(wanted) else ""


def errand_added(before: str, wanted: str, is_open: bool) -> str:
    """What is wanted besides the errand before; together with that where it is still open whether that is wanted.
    wanted: the errand before with something more, or with something else in its place.
    """
    old = {str(goal) for goal in deeds_in(before, ME)}
    goals = deeds_in(wanted, ME)
    new = [goal for goal in goals if str(goal) not in old]
    more = (in_plain_words(new) if len(new) < len(goals) else "") or wanted
    return f"{before.rstrip('.!? ')}, then {more}" if is_open and more else more


def is_another_deed(said: Said, before: str) -> bool:
    """ "And that gray blanket", where something was to be looked for, or switched on: it is to be brought; a device
    may be switched on as well.
    """
    is_handled = any(carries(goal) or goal.deed in (Deed.OPEN, Deed.CLOSE) for goal in deeds_in(before, ME))
    is_brought = bool(said.wanted) and all(
        one.kind is DeedKind.BRING and one.certainty >= _SURELY for one in said.wanted
    )
    return is_brought and not is_handled and not any(_IS_SWITCHED.search(one.text) for one in named_things(said))


def wanted_rather(said: Said) -> str:
    """ "The pad, yes. Not the heater": what is surely to be brought and not refused; "" where nothing is."""
    refused = [one.end for one in said.fillers if one.role is Role.NOT]
    wanted = [
        one.thing
        for one in said.wanted
        if one.kind is DeedKind.BRING and one.certainty >= _SURE and not _is_refused(one.thing, refused)
    ]
    named = [one for one in wanted if one in named_things(said) and not _THAT_ONE.fullmatch(one.text)]
    return ", then ".join(f"bring me {_with_article(in_midst(said.text, one))}" for one in named)


def _is_refused(thing: Filler, refused: Sequence[int]) -> bool:
    """Whether a "not" stands right before it."""
    return any(0 <= thing.start - end <= _NEXT for end in refused)


def drops_all(before: str, said: Said) -> bool:
    """Whether what is named, and is not wanted alone, is all that an errand is about."""
    goals, named = deeds_in(before, ME), named_things(said)
    meant = {k for one in named if not _is_alone(one, said.text) for k in _meant(one, goals)}
    return bool(goals) and len(meant) == len(goals)


def is_of_those(wanted: str, before: str, now: str) -> bool:
    """Whether everything that an errand names was named so before or now, and is not pieced together of both;
    "the blue one" may be.
    """
    known = [_bare(one) for goal in deeds_in(before, ME) for one in (goal.thing, goal.to)]
    texts = [f" {' '.join(_bare(text))} " for text in (before, now)]
    names = [name for goal in deeds_in(wanted, ME) for one in (goal.thing, goal.to) for name in _FROM.split(one)]
    may_mix = bool(re.search(r"\b(?:ones?|others?)\b", now, re.I))

    def is_named(name: list[str]) -> bool:
        if not name or name in known or any(f" {' '.join(name)} " in text for text in texts):
            return True
        return may_mix and name[-1] in texts[0].split() and f" {' '.join(name[:-1])} " in texts[1]

    return all(is_named(_bare(name)) for name in names)


def asks_as_much(wanted: str, before: str) -> bool:
    """Whether an errand is for the same deeds as the one before."""
    return {str(goal) for goal in deeds_in(wanted, ME)} == {str(goal) for goal in deeds_in(before, ME)}


def carries_the_same(before: str, now: str) -> bool:
    """Whether both want the same things carried, and nothing else done."""
    old, new = (deeds_in(one, ME) for one in (before, now))
    is_carried = bool(old) and bool(new) and all(map(carries, (*old, *new)))
    things = [sorted(" ".join(_bare(goal.thing)) for goal in goals) for goals in (old, new)]
    return is_carried and things[0] == things[1] and not asks_as_much(before, now)


def _elsewhere(said: Said, before: str) -> str:
    """ "On the worktop", of a plate that is to go to the kitchen: there, and not to both."""
    goals, where = deeds_in(before, ME), with_preposition(said, Role.GOAL, "")
    is_only = len(said.fillers) == 1 and not where.startswith(" ") and bool(where)
    is_one = len(goals) == 1 and goals[0].deed is Deed.PLACE and bool(goals[0].to)
    return in_plain_words([_going(goals[0], where)]) if is_only and is_one else ""


def _in_place_as_well(before: str, told: FollowUp) -> str:
    """ "And the kitchen, please", after "turn on the light": in the kitchen."""
    before, new = before.rstrip(".!? "), told.new.rstrip(".!? ")
    is_appended = told.whole.rstrip(".!? ").lower() == f"{before} {new}".lower()
    lights = [goal.value for goal in deeds_in(before, ME) if goal.deed is Deed.SET and LIGHT.search(goal.thing)]
    if not (is_room(new) or _PASSAGE.search(new)):
        return ""
    if len(lights) == 1:
        return f"turn {lights[0]} the light in {new}"
    return f"{before} in {new}" if is_appended and re.match(r"(?:the|my|our|\w+['’]s) \w+", new) else ""


def with_that_one(before: str, new: str) -> str:
    """ "Bring me a mug, please" and "the yellow one", or "mine": the thing that was named, as it is described now; ""
    where no "one" is described, or no thing was named.
    """
    new = "the other one" if _OTHER.fullmatch(new) else "my one" if IS_MINE.match(new) else new.rstrip(".!? ")
    found, reading = _THAT_ONE.fullmatch(new), the_reading()
    named = named_things(reading.read(before)) if found and reading is not None else []
    if found is None or not named:
        return ""
    thing = named[-1]
    article = "my" if new.startswith("my ") else "the"
    described = f"{article} {found['look']}{thing.text.split()[-1]}{found['rest']}"
    return f"{before[: thing.start]}{described}{before[thing.end :]}"


def _meant(named: Filler, goals: Sequence[TaskGoal]) -> set[int]:
    """Which of the deeds are about it; none for "the other one"."""
    words = content_stems(named.text)
    return {k for k, goal in enumerate(goals) if words and words <= content_stems(goal.thing)}


def _is_alone(named: Filler, text: str) -> bool:
    """ "Just the pump", "the pump alone", "the pump will do"."""
    return bool(_ALONE_BEFORE.search(text[: named.start]) or _ALONE_AFTER.match(text, named.end))


def _going(goal: TaskGoal, where: str) -> TaskGoal:
    """ "No, the torch in the garage": that goes elsewhere, and the rest of the errand stays."""
    relation, _, place = where.partition(" ")
    return replace(goal, deed=Deed.PLACE, to=place, relation=relation)


def in_plain_words(goals: Sequence[TaskGoal], where: str = "") -> str:
    """As an instruction; "" where one of them is none that can be put plainly. where: what is put is to go there."""
    parts = [_in_words(goal, where) for goal in goals]
    return ", then ".join(parts) if parts and all(parts) else ""


def _in_words(goal: TaskGoal, where: str) -> str:
    thing = _with_article(goal.thing)
    if goal.deed is Deed.FETCH:
        return f"bring me {thing}" if goal.to == ME else f"bring {thing} to {goal.to}"
    if goal.deed is Deed.PLACE:
        where = where or (f"{goal.relation} {_with_article(goal.to)}" if goal.to else "away")
        return f"put {thing} {where}"
    if goal.deed is Deed.SET and goal.value in ("on", "off"):
        return f"turn {goal.value} {thing}"
    return f"{_PLAIN[goal.deed]} {thing}" if goal.deed in _PLAIN else ""


def _with_article(name: str) -> str:
    return name if _OWNED.match(name) else f"the {name}"


def _bare(text: str) -> list[str]:
    words = (_SHORT.sub("", word) for word in split_words(text))
    return [word for word in words if word not in _DETERMINERS]
