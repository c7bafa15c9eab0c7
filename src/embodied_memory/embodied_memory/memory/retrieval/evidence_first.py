"""Evidence first: a structured answer only where the evidence bears it out, else the best piece in its own words.

The tracks answer what they were made for (where, when, who, how many, states, habits, promises) exactly, and anything
else with what lay nearest at hand. So each answer is weighed against the pieces of evidence that bear on the
question: how likely it is right is learned (`make learn`), and is the certainty that is told.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from embodied_memory.evidence import Answer, Evidence
from embodied_memory.memory.discretion.discretion import Discretion
from embodied_memory.memory.event_log import INSTANT
from embodied_memory.memory.retrieval.choice_weights import QUOTED, ChoiceWeights, learned_choice
from embodied_memory.memory.retrieval.language_answerer import Shown, ShownPiece, piece_in_words
from embodied_memory.memory.retrieval.pieces.agenda import agenda, as_told
from embodied_memory.memory.retrieval.pieces.answer_sort import sort_asked
from embodied_memory.memory.retrieval.pieces.deed_outcomes import DeedOutcome, DeedOutcomes
from embodied_memory.memory.retrieval.pieces.exchanges import belonging_to
from embodied_memory.memory.retrieval.pieces.piece import Piece
from embodied_memory.memory.retrieval.pieces.piece_features import sort_told, telling
from embodied_memory.memory.retrieval.pieces.piece_rows import PieceRows
from embodied_memory.memory.retrieval.pieces.piece_search import BearingPiece, PieceSearch
from embodied_memory.memory.retrieval.pieces.quoting_pieces import Quotation, quoted
from embodied_memory.memory.retrieval.pieces.reranking import CLOSELY
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan
from embodied_memory.memory.wording.phrases import sentence
from embodied_memory.memory.wording.words import split_words
from embodied_memory.words.one_reading import the_reading

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
    (QueryIntent.UNKNOWN, QueryIntent.OBJECTS, QueryIntent.ABOUT),
)  # fmt: skip
LEARNED_OVER = "all-MiniLM-L6-v2-int8"
_LIKE_KNOWN, _FAR_AHEAD = 0.85, 0.4
"""Nine of ten wrong readings of other people's questions are less like any known question than this."""
_RATHER_RIGHT, _OF_PLANS = 0.5, 0.75
_NOTHING = "nothing answers, read closely"
_MOST_CITED, _MOST_SHOWN = 5, 20
_MINUTE_NS = 60 * 10**9


@dataclass(frozen=True)
class Considered:
    """A question with both answers to it. found: the pieces that bear on it; quotation: what they tell, of the best.

    rows: features of STRUCTURED and of QUOTED. is_of_plans: it tells what is to come, of which there are no tracks.
    """

    structured: Answer
    found: tuple[BearingPiece, ...]
    quotation: Quotation
    structured_row: tuple[float, ...]
    quoted_row: tuple[float, ...]
    is_of_plans: bool = False

    def likely(self, weights: ChoiceWeights) -> tuple[float, float]:
        """How likely the structured answer is right, and the quoted one; 0 for one that is none."""
        structured = self.structured_row if self.structured.known else None
        if self.is_of_plans:
            return weights.likely(structured, None)[0], _OF_PLANS
        return weights.likely(structured, self.quoted_row if self.found else None)


