"""Is the fridge open? What colour is the sofa?"""

from __future__ import annotations

from embodied_memory.evidence import Answer, RememberedObject
from embodied_memory.memory.retrieval.answers.answer_parts import all_there, known_answer, stated_room
from embodied_memory.memory.retrieval.answers.not_seen import unknown_answer
from embodied_memory.memory.retrieval.seen.object_matching import seen_attribute_words
from embodied_memory.memory.retrieval.seen.question import QuestionPlan
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.wording.description import GROUP_OF_WORD
from embodied_memory.memory.wording.phrases import ago, listed

_FALSE = frozenset({"false", "no", "0"})
_TRUE = frozenset({"true", "yes", "1"})
_SYNONYMS = {"opened": "open", "shut": "closed", "lit": "on", "unlit": "off"}
_OPPOSITE = {"open": "closed", "closed": "open", "on": "off", "off": "on", "empty": "full", "full": "empty",
             "clean": "dirty", "dirty": "clean", "locked": "unlocked", "unlocked": "locked"}  # fmt: skip
_NAMES_OF_POWER = ("power", "state", "switch", "status", "on", "lit")


def answer_state_of(plan: QuestionPlan, recollection: Recollection) -> Answer:
    """Yes or no as it was when last seen; unknown if that state was never seen."""
    things = recollection.fitting(plan.subject)
    if not things:
        return unknown_answer(plan, recollection)
    wanted = _SYNONYMS.get(plan.value, plan.value)
    for thing in things:
        state = _state(thing, wanted)
        if state:
            verdict = "yes" if state == wanted else "no"
            seen = ago(thing.last_seen_ns, recollection.now_ns)
            text = f"{verdict}, the {thing.category.lower()} was {state} when I last saw it {seen}"
            return known_answer(plan, text, [thing], recollection, stated_room(thing))
    return _not_seen(plan, things[0], f"whether the {things[0].category.lower()} is {wanted}", recollection)


def answer_what_attribute(plan: QuestionPlan, recollection: Recollection) -> Answer:
    """The value of an attribute as it was last seen."""
    things = recollection.fitting(plan.subject)
    if not things:
        return unknown_answer(plan, recollection)
    name = "color" if plan.value == "colour" else plan.value
    known = [(thing, value) for thing in things if (value := _value(thing, name))]
    if not known:
        what = f"the {plan.value} of the {things[0].category.lower()}"
        return _not_seen(plan, things[0], what, recollection)
    values = list(dict.fromkeys(value for _, value in known))
    shown = [thing for thing, _ in known]
    category = shown[0].category.lower()
    if len(known) == 1:
        text = f"the {category} is {values[0]}"
    else:
        text = f"I have seen {category}s that are {listed(values)}" if len(values) > 1 else f"they are {values[0]}"
    return known_answer(plan, text, shown, recollection, doubt=all_there(shown, places=False))


def _state(thing: RememberedObject, wanted: str) -> str:
    """wanted or its opposite, whichever the attributes say, "" if neither."""
    opposite = _OPPOSITE.get(wanted, "")
    for name, raw in thing.attributes:
        value = raw.lower()
        if value in (wanted, opposite) and (name in _NAMES_OF_POWER or value not in ("on", "off")):
            return value
        for state, other in ((wanted, opposite), (opposite, wanted)):
            if name == state and value in _TRUE | _FALSE:
                return state if value in _TRUE else other
        if name in _NAMES_OF_POWER and wanted in ("on", "off") and value in _TRUE | _FALSE:
            return "on" if value in _TRUE else "off"
    return ""


def _value(thing: RememberedObject, name: str) -> str:
    attributes = dict(thing.attributes)
    named = attributes.get(name) or attributes.get({"color": "colour"}.get(name, ""), "")
    words = sorted(word for word in seen_attribute_words(thing) if GROUP_OF_WORD[word] == name)
    return named or " and ".join(words)


def _not_seen(plan: QuestionPlan, thing: RememberedObject, what: str, recollection: Recollection) -> Answer:
    return Answer(
        question=plan.question,
        text=f"I don't know {what}: I have not seen that.",
        known=False,
        certainty=0.0,
        evidence=recollection.evidence_of([thing]),
        object_ids=(thing.object_id,),
        positions=(thing.position,),
        room=stated_room(thing),
    )
