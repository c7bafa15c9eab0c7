"""The figures of MEMENTO, table 1, to stand beside ours: in the paper's simulator, by language models."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PaperRow:
    """success and percent_complete: 0 to 1; cycles: planning cycles."""

    model: str
    stage: str
    success: float
    percent_complete: float
    cycles: float


PAPER_ROWS = tuple(
    PaperRow(model, stage, success / 100, complete / 100, cycles)
    for model, figures in {
        "GPT-4o": ((95.0, 96.3, 16.5), (85.1, 88.0, 16.1), (63.9, 86.7, 28.9)),
        "Claude-3.5-Sonnet": ((94.0, 96.2, 16.0), (63.7, 69.3, 15.3), (33.3, 64.6, 27.8)),
        "Qwen-2.5-72b": ((91.0, 93.5, 17.5), (67.2, 72.6, 17.5), (36.1, 68.9, 31.3)),
        "Llama-3.1-70b": ((90.0, 92.9, 17.7), (66.7, 72.2, 19.0), (8.3, 51.3, 31.4)),
        "Llama-3.1-8b": ((68.5, 78.1, 19.3), (35.0, 48.1, 19.0), (8.3, 35.3, 27.4)),
        "Qwen-2.5-7b": ((53.2, 64.1, 21.7), (27.4, 39.1, 21.8), (5.6, 33.7, 26.9)),
    }.items()
    for stage, (success, complete, cycles) in zip(("acquisition", "single", "joint"), figures, strict=True)
)
