"""Learning how likely an answer is right: one from the tracks, and one that quotes the best piece of evidence."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

import numpy as np
from sklearn.linear_model import LogisticRegression

from embodied_memory import Memory
from embodied_memory.memory.retrieval.choice_features import Considered
from embodied_memory.memory.retrieval.pieces.choice_weights import (
    QUOTED,
    STRUCTURED,
    ChoiceWeights,
    ToldCertainty,
    log_odds,
)
from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.evaluation.household_traces.judge import is_correct
from embodied_memory_tools.evaluation.household_traces.mine_questions import mine_questions
from embodied_memory_tools.evaluation.household_traces.trace_memory import OurMemory, perceived
from embodied_memory_tools.evaluation.household_traces.wordings import PLAIN, Wordings
from embodied_memory_tools.evaluation.lived_words.word_folder import WordFolder
from embodied_memory_tools.evaluation.lived_words.word_verdicts import tells_what_is_wanted
from embodied_memory_tools.learning.asked_homes import AskedHome
from embodied_memory_tools.learning.remembered_homes import remembered_folder, remembered_home
from household.residents.life import generate_trace
from household.residents.trace_truth import TraceTruth

_DAYS, _PER_FAMILY = 5, 16


Shares: TypeAlias = tuple[float, float]
"""How much an example counts for what tracks answer, and for what is quoted."""


@dataclass(frozen=True)
class ChoiceExample:
    """A question with both answers. *_right: whether each is, None where nobody judged; wanted: whether anything
    answers it; is_ours: whether it is in our own words.
    """

    question: str
    considered: Considered
    structured_right: bool | None
    quoted_right: bool
    wanted: bool = True
    is_ours: bool = False


def choices_of_folder(folder: WordFolder, embedder: Embedder) -> Iterator[ChoiceExample]:
    """What an answer must and must not say judges both; where it must say nothing, they are left out."""
    with remembered_folder(folder, embedder) as lived:
        for asked, as_asked in zip(folder.questions, lived.questions, strict=True):
            if not asked.must:
                continue
            is_right, wanted = partial(tells_what_is_wanted, asked), not asked.is_unknowable
            yield _example(lived.memory, as_asked.text, lived.now_ns, is_right, wanted, asked.asker)
        yield from (replace(one, is_ours=True) for one in _of_things(folder, lived.memory, lived.now_ns))


def _of_things(folder: WordFolder, memory: Memory, now_ns: int) -> Iterator[ChoiceExample]:
    """Where what was only seen is, and things that there are none of: plainly asked."""
    handled = {event.object for event in folder.life}
    for name, (_, piece) in folder.home.objects_at_start.items():
        if name not in handled:
            for question in (f"Where is the {name}?", f"have you seen the {name}"):
                yield _example(memory, question, now_ns, lambda text, piece=piece: piece.lower() in text.lower())  # type: ignore[misc]
    for name in ("unicorn", "chainsaw", "violin", "wheelbarrow", "microscope"):
        yield _example(memory, f"Where is the {name}?", now_ns, lambda text: False, False)


def choices_of_trace(seed: int, embedder: Embedder, style: str = PLAIN) -> Iterator[ChoiceExample]:
    """A simulated household's days, judged by their truth."""
    truth = TraceTruth()
    records = list(generate_trace(seed, _DAYS, truth=truth))
    waiting = sorted(
        mine_questions(records, truth, seed, _PER_FAMILY, wordings=Wordings.of(style, 0.0)),
        key=lambda one: one.cutoff_ns,
    )
    with tempfile.TemporaryDirectory() as place, Memory(Path(place) / "memory.db", embedder) as memory:
        ours = OurMemory(memory, truth.entities)
        for record in [*records, None]:
            while waiting and (record is None or waiting[0].cutoff_ns <= record.event.stamp_ns):
                asked = waiting.pop(0)

                def is_right(text: str, question=asked) -> bool:  # type: ignore[no-untyped-def]
                    return is_correct(question.answer, text, question.cutoff_ns)

                yield _example(memory, asked.question, asked.cutoff_ns, is_right)
            if record is not None and perceived(record):
                ours.record(record)


