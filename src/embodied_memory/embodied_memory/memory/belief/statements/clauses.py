"""An utterance as clauses: contractions written out, questions and suppositions told from statements.

What stands around a clause: greetings, fillers, who is spoken to ("Bob, ..."), who told it ("Ann said").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from embodied_memory.memory.belief.statements.statement_atoms import Clause
from embodied_memory.words.time_words.spoken_time import LocalTime

_CLAUSE_AHEAD = (
    r"(?=(?:the|my|our|your|his|her|their|a|an|i|we|you|he|she|they|it|there|please|can|could|would|will|do|did"
    r"|have|are"
    r"|is|what|where|when|who|how|if|remind|when|for|leave|take|put|bring|this|that|forget|[A-Z][\w-]*) )"
)
_FILLER = re.compile(
    r"^(?:(?:hey|hi|hello|ok|okay|well|oh|so|also|right|listen|look|now|by the way|btw|thanks|thank you|yes|yeah|no"
    r"|sure|alright|all right|sorry|and|but|um|uh|actually|anyway|fyi|just so you know|for your information|note that"
    r"|just to let you know|good (?:morning|afternoon|evening|night)|excuse me|good news|bad news|change of plans?"
    r"|do not worry|no worries|unfortunately|luckily|finally|noted|great),? (?=\S)"
    r"|(?:i (?:think|believe|guess|noticed|know|see|heard|am (?:pretty |fairly |quite |very )?(?:sure|certain"
    r"|afraid))"
    r"|as far as i (?:know|remember|can tell)|it looks like|it seems|apparently|remember|please note|the truth is),?"
    rf"(?: that)? {_CLAUSE_AHEAD})",
    re.I,
)
_TRAILING = re.compile(
    r"[,\s]+(?:thanks|thanks a lot|thank you(?: very much)?|please|by the way|btw|okay|ok|you know|i (?:think|guess"
    r"|believe|suppose)|for your information|fyi|if you do not mind)$",
    re.I,
)
_TOLD = (
    re.compile(
        r"^(?P<who>[A-Z][\w-]*|he|she|they|my [\w-]+) (?:has |have |just |also )*(?:told (?:me|us)|says?|said"
        r"|mentioned"
        rf"|thinks?|believes?|claims?|claimed|reported|wrote)(?: to (?:me|us))?(?: that)? {_CLAUSE_AHEAD}"
    ),
    re.compile(
        r"^(?i:i|we) (?:have |just )*(?:heard|learned|know|was told|were told|got told)(?: from"
        r"| by) (?P<who>[A-Z]?[\w-]+)"
        rf"(?: that)? {_CLAUSE_AHEAD}"
    ),
    re.compile(r"^(?i:according to) (?P<who>[\w-]+),? (?=\S)"),
)
_NAME_FIRST = re.compile(rf"^(?P<name>[A-Za-z][\w-]*), {_CLAUSE_AHEAD}")
_KNOWN_FIRST = re.compile(r"^(?P<name>[A-Za-z][\w-]*),? (?=\S)")
_NAME_LAST = re.compile(r",\s*(?P<name>[A-Za-z][\w-]*)$")
_NO_NAMES = frozenset(
    {"tomorrow", "tonight", "today", "yesterday", "later", "maybe", "perhaps", "then", "however", "otherwise", "here",
     "hopefully", "once", "sometimes", "usually", "still", "again", "everybody", "everyone", "guys", "please", "too",
     "right", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}
)  # fmt: skip


@dataclass(frozen=True)
class Addressed:
    """text: the bare clause; addressee: the name spoken to, "" if none is said; teller: who told it, "" likewise."""

    text: str
    addressee: str = ""
    teller: str = ""


def bare_clause(text: str, names: frozenset[str]) -> Addressed:
    """Everything around a clause taken off. names: people known, in lower case."""
    text = " ".join(text.split()).strip(" .!?;,:")
    addressee = teller = ""
    for _ in range(6):
        before = text
        text = _TRAILING.sub("", _FILLER.sub("", text, count=1)).strip(" ,")
        text, name = _without_name(text, names)
        addressee = addressee or name
        for pattern in _TOLD:
            told = pattern.match(text)
            if told:
                text, teller = text[told.end() :], teller or told["who"]
                break
        if text == before:
            break
    return Addressed(text, addressee, teller)


def _without_name(text: str, names: frozenset[str]) -> tuple[str, str]:
    """A known name may stand anywhere before a comma; a capitalised word only before what begins a clause."""
    first = _KNOWN_FIRST.match(text)
    if first and first["name"].lower() in (names | {"robot"}) and "," in first.group(0):
        return text[first.end() :], first["name"]
    stranger = _NAME_FIRST.match(text)
    if stranger and stranger["name"][0].isupper() and stranger["name"].lower() not in _NO_NAMES:
        return text[stranger.end() :], stranger["name"]
    last = _NAME_LAST.search(text)
    if last and (last["name"].lower() in (names | {"robot"})):
        return text[: last.start()], last["name"]
    return text, ""


_CONTRACTIONS = tuple(
    (re.compile(pattern, re.I), full)
    for pattern, full in (
        (r"\b(wo)n't\b", "will not"), (r"\bcan't\b|\bcannot\b", "can not"), (r"\bshan't\b", "shall not"),
        (r"\bain't\b", "is not"), (r"(?<=\w)n't\b", " not"), (r"\b(let)'s\b", "let us"), (r"(?<=\w)'ll\b", " will"),
        (r"(?<=\w)'ve\b", " have"), (r"(?<=\w)'re\b", " are"), (r"\bI'm\b", "I am"), (r"(?<=\w)'d better\b", " must"),
        (r"(?<=\w)'d (?=rather|like|love|prefer)", " would "), (r"(?<=\w)'d\b", " would"),
        (r"\b(it|that|he|she|there|what|where|who|here|everything|someone|somebody)'s (?=been\b|done\b|had\b|got\b)",
         r"\1 has "),
        (r"\b(it|that|he|she|there|what|where|who|here|everything|someone|somebody)'s\b", r"\1 is"),
        (r"(?<=\w)'s (?=been\b|gone\b|got\b|done\b|already\b|put\b|left\b|taken\b|moved\b)", " has "),
        (r"(?<=\w)'s (?=(?:not|now|still|in|on|at|under|next to|behind|going|gonna|coming|open|closed|off|cancell?ed"
         r"|ready|finished|out|away|back|called|just|probably|upstairs|downstairs)\b)", " is "),
        (r"\bgonna\b", "going to"), (r"\bgotta\b", "have to"), (r"\bwanna\b", "want to"),
        (r"\bdunno\b", "do not know"),
        (r"\b([ap])\.\s?m\b\.?", r"\1m"), (r"\bpls\b|\bplz\b", "please"), (r"\btonite\b", "tonight"),
    )
)  # fmt: skip
_SENTENCE = re.compile(r"(?:[^.!?;:\n]|(?<=\d)[.:](?=\d)|\.(?=\w))+[.!?;:]*")
_REMINDING_OF = re.compile(r"\bdo you remember that ([^?]+)\?", re.I)
"""Not a question but a reminder."""
_START = (
    r"(?:(?i:i|we|you|he|she|it|they|there|please|can you|could you|would you|do not|remind|let us|never mind|forget)"
    r"|[A-Z]\w+ (?:is|are|has|will|had|was|took|put|left|moved|went|said)"
    r"|(?i:the|my|our|your|his|her|their)\s+(?:[\w-]+\s+){1,3}(?:is|are|has|have|will)(?: not)?)\b"
)
_CIRCUMSTANCE = re.compile(r"^(?:when|whenever|while|if|unless|once|after|before|as soon as|until)\b", re.I)
_JOINT = re.compile(
    rf"(?:,\s*|\s+)(?:and|but|so|then|because|although|though|while)(?: then| also)?\s+(?={_START})|,\s+(?={_START})"
)
_SECOND_DEED = re.compile(
    r",?\s+and(?: then| also| have)?\s+(?=(?:put|placed|left|moved|set|took|brought|dropped|stored|hid|hung|parked"
    r"|turned|opened|closed"
    r"|shut|locked|unlocked|switched|gave|watered|fed|cleaned|washed|did|emptied|bought|called)\b)",
    re.I,
)
_SUBJECT = re.compile(r"^(i|we|he|she|they|you|[A-Z][\w-]*)(?= )", re.I)
_FINITE = re.compile(
    r"\b(?:is|are|am|was|were|has|have|had|will|must|can|could|should|would|left|put|placed|moved|set|took|brought"
    r"|need"
    r"|needs|like|likes|love|loves|prefer|prefers|hate|hates|did|does|do|remind|forget|bring|finished|bought|done"
    r"|went"
    r"|gave|saw|found|turned|opened|closed|watered|cleaned|fed|called|said|never mind|told|promised|dropped|stored"
    r"|hid"
    r"|cancel|switched|locked|washed|made|got|hung|parked|returned|kept|fixed|cooked|emptied)\b",
    re.I,
)
_ASKING = re.compile(
    r"^(?:is|are|am|was|were|do(?! not\b)|does|did|has|have|had|can|could|will|would|shall|should|may|might|must"
    r"|what|where|when (?:is|are|was|were|do|does|did|will|can|should|would|shall|must|have|has)"
    r"|who|whose|whom|which|why|how|any idea|i wonder|i am wondering|do you know|can anyone|tell me|show me|isn)\b",
    re.I,
)
_SUPPOSING = re.compile(
    r"\b(?:if|maybe|perhaps|possibly|might|may be|could be|would be|could have|may have|might have|would have"
    r"|should be(?! (?:still )?(?:on|in|at|under|inside|next to|behind|near)\b)"
    r"|should have|must be|must have|suppose|supposing|imagine|pretend|what if|i wish|i hope|hopefully|unless|in case"
    r"|whether|i wonder|wondering|not sure|unsure|do not know|no idea|i doubt|let us say|say that|assuming"
    r"|as though|as if|can not (?:remember|recall|find|see)|do not (?:remember|recall|think|believe|see)"
    r"|forgot where)\b",
    re.I,
)


_LONGEST = 240
"""Longer clauses are beyond rules."""


def clauses_of(text: str, local: LocalTime, names: frozenset[str]) -> list[Clause]:
    """The clauses in their order. Text of any length and content; long ones are cut at 1,000 characters.

    Who is spoken to at first is so throughout, until somebody else is.
    """
    clauses: list[Clause] = []
    addressee = ""
    for sentence in _SENTENCE.findall(_written_out(text[:1000])):
        asks_at_end = sentence.rstrip().rstrip(";").endswith("?")
        whole = bare_clause(sentence, names)
        supposes = bool(_SUPPOSING.search(whole.text))
        parts = list(_split(whole.text))
        for number, part in enumerate(parts):
            bare = bare_clause(part, names)
            addressee = bare.addressee or whole.addressee or addressee
            asks = (asks_at_end and number == len(parts) - 1) or bool(_ASKING.match(bare.text))
            if 0 < len(bare.text) <= _LONGEST:
                teller = bare.teller or whole.teller
                clauses.append(Clause(bare.text, asks, supposes, local, names, addressee, teller))
    return clauses


def _written_out(text: str) -> str:
    text = text.replace("\u2019", "'").replace("\u2018", "'").replace('"', " ").replace("\u201c", " ")
    text = text.replace("\u201d", " ").replace("\u2014", ", ").replace(" - ", ", ")
    text = _REMINDING_OF.sub(r"\1.", text)
    for pattern, full in _CONTRACTIONS:
        text = pattern.sub(full, text)
    return " ".join(text.split(" "))


def _split(sentence: str) -> Iterator[str]:
    """At joints between two clauses; "the mug and the plate are here" stays whole: its left has no verb."""
    start = 0
    for joint in _JOINT.finditer(sentence):
        left = sentence[start : joint.start()]
        if _FINITE.search(left) and not _CIRCUMSTANCE.match(left):
            yield from _deeds(left)
            start = joint.end()
    yield from _deeds(sentence[start:])


def _deeds(clause: str) -> Iterator[str]:
    """I did this and did that -> I did this, I did that."""
    subject = _SUBJECT.match(clause)
    first, *others = _SECOND_DEED.split(clause) if subject else [clause]
    yield first
    for other in others:
        yield f"{subject.group(1)} {other}" if subject else other
