"""What people say of commitments made before: called off, moved to another time, done.

Pieces of the patterns that commitments are read with.
"""

from __future__ import annotations

import re

from embodied_memory.memory.belief.statements.statement import REMINDING, SPEAKER, Clause, Statement, StatementKind
from embodied_memory.words.time_words.spoken_time import read_due
from embodied_memory.words.wording.words import split_words

ASK = (
    r"(?:(?:please|kindly|can you|could you|would you|will you|can we|could we|i need you to|i want you to"
    r"|i would like you to|do you mind|would you mind|it would be (?:great|nice|good) if you (?:could|would)"
    r"|you (?:should|must|have to|need to)|be so kind (?:as )?to|make sure (?:to|that you|you)|be sure to|try to"
    r"|go and|just|also) )*"
)
PAST_VERB = re.compile(
    r"^(?:\w+ed|fed|paid|bought|made|sent|swept|hung|took|brought|told|wrote|met|put|did|gave|saw|got|went|threw"
    r"|woke|cut|drove|read|rang"
    r"|spoke|found|built|sold|lent|taught|ran|set|shut|left)$",
    re.I,
)
NEGATED = re.compile(r"\b(?:not|never|no longer|yet to|have no|has no)\b", re.I)


def who_is(word: str) -> str:
    """SPEAKER for "I", a name as it is, "" for nobody."""
    if word.lower() in ("i", "we", "me", "us", ""):
        return SPEAKER if word else ""
    return word


def is_somebody(word: str, clause: Clause) -> bool:
    """Whether a word at the beginning of a clause stands for a person: a pronoun or a known name."""
    word = word.lower()
    return word.endswith((" me", " us", " me to")) or word in ("i", "we", "he", "she", "they") or word in clause.names


_CANCEL = re.compile(
    rf"^{ASK}(?:forget (?:about |all about )?|never ?mind (?:about |the |reminding (?:me|us) (?:to|about|of) "
    rf"|what i said about )?|cancel |scrap "
    rf"|drop |call off |skip |ignore "
    r"|you do not (?:need|have) to (?:remind me (?:to|about|of) |worry about )?|no need to (?:remind me (?:to"
    r"|about|of) )?"
    r"|there is no need to |you need not |(?:please )?do not (?:remind me|bother)(?: (?:to|about|with))? "
    r"|i do not need (?:to |the |a |you to |any )?(?:reminders? (?:for|about|to|of) |be reminded (?:to|about"
    r"|of) )?)(?P<what>.*?)"
    r"(?:,? (?:any ?more|any longer|after all|it is .*|that is .*|is .*cancell?ed.*|instead))*$",
    re.I,
)
_CANCELLED = re.compile(
    r"^(?P<what>.+?) (?:is|was|are|were|has been|have been|got|gets)(?: (?:just|now|all|unfortunately|already))*"
    r" (?:(?:cancell?ed|called off)\b.*|(?:off|(?:no longer|not) (?:necessary|needed|happening|on)(?: any ?more)?)$)",
    re.I,
)
_WILL_NOT = re.compile(
    r"^(?P<who>i|we|he|she|[A-Z][\w-]*) (?:will not|can not|am not going to|are not going to|is not going to"
    r"|am not able to|could not|no"
    r" longer (?:need|want|plan) to|do not (?:need|want) to|does not (?:need|want) to|will no longer)(?: be able to)?"
    r" (?P<what>.+?)(?: after all| any ?more| any longer)*$",
    re.I,
)
_POSTPONED = re.compile(
    rf"^(?:(?P<what>.+?) (?:is|was|has been|have been|are|got)(?: (?:now|just|already))* (?:moved|postponed"
    rf"|rescheduled|pushed(?: back)?|delayed"
    rf"|shifted|brought forward|put off)|{ASK}(?:move|postpone|reschedule|push(?: back)?|delay|shift|change"
    rf"|make) (?P<that>.+?)) ?(?:to|until"
    r"|till|by|for|from .+? to|(?=next|tomorrow|\d))(?P<when>.*)$",
    re.I,
)
_DONE = (
    re.compile(
        r"^(?P<who>i|we|he|she|they|[A-Z][\w-]*) (?:(?:actually|really) )?(?:have|has)"
        r" (?:(?:now|just|already|finally|also|actually|really|gone and) )*(?P<what>.+)$",
        re.I,
    ),
    re.compile(
        r"^(?P<what>.+?) (?:is|are|has been|have been|was|were|got)(?: (?:now|just|already|finally"
        r"|all))* (?P<state>done|finished|completed?|ready"
        r"|sorted|taken care of|over|dealt with|\w+ed|fed|paid|bought|made|sent|swept|hung|put away|taken out"
        r"|brought in|\w+en)\b.*$",
        re.I,
    ),
    re.compile(r"^(?:i am |we are |all )?(?:already )?(?:done|finished)(?: with)? (?P<what>.+)$", re.I),
    re.compile(
        r"^(?P<who>i|we|he|she|they|[A-Z][\w-]*) (?:(?:just|already|finally|also) )*(?P<what>(?!will|am|is|are"
        r"|have|has|can|could|would|should"
        r"|must|need|like|love|prefer|was|were|want)\w+(?:ed|fed|paid|\bbought|made|sent|swept|hung|took|brought"
        r"|told|wrote|met|put|did|gave|saw|got|went|threw|woke)? .+)$",
        re.I,
    ),
)
_REMINDER = "reminder"
_OWN_REMINDER = re.compile(
    r"^(?:(?:my|the|that|this|our|last) )*(?:reminder|alarm|timer)s?(?: (?:about|for|of|to|that)(?: (?P<of>.+))?)?$",
    re.I,
)
_PARTICIPLES = frozenset(split_words("done taken given written gone been thrown woken driven"))
_NO_PARTICIPLES = frozenset(
    split_words("a an the my your our his her some no to any two three many much more this that it got you all")
)