def choices_of_home(home: AskedHome, embedder: Embedder) -> Iterator[ChoiceExample]:
    """What is quoted is right if what answers is among it; of structured answers nothing is known there."""
    with remembered_home(home, embedder) as lived:
        for asked in lived.questions:
            considered = lived.memory.questions.consider(asked.text, lived.now_ns, asked.asker)
            is_right = not asked.gold.isdisjoint(considered.quotation.record_ids)
            yield ChoiceExample(asked.text, considered, None, is_right, bool(asked.gold))


def _example(
    memory: Memory,
    question: str,
    now_ns: int,
    is_right: Callable[[str], bool],
    wanted: bool = True,
    asker: str = "",
) -> ChoiceExample:
    considered = memory.questions.consider(question, now_ns, asker)
    structured, told = considered.structured, considered.quotation.text
    return ChoiceExample(question, considered, structured.known and is_right(structured.text), is_right(told), wanted)


def learn_choice(examples: Sequence[ChoiceExample], shares: Sequence[Shares], least: float) -> ChoiceWeights:
    """shares: how much each example counts."""
    counted = list(zip(examples, shares, strict=True))
    told = [
        (one.considered.structured_row, one.structured_right, share)
        for one, (share, _) in counted
        if one.considered.structured.known and one.structured_right is not None
    ]
    found = [
        (one.considered.quoted_row, one.quoted_right, share) for one, (_, share) in counted if one.considered.found
    ]
    return ChoiceWeights(_fitted(told), _fitted(found), least)


def with_certainty(weights: ChoiceWeights, others: Sequence[ChoiceExample]) -> ChoiceWeights:
    """With how sure an answer is to be told, by whether what is chosen was right. others: in other people's words."""
    by_sort: tuple[list[tuple[float, bool]], list[tuple[float, bool]]] = ([], [])
    for one in others:
        if one.structured_right is None or one.is_ours:
            continue
        tracks, quoting = one.considered.likely(weights)
        if max(tracks, quoting) >= weights.least:
            is_quoted = quoting > tracks
            by_sort[is_quoted].append((max(tracks, quoting), one.quoted_right if is_quoted else one.structured_right))
    return replace(weights, told=ToldCertainty(*map(_platt, by_sort)))


def _platt(told: Sequence[tuple[float, bool]]) -> tuple[float, float]:
    """(slope, bias); as it is where nothing can be learned."""
    if len({right for _, right in told}) < 2:
        return 1.0, 0.0
    odds = np.array([[log_odds(likely)] for likely, _ in told])
    model = LogisticRegression(C=1.0).fit(odds, [right for _, right in told])
    return round(float(model.coef_[0][0]), 4), round(float(model.intercept_[0]), 4)


def _fitted(examples: Sequence[tuple[tuple[float, ...], bool, float]]) -> tuple[float, ...]:
    """Weights of the plain features, and the bias last. examples: (features, whether it is right, its share)."""
    rows, right, shares = zip(*examples, strict=True)
    values = np.array(rows)
    mean, scale = values.mean(axis=0), values.std(axis=0)
    scale = np.where(scale > 1e-3, scale, 1.0)
    model = LogisticRegression(C=0.3, max_iter=3000)
    model.fit((values - mean) / scale, right, sample_weight=np.array(shares))
    weights = model.coef_[0] / scale
    return (*weights.round(5).tolist(), round(float(model.intercept_[0] - weights @ mean), 5))


def as_told(weights: ChoiceWeights) -> dict[str, object]:
    """What `choice_weights.json` holds."""
    return {
        "structured features": STRUCTURED,
        "structured": weights.structured,
        "quoted features": QUOTED,
        "quoted": weights.quoted,
        "least": weights.least,
        "structured told": weights.told.structured,
        "quoted told": weights.told.quoted,
    }
