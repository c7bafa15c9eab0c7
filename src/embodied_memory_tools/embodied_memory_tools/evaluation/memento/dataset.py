"""The MEMENTO episodes of a folder: memories, and requests with the memories they need."""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ACQUISITION = "memory_acquisition_stage.json"
SINGLE = "single_memory_utilization_stage.json"
JOINT = "joint_memory_utilization_stage.json"
TRACES = "gold_traces"


class MementoDataError(ValueError):
    """The folder does not hold MEMENTO episodes. The message names file, episode and what is wrong."""


@dataclass(frozen=True)
class AcquisitionEpisode:
    """A memory: the instruction and the ReAct trace of carrying it out."""

    episode_id: str
    scene: str
    instruction: str
    trace: str


@dataclass(frozen=True)
class UtilizationEpisode:
    """A request, and the acquisition episodes that it refers to: one, or more for a joint request."""

    episode_id: str
    scene: str
    instruction: str
    needs: tuple[str, ...]


@dataclass(frozen=True)
class MementoEpisodes:
    """All episodes of a folder."""

    memories: tuple[AcquisitionEpisode, ...]
    single: tuple[UtilizationEpisode, ...]
    joint: tuple[UtilizationEpisode, ...]

    @property
    def scenes(self) -> tuple[str, ...]:
        """The scenes of the memories, sorted."""
        return tuple(sorted({memory.scene for memory in self.memories}))


def load_memento(folder: Path, instructions: Path | None = None) -> MementoEpisodes:
    """Read the three stages and the traces. instructions: see `read_episodes`. Raises MementoDataError."""
    memories = tuple(_memory(folder, episode) for episode in read_episodes(folder / ACQUISITION, instructions))
    known = {memory.episode_id for memory in memories}
    if len(known) < len(memories):
        raise MementoDataError(f"{folder / ACQUISITION}: two episodes have the same episode_id")
    single, joint = (
        tuple(_request(folder / stage, episode, known) for episode in read_episodes(folder / stage, instructions))
        for stage in (SINGLE, JOINT)
    )
    return MementoEpisodes(memories, single, joint)


def read_episodes(file: Path, instructions: Path | None = None) -> list[dict[str, Any]]:
    """The episodes as written, or with the instructions of a folder of other wordings: files *.jsonl of lines
    {"id", "instruction"}; a joint one is that of its two single ones. Raises MementoDataError for a missing or
    malformed file.
    """
    episodes = _episodes(file)
    if instructions is not None:
        other = _other_wordings(instructions)
        for episode in episodes:
            of = _literal(
                file, str(episode.get("episode_id")), "original_data_info", episode.get("original_data_info")
            )
            parts = of.get("episode_id") if isinstance(of, dict) and isinstance(of.get("episode_id"), list) else None
            said = [other.get(str(one), "") for one in parts or [episode.get("episode_id")]]
            episode["instruction"] = " Then, ".join(said) if all(said) else episode.get("instruction")
    return episodes


def _other_wordings(folder: Path) -> dict[str, str]:
    try:
        lines = [
            json.loads(line) for file in sorted(folder.glob("*.jsonl")) for line in file.read_text().splitlines()
        ]
        told = {str(line["id"]): str(line["instruction"]) for line in lines}
    except (ValueError, KeyError, TypeError) as error:
        raise MementoDataError(f"{folder}: a line is no id and instruction: {error}") from error
    if not told:
        raise MementoDataError(f"there are no other wordings (*.jsonl) in {folder}")
    return told


def _episodes(file: Path) -> list[dict[str, Any]]:
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise MementoDataError(
            f"there is no {file.name} in {file.parent}: give --data a folder with {ACQUISITION}, {SINGLE}, {JOINT} "
            f"and {TRACES}/"
        ) from error
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise MementoDataError(f"{file} is no JSON: {error}") from error
    episodes = content.get("episodes") if isinstance(content, dict) else None
    if not isinstance(episodes, list) or not all(isinstance(episode, dict) for episode in episodes):
        raise MementoDataError(f"{file} has no list of episodes under the key episodes")
    return episodes


def _memory(folder: Path, episode: dict[str, Any]) -> AcquisitionEpisode:
    episode_id, scene, instruction = _head(folder / ACQUISITION, episode)
    trace_file = folder / TRACES / f"{Path(episode_id).name}.txt"
    try:
        trace = trace_file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise MementoDataError(f"the trace {trace_file} of acquisition episode {episode_id} is missing") from error
    except UnicodeDecodeError as error:
        raise MementoDataError(f"{trace_file} is no text: {error}") from error
    return AcquisitionEpisode(episode_id, scene, instruction, trace)


def _request(file: Path, episode: dict[str, Any], known: set[str]) -> UtilizationEpisode:
    episode_id, scene, instruction = _head(file, episode)
    metadata = _literal(file, episode_id, "metadata", episode.get("metadata"))
    if not isinstance(metadata, dict) or "related_episode_id" not in metadata:
        raise MementoDataError(f"{file}, episode {episode_id}: metadata.related_episode_id is missing")
    related = metadata["related_episode_id"]
    if isinstance(related, str) and related.lstrip()[:1] in ("[", "("):
        related = _literal(file, episode_id, "metadata.related_episode_id", related)
    needs = tuple(map(str, related)) if isinstance(related, list | tuple) else (str(related),)
    if unknown := sorted(set(needs) - known):
        raise MementoDataError(f"{file}, episode {episode_id}: refers to {', '.join(unknown)}, not in {ACQUISITION}")
    if not needs:
        raise MementoDataError(f"{file}, episode {episode_id}: refers to no memory")
    return UtilizationEpisode(episode_id, scene, instruction, needs)


def _head(file: Path, episode: dict[str, Any]) -> tuple[str, str, str]:
    episode_id = str(episode.get("episode_id", "without id"))
    for key in ("episode_id", "scene_id", "instruction"):
        if not isinstance(episode.get(key), str | int) or not str(episode[key]).strip():
            raise MementoDataError(f"{file}, episode {episode_id}: {key} is missing or no text")
    return episode_id, str(episode["scene_id"]), str(episode["instruction"])


def _literal(file: Path, episode_id: str, key: str, value: Any) -> Any:
    """Some fields are Python literals in a string; they are read as data, never run."""
    if not isinstance(value, str):
        return value
    try:
        return ast.literal_eval(value)
    except (ValueError, SyntaxError, MemoryError, RecursionError) as error:
        raise MementoDataError(f"{file}, episode {episode_id}: {key} is no Python literal: {value[:80]!r}") from error
