"""What a rule is about, and whether a sentence is about that: by words, their synonyms and a few concepts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from embodied_memory.event import EventKind
from embodied_memory.memory.episodic.tree.node import NodeContent
from embodied_memory.memory.episodic.tree.word_index import base_form, ordered_words, significant_words
from embodied_memory.words.wording.words import split_words

COVERAGE = 0.6
"""A sentence is about a topic when it has this part of the weight of the topic's words."""
_LIGHT = 0.5
_NAME = re.compile(r"(?<=\w )[A-Z][a-z]+")
"""Written with a capital letter, and not the first word of a sentence."""
_OWN = 0.5
_SPEECH, _SAY = "@speech", "say"
_SWITCHED = ("switch", "turn")
_VERBS_OF_RULES = (
    "remember remembered forget forgot forgotten recall memorise memorize keep retain record note track important"
    " unimportant relevant irrelevant matter mind care ignore know attention"
)


@dataclass(frozen=True)
class Term:
    """One word of a topic. alternatives: words that stand for it; concept: "@people", ... or "".

    is_name: nothing is about the topic without it.
    """

    word: str
    alternatives: frozenset[str]
    concept: str
    weight: float
    is_name: bool = False


@dataclass(frozen=True)
class Topic:
    """The terms of a rule's text."""

    terms: tuple[Term, ...]

    @property
    def weight(self) -> float:
        """Of all terms: how much a topic says."""
        return sum(term.weight for term in self.terms)

    def fit(self, sentence: str, concepts: frozenset[str], context: str = "") -> float:
        """How much of the topic (0 to its weight) the sentence is about, 0 if too little.

        concepts: those found in the sentence's node; context: words around it, which may complete it but not
        make up most of it.
        """
        own_words, context_words = significant_words(sentence), significant_words(context)
        own = sum(term.weight for term in self.terms if _is_in(term, own_words, concepts))
        lent = sum(
            term.weight
            for term in self.terms
            if not _is_in(term, own_words, concepts) and term.alternatives & context_words
        )
        if any(term.is_name and not term.alternatives & (own_words | context_words) for term in self.terms):
            return 0.0
        enough = own > 0 and own + lent >= COVERAGE * self.weight and own >= _OWN * (own + lent)
        return own + lent if enough else 0.0


@lru_cache(maxsize=1024)
def topic_of(text: str) -> Topic:
    """The topic of a rule or of a piece of feedback."""
    groups, concepts, light, empty = _words()
    names = frozenset(base_form(word.lower()) for word in _NAME.findall(text))
    terms = []
    for word in (word for word in ordered_words(text) if word not in empty):
        alternatives = groups.get(word, frozenset()) | {word}
        concept = concepts.get(word, "")
        terms.append(Term(word, alternatives, concept, _LIGHT if word in light else 1.0, word in names))
    return Topic(tuple(terms))


def asked_words(question: str) -> frozenset[str]:
    """The significant words of a question, as sentences of leaves tell it: whatever means that something was said is
    "say", and what was switched on or off is the "power" that was set.
    """
    concepts = _words()[1]
    words = as_told(question, significant_words(question))
    return frozenset(_SAY if concepts.get(word) == _SPEECH else word for word in words)


def as_told(question: str, words: frozenset[str] | set[str]) -> set[str]:
    """Words of a question, with "power" in the place of those that ask what was switched on or off."""
    is_switched = bool({"on", "off"} & set(split_words(question)))
    return {"power" if is_switched and base_form(word) in _SWITCHED else word for word in words}


def likeness(one: Topic, other: Topic) -> float:
    """How alike two topics are: the weight of the terms in common, over that of all."""
    shared = sum(term.weight for term in one.terms if any(_same(term, theirs) for theirs in other.terms))
    total = one.weight + other.weight - shared
    return shared / total if total > 0 else 0.0


def concepts_in(content: NodeContent, sentence: str) -> frozenset[str]:
    """The concepts found in a sentence of a node."""
    found = set()
    if any(name in sentence for name in content.people):
        found.add("@people")
    if EventKind.UTTERANCE.value in content.kinds:
        found.add(_SPEECH)
    if "fail" in sentence.lower():
        found.add("@failure")
    return frozenset(found)


def _same(one: Term, other: Term) -> bool:
    return one.word in other.alternatives or (bool(one.concept) and one.concept == other.concept)


def _is_in(term: Term, words: frozenset[str], concepts: frozenset[str]) -> bool:
    return term.concept in concepts or bool(term.alternatives & words)


@lru_cache(maxsize=1)
def _words() -> tuple[dict[str, frozenset[str]], dict[str, str], frozenset[str], frozenset[str]]:
    """(synonyms, concepts, light words, words that say nothing), all in base form."""
    groups: dict[str, frozenset[str]] = {}
    concepts: dict[str, str] = {}
    light: frozenset[str] = frozenset()
    empty = frozenset(base_form(word) for word in _VERBS_OF_RULES.split())
    for line in (Path(__file__).parent / "topic_words.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        kind, _, rest = line.partition(":")
        words = frozenset(base_form(word.strip()) for word in rest.split(","))
        if kind == "light":
            light = words
        elif kind == "empty":
            empty |= words
        elif kind == "alike":
            for word in words:
                groups[word] = groups.get(word, frozenset()) | words
        else:
            concepts.update(dict.fromkeys(words, kind))
    return groups, concepts, light, empty
