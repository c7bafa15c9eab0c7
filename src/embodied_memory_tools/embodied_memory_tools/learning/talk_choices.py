"""Both answers to what is asked in the midst of talks, judged by the patterns of each utterance.

In talks people ask more of what nobody can know, in fewer words, right after other things. Memory is asked by the
dialog, as it is on the robot, and keeps to itself what it is to keep: what may not be told is no right answer.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from embodied_memory.config import MemoryConfig
from embodied_memory.evidence import Answer
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.retrieval.evidence_first import Considered
from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.evaluation.lived_words.word_folder import WordFolder, WordUtterance
from embodied_memory_tools.evaluation.lived_words.word_run import LivedFolder
from embodied_memory_tools.evaluation.lived_words.word_verdicts import Verdict, first_sight
from embodied_memory_tools.learning.choosing import ChoiceExample


class _Overheard(Memory):
    """Keeps what it was asked, with both answers."""

    def listen(self) -> None:
        """From now on."""
        self.heard: list[tuple[str, Considered]] = []

    def answer(self, question: str, now_ns: int | None = None, asker: str = "") -> Answer:
        """See `Memory`."""
        if hasattr(self, "heard"):
            self.heard.append((question, self.consider(question, now_ns, asker)))
        return super().answer(question, now_ns, asker)


def choices_of_talks(folder: WordFolder, embedder: Embedder) -> Iterator[ChoiceExample]:
    """Each conversation in a copy of the memory; of what has no patterns nothing is judged."""
    config = replace(MemoryConfig(), people=folder.home.who_is_who)
    config = replace(config, discretion=replace(config.discretion, residents=tuple(folder.home.people)))
    with tempfile.TemporaryDirectory() as place:
        path, copied = Path(place) / "memory.db", Path(place) / "copied.db"
        with Memory(path, embedder, config) as memory:
            LivedFolder(folder, memory).live(lambda what, done, total: None)
        for _, said in groupby(folder.utterances, key=lambda one: one.s):
            shutil.copy(path, copied)
            overheard = _Overheard(copied, embedder, config)
            with overheard:
                yield from _of_talk(folder, overheard, list(said))


def _of_talk(folder: WordFolder, memory: _Overheard, said: list[WordUtterance]) -> Iterator[ChoiceExample]:
    lived = LivedFolder(folder, memory)
    talk = lived.talk(lived.end_ns, memory)
    for utterance in said:
        memory.listen()
        talk.say(utterance.who, utterance.text)
        for question, considered in memory.heard if utterance.must else ():
            yield _judged(utterance, question, considered)


def _judged(utterance: WordUtterance, question: str, considered: Considered) -> ChoiceExample:
    def is_right(text: str) -> bool:
        tells = bool(text) and not utterance.is_unknowable
        return tells and first_sight(utterance, text, True, False) is Verdict.RIGHT

    structured, told = considered.structured, considered.quotation.text
    return ChoiceExample(
        question,
        considered,
        structured.known and is_right(structured.text),
        is_right(told),
        not utterance.is_unknowable,
    )
