"""What was just told is put right: "sorry, 39" after "I'm a size 38 in trainers" is "I'm a size 39 in trainers".

An amount, a clock time or a day takes the place of the only one of its kind in what the speaker said before, or of
the one that is said not to hold ("five, not four").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from embodied_memory.dialog.conversation import Conversation
from embodied_memory.dialog.dialog_act import DialogAct, Reading
from embodied_memory.dialog.first_person import in_second_person
from embodied_memory.memory.personal.sentence_role import without_prefix
from embodied_memory.memory.wording.calendar import WEEKDAYS
from embodied_memory.words.said import TELLING, Said, SpeechAct

_HOUR = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_NUMBER = (
    rf"(?:{_HOUR} (?:oh[- ]five|ten|fifteen|twenty|thirty|forty|fifty)(?:[- ]five)?\b"  # "six forty five"
    r"|\d+(?:[:.,]\d+)?|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five"
    r"|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
    r"|sixteen|seventeen|eighteen|nineteen|a dozen|noon|midnight)"
)
_UNIT = r"(?:dozen|hundred|thousand|percent|euros?|pounds?|dollars?|o'clock|a\.?m\b\.?|p\.?m\b\.?)"
_KINDS = (
    re.compile(
        rf"\b(?:(?:half|(?:a )?quarter|five|ten|twenty) (?:past|to|after) )?{_NUMBER}(?: ?{_UNIT})*(?![\w-])", re.I
    ),  # "half past eight", "six dozen", "39"
    re.compile(rf"\b(?:(?:{'|'.join(WEEKDAYS)})s?|tomorrow|today|tonight)\b(?:'s)?", re.I),  # "Thursday"
)
_NOT = re.compile(r"\b(?:not|instead of|rather than)\s+(?:at |on |for |the )*$", re.I)
_AT = re.compile(r"\b(?:at|by|before|after|until|till)\s+$", re.I)
_LEADS = re.compile(
    r"^(?:(?:oh|ah|ai|ay|no|nope|well|hm+|hang on|wait|and|but|yes|robot)[,.!]*\s+)*"
    r"(?:sorry|pardon|correction|i mean|i meant|rather|scratch that|(?:let's )?make (?:it|that))\b",
    re.I,
)
"""How people begin who put their own words right, where the reading is not sure of it."""
_WITHOUT_HOUR = re.compile(rf"\b(?:half|quarter) (?:past|to|after)\b(?! {_NUMBER})", re.I)
_LIKELY, _RATHER = 0.6, 0.25
_SENTENCE = re.compile(r"[.!;]+(?:\s|$)")
_BETTER = re.compile(
    r"(?:(?:no|oh|ah|hm+|well|actually|okay|or|better|rather|i mean|i meant|make (?:it|that)|let's say|at|on|by|for"
    r"|the)\b|\W)*",
    re.I,
)
_SLIP = re.compile(
    r"[.,;!?]*\s+((?:oh,? |ah,? )?(?:no,? wait|wait,? no|no,? actually|no,? sorry|sorry|scratch that|i mean(?:t)?"
    r"|make that|correction))\b[,.:!]*\s+",
    re.I,
)
_NEVER_MIND = re.compile(r"\b(?:never ?mind|forget (?:it|that|about it)|don't bother|cancel (?:it|that))\b", re.I)
_ADDS = re.compile(r"(?:oh,? )?(?:and|also|plus)\b[, ]*", re.I)
_BESIDE = (*TELLING, SpeechAct.ASIDE, SpeechAct.THANKS, SpeechAct.MESSAGE)
"""What is added to a message, rather than being wanted of the robot itself."""
_TOLD = (DialogAct.REPORT, DialogAct.CORRECTION, DialogAct.MESSAGE, DialogAct.REMINDER)


def put_right(said: Said, conversation: Conversation) -> Reading | None:
    """The statement, message or reminder just given with what is said instead; None where nothing is put right."""
    last = conversation.last
    if last is None or last.act not in {one.value for one in _TOLD} or _NEVER_MIND.search(said.text):
        return None
    act = DialogAct(last.act)
    added = _ADDS.match(said.text)
    if act is DialogAct.MESSAGE and added and said.share(*_BESIDE) >= _LIKELY:
        whole = f"{last.said.rstrip('.! ')}, and {said.text[added.end() :]}"
        return Reading(act, whole, replaces=True)
    is_bare = bool(_bare_of(said.text))
    likely = said.share(SpeechAct.CORRECT)
    if likely < _RATHER and not is_bare and not (_LEADS.match(said.text) and said.share(SpeechAct.ASK) < _LIKELY):
        return None
    if act is DialogAct.REMINDER:
        time = _time_instead(_bare_of(said.text) or said.text)
        return Reading(act, f"move my reminder to {time}") if time else None
    whole = _with_instead(last.said, said.text)
    if not whole:
        return None
    return Reading(DialogAct.MESSAGE if act is DialogAct.MESSAGE else DialogAct.CORRECTION, whole, replaces=True)


def _bare_of(text: str) -> str:
    """The sentence of it that is an amount, a time or a day and nothing else: "Make it seven. She's home by six."; ""
    if none is.
    """
    for one in _SENTENCE.split(text):
        if any(kind.search(one) and _BETTER.fullmatch(kind.sub("", one)) for kind in _KINDS):
            return one
    return ""


def without_slip(text: str) -> str:
    """ "Wake me at seven, no wait, six": as it is meant, where a slip is put right in the same breath."""
    before, slip, after = _SLIP.split(text, maxsplit=1) if _SLIP.search(text) else (text, "", "")
    return (_with_instead(before, after) if slip and not _NEVER_MIND.search(after) else "") or text


def _time_instead(correction: str) -> str:
    """The clock time that is named last, or the day; "" for "make it quarter past", which needs an hour."""
    if _WITHOUT_HOUR.search(correction):
        return ""
    told = ([one for one, is_negated in _told(kind, correction) if not is_negated] for kind in _KINDS)
    return next((times[-1] for times in told if times), "")


def put_right_by(correction: Reading) -> str:
    """What is put right is said back, so that nobody has to wonder how it was taken."""
    told = in_second_person(without_prefix(correction.text).rstrip(".! "))
    return f'All right, I put that right: "{told}".' if correction.replaces else "Thank you, I see."


def _with_instead(before: str, correction: str) -> str:
    """What was said before, with what the correction says in the place of its like; "" if that is not clear."""
    for kind in _KINDS:
        told = list(_told(kind, correction))
        new = {one.lower(): one for one, is_negated in told if not is_negated}
        wrong = {one.lower() for one, is_negated in told if is_negated}
        if len(new) != 1:
            continue
        places = list(_amounts(kind, before))
        named = [one for one in places if _is_like(one[0], wrong)]
        places = named or places
        if len(places) == 1:
            (instead,) = new.values()
            return f"{before[: places[0].start()]}{_as_full(instead, places[0][0])}{before[places[0].end() :]}"
    return ""


def _told(kind: re.Pattern[str], text: str) -> Iterator[tuple[str, bool]]:
    """Each of that kind, and whether it is said not to hold."""
    begin = 0
    for one in _amounts(kind, text):
        yield one[0], bool(_NOT.search(text[begin : one.start()]))
        begin = one.end()


def _amounts(kind: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """All of that kind, but for a "one" that points, as in "the one with the rusks"."""
    return (one for one in kind.finditer(text) if one[0].lower() != "one" or _AT.search(text[: one.start()]))


def _is_like(one: str, wrong: set[str]) -> bool:
    return any(other in one.lower() for other in wrong)


def _as_full(instead: str, old: str) -> str:
    """With the unit that only the old one has: "five" for "four o'clock" is "five o'clock"."""
    instead = instead.lower() if old.islower() else instead
    unit = re.search(rf"(?: ?{_UNIT})+$", old, re.I)
    return f"{instead}{unit[0]}" if unit and not re.search(_UNIT, instead, re.I) else instead
