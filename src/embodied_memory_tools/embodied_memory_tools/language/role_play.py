"""Roles that are played together, because one object asks for them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel

from embodied_memory.config import LanguageConfig
from embodied_memory.language.advisor import Usage
from embodied_memory.language.language_model import LanguageModel

PATIENT = LanguageConfig(failures_to_rest=10**9)
"""A model that plays roles badly is asked on."""
Play = Callable[[LanguageModel, Path, int], Mapping[str, Usage]]
"""play(model, folder, number): run what asks for the roles with this model; who played them how often, by role.
folder: an empty one to write to; number: another one gives other names and things, so that other requests are made.
"""


@dataclass(frozen=True)
class RolePlay:
    """shapes: by role, the type of the reply that it asks for."""

    name: str
    shapes: Mapping[str, type[BaseModel]]
    play: Play
