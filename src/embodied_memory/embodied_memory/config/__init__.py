"""Every parameter of the core with its default: the one source of both. Units are in the names."""

from embodied_memory.config.dialog import (
    DialogConfig,
    ListeningConfig,
    PermissionConfig,
    SpeakingConfig,
    SpeechConfig,
)
from embodied_memory.config.history import ForgettingConfig, HistoryTreeConfig
from embodied_memory.config.language import REASONING, LanguageConfig, RolesConfig
from embodied_memory.config.memory import (
    BeliefConfig,
    CertaintyConfig,
    DiscretionConfig,
    KnowledgeGraphConfig,
    MemoryBankConfig,
    MemoryConfig,
    RetrievalConfig,
)
from embodied_memory.config.planning import ExplorerConfig, PlannerCriticConfig
from embodied_memory.config.senses import (
    FrontierConfig,
    LevellingConfig,
    LocalisationConfig,
    MotionConfig,
    PerceptionConfig,
    RegistrationConfig,
    TrustConfig,
    VoxelMapConfig,
)
from embodied_memory.config.whole import Config

__all__ = [
    "REASONING",
    "BeliefConfig",
    "CertaintyConfig",
    "Config",
    "DialogConfig",
    "DiscretionConfig",
    "ExplorerConfig",
    "ForgettingConfig",
    "FrontierConfig",
    "HistoryTreeConfig",
    "KnowledgeGraphConfig",
    "LanguageConfig",
    "LevellingConfig",
    "ListeningConfig",
    "LocalisationConfig",
    "MemoryBankConfig",
    "MemoryConfig",
    "MotionConfig",
    "PerceptionConfig",
    "PermissionConfig",
    "PlannerCriticConfig",
    "RegistrationConfig",
    "RetrievalConfig",
    "RolesConfig",
    "SpeakingConfig",
    "SpeechConfig",
    "TrustConfig",
    "VoxelMapConfig",
]
