"""How what somebody says goes on from what was said just before, by heads over the encoder of the one reading,
learned over pairs that people wrote (`make learn`): from their own words, and from a refusal of the robot's
(gives leave, insists, asks why ...). The first is incomplete utterance rewriting as an edit (Liu et al. 2020,
"Incomplete Utterance Rewriting as Semantic Segmentation"): which words of the one take the place of which words
of the other, with articles, prepositions, numerals and commas as they would stand if it had been said so at
once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from embodied_memory.words.moves import name_within
from embodied_memory.words.one_reading import OneReading, the_reading
from embodied_memory.words.reading_network import (
    Encoded,
    LinearHead,
    Spans,
    installed_encoder,
    shares,
    whole_and_mean,
)
from embodied_memory.words.said import SpeechAct

HEADS = Path(__file__).with_name("follow_up_heads.npz")
_MOST_CHARACTERS, _ENDS = 500, ".!?"
REFUSAL_HEAD = Path(__file__).with_name("after_refusal_head.npz")


class Follows(str, Enum):
    """What becomes of what was said before (`tests/words/turns/format.md`)."""

    NEW = "new"
    ALSO = "also"
    INSTEAD = "instead"
    DETAIL = "detail"
    WITHOUT = "without"
    OFF = "off"
    AGAIN = "again"
    ANEW = "anew"


EXCHANGES = (Follows.ALSO, Follows.INSTEAD, Follows.DETAIL, Follows.WITHOUT)
"""In which words of the one take the place of words of the other."""


@dataclass(frozen=True)
class FollowUp:
    """shares: how likely each is; whole: what is said now as it would be said without the turn before, by the
    likeliest of those that exchange something; "" if it exchanges nothing; new: the words that are new in it.
    """

    follows: Follows
    shares: dict[Follows, float]
    whole: str = ""
    new: str = ""

    def share(self, *follows: Follows) -> float:
        """How likely it is one of them."""
        return sum(self.shares.get(one, 0.0) for one in follows)


class PairEncoder(Protocol):
    """Turns texts, or two of them together, into vectors of their tokens in context."""

    def encode(self, text: str) -> Encoded:
        """See `ReadingEncoder`."""

    def encode_pair(self, before: str, now: str) -> tuple[Spans, Spans, NDArray[np.float32]]:
        """See `ReadingEncoder`."""


@dataclass(frozen=True)
class FollowUpHeads:
    """relation: (follows, 2 D) over the vector of the whole and the mean of all; exchanged: (D,) of a token."""

    relation: NDArray[np.float32]
    relation_bias: NDArray[np.float32]
    exchanged: NDArray[np.float32]
    exchanged_bias: float
    temperature: float = 1.0


class FollowUps:
    """Deterministic; never fails for a text. Keeps none. Safe to call from several threads."""

    def __init__(self, heads: FollowUpHeads, encoder: PairEncoder) -> None:
        self._heads, self._encoder = heads, encoder

    def read(self, before: str, now: str) -> FollowUp:
        """before: what the same person said last; now: of any content."""
        before, now = before[:_MOST_CHARACTERS], now[:_MOST_CHARACTERS]
        if not any(map(str.isalnum, before)) or not any(map(str.isalnum, now)):
            return FollowUp(Follows.NEW, {Follows.NEW: 1.0})
        ended = before if before.rstrip()[-1] in _ENDS else f"{before.rstrip()}."  # as people wrote what it learned
        old_spans, new_spans, vectors = self._encoder.encode_pair(ended, now)
        heads = self._heads
        likely = shares((heads.relation @ whole_and_mean(vectors) + heads.relation_bias) / heads.temperature)
        told = dict(zip(Follows, map(float, likely), strict=True))
        exchanged = vectors @ heads.exchanged + heads.exchanged_bias
        new = exchanged[2 + len(old_spans) : 2 + len(old_spans) + len(new_spans)]
        old_spans = tuple(one for one in old_spans if one[1] <= len(before))
        old = exchanged[1 : 1 + len(old_spans)]
        follows = max(told, key=lambda one: told[one])
        edit = max(EXCHANGES, key=lambda one: told[one])
        whole, added = _edited(edit, before, now, _Marked(old_spans, old), _Marked(new_spans, new))
        return FollowUp(follows, told, whole, added)


@dataclass(frozen=True)
class _Marked:
    """scores: of each token, above zero where it is likelier exchanged than not."""

    spans: Spans
    scores: NDArray[np.float32]

    def best(self, least: float) -> tuple[int, int] | None:
        """The run of tokens with the highest sum (Kadane), in characters; None if that is not above `least`."""
        best, chosen, total, begin = least, None, 0.0, 0
        for k, score in enumerate(self.scores):
            if total <= 0.0:
                total, begin = 0.0, k
            total += float(score)
            if total > best:
                best, chosen = total, (self.spans[begin][0], self.spans[k][1])
        return chosen

    def all_runs(self) -> list[tuple[int, int]]:
        """Each run above zero, in characters."""
        marked = [(score > 0.0, span) for score, span in zip(self.scores, self.spans, strict=True)]
        runs = [list(group) for is_marked, group in groupby(marked, key=lambda one: one[0]) if is_marked]
        return [(run[0][1][0], run[-1][1][1]) for run in runs]


def _edited(edit: Follows, before: str, now: str, old: _Marked, new: _Marked) -> tuple[str, str]:
    """(whole, new words); "" for both if there is nothing to be exchanged."""
    if edit is Follows.WITHOUT:
        return lessened(before, now, old.all_runs()), ""
    span = new.best(-np.inf)
    old_span = old.best(0.0) if edit is not Follows.DETAIL else None
    return spliced(before, old_span, now, span) if span else ("", "")


@lru_cache(maxsize=1)
def the_follow_ups() -> FollowUps | None:
    """The ones of this process; None where the language model's files are not installed."""
    encoder = installed_encoder()
    if encoder is None:
        return None
    with np.load(HEADS, allow_pickle=False) as stored:
        heads: dict[str, Any] = {name: stored[name].astype(np.float32) for name in stored.files}
    bias, temperature = float(heads.pop("exchanged_bias")), float(heads.pop("temperature"))
    return FollowUps(FollowUpHeads(**heads, exchanged_bias=bias, temperature=temperature), encoder)


