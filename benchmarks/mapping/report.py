"""The tables of the benchmark."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

MAPPING_PEERS = (
    "octomap_python",
    "octomap_python_discretized",
    "pyoctomap",
    "pyoctomap_discretized",
    "open3d_vbg",
)
TARGETS = {
    "ratio_octomap_python": ("at most", 1 / 15),
    "ratio_pyoctomap": ("at most", 1 / 15),
    "ratio_open3d_vbg": ("at most", 1.0),
    "occupied_recall": ("at least", 0.99),
    "occupied_marked_free": ("at most", 0.002),
    "free_recall": ("at least", 0.93),
    "ratio_dbscan": ("at most", 1 / 10),
    "same_clusters": ("at least", 1.0),
    "frame_fair_to_exact": ("at most", 1.5),
    "localised_frame_fair_to_exact": ("at most", 1.5),
}


def is_met(key: str, value: float) -> bool:
    """Whether a figure reaches its target."""
    kind, bound = TARGETS[key]
    return value <= bound if kind == "at most" else value >= bound


def show(result: dict[str, Any]) -> None:
    """Print the maps under each sensors, the clusters, a whole frame and the targets."""
    console = Console()
    console.print(maps("A frame into the map, exact depth", result["details"]))
    for sensors, everybody in result["under_noise"].items():
        console.print(maps(f'A frame into the map, depth as "{sensors}" sensors have it', everybody))
    console.print(clusters(result["details"]))
    console.print(frames(result["frame"]))
    console.print(targets(result))


def maps(title: str, everybody: dict[str, dict[str, Any]]) -> Table:
    """Median CPU time, one thread, and how good the map is at the end."""
    table = columns(
        title,
        "method",
        "ms",
        "times ours",
        "occupied recall",
        "marked free",
        "free recall",
        "marked occ.",
        "floor blocked",
    )
    ours_ms = everybody["ours"]["median_ms"]
    for name in ("ours", *MAPPING_PEERS):
        one = everybody[name]
        if "error" in one:
            table.add_row(name, one["error"])
            continue
        keys = ("occupied_recall", "occupied_marked_free", "free_recall", "free_marked_occupied", "floor_blocked")
        shares = ["-" if one[key] is None else f"{one[key]:.4f}" for key in keys]
        table.add_row(name, f"{one['median_ms']:.2f}", f"{one['median_ms'] / ours_ms:.1f}", *shares)
    return table


def clusters(everybody: dict[str, dict[str, Any]]) -> Table:
    """Median CPU time of one clustering."""
    table = columns("Clusters of frontiers, exact depth", "method", "ms", "times ours")
    ours_ms = everybody["clusters"]["median_ms"]
    for name, one in (("ours", everybody["clusters"]), ("dbscan", everybody["dbscan"])):
        if "error" in one:
            table.add_row(name, one["error"])
        else:
            table.add_row(name, f"{one['median_ms']:.3f}", f"{one['median_ms'] / ours_ms:.1f}")
    return table


def frames(measured: dict[str, dict[str, float]]) -> Table:
    """Mean CPU time of each stage, and the whole as a multiple of that with exact sensors."""
    stages = ("localisation", "mapping", "perception", "whole")
    table = columns("A frame through all, 320x240: ms by sensors", "sensors", *stages, "of exact", "not localised")
    for sensors, one in measured.items():
        share = one["whole"] / measured["exact"]["whole"]
        table.add_row(
            sensors, *(f"{one[stage]:.1f}" for stage in stages), f"{share:.2f}", f"{one['unlocalised']:.0f}"
        )
    return table


def targets(result: dict[str, Any]) -> Table:
    """What was wanted, and whether it was met."""
    table = columns("Targets", "figure", "measured", "target", "")
    for key, (kind, bound) in TARGETS.items():
        value = result[key]
        verdict = "not measured" if value is None else "met" if is_met(key, value) else "MISSED"
        table.add_row(key, "-" if value is None else f"{value:.4f}", f"{kind} {bound:.4g}", verdict)
    return table


def columns(title: str, first: str, *others: str) -> Table:
    """An empty table, the first column to the left."""
    table = Table(title=title)
    table.add_column(first, no_wrap=True)
    for name in others:
        table.add_column(name, justify="right")
    return table
