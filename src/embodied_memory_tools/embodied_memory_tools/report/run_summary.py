"""The record of one run, runs/<time>/summary.json, written by every demo and read by tests and evaluation."""

from __future__ import annotations

import json
import os
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from embodied_memory.evidence import Answer
from embodied_memory_tools.report.metrics import mean

SUMMARY_FILE = "summary.json"


class SummaryError(ValueError):
    """A summary that cannot be read. The message names the cause."""


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", ser_json_inf_nan="null")


class EvidenceSummary(_Record):
    """A record that an answer rests on. stamp: seconds."""

    record_id: int
    stamp: float
    kind: str
    summary: str


class QuestionSummary(_Record):
    """A question and its answer. correct: None where nobody judged. positions: (x, y, z) in map, metres."""

    question: str
    answer: str
    known: bool
    correct: bool | None = None
    certainty: float = 0.0
    evidence: list[EvidenceSummary] = []
    positions: list[tuple[float, float, float]] = []
    room: str = ""


class GoalSummary(_Record):
    """What became of one goal. found: as judged with the truth; claimed: what the robot says."""

    text: str
    found: bool
    claimed: bool
    steps: int
    path_length_m: float
    shortest_path_m: float | None = None
    spl: float = 0.0
    message: str = ""


class ErrandSummary(_Record):
    """Something that a person had the robot do. correct: as judged with the truth, None where nobody judged.

    told: what they said beforehand; actions: what was done, in order; remarks: what the critic had against plans.
    """

    person: str
    told: str
    instruction: str
    outcome: str
    correct: bool | None = None
    actions: list[str] = []
    remarks: list[str] = []
    conversation: list[str] = []
    seconds: float = 0.0


class NodeSummary(_Record):
    """One process of the run."""

    pid: int
    messages_published: int = 0
    messages_received: int = 0
    peak_rss_mb: float = 0.0


class RunSummary(_Record):
    """A whole run.

    wall_s: real time of it all; search_s: of the search; spl: the mean over all goals; files: what was written;
    sensors: of a simulated robot, by name, "" for any other.
    """

    scene: str
    seed: int | None = None
    policy: str = ""
    sensors: str = ""
    goals: list[GoalSummary] = []
    questions: list[QuestionSummary] = []
    errands: list[ErrandSummary] = []
    nodes: dict[str, NodeSummary] = {}
    files: dict[str, str] = {}
    goals_total: int = 0
    goals_found: int = 0
    spl: float = 0.0
    steps: int = 0
    wall_s: float = 0.0
    search_s: float = 0.0
    steps_per_s: float = 0.0

    @staticmethod
    def of(
        scene: str,
        goals: list[GoalSummary],
        questions: list[QuestionSummary],
        wall_s: float,
        seed: int | None = None,
        policy: str = "",
        nodes: dict[str, NodeSummary] | None = None,
        files: dict[str, str] | None = None,
        search_s: float | None = None,
        errands: list[ErrandSummary] | None = None,
        sensors: str = "",
    ) -> RunSummary:
        """A summary whose totals are computed from its goals. search_s: real time of the search; None: all of it."""
        steps = sum(goal.steps for goal in goals)
        return RunSummary(
            scene=scene,
            seed=seed,
            policy=policy,
            sensors=sensors,
            goals=goals,
            questions=questions,
            errands=errands or [],
            nodes=nodes or {},
            files=files or {},
            goals_total=len(goals),
            goals_found=sum(goal.found for goal in goals),
            spl=mean(goal.spl for goal in goals),
            steps=steps,
            wall_s=wall_s,
            search_s=wall_s if search_s is None else search_s,
            steps_per_s=steps / (search_s or wall_s) if (search_s or wall_s) > 0 else 0.0,
        )

    @property
    def questions_right(self) -> int:
        """Questions judged correct."""
        return sum(question.correct is True for question in self.questions)


def question_summary(answer: Answer, correct: bool | None = None) -> QuestionSummary:
    """An answer of memory as the summary keeps it."""
    return QuestionSummary(
        question=answer.question,
        answer=answer.text,
        known=answer.known,
        correct=correct,
        certainty=answer.certainty,
        evidence=[
            EvidenceSummary(record_id=e.record_id, stamp=e.stamp_ns / 1e9, kind=e.kind, summary=e.summary)
            for e in answer.evidence
        ],
        positions=list(answer.positions),
        room=answer.room,
    )


def write_summary(summary: RunSummary, folder: Path) -> Path:
    """Write summary.json into a folder, which is made if need be. The file is there whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / SUMMARY_FILE
    unfinished = file.with_suffix(".json.part")
    unfinished.write_text(summary.model_dump_json(indent=2) + "\n", encoding="utf-8")
    os.replace(unfinished, file)
    return file


def read_summary(file: Path) -> RunSummary:
    """SummaryError if there is none or it is of another form."""
    try:
        return RunSummary.model_validate(json.loads(file.read_text(encoding="utf-8")))
    except OSError as error:
        raise SummaryError(f"no summary at {file}: {error.strerror}; a finished run writes it") from error
    except (json.JSONDecodeError, ValidationError) as error:
        raise SummaryError(f"{file} is no summary of a run: {error}") from error