def write_heads(heads: FollowUpHeads, path: Path) -> None:
    """As `the_follow_ups` reads them."""
    arrays: dict[str, Any] = {name: np.asarray(weights, np.float16) for name, weights in vars(heads).items()}
    np.savez_compressed(path, **(arrays | {"temperature": np.float32(heads.temperature)}))


class AfterRefusal(str, Enum):
    """What is said after the robot has declined something (`tests/words/refused/format.md`)."""

    ALLOW = "allow"
    INSIST = "insist"
    WHY = "why"
    DROP = "drop"
    FORBID = "forbid"
    OTHERWISE = "otherwise"
    NEW = "new"


class AfterRefusals:
    """Deterministic; never fails for a text; keeps none."""

    def __init__(self, head: LinearHead, encoder: PairEncoder, reading: OneReading) -> None:
        self._head, self._encoder, self._reading = head, encoder, reading

    def read(self, declined: str, now: str) -> Mapping[AfterRefusal, float]:
        """How likely each is; together 1. declined: what was asked for; now: what is said after it."""
        if not any(map(str.isalnum, declined)) or not any(map(str.isalnum, now)):
            return {AfterRefusal.NEW: 1.0}
        return self._head.shares(AfterRefusal, refusal_features(declined, now, self._encoder, self._reading))


def refusal_features(declined: str, now: str, encoder: PairEncoder, reading: OneReading) -> NDArray[np.float32]:
    """(F,) the two texts in each other's context, the second alone, and what it does by itself."""
    declined, now = declined[:_MOST_CHARACTERS].strip(), now[:_MOST_CHARACTERS]
    ended = declined if declined[-1] in _ENDS else f"{declined}."
    old, new, vectors = encoder.encode_pair(ended, now)
    said = vectors[2 + len(old) :][: len(new)]
    alone = encoder.encode(now).vectors
    acts = reading.acts(now)
    parts = (
        whole_and_mean(vectors),
        said.mean(axis=0) if len(said) else np.zeros(vectors.shape[1], np.float32),
        whole_and_mean(alone),
        np.array([acts.get(act, 0.0) for act in SpeechAct], np.float32),
    )
    return np.concatenate(parts).astype(np.float32)


