"""What the answers share: how objects and places are named, and how sure a statement about several things is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from embodied_memory.evidence import ASSERTED_FROM, Answer, EpistemicStatus, RememberedObject
from embodied_memory.memory.log.event_log import LogRecord
from embodied_memory.memory.retrieval.seen.object_matching import seen_attribute_words
from embodied_memory.memory.retrieval.seen.question import SeenQuestion
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.spatial.certainty import identity
from embodied_memory.words.wording.description import GROUP_OF_WORD, parse_description
from embodied_memory.words.wording.phrases import ago, sentence, the_room, with_article


def known_answer(
    plan: SeenQuestion,
    text: str,
    things: Sequence[RememberedObject],
    recollection: Recollection,
    room: str = "",
    doubt: float = 1.0,
    records: Iterable[int] = (),
) -> Answer:
    """An answer about objects, which cites where each was last seen.

    doubt: how sure what it says beyond the thing of which memory is surest is, 0 to 1 (`all_there`). records: what
    else it rests on.
    """
    certainty = max((thing.certainty * min(1.0, thing.match) for thing in things), default=0.0)
    return Answer(
        question=plan.question,
        text=sentence(text),
        known=True,
        certainty=round(certainty * doubt, 4) if doubt < 1.0 else certainty,
        evidence=recollection.evidence_of(things, records),
        object_ids=tuple(thing.object_id for thing in things),
        positions=tuple(thing.position for thing in things),
        room=room,
    )


def all_there(things: Sequence[RememberedObject], places: bool = True) -> float:
    """How likely all of these exist, beside the surest, and are where they are said to be; 1 if nothing is doubted.

    places: whether it is said where they are.
    """
    surest = max(things, key=lambda thing: thing.certainty * min(1.0, thing.match), default=None)
    others = (identity(thing) for thing in things if thing is not surest)
    told = (place_certainty(thing) for thing in things) if places else ()
    return math.prod((*others, *told))


def place_certainty(thing: RememberedObject) -> float:
    """How sure what `place_phrase` says of it is, if it is there."""
    support = thing.support_certainty if stated_support(thing) else 1.0
    return support * (thing.room_certainty if stated_room(thing) else 1.0)


def stated_support(thing: RememberedObject) -> str:
    """What it is on or in, "" where that is not known or less likely than not."""
    return thing.support_category if thing.support_certainty >= ASSERTED_FROM else ""


def stated_room(thing: RememberedObject) -> str:
    """Its room, likewise."""
    return thing.room if thing.room_certainty >= ASSERTED_FROM else ""


def event_answer(plan: SeenQuestion, text: str, records: Sequence[LogRecord]) -> Answer:
    """An answer about what happened."""
    evidence = tuple(record.as_evidence() for record in records)
    return Answer(plan.question, sentence(text), True, 1.0 if records else 0.5, evidence)


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
    if support := stated_support(thing):
        parts.append(f"{thing.support_relation} the {support.lower()}")
    elif landmark := recollection.landmark_of(thing):
        parts.append(f"next to the {landmark.category.lower()}")
    if room := stated_room(thing):
        parts.append(f"in {the_room(room)}")
    return ", ".join(parts)


def position_phrase(thing: RememberedObject) -> str:
    """Where nothing else can be said."""
    return f"at x {thing.position[0]:.1f} m, y {thing.position[1]:.1f} m on the map"


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
    rooms = {stated_room(thing) for thing in things}
    return rooms.pop() if len(rooms) == 1 else ""