class EvidenceFirst:
    """For one moment. when: a stamp in words; cite: records as evidence."""

    def __init__(
        self,
        rows: PieceRows,
        search: PieceSearch,
        when: Callable[[int], str],
        cite: Callable[[list[int]], tuple[Evidence, ...]],
        discretion: Discretion,
        outcomes: DeedOutcomes,
        weights: ChoiceWeights | None = None,
        model: str = LEARNED_OVER,
        utc_offset_h: float = 0.0,
    ) -> None:
        """outcomes: of deeds; model: the embedder's; by vectors without learned weights nothing is weighed."""
        self._rows, self._search, self._when = rows, search, when
        self._cite, self._discretion, self._outcomes = cite, discretion, outcomes
        self._weights, self._is_weighed = weights, model == LEARNED_OVER
        self._utc_offset_h = utc_offset_h

    def consider(self, question: str, plan: QueryPlan, structured: Answer) -> Considered:
        """The structured answer, and the pieces that bear on the question."""
        cited = self._rows.of_ids(one.record_id for one in structured.evidence)
        if not self._discretion.may_tell(structured, cited):
            structured = _unknown(question)
        found = tuple(self._search.search(question, plan.people, plan.time))
        planned = self._planned(question, plan)
        outcome = planned or self._outcome(plan, found)
        standing = found if outcome else self._standing(plan, found)
        quotation = quoted(standing, self._when, outcome, partial(self._belonging, question))
        return Considered(
            structured,
            found,
            quotation,
            self._structured_row(question, plan, structured, found),
            _quoted_row(question, plan, found, quotation.outcome),
            planned is not None,
        )

    def _belonging(self, question: str, piece: Piece) -> Sequence[Piece]:
        """What was said right after a piece and belongs to it, as far as the asker may hear it."""
        after = [one for one in self._rows.around(piece.record_id) if one.record_id > piece.record_id]
        after = [one for one in after if self._discretion.may_hear(one)]
        return belonging_to(piece, after, question, self._search.robot, the_reading())

    def _planned(self, question: str, plan: QueryPlan) -> DeedOutcome | None:
        """What is to come, where that is asked for, as far as the asker may hear it."""
        robot, discretion = self._search.robot, self._discretion

        def may_hear(piece: Piece) -> bool:
            return piece.speaker != robot and discretion.may_hear(piece)

        said = agenda(question, plan.people, self._rows, may_hear, the_reading(), self._utc_offset_h)
        return as_told(said, self._when) if said else None

    def _outcome(self, plan: QueryPlan, found: tuple[BearingPiece, ...]) -> DeedOutcome | None:
        """What came of a deed, unless the asker may not be told."""
        outcome = self._outcomes.outcome(plan, _deeds_of(found))
        if outcome is None or not all(map(self._discretion.may_hear, self._rows.of_ids(outcome.record_ids))):
            return None
        return outcome

    def _standing(self, plan: QueryPlan, found: tuple[BearingPiece, ...]) -> list[BearingPiece]:
        """Without what was done before the deed that is told, and undone by it."""
        outdated = self._outcomes.outdated(plan, _deeds_of(found))
        return [one for one in found if one.piece.record_id not in outdated]

    @property
    def _chosen_by(self) -> ChoiceWeights:
        return self._weights or learned_choice()

    def shown(self, question: str, considered: Considered) -> Shown:
        """The likeliest of what was found, and what is believed: that is one more piece, as likely as it is."""
        by_tracks, _ = considered.likely(self._chosen_by)
        pieces = [
            ShownPiece(
                piece_in_words(one.piece, self._when),
                Answer(question, one.piece.text, True, round(one.probability, 4), self._cite([one.piece.record_id])),
            )
            for one in considered.found
        ]
        if considered.structured.known:
            believed = replace(considered.structured, certainty=self._chosen_by.told.of_structured(by_tracks))
            pieces.append(ShownPiece(f"What I believe: {believed.text}", believed))
        pieces.sort(key=lambda piece: -piece.alone.certainty)
        return Shown(self._search.asker, self._when(self._rows.now_ns - _MINUTE_NS), tuple(pieces[:_MOST_SHOWN]))

    def likelier(self, question: str, considered: Considered) -> Answer:
        """By what was learned, with that as its certainty; "I don't know" where neither is likely enough."""
        if not self._is_weighed or not considered.found:
            return considered.structured
        by_tracks, by_quoting = considered.likely(self._chosen_by)
        if max(by_tracks, by_quoting) < self._chosen_by.least:
            return considered.structured if not considered.structured.known else _unknown(question)
        if by_tracks >= by_quoting:
            answer = replace(considered.structured, certainty=self._chosen_by.told.of_structured(by_tracks))
            return self._put_right(question, answer)
        return self._quoted(question, considered, self._chosen_by.told.of_quoted(by_quoting))

    def _put_right(self, question: str, answer: Answer) -> Answer:
        """With what the speaker put right of the saying that it rests on."""
        rests_on = [one for one in self._rows.of_ids(one.record_id for one in answer.evidence[:1]) if one.is_said]
        after = [
            other for one in rests_on for other in self._belonging(question, one) if other.speaker == one.speaker
        ]
        told = [f'{one.speaker} said after that: "{one.text.strip()}"' for one in after]
        return replace(answer, text=" ".join((answer.text, *told)), evidence=(
            *answer.evidence, *self._cite([one.record_id for one in after])
        ))  # fmt: skip

    def _quoted(self, question: str, considered: Considered, certainty: float) -> Answer:
        text, ids = considered.quotation.text, list(considered.quotation.record_ids)
        ids += [one.piece.record_id for one in considered.found if one.piece.record_id not in ids]
        if certainty < _RATHER_RIGHT:
            text = f"I am not sure that this is what you mean. {text}"
        return Answer(question, sentence(text), True, certainty, self._cite(ids[:_MOST_CITED]))

    def _structured_row(
        self, question: str, plan: QueryPlan, answer: Answer, found: tuple[BearingPiece, ...]
    ) -> tuple[float, ...]:
        asked = telling(question)
        told = tuple(split_words(f"{answer.text} {' '.join(one.summary for one in answer.evidence[:3])}"))
        said = self._search.words.told_by(asked, told)
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
            float(self._search.read_closely(question, [(answer.text, "")])[0]) if answer.known else 0.0,
            *(_read(found[0], "read closely", _NOTHING) if found else (0.0, 1.0)),
        )


