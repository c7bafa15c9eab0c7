"""Learns what one linear head each reads: what is needed, what is talked about, what would do harm, on what an order
depends, what is wanted of the robot's remembering.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from embodied_memory.words.saying_sorts import (
    HEADS,
    ChatTopic,
    Condition,
    Need,
    Remembering,
    Risk,
    features,
    sort_encoders,
    the_chat_topics,
    the_conditions,
    the_needs,
    the_rememberings,
    the_risks,
)
from embodied_memory_tools.learning.linear_heads import (
    OF_A_TALK,
    WANTING,
    labelled_lines,
    learn_linear,
    no_hints,
    of_acts,
)

Examples = list[tuple[Any, str]]
Told = Sequence[tuple[str, str]]
"""(speech act, saying) of homes at large."""


_OTHERWISE_WANTED = ("ask", "instruct", "message", "remind")
"""Who asks or orders something says what is needed."""


@dataclass(frozen=True)
class _Lesson:
    """labels: the sorts; strength: as of `learn_linear`; none: more examples of no
    sort, of what was written and of homes at large; reader: the cached one, read anew afterwards.
    """

    labels: type[Enum]
    strength: float
    none: Callable[[Examples, Told], Examples]
    reader: Any


def _no_needs(written: Examples, told: Told) -> Examples:
    """So is each saying as a recogniser that puts marks writes it: they are no sign of a need, nor of none."""
    hints = [said for need, said in written if need is not Need.NONE]
    marked = [(need, f"{said[:1].upper()}{said[1:].rstrip('.!?')}.") for need, said in written]
    others = (*no_hints(told, hints), *of_acts(told, _OTHERWISE_WANTED))
    return [*marked, *((Need.NONE, said) for said in others)]


def _no_chat(written: Examples, told: Told) -> Examples:
    return [(ChatTopic.NONE, said) for said in (*of_acts(told, WANTING), *of_acts(told, OF_A_TALK))]


def _no_harm(written: Examples, told: Told) -> Examples:
    return [(Risk.NONE, said) for said in of_acts(told, ("instruct",))]


def _not_of_memory(written: Examples, told: Told) -> Examples:
    return [(Remembering.NONE, said) for acts in (WANTING, OF_A_TALK, ("ask",)) for said in of_acts(told, acts)]


LESSONS: Mapping[str, _Lesson] = {
    "needs": _Lesson(Need, 0.1, _no_needs, the_needs),
    "chat": _Lesson(ChatTopic, 0.03, _no_chat, the_chat_topics),
    "risks": _Lesson(Risk, 0.01, _no_harm, the_risks),
    "conditions": _Lesson(Condition, 0.03, lambda written, told: [], the_conditions),
    "remembering": _Lesson(Remembering, 0.03, _not_of_memory, the_rememberings),
}


def read_examples(sort: str, path: Path) -> Examples:
    """(label, saying) of a file. ValueError names an unknown sort, or the bad line."""
    if sort not in LESSONS:
        raise ValueError(f"there is no sort {sort!r}; there are {', '.join(LESSONS)}")
    return [(label, said) for label, (said,) in labelled_lines(path, LESSONS[sort].labels, 1)]


def learn_sort_heads(
    told: Told, files: Iterable[tuple[str, Path]], package: Path, tell: Callable[[str], None]
) -> None:
    """Left as it is where there are no examples of it. told: examples of none; files: (sort, file); package: the
    folder of `embodied_memory`.
    """
    written: dict[str, Examples] = {}
    for sort, path in files:
        written.setdefault(sort, []).extend(read_examples(sort, path))
    for sort, examples in written.items():
        lesson = LESSONS[sort]
        _learn([*examples, *lesson.none(examples, told)], lesson, package / "words" / HEADS[lesson.labels].name)
        lesson.reader.cache_clear()
        tell(f"{sort}: of {len(examples)} sayings")


def _learn(examples: Examples, lesson: _Lesson, into: Path) -> None:
    encoders = sort_encoders()
    if encoders is not None:
        rows = [features(said, encoders) for _, said in examples]
        learn_linear(rows, [label for label, _ in examples], lesson.labels, lesson.strength).write(into)
