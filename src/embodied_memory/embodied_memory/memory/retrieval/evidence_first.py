"""Evidence first: a structured answer only where the evidence bears it out, else the best piece in its own words.

The tracks answer what they were made for (where, when, who, how many, states, habits, promises) exactly, and anything
else with what lay nearest at hand. So each answer is weighed against the pieces of evidence that bear on the
question: how likely it is right is learned (`make learn`), and is the certainty that is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from embodied_memory.evidence import Answer, Evidence
from embodied_memory.memory.discretion.discretion import Discretion
from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval.choice_features import Considered, quoted_row, structured_row
from embodied_memory.memory.retrieval.known_now.statement_search import known_certainty
from embodied_memory.memory.retrieval.language_answerer import ShownEvidence, ShownPiece, piece_in_words
from embodied_memory.memory.retrieval.pieces.answer_sort import (
    asks_how_long,
    asks_how_many,
    asks_how_often,
    likely_sorts,
    sort_of,
)
from embodied_memory.memory.retrieval.pieces.choice_weights import ChoiceWeights, learned_choice
from embodied_memory.memory.retrieval.pieces.deed_outcomes import DeedOutcome, DeedOutcomes
from embodied_memory.memory.retrieval.pieces.piece_rows import PieceRows
from embodied_memory.memory.retrieval.pieces.piece_search import BearingPiece, PieceSearch, belonging_to
from embodied_memory.memory.retrieval.pieces.quoting_pieces import agenda, as_told, in_own_words, outline, quoted
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan
from embodied_memory.memory.retrieval.seen.question import SeenIntent
from embodied_memory.memory.retrieval.what_is_asked import (
    asks_what_the_robot_did,
    called_otherwise,
    is_of_another_sort,
    is_of_tracks_alone,
    of_what_is_looked_for,
)
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.wording.phrases import sentence, with_article

LEARNED_OVER = "all-MiniLM-L6-v2-int8"
_RATHER_RIGHT, _WELL_TOLD, _OF_ANOTHER, _SURELY_ONE = 0.5, 0.6, 0.6, 0.75
"""The third: what is left of a certainty where the thing is called otherwise."""
_MOST_CITED, _MOST_SHOWN = 5, 20
_MINUTE_NS = 60 * 10**9
_UNSURE = "I am not sure that this is what you mean."
_UNWEIGHED, _MOST_WORDS = 0.4, 0.75
"""The certainty of what is quoted by its words alone, where nothing was learned, and the least share of them."""


class EvidenceFirst:
    """For one moment. cite: records as evidence."""

    def __init__(
        self,
        rows: PieceRows,
        search: PieceSearch,
        cite: Callable[[list[int]], tuple[Evidence, ...]],
        discretion: Discretion,
        outcomes: DeedOutcomes,
        weights: ChoiceWeights | None = None,
        model: str = LEARNED_OVER,
        utc_offset_h: float = 0.0,
    ) -> None:
        """outcomes: of deeds; model: the embedder's; by vectors without learned weights nothing is weighed."""
        self._rows, self._search, self._when = rows, search, search.when
        self._cite, self._discretion, self._outcomes = cite, discretion, outcomes
        self._weights, self._is_weighed = weights, model == LEARNED_OVER
        self._utc_offset_h = utc_offset_h

    def may_cite(self, record_ids: Sequence[int]) -> bool:
        """Whether the asker may hear of all of these."""
        return not self.withheld(record_ids)

    def withheld(self, record_ids: Sequence[int]) -> frozenset[int]:
        """Those of which the asker may not hear."""
        return frozenset(one.record_id for one in self._rows.of_ids(record_ids) if not self._discretion.may_hear(one))

    def consider(self, question: str, plan: QueryPlan, structured: Answer, read: float = 0.0) -> Considered:
        """The structured answer, and the pieces that bear on the question. read: as in `Considered`."""
        cited = self._rows.of_ids(one.record_id for one in structured.evidence)
        is_other = not read and is_of_another_sort(plan)
        if not self._discretion.may_tell(structured, cited) or is_other:
            structured = _unknown(question)
        found = tuple(self._search.search(question, plan.people, plan.time))
        bearing = of_what_is_looked_for(plan, found)
        planned = _unless_surely_other(self._planned(plan), bearing)
        outcome = planned or self._outcome(plan, bearing)
        standing = bearing if outcome else self._standing(plan, bearing)
        quotation = quoted(standing, self._when, outcome, partial(self._belonging, question))
        return Considered(
            structured,
            found,
            quotation,
            structured_row(question, plan, structured, found, cited, self._search),
            quoted_row(question, plan, bearing, quotation.outcome),
            planned is not None,
            is_of_tracks_alone(plan, bearing),
            asks_what_the_robot_did(plan),
            called_otherwise(plan, structured.text) if structured.known and not read else "",
            read,
            plan.intent is QueryIntent.UNKNOWN and plan.seen.intent is SeenIntent.UNKNOWN,
        )

    def _belonging(self, question: str, piece: Piece) -> Sequence[Piece]:
        """What was said right after a piece and belongs to it, as far as the asker may hear it."""
        after = [one for one in self._rows.around(piece.record_id) if one.record_id > piece.record_id]
        after = [one for one in after if self._discretion.may_hear(one)]
        return belonging_to(piece, after, question, self._search.robot, the_reading())

    def _planned(self, plan: QueryPlan) -> DeedOutcome | None:
        """What is to come, or what went on, where that is asked for, as far as the asker may hear it."""
        robot, discretion = self._search.robot, self._discretion

        def may_hear(piece: Piece) -> bool:
            return piece.speaker != robot and discretion.may_hear(piece)

        said = agenda(plan, self._rows, may_hear, the_reading(), self._utc_offset_h, self._search.asker)
        said = said or outline(plan, self._rows, may_hear, the_reading())
        if said:
            return as_told(said, self._when)
        told = self._outcomes.planned(plan, self.may_cite)
        return told if told is not None and self.may_cite(told.record_ids) else None

    def _outcome(self, plan: QueryPlan, found: tuple[BearingPiece, ...]) -> DeedOutcome | None:
        """What came of a deed, unless the asker may not be told."""
        outcome = self._outcomes.outcome(plan, _deeds_of(_counted(plan, found)))
        return outcome if outcome is not None and self.may_cite(outcome.record_ids) else None

    def _standing(self, plan: QueryPlan, found: tuple[BearingPiece, ...]) -> list[BearingPiece]:
        """Without what was done before the deed that is told, and undone by it, or at another time than is asked."""
        left_out = self._outcomes.outdated(plan, _deeds_of(found)) | _untimely(plan, found)
        return [one for one in found if one.piece.record_id not in left_out]

    @property
    def _chosen_by(self) -> ChoiceWeights:
        return self._weights or learned_choice()

    def shown(self, question: str, considered: Considered) -> ShownEvidence:
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
        return ShownEvidence(
            self._search.asker, self._when(self._rows.now_ns - _MINUTE_NS), tuple(pieces[:_MOST_SHOWN])
        )

    def likelier(self, question: str, considered: Considered) -> Answer:
        """By what was learned, with that as its certainty; "I don't know" where neither is likely enough."""
        if not self._is_weighed or not considered.found or considered.is_own:
            if considered.is_open and not considered.structured.known and self._has_its_words(considered):
                return self._told_alone(question, considered.found[0].piece)
            return _as_called(question, considered, considered.structured.certainty)
        by_tracks, by_quoting = considered.likely(self._chosen_by)
        is_known = considered.is_known and considered.structured.known
        if max(by_tracks, by_quoting) < self._chosen_by.least and not is_known:
            return considered.structured if not considered.structured.known else _unknown(question)
        is_outdated = by_quoting >= _RATHER_RIGHT and self._is_outdated(considered)
        is_nearer = by_tracks >= _WELL_TOLD and (_rests_on_best(considered) or _is_of_others(considered))
        if (by_tracks >= by_quoting and not is_outdated) or is_known or is_nearer:
            told = self._chosen_by.told.of_structured(by_tracks)
            is_read = considered.read > 0.0 and considered.structured.known
            certainty = known_certainty(considered.structured.certainty, by_tracks) if is_read else told
            return self._put_right(question, _as_called(question, considered, certainty))
        return self._quoted(question, considered, self._chosen_by.told.of_quoted(by_quoting))

    def _is_outdated(self, considered: Considered) -> bool:
        """Whether the best piece was said since all that the structured answer rests on, which are sayings: "the
        haircut's tomorrow now", after "I've got a haircut at four".
        """
        best = considered.found[0]
        cited = self._rows.of_ids(one.record_id for one in considered.structured.evidence)
        since = all(one.is_said and one.record_id < best.piece.record_id for one in cited)
        is_told = best.piece.is_said and not best.piece.is_question and best.probability >= _RATHER_RIGHT
        return bool(cited) and since and is_told and _is_as_near(considered, {one.record_id for one in cited})

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

    def _told_alone(self, question: str, piece: Piece) -> Answer:
        text = sentence(f"{_UNSURE} {in_own_words([piece], self._when)}")
        return Answer(question, text, True, _UNWEIGHED, self._cite([piece.record_id]))

    def _has_its_words(self, considered: Considered) -> bool:
        """Whether the best piece has most of the telling words of the question, the rare ones above all, and who is
        named there; what the robot said itself, or somebody only asked, tells nothing.
        """
        if not considered.found or _is_of_others(considered):
            return False
        best = considered.found[0]
        is_own = best.piece.is_said and best.piece.speaker == self._search.robot
        return not (best.piece.is_question or is_own) and best.told("same stems") >= _MOST_WORDS

    def _quoted(self, question: str, considered: Considered, certainty: float) -> Answer:
        text, ids = considered.quotation.text, list(considered.quotation.record_ids)
        bearing = [one for one in considered.found if not one.piece.is_question or one.probability >= _RATHER_RIGHT]
        ids += [one.piece.record_id for one in bearing if one.piece.record_id not in ids]
        if certainty < _RATHER_RIGHT:
            text = f"{_UNSURE} {text}"
        return Answer(question, sentence(text), True, certainty, self._cite(ids[:_MOST_CITED]))


