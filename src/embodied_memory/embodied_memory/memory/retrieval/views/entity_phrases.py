"""What entities are called, in answers and in what people say."""

from __future__ import annotations

import re

from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.names.entity_names import PERSON, ROOM
from embodied_memory.memory.belief.states.state_fact import relation_and_landmark
from embodied_memory.words.wording.description import GROUP_OF_WORD
from embodied_memory.words.wording.words import split_words

_ARTICLE = re.compile(r"^(?:a|an|the|some)\s+", re.I)
_NUMBER = re.compile(r"[_ ]?\d+$")


def caption_of(entity_id: str, beliefs: BeliefTracks) -> str:
    """ "red mug": its looks if known, else its category, else its id without the number; people as they are."""
    known = beliefs.names.get(entity_id)
    if known is not None and known.sort in (PERSON, ROOM):
        return entity_id
    looks = split_words(known.caption) if known is not None and known.category else ()
    if known is not None and looks and all(word in GROUP_OF_WORD for word in looks):
        return f"{known.caption} {known.category}"  # "blue", of a book
    if known is not None and (known.caption or known.category):
        return _ARTICLE.sub("", known.caption or known.category)
    return _NUMBER.sub("", entity_id).replace("_", " ")


def named(entity_id: str, beliefs: BeliefTracks) -> str:
    """ "the red mug"; people and numbered rooms without an article."""
    known = beliefs.names.get(entity_id)
    caption = caption_of(entity_id, beliefs)
    bare = (known is not None and known.sort == PERSON) or caption[-1:].isdigit()
    return caption if bare else f"the {caption}"


def place_words(location: str, beliefs: BeliefTracks, room: str = "") -> str:
    """ "on the brown table in the kitchen", of a location's value. room: where the landmark's is not known."""
    relation, landmark = relation_and_landmark(location)
    if not relation:
        return location if location == "outside" else f"in {named(location, beliefs)}"
    room = beliefs.room_of(landmark) or room
    return f"{relation} {named(landmark, beliefs)}{f' in {named(room, beliefs)}' if room else ''}"


def phrases_of(entity_id: str, beliefs: BeliefTracks) -> tuple[str, ...]:
    """What people may call a thing: its looks, and its sort if nothing else is of that sort."""
    known = beliefs.names.get(entity_id)
    if known is None:
        return ()
    caption = caption_of(entity_id, beliefs)
    short = " ".join(word for word in split_words(known.category or caption) if not word.isdigit())
    is_only = len(beliefs.resolve(short).candidates) == 1
    return tuple(dict.fromkeys((caption, *((short,) if is_only else ()))))
