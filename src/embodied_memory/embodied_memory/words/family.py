"""Who is whose mother, grandson or husband, as it follows from who everybody is told to be."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from pathlib import Path

_MALE = frozenset({"father", "grandfather", "son", "husband", "brother", "grandson", "uncle", "nephew"})
_FEMALE = frozenset({"mother", "grandmother", "daughter", "wife", "sister", "granddaughter", "aunt", "niece"})
_PARENT, _CHILD = frozenset({"mother", "father"}), frozenset({"son", "daughter", "child"})
_SPOUSE, _SIBLING = frozenset({"husband", "wife", "partner"}), frozenset({"brother", "sister"})
_GRANDPARENT = frozenset({"grandmother", "grandfather"})
_GRANDCHILD = frozenset({"grandson", "granddaughter", "grandchild"})
ELDERS = _PARENT | _GRANDPARENT
"""What people are called by without "my", too."""


_OWN_YOUNG = {"girl": "daughter", "boy": "son", "baby": "child", "toddler": "child"}
"""Whose somebody is told to be: "Rowan's little girl"."""


@lru_cache(maxsize=1)
def people_words() -> dict[str, tuple[str, ...]]:
    """Kind of words -> the words, of people_words.txt."""
    found: dict[str, tuple[str, ...]] = defaultdict(tuple)
    for line in Path(__file__).with_name("people_words.txt").read_text(encoding="utf-8").splitlines():
        kind, colon, words = line.partition(": ")
        if colon and not line.startswith("#"):
            found[kind] += tuple(words.split())
    return dict(found)


@lru_cache(maxsize=1)
def kin_of_word() -> dict[str, str]:
    """Word -> the relation that it names: mum -> mother."""
    kinds = ((kind[4:], words) for kind, words in people_words().items() if kind.startswith("kin "))
    return {word: kin for kin, words in kinds for word in words}


def kin_pattern() -> str:
    """Of all words for relations."""
    return "|".join(sorted(kin_of_word(), key=len, reverse=True))


def tells_of_kin(told: str) -> bool:
    """Whether a description makes somebody one of a family."""
    return any(match["owner"] or match["kin"].lower() not in _OWN_YOUNG for match in _told_kin().finditer(told))


@lru_cache(maxsize=1)
def _told_kin() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:(?P<owner>his|her|their|[^\W\d_]+['’]s) )?(?:\w+ )??"
        rf"(?P<kin>{kin_pattern()}|(?:{'|'.join(_OWN_YOUNG)})(?=$|[,;. ]))s?"
        r"\b(?: (?:of|to) (?P<of>[^\W\d_]+(?:(?:, | and )[^\W\d_]+)*))?",
        re.I,
    )


class Family:
    """people: name -> who it is, in words, in the order in which they are told: "his wife" is the wife of one told
    before.
    """

    def __init__(self, people: Mapping[str, str]) -> None:
        self.names = tuple(people)
        self._is: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._is_male: dict[str, bool] = {}
        for name, told in people.items():
            for match in _told_kin().finditer(told):
                kin = match["kin"].lower()
                if match["owner"] or kin not in _OWN_YOUNG:
                    self._learn(name, kin_of_word().get(kin) or _OWN_YOUNG[kin], self._owners(name, match))

    def may_be(self, name: str, is_male: bool) -> bool:
        """Whether somebody may be a "he", or a "she"; true where nobody told."""
        return self._is_male.get(name, is_male) is is_male

    def of(self, kin: str, whose: str) -> set[str]:
        """Who is that to somebody: those of whom it is known, else those who may be it."""
        if kin in _PARENT:
            found = self._is["parent", whose]
        elif kin in _CHILD:
            found = {one for one in self.names if whose in self._is["parent", one]}
        elif kin in _SPOUSE:
            found = self._is["spouse", whose]
        elif kin in _GRANDPARENT:
            above = (self._is["parent", one] for one in self._is["parent", whose])
            found = self._is["grandparent", whose].union(*above)
        elif kin in _GRANDCHILD:
            found = {one for one in self.names if whose in self._grandparents(one)}
        elif kin in _SIBLING:
            parents = self._is["parent", whose]
            found = {one for one in self.names if one != whose and parents & self._is["parent", one]}
            siblings = (self._is[one, whose] | {other for other in self.names if whose in self._is[one, other]}
                        for one in _SIBLING)  # fmt: skip
            found |= set().union(*siblings)
        else:
            found = self._is[kin, whose]
        return self._of_gender(kin, found)

    def of_anybody(self, kin: str) -> set[str]:
        """Who is that to anybody in the home."""
        return set().union(*(self.of(kin, one) for one in self.names))

    def is_kin(self, name: str, among: Collection[str]) -> bool:
        """Whether somebody is told to be of the family of one of them. among: names in lower case."""
        owned = (owner for (_, owner), found in self._is.items() if name in found)
        own = (other for (_, owner), found in self._is.items() if owner == name for other in found)
        return any(one.lower() in among for one in (*owned, *own))

    def has_elders(self, kin: str, whose: str) -> bool:
        """Whether a parent or grandparent of somebody is known: whom they call so is one of these or a stranger."""
        return bool(self._is["parent", whose] if kin in _PARENT else self._grandparents(whose))

    def _grandparents(self, name: str) -> set[str]:
        return self.of("grandmother", name) | self.of("grandfather", name)

    def _owners(self, name: str, match: re.Match[str]) -> list[str]:
        """Whose mother, son or wife it is told that somebody is."""
        if match["of"]:
            return [one for one in self.names if re.search(rf"\b{re.escape(one)}\b", match["of"])]
        owner = (match["owner"] or "").lower()
        before = list(self.names[: self.names.index(name)])
        if owner.endswith(("'s", "’s")):
            return [one for one in self.names if one.lower() == owner[:-2]]
        if owner == "their":
            return before[:2]
        if owner not in ("his", "her"):
            return []
        fitting = [one for one in before if self._is_male.get(one, owner == "his") is (owner == "his")]
        fitting = [one for one in fitting if one in self._is_male][:1] or fitting[:1]
        self._is_male |= dict.fromkeys(fitting, owner == "his")
        return fitting

    def _learn(self, name: str, kin: str, owners: Iterable[str]) -> None:
        if kin in _MALE | _FEMALE:
            self._is_male[name] = kin in _MALE
        for owner in owners:
            if kin in _PARENT:
                self._is["parent", owner].add(name)
            elif kin in _CHILD:
                self._is["parent", name] |= {owner} | self._is["spouse", owner]
            elif kin in _SPOUSE:
                self._is["spouse", owner].add(name)
                self._is["spouse", name].add(owner)
            elif kin in _GRANDPARENT:
                self._is["grandparent", owner].add(name)
            elif kin in _GRANDCHILD:
                self._is["grandparent", name].add(owner)
            else:
                self._is[kin, owner].add(name)

    def _of_gender(self, kin: str, found: Iterable[str]) -> set[str]:
        if kin not in _MALE | _FEMALE:
            return set(found)
        may_be = {one for one in found if self._is_male.get(one, kin in _MALE) is (kin in _MALE)}
        return {one for one in may_be if one in self._is_male} or may_be
