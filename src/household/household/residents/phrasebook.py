"""Wordings from text files: many variants of everything that is said or told."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from string import Formatter

TEXTS = Path(__file__).parent / "texts"


class Phrasebook:
    """Sections of variants: "[name]" starts one, each line after it is a variant with {words} to fill in."""

    def __init__(
        self, sections: Mapping[str, tuple[str, ...]], instead: Mapping[str, tuple[str, ...]] | None = None
    ) -> None:
        """instead: other wordings of sections, said in the place of ours; what is drawn stays the same."""
        self.sections, self._instead = sections, dict(instead or {})
        self._said: Counter[str] = Counter()

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
        text = self._drawn(rng, section).format(**words)
        return text[0].upper() + text[1:]

    def reworded(self, path: Path) -> Phrasebook:
        """With the sections of a file in the place of ours of that name; the others stay.

        ValueError for a section that we do not have, or a {word} that is not told there.
        """
        others = Phrasebook.read(path).sections
        for name, lines in others.items():
            if name not in self.sections:
                raise ValueError(f'{path.name}: there is no section "{name}"; there are {", ".join(self.sections)}')
            told = set().union(*map(_blanks, self.sections[name]))
            for line in lines:
                if unknown := _blanks(line) - told:
                    raise ValueError(f"{path.name}, [{name}]: nothing fills {', '.join(sorted(unknown))} in: {line}")
        return Phrasebook(self.sections, others)

    def _drawn(self, rng: random.Random, section: str) -> str:
        """Drawn among ours in any case, so that a life goes on as it did, whatever words are said in it."""
        ours = self.sections[section]
        k, others = rng.choice(range(len(ours))), self._instead.get(section)
        if not others:
            return ours[k]
        self._said[section] += 1
        return others[(k + self._said[section]) % len(others)]


def _blanks(line: str) -> set[str]:
    """The names of {words}; ValueError for a line that is no template."""
    return {name for _, name, _, _ in Formatter().parse(line) if name is not None}


_REWORDED: ContextVar[Mapping[str, Phrasebook] | None] = ContextVar("_REWORDED", default=None)


@contextmanager
def reworded(name: str, path: Path) -> Iterator[None]:
    """While this lasts, a phrasebook of this package speaks in the words of a file. ValueError: as there."""
    other = _read(name).reworded(path)
    token = _REWORDED.set({**(_REWORDED.get() or {}), name: other})
    try:
        yield
    finally:
        _REWORDED.reset(token)


def phrasebook(name: str) -> Phrasebook:
    """The phrasebook of a file of this package: "sayings", "requests", "activities", "names", "tasks"."""
    return (_REWORDED.get() or {}).get(name) or _read(name)


@cache
def _read(name: str) -> Phrasebook:
    return Phrasebook.read(TEXTS / f"{name}.txt")
