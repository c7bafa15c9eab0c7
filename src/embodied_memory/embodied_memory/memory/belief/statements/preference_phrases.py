"""What people like, prefer and are used to: "I like my tea with honey", "Bob prefers the lamp dim when he reads"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from embodied_memory.memory.belief.statements.statement_atoms import SPEAKER, Clause, Statement, StatementKind
from embodied_memory.words.time_words.spoken_time import read_due
from embodied_memory.words.wording.words import split_words

_WHO = r"(?P<who>i|we|my [\w-]+|[A-Za-z][\w-]*)"
_VERY = (
    r"(?:really|always|usually|generally|normally|much|definitely|particularly|especially|still|also|quite|absolutely"
    r"|do|just|never|only|typically|tend to)"
)
_LIKES = re.compile(
    rf"^{_WHO} (?:{_VERY} )*(?P<no>(?:do|does) not |can not |could not |would not |never )?(?:{_VERY} )*"
    r"(?P<verb>like|likes|love|loves|prefer|prefers|enjoy|enjoys|adore|adores|hate|hates|dislike|dislikes|stand|bear"
    r"|fancy|would rather|would prefer|am fond of|is fond of|am allergic to|is allergic to|want|wants)(?: to)?"
    r" (?P<what>.+)$",
    re.I,
)
_TAKES = re.compile(
    rf"^{_WHO} (?:{_VERY} )*(?:take|takes|drink|drinks|have|has|eat|eats|keep|keeps) (?P<what>(?:my|his|her|our"
    rf"|their)"
    r" .+)$",
    re.I,
)
_FAVOURITE = re.compile(
    r"^(?P<whose>my|our|[A-Za-z][\w-]*(?: is|'s)|his|her) (?:all-time )?favou?rite (?P<sort>.+?) (?:is"
    r"|are) (?P<what>.+)$",
    re.I,
)
_FAVOURITE_LAST = re.compile(r"^(?P<what>.+?) (?:is|are) (?P<whose>my|our) favou?rite(?: (?P<sort>.+))?$", re.I)
_CONTEXT = re.compile(
    r"[\s,]+(?P<context>(?:when|whenever|while|before|after|during|in the (?:morning|evening|afternoon)s?"
    r"|at (?:night|noon)|on"
    r" (?:weekends?|weekdays?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)|for (?:breakfast|lunch|dinner)"
    r"|every)\b.*)$",
    re.I,
)
_LEADING = re.compile(
    r"^(?P<context>(?:when|whenever|while|after|before|in the|at|on|for|during) .+?),? (?=(?:i|we) (?:"
    rf"{_VERY} )*(?:(?:do|can|could) not )?(?:like|love|prefer|enjoy|hate|dislike|stand|want|would|take|drink|have"
    rf"|eat)\b)",
    re.I,
)
_USUAL = re.compile(r"\b(?:always|usually|normally|generally|with|without|black|white|plain|hot|cold)\b", re.I)
_DISLIKING = frozenset({"hate", "hates", "dislike", "dislikes", "am allergic to", "is allergic to"})
_NOT_LIKING = frozenset({"stand", "bear"})
_NEVER_PEOPLE = frozenset(
    split_words("it that this there they what who which people everyone nobody plants robots would you")
)
_WISH_NOW = re.compile(r"^(?:you|to see you|the robot|him|her|them|it|that|this) ?(?:to .*)?$", re.I)


def read_preferences(clause: Clause) -> Iterator[Statement]:
    """At most one preference a clause; wishes for now ("I would like some tea") are requests and left out."""
    if clause.asks or clause.supposes:
        return
    text, context = clause.text, ""
    leading = _LEADING.match(text)
    if leading:
        text, context = text[leading.end() :], leading["context"]
    found = _FAVOURITE.match(text) or _FAVOURITE_LAST.match(text)
    if found:
        value = f"{found['what']} as favourite {found['sort'] or 'one'}"
        yield _preference(clause, _owner(found["whose"]), value, True, context)
        return
    found = _LIKES.match(text)
    if found and _is_liking(found):
        verb = found["verb"].lower()
        holds = (verb not in _DISLIKING) != bool(found["no"])
        yield _preference(clause, found["who"], found["what"], holds, context)
        return
    found = _TAKES.match(text)
    if found and _USUAL.search(text) and read_due(text, clause.local) is None:
        yield _preference(clause, found["who"], found["what"], True, context)


def _is_liking(found: re.Match[str]) -> bool:
    verb, who = found["verb"].lower(), found["who"].lower()
    if who in _NEVER_PEOPLE or _WISH_NOW.match(found["what"]):
        return False
    if verb in ("want", "wants"):
        return bool(re.search(r"\b(?:always|every|whenever)\b", found.string, re.I))
    return (verb in _NOT_LIKING) <= bool(found["no"])


def _preference(clause: Clause, who: str, what: str, holds: bool, context: str) -> Statement:
    inner = _CONTEXT.search(what)
    if inner and not context and inner.start() > 0:
        what, context = what[: inner.start()], inner["context"]
    subject = SPEAKER if who.lower() in ("i", "we") else who
    return Statement(
        StatementKind.PREFERENCE, clause.text, subject=subject, attribute="preference", value=what.strip(" ,"),
        holds=holds, context=context,
    )  # fmt: skip


def _owner(whose: str) -> str:
    return "i" if whose.lower() in ("my", "our") else re.sub(r"(?: is|'s)$", "", whose)
