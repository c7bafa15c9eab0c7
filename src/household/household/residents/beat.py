"""What a director wants to happen, and to which thread of life it belongs (WorldLines, section 10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class ProjectType(str, Enum):
    """Themes of household projects."""

    HOUSEHOLD_ROUTINE = "household_routine"
    ROUTINE_SUPPORT = "routine_support"
    HOUSEHOLD_ORGANIZATION = "household_organization"
    HEALTH_LIFESTYLE = "health_lifestyle"
    MEAL_PREPARATION = "meal_preparation"
    WORK_STUDY_SUPPORT = "work_study_support"
    DIGITAL_DEVICE_COORDINATION = "digital_device_coordination"
    FAMILY_COMFORT = "family_comfort"


class MemoryTarget(str, Enum):
    """What a memory is challenged with."""

    OBJECT_LOCATION = "object_location"
    TEMPORAL_STATE = "temporal_state"
    DEVICE_STATE = "device_state"
    PREFERENCE = "preference"
    ROUTINE = "routine"
    PLANNING_DEPENDENCY = "planning_dependency"
    HIDDEN_STATE = "hidden_state"
    SOCIAL_CONTEXT = "social_context"


@dataclass(frozen=True)
class Beat:
    """One thing that an actor is to do. script: by name; words: its parameters, entity ids and plain words.

    due_ns: the time that it speaks of, if it speaks of one. latest_ns: no sense in beginning after that.
    """

    stamp_ns: int
    actor: str
    script: str
    project: str
    memory_target: MemoryTarget
    words: Mapping[str, str] = field(default_factory=dict)
    due_ns: int = 0
    latest_ns: int = 0
