"""A language model puts the answer into words; what it rests on is checked, rules stand in where it fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel, Field

from embodied_memory.evidence import Answer
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import Request, UnusableReplyError, prompt
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.answers.from_tracks import answer_from_tracks
from embodied_memory.memory.retrieval.views.candidate import Candidate

_MOST_CHARACTERS = 2000
_MOST_CITED = 20


class AnswerReply(BaseModel):
    """answer: a sentence or two; cited: numbers of the pieces it rests on."""

    answer: str = Field(min_length=1, max_length=_MOST_CHARACTERS)
    known: bool = True
    cited: list[int] = Field(default_factory=list, max_length=_MOST_CITED)


class LanguageAnswerer:
    """The role over a language model. Status, certainty and objects are those of the rules: they are measured."""

    def __init__(self, advisor: Advisor) -> None:
        self._advisor = advisor

    def __call__(self, ground: AnswerGround) -> Answer:
        """See Answerer."""
        draft = answer_from_tracks(ground)
        pieces = ground.bundle.selected
        if not pieces:
            return draft
        told = "\n".join(
            f"{number}. {ground.when(one.stamp_ns)} ({one.view.value}, {one.provenance.value}): {one.text}"
            for number, one in enumerate(pieces, start=1)
        )
        now = ground.when(ground.now_ns - 60_000_000_000)
        text = prompt("answer_question", question=ground.plan.question, now=now, evidence=told, draft=draft.text)
        return self._advisor.advice(
            Request("answer question", text),
            AnswerReply,
            lambda reply: _answer(reply, draft, pieces, ground),
            lambda: draft,
        )


def _answer(reply: AnswerReply, draft: Answer, pieces: Sequence[Candidate], ground: AnswerGround) -> Answer:
    """Raises UnusableReplyError for an answer that cites nothing, or what is not there."""
    if not reply.known:
        return ground.unknown()
    if not reply.cited or not all(1 <= number <= len(pieces) for number in reply.cited):
        raise UnusableReplyError(f"an answer that cites {reply.cited} of {len(pieces)} pieces")
    evidence = ground.citations([pieces[number - 1] for number in reply.cited])
    if not evidence:
        raise UnusableReplyError("nothing that it cites bears on the question")
    certainty = draft.certainty if draft.known else 0.5
    return replace(draft, text=reply.answer, known=True, certainty=certainty, evidence=evidence)
