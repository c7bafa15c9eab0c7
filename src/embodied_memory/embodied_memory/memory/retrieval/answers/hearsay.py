"""Who told you? Who had told them? Who asked? What did they say?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from embodied_memory.event import Event, EventKind
from embodied_memory.evidence import Answer
from embodied_memory.memory.belief.names.entity_names import PERSON
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.query_plan.annotation import Annotator
from embodied_memory.memory.retrieval.views.candidate import Candidate, HeardUtterance
from embodied_memory.words.wording.phrases import listed
from embodied_memory.words.wording.words import split_words

_SURE = 0.85
_FROM = re.compile(
    r"\b(?i:from|according to|source is|source was|by)\s+(?P<a>[A-Za-z][\w-]*)"
    r"|\b(?P<b>[A-Z][\w-]*) (?:has |had |just |also )*(?:told|says?|said|mentioned|mentions|claims|claimed|reported"
    r"|thinks|thought|believes|knows|knew|wrote|assured|informed)\b"
)
_ASKING = re.compile(
    r"\?\s*$|\b(?:where|have you seen|any idea|cannot find|can't find|looking for|do you know where|lost)\b", re.I
)
_ROBOT = ("robot",)


def answer_who_told(ground: AnswerGround) -> Answer:
    """Who said so, the newest first; each person once."""
    told = [(one, said) for one, said in _said(ground) if not _is_question(said.event.text)]
    found = [(one, said) for one, said in told if _names_it(said.event, ground)] or told
    if not found:
        return ground.unknown("nobody told me that")
    names = list(dict.fromkeys(said.event.actor for _, said in found))
    first = found[0][1].event
    text = f'{listed(names)} told me {ground.when(first.stamp_ns)}: "{first.text}"'
    return ground.known(text, _SURE, [one for one, _ in found])


def answer_who_told_teller(ground: AnswerGround) -> Answer:
    """Whom the teller named as the source."""
    teller = ground.plan.person
    found = [(one, said) for one, said in _said(ground) if said.event.actor == teller or not teller]
    for one, said in found:
        source = _source_of(said.event, ground)
        if source:
            text = f'{source}, as {said.event.actor} told me {ground.when(said.event.stamp_ns)}: "{said.event.text}"'
            return ground.known(text, _SURE, [one])
    if found:
        one, said = found[0]
        return ground.unknown(f"{said.event.actor} did not say who had told them")
    return ground.unknown(f"{teller or 'nobody'} told me nothing such")


def answer_who_asked(ground: AnswerGround) -> Answer:
    """Who wanted to know from the robot, in the time asked about."""
    plan = ground.plan
    asked = [
        (one, event)
        for one, event in _utterances(ground)
        if _is_question(event.text)
        and (plan.time is None or plan.time.holds(event.stamp_ns))
        and not _is_robot(event)
    ]
    about = [one for one in asked if _is_about(one[1], ground)]
    to_me = [one for one in about if set(_ROBOT) & set(split_words(one[1].text))] or about
    if not to_me:
        return ground.unknown("nobody asked me that")
    names = list(dict.fromkeys(event.actor for _, event in to_me))
    first = to_me[0][1]
    text = f'{listed(names)} asked {ground.when(first.stamp_ns)}: "{first.text}"'
    return ground.known(text, _SURE, [one for one, _ in to_me])


def answer_what_said(ground: AnswerGround) -> Answer:
    """The newest things that were said about it."""
    person = ground.plan.person
    by_person = [
        one for one in _utterances(ground) if (not person or one[1].actor == person) and _in_time(one[1], ground)
    ]
    found = [one for one in by_person if _is_about(one[1], ground) or _names_it(one[1], ground)]
    if not found:
        return ground.unknown("I have heard nothing such")
    found.sort(key=lambda one: -one[0].score)
    told = " ".join(f'{event.actor} said {ground.when(event.stamp_ns)}: "{event.text}"' for _, event in found[:3])
    return ground.known(told, _SURE, [one for one, _ in found])


def _said(ground: AnswerGround) -> Iterator[tuple[Candidate, HeardUtterance]]:
    for one in sorted(ground.bundle.selected, key=lambda one: (-one.score, -one.stamp_ns)):
        if isinstance(one.content, HeardUtterance):
            yield one, one.content


def _utterances(ground: AnswerGround) -> list[tuple[Candidate, Event]]:
    """All that was found, each utterance once, the newest first."""
    found: dict[int, tuple[Candidate, Event]] = {}
    for one in ground.bundle.candidates:
        event = one.content.event if isinstance(one.content, HeardUtterance) else one.content
        if isinstance(event, Event) and event.kind is EventKind.UTTERANCE:
            found.setdefault(one.record_id, (one, event))
    return sorted(found.values(), key=lambda one: -one[1].stamp_ns)


def _is_about(event: Event, ground: AnswerGround) -> bool:
    words = set(split_words(event.text))
    captions = [set(split_words(ground.caption(thing))) for thing in ground.plan.thing.ids]
    return not captions or any(caption <= words for caption in captions)


def _names_it(event: Event, ground: AnswerGround) -> bool:
    """Whether an utterance names the very thing asked about, not just one of its sort."""
    told = Annotator(ground.beliefs).annotate(event.text, event.stamp_ns).of("THING")
    return any(set(mention.target.ids) <= set(ground.plan.thing.ids) for _, mention in told)


def _is_question(text: str) -> bool:
    return bool(_ASKING.search(text))


def _is_robot(event: Event) -> bool:
    return event.actor in _ROBOT


def _in_time(event: Event, ground: AnswerGround) -> bool:
    return ground.plan.time is None or ground.plan.time.holds(event.stamp_ns)


def _source_of(event: Event, ground: AnswerGround) -> str:
    """The person that an utterance names as the one who said so first."""
    for match in _FROM.finditer(event.text):
        name = match["a"] or match["b"]
        found = ground.beliefs.resolve_among(name, (PERSON,)).entity_id
        if found and found != event.actor:
            return found
    return ""
