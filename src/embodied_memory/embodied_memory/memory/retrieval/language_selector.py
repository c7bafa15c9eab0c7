"""A language model chooses the evidence (ObsMem, equation 5); the greedy choice stands in where it fails."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, Field

from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import Request, UnusableReplyError, prompt
from embodied_memory.memory.retrieval.evidence_selector import EvidenceSelector
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan
from embodied_memory.memory.retrieval.views.candidate import Candidate

_MOST_SHOWN = 40
_MOST_CHARACTERS = 300


class SelectionReply(BaseModel):
    """Numbers of pieces of evidence, the most important first. None chosen must be said: an empty reply is none."""

    chosen: list[int] = Field(max_length=_MOST_SHOWN)


class LanguageSelector:
    """The role over a language model."""

    def __init__(self, advisor: Advisor, offline: EvidenceSelector) -> None:
        self._advisor = advisor
        self._offline = offline

    def select(self, plan: QueryPlan, candidates: Sequence[Candidate], k: int) -> tuple[Candidate, ...]:
        """See EvidenceSelector. Evidence of an earlier step is kept, whatever the model says."""
        shown = candidates[:_MOST_SHOWN]
        if not shown:
            return ()
        pieces = "\n".join(
            f"{number}. ({one.view.value}, {one.provenance.value}) {one.text[:_MOST_CHARACTERS]}"
            for number, one in enumerate(shown, start=1)
        )
        text = prompt("select_evidence", question=plan.question, candidates=pieces, most=str(k))
        return self._advisor.advice(
            Request("select evidence", text),
            SelectionReply,
            lambda reply: _chosen(reply, shown, k),
            lambda: self._offline.select(plan, candidates, k),
        )


def _chosen(reply: SelectionReply, shown: Sequence[Candidate], k: int) -> tuple[Candidate, ...]:
    """Raises UnusableReplyError for a number that is none of the pieces."""
    for number in reply.chosen:
        if not 1 <= number <= len(shown):
            raise UnusableReplyError(f"there is no piece {number} among {len(shown)}")
    steps = [one for one in shown if one.is_step]
    return tuple(dict.fromkeys([*steps, *(shown[number - 1] for number in reply.chosen)]))[:k]
