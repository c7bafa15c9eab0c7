"""What binds somebody to do something later: requests, reminders, promises, schedules; and what people say of
commitments made before: called off, moved to another time, done.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from embodied_memory.memory.belief.statements.standing_times import said_every
from embodied_memory.memory.belief.statements.statement_atoms import (
    COMING_AGAIN,
    COMMITTING,
    REMINDING,
    ROBOT,
    SPEAKER,
    Clause,
    Statement,
    StatementKind,
)
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


_REMIND = re.compile(
    rf"^{ASK}(?:remind (?P<whom>me|us|him|her|them|[\w-]+)|tell (?P<tellwhom>me|us)(?= to\b)"
    r"|(?:set|create|add|make)(?: me| us)? (?:a |an "
    rf"|another )?(?:reminder|alarm|timer)"
    r"(?: (?P<forwhom>for (?:me|us|[A-Z]\w+)))?|do not let (?P<letwhom>me|us|[\w-]+) forget|wake (?P<wake>me|us"
    r"|[\w-]+)(?: up)?"
    r"|i (?:need|want|would like) a reminder)"
    r"(?:,? (?:to|about|that|of|for)\b)?(?: that)?(?P<what>.*)$",
    re.I,
)
_REMEMBER = re.compile(rf"^{ASK}(?:do not forget|remember)(?: (?:to|about|that|the|my|our)\b)(?P<what>.*)$", re.I)
_DO_VERBS = (
    "bring|put|take|turn|switch|check|clean|water|feed|buy|call|tell|wake|close|open|lock|unlock|make|prepare"
    "|fetch|get|give|carry"
    "|move|place|set|start|stop|wash|tidy|vacuum|empty|fill|charge|cook|find|look for|look after|keep an eye on"
    "|watch|pick up|ask|let"
    "|send|order|book|help|show|throw|return|store|leave|deliver|dim|hang|fold|wipe|sweep|mop|mow|iron|load|unload"
    "|warm|heat|defrost"
    "|collect|walk|serve|lay|add|write|keep|hand|pass|clear|sort|organi[sz]e|rearrange|finish|do|go|come|play"
    "|report|notify|message"
)
_REQUEST = re.compile(rf"^(?P<ask>{ASK})(?:(?P<verb>{_DO_VERBS})\b(?P<what>.*))$", re.I)
_NOT_A_TASK = re.compile(
    r"^(?:tell (?:me|us) (?:where|what|when|which|who|how|why|if|whether|about)|show (?:me|us) where|look at"
    r"|find out|let us know"
    r"|let me know (?:if|when|where|what)|help\b$|do (?:you|not|we|i|they)\b|come on|go on|look\b|let us\b|stop\b$"
    r"|check (?:if|whether)"
    r"|keep (?:in mind|calm)|leave (?:it|that|this) to|cancel$|set$|get (?:well|better))",
    re.I,
)
_ASKED_BY_NAME = re.compile(
    r"^(?P<name>[A-Z][\w-]*),? (?P<rest>(?:please|can you|could you|would you|will you)\b.+)$"
)
_PROMISE = re.compile(
    r"^(?P<who>(?:you can )?count on me to|i|we|let me|let us|[A-Za-z][\w-]*)(?: (?:really|definitely|certainly"
    r"|probably|just|also|then|still"
    r"|now))*"
    r" ?(?:(?:will|shall|(?:am|are|is) going to(?! (?:the|my|our|work|bed|school|town|a|an|his|her|church)\b)"
    r"|plan to|plans to|planned to|intend to|intends to|promise to|promises to"
    r"|promised to|promise (?:i|we|that i|that we) will|am planning to|is planning to|have decided to|agreed to"
    r"|offered to|have agreed to"
    r"|have promised to|has promised to|volunteered to|am about to)(?: (?:definitely|certainly|also|just|then"
    r"|try to|go and|be sure to))*"
    r"|(?<=let me)|(?<=let us)|(?<=count on me to)) (?P<what>.+)$",
    re.I,
)
_MUST = re.compile(
    r"^(?P<who>i|we|he|she|[A-Z][\w-]*) (?:(?:really|still|also|just) )*(?:have to|has to|need to|needs to|must"
    r"|have got to|has got to|should"
    r"|ought to|am supposed to|is supposed to|want to|wants to) (?P<what>.+)$",
    re.I,
)
_PLANNED = re.compile(
    r"^(?P<who>i|we|he|she|they|there|[A-Z][\w-]*|my [\w-]+|our [\w-]+|the [\w-]+(?: [\w-]+)?) (?:(?:also|now"
    r"|still) )*"
    r"(?:have|has|have got|has got|is|are|am|got|arrives?|comes?|leaves?|starts?|begins?|takes? place|ends?"
    r"|visits?)\b(?P<what>.+)$",
    re.I,
)
_PLAN = re.compile(
    r"^(?P<who>i|we) (?P<verb>(?!am|are|was|were|have|had|has|did|do|does|like|love|prefer|hope|think|know|see"
    r"|usually|always"
    r"|often|never|sometimes|will|would|can|could|must|should|need|want|may|might|saw|feel|guess|believe)[a-z]+) ",
    re.I,
)
_EVENT_WORDS = re.compile(
    r"\b(?:appointments?|meeting|dentist|doctor|interview|exam|test|class|lesson|course|party|dinner|lunch"
    r"|breakfast|birthday|wedding|concert"
    r"|visit|visitors?|guests?|flight|train|call|deadline|delivery|parcel|package|plumber|electrician|cleaner"
    r"|gardener|game|match|movie night"
    r"|film|date|practice|rehearsal|training|session|check-?up|haircut|vet|surgery|conference|picnic|barbecue|trip"
    r"|reservation|booking"
    r"|coming|arriving|arrives?|visiting|leaving|meeting|having|going|due|starts?|begins?|scheduled|planned"
    r"|expected|takes? place)\b",
    re.I,
)


def read_commitments(clause: Clause) -> Iterator[Statement]:
    """What a clause commits somebody to, or what it says of a commitment. The first pattern that fits counts."""
    if re.match(r"^(?:if|unless|when|suppose|imagine|what if)\b", clause.text, re.I):
        return
    found = _first_fit(clause) or _with_time_in_front(clause)
    if found is not None and found.text.lower() not in ("it", "that", "this", "them", "you", "me"):
        somebody_else = clause.addressee and clause.addressee.lower() != ROBOT
        yield replace(found, by=clause.addressee) if found.by == ROBOT and somebody_else else found


def _first_fit(clause: Clause) -> Statement | None:
    for read in (postponed, cancelled, _reminder, _request, _promise, _scheduled, fulfilled):
        found = read(clause)
        if found is not None:
            return found
    return None


def _with_time_in_front(clause: Clause) -> Statement | None:
    """Tomorrow at ten I will call -> I will call, tomorrow at ten."""
    due = read_due(clause.text, clause.local)
    if due is None or due.rest == clause.text or clause.text.startswith(due.rest[:8]):
        return None
    found = _first_fit(replace(clause, text=due.rest))
    return replace(found, due=due) if found and found.kind in COMMITTING else None


def _reminder(clause: Clause) -> Statement | None:
    found = _REMIND.match(clause.text)
    if found:
        whom = (
            found["whom"]
            or found["tellwhom"]
            or found["letwhom"]
            or found["wake"]
            or (found["forwhom"] or "").removeprefix("for ")
        )
        what = f"wake up {found['what']}" if found["wake"] else found["what"]
        return _commitment(StatementKind.REMINDER, clause, what, ROBOT, who_is(whom or "me"))
    found = _REMEMBER.match(clause.text)
    if found and not clause.asks and not re.search(r"\b(?:should|is|are|must)\b", found["what"], re.I):
        return _commitment(StatementKind.REQUEST, clause, found["what"], ROBOT, SPEAKER)
    return None


def _request(clause: Clause) -> Statement | None:
    named = _ASKED_BY_NAME.match(clause.text)
    text, by = clause.text, ROBOT
    if named and named["name"].lower() in clause.names:
        text, by = named["rest"], named["name"]
    found = _REQUEST.match(text)
    if not found or _NOT_A_TASK.match(text[found.start("verb") :]) or not found["what"].strip():
        return None
    if clause.asks and not found["ask"].strip():
        return None
    return _commitment(StatementKind.REQUEST, clause, text[found.start("verb") :], by, SPEAKER)


def _promise(clause: Clause) -> Statement | None:
    found = _PROMISE.match(clause.text)
    if not found or clause.asks or not is_somebody(found["who"], clause):
        return None
    if NEGATED.match(found["what"]) or re.match(
        r"(?:not|never|be (?:fine|ok|okay|happy|glad|sorry)|see|know|think)\b", found["what"], re.I
    ):
        return None
    if clause.supposes and not re.search(r"\bif\b", found["what"], re.I):
        return None
    who = "i" if " " in found["who"] else found["who"]
    return _commitment(StatementKind.PROMISE, clause, found["what"], who_is(who), "")


def _scheduled(clause: Clause) -> Statement | None:
    """An obligation, or something that is to happen at a time to come."""
    if clause.asks or clause.supposes:
        return None
    found = _MUST.match(clause.text)
    if found and is_somebody(found["who"], clause) and not NEGATED.match(found["what"]):
        if re.match(r"(?:cancel|go|leave|be|say|admit|know|think)$", found["what"], re.I):
            return None
        return _commitment(StatementKind.SCHEDULE, clause, found["what"], who_is(found["who"]), who_is(found["who"]))
    due = read_due(clause.text, clause.local)
    plan = _PLAN.match(clause.text) if due else None
    if plan and due and not PAST_VERB.match(plan["verb"]) and not NEGATED.search(clause.text):
        return Statement(
            StatementKind.SCHEDULE, due.rest[plan.end("who") :].strip(), by=SPEAKER, for_whom=SPEAKER, due=due
        )
    if due is None or not _EVENT_WORDS.search(due.rest) or NEGATED.search(clause.text):
        return None
    found = _PLANNED.match(clause.text)
    if not found and not re.match(
        r"^(?:dinner|lunch|breakfast|meeting|appointment|deadline|[\w ]{3,40}? (?:is|are) )", clause.text, re.I
    ):
        return None
    text = re.sub(r"^(?:i|we|there) (?:have|has|have got|am|is|are|got)(?: got)? (?:an? )?", "", due.rest, flags=re.I)
    text = re.sub(r" (?:is|are)$", "", text)
    who = who_is(found["who"]) if found and is_somebody(found["who"], clause) else SPEAKER
    return Statement(StatementKind.SCHEDULE, text or due.rest, by=who, for_whom=who, due=due)


def _commitment(kind: StatementKind, clause: Clause, what: str, by: str, for_whom: str) -> Statement | None:
    may_come_again = kind in COMING_AGAIN
    whole, every = said_every(clause.text) if may_come_again else (clause.text, "")
    what = said_every(what)[0] if may_come_again else what
    inner = read_due(what, clause.local, is_task=True)
    due = inner or read_due(whole, clause.local, is_task=True)
    text = inner.rest if inner else what
    text = re.sub(
        r"^(?:[\s,]*(?:to|that|about|of|for|please|i (?:have|need) to|i (?:should|must))\b)+", "", text, flags=re.I
    )
    text = re.sub(r"(?:[\s,]+(?:to|please|okay|thanks|for me))+$", "", text.strip(" ,"), flags=re.I).strip(" ,")
    if not text and kind is not StatementKind.REMINDER:
        return None
    text = ", ".join(filter(None, (text or "reminder", every)))
    return Statement(kind, text, by=by, for_whom=for_whom, due=due)
