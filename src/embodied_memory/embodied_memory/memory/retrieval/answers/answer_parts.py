"""What the answers share: how objects and places are named, and how answers are put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from embodied_memory.evidence import Answer, EpistemicStatus, RememberedObject
from embodied_memory.memory.event_log import LogRecord
from embodied_memory.memory.retrieval.object_matching import seen_attribute_words
from embodied_memory.memory.retrieval.question import QuestionPlan
from embodied_memory.memory.retrieval.recollection import Recollection
from embodied_memory.memory.wording.description import GROUP_OF_WORD, parse_description
from embodied_memory.memory.wording.phrases import ago, sentence, with_article


def known_answer(
    plan: QuestionPlan, text: str, things: Sequence[RememberedObject], recollection: Recollection, room: str = ""
) -> Answer:
    """An answer about objects, which cites where each was last seen."""
    return Answer(
        question=plan.question,
        text=sentence(text),
        known=True,
        certainty=max((thing.certainty * min(1.0, thing.match) for thing in things), default=0.0),
        evidence=recollection.evidence_of(things),
        object_ids=tuple(thing.object_id for thing in things),
        positions=tuple(thing.position for thing in things),
        room=room,
    )


def event_answer(plan: QuestionPlan, text: str, records: Sequence[LogRecord]) -> Answer:
    """An answer about what happened."""
    evidence = tuple(record.as_evidence() for record in records)
    return Answer(plan.question, sentence(text), True, 1.0 if records else 0.5, evidence)


def unknown_answer(plan: QuestionPlan, recollection: Recollection) -> Answer:
    """ "I don't know", with the nearest thing that is known if there is one."""
    description = parse_description(plan.subject).text or "that"
    text = f"I don't know: I have not seen {without_determiner(description)}."
    near = recollection.nearest_in_meaning(plan.subject)
    if near is None:
        return Answer(plan.question, text, False, 0.0)
    place = place_phrase(near, recollection)
    text += f" The nearest thing I know of is {with_article(near.category)}{', ' + place if place else ''}."
    return Answer(
        plan.question, text, False, 0.0, recollection.evidence_of([near]), (near.object_id,), (near.position,)
    )


def without_determiner(description: str) -> str:
    """the red book -> a red book; my keys -> any keys."""
    words = description.split()
    while len(words) > 1 and words[0] in ("the", "a", "an", "my", "your", "our", "some", "any", "this", "that"):
        words = words[1:]
    name = " ".join(words)
    return f"any {name}" if parse_description(name).noun[-1:] != tuple(words[-1:]) else with_article(name)


def name_of(thing: RememberedObject) -> str:
    """Its category with its colour if known: red mug."""
    colors = sorted(word for word in seen_attribute_words(thing) if GROUP_OF_WORD[word] == "color")
    category = thing.category.lower()
    return f"{colors[0]} {category}" if len(colors) == 1 and colors[0] not in category else category


def place_phrase(thing: RememberedObject, recollection: Recollection) -> str:
    """on the counter, in the kitchen; without support, beside the biggest thing near; "" if there is nothing."""
    parts = []
    if thing.support_category:
        parts.append(f"{thing.support_relation} the {thing.support_category.lower()}")
    elif landmark := recollection.landmark_of(thing):
        parts.append(f"next to the {landmark.category.lower()}")
    if thing.room:
        parts.append(f"in {room_with_article(thing.room)}")
    return ", ".join(parts)


def position_phrase(thing: RememberedObject) -> str:
    """Where nothing else can be said."""
    return f"at x {thing.position[0]:.1f} m, y {thing.position[1]:.1f} m on the map"


def room_with_article(room: str) -> str:
    """the kitchen, but bedroom 2."""
    return room if room[-1:].isdigit() else f"the {room}"


def seen_phrase(thing: RememberedObject, recollection: Recollection) -> str:
    """When it was last seen, and what speaks against its still being there."""
    when = ago(thing.last_seen_ns, recollection.now_ns)
    if thing.status is EpistemicStatus.CONTRADICTED:
        return f"I last saw it there {when}, but it was gone when I looked again"
    if thing.status is EpistemicStatus.STALE:
        return f"I last saw it there {when}, so it may have been moved"
    if thing.status is EpistemicStatus.UNCERTAIN:
        return f"I saw it {when}, but not well enough to be sure"
    return f"I last saw it {when}"


def is_plural(description: str) -> bool:
    """Whether a description speaks of several."""
    words = parse_description(description)
    return bool(words.noun) and words.text.split()[-1:] != list(words.noun[-1:])


def common_room(things: Iterable[RememberedObject]) -> str:
    """The room all of them are in, "" if there is none such."""
    rooms = {thing.room for thing in things}
    return rooms.pop() if len(rooms) == 1 else ""
