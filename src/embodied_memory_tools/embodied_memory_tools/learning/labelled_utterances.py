"""Utterances by what the speaker does, with roles in brackets: "instruct<TAB>[deed: fetch] [theme: my glasses]"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

_BRACKET = re.compile(r"\[\w+: ?([^\]]*)\]")


def read_utterances(path: Path) -> Iterator[tuple[str, str]]:
    """(label, words without brackets). ValueError names the bad line."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        label, tab, marked = line.partition("\t")
        if line.strip() and not (tab and label and marked.strip()):
            raise ValueError(f"{path.name}, line {number}: wants a label, a tab and an utterance")
        if line.strip():
            yield label, _BRACKET.sub(r"\1", marked)
