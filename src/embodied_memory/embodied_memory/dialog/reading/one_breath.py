"""What is said in one breath: two things that are both wanted, and slips put right (self-repair, Schegloff et al.
1977): "wake me at seven, no wait, six".
"""

from __future__ import annotations

import re

from embodied_memory.dialog.errands.errand_edits import with_that_one
from embodied_memory.dialog.talk.not_understood import legible
from embodied_memory.dialog.talk.stop_words import asks_to_stop
from embodied_memory.dialog.utterance.spoken_parts import is_passed_on
from embodied_memory.words.demands import acts_in
from embodied_memory.words.follow_ups import Follows, the_follow_ups
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.plain_words import named_things
from embodied_memory.words.time_words.components import with_hour
from embodied_memory.words.wording.words import split_words

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
