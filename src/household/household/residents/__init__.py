"""Residents of a simulated home and traces of their lives (WorldLines, section 3)."""

from household.residents.beat import MemoryTarget, ProjectType
from household.residents.life import generate_trace
from household.residents.lived_days import LivedDays
from household.residents.resident import Habit, Preference, Resident
from household.residents.trace import FIRST_DAY_NS, TraceEntity, TraceRecord
from household.residents.trace_truth import TraceTruth, TrueChange

__all__ = [
    "FIRST_DAY_NS",
    "Habit",
    "LivedDays",
    "MemoryTarget",
    "Preference",
    "ProjectType",
    "Resident",
    "TraceEntity",
    "TraceRecord",
    "TraceTruth",
    "TrueChange",
    "generate_trace",
]
