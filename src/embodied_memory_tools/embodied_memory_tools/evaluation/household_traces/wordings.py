"""How questions are worded: by the evaluation's own templates, or in a style, with slips of the keys."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

from household.residents.phrasebook import Phrasebook

_TEXTS = Path(__file__).parent / "texts"
_STYLES = _TEXTS / "styles"
_WORDS = "words"
"""The section of a style that says which of our words it has others for, a line each: "ours => theirs"."""
_MIN_LETTERS = 5
_OPPOSITE = "! "
"""Begins a template that asks whether it is not so: "is it closed" among those for "is it open"."""
PLAIN = "plain"
STYLES = (PLAIN, *sorted(file.stem for file in _STYLES.glob("*.txt")))


class Wordings:
    """Templates by section. typos: the share of questions in which one longer word is mistyped."""

    def __init__(self, templates: Phrasebook, others: Mapping[str, str], typos: float = 0.0) -> None:
        self._templates, self._others, self._typos = templates, others, typos

    @classmethod
    def of(cls, style: str = PLAIN, typos: float = 0.0, questions: Path | None = None) -> Wordings:
        """The wordings of one of `STYLES`. questions: a file with others for its sections.

        KeyError if there is no such style, ValueError for a file with other sections or blanks.
        """
        if style not in STYLES:
            raise KeyError(f'there is no style "{style}"; choose from {", ".join(STYLES)}')
        templates = Phrasebook.read(_TEXTS / "questions.txt" if style == PLAIN else _STYLES / f"{style}.txt")
        templates = templates.reworded(questions) if questions else templates
        pairs = (line.partition(" => ") for line in templates.sections.get(_WORDS, ()))
        return cls(templates, {ours: theirs for ours, _, theirs in pairs}, typos)

    def ask(self, rng: random.Random, section: str, /, **words: str) -> str:
        """A question with its words filled in."""
        return self._templates.say(rng, section, **words)

    def ask_whether(self, rng: random.Random, section: str, /, **words: str) -> tuple[str, bool]:
        """(question, whether it asks for the opposite)."""
        question = self.ask(rng, section, **words)
        asked = question.removeprefix(_OPPOSITE)
        return asked[0].upper() + asked[1:], asked != question

    def reword(self, question: str, rng: random.Random) -> str:
        """The question in the words of the style, perhaps mistyped. Plain wordings stay as they are."""
        for ours, theirs in self._others.items():
            question = question.replace(ours, theirs)
        return mistyped(question, rng) if self._typos and rng.random() < self._typos else question


def mistyped(text: str, rng: random.Random) -> str:
    """One of the longer words with a letter left out, doubled, or swapped with the next; its first letter stays."""
    words = text.split(" ")
    long = [k for k, word in enumerate(words) if word.isalpha() and len(word) >= _MIN_LETTERS]
    if not long:
        return text
    k = rng.choice(long)
    word, at = words[k], rng.randrange(1, len(words[k]) - 1)
    one, two = word[at], word[at + 1]
    slips = (word[:at] + word[at + 1 :], word[:at] + one + word[at:], word[:at] + two + one + word[at + 2 :])
    words[k] = rng.choice(slips)
    return " ".join(words)