@lru_cache(maxsize=1)
def the_after_refusals() -> AfterRefusals | None:
    """The ones of this process; None where the language model's files are not installed."""
    encoder, reading = installed_encoder(), the_reading()
    if encoder is None or reading is None:
        return None
    return AfterRefusals(LinearHead.read(REFUSAL_HEAD), encoder, reading)


Characters = tuple[int, int]
"""Where words begin and end."""
_ENDING = " .!?,;"
_DETERMINER = r"(?:the|an?|my|your|our|his|her|their|its|this|that|these|those|some|any)"
_PREPOSITION = (
    r"(?:in|on|at|to|by|with|for|from|of|into|onto|under|behind|beside|after|before|until|till|next to|about"
    r"|without|except)"
)
_NUMBER = (
    r"(?:\d+(?:[:.]\d+)?|half|quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen"
    r"|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|noon|midnight)"
)
_OPENS = re.compile(rf"(?:{_DETERMINER}|{_PREPOSITION}|{_NUMBER}|and|just|only|tomorrow|today|tonight)\b", re.I)
"""Words that have a capital only where they begin a sentence."""
_OPENING = re.compile(rf"(?P<preposition>{_PREPOSITION}\s+)?(?P<determiner>{_DETERMINER}\s+)?$", re.I)
""" "in the "."""
_FIRST_WORD = re.compile(rf"(?:(?P<preposition>{_PREPOSITION})|(?P<determiner>{_DETERMINER}))\b", re.I)
_WHERE = frozenset({"in", "on", "into", "onto", "under", "behind", "beside", "next to"})
"""Each says where by itself; "to nine" or "for Tom" may come of another verb."""
_WORD = re.compile(r"[\w'’]")
_NUMERAL = re.compile(
    rf"\b{_NUMBER}(?:(?: (?:past|to|and a))?[ -]{_NUMBER})*(?: ?(?:a\.?m|p\.?m|o['’]clock)\b)?", re.I
)
"""An amount or a time of day is exchanged as a whole: "half past six", "six forty five"."""
_ENDS_THERE = re.compile(rf"\W*(?:$|[.,;!?]|(?:{_PREPOSITION}|and|or|too|please|now|again)\b)", re.I)
_THAT_ONE = re.compile(r"\s+ones?\b", re.I)
""" " one"."""
_ALONE = re.compile(r"\b(?:just|only)\b", re.I)
"""Who names what alone stays names as well what is dropped."""
_GENITIVE = re.compile(r"\w['’]s?$")
_ONE = re.compile(rf"\bones?\b(?=\s*$|\s+(?:{_PREPOSITION}|that|which|who)\b)", re.I)
""" "the blue one"."""
_OWNER = re.compile(rf"(?:{_DETERMINER}|\w+['’]s?)(?=\s+\w)", re.I)
""" "my cup"."""
_LEFT_OVER = (
    (re.compile(r"\s+"), " "),
    (re.compile(r"\b(\w+)\s+(?=\1\b)", re.I), ""),
    (re.compile(rf"\b{_DETERMINER}\s+(?=(?:and|or)\b|[,.;!?]|$)", re.I), ""),
    (re.compile(r"\s*(?:,|\b(?:and|or)\b)\s*(?=(?:,\s*)?(?:and|or)\b)", re.I), " "),
    (re.compile(r",\s*(?=,)|(?:,|\b(?:and|or))\s*(?=[.;!?]|$)", re.I), ""),
    (re.compile(r"\s+(?=[,.;!?])|\s+$"), ""),
)
"""What stands alone once words are left out."""


def lessened(before: str, now: str, olds: Sequence[Characters]) -> str:
    """before without those words of it; "" where somebody names what alone is to stay ("only the spoon")."""
    dropped = [_whole_words(before, old) for old in olds]
    stays = _ALONE.search(now) and any(_is_named(before[slice(*one)], now) for one in dropped)
    return "" if stays else without(before, dropped)


