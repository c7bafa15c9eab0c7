"""What somebody else is to be told or asked, said plainly: "Dad ought to hear the rent's in" -> "tell Dad: the
rent's in"; and from whom something is to be kept, in the very breath in which others are told it: "not a word
to Ben, but tell Mia the bins are Friday".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from embodied_memory.words.plain_words import without_ending
from embodied_memory.words.said import Filler, Role, Said

EVERYBODY = "everybody"
_ALL = re.compile(
    r"^(?:(?:them|you|us) (?:all|both)|all(?: of (?:them|us))?|every(?:body|one)|the (?:others|rest))$", re.I
)
""" "all of them"."""
_SPEAKER = frozenset({"i", "me", "my", "we", "us", "you"})
_TELLS = (
    r"(?:tell|tells|telling|ask|asks|asking|let|warn|inform|notify|remind|give|with|to|from|for|wish|greet|thank|see|text"
    r"|message|answer|find|get)"
)
_TOLD = re.compile(rf"\b{_TELLS}\s*(?:(?:back|out)\s+(?:to|from)\s+)?$", re.I)
_POINTED = re.compile(
    r"\b(?:tell|ask|let|warn|(?:say|said|pass \w+ on|mention|break \w+|answer)\b[^.!?]*?\bto|check with|from)\s+"
    r"(?P<whom>him|her|them all|them|everybody|everyone)\b",
    re.I,
)
""" "tell him"."""
_COMES = re.compile(
    r"\b(?:if|when|should|once|whenever|as soon as|next time)\s+"
    r"(?:you\s+(?:next\s+)?(?:see|meet|catch|spot)\s+(?P<seen>[A-Z]\w+)"
    r"|(?P<whom>(?:(?:the|my|our|his|her)\s+)?[\w.]+(?:\s+[\w.]+){0,2}?)"
    r"(?:['’]s\b|\s+(?:comes?|asks?|rings?|calls?|turns?|gets?|wonders?|is|are|pops?|shows?|wants?|goes|wakes?|phones?|drops?"
    r"|knocks|stops?|arrives?|needs?)\b))",
    re.I,
)
""" "when you see Tom", "if Mum rings"."""
_ASKS = re.compile(r"\b(?:ask|asks|asking|find out|check with|enquire|see)\b", re.I)
""" "find out whether"."""
_ENDS = (Role.DEED, Role.PERSON, Role.CONDITION, Role.CONTENT)
_TELLS_IT = re.compile(r"[\s,;]*\b(?:(?:you can|please|and|so) )*(?:tell|let|ask|say|answer|pass)\b.*$", re.I)
""" ", please tell him"."""
_WHETHER = re.compile(r"(?:whether|if)\b", re.I)
_WHEN_ASKED = re.compile(
    r"\b(?:if|when|should|whenever)\b[^.!?]*?\b(?:asks?(?! (?:her|him|them|whether|if)\b)|asking|wonders?"
    r"|wants? to know|wanna know|enquires?|inquires?)\b"
    r"|\b(?:if|when|should)\s+(?:any|some)(?:one|body)\b",
    re.I,
)
""" "If anybody asks"."""


_ONLY_WHEN = re.compile(r"^(?:when|once|as soon as|if|next time) (?:he|she|they)\b[^,]{0,40},\s+(?=\w+ \w)", re.I)
"""When it is to be told is no word of it."""
_NOTHING_SAID = re.compile(r"^know\b\W*(?:(?:would|will|could|can) you|please)?\W*$", re.I)
""" "know, would you"."""
_OF_THE_DEED = re.compile(r"(?:before|until|till|by|after|unless)\b", re.I)
"""When somebody is to do what they are told, not when they are told."""
_GOES_ON = re.compile(r"(?:[\s,;:]|\b(?:and|then))+$")
_DANGLES = re.compile(r"(?:[\s,;:]|\b(?:and|then|to))+$")
"""Before what is no more of it: "dinner is ready to Tom"."""
_FOR_ME = re.compile(r"\s*\bfor (?:me|us)\b\W*(?:$|,)", re.I)
""" "Tell Mum about the maths for me, I can't face it": what comes after is why somebody else is to tell it."""
_RINGS = re.compile(r"(?:if|when|should) .*\b(?:rings?|calls?|phones?|knocks?|asks?)\b", re.I)
""" "If Mum rings"."""
_SAY_TO = re.compile(r"\bsay (?!(?:it|that|so|this) to)(?P<what>\w[^,.;!?]*) to\s*$", re.I)
""" "say hello to "."""


def plain_message(said: Said) -> str:
    """ "tell Nina: her teacher called", or "ask ..."; "" where nobody is meant, or nothing is to be told. Whom it
    is to be kept from is never told it.
    """
    left_out, said = kept_from(said)
    whom, content = _whom(said, left_out), _content(said)
    return f"{'ask' if _asks(said) else 'tell'} {whom}: {content}" if whom and content else ""


def tells_somebody(said: Said) -> bool:
    """Whether somebody else is named as whom the robot is to tell something, and to remind nobody of doing it."""
    said = kept_from(said)[1]
    first = next((one.start for one in _told_people(said)), -1)
    return first >= 0 and not re.search(r"\bremind", said.text[:first], re.I)


def is_for_who_asks(said: Said) -> bool:
    """Whether it is only to be said when somebody asks: "if Mum wants to know where I am, I'm at the library"."""
    content = next((one.start for one in said.fillers if one.role is Role.CONTENT), len(said.text))
    return bool(_WHEN_ASKED.search(said.text[:content]))


def _whom(said: Said, left_out: frozenset[str]) -> str:
    """Who is named after a verb of telling, or is to come, or is only pointed at; else who is named at all."""
    people = _people(said)
    outside = _without_content(said)
    pointed, comes = _POINTED.search(outside), _COMES.search(outside)  # "there's goulash if he's peckish" is told
    named = [one.text for one in (*_told_people(said), *people)]
    named += [comes["seen"] or comes["whom"]] if comes else []
    named += [pointed["whom"]] if pointed else []
    named = [one for one in named if one.lower() not in _SPEAKER | left_out]
    whom = next(iter(named), "")
    if not _ALL.match(whom):
        return whom
    return f"{EVERYBODY} but {' and '.join(sorted(left_out))}" if left_out else EVERYBODY


def _people(said: Said) -> list[Filler]:
    """Others than the speaker."""
    return [one for one in said.fillers if one.role is Role.PERSON and one.text.lower() not in _SPEAKER]


def _told_people(said: Said) -> list[Filler]:
    """Those who are named after a verb of telling."""
    return [one for one in _people(said) if _TOLD.search(said.text[: one.start])]


def _without_content(said: Said) -> str:
    contents = [one for one in said.fillers if one.role is Role.CONTENT]
    text = said.text
    for one in reversed(contents):
        text = f"{text[: one.start]}{text[one.end :]}"
    return text


def _asks(said: Said) -> bool:
    content = next((one for one in said.fillers if one.role is Role.CONTENT), None)
    if content is not None and _WHETHER.match(content.text):
        return True
    when = [one for one in said.fillers if one.role is Role.CONDITION]  # "when you see her" asks nothing
    asked = _ASKS.finditer(said.text[: content.start if content else None])
    is_asked = any(not any(one.start <= found.start() < one.end for one in when) for found in asked)
    return not is_for_who_asks(said) and is_asked


def _content(said: Said) -> str:
    """All that is to be told, in order; where nothing was read as such, what follows the name."""
    contents = _joined(said)
    contents = [one for one in contents if one.text.lower() != "that"] or contents
    contents = _in_its_sentence(said, contents)
    parts = (
        [_whole(said, one) for one in contents]
        or list(said.of(Role.THEME))
        or [_said_to(said) or _after_person(said)]
    )
    told = without_ending(_in_one([one for one in parts if one])).lstrip(" ,:;-.!?")
    told = _ONLY_WHEN.sub("", told) if contents else _NOTHING_SAID.sub("", told) or _said_before(said)
    return re.sub(r"^that\s+(?=\w+\s+\w)", "", told, flags=re.I)


def _in_one(parts: Sequence[str]) -> str:
    return "".join(f"{one}{' ' if one[-1] in '.!?' else ', '}" for one in parts).rstrip(" ,")


def _in_its_sentence(said: Said, contents: list[Filler]) -> list[Filler]:
    """ "If Mum rings, say I'm out. I can't talk tonight": what follows tells why."""
    if not any(_RINGS.match(one) for one in said.of(Role.CONDITION)):
        return contents
    return [one for one in contents if not re.search(r"[.!?]\s", said.text[contents[0].end : one.start])]


def _joined(said: Said) -> list[Filler]:
    """What was read as two parts of one sentence ("to", "take the bins out") is one."""
    joined: list[Filler] = []
    for one in (filler for filler in said.fillers if filler.role is Role.CONTENT):
        if joined and not said.text[joined[-1].end : one.start].strip():
            begin = joined.pop().start
            one = replace(one, text=said.text[begin : one.end], start=begin)
        joined.append(one)
    return joined


def _whole(said: Said, content: Filler) -> str:
    """To where something else is wanted, or somebody named: no word of a message is left out."""
    after = (one for one in said.fillers if one.start >= content.end and one.role in _ENDS)
    other = [one.start for one in after if not _OF_THE_DEED.match(one.text)]
    rest = said.text[content.end : max(content.end, min(other, default=len(said.text)))]
    if _FOR_ME.match(rest):
        return content.text
    words = content.text + _TELLS_IT.sub("", rest)
    return (_DANGLES if other else _GOES_ON).sub("", words)


def _said_to(said: Said) -> str:
    """ "Say hello to Tom": what stands before whom it is said to."""
    begin = next((one.start for one in said.fillers if one.role is Role.PERSON), 0)
    found = _SAY_TO.search(said.text[:begin])
    return found["what"] if found else ""


def _said_before(said: Said) -> str:
    """ "I can't come tomorrow. Let Ruza know, would you?": what is said before whoever is to know it is named."""
    begin = next((one.start for one in said.fillers if one.role is Role.PERSON), 0)
    sentences = re.split(r"(?<=[.!?])\s+", said.text[:begin])
    return " ".join(sentences[:-1]).rstrip(".!? ")


def _after_person(said: Said) -> str:
    """ "Say to Tom that he is to come"."""
    end = next((one.end for one in said.fillers if one.role is Role.PERSON), len(said.text))
    return re.sub(r"^(?:that|know)\s+", "", said.text[end:].strip(" ,:;-.!?"), flags=re.I)


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
