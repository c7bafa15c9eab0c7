"""Utterances by what the speaker does, with roles in brackets: "instruct<TAB>[deed: fetch] [theme: my glasses]"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_BRACKET = re.compile(r"\[(?P<role>\w+): ?(?P<words>[^\]]*)\]")
Marked = tuple[re.Match[str], int, int]
"""A bracket, and where its words begin and end in the text without brackets."""


@dataclass(frozen=True)
class MarkedUtterance:
    """marks: (role, begin, end) in characters of the words. has_all_roles: whether what is not marked has no role."""

    label: str
    words: str
    marks: tuple[tuple[str, int, int], ...]
    has_all_roles: bool


def read_utterances(path: Path) -> Iterator[tuple[str, str]]:
    """(label, words without brackets). ValueError names the bad line."""
    return ((one.label, one.words) for one in read_marked(path))


def read_marked(path: Path) -> list[MarkedUtterance]:
    """A label of which no utterance in the file has a role was written without. ValueError names the bad line."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        label, tab, marked = line.partition("\t")
        if line.strip() and not (tab and label and marked.strip()):
            raise ValueError(f"{path.name}, line {number}: wants a label, a tab and an utterance")
        if line.strip():
            found.append((label, *unmarked(marked)))
    with_roles = {label for label, _, marks in found if marks}
    return [MarkedUtterance(label, words, marks, label in with_roles) for label, words, marks in found]


def unmarked(marked: str) -> tuple[str, tuple[tuple[str, int, int], ...]]:
    """(words, (role, begin, end) of each bracket)."""
    words, marks = unbracketed(marked, _BRACKET)
    return words, tuple((found["role"], begin, end) for found, begin, end in marks)


def unbracketed(marked: str, bracket: re.Pattern[str]) -> tuple[str, tuple[Marked, ...]]:
    """(words without brackets, each bracket). bracket: has a group "words"."""
    words, marks, after = "", [], 0
    for found in bracket.finditer(marked):
        words += marked[after : found.start()]
        marks.append((found, len(words), len(words) + len(found["words"])))
        words += found["words"]
        after = found.end()
    return words + marked[after:], tuple(marks)