def spliced(before: str, old: Characters | None, now: str, new: Characters) -> tuple[str, str]:
    """(before with the new words of `now` in the place of its old ones, or after it where there are none; those new
    words as they stand there). "" for both where they were said already.
    """
    place = _whole_words(before, old) if old else None
    begin, end = name_within(now, *_whole_words(now, new))
    one = _THAT_ONE.match(now[end:])
    if place is not None and one and _ENDS_THERE.match(before[place[1] :]):  # "the blue one" for "the mug"
        end += one.end()
    if place is not None:
        ahead, begin = _with_openings(before, place[0], now, begin)
        place = ahead, place[1]
    added = _in_midst(now, begin, end)
    if re.search(rf"\b{re.escape(added.strip(_ENDING))}(?!\w)", before, re.I):
        return "", ""
    return exchanged(before, place, added), added


def exchanged(before: str, old: Characters | None, new: str) -> str:
    """before with the new words in the place of the old ones, or after it where there are none."""
    new = new.rstrip(_ENDING)
    if old is None:
        told = before.rstrip(_ENDING)
        return _tidy(f"{told} {new}{before[len(told) :]}")
    begin, end = old
    owner = _OWNER.match(before[begin:end]) if _GENITIVE.search(new) else None
    end = begin + owner.end() if owner else end  # "Tom's" for "my cup" is "Tom's cup"
    noun = before[begin:end].split()[-1]
    new = _ONE.sub(lambda match: noun, new)  # whose words are no template
    opening, first = _OPENING.search(before[:begin]), _FIRST_WORD.match(new)
    if opening and first and opening[first.lastgroup or 0]:  # "in the sink" for "cupboard" of "in the cupboard"
        begin = opening.start(first.lastgroup or 0)
    return _tidy(f"{before[:begin]}{new}{before[end:]}")


def without(before: str, olds: Sequence[Characters]) -> str:
    """before without those words; "" where nothing or everything would be left out."""
    left, after = "", 0
    for begin, end in olds:
        left += before[after:begin]
        after = end
    left += before[after:]
    return _tidy(left) if olds and _WORD.search(left) else ""


def _in_midst(text: str, begin: int, end: int) -> str:
    """Words as they are written within a sentence, of which a capital may only say that one begins."""
    words, ahead = text[begin:end], text[:begin].rstrip()
    begins = (not ahead or ahead[-1] in ".!?:") and _OPENS.match(words)
    return f"{words[:1].lower()}{words[1:]}" if begins else words


def _with_openings(before: str, old: int, now: str, new: int) -> tuple[int, int]:
    """Where the old and the new words begin, with the preposition before each where that tells another place ("in the
    fridge" for "on the table", of which "fridge" and "table" were found), with an article if the old ones have one.
    """
    ahead, opening, first = _OPENING.search(before[:old]), _OPENING.search(now[:new]), _FIRST_WORD.match(before[old:])
    if ahead is None or opening is None or _FIRST_WORD.match(now[new:]):
        return old, new
    if first and opening[first.lastgroup or 0]:
        return old, opening.start(first.lastgroup or 0)
    prepositions = {(one["preposition"] or "").strip().lower() for one in (ahead, opening)}
    differ = len(prepositions) == 2 and prepositions <= _WHERE
    return (ahead.start("preposition"), opening.start("preposition")) if differ else (old, new)


def _is_named(phrase: str, text: str) -> bool:
    """Whether the last word of a phrase is in a text."""
    words = re.findall(r"[\w'’]+", phrase)
    return bool(words) and re.search(rf"\b{re.escape(words[-1])}\b", text, re.I) is not None


def _whole_words(text: str, span: Characters) -> Characters:
    """Also whole numerals."""
    begin, end = span
    for numeral in _NUMERAL.finditer(text):
        if numeral.start() < end and begin < numeral.end():
            begin, end = min(begin, numeral.start()), max(end, numeral.end())
    while begin > 0 and _WORD.match(text[begin - 1]) and _WORD.match(text[begin]):
        begin -= 1
    while end < len(text) and _WORD.match(text[end]) and _WORD.match(text[end - 1]):
        end += 1
    return begin, end


def _tidy(text: str) -> str:
    for form, instead in _LEFT_OVER:
        text = form.sub(instead, text)
    return text.strip(" ,;")
