"""Residents played by a language model: it proposes what they say and do; what it says is checked, or not used.

Off unless a model is given. Words must carry the meaning of the phrasebook's sentence: the same things, places,
people and numbers. Acts are skills of the person alone, which the executor checks like everybody's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from pydantic import BaseModel, Field

from embodied_memory.skill import Skill, SkillName
from household.residents.acts import Meaning
from household.residents.addressing import calls_robot
from household.residents.phrasebook import TEXTS
from household.residents.requests import INSTRUCTS
from household.residents.robot_words import words_of

Reply = TypeVar("Reply", bound=BaseModel)

_MOST_CHARACTERS, _MOST_BEATS = 240, 8
_PLAIN = re.compile(r"[\w ,.;:!?'()%-]+")
_NEGATIONS = frozenset(("not", "never", "no", "don", "dont", "won", "without", "instead", "nothing", "stop"))
_VERBS = {
    "bring": "bring fetch get hand pass give grab",
    "bring favourite": "bring fetch get hand pass give grab",
    "put": "put place set move lay",
    "put back": "put place return",
    "give": "put place set lay",
    "open": "open",
    "close": "close shut",
    "switch": "switch turn",
    "set": "set adjust change",
}
"""Of instructions: one of these has to be said."""
_ACTS = (SkillName.PICK, SkillName.PLACE, SkillName.OPEN, SkillName.CLOSE, SkillName.SET_DEVICE_STATE)


class ResidentModel(Protocol):
    """A language model, as residents need it."""

    def ask(self, prompt: str, reply: type[Reply]) -> Reply:
        """An object of the shape asked for. May raise anything: then it is not used."""


class SpokenWords(BaseModel):
    """What a person says."""

    utterance: str = Field(max_length=2000)


class ProposedAct(BaseModel):
    """What a person does next: a skill of their own."""

    skill: str = Field(max_length=40)
    target: str = Field(max_length=80)
    relation: str = Field("", max_length=8)
    setting: str = Field("", max_length=40)
    value: str = Field("", max_length=40)


class ProposedBeat(BaseModel):
    """Something that shall happen: who does what at which hour (0 to 24)."""

    hour: float = Field(ge=0, lt=24, allow_inf_nan=False)
    who: str = Field(max_length=80)
    errand: str = Field(max_length=40)


class ProposedDay(BaseModel):
    """The plan of a director."""

    beats: list[ProposedBeat] = Field(max_length=100)


class LanguageCast:
    """Director and actors. used, unused: how many of the model's replies were, and were not, fit to be used."""

    def __init__(self, model: ResidentModel) -> None:
        self._model = model
        self.used = self.unused = 0

    def utterance(self, persona: str, plain: str, meaning: Meaning, carried: str, names: Sequence[str]) -> str:
        """The sentence in the person's own words; the plain one if those do not say the same.

        carried: the words for things, places and tasks that the sentence is about; those of them that the plain
        sentence has must come back. names: of everybody.
        """
        said = self._asked(_prompt("actor_speaks", persona=persona, plain=plain), SpokenWords)
        text = " ".join(said.utterance.split()) if said is not None else ""
        is_fit = _says_the_same(text, plain, meaning, carried, names)
        self._count(is_fit)
        return text if is_fit else plain

    def act(self, persona: str, who: str, around: Mapping[str, str]) -> Skill | None:
        """What the person does of their own accord; None if the model proposes nothing that can be tried.

        around: what they know of, by entity id, in words. The executor has the last word.
        """
        known = "; ".join(f"{entity_id}: {words}" for entity_id, words in around.items())
        skills = ", ".join(name.value for name in _ACTS)
        act = self._asked(_prompt("actor_acts", persona=persona, known=known, skills=skills), ProposedAct)
        is_fit = act is not None and act.target in around and act.skill in [name.value for name in _ACTS]
        self._count(is_fit)
        if act is None or not is_fit:
            return None
        return Skill(SkillName(act.skill), who, act.target, act.relation, act.setting, act.value)

    def day(self, people: Sequence[str], errands: Sequence[str]) -> list[ProposedBeat]:
        """What the director wants of people on a day, of what there is to choose from; empty if that is no plan."""
        day = self._asked(
            _prompt("director_plans", people=", ".join(people), errands=", ".join(errands)), ProposedDay
        )
        chosen = [b for b in day.beats if b.who in people and b.errand in errands][:_MOST_BEATS] if day else []
        self._count(bool(chosen))
        return chosen

    def _asked(self, prompt: str, shape: type[Reply]) -> Reply | None:
        """Whatever goes wrong, nobody is stopped by it."""
        try:
            said = self._model.ask(prompt, shape)
            return shape.model_validate(said.model_dump(warnings=False))
        except Exception:
            return None

    def _count(self, is_fit: bool) -> None:
        self.used, self.unused = self.used + is_fit, self.unused + (not is_fit)


def _says_the_same(text: str, plain: str, meaning: Meaning, carried: str, names: Sequence[str]) -> bool:
    """Whether words say no more and no less than the plain ones, as far as can be told by words."""
    if not 0 < len(text) <= _MOST_CHARACTERS or not _PLAIN.fullmatch(text):
        return False
    told, wanted = words_of(text), words_of(plain)
    people = {name.lower() for name in names}
    verbs = _VERBS.get(meaning.intent.removeprefix(INSTRUCTS), "").split()
    return (
        words_of(carried) & wanted <= told
        and people & told == people & wanted
        and told & _NEGATIONS == wanted & _NEGATIONS
        and {w for w in told if w.isdigit()} == {w for w in wanted if w.isdigit()}
        and calls_robot(text) == calls_robot(plain)
        and (not verbs or bool(told & set(verbs)))
    )


def _prompt(name: str, **words: str) -> str:
    """A prompt of a file, filled in; what is filled in is never read as a template."""
    return (TEXTS / f"{name}.txt").read_text(encoding="utf-8").format(**words)