def _deeds_of(found: Sequence[BearingPiece]) -> dict[int, float]:
    """record -> how likely it answers, the best first, without what was said; none where that is best."""
    if not found or found[0].piece.is_said:
        return {}
    return {one.piece.record_id: one.probability for one in found if not one.piece.is_said}


def _quoted_row(
    question: str, plan: QueryPlan, found: tuple[BearingPiece, ...], outcome: DeedOutcome | None
) -> tuple[float, ...]:
    if not found:
        return (0.0,) * len(QUOTED)
    best, second = found[0], found[1].probability if len(found) > 1 else 0.0
    told = dict(zip(CLOSELY, best.features, strict=True))
    low = question.lower()
    return (
        best.probability,
        second,
        told["like words"],
        told["least like word"],
        told["alike"],
        math.log(1 + len(telling(question))),
        told["is deed"],
        float(plan.time is not None),
        float(bool(plan.people)),
        float("how many" in low or "how often" in low),
        float(low.startswith("where") or " where" in low),
        math.log(max(best.probability, 1e-4) / max(1 - best.probability, 1e-4)),
        told["rarest word"],
        told["second rarest word"],
        told["misses who is named"],
        told["words of it asked"],
        told["same stems"],
        best.probability - (found[2].probability if len(found) > 2 else 0.0),
        told["asker spoke"],
        told["tells the sort asked"],
        told["lacks the sort asked"],
        told["read closely"],
        told["likely read closely"],
        told[_NOTHING],
        *(_read(found[1], "read closely") if len(found) > 1 else (0.0,)),
        float(outcome is not None and outcome.is_all),
        float(outcome is not None and not outcome.is_all),
        outcome.likely if outcome is not None else 0.0,
    )


def _read(one: BearingPiece, *names: str) -> tuple[float, ...]:
    """Features by which the cross-encoder tells of a piece."""
    return tuple(one.features[CLOSELY.index(name)] for name in names)


def _unknown(question: str) -> Answer:
    return Answer(question, "I don't know.", False, 0.0)
