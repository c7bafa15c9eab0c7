"""How well a remembered object fits a description, 0 to 1.

1 is the same name with every attribute seen; 0.8 a more general name ("table" for a coffee table) or an attribute
that was never seen either way; below 0.6 are things that are only alike and guesses by embedding; an attribute
that was seen to be another one (a blue book for "the red book") ends below 0.45.

What memory asserts counts in full, what only may be counts as likely as it is: a thing that is a mug with .7 and a
bowl with .25 fits "bowl" with a quarter of the match of a bowl, and a tentative mug fits "mug" with its existence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from embodied_memory.evidence import ASSERTED_FROM, RememberedObject
from embodied_memory.words.wording.description import GROUP_OF_WORD, Description, attribute_words, parse_description
from embodied_memory.words.wording.words import Words, are_alike, canonical, noun_words, serves, split_words

GOOD_MATCH = 0.6
"""From here on a match rests on the words themselves and is worth acting on."""
WORTH_NAMING = 0.35
WORTH_A_LOOK = 0.05
"""Of what fits well if it is that: less likely ones are not worth going to."""
_GUESS_CEILING = 0.59
_CONTRADICTED = 0.4
_UNKNOWN_ATTRIBUTE = 0.8
_GROUPS_THAT_EXCLUDE = ("color", "material", "state")

Embed = Callable[[list[str]], NDArray[np.float32]]


def match_objects(
    description: str, objects: Sequence[RememberedObject], embed: Embed | None = None
) -> list[RememberedObject]:
    """The objects worth naming with their match, best first; the surer and more recently seen first in a tie.

    embed: (list of N texts) -> (N, D) normalised; asked only when no object matches by its words.
    """
    if not objects:
        return []
    wanted = parse_description(description)
    fits = [fit(wanted, thing) for thing in objects]
    scored = [replace(thing, match=one.match) for thing, one in zip(objects, fits, strict=True)]
    if embed is not None and wanted.text and all(t.match < GOOD_MATCH for t in scored):
        scored = _with_guesses(wanted, scored, embed)
    worth_naming = [thing for thing, one in zip(scored, fits, strict=True) if _is_worth_it(thing, one)]
    return sorted(worth_naming, key=lambda t: (-t.match, -t.certainty, -t.last_seen_ns, t.object_id))


@dataclass(frozen=True)
class DescriptionFit:
    """How a thing fits a description. asserted: by the words of what memory says it is, 0 to 1, 0 if it says nothing.

    words: by those of the best that it may be; likely: how likely there is such a thing there.
    """

    asserted: float
    words: float
    likely: float

    @property
    def match(self) -> float:
        """What is asserted counts in full, what may be as likely as it is."""
        return round(max(self.asserted, self.words * self.likely), 4)


def word_match(wanted: Description, thing: RememberedObject) -> float:
    """The match by words alone."""
    return fit(wanted, thing).match


def fit(wanted: Description, thing: RememberedObject) -> DescriptionFit:
    """By words alone, over everything that the thing may be."""
    own = _words_of_match(wanted, thing)
    asserted = own if thing.is_named else 0.0
    if not thing.labels:
        return DescriptionFit(asserted, own, thing.existence)
    looks = " ".join((*parse_description(thing.caption).attributes, "it"))  # the noun is that of its own category
    readings = [
        (
            own if name == thing.category else _words_of_match(wanted, replace(thing, category=name, caption=looks)),
            likely,
        )
        for name, likely in thing.labels
        if likely >= WORTH_A_LOOK
    ]
    words = max((one for one, _ in readings), default=own)
    likely = sum(likely for one, likely in readings if one >= min(words, GOOD_MATCH) > 0.0)
    return DescriptionFit(asserted, words, thing.existence * min(1.0, likely))


def _is_worth_it(thing: RememberedObject, one: DescriptionFit) -> bool:
    may_be = one.words >= GOOD_MATCH and thing.match >= WORTH_A_LOOK
    return thing.match >= WORTH_NAMING or may_be


def _words_of_match(wanted: Description, thing: RememberedObject) -> float:
    if wanted.use:
        return 0.7 if serves(wanted.use, noun_words(split_words(thing.category))) else 0.0
    name = _name_match(wanted.noun, thing)
    return round(name * _attribute_match(wanted, thing) * _place_match(wanted, thing), 4) if name else 0.0


def _name_match(wanted: Words, thing: RememberedObject) -> float:
    category = noun_words(split_words(thing.category))
    caption = parse_description(thing.caption).noun
    by_category = _noun_match(wanted, category, thing)
    by_caption = 0.85 * _noun_match(wanted, caption, thing) if caption != category else 0.0
    return max(by_category, by_caption)


def _noun_match(wanted: Words, name: Words, thing: RememberedObject) -> float:
    if not wanted or not name:
        return 0.0
    if canonical(wanted) == canonical(name):
        return 1.0 if "".join(wanted) == "".join(name) else 0.95
    if _ends_with(name, wanted):
        return 0.8
    if modifiers := _modifiers(wanted, name):
        seen = {*split_words(thing.caption), *split_words(thing.room)}
        return 0.95 if all(word in seen for word in modifiers) else 0.65
    if wanted[-1:] == name[-1:]:
        is_there = set(wanted[:-1]) <= {*split_words(thing.room), *split_words(thing.support_category)}
        return 0.9 if wanted[:-1] and is_there else 0.45  # "the bathroom cabinet" is the medicine cabinet there
    return 0.55 if are_alike(wanted, name) else 0.0


def _ends_with(name: Words, tail: Words) -> bool:
    """Whether "table" is the end of "coffee table", synonyms included."""
    return any(canonical(name[start:]) == canonical(tail) for start in range(1, len(name)))


def _modifiers(wanted: Words, name: Words) -> Words:
    """("dining",) where "dining table" is wanted and the name is "table", else ().

    A synonym with a modifier of its own is another thing: an alarm clock is no wall clock.
    """
    for start in range(1, len(wanted)):
        if canonical(wanted[start:]) == canonical(name) and len(name) <= len(wanted) - start:
            return wanted[:start]
    return ()


def _attribute_match(wanted: Description, thing: RememberedObject) -> float:
    if not wanted.attributes:
        return 1.0
    seen = seen_attribute_words(thing)
    factor = 1.0
    for word in wanted.attributes:
        group = GROUP_OF_WORD[word]
        if word in seen:
            continue
        if group in _GROUPS_THAT_EXCLUDE and any(GROUP_OF_WORD[other] == group for other in seen):
            return _CONTRADICTED
        factor = _UNKNOWN_ATTRIBUTE
    return factor


def seen_attribute_words(thing: RememberedObject) -> frozenset[str]:
    """Colours, materials and states known of the object, from its attributes and its caption."""
    words = {word for name, value in thing.attributes for word in _attribute_value_words(name, value)}
    caption = parse_description(thing.caption)
    return frozenset(words | set(caption.attributes))


def _attribute_value_words(name: str, value: str) -> Words:
    """("open", "false") is "closed"; ("color", "dark red") is "red"."""
    opposites = {"open": ("open", "closed"), "closed": ("closed", "open"), "on": ("on", "off")}
    if name in opposites and value.lower() in ("true", "false"):
        return (opposites[name][value.lower() == "false"],)
    return attribute_words(value)


def _place_match(wanted: Description, thing: RememberedObject) -> float:
    """1 unless the object is known to be on, in or under something else than the description says."""
    if not wanted.landmark:
        return 1.0
    landmark = parse_description(wanted.landmark).noun
    knows_room, knows_support = thing.room_certainty >= ASSERTED_FROM, thing.support_certainty >= ASSERTED_FROM
    if wanted.relation == "in" and thing.room and knows_room and _is_room(landmark):
        return 1.0 if set(landmark) & set(split_words(thing.room)) or _is_named_so(landmark, thing.room) else 0.5
    if wanted.relation in ("on", "in") and thing.support_category and knows_support:
        support = noun_words(split_words(thing.support_category))
        fits = canonical(support) == canonical(landmark) or support[-1:] == landmark[-1:]
        return 1.0 if fits else 0.5
    return 0.9


def _is_named_so(landmark: Words, room: str) -> bool:
    """ "Hall" for the hallway."""
    own = canonical(split_words(room))
    return canonical(landmark) == own or any(
        len(word) > 3 and name.startswith(word) for word in landmark for name in own
    )


def _is_room(words: Words) -> bool:
    return bool(words) and words[-1] in _ROOM_WORDS


_ROOM_WORDS = frozenset(
    [
        "room",
        "kitchen",
        "bedroom",
        "bathroom",
        "hallway",
        "study",
        "office",
        "balcony",
        "garage",
        "hall",
        "toilet",
        "gym",
    ]
)


def _with_guesses(wanted: Description, things: Sequence[RememberedObject], embed: Embed) -> list[RememberedObject]:
    """Where words say nothing, the embedding may guess, always below a match by words."""
    names = sorted({thing.category for thing in things})
    vectors = embed([wanted.text, *names])
    cosines = dict(zip(names, (vectors[1:] @ vectors[0]).tolist(), strict=True))
    return [
        replace(thing, match=max(thing.match, _guess(cosines[thing.category], wanted, thing))) for thing in things
    ]


def _guess(cosine: float, wanted: Description, thing: RememberedObject) -> float:
    share = min(1.0, max(0.0, (cosine - 0.2) / 0.6)) * (1.0 if thing.is_asserted else thing.existence)
    return round(_GUESS_CEILING * share * _attribute_match(wanted, thing), 4)
