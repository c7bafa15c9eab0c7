"""A language model answers from numbered pieces of evidence, in one call; what it says is bound to them and checked.

The pieces are what was said and done, word for word, and what is believed: there is no draft to copy. What the pieces
that it cites do not bear out is not told; offline it is then answered as without a model (ObsMem, section 4.3).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from embodied_memory.evidence import Answer
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import UnusableReplyError, asking
from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval.pieces.piece_features import telling
from embodied_memory.words.wording.words import split_words

_MOST_CHARACTERS = 2000
_MOST_CITED = 20
_MOST_EVIDENCE = 5
_SAYS_IT = 0.75
"""Of the likeness of two words' meanings: `WordVectors.told_by`."""
_BORNE_OUT = 0.5
"""The share of the words of an answer that its pieces must tell."""
_SURE = 0.5
_TRUSTED = 0.8
"""How sure it is what a model says and pieces bear out, whatever these are (docs/evaluation.md, `days/seventh`)."""
_PRECISE = re.compile(r"(?<=[\w,;] )[A-Z][\w'-]*|\d[\d:.,]*\d|\d")
"""Names within a sentence, and numbers."""
_COUNTED = frozenset(split_words("once twice times time seconds minutes minute hours hour days day weeks week"))

ToldBy = Callable[[Sequence[str], Sequence[str]], NDArray[np.float32]]
"""See `WordVectors.told_by`."""


class AnswerReply(BaseModel):
    """cited: numbers of the pieces that answer, none if nothing does; answer: a sentence or two resting on them."""

    cited: list[int] = Field(max_length=_MOST_CITED)
    answer: str = Field(max_length=_MOST_CHARACTERS)


@dataclass(frozen=True)
class ShownPiece:
    """A piece as a model reads it, and the answer that would rest on it alone: its certainty is that it answers."""

    text: str
    alone: Answer


@dataclass(frozen=True)
class ShownEvidence:
    """What a model is shown beside the question. now: the time of asking in words; pieces: the likeliest first."""

    asker: str
    now: str
    pieces: tuple[ShownPiece, ...]


def piece_in_words(piece: Piece, when: Callable[[int], str]) -> str:
    """ "Monday at 08:10, kitchen, Anna to Ben: I ..."; a deed without the people."""
    where = f", {piece.place}" if piece.place else ""
    if not piece.is_said:
        return f"{when(piece.stamp_ns)}{where}: {piece.text}"
    heard = ", ".join(name for name in piece.audience if name.lower() != piece.speaker.lower())
    return f"{when(piece.stamp_ns)}{where}, {piece.speaker}{f' to {heard}' if heard else ''}: {piece.text}"


class LanguageAnswerer:
    """The role over a language model."""

    def __init__(self, advisor: Advisor) -> None:
        self._advisor = advisor

    def __call__(self, question: str, shown: ShownEvidence, told_by: ToldBy, offline: Answer) -> Answer:
        """offline: the answer where it gives none. Asks with no lock held: what was found is found only once."""
        if not shown.pieces:
            return offline
        request = asking(
            "answer question",
            now=shown.now,
            pieces="\n".join(f"{number}. {one.text}" for number, one in enumerate(shown.pieces, start=1)),
            asker=shown.asker or "somebody",
            question=question,
        )
        return self._advisor.advice(
            request, AnswerReply, lambda reply: _answer(reply, shown.pieces, told_by, offline), lambda: offline
        )


def _answer(reply: AnswerReply, shown: Sequence[ShownPiece], told_by: ToldBy, offline: Answer) -> Answer:
    """Raises UnusableReplyError for what is not there, and for what the pieces do not bear out."""
    if not reply.cited:
        return offline if offline.certainty >= _SURE else Answer(offline.question, "I don't know.", False, 0.0)
    if not reply.answer.strip() or not all(1 <= number <= len(shown) for number in reply.cited):
        raise UnusableReplyError(f"an answer that cites {reply.cited} of {len(shown)} pieces")
    asked = set(split_words(offline.question))
    told = [word for word in telling(reply.answer) if word not in asked]
    bound = _bound(told, [shown[number - 1] for number in dict.fromkeys(reply.cited)], shown, told_by)
    _check(reply.answer, told, bound, told_by)
    evidence = dict.fromkeys(one for piece in bound for one in piece.alone.evidence)
    doubt = (1.0 - max(piece.alone.certainty for piece in bound)) * (1.0 - _TRUSTED)
    return replace(
        bound[0].alone,
        text=reply.answer.strip(),
        certainty=round(1.0 - doubt, 4),
        evidence=tuple(evidence)[:_MOST_EVIDENCE],
    )


def _bound(
    told: Sequence[str], cited: Sequence[ShownPiece], shown: Sequence[ShownPiece], told_by: ToldBy
) -> list[ShownPiece]:
    """Those cited that tell some of the answer, the most telling first; if none does, the one that tells most."""

    def tells(piece: ShownPiece) -> int:
        return int((told_by(told, split_words(piece.text)) >= _SAYS_IT).sum())

    telling_most = sorted((piece for piece in cited if tells(piece)), key=tells, reverse=True)
    if telling_most or not told:
        return telling_most or list(cited)
    most = max(shown, key=tells)
    return [most] if tells(most) else list(cited)


def _check(answer: str, told: Sequence[str], bound: Sequence[ShownPiece], told_by: ToldBy) -> None:
    """Raises UnusableReplyError for words that the pieces do not tell, and for names and numbers that nobody told.

    Several pieces may be counted, and the time between them told.
    """
    if len(bound) > 1:
        told = [word for word in told if not (word in _COUNTED or word[0].isdigit())]
    words = split_words(" ".join(piece.text for piece in bound))
    borne = dict(zip(told, told_by(told, words) >= _SAYS_IT, strict=True))
    if told and sum(borne.values()) < _BORNE_OUT * len(told):
        raise UnusableReplyError("the pieces that it cites do not tell that")
    precise = {word for one in _PRECISE.findall(answer) for word in split_words(one)}
    if any(not is_borne for word, is_borne in borne.items() if word in precise):
        raise UnusableReplyError("a name or a number that the pieces which it cites do not tell")
