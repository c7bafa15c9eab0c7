"""Both answers to what is asked in the midst of talks, judged by the patterns of each utterance.

In talks people ask more of what nobody can know, in fewer words, right after other things. Memory is asked by the
dialog, as it is on the robot, and keeps to itself what it is to keep: what may not be told is no right answer.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from embodied_memory import Memory
from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.choice_features import Considered
from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.evaluation.lived_words.word_folder import WordFolder, WordUtterance
from embodied_memory_tools.evaluation.lived_words.word_run import LivedFolder, config_of, copy_of, talks_of
from embodied_memory_tools.evaluation.lived_words.word_verdicts import tells_what_is_wanted
from embodied_memory_tools.learning.choosing import ChoiceExample


class _Overheard(Memory):
    """heard: what it was asked, with both answers; set anew before it is asked."""

    heard: list[tuple[str, Considered]]

    def answer(self, question: str, now_ns: int | None = None, asker: str = "") -> Answer:
        """See `Memory`."""
        self.heard.append((question, self.questions.consider(question, now_ns, asker)))
        return super().answer(question, now_ns, asker)


def choices_of_talks(folder: WordFolder, embedder: Embedder) -> Iterator[ChoiceExample]:
    """Of what has no patterns nothing is judged."""
    config = config_of(folder)
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "memory.db"
        with Memory(path, embedder, config) as memory:
            lived = LivedFolder(folder, memory)
            lived.live(lambda what, done, total: None)
        copied = partial(copy_of, path, embedder, config, kind=_Overheard)
        for utterance, talk, overheard in talks_of(lived, copied):
            overheard.heard = []
            talk.say(utterance.who, utterance.text)
            for question, considered in overheard.heard if utterance.must else ():
                yield _judged(utterance, question, considered)


def _judged(utterance: WordUtterance, question: str, considered: Considered) -> ChoiceExample:
    is_right = partial(tells_what_is_wanted, utterance)
    structured, told = considered.structured, considered.quotation.text
    return ChoiceExample(
        question,
        considered,
        structured.known and is_right(structured.text),
        is_right(told),
        not utterance.is_unknowable,
    )
