"""MEMENTO retrieval: the robot's personal memory beside the baselines, in both settings."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.evaluation.memento.dataset import MementoEpisodes
from embodied_memory_tools.evaluation.memento.retrieval_score import DEPTHS, Recall, RetrievalScore, score_retrieval
from embodied_memory_tools.evaluation.memento.retrievers import (
    MakeRetriever,
    bm25,
    cosine,
    hybrid,
    personal_memory,
)
from embodied_memory_tools.evaluation.memento.weight_fitting import WeightFitting

SETTINGS = ("all scenes", "same scene")
OURS = "personal memory"


def evaluate_retrieval(
    episodes: MementoEpisodes, embedder: Embedder, leave_scenes_out: bool = False
) -> list[RetrievalScore]:
    """Every method in every setting. leave_scenes_out: also ours with weights fitted on the other scenes only."""
    methods: dict[str, Callable[[str], MakeRetriever]] = {
        embedder.name: _always(cosine(embedder)),
        "BM25": _always(bm25),
        "BM25 + embedder, split": _always(hybrid(embedder)),
        OURS: _always(personal_memory(embedder)),
    }
    if leave_scenes_out:
        fitting = WeightFitting(episodes, embedder)
        weights = {scene: fitting.weights(without_scenes=[scene]) for scene in episodes.scenes}
        methods[f"{OURS}, fitted on other scenes"] = lambda scene: personal_memory(embedder, weights[scene])
    return [
        score_retrieval(method, setting, episodes, retriever_for)
        for setting in SETTINGS
        for method, retriever_for in methods.items()
    ]


def retrieval_table(scores: Sequence[RetrievalScore]) -> Table:
    """One row a method and setting; intervals are 95 % bootstrap over requests."""
    table = Table(title="MEMENTO retrieval: recall of the needed memories")
    table.add_column("setting")
    table.add_column("method")
    for name in (*(f"single @{depth}" for depth in DEPTHS), "joint @5", "joint both @5"):
        table.add_column(name, justify="right")
    for score in scores:
        first, *deeper = (score.recall("single", depth) for depth in DEPTHS)
        cells = [_interval(first), *(_figure(recall.mean) for recall in deeper)]
        cells += [_interval(score.recall("joint", 5)), _figure(score.all_found(5).mean)]
        table.add_row(score.setting, score.method, *cells, style="bold" if score.method == OURS else "")
    return table


def write_results(
    episodes: MementoEpisodes, embedder: Embedder, scores: Sequence[RetrievalScore], file: Path
) -> None:
    """All figures, and what was retrieved for each request, as JSON."""
    content = {
        "embedder": embedder.name,
        "scenes": len(episodes.scenes),
        "memories": len(episodes.memories),
        "single_requests": len(episodes.single),
        "joint_requests": len(episodes.joint),
        "scores": [_as_json(score) for score in scores],
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def _as_json(score: RetrievalScore) -> dict[str, Any]:
    def recall(one: Recall) -> dict[str, float | None]:
        return {key: None if math.isnan(value) else round(value, 4) for key, value in vars(one).items()}

    return {
        "method": score.method,
        "setting": score.setting,
        **{f"{kind}_recall_at_{k}": recall(score.recall(kind, k)) for kind in ("single", "joint") for k in DEPTHS},
        "joint_both_at_5": recall(score.all_found(5)),
        "requests": [
            {"episode_id": found.request.episode_id, "needs": found.request.needs, "retrieved": found.retrieved}
            for found in (*score.single, *score.joint)
        ],
    }


def _always(make: MakeRetriever) -> Callable[[str], MakeRetriever]:
    return lambda scene: make


def _interval(recall: Recall) -> str:
    if math.isnan(recall.mean):
        return "-"
    return f"{recall.mean:.3f} ({recall.low:.2f} to {recall.high:.2f})"


def _figure(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.3f}"
