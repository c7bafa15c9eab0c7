"""What tells how likely an answer is right: of the tracks' answer, and of one that quotes the best piece."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from embodied_memory.evidence import Answer
from embodied_memory.memory.log.event_log import INSTANT
from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval.pieces.answer_sort import likely_sorts, sort_asked, sort_of
from embodied_memory.memory.retrieval.pieces.choice_weights import QUOTED, ChoiceWeights
from embodied_memory.memory.retrieval.pieces.deed_outcomes import DeedOutcome
from embodied_memory.memory.retrieval.pieces.piece_features import sort_told, telling
from embodied_memory.memory.retrieval.pieces.piece_search import BearingPiece, PieceSearch
from embodied_memory.memory.retrieval.pieces.quoting_pieces import Quotation
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan
from embodied_memory.words.wording.words import split_words

_KINDS = (
    (QueryIntent.LOCATION, QueryIntent.ROOM, QueryIntent.LAST_SEEN, QueryIntent.CONTENTS, QueryIntent.BESIDE,
     QueryIntent.HOW_MANY, QueryIntent.PREVIOUS),
    (QueryIntent.STATE, QueryIntent.SETTING, QueryIntent.HOLDER, QueryIntent.HELD_THINGS, QueryIntent.IN_STATE,
     QueryIntent.WHO_IS_HOME, QueryIntent.WHO_IS_THERE, QueryIntent.WHO_IS_AWAKE),
    (QueryIntent.WHO_CHANGED, QueryIntent.WHEN_CHANGED, QueryIntent.WHEN_DID, QueryIntent.WHO_DID,
     QueryIntent.WHEN_HANDLED, QueryIntent.HOW_OFTEN, QueryIntent.WHICH_FIRST, QueryIntent.JUST_BEFORE,
     QueryIntent.JUST_AFTER, QueryIntent.ONE_DEED, QueryIntent.WHAT_HAPPENED, QueryIntent.WHO_WAS_THERE),
    (QueryIntent.DUE, QueryIntent.DUE_TIME, QueryIntent.IS_DONE, QueryIntent.IS_OPEN, QueryIntent.WHO_PROMISED,
     QueryIntent.HOW_MANY_DUE, QueryIntent.WISHED_SETTING, QueryIntent.FAVOURITE, QueryIntent.WISHED_PLACE,
     QueryIntent.WISHES, QueryIntent.USUAL_TIME, QueryIntent.USUAL_PLACE, QueryIntent.USUAL_THING,
     QueryIntent.USUAL_DEEDS),
    (QueryIntent.WHO_TOLD, QueryIntent.WHO_TOLD_TELLER, QueryIntent.WHO_ASKED, QueryIntent.WHAT_SAID),
    (QueryIntent.UNKNOWN, QueryIntent.ABOUT),
)  # fmt: skip
_LIKE_KNOWN, _FAR_AHEAD = 0.85, 0.4
"""Nine of ten wrong readings of other people's questions are less like any known question than this."""
_NOTHING = "nothing answers, read closely"
_OF_A_TIME = 0.75
"""How likely all that is to come, or went on then, is what was asked for."""


@dataclass(frozen=True)
class Considered:
    """A question with both answers to it. found: the pieces that bear on it; quotation: what they tell, of the best.

    rows: features of STRUCTURED and of QUOTED. is_of_a_time: it tells all that is to come or went on then.
    is_known: it was asked in words that are known, of what the tracks alone keep. is_own: of what the robot did.
    called: what is asked for, where the structured answer is about one that is called otherwise. read: how likely the
    structured answer is right at least, where it was read as one; 0 where it is by the forms of questions.
    is_open: it asks in no way that is known.
    """

    structured: Answer
    found: tuple[BearingPiece, ...]
    quotation: Quotation
    structured_row: tuple[float, ...]
    quoted_row: tuple[float, ...]
    is_of_a_time: bool = False
    is_known: bool = False
    is_own: bool = False
    called: str = ""
    read: float = 0.0
    is_open: bool = False

    def likely(self, weights: ChoiceWeights) -> tuple[float, float]:
        """How likely the structured answer is right, and the quoted one; 0 for one that is none."""
        structured = self.structured_row if self.structured.known else None
        by_tracks, by_quoting = weights.likely(structured, self.quoted_row if self.quotation.text else None)
        is_read = self.read > 0.0 and structured is not None
        by_quoting = _OF_A_TIME if self.is_of_a_time and not is_read else by_quoting
        return max(self.read, by_tracks) if is_read else by_tracks, by_quoting


