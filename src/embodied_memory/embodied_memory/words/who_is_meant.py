"""Who is meant by "Dad", "my niece" or "the plumber": people by what they are to each other and to the home.

Who everybody is stands in the configuration (`people: ["Hamish: Callum's father", "Kwame: plumber"]`); who is
whose mother, grandson or husband follows from that. A word for one of a family means what it is to the one who
says it; if they have no such, the only one in the home who is that to anybody.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import chain
from pathlib import Path

from embodied_memory.words.wording.phrases import each_listed

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


_HE, _SHE = re.compile(r"\b(?:he|him|his|himself)\b", re.I), re.compile(r"\b(?:she|hers?|herself)\b", re.I)
_INTRODUCED = re.compile(rf"\b(?:called|named|friend|mate|neighbour|{kin_pattern()})(?:['’]s)? [A-Z][a-z]+\b")
""" "my friend Leo"."""

_AGE = re.compile(r"\b(?P<years>\d{1,3})\b")
_YOUNG, _OLD = 17, 60
_AGE_OF = {
    f"{'old ' if kind.startswith('old') else ''}{word}": kind
    for kind in ("young man", "young woman", "young", "old man", "old woman")
    for word in people_words()[kind]
} | {"little one": "young", "wee one": "young"}
_AGED = re.compile(
    r"(?<![\w'’])(?:the|that|this) (?:(?P<old>old) )?(?P<who>"
    + "|".join(sorted({word.removeprefix("old ") for word in _AGE_OF}, key=len, reverse=True))
    + r")(?P<has>['’]s)?(?![\w-])(?! (?:from|who|at|in)\b)",
    re.I,
)
""" "the old lady"."""


_OF_MINE = re.compile(rf"\b(?:that|this|the|an?|those) (?P<who>(?:\w+ )?{kin_pattern()}) of (?:mine|ours)\b", re.I)
""" "that daughter of mine"."""
_THEIRS = re.compile(r"\b(?:her|his|their|your|whose|a|the|\w+['’]s)\s+$", re.I)


def of_the_speaker(text: str) -> str:
    """ "That daughter of mine" -> "my daughter"."""
    return _OF_MINE.sub(r"my \g<who>", text)


class WhoIsMeant:
    """people: name -> who it is, in words, in the order in which they are told."""

    def __init__(self, people: Mapping[str, str]) -> None:
        self._family = Family(people)
        self._roles = {name: _role(told) for name, told in people.items()}
        ages = {name: _AGE.search(told) for name, told in people.items()}
        self._ages = {name: int(found["years"]) for name, found in ages.items() if found}
        self._kin, self._role = self._kin_form(), self._role_form()

    @classmethod
    def read(cls, lines: Iterable[str]) -> WhoIsMeant:
        """Of lines "name: who it is". ValueError for one that is none."""
        told = {}
        for line in filter(None, map(str.strip, lines)):
            name, colon, who = line.partition(":")
            if not colon or not name.strip():
                raise ValueError(f'people: "{line}" is no "name: who it is"')
            told[name.strip()] = who.strip()
        return cls(told)

    def knows(self, name: str) -> bool:
        """Whether somebody is told to be called so."""
        return name in self._roles

    def may_be(self, name: str, pronoun: str) -> bool:
        """Whether somebody may be this "he", or "her"; true where nobody told."""
        return self._family.may_be(self._known(name), _HE.fullmatch(pronoun) is not None)

    def is_kin(self, name: str, among: Collection[str]) -> bool:
        """Whether somebody is of the family of one of them. among: names in lower case."""
        return self._family.is_kin(self._known(name), among)

    def _known(self, name: str) -> str:
        """As they are told to be called, in whatever case the name is."""
        return next((one for one in self._roles if one.lower() == name.strip().lower()), name)

    def with_names(self, text: str, speaker: str) -> str:
        """The text with names in the place of what people are to each other, where only one can be meant.

        speaker: who says "my" and "Dad"; "" if unknown.
        """
        if not self._roles:
            return text
        known = next((name for name in self._roles if name.lower() == speaker.strip().lower()), "")
        text = _AGED.sub(lambda match: self._for_age(match, known), of_the_speaker(text))
        text = self._kin.sub(lambda match: self._for_kin(match, known), text)
        return self._role.sub(self._for_role, text)

    def meant_in(self, text: str, speaker: str) -> tuple[str, ...]:
        """Names of those who are meant in a text without being named in it."""
        with_names = self.with_names(text, speaker)
        return tuple(name for name in self._roles if name in with_names and name not in text)

    def may_be_spoken_of(self, text: str, person: str) -> bool:
        """Whether a "he" or "she" in a text may mean somebody, as far as it is told who they are, and nobody else was
        named before it, as in "my best friend's called Leo and he's got a tortoise".
        """
        known = self._known(person)
        for form, is_male in ((_HE, True), (_SHE, False)):
            said = form.search(text)
            if said and self._family.may_be(known, is_male) and not self._is_named(text[: said.start()], is_male):
                return True
        return False

    def _is_named(self, before: str, is_male: bool) -> bool:
        """Whether somebody is named of whom a "he" or "she" after it speaks."""
        known = [name for name in self._roles if name in before]
        return any(self._family.may_be(name, is_male) for name in known) or bool(_INTRODUCED.search(before))

    def called_in(self, text: str) -> tuple[str, ...]:
        """By which words for one of a family somebody named in a text may be called in the home."""
        named = {name for name in self._roles if name in text}
        kins = (kin for kin in sorted(ELDERS) if named & self._family.of_anybody(kin))
        return tuple(word for kin in kins for word in people_words()[f"kin {kin}"])

    def _kin_form(self) -> re.Pattern[str]:
        names = "|".join(re.escape(name) for name in sorted(self._roles, key=len, reverse=True)) or "(?!)"
        owner, has = rf"(?P<owner>my|our|(?:{names})['’]?s) ", r"(?P<has>['’]s|s)?"
        return re.compile(
            rf"(?<![\w'’])(?:{owner})?(?P<kin>{kin_pattern()}){has}(?![\w-])",
            re.I,
        )

    def _role_form(self) -> re.Pattern[str]:
        heads = {head for head, _ in self._roles.values() if head} | set(people_words()["somebody"])
        others = {word for _, words in self._roles.values() for word in words} or {"(?!)"}
        return re.compile(
            rf"(?<![\w'’])(?:the|that|our|my|this) (?P<of>(?:{'|'.join(sorted(others))})s? )?"
            rf"(?P<head>{'|'.join(sorted(heads))})(?P<has>['’]s)?(?![\w-])",
            re.I,
        )

    def _for_kin(self, match: re.Match[str], speaker: str) -> str:
        kin, owner = kin_of_word()[match["kin"].lower()], (match["owner"] or "").lower()
        if not owner and (kin not in ELDERS or _THEIRS.search(match.string[: match.start()])):
            return match[0]
        if owner in ("", "my", "our"):
            found = self._family.of(kin, speaker) if speaker else set()
            if not owner and not self._family.has_elders(kin, speaker):
                found = self._family.of_anybody(kin) - {speaker}
        else:
            whose = re.sub(r"['’]?s$", "", owner)
            found = self._family.of(kin, next((name for name in self._roles if name.lower() == whose), ""))
        return next(iter(found)) + ("'s" if match["has"] else "") if len(found) == 1 else match[0]

    def _for_age(self, match: re.Match[str], speaker: str) -> str:
        """ "The boy" is the only one who may be a boy, "the old lady" the only old one who may be a woman."""
        kind = _AGE_OF.get(f"{'old ' if match['old'] else ''}{match['who'].lower()}", "")
        fitting = [
            name
            for name, age in self._ages.items()
            if kind
            and name != speaker
            and (age >= _OLD if kind.startswith("old") else age <= _YOUNG)
            and (kind == "young" or self._family.may_be(name, kind.endswith(" man")))
        ]
        return fitting[0] + ("'s" if match["has"] else "") if len(fitting) == 1 else match[0]

    def _for_role(self, match: re.Match[str]) -> str:
        head, of = match["head"].lower(), (match["of"] or "").strip().lower()
        is_nobody = head in people_words()["somebody"]
        fitting = [
            name
            for name, (role, words) in self._roles.items()
            if (role == head or (of and is_nobody)) and (not of or {of, of.removesuffix("s")} & words)
        ]
        return fitting[0] + ("'s" if match["has"] else "") if len(fitting) == 1 else match[0]


def _role(told: str) -> tuple[str, frozenset[str]]:
    """What somebody is by trade or for the home ("engineer"), and other words that tell of it ("boiler").

    Of those who live there only what they are to the home: "the nurse" is somebody else, whatever the mother's trade.
    """
    head, others = "", set()
    for part in filter(str.strip, chain.from_iterable(map(each_listed, told.lower().split(";")))):
        first = re.split(r"\b(?:who|that|which|from|at|for|to|of)\b", part)[0]
        words = [word for word in re.findall(r"[^\W\d_]+(?:['’]s)?", first) if word not in people_words()["no role"]]
        if words and not any(word in kin_of_word() for word in words):
            is_deed = part.split()[0].endswith("s") and len(words) > 1  # "mends boilers"
            head = head or ("" if is_deed or words[-1].endswith("ing") else words[-1])
            others |= {word.removesuffix("s") for word in words if word != head}
    is_resident = tells_of_kin(told) or "lives here" in told.lower()
    is_named_so = head in people_words()["of the home"] or not is_resident
    return (head, frozenset(others)) if is_named_so else ("", frozenset())
