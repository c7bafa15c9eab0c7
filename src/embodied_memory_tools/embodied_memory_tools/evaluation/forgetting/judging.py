"""Whether what was found in the tree answers a question: by rules, not by a model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from embodied_memory.memory.episodic.history_tree.explorer import TreeExploration

_CITED = 5


@dataclass(frozen=True)
class JudgedAnswer:
    """One question in one round (1 or 2). pair: the number of its pair in the life.

    correct: an asked record is cited, as one of five leaves, or told by one of five sentences that summaries keep of
    its time; an older one that tells the same does not count. partly_correct: correct, or a summary that covers the
    time has its sentence.
    is_forgotten: no leaf of it was left in the tree when it was asked for. with_feedback: whether somebody said
    after the first round that it should have been remembered.
    """

    kind: str
    round: int
    question: str
    with_feedback: bool
    correct: bool
    partly_correct: bool
    is_forgotten: bool
    tokens: int
    nodes_read: int
    pair: int = 0

    @property
    def category(self) -> int:
        """2: correct; 1: partly; 0: wrong."""
        return int(self.correct) + int(self.partly_correct)


@dataclass(frozen=True)
class Wanted:
    """sentences: record id -> (stamp_ns, what happened) of all records that answer the question."""

    sentences: Mapping[int, tuple[int, str]]

    def is_cited_by(self, found: TreeExploration) -> bool:
        """Whether one of the records, or its sentence at its time, is among what would be put before a reader."""
        kept = found.highlights[:_CITED]
        cited = {*found.record_ids[:_CITED], *(each.record_id for each in kept)}
        return bool(cited & set(self.sentences)) or any(
            each.stamp_ns == stamp_ns and sentence.rstrip(".") in each.text
            for each in kept
            for stamp_ns, sentence in self.sentences.values()
        )

    def is_told_by(self, found: TreeExploration) -> bool:
        """Whether a summary tells it, of a time that it fell in. Only of those expanded more than a line was read."""
        expanded = {step.node_id for step in found.steps if step.action == "expand"}
        return any(
            view.first_ns <= stamp_ns <= view.last_ns
            and sentence.rstrip(".") in (view.text if view.node_id in expanded else view.text.partition("\n")[0])
            for view in found.summaries
            for stamp_ns, sentence in self.sentences.values()
        )