def structured_row(
    question: str,
    plan: QueryPlan,
    answer: Answer,
    found: tuple[BearingPiece, ...],
    pieces: Sequence[Piece],
    search: PieceSearch,
) -> tuple[float, ...]:
    """As `STRUCTURED`. pieces: that the answer cites; found: that bear on the question."""
    asked, sorts = telling(question), likely_sorts(question)
    told = tuple(split_words(f"{answer.text} {' '.join(one.summary for one in answer.evidence[:3])}"))
    said = search.words.told_by(asked, told)
    cited = {one.record_id for one in answer.evidence}
    best = found[0].probability if found else 0.0
    bears = max((one.probability for one in found if one.piece.record_id in cited), default=0.0)
    surely_read = float(plan.likeness >= _LIKE_KNOWN and plan.lead >= _FAR_AHEAD)
    kinds = (float(plan.intent in kind) for kind in _KINDS)
    return (
        answer.certainty,
        bears,
        float(not cited),
        float(any(one.kind == INSTANT for one in answer.evidence)),
        best,
        float(said.mean()) if len(said) else 1.0,
        float(said.min(initial=1.0)),
        len(plan.unheard) / max(1, len(asked)),
        *kinds,
        math.log(1 + len(asked)),
        float(bool(plan.thing.ids or plan.place.ids)),
        min(plan.likeness, 1.2),
        min(plan.lead, 1.0),
        min(plan.likeness, 1.2) * bears,
        surely_read,
        surely_read * (float(said.mean()) if len(said) else 1.0),
        *sort_told(sort_asked(question), question, answer.text, True),
        float(search.read_closely(question, [(answer.text, "")])[0]) if answer.known else 0.0,
        *((found[0].told("read closely"), found[0].told(_NOTHING)) if found else (0.0, 1.0)),
        max((sorts.get(sort_of(one), 0.0) for one in pieces), default=0.0),
    )


def quoted_row(
    question: str, plan: QueryPlan, found: tuple[BearingPiece, ...], outcome: DeedOutcome | None
) -> tuple[float, ...]:
    """As `QUOTED`. outcome: what the best piece came to, if that is told."""
    if not found:
        return (0.0,) * len(QUOTED)
    best, second = found[0], found[1].probability if len(found) > 1 else 0.0
    low = question.lower()
    return (
        best.probability,
        second,
        best.told("like words"),
        best.told("least like word"),
        best.told("alike"),
        math.log(1 + len(telling(question))),
        best.told("is deed"),
        float(plan.time is not None),
        float(bool(plan.people)),
        float("how many" in low or "how often" in low),
        float(low.startswith("where") or " where" in low),
        math.log(max(best.probability, 1e-4) / max(1 - best.probability, 1e-4)),
        best.told("rarest word"),
        best.told("second rarest word"),
        best.told("misses who is named"),
        best.told("words of it asked"),
        best.told("same stems"),
        best.probability - (found[2].probability if len(found) > 2 else 0.0),
        best.told("asker spoke"),
        best.told("tells the sort asked"),
        best.told("lacks the sort asked"),
        best.told("read closely"),
        best.told("likely read closely"),
        best.told(_NOTHING),
        found[1].told("read closely") if len(found) > 1 else 0.0,
        float(outcome is not None and outcome.is_all),
        float(outcome is not None and not outcome.is_all),
        outcome.likely if outcome is not None else 0.0,
        best.told("likely of its sort"),
        best.told("done out of time asked"),
        best.told("newer than others that answer"),
    )
