"""Whether words that a language model gives were said in an utterance."""

from __future__ import annotations

from embodied_memory.memory.belief.statements.clauses import clauses_of
from embodied_memory.memory.belief.statements.statement import ROBOT, SPEAKER
from embodied_memory.memory.time_words.spoken_time import LocalTime
from embodied_memory.memory.wording.word_stems import stem
from embodied_memory.memory.wording.words import split_words

_FREE = frozenset(split_words("the a an on in under behind next to at"))
"""Articles, and the relations that places are told with: "atop" is "on"."""


class UtteranceWords:
    """The words of one utterance. local: when it was said; names: people known, in lower case."""

    def __init__(self, text: str, local: LocalTime, names: frozenset[str]) -> None:
        self.local = local
        self._names = names
        self._said = split_words(text)
        self._stems = frozenset(map(stem, self._said))
        self._clauses = clauses_of(text, local, names)

    def quotes(self, text: str) -> bool:
        """Whether these words were said, one after another."""
        words = split_words(text)
        starts = range(len(self._said) - len(words) + 1)
        return bool(words) and any(self._said[start : start + len(words)] == words for start in starts)

    def have(self, text: str) -> bool:
        """Whether all of these words were said, in whatever order and form; true of none."""
        return all(word in _FREE or stem(word) in self._stems for word in split_words(text))

    def name(self, text: str) -> bool:
        """Whether it is the speaker, or something that was said and is more than an article."""
        words = [word for word in split_words(text) if word not in _FREE]
        return text.strip() == SPEAKER or (bool(words) and self.have(text))

    def is_somebody(self, text: str) -> bool:
        """Whether it is the speaker, the robot, or a person known who was named."""
        is_named = text.lower() in self._names and self.have(text)
        return text in (SPEAKER, ROBOT) or is_named

    def leaves_open(self, quote: str) -> bool:
        """Whether the clause that it is most of is a question, or only imagined or doubted."""
        words = frozenset(split_words(quote))
        shared = [len(words & frozenset(split_words(clause.text))) for clause in self._clauses]
        if not shared:
            return False
        clause = self._clauses[shared.index(max(shared))]
        return clause.asks or clause.supposes
