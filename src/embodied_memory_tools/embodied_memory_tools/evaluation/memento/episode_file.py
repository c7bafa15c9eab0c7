"""An episode as it is to be executed: things, where they are, what is asked, and how it is judged."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from embodied_memory_tools.evaluation.memento.dataset import (
    ACQUISITION,
    JOINT,
    SINGLE,
    TRACES,
    MementoDataError,
    read_episodes,
)
from embodied_memory_tools.evaluation.memento.goal_conditions import GoalConditions, read_conditions

STAGES: Mapping[str, str] = {"acquisition": ACQUISITION, "single": SINGLE, "joint": JOINT}


@dataclass(frozen=True)
class EpisodeThing:
    """handle: as propositions name it; category: "" if the file does not tell; receptacle: handle of the furniture
    it lies on; spot: x and y of the floor plan, metres.
    """

    handle: str
    category: str
    caption: str
    receptacle: str
    spot: tuple[float, float]


@dataclass(frozen=True)
class InitialPlacement:
    """What the scene was made with: things of a category in furniture of a category, in a room."""

    categories: tuple[str, ...]
    furniture: tuple[str, ...]
    rooms: tuple[str, ...]


@dataclass(frozen=True)
class ExecutionEpisode:
    """One task. kind: "object_semantics", "user_pattern" or "combined"; needs: the acquisition episodes it refers to;
    trace: of somebody who did it, "" if there is none; base_instruction: without anything personal.
    """

    episode_id: str
    scene: str
    stage: str
    kind: str
    instruction: str
    needs: tuple[str, ...]
    things: tuple[EpisodeThing, ...]
    placements: tuple[InitialPlacement, ...]
    conditions: GoalConditions
    base_instruction: str = ""
    trace: str = ""


def load_execution(folder: Path, instructions: Path | None = None) -> tuple[ExecutionEpisode, ...]:
    """All three stages; traces are taken where they are, instructions as `read_episodes`. Raises MementoDataError."""
    return tuple(one for stage in STAGES for one in _stage(folder, stage, instructions))


def _stage(folder: Path, stage: str, instructions: Path | None) -> Iterator[ExecutionEpisode]:
    for written in read_episodes(folder / STAGES[stage], instructions):
        try:
            yield _episode(folder, stage, written)
        except (KeyError, ValueError, TypeError, IndexError, SyntaxError, AttributeError, RecursionError) as error:
            where = f"{folder / STAGES[stage]}, episode {written.get('episode_id', 'without id')}"
            raise MementoDataError(f"{where}: {type(error).__name__} {error}") from error


def _episode(folder: Path, stage: str, written: dict[str, Any]) -> ExecutionEpisode:
    metadata = _literal(written.get("metadata") or {})
    episode_id = str(written["episode_id"])
    trace_file = folder / TRACES / f"{Path(episode_id).name}.txt"
    needs = _literal(metadata.get("related_episode_id", ())) if stage != "acquisition" else ()
    original = _literal(written.get("original_data_info") or {})
    return ExecutionEpisode(
        episode_id=episode_id,
        scene=str(written["scene_id"]),
        stage=stage,
        kind=str(metadata.get("episode_type", "")),
        instruction=str(written["instruction"]),
        needs=tuple(map(str, needs)) if isinstance(needs, list | tuple) else (str(needs),),
        things=tuple(_things(written, metadata)),
        placements=tuple(_placements(_literal(written.get("info") or {}))),
        conditions=read_conditions(
            _literal(written["evaluation_propositions"]),
            _literal(written.get("evaluation_proposition_dependencies") or []),
            _literal(written.get("evaluation_constraints") or []),
        ),
        base_instruction=str(original.get("instruction", "")) if isinstance(original, dict) else "",
        trace=trace_file.read_text(encoding="utf-8") if stage == "acquisition" and trace_file.is_file() else "",
    )


def _things(written: dict[str, Any], metadata: dict[str, Any]) -> Iterator[EpisodeThing]:
    """In the order of rigid_objs; the n-th copy of a model has the handle `model_:000n`."""
    described = {one["id"]: one for key in ("target_objects", "distractors") for one in metadata.get(key) or ()}
    lies_on = _literal(written["name_to_receptacle"])
    copies: dict[str, int] = {}
    for file_name, pose in _literal(written["rigid_objs"]):
        model = str(file_name).removesuffix(".object_config.json")
        copies[model] = copies.get(model, -1) + 1
        handle = f"{model}_:{copies[model]:04d}"
        told = described.get(model, {})
        yield EpisodeThing(
            handle, str(told.get("category", "")), str(told.get("caption", "")),
            str(lies_on.get(handle, "")).partition("|")[0], (float(pose[0][3]), float(pose[2][3])),
        )  # fmt: skip


def _placements(info: dict[str, Any]) -> Iterator[InitialPlacement]:
    for one in info.get("initial_state") or ():
        if one.get("object_classes") and one.get("furniture_names"):
            yield InitialPlacement(
                tuple(one["object_classes"]), tuple(one["furniture_names"]), tuple(one.get("allowed_regions") or ())
            )


def _literal(value: Any) -> Any:
    """JSON or a Python literal in a string, read as data."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("[", "{", "("):
        return value
    try:
        return json.loads(value)
    except json.JSONDecodeError:
        return ast.literal_eval(value)
