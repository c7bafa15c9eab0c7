"""Sayings by whether they may be passed on, as people labelled them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from embodied_memory.words.said import SayingSort
from embodied_memory_tools.learning.labelled_utterances import read_utterances

_TELLING = ("tell", "wish", "promise", "teach", "remind", "message")
_OVERHEARD, _MADE_UP = 1.0, 0.5
"""What an example counts for: all alike sort worse what is overheard; without those made up for their label, codes
and money are hardly known.
"""
_EVERY = 3
"""One of so many of what is told to robots: without them what is short is kept, with all of them too little is."""


@dataclass(frozen=True)
class KeptExample:
    """home: where it was overheard; "" for a saying that was made up. weight: what it counts for."""

    sort: SayingSort
    saying: str
    home: str = ""
    weight: float = _MADE_UP

    @property
    def writer(self) -> str:
        """Whose homes are left out together: "g3" is the third by writer g. "" if it was made up."""
        return self.home.rstrip("0123456789")


def read_kept(path: Path) -> list[KeptExample]:
    """A label, a tab and a saying a line, for what was overheard with the home and what shows it.

    What only the talk around shows ("talk") is left out, as nothing can be learned of it by its words. ValueError
    names the bad line.
    """
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        label, *told = line.split("\t")
        if len(told) not in (1, 3) or label not in {sort.value for sort in SayingSort}:
            raise ValueError(f"{path.name}, line {number}: wants one of {', '.join(SayingSort)}, a tab and a saying")
        saying, home, shown_by = (*told, "", "")[:3]
        if shown_by != "talk":
            found.append(KeptExample(SayingSort(label), saying, home, _OVERHEARD if home else _MADE_UP))
    return found


def plain_of_utterances(path: Path) -> list[KeptExample]:
    """Some of what is told to a robot in a corpus of labelled utterances, which is plain; what is confided is left
    out, since nobody labelled of what sort it is.
    """
    told = [words for label, words in read_utterances(path) if label in _TELLING]
    return [KeptExample(SayingSort.PLAIN, words) for words in told[::_EVERY]]
