"""All parameters of the core together."""

from __future__ import annotations

from dataclasses import dataclass, field

from embodied_memory.config.dialog import DialogConfig, PermissionConfig, SpeechConfig
from embodied_memory.config.memory import MemoryConfig
from embodied_memory.config.planning import ExplorerConfig, PlannerCriticConfig
from embodied_memory.config.senses import FrontierConfig, LocalisationConfig, PerceptionConfig, VoxelMapConfig


@dataclass(frozen=True)
class Config:
    """Everything."""

    perception: PerceptionConfig = field(default_factory=PerceptionConfig)
    localisation: LocalisationConfig = field(default_factory=LocalisationConfig)
    voxel_map: VoxelMapConfig = field(default_factory=VoxelMapConfig)
    frontier: FrontierConfig = field(default_factory=FrontierConfig)
    memory: MemoryConfig = field(default_factory=MemoryConfig)
    explorer: ExplorerConfig = field(default_factory=ExplorerConfig)
    planner_critic: PlannerCriticConfig = field(default_factory=PlannerCriticConfig)
    dialog: DialogConfig = field(default_factory=DialogConfig)
    permissions: PermissionConfig = field(default_factory=PermissionConfig)
    speech: SpeechConfig = field(default_factory=SpeechConfig)