def _rests_on_best(considered: Considered) -> bool:
    """Whether both answers are of the same saying: the structured one tells it with its time and its people worked
    out, and says what became of it.
    """
    best = considered.found[0].piece
    return best.is_said and best.record_id in {one.record_id for one in considered.structured.evidence}


def _is_of_others(considered: Considered) -> bool:
    """Whether the best piece has to do with nobody who is asked of: "my favourite book is the green one" of Ben's."""
    return bool(considered.found[0].told("misses who is named"))


def _is_as_near(considered: Considered, cited: set[int]) -> bool:
    """Whether the best piece shares as much with the question as the pieces cited that were found: "you need not
    remind me to buy milk" says nothing of what else somebody is to be reminded of.
    """
    best, *others = considered.found
    shared = [one.told("same stems") for one in others if one.piece.record_id in cited]
    return best.told("same stems") >= max(shared, default=0.0)


def _as_called(question: str, considered: Considered, certainty: float) -> Answer:
    """The structured answer; it says so where the thing is none that is called what was asked for."""
    answer, called = replace(considered.structured, certainty=certainty), considered.called
    text = f"I don't know of {with_article(called)}. {answer.text}" if called else answer.text
    return replace(answer, text=text, certainty=certainty * (_OF_ANOTHER if called else 1.0))


