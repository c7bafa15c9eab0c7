"""Ways of asking for things to be put somewhere, said plainly: passive, wish, place first, no verb at all.

"The cup goes on the shelf", "both should be moved there", "I'd like the vase on the table", "there's a clock on the
stand: bring it to the bed" and "clock to the stand" ask for the same as "put the cup on the shelf". What is said of
where things are now becomes "take ... from ...". The forms stand in `plain_commands.txt`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from embodied_memory.memory.personal.request_kind import without_politeness
from embodied_memory.memory.personal.request_words import folded
from embodied_memory.memory.personal.word_lists import word_list
from embodied_memory.planning.react.home_words import HomeWords

_TO_PLACE = frozenset(["on", "in", "to", "onto", "into", "inside", "at", "under", "beside", "by"])
_LONGEST_PLACE = 7
_ARTICLES = re.compile(r"^(?:the|a|an|my|our|another|some|other|that|this) ", re.I)
_OTHER_VERBS = word_list("other verb")


@lru_cache(maxsize=1)
def _read() -> tuple[dict[str, re.Pattern[str]], tuple[tuple[re.Pattern[str], str], ...]]:
    """(name -> form, what is said otherwise: form and words)."""
    words: dict[str, str] = {}
    forms, rewritten = {}, []
    for line in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines():
        name, colon, form = line.partition(": ")
        if not colon or line.startswith("#"):
            continue
        for other, meant in words.items():
            form = form.replace(other, meant)
        if name.isupper():
            words[name] = form
        elif name == "rewrite":
            form, _, said = form.partition(" =>")
            rewritten.append((re.compile(form, re.I), said[1:]))
        else:
            forms[name] = re.compile(form, re.I)
    return forms, tuple(rewritten)


def _form(name: str) -> re.Pattern[str]:
    return _read()[0][name]


def plain_command(sentence: str, home: HomeWords) -> str:
    """The sentence as a plain command, or as it is."""
    text = folded(sentence).strip()
    if _form("tells").search(text):
        return text
    for form, said in _read()[1]:
        text = " ".join(form.sub(said, text).split())
    text = _form("place first").sub(lambda match: _place_last(match, home), text)
    plain = re.sub(r"^(?:(?:please|so|and|now|then|next|first|finally|also)[, ]+)+", "", without_politeness(text))
    if _is_command(plain):
        return text
    for read in (_topic, _presented, _wished, _to_be_put, _without_verb):
        said = read(plain, home)
        if said:
            is_later = re.match(r"(?:then|next|after that|afterwards|finally|lastly|later)\b", text, re.I)
            return f"then {said}" if is_later else said
    return text


def _topic(text: str, home: HomeWords) -> str:
    match = _form("topic").match(text)
    if match is None or not _is_place(match["place"], home):
        return ""
    return f"take {match['things']} from {match['place']}; {match['rest'].strip()}"


def _presented(text: str, home: HomeWords) -> str:
    """Where things are: "take them from there"."""
    for name in ("there is", "you find", "you find them", "things are"):
        match = _form(name).match(text)
        told = match.groupdict("") if match else {}
        before, place = told.get("before", ""), told.get("place") or told.get("before") or ""
        if match is None or not _is_place(place, home):
            continue
        if before and before != place and home.is_room(_bare(before)):
            place = f"{_bare(before)} {_bare(place)}"
        rest = told.get("more") or text[match.end() :]
        things = re.sub(r"^(?:they|both|it)$", "them", match["things"].strip(), flags=re.I)
        return f"take {things} from {place}; {plain_command(rest.lstrip(' ;:.,!?'), home)}".rstrip("; ")
    return ""


def _wished(text: str, home: HomeWords) -> str:
    match = _form("wished").match(text)
    return f"put {match['things']} {match['rest']}" if match and _names_place(match["rest"], home) else ""


def _to_be_put(text: str, home: HomeWords) -> str:
    match = _form("should go").match(text)
    if match is None or not _names_place(match["rest"], home):
        return ""
    things = re.sub(r"^(?:they|both|these)$", "them", match["things"].strip(), flags=re.I)
    things = re.sub(r"^(?:this|that)$", "it", things, flags=re.I)
    return f"put {_from_where(things, home)} {match['rest']}"


def _from_where(things: str, home: HomeWords) -> str:
    """ "the cup on the table" is taken from the table."""
    match = re.match(r"(?P<things>.+?) (?:on|in|at|inside|under|off) (?P<place>[^,]+)$", things, re.I)
    return f"{match['things']} from {match['place']}" if match and _is_place(match["place"], home) else things


def _without_verb(text: str, home: HomeWords) -> str:
    match = _form("no verb").match(text)
    if match is None or not _names_place(match["rest"], home) or _is_command(match["things"]):
        return ""
    return "put " + re.sub(r", (?=(?:the |a |my )?\w[^,]* to )", " and put ", f"{match['things']} {match['rest']}")


def _is_command(words: str) -> bool:
    first = (words.lower().split() or ["move"])[0]
    if first in _OTHER_VERBS or re.search(r"\bby \w+ing\b", words):
        return True
    return not _ARTICLES.match(words) and bool(_form("command").match(first))


def _place_last(match: re.Match[str], home: HomeWords) -> str:
    if not _is_place(match["place"], home):
        return match[0]
    return f"{match['verb']} {match['things']} from {match['place']}"


def _bare(phrase: str) -> str:
    return _ARTICLES.sub("", phrase.strip())


def _is_place(phrase: str, home: HomeWords) -> bool:
    """ "the table in the dining room" is one as the table is."""
    head = re.split(r" (?:in|of|at) ", phrase)[0]
    return any(home.is_place(_bare(one)) for one in (phrase, head) if one.strip())


def _names_place(rest: str, home: HomeWords) -> bool:
    """Whether some words of it name a place after a preposition."""
    words = [word.strip(",.;:!?") for word in rest.split()]
    starts = (start + 1 for start, word in enumerate(words) if word.lower() in _TO_PLACE)
    return any(
        home.is_place(_bare(" ".join(words[start:end])))
        for start in starts
        for end in range(start + 1, min(start + 1 + _LONGEST_PLACE, len(words)) + 1)
    )
