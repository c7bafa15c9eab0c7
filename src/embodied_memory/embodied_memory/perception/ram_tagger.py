"""Recognize Anything (RAM, Zhang et al. 2023): the image tagger of the LMEE paper, section 3."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from embodied_memory.config import PerceptionConfig
from embodied_memory.observation import Observation
from embodied_memory.optional import require
from embodied_memory.perception.model_files import configured_file, model_file, read_model
from embodied_memory.scene_graph import Detection

WEIGHTS = "ram/ram_swin_large_14m.pth"
REMEDY = "download ram_swin_large_14m.pth of recognize-anything and save it there"
INSTALL = "pip install git+https://github.com/xinyu1205/recognize-anything.git"
IMAGE_SIZE = 384


class RamTagger:
    """Tags from pixels; the detections are not used."""

    def __init__(self, config: PerceptionConfig) -> None:
        """Load the checkpoint.

        Raises MissingModelError if it is not there or cannot be read, MissingExtraError if `ram` is not installed.
        """
        weights = _weights(config)
        self._torch = require("torch", "ram")
        self._ram = require("ram", "ram", INSTALL)
        models = require("ram.models", "ram", INSTALL)
        self._model = read_model(
            weights, lambda: models.ram(pretrained=str(weights), image_size=IMAGE_SIZE, vit="swin_l").eval(), REMEDY
        )
        self._transform = self._ram.get_transform(image_size=IMAGE_SIZE)

    def tag(self, observation: Observation, detections: Sequence[Detection]) -> tuple[str, ...]:
        """Return the tags in the model's order, without repetition."""
        batch = self._transform(Image.fromarray(observation.color)).unsqueeze(0)
        with self._torch.no_grad():
            english = self._ram.inference_ram(batch, self._model)[0]
        return tuple(dict.fromkeys(tag.strip() for tag in str(english).split("|") if tag.strip()))


def _weights(config: PerceptionConfig) -> Path:
    if not config.tagger_weights:
        return model_file(WEIGHTS, config.model_folder, REMEDY)
    return configured_file("perception.tagger_weights", config.tagger_weights)
