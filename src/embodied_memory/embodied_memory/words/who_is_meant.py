"""Who is meant by "Dad", "my niece" or "the plumber": people by what they are to each other and to the home.

Who everybody is stands in the configuration (`people: ["Hamish: Callum's father", "Kwame: plumber"]`). A word for one
of a family means what it is to the one who says it; if they have no such, the only one in the home who is that to
anybody.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from itertools import chain

from embodied_memory.words.family import ELDERS, Family, kin_of_word, kin_pattern, people_words, tells_of_kin
from embodied_memory.words.wording.phrases import each_listed

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
