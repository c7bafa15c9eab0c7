"""What a detector takes a thing for, when it takes it for something else."""

from __future__ import annotations

import math
import zlib

import numpy as np

from embodied_memory.observation import InstanceLabel
from household.entity import EntityKind
from household.generation.catalogue import CATALOGUE
from household.home import Home

_NEVER = (EntityKind.ROOM, EntityKind.DOOR, EntityKind.ACTOR)


class WrongNames:
    """Names of a home and of the catalogue; those of things of about the size are likelier."""

    def __init__(self, home: Home, size_ratio: float, seed: int) -> None:
        things = [entity for entity in home.world.entities.values() if entity.kind not in _NEVER]
        sizes = {name: article.size for name, article in CATALOGUE.items()} | {e.category: e.size for e in things}
        self.names = tuple(sorted(sizes))
        self.at_home = tuple(sorted({entity.category for entity in things}))
        self._extents = np.log([max(*sizes[name], 0.01) for name in self.names])
        self._ratio, self._seed = math.log(max(size_ratio, 1.001)), seed
        self._colors = sorted({entity.attributes["color"] for entity in things if "color" in entity.attributes})

    def instead_of(self, category: str, rng: np.random.Generator) -> str:
        """Another name for a thing of this category."""
        own = np.array([name == category for name in self.names])
        extent = self._extents[own][0] if own.any() else float(np.median(self._extents))
        weights = np.where(own, 0.0, np.exp(-0.5 * ((self._extents - extent) / self._ratio) ** 2))
        return str(rng.choice(self.names, p=weights / weights.sum()))

    def sticking_to(self, entity_id: str, category: str, share: float) -> str:
        """The name that it always gets; its own, but for that share of the things."""
        own = np.random.default_rng([self._seed, zlib.crc32(entity_id.encode())])
        return self.instead_of(category, own) if own.random() < share else category

    def of_a_ghost(self, rng: np.random.Generator) -> InstanceLabel:
        """Anything that there is at home, in any colour."""
        color = str(rng.choice(self._colors)) if self._colors else ""
        return renamed(InstanceLabel(0, "", "", (("color", color),)), str(rng.choice(self.at_home)))


def renamed(label: InstanceLabel, category: str) -> InstanceLabel:
    """As if it were that: of its looks only the colour is left."""
    color = dict(label.attributes).get("color", "")
    words = f"{color} {category}" if color else category
    caption = f"{'an' if words[0] in 'aeiou' else 'a'} {words}"
    return InstanceLabel(label.instance, category, caption, (("color", color),) if color else ())
