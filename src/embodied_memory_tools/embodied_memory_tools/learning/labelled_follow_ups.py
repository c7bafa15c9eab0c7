"""Pairs of sayings by how the second goes on from the first, with what is exchanged in brackets
(`tests/words/turns/format.md`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from embodied_memory.words.follow_ups import EXCHANGES, Characters, Follows
from embodied_memory_tools.learning.labelled_utterances import unbracketed

_BRACKETED = re.compile(r"\[(?P<words>[^\[\]]*)\]")


@dataclass(frozen=True)
class LabelledFollowUp:
    """old: in `before`, new: in `now`, as (begin, end) of their characters."""

    follows: Follows
    before: str
    now: str
    old: tuple[Characters, ...] = ()
    new: tuple[Characters, ...] = ()


def read_follow_ups(path: Path) -> list[LabelledFollowUp]:
    """ValueError names the bad line."""
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    return [_read(line, f"{path.name}, line {number}") for number, line in lines if line.strip()]


def _read(line: str, where: str) -> LabelledFollowUp:
    label, *texts = line.split("\t")
    if len(texts) != 2 or label not in {one.value for one in Follows}:
        known = ", ".join(one.value for one in Follows)
        raise ValueError(f"{where}: wants one of {known}, a saying and what follows it, with tabs between")
    (before, old), (now, new) = map(_unbracketed, texts)
    follows = Follows(label)
    if (old or new) and follows not in EXCHANGES:
        raise ValueError(f"{where}: of {label!r} nothing is exchanged, so nothing stands in brackets")
    if follows in EXCHANGES and not (old if follows is Follows.WITHOUT else new):
        raise ValueError(f"{where}: what is exchanged stands in brackets")
    return LabelledFollowUp(follows, before, now, old, new)


def _unbracketed(text: str) -> tuple[str, tuple[Characters, ...]]:
    words, marks = unbracketed(text, _BRACKETED)
    return words, tuple((begin, end) for _, begin, end in marks)
