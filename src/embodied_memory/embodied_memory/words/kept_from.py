"""From whom something is to be kept, in the very breath in which others are told it: "not a word to Ben, but tell Mia
the bins are Friday".
"""

from __future__ import annotations

import re
from dataclasses import replace

from embodied_memory.words.said import Filler, Role, Said

_TITLED = r"(?-i:[A-Z][\w-]+)|(?:my|our|the|his|her|your)\s+\w+|him|her|them|mum|mom|mam|dad|gran|grandma|grandpa"
_WHO = rf"(?P<who>(?:{_TITLED})\b(?:(?:\s*,)?\s+(?:and|or|nor)\s+(?:{_TITLED})\b)*)"
_OPENS = r"(?:(?:and|but|or|so|only|just|please|mind|mind you|make sure|whatever you do|for god['’]s sake)\b,?\s+)*"
_NEVER = (
    r"(?:(?:you )?(?:don['’]?t|do not|never|must not|mustn['’]t|shouldn['’]t|are not to|['’]re not to)"
    r"(?: you)?(?: (?:go|ever|even|dare|please|be|have))*|without|never mind|(?:there['’]s )?no need to|rather than"
    r"|instead of)"
)
_TELLING = (
    r"(?:tell|telling|let|letting|warn|warning|inform|informing|show|showing|ask|asking"
    r"|(?:say|saying|mention|mentioning|breathe|breathing|repeat|repeating|pass|passing|give|giving|whisper)\b"
    r"[^.,;:!?]{0,30}?\b(?:to|in front of))"
)
_LEARNS = r"(?:know|knowing|hear|hearing|find out|finding out|be told|be asked|get wind|getting wind)\b"
_OF_IT = r"(?:\s+(?:about|of) (?:it|this|that|any of it))?(?=\s*(?:[,.;:!?]|$|(?:and|but|yet)\b))"
_MUST_NOT = (
    r"(?:(?:['’]s|is|are|['’]re)\s+not\s+(?:to|supposed to|meant to|allowed to)|(?:is|are)n['’]t\s+(?:to|supposed to"
    r"|meant to|allowed to)|(?:must|should|need)(?:n['’]t|\s*not)|(?:does|do)(?:n['’]t| not)\s+(?:need|have|get) to)"
)
_IT = (
    r"(?:\s+(?:know|hear|find out|see|in on)\b)?"
    r"(?:\s+(?:about|of) (?:it|this|that)\b|\s+(?:anything|it|this|that)\b)?"
)
_BEGINS = r"(?:^|(?<=[,.;:!?–—-])\s*|\s+(?=(?:and|but|without|just|only)\b))"
"""Where a clause begins."""
_FORMS = tuple(
    re.compile(_BEGINS + _OPENS + form, re.I)
    for form in (
        rf"{_NEVER}\s+{_TELLING}\s+{_WHO}{_IT}",
        rf"(?:(?:not|never) (?:a|one) (?:single )?\w+|no word|nothing)[^.,;:!?]{{0,30}}?\s+to\s+{_WHO}",
        rf"(?:you )?(?:keep|hide|hold)\b[^.,;:!?]{{0,30}}?\s+from\s+{_WHO}",
        rf"not\s+(?:to\s+)?{_WHO}(?=\s*(?:[,.;:!?]|$|(?:that|though|mind|please)\b))",
        rf"{_WHO}\s*{_MUST_NOT}\s+(?:\w+\s+)?{_LEARNS}{_OF_IT}",
        rf"(?:i|we)\s+(?:don['’]t|do not|wouldn['’]t|can['’]t)\s+(?:want|like|have)\s+{_WHO}\s+(?:to\s+)?"
        rf"{_LEARNS}[^.,;:!?]*",
        rf"behind\s+{_WHO}['’]s?\s+back",
        rf"leave\s+{_WHO}\s+out of (?:it|this)",
    )
)
_ALL_BUT = re.compile(
    rf"\b(?P<all>everybody|everyone|anyone|anybody|all(?: of them)?|them all|the (?:rest|others))\s*,?\s*"
    rf"(?:but(?: not)?|except(?: for)?|bar|apart from|other than|save)\s+{_WHO}",
    re.I,
)
""" "everybody but Tom and Ann"."""
_POINTS = frozenset({"him", "her", "them"})
_AND = re.compile(r"(?:\s*,)?\s+(?:and|or|nor)\s+", re.I)
_SENTENCE_ENDS = re.compile(r"[.;!?]")


def kept_from(said: Said) -> tuple[frozenset[str], Said]:
    """(whom it is to be kept from, by name and in lower case; the saying without where it says so).

    Who is told something and not something else ("... but don't tell him who rang") is told the one.
    """
    names: set[str] = set()
    for found in sorted(_found(said), key=lambda one: -one.start()):
        who = found["who"].lower()
        begin = found.end("all") if found.re is _ALL_BUT else found.start()
        if who in _POINTS:
            who = _named_before(said, begin)
        names.update(re.split(r"['’]", one)[0] for one in _AND.split(who))
        said = _without(said, begin, max(found.end(), _reason_end(said, found.end())))
    return frozenset(filter(None, names)), said


def _found(said: Said) -> list[re.Match[str]]:
    """What somebody is to be told stands as it is: "tell Tom: don't tell Ann"."""
    told = {one.start for one in said.fillers if one.role is Role.CONTENT}
    found = [match for form in (*_FORMS, _ALL_BUT) for match in form.finditer(said.text)]
    return [one for one in found if one.start() + len(one[0]) - len(one[0].lstrip()) not in told or one.start() == 0]


def _named_before(said: Said, begin: int) -> str:
    """Who "him" is; "" for the one who is told the rest."""
    named = [one for one in said.fillers if one.role is Role.PERSON and one.end <= begin]
    if not named or re.search(r"\b(?:tell|let|ask)\s+$", said.text[: named[-1].start], re.I):
        return ""
    return named[-1].text.lower()


def _reason_end(said: Said, begin: int) -> int:
    """After what is to be told, the rest of the sentence tells what or why: "not Ben though, it's his surprise"."""
    told = [one.start for one in said.fillers if one.role in (Role.CONTENT, Role.PERSON) and one.text not in _POINTS]
    ends = _SENTENCE_ENDS.search(said.text, begin)
    end = ends.start() if ends else len(said.text)
    is_after = any(one.role is Role.CONTENT and one.end <= begin for one in said.fillers)
    return end if is_after and not any(begin <= one < end for one in told) else begin


def _without(said: Said, begin: int, end: int) -> Said:
    """With spaces in its place, so that all else stays where it is."""
    text = f"{said.text[:begin]}{' ' * (end - begin)}{said.text[end:]}"
    left = (_left_of(one, begin, end, text) for one in said.fillers)
    return replace(said, text=text, fillers=tuple(one for one in left if one is not None))


def _left_of(one: Filler, begin: int, end: int, text: str) -> Filler | None:
    if one.end <= begin or one.start >= end:
        return one
    start, stop = (one.start, begin) if one.start < begin else (end, one.end)
    kept = text[start:stop].strip(" ,.;")
    start = text.find(kept, start) if kept else start
    return replace(one, text=kept, start=start, end=start + len(kept)) if kept else None
