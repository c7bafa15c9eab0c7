"""Wordings from text files: many variants of everything that is said or told."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path

TEXTS = Path(__file__).parent / "texts"


class Phrasebook:
    """Sections of variants: "[name]" starts one, each line after it is a variant with {words} to fill in."""

    def __init__(self, sections: Mapping[str, tuple[str, ...]]) -> None:
        self.sections = sections

    @classmethod
    def read(cls, path: Path) -> Phrasebook:
        """ValueError if a line stands before the first section, or a section is empty."""
        sections: dict[str, list[str]] = {}
        name = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            if text.startswith("[") and text.endswith("]"):
                name = text[1:-1]
                sections[name] = []
            elif name:
                sections[name].append(text)
            else:
                raise ValueError(f"{path.name}: a line before the first section: {text}")
        empty = [name for name, lines in sections.items() if not lines]
        if empty:
            raise ValueError(f"{path.name}: empty sections: {', '.join(empty)}")
        return cls({name: tuple(lines) for name, lines in sections.items()})

    def variants(self, section: str) -> tuple[str, ...]:
        """All lines of a section. KeyError if there is no such section."""
        return self.sections[section]

    def say(self, rng: random.Random, section: str, /, **words: str) -> str:
        """A variant with its words filled in, as a sentence."""
        text = rng.choice(self.sections[section]).format(**words)
        return text[0].upper() + text[1:]


@cache
def phrasebook(name: str) -> Phrasebook:
    """The phrasebook of a file of this package: "sayings", "requests", "activities", "names", "tasks"."""
    return Phrasebook.read(TEXTS / f"{name}.txt")
