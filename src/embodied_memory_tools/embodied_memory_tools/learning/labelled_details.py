"""What orders want done with each thing, "off<TAB>[deed: kill] [theme: the lights]", and what questions ask for,
"where<TAB>[theme: my specs] have walked off again".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from embodied_memory.words.one_reading import things_of
from embodied_memory.words.reading_network import ReadingTokens
from embodied_memory.words.said import AskedKind, DeedKind, Filler, Role, SpeechAct
from embodied_memory_tools.learning.labelled_utterances import MarkedUtterance, unmarked
from embodied_memory_tools.learning.reading_examples import ActExample, act_example

Deeds = Mapping[tuple[str, tuple[tuple[str, int, int], ...]], tuple[DeedKind, ...]]


def read_labelled_deeds(path: Path) -> Deeds:
    """By the words of each order, and what is marked in them: a kind for each theme, in their order; where there is
    none, one for what is to be done. ValueError names the bad line.
    """
    found = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        kinds, tab, marked = line.partition("\t")
        words, marks = unmarked(marked)
        things = things_of([Filler(Role(role), "", begin, end) for role, begin, end in marks])
        if not tab or len(kinds.split()) != max(1, len(things)):
            raise ValueError(f"{path.name}, line {number}: wants a kind for each thing, a tab and an order")
        if things:
            found[words, marks] = tuple(map(DeedKind, kinds.split()))
    return found


def read_labelled_asks(path: Path) -> dict[str, AskedKind]:
    """By the words of each question. ValueError names the bad line."""
    found = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        kind, tab, marked = line.partition("\t")
        if not tab or kind not in {one.value for one in AskedKind}:
            raise ValueError(f"{path.name}, line {number}: wants what is asked, a tab and a question")
        found[unmarked(marked)[0]] = AskedKind(kind)
    return found


def with_details(
    utterances: Iterable[MarkedUtterance], wanted: Deeds, asked: Mapping[str, AskedKind], tokens: ReadingTokens
) -> list[ActExample]:
    """Each with what is told of it: the same words may be an order to one writer and a reminder to another."""
    found = []
    for one in utterances:
        kinds = wanted.get((one.words, one.marks), ()) if one.label == SpeechAct.INSTRUCT.value else ()
        kind = asked.get(one.words) if one.label == SpeechAct.ASK.value else None
        found.append(act_example(one, tokens, kinds, kind))
    return found
