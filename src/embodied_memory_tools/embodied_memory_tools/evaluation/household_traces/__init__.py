"""Questions about the traces of a household's life, mined with their truth, and the judging of answers."""

from embodied_memory_tools.evaluation.household_traces.judge import Judgement, judge_answer
from embodied_memory_tools.evaluation.household_traces.mine_questions import mine_questions
from embodied_memory_tools.evaluation.household_traces.trace_question import (
    AnswerKind,
    ExpectedAnswer,
    QuestionFamily,
    TraceQuestion,
)
from household.residents.trace_files import (
    TraceFileError,
    read_trace,
    read_truth,
    write_trace,
    write_truth,
)

__all__ = [
    "AnswerKind",
    "ExpectedAnswer",
    "Judgement",
    "QuestionFamily",
    "TraceFileError",
    "TraceQuestion",
    "judge_answer",
    "mine_questions",
    "read_trace",
    "read_truth",
    "write_trace",
    "write_truth",
]