def _unless_surely_other(planned: DeedOutcome | None, found: Sequence[BearingPiece]) -> DeedOutcome | None:
    """What is to come in all, unless one thing that is none of it surely answers: "what am I to do after dinner?"."""
    if planned is None or not found or found[0].probability < _SURELY_ONE:
        return planned
    return planned if found[0].piece.record_id in planned.record_ids else None


def _counted(plan: QueryPlan, found: Sequence[BearingPiece]) -> Sequence[BearingPiece]:
    """What is counted or measured is what was done of the sort that is asked for, whatever was said of it: "how often
    did Mr Lowe come round" counts his comings, not his greetings. Other questions leave the order as it is.
    """
    if not (asks_how_long(plan) or asks_how_often(plan) or asks_how_many(plan)):
        return found
    sorts = likely_sorts(plan.question)
    return sorted(found, key=lambda one: -one.probability * sorts.get(sort_of(one.piece), 0.0))


def _deeds_of(found: Sequence[BearingPiece]) -> dict[int, float]:
    """record -> how likely it answers, the best first, without what was said; none where that is best."""
    if not found or found[0].piece.is_said:
        return {}
    return {one.piece.record_id: one.probability for one in found if not one.piece.is_said}


def _untimely(plan: QueryPlan, found: Sequence[BearingPiece]) -> frozenset[int]:
    """What was done at another time than the best deed, if that was done when it is asked of."""
    deeds = [one.piece for one in found if not one.piece.is_said]
    if plan.time is None or not _deeds_of(found) or not plan.time.holds(found[0].piece.stamp_ns):
        return frozenset()
    return frozenset(one.record_id for one in deeds if not plan.time.holds(one.stamp_ns))


def _unknown(question: str) -> Answer:
    return Answer(question, "I don't know.", False, 0.0)
