"""Sentences with some of their words exchanged for others: so that articles, prepositions, numerals and commas stand
as they would if it had been said so at once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from embodied_memory.words.moves import name_within

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
