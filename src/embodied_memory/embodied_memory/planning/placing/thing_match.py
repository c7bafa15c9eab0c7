"""Which known thing words mean, by its kind, its looks and where it is."""

from __future__ import annotations

from dataclasses import dataclass

from embodied_memory.memory.personal.request_words import stem
from embodied_memory.memory.personal.sentence_role import is_personal
from embodied_memory.planning.placing.home_words import HomeWords
from embodied_memory.planning.placing.placement_goal import ThingPhrase, noun_stems
from embodied_memory.planning.skills.known_home import KnownHome, KnownObject
from embodied_memory.planning.skills.word_match import DescriptionMatch, phrase_words

LIKE_KIND, _LIKE_LOOKS = 0.5, 0.42
"""From where on a kind fits, and a caption fits a description well enough not to look further."""
_SAME_KIND = 0.7
_SURE_LOOKS = 0.6
"""Looks alone, whatever it is called."""
_TIE = 0.04
"""Scores this close are two readings."""
_KIND, _LOOKS, _SOURCE = 2.0, 1.5, 0.75


@dataclass(frozen=True)
class ObjectFit:
    """kind, looks: 0 to 1; at_source: whether it was where the words say; None if they do not say."""

    known: KnownObject
    kind: float
    looks: float
    at_source: bool | None

    @property
    def score(self) -> float:
        """To compare the candidates for one phrase."""
        return _KIND * self.kind + _LOOKS * self.looks + _SOURCE * bool(self.at_source)


class ThingMatch:
    """Compares phrases with what is known of the home. context: the instruction that they are from."""

    def __init__(self, home: KnownHome, match: DescriptionMatch, context: str = "") -> None:
        self._home, self._match, self.context = home, match, context
        self.words = HomeWords.of(home)
        self._sources: dict[str, frozenset[str] | None] = {}

    def candidates(self, thing: ThingPhrase) -> list[ObjectFit]:
        """Everything that the phrase may mean, best first."""
        found = [self._candidate(thing, known) for known in self._home.objects()]
        fitting = [one for one in found if one.kind >= LIKE_KIND or one.looks >= _SURE_LOOKS]
        return sorted(fitting, key=lambda one: -one.score)

    def undescribed(self, thing: ThingPhrase, is_last_resort: bool) -> list[str]:
        """Ids of what should be looked at closer: things of that kind; anything, if there is none."""
        found = [self._candidate(thing, known) for known in self._home.objects()]
        anything = is_last_resort and not any(one.kind >= LIKE_KIND for one in found)
        return [one.known.object_id for one in found if not one.known.caption and (anything or one.kind > LIKE_KIND)]

    def is_settled(self, thing: ThingPhrase, candidates: list[ObjectFit]) -> bool:
        """Whether the best candidate fits all that was said, so that there is no need to look further."""
        if not candidates:
            return False
        best = candidates[0]
        if best.at_source is not None:
            return best.at_source
        return best.looks >= _LIKE_LOOKS or (best.kind >= _SAME_KIND and not _says_more_than_kind(thing, best.known))

    def is_ambiguous(self, thing: ThingPhrase, candidates: list[ObjectFit]) -> bool:
        """Whether the second candidate is as good, or what tells them apart is only known to a person."""
        if len(candidates) < 2 or candidates[0].known.caption == candidates[1].known.caption:
            return False
        first, second = candidates[:2]
        is_unresolved = is_personal(thing.text) and not thing.description and first.looks < _LIKE_LOOKS
        return first.score - second.score < _TIE or (is_unresolved and first.kind == second.kind)

    def _candidate(self, thing: ThingPhrase, known: KnownObject) -> ObjectFit:
        tells = bool(known.caption) and _says_more_than_kind(thing, known)
        looks = self._match.likeness(_plain(thing), known.caption) if tells else 0.0
        return ObjectFit(known, kind_fit(thing.text, known.category), looks, self._at_source(thing, known))

    def _at_source(self, thing: ThingPhrase, known: KnownObject) -> bool | None:
        if not thing.source:
            return None
        if thing.source not in self._sources:
            self._sources[thing.source] = self._ids_of(thing.source)
        ids = self._sources[thing.source]
        return None if ids is None else known.first_place in ids or known.first_room in ids

    def _ids_of(self, source: str) -> frozenset[str] | None:
        """Furniture, or rooms where no furniture is named; None if the words name nothing that is known."""
        if self.words.category(source):
            return frozenset(one.receptacle_id for one in self.words.places(source, self.context)) or None
        return frozenset(self.words.room_ids(source)) or None


def kind_fit(text: str, category: str) -> float:
    """1: the phrase ends with the category; less where only a part of either does: "toy" for a stuffed toy."""
    said, kind = noun_stems(text), tuple(stem(word) for word in phrase_words(category))
    if not said or not kind:
        return 0.0
    if said[-len(kind) :] == kind:
        return 1.0
    if said[-1] == kind[-1] or _is_short_for(said[-1], kind[-1]):
        return 0.7
    if said[-1] in kind:
        return 0.5
    return 0.6 if set(kind) <= set(said) else 0.0


def _is_short_for(word: str, whole: str) -> bool:
    """ "phone" for a cellphone."""
    return len(word) > 3 and len(whole) > 3 and (whole.endswith(word) or word.endswith(whole))


def _says_more_than_kind(thing: ThingPhrase, known: KnownObject) -> bool:
    kind = {stem(word) for word in phrase_words(known.category)}
    return bool({stem(word) for word in phrase_words(thing.looks)} - kind)


def _plain(thing: ThingPhrase) -> str:
    return " ".join(phrase_words(f"{thing.description} {thing.text}"))
