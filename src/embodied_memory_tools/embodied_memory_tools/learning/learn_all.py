"""All heads one after the other: each is written beside its reader before the next one is learned over it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from embodied_memory.memory.discretion import kept_sayings
from embodied_memory.memory.retrieval import evidence_first
from embodied_memory.memory.retrieval.pieces import piece_search
from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.evaluation.lived_words.word_folder import WordFolder, read_word_folder
from embodied_memory_tools.learning.acts import act_examples, learn_acts
from embodied_memory_tools.learning.bearing import (
    examples_of_folder,
    examples_of_life,
    found_within,
    learn_bearing,
    write_learned,
)
from embodied_memory_tools.learning.choosing import as_told, choices_of_folder, choices_of_trace, learn_choice
from embodied_memory_tools.learning.friends_qa import AskedLife, read_friends_qa
from embodied_memory_tools.learning.keeping import learn_keeping, plain_of_utterances, read_kept
from embodied_memory_tools.learning.labelled_utterances import read_utterances

_TRACES = ((31, "plain"), (32, "plain"), (33, "plain"), (34, "child"))
"""Seeds of households, and how their questions are worded."""
_OF_HOMES = 10.0
"""A question about a home counts for so many about talks."""


@dataclass(frozen=True)
class Sources:
    """Where examples lie. friends_qa: JSON files of FriendsQA, if there are any."""

    folders: tuple[WordFolder, ...]
    kept: Path
    utterances: Path
    talks: tuple[AskedLife, ...] = ()

    @classmethod
    def read(cls, folders: list[Path], kept: Path, utterances: Path, friends_qa: list[Path]) -> Sources:
        """ValueError, KeyError or OSError for what cannot be read, before anything is learned."""
        read_kept(kept)
        list(read_utterances(utterances))
        talks = tuple(life for path in friends_qa for life in read_friends_qa(path))
        return cls(tuple(map(read_word_folder, folders)), kept, utterances, talks)


def learn_all(sources: Sources, package: Path, embedder: Embedder, least: float, tell: Callable[[str], None]) -> None:
    """package: the folder of `embodied_memory` that is written to; tell: a line for each head."""
    _learn_sayings(sources, package, embedder, tell)
    acts, share = learn_acts(act_examples(sources.utterances, sources.folders))
    write_learned(acts, package / "dialog/learned_acts.json")
    tell(f"asking told from wanting done and from neither in cross-validation: {share:.0%}")
    _learn_bearing(sources, package, embedder, tell)
    _learn_choice(sources, package, embedder, least, tell)


def _learn_sayings(sources: Sources, package: Path, embedder: Embedder, tell: Callable[[str], None]) -> None:
    sayings = read_kept(sources.kept) + plain_of_utterances(sources.utterances)
    learned, share = learn_keeping(sayings, embedder)
    write_learned(learned, package / "memory/discretion/kept_sayings.json")
    kept_sayings.learned_sayings.cache_clear()
    tell(f"sayings rightly sorted in cross-validation: {share:.0%} of {len(sayings)}")


def _learn_bearing(sources: Sources, package: Path, embedder: Embedder, tell: Callable[[str], None]) -> None:
    asked = [one for folder in sources.folders for one in examples_of_folder(folder, embedder)]
    about_talks = [one for life in sources.talks for one in examples_of_life(life, embedder)]
    learned = learn_bearing(asked + about_talks, [_OF_HOMES] * len(asked) + [1.0] * len(about_talks))
    write_learned(learned, package / "memory/retrieval/pieces/bearing_weights.json")
    piece_search.learned_weights.cache_clear()
    within = ", ".join(f"{share:.0%} of the first {most}" for most, share in found_within(asked, learned).items())
    tell(f"evidence of {len(asked)} questions (learned from): {within}")


def _learn_choice(
    sources: Sources, package: Path, embedder: Embedder, least: float, tell: Callable[[str], None]
) -> None:
    choices = [one for folder in sources.folders for one in choices_of_folder(folder, embedder)]
    choices += [one for seed, style in _TRACES for one in choices_of_trace(seed, embedder, style)]
    weights = learn_choice(choices, [1.0] * len(choices), least)
    write_learned(as_told(weights), package / "memory/retrieval/choice_weights.json")
    evidence_first.learned_choice.cache_clear()
    tell(f"choice between answers learned from {len(choices)} questions; written to {package}")