def cancelled(clause: Clause) -> Statement | None:
    """It need not or will not be done."""
    if clause.asks and not re.match(r"(?:please|can you|could you|would you|will you)\b", clause.text, re.I):
        return None
    found = _CANCEL.match(clause.text) or _CANCELLED.match(clause.text)
    if found:
        attribute = REMINDING if re.search(r"\bremind", clause.text, re.I) else ""
        task = _task(clause, found["what"])
        return Statement(StatementKind.CANCELLATION, task, attribute=attribute, by=SPEAKER)
    found = _WILL_NOT.match(clause.text)
    if found and not clause.asks and not clause.supposes and is_somebody(found["who"], clause):
        return Statement(StatementKind.CANCELLATION, _task(clause, found["what"]), by=who_is(found["who"]))
    return None


def postponed(clause: Clause) -> Statement | None:
    """It is to be done at another time."""
    found = _POSTPONED.match(clause.text)
    if not found or _CANCELLED.match(clause.text):
        return None
    due = read_due(f"at {found['when'].strip()}", clause.local) or read_due(found["when"], clause.local)
    if due is None or due.rest.strip(" ,.") not in ("", "at", "instead"):
        return None
    what = found["what"] or found["that"]
    attribute = REMINDING if re.search(r"\bremind", what, re.I) else ""
    what = _REMINDER if what.lower() in ("it", "that") else _reminded_of(what)  # make it 4 pm
    return Statement(StatementKind.POSTPONEMENT, what, attribute=attribute, by=SPEAKER, due=due)


def fulfilled(clause: Clause) -> Statement | None:
    """It was done."""
    if clause.asks or clause.supposes or NEGATED.search(clause.text):
        return None
    for pattern in _DONE:
        found = pattern.match(clause.text)
        if found:
            group = found.groupdict()
            who = group.get("who") or ""
            if who and not is_somebody(who, clause):
                continue
            first = group["what"].split(" ", 1)[0]
            if pattern is _DONE[0] and first.lower() in _NO_PARTICIPLES:
                continue
            if pattern is _DONE[3] and not _is_past(first):
                continue
            what = f"{group.get('state') or ''} {group['what']}"
            return Statement(StatementKind.FULFILMENT, what.strip(), by=who_is(who))
    return None


def _is_past(verb: str) -> bool:
    return bool(PAST_VERB.match(verb)) or verb.lower() in _PARTICIPLES


def _task(clause: Clause, what: str) -> str:
    due = read_due(what, clause.local)
    return _reminded_of(due.rest if due and due.rest else what.strip(" ,"))


def _reminded_of(what: str) -> str:
    """ "my reminder about the dentist" -> "the dentist"."""
    found = _OWN_REMINDER.match(what)
    return (found["of"] or _REMINDER) if found else what
