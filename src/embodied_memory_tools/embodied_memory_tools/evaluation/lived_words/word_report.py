"""The figures of a lived folder: by family, with wrong apart from "don't know", and how well certainty is stated."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from embodied_memory.dialog.talk.conversation import DialogAct
from embodied_memory_tools.evaluation.lived_words.word_run import WordReply
from embodied_memory_tools.evaluation.lived_words.word_verdicts import Verdict

_BINS = 10
_SURE = 0.8


@dataclass(frozen=True)
class FamilyScore:
    """counts: of each verdict; unjudged: replies nobody judged; evidence: the share of questions with a right one
    among those cited, None where none is wanted.
    """

    family: str
    asked: int
    counts: Mapping[Verdict, int]
    unjudged: int
    evidence: float | None

    @property
    def right(self) -> float:
        """Of those judged."""
        judged = self.asked - self.unjudged
        return self.counts[Verdict.RIGHT] / judged if judged else 0.0


def score_of(family: str, replies: Sequence[WordReply]) -> FamilyScore:
    """replies: of that family."""
    counts = {verdict: sum(one.verdict is verdict for one in replies) for verdict in Verdict}
    rests = [bool(set(one.cited) & set(one.wanted)) for one in replies if one.wanted]
    unjudged = sum(one.verdict is None for one in replies)
    return FamilyScore(family, len(replies), counts, unjudged, sum(rests) / len(rests) if rests else None)


def scores_by_family(replies: Sequence[WordReply]) -> list[FamilyScore]:
    """All questions, each family of them, all utterances, each act of them."""
    questions = [one for one in replies if not one.family.startswith("utterance")]
    said = [one for one in replies if one.family.startswith("utterance")]
    found = []
    for whole, those in (("questions", questions), ("utterances", said)):
        if those:
            families = sorted({one.family for one in those})
            found.append(score_of(whole, those))
            found += [score_of(name, [one for one in those if one.family == name]) for name in families]
    return found


def calibration_error(replies: Sequence[WordReply]) -> float:
    """The expected difference between stated certainty and the share that is right, of answers that say something."""
    told = [one for one in replies if _is_answer(one)]
    error = 0.0
    for number in range(_BINS):
        here = [one for one in told if min(int(one.certainty * _BINS), _BINS - 1) == number]
        if here:
            right = sum(one.verdict is Verdict.RIGHT for one in here) / len(here)
            error += len(here) / len(told) * abs(right - sum(one.certainty for one in here) / len(here))
    return error


def sure_and_right(replies: Sequence[WordReply]) -> tuple[int, int]:
    """(right, all) of what was said with a certainty of .8 or more."""
    sure = [one for one in replies if _is_answer(one) and one.certainty >= _SURE]
    return sum(one.verdict is Verdict.RIGHT for one in sure), len(sure)


def _is_answer(one: WordReply) -> bool:
    """Whether it says something of which it can be sure: "thank you, I will remember that" is no answer."""
    return one.known and one.act == DialogAct.QUESTION.value and one.verdict is not None


def word_table(replies: Sequence[WordReply], title: str) -> Table:
    """For the terminal."""
    table = Table(title=title)
    table.add_column("family")
    for name in ("asked", *(verdict.value for verdict in Verdict), "to judge", "evidence cited"):
        table.add_column(name, justify="right")
    for score in scores_by_family(replies):
        cited = "" if score.evidence is None else f"{score.evidence:.0%}"
        counts = (str(score.counts[verdict] or "") for verdict in Verdict)
        table.add_row(score.family, str(score.asked), *counts, str(score.unjudged or ""), cited)
    return table


def write_results(replies: Sequence[WordReply], path: Path) -> None:
    """Figures and every reply."""
    questions = [one for one in replies if not one.family.startswith("utterance")]
    told = {
        "families": {
            score.family: {
                "asked": score.asked,
                "right": round(score.right, 4),
                "evidence": score.evidence,
                "counts": {verdict.value: count for verdict, count in score.counts.items()},
            }
            for score in scores_by_family(replies)
        },
        "calibration_error": round(calibration_error(questions), 4),
        "sure_and_right": sure_and_right(questions),
        "replies": [one.model_dump(mode="json") for one in replies],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(told, indent=1, ensure_ascii=False), encoding="utf-8")
